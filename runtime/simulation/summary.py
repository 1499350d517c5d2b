"""The sum of many games: how often, how long, how much, and how sure each of it is."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from rulewright.runtime.simulation.columns import Column
from rulewright.runtime.simulation.intervals import Mean, correlation, mean, quantile, share
from rulewright.runtime.simulation.playing import Row
from rulewright.runtime.simulation.rows import Rows, rows_of
from rulewright.runtime.simulation.run import Run

NOBODY = ""


@dataclass(frozen=True, slots=True)
class Share:
    """How often something was: its id, what it is called, the count, the share with its interval."""

    id: str
    title: str
    count: int
    part: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Spread:
    """How a number is spread over games. values: all of them in order; mean: with its interval; whole: are all whole numbers?"""

    values: Sequence[float]
    mean: Mean
    whole: bool

    def at(self, part: float) -> float:
        """Return the value below which that part of the games lies; of whole numbers, one of them."""
        if self.whole:
            return self.values[min(len(self.values) - 1, int(part * len(self.values)))]
        return quantile(self.values, part)

    @property
    def middle(self) -> float:
        return self.at(0.5)


@dataclass(frozen=True, slots=True)
class Figure:
    """A column and how it is spread, over all games and over those that each side won (by its id; "" for nobody)."""

    column: Column
    all: Spread
    by_winner: dict[str, Spread]


@dataclass(frozen=True, slots=True)
class Dice:
    """How a table's dice and the games that a side won go together. dice: how high they were, over all games."""

    column: Column
    all: Spread
    with_wins: dict[str, Mean]


@dataclass(frozen=True, slots=True)
class Summary:
    """The sum of the games of a run. over: how many came to an end; failed: those that did not."""

    run: Run
    games: int
    over: int
    failed: tuple[Row, ...]
    decisions: int
    wins: tuple[Share, ...]
    endings: tuple[Share, ...]
    reasons: tuple[Share, ...]
    lengths: tuple[Figure, ...]
    scores: tuple[Figure, ...]
    losses: tuple[Figure, ...]
    luck: Figure | None
    dice: tuple[Dice, ...] = field(default=())


def summary_of(run: Run, rows: Sequence[Row]) -> Summary:
    """Return the sum of some games; those that failed are only counted."""
    everything = rows_of(run.columns, rows)
    over = everything.where("failure", "")
    columns = {column.name: column for column in run.columns}
    titles = {side.id: side.title for side in run.sides}
    scores = [column for column in run.columns if column.role == "score"]
    if not scores:
        scores = [column for column in run.columns if column.role == "track" and column.counts]
    return Summary(
        run=run,
        games=len(rows),
        over=len(over),
        failed=tuple(everything[at] for at, failure in enumerate(everything.column("failure")) if failure),
        decisions=sum(everything.column("decisions")),
        wins=_shares(over.column("winner"), lambda id: titles.get(id, id) if id else "nobody", [*titles]),
        endings=_shares(over.column("ending_title"), lambda id: id or "without a word for it"),
        reasons=_shares(over.column("reason"), lambda id: id or "no rule ended it"),
        lengths=_figures([columns[name] for name in ("turns", "decisions", "rolls")], over),
        scores=_figures(scores, over),
        losses=_figures([column for column in run.columns if column.role == "loss"], over),
        luck=next(iter(_figures([columns["luck"]], over)), None),
        dice=tuple(_dice(run, over)),
    )


def _shares(values: Sequence[str], title: Callable[[str], str], always: Sequence[str] = ()) -> tuple[Share, ...]:
    """Count the games by a value, the most frequent first; `always` are listed even if there were none."""
    counts = Counter(dict.fromkeys(always, 0))
    counts.update(values)
    if not values:
        return ()
    return tuple(
        Share(id, title(id), count, count / len(values), *share(count, len(values))) for id, count in counts.most_common()
    )


def spread_of(values: Sequence[float]) -> Spread | None:
    centre = mean(values)
    if centre is None:
        return None
    whole = all(value == int(value) for value in values)
    return Spread(array("q" if whole and all(type(value) is int for value in values) else "d", sorted(values)), centre, whole)


def _figures(columns: Sequence[Column], rows: Rows) -> tuple[Figure, ...]:
    found = []
    winners = rows.column("winner")
    for column in columns:
        everything: list[float] = []
        by_winner: dict[str, list[float]] = {}
        for value, winner in zip(rows.column(column.name), winners, strict=True):
            if value is not None:
                everything.append(value)
                by_winner.setdefault(winner, []).append(value)
        spread = spread_of(everything)
        if spread is not None:
            found.append(Figure(column, spread, {id: one for id, values in by_winner.items() if (one := spread_of(values))}))
    return tuple(found)


def _dice(run: Run, rows: Rows) -> list[Dice]:
    found = []
    winners = rows.column("winner")
    for column in run.columns:
        if column.role != "luck":
            continue
        thrown = [(value, winner) for value, winner in zip(rows.column(column.name), winners, strict=True) if value is not None]
        everything = spread_of([value for value, _ in thrown])
        if everything is None:
            continue
        together = {side.id: correlation([(value, float(winner == side.id)) for value, winner in thrown]) for side in run.sides}
        found.append(Dice(column, everything, {id: one for id, one in together.items() if one is not None}))
    return found
