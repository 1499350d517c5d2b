"""The sum of many games: how often, how long, how much, and how sure each of it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from rulewright.runtime.simulation.columns import Column
from rulewright.runtime.simulation.intervals import Mean, correlation, mean, quantile, share
from rulewright.runtime.simulation.playing import Row
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

    values: tuple[float, ...]
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
    over = [row for row in rows if not row["failure"]]
    columns = {column.name: column for column in run.columns}
    titles = {side.id: side.title for side in run.sides}
    scores = [column for column in run.columns if column.role == "score"]
    if not scores:
        scores = [column for column in run.columns if column.role == "track" and column.counts]
    return Summary(
        run=run,
        games=len(rows),
        over=len(over),
        failed=tuple(row for row in rows if row["failure"]),
        decisions=sum(row["decisions"] for row in rows),
        wins=_shares(over, lambda row: row["winner"], lambda id: titles.get(id, id) if id else "nobody", [*titles]),
        endings=_shares(over, lambda row: row["ending_title"], lambda id: id or "without a word for it"),
        reasons=_shares(over, lambda row: row["reason"], lambda id: id or "no rule ended it"),
        lengths=_figures([columns[name] for name in ("turns", "decisions", "rolls")], over),
        scores=_figures(scores, over),
        losses=_figures([column for column in run.columns if column.role == "loss"], over),
        luck=next(iter(_figures([columns["luck"]], over)), None),
        dice=tuple(_dice(run, over)),
    )


def _shares(
    rows: Sequence[Row], key: Callable[[Row], str], title: Callable[[str], str], always: Sequence[str] = ()
) -> tuple[Share, ...]:
    """Count the games by a key, the most frequent first; `always` are listed even if there were none."""
    counts = Counter(dict.fromkeys(always, 0))
    counts.update(map(key, rows))
    if not rows:
        return ()
    return tuple(
        Share(id, title(id), count, count / len(rows), *share(count, len(rows))) for id, count in counts.most_common()
    )


def spread_of(values: Sequence[float]) -> Spread | None:
    centre = mean(values)
    return None if centre is None else Spread(tuple(sorted(values)), centre, all(value == int(value) for value in values))


def _figures(columns: Sequence[Column], rows: Sequence[Row]) -> tuple[Figure, ...]:
    found = []
    for column in columns:
        name = column.name
        everything = spread_of([row[name] for row in rows if row[name] is not None])
        if everything is None:
            continue
        by_winner: dict[str, list[float]] = {}
        for row in rows:
            if row[name] is not None:
                by_winner.setdefault(row["winner"], []).append(row[name])
        spreads = {id: spread for id, values in by_winner.items() if (spread := spread_of(values))}
        found.append(Figure(column, everything, spreads))
    return tuple(found)


def _dice(run: Run, rows: Sequence[Row]) -> list[Dice]:
    found = []
    for column in run.columns:
        if column.role != "luck":
            continue
        thrown = [row for row in rows if row[column.name] is not None]
        everything = spread_of([row[column.name] for row in thrown])
        if everything is None:
            continue
        together = {
            side.id: correlation([(row[column.name], float(row["winner"] == side.id)) for row in thrown]) for side in run.sides
        }
        found.append(Dice(column, everything, {id: one for id, one in together.items() if one is not None}))
    return found
