"""What an expression can be: numbers, names, and whether it can be something that is not listed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulewright.compiler.check import intervals
from rulewright.compiler.check.intervals import EVERY, INFINITE, NOTHING, Numbers
from rulewright.compiler.record import Record

Name = tuple[Any, ...]
"""A value that is no number: ("value", enum, id), ("side", id), ("place", map, id), ("unit", id), …"""

NONE: Name = ("none",)
YES: Name = ("yes_no", True)
NO: Name = ("yes_no", False)


class Values(Record, frozen=True):
    """What an expression can be; of a set or list, what its members can be.

    is_open: it can also be something that is not listed here.
    """

    numbers: Numbers = NOTHING
    names: frozenset[Name] = frozenset()
    is_open: bool = False

    def __or__(self, other: Values) -> Values:
        if self is other or self == other:
            return self
        numbers = intervals.union(self.numbers, other.numbers)
        return Values(numbers, self.names | other.names, self.is_open or other.is_open)


EMPTY = Values()
ANYTHING = Values(EVERY, frozenset(), True)
SOMETHING = Values(NOTHING, frozenset(), True)  # a piece, a path, a text: no number
EITHER = Values(names=frozenset((YES, NO)))
ALWAYS = Values(names=frozenset((YES,)))
NEVER = Values(names=frozenset((NO,)))
ONLY_NONE = Values(names=frozenset((NONE,)))
COUNTED = Values(((0, INFINITE),))


def union(parts: Iterable[Values]) -> Values:
    numbers: set[intervals.Interval] = set()
    names: set[Name] = set()
    is_open = False
    for part in parts:
        numbers.update(part.numbers)
        names |= part.names
        is_open = is_open or part.is_open
    return Values(intervals.joined(numbers), frozenset(names), is_open)


def narrowed(given: Values, declared: Values) -> Values:
    """What an argument can be: what was given, as far as the parameter takes it."""
    if given.is_open:
        return declared
    if not declared.numbers:
        return given
    return Values(
        intervals.intersection(given.numbers, declared.numbers) or given.numbers, given.names, False
    )
