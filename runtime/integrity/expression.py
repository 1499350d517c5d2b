"""Every name that an expression uses is declared.

Which argument of an operation names what, is read from its schema (`schemas/operations.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.runtime.integrity.declared import IMPOSSIBLE, SUCCESS, Declared, Json
from rulewright.runtime.integrity.findings import Findings
from rulewright.schemas.operations import VALUE, signatures

Node = tuple[str, ...]
"""Something that is evaluated by evaluating others: ("define", id), ("box", track, attribute), …"""


class Expressions:
    """Looks up the names in expressions.

    uses: what each define, matrix, column of a map or a track and table of modifiers evaluates.
    """

    def __init__(self, declared: Declared, findings: Findings) -> None:
        self.declared = declared
        self.findings = findings
        self.uses: dict[Node, set[Node]] = {}
        self._signatures = signatures()
        self._user: set[Node] = set()
        self._locals: set[str] = set()
        self._types: dict[str, Json] = {}
        self._has_locals = False
        self._checks: dict[str, Callable[[Json, list[Json]], None]] = {
            "binds": self._binds,
            "attribute": self._in(declared.attributes, "attribute"),
            "enum": self._in(declared.enums, "enum"),
            "enum_value": self._enum_value,
            "map": self._in(declared.maps, "map"),
            "place": self._place,
            "region": self._region,
            "place_attribute": self._place_attribute,
            "define": self._define,
            "hook": self._hook,
            "track": self._in(declared.tracks, "track"),
            "box_attribute": self._box_attribute,
            "unit": self._in(declared.units, "unit"),
            "side": self._in(declared.sides, "side"),
            "option": self._in(declared.options, "optional rule"),
            "kind": self._in(declared.kinds, "kind of piece"),
            "marker": self._in(declared.markers, "marker"),
            "face": self._face,
            "matrix": self._in(declared.matrices, "matrix"),
            "activity": self._activity,
            "cup": self._in(declared.cups, "cup"),
            "outcome": self._in(declared.outcomes, "outcome"),
            "cases": self._cases,
            "lookup": self._lookup,
            "local": self._local,
        }

    def enter(self, locals: dict[str, Json] | None, *further: str, node: Node | None = None) -> None:
        """Look at the expressions of another item from now on.

        Args:
            locals: what the item declares; None if it declares nothing, and whatever binds is bound.
            further: names that stand for something without being declared, such as `self`.
            node: what the item is evaluated as.
        """
        self._locals = {*(locals or ()), *further}
        self._has_locals = locals is not None
        self._types = locals or {}
        self._user = self.uses.setdefault(node, set()) if node is not None else set()
        for type in (locals or {}).values():
            self.type(type)

    # ------------------------------------------------------------ expressions

    def value(self, node: Json) -> None:
        """Look up the names of an expression; numbers, true, false and null name nothing."""
        if type(node) is not list:
            return
        signature = self._signatures[node[0]]
        for position, kind in enumerate(signature.kinds, 1):
            argument = node[position]
            if kind == VALUE:
                if type(argument) is list:
                    self.value(argument)
            elif kind in self._checks:
                self._checks[kind](argument, node)
        if signature.rest:
            for argument in node[len(signature.kinds) + 1 :]:
                if type(argument) is list:
                    self.value(argument)

    def values(self, nodes: list[Json]) -> None:
        for node in nodes:
            self.value(node)

    def name(self, local: str | None) -> None:
        """Look up a name that a statement binds."""
        if local is not None:
            self._local(local)

    def type_of(self, local: str) -> Json:
        """Return the declared type of a name; None if it has none."""
        return self._types.get(local)

    def _local(self, name: str, _node: Json = None) -> None:
        if name not in self._locals:
            self.findings.add(f"the name `{name}` is not among the `locals`")

    def _binds(self, name: str, _node: Json) -> None:
        if self._has_locals:
            self._local(name)
        else:
            self._locals.add(name)

    def _in(self, known: Any, noun: str) -> Callable[[Json, list[Json]], None]:
        def check(id: str, _node: Json) -> None:
            if id not in known:
                self.findings.unknown(noun, id, known)

        return check

    def known(self, noun: str, id: str | None, known: Any) -> bool:
        """Is `id` one of `known`? None is none of anybody's business."""
        if id is None or id in known:
            return True
        self.findings.unknown(noun, id, known)
        return False

    def _enum_value(self, id: str, node: list[Json]) -> None:
        self.known(f"value of `{node[1]}`", id, self.declared.enums.get(node[1], (id,)))

    def _place(self, id: str, node: list[Json]) -> None:
        if node[1] in self.declared.maps:
            self.known(f"place of `{node[1]}`", id, self.declared.maps[node[1]].places)

    def _region(self, id: str, node: list[Json]) -> None:
        if node[1] in self.declared.maps:
            self.known(f"region of `{node[1]}`", id, self.declared.maps[node[1]].regions)

    def _place_attribute(self, id: str, node: list[Json]) -> None:
        if node[1] in self.declared.maps:
            self.known(f"attribute of `{node[1]}`", id, self.declared.maps[node[1]].attributes)
            self._user.add(("place_attr", node[1], id))

    def _box_attribute(self, id: str, node: list[Json]) -> None:
        if node[1] in self.declared.tracks:
            self.known(f"attribute of `{node[1]}`", id, self.declared.tracks[node[1]])
            self._user.add(("box", node[1], id))

    def _face(self, id: str, node: list[Json]) -> None:
        if node[1] in self.declared.markers:
            self.known(f"face of `{node[1]}`", id, self.declared.enums.get(node[1], ()))

    def _activity(self, id: str, node: list[Json]) -> None:
        if node[1] in self.declared.matrices:
            self.known(f"activity of `{node[1]}`", id, self.declared.matrices[node[1]])
            self._user.add(("matrix", node[1]))

    def _define(self, id: str, node: list[Json]) -> None:
        if self.known("define", id, self.declared.defines):
            self.arity(f"`{id}`", self.declared.defines[id], len(node) - 2)
            self._user.add(("define", id))

    def _hook(self, id: str, node: list[Json]) -> None:
        if self.known("hook", id, self.declared.hooks):
            self.arity(f"`{id}`", self.declared.hooks[id], len(node) - 2)

    def uses_table(self, id: str) -> None:
        self._user.add(("table", id))

    def arity(self, what: str, wanted: int, given: int) -> None:
        if wanted != given:
            self.findings.add(
                f"{what} takes {wanted} value{'' if wanted == 1 else 's'}, and is given {given}"
            )

    def _cases(self, cases: list[Json], _node: Json) -> None:
        for asked, value in cases:
            self.value(asked)
            self.value(value)

    # ------------------------------------------------------------ types, keys, lookups, dice

    def type(self, type: Json) -> None:
        """Look up the names in a type."""
        if isinstance(type, list):
            for part in type[1:]:
                self.type(part)
            if type[0] == "any":
                self._tell_apart(type)
            return
        word, _, id = type.partition(":")
        if not id:
            return
        if word == "enum":
            self.known("enum", id, self.declared.enums)
        elif word == "piece":
            self.known("kind of piece", id, self.declared.kinds)
        elif word == "outcome":
            self.known("table", id, self.declared.tables)
        else:
            self.known("map", id, self.declared.maps)

    def _tell_apart(self, type: list[str]) -> None:
        """A value that may be of one of two maps says by its id of which."""
        maps = {one.partition(":")[2] for one in type[1:] if not one.startswith("piece:")}
        seen: set[str] = set()
        for map in sorted(maps & self.declared.maps.keys()):
            both = seen & self.declared.maps[map].places
            if both:
                self.findings.add(f"a value may be of several maps, and they share the place `{min(both)}`")
            seen |= self.declared.maps[map].places

    def keys(self, keys: list[Json]) -> None:
        for key in keys:
            if "is" in key:
                self.value(key["is"])
            for end in (key.get("from"), key.get("to")):
                if isinstance(end, str):
                    self.known("value of an enum", end, self.declared.values)

    def dice(self, dice: Json) -> None:
        self.value(dice["count"])
        self.known("die", dice["die"], self.declared.dice)
        if dice["keep"] is not None:
            self.value(dice["keep"][1])

    def _lookup(self, lookup: Json, _node: Json) -> None:
        self.lookup(lookup, self.value)

    def lookup(self, lookup: Json, cell: Callable[[Json], None]) -> None:
        self.values(lookup["by"])
        columns = lookup.get("columns", ())
        for column in columns:
            self.keys(column)
        for row in lookup["rows"]:
            self.row(row, len(columns) or 1)
            for one in row["cells"]:
                cell(one)

    def row(self, row: Json, cells: int) -> None:
        self.keys(row["keys"])
        if len(row["cells"]) != cells:
            self.findings.add(f"a row has {len(row['cells'])} cells under {cells} columns", row)


def arms_of(table: Json) -> frozenset[str]:
    """Return the names that an arm may wait for when `table` is rolled."""
    extra = SUCCESS if table["threshold"] is not None else frozenset()
    return frozenset(table["outcomes"]) | extra | {IMPOSSIBLE}
