"""What a variant changes of its base, for sheets that say so."""

from __future__ import annotations

from typing import Any

from rulewright.compiler.model import Document
from rulewright.schemas.changes import diff

DEPTH = 4
"""Steps that are kept of a path: `tables`, `lookout`, `drms`, `shoal_water`."""
SHOWN = ("enums", "pieces", "units", "markers", "cups", "tracks", "maps", "matrices", "tables", "defines", "phases")


def changed_from(base: Document, document: Document) -> list[list[str]]:
    """Return the paths of what differs from the base, a new thing's with its id; what is gone is not among them."""
    found: dict[tuple[str, ...], None] = {}
    for change in diff(*({kind: _without_places(one[kind]) for kind in SHOWN} for one in (base, document))):
        if change["op"] == "remove":
            continue
        path = [step for step in change["path"] if isinstance(step, str)][:DEPTH]
        if change["op"] == "insert" and isinstance(change["value"], dict) and "id" in change["value"]:
            path = [*path, change["value"]["id"]][:DEPTH]
        found[tuple(path)] = None
    return [list(path) for path in found]


def _without_places(thing: Any) -> Any:
    """The thing without where it stands in its file."""
    if isinstance(thing, list):
        return [_without_places(one) for one in thing]
    if isinstance(thing, dict):
        return {key: _without_places(one) for key, one in thing.items() if key != "at"}
    return thing
