"""The bundled rulesets, offered through the same door as everybody else's."""

from collections.abc import Mapping
from pathlib import Path

import pluggy

hookimpl = pluggy.HookimplMarker("rulewright")


@hookimpl
def rulewright_rulesets() -> Mapping[str, Path]:
    """Return each folder beside this file that has a manifest; its name is the ruleset's."""
    here = Path(__file__).parent
    return {manifest.parent.name: manifest.parent for manifest in sorted(here.glob("*/ruleset.yaml"))}
