"""A distribution: what can come out, and how often, exactly.

    die = Distribution.die(0, 9)
    hits = 14 @ die.map(lambda face: face <= 3)       # how many of 14 dice hit
    hits.probability(lambda n: n >= 5), hits.mean, hits.quantile("1/2")

Nothing here is rounded: every value has a whole number of ways, and the ways add up to `total`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from math import gcd, lcm, sqrt
from typing import Any

from rulewright.runtime.odds import packing

WIDEST = 1 << 20
"""Numbers from the least to the greatest value, up to which sums are made in one packed integer."""

Value = Hashable


class Distribution:
    """What can come out, and how often.

    total: all ways together; each value has some of them.
    """

    __slots__ = ("_dense_ways", "_hash", "_kept", "_packed", "total")

    def __init__(self, ways: Mapping[Any, int]) -> None:
        """Take how many ways lead to each value; values without a way are left out."""
        kept = {value: count for value, count in ways.items() if count}
        if not kept or min(kept.values()) < 0:
            raise ValueError("a distribution needs a value, and no count below 0")
        self._kept: dict[Any, int] | None = kept
        self._dense_ways: tuple[int, Sequence[int]] | None = None
        self.total = sum(kept.values())
        self._hash: int | None = None
        self._packed: tuple[int, int] = (0, 0)

    @classmethod
    def _made(cls, ways: dict[Any, int], total: int) -> Distribution:
        """Keep ways that are known to be in order."""
        found = cls.__new__(cls)
        found._kept, found._dense_ways, found.total, found._hash, found._packed = ways, None, total, None, (0, 0)
        return found

    @classmethod
    def from_counts(cls, lo: int, counts: Sequence[int], total: int) -> Distribution:
        """Keep the ways of each whole number from `lo` on; all together they are `total`."""
        found = cls.__new__(cls)
        found._kept, found._dense_ways, found.total, found._hash, found._packed = None, (lo, counts), total, None, (0, 0)
        return found

    @property
    def _ways(self) -> dict[Any, int]:
        ways = self._kept
        if ways is None:
            assert self._dense_ways is not None
            lo, counts = self._dense_ways
            ways = dict(zip(range(lo, lo + len(counts)), counts, strict=True))
            if 0 in counts:
                ways = {value: count for value, count in ways.items() if count}
            self._kept = ways
        return ways

    @classmethod
    def certain(cls, value: Any) -> Distribution:
        return cls._made({value: 1}, 1)

    @classmethod
    def die(cls, lo: int, hi: int) -> Distribution:
        """A die whose faces are lo to hi."""
        return cls._made(dict.fromkeys(range(lo, hi + 1), 1), hi - lo + 1)

    @classmethod
    def mixture(cls, parts: Iterable[tuple[int | Fraction, Distribution]]) -> Distribution:
        """One of several distributions, each as often as its weight says."""
        listed = [(Fraction(weight) / part.total, part) for weight, part in parts if weight]
        common = lcm(*(share.denominator for share, _ in listed))
        ways: dict[Any, int] = {}
        for share, part in listed:
            times = share.numerator * (common // share.denominator)
            for value, count in part._ways.items():
                ways[value] = ways.get(value, 0) + count * times
        return cls(ways).reduced()

    # ---------------------------------------------------------------- reading

    @property
    def values(self) -> tuple[Any, ...]:
        """The values: numbers from the least, others in the order in which they were found."""
        return tuple(self._ordered()) if self.is_numeric else tuple(self._ways)

    @property
    def is_numeric(self) -> bool:
        return all(isinstance(value, int | Fraction) for value in self._ways)

    def _ordered(self) -> list[Any]:
        return sorted(self._ways)

    @property
    def counts(self) -> Mapping[Any, int]:
        """How many of the `total` ways lead to each value."""
        return self._ways

    def ways(self, value: Any) -> int:
        return self._ways.get(value, 0)

    def probability(self, what: Any) -> Fraction:
        """The chance of a value, or of all values for which a function says yes."""
        if callable(what):
            return Fraction(sum(count for value, count in self._ways.items() if what(value)), self.total)
        return Fraction(self._ways.get(what, 0), self.total)

    def percent(self, what: Any) -> float:
        """The same out of a hundred, rounded to what a float holds."""
        return float(100 * self.probability(what))

    def items(self) -> Iterator[tuple[Any, Fraction]]:
        """Yield every value with its chance, in the order of `values`."""
        for value in self.values:
            yield value, Fraction(self._ways[value], self.total)

    def __len__(self) -> int:
        return len(self._ways)

    def __contains__(self, value: object) -> bool:
        return value in self._ways

    @property
    def mean(self) -> Fraction:
        """The expected value."""
        return Fraction(sum(value * count for value, count in self._ways.items())) / self.total

    @property
    def variance(self) -> Fraction:
        squares = Fraction(sum(value * value * count for value, count in self._ways.items())) / self.total
        return squares - self.mean**2

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        return sqrt(self.variance)

    def quantile(self, share: Fraction | int | str) -> Any:
        """The least value that is not exceeded with at least that chance: 1/2 gives the median."""
        wanted = Fraction(share)
        if not 0 <= wanted <= 1:
            raise ValueError("a quantile lies between 0 and 1")
        so_far = 0
        ordered = self._ordered()
        for value in ordered:
            so_far += self._ways[value]
            if so_far >= wanted * self.total:
                return value
        return ordered[-1]

    # ---------------------------------------------------------------- making others

    def map(self, change: Callable[[Any], Any]) -> Distribution:
        """What comes of each value; a value that is a distribution again is rolled, as a follow-on roll is."""
        changed = [(count, change(value)) for value, count in self._ways.items()]
        if any(isinstance(one, Distribution) for _, one in changed):
            return Distribution.mixture((count, one if isinstance(one, Distribution) else Distribution.certain(one)) for count, one in changed)
        ways: dict[Any, int] = {}
        for count, one in changed:
            ways[one] = ways.get(one, 0) + count
        return Distribution._made(ways, self.total)

    def reduced(self) -> Distribution:
        """The same with the fewest ways."""
        common = reduce(gcd, self._ways.values())
        if common == 1:
            return self
        return Distribution._made({value: count // common for value, count in self._ways.items()}, self.total // common)

    def pair(self, other: Distribution, join: Callable[[Any, Any], Any] = lambda one, two: (one, two)) -> Distribution:
        """Both, independent of each other, joined to one value."""
        ways: dict[Any, int] = {}
        for one, count in self._ways.items():
            for two, more in other._ways.items():
                value = join(one, two)
                ways[value] = ways.get(value, 0) + count * more
        return Distribution._made(ways, self.total * other.total)

    def __add__(self, other: Any) -> Distribution:
        """The sum of two independent rolls, or a number added to all values."""
        if not isinstance(other, Distribution):
            return Distribution._made({value + other: count for value, count in self._ways.items()}, self.total)
        mine, theirs = self.dense(), other.dense()
        if mine is None or theirs is None:
            return self.pair(other, lambda one, two: one + two)
        total = self.total * other.total
        width = packing.width_for(total)
        return Distribution.from_counts(mine[0] + theirs[0], packing.unpacked(self._as_one(width) * other._as_one(width), width), total)

    __radd__ = __add__

    def __neg__(self) -> Distribution:
        return Distribution._made({-value: count for value, count in self._ways.items()}, self.total)

    def __sub__(self, other: Any) -> Distribution:
        return self.__add__(-other)

    def __rsub__(self, other: Any) -> Distribution:
        return (-self).__add__(other)

    def __mul__(self, other: Any) -> Distribution:
        """The product of two independent rolls, or all values times a number."""
        if isinstance(other, Distribution):
            return self.pair(other, lambda one, two: one * two)
        return self.map(lambda value: value * other)

    __rmul__ = __mul__

    def __rmatmul__(self, times: int) -> Distribution:
        """`3 @ die`: the sum of three of them."""
        if times < 0:
            raise ValueError("nothing is rolled fewer than 0 times")
        if times == 0:
            return Distribution.certain(0)
        dense = self.dense()
        if dense is not None and (len(dense[1]) - 1) * times < WIDEST:
            total = self.total**times
            width = packing.width_for(total)
            return Distribution.from_counts(dense[0] * times, packing.unpacked(pow(self._as_one(width), times), width), total)
        return reduce(lambda one, two: one + two, [self] * times)

    def __matmul__(self, other: Distribution) -> Distribution:
        """`n @ die` with a distribution of n: the sum of as many as n says."""
        parts: list[tuple[Fraction, Distribution]] = []
        so_far, reached = Distribution.certain(0), 0
        for n, chance in self.items():
            so_far, reached = so_far + (n - reached) @ other, n
            parts.append((chance, so_far))
        return Distribution.mixture(parts)

    def _as_one(self, width: int) -> int:
        """The ways packed into one number, kept for the next who asks."""
        if self._packed[0] != width:
            dense = self.dense()
            assert dense is not None
            self._packed = (width, packing.packed(dense[1], width))
        return self._packed[1]

    def dense(self) -> tuple[int, Sequence[int]] | None:
        """The least value and the ways of each whole number from there on, if all are whole and lie close enough."""
        if self._dense_ways is None:
            self._dense_ways = self._found_dense()
        return self._dense_ways

    def _found_dense(self) -> tuple[int, Sequence[int]] | None:
        ways = self._ways
        lo = hi = next(iter(ways))
        for value in ways:
            if type(value) is not int:
                if type(value) is bool:
                    return Distribution({int(one): count for one, count in ways.items()}).dense()
                return None
            if value < lo:
                lo = value
            elif value > hi:
                hi = value
        if hi - lo >= WIDEST:
            return None
        counts = [0] * (hi - lo + 1)
        for value, count in ways.items():
            counts[value - lo] = count
        return lo, counts

    # ---------------------------------------------------------------- comparing

    def __eq__(self, other: object) -> bool:
        """Equal chances of equal values, whatever the ways are counted in."""
        if not isinstance(other, Distribution):
            return NotImplemented
        return self.reduced()._ways == other.reduced()._ways

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self.reduced()._ways.items()))
        return self._hash

    def __repr__(self) -> str:
        shown = ", ".join(f"{value!r}: {chance}" for value, chance in list(self.items())[:8])
        return f"Distribution({{{shown}{', …' if len(self) > 8 else ''}}})"

