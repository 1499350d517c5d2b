"""What another package brings: a variant of Picket, and a bot that plays anything."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pluggy

hookimpl = pluggy.HookimplMarker("rulewright")


@hookimpl
def rulewright_rulesets() -> Mapping[str, Path]:
    return {"shortnight": Path(__file__).parent / "shortnight"}


class Steady:
    """Takes the first answer that is open."""

    def choose(self, decision: Any, view: Any) -> Any:
        return decision.options(1)[0]


@hookimpl
def rulewright_bots() -> Mapping[str, Any]:
    return {"steady": lambda side, seed: Steady()}
