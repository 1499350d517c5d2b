"""A ruleset that another package brings: a variant of Picket."""

from collections.abc import Mapping
from pathlib import Path

import pluggy

hookimpl = pluggy.HookimplMarker("rulewright")


@hookimpl
def rulewright_rulesets() -> Mapping[str, Path]:
    return {"shortnight": Path(__file__).parent / "shortnight"}
