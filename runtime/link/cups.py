"""Cups: what their chits are worth, and which slots of the state may keep chits that are out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.runtime import errors
from rulewright.runtime.link.expression import literal
from rulewright.runtime.link.moving import Cup
from rulewright.runtime.link.names import Json
from rulewright.runtime.link.types import Type

if TYPE_CHECKING:
    from rulewright.runtime.link.linker import Linker


def cup_of(linker: Linker, json: Json) -> Cup:
    """Return a cup of the document, with what its chits are worth and where they may be kept."""
    numbers = json["type"] == "number"
    values: list[Any] = []
    for i, kind in enumerate(json["kinds"]):
        known, value = literal(linker, kind["value"])
        if numbers and (not known or value is None):
            raise errors.misfit(f"a chit of `{json['id']}` has no number")
        values.append(value if numbers else i)
    ids = tuple(kind["id"] for kind in json["kinds"])
    cup = Cup(linker.layout.cup(json["id"]), ids, tuple(values), tuple(kind["count"] for kind in json["kinds"]))
    cup.keepers = tuple(_keepers(linker, json["id"], numbers))
    return cup


def _keepers(linker: Linker, id: str, numbers: bool) -> list[int]:
    """Slots that may hold chits of a cup: those of its type, or those that its numbers are put into or returned from."""
    slots: list[int] = []
    chosen = _number_keepers(linker.document, id) if numbers else None
    for column in linker.layout.columns.values():
        if not column.printed and (column.id in chosen if chosen is not None else f"enum:{id}" in _words(column.type)):
            slots.extend(column.offset + key * column.span + piece for key in range(column.keys) for piece in column.pieces)
    for track in linker.layout.tracks.values():
        if track.id in chosen if chosen is not None else f"enum:{id}" in _words(track.type):
            slots.extend(range(track.slot, track.slot + track.keys))
    return slots


def _words(type: Type) -> list[str]:
    if isinstance(type, tuple):
        return [word for part in type for word in _words(part)]
    return [str(type)]


def _number_keepers(document: Json, cup: str) -> set[str]:
    """Attributes and tracks into which chits of a cup of numbers are put, or from which they are returned."""
    found: set[str] = set()

    def target(lv: Json) -> None:
        if isinstance(lv, list) and lv and lv[0] == "each":
            target(lv[3])
        elif isinstance(lv, list) and len(lv) > 1 and lv[0] != "local":
            found.add(lv[1])

    def walk(part: Any, drawn: frozenset[str]) -> None:
        if isinstance(part, dict):
            if "body" in part and "locals" in part:
                drawn = frozenset(_drawn_names(part, cup))
            if part.get("do") in ("add", "set") and part["value"] in [["local", name] for name in drawn]:
                target(part["to"])
            if part.get("do") == "return_chits" and part["cup"] == cup and part["what"][:1] != ["drawn"]:
                target(part["what"])
            for one in part.values():
                walk(one, drawn)
        elif isinstance(part, list) and part and not isinstance(part[0], str):
            for one in part:
                walk(one, drawn)

    walk([document["rules"], document["actions"], document["phases"], document["scenarios"]], frozenset())
    return found


def _drawn_names(part: Json, cup: str) -> list[str]:
    """Return the names of what is drawn from a cup anywhere in an item."""
    found: list[str] = []
    left = [part]
    while left:
        one = left.pop()
        if isinstance(one, dict):
            if one.get("do") == "draw" and one.get("cup") == cup and one.get("as"):
                found.append(one["as"])
            left.extend(one.values())
        elif isinstance(one, list) and one and not isinstance(one[0], str):
            left.extend(one)  # (an expression begins with a word, and holds no statement)
    return found
