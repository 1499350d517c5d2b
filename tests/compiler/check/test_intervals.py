"""Sets of numbers: what interval work says is what counting says."""

from itertools import pairwise, product

from hypothesis import given
from hypothesis import strategies as st

from rulewright.compiler.check import intervals
from rulewright.compiler.check.intervals import INFINITE, Numbers

NUMBERS = st.sets(st.integers(-12, 12), max_size=8)


def made(members: set[int]) -> Numbers:
    return intervals.joined((n, n) for n in members)


def listed(numbers: Numbers) -> set[int]:
    found = intervals.members(numbers, 10_000)
    assert found is not None
    return {int(n) for n in found}


@given(NUMBERS, NUMBERS)
def test_sums_differences_and_products_are_those_of_the_members(a: set[int], b: set[int]) -> None:
    one, other = made(a), made(b)
    assert listed(intervals.added(one, other)) == {x + y for x, y in product(a, b)}
    assert listed(intervals.multiplied(one, other)) == {x * y for x, y in product(a, b)}
    assert listed(intervals.union(one, other)) == a | b
    assert listed(intervals.intersection(one, other)) == a & b
    assert listed(intervals.difference(one, other)) == a - b


@given(NUMBERS.filter(bool), NUMBERS.filter(bool))
def test_the_smaller_and_the_greater_of_two_are_never_anything_else(a: set[int], b: set[int]) -> None:
    one, other = made(a), made(b)
    assert listed(intervals.least(one, other)) == {min(x, y) for x, y in product(a, b)}
    assert listed(intervals.greatest(one, other)) == {max(x, y) for x, y in product(a, b)}
    assert listed(intervals.absolute(one)) == {abs(x) for x in a}


@given(NUMBERS, st.integers(1, 5))
def test_halves_are_rounded_as_they_are_written(a: set[int], by: int) -> None:
    quotients = intervals.divided(made(a), intervals.point(by))
    assert listed(intervals.rounded(quotients, "floor")) == {x // by for x in a}
    assert listed(intervals.rounded(quotients, "ceil")) == {-(-x // by) for x in a}


@given(NUMBERS)
def test_intervals_are_sorted_and_never_touch(a: set[int]) -> None:
    found = made(a)
    assert all(hi + 1 < lo for (_, hi), (lo, _) in pairwise(found))


def test_open_ends_stay_open() -> None:
    everything_above_3 = intervals.interval(3, None)
    assert intervals.added(everything_above_3, intervals.point(2)) == ((5, INFINITE),)
    assert intervals.difference(intervals.EVERY, everything_above_3) == ((-INFINITE, 2),)
    assert intervals.least(everything_above_3, intervals.interval(0, 9)) == ((0, 9),)


def test_a_set_is_said_as_a_reader_says_it() -> None:
    assert intervals.words(made({3})) == "3"
    assert intervals.words(made({3, 4})) == "3 and 4"
    assert intervals.words(made({3, 4, 5, 6, 9})) == "3 to 6 and 9"
    assert intervals.words(intervals.interval(13, None)) == "13 or more"
    assert intervals.words(intervals.interval(None, -2)) == "-2 or less"
