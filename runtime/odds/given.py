"""What a person gives: `visibility=5`, `target=heron`, `heron.position=opening`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rulewright.runtime.dice import Listed
from rulewright.runtime.frames import refill, unread
from rulewright.runtime.game import Game
from rulewright.runtime.link import types
from rulewright.runtime.link.body import Body
from rulewright.runtime.link.expression import literal
from rulewright.runtime.link.fault import NATIVE, explained
from rulewright.runtime.link.layout import STREAM, Column
from rulewright.runtime.link.names import Json
from rulewright.runtime.link.program import Program
from rulewright.runtime.link.text import NotAValue, number_value
from rulewright.runtime.link.types import NUMBER, SIDE, TEXT, YES_NO, Type
from rulewright.runtime.odds import errors

YES = {"yes": True, "no": False, "true": True, "false": False}
NONE = "none"


class Reader:
    """Reads values as people type them, for one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.linker = program.linker

    def value(self, name: str, kind: Type, text: str) -> Any:
        """Return a value at play; RW0932 if `text` is none of that type."""
        return literal(self.linker, self.expression(name, kind, text))[1]

    def expression(self, name: str, kind: Type, text: str) -> Json:
        """Return a value as the artifact writes it."""
        text = text.strip()
        if types.nullable(kind) and text.casefold() == NONE:
            return None
        or_none = f" or `{NONE}`" if types.nullable(kind) else ""
        inner = types.bare(kind)
        names = self.linker.names
        if types.is_many(inner) or isinstance(inner, tuple):
            return self._many(name, inner, text)
        if inner == NUMBER:
            return self._number(name, text)
        if inner == YES_NO:
            return self._one(name, text, YES, [(word, word) for word in YES], "`yes` or `no`")
        if inner == TEXT:
            return ["text", text]
        if inner == SIDE:
            known = {id: ["side", id] for id in names.side_ids}
            return self._one(name, text, known, zip(names.side_ids, names.side_titles, strict=True), errors.listed(names.side_ids) + or_none)
        if types.starts(inner, "enum:"):
            ids = names.values[inner[5:]]
            known = {id: ["value", inner[5:], id] for id in ids}
            return self._one(name, text, known, zip(ids, names.titles[inner[5:]], strict=True), errors.listed(ids) + or_none)
        if types.starts(inner, "piece:"):
            pieces = names.kind(inner[6:])
            known = {names.id_of(piece): ["unit", names.id_of(piece)] for piece in pieces}
            return self._one(name, text, known, [(names.id_of(piece), names.name_of(piece)) for piece in pieces], errors.listed(list(known)) + or_none)
        if types.starts(inner, "place:"):
            ids = tuple(names.id_of(place) for place in names.map(inner[6:]))
            known = {id: ["place", inner[6:], id] for id in ids}
            return self._one(name, text, known, [(id, id) for id in ids], f"a place of `{inner[6:]}`" + or_none)
        raise errors.misfit(f"`{name}` cannot be given", "leave it out")

    def _number(self, name: str, text: str) -> Json:
        try:
            number = number_value(text)
        except NotAValue as problem:
            raise errors.no_value(name, text, (), "a number") from problem
        return number if isinstance(number, int) else ["frac", number.numerator, number.denominator]

    def _one(self, name: str, text: str, known: Mapping[str, Json], titled: Iterable[tuple[str, str]], wanted: str) -> Json:
        """The value with that id or that title, whatever the case of its letters."""
        if text in known:
            return known[text]
        plain = _plain(text)
        for id, title in titled:
            if plain in (_plain(id), _plain(title)):
                return known[id]
        raise errors.no_value(name, text, tuple(known), wanted)

    def _many(self, name: str, kind: Type, text: str) -> Json:
        if isinstance(kind, tuple) and kind[0] == "any":
            for one in kind[1:]:
                try:
                    return self.expression(name, one, text)
                except errors.Unknown:
                    continue
            raise errors.no_value(name, text, (), "a place or a piece")
        if isinstance(kind, tuple) and kind[0] == "by":
            raise errors.misfit(f"`{name}` has a value for each of several things", "give it in a worked example instead")
        words = [word for word in text.strip("()").replace("+", ",").split(",") if word.strip() and word.strip() != NONE]
        op = "path" if types.starts(kind, "path:") else kind[0]
        return [op, *(self.expression(name, types.member(kind), word) for word in words)]


def _plain(word: str) -> str:
    return word.strip().casefold().replace("_", " ").replace("-", " ")


class Board:
    """A start state in which some things are as they are given.

    settable: is there a track or a thing of a unit of that name? `set` makes it so.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.reader = Reader(program)
        self.tracks: dict[str, Json] = {track["id"]: track for track in program.document["tracks"]}
        self.statements: list[Json] = []
        self.given: dict[str, str] = {}

    def set(self, name: str, text: str) -> bool:
        """Take `name=text` if it is about the state; false if there is no such thing in it."""
        statement = self._of_track(name, text) if name in self.tracks else self._of_unit(name, text)
        if statement is None:
            return False
        self.given[name] = text
        self.statements.append(statement)
        return True

    def names(self) -> list[str]:
        """Everything in the state that can be given, as far as it can be listed shortly."""
        return [*self.tracks, *self.program.linker.names.pieces]

    def _of_track(self, id: str, text: str) -> Json:
        track = self.tracks[id]
        kind = types.of_json(track["type"])
        value = self.reader.expression(id, kind, text)
        bounds = track["range"]
        if bounds is not None and isinstance(value, int) and not _within(value, bounds):
            raise errors.no_value(id, text, (), f"{_end(bounds[0])}..{_end(bounds[1])}")
        return {"do": "set", "to": ["track", id], "value": value}

    def _of_unit(self, name: str, text: str) -> Json | None:
        unit, dot, what = name.partition(".")
        names = self.program.linker.names
        if not dot or unit not in names.pieces:
            return None
        kind = names.piece_kind[names.pieces[unit] - names.first_piece]
        layout = self.program.linker.layout
        columns = {column.id.partition(".")[2]: column for column in layout.columns_of(kind)}
        target = ["unit", unit]
        if what == "holder" or what == "at":
            return self._moved(name, text, columns.get("at"), target)
        if what in columns:
            column = columns[what]
            if column.printed:
                raise errors.misfit(f"`{name}` is printed on the counter", f"choose another unit, or give what the table reads of it: {what}")
            value = self.reader.expression(name, column.type, text)
            return {"do": "set", "to": ["attr", column.id, target], "value": value}
        markers = layout.markers_of(kind)
        if what in markers:
            return self._marked(name, text, what, target)
        for marker in markers:
            for face in layout.marker_of[marker]["faces"]:
                if face["id"] == what:
                    lies = self.reader.expression(name, YES_NO, text)
                    return _mark(marker, target, what, None) if lies else _unmark(marker, target)
        raise errors.no_parameter(name, f"a unit of the kind `{kind}`", [f"{unit}.{one}" for one in (*columns, *markers)])

    def _moved(self, name: str, text: str, column: Column | None, target: Json) -> Json:
        names = self.program.linker.names
        if text in names.pieces:
            to: Json = ["unit", text]
        elif column is None:
            raise errors.no_value(name, text, (), "a unit that holds it")
        else:
            to = self.reader.expression(name, column.type, text)
        return {"do": "move", "what": target, "each": False, "to": to}

    def _marked(self, name: str, text: str, marker: str, target: Json) -> Json:
        json = self.program.linker.layout.marker_of[marker]
        if text.casefold() in ("no", NONE):
            return _unmark(marker, target)
        if json["faces"]:
            faces = {face["id"]: face["id"] for face in json["faces"]}
            return _mark(marker, target, self.reader._one(name, text, faces, [(id, id) for id in faces], errors.listed(list(faces))), None)
        if json["countdown"] is not None:
            return _mark(marker, target, None, self.reader._number(name, text))
        self.reader.expression(name, YES_NO, text)
        return _mark(marker, target, None, None)

    def state(self) -> list[Any]:
        """Return the start state with what was given."""
        program = self.program
        S = program.start[:]
        S[STREAM] = 0
        if self.statements:
            linker = program.linker
            linker.owner = "what is given"
            body = Body(linker, linker.owner, {"at": None}, {}, False)
            function = linker.code.mint("g")
            body.emit([{"at": None, **statement} for statement in self.statements])
            linker.code.function(f"{function}(G, S, W)", body.lines)
            program.load()
            game = Game.on_board(program, S, [], Listed([], program.texts))
            refill(game._thread)
            game._desk.note = unread
            run: Callable[..., Any] = linker.code.namespace[function]
            try:
                run(game._desk, S, S)
            except NATIVE as problem:
                raise explained(program, problem) from problem
        return S


def _mark(marker: str, target: Json, face: str | None, count: Json) -> Json:
    return {"do": "mark", "marker": marker, "on": target, "each": False, "place": None, "face": face, "count": count}


def _unmark(marker: str, target: Json) -> Json:
    return {"do": "unmark", "markers": [marker], "from": target, "each": False, "place": None}


def _within(value: int, bounds: Json) -> bool:
    lo, hi = bounds
    return (lo is None or lo <= value) and (hi is None or value <= hi)


def _end(end: Json) -> str:
    return "" if end is None else str(end)
