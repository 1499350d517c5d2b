"""Two runs with the same seeds, game beside game: what differs, and how sure that is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean, pvariance

from rulewright.runtime.simulation.intervals import Mean, mean
from rulewright.runtime.simulation.playing import Row
from rulewright.runtime.simulation.run import Run

LENGTHS = ("turns", "decisions", "rolls")

Value = Callable[[Row], float | None]


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
    by_seed = {row["seed"]: row for row in right if not row["failure"]}
    pairs = [(row, by_seed[row["seed"]]) for row in left if not row["failure"] and row["seed"] in by_seed]
    sides = [side for side in before.sides if any(side.id == other.id for other in after.sides)]
    endings = dict.fromkeys(row["ending_title"] for pair in pairs for row in pair if row["ending_title"])
    names = {column.name for column in after.columns}
    figures = [
        column
        for column in before.columns
        if column.name in names and (column.name in LENGTHS or (column.counts and column.role != "luck"))
    ]
    return Comparison(
        before=before,
        after=after,
        pairs=len(pairs),
        alike=sum(one["ending"] == other["ending"] and one["winner"] == other["winner"] for one, other in pairs),
        gain=_gain(pairs, sides[0].id) if sides else None,
        wins=_differences(pairs, [(side.id, f"won by {side.title}", _is("winner", side.id)) for side in sides], True),
        endings=_differences(pairs, [(title, title, _is("ending_title", title)) for title in endings], True),
        figures=_differences(pairs, [(column.name, column.title, _of(column.name)) for column in figures], False),
    )


def _is(name: str, value: str) -> Value:
    return lambda row: float(row[name] == value)


def _of(name: str) -> Value:
    return lambda row: row[name]


def _differences(
    pairs: Sequence[tuple[Row, Row]], wanted: Sequence[tuple[str, str, Value]], is_share: bool
) -> tuple[Difference, ...]:
    found = []
    for id, title, value in wanted:
        known = [(before, after) for before, after in ((value(one), value(other)) for one, other in pairs) if before is not None and after is not None]
        change = mean([after - before for before, after in known])
        if change is None:
            continue
        found.append(Difference(id, title, fmean(one for one, _ in known), fmean(other for _, other in known), change, is_share))
    return tuple(found)


def _gain(pairs: Sequence[tuple[Row, Row]], side: str) -> float | None:
    """How much greater the variance of a difference is without pairing than with it."""
    if len(pairs) < 2:
        return None
    before = [float(one["winner"] == side) for one, _ in pairs]
    after = [float(other["winner"] == side) for _, other in pairs]
    paired = pvariance([right - left for left, right in zip(before, after, strict=True)])
    apart = pvariance(before) + pvariance(after)
    return apart / paired if paired else None
