"""Cells of a table of odds: chances as percentages and fractions, and columns that fit the terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction

from rulewright.cli import terminal

LONG_FRACTION = 9
"""Characters of a fraction that still stands beside its percentage."""

GAP = 2
"""Between two columns."""


def chance_of(chance: Fraction, exact: bool) -> str:
    return f"{percent(chance)} {fraction(chance)}" if exact else percent(chance)


def percent(chance: Fraction) -> str:
    """A chance out of a hundred, to four places that count; never 0 % or 100 % for what is not so."""
    value = float(100 * chance)
    if 0 < chance < 1 and (value < 0.01 or value > 99.99):
        return "<0.01%" if value < 0.01 else ">99.99%"
    return f"{value:.2f}".rstrip("0").rstrip(".") + "%"


def fraction(chance: Fraction) -> str:
    return str(chance)


def fits(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    wide = sum(max(map(len, column)) for column in _columns(heads, rows)) + GAP * (len(heads) - 1) + 3
    return wide <= terminal.width() and all(
        len(cell) <= 8 + LONG_FRACTION for row in rows for cell in row if "/" in cell
    )


def _columns(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[tuple[str, ...]]:
    # A heading may be broken between its words.
    longest = [max(head.split() or [""], key=len) for head in heads]
    yield from zip(longest, *rows, strict=True)


def print_table(heads: Sequence[str], rows: Sequence[Sequence[str]], words: int) -> None:
    """Print columns; the first `words` are words, and say the same only once under one another."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 0, 0, 1))
    for at, head in enumerate(heads):
        table.add_column(head, justify="left" if at < words else "right", overflow="fold", no_wrap=False)
    last: list[str] = []
    for row in rows:
        same = 0
        while same < min(words - 1, len(last)) and last[same] == row[same]:
            same += 1
        last = list(row)
        table.add_row(*([""] * same), *row[same:])
    color = terminal.wants_color(sys.stdout)
    console = Console(
        width=max(terminal.width(), 1),
        force_terminal=color,
        no_color=not color,
        highlight=False,
        markup=False,
        emoji=False,
    )
    with console.capture() as captured:
        console.print(table)
    for line in captured.get().splitlines():
        if line.strip():
            terminal.say(line.rstrip())
