"""What the documentation shows is true: its rules compile, and its worked examples come out."""

from __future__ import annotations

import pytest

from rulewright.compiler.pipeline import check_text

from .pages import PAGES, Fence, rulesets

SNIPPETS = [pytest.param(fence, text, id=str(fence)) for page in PAGES for fence, text in rulesets(page)]

# A snippet is a piece of a game, so it need not end, nor use all that it declares.
OF_WHOLE_GAMES = {"RW0324"}


@pytest.mark.parametrize("fence, text", SNIPPETS)
def test_every_snippet_of_rules_compiles(fence: Fence, text: str) -> None:
    wrong = [d for d in check_text(text) if d.severity == "error" and d.code not in OF_WHOLE_GAMES]
    first = text[: text.index(fence.text.splitlines()[0])].count("\n") if "steps" not in fence.words else 0
    said = [f"{d.code} line {d.span[1] - first if d.span else '?'}: {d.message}" for d in wrong]
    assert said == [], f"{fence}\n{text}"
