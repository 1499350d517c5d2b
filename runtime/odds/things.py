"""What a rule can change, thing by thing: an attribute or a marker of a piece, a track, the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from rulewright.runtime.link import types
from rulewright.runtime.link.layout import ENDING
from rulewright.runtime.link.primitives import State
from rulewright.runtime.link.program import Program
from rulewright.runtime.link.types import NUMBER, YES_NO, Type

ENDED = "ending"


@dataclass(frozen=True, slots=True)
class Thing:
    """Something in the state. id: of its attribute, marker or track. value: reads it from a state, as numbers or words."""

    name: str
    id: str
    value: Callable[[State], Any]


def things(program: Program) -> Iterator[Thing]:
    """Yield everything that a rule may change and somebody may ask about."""
    layout, names = program.linker.layout, program.linker.names
    for column in layout.columns.values():
        what = column.id.partition(".")[2]
        if column.printed or what == "at":
            continue
        for piece in column.pieces:
            for key in range(column.keys):
                named = f"{names.id_of(piece)}.{what}" + (f".{key}" if column.keys > 1 else "")
                yield Thing(named, column.id, _reader(program, column.offset + key * column.span + piece, column.type))
    for marker, json in layout.marker_of.items():
        for piece in names.kind(json["on"]):
            yield Thing(f"{names.id_of(piece)}.{marker}", marker, _marker(program, marker, piece))
    for kind in ("at", "holder"):
        for piece in range(names.first_piece, names.end):
            slot = (layout.at if kind == "at" else layout.holder) + piece
            yield Thing(f"{names.id_of(piece)}.{kind}", kind, _reader(program, slot, ("opt", "any")))
    for track in layout.tracks.values():
        for key in range(track.keys):
            yield Thing(track.id + (f".{key}" if track.keys > 1 else ""), track.id, _reader(program, track.slot + key, track.type))
    yield Thing(ENDED, ENDED, lambda S: "none" if S[ENDING] is None else program.linker.endings[S[ENDING]])


def _reader(program: Program, slot: int, kind: Type) -> Callable[[State], Any]:
    inner = types.bare(kind)
    if types.is_keyed(kind):
        inner = inner[2]
    if inner == NUMBER:
        return lambda S: "none" if S[slot] is None else S[slot]
    if inner == "any":
        names = program.linker.names
        return lambda S: _somewhere(names, S[slot])
    if inner == YES_NO:
        return lambda S: "yes" if S[slot] else "no"
    text = program.texts
    return lambda S: text.label(kind, S[slot])


def _somewhere(names: Any, value: Any) -> str:
    if value is None:
        return "none"
    return "-".join(map(names.id_of, value)) if isinstance(value, tuple) else str(names.id_of(value))


def _marker(program: Program, marker: str, piece: int) -> Callable[[State], Any]:
    layout = program.linker.layout
    slot = layout.markers[marker]
    if layout.is_plain(marker):
        return lambda S: "yes" if piece in (S[slot] or ()) else "no"
    json = layout.marker_of[marker]
    at = slot + piece
    if json["faces"]:
        faces = [face["id"] for face in json["faces"]]
        return lambda S: "none" if S[at] is None else faces[S[at]] if type(S[at]) is int else str(S[at])
    return lambda S: 0 if S[at] is None else S[at] if type(S[at]) is int else "yes" if S[at] else "no"


def changed(program: Program, before: State, after: Iterable[State]) -> list[Thing]:
    """Return what is otherwise in at least one of the states."""
    states = list(after)
    return [thing for thing in things(program) if any(thing.value(S) != thing.value(before) for S in states)]
