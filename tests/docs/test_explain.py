"""What a page of RW02 calls wrong gives its code, and what it calls right gives none."""

from __future__ import annotations

import re

import pytest

from rulewright.compiler.pipeline import check_text

from .pages import ROOT, text_of

PAGES = sorted((ROOT / "compiler" / "explain").glob("RW02*.md"))
HEADER = 'ruleset t "T"\n  sides: a, b\n  d6: 1..6\n  d10: 0..9\n'


def codes(text: str) -> set[str]:
    whole = text if re.search(r"^ruleset ", text, re.MULTILINE) else HEADER + text
    return {d.code for d in check_text(whole) if d.severity != "note"}


SHOWN_ON_PAGE = re.compile(r"^## (Wrong|Right)\n\n```rules\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHOWN = [
    pytest.param(page.stem, what, text, id=f"{page.stem}-{what.lower()}")
    for page in PAGES
    for what, text in SHOWN_ON_PAGE.findall(text_of(page))
]


@pytest.mark.parametrize("code, what, text", SHOWN)
def test_a_page_shows_what_it_explains(code: str, what: str, text: str) -> None:
    assert codes(text) == ({code} if what == "Wrong" else set())
