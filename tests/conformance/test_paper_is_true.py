"""Whatever stands in a cell on paper is what the referee returns for that cell, in every table of every ruleset."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rulewright.compiler.aids.context import Context, in_words, titled
from rulewright.compiler.aids.model import Section, Table
from rulewright.compiler.aids.parts import Part
from rulewright.compiler.aids.sheets import charts, matrix
from rulewright.compiler.aids.words import Speaker
from rulewright.runtime import Program, link
from rulewright.runtime.artifact import load
from rulewright.runtime.link import types
from rulewright.runtime.link.expression import Local, Writer
from rulewright.runtime.link.source import Lines, Where

from . import paper
from .shelf import FOLDERS, FRAGMENTS, document, program

Json = Any
ALL = [*FOLDERS, *FRAGMENTS]
EVERY_TOTAL = range(-12, 32)
FAR = 120
"""No roll of these games is as far from 0."""


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
    says: Callable[[Any, str], bool],
) -> int:
    """Ask paper and referee for every pair of keys; return how many cells were met."""
    met: set[tuple[int, int]] = set()
    ways = axes(context, found, lookup)
    orders = [axis.order for axis in ways]
    for chosen in product(*(axis.values for axis in ways)):
        names = [name for _, name in chosen] + [None] * (2 - len(chosen))
        try:
            at = chart.find(*names, orders)
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


# ---- the truth


@pytest.mark.parametrize("name", ALL)
def test_look_ups_of_defines(name: str) -> None:
    context, found = Context(document(name)), program(name)
    for define in context.document["defines"]:
        value = define["value"]
        if not (isinstance(value, list) and value[0] == "lookup"):
            continue
        lookup, kind = value[1], define["returns"]
        chart = paper.Chart(table_in(chart_of(context, define["id"]), define["id"]).rows)
        kinds = {f"k{i}": ["opt", axis.kind] for i, axis in enumerate(axes(context, found, lookup))}
        places = asked(found, ["lookup", asked_by_axes(lookup, lambda r, c, _: r * 100 + c)], **kinds)
        by_place = {
            (r, c): chart.cells[r][c]
            for r, row in enumerate(lookup["rows"])
            for c in range(len(row["cells"]))
        }
        cells = sum(len(row["cells"]) for row in lookup["rows"])
        met = check(
            context, found, lookup, chart, places, lambda v, words, by=by_place: by[divmod(v, 100)] == words
        )
        assert met == cells, (define["id"], met, cells)
        for r, row in enumerate(lookup["rows"]):
            for c, cell in enumerate(row["cells"]):
                if is_constant(cell):
                    shown = outside(found, kind, asked(found, cell)())
                    assert says(context, kind, shown, chart.cells[r][c]), (
                        define["id"],
                        shown,
                        chart.cells[r][c],
                    )


def with_tables_for_paper(name: str) -> tuple[Json, list[tuple[str, Json, Json]]]:
    """The artifact, with a table for each that paper shows a part of: results without modifiers, one modifier alone."""
    made = json.loads(json.dumps(document(name)))
    context = Context(made)
    plain = program(name)
    asked_for: list[tuple[str, Json, Json]] = []
    every = [{"keys": [{"is": n}], "cells": [n]} for n in range(-FAR, FAR + 1)]
    beyond = [
        {"keys": [{"from": None, "to": -FAR - 1}], "cells": [-999]},
        {"keys": [{"from": FAR + 1, "to": None}], "cells": [999]},
    ]
    bare = {
        "roll": {"dice": {"count": 1, "die": next(iter(made["dice"]), "d6"), "keep": None}},
        "drms": [],
        "naturals": [],
        "threshold": None,
        "dummies": None,
        "outcomes": [],
    }
    for table in list(made["tables"]):
        head = {"title": "", "at": table["at"]}
        result = table["result"]
        if result is not None:
            kinds = {}
            if result["columns"]:
                kinds = {
                    "k0": Axis(context, plain, [key for column in result["columns"] for key in column]).kind
                }
            id = f"paper_{table['id']}"
            given = {
                "params": [{"name": n, "type": ["opt", k]} for n, k in kinds.items()],
                "locals": {n: ["opt", k] for n, k in kinds.items()},
            }
            part = {
                "by": ["local", "k0"] if kinds else None,
                "columns": result["columns"],
                "rows": result["rows"],
            }
            made["tables"].append(
                {
                    **bare,
                    **head,
                    **given,
                    "id": id,
                    "result": part,
                    "result_type": table["result_type"],
                    "outcomes": table["outcomes"],
                }
            )
            asked_for.append((id, table, None))
        for drm in table["drms"]:
            if "lookup" not in drm:
                continue
            kinds = {
                f"k{i}": ["opt", axis.kind] for i, axis in enumerate(axes(context, plain, drm["lookup"]))
            }
            id = f"paper_{table['id']}_{drm['id']}"
            given = {"params": [{"name": n, "type": k} for n, k in kinds.items()], "locals": kinds}
            alone = {
                **drm,
                "lookup": {
                    **asked_by_axes(
                        drm["lookup"],
                        lambda r, c, cell: cell if is_constant(cell) or cell == ["impossible"] else 77,
                    )
                },
            }
            for row in alone["lookup"]["rows"]:
                row.pop("cancels", None)
            rows = {"by": None, "columns": [], "rows": [beyond[0], *every, beyond[1]]}
            made["tables"].append(
                {**bare, **head, **given, "id": id, "drms": [alone], "result": rows, "result_type": "number"}
            )
            asked_for.append((id, table, drm))
    return made, asked_for


@pytest.mark.parametrize("name", ALL)
def test_results_and_modifiers_of_tables(name: str) -> None:
    made, wanted = with_tables_for_paper(name)
    context = Context(document(name))
    found = link(load(json.dumps(made).encode(), strict_hash=False))
    found.load()
    state = found.start[:]
    state[0] = 10**9
    for id, table, drm in wanted:
        look = found.lookup(id)
        sections = chart_of(context, table["id"])
        if drm is None:
            chart = paper.Chart(table_in(sections, table["id"]).rows)
            kind = "number" if table["result_type"] == "number" else f"outcome:{table['id']}"
            columns = table["result"]["columns"]
            axis = Axis(context, found, [key for column in columns for key in column]) if columns else None
            for total in EVERY_TOTAL:
                for value, column in axis.values if axis else [(None, None)]:
                    try:
                        r, c = chart.find(Fraction(total), column, [[], axis.order if axis else []])
                    except StopIteration:
                        continue
                    got = outside(found, kind, look(state, *([value] if axis else []), total))
                    assert says(context, kind, got, chart.cells[r][c]), (
                        id,
                        total,
                        column,
                        got,
                        chart.cells[r][c],
                    )
            continue
        if drm["lookup"]["columns"]:
            chart = paper.Chart(table_in(sections, f"{table['id']}.{drm['id']}").rows)
        else:
            chart = paper.modifier(table_in(sections, f"{table['id']}.modifiers"), titled(drm, drm["id"]))
        cells = sum(len(row["cells"]) for row in drm["lookup"]["rows"])

        def told(value: Any, words: str) -> bool:
            return value == 77 or (words == "not possible" if value is None else paper.number(words) == value)

        met = check(context, found, drm["lookup"], chart, lambda *k, look=look: look(state, *k, 0), told)
        assert met == cells, (id, met, cells)


@pytest.mark.parametrize("name", ALL)
def test_matrices(name: str) -> None:
    made = json.loads(json.dumps(document(name)))
    context = Context(document(name))
    for one in document(name)["matrices"]:
        made["matrices"] += [
            {**one, "id": f"paper_{i}_{one['id']}", "rows": [{**row, "when": True}]}
            for i, row in enumerate(one["rows"])
        ]
    found = link(load(json.dumps(made).encode(), strict_hash=False))
    for one in document(name)["matrices"]:
        (section,) = matrix.sections(context, Part("matrices", (one["id"],)))
        chart = paper.Chart(table_in([section], one["id"]).rows)
        units = context.units_of(one["on"])
        for r, row in enumerate(chart.cells if units else []):
            for c, activity in enumerate(one["activities"]):
                may = asked(found, ["can", f"paper_{r}_{one['id']}", ["unit", units[0]["id"]], activity])()
                assert row[c] == ("yes" if may else "no"), (one["id"], chart.keys[r], activity)


SUMS = {"+", "-", "*", "/", "neg", "ceil", "floor", "round", "least", "greatest"}


def abstracted(e: Json, names: list[str]) -> Json:
    """The sum alone: whatever is no reckoning becomes n1, n2, …"""
    if isinstance(e, list) and e[0] in SUMS:
        return [e[0], *(abstracted(part, names) for part in e[1:])]
    if type(e) is int or (isinstance(e, list) and e[0] == "frac"):
        return e
    names.append(f"n{len(names) + 1}")
    return ["local", names[-1]]


def sums_on_paper(context: Context) -> Iterator[Json]:
    for define in context.document["defines"]:
        value = define["value"]
        if isinstance(value, list) and value[0] == "lookup":
            yield from (cell for row in value[1]["rows"] for cell in row["cells"])
        elif isinstance(value, list) and value[0] == "cond":
            yield from (*(result for _, result in value[1]), value[2])
        else:
            yield value
    for table in context.document["tables"]:
        yield from (drm["amount"] for drm in table["drms"] if "amount" in drm)
        yield from (one for one in (table["threshold"], table["dummies"]) if one is not None)


@pytest.mark.parametrize("name", ALL)
def test_sums_in_words(name: str) -> None:
    context, found = Context(document(name)), program(name)
    for e in sums_on_paper(context):
        if not (isinstance(e, list) and e and e[0] in SUMS):
            continue
        names: list[str] = []
        alone = abstracted(e, names)
        words = Speaker(context, [{"name": one, "type": "number"} for one in names]).say(alone)
        work = asked(found, alone, **dict.fromkeys(names, "number"))
        for values in ([7 + 4 * i for i in range(len(names))], [3 - 5 * i for i in range(len(names))]):
            try:
                expected = Fraction(work(*values))
            except Exception:  # noqa: BLE001 – the referee refuses the sum (by zero): nothing to compare
                continue
            assert paper.reckoned(words, dict(zip(names, values, strict=True))) == expected, words
