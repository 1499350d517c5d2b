"""What the documentation shows is true: its rules compile, and its worked examples come out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.compiler.pipeline import check_text, compile_ruleset
from rulewright.runtime import link
from rulewright.runtime.examples import run_examples

from .pages import PAGES, Fence, rulesets

SNIPPETS = [(fence, text) for page in PAGES for fence, text in rulesets(page)]
PLAYED = [(fence, text) for fence, text in SNIPPETS if 'example "' in fence.text]

# A snippet is a piece of a game, so it need not end, nor use all that it declares.
OF_WHOLE_GAMES = {"RW0324"}


@pytest.mark.parametrize("fence, text", SNIPPETS, ids=lambda value: str(value) if isinstance(value, Fence) else "")
def test_every_snippet_of_rules_compiles(fence: Fence, text: str) -> None:
    wrong = [d for d in check_text(text) if d.severity == "error" and d.code not in OF_WHOLE_GAMES]
    first = text[: text.index(fence.text.splitlines()[0])].count("\n") if "steps" not in fence.words else 0
    said = [f"{d.code} line {d.span[1] - first if d.span else '?'}: {d.message}" for d in wrong]
    assert said == [], f"{fence}\n{text}"


@pytest.mark.parametrize("fence, text", PLAYED, ids=lambda value: str(value) if isinstance(value, Fence) else "")
def test_every_worked_example_comes_out(fence: Fence, text: str, tmp_path: Path) -> None:
    (tmp_path / "snippet.rules").write_text(text, encoding="utf-8")
    name = re.search(r"^ruleset (\w+)", text, re.MULTILINE)
    manifest = f"ruleset: {name.group(1) if name else 'snippet'}\nsources: [snippet.rules]\nunfinished: [elsewhere]\n"
    (tmp_path / "ruleset.yaml").write_text(manifest, encoding="utf-8")
    program = link(compile_ruleset(tmp_path, cache=False).document)
    failed = [(verdict.title, verdict.reason, verdict.trace) for verdict in run_examples(program) if not verdict.passed]
    assert failed == [], f"{fence}"
