"""Which rows the values of an axis find: what is left uncovered, covered twice, or never found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.compiler.check import intervals
from rulewright.compiler.check.intervals import Numbers
from rulewright.compiler.check.values import ANYTHING, EMPTY, Values
from rulewright.compiler.model import Json

if TYPE_CHECKING:
    from rulewright.compiler.check.reach import Reach, Scope


@dataclass(frozen=True, slots=True)
class Cover:
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
    left_numbers, left_names, left_open = axis.numbers, axis.names, axis.is_open
    found: list[int] = []
    taken: list[Values | None] = []
    for number, row in enumerate(rows):
        takes = taken_by(reach, row, axis)
        taken.append(takes)
        if takes is None:
            if left_numbers or left_names or left_open:
                found.append(number)
            left_numbers, left_names, left_open = intervals.NOTHING, frozenset(), False
            continue
        rest = intervals.difference(left_numbers, takes.numbers) if takes.numbers else left_numbers
        if rest != left_numbers or left_names & takes.names or left_open:
            found.append(number)
        left_numbers, left_names = rest, left_names - takes.names
    overlaps = tuple(_overlaps(taken))
    return Cover(tuple(found), Values(left_numbers, left_names, left_open), overlaps)


def taken_by(reach: Reach, row: list[Json], axis: Values) -> Values | None:
    """Return the values that the keys of one row take; None for `otherwise`."""
    found = EMPTY
    for key in row:
        if "is" in key:
            value = key["is"]
            if type(value) is int:
                one = Values(((value, value),))
            else:
                one = reach.of(value, reach.outside)
        elif "otherwise" in key:
            return None
        else:
            one = _between(reach, key["from"], key["to"], axis)
        found = one if found is EMPTY else found | one
    return found


def _between(reach: Reach, lo: Json, hi: Json, axis: Values) -> Values:
    if isinstance(lo, str) or isinstance(hi, str):
        enums = {name[1] for name in axis.names if name[0] == "value"}
        for enum in sorted(enums):
            order = reach.index.names_in.get(enum, ())
            if (lo is None or lo in order) and (hi is None or hi in order):
                first = 0 if lo is None else order.index(lo)
                last = len(order) - 1 if hi is None else order.index(hi)
                return Values(names=frozenset(("value", enum, id) for id in order[first : last + 1]))
        return EMPTY
    return Values(intervals.interval(_number(reach, lo), _number(reach, hi)))


def _number(reach: Reach, value: Json) -> intervals.Number | None:
    if value is None or isinstance(value, int):
        return value
    numbers: Numbers = reach.number(value, reach.outside)
    return numbers[0][0] if numbers else None


def _overlaps(taken: list[Values | None]) -> Iterator[tuple[int, int, Values]]:
    """Find the rows that take what an earlier row takes: numbers by a sweep, names by a table."""
    spans = sorted((lo, hi, row) for row, takes in enumerate(taken) if takes for lo, hi in takes.numbers)
    reached: tuple[intervals.Number, intervals.Number, int] | None = None
    for lo, hi, row in spans:
        if reached is not None and lo <= reached[1] and row != reached[2]:
            common = Values(((lo, min(hi, reached[1])),))
            yield min(row, reached[2]), max(row, reached[2]), common
        if reached is None or hi > reached[1]:
            reached = (lo, hi, row)
    owner: dict[object, int] = {}
    last_resort: int | None = None
    for row, takes in enumerate(taken):
        if takes is None:
            if last_resort is not None:
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


def reachable_rows(reach: Reach, lookup: Json, scope: Scope) -> Iterator[list[Json]]:
    """The cells that can be looked up, row by row."""
    rows, columns = covers(reach, lookup, scope)
    for number in rows.found:
        cells = lookup["rows"][number]["cells"]
        yield cells if columns is None else [cells[column] for column in columns.found if column < len(cells)]
