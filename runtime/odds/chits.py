"""Draws without replacement: what comes out of a cup whose chits are not put back.

The table of a cup, by number of draws and sum, is a product of one factor for each kind of chit; it is made once and kept. Its
rows are packed integers, brought to one number of ways, so that a number of draws that is itself a matter of chance is a
weighted sum of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import accumulate
from math import comb, lcm
from operator import mul
from typing import Any

from rulewright.runtime.odds import packing
from rulewright.runtime.odds.distribution import Distribution


class Chits:
    """What lies in a cup: how many chits of each value."""

    def __init__(self, counts: Mapping[Any, int]) -> None:
        self.counts = {value: count for value, count in counts.items() if count}
        self.size = sum(self.counts.values())
        self._rows: dict[int, list[int]] = {}

    def draws_of(self, wanted: Any, draws: int | Distribution) -> Distribution:
        """How many of so many draws are of a value, or of one of those for which a function says yes."""
        chosen = sum(count for value, count in self.counts.items() if (wanted(value) if callable(wanted) else value == wanted))
        return Chits({1: chosen, 0: self.size - chosen}).sums(draws)

    def sums(self, draws: int | Distribution) -> Distribution:
        """The sum of what is drawn; an empty cup gives nothing more.

        Args:
            draws: how many; or a distribution of it, as where each hit draws one.
        """
        dense = (draws, (1,)) if isinstance(draws, int) else draws.dense()
        if dense is None or dense[0] < 0:
            raise ValueError("a number of draws is whole, and not below 0")
        total = self._common * (1 if isinstance(draws, int) else draws.total)
        width = packing.width_for(total)
        rows = self._rows.get(width)
        if rows is None:
            rows = self._rows[width] = self._scaled(width)
        first, ways = dense
        if first + len(ways) <= len(rows):
            mixed = sum(map(mul, rows[first : first + len(ways)], ways))
        else:
            mixed = sum(rows[min(number, self.size)] * count for number, count in enumerate(ways, first))
        counts = packing.unpacked(mixed, width)
        if self._sign > 0:
            return Distribution.from_counts(self._least, counts, total)
        counts.reverse()
        return Distribution.from_counts(1 - len(counts) - self._least, counts, total)

    def hands(self, draws: int) -> Distribution:
        """Which chits are drawn, as a tuple in the order of the kinds."""
        return Distribution(dict(_hands(list(self.counts.items()), min(draws, self.size))))

    @cached_property
    def _common(self) -> int:
        """A number of ways to which all numbers of draws can be brought: a multiple of all `comb(size, draws)`."""
        return lcm(*(comb(self.size, draws) for draws in range(self.size + 1)))

    @cached_property
    def _sign(self) -> int:
        """-1 where what is drawn is below 0 in the main: sums are kept the other way round then, and stay short numbers."""
        return -1 if sum(value * count for value, count in self.counts.items()) < 0 else 1

    @cached_property
    def _least(self) -> int:
        """The least sum, as it is kept, that any number of draws can have."""
        worths = sorted(self._sign * value for value, count in self.counts.items() for _ in range(count))
        return int(min(accumulate(worths, initial=0)))

    def _scaled(self, width: int) -> list[int]:
        """By number of draws: the ways of each sum from `_least` on, packed, all together `_common`."""
        bits = 8 * width
        kinds = [(self._sign * value, count) for value, count in self.counts.items()]
        # Sums are counted from `low * draws` on, so that no value is below 0.
        low = min([0, *(value for value, _ in kinds)])
        rows = [1] + [0] * self.size
        done = 0
        for value, count in kinds:
            more = [0] * (self.size + 1)
            for drawn in range(done + 1):
                for taken in range(count + 1):
                    more[drawn + taken] += (rows[drawn] * comb(count, taken)) << (bits * (value - low) * taken)
            rows, done = more, done + count
        found: list[int] = []
        for draws, row in enumerate(rows):
            shift = low * draws - self._least
            scaled = row * (self._common // comb(self.size, draws))
            found.append(scaled << (bits * shift) if shift >= 0 else scaled >> (bits * -shift))
        return found


def _hands(kinds: list[tuple[Any, int]], draws: int) -> Iterator[tuple[tuple[Any, ...], int]]:
    if not kinds:
        if draws == 0:
            yield (), 1
        return
    (value, count), rest = kinds[0], kinds[1:]
    left = sum(more for _, more in rest)
    for taken in range(max(0, draws - left), min(count, draws) + 1):
        for hand, ways in _hands(rest, draws - taken):
            yield (value,) * taken + hand, comb(count, taken) * ways
