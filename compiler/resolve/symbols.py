"""What every name of a ruleset stands for: one name, one thing (design, ruling 10)."""

from __future__ import annotations

from typing import Any

from rulewright.compiler.diagnostics import Problems
from rulewright.compiler.parse.tree import Declaration
from rulewright.compiler.record import Record, field
from rulewright.compiler.resolve import errors
from rulewright.compiler.resolve.types import Type
from rulewright.compiler.source import Span


class Symbol(Record):
    """A declared name. `kind` is its keyword; `type` what it is worth in an expression, if anything."""

    kind: str
    id: str
    at: Span
    node: Declaration | None = None
    type: Type | None = None
    data: Any = None


class Attribute(Record):
    """An attribute of a kind of piece, named `ship.fuel` in the artifact."""

    id: str
    type: Type
    visibility: str
    unless: str
    at: Span
    range: tuple[int | None, int | None] | None = None
    has_default: bool = False


class Kind(Record):
    """A kind of piece with the attributes of its own; parents are looked up through `Symbols`."""

    id: str
    parent: str
    holds: str
    attributes: dict[str, Attribute] = field(default_factory=dict)


class MapInfo(Record):
    """A map while it is resolved: its places, and the attributes that its tables give them."""

    id: str
    word: str
    grid: str
    places: dict[str, tuple[int, int] | None] = field(default_factory=dict)
    regions: dict[str, list[str]] = field(default_factory=dict)
    attributes: dict[str, Type] = field(default_factory=dict)
    _rows: dict[int, list[tuple[int, str]]] = field(default_factory=dict)  # made when first asked for

    def row(self, number: int) -> list[tuple[int, str]]:
        """Return (column, place) of every place of one row, in the order of the map."""
        if not self._rows:
            for place, at in self.places.items():
                if at is not None:
                    self._rows.setdefault(at[1], []).append((at[0], place))
        return self._rows.get(number, [])


class Question(Record):
    """A decision as a bot is asked it: kind is that of its statement, `name` the answer's in the rules, if it has one.

    side: the expression that says who decides. items: lines of a menu, or actions. may: can it be declined?
    visible, locals: the names that its guards see.
    """

    kind: str
    side: Any
    may: bool
    visible: dict[str, tuple[str, Type]]
    locals: dict[str, Type]
    name: str = ""
    items: tuple[str, ...] = ()


class Symbols(Record):
    """All names: declarations in one scope; enum values, attributes and places in scopes of their own."""

    problems: Problems
    names: dict[str, Symbol] = field(default_factory=dict)
    sides: list[str] = field(default_factory=list)
    enums: dict[str, list[str]] = field(default_factory=dict)  # cups and markers with faces too
    value_homes: dict[str, list[str]] = field(default_factory=dict)  # value -> its enums
    kinds: dict[str, Kind] = field(default_factory=dict)
    maps: dict[str, MapInfo] = field(default_factory=dict)
    place_homes: dict[str, str] = field(default_factory=dict)  # place -> its map
    place_words: dict[str, str] = field(default_factory=dict)  # hex -> map
    regions: dict[str, str] = field(default_factory=dict)  # region -> its map
    plurals: dict[str, tuple[str, str]] = field(default_factory=dict)  # ships -> ("kind", "ship")
    faces: dict[str, list[str]] = field(default_factory=dict)  # face -> its markers
    options: dict[str, Span] = field(default_factory=dict)
    dice: dict[str, tuple[int, int]] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)
    questions: dict[str, Question] = field(default_factory=dict)  # decision -> how it is asked
    resolving: list[str] = field(default_factory=list)  # defines under way, outermost first

    def declare(self, symbol: Symbol) -> bool:
        """Add `symbol`; tell and return False if its name is taken (RW0202)."""
        other = self.names.get(symbol.id)
        if other is not None:
            self.problems.add(errors.duplicate(symbol.id, symbol.at, other.at, other.kind))
            return False
        self.names[symbol.id] = symbol
        return True

    def add_enum(self, id: str, values: list[str]) -> None:
        self.enums[id] = values
        for value in values:
            homes = self.value_homes.setdefault(value, [])
            if id not in homes:
                homes.append(id)

    def is_a(self, kind: str, ancestor: str) -> bool:
        """Is every `kind` also an `ancestor`?"""
        seen = 0
        while kind and seen < 50:
            if kind == ancestor:
                return True
            kind, seen = self.kinds[kind].parent if kind in self.kinds else "", seen + 1
        return False

    def common_kind(self, a: str, b: str) -> str:
        """The nearest kind that both belong to, or ""."""
        while a and not self.is_a(b, a):
            a = self.kinds[a].parent
        return a

    def attribute(self, kind: str, name: str) -> Attribute | None:
        seen = 0
        while kind in self.kinds and seen < 50:
            found = self.kinds[kind].attributes.get(name)
            if found is not None:
                return found
            kind, seen = self.kinds[kind].parent, seen + 1
        return None

    def attributes_of(self, kind: str) -> dict[str, Attribute]:
        """All attributes of a kind, its parents' first."""
        chain: list[Kind] = []
        while kind in self.kinds and len(chain) < 50:
            chain.append(self.kinds[kind])
            kind = self.kinds[kind].parent
        return {name: attribute for one in reversed(chain) for name, attribute in one.attributes.items()}

    def lies_on(self, marker: str, kind: str) -> bool:
        """May `marker` lie on a piece of `kind`?"""
        symbol = self.names.get(marker)
        return symbol is not None and symbol.kind == "marker" and self.is_a(kind, symbol.data["on"])

    def fits(self, given: Type, wanted: Type) -> bool:
        """May a value of type `given` stand where `wanted` is expected?"""
        if given == wanted or "any" in (given, wanted):
            return True
        if _opt(given):
            # Whether it is none shows in play, with a message; `at` may be none however it is declared.
            return self.fits(given[1], wanted)
        if isinstance(wanted, tuple):
            if wanted[0] == "opt":
                return given == "none" or self.fits(given, wanted[1])
            if wanted[0] == "any":
                return all(
                    any(self.fits(one, other) for other in wanted[1:])
                    for one in (given[1:] if isinstance(given, tuple) and given[0] == "any" else (given,))
                )
            if wanted[0] in ("set", "list"):
                if given == "none":
                    return True
                if isinstance(given, str) and given.startswith("path:"):
                    return self.fits("place:" + given[5:], wanted[1])
                return (
                    isinstance(given, tuple)
                    and given[0] in ("set", "list")
                    and self.fits(given[1], wanted[1])
                )
            if wanted[0] == "by":
                return (
                    isinstance(given, tuple)
                    and given[0] == "by"
                    and given[1] == wanted[1]
                    and self.fits(given[2], wanted[2])
                )
        if isinstance(given, str) and isinstance(wanted, str) and given.startswith("piece:"):
            return wanted.startswith("piece:") and self.is_a(given[6:], wanted[6:])
        return False


def _opt(type: Type) -> bool:
    return isinstance(type, tuple) and type[0] == "opt"


def plural(word: str) -> str:
    """`ship` → `ships`, `city` → `cities`, `hex` → `hexes`."""
    if word.endswith(("s", "x", "ch", "sh")):
        return word + "es"
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    return word + "s"
