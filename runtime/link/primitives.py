"""What generated code calls: sets, numbers, limits. Small functions on plain values.

Sets are tuples in ascending order without doubles; none stands before everything else where it occurs.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rulewright.runtime import errors

BIGGEST = 10**18
"""No number of a game is further from zero, and no denominator larger."""

LONGEST = 10_000
"""No list or set has more members."""

DEEPEST = 200
"""No rule is further from the phase that called it."""

BUDGET = 2_000_000
"""Rounds and calls between two decisions."""

State = list[Any]


def spend(S: State, amount: int) -> None:
    """Take `amount` from what may still be done before the next decision."""
    S[0] -= amount
    if S[0] < 0:
        raise errors.over_limit("steps between two decisions", BUDGET)


def spent() -> None:
    raise errors.over_limit("steps between two decisions", BUDGET)


def rounds(S: State, members: Any, weight: int) -> Any:
    """Return `members`, having paid for one round of `weight` for each."""
    S[0] -= len(members) * weight + 1
    if S[0] < 0:
        raise errors.over_limit("steps between two decisions", BUDGET)
    return members


def dive(desk: Any) -> None:
    """Enter a rule that may call itself."""
    desk.depth += 1
    if desk.depth > DEEPEST:
        raise errors.over_limit("rules inside one another", DEEPEST)


# ---------------------------------------------------------------- numbers


def product(a: Any, b: Any) -> Any:
    x = a * b
    if type(x) is Fraction:
        return _fraction(x)
    if -BIGGEST <= x <= BIGGEST:
        return x
    raise errors.over_limit("as the size of a number", BIGGEST)


def quotient(a: Any, b: Any) -> Any:
    if a is None or b is None:
        raise errors.none_used()
    if b == 0:
        raise errors.divided_by_zero()
    if type(a) is int and type(b) is int:                      # four times as fast as with fractions, and by far the commonest
        return a // b if a % b == 0 else _fraction(Fraction(a, b))
    return _fraction(Fraction(a) / Fraction(b))


def _fraction(x: Fraction) -> Any:
    if x.denominator == 1:
        return sized(x.numerator)
    if abs(x.numerator) > BIGGEST or x.denominator > BIGGEST:
        raise errors.over_limit("as the size of a number", BIGGEST)
    return x


def sized(x: Any) -> Any:
    """Return the number `x` in its plainest form, within the limit."""
    if type(x) is int:
        if -BIGGEST <= x <= BIGGEST:
            return x
        raise errors.over_limit("as the size of a number", BIGGEST)
    if type(x) is Fraction:
        return _fraction(x)
    raise errors.none_used() if x is None else errors.wrong_value("a number")


def whole(x: Any) -> int:
    """Return `x` as an int, or say that a whole number is needed."""
    if type(x) is int:
        return x
    if type(x) is Fraction and x.denominator == 1:
        return x.numerator
    raise errors.none_used() if x is None else errors.not_whole(x)


def ordered(a: Any, b: Any) -> bool:
    """a < b, false if one is none."""
    return a is not None and b is not None and a < b


def ordered_or_same(a: Any, b: Any) -> bool:
    """a <= b, false if one is none."""
    return a is not None and b is not None and a <= b


def between(x: Any, lo: Any, hi: Any) -> bool:
    """lo <= x <= hi; an end that is none is open; false for no x."""
    return x is not None and (lo is None or lo <= x) and (hi is None or x <= hi)


def span(lo: Any, hi: Any) -> tuple[int, ...]:
    """Return the whole numbers from lo to hi."""
    lo, hi = -(-lo // 1), hi // 1
    if hi - lo >= LONGEST:
        raise errors.over_limit("members of a range", LONGEST)
    return tuple(range(lo, hi + 1))


def clamped(x: Any, lo: Any, hi: Any) -> Any:
    return lo if lo is not None and x < lo else hi if hi is not None and x > hi else x


# ---------------------------------------------------------------- sets and lists


def _order(value: Any) -> tuple[Any, ...]:
    return (value is not None, type(value) is tuple, tuple(map(_order, value)) if type(value) is tuple else value or 0)


def in_order(values: Any) -> tuple[Any, ...]:
    """Return the members in natural order; none first, single places before paths."""
    try:
        return tuple(sorted(values))
    except TypeError:
        return tuple(sorted(values, key=_order))


def make_set(values: Any) -> tuple[Any, ...]:
    """Return the set of `values`, those that are none left out."""
    found = {*values}
    found.discard(None)
    if len(found) > LONGEST:
        raise errors.over_limit("members of a set", LONGEST)
    return in_order(found)


def distinct(values: Any) -> tuple[Any, ...]:
    """Return the set of `values`; none counts as a value."""
    return in_order(set(values))


def union(a: Any, b: Any) -> tuple[Any, ...]:
    return make_set(a + b)


FEW = 8
"""Members of a set that are looked through as quickly as looked up."""


def minus(a: tuple[Any, ...], b: Any) -> tuple[Any, ...]:
    """Return the members of a that are not in b, in their order."""
    if not b:
        return a
    out = b if len(b) < FEW or len(a) < FEW else frozenset(b)
    return tuple([x for x in a if x not in out])


def joined(a: tuple[Any, ...], b: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return list a, then list b."""
    if len(a) + len(b) > LONGEST:
        raise errors.over_limit("members of a list", LONGEST)
    return a + b


def flat(lists: Any) -> tuple[Any, ...]:
    """Return the members of all `lists` (a single place counts as one), those that are none left out."""
    found: list[Any] = []
    for one in lists:
        if type(one) is tuple:
            if one:
                found.extend([x for x in one if x is not None] if None in one else one)
        elif one is not None:
            found.append(one)
        if len(found) > LONGEST:
            raise errors.over_limit("members of a list", LONGEST)
    return tuple(found)


def places(value: Any) -> tuple[Any, ...]:
    """Return a path, set or list as it is, a single value as one member, none as no member."""
    return value if type(value) is tuple else () if value is None else (value,)


def is_subset(a: Any, b: Any) -> bool:
    return all(x in b for x in a)


def without_one(values: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    """Return the list without its first `value`; unchanged if there is none."""
    if value not in values:
        return values
    at = values.index(value)
    return values[:at] + values[at + 1 :]


def stands_at(where: Any, place: Any) -> bool:
    """Does something whose `at` is `where` (a place, a path or none) stand at `place`?"""
    return place is not None and (where == place or (type(where) is tuple and place in where))


# ---------------------------------------------------------------- outcomes


def outcome_count(outcome: Any, name: int) -> int:
    """Return how often `name` is in the bag."""
    if outcome is not None:
        for found, count in outcome:
            if found == name:
                return int(count)
    return 0


# ---------------------------------------------------------------- checks of values that come from elsewhere


def is_of(family: Any, value: Any) -> bool:
    """Is the value of that family (types.family)?"""
    if family is None:
        return True
    kind = type(value)
    if family == "number":
        return kind is int or kind is Fraction
    if family == "yes_no":
        return kind is bool
    if family == "id":
        return kind is int
    if family == "text":
        return kind is str
    if family == "outcome":
        return kind is tuple and all(type(pair) is tuple and len(pair) == 2 for pair in value)
    if family[0] == "any":
        return any(is_of(one, value) for one in family[1:])
    if family[0] in ("many", "by"):
        return kind is tuple and all(one is None or is_of(family[1], one) for one in value)
    return False


def checked(value: Any, family: Any, may_be_none: bool, what: str) -> Any:
    """Return the value if it is of the family, else say what received a wrong one."""
    if type(value) is int and family == "id":
        return value
    if value is None:
        if may_be_none:
            return None
        raise errors.none_used()
    if is_of(family, value):
        return value
    raise errors.wrong_value(what)
