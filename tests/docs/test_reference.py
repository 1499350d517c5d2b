"""The reference is complete: every word, every function, every link."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rulewright.compiler.parse.tables import SOFT_WORDS, load_tables

from .pages import PAGES, ROOT, prose_of

LANGUAGE = ROOT / "docs" / "language"


def section(page: str, heading: str) -> str:
    text = (LANGUAGE / page).read_text(encoding="utf-8")
    return text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def test_every_reserved_word_has_its_reason() -> None:
    words = section("README.md", "Every reserved word")
    rows = re.findall(r"^\| `(\w+)`(\*?) \|.*\| (.+) \|$", words, re.MULTILINE)
    assert [word for word, _, _ in rows] == sorted(load_tables().words)
    assert {word for word, star, _ in rows if star} == SOFT_WORDS


def test_every_declaration_is_listed() -> None:
    table = section("README.md", "Every declaration, and why it is there")
    listed = re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)
    grammar = (ROOT / "compiler/parse/grammar/ruleset.lark").read_text(encoding="utf-8")
    declarations = re.search(r"^\?declaration: (.*(?:\n +\|.*)*)", grammar, re.MULTILINE)
    assert declarations is not None
    assert sorted(listed) == sorted(re.findall(r"\w+", declarations[1]))


def test_every_function_is_explained() -> None:
    vocabulary = json.loads((ROOT / "schemas" / "vocabulary.json").read_text(encoding="utf-8"))
    rows = re.findall(r"^\| (`.*) \| .* \|$", section("expressions.md", "Built-in functions"), re.MULTILINE)
    explained = {name for row in rows for name in re.findall(r"`(\w+)\(", row)}
    assert explained == {function["name"] for function in vocabulary["functions"]}


def anchors(page: Path) -> set[str]:
    """What GitHub makes of the headings of a page."""
    headings = re.findall(r"^#+ (.*)$", prose_of(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_somewhere(page: Path) -> None:
    broken = []
    for target in re.findall(r"\]\(([^)\s]+)\)", prose_of(page)):
        if re.match(r"[a-z]+:", target):
            continue
        file, _, anchor = target.partition("#")
        to = page if not file else (page.parent / file).resolve()
        if not to.exists() or (anchor and anchor not in anchors(to)):
            broken.append(target)
    assert broken == []
