"""`rulewright simulate`: many games between bots, and how they ended."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli import rulesets, terminal
from rulewright.cli.failures import Refused, refuse

if TYPE_CHECKING:
    from rulewright.runtime import Program
    from rulewright.runtime.simulation import Outcome

MANY_DECISIONS = 100_000
SHOWN_FAILURES = 5


@click.command(name="simulate")
@rulesets.argument()
@click.option("--games", default=100, show_default=True, type=click.IntRange(1), help="How many.")
@click.option(
    "--bots", default="random", show_default=True, metavar="WHO,WHO", help="One for all, or one a side."
)
@click.option(
    "--seed",
    default=1,
    show_default=True,
    type=click.IntRange(0),
    help="Of the first game; each next one adds 1.",
)
@click.option("--scenario", metavar="NAME", help="What to play; the first scenario if not given.")
@click.option("--options", default="", metavar="A,B", help="Optional rules to play with.")
@click.option(
    "--jobs", type=click.IntRange(1), help="Processes at work; as many as there are cores if not given."
)
@click.option(
    "--max-decisions",
    type=click.IntRange(1),
    default=MANY_DECISIONS,
    show_default=True,
    help="A game that needs more has failed.",
)
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), help="Keep a line of JSON for every game."
)
@terminal.color_option
def command(
    asked: str,
    games: int,
    bots: str,
    seed: int,
    scenario: str | None,
    options: str,
    jobs: int | None,
    max_decisions: int,
    out: Path | None,
) -> None:
    """Play many games of a RULESET between bots and count how they end.

    The same seed gives the same games, however many processes play them. A game that stops before its end, for
    example at a broken invariant, is listed with its seed, and the exit code is 1.
    """
    plan = Plan(asked, scenario, tuple(_listed(options)), tuple(_listed(bots)), max_decisions)
    table = Table(plan)  # what cannot be played is refused here, before any process starts
    if out is not None:
        _check_writable(out)
    began = perf_counter()
    outcomes = []
    try:
        for outcome in _shown(
            _played(plan, table, range(seed, seed + games), jobs or os.cpu_count() or 1), games
        ):
            outcomes.append(outcome)
    except KeyboardInterrupt:
        terminal.say("interrupted; what was played counts", err=True)
    if out is not None:
        _write(out, outcomes)
    _report(outcomes, table, perf_counter() - began)
    failed = [one for one in outcomes if one.failure]
    if failed:
        raise _failed(failed, len(outcomes), asked)


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played; small and plain, so that it travels to other processes."""

    asked: str
    scenario: str | None
    options: tuple[str, ...]
    bots: tuple[str, ...]
    max_decisions: int


class Table:
    """A plan made ready in this process: the linked ruleset and the bots."""

    def __init__(self, plan: Plan) -> None:
        from rulewright.cli import games
        from rulewright.cli.play import HUMAN, who_plays
        from rulewright.cli.plugins import Plugins
        from rulewright.runtime import Game

        plugins = Plugins()
        self.program: Program = games.linked(rulesets.resolve(plan.asked, plugins), plugins, plan.options)
        self.titles = games.sides(Game.start(self.program, plan.scenario, 0))
        sides = list(self.titles)
        names = ",".join(
            plan.bots * len(sides) if len(plan.bots) == 1 and "=" not in plan.bots[0] else plan.bots
        )
        players = who_plays(names, sides, games.bot_names(plugins))
        missing = [side for side, name in players.items() if name == HUMAN]
        if missing:
            raise click.UsageError(
                f"nobody plays `{missing[0]}`: `--bots` names one bot, or one for each side"
            )
        self._plan = plan
        self._bots = {side: _maker(name, plugins) for side, name in players.items()}

    def play(self, seed: int) -> Outcome:
        from rulewright.runtime.simulation import play_one

        return play_one(
            self.program,
            seed,
            self._bots,
            scenario=self._plan.scenario,
            max_decisions=self._plan.max_decisions,
        )


def _maker(name: str, plugins: Any) -> Any:
    from rulewright.cli import games

    return lambda side, seed: games.bot(name, side, seed, plugins)


_table: Table | None = None  # of a worker process, which makes it once


def _set_up(plan: Plan) -> None:
    global _table
    _table = Table(plan)


def _play(seed: int) -> Outcome:
    assert _table is not None
    return _table.play(seed)


def _played(plan: Plan, table: Table, seeds: Sequence[int], jobs: int) -> Iterator[Outcome]:
    """Play a game for every seed, and give the outcomes in the order of the seeds."""
    jobs = min(jobs, len(seeds))
    if jobs == 1:
        yield from map(table.play, seeds)
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(jobs, initializer=_set_up, initargs=(plan,)) as pool:
        yield from pool.map(_play, seeds, chunksize=max(1, min(16, len(seeds) // (4 * jobs))))


def _shown(outcomes: Iterator[Outcome], games: int) -> Iterator[Outcome]:
    """Show a bar while the games are played, if somebody watches."""
    import sys

    if not terminal.is_terminal(sys.stderr):
        yield from outcomes
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(outcomes, "playing", games, console=Console(stderr=True), transient=True)


def _report(outcomes: Sequence[Outcome], table: Table, seconds: float) -> None:
    from rulewright.cli.games import ending_title
    from rulewright.runtime.simulation import share

    over = [one for one in outcomes if not one.failure]
    made = [one.decisions for one in outcomes]
    terminal.say(
        f"{len(outcomes):,} games in {seconds:.1f} s: {sum(made):,} decisions, {seconds / max(1, sum(made)) * 1e6:.0f} µs each"
    )
    if not over:
        return
    lengths = sorted(one.decisions for one in over)
    terminal.say(
        f"decisions in a game: {lengths[0]:,} to {lengths[-1]:,}, half of them up to {median(lengths):,.0f}"
    )
    titles, document = table.titles, table.program.document
    _counted("won", Counter(titles.get(one.winner, one.winner) or "nobody" for one in over), len(over), share)
    _counted(
        "ended",
        Counter(ending_title(document, one.ending) or "without a word for it" for one in over),
        len(over),
        share,
    )


def _counted(heading: str, counts: Counter[str], games: int, share: Any) -> None:
    wide = max(map(len, counts))
    for name, count in counts.most_common():
        low, high = share(count, games)
        terminal.say(
            f"{heading:<6} {name:<{wide}}  {count:>6,}  {count / games:>6.1%}   (95 %: {low:.1%} to {high:.1%})"
        )
        heading = ""


def _failed(failed: Sequence[Outcome], games: int, asked: str) -> Refused:
    for one in failed[:SHOWN_FAILURES]:
        terminal.say(f"seed {one.seed}, after {one.decisions:,} decisions: {one.failure}", err=True)
    return refuse(
        "RW0918",
        f"{len(failed):,} of {games:,} games stopped before their end",
        help=f"`rulewright play {asked} --bots … --seed {failed[0].seed} --log` plays the first of them again",
    )


def _check_writable(out: Path) -> None:
    out.parent.mkdir(parents=True, exist_ok=True)
    out.open("a").close()


def _write(out: Path, outcomes: Sequence[Outcome]) -> None:
    from rulewright.cli import stamps

    lines = "".join(json.dumps(asdict(one), ensure_ascii=False) + "\n" for one in outcomes)
    stamps.write_atomically(out, lines.encode())
    terminal.say(f"a line for every game is in {out.as_posix()}")


def _listed(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]
