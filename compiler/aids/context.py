"""The artifact, ready for builders of sheets: what is called how, and where it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

Json = Any
Thing = Mapping[str, Any]

KINDS = (
    *("enums", "pieces", "units", "markers", "cups", "tracks", "maps", "matrices", "tables", "defines"),
    *("rules", "actions", "phases", "scenarios", "hooks", "invariants", "options"),
)
WORDS = {
    "enums": "list of values",
    "pieces": "kind of piece",
    "units": "unit",
    "markers": "marker",
    "cups": "cup",
    "tracks": "track",
    "maps": "map",
    "matrices": "matrix",
    "tables": "table",
    "defines": "chart",
    "rules": "rule",
    "actions": "action",
    "phases": "phase",
    "scenarios": "scenario",
    "hooks": "hook",
    "invariants": "invariant",
    "options": "optional rule",
}


class Context:
    """One artifact, with its declarations by name."""

    def __init__(self, document: Thing) -> None:
        self.document = document
        self.by_kind: dict[str, dict[str, Thing]] = {
            kind: {one["id"]: one for one in document[kind]} for kind in KINDS
        }

    def find(self, kind: str, id: str) -> Thing | None:
        """Return the declaration of that kind (`tables`, …) and name, or None."""
        return self.by_kind[kind].get(id)

    def title(self, kind: str, id: str) -> str:
        """Return what people call it: its title, or its name in words."""
        return titled(self.by_kind[kind].get(id), id)

    @cached_property
    def abbreviated(self) -> frozenset[str]:
        """Ids of the enums whose values all have names in capitals that are short for their titles."""
        return frozenset(
            enum
            for enum, values in self.values.items()
            if values
            and all(
                one.isupper() and "_" not in one and len(one) < len(value.get("title") or "")
                for one, value in values.items()
            )
        )

    @cached_property
    def regions_asked(self) -> frozenset[tuple[str, str]]:
        """Map and id of the regions that a rule, a table or a define asks for; examples do not count."""
        found: set[tuple[str, str]] = set()
        kinds = ("defines", "tables", "rules", "actions", "phases", "scenarios", "matrices", "pieces", "tracks")
        ahead: list[Json] = [self.document[kind] for kind in (*kinds, "options", "invariants")]
        while ahead:
            one = ahead.pop()
            if isinstance(one, dict):
                ahead.extend(one.values())
            elif isinstance(one, list):
                if len(one) == 3 and one[0] == "region":
                    found.add((one[1], one[2]))
                elif one and not isinstance(one[0], (int, float)):
                    ahead.extend(one)
        return frozenset(found)

    @cached_property
    def sides(self) -> dict[str, str]:
        """Titles of the sides by id."""
        return {side["id"]: titled(side, side["id"]) for side in self.document["ruleset"]["sides"]}

    @cached_property
    def colours(self) -> dict[str, str]:
        """Colours of the sides, as the ruleset gives them; a side may have none."""
        return {
            side["id"]: side["colour"] for side in self.document["ruleset"]["sides"] if side.get("colour")
        }

    @cached_property
    def sections(self) -> dict[str, str]:
        """Titles of the rule book's sections, in its order."""
        return {one["section"]: one["title"] for one in self.document["sections"]}

    @cached_property
    def values(self) -> dict[str, dict[str, Thing]]:
        """Of each enum, of each marker with faces and of each cup with named kinds: its values."""
        document = self.document
        return {
            **{enum["id"]: _by_id(enum["values"]) for enum in document["enums"]},
            **{marker["id"]: _by_id(marker["faces"]) for marker in document["markers"]},
            **{cup["id"]: _by_id(cup["kinds"]) for cup in document["cups"]},
        }

    @cached_property
    def attributes(self) -> dict[str, Thing]:
        """Attributes of pieces as expressions name them, `ship.fuel`."""
        return {
            f"{piece['id']}.{one['id']}": one
            for piece in self.document["pieces"]
            for one in piece["attributes"]
        }

    @cached_property
    def changed(self) -> frozenset[tuple[str, ...]]:
        """Ids of what a variant changes, with the ids of all that it is a part of."""
        paths = (path[1::2] for path in self.document.get("variant", {}).get("changed", ()))
        return frozenset(tuple(path[:length]) for path in paths for length in range(1, len(path) + 1))

    @cached_property
    def changed_rows(self) -> frozenset[tuple[int, ...]]:
        """Where the rows stand that a variant changed."""
        return frozenset(tuple(at) for at in self.document.get("variant", {}).get("rows", ()))

    def kinds_below(self, kind: str) -> tuple[str, ...]:
        """Return a kind of piece and all kinds below it, in the order they are declared."""
        found = {kind}
        for piece in self.document["pieces"]:
            if piece["parent"] in found:
                found.add(piece["id"])
        return tuple(piece["id"] for piece in self.document["pieces"] if piece["id"] in found)

    def all_attributes(self, kind: str) -> list[Thing]:
        """Return the attributes of a kind of piece, those that it has from kinds above it first."""
        piece = self.by_kind["pieces"][kind]
        above = self.all_attributes(piece["parent"]) if piece["parent"] else []
        return [*above, *piece["attributes"]]

    def units_of(self, kind: str) -> list[Thing]:
        """Return the roster of a kind and of those below it, in the order they are declared."""
        kinds = self.kinds_below(kind)
        return [unit for unit in self.document["units"] if unit["kind"] in kinds]

    def declarations(self) -> Iterator[tuple[str, Thing]]:
        """Yield all declarations with their kind, kind after kind."""
        for kind in KINDS:
            for one in self.document[kind]:
                yield kind, one


def _by_id(things: list[Thing]) -> dict[str, Thing]:
    return {one["id"]: one for one in things}


def titled(thing: Thing | None, id: str) -> str:
    """Return the title of a thing, or its name in words: `fuel_loss` is `fuel loss`."""
    return (thing or {}).get("title") or in_words(id)


def in_words(id: str) -> str:
    """Return a name as people write it."""
    return id.replace("_", " ").strip()


def cites_of(thing: Thing) -> tuple[str, ...]:
    """Return the sections that a thing cites, each once, without notes: an example is no rule to look up."""
    return tuple(dict.fromkeys(cite["section"] for cite in thing.get("cites") or ()))


def is_assumed(thing: Thing) -> bool:
    """Does no source state it?"""
    return any(note["kind"] == "assumed" for note in thing.get("notes") or ())


BARE = frozenset(
    (
        "at",
        "cites",
        "notes",
        "locals",
        "coordinates",
        "links",
        "barriers",
        "closed",
        "exits",
        "places",
        "path",
    )
)
"""Keys below which nothing is that could cite a section or bear a note."""


def parts_of(thing: Json, but: str = "") -> Iterator[Json]:
    """Yield the objects and lists inside a thing that may cite sections or bear notes; most expressions cannot.

    but: a key to leave out.
    """
    if isinstance(thing, dict):
        for name, part in thing.items():
            if isinstance(part, (dict, list)) and part and name not in BARE and name != but:
                yield part
    elif thing and (not isinstance(thing[0], str) or thing[0] == "lookup"):
        for part in thing:
            if isinstance(part, (dict, list)) and part:
                yield part
