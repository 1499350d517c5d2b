"""`rulewright play`: a game at this terminal, between people, bots, or both."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli import rulesets, stamps, terminal
from rulewright.cli.counts import counted
from rulewright.cli.failures import refuse

if TYPE_CHECKING:
    from rulewright.cli.sitting import Stop
    from rulewright.runtime import Game

MANY_DECISIONS = 100_000


@click.command(name="play")
@rulesets.argument()
@click.option("--scenario", metavar="NAME", help="What to play; the first scenario if not given.")
@click.option("--seed", type=click.IntRange(0), help="Dice that can be thrown again; otherwise by chance.")
@click.option("--options", default="", metavar="A,B", help="Optional rules to play with.")
@click.option("--bots", default="", metavar="WHO,WHO", help="Who plays: `random,human` or `watch=random`.")
@click.option("--record", type=click.Path(path_type=Path), help="Where to keep the record of the game.")
@click.option(
    "--resume",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="RECORD",
    help="Go on with a recorded game.",
)
@click.option("--hand-dice", is_flag=True, help="Throw real dice, and type what they show.")
@click.option(
    "--max-decisions",
    type=click.IntRange(1),
    default=MANY_DECISIONS,
    show_default=True,
    help="Stop after so many.",
)
@click.option("--log", "show_log", is_flag=True, help="At the end, print all that happened.")
@terminal.color_option
def command(
    asked: str,
    scenario: str | None,
    seed: int | None,
    options: str,
    bots: str,
    record: Path | None,
    resume: Path | None,
    hand_dice: bool,
    max_decisions: int,
    show_log: bool,
) -> None:
    """Play a RULESET. Sides without a bot are played here, one screen after the other.

    Type `?` while you play to see what can be typed. Without a terminal, answers are read line by line.
    """
    from rulewright.cli import bots as bench
    from rulewright.cli import games, screens
    from rulewright.cli.check import warn_about
    from rulewright.cli.plugins import Plugins
    from rulewright.cli.sitting import Sitting

    if resume is not None and (scenario or options or hand_dice or seed is not None):
        raise click.UsageError(
            "a record brings its scenario, seed, options and dice; `--resume` stands alone"
        )
    plugins = Plugins()
    ruleset = rulesets.resolve(asked, plugins)
    if resume is not None:
        game = games.replayed(ruleset, plugins, resume)
        record = record or resume
    else:
        seed = random.SystemRandom().randrange(2**31) if seed is None else seed
        game = games.start(
            ruleset,
            plugins,
            scenario=scenario,
            seed=seed,
            options=rulesets.listed(options),
            by_hand=hand_dice,
        )
    sides = games.sides(game)
    document = game.program.document
    players = bench.who_plays(bots, list(sides), bench.names(document, plugins))
    keeper = _Keeper(game, record, f"{document['ruleset']['id']}-{game.seed}")
    seats = {
        side: bench.maker(name, side, game.program, plugins, game.scenario or None)(side, game.seed)
        for side, name in players.items()
        if name != bench.HUMAN
    }
    for line in games.credits(ruleset, game, seats, plugins):
        terminal.say(line)
    sitting = Sitting(game, sides, seats, keeper.save, max_decisions)
    if keeper.is_wanted:
        keeper.save("")  # a place that cannot be written to is found out now, not after the game
    try:
        stop = sitting.run()
    finally:
        for bot in seats.values():
            bot.close()
        # Also after Ctrl-C, or a failure of the rules: what was played is never lost.
        if keeper.is_wanted or sitting.people:
            saved = keeper.save("")
            terminal.say(f"\nthe record is in {terminal.paint(saved, bold=True)}")
    warn_about(plugins)
    _say_how_it_stopped(game, sitting.made, stop, sides)
    if show_log:
        screens.show_log(game.log)
    if stop == "limit" and max_decisions == MANY_DECISIONS and not sitting.people:
        raise refuse(
            "RW0915",
            f"the game did not end within {counted(max_decisions, 'decision')}",
            help="look at the record with `rulewright replay`, or raise `--max-decisions`",
        )


class _Keeper:
    """Writes the record of the game: to the file that was asked for, or to a new one here."""

    def __init__(self, game: Game, path: Path | None, name: str) -> None:
        self._game = game
        self._path = path
        self._name = name
        self.is_wanted = path is not None

    def save(self, where: str) -> str:
        """Write the record to `where`, or to the usual file for ""; return the name of the file."""
        from rulewright.runtime import write_record

        if self._path is None:
            self._path = _free_name(self._name)
        path = Path(where) if where else self._path
        path.parent.mkdir(parents=True, exist_ok=True)
        stamps.write_atomically(path, write_record(self._game))
        return path.as_posix()


def _free_name(stem: str) -> Path:
    """Return a file that is not there yet: `picket-7.jsonl`, `picket-7-2.jsonl`, …"""
    path, number = Path(f"{stem}.jsonl"), 2
    while path.exists():
        path, number = Path(f"{stem}-{number}.jsonl"), number + 1
    return path


def _say_how_it_stopped(game: Game, made: int, stop: Stop, sides: Mapping[str, str]) -> None:
    if stop == "ended":
        from rulewright.cli import games

        how = f" ({games.ending_title(game.program.document, game.ending)})" if game.ending else ""
        won = f"{sides.get(game.winner, game.winner)} won" if game.winner else "nobody won"
        terminal.say(f"the game is over after {counted(made, 'decision')}: {won}{how}")
    elif stop == "limit":
        terminal.say(f"stopped after {counted(made, 'decision')}; the game is not over")
    elif stop == "no more input":
        terminal.say(f"there is no more input; stopped after {counted(made, 'decision')}, the game is not over")
    else:
        terminal.say(f"stopped after {counted(made, 'decision')}; `--resume` goes on from the record")
