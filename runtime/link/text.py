"""Values as people and files write them: ids, names, sentences; and back.

Source: docs/artifact.md, section 1, "JSON outside".
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from rulewright.runtime import errors
from rulewright.runtime.link import types
from rulewright.runtime.link.names import Json, Names
from rulewright.runtime.link.types import NUMBER, SIDE, TEXT, YES_NO, Type

Convert = Callable[[Any], Any]


class NotAValue(Exception):
    """What was given is not written as a value of its type is."""


NO_VALUE = (NotAValue, KeyError, TypeError, AttributeError)


def number_json(value: Any) -> Json:
    """Return an int, or "n/d"."""
    if type(value) is Fraction:
        return value.numerator if value.denominator == 1 else f"{value.numerator}/{value.denominator}"
    return value


def number_value(json: Json) -> Any:
    if type(json) is int:
        return json
    if isinstance(json, str) and len(json) < 45:
        top, slash, bottom = json.partition("/")
        digits = top[1:] if top[:1] in ("-", "+") else top
        if digits.isascii() and digits.isdigit() and (not slash or (bottom.isascii() and bottom.isdigit() and int(bottom))):
            x = Fraction(int(top), int(bottom) if slash else 1)
            return x.numerator if x.denominator == 1 else x
    raise NotAValue


class Texts:
    """Writes and reads the values of one document."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self._id_of = Ids([(None, None), *((number, names.id_of(number)) for number in range(names.end))]).__getitem__
        self._out: dict[Type, Convert] = {}
        self._in: dict[Type, Convert] = {}
        self._label: dict[Type, Convert] = {}

    # ---------------------------------------------------------------- value → JSON

    def json(self, type: Type, value: Any) -> Json:
        """Return a value at play as it is written outside."""
        return self.writer(type)(value)

    def writer(self, type: Type) -> Convert:
        found = self._out.get(type)
        if found is None:
            found = self._out[type] = self._writer(types.bare(type))
        return found

    def _writer(self, kind: Type) -> Convert:
        names = self.names
        if kind == NUMBER:
            return number_json
        if kind == SIDE:
            return _none_or(names.side_ids.__getitem__)
        if types.starts(kind, "enum:"):
            return _none_or(names.values[kind[5:]].__getitem__)
        if types.starts(kind, "place:") or types.starts(kind, "piece:"):
            return self._id_of
        if types.starts(kind, "outcome:"):
            return _none_or(lambda bag: {names.outcome_ids[name]: count for name, count in bag})
        if types.starts(kind, "path:") or (isinstance(kind, tuple) and kind[0] in ("set", "list")):
            inner = self.writer(types.member(kind))
            return lambda many: list(map(inner, many)) if type(many) is tuple else None if many is None else [inner(many)]
        if isinstance(kind, tuple) and kind[0] == "by":
            keys = names.side_ids if kind[1] == SIDE else names.values[kind[1][5:]]
            one = self.writer(kind[2])
            return _none_or(lambda values: {key: one(value) for key, value in zip(keys, values, strict=True)})
        if isinstance(kind, tuple) and kind[0] == "any":
            id_of = self._id_of
            return lambda value: list(map(id_of, value)) if type(value) is tuple else id_of(value)
        return _as_it_is

    # ---------------------------------------------------------------- JSON → value

    def value(self, type: Type, json: Json) -> Any:
        """Return the value at play; NotAValue if it is not written as one of that type."""
        try:
            return self.reader(type)(json)
        except NO_VALUE as problem:
            raise NotAValue from problem

    def reader(self, type: Type) -> Convert:
        """Return the function that reads values of a type; it raises one of NO_VALUE if there is none to read."""
        found = self._in.get(type)
        if found is None:
            found = self._in[type] = self._reader(type)
        return found

    def _reader(self, type: Type) -> Convert:
        if types.nullable(type) and type is not None:
            inner = self._reader(types.bare(type)) if types.bare(type) != types.NONE else _nothing
            return lambda json: None if json is None else inner(json)
        kind = type
        names = self.names
        if kind == NUMBER:
            return number_value
        if kind == SIDE:
            return names.sides.__getitem__
        if kind in (YES_NO, TEXT):
            wanted = bool if kind == YES_NO else str
            return lambda json: json if isinstance(json, wanted) else _nothing(json)
        if types.starts(kind, "enum:"):
            return names.numbers[kind[5:]].__getitem__
        if types.starts(kind, "place:"):
            return lambda json: names.places[kind[6:], json]
        if types.starts(kind, "piece:"):
            return self._piece_reader(kind[6:])
        if types.starts(kind, "outcome:"):
            return lambda json: tuple(sorted((names.outcomes[name], number_value(count)) for name, count in json.items()))
        if types.starts(kind, "path:"):
            steps = self._many_reader(types.member(kind))
            # A path of one place may be written as that place.
            return lambda json: steps([json] if isinstance(json, str) else json)
        if isinstance(kind, tuple) and kind[0] == "list":
            return self._many_reader(types.member(kind))
        if isinstance(kind, tuple) and kind[0] == "set":
            read = self._many_reader(types.member(kind))
            return lambda json: _without_doubles(read(json if isinstance(json, list | tuple) else [json]))
        if isinstance(kind, tuple) and kind[0] == "by":
            keys = names.side_ids if kind[1] == SIDE else names.values[kind[1][5:]]
            one = self._reader(kind[2])
            return lambda json: tuple(one(json[key]) for key in keys)
        if isinstance(kind, tuple) and kind[0] == "any":
            return self._any_reader([self._reader(one) for one in kind[1:]])
        return _nothing

    def _piece_reader(self, kind: str) -> Convert:
        known = {self.names.id_of(piece): piece for piece in self.names.kind(kind)}
        return known.__getitem__

    def _many_reader(self, inner: Type) -> Convert:
        read = self._reader(inner)
        return lambda json: tuple(read(one) for one in json) if isinstance(json, list | tuple) else _nothing(json)

    def _any_reader(self, readers: list[Convert]) -> Convert:
        def read(json: Json) -> Any:
            for one in readers:
                try:
                    return one(json)
                except (KeyError, TypeError, NotAValue):
                    continue
            raise NotAValue

        return read

    # ---------------------------------------------------------------- value → words

    def label(self, type: Type, value: Any) -> str:
        """Return a value as a sentence names it."""
        found = self._label.get(type)
        if found is None:
            found = self._label[type] = self._labeller(types.bare(type))
        return str(found(value))

    def _labeller(self, kind: Type) -> Convert:
        names = self.names
        if kind == SIDE:
            return lambda value: "none" if value is None else names.side_titles[value]
        if kind == YES_NO:
            return lambda value: "none" if value is None else "yes" if value else "no"
        if types.starts(kind, "enum:"):
            return lambda value: "none" if value is None else names.titles[kind[5:]][value]
        if types.starts(kind, "place:") or types.starts(kind, "piece:"):
            return lambda value: "none" if value is None else names.name_of(value)
        if types.starts(kind, "path:"):
            return lambda value: "none" if value is None else "-".join(names.name_of(one) for one in value) or "nothing"
        if types.starts(kind, "outcome:"):
            return lambda bag: "none" if bag is None else " + ".join(f"{'' if n == 1 else f'{n} '}{names.outcome_ids[name].replace('_', ' ')}" for name, n in bag) or "nothing"
        if isinstance(kind, tuple) and kind[0] in ("set", "list"):
            inner = kind[1]
            return lambda many: "none" if many is None else ", ".join(self.label(inner, one) for one in many) or "nothing"
        if isinstance(kind, tuple) and kind[0] == "any":
            return lambda value: (
                "none" if value is None else "-".join(map(names.name_of, value)) if type(value) is tuple else names.name_of(value)
            )
        return lambda value: "none" if value is None else str(number_json(value))

    def sentence(self, template: Json, values: tuple[Any, ...]) -> str:
        """Return a TEXT of the artifact with its values, in their order, filled in."""
        parts: list[str] = []
        next_value = iter(values)
        for part in template:
            if isinstance(part, str):
                parts.append(part)
            else:
                parts.append(self.label(types.of_json(part["type"]), next(next_value)))
        return "".join(parts)


class Ids(dict[Any, str | None]):
    """The ids of places and pieces by their numbers, as they are written where there may be none; RW0809 for what is neither."""

    def __missing__(self, number: Any) -> str:
        raise errors.wrong_value("a place or a piece")


def _none_or(convert: Convert) -> Convert:
    return lambda value: None if value is None else convert(value)


def _as_it_is(value: Any) -> Any:
    return value


def _nothing(json: Json) -> Any:
    raise NotAValue


def _without_doubles(values: tuple[Any, ...]) -> tuple[Any, ...]:
    found = tuple(sorted(set(values)))
    if len(found) != len(values):
        raise NotAValue
    return found
