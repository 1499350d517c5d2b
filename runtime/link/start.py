"""The first state, and what never changes: printed attributes and values of places.

Source: docs/artifact.md, sections 2 and 3. Where neither a roster nor a default says a value, a number starts at 0
(or the nearest number of its range), yes_no at no, sets and lists empty, text as "", everything else at none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.runtime.link import types
from rulewright.runtime.link.expression import Local, Writer, literal
from rulewright.runtime.link.fault import NATIVE, explained
from rulewright.runtime.link.layout import CREWS, FIRST_KNOWLEDGE, PLACED, Column, Layout, TrackSlot
from rulewright.runtime.link.names import Json
from rulewright.runtime.link.source import Lines, Where
from rulewright.runtime.link.types import NUMBER, TEXT, YES_NO, Type

if TYPE_CHECKING:
    from rulewright.runtime.link.linker import Linker
    from rulewright.runtime.link.program import Program

UNSET = object()
"""Stands where a value must be worked out, until `finish`."""


class Start:
    """Works out the first state of a document.

    state: the slots; printed: attribute → values by the number of the piece (of the key and the piece).
    lacking: attributes and tracks that start at none somewhere. unsure: those that may start outside their range.
    """

    def __init__(self, linker: Linker) -> None:
        self.linker = linker
        self.layout: Layout = linker.layout
        self.names = linker.names
        self.state: list[Any] = [None] * self.layout.size
        self.state[:FIRST_KNOWLEDGE] = [0, None, 0, None, None, None, 0, None, None, 0]
        self.printed: dict[str, list[Any]] = {}
        self.lacking: set[str] = set()
        self.unsure: set[str] = set()
        self.later: list[tuple[Column | TrackSlot, int | None, Json, Where]] = []
        self.state[self.layout.gone] = 0
        for slot in self.layout.plain_markers:
            self.state[slot] = frozenset()
        for kind, slot in self.layout.present.items():
            members = self.names.kind_pieces[kind]
            self.state[slot] = members
            for side in range(len(self.names.side_ids)):
                self.state[slot + 1 + side] = tuple(piece for piece in members if self.names.side_of[piece] == side)
        for column in self.layout.columns.values():
            self._column(column)
        for track in linker.document["tracks"]:
            self._put(self.layout.track(track["id"]), None, track["start"], track)
        self.lacking.add("winner")
        for cup in linker.document["cups"]:
            self.state[self.layout.cup(cup["id"])] = tuple(kind["count"] for kind in cup["kinds"])

    def _column(self, column: Column) -> None:
        declared = next(
            attribute
            for kind in self.linker.document["pieces"]
            for attribute in kind["attributes"]
            if f"{kind['id']}.{attribute['id']}" == column.id
        )
        if column.printed:
            self.printed[column.id] = [None] * (self.names.end * column.keys)
        name = column.id.partition(".")[2]
        for piece in column.pieces:
            unit = self.names.units[piece - self.names.first_piece]
            if name in unit["values"]:
                self._put(column, piece, unit["values"][name], unit)
            else:
                self._put(column, piece, declared["default"], declared)

    def _put(self, target: Column | TrackSlot, piece: int | None, e: Json, node: Json) -> None:
        known, value = literal(self.linker, e)
        if not known:
            self.unsure.add(target.id)
            where = Where(
                f"the start value of `{target.id}`", self.linker.at(node.get("at")), tuple(node.get("cites") or ())
            )
            self.later.append((target, piece, e, where))
        else:
            self._store(target, piece, self._plain(target, value))

    def _plain(self, target: Column | TrackSlot, value: Any) -> Any:
        """The value, or what the type starts at; one per key as a tuple."""
        inner = types.bare(target.type)
        if isinstance(inner, tuple) and inner[0] == "by":
            if value is None:
                return (blank(inner[2], target.range),) * target.keys
            return value
        if value is None and not types.nullable(target.type):
            return blank(inner, target.range)
        return value

    def _store(self, target: Column | TrackSlot, piece: int | None, value: Any) -> None:
        inner = types.bare(target.type)
        values = value if isinstance(inner, tuple) and inner[0] == "by" else (value,)
        if isinstance(inner, tuple) and inner[0] == "set" and value is not None:
            values = (self.linker.set_of(value),)
        if None in values:
            self.lacking.add(target.id)
        lo, hi = target.range or (None, None)
        if not all(type(one) is int and (lo is None or lo <= one) and (hi is None or one <= hi) for one in values):
            self.unsure.add(target.id)
        for key, one in enumerate(values[: target.keys]):
            if isinstance(target, TrackSlot):
                self.state[target.slot + key] = one
            elif target.printed:
                self.printed[target.id][key * self.names.end + (piece or 0)] = one
            else:
                self.state[target.offset + key * target.span + (piece or 0)] = one
        self.state[PLACED] = self.state[CREWS] = None

    def write(self) -> list[tuple[Column | TrackSlot, int | None, str]]:
        """Write functions for the values that are worked out from others; printed ones first."""
        written: list[tuple[Column | TrackSlot, int | None, str]] = []
        order = sorted(self.later, key=lambda one: isinstance(one[0], TrackSlot) or not one[0].printed)
        for target, piece, e, where in order:
            code = self.linker.code
            own: Type = None if piece is None else f"piece:{self.names.piece_kind[piece - self.names.first_piece]}"
            writer = Writer(self.linker, {"self": Local("v", own)}, pending="S")
            lines = Lines(where)
            lines.add(f"return {writer.fitted(writer.expression(e), types.opt(target.type), target.id)}")
            name = code.mint("i")
            code.function(f"{name}(S, v)", lines)
            written.append((target, piece, name))
        return written

    def finish(self, written: list[tuple[Column | TrackSlot, int | None, str]], program: Program) -> None:
        """Work those values out, now that the code is loaded.

        Raises:
            RulesError: a value cannot be worked out; the error names it and its declaration.
        """
        self.state[0] = 1_000_000_000
        for target, piece, name in written:
            try:
                value = self.linker.code.namespace[name](self.state, piece)
            except NATIVE as problem:
                raise explained(program, problem) from problem
            self._store(target, piece, self._plain(target, value))
            if isinstance(target, Column) and target.printed:
                self.linker.code.namespace[self.linker.printed(target)] = tuple(self.printed[target.id])
        self.state[0] = 0


def blank(type: Type, bounds: tuple[int | None, int | None] | None) -> Any:
    """Return what a value of that type starts at."""
    if types.nullable(type):
        return None
    if type == NUMBER:
        lo, hi = bounds or (None, None)
        return max(0, lo) if lo is not None else min(0, hi) if hi is not None else 0
    if type == YES_NO:
        return False
    if type == TEXT:
        return ""
    if isinstance(type, tuple) and type[0] in ("set", "list"):
        return ()
    return None
