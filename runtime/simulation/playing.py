"""One game between bots, from its own seed, as a row of a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulewright.runtime.bots.base import Bot, close
from rulewright.runtime.errors import IllegalChoice, RulewrightError
from rulewright.runtime.game import Game
from rulewright.runtime.play import MOST_DECISIONS, play_out
from rulewright.runtime.simulation.measures import Measures

Row = dict[str, Any]
"""The values of one game by column, in the order of the columns; None where there is none."""

MakeBot = Callable[[str, int], Bot]
"""Makes the bot of a side for the game of a seed."""


def play_one(
    measures: Measures, number: int, seed: int, bots: Mapping[str, MakeBot], *, scenario: str | None = None, max_decisions: int = MOST_DECISIONS
) -> Row:
    """Play one game to its end between bots that are made for it, and count it.

    The same seed gives the same row, whoever plays it; `rulewright play --seed` plays the same game again.

    Args:
        number: of the game in its run.
        bots: id of the side → what makes its bot.
        max_decisions: a game that needs more counts as failed.
    """
    row: Row = dict.fromkeys(measures.columns.names)
    row.update(game=number, seed=seed, ending="", ending_title="", winner="", reason="", decisions=0, failure="")
    game = None
    made: dict[str, Bot] = {}
    try:
        game = Game.start(measures.program, scenario, seed)
        for side, make in bots.items():
            made[side] = make(side, seed)
        play_out(game, made, max_decisions)
    except RulewrightError as failure:
        row["failure"] = _told(failure, game)
    finally:
        for bot in made.values():
            close(bot)
    if game is None:
        return row
    row["decisions"] = len(game.moves)
    row.update(measures.of(game))
    if not row["failure"] and not game.ended:
        row["failure"] = f"not over after {max_decisions:,} decisions"
    if row["failure"]:
        row.update(ending="", ending_title="", winner="", reason="")
    return row


def _told(failure: RulewrightError, game: Game | None) -> str:
    if isinstance(failure, IllegalChoice) and game is not None and game.decisions:
        asked = game.decisions[0]
        return f"{failure.code}: the bot of `{asked.side}` answered `{asked.id}` wrongly: {failure.message}"
    return f"{failure.code}: {failure.message}"
