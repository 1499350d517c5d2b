"""`rulewright simulate`: many games between bots, kept in a folder, and how they ended."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

import click

from rulewright.cli import rulesets, runs, terminal
from rulewright.cli.counts import counted
from rulewright.cli.failures import Refused, refuse

if TYPE_CHECKING:
    from rulewright.runtime.simulation import Row
    from rulewright.runtime.simulation.folder import Folder
    from rulewright.runtime.simulation.rows import Rows
    from rulewright.runtime.simulation.run import Run
    from rulewright.runtime.simulation.summary import Figure, Share, Summary

SHOWN_FAILURES = 5
LINES = ".jsonl"


@click.command(name="simulate")
@rulesets.argument()
@runs.options
@click.option(
    "--variant",
    "variants",
    multiple=True,
    metavar="NAME",
    help="An optional rule, or a ruleset that is a variant of RULESET; may be given again.",
)
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="WHAT=VALUE",
    help="Switch an optional rule (`fog=on`), or change a value (`turn.last=7`); may be given again.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Keep a row for every game in this folder, with a report; if the run is there already, go on with it. "
    "A name that ends in `.jsonl` gives a line of JSON for every game instead.",
)
@runs.FORMAT
@click.option("--resume", is_flag=True, help="Go on with the run in DIR, and refuse if there is none.")
@terminal.color_option
def command(
    asked: str,
    games: int,
    bots: str,
    seed: int,
    scenario: str | None,
    options: str,
    variants: tuple[str, ...],
    settings: tuple[str, ...],
    jobs: int | None,
    cluster: str | None,
    max_decisions: int,
    out: Path | None,
    store: str | None,
    resume: bool,
) -> None:
    """Play many games of a RULESET between bots and count how they end.

    The same seed gives the same games, however many processes or machines play them. A game that stops before its end,
    for example at a broken invariant, is listed with its seed, and the exit code is 1.
    """
    from rulewright.cli import varied
    from rulewright.cli.plugins import Plugins

    lines = out if out is not None and out.suffix == LINES else None
    folder = None if lines is not None else out
    runs.check_usage(folder, store, jobs, cluster)
    if folder is None and resume:
        raise click.UsageError("`--resume` needs a folder: `--out DIR`")
    plugins = Plugins()
    what = varied.chosen(varied.wish(asked, options, variants, settings), plugins)
    play = runs.Play(
        what,
        plugins,
        games=games,
        bots=bots,
        seed=seed,
        scenario=scenario,
        max_decisions=max_decisions,
    )
    if lines is not None:
        _check_writable(lines)
    began = perf_counter()
    with ExitStack() as closing:
        kept = closing.enter_context(play.open(folder, store or "sqlite", resume)) if folder else None
        rows = play.play(kept, jobs, cluster)
        took = perf_counter() - began
        # Files before words: who reads these may have enough after the first line (`| head`).
        if lines is not None:
            _write_lines(lines, rows)
        page = _write_report(kept, rows) if kept is not None and rows else None
        _report(play.run, rows, play.made, took)
        if lines is not None:
            terminal.say(f"a line for every game is in {lines.as_posix()}")
        if page is not None:
            shown = terminal.paint(page.as_posix(), bold=True)
            terminal.say(f"a row for every game and the report are in {shown}")
    if play.interrupted:
        if folder is not None:
            terminal.say(
                f"{len(rows):,} of {counted(games, 'game')} done; the same command goes on from here", err=True
            )
        raise click.Abort
    failed = [rows[at] for at, one in enumerate(rows.column("failure")) if one]
    if failed:
        raise _failed(failed, len(rows), asked)


def _write_report(kept: Folder, rows: Rows) -> Path:
    from rulewright.cli import reports

    return reports.write(kept.path, kept.run, rows)


def _report(run: Run, rows: Rows, made: Rows, seconds: float) -> None:
    from rulewright.runtime.simulation.summary import summary_of

    if made:
        decisions = sum(made.column("decisions"))
        each = f", {seconds / decisions * 1e6:.0f} µs each" if decisions else ""
        terminal.say(
            f"{counted(len(made), 'game')} in {seconds:.1f} s: {counted(decisions, 'decision')}{each}"
        )
    told = summary_of(run, rows)
    if told.over:
        _tell(told, rows)


def _tell(told: Summary, rows: Rows) -> None:
    lengths = sorted(rows.where("failure", "").column("decisions"))
    terminal.say(
        f"decisions in a game: {lengths[0]:,} to {lengths[-1]:,}, half of them up to {median(lengths):,.0f}"
    )
    _counted("won", [one for one in told.wins if one.count])
    _counted("ended", told.endings)
    _measured("points", [one for one in told.scores if one.all.values[0] != one.all.values[-1]])
    _measured("losses", [one for one in told.losses if one.all.mean.value >= 0.005])


def _measured(heading: str, figures: Sequence[Figure]) -> None:
    from rulewright.cli.reports import mean_in_words, short

    wide = max((len(one.column.title) for one in figures), default=0)
    for one in figures:
        nine = f"{short(one.all.at(0.05))} to {short(one.all.at(0.95))}"
        terminal.say(
            f"{heading:<6} {one.column.title:<{wide}}  {mean_in_words(one.all.mean)}   (nine games in ten: {nine})"
        )
        heading = ""


def _counted(heading: str, shares: Sequence[Share]) -> None:
    wide = max(len(one.title) for one in shares)
    for one in shares:
        terminal.say(
            f"{heading:<6} {one.title:<{wide}}  {one.count:>6,}  {one.part:>6.1%}   (95 %: {one.low:.1%} to {one.high:.1%})"
        )
        heading = ""


def _failed(failed: Sequence[Row], games: int, asked: str) -> Refused:
    for one in failed[:SHOWN_FAILURES]:
        terminal.say(f"seed {one['seed']}, after {counted(one['decisions'], 'decision')}: {one['failure']}", err=True)
    return refuse(
        "RW0918",
        f"{len(failed):,} of {counted(games, 'game')} stopped before their end",
        help=f"`rulewright play {asked} --bots … --seed {failed[0]['seed']} --log` plays the first of them again",
    )


def _check_writable(out: Path) -> None:
    out.parent.mkdir(parents=True, exist_ok=True)
    out.open("a").close()


def _write_lines(out: Path, rows: Rows) -> None:
    from rulewright.cli import stamps

    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    stamps.write_atomically(out, lines.encode())
