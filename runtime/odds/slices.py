"""What of the state bears on what is asked: the rest may be forgotten on the way, so that more lines of play become one.

A statement counts if it writes something that counts, or may break off what comes after it, or moves pieces, or asks somebody. What a
statement that counts reads counts, and so does what is read to find out whether it is reached at all. Where it is not plain what is
read, everything that is named there counts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from rulewright.runtime.link.body import bodies
from rulewright.runtime.link.names import Json
from rulewright.runtime.link.program import Program

ALWAYS = frozenset({"end_game", "return", "leave", "next", "move", "gone", "choose", "offer", "menu", "take", "together"})
WORDS = frozenset({"tell", "reveal"})
CONTAINERS = ("body", "then", "else", "arms", "cases", "items")

Names = set[str]


class Slices:
    """Finds out, for one rule and what it calls, what bears on what. advised: do bots of the ruleset answer what it asks?"""

    def __init__(self, program: Program, rule: Json, advised: bool = False) -> None:
        self.program = program
        document = program.document
        layout = program.linker.layout
        self._callable: dict[str, Json] = {json["id"]: json for kind in ("rules", "actions") for json in document[kind]}
        self._read_in: dict[str, Json] = {json["id"]: json for kind in ("defines", "tables", "matrices") for json in document[kind]}
        self._known: dict[str, frozenset[str]] = {}
        self._slots: dict[str, tuple[int, ...]] = {}
        for column in layout.columns.values():
            if not column.printed and not column.id.endswith(".at"):
                self._slots[column.id] = tuple(column.offset + key * column.span + piece for key in range(column.keys) for piece in column.pieces)
        for id, json in layout.marker_of.items():
            slot = layout.markers[id]
            self._slots[id] = (slot,) if layout.is_plain(id) else tuple(slot + piece for piece in program.linker.names.kind(json["on"]))
        for id, track in layout.tracks.items():
            self._slots[id] = tuple(range(track.slot, track.slot + track.keys))
        self._slots |= {id: (slot,) for id, slot in layout.cups.items()}
        self._bodies: dict[str, list[Json]] = {"": rule["body"]}
        self._collect(rule["body"])
        self._advised = advised
        self._owner = ""
        self._count: set[str] = set()

    def _collect(self, statements: list[Json]) -> None:
        for json in _all(statements):
            for id in (json["rule"],) if json["do"] == "call" else json["actions"] if json["do"] == "take" else ():
                if id not in self._bodies and id in self._callable:
                    self._bodies[id] = self._callable[id]["body"]
                    self._collect(self._bodies[id])

    def forgotten(self, asked: Collection[str]) -> list[int]:
        """Return the slots that have no bearing on the things of these ids."""
        self._count = set()
        counts: Names = {*asked, *self._reads(self.program.document["maps"])}
        if self._advised:
            counts |= self._reads(self.program.document["bots"])
        before = -1
        while before != len(counts):
            before = len(counts)
            for owner, statements in self._bodies.items():
                self._owner = owner
                self._statements(statements, counts)
        return [slot for id, slots in self._slots.items() if id not in counts for slot in slots]

    def _statements(self, statements: list[Json], counts: Names) -> bool:
        """Add what statements that count read; return whether any of them does."""
        found = [self._statement(json, counts) for json in statements]
        return any(found)

    def _statement(self, json: Json, counts: Names) -> bool:
        kind = json["do"]
        inner = [self._statements(body, counts) for body in bodies(json)]
        if kind == "call":
            called = self._callable[json["rule"]]
            if called["id"] not in self._count:
                return False
            for param, value in zip(called["params"], json["args"], strict=True):
                if _local(called["id"], param["name"]) in counts:
                    counts |= self._reads(value)
            return True
        if kind in WORDS or not (any(inner) or kind in ALWAYS or self._writes(json) & counts):
            return False
        if self._owner not in self._count:
            # Whoever calls it counts from now on; that is found out in another round.
            self._count.add(self._owner)
            counts.add(f"rule {self._owner}")
        counts |= self._reads({key: value for key, value in json.items() if key not in CONTAINERS})
        for name in ("cases", "arms", "items"):
            for one in json.get(name) or ():
                counts |= self._reads({key: value for key, value in one.items() if key not in CONTAINERS})
        if kind == "take":
            for id in json["actions"]:
                counts |= self._reads(self._callable[id])
        return True

    def _writes(self, json: Json) -> Names:
        kind = json["do"]
        if kind in ("let", "each"):
            return {_local(self._owner, json["name"])}
        if kind in ("set", "add", "remove"):
            return {self._target(json["to"])}
        if kind == "mark":
            return {json["marker"]}
        if kind == "unmark":
            return set(json["markers"])
        if kind == "return_chits":
            return {json["cup"], self._target(json["what"])}
        if kind in ("roll", "roll_dice", "draw"):
            binds = [json["as"], *(arm["bind"] for arm in json.get("arms", ()))]
            return {_local(self._owner, name) for name in binds if name is not None} | ({json["cup"]} if "cup" in json else set())
        return set()

    def _target(self, target: Json) -> str:
        """What an LV writes: a thing of the state or a local name."""
        if target[0] == "each":
            return self._target(target[3])
        return _local(self._owner, target[1]) if target[0] == "local" else str(target[1])

    def _reads(self, part: Any) -> Names:
        """Return everything in the state, and every local name, that is named in a piece of the artifact or in what it calls."""
        found = self._named(part)
        locals = {name for name in found if name.startswith("local ")}
        # What a define or a table calls its own is bound inside it.
        seen: Names = set()
        new = found & self._read_in.keys()
        while new:
            seen |= new
            found |= set().union(*(self._named_in(id) for id in new))
            new = (found & self._read_in.keys()) - seen
        return (found & self._slots.keys()) | locals

    def _named_in(self, id: str) -> frozenset[str]:
        """Return what a define, a table or a matrix names."""
        if id not in self._known:
            self._known[id] = frozenset(self._named({**self._read_in[id], "id": ""}))
        return self._known[id]

    def _named(self, part: Any) -> Names:
        found: Names = set()
        if isinstance(part, dict):
            for one in part.values():
                found |= self._named(one)
        elif isinstance(part, list):
            if len(part) == 2 and part[0] == "local":
                return {_local(self._owner, part[1])}
            if part[:1] == ["drawn"]:
                # Chits that are kept somewhere are not among them.
                layout = self.program.linker.layout
                found |= {column.id for column in layout.columns.values() if str(part[1]) in str(column.type)}
                found |= {track.id for track in layout.tracks.values() if str(part[1]) in str(track.type)}
            for one in part:
                found |= self._named(one)
        elif isinstance(part, str) and (part in self._slots or part in self._read_in):
            found.add(part)
        return found


def _local(owner: str, name: str) -> str:
    return f"local {owner}.{name}"


def _all(statements: list[Json]) -> Iterator[Json]:
    for json in statements:
        yield json
        for body in bodies(json):
            yield from _all(body)
