"""What a view shows, as slots of a state: to be written into an imagined position, or to be compared with one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rulewright.runtime.link import types
from rulewright.runtime.link.primitives import State
from rulewright.runtime.link.program import Program
from rulewright.runtime.link.text import Texts
from rulewright.runtime.views import View


@dataclass(frozen=True, slots=True)
class Shown:
    """What a view shows, as slots. bearers: slot of a plain marker, the pieces of which it is known whether it lies on them, and those it does."""

    values: list[tuple[int, Any]]
    bearers: list[tuple[int, frozenset[int], frozenset[int]]]

    def into(self, state: State) -> None:
        """Write what is shown into a state."""
        for slot, value in self.values:
            state[slot] = value
        for slot, judged, lying in self.bearers:
            state[slot] = (state[slot] - judged) | lying

    def apart(self, state: State) -> int:
        """Return in how many slots a state is not as shown."""
        found = 0
        for slot, value in self.values:
            if state[slot] != value:
                found += 1
        for slot, judged, lying in self.bearers:
            if state[slot] & judged != lying:
                found += 1
        return found


class Showing:
    """Writes down what the views of one side show. What is the same as in the last view is not written down again."""

    def __init__(self, program: Program, side: str) -> None:
        self._program = program
        self._number = program.sides.index(side)
        layout = program.linker.layout
        self._plain = {id: layout.markers[id] for id in layout.markers if layout.is_plain(id)}
        self._pieces: dict[str, _Piece] = {}

    def of(self, view: View) -> Shown:
        """Return the slots of all that a view shows, and what it shows there."""
        layout, texts, names = self._program.linker.layout, self._program.texts, self._program.linker.names
        found: list[tuple[int, Any]] = []
        for id, json in view["tracks"].items():
            track = layout.tracks[id]
            value = read(texts, track.type, json)
            found += list(enumerate(value, track.slot)) if types.is_keyed(track.type) else [(track.slot, value)]
        lying: dict[str, set[int]] = {id: set() for id in self._plain}
        judged: dict[str, set[int]] = {id: set() for id in self._plain}
        out = 0
        for id, shown in view["pieces"].items():
            piece, last = names.piece(id), self._pieces.get(id)
            if last is None or last.shown is not shown:
                last = self._pieces[id] = self._piece(piece, shown)
            out |= bool(shown.get("gone")) << piece
            found += last.values
            for marker in last.judged:
                judged[marker].add(piece)
                if marker in shown["markers"]:
                    lying[marker].add(piece)
        found.append((layout.gone, out))
        return Shown(found, [(slot, frozenset(judged[id]), frozenset(lying[id])) for id, slot in self._plain.items()])

    def _piece(self, piece: int, shown: dict[str, Any]) -> _Piece:
        linker = self._program.linker
        layout, seeing, number = linker.layout, linker.seeing, self._number
        found: list[tuple[int, Any]] = []
        for column in layout.columns_of(shown["kind"]):
            attribute = column.id.partition(".")[2]
            if column.printed or attribute not in shown["attributes"]:
                continue
            value = read(self._program.texts, column.type, shown["attributes"][attribute])
            if column.keys > 1 or types.is_keyed(column.type):
                found += [(column.offset + key * column.span + piece, one) for key, one in enumerate(value)]
            else:
                found.append((column.offset + piece, value))
        if seeing.holder(piece) >> number & 1:
            held = shown.get("holder")
            found.append((layout.holder + piece, None if held is None else linker.names.piece(held)))
        judged: list[str] = []
        for marker in layout.markers_of(shown["kind"]):
            if not seeing.marker(marker, piece) >> number & 1:
                continue
            if marker in self._plain:
                judged.append(marker)
            else:
                found.append((layout.markers[marker] + piece, _face(self._program, marker, shown["markers"].get(marker))))
        return _Piece(shown, found, judged)


@dataclass(frozen=True, slots=True)
class _Piece:
    """What was written down of a piece: as the view shows it, slots and values, and plain markers of which it is known whether they lie on it."""

    shown: dict[str, Any]
    values: list[tuple[int, Any]]
    judged: list[str]


def read(texts: Texts, type: types.Type, json: Any) -> Any:
    """Return the value at play; a thing of any type may be missing before the set-up."""
    return None if json is None else texts.value(type, json)


def _face(program: Program, marker: str, json: Any) -> Any:
    """Return what lies in a marker's slot for what a view shows of it."""
    if json is None:
        return None
    linker = program.linker
    faces = linker.names.values.get(marker)
    if linker.layout.marker_of[marker]["places"]:
        home = linker.layout.marker_of[marker]["places"]
        lying = [(linker.names.place(home, one["place"]), faces.index(one["face"]) if faces else True) for one in json]
        return tuple(sorted(lying)) or None
    if linker.layout.marker_of[marker]["countdown"] is not None or faces is None:
        return json
    return faces.index(json)
