"""Game records: JSON Lines that replay to the same game and are written again as the same bytes.

The first line says what is played (schemas/record.schema.json); then comes one line per decision, and one per die or
draw that was entered by hand. A last line that was cut off in writing loses that line alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from rulewright.runtime import errors
from rulewright.runtime.errors import RecordError
from rulewright.runtime.game import Game, Move
from rulewright.runtime.link.program import Program

FORMAT = "rulewright.record"
VERSION = 1

ProgramFor = Callable[[str, Sequence[str]], Program]
"""From the id of a ruleset and the optional rules that are on, its program."""


def header(game: Game) -> dict[str, Any]:
    """Return the first line of a game's record."""
    if game.source not in ("seed", "hand"):
        raise RecordError("RW0820", "a game whose dice come from a list cannot be recorded")
    return {
        "format": FORMAT,
        "version": VERSION,
        "ruleset": game.program.document["ruleset"]["id"],
        "rules_hash": game.program.rules_hash,
        "scenario": game.scenario,
        "options": list(game.program.options),
        "dice": game.source,
        "seed": game.seed,
    }


def _line(value: Any) -> bytes:
    return (json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")) + "\n").encode()


def write_record(game: Game) -> bytes:
    """Return the whole record of a game so far."""
    return b"".join([_line(header(game)), *map(_line, game.moves)])


class Recorder:
    """Writes a record while a game is played: give it each line's bytes as they come.

    append: takes the bytes of one line and sees to it that they are kept.
    """

    def __init__(self, game: Game, append: Callable[[bytes], object]) -> None:
        self._game = game
        self._append = append
        self._written = 0
        append(_line(header(game)))

    def catch_up(self) -> None:
        """Write the moves that were made since the last time.

        Raises:
            RecordError: RW0820, a move that is written was taken back; the record must be written anew.
        """
        moves = self._game.moves
        if len(moves) < self._written:
            raise RecordError("RW0820", "a move that is in the record was taken back", help="write the record anew")
        for move in moves[self._written :]:
            self._append(_line(move))
        self._written = len(moves)


def replay(program: Program | ProgramFor, data: bytes, *, after: Callable[[Game], None] | None = None) -> Game:
    """Play a record through, and return the game; `Game.notices` says what is amiss and could be borne.

    Args:
        program: the program, its options as in the record, or a function that finds it.
        after: is handed the game at its start and after each move.

    Raises:
        RecordError: RW0820 not a record, or of another version; RW0821 other rules; RW0822 an illegal choice;
            RW0823 a line that cannot be read.
    """
    lines, notices = _lines(data)
    first = _header(lines)
    found = program if isinstance(program, Program) else program(first["ruleset"], first["options"])
    if list(found.options) != first["options"]:
        raise RecordError("RW0821", f"the record has the options {first['options']}, not {list(found.options)}", line=1)
    if found.rules_hash != first["rules_hash"]:
        raise RecordError(
            "RW0821",
            f"the record was made with other rules of `{first['ruleset']}`",
            line=1,
            help=f"take the version whose hash begins with {first['rules_hash'][:12]}",
        )
    game = Game.start(found, first["scenario"] or None, first["seed"], first["dice"])
    if after is not None:
        after(game)
    for at, move in enumerate(lines[1:], 2):
        _play(game, move, at)
        if after is not None:
            after(game)
    game.notices = tuple(notices)
    return game


CUT_OFF = "RW0824"  # the one code that refuses nothing


def _lines(data: bytes) -> tuple[list[Any], list[str]]:
    """Return the lines as values, and what was lost: the last one, if it was cut off."""
    found: list[Any] = []
    raw = data.split(b"\n")
    cut = raw.pop()
    for at, line in enumerate(raw, 1):
        found.append(_parsed(line, at))
    if not cut:
        return found, []
    if found:
        return found, [f"{CUT_OFF}: line {len(raw) + 1} was cut off; the game stands before it"]
    return [_parsed(cut, 1)], []


def _parsed(line: bytes, at: int) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as problem:
        raise RecordError("RW0823", "this is not JSON", line=at, help="restore the record from a copy") from problem


def _header(lines: list[Any]) -> dict[str, Any]:
    wanted = {"ruleset": str, "rules_hash": str, "scenario": str, "options": list, "dice": str, "seed": int}
    first = lines[0] if lines else None
    if not isinstance(first, dict) or first.get("format") != FORMAT:
        raise RecordError("RW0820", "this is not a game record", line=1)
    if first.get("version") != VERSION:
        raise RecordError("RW0820", f"version {first.get('version')!r} of the format is unknown; this program reads {VERSION}", line=1)
    for key, kind in wanted.items():
        if type(first.get(key)) is not kind:
            raise RecordError("RW0820", f"the first line has no right `{key}`", line=1)
    if first["dice"] not in ("seed", "hand") or not all(isinstance(option, str) for option in first["options"]):
        raise RecordError("RW0820", "the first line has no right `dice` or `options`", line=1)
    return first


def _play(game: Game, move: Any, at: int) -> None:
    if not isinstance(move, dict) or (set(move) != {"die"} and set(move) != {"side", "id", "choice"}):
        raise RecordError("RW0823", "this is neither a choice nor a die", line=at)
    side = None if "die" in move else move["side"]
    try:
        decision = game.decision_of(side)
        if "die" not in move and decision.id != move["id"]:
            raise RecordError("RW0822", f"`{side}` must answer `{decision.id}`, not `{move['id']}`", line=at)
        game.choose(side, move["die"] if "die" in move else move["choice"])
    except errors.RecordError:
        raise
    except errors.RulewrightError as problem:
        raise RecordError("RW0822", problem.message, line=at, help=problem.help) from problem


def moves_of(data: bytes) -> list[Move]:
    """Return the moves of a record without playing them."""
    lines, _ = _lines(data)
    _header(lines)
    return lines[1:]
