"""Citations and notes as the artifact keeps them: left out where there are none."""

from __future__ import annotations

from rulewright.compiler.model import Json
from rulewright.compiler.parse.nodes import Tail


def citing(tail: Tail) -> dict[str, Json]:
    """The keys `cites` and `notes` for a node."""
    made: dict[str, Json] = {}
    if tail.cites:
        made["cites"] = [
            {"section": c.section, "note": c.note} if c.note else {"section": c.section} for c in tail.cites
        ]
    if tail.notes:
        made["notes"] = [{"kind": note.kind, "text": note.text} for note in tail.notes]
    return made
