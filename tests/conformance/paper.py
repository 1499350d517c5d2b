"""A player with a chart in hand: reads keys, cells and small sums off the paper, and knows nothing of the artifact's form."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from rulewright.compiler.aids.model import Cell, Row, Table

MINUS, DASH = "\N{MINUS SIGN}", "\N{EN DASH}"


def words_of(cell: Cell) -> str:
    """What stands in a cell, without citations and remarks in small type."""
    return "".join(run.text for run in cell.text if run.style not in ("cite", "small")).strip()


def number(words: str) -> Fraction | None:
    """Return a printed number: `−3`, `+2`, `1½`, `5/3`."""
    shown = words.replace(MINUS, "-").removeprefix("+")
    for glyph, value in {"½": "1/2", "¼": "1/4", "¾": "3/4", "⅓": "1/3", "⅔": "2/3"}.items():
        if shown.endswith(glyph):
            whole = shown.removesuffix(glyph)
            sign = -1 if whole.startswith("-") else 1
            return sign * (abs(int(whole or "0") if whole != "-" else 0) + Fraction(value))
    return Fraction(shown) if re.fullmatch(r"-?\d+(/\d+)?", shown) else None


def covers(key: str, value: Any, order: Sequence[Sequence[str]]) -> bool:
    """Does this key name the value: a number, or the place in `order` of something with one or more names?"""
    if key == "all others":
        return True
    if isinstance(value, Fraction):
        return any(_spans(part.strip(), value) for part in key.split(", "))
    if any(f", {name}, " in f", {key}, " for name in order[value]):
        return True
    ends = [[i for i, names in enumerate(order) if end in names] for end in key.split(" to ")]
    return len(ends) == 2 and all(ends) and ends[0][0] <= value <= ends[1][0]


def _spans(part: str, value: Fraction) -> bool:
    if part.startswith(("≤", "≥")):
        end = number(part[1:].strip())
        return end is not None and (value <= end if part[0] == "≤" else value >= end)
    for between in (" to ", DASH):
        if between in part:
            low, high = (number(end) for end in part.split(between))
            return low is not None and high is not None and low <= value <= high
    return number(part) == value


class Chart:
    """A table of one block, by rows and perhaps columns."""

    def __init__(self, rows: Sequence[Row]) -> None:
        heads = [row for row in rows if row.part == "head"]
        self.columns = [words_of(cell) for cell in heads[-1].cells] if len(heads) == 2 else []
        self.rows = [row for row in rows if row.part in ("body", "modifier")]
        self.keys = [words_of(row.cells[0]) for row in self.rows]
        self.cells = [[words_of(cell) for cell in row.cells[1:]] for row in self.rows]

    def find(self, row: Any, column: Any, orders: Sequence[Any]) -> tuple[int, int]:
        """Return the first row and the first column that name these values."""
        r = next(
            i
            for i, key in enumerate(self.keys)
            if not key.startswith("natural") and covers(key, row, orders[0])
        )
        if not self.columns:
            return r, 0
        return r, next(i for i, key in enumerate(self.columns) if covers(key, column, orders[1]))


def modifier(table: Table, title: str) -> Chart:
    """Return the rows of one modifier out of those of a table."""
    found: list[Row] = []
    mine = False
    for row in table.rows:
        if len(row.cells) == 3 or row.cells[0].columns == 2:
            mine = words_of(row.cells[0]) == title
        if mine and row.part == "modifier":
            found.append(Row(row.cells[-2:], "modifier"))
    return Chart(found) if found else Chart([Row((), "head")])


def reckoned(words: str, values: Mapping[str, int]) -> Fraction:
    """Work out a sum as it is printed: `(n1 + n2) × 3 ÷ 2, rounded up`."""
    while "(" in words:
        words = re.sub(r"\(([^()]*)\)", lambda m: _exact(reckoned(m[1], values)), words, count=1)
    found = re.fullmatch("the (least|greatest) of (.*)", words)
    if found:
        return (min if found[1] == "least" else max)(reckoned(part, values) for part in found[2].split(", "))
    found = re.fullmatch("(.*), (rounded up|rounded down|rounded|at least|at most) ?(.*?)", words)
    if found:
        first = reckoned(found[1], values)
        return _LIMITS[found[2]](first, reckoned(found[3], values) if found[3] else None)
    terms = re.split(rf" ([+{MINUS}]) ", words)
    total = _product(terms[0], values)
    for sign, term in zip(terms[1::2], terms[2::2], strict=True):
        total += _product(term, values) * (1 if sign == "+" else -1)
    return total


def _exact(value: Fraction) -> str:
    return str(value).replace("-", MINUS)


def _product(words: str, values: Mapping[str, int]) -> Fraction:
    factors = re.split(" ([×÷]) ", words)
    total = _factor(factors[0], values)
    for sign, factor in zip(factors[1::2], factors[2::2], strict=True):
        total = total * _factor(factor, values) if sign == "×" else total / _factor(factor, values)
    return total


def _factor(words: str, values: Mapping[str, int]) -> Fraction:
    if words.startswith(MINUS) and words[1:] in values:
        return -Fraction(values[words[1:]])
    if words in values:
        return Fraction(values[words])
    found = number(words)
    assert found is not None, f"nobody can reckon with {words!r}"
    return found


_LIMITS: Mapping[str, Callable[[Fraction, Any], Fraction]] = {
    "rounded up": lambda x, _: Fraction(-(-x.numerator // x.denominator)),
    "rounded down": lambda x, _: Fraction(x.numerator // x.denominator),
    "rounded": lambda x, _: Fraction((2 * x.numerator + x.denominator) // (2 * x.denominator)),
    "at least": max,
    "at most": min,
}
