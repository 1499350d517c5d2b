"""Plays a game out between bots, each behind its door: the question, and on demand the view, of its own side."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from rulewright.runtime.bots.base import Bot, ViewOf
from rulewright.runtime.game import Game

MOST_DECISIONS = 100_000

YOUNG = 20_000
"""Objects made between two looks for garbage while a game is played out."""


def play_out(game: Game, bots: Mapping[str, Bot], max_decisions: int = MOST_DECISIONS) -> int:
    """Let the bots play until the game is over or somebody without a bot must choose; return the number of decisions.

    Args:
        bots: by id of the side.
        max_decisions: where to stop if the game does not.
    """
    with _rare_collections():
        return _play_out(game, bots, max_decisions)


@contextmanager
def _rare_collections() -> Iterator[None]:
    """Look for garbage seldom: a log only grows, and the collector would walk it again and again."""
    before = gc.get_threshold()
    raised = 0 < before[0] < YOUNG
    if raised:
        gc.set_threshold(YOUNG, *before[1:])
    try:
        yield
    finally:
        if raised:
            gc.set_threshold(*before)


def _play_out(game: Game, bots: Mapping[str, Bot], max_decisions: int) -> int:
    made = 0
    views = {side: _view_of(game, side) for side in bots}
    while made < max_decisions:
        for decision in game.decisions:
            side = decision.side
            if side is not None and side in bots:
                game.choose(side, bots[side].choose(decision, views[side]))
                made += 1
                break
        else:
            return made
    return made


def _view_of(game: Game, side: str) -> ViewOf:
    return lambda: game.view(side)
