"""What a table depends on, as a person says it: the axes of its columns and modifiers, and the facts behind their conditions.

An expression is cut where something is read that can be named and whose values can be listed: `quarry.contact`, `visibility`,
`turn.darkness`. What cannot be listed (two pieces compared, a place in a region) is cut as a whole, as a question with yes or no.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulewright.runtime.link import types
from rulewright.runtime.link.expression import Local, Writer, free_locals, literal
from rulewright.runtime.link.lookup import is_constant, keys_of
from rulewright.runtime.link.names import Json
from rulewright.runtime.link.types import NUMBER, SIDE, YES_NO, Type

if TYPE_CHECKING:
    from rulewright.runtime.link.program import Program

WIDEST = 60
"""Whole numbers from the least to the greatest, up to which all are listed."""

COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")
ARITHMETIC = ("+", "-", "*", "neg", "least", "greatest", "abs", "ceil", "floor", "round", "clamp")


@dataclass(frozen=True, slots=True)
class Input:
    """Something that a table depends on.

    values: what it can be, at play; None if that has no end. labels: what each is called, where it stands for a row (`2..`).
    params, tracks: what it is worked out from, as far as that is written where it is read.
    """

    name: str
    title: str
    type: Type
    values: tuple[Any, ...] | None
    expression: Json
    aliases: tuple[str, ...]
    params: frozenset[str]
    tracks: frozenset[str]
    labels: tuple[str, ...] = ()


class Cutter:
    """Cuts the expressions of one table; keeps what was cut out."""

    def __init__(self, program: Program, table: Json) -> None:
        self.linker = program.linker
        self.params = {param["name"]: param for param in table["params"]}
        locals = {name: Local(f"p{at}", types.inside(types.of_json(param["type"]))) for at, (name, param) in enumerate(self.params.items())}
        self.writer = Writer(self.linker, locals, pending="S")
        self.inputs: dict[str, Input] = {}
        self._of: dict[str, Input] = {}

    # ---------------------------------------------------------------- cutting

    def condition(self, e: Json, hint: str, title: str = "") -> Json:
        """Return a condition with what it reads replaced by names of inputs."""
        if not isinstance(e, list) or literal(self.linker, e)[0]:
            return e
        op = e[0]
        if op in ("and", "or", "not"):
            return [op, *(self.condition(part, hint, title) for part in e[1:])]
        if op in COMPARISONS and all(self._listable(part) for part in e[1:]):
            return [op, *(self.value(part, hint, title) for part in e[1:])]
        if op in ("in", "between") and self._listable(e[1]) and all(self._is_known(part) for part in e[2:]):
            return [op, self.value(e[1], hint, title), *e[2:]]
        return self._cut(e, hint, title)

    def value(self, e: Json, hint: str, title: str = "", rows: Sequence[list[Json]] = ()) -> Json:
        """The same with a value. rows: the keys of the rows that it picks from; one of each is tried where what it can be has no end."""
        if self._is_known(e):
            return e
        if self._values(e) is None and e[0] in ARITHMETIC and all(self._listable(part) for part in e[1:]):
            return [e[0], *(self.value(part, hint, title) for part in e[1:])]
        return self._cut(e, hint, title, rows)

    def _is_known(self, e: Json) -> bool:
        return not isinstance(e, list) or literal(self.linker, e)[0]

    def _listable(self, e: Json) -> bool:
        if self._is_known(e) or self._values(e) is not None:
            return True
        return e[0] in ARITHMETIC and all(self._listable(part) for part in e[1:])

    def _cut(self, e: Json, hint: str, title: str, rows: Sequence[list[Json]] = ()) -> Json:
        key = json.dumps(e)
        found = self._of.get(key)
        if found is None:
            own = named(e)
            name = self._free(own or hint, e)
            x = self.writer.expression(e)
            known = self._values(e)
            labels: tuple[str, ...] = ()
            if known is None and rows:
                known, labels = self._of_rows(rows, x.type)
            elif known is not None and rows and is_constant(self.linker, list(rows)):
                # What finds no row there is never asked for in play.
                keys = [key for row in rows for key in keys_of(self.linker, row, x.type)]
                known = tuple(value for value in known if any(key.matches(value) for key in keys)) or known
            kind = types.bare(x.type)
            aliases = [hint] if hint not in self.inputs else []
            if types.starts(kind, "enum:"):
                aliases.append(kind[5:])
            found = Input(
                name, title, x.type, known, e, tuple(aliases),
                frozenset(name for name in free_locals(e) if name in self.params), frozenset(tracks_in(e)), labels,
            )  # fmt: skip
            self._of[key] = self.inputs[name] = found
        return ["local", found.name]

    def _of_rows(self, rows: Sequence[list[Json]], kind: Type) -> tuple[tuple[Any, ...] | None, tuple[str, ...]]:
        """One value for each row, and how the row is written."""
        found: dict[Any, str] = {}
        for keys in rows:
            key = keys_of(self.linker, keys, kind)[0]
            if key.kind == "otherwise":
                return None, ()
            value = key.value if key.kind == "is" else key.hi if key.hi is not None else key.lo
            low, high = ("" if end is None else str(end) for end in (key.lo, key.hi))
            found.setdefault(value, self.linker.texts.label(kind, value) if key.kind == "is" else f"{low}..{high}")
        return tuple(found), tuple(found.values())

    def _free(self, name: str, e: Json) -> str:
        if name not in self.inputs:
            return name
        if e[0] == "call":
            name = ".".join([name, *(named(part) or "it" for part in e[2:])])
        at, base = 2, name
        while name in self.inputs:
            name, at = f"{base}_{at}", at + 1
        return name

    # ---------------------------------------------------------------- what a value can be

    def _values(self, e: Json) -> tuple[Any, ...] | None:
        """Everything that an expression can be, None if that cannot be listed."""
        if not isinstance(e, list):
            return None
        declared = self._declared_range(e)
        if declared is not None:
            return declared
        x = self.writer.expression(e)
        found = self._of_type(x.type)
        if found is None and types.bare(x.type) == NUMBER and x.bounds is not None and x.bounds[1] - x.bounds[0] <= WIDEST:
            found = tuple(range(x.bounds[0], x.bounds[1] + 1))
        return found

    def _of_type(self, kind: Type) -> tuple[Any, ...] | None:
        inner = types.bare(kind)
        names = self.linker.names
        found: tuple[Any, ...] | None = None
        if inner == YES_NO:
            return (False, True)
        if inner == SIDE:
            found = tuple(range(len(names.side_ids)))
        elif types.starts(inner, "enum:"):
            found = tuple(range(len(names.values[inner[5:]])))
        return (None, *found) if found is not None and types.nullable(kind) else found

    def _declared_range(self, e: Json) -> tuple[Any, ...] | None:
        """Numbers of a track, of the boxes of a track, of a parameter, or as they are printed on pieces."""
        document = self.linker.document
        if e[0] == "track":
            track = next(one for one in document["tracks"] if one["id"] == e[1])
            return _numbers(track["range"]) if types.of_json(track["type"]) == NUMBER else None
        if e[0] == "local" and e[1] in self.params:
            return _numbers(self.params[e[1]].get("range")) if types.of_json(self.params[e[1]]["type"]) == NUMBER else None
        if e[0] == "box":
            track = next(one for one in document["tracks"] if one["id"] == e[1])
            cells = next(box["values"] for box in track["boxes"] if box["id"] == e[2])
            found = [literal(self.linker, cell) for _, _, cell in cells]
            return tuple(sorted({value for _, value in found})) if all(known and type(value) is int for known, value in found) else None
        if e[0] == "attr":
            column = self.linker.layout.columns.get(e[1])
            if column is not None and column.printed and types.bare(column.type) == NUMBER:
                printed = self.linker.first.printed[column.id]
                found_values = {printed[piece] for piece in column.pieces}
                return tuple(sorted(found_values)) if len(found_values) <= WIDEST and None not in found_values else None
        if e[0] == "call" and e[1] in self.linker.defines_json:
            cells = cells_of(self.linker.defines_json[e[1]]["value"])
            found = [literal(self.linker, cell) for cell in cells]
            if cells and all(known and type(value) is int for known, value in found):
                return tuple(sorted({value for _, value in found}))
        return None


def cells_of(e: Json) -> list[Json]:
    """Return what an expression can be, where it is one of several: the cells of a lookup, the cases of a condition."""
    if isinstance(e, list) and e[:1] == ["lookup"]:
        return [cell for row in e[1]["rows"] for cell in row["cells"]]
    if isinstance(e, list) and e[:1] == ["cond"]:
        return [value for _, value in e[1]] + [e[2]]
    return []


def _numbers(bounds: Json) -> tuple[int, ...] | None:
    if bounds is None or None in bounds or bounds[1] - bounds[0] > WIDEST:
        return None
    return tuple(range(bounds[0], bounds[1] + 1))


def named(e: Json) -> str:
    """Return what a person calls the thing that is read: `quarry.contact`, `visibility`; "" if it has no name."""
    if not isinstance(e, list):
        return ""
    op = e[0]
    if op in ("local", "track", "unit"):
        return str(e[1])
    if op == "box":
        return f"{e[1]}.{e[2]}"
    if op == "call":
        return str(e[1])
    if op in ("attr", "marked", "face", "countdown"):
        whose = named(e[2])
        return f"{whose}.{e[1].rpartition('.')[2]}" if whose and e[2][0] in ("local", "unit") else ""
    if op == "is_face":
        whose = named(e[3])
        return f"{whose}.{e[2]}" if whose and e[3][0] in ("local", "unit") else ""
    return ""


def tracks_in(e: Json) -> set[str]:
    """Return the tracks that an expression reads itself."""
    if not isinstance(e, list) or not e:
        return set()
    own = {str(e[1])} if e[0] in ("track", "box", "track_at") else set()
    return own.union(*(tracks_in(part) for part in e[1:]))
