"""What the tests of paper share: the referee's code for an expression, all keys of a look-up, what a value may look like."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from rulewright.compiler.aids.context import Context, in_words, titled
from rulewright.compiler.aids.model import Section, Table
from rulewright.compiler.aids.parts import Part
from rulewright.compiler.aids.sheets import charts
from rulewright.runtime import Program
from rulewright.runtime.link import types
from rulewright.runtime.link.expression import Local, Writer
from rulewright.runtime.link.source import Lines, Where

from . import paper

Json = Any

# ---- the referee


def asked(found: Program, e: Json, **kinds: Json) -> Callable[..., Any]:
    """Return the referee's code for an expression, as a function of the locals of these types."""
    linker = found.linker
    names = {
        name: Local(f"a_{name}", types.inside(types.of_json(kind)), linker.fractions)
        for name, kind in kinds.items()
    }
    lines = Lines(Where("a test"))
    lines.add(f"return {Writer(linker, names, pending='S').expression(e).text}")
    function = linker.code.mint("z")
    linker.code.function(f"{function}({', '.join(['S', *(name.text for name in names.values())])})", lines)
    found.load()
    state = found.start[:]
    state[0] = 10**9
    return lambda *values: linker.code.namespace[function](state, *values)


def outside(found: Program, kind: Json, value: Any) -> Json:
    return None if value is None else found.texts.json(types.inside(types.of_json(kind)), value)


# ---- the keys of a look-up: which values there are, what people call them


class Axis:
    """All values that one axis can be asked for: as the referee has them, and as paper calls them."""

    def __init__(self, context: Context, found: Program, keys: list[Json]) -> None:
        self.kind = self._kind(context, keys)
        self.order: list[tuple[str, ...]] = []
        self.values: list[tuple[Any, Any]] = []  # at play, and a number or the place in `order`
        if self.kind == "number":
            ends = [
                end
                for key in keys
                for end in (key.get("is"), key.get("from"), key.get("to"))
                if type(end) is int
            ]
            for one in range(min(ends, default=0) - 3, max(ends, default=0) + 4):
                self.values.append((one, Fraction(one)))
            named: list[tuple[Json, tuple[str, ...]]] = []
        else:
            named = list(self._named(context))
        for constant, names in [*named, (None, ("none",))]:
            self.values.append((asked(found, constant)() if constant is not None else None, len(self.order)))
            self.order.append(names)

    def _kind(self, context: Context, keys: list[Json]) -> Json:
        for key in keys:
            one = key.get("is")
            if isinstance(one, bool):
                return "yes_no"
            if isinstance(one, list) and one[0] == "value":
                return f"enum:{one[1]}"
            if isinstance(one, list) and one[0] == "place":
                return f"place:{one[1]}"
            if isinstance(one, list) and one[0] == "side":
                return "side"
            if isinstance(one, list) and one[0] == "unit":
                kind = context.by_kind["units"][one[1]]["kind"]
                while context.by_kind["pieces"][kind]["parent"]:
                    kind = context.by_kind["pieces"][kind]["parent"]
                return f"piece:{kind}"
            end = key.get("from") or key.get("to")
            if isinstance(end, str):
                return f"enum:{next(id for id, values in context.values.items() if end in values)}"
        return "number"

    def _named(self, context: Context) -> Iterator[tuple[Json, tuple[str, ...]]]:
        sort, _, id = str(self.kind).partition(":")
        if sort == "yes_no":
            yield from ((True, ("yes",)), (False, ("no",)))
        elif sort == "side":
            for side, title in context.sides.items():
                yield ["side", side], (title,)
        elif sort == "enum":
            for one, value in context.values[id].items():
                yield ["value", id, one], (one, titled(value, one))
        elif sort == "place":
            for place in context.by_kind["maps"][id]["places"]:
                yield ["place", id, place], (in_words(place),)
        else:
            for unit in context.units_of(id):
                yield ["unit", unit["id"]], (unit["name"] or in_words(unit["id"]),)


def axes(context: Context, found: Program, lookup: Json) -> list[Axis]:
    made = [Axis(context, found, [key for row in lookup["rows"] for key in row["keys"]])]
    if lookup["columns"]:
        made.append(Axis(context, found, [key for column in lookup["columns"] for key in column]))
    return made


def asked_by_axes(lookup: Json, cells: Callable[[int, int, Json], Json]) -> Json:
    rows = [
        {**row, "cells": [cells(r, c, cell) for c, cell in enumerate(row["cells"])]}
        for r, row in enumerate(lookup["rows"])
    ]
    return {**lookup, "by": [["local", f"k{i}"] for i in range(len(lookup["by"]))], "rows": rows}


def check(
    context: Context,
    found: Program,
    lookup: Json,
    chart: paper.Chart,
    look: Callable[..., Any],
    says: Callable[..., bool],
) -> int:
    """Ask paper and referee for every pair of keys; return how many cells were met."""
    met: set[tuple[int, int]] = set()
    ways = axes(context, found, lookup)
    orders = [axis.order for axis in ways]
    for chosen in product(*(axis.values for axis in ways)):
        names = [name for _, name in chosen] + [None] * (2 - len(chosen))
        try:
            at = chart.find(names[0], names[1], orders)
        except StopIteration:
            continue  # in no row on paper; the compiler's promises see to gaps
        met.add(at)
        value = look(*[value for value, _ in chosen])
        assert says(value, chart.cells[at[0]][at[1]]), (
            names,
            chart.keys[at[0]],
            chart.cells[at[0]][at[1]],
            value,
        )
    return len(met)


# ---- what a value looks like


def says(context: Context, kind: Json, value: Json, words: str) -> bool:
    """Is this what paper may print for a value as it is written outside?"""
    if value is None:
        return words in ("none", "not possible")
    if isinstance(value, bool):
        return words == ("yes" if value else "no")
    if isinstance(value, int):
        return paper.number(words) == value
    if isinstance(value, dict):
        wanted = sorted((name.replace("_", " "), count) for name, count in value.items())
        parts = [part.partition(" ") for part in words.split(" + ")]
        read = [
            (rest, int(count)) if count.isdecimal() else (f"{count} {rest}".strip(), 1)
            for count, _, rest in parts
        ]
        return sorted(read) == wanted or (wanted == [("impossible", 1)] and words == "not possible")
    sort, _, id = str(kind[1] if isinstance(kind, list) else kind).partition(":")
    if sort == "number":
        return paper.number(words) == Fraction(value)
    if sort == "enum":
        return words in (value, titled(context.values[id][value], value))
    if sort == "piece":
        return words == (context.by_kind["units"][value]["name"] or in_words(value))
    return words in (in_words(value), context.sides.get(value, ""))


def is_constant(cell: Json) -> bool:
    return not isinstance(cell, list) or cell[0] in ("value", "place", "unit", "side", "frac")


def table_in(sections: list[Section], id: str) -> Table:
    return next(
        block for one in sections for block in one.blocks if isinstance(block, Table) and block.id == id
    )


def chart_of(context: Context, id: str) -> list[Section]:
    return charts.sections(context, Part("tables", (id,)))


def fresh(found: Program) -> list[Any]:
    state = found.start[:]
    state[0] = 10**9
    return state


def is_plain(kind: Json) -> bool:
    bare = kind[1] if isinstance(kind, list) and kind[0] == "opt" else kind
    return isinstance(bare, str) and bare.partition(":")[0] in ("number", "enum", "yes_no", "place", "piece")


def owners(context: Context, kind: str) -> list[str]:
    found = []
    while kind:
        found.append(kind)
        kind = context.by_kind["pieces"][kind]["parent"] or ""
    return found


def attributes_of(context: Context, kind: str) -> set[str]:
    return {one["id"] for one in context.by_kind["pieces"][kind]["attributes"]}
