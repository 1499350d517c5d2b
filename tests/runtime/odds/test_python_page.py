"""The Python of docs/odds.md runs, and prints what a sum says."""

from __future__ import annotations

import re
from fractions import Fraction
from math import comb

import pytest

from .rulesets import ROOT


def test_the_snippet_of_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    (snippet,) = re.findall(r"^```python\n(.*?)^```$", (ROOT / "docs" / "odds.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    exec(compile(snippet, "odds.md", "exec"), {})
    first, second = capsys.readouterr().out.splitlines()
    at_least_8 = sum(comb(14, n) * Fraction(3, 10) ** n * Fraction(7, 10) ** (14 - n) for n in range(8, 15))
    assert first == f"{Fraction(42, 10)} 4 {at_least_8}"
    assert second == str(Fraction(42, 10) * Fraction(-100, 32))  # a chit is worth -(4 + 16 + 24 + 16 + 40)/32
