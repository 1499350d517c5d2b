"""Keys and lookups: which row, which column, what stands there.

Source: docs/artifact.md, section 5. Where all keys are constant and the axis counts whole numbers or values of an
enum, the rows become one tuple that is indexed; otherwise a chain of comparisons. The first match counts.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rulewright.runtime import errors
from rulewright.runtime.link import types
from rulewright.runtime.link.expression import Local, Writer, free_locals, literal
from rulewright.runtime.link.names import Json
from rulewright.runtime.link.source import Lines, Where, X
from rulewright.runtime.link.types import NUMBER, Type

if TYPE_CHECKING:
    from rulewright.runtime.link.linker import Linker

WIDEST = 600
"""The longest stretch of whole numbers that becomes a tuple."""

FEW_RUNS = 3
"""So many stretches of one value are told apart by comparisons; more are looked up in a tuple."""

NO_ROW = ("no row",)
"""Stands in a table of values where no key matches."""


@dataclass(frozen=True, slots=True)
class Key:
    """One alternative of a key list: a value, a range, or everything else."""

    kind: str
    value: Any = None
    lo: Any = None
    hi: Any = None

    def matches(self, value: Any) -> bool:
        if self.kind == "otherwise":
            return True
        if self.kind == "is":
            return bool(self.value == value)
        return value is not None and (self.lo is None or value >= self.lo) and (self.hi is None or value <= self.hi)


def keys_of(linker: Linker, keys: list[Json], type: Type) -> list[Key]:
    """Return the constant keys of a list; a key that is not constant cannot be linked."""
    found: list[Key] = []
    for key in keys:
        if key.get("otherwise"):
            found.append(Key("otherwise"))
        elif "is" in key:
            known, value = literal(linker, key["is"])
            if not known:
                raise errors.misfit("a key is not constant")
            found.append(Key("is", value))
        else:
            found.append(Key("range", None, _end(linker, key["from"], type), _end(linker, key["to"], type)))
    return found


def _end(linker: Linker, end: Json, type: Type) -> Any:
    if isinstance(end, str):
        home = types.bare(type)
        if not types.starts(home, "enum:"):
            raise errors.misfit(f"`{end}` ends a range that is not of an enum")
        return linker.names.value(home[5:], end)
    known, value = literal(linker, end)
    if not known:
        raise errors.misfit("the end of a range is not constant")
    return value


def condition(w: Writer, keys: list[Json], x: X) -> str:
    """Return Python that says whether `x`, a name, is covered by one of the keys."""
    parts: list[str] = []
    for key in keys:
        if key.get("otherwise"):
            return "True"
        if "is" in key:
            value = w.expression(key["is"])
            parts.append(f"{x.text} {'is' if value.text == 'None' else '=='} {value.text}")
            continue
        lo, hi = _end(w.linker, key["from"], x.type), _end(w.linker, key["to"], x.type)
        asked = f"{x.text} is not None and " if types.nullable(x.type) else ""
        left = "" if lo is None else f"{w.constant(lo)} <= "
        right = "" if hi is None else f" <= {w.constant(hi)}"
        parts.append(f"{asked}{left}{x.text}{right}" if left or right else f"{x.text} is not None")
    return " or ".join(f"({part})" for part in parts) if len(parts) > 1 else parts[0] if parts else "False"


def is_constant(linker: Linker, key_lists: list[list[Json]]) -> bool:
    return all("is" not in key or literal(linker, key["is"])[0] for keys in key_lists for key in keys)


@dataclass(slots=True)
class Dense:
    """Values by whole number: `inside[n - lo]`, `below`, `above`.

    complete: does every number find a row?
    """

    lo: int
    inside: list[Any]
    below: Any
    above: Any
    complete: bool = field(init=False)

    def __post_init__(self) -> None:
        self.complete = NO_ROW not in (*self.inside, self.below, self.above)

    @property
    def closed(self) -> bool:
        """Is there a row for every number between the ends, and none beyond them?"""
        return NO_ROW not in self.inside and self.below is NO_ROW and self.above is NO_ROW

    def at(self, number: Any) -> Any:
        """Return the value at a number."""
        if type(number) is not int:
            return NO_ROW
        if number < self.lo:
            return self.below
        return self.inside[number - self.lo] if number - self.lo < len(self.inside) else self.above

    def direct(self, w: Writer, x: X) -> str | None:
        """Return Python for the value at `x` as one look into a tuple, if it is sure where `x` can lie."""
        if types.nullable(x.type) or x.fractional:
            return None
        if x.source is not None:
            values, index = x.source
            known = tuple(NO_ROW if value is None else self.at(value) for value in values)
            found = [value for value, given in zip(known, values, strict=True) if given is not None]
            if NO_ROW not in found:
                return f"{w.constant(tuple(None if value is NO_ROW else value for value in known))}[{index}]"
        bounds = x.bounds
        if types.starts(x.type, "enum:"):
            bounds = (0, len(w.linker.names.values[x.type[5:]]) - 1)
        if bounds is None or bounds[1] - bounds[0] > WIDEST:
            return None
        listed = [self.at(number) for number in range(bounds[0], bounds[1] + 1)]
        if NO_ROW in listed:
            return None
        if 0 <= bounds[0] <= 8:
            return f"{w.constant(tuple(listed[:1] * bounds[0] + listed))}[{x.text}]"
        return f"{w.constant(tuple(listed))}[{shifted(x.text, bounds[0])}]"

    def text(self, w: Writer, n: str, missing: str = "") -> str:
        """Return Python for the value at the number that the name `n` holds.

        missing: a call that raises, for a stretch that is `closed`.
        """
        runs = self._runs()
        if not missing and len(runs) <= FEW_RUNS:
            return _split(w, n, runs)
        hi = self.lo + len(self.inside) - 1
        table = w.constant(tuple(self.inside))
        index = shifted(n, self.lo)
        if missing:
            return f"({table}[{index}] if {self.lo} <= {n} <= {hi} else {missing})"
        below, above = w.constant(self.below), w.constant(self.above)
        return f"({above} if {n} > {hi} else {table}[{index}] if {n} >= {self.lo} else {below})"

    def _runs(self) -> list[tuple[Any, int]]:
        """Return the stretches of one value, from below to above, each with the number at which the next begins."""
        found: list[tuple[Any, int]] = []
        values = [self.below, *self.inside, self.above]
        for at, value in enumerate(values):
            if found and found[-1][0] is value:
                found.pop()
            found.append((value, self.lo + at))
        return found


def _split(w: Writer, n: str, runs: list[tuple[Any, int]]) -> str:
    """Return Python that finds the run of `n` by halves."""
    if len(runs) == 1:
        return w.constant(runs[0][0])
    half = len(runs) // 2
    return f"({_split(w, n, runs[:half])} if {n} < {runs[half - 1][1]} else {_split(w, n, runs[half:])})"


def shifted(text: str, lo: int) -> str:
    """Return Python for how far `text` is above `lo`."""
    return f"{text} - {lo}" if lo > 0 else f"{text} + {-lo}" if lo < 0 else text


def dense(linker: Linker, key_lists: list[list[Json]], values: list[Any], type: Type) -> Dense | None:
    """Return the rows as one stretch of whole numbers, if they can be."""
    inner = types.bare(type)
    if not is_constant(linker, key_lists) or not (inner == NUMBER or types.starts(inner, "enum:")):
        return None
    rows = [keys_of(linker, keys, inner) for keys in key_lists]
    ends = [end for row in rows for key in row for end in (key.value, key.lo, key.hi) if end is not None]
    if not ends or any(type_of is not int for type_of in map(_type, ends)) or max(ends) - min(ends) > WIDEST:
        return None
    lo, hi = min(ends), max(ends)

    def at(number: int) -> Any:
        return next((value for row, value in zip(rows, values, strict=True) if any(key.matches(number) for key in row)), NO_ROW)

    return Dense(lo, [at(number) for number in range(lo, hi + 1)], at(lo - 1), at(hi + 1))


def _type(value: Any) -> type:
    return type(value)


def axis(w: Writer, lines: Lines, e: Json) -> X:
    """Write `name = e` into the lines; return the name as an expression."""
    x = w.expression(e)
    if x.simple and not x.text.startswith("F["):
        return x
    name = w.linker.code.mint("k")
    lines.add(f"{name} = {x.text}")
    return X(name, x.type, x.cost, x.fractional, x.bounds, x.source)


def write_index(w: Writer, lines: Lines, key_lists: list[list[Json]], x: X, name: str, missing: str) -> None:
    """Write code that sets `name` to the number of the first row that matches `x`, or runs the statement `missing`."""
    found = None if types.nullable(x.type) or x.fractional else dense(w.linker, key_lists, list(range(len(key_lists))), x.type)
    direct = None if found is None else found.direct(w, x)
    if direct is not None:
        lines.add(f"{name} = {direct}")
        return
    if found is not None:
        lines.add(f"{name} = {found.text(w, x.text)}")
        if not found.complete:
            lines.add(f"if {name} is {w.constant(NO_ROW)}: {missing}")
        return
    word = "if"
    for row, keys in enumerate(key_lists):
        test = condition(w, keys, x)
        if test == "True" and word == "elif":
            lines.add(f"else: {name} = {row}")
            return
        lines.add(f"{word} {test}: {name} = {row}")
        word = "elif"
    lines.add(f"else: {missing}" if word == "elif" else missing)


def write_lookup(w: Writer, lookup: Json) -> X:
    """Write a function for the lookup, and return its call."""
    linker = w.linker
    lines = Lines(Where(linker.owner))
    by = [w.expression(e) for e in lookup["by"]]
    names = [linker.code.mint("k") for _ in by]
    free = [name for name in free_locals([row["cells"] for row in lookup["rows"]] + [row["keys"] for row in lookup["rows"]]) if name in w.locals]
    inside = {name: Local(linker.code.mint("v"), w.locals[name].type, w.locals[name].fractional) for name in free}
    inner = Writer(linker, inside, "S", "W", w.depth)
    axes = [X(name, x.type, 0, x.fractional) for name, x in zip(names, by, strict=True)]
    missing = f"no_row({w.constant(linker.owner)}, ({', '.join(names)},))"
    write_index(inner, lines, [row["keys"] for row in lookup["rows"]], axes[0], "r", missing)
    if len(axes) == 2:
        write_index(inner, lines, lookup["columns"], axes[1], "c", missing)
    if linker.watch is not None:
        lines.add(linker.watch.mark_one(lookup["rows"], "r"))
    cells = [[inner.expression(cell) for cell in row["cells"]] for row in lookup["rows"]]
    kind: Type = types.NONE
    for row in cells:
        for cell in row:
            kind = types.join(kind, cell.type)
    constants = [[literal(linker, cell) for cell in row["cells"]] for row in lookup["rows"]]
    if all(known for row_of in constants for known, _ in row_of):
        if len(axes) == 2:
            lines.add(f"return {w.constant(tuple(tuple(value for _, value in row_of) for row_of in constants))}[r][c]")
        else:
            lines.add(f"return {w.constant(tuple(row_of[0][1] for row_of in constants))}[r]")
    else:
        for r, row in enumerate(cells):
            lines.add(f"if r == {r}:")
            for c, cell in enumerate(row):
                lines.add(f" if c == {c}: return {cell.text}" if len(axes) == 2 else f" return {cell.text}")
    function = linker.code.mint("l")
    parameters = ["S", "W", *names, *(local.text for local in inside.values())]
    linker.code.function(f"{function}({', '.join(parameters)})", lines)
    given = [w.state, w.pending, *(x.text for x in by), *(w.locals[name].text for name in free)]
    cost = sum(x.cost for x in by) + max((cell.cost for row in cells for cell in row), default=0) + 1
    return X(f"{function}({', '.join(given)})", kind, cost, any(cell.fractional for row in cells for cell in row))
