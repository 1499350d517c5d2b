"""Two runs with the same seeds, game beside game: what differs, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, pvariance
from typing import Any

from rulewright.runtime.simulation.intervals import Mean, mean
from rulewright.runtime.simulation.playing import Row
from rulewright.runtime.simulation.rows import Rows, rows_of
from rulewright.runtime.simulation.run import Run

LENGTHS = ("turns", "decisions", "rolls")

Paired = tuple[Rows, Rows]
"""Rows of two runs, those of one seed at the same place."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One figure of two runs. before, after: its mean in each; change: the mean of the differences, with its interval.

    is_share: is it a share, from 0 to 1? games: in how many pairs it is known on both sides.
    """

    id: str
    title: str
    before: float
    after: float
    change: Mean
    is_share: bool

    @property
    def games(self) -> int:
        return self.change.count


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two runs of the same seeds. pairs: games that came to an end in both.

    alike: how many of the pairs ended in the same way, with the same winner. gain: how many times as many games two runs with seeds of
    their own would need to be as sure who wins; about 1 if the rules lead the same dice to other places at once.
    """

    before: Run
    after: Run
    pairs: int
    alike: int
    gain: float | None
    wins: tuple[Difference, ...]
    endings: tuple[Difference, ...]
    figures: tuple[Difference, ...]


def comparison_of(before: Run, after: Run, left: Sequence[Row], right: Sequence[Row]) -> Comparison:
    """Return how the second run differs from the first; rows are paired by their seeds."""
    pairs = _paired(rows_of(before.columns, left).where("failure", ""), rows_of(after.columns, right).where("failure", ""))
    sides = [side for side in before.sides if any(side.id == other.id for other in after.sides)]
    ended = _both(pairs, "ending_title")
    endings = dict.fromkeys(title for pair in ended for title in pair if title)
    winners = _both(pairs, "winner")
    names = {column.name for column in after.columns}
    figures = [
        column
        for column in before.columns
        if column.name in names and (column.name in LENGTHS or (column.counts and column.role != "luck"))
    ]
    alike = sum(one == other and first == second for (one, other), (first, second) in zip(_both(pairs, "ending"), winners, strict=True))
    return Comparison(
        before=before,
        after=after,
        pairs=len(pairs[0]),
        alike=alike,
        gain=_gain(_is(winners, sides[0].id)) if sides else None,
        wins=_found(_difference(side.id, f"won by {side.title}", _is(winners, side.id), True) for side in sides),
        endings=_found(_difference(title, title, _is(ended, title), True) for title in endings),
        figures=_found(_difference(column.name, column.title, _both(pairs, column.name), False) for column in figures),
    )


def _paired(left: Rows, right: Rows) -> Paired:
    by_seed = {seed: at for at, seed in enumerate(right.column("seed"))}
    both = [(at, by_seed[seed]) for at, seed in enumerate(left.column("seed")) if seed in by_seed]
    return left.chosen([at for at, _ in both]), right.chosen([at for _, at in both])


def _both(pairs: Paired, name: str) -> list[tuple[Any, Any]]:
    return list(zip(pairs[0].column(name), pairs[1].column(name), strict=True))


def _is(pairs: Sequence[tuple[str, str]], value: str) -> list[tuple[float, float]]:
    return [(float(one == value), float(other == value)) for one, other in pairs]


def _found(differences: Iterable[Difference | None]) -> tuple[Difference, ...]:
    return tuple(one for one in differences if one is not None)


def _difference(id: str, title: str, values: Sequence[tuple[Any, Any]], is_share: bool) -> Difference | None:
    known = [(before, after) for before, after in values if before is not None and after is not None]
    change = mean([after - before for before, after in known])
    if change is None:
        return None
    return Difference(id, title, fmean(one for one, _ in known), fmean(other for _, other in known), change, is_share)


def _gain(won: Sequence[tuple[float, float]]) -> float | None:
    """How much greater the variance of a difference is without pairing than with it."""
    if len(won) < 2:
        return None
    paired = pvariance([right - left for left, right in won])
    apart = pvariance([left for left, _ in won]) + pvariance([right for _, right in won])
    return apart / paired if paired else None
