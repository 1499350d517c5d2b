"""`rulewright replay`: a recorded game, played again move by move, as one side or the umpire saw it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli import rulesets, terminal
from rulewright.cli.counts import counted
from rulewright.cli.failures import Refused, refuse

if TYPE_CHECKING:
    from rulewright.runtime import Game


@click.command(name="replay")
@click.argument("record", type=click.Path(path_type=Path))
@click.argument("asked", metavar="[RULESET]", required=False)
@click.option("--side", metavar="SIDE", help="Show what this side saw; everything if not given.")
@click.option("--until", type=click.IntRange(0), metavar="N", help="Stop after N decisions.")
@click.option("--verify", is_flag=True, help="Write the record anew, and compare every byte.")
@click.option("--quiet", is_flag=True, help="Do not print what happened.")
@terminal.color_option
def command(
    record: Path, asked: str | None, side: str | None, until: int | None, verify: bool, quiet: bool
) -> None:
    """Play RECORD again and print what happened. RULESET is looked up by the record's name for it."""
    from rulewright.cli import games, screens
    from rulewright.cli.plugins import Plugins

    if verify and until is not None:
        raise click.UsageError("`--verify` and `--until` cannot stand together")
    plugins = Plugins()
    ruleset = rulesets.resolve(asked, plugins) if asked is not None else None
    data = record.read_bytes()
    if until is not None:
        data = b"".join(data.splitlines(keepends=True)[: until + 1])  # the first line is the head
    game = games.replayed(ruleset, plugins, record, data)
    for notice in game.notices:
        terminal.say(notice, err=True)
    sides = games.sides(game)
    if side is not None and side not in sides:
        raise _no_side(side, sides)
    if not quiet:
        screens.show_log(game.log if side is None else game.log_for(side))
    terminal.say(_outcome(game, sides))
    if verify:
        _verify(record, data, game)


def _no_side(side: str, sides: dict[str, str]) -> Refused:
    from rulewright.compiler import suggest

    listed = ", ".join(f"`{one}`" for one in sides)
    return refuse(
        "RW0916",
        f"there is no side `{side}`",
        help=suggest.did_you_mean(side, sides) or f"there are: {listed}",
    )


def _outcome(game: Game, sides: dict[str, str]) -> str:
    made = counted(len(game.moves), "decision")
    if not game.ended:
        return f"after {made} the game goes on"
    from rulewright.cli import games

    how = f" ({games.ending_title(game.program.document, game.ending)})" if game.ending else ""
    won = f"{sides.get(game.winner, game.winner)} won" if game.winner else "nobody won"
    return f"the game is over after {made}: {won}{how}"


def _verify(record: Path, data: bytes, game: Game) -> None:
    """Say that the record is the same to the last byte; RW0914 with the first line that differs."""
    from rulewright.compiler.source import shown_path
    from rulewright.runtime import write_record

    anew = write_record(game)
    if anew == data:
        terminal.say(f"verified: all {len(data):,} bytes are the same")
        return
    old_lines, new_lines = data.split(b"\n"), anew.split(b"\n")
    pairs = enumerate(zip(old_lines, new_lines, strict=False), 1)
    line = next((n for n, (old, new) in pairs if old != new), min(len(old_lines), len(new_lines)))
    raise refuse(
        "RW0914",
        f"the record differs from its replay in line {line}",
        path=shown_path(record),
        line=line,
        help=_reason(old_lines[line - 1] if line <= len(old_lines) else b""),
    )


def _reason(line: bytes) -> str:
    try:
        json.loads(line)
    except ValueError:
        return "the line is cut off or damaged; the lines before it are good"
    return "the line was written by another program or by hand; its meaning is the same"
