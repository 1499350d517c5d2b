"""What a plugin may bring to play. The manager that asks these hooks is the command line's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pluggy

from rulewright.runtime.bots.base import BotFactory

hookspec = pluggy.HookspecMarker("rulewright")


@hookspec
def rulewright_bots() -> Mapping[str, BotFactory]:  # type: ignore[empty-body]
    """Opponents, by name: each is called with the id of a side and a seed."""


@hookspec
def rulewright_functions(ruleset: str) -> Mapping[str, Callable[..., Any]]:  # type: ignore[empty-body]
    """Functions that a ruleset's `hook` declarations name, by that name.

    They take and return values as they are written outside (docs/artifact.md, section 1).
    """
