"""A table as it is printed: its columns, its modifiers and its dice, apart from the pieces that they are read from.

The linker writes both halves anew as tables of their own: one adds up the modifiers, the other looks up the row. So odds come from
the same generated code as play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulewright.runtime.link import types
from rulewright.runtime.link.expression import Local, Writer, free_locals
from rulewright.runtime.link.fault import NATIVE, explained
from rulewright.runtime.link.layout import BUDGET
from rulewright.runtime.link.names import Json
from rulewright.runtime.link.primitives import BUDGET as FULL
from rulewright.runtime.link.source import Lines, Where
from rulewright.runtime.link.table import TableWriter, info
from rulewright.runtime.odds import thrown
from rulewright.runtime.odds.distribution import Distribution
from rulewright.runtime.odds.inputs import Cutter, Input

if TYPE_CHECKING:
    from rulewright.runtime.link.program import Program

TOTAL: Json = {"id": "modifiers", "title": "modifiers", "amount": ["local", "modifiers"], "when": None}
"""The one modifier of a page whose modifiers are summed up already."""

NO_REST: Json = {"roll": None, "threshold": None, "naturals": [], "result": None, "result_type": "number"}

Env = Mapping[str, Any]
"""Values of inputs, by name."""


@dataclass(frozen=True, slots=True)
class Part:
    """Modifiers that read the same things or strike one another, and so cannot be looked at one by one.

    ids: theirs; names: the inputs that they read; look: the function that adds them up.
    """

    ids: tuple[str, ...]
    names: tuple[str, ...]
    look: tuple[str, tuple[str, ...]]


class Page:
    """One table, ready to be asked.

    inputs: all that it depends on, by name. of_modifiers, of_page: names of those that its modifiers, and its dice and columns, read.
    """

    def __init__(self, program: Program, id: str) -> None:
        self.program = program
        linker = program.linker
        self.json = linker.table_json(id)
        self.id = id
        self.title = self.json["title"] or id
        self.type = linker.table(id).type
        cutter = Cutter(program, self.json)
        self.drms = [self._cut_drm(cutter, drm.json) for drm in linker.table(id).drms]
        self.of_modifiers = tuple(cutter.inputs)
        below = self._cut_rest(cutter)
        self.inputs: dict[str, Input] = cutter.inputs
        self.of_page = tuple(dict.fromkeys(name for name in free_locals([*below.values()]) if name in self.inputs))
        self._roll = below["roll"]
        self.parts = tuple(self._parts())
        self._single = {drm["id"]: self._written(SumWriter, reads(drm), [_striking_none(drm)]) for drm in self.drms}
        self._page = self._written(TableWriter, self.of_page, [TOTAL], {**below, "result_type": self.json["result_type"]})
        self._functions: dict[str, tuple[str, tuple[str, ...]]] = {}
        self._known: dict[tuple[Any, ...], Distribution] = {}
        program.load()

    # ---------------------------------------------------------------- asking

    def modifiers(self, S: Any, env: Env) -> int | None:
        """The sum of all modifiers; None if the roll is impossible."""
        sums = [self.part(part, S, env) for part in self.parts]
        return None if None in sums else sum(one for one in sums if one is not None)

    def part(self, part: Part, S: Any, env: Env) -> int | None:
        """The sum of some modifiers that hang together."""
        return self._asked(part.look, S, env)

    def modifier(self, id: str, S: Any, env: Env) -> int | None:
        """What one modifier is worth by itself."""
        return self._asked(self._single[id], S, env)

    def strikes(self, id: str) -> bool:
        """Can that modifier strike others, or be struck?"""
        return any(id in (drm["id"], *_strikes(drm)) and _strikes(drm) for drm in self.drms)

    def results(self, S: Any, env: Env, modifiers: int | None) -> Distribution:
        """What comes out under that sum of modifiers."""
        key = (modifiers, *(env[name] for name in self.of_page))
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._results(S, env, modifiers)
        return found

    def _results(self, S: Any, env: Env, modifiers: int | None) -> Distribution:
        if modifiers is None:
            number = types.bare(self.type) == types.NUMBER
            return Distribution.certain(None if number else ((self.program.linker.names.outcome("impossible"), 1),))
        args = [env[name] for name in self.of_page]
        look = self._page[0]
        return self._total(S, env).map(lambda total: self.called(look, S, [*args, modifiers, total])).reduced()

    def label(self, value: Any) -> str:
        return self.program.texts.label(self.type, value)

    def _total(self, S: Any, env: Env) -> Distribution:
        """The total of the dice that count."""
        roll = self._roll
        if roll is None:
            return Distribution.certain(0)
        json = roll["dice"] if "dice" in roll else self._row(S, env, roll["lookup"])
        lo, hi = self.program.linker.dice[json["die"]]
        keep = None if json["keep"] is None else (json["keep"][0], self._value(S, env, json["keep"][1]))
        return thrown.total(self._value(S, env, json["count"]), lo, hi, keep)

    def _row(self, S: Any, env: Env, lookup: Json) -> Json:
        cells = [cell for row in lookup["rows"] for cell in row["cells"]]
        numbers = iter(range(len(cells)))
        rows = [{**row, "cells": [next(numbers) for _ in row["cells"]]} for row in lookup["rows"]]
        return cells[self._value(S, env, ["lookup", {**lookup, "rows": rows}])]

    def _value(self, S: Any, env: Env, e: Json) -> Any:
        if not isinstance(e, list):
            return e
        key = repr(e)
        if key not in self._functions:
            names = tuple(name for name in free_locals(e) if name in self.inputs)
            self._functions[key] = (written(self.program, e, {name: self.inputs[name].type for name in names}, f"odds {self.id}"), names)
        name, names = self._functions[key]
        return self.called(name, S, [env[one] for one in names])

    def _asked(self, written: tuple[str, tuple[str, ...]], S: Any, env: Env) -> int | None:
        name, names = written
        found: int | None = self.called(name, S, [*(env[one] for one in names), 0])
        return found

    def called(self, function: str, S: Any, values: Sequence[Any]) -> Any:
        """Call a generated function (S, values…) with a full budget."""
        S[BUDGET] = FULL
        try:
            return self.program.linker.code.namespace[function](S, *values)
        except NATIVE as problem:
            raise explained(self.program, problem) from problem

    # ---------------------------------------------------------------- taking the table apart

    def _cut_drm(self, cutter: Cutter, drm: Json) -> Json:
        id, title = drm["id"], drm["title"] or drm["id"]
        if "lookup" not in drm:
            when = None if drm["when"] is None else cutter.condition(drm["when"], id, title)
            return {**drm, "amount": cutter.value(drm["amount"], id, title), "when": when}
        return {**drm, "lookup": self._cut_lookup(cutter, drm["lookup"], id, title)}

    def _cut_lookup(self, cutter: Cutter, lookup: Json, id: str, title: str) -> Json:
        keys: list[Sequence[list[Json]]] = [[row["keys"] for row in lookup["rows"]], lookup["columns"]]
        by = [cutter.value(e, id, title, rows) for e, rows in zip(lookup["by"], keys, strict=False)]
        rows = [
            {**row, "cells": [cell if _is_special(cell) else cutter.value(cell, id, title) for cell in row["cells"]]} for row in lookup["rows"]
        ]
        return {**lookup, "by": by, "rows": rows}

    def _cut_rest(self, cutter: Cutter) -> dict[str, Json]:
        json = self.json
        roll, result = json["roll"], json["result"]
        if roll is not None and "dice" in roll:
            roll = {"dice": self._cut_dice(cutter, roll["dice"])}
        elif roll is not None:
            keys: list[Sequence[list[Json]]] = [[row["keys"] for row in roll["lookup"]["rows"]], roll["lookup"]["columns"]]
            by = [cutter.value(e, "dice", "dice", rows) for e, rows in zip(roll["lookup"]["by"], keys, strict=False)]
            rows = [{**row, "cells": [self._cut_dice(cutter, cell) for cell in row["cells"]]} for row in roll["lookup"]["rows"]]
            roll = {"lookup": {**roll["lookup"], "by": by, "rows": rows}}
        threshold = None if json["threshold"] is None else cutter.value(json["threshold"], "threshold", "threshold")
        if result is not None and result["by"] is not None:
            result = {**result, "by": cutter.value(result["by"], "column", "column", result["columns"])}
        naturals = [
            natural if _is_bag(natural["value"]) else {**natural, "value": _replaced(cutter, natural["value"])} for natural in json["naturals"]
        ]
        return {"roll": roll, "threshold": threshold, "result": result, "naturals": naturals}

    def _cut_dice(self, cutter: Cutter, dice: Json) -> Json:
        keep = dice["keep"] and [dice["keep"][0], cutter.value(dice["keep"][1], "kept", "dice that count")]
        return {**dice, "count": cutter.value(dice["count"], "dice", "number of dice"), "keep": keep}

    def _parts(self) -> Iterator[Part]:
        left = list(self.drms)
        while left:
            group, names, ids = [left.pop(0)], set[str](), set[str]()
            grown = True
            while grown:
                names = {name for drm in group for name in reads(drm)}
                ids = {id for drm in group for id in (drm["id"], *_strikes(drm))}
                more = [drm for drm in left if names & set(reads(drm)) or ids & {drm["id"], *_strikes(drm)}]
                group += more
                left = [drm for drm in left if drm not in more]
                grown = bool(more)
            group.sort(key=self.drms.index)
            own = tuple(name for name in self.of_modifiers if name in names)
            yield Part(tuple(drm["id"] for drm in group), own, self._written(SumWriter, own, group))

    def _written(self, writer: type[TableWriter], names: tuple[str, ...], drms: list[Json], rest: Json = NO_REST) -> tuple[str, tuple[str, ...]]:
        """Have the linker write a table of these inputs; return the name of its `look`, and the inputs."""
        linker = self.program.linker
        params = [{"name": name, "type": types.to_json(self.inputs[name].type)} for name in names]
        if drms == [TOTAL]:
            params.append({"name": "modifiers", "type": "number"})
        json = {**self.json, **rest, "params": params, "drms": drms}
        linker.owner = f"table {self.id}"
        return writer(linker, info(linker, json, 0), traced=False).write(), names


class SumWriter(TableWriter):
    """Writes a table whose result is what its modifiers add up to."""

    def _result(self) -> None:
        self._return("n")


def written(program: Program, e: Json, locals: Mapping[str, types.Type], owner: str) -> str:
    """Have the linker write an expression of these names; return the name of its function (S, values…)."""
    linker = program.linker
    names = {name: Local(linker.code.mint("v"), types.inside(type), linker.fractions) for name, type in locals.items()}
    linker.owner = owner
    lines = Lines(Where(owner))
    lines.add(f"return {Writer(linker, names, pending='S').expression(e).text}")
    function = linker.code.mint("g")
    linker.code.function(f"{function}({', '.join(['S', *(local.text for local in names.values())])})", lines)
    program.load()
    return function


def reads(drm: Json) -> tuple[str, ...]:
    """The inputs that a modifier reads, in the order in which it does."""
    return tuple(free_locals([drm.get("amount"), drm.get("when"), drm.get("lookup")]))


def _strikes(drm: Json) -> set[str]:
    return {id for row in drm.get("lookup", {"rows": ()})["rows"] for id in row.get("cancels", ())}


def _striking_none(drm: Json) -> Json:
    """The modifier by itself."""
    if "lookup" not in drm:
        return drm
    return {**drm, "lookup": {**drm["lookup"], "rows": [{**row, "cancels": []} for row in drm["lookup"]["rows"]]}}


def _replaced(cutter: Cutter, e: Json) -> Json:
    """The value of a natural roll, which may say `result`."""
    if not isinstance(e, list) or e == ["local", "result"]:
        return e
    if "result" in free_locals(e):
        return [e[0], *(_replaced(cutter, part) for part in e[1:])]
    return cutter.value(e, "natural", "natural roll")


def _is_special(cell: Json) -> bool:
    return isinstance(cell, list) and cell[:1] == ["impossible"]


def _is_bag(value: Json) -> bool:
    return isinstance(value, list) and all(isinstance(pair, list) for pair in value)


