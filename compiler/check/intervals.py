"""Sets of numbers as sorted, disjoint intervals: what dice, modifiers and rows can be.

An interval whose ends are whole numbers holds the whole numbers between them; a single fraction is an
interval of its own. The ends may be infinite. Sets with very many holes are rounded up to their hull,
so a set never holds less than it should.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction

Number = int | Fraction | float
"""A whole number, a fraction, or an infinite end."""

Interval = tuple[Number, Number]
Numbers = tuple[Interval, ...]

INFINITE = math.inf
EVERY: Numbers = ((-INFINITE, INFINITE),)
NOTHING: Numbers = ()

MOST_INTERVALS = 256
FEW = 40  # so many members at most are combined one by one


def point(value: Number) -> Numbers:
    return ((value, value),)


def interval(lo: Number | None, hi: Number | None) -> Numbers:
    """`lo..hi`, None being an open end; empty if the ends are the wrong way round."""
    low, high = -INFINITE if lo is None else lo, INFINITE if hi is None else hi
    return ((low, high),) if low <= high else NOTHING


def joined(parts: Iterable[Interval]) -> Numbers:
    """Return the union of `parts`, sorted and disjoint; neighbours such as 1..2 and 3..4 become one."""
    found: list[Interval] = []
    for lo, hi in sorted(set(parts)):
        if found:
            last_lo, last_hi = found[-1]
            if lo <= last_hi or (lo == last_hi + 1 and _is_whole(lo)):
                if hi > last_hi:
                    found[-1] = (last_lo, hi)
                continue
        found.append((lo, hi))
    if len(found) > MOST_INTERVALS:
        return ((found[0][0], found[-1][1]),)
    return tuple(found)


def union(a: Numbers, b: Numbers) -> Numbers:
    if not a or a == b:
        return b
    return joined(a + b) if b else a


def intersection(a: Numbers, b: Numbers) -> Numbers:
    found = []
    for lo, hi in a:
        for low, high in b:
            start, end = max(lo, low), min(hi, high)
            if start <= end:
                found.append((start, end))
    return tuple(sorted(found))


def difference(a: Numbers, b: Numbers) -> Numbers:
    """Return what is in `a` and not in `b`, whole number by whole number."""
    if len(a) == 1 == len(b):
        (lo, hi), (low, high) = a[0], b[0]
        if low <= lo:
            if high >= hi:
                return NOTHING
            if high < lo:
                return a
            start = _after(high)
            return ((start, hi),) if start <= hi else NOTHING
    rest = list(a)
    for low, high in b:
        kept: list[Interval] = []
        for lo, hi in rest:
            if high < lo or hi < low:
                kept.append((lo, hi))
                continue
            if lo < low:
                kept.append((lo, _before(low)))
            if high < hi:
                kept.append((_after(high), hi))
        rest = [(lo, hi) for lo, hi in kept if lo <= hi]
    return tuple(rest)


def contains(a: Numbers, value: Number) -> bool:
    return any(lo <= value <= hi for lo, hi in a)


def added(a: Numbers, b: Numbers) -> Numbers:
    """Return every sum of a member of `a` and a member of `b`."""
    if len(a) == len(b) == 1:
        return ((_plus(a[0][0], b[0][0]), _plus(a[0][1], b[0][1])),)
    return joined((_plus(lo, low), _plus(hi, high)) for lo, hi in a for low, high in b)


def negated(a: Numbers) -> Numbers:
    return tuple((-hi, -lo) for lo, hi in reversed(a))


def multiplied(a: Numbers, b: Numbers) -> Numbers:
    few_a, few_b = members(a), members(b)
    if few_a is not None and few_b is not None:
        return joined((x * y, x * y) for x in few_a for y in few_b)
    corners = [_times(x, y) for x in ends(a) for y in ends(b)]
    return ((min(corners), max(corners)),) if corners else NOTHING


def divided(a: Numbers, b: Numbers) -> Numbers:
    """Return every quotient; where the divisor may be 0, that one is a play error and left out."""
    divisors = members(b)
    if divisors is None:
        return EVERY if a else NOTHING
    found: list[Interval] = []
    for divisor in divisors:
        if divisor == 0:
            continue
        dividends = members(a)
        if dividends is not None:
            found.extend((_quotient(x, divisor), _quotient(x, divisor)) for x in dividends)
        else:
            quotients = sorted(_quotient(end, divisor) for end in ends(a))
            found.append((quotients[0], quotients[-1]))
    return joined(found)


def least(a: Numbers, b: Numbers) -> Numbers:
    """Return every `min(x, y)`."""
    if not a or not b:
        return a or b
    return union(_at_most(a, b[-1][1]), _at_most(b, a[-1][1]))


def greatest(a: Numbers, b: Numbers) -> Numbers:
    return negated(least(negated(a), negated(b)))


def absolute(a: Numbers) -> Numbers:
    below = negated(_at_most(a, 0))
    above = negated(_at_most(negated(a), 0))
    return union(below, above)


def rounded(a: Numbers, how: str) -> Numbers:
    """Return `ceil`, `floor` or `round` (half up) of every member."""
    return joined((_round(lo, how), _round(hi, how)) for lo, hi in a)


def ends(a: Numbers) -> list[Number]:
    return [a[0][0], a[-1][1]] if a else []


def is_bounded(a: Numbers) -> bool:
    return not a or (a[0][0] > -INFINITE and a[-1][1] < INFINITE)


def members(a: Numbers, most: int = FEW) -> list[Number] | None:
    """Return the members one by one, or None if there are more than `most` or they cannot be listed."""
    found: list[Number] = []
    for lo, hi in a:
        if lo == hi:
            found.append(lo)
        elif not (isinstance(lo, int) and isinstance(hi, int)) or hi - lo >= most:
            return None
        else:
            found.extend(range(lo, hi + 1))
        if len(found) > most:
            return None
    return found


def nearest_to_zero(a: Numbers) -> Number:
    """Return the member with the smallest distance from 0; `a` is not empty."""
    nearest: list[Number] = [0 if lo <= 0 <= hi else (lo if lo > 0 else hi) for lo, hi in a]
    return min(nearest, key=lambda value: (max(value, -value), -value))


def shown(value: Number) -> str:
    """`3`, `1/2`, `-4`"""
    return str(int(value)) if _is_whole(value) else str(value)


def words(a: Numbers, limit: int = 3) -> str:
    """The set as a reader says it: `3`, `3 and 4`, `3 to 9`, `13 or more`, `-2 or less and 7`."""
    parts: list[str] = []
    for lo, hi in a:
        few = members(((lo, hi),), 3 if len(a) == 1 else 2)
        if few is not None:
            parts.extend(shown(value) for value in few)
        elif lo == -INFINITE and hi == INFINITE:
            parts.append("any number")
        elif lo == -INFINITE:
            parts.append(f"{shown(hi)} or less")
        elif hi == INFINITE:
            parts.append(f"{shown(lo)} or more")
        else:
            parts.append(f"{shown(lo)} to {shown(hi)}")
    if len(parts) > limit:
        return f"{', '.join(parts[:limit])} and {len(parts) - limit} more"
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _is_whole(value: Number) -> bool:
    return isinstance(value, int) or (isinstance(value, Fraction) and value.denominator == 1)


def _before(value: Number) -> Number:
    return math.ceil(value) - 1 if math.isfinite(value) else value


def _after(value: Number) -> Number:
    return math.floor(value) + 1 if math.isfinite(value) else value


def _plus(x: Number, y: Number) -> Number:
    return x + y


def _times(x: Number, y: Number) -> Number:
    return 0 if x == 0 or y == 0 else x * y


def _quotient(x: Number, y: Number) -> Number:
    if isinstance(x, float):
        return x if y > 0 else -x
    assert not isinstance(y, float)
    found = Fraction(x) / y
    return found.numerator if found.denominator == 1 else found


def _at_most(a: Numbers, bound: Number) -> Numbers:
    return tuple((lo, min(hi, bound)) for lo, hi in a if lo <= bound)


def _round(value: Number, how: str) -> Number:
    if isinstance(value, float):
        return value
    if how == "ceil":
        return math.ceil(value)
    return math.floor(value if how == "floor" else value + Fraction(1, 2))
