"""How sure a figure is: intervals for shares, means, differences and correlations; no table of a library needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atanh, sqrt, tanh
from statistics import NormalDist, fmean, stdev

CONFIDENCE = 0.95


def z_of(confidence: float = CONFIDENCE) -> float:
    return NormalDist().inv_cdf(0.5 + confidence / 2)


def share(count: int, games: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Return the interval in which a share lies that was seen `count` times in `games` (Wilson's score)."""
    z = z_of(confidence)
    centre = (count + z * z / 2) / (games + z * z)
    reach = z / (games + z * z) * (count * (games - count) / games + z * z / 4) ** 0.5
    return max(0.0, centre - reach), min(1.0, centre + reach)


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with the interval of its estimate; of a single value, or of equal ones, the interval is that value."""

    value: float
    low: float
    high: float
    count: int

    @property
    def is_clear(self) -> bool:
        """Does the interval leave out zero?"""
        return self.low > 0 or self.high < 0


def mean(values: Sequence[float], confidence: float = CONFIDENCE) -> Mean | None:
    """Return the mean of independent values with its interval; None of none.

    The interval is the normal one with Student's correction to second order (Cornish and Fisher): right to a hundredth from
    ten values on.
    """
    if not values:
        return None
    centre = fmean(values)
    if len(values) == 1:
        return Mean(centre, centre, centre, 1)
    reach = student(len(values) - 1, confidence) * stdev(values, centre) / sqrt(len(values))
    return Mean(centre, centre - reach, centre + reach, len(values))


def student(freedom: int, confidence: float = CONFIDENCE) -> float:
    """Return Student's t for so many degrees of freedom, two-sided."""
    z = z_of(confidence)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def quantile(ordered: Sequence[float], part: float) -> float:
    """Return the value below which that part of ordered values lies, between neighbours in a straight line."""
    at = (len(ordered) - 1) * part
    low = int(at)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (at - low)


def correlation(pairs: Sequence[tuple[float, float]], confidence: float = CONFIDENCE) -> Mean | None:
    """Return how closely two things go together, -1 to 1, with its interval (Fisher's transformation).

    None for fewer than four pairs, or if one of the two never changes.
    """
    count = len(pairs)
    if count < 4:
        return None
    left, right = fmean(one for one, _ in pairs), fmean(other for _, other in pairs)
    across = sum((one - left) * (other - right) for one, other in pairs)
    spread = sqrt(sum((one - left) ** 2 for one, _ in pairs) * sum((other - right) ** 2 for _, other in pairs))
    if spread == 0:
        return None
    r = max(-1.0, min(1.0, across / spread))
    if abs(r) == 1:
        return Mean(r, r, r, count)
    reach = z_of(confidence) / sqrt(count - 3)
    return Mean(r, tanh(atanh(r) - reach), tanh(atanh(r) + reach), count)
