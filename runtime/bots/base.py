"""What a bot is: something that answers questions from its own view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from rulewright.runtime.decisions import Decision

ViewOf = Callable[[], dict[str, Any]]
"""Makes the view of the bot's side; costs as much as several decisions, so it is made on demand."""


class Bot(Protocol):
    """A player without hands."""

    def choose(self, decision: Decision, view: ViewOf) -> Any:
        """Return an answer that is open."""


class BotFactory(Protocol):
    """Makes a bot for one side of one game; equal seeds make bots that play alike."""

    def __call__(self, side: str, seed: int) -> Bot: ...


def close(bot: Bot) -> None:
    """Let go of what a bot holds, such as a process; a bot that holds nothing needs no `close`."""
    end = getattr(bot, "close", None)
    if end is not None:
        end()
