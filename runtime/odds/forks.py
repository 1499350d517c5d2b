"""Dice that fall in every way that they can: a roll that has no value yet asks for one, and each is tried."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import Any

from rulewright.runtime import dice, errors
from rulewright.runtime.link import journal
from rulewright.runtime.link.moving import Cup
from rulewright.runtime.link.primitives import State

MOST_AT_ONCE = 5_000
"""Ways in which the dice of one roll can fall, in any order."""


class Fork(Exception):
    """A die has no value yet. Internal: each of its values is tried."""

    def __init__(self, weights: tuple[int, ...]) -> None:
        super().__init__(weights)
        self.weights = weights


class OverBudget(Exception):
    """More states than the budget allows. Internal: the rolls are sampled then."""


class Branches(dice.Dice):
    """Dice that fall as a script says, and ask for more where it ends."""

    def __init__(self) -> None:
        self.script: tuple[int, ...] = ()
        self.at = 0

    def begin(self, script: tuple[int, ...]) -> None:
        self.script, self.at = script, 0

    def choose(self, weights: tuple[int, ...]) -> int:
        """Return which of several things happens, each as often as its weight says."""
        if len(weights) == 1:
            return 0
        if self.at >= len(self.script):
            raise Fork(weights)
        self.at += 1
        return self.script[self.at - 1]

    def throw(self, W: State, lo: int, hi: int) -> int:
        return lo + self.choose((1,) * (hi - lo + 1))

    def throws(self, W: State, lo: int, hi: int, count: int) -> tuple[int, ...]:
        if count > dice.MOST_DICE:
            raise errors.over_limit("dice in one roll", dice.MOST_DICE)
        if count == 0:
            return ()
        if comb(count + hi - lo, count) > MOST_AT_ONCE:
            raise OverBudget
        hands, weights = _hands(lo, hi, count)
        return hands[self.choose(weights)]

    def draw(self, W: State, cup: Cup) -> Any:
        counts = W[cup.slot]
        kinds = [kind for kind, left in enumerate(counts) if left]
        if not kinds:
            return None
        kind = kinds[self.choose(tuple([counts[kind] for kind in kinds]))]
        journal.write(W, cup.slot, cup.take(counts, kind))
        return cup.values[kind]

    def lot(self, W: State, members: Any, kind: Any) -> Any:
        return members[self.choose((1,) * len(members))] if members else None


@lru_cache(256)
def _hands(lo: int, hi: int, count: int) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """All ways in which several dice fall, in no order, and in how many orders each does."""
    hands = tuple(combinations_with_replacement(range(lo, hi + 1), count))
    weights = tuple(factorial(count) // prod(factorial(hand.count(face)) for face in set(hand)) for hand in hands)
    return hands, weights
