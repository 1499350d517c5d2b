"""The dice of a roll: the total of those that count, exactly."""

from __future__ import annotations

from functools import lru_cache
from math import comb

from rulewright.runtime import dice
from rulewright.runtime.errors import over_limit
from rulewright.runtime.odds.distribution import Distribution


@lru_cache(4096)
def total(count: int, lo: int, hi: int, keep: tuple[str, int] | None) -> Distribution:
    """Return the total of `count` dice of lo to hi, or of the lowest or highest of them."""
    if count > dice.MOST_DICE:
        raise over_limit("dice in one roll", dice.MOST_DICE)
    die = Distribution.die(lo, hi)
    if keep is None:
        return count @ die
    which, kept = keep
    if kept >= count:
        return count @ die
    faces = range(hi, lo - 1, -1) if which == "highest" else range(lo, hi + 1)
    return _kept(list(faces), count, max(kept, 0))


def _kept(faces: list[int], count: int, kept: int) -> Distribution:
    """The total of the first `kept` dice, in the order of the faces."""
    # By (dice that showed an earlier face, total so far): in how many ways.
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    for at, face in enumerate(faces):
        last = at == len(faces) - 1
        more: dict[tuple[int, int], int] = {}
        for (used, so_far), times in ways.items():
            for here in (count - used,) if last else range(count - used + 1):
                counted = max(0, min(here, kept - used))
                key = (used + here, so_far + counted * face)
                more[key] = more.get(key, 0) + times * comb(count - used, here)
        ways = more
    found: dict[int, int] = {}
    for (_, so_far), times in ways.items():
        found[so_far] = found.get(so_far, 0) + times
    return Distribution(found)
