"""Tables: modifiers, dice, naturals, thresholds, rows and columns become two functions each.

Source: docs/artifact.md, section 5. The plain one (`look`) takes the natural total of the dice and returns the result; the
other (`roll`) throws the dice and notes what happened: every modifier, every die, the row and the column.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rulewright.runtime import errors
from rulewright.runtime.link import folded, types
from rulewright.runtime.link import lookup as lookups
from rulewright.runtime.link.expression import Local, Writer, free_locals, literal
from rulewright.runtime.link.names import Json
from rulewright.runtime.link.source import Code, Lines, Where, X
from rulewright.runtime.link.types import NUMBER, Type

if TYPE_CHECKING:
    from rulewright.runtime.link.linker import Linker

IMPOSSIBLE = None
"""Stands where a modifier says that the roll cannot be made."""


@dataclass(slots=True)
class Drm:
    """A modifier as it is written, with its place in the table's order."""

    id: str
    title: str
    json: Json
    cancels: frozenset[str]


@dataclass(slots=True)
class TableInfo:
    """What the linker knows of a table.

    look: name of `look(S, args…, total)`; roll: of `roll(G, S, W, mask, statement, args…)`; "" until it is written.
    favours: of `favours(S, args…)`, the side that the dice help, where somebody hears of rolls. single: is every result one outcome, once?
    """

    json: Json
    number: int
    params: list[tuple[str, Type]]
    type: Type
    drms: list[Drm] = field(default_factory=list)
    look: str = ""
    roll: str = ""
    favours: str = ""
    single: bool = False
    fractional: bool = False
    cost: int = 0


def info(linker: Linker, json: Json, number: int) -> TableInfo:
    """Return what is known of a table before its code is written."""
    params = [(param["name"], types.of_json(param["type"])) for param in json["params"]]
    kind: Type = NUMBER if json["result_type"] == "number" else f"outcome:{json['id']}"
    found = TableInfo(json, number, params, kind)
    found.drms = _drms(linker, json, ())
    bags = [cell for row in (json["result"] or {"rows": []})["rows"] for cell in row["cells"]]
    bags += [natural["value"] for natural in json["naturals"]]
    found.single = kind != NUMBER and all(isinstance(bag, list) and len(bag) == 1 and isinstance(bag[0], list) and bag[0][1] == 1 for bag in bags)
    return found


def _drms(linker: Linker, json: Json, inside: tuple[str, ...]) -> list[Drm]:
    found: list[Drm] = []
    if json["id"] in inside:
        raise errors.misfit(f"the modifiers of `{json['id']}` contain themselves")
    for drm in json["drms"]:
        if "common" in drm:
            found.extend(_drms(linker, linker.table_json(drm["common"]), (*inside, json["id"])))
        else:
            struck = frozenset(id for row in drm.get("lookup", {"rows": []})["rows"] for id in row.get("cancels", ()))
            found.append(Drm(drm["id"], drm["title"], drm, struck))
    return found


def bag_value(linker: Linker, bag: Json) -> Any:
    """Return an outcome as pairs (name, count) in the order of the names' numbers."""
    return tuple(sorted((linker.names.outcome(name), count) for name, count in bag))


class TableWriter:
    """Writes one of the two functions of a table."""

    def __init__(self, linker: Linker, table: TableInfo, *, traced: bool) -> None:
        self.linker = linker
        self.table = table
        self.json = table.json
        self.traced = traced
        self.where = Where(f"table {self.json['id']}", linker.at(self.json.get("at")), tuple(self.json.get("cites", ())))
        self.lines = Lines(self.where)
        names = {name: Local(linker.code.mint("v"), types.inside(type), linker.fractions) for name, type in table.params}
        self.args = [local.text for local in names.values()]
        self.w = Writer(linker, names, "S", "S")
        self.fractional = False
        self.cost = 1
        self.terms: list[str] = []
        self.watch = linker.watch if traced else None
        self.sometimes: list[str] = []

    def write(self) -> str:
        """Write the function; return its name."""
        struck = {id for drm in self.table.drms for id in drm.cancels}
        separate = self.traced or bool(struck)
        amounts = [f"m{i}" for i in range(len(self.table.drms))]
        if not separate:
            folded.write(self)
        for id in sorted(struck):
            self.lines.add(f"x{self._index(id)} = False")
        for i, drm in enumerate(self.table.drms):
            self._drm(i, drm, separate, drm.id in struck)
        if struck:
            self._cancelled(struck)
        if self.traced:
            self._dice()
        terms = amounts if separate else self.terms
        self.lines.add(f"n = {' + '.join(['z', *terms])}")
        for line in self.sometimes:
            self.lines.add(line)
        self._result()
        share_reads(self.lines, self.linker.code)
        name = self.linker.code.mint("q" if self.traced else "t")
        head = ["G", "S", "W", "mask", "place", *self.args] if self.traced else ["S", *self.args, "z"]
        self.linker.code.function(f"{name}({', '.join(head)})", self.lines)
        return name

    def write_favours(self) -> str:
        """Write the function that says which side the table favours; return its name."""
        self.lines.add(f"return {self.w.fitted(self.w.expression(self.json['favours']['side']), types.opt(types.SIDE), 'who is favoured')}")
        name = self.linker.code.mint("t")
        self.linker.code.function(f"{name}({', '.join(['S', *self.args])})", self.lines)
        return name

    def _index(self, id: str) -> int:
        for i, drm in enumerate(self.table.drms):
            if drm.id == id:
                return i
        raise errors.no_such("modifier", id)

    # ---------------------------------------------------------------- modifiers

    def _drm(self, i: int, drm: Drm, separate: bool, may_be_struck: bool) -> None:
        """Write one modifier: into `m{i}` where amounts are kept apart, else onto `n`."""
        lines = self.lines
        if may_be_struck:
            lines.add(f"if x{i}: m{i} = 0")
            lines.add("else:")
            lines.indent += 1
        if "lookup" in drm.json:
            self._lookup(i, drm, separate)
        else:
            amount = self.w.number(drm.json["amount"])
            self._note(amount)
            when = drm.json["when"]
            c = self.w.condition(when) if when is not None else X("True", types.YES_NO)
            self.cost += c.cost
            if separate:
                lines.add(f"m{i} = {amount.text}" if when is None else f"m{i} = {amount.text} if {c.text} else 0")
            elif when is None:
                self.terms.append(amount.text)
            else:
                constant = drm.json["amount"]
                change = f"n -= {-constant}" if type(constant) is int and constant < 0 else f"n += {amount.text}"
                self.sometimes.append(f"if {c.text}: {change}")
        if self.watch is not None and "lookup" not in drm.json:
            lines.add(f"if m{i} != 0: {self.watch.mark(drm.json)}")
        if may_be_struck:
            lines.indent -= 1

    def _note(self, x: X) -> None:
        self.cost += x.cost
        self.fractional = self.fractional or x.fractional

    def _lookup(self, i: int, drm: Drm, separate: bool) -> None:
        lookup, lines, w = drm.json["lookup"], self.lines, self.w
        if self.watch is None and self._direct(i, drm, separate):
            return
        axes = [lookups.axis(w, lines, e) for e in lookup["by"]]
        for axis in axes:
            self.cost += axis.cost
        cells = [row["cells"] for row in lookup["rows"]]
        impossible = any(_is_impossible(cell) for row in cells for cell in row)
        constant = all(_is_impossible(cell) or literal(self.linker, cell)[0] for row in cells for cell in row)
        missing = f"no_row({w.constant(drm.title or drm.id)}, ({', '.join(axis.text for axis in axes)},))"
        goal = f"m{i}"
        keys = [row["keys"] for row in lookup["rows"]]
        if constant and len(axes) == 1 and not drm.cancels and self.watch is None:
            values = [IMPOSSIBLE if _is_impossible(row[0]) else literal(self.linker, row[0])[1] for row in cells]
            self.fractional = self.fractional or any(type(value) is not int for value in values if value is not IMPOSSIBLE)
            axis = axes[0]
            flat = None if types.nullable(axis.type) or axis.fractional else lookups.dense(self.linker, keys, values, axis.type)
            if flat is not None:
                text = flat.text(w, axis.text, missing if flat.closed else "")
                if (flat.complete or flat.closed) and not impossible and not separate:
                    self.terms.append(text)
                    return
                lines.add(f"{goal} = {text}")
                if not flat.complete and not flat.closed:
                    lines.add(f"if {goal} is {w.constant(lookups.NO_ROW)}: {missing}")
                self._add(goal, impossible, separate, i, drm)
                return
        lookups.write_index(w, lines, keys, axes[0], "r", missing)
        if len(axes) == 2:
            lookups.write_index(w, lines, lookup["columns"], axes[1], "c", missing)
        word = "if"
        for r, row in enumerate(lookup["rows"]):
            lines.add(f"{word} r == {r}:")
            lines.indent += 1
            if self.watch is not None:
                lines.add(self.watch.mark(row))
            for c, cell in enumerate(row["cells"]):
                text = w.constant(IMPOSSIBLE) if _is_impossible(cell) else self._cell(cell)
                lines.add(f"if c == {c}: {goal} = {text}" if len(axes) == 2 else f"{goal} = {text}")
            for id in row.get("cancels", ()):
                lines.add(f"x{self._index(id)} = True")
            lines.indent -= 1
            word = "elif"
        self._add(goal, impossible, separate, i, drm)

    def _direct(self, i: int, drm: Drm, separate: bool) -> bool:
        """Write a modifier that is one look into a tuple, if it can be; say whether it was."""
        lookup, w = drm.json["lookup"], self.w
        cells = [row["cells"] for row in lookup["rows"]]
        if len(lookup["by"]) != 1 or drm.cancels or not all(_is_impossible(row[0]) or literal(self.linker, row[0])[0] for row in cells):
            return False
        x = w.expression(lookup["by"][0])
        values = [IMPOSSIBLE if _is_impossible(row[0]) else literal(self.linker, row[0])[1] for row in cells]
        if any(type(value) is not int for value in values if value is not IMPOSSIBLE):
            return False
        flat = lookups.dense(self.linker, [row["keys"] for row in lookup["rows"]], values, x.type)
        text = None if flat is None else flat.direct(w, x)
        if text is None:
            return False
        self.cost += x.cost
        if IMPOSSIBLE in values or separate:
            self.lines.add(f"m{i} = {text}")
            self._add(f"m{i}", IMPOSSIBLE in values, separate, i, drm)
        else:
            self.terms.append(text)
        return True

    def _cell(self, cell: Json) -> str:
        x = self.w.number(cell)
        self._note(x)
        return x.text

    def _add(self, goal: str, impossible: bool, separate: bool, i: int, drm: Drm) -> None:
        if impossible:
            struck_later = any(drm.id in other.cancels for other in self.table.drms[i + 1 :])
            if not struck_later:
                self.lines.add(f"if {goal} is None: {self._stop(i)}")
        if not separate:
            self.terms.append(goal)

    def _stop(self, i: int) -> str:
        """The statement that ends the roll before any die."""
        result = self.w.constant(self.nothing())
        if not self.traced:
            return f"return {result}"
        amounts = "".join(f"m{k}, " for k in range(i)) + "None,"
        return f"return G.cannot(mask, place, {self.table.number}, ({''.join(f'{arg}, ' for arg in self.args)}), ({amounts}), {result})"

    def nothing(self) -> Any:
        """Return the result of a roll that cannot be made."""
        return None if self.table.type == NUMBER else ((self.linker.names.outcome("impossible"), 1),)

    def _cancelled(self, struck: set[str]) -> None:
        """What was struck after it was worked out counts nothing; what is impossible and was not struck ends the roll."""
        for id in sorted(struck, key=self._index):
            i = self._index(id)
            self.lines.add(f"if x{i}: m{i} = 0")
            self.lines.add(f"elif m{i} is None: {self._stop(i)}")

    # ---------------------------------------------------------------- dice and result

    def _dice(self) -> None:
        roll = self.json["roll"]
        if roll is None:
            self.lines.add("dice = ()")
            self.lines.add("z = 0")
            if self.watch is not None:
                self.lines.add("thrown = None")
        elif "dice" in roll:
            write_dice(self.w, self.lines, roll["dice"])
        else:
            lookup = roll["lookup"]
            axes = [lookups.axis(self.w, self.lines, e) for e in lookup["by"]]
            missing = f"no_row({self.w.constant(self.json['id'])}, ({', '.join(axis.text for axis in axes)},))"
            lookups.write_index(self.w, self.lines, [row["keys"] for row in lookup["rows"]], axes[0], "r", missing)
            if len(axes) == 2:
                lookups.write_index(self.w, self.lines, lookup["columns"], axes[1], "c", missing)
            for r, row in enumerate(lookup["rows"]):
                for c, cell in enumerate(row["cells"]):
                    self.lines.add(f"if r == {r} and c == {c}:" if len(axes) == 2 else f"if r == {r}:")
                    self.lines.indent += 1
                    if self.watch is not None:
                        self.lines.add(self.watch.mark(row))
                    write_dice(self.w, self.lines, cell)
                    self.lines.indent -= 1

    def _result(self) -> None:
        w, lines, json = self.w, self.lines, self.json
        if self.traced:
            lines.add("r = c = None")
        for natural in json["naturals"]:
            lines.add(f"if {lookups.condition(w, natural['keys'], X('z', NUMBER))}:")
            lines.indent += 1
            if self.watch is not None:
                lines.add(self.watch.mark(natural))
            value = natural["value"]
            if self.is_bag(value):
                self._return(w.constant(bag_value(self.linker, value)))
            else:
                inner = w
                if "result" in free_locals(value):
                    lines.add(f"y = {self._row()}")
                    inner = Writer(self.linker, {**w.locals, "result": Local("y", self.table.type)}, "S", "S")
                x = inner.expression(value)
                self._note(x)
                self._return(inner.fitted(x, self.table.type, f"the result of `{json['id']}`"))
            lines.indent -= 1
        if json["threshold"] is not None:
            limit = w.number(json["threshold"])
            self.cost += limit.cost
            names = self.linker.names
            won, lost = (w.constant(((names.outcome(name), 1),)) for name in ("success", "failure"))
            if self.watch is not None:
                lines.add(f"if n <= {limit.text}: {self.watch.mark(json, 'success')}")
                lines.add(f"else: {self.watch.mark(json, 'failure')}")
            self._return(f"{won} if n <= {limit.text} else {lost}")
        elif json["result"] is not None:
            self._return(self._row())
        else:
            self._return("None")

    def is_bag(self, value: Json) -> bool:
        return self.table.type != NUMBER and isinstance(value, list) and all(isinstance(pair, list) for pair in value)

    def _row(self) -> str:
        """Return Python for the result of row and column, after code that sets `r` and `c` to where it stands."""
        json, w, lines = self.json, self.w, self.lines
        result = json["result"]
        cells = [[self.cell_value(cell) for cell in row["cells"]] for row in result["rows"]]
        keys = [row["keys"] for row in result["rows"]]
        missing = f"no_row({w.constant(json['id'])}, (n,))"
        if result["by"] is not None:
            column = lookups.axis(w, lines, result["by"])
            self.cost += column.cost
            lookups.write_index(w, lines, result["columns"], column, "c", f"no_row({w.constant(json['id'])}, ({column.text},))")
        total = X("n", NUMBER, 0, self.fractional)
        flat = None if self.fractional else lookups.dense(self.linker, keys, list(range(len(keys))) if self.traced else [tuple(row) for row in cells], NUMBER)
        if self.traced or flat is None or not flat.complete:
            lookups.write_index(w, lines, keys, total, "r", missing)
            if self.watch is not None:
                lines.add(self.watch.mark_one(result["rows"], "r"))
            table = w.constant(tuple(tuple(row) for row in cells) if result["by"] is not None else tuple(row[0] for row in cells))
            return f"{table}[r]{'[c]' if result['by'] is not None else ''}"
        if result["by"] is not None:
            return f"{flat.text(w, 'n')}[c]"
        single = lookups.dense(self.linker, keys, [row[0] for row in cells], NUMBER)
        assert single is not None
        return single.text(w, "n")

    def cell_value(self, cell: Json) -> Any:
        if self.is_bag(cell):
            return bag_value(self.linker, cell)
        known, value = literal(self.linker, cell)
        if not known or self.table.type != NUMBER:
            raise errors.misfit(f"a cell of the table `{self.json['id']}` is not constant")
        self.table.fractional = self.table.fractional or type(value) is not int
        return value

    def _return(self, text: str) -> None:
        if not self.traced:
            self.lines.add(f"return {text}")
            return
        amounts = "".join(f"m{i}, " for i in range(len(self.table.drms)))
        self.lines.add(f"y = {text}")
        args = "".join(f"{arg}, " for arg in self.args)
        note = f"(4, place, mask, {self.table.number}, ({args}), ({amounts}), dice, z, n, r, c, y)"
        if self.watch is not None and self.watch.hears:
            note = f"saw_roll({note}, S, {self.linker.code.name(self.table, 'I')}, thrown)"
        self.lines.add(f"G.note({note})")
        self.lines.add("return y")


READ = re.compile(r"S\[\d+ \+ \w+\]")
"""A read of a slot of a piece that surely has it: it can be made early, and once."""


def share_reads(lines: Lines, code: Code) -> None:
    """Give what is read several times a name, before the line that reads it first."""
    found = Counter(read for text, _ in lines.items for read in READ.findall(text))
    for read, count in found.items():
        first = next(at for at, (text, _) in enumerate(lines.items) if read in text)
        text, where = lines.items[first]
        if count < 2 or text.startswith("  ") or text.lstrip().startswith("el"):
            continue
        name = code.mint("e")
        lines.items[first:] = [(later.replace(read, name), place) for later, place in lines.items[first:]]
        lines.items.insert(first, (f" {name} = {read}", where))


def write_dice(w: Writer, lines: Lines, dice: Json) -> None:
    """Write code that throws the dice: `dice` holds all of them, `z` the total of those that count."""
    if dice["die"] not in w.linker.dice:
        raise errors.no_such("die", dice["die"])
    lo, hi = w.linker.dice[dice["die"]]
    hears = w.linker.watch is not None and w.linker.watch.hears
    if dice["keep"] is None and hears:
        lines.add(f"thrown = ({lo}, {hi}, None)")
    if dice["count"] == 1 and dice["keep"] is None:
        lines.add(f"z = G.throw(W, {lo}, {hi})")
        lines.add("dice = (z,)")
        return
    count = w.whole(dice["count"])
    if dice["keep"] is None:
        lines.add(f"dice = G.throws(W, {lo}, {hi}, {count.text})")
        lines.add("z = sum(dice)")
        return
    which, kept = dice["keep"]
    number = w.whole(kept)
    if hears:
        lines.add(f"thrown = ({lo}, {hi}, ({which!r}, {number.text}))")
    lines.add(f"dice = G.throws(W, {lo}, {hi}, {count.text})")
    lines.add(f"z = {'lowest' if which == 'lowest' else 'highest'}(dice, {number.text})")


def _is_impossible(cell: Json) -> bool:
    return isinstance(cell, list) and cell[:1] == ["impossible"]
