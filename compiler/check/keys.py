"""Which rows the values of an axis find: what is left uncovered, covered twice, or never found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rulewright.compiler.check import intervals
from rulewright.compiler.check.values import ANYTHING, EMPTY, Values
from rulewright.compiler.model import Json
from rulewright.compiler.record import Record

if TYPE_CHECKING:
    from rulewright.compiler.check.reach import Reach, Scope


class Cover(Record, frozen=True):
    """How the rows (or columns) of an axis share its values.

    found: the rows that some value finds, in order; each value finds the first row that takes it.
    left: the values that find no row.
    overlaps: two rows and the values that both of them take; `otherwise` takes only what is left.
    """

    found: tuple[int, ...]
    left: Values
    overlaps: tuple[tuple[int, int, Values], ...]


def cover(reach: Reach, rows: Sequence[list[Json]], axis: Values) -> Cover:
    """Share the values of `axis` among `rows`, each given by its keys."""
    numbers, names, is_open = axis.numbers, axis.names, axis.is_open
    found: list[int] = []
    taken: list[Values | None] = []
    for number, row in enumerate(rows):
        takes = taken_by(reach, row, axis)
        taken.append(takes)
        if takes is None:
            if numbers or names or is_open:
                found.append(number)
            numbers, names, is_open = intervals.NOTHING, frozenset(), False
            continue
        is_found = is_open
        if takes.numbers and numbers:
            rest = intervals.difference(numbers, takes.numbers)
            if rest != numbers:
                numbers, is_found = rest, True
        if takes.names and not names.isdisjoint(takes.names):
            names, is_found = names - takes.names, True
        if is_found:
            found.append(number)
    return Cover(tuple(found), Values(numbers, names, is_open), tuple(_overlaps(taken)))


def taken_by(reach: Reach, row: list[Json], axis: Values) -> Values | None:
    """Return the values that the keys of one row take; None for `otherwise`."""
    found = EMPTY
    for key in row:
        if "is" in key:
            one = reach.constant(key["is"])
        elif "otherwise" in key:
            return None
        else:
            one = _between(reach, key["from"], key["to"], axis)
        found = one if found is EMPTY else found | one
    return found


def _between(reach: Reach, lo: Json, hi: Json, axis: Values) -> Values:
    if isinstance(lo, str) or isinstance(hi, str):
        for enum in sorted({name[1] for name in axis.names if name[0] == "value"}):
            order = reach.index.names_in.get(enum, ())
            if (lo is None or lo in order) and (hi is None or hi in order):
                first = 0 if lo is None else order.index(lo)
                last = len(order) - 1 if hi is None else order.index(hi)
                return Values(names=frozenset(("value", enum, id) for id in order[first : last + 1]))
        return EMPTY
    return Values(intervals.interval(lo, hi))


def _overlaps(taken: list[Values | None]) -> Iterator[tuple[int, int, Values]]:
    """Find the rows that take what an earlier row takes: numbers by a sweep, names by a table."""
    spans = [
        (lo, hi, row) for row, takes in enumerate(taken) if takes is not None for lo, hi in takes.numbers
    ]
    spans.sort()
    reached: intervals.Number = -intervals.INFINITE
    reached_by = -1
    for lo, hi, row in spans:
        if lo <= reached and reached_by >= 0 and row != reached_by:
            common = Values(((lo, min(hi, reached)),))
            yield min(row, reached_by), max(row, reached_by), common
        if reached_by < 0 or hi > reached:
            reached, reached_by = hi, row
    owner: dict[object, int] = {}
    last_resort = -1
    for row, takes in enumerate(taken):
        if takes is None:
            if last_resort >= 0:
                yield last_resort, row, ANYTHING
            last_resort = row
            continue
        for name in takes.names:
            first = owner.setdefault(name, row)
            if first != row:
                yield first, row, Values(names=frozenset((name,)))


def covers(reach: Reach, lookup: Json, scope: Scope) -> tuple[Cover, Cover | None]:
    """Return how a lookup's rows, and its columns if it has two axes, share what is looked up."""
    by = lookup["by"]
    rows = cover(reach, [row["keys"] for row in lookup["rows"]], reach.of(by[0], scope))
    if len(by) < 2:
        return rows, None
    return rows, cover(reach, lookup["columns"], reach.of(by[1], scope))


def reachable_cells(reach: Reach, lookup: Json, scope: Scope) -> Iterator[Json]:
    """The cells that can be looked up."""
    for _, cells in reachable_rows(reach, lookup, scope):
        yield from cells


def reachable_rows(reach: Reach, lookup: Json, scope: Scope) -> Iterator[tuple[Json, list[Json]]]:
    """The rows that can be looked up, each with those of its cells that can."""
    rows, columns = reach.covers(lookup, scope)
    for number in rows.found:
        row = lookup["rows"][number]
        cells = row["cells"]
        yield row, cells if columns is None else [cells[c] for c in columns.found if c < len(cells)]
