"""A game behind OpenSpiel's Python interface for games: docs/bots.md, "For learners".

OpenSpiel 2.0's searches in C++ end the process on states that are written in Python; its Python algorithms work.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pyspiel

from rulewright.runtime.decisions import Decision
from rulewright.runtime.game import Game
from rulewright.runtime.link.program import Program
from rulewright.runtime.play import MOST_DECISIONS


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]
    """A ruleset: sides are players 0, 1, … in its order; an action is the number of an answer among those that are offered.

    Dice are thrown inside (chance is sampled): each new state has the next seed, from `seed` on.
    """

    def __init__(self, program: Program, scenario: str | None, width: int, seed: int) -> None:
        self.program, self.scenario, self.width = program, scenario, width
        self._next = seed
        super().__init__(_type_of(program), _info_of(program, width), {})

    def new_initial_state(self, _observation: str | None = None) -> OpenSpielState:
        self._next += 1
        return OpenSpielState(self, Game.start(self.program, self.scenario, self._next - 1, history=False), self._next - 1)

    def __deepcopy__(self, memo: Any) -> OpenSpielGame:
        return self

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer()


class Held:
    """The referee's game in a state: OpenSpiel copies what a state holds, one by one."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __deepcopy__(self, memo: Any) -> Held:
        return Held(self.game.copy())


class OpenSpielState(pyspiel.State):  # type: ignore[misc]
    """A game as it stands."""

    def __init__(self, kind: OpenSpielGame, game: Game, seed: int, made: int = 0) -> None:
        super().__init__(kind)
        self._held = Held(game)
        self._kind, self._seed, self._made = kind, seed, made
        self._offered: list[Any] | None = None

    @property
    def game(self) -> Game:
        return self._held.game

    @property
    def _decision(self) -> Decision:
        return self.game.decisions[0]

    def answers(self) -> list[Any]:
        """Return the answers that are offered, as the referee takes them."""
        if self._offered is None:
            width = self._kind.width
            self._offered = self._decision.options(width + 1)
            if len(self._offered) > width:
                chance = Random(f"offered/{self._seed}/{self._made}")
                drawn = [self._decision.sample(chance) for _ in range(width)]
                self._offered = list({json.dumps(answer): answer for answer in drawn}.values())
        return self._offered

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return self._kind.program.sides.index(str(self._decision.side))

    def is_terminal(self) -> bool:
        return self.game.ended

    def returns(self) -> list[float]:
        winner = self.game.winner if self.game.ended else None
        return [0.0 if winner is None else 1.0 if side == winner else -1.0 for side in self._kind.program.sides]

    def information_state_string(self, player: int | None = None) -> str:
        """Return what a player may know, as JSON."""
        return Observer().string_from(self, self.current_player() if player is None else player)

    def __str__(self) -> str:
        return self.game.fingerprint()

    def _legal_actions(self, player: int) -> list[int]:
        return list(range(len(self.answers()))) if player == self.current_player() else []

    def _apply_action(self, action: int) -> None:
        self.game.choose(self._decision.side, self.answers()[action])
        self._offered = None
        self._made += 1

    def _action_to_string(self, player: int, action: int) -> str:
        return self._decision.label(self.answers()[action])


class Observer:
    """What OpenSpiel asks for views: a text, no tensor."""

    def __init__(self) -> None:
        self.tensor = None
        self.dict: dict[str, Any] = {}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        return

    def string_from(self, state: OpenSpielState, player: int) -> str:
        return json.dumps(state.game.view(state._kind.program.sides[player]), sort_keys=True)


def _type_of(program: Program) -> Any:
    kinds, sides = pyspiel.GameType, len(program.sides)
    return kinds(
        short_name=f"rulewright_{program.document['ruleset']['id']}",
        long_name=program.document["ruleset"]["title"],
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.SAMPLED_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if sides == 2 else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=sides,
        min_num_players=sides,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={},
    )


def _info_of(program: Program, width: int) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=width,
        max_chance_outcomes=0,
        num_players=len(program.sides),
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0 if len(program.sides) == 2 else None,
        max_game_length=MOST_DECISIONS,
    )
