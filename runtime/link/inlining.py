"""Which defines are so plain that their value is written where they are called: that saves a call of Python's.

A play error names the rule that it comes from; so nothing is written elsewhere that could fail.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulewright.runtime.link import types
from rulewright.runtime.link.names import Json
from rulewright.runtime.link.source import X

if TYPE_CHECKING:
    from rulewright.runtime.link.linker import Linker

LARGEST = 14
"""Operations in a define that is written where it is called."""

PLAIN = frozenset({
    "local", "attr", "side", "value", "unit", "place", "text", "side_of", "holder", "held", "is_kind", "track", "marked", "is_face", "face",
    "countdown", "region", "places", "all", "of_side", "at", "units_at", "=", "!=", "and", "or", "not", "in", "where", "some", "every", "count",
    "count_where", "is_empty", "set", "cond", "call", "can", "box", "<", "<=", ">", ">=", "place_attr", "enemy",
})  # fmt: skip
"""Operations that cannot fail, whatever they are given."""


RECKONING = frozenset({"+", "-", "*", "least", "greatest", "distance"})
"""Operations that cannot fail where it is sure between which numbers all that they are given, and what they make, lies."""


def is_plain(linker: Linker, e: Json, returns: types.Type, x: X) -> tuple[bool, bool]:
    """Can the value `e` of a define, written as `x`, stand where the define is called? Only where it is sure between which numbers it lies?"""
    reckons = not _is_made_of(PLAIN, e)
    plain = types.fits(x.type, returns) and x.type != types.NONE and (reckons or not x.fractional) and _size(e) <= LARGEST
    return plain and _is_made_of(PLAIN | RECKONING if types.bare(returns) == types.NUMBER else PLAIN, e), reckons


def _is_made_of(operations: frozenset[str], e: Json) -> bool:
    """Is nothing in `e` but such operations and the values that they are given?"""
    if not isinstance(e, list):
        return not isinstance(e, dict)
    if not e or not isinstance(e[0], str):
        return all(_is_made_of(operations, part) for part in e)
    return e[0] in operations and all(_is_made_of(operations, part) for part in e[1:])


def looked_at_once(e: Json, params: list[tuple[str, types.Type]]) -> frozenset[str]:
    """Return the parameters that `e` names once, and not for each of several things."""
    return frozenset(name for name, _ in params if _occurs(e, ["local", name]) == 1 and not _names_in_loops(e, name))


def _names_in_loops(e: Json, name: str) -> bool:
    if not isinstance(e, list):
        return False
    if len(e) == 4 and e[0] in LAZY and _occurs(e[3], ["local", name]):
        return True
    return any(_names_in_loops(part, name) for part in e)


STATEFUL = frozenset({
    "holder", "held", "is_kind", "track", "track_at", "box", "marked", "face", "is_face", "countdown", "marker_places", "all", "at", "units_at",
    "can", "told", "drawn", "ending", "hook", "pending", "attr_at", "box_at",
})  # fmt: skip
"""Operations whose value depends on a game (`attr` does, where it is not printed), or on who is asked."""

FEWEST_KEPT = 15
"""Operations in a define whose values are kept."""


def is_kept(linker: Linker, params: list[tuple[str, types.Type]], e: Json) -> bool:
    """Are the values of a define found out once and kept: few, the same in every game, and not plain to see?"""
    return len(params) == 1 and types.bare(params[0][1])[:6] in ("piece:", "place:") and _size(e) >= FEWEST_KEPT and _is_fixed(linker, e)


STRICT = frozenset({
    "+", "-", "*", "/", "neg", "=", "!=", "<", "<=", ">", ">=", "in", "not", "call", "count", "sum", "is_empty", "least", "greatest", "abs", "floor",
    "ceil",
})  # fmt: skip
"""Operations that always look at all that they are given."""

LAZY = frozenset({"and", "or", "where", "map", "some", "every", "count_where"})
"""Operations that always look at the first thing they are given, and perhaps at the others."""


def shared(e: Json) -> list[Json]:
    """Return the calls in `e`, of nothing but names and constants, that are made in any case and occur more than once."""
    made = list(_made(e))
    return [call for at, call in enumerate(made) if call not in made[:at] and _occurs(e, call) > 1]


def _made(e: Json) -> Iterator[Json]:
    if not isinstance(e, list) or not e:
        return
    if e[0] == "call" and all(not isinstance(arg, list) or arg[0] in ("local", "side", "value", "unit", "place") for arg in e[2:]):
        yield e
    for part in e[1:] if e[0] in STRICT else e[1:2] if e[0] in LAZY else ():
        yield from _made(part)


def _occurs(e: Json, call: Json) -> int:
    if e == call:
        return 1
    return sum(_occurs(part, call) for part in (e.values() if isinstance(e, dict) else e if isinstance(e, list) else ()))


def with_names(e: Json, names: list[tuple[Json, str]]) -> Json:
    """Return `e` with the name of a call instead of each call."""
    for call, name in names:
        if e == call:
            return ["local", name]
    if isinstance(e, list):
        return [with_names(part, names) for part in e]
    return {key: with_names(part, names) for key, part in e.items()} if isinstance(e, dict) else e


def _is_fixed(linker: Linker, e: Json) -> bool:
    if isinstance(e, dict):
        return all(_is_fixed(linker, part) for part in e.values())
    if not isinstance(e, list):
        return True
    op = e[0] if e else None
    if isinstance(op, str) and len(e) > 1:
        if op in STATEFUL or (op == "attr" and not linker.layout.column(e[1]).printed):
            return False
        if op == "call" and not _is_fixed(linker, linker.defines_json.get(e[1], {}).get("value", ["hook"])):
            return False
        if op == "place_attr" and not _is_fixed(linker, [map["attributes"] for map in linker.document["maps"]]):
            return False
    return all(_is_fixed(linker, part) for part in e)


def _size(e: Json) -> int:
    return 1 + sum(map(_size, e)) if isinstance(e, list) else 0
