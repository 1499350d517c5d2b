"""A table that asks only about its parameters is worked out ahead: tuples inside one another, one step for each axis.

The look-up then adds nothing: `return (K1 if v4 else K2)[v2][v7][z]`. A yes or no picks the outermost tuple, the values of an enum
and whole numbers index it, the dice come last. Tuples with the same rest of the way are one object, so that eight modifiers need
a few hundred entries. Whatever has no entry (a number outside the declared range, a total that no dice make) goes on to the code
that adds the modifiers one by one and says what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import repeat
from typing import TYPE_CHECKING, Any

from rulewright.runtime.link import lookup as lookups
from rulewright.runtime.link import types
from rulewright.runtime.link.expression import Writer, literal
from rulewright.runtime.link.names import Json
from rulewright.runtime.link.source import Lines, X
from rulewright.runtime.link.types import NUMBER

if TYPE_CHECKING:
    from rulewright.runtime.link.linker import Linker
    from rulewright.runtime.link.table import Drm, TableWriter

WIDEST = 64
"""The longest stretch of whole numbers that becomes a step."""

MOST_ENTRIES = 4000
"""Of all tuples of a table together."""

MOST_SWITCHES = 6
"""So many questions double the outermost tuples; a table with more is not folded."""

LONGEST = 1500
"""Letters of one line: questions are written several times."""

MOST_DICE = 20

Amount = int | None
"""What modifiers make together; None: the roll cannot be made."""


def _sum(a: Any, b: Any) -> Any:
    """Return what two amounts make: NO_ROW where a row is missing, else None where one is impossible."""
    if a is lookups.NO_ROW or b is lookups.NO_ROW:
        return lookups.NO_ROW
    return None if a is None or b is None else a + b


def write(of: TableWriter) -> None:
    """Write the look-up in front of the code that adds the modifiers, if nothing but parameters and sure values are asked."""
    json, linker = of.json, of.linker
    result, naturals = json["result"], naturals_of(linker, json["roll"])
    if result is None or json["threshold"] is not None or naturals is None:
        return
    keys = [row["keys"] for row in result["rows"]]
    rows = lookups.dense(linker, keys, [[of.cell_value(cell) for cell in row["cells"]] for row in result["rows"]], NUMBER)
    special = json["naturals"]
    if rows is None or not all(of.is_bag(one["value"]) or literal(linker, one["value"])[0] for one in special):
        return
    if not lookups.is_constant(linker, [one["keys"] for one in special]):
        return
    first = [(lookups.keys_of(linker, one["keys"], NUMBER), of.cell_value(one["value"])) for one in special]

    def outcome(z: int, amount: Amount, column: int) -> Any:
        if amount is None:
            return of.nothing()
        for keys, value in first:
            if any(key.matches(z) for key in keys):
                return value
        row = rows.at(z + amount)
        return row if row is lookups.NO_ROW else row[column]

    folder = Folder(of.w, json["params"], naturals, outcome)
    if all(map(folder.modifier, of.table.drms)) and (result["by"] is None or folder.columns(result["by"], result["columns"])):
        folder.write(of.lines)


def naturals_of(linker: Linker, roll: Json) -> range | None:
    """Return the totals that the dice of a table can make, None if that depends on the game."""
    dice = (roll or {}).get("dice")
    if dice is None or dice["die"] not in linker.dice:
        return None
    lo, hi = linker.dice[dice["die"]]
    count = dice["count"] if dice["keep"] is None else dice["keep"][1]
    return range(lo * count, hi * count + 1) if type(count) is int and 0 < count <= MOST_DICE else None


@dataclass(slots=True)
class Step:
    """One axis: Python that indexes, the values it can have, and what each of them adds.

    asked: must play check that the value is not below the first? (An index below 0 would count from the end.)
    columns: the column of the result at each value, where this axis tells it.
    """

    index: str
    values: tuple[Any, ...]
    asked: bool
    amounts: list[Any] = field(default_factory=list)
    columns: list[Any] | None = None

    def __post_init__(self) -> None:
        self.amounts = [0] * len(self.values)

    def add(self, amounts: list[Any]) -> None:
        """Add a modifier to each value."""
        self.amounts = [_sum(now, more) for now, more in zip(self.amounts, amounts, strict=True)]


class Folder:
    """Collects the modifiers of one table, and writes the look-up if all of them can be folded.

    naturals: the totals that the dice can make.
    outcome: (natural total, sum of the modifiers or None, column) → result, NO_ROW if there is none.
    """

    def __init__(self, w: Writer, params: list[Json], naturals: range, outcome: Callable[[int, Amount, int], Any]) -> None:
        self.w = w
        self.ranges = {param["name"]: param.get("range") for param in params}
        self.naturals = naturals
        self.outcome = outcome
        self.steps: dict[str, Step] = {}
        self.switches: list[tuple[str, int]] = []
        self.always = 0
        self.left = MOST_ENTRIES
        self.made: dict[tuple[int, Amount, int], tuple[Any, ...]] = {}

    def modifier(self, drm: Drm) -> bool:
        """Take in one modifier; say whether it could be."""
        if "lookup" in drm.json:
            return self._by_rows(drm)
        amount, when = drm.json["amount"], drm.json["when"]
        if type(amount) is not int:
            known, amount = literal(self.w.linker, amount)
            if not known or type(amount) is not int:
                return False
        if when is None:
            self.always += amount
            return True
        for name in self.ranges:
            step = self._step(["local", name])
            if step is not None:
                said = [_settled(self.w, when, name, value) for value in step.values]
                if None not in said:
                    step = self.steps.setdefault(step.index, step)
                    step.add([amount if yes else 0 for yes in said])
                    return True
        self.switches.append((self.w.condition(when).text, amount))
        return len(self.switches) <= MOST_SWITCHES

    def _by_rows(self, drm: Drm) -> bool:
        found, linker = drm.json["lookup"], self.w.linker
        cells = [row["cells"] for row in found["rows"]]
        if len(found["by"]) != 1 or drm.cancels:
            return False
        values = [(True, None) if row[0] == ["impossible"] else literal(linker, row[0]) for row in cells]
        if not all(known and (value is None or type(value) is int) for known, value in values):
            return False
        step, amounts = self._along(found["by"][0], [row["keys"] for row in found["rows"]], [value for _, value in values])
        if step is None:
            return False
        step.add(amounts)
        return True

    def columns(self, by: Json, keys: list[list[Json]]) -> bool:
        """Take in the axis of the result's columns."""
        step, found = self._along(by, keys, list(range(len(keys))))
        if step is not None:
            step.columns = found
        return step is not None

    def _along(self, by: Json, keys: list[list[Json]], rows: list[Any]) -> tuple[Step | None, list[Any]]:
        """Return the step of an axis, and what each of its values finds in the rows."""
        x = self.w.expression(by)
        flat = None if types.nullable(x.type) or x.fractional else lookups.dense(self.w.linker, keys, rows, x.type)
        step = None if flat is None else self._step(by, flat)
        if flat is None or step is None:
            return None, []
        step = self.steps.setdefault(step.index, step)
        return step, [flat.at(value) for value in step.values]

    def _step(self, e: Json, flat: lookups.Dense | None = None) -> Step | None:
        """Return the step that `e` makes, if it is sure, or quick to ask, which values it has."""
        x = self.w.expression(e)
        if types.nullable(x.type) or x.fractional:
            return None
        if types.starts(x.type, "enum:"):
            return Step(x.text, tuple(range(len(self.w.linker.names.values[x.type[5:]]))), False)
        if x.type != NUMBER:
            return None
        if x.source is not None:
            values, index = x.source
            return Step(index, values, False) if all(type(value) is int for value in values) else None
        bounds = x.bounds or (self._declared(e, x) if x.simple else None)
        if bounds is None and x.simple and flat is not None and flat.closed:
            bounds = (flat.lo, flat.lo + len(flat.inside) - 1)
        if bounds is None or not 0 <= bounds[1] - bounds[0] <= WIDEST:
            return None
        lo, hi = bounds
        if 0 <= lo <= 8:
            return Step(x.text, tuple(range(hi + 1)), x.bounds is None)
        return Step(lookups.shifted(x.text, lo), tuple(range(lo, hi + 1)), x.bounds is None)

    def _declared(self, e: Json, x: X) -> tuple[int, int] | None:
        bounds = self.ranges.get(e[1]) if isinstance(e, list) and e[0] == "local" else None
        return None if bounds is None or type(bounds[0]) is not int or type(bounds[1]) is not int else (bounds[0], bounds[1])

    # ---------------------------------------------------------------- what is written

    def write(self, lines: Lines) -> None:
        """Write the look-up in front of the code that adds; nothing if it would be too long."""
        lo, hi = self.naturals[0], self.naturals[-1]
        if lo < 0 or hi > WIDEST * 4:
            return
        # The step that tells the column comes last, so that its tuples are as many as there are sums.
        self.order = sorted(self.steps.values(), key=lambda step: step.columns is not None)
        roots: dict[int, str] = {}
        picked = self._picked(0, self.always, roots)
        tuples = {name: self._from(0, amount, 0) for amount, name in roots.items()}
        subscripts = "".join(f"[{step.index}]" for step in self.order) + "[z]"
        asked = "".join(f" and {step.index} >= 0" for step in self.order if step.asked)
        text = f"return {picked}{subscripts}"
        if self.left < 0 or len(text) > LONGEST:
            return
        # Not as constants: their key would be every way through them.
        self.w.linker.code.namespace.update(tuples)
        lines.add(f"if z >= {lo}{asked}:")
        lines.add(f" try: {text}")
        lines.add(" except (IndexError, TypeError): pass")

    def _picked(self, at: int, amount: int, roots: dict[int, str]) -> str:
        if at == len(self.switches):
            if amount not in roots:
                roots[amount] = self.w.linker.code.mint("K")
            return roots[amount]
        test, change = self.switches[at]
        yes, no = self._picked(at + 1, amount + change, roots), self._picked(at + 1, amount, roots)
        return f"({yes} if {test} else {no})"

    def _from(self, at: int, amount: Amount, column: int) -> tuple[Any, ...]:
        """Return the tuple for the rest of the way; an empty one, which no index fits, where a row is missing."""
        key = (at, amount, column)
        if key in self.made or self.left < 0:
            return self.made.get(key, ())
        if at == len(self.order):
            found = self._ends(amount, column)
        else:
            step = self.order[at]
            found = tuple(
                () if more is lookups.NO_ROW or here is lookups.NO_ROW else self._from(at + 1, _sum(amount, more), here)
                for more, here in zip(step.amounts, step.columns or repeat(column), strict=False)
            )
        self.left -= len(found)
        self.made[key] = found
        return found

    def _ends(self, amount: Amount, column: int) -> tuple[Any, ...]:
        found = tuple(self.outcome(z, amount, column) for z in range(self.naturals.stop))
        return () if lookups.NO_ROW in found[self.naturals.start :] else found


def _settled(w: Writer, e: Json, name: str, value: int) -> bool | None:
    """Return what a condition says if the local `name` has this value; None if more must be known."""
    op, *args = e if isinstance(e, list) and e else (None,)
    if op in ("and", "or", "not"):
        said = [_settled(w, arg, name, value) for arg in args]
        if None in said or not said:
            return None
        return not said[0] if op == "not" else all(said) if op == "and" else any(said)
    compare = COMPARED.get(op)
    if compare is None or ["local", name] not in args:
        return None
    known = [(True, value) if arg == ["local", name] else literal(w.linker, arg) for arg in args]
    if len(args) != 2 or not all(found and type(one) is int for found, one in known):
        return None
    return compare(known[0][1], known[1][1])


COMPARED: dict[Any, Callable[[int, int], bool]] = {
    "=": int.__eq__, "!=": int.__ne__, "<": int.__lt__, "<=": int.__le__, ">": int.__gt__, ">=": int.__ge__,
}  # fmt: skip
