"""Plays a game out between bots, each behind its door: the question, and on demand the view, of its own side."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.runtime.bots.base import Bot
from rulewright.runtime.game import Game

MOST_DECISIONS = 100_000


def play_out(game: Game, bots: Mapping[str, Bot], max_decisions: int = MOST_DECISIONS) -> int:
    """Let the bots play until the game is over or somebody without a bot must choose; return the number of decisions.

    Args:
        bots: by id of the side.
        max_decisions: where to stop if the game does not.
    """
    made = 0
    while made < max_decisions:
        for decision in game.decisions:
            side = decision.side
            bot = None if side is None else bots.get(side)
            if bot is not None and side is not None:
                break
        else:
            return made
        game.choose(side, bot.choose(decision, lambda side=side: game.view(side)))  # type: ignore[misc]
        made += 1
    return made
