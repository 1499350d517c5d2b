"""Runs of many games, as the commands play them: options that they share, workers, a folder, a bar for who watches."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from rulewright.cli import terminal
from rulewright.cli.counts import counted

if TYPE_CHECKING:
    from rulewright.cli.plugins import Plugins
    from rulewright.cli.simulated import Job
    from rulewright.cli.varied import Chosen
    from rulewright.runtime.simulation import Row
    from rulewright.runtime.simulation.crews import Crew
    from rulewright.runtime.simulation.folder import Folder
    from rulewright.runtime.simulation.rows import Rows
    from rulewright.runtime.simulation.run import Run

MANY_DECISIONS = 100_000

F = TypeVar("F", bound=Callable[..., Any])


def options(command: F) -> F:
    """Give a command the options that say who plays, and where."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


_OPTIONS: tuple[Callable[[Any], Any], ...] = (
    click.option("--games", default=100, show_default=True, type=click.IntRange(1), help="How many."),
    click.option(
        "--bots", default="random", show_default=True, metavar="WHO,WHO", help="One for all, or one a side."
    ),
    click.option(
        "--seed",
        default=1,
        show_default=True,
        type=click.IntRange(0, 2**62),
        help="Of the first game; each next one adds 1.",
    ),
    click.option("--scenario", metavar="NAME", help="What to play; the first scenario if not given."),
    click.option("--options", default="", metavar="A,B", help="Optional rules to play with."),
    click.option(
        "--jobs", type=click.IntRange(1), help="Processes at work; as many as there are cores if not given."
    ),
    click.option("--cluster", metavar="ADDRESS", help="Play on the workers of this Dask scheduler instead."),
    click.option(
        "--max-decisions",
        type=click.IntRange(1),
        default=MANY_DECISIONS,
        show_default=True,
        help="A game that needs more has failed.",
    ),
)

FORMAT = click.option(
    "--format",
    "store",
    type=click.Choice(["sqlite", "parquet"]),
    help="How DIR keeps the rows: one SQLite database (the default), or Parquet, which needs pyarrow.",
)


def check_usage(out: Path | None, store: str | None, jobs: int | None, cluster: str | None) -> None:
    """Refuse options that mean nothing beside each other."""
    if out is None and store is not None:
        raise click.UsageError("`--format` needs a folder: `--out DIR`")
    if cluster is not None and jobs is not None:
        raise click.UsageError("a cluster has its own workers; `--jobs` is for this machine")


def crew(job: Job, jobs: int | None, cluster: str | None, games: int) -> Crew:
    from rulewright.cli.simulated import play_block
    from rulewright.runtime.simulation import crews

    if cluster is not None:
        return crews.Cluster(play_block, job, cluster, crews.identity_of())
    slots = min(jobs or os.cpu_count() or 1, games)
    return crews.Alone(play_block, job) if slots == 1 else crews.Processes(play_block, job, slots)


class Play:
    """One run being played. made: games that were played now; interrupted: did somebody stop it?"""

    def __init__(
        self,
        what: Chosen,
        plugins: Plugins,
        *,
        games: int,
        bots: str,
        seed: int,
        scenario: str | None,
        max_decisions: int,
    ) -> None:
        """Make everything ready; what cannot be played is refused here, before any process starts."""
        from rulewright.cli import bots as bench
        from rulewright.cli import simulated
        from rulewright.cli.main import version
        from rulewright.runtime.simulation.rows import Rows
        from rulewright.runtime.simulation.run import run_of

        players = bench.players_of(bots, what.document, plugins)
        self.job = simulated.job_of(what.document, what.options, scenario, players, seed, max_decisions)
        self._table = simulated.Table(self.job, what.document, plugins)
        self.program = self._table.program
        self.games = games
        self.interrupted = False
        self.run: Run = run_of(
            self.program,
            self._table.measures.columns,
            made_by=f"rulewright {version()}",
            asked=what.shown,
            scenario=scenario,
            bots=players,
            seed=seed,
            max_decisions=max_decisions,
        )
        self.made = Rows(self.run.columns)

    def open(self, path: Path, store: str, resume: bool) -> Folder:
        from dataclasses import replace

        from rulewright.runtime.simulation import errors, folder

        if resume and not folder.holds_a_run(path):
            raise errors.no_run(path.as_posix())
        self.run = replace(self.run, store=store)
        opened = folder.opened_for(path, self.run)
        for name in opened.broken:
            terminal.say(f"`{name}` was broken: its games are played again", err=True)
        return opened

    def play(self, kept: Folder | None, jobs: int | None, cluster: str | None) -> Rows:
        """Play what is not kept yet; return all rows, in the order of the games."""
        from rulewright.cli import simulated

        simulated.keep(self.job, self._table)
        there = kept.games.played() if kept is not None else set()
        wanted = [number for number in range(self.games) if number not in there]
        if there:
            terminal.say(f"there already: {counted(len(there), 'game')}, and {len(wanted):,} to play")
        if wanted:
            self._play(wanted, kept, crew(self.job, jobs, cluster, len(wanted)))
        if kept is None:
            return self.made.by_game()
        if not self.interrupted:
            kept.games.finish()
        return kept.games.rows()

    def _play(self, wanted: list[int], kept: Folder | None, workers: Crew) -> None:
        from rulewright.runtime.simulation.schedule import played

        at_once = True
        try:
            for rows in _shown(played(workers, wanted, self.job.seed), len(wanted)):
                self.made.add(rows)
                if kept is not None:
                    kept.games.add(rows)
            at_once = False
        except KeyboardInterrupt:
            self.interrupted = True
        finally:
            workers.leave(at_once)


def _shown(blocks: Iterator[list[Row]], games: int) -> Iterator[list[Row]]:
    """Show a bar while the games are played, if somebody watches."""
    import sys

    if not terminal.is_terminal(sys.stderr):
        yield from blocks
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    first = next(blocks, None)  # the processes start before the thread that draws the bar
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("playing", total=games)
        while first is not None:
            yield first
            progress.advance(task, len(first))
            first = next(blocks, None)
