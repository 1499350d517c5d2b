"""A bot that takes any open answer, each as likely as every other (large domains: see `drawing.sample`)."""

from __future__ import annotations

from random import Random
from typing import Any

from rulewright.runtime.bots.base import ViewOf
from rulewright.runtime.decisions import Decision


class RandomBot:
    """Plays at random, reproducibly."""

    def __init__(self, side: str, seed: int = 0) -> None:
        self._random = Random(f"{side}/{seed}")

    def choose(self, decision: Decision, view: ViewOf) -> Any:
        return decision.sample(self._random)
