"""The report of a simulation: a sheet like the others, with charts, that any browser shows and prints."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.cli import charts, stamps
from rulewright.cli.counts import counted
from rulewright.compiler.aids import digest
from rulewright.compiler.aids.formats import FORMATS
from rulewright.compiler.aids.formats.look import Look
from rulewright.compiler.aids.model import (
    Align,
    Block,
    Cell,
    Drawing,
    Figure,
    Imprint,
    Paragraph,
    Pattern,
    RunStyle,
    Section,
    Sheet,
    Table,
    text,
)
from rulewright.compiler.aids.model import Row as Line
from rulewright.runtime.simulation.folder import REPORT
from rulewright.runtime.simulation.summary import Figure as Measured
from rulewright.runtime.simulation.summary import Share, Spread, Summary, summary_of

if TYPE_CHECKING:
    from rulewright.runtime.simulation.intervals import Mean
    from rulewright.runtime.simulation.rows import Rows
    from rulewright.runtime.simulation.run import Run

SHOWN_FAILURES = 12
ID = "report"


def write(
    folder: Path, run: Run, rows: Rows, formats: Sequence[str] = ("html",), look: Look | None = None
) -> Path:
    """Write the report of a run's games into its folder; return the page."""
    sheet = sheet_of(summary_of(run, rows))
    imprint = imprint_of(run, sheet)
    for name in formats:
        for file, data in FORMATS[name](sheet, imprint, look or Look()).items():
            stamps.write_atomically(folder / file, data)
    return folder / REPORT


def imprint_of(run: Run, sheet: Sheet) -> Imprint:
    sides = tuple(
        (side.id, side.title, side.colour or digest.NEUTRAL[index % len(digest.NEUTRAL)])
        for index, side in enumerate(run.sides)
    )
    return Imprint(run.ruleset, run.title, run.rules_version, digest.digest_of(sheet), sides)


def sheet_of(told: Summary) -> Sheet:
    sections = [_played(told)]
    if told.over:
        sections += [_wins(told), _lengths(told), _endings(told), *_scores(told), _losses(told), *_luck(told)]
    sections += [*_failures(told), _reading()]
    return Sheet(ID, counted(told.games, "game"), tuple(sections))


# ---------------------------------------------------------------- what was played


def command_of(run: Run, games: int) -> str:
    """Return the command line that plays these games again."""
    words = ["rulewright", "simulate", run.asked, "--games", str(games)]
    words += ["--bots", ",".join(f"{side.id}={side.bot}" for side in run.sides), "--seed", str(run.seed)]
    words += ["--scenario", run.scenario] if run.scenario else []
    return shlex.join(words)


def _played(told: Summary) -> Section:
    run = told.run
    told_of = [
        ("Games", f"{told.games:,}, of which {told.over:,} came to an end; {counted(told.decisions, 'decision')}"),
        ("Rules", f"{run.title}, version {run.rules_version}, hash {run.rules_hash[:12]}"),
        ("Optional rules", ", ".join(one.replace("_", " ") for one in run.options) or "none"),
        ("Scenario", run.scenario.replace("_", " ") or "none"),
        ("Players", ", ".join(f"{side.title}: {side.bot}" for side in run.sides)),
        ("Seeds", f"from {run.seed}, one more for each game"),
        ("Played again by", command_of(run, told.games)),
    ]
    return Section((), (facts("played", "What was played", told_of),))


def facts(id: str, caption: str, rows: Iterable[tuple[str, str]]) -> Table:
    """Return a table of names and what they are."""
    lines = [Line((Cell(text(name, "strong"), head="row"), Cell(text(value)))) for name, value in rows]
    return Table(id, text(caption), tuple(lines))


def _wins(told: Summary) -> Section:
    index = {side.id: number for number, side in enumerate(told.run.sides)}
    rows = [
        charts.Bar(
            one.title,
            one.part,
            one.low,
            one.high,
            _part_note(one),
            charts.look_of(index[one.id], one.id) if one.id in index else None,
        )
        for one in told.wins
    ]
    return _section(
        "Who wins",
        _figure("wins", charts.bars(rows), _alt("Share of the games that each side won", told.wins)),
        _shares("wins-table", "Winner", told.wins),
    )


def _endings(told: Summary) -> Section:
    rows = [charts.Bar(one.title, one.part, one.low, one.high, _part_note(one)) for one in told.endings]
    return _section(
        "Why games end",
        _figure("endings", charts.bars(rows), _alt("Share of each ending", told.endings)),
        _shares("endings-table", "Ending", told.endings),
        _shares("reasons-table", "Rule that ended the game", told.reasons),
    )


def _part_note(one: Share) -> str:
    return f"{one.part:.1%} ({one.low:.0%}–{one.high:.0%})"


def _alt(what: str, shares: Iterable[Share]) -> str:
    listed = "; ".join(
        f"{one.title} {one.part:.1%}, 95 % interval {one.low:.1%} to {one.high:.1%}" for one in shares
    )
    return f"{what}: {listed}."


def _shares(id: str, heading: str, shares: Sequence[Share]) -> Table:
    rows = [
        (one.title, f"{one.count:,}", f"{one.part:.1%}", f"{one.low:.1%}–{one.high:.1%}") for one in shares
    ]
    return table(id, (heading, "games", "share", "95 % interval"), rows)


# ---------------------------------------------------------------- numbers


def _lengths(told: Summary) -> Section:
    turns = told.lengths[0]
    title = f"Games by their number of {turns.column.title}"
    drawing = charts.histogram(turns.all.values, _whole, whole=True)
    return _section(
        "How long games last",
        _figure("turns", drawing, f"{title}: {_spread_in_words(turns.all, _whole)}.", title),
        _measured("lengths-table", "Counted", told.lengths, told.run, short),
    )


def _scores(told: Summary) -> list[Section]:
    scores = [one for one in told.scores if one.all.values[0] != one.all.values[-1]]
    if not scores:
        note = "The rules declare no points: the rule `victory` neither tells a number nor reads a track that counts."
        if told.scores:
            note = "The points were the same in all games."
        return [Section(text("Points"), (Paragraph(text(note)),))]
    last = scores[-1]
    sides = {side.id: (number, side.title) for number, side in enumerate(told.run.sides)}
    rows = [_range(one.column.title, one.all, None) for one in scores]
    rows += [
        _range(f"{last.column.title}, {sides[id][1]} won", spread, charts.look_of(sides[id][0], id))
        for id, spread in last.by_winner.items()
        if id in sides
    ]
    alt = (
        "Spread of points: "
        + "; ".join(f"{one.column.title}: {_spread_in_words(one.all, short)}" for one in scores)
        + "."
    )
    return [
        _section(
            "Points",
            _figure("scores", charts.ranges(rows, short), alt),
            _measured("scores-table", "Points", told.scores, told.run, short),
        )
    ]


def _losses(told: Summary) -> Section:
    rows = [
        _range(one.column.title, one.all, charts.look_of(number, side.id))
        for number, (one, side) in enumerate(zip(told.losses, told.run.sides, strict=True))
    ]
    alt = (
        "Units lost: "
        + "; ".join(f"{one.column.title}: {_spread_in_words(one.all, _whole)}" for one in told.losses)
        + "."
    )
    return _section(
        "Losses",
        _figure("losses", charts.ranges(rows, short), alt, "Units that went out of play for good"),
        _measured("losses-table", "Units", told.losses, told.run, short),
    )


def _luck(told: Summary) -> list[Section]:
    if told.luck is None:
        return []
    title = "Games by how high their dice fell, in points of a hundred above or below the middle"
    values = [100 * value for value in told.luck.all.values]
    blocks: list[Block] = [
        _figure(
            "luck",
            charts.histogram(values, signed, whole=False),
            f"{title}: {_spread_in_words(told.luck.all, _points)}.",
            title,
        ),
        Paragraph(
            text(
                "Each die counts by its percentile: a 3 on a d6 lies below 50 and above 33 of a hundred throws, so it counts 41.7, 8.3 below the middle. "
                "A game's dice luck is the mean over the dice of its tables. High dice are not good dice: whom they help, the table below says."
            )
        ),
    ]
    sides = told.run.sides
    rows = [
        (
            one.column.title,
            f"{one.all.mean.count:,}",
            _points(one.all.mean.value),
            *(_correlation(one.with_wins.get(side.id)) for side in sides[: 1 if len(sides) == 2 else None]),
        )
        for one in told.dice
    ]
    shown = sides[:1] if len(sides) == 2 else sides
    heads = ("Table", "games", "mean", *(f"high dice and games won by {side.title}" for side in shown))
    note = "From −1 to +1, with its 95 % interval; in bold where the interval leaves out 0, as one in twenty does by chance; – where it cannot be told, as in games that one side always wins."
    if len(sides) == 2:
        note += f" What helps {sides[0].title} hurts {sides[1].title}."
    blocks.append(table("dice-table", heads, rows, (note,)))
    return [_section("Dice luck", *blocks)]


def _correlation(one: Mean | None) -> str:
    if one is None:
        return "–"
    shown = f"{one.value:+.2f} ({one.low:+.2f} to {one.high:+.2f})".replace("-", "−")
    return f"{STRONG}{shown}" if one.is_clear else shown


STRONG = "\0"
"""Before the words of a cell that are printed bold."""


def _range(label: str, spread: Spread, look: tuple[str, Pattern] | None) -> charts.Range:
    note = f"{short(spread.middle)} ({short(spread.at(0.05))} to {short(spread.at(0.95))})"
    return charts.Range(
        label, spread.at(0.05), spread.at(0.25), spread.middle, spread.at(0.75), spread.at(0.95), note, look
    )


def _spread_in_words(spread: Spread, show: Callable[[float], str]) -> str:
    return f"half of the games up to {show(spread.middle)}, nine in ten from {show(spread.at(0.05))} to {show(spread.at(0.95))}"


def _measured(
    id: str, heading: str, figures: Sequence[Measured], run: Run, show: Callable[[float], str]
) -> Table:
    winners = [side for side in run.sides if any(side.id in one.by_winner for one in figures)]
    rows = [
        (
            one.column.title,
            mean_in_words(one.all.mean),
            show(one.all.middle),
            f"{show(one.all.at(0.05))} to {show(one.all.at(0.95))}",
            f"{show(one.all.values[0])} to {show(one.all.values[-1])}",
            *(
                mean_in_words(one.by_winner[side.id].mean) if side.id in one.by_winner else "–"
                for side in winners
            ),
        )
        for one in figures
    ]
    heads = (
        heading,
        "mean",
        "median",
        "nine in ten",
        "all",
        *(f"mean where {side.title} won" for side in winners),
    )
    return table(id, heads, rows)


def mean_in_words(one: Mean) -> str:
    return f"{short(one.value)} ± {short((one.high - one.low) / 2)}"


def _failures(told: Summary) -> list[Section]:
    if not told.failed:
        return []
    rows = [
        (str(row["seed"]), f"{row['decisions']:,}", row["failure"]) for row in told.failed[:SHOWN_FAILURES]
    ]
    more = len(told.failed) - len(rows)
    notes = (f"and {more:,} more",) if more else ()
    return [
        _section(
            "Games that stopped before their end",
            table("failures", ("seed", "decisions", "why"), rows, notes),
        )
    ]


def _reading() -> Section:
    lines = (
        "Intervals hold what is estimated in 95 of 100 such studies: for shares by Wilson’s score, for means by Student’s t (shown as ±).",
        "A bar of a spread holds half of the games, its thick line the median, its thin line nine games in ten.",
        "Turns are rounds of the sequence of play. Units are lost when they go out of play for good after the first phase has begun. "
        "Points are the numbers that the rule `victory` tells, or the tracks that it reads.",
    )
    return Section(text("How to read it"), tuple(Paragraph(text(line)) for line in lines))


# ---------------------------------------------------------------- pieces of a sheet


def _section(heading: str, *blocks: Block) -> Section:
    return Section(text(heading), blocks)


def _figure(id: str, drawing: Drawing, alt: str, caption: str = "") -> Figure:
    return Figure(id, text(caption), drawing, alt)


def table(id: str, heads: Sequence[str], rows: Iterable[Sequence[str]], notes: Sequence[str] = ()) -> Table:
    """Return a table whose first column names its rows."""
    head = Line(
        tuple(Cell(text(one), head="column", align=_align(at)) for at, one in enumerate(heads)), "head"
    )
    body = tuple(
        Line(tuple(replace(_cell(one, at), head="row" if at == 0 else "") for at, one in enumerate(row)))
        for row in rows
    )
    return Table(id, (), (head, *body), notes=tuple(text(one, "small") for one in notes))


def _cell(words: str, column: int) -> Cell:
    style: RunStyle = "strong" if words.startswith(STRONG) else "plain"
    return Cell(text(words.removeprefix(STRONG), style), align=_align(column))


def _align(column: int) -> Align:
    return "left" if column == 0 else "centre"


def _whole(value: float) -> str:
    return f"{value:,.0f}".replace("-", "−")


def short(value: float) -> str:
    """A number with as many places as it needs to be told from its neighbours, two at most."""
    shown = (
        f"{value:,.0f}"
        if abs(value) >= 100 or value == int(value)
        else f"{value:,.1f}"
        if abs(value) >= 10
        else f"{value:,.2f}"
    )
    return shown.replace("-", "−")


def signed(value: float) -> str:
    return f"{value:+g}".replace("-", "−") if value else "0"


def _points(value: float) -> str:
    """A part of one as points of a hundred, with its sign."""
    return f"{100 * value:+.1f}".replace("-", "−")
