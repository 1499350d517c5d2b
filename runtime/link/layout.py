"""Where everything lies in the one flat list that is a game's state.

A slot holds an immutable value: an int, a Fraction that is not whole, a text, none, a tuple of such, or a frozen set of
pieces. What never changes (printed attributes, names, sides) is not in the state.
"""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.runtime import errors
from rulewright.runtime.link import types
from rulewright.runtime.link.names import Json, Names, by_id
from rulewright.runtime.link.types import Type

BUDGET, PLACED, STREAM, PHASE, STEP, ENDING, ENDED, CREWS, JOURNAL, COUNTER = range(10)
"""What may still be done; the stream's key; where play is; how and that it ended; dice thrown. `PLACED` and `CREWS` say nothing that other
slots do not say: who stands where and who is held by whom, as whereabouts.py has found it, none until it is asked; `JOURNAL`: what was
in other slots before (journal.py)."""

KEPT = frozenset({PLACED, CREWS, JOURNAL})
"""Slots that say nothing that others do not say; two states that are equal otherwise are equal."""

COURSE = (PHASE, STEP, ENDING, ENDED)
"""Slots that are written without a note in the journal, and compared and brought together like any other."""

FIRST_KNOWLEDGE = 10
"""One slot per side, then one for everybody: facts as pairs (fact, older). `COUNTER` is the one before: together they are what is known."""


@dataclass(frozen=True, slots=True)
class Column:
    """One slot per piece of a kind (per key and piece, if the attribute has one value per key).

    base: slot of the first; `offset` + number of a piece is its slot. For a printed attribute both are -1.
    """

    id: str
    kind: str
    type: Type
    visibility: str
    unless: str | None
    range: tuple[int | None, int | None] | None
    pieces: tuple[int, ...]
    base: int
    offset: int
    span: int
    keys: int

    @property
    def printed(self) -> bool:
        return self.visibility == "printed"


@dataclass(frozen=True, slots=True)
class TrackSlot:
    """A track: one slot, or one per key from `slot` on."""

    id: str
    type: Type
    range: tuple[int | None, int | None] | None
    seen_by: int | None
    slot: int
    keys: int


class Layout:
    """The slots of a document's state.

    present: kind → slot of the tuple of its pieces in play; the next ones hold those of each side.
    at, holder: offsets of columns over all pieces. gone: the slot of the pieces that are out of play, bit by bit.
    markers: the offset of a marker's column; of a plain marker, the slot of the set of all pieces it lies on.
    merged: slots whose changes by several sides at once are brought together in ways of their own.
    """

    def __init__(self, names: Names) -> None:
        self.names = names
        document = names.document
        self.size = FIRST_KNOWLEDGE + len(names.side_ids) + 1
        self.labels: list[str] = []
        self.present: dict[str, int] = {}
        for kind in names.kinds:
            self.present[kind] = self._take(1 + len(names.side_ids), f"the pieces `{kind}`")
        everybody = len(names.units)
        self.at = self._take(everybody, "where a piece stands") - names.first_piece
        self.holder = self._take(everybody, "who holds a piece") - names.first_piece
        self.gone = self._take(1, "what is out of play")
        self.held_by: dict[str, str] = {one["id"]: one["holds"] for one in document["pieces"] if one["holds"]}
        self.columns: dict[str, Column] = {}
        for kind in document["pieces"]:
            for attribute in kind["attributes"]:
                self._attribute(kind, attribute)
        self.markers: dict[str, int] = {}
        self.marker_of: dict[str, Json] = by_id(document["markers"])
        for marker in document["markers"]:
            # Most markers are plain, and lie on few pieces: one slot for all keeps the state short, and copies cheap.
            if self.is_plain(marker["id"]):
                self.markers[marker["id"]] = self._take(1, f"the marker `{marker['id']}`")
                continue
            pieces = names.kind(marker["on"])
            first = pieces[0] if pieces else 0
            span = pieces[-1] - first + 1 if pieces else 0
            self.markers[marker["id"]] = self._take(span, f"the marker `{marker['id']}`") - first
        self.tracks: dict[str, TrackSlot] = {}
        for track in document["tracks"]:
            self._track(track)
        if "winner" not in self.tracks:
            self._track({"id": "winner", "type": ["opt", "side"], "range": None, "seen_by": None})
        self.cups = {cup["id"]: self._take(1, f"the cup `{cup['id']}`") for cup in document["cups"]}
        self.cup_of: dict[str, Json] = by_id(document["cups"])
        own = {BUDGET, COUNTER, STREAM, *KEPT, self.gone, *range(FIRST_KNOWLEDGE, FIRST_KNOWLEDGE + len(names.side_ids) + 1)}
        counted = {slot + i for slot in self.present.values() for i in range(len(names.side_ids) + 1)}
        self.merged = frozenset(own | counted)
        self.plain_markers = frozenset(slot for id, slot in self.markers.items() if self.is_plain(id))

    def _take(self, count: int, label: str) -> int:
        """Reserve `count` slots; `label` names them in messages."""
        first = self.size
        self.size += count
        self.labels.extend([label] * count)
        return first

    def _keys(self, type: Type) -> int:
        """How many values a type holds: one, or one per key."""
        inner = types.bare(type)
        if not (isinstance(inner, tuple) and inner[0] == "by"):
            return 1
        if inner[1] == "side":
            return len(self.names.side_ids)
        home = inner[1].partition(":")[2]
        if home not in self.names.values:
            raise errors.no_such("enum", home)
        return len(self.names.values[home])

    def _attribute(self, kind: Json, attribute: Json) -> None:
        type = types.of_json(attribute["type"])
        id = f"{kind['id']}.{attribute['id']}"
        pieces = self.names.kind(kind["id"])
        first = pieces[0] if pieces else 0
        span = pieces[-1] - first + 1 if pieces else 0
        keys = self._keys(type)
        if attribute["visibility"] == "printed":
            base = offset = -1
        elif attribute["id"] == "at":
            base, offset = self.at + first, self.at
        else:
            base = self._take(span * keys, f"`{id}`")
            offset = base - first
        bounds = attribute.get("range")
        self.columns[id] = Column(
            id, kind["id"], type, attribute["visibility"], attribute.get("unless"), None if bounds is None else (bounds[0], bounds[1]),
            pieces, base, offset, span, keys,
        )  # fmt: skip

    def _track(self, track: Json) -> None:
        type = types.of_json(track["type"])
        keys = self._keys(type)
        bounds = track.get("range")
        seen_by = track.get("seen_by")
        self.tracks[track["id"]] = TrackSlot(
            track["id"],
            type,
            None if bounds is None else (bounds[0], bounds[1]),
            None if seen_by is None else self.names.side(seen_by),
            self._take(keys, f"the track `{track['id']}`"),
            keys,
        )

    # ---------------------------------------------------------------- asked by the linker

    def column(self, id: str) -> Column:
        if id not in self.columns:
            raise errors.no_such("attribute", id)
        return self.columns[id]

    def track(self, id: str) -> TrackSlot:
        if id not in self.tracks:
            raise errors.no_such("track", id)
        return self.tracks[id]

    def marker(self, id: str) -> int:
        """Return the offset of the marker's column, or the slot of a plain marker."""
        if id not in self.markers:
            raise errors.no_such("marker", id)
        return self.markers[id]

    def is_plain(self, id: str) -> bool:
        """Does the marker say only that it lies there: without faces, count and places?"""
        marker = self.marker_of[id]
        return not marker["faces"] and marker["countdown"] is None and not marker["places"]

    def cup(self, id: str) -> int:
        if id not in self.cups:
            raise errors.no_such("cup", id)
        return self.cups[id]

    def columns_of(self, kind: str) -> list[Column]:
        """Return the attributes of a kind, its own first, then those of the kinds above."""
        lineage = self.names.lineage(kind)
        return [column for above in lineage for column in self.columns.values() if column.kind == above]

    def markers_of(self, kind: str) -> list[str]:
        """Return the markers that may lie on a piece of that kind."""
        lineage = self.names.lineage(kind)
        return [id for id, marker in self.marker_of.items() if marker["on"] in lineage]

    def at_column(self, kind: str) -> Column | None:
        """Return the attribute `at` of a kind, if it has one."""
        return next((column for column in self.columns_of(kind) if column.id.endswith(".at")), None)

    def label(self, slot: int) -> str:
        """Return what a slot is about, for messages."""
        index = slot - (self.size - len(self.labels))
        return self.labels[index] if index >= 0 else "the course of play"
