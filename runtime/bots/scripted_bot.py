"""A bot that is written in the ruleset: `bot NAME for SIDE`. What its lines leave open, chance decides."""

from __future__ import annotations

from random import Random
from typing import Any

from rulewright.runtime.bots.base import ViewOf
from rulewright.runtime.decisions import Decision


class ScriptedBot:
    """Plays by the lines of the bot called `name`, reproducibly."""

    def __init__(self, name: str, side: str, seed: int = 0) -> None:
        self._name = name
        self._random = Random(f"{side}/{seed}")

    def choose(self, decision: Decision, view: ViewOf) -> Any:
        return decision.advised(self._name, self._random)
