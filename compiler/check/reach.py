"""Which values an expression can have, over every state that the declarations allow.

The answer never leaves a value out; it may hold some that no game reaches, since two facts that
exclude each other are taken to be independent. Printed attributes are exact: they are what the
rosters say. Defines are looked into, each once for the same arguments.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulewright.compiler.check import intervals, keys, values
from rulewright.compiler.check.board import Boards
from rulewright.compiler.check.index import Declaration, Index
from rulewright.compiler.check.intervals import EVERY, Numbers
from rulewright.compiler.check.operations import OPERATIONS
from rulewright.compiler.check.values import (
    ALWAYS,
    ANYTHING,
    EITHER,
    NEVER,
    NO,
    ONLY_NONE,
    SOMETHING,
    YES,
    Values,
    union,
)
from rulewright.compiler.model import Json


class Scope:
    """What the locals of one item can be: what is known of a name, or else all of its type."""

    __slots__ = ("known", "reach", "types")

    def __init__(
        self, reach: Reach, types: Mapping[str, Json], known: dict[str, Values] | None = None
    ) -> None:
        self.reach = reach
        self.types = types
        self.known: dict[str, Values] = {} if known is None else known

    def __getitem__(self, name: str) -> Values:
        found = self.known.get(name)
        if found is None:
            type = self.types.get(name)
            found = self.known[name] = ANYTHING if type is None else self.reach.of_type(type)
        return found

    def with_local(self, name: str, values: Values) -> Scope:
        return Scope(self.reach, self.types, {**self.known, name: values})


class Reach:
    """Answers what expressions of one document can be."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self.boards = Boards(index)
        self.outside = Scope(self, {})
        self._scopes: dict[int, Scope] = {}
        # The scope is kept beside the answer, so that its id stays its own.
        self._covers: dict[tuple[int, int], tuple[Scope, keys.Cover, keys.Cover | None]] = {}
        self._constants: dict[Any, Values] = {}
        self._types: dict[str, Values] = {}
        self._defines: dict[tuple[Any, ...], Values] = {}
        self._attributes: dict[str, Values] = {}
        self._boxes: dict[tuple[str, str], list[tuple[Numbers, Values]]] = {}

    def scope_of(self, item: Declaration) -> Scope:
        """The locals of a table, define, rule, … when nothing is known about its arguments."""
        scope = self._scopes.get(id(item))
        if scope is None:
            scope = self._scopes[id(item)] = Scope(self, item.get("locals") or {})
            for param in item.get("params") or ():
                scope.known[param["name"]] = self.of_type(param["type"], param.get("range"))
        return scope

    def covers(self, lookup: Json, scope: Scope) -> tuple[keys.Cover, keys.Cover | None]:
        """How a lookup's rows, and its columns if it has two axes, share what is looked up."""
        key = (id(lookup), id(scope))
        known = self._covers.get(key)
        if known is None or known[0] is not scope:
            known = self._covers[key] = (scope, *keys.covers(self, lookup, scope))
        return known[1], known[2]

    def of(self, e: Json, scope: Scope) -> Values:
        """Return what `e` can be."""
        if e is None:
            return ONLY_NONE
        if isinstance(e, bool):
            return ALWAYS if e else NEVER
        if isinstance(e, int):
            return Values(((e, e),))
        handler = OPERATIONS.get(e[0])
        return ANYTHING if handler is None else handler(self, e, scope)

    def constant(self, e: Json) -> Values:
        """Return the one value of a constant, such as the key of a row."""
        if type(e) is int:
            key: Any = e
        elif isinstance(e, list) and len(e) == 3 and e[0] == "value":
            key = (e[1], e[2])
        else:
            return self.of(e, self.outside)
        found = self._constants.get(key)
        if found is None:
            found = self._constants[key] = self.of(e, self.outside)
        return found

    def number(self, e: Json, scope: Scope) -> Numbers:
        return self.of(e, scope).numbers

    def truth(self, e: Json, scope: Scope) -> tuple[bool, bool]:
        """Return whether condition `e` can be true, and whether it can be false."""
        found = self.of(e, scope)
        return YES in found.names or found.is_open, NO in found.names or found.is_open

    def of_type(self, type: Json, range: list[int | None] | None = None) -> Values:
        """Return every value of a type. A number without a range can be any number."""
        if isinstance(type, str):
            if type == "number":
                return Values(intervals.interval(*range) if range else EVERY)
            found = self._types.get(type)
            if found is None:
                found = self._types[type] = self._of_simple_type(type)
            return found
        op, *parts = type
        if op == "opt":
            return self.of_type(parts[0], range) | ONLY_NONE
        if op == "any":
            return union(self.of_type(part) for part in parts)
        return self.of_type(parts[-1], range)  # set and list: the members; by: the values

    def _of_simple_type(self, type: str) -> Values:
        kind, _, id = type.partition(":")
        if kind == "yes_no":
            return EITHER
        if kind == "none":
            return ONLY_NONE
        if kind == "side":
            return Values(names=frozenset(("side", side) for side in self.index.sides))
        if kind == "enum":
            return Values(names=frozenset(("value", id, name) for name in self.index.names_in.get(id, ())))
        if kind == "place" and id in self.index.maps:
            return Values(names=frozenset(("place", id, place) for place in self.index.maps[id]["places"]))
        if kind == "piece":
            return Values(names=frozenset(("unit", unit["id"]) for unit in self.index.units_of.get(id, ())))
        return SOMETHING

    def attribute(self, id: str) -> Values:
        """Return what an attribute can be on any piece that has it."""
        found = self._attributes.get(id)
        if found is None:
            attribute = self.index.attributes[id]
            kind, name = id.split(".", 1)
            if attribute["visibility"] == "printed" and self.index.units_of.get(kind):
                found = self._printed_somewhere(attribute, name, self.index.units_of[kind])
            else:
                found = self.of_type(attribute["type"], attribute.get("range"))
            self._attributes[id] = found
        return found

    def _printed_somewhere(self, attribute: Declaration, name: str, units: list[Declaration]) -> Values:
        numbers, others = set(), []
        for unit in units:
            value = unit["values"].get(name)
            if type(value) is int:
                numbers.add((value, value))
            else:
                others.append(self.printed(attribute, name, unit))
        return Values(intervals.joined(numbers)) | union(others)

    def printed(self, attribute: Declaration, name: str, unit: Declaration) -> Values:
        """Return the value printed on one unit; of a list, its members."""
        value = unit["values"].get(name, attribute.get("default"))
        if value is None and name not in unit["values"] and "default" not in attribute:
            return self.of_type(attribute["type"], attribute.get("range"))
        return self.of(
            value, self.outside.with_local("self", Values(names=frozenset((("unit", unit["id"]),))))
        )

    def boxes(self, track: str, attribute: str) -> list[tuple[Numbers, Values]]:
        """Return the rows of a track's column: which boxes, and what the attribute is there."""
        found = self._boxes.get((track, attribute))
        if found is None:
            column = next((c for c in self.index.tracks[track]["boxes"] if c["id"] == attribute), None)
            rows = column["values"] if column is not None else []
            found = [(intervals.interval(lo, hi), self.of(value, self.outside)) for lo, hi, value in rows]
            self._boxes[track, attribute] = found
        return found

    def place_attribute(self, map: str, attribute: str) -> Values:
        key = f"{map} {attribute}"
        found = self._attributes.get(key)
        if found is None:
            column = next((c for c in self.index.maps[map]["attributes"] if c["id"] == attribute), None)
            if column is None:
                return ANYTHING
            values = {_plain(value): value for value in column["values"].values()}
            if len(column["values"]) < len(self.index.maps[map]["places"]):
                values.setdefault(_plain(column["default"]), column["default"])
            found = union(self.of(value, self.outside) for value in values.values())
            self._attributes[key] = found
        return found

    def call(self, id: str, arguments: list[Values]) -> Values:
        """Return what a define can be for such arguments."""
        key = (id, *arguments)
        found = self._defines.get(key)
        if found is None:
            define = self.index.defines.get(id)
            if define is None:
                return ANYTHING
            # A define that calls itself was refused by the pass before; until it answers, it can be anything.
            self._defines[key] = ANYTHING
            declared = self.scope_of(define)
            known = dict(declared.known)
            for param, argument in zip(define["params"], arguments, strict=False):
                known[param["name"]] = values.narrowed(argument, known[param["name"]])
            found = self._defines[key] = self.of(define["value"], Scope(self, declared.types, known))
        return found

    def lookup(self, lookup: Json, scope: Scope) -> Values:
        return union(self.of(cell, scope) for cell in keys.reachable_cells(self, lookup, scope))


def _plain(value: Json) -> Json:
    return tuple(_plain(part) for part in value) if isinstance(value, list) else (type(value), value)
