"""Plays a game out between bots, each behind its door: the question, and on demand the view, of its own side."""

from __future__ import annotations

import gc
from collections.abc import Mapping

from rulewright.runtime.bots.base import Bot, ViewOf
from rulewright.runtime.game import Game

MOST_DECISIONS = 100_000

YOUNG = 20_000
"""Objects made between two looks for garbage, from the first game on that this process plays out."""


def play_out(game: Game, bots: Mapping[str, Bot], max_decisions: int = MOST_DECISIONS) -> int:
    """Let the bots play until the game is over or somebody without a bot must choose; return the number of decisions.

    Args:
        bots: by id of the side.
        max_decisions: where to stop if the game does not.
    """
    _collect_seldom()
    made = 0
    players = {side: (bot.choose, _view_of(game, side)) for side, bot in bots.items()}
    while made < max_decisions:
        for decision in game.decisions:
            side = decision.side
            if side in players:
                choose, view = players[side]
                game.choose(side, choose(decision, view))
                made += 1
                break
        else:
            return made
    return made


def _collect_seldom() -> None:
    """Let Python look for garbage seldom: a log only grows, and the collector would walk it again and again, and once more after each game."""
    before = gc.get_threshold()
    if 0 < before[0] < YOUNG:
        gc.set_threshold(YOUNG, *before[1:])


def _view_of(game: Game, side: str) -> ViewOf:
    return lambda: game.view(side)
