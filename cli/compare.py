"""`rulewright compare A B`: two versions of a game, played with the same seeds, and where their rules differ."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli import runs, terminal
from rulewright.cli.counts import counted
from rulewright.cli.failures import refuse

if TYPE_CHECKING:
    from rulewright.cli.odds_diff import TableOdds
    from rulewright.cli.rules_diff import Change
    from rulewright.cli.varied import Chosen
    from rulewright.runtime.simulation.pairs import Comparison
    from rulewright.runtime.simulation.rows import Rows


@click.command(name="compare")
@click.argument("before", metavar="A")
@click.argument("after", metavar="B")
@runs.options
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Keep both runs, in DIR/a and DIR/b, and the comparison; runs that are there are gone on with.",
)
@runs.FORMAT
@terminal.color_option
def command(
    before: str,
    after: str,
    games: int,
    bots: str,
    seed: int,
    scenario: str | None,
    options: str,
    jobs: int | None,
    cluster: str | None,
    max_decisions: int,
    out: Path | None,
    store: str | None,
) -> None:
    """Play A and B with the same seeds, and say what is different, how sure that is, and where their rules differ.

    A and B are rulesets, perhaps with optional rules or other values: `picket`, `picket+short_night`, `picket+turn.last=7`.
    """
    from rulewright.cli import comparisons, odds_diff, rules_diff, varied
    from rulewright.cli.plugins import Plugins
    from rulewright.runtime.simulation.pairs import comparison_of

    runs.check_usage(out, store, jobs, cluster)
    plugins = Plugins()
    chosen = [varied.chosen(varied.wish(asked, options), plugins) for asked in (before, after)]
    _check_sides(*chosen)
    plays = [
        runs.Play(
            what,
            plugins,
            games=games,
            bots=bots,
            seed=seed,
            scenario=scenario,
            max_decisions=max_decisions,
        )
        for what in chosen
    ]
    rows: list[Rows] = []
    with ExitStack() as closing:
        for play, name in zip(plays, ("a", "b"), strict=True):
            kept = closing.enter_context(play.open(out / name, store or "sqlite", False)) if out else None
            rows.append(play.play(kept, jobs, cluster))
            if play.interrupted:
                if out is not None:
                    terminal.say("the same command goes on from here", err=True)
                raise click.Abort
    told = comparison_of(plays[0].run, plays[1].run, *(played[:games] for played in rows))
    differences = rules_diff.changes(*(play.program.document for play in plays))
    odds = odds_diff.changes(*(play.program for play in plays)) if differences else []
    if out is not None:  # files before words: who reads these may have enough after the first line
        from rulewright.cli import reports

        for play, name, played in zip(plays, ("a", "b"), rows, strict=True):
            reports.write(out / name, play.run, played)
        comparisons.write(out, told, differences, odds)
    _tell(told, games)
    _tell_rules(differences, odds)
    if out is not None:
        terminal.say(
            f"\nthe comparison is in {terminal.paint((out / comparisons.PAGE).as_posix(), bold=True)}"
        )
    failed = sum(bool(one) for played in rows for one in played.column("failure"))
    if failed:
        raise refuse(
            "RW0918",
            f"{failed:,} of {sum(map(len, rows)):,} games stopped before their end",
            help="`rulewright simulate` lists them with their seeds",
        )


def _check_sides(before: Chosen, after: Chosen) -> None:
    sides = [[side["id"] for side in what.document["ruleset"]["sides"]] for what in (before, after)]
    if sides[0] != sides[1]:
        there, here = (", ".join(f"`{side}`" for side in one) for one in sides)
        raise refuse(
            "RW0962",
            f"`{before.shown}` has the sides {there}, and `{after.shown}` {here}: their games cannot be compared",
            help="compare two versions of one game",
        )


def _tell(told: Comparison, games: int) -> None:
    from rulewright.cli import comparisons, reports

    terminal.say(
        f"{counted(games, 'game')} each, the same seeds for both: {told.before.asked} and {told.after.asked}"
    )
    if told.pairs < games:
        terminal.say(f"came to an end on both sides: {counted(told.pairs, 'pair')}")
    worth = (
        ""
        if told.gain is None
        else f"; as sure of who wins as {told.pairs * told.gain:,.0f} games with other seeds"
    )
    terminal.say(f"the same end and winner: {told.alike:,} of {counted(told.pairs, 'pair')}{worth}")
    lines = comparisons.lines(told)
    wide = max((len(line[0]) for line in lines), default=0)
    for title, was, now, change, interval in lines:
        bold = change.startswith(reports.STRONG)
        shown = f"{change.removeprefix(reports.STRONG):>9}"
        terminal.say(
            f"{title:<{wide}}  {was:>8} → {now:>8}  {terminal.paint(shown, bold=True) if bold else shown}   (95 %: {interval})"
        )


def _tell_rules(differences: Sequence[Change], odds: Sequence[TableOdds]) -> None:
    from rulewright.cli import odds_diff, rules_diff

    terminal.say("\nthe rules differ in:" if differences else "\nthe rules of both play alike")
    for one in differences:
        inside = rules_diff.in_words(one)
        terminal.say(f"  {one.kind} {one.title} {one.what}{f': {inside}' if inside else ''}")
    if differences:
        terminal.say("\nthe odds differ in:" if odds else "\nthe odds of all tables are the same")
    for table in odds:
        terminal.say(f"  {table.title}: {odds_diff.table_in_words(table)}")
        for shift in table.shifts:
            where = f"{shift.where}: " if shift.where else ""
            terminal.say(f"    {where}{odds_diff.shift_in_words(shift)}")
