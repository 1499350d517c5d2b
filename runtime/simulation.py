"""Many games between bots, each from its own seed: what a study of balance counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import NormalDist

from rulewright.runtime.bots.base import Bot
from rulewright.runtime.errors import RulewrightError
from rulewright.runtime.game import Game
from rulewright.runtime.link.program import Program
from rulewright.runtime.play import MOST_DECISIONS, play_out


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one game came out.

    seed: of the dice and the bots; `rulewright play --seed` plays the same game again.
    ending: the ruleset's own word for how it ended; "" if it did not.
    winner: id of a side, or "" for nobody.
    failure: what stopped it before its end, such as a broken invariant; "" if nothing did.
    """

    seed: int
    ending: str
    winner: str
    decisions: int
    failure: str = ""


def play_one(
    program: Program,
    seed: int,
    bots: Mapping[str, Callable[[str, int], Bot]],
    *,
    scenario: str | None = None,
    max_decisions: int = MOST_DECISIONS,
) -> Outcome:
    """Play one game to its end between bots that are made for it, side by side.

    Args:
        bots: id of the side → what makes its bot from the side and the seed.
        max_decisions: a game that needs more counts as failed.
    """
    game = None
    try:
        game = Game.start(program, scenario, seed)
        play_out(game, {side: make(side, seed) for side, make in bots.items()}, max_decisions)
    except RulewrightError as failure:
        return Outcome(seed, "", "", len(game.moves) if game else 0, f"{failure.code}: {failure.message}")
    made = len(game.moves)
    if not game.ended:
        return Outcome(seed, "", "", made, f"not over after {max_decisions:,} decisions")
    return Outcome(seed, game.ending or "", game.winner or "", made)


def share(count: int, games: int, confidence: float = 0.95) -> tuple[float, float]:
    """Return the interval in which a share lies that was seen `count` times in `games` (Wilson's score)."""
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    centre = (count + z * z / 2) / (games + z * z)
    reach = z / (games + z * z) * (count * (games - count) / games + z * z / 4) ** 0.5
    return max(0.0, centre - reach), min(1.0, centre + reach)
