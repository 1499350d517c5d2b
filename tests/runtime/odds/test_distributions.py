"""A distribution is exact: by hand, by icepool and dyce, and by the laws of chance."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import dyce
import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.runtime.odds import Chits, Distribution
from rulewright.runtime.odds.thrown import total

D6 = Distribution.die(1, 6)
D10 = Distribution.die(0, 9)

weights = st.dictionaries(st.integers(-8, 12), st.integers(1, 60), min_size=1, max_size=8)


def shares(distribution: Distribution) -> dict[Any, Fraction]:
    return dict(distribution.items())


def of_icepool(die: Any) -> dict[Any, Fraction]:
    return {value: Fraction(count, die.denominator()) for value, count in die.items()}


# ---- by hand


def test_two_dice_by_hand() -> None:
    two = 2 @ D6
    assert two.probability(7) == Fraction(1, 6)  # 1+6 2+5 3+4 and the other way round: 6 of 36
    assert two.probability(lambda sum: sum >= 11) == Fraction(1, 12)  # 5+6 6+5 6+6: 3 of 36
    assert two.mean == 7
    assert two.variance == Fraction(35, 6)  # twice 35/12
    assert (two.quantile("1/2"), two.quantile(0), two.quantile(1)) == (7, 2, 12)


def test_a_follow_on_roll_is_a_value_that_is_rolled() -> None:
    # 0 of d10 leads to a second die, on which 0..2 counts: 1/10 * 3/10.
    sunk = D10.map(lambda face: D10.map(lambda second: second <= 2) if face == 0 else False)
    assert sunk.probability(True) == Fraction(3, 100)


def test_arithmetic_with_numbers_and_dice() -> None:
    assert shares(D6 + 1) == dict.fromkeys(range(2, 8), Fraction(1, 6))
    assert shares(7 - D6) == shares(D6)
    assert (D6 * D6).probability(36) == Fraction(1, 36)
    assert (D6 - D6).probability(0) == Fraction(1, 6)  # not the same die
    assert (D6 * 2).mean == 7
    assert (Distribution.die(1, 2) @ D6).mean == Fraction(3, 2) * Fraction(7, 2)
    assert Distribution.certain(0) == (0 @ D6)


def test_what_has_no_meaning_is_refused() -> None:
    with pytest.raises(ValueError, match="needs a value"):
        Distribution({})
    with pytest.raises(ValueError, match="below 0"):
        Distribution({1: -1})
    with pytest.raises(ValueError, match="fewer than 0"):
        D6.__rmatmul__(-1)
    with pytest.raises(ValueError, match="between 0 and 1"):
        D6.quantile(2)


def test_three_chits_of_a_cup_by_hand() -> None:
    cup = Chits({"dazzle": 3, "dud": 2, "smoke": 1})
    # Without dud: 4 of 6 chits, then 3 of 5: 12/30. Two duds: 2/6 * 1/5.
    assert shares(cup.draws_of("dud", 2)) == {0: Fraction(2, 5), 1: Fraction(8, 15), 2: Fraction(1, 15)}
    assert cup.hands(6) == Distribution.certain(("dazzle",) * 3 + ("dud",) * 2 + ("smoke",))
    assert Chits({1: 1, 5: 1}).sums(7) == Distribution.certain(6)  # an empty cup gives nothing more


# ---- the judges


@pytest.mark.parametrize("times", [1, 2, 3, 7, 14, 40])
def test_a_column_times_n_as_icepool_and_dyce_have_it(times: int) -> None:
    ways = {0: 13, 1: 5, 2: 1, 3: 1}
    mine = shares(times @ Distribution(ways))
    assert mine == of_icepool(times @ icepool.Die(ways))
    histogram = times @ dyce.H(ways)
    assert mine == {value: Fraction(count, sum(histogram.counts())) for value, count in histogram.items()}


@pytest.mark.parametrize(("count", "which", "kept"), [(3, "highest", 2), (3, "lowest", 2), (5, "highest", 1), (4, "lowest", 3)])
def test_dice_of_which_some_count_as_icepool_has_it(count: int, which: str, kept: int) -> None:
    d10 = icepool.z(10)
    theirs: Any = icepool.lowest if which == "lowest" else icepool.highest
    assert shares(total(count, 0, 9, (which, kept))) == of_icepool(theirs([d10] * count, keep=kept))
    thrown = Counter(sum(sorted(dice, reverse=which == "highest")[:kept]) for dice in product(range(10), repeat=count))
    assert shares(total(count, 0, 9, (which, kept))) == shares(Distribution(thrown))


@pytest.mark.parametrize("chits", [{-1: 4, -2: 8, -3: 8, -4: 4, -5: 8}, {0: 7, 1: 10, 2: 2, -3: 4}, {5: 1}, {2: 3, 7: 2}])
def test_draws_without_replacement_as_icepool_has_them(chits: dict[int, int]) -> None:
    deck: Any = icepool.Deck(chits)
    hits: Any = 3 @ icepool.Die({0: 5, 1: 3, 2: 1})
    most = min(6, sum(chits.values()))
    for draws in range(1, most + 1):
        assert shares(Chits(chits).sums(draws)) == of_icepool(deck.deal(draws).sum())
    theirs = hits.map(lambda n: deck.deal(min(n, sum(chits.values()))).sum() if n else 0)
    assert shares(Chits(chits).sums(3 @ Distribution({0: 5, 1: 3, 2: 1}))) == of_icepool(theirs)


def test_hands_are_all_there_are() -> None:
    cup = Chits({1: 2, 2: 3, 5: 1})
    for draws in range(7):
        assert cup.hands(draws).map(sum) == cup.sums(draws)


# ---- the laws


@given(weights, weights)
@settings(max_examples=25, deadline=None)
def test_all_chances_together_are_one_and_sums_commute(one: dict[int, int], other: dict[int, int]) -> None:
    a, b = Distribution(one), Distribution(other)
    for found in (a + b, a * b, a - b, 3 @ a, Distribution.mixture([(2, a), (5, b)]), a.map(lambda value: b if value > 2 else value)):
        assert sum(chance for _, chance in found.items()) == 1
    assert a + b == b + a
    assert (a + b).mean == a.mean + b.mean
    assert (a + b).variance == a.variance + b.variance
    assert 3 @ a == a + a + a
    assert (a + b) == a.pair(b, lambda x, y: x + y)
    assert hash(a + b) == hash(b + a)


@given(weights, st.integers(0, 6), st.integers(0, 6))
@settings(max_examples=25, deadline=None)
def test_a_cup_that_is_drawn_from_loses_what_is_drawn(counts: dict[int, int], first: int, second: int) -> None:
    cup = Chits({value: count % 4 + 1 for value, count in counts.items()})
    draws = min(first + second, cup.size)
    both = Distribution({0: 1}).map(lambda _: cup.hands(min(first, cup.size)))

    def then(hand: tuple[int, ...]) -> Distribution:
        left = dict(cup.counts)
        for value in hand:
            left[value] -= 1
        return Chits(left).sums(draws - len(hand)) + sum(hand)

    assert both.map(then) == cup.sums(draws)
