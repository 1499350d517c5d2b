"""The pages that explain names and types show what they say: the wrong text gives the code, the right one does not."""

from __future__ import annotations

import re

import pytest
from rulewright.compiler.pipeline import check_text

from .pages import ROOT

PAGES = sorted((ROOT / "compiler" / "explain").glob("RW02*.md"))
HEADER = 'ruleset t "T"\n  sides: a, b\n  d6: 1..6\n  d10: 0..9\n'


def codes(text: str) -> set[str]:
    whole = text if re.search(r"^ruleset ", text, re.MULTILINE) else HEADER + text
    return {d.code for d in check_text(whole) if d.severity != "note"}


SHOWN = [
    pytest.param(page.stem, what, text, id=f"{page.stem}-{what.lower()}")
    for page in PAGES
    for what, text in re.findall(
        r"^## (Wrong|Right)\n\n```rules\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
]


@pytest.mark.parametrize("code, what, text", SHOWN)
def test_a_page_shows_what_it_explains(code: str, what: str, text: str) -> None:
    assert codes(text) == ({code} if what == "Wrong" else set())
