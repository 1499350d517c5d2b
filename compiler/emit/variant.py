"""What a variant changes of its base, for sheets that say so."""

from __future__ import annotations

from typing import Any

from rulewright.compiler.model import Document
from rulewright.schemas.changes import diff
from rulewright.schemas.walking import objects

DEPTH = 4
"""Steps that are kept of a path: `tables`, `lookout`, `drms`, `shoal_water`."""
TABULAR = ("tables", "defines")
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


def changed_rows(base: Document, document: Document) -> list[Any]:
    """Return where the rows stand that differ from all rows of the same thing in the base; none of a thing that is new as a whole."""
    found: list[Any] = []
    for kind in TABULAR:
        before = {thing["id"]: thing for thing in base[kind]}
        for thing in document[kind]:
            if thing["id"] not in before:
                continue
            known = [_without_places(row) for row in _rows(before[thing["id"]])]
            rows = _rows(thing)
            changed = [row["at"] for row in rows if row.get("at") and _without_places(row) not in known]
            found += changed if len(changed) < len(rows) else []
    return found


def _rows(thing: Any) -> list[Any]:
    """Return the rows of a table, its natural rolls, and the rows of look-ups inside."""
    return [one for one in objects(thing) if "keys" in one]


def _without_places(thing: Any) -> Any:
    """The thing without where it stands in its file."""
    if isinstance(thing, list):
        return [_without_places(one) for one in thing]
    if isinstance(thing, dict):
        return {key: _without_places(one) for key, one in thing.items() if key != "at"}
    return thing
