"""What an artifact declares: every name, with what may be asked of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Json = Any
Document = dict[str, Any]

SUCCESS = frozenset(("success", "failure"))
IMPOSSIBLE = "impossible"


@dataclass(frozen=True, slots=True)
class MapNames:
    """The names that one map brings."""

    places: frozenset[str]
    regions: frozenset[str]
    attributes: frozenset[str]


@dataclass(frozen=True, slots=True)
class Declared:
    """All names of a document; of two things with one name the first is kept."""

    sides: frozenset[str]
    dice: frozenset[str]
    enums: dict[str, frozenset[str]]  # markers with faces and cups with named kinds are enums, too
    values: frozenset[str]  # of any enum
    kinds: dict[str, Json]
    attributes: frozenset[str]  # kind.name, with the kind that declares it
    units: dict[str, Json]
    markers: dict[str, Json]
    cups: dict[str, Json]
    tracks: dict[str, frozenset[str]]  # the attributes of its boxes
    maps: dict[str, MapNames]
    matrices: dict[str, frozenset[str]]  # its activities
    tables: dict[str, Json]
    outcomes: frozenset[str]  # of any table
    defines: dict[str, int]  # how many parameters
    hooks: dict[str, int]
    rules: dict[str, int]
    actions: dict[str, Json]
    phases: dict[str, frozenset[str]]  # its steps
    options: frozenset[str]

    def attributes_of(self, kind: str) -> dict[str, Json]:
        """Return the types of what a piece of `kind` has by bare names, inherited ones included."""
        found: dict[str, Json] = {}
        for one in reversed(self.line_of(kind)):
            found.update((attribute["id"], attribute["type"]) for attribute in self.kinds[one]["attributes"])
        return found

    def line_of(self, kind: str) -> list[str]:
        """Return `kind` and the kinds above it; each once, even where they run in a ring."""
        line: list[str] = []
        parent: str | None = kind
        while parent in self.kinds and parent not in line:
            line.append(parent)
            parent = self.kinds[parent]["parent"]
        return line


def names_of(document: Document) -> Declared:
    """Return what `document` declares."""
    enums = {enum["id"]: _ids(enum["values"]) for enum in document["enums"]}
    enums.update((m["id"], _ids(m["faces"])) for m in document["markers"] if m["faces"])
    enums.update((cup["id"], _ids(cup["kinds"])) for cup in document["cups"] if cup["type"] != "number")
    tables = _by_id(document["tables"])
    outcomes = frozenset(outcome for table in tables.values() for outcome in table["outcomes"])
    return Declared(
        sides=_ids(document["ruleset"]["sides"]),
        dice=frozenset(document["dice"]),
        enums=enums,
        values=frozenset(value for values in enums.values() for value in values),
        kinds=_by_id(document["pieces"]),
        attributes=frozenset(
            f"{piece['id']}.{attribute['id']}"
            for piece in document["pieces"]
            for attribute in piece["attributes"]
        ),
        units=_by_id(document["units"]),
        markers=_by_id(document["markers"]),
        cups=_by_id(document["cups"]),
        # Whoever wins is written on a track, even where the rules never name it.
        tracks={"winner": frozenset(), **{track["id"]: _ids(track["boxes"]) for track in document["tracks"]}},
        maps={
            map["id"]: MapNames(frozenset(map["places"]), _ids(map["regions"]), _ids(map["attributes"]))
            for map in document["maps"]
        },
        matrices={matrix["id"]: frozenset(matrix["activities"]) for matrix in document["matrices"]},
        tables=tables,
        outcomes=outcomes | SUCCESS | {IMPOSSIBLE},
        defines={define["id"]: len(define["params"]) for define in document["defines"]},
        hooks={hook["id"]: len(hook["params"]) for hook in document["hooks"]},
        rules={rule["id"]: len(rule["params"]) for rule in document["rules"]},
        actions=_by_id(document["actions"]),
        phases={phase["id"]: _ids(phase["steps"]) for phase in document["phases"]},
        options=_ids(document["options"]),
    )


def _ids(things: list[Json]) -> frozenset[str]:
    return frozenset(thing["id"] for thing in things)


def _by_id(things: list[Json]) -> dict[str, Json]:
    return {thing["id"]: thing for thing in reversed(things)}
