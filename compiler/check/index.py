"""The document by name: what every promise looks up, found once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from rulewright.compiler.model import Document, Json

Declaration = dict[str, Any]


class Index:
    """One document with its declarations by name. Nothing here changes after it was made."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.sides: tuple[str, ...] = tuple(side["id"] for side in document["ruleset"]["sides"])
        self.dice: dict[str, list[int]] = document.get("dice", {})
        self.enums = self._by_id("enums")
        self.pieces = self._by_id("pieces")
        self.units = self._by_id("units")
        self.markers = self._by_id("markers")
        self.cups = self._by_id("cups")
        self.tracks = self._by_id("tracks")
        self.maps = self._by_id("maps")
        self.matrices = self._by_id("matrices")
        self.tables = self._by_id("tables")
        self.defines = self._by_id("defines")
        self.rules = self._by_id("rules")
        self.actions = self._by_id("actions")
        self.hooks = self._by_id("hooks")
        self.memo: dict[str, Any] = {}

    def _by_id(self, name: str) -> dict[str, Declaration]:
        return {declaration["id"]: declaration for declaration in self.document.get(name, ())}

    def listed(self, name: str) -> list[Declaration]:
        found: list[Declaration] = self.document.get(name, [])
        return found

    @cached_property
    def attributes(self) -> dict[str, Declaration]:
        """Every attribute of a piece by its full name, `kind.name`."""
        return {f"{piece['id']}.{a['id']}": a for piece in self.listed("pieces") for a in piece["attributes"]}

    @cached_property
    def advice(self) -> dict[str, list[tuple[Declaration, Declaration]]]:
        """For each decision that a bot knows, the bots and what each says of it."""
        found: dict[str, list[tuple[Declaration, Declaration]]] = {}
        for bot in self.listed("bots"):
            for advice in bot["advice"]:
                found.setdefault(advice["of"], []).append((bot, advice))
        return found

    @cached_property
    def kinds_below(self) -> dict[str, frozenset[str]]:
        """For each kind of piece, itself and the kinds that descend from it."""
        below: dict[str, set[str]] = {kind: {kind} for kind in self.pieces}
        for kind in self.pieces:
            for above in self.kinds_above(kind):
                below[above].add(kind)
        return {kind: frozenset(found) for kind, found in below.items()}

    def kinds_above(self, kind: str) -> Iterator[str]:
        """The parent of `kind`, its parent, and so on."""
        seen = {kind}
        above = self.pieces[kind]["parent"] if kind in self.pieces else None
        while above is not None and above in self.pieces and above not in seen:
            yield above
            seen.add(above)
            above = self.pieces[above]["parent"]

    @cached_property
    def units_of(self) -> dict[str, list[Declaration]]:
        """The units of each kind, those of the kinds below it included, in roster order."""
        found: dict[str, list[Declaration]] = {kind: [] for kind in self.pieces}
        for unit in self.listed("units"):
            for kind in (unit["kind"], *self.kinds_above(unit["kind"])):
                if kind in found:
                    found[kind].append(unit)
        return found

    @cached_property
    def names_in(self) -> dict[str, tuple[str, ...]]:
        """What an `enum:…` type can be, in order: values of an enum, faces of a marker, kinds of a cup."""
        found: dict[str, tuple[str, ...]] = {}
        for enum in self.listed("enums"):
            found[enum["id"]] = tuple(value["id"] for value in enum["values"])
        for marker in self.listed("markers"):
            found[marker["id"]] = tuple(face["id"] for face in marker["faces"])
        for cup in self.listed("cups"):
            if cup["type"] != "number":
                found[cup["id"]] = tuple(dict.fromkeys(kind["id"] for kind in cup["kinds"]))
        return found

    def is_fragment(self) -> bool:
        """Without a phase nothing is played yet: what is never used or never ends is no mistake then."""
        return not self.document.get("phases")


def blocks_of(statement: Json) -> Iterator[list[Json]]:
    """The blocks that lie directly inside a statement, in the order in which they are written."""
    kind = statement["do"]
    if kind == "if":
        for case in statement["cases"]:
            yield case["then"]
    elif kind in ("on", "roll"):
        for arm in statement.get("arms") or ():
            yield arm["body"]
    elif kind == "menu":
        for item in statement["items"]:
            yield item["body"]
    elif "body" in statement:
        yield statement["body"]
    if statement.get("else"):
        yield statement["else"]


def statements_in(block: list[Json]) -> Iterator[Json]:
    """Every statement of a block, those inside others included, in the order in which they are written."""
    for statement in block:
        yield statement
        for inner in blocks_of(statement):
            yield from statements_in(inner)


def bodies(index: Index) -> Iterator[tuple[str, Declaration, list[Json]]]:
    """Every block of statements that is played: the kind of its owner, the owner, the block."""
    for kind in ("rules", "actions", "scenarios"):
        for owner in index.listed(kind):
            yield kind, owner, owner["body"]
    for phase in index.listed("phases"):
        for step in phase["steps"]:
            yield "phases", step, step["body"]
