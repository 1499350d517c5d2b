"""Every name of the artifact as a number: sides, values, places and pieces are counted in their natural order.

Places come first, then pieces, in one row of numbers, so that a set may hold both. Values of an enum, faces
of a marker and kinds of a cup are numbered in the order in which they are declared.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulewright.runtime import errors

Json = Any


def by_id(declarations: Iterable[Json]) -> dict[str, Json]:
    """Return the declarations under their ids."""
    return {one["id"]: one for one in declarations}


class Names:
    """The numbers of one document.

    values: enum, marker or cup id → ids of its values in order.
    places: (map id, place id) → number; `place_ids[n]` and `place_map[n]` lead back.
    pieces: unit id → number; `piece_ids[n - first_piece]` leads back.
    kind_pieces: kind → numbers of all units of it or of a kind below it, ascending.
    side_of: side number (or None) per number of places and pieces: None for a place.
    outcomes: name of an outcome → number, over all tables.
    """

    def __init__(self, document: Json) -> None:
        self.document = document
        self.side_ids = tuple(side["id"] for side in document["ruleset"]["sides"])
        self.side_titles = tuple(side.get("title") or side["id"] for side in document["ruleset"]["sides"])
        self.sides = {id: i for i, id in enumerate(self.side_ids)}
        self.values: dict[str, tuple[str, ...]] = {}
        self.titles: dict[str, tuple[str, ...]] = {}
        self._values()
        self._places()
        self._pieces()
        self.outcomes: dict[str, int] = {}
        for name in ("impossible", "success", "failure"):
            self.outcomes[name] = len(self.outcomes)
        for table in document["tables"]:
            for name in table.get("outcomes", ()):
                self.outcomes.setdefault(name, len(self.outcomes))
        self.outcome_ids = tuple(self.outcomes)

    def _values(self) -> None:
        document = self.document
        for enum in document["enums"]:
            self._enum(enum["id"], enum["values"])
        for marker in document["markers"]:
            if marker["faces"]:
                self._enum(marker["id"], marker["faces"])
        for cup in document["cups"]:
            if cup["type"] != "number":
                self._enum(cup["id"], cup["kinds"])
        self.numbers = {home: {id: i for i, id in enumerate(ids)} for home, ids in self.values.items()}

    def _enum(self, home: str, values: list[Json]) -> None:
        self.values[home] = tuple(value["id"] for value in values)
        self.titles[home] = tuple(value.get("title") or value["id"].replace("_", " ") for value in values)

    def _places(self) -> None:
        self.places: dict[tuple[str, str], int] = {}
        ids: list[str] = []
        homes: list[str] = []
        self.map_places: dict[str, tuple[int, ...]] = {}
        for map in self.document["maps"]:
            first = len(ids)
            for place in map["places"]:
                self.places[map["id"], place] = len(ids)
                ids.append(place)
                homes.append(map["id"])
            self.map_places[map["id"]] = tuple(range(first, len(ids)))
        self.place_ids = tuple(ids)
        self.place_map = tuple(homes)

    def _pieces(self) -> None:
        document = self.document
        self.first_piece = len(self.place_ids)
        self.kinds = by_id(document["pieces"])
        self.units = document["units"]
        self.piece_ids = tuple(unit["id"] for unit in self.units)
        self.piece_names = tuple(unit.get("name") or unit["id"] for unit in self.units)
        self.pieces = {id: self.first_piece + i for i, id in enumerate(self.piece_ids)}
        self.end = self.first_piece + len(self.piece_ids)
        self.piece_kind = tuple(unit["kind"] for unit in self.units)
        self.side_of: tuple[int | None, ...] = (None,) * self.first_piece + tuple(
            None if unit["side"] is None else self.side(unit["side"]) for unit in self.units
        )
        members: dict[str, list[int]] = {kind: [] for kind in self.kinds}
        for i, unit in enumerate(self.units):
            for kind in self.lineage(unit["kind"]):
                members[kind].append(self.first_piece + i)
        self.kind_pieces = {kind: tuple(found) for kind, found in members.items()}

    def lineage(self, kind: str) -> list[str]:
        """Return `kind` and the kinds above it, nearest first."""
        found: list[str] = []
        next_kind: str | None = kind
        while next_kind is not None:
            if next_kind not in self.kinds:
                raise errors.no_such("piece", next_kind)
            if next_kind in found:
                raise errors.misfit(f"the piece `{kind}` is its own parent")
            found.append(next_kind)
            next_kind = self.kinds[next_kind]["parent"]
        return found

    def side(self, id: str) -> int:
        if id not in self.sides:
            raise errors.no_such("side", id)
        return self.sides[id]

    def value(self, home: str, id: str) -> int:
        if home not in self.numbers or id not in self.numbers[home]:
            raise errors.no_such("value", f"{home}.{id}")
        return self.numbers[home][id]

    def place(self, map: str, id: str) -> int:
        if (map, id) not in self.places:
            raise errors.no_such("place", f"{map}.{id}")
        return self.places[map, id]

    def piece(self, id: str) -> int:
        if id not in self.pieces:
            raise errors.no_such("unit", id)
        return self.pieces[id]

    def kind(self, id: str) -> tuple[int, ...]:
        if id not in self.kind_pieces:
            raise errors.no_such("piece", id)
        return self.kind_pieces[id]

    def map(self, id: str) -> tuple[int, ...]:
        if id not in self.map_places:
            raise errors.no_such("map", id)
        return self.map_places[id]

    def outcome(self, id: str) -> int:
        if id not in self.outcomes:
            raise errors.no_such("outcome", id)
        return self.outcomes[id]

    def id_of(self, number: int) -> str:
        """Return the id of a place or a piece; RW0809 if it is neither."""
        try:
            return self.place_ids[number] if number < self.first_piece else self.piece_ids[number - self.first_piece]
        except (IndexError, TypeError) as problem:
            raise errors.wrong_value("a place or a piece") from problem

    def name_of(self, number: int) -> str:
        """Return how a place or a piece is called in a sentence; RW0809 if it is neither."""
        try:
            return self.place_ids[number] if number < self.first_piece else self.piece_names[number - self.first_piece]
        except (IndexError, TypeError) as problem:
            raise errors.wrong_value("a place or a piece") from problem
