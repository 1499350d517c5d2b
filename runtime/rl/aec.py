"""A game as PettingZoo's agent-environment cycle: docs/bots.md, "For learners"."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv

from rulewright.runtime.decisions import Decision
from rulewright.runtime.errors import IllegalChoice
from rulewright.runtime.game import Game
from rulewright.runtime.link.program import Program
from rulewright.runtime.play import MOST_DECISIONS
from rulewright.runtime.rl.features import Features

WIDTH = 64
"""Answers that can be told apart at one decision, unless more are asked for."""


class RulewrightAEC(AECEnv):  # type: ignore[misc]
    """Sides are agents. An action is the number of an answer among those that are offered now.

    width: how many answers are offered at most; of a larger domain so many are drawn at random, anew at every decision.
    max_decisions: where a game is cut off. infos of who must choose: `answers` (as the referee takes them) and `prompt`.
    """

    def __init__(
        self, program: Program, scenario: str | None = None, width: int = WIDTH, max_decisions: int = MOST_DECISIONS, render_mode: str | None = None
    ) -> None:  # fmt: skip
        super().__init__()
        self.metadata = {"name": f"{program.document['ruleset']['id']}_v1", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = list(program.sides)
        self.width = width
        self.game: Game | None = None
        self._program = program
        self._scenario = scenario
        self._max_decisions = max_decisions
        self._features = Features(program)
        self._random = Random(0)
        self._answers: list[Any] = []
        self._made = 0
        observation = gymnasium.spaces.Dict({
            "observation": gymnasium.spaces.Box(-1.0, 1.0, (len(self._features.names),), np.float32),
            "action_mask": gymnasium.spaces.Box(0, 1, (width,), np.int8),
        })  # fmt: skip
        self.observation_spaces = dict.fromkeys(self.possible_agents, observation)
        self.action_spaces = {agent: gymnasium.spaces.Discrete(width) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; without a seed, chance decides which."""
        chosen = int(np.random.default_rng(seed).integers(2**31)) if seed is None else seed
        self.agents = self.possible_agents[:]
        self.game = Game.start(self._program, self._scenario, chosen, history=False)
        self._random = Random(f"offered/{chosen}")
        self._made = 0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._go_on()

    def step(self, action: int | None) -> None:
        """Give the answer of that number for the side that must choose; one that is not offered is refused (RW0801)."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert self.game is not None
        if action is None or not 0 <= action < len(self._answers):
            message = f"action {action} is not offered: there are {len(self._answers)} answers now"
            raise IllegalChoice("RW0801", message, help="take one whose `action_mask` is 1")
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.game.choose(self.agent_selection, self._answers[action])
        self._made += 1
        self._go_on()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what a side may know as numbers, and which answers are offered to it."""
        assert self.game is not None
        mask = np.zeros(self.width, np.int8)
        if agent == self.agent_selection:
            mask[: len(self._answers)] = 1
        return {"observation": np.array(self._features.of(self.game.view(agent)), np.float32), "action_mask": mask}

    def render(self) -> str | None:
        """Return what everybody may know, as JSON."""
        if self.render_mode is None or self.game is None:
            return None
        return json.dumps(self.game.public_view(), ensure_ascii=False)

    def close(self) -> None:
        self.game = None

    def _go_on(self) -> None:
        """Ask the next side, or tell how the game ended."""
        game = self.game
        assert game is not None
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.infos = {agent: {} for agent in self.agents}
        self._answers = []
        is_cut = self._made >= self._max_decisions
        if game.ended or is_cut or not game.decisions:
            told = self.truncations if is_cut and not game.ended else self.terminations
            told.update(dict.fromkeys(self.agents, True))
            if game.winner is not None:
                self.rewards = {agent: 1.0 if agent == game.winner else -1.0 for agent in self.agents}
            return
        decision = game.decisions[0]
        self.agent_selection = str(decision.side)
        self._answers = self._offered(decision)
        self.infos[self.agent_selection] = {"answers": self._answers, "prompt": decision.prompt, "decision": decision.id}

    def _offered(self, decision: Decision) -> list[Any]:
        answers = decision.options(self.width + 1)
        if len(answers) <= self.width:
            return answers
        drawn = [decision.sample(self._random) for _ in range(self.width)]
        return list({json.dumps(answer): answer for answer in drawn}.values())
