"""Widths of a table's columns, from how wide words are: as they come if there is room, else no narrower than their longest word."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from math import sqrt

from rulewright.compiler.aids import errors
from rulewright.compiler.aids.model import Cell, Table

ROOMY = 1.35
"""How much wider than its words a small table may become, where it need not fill the page."""
FILLS_FROM = 0.6
"""A table that takes that part of the page fills it."""

SHORT = 0.9
"""A column of that part of a fair share is not narrowed."""

Measure = Callable[[Cell], tuple[float, float]]


def of(
    table: Table, grid: list[list[int]], room: float, *, fill: bool, inset: float, measure: Measure
) -> tuple[list[float], dict[int, float]]:
    """Return the widths of all columns, and of the widest number in columns that have one; in mm.

    Args:
        grid: columns in which the cells of each row begin (`starts`).
        fill: take the whole room, as charts in columns do.
        measure: width of a cell's words on one line, and of its longest word.

    Raises:
        AidError: RW0620, the longest words together are wider than the room.
    """
    count = max(sum(cell.columns for cell in row.cells) for row in table.rows)
    natural, least = [0.0] * count, [0.0] * count
    numbers: dict[int, float] = {}
    even: set[int] = set(range(count))
    spans: list[tuple[int, int, float, float]] = []
    for row, starts_of_row in zip(table.rows, grid, strict=True):
        for cell, start in zip(row.cells, starts_of_row, strict=True):
            line, word = measure(cell)
            if cell.columns > 1:
                spans.append((start, start + cell.columns, line + 2 * inset, word + 2 * inset))
                continue
            if cell.align == "number" and not cell.head:
                numbers[start] = max(numbers.get(start, 0.0), line)
                word = line
            if cell.align in ("left", "right"):
                even.discard(start)
            natural[start] = max(natural[start], line + 2 * inset)
            least[start] = max(least[start], word + 2 * inset)
    for low, high, line, word in spans:
        _widen(natural, low, high, line)
        _widen(least, low, high, word)
    if sum(least) > room + 1e-6:
        raise errors.too_wide(table.id, sum(least), room)
    _level(natural, even, room)
    wanted = room if fill or sum(natural) >= FILLS_FROM * room else min(room, ROOMY * sum(natural))
    return _fitted(natural, least, wanted), numbers


def starts(table: Table) -> Iterator[list[int]]:
    """Yield of each row the columns in which its cells begin: cells from above may reach into it."""
    taken: dict[int, int] = {}  # column → rows that it is still taken
    for row in table.rows:
        if not taken and all(cell.columns == cell.rows == 1 for cell in row.cells):
            yield list(range(len(row.cells)))
            continue
        found, column = [], 0
        below = {one: left - 1 for one, left in taken.items() if left > 1}
        for cell in row.cells:
            while taken.get(column, 0) > 0:
                column += 1
            found.append(column)
            for one in range(column, column + cell.columns):
                if cell.rows > 1:
                    below[one] = cell.rows - 1
            column += cell.columns
        taken = below
        yield found


def left(table: Table, grid: list[list[int]]) -> set[int]:
    """Return the columns whose cells all begin at the left; so does their head, then."""
    found: dict[int, bool] = {}
    for row, columns in zip(table.rows, grid, strict=True):
        for cell, start in zip(row.cells, columns, strict=True):
            if cell.head != "column":
                found[start] = found.get(start, True) and cell.align == "left" and not cell.mark
    return {start for start, is_left in found.items() if is_left}


def _widen(widths: list[float], low: int, high: int, needed: float) -> None:
    """Share out what a cell over several columns needs beyond them."""
    more = (needed - sum(widths[low:high])) / (high - low)
    if more > 0:
        widths[low:high] = [one + more for one in widths[low:high]]


def _level(natural: list[float], even: set[int], room: float) -> None:
    """Make neighbouring columns of figures and short words equally wide, if there is room."""
    for group in _runs(sorted(even)):
        widest = max(natural[one] for one in group)
        if sum(natural) + sum(widest - natural[one] for one in group) <= room:
            for one in group:
                natural[one] = widest


def _runs(columns: list[int]) -> list[list[int]]:
    runs = [columns[:1]] if columns else []
    for before, one in pairwise(columns):
        if one == before + 1:
            runs[-1].append(one)
        else:
            runs.append([one])
    return runs


def _fitted(natural: list[float], least: list[float], wanted: float) -> list[float]:
    """Spread columns to the wanted width, or narrow the wide ones: short columns keep their words on one line."""
    total = sum(natural)
    if total <= wanted:
        return [round(one * wanted / total, 3) for one in natural]
    widths, left, wide = list(least), wanted, list(range(len(natural)))
    while wide:
        fair = left / len(wide)
        short = [one for one in wide if natural[one] <= fair * SHORT]
        if not short:
            break
        for one in short:
            widths[one] = natural[one]
            left -= natural[one]
            wide.remove(one)
    # Long texts share the rest by the root of their lengths: the longest becomes the highest, but not alone.
    while wide:
        roots = sum(sqrt(natural[one]) for one in wide)
        shares = {one: left * sqrt(natural[one]) / roots for one in wide}
        tight = [one for one in wide if shares[one] < least[one]]
        for one in tight or wide:
            widths[one] = least[one] if tight else shares[one]
            left -= widths[one]
        wide = [one for one in wide if one not in tight] if tight else []
    if sum(widths) > wanted + 1e-6:  # what the short ones kept is needed for longest words
        give = total - sum(least)
        share = (wanted - sum(least)) / give if give else 0.0
        widths = [low + (one - low) * share for one, low in zip(natural, least, strict=True)]
    return [round(one, 3) for one in widths]
