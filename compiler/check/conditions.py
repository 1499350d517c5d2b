"""Whether a condition can hold, and whether it can fail, from what its parts can be."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulewright.compiler.check import intervals
from rulewright.compiler.check.intervals import INFINITE
from rulewright.compiler.check.values import ALWAYS, EITHER, EMPTY, NEVER, NONE, Values
from rulewright.compiler.model import Json

if TYPE_CHECKING:
    from rulewright.compiler.check.reach import Reach, Scope

SINGLE = frozenset(
    (
        *("frac", "value", "side", "unit", "place", "box", "face", "countdown", "place_attr", "ending"),
        *("first_box", "last_box", "+", "-", "*", "/", "neg", "abs", "ceil", "floor", "round", "least"),
        *("greatest", "clamp", "count", "sum", "side_of", "enemy", "distance", "travelled", "turned"),
        "bearing12",
    )
)
"""Operations that give one value; others may give a set, which answers with its members."""


def _truth(can_be: bool, can_fail: bool) -> Values:
    if can_be:
        return EITHER if can_fail else ALWAYS
    return NEVER


def _either(_reach: Reach, _e: Json, _scope: Scope) -> Values:
    return EITHER


def _equal(reach: Reach, e: Json, scope: Scope) -> Values:
    a, b = reach.of(e[1], scope), reach.of(e[2], scope)
    if a.is_open or b.is_open:
        return EITHER
    can_be = bool(a.names & b.names) or bool(intervals.intersection(a.numbers, b.numbers))
    one = a == b and len(a.names) + len(a.numbers) == 1 and all(lo == hi for lo, hi in a.numbers)
    # Sets answer with their members here: without a common member they may still both be empty.
    if not (_is_single(reach, e[1], scope) and _is_single(reach, e[2], scope)):
        return EITHER
    return _truth(can_be, not one) if e[0] == "=" else _truth(not one, can_be)


def _is_single(reach: Reach, e: Json, scope: Scope) -> bool:
    """Is `e` certainly one value, and no set or list?"""
    if not isinstance(e, list) or e[0] in SINGLE:
        return True
    if e[0] == "local":
        type = scope.types.get(e[1])
    elif e[0] == "attr" and e[1] in reach.index.attributes:
        type = reach.index.attributes[e[1]]["type"]
    elif e[0] == "track" and e[1] in reach.index.tracks:
        type = reach.index.tracks[e[1]]["type"]
    else:
        return False
    type = type[1] if isinstance(type, list) and type[0] == "opt" else type
    return isinstance(type, str) and not type.startswith("path:")


def _compared(reach: Reach, e: Json, scope: Scope) -> Values:
    a, b = reach.of(e[1], scope), reach.of(e[2], scope)
    if a.is_open or b.is_open or not a.numbers or not b.numbers:
        return EITHER
    op, lo_a, hi_a, lo_b, hi_b = e[0], *intervals.ends(a.numbers), *intervals.ends(b.numbers)
    can_be = {"<": lo_a < hi_b, "<=": lo_a <= hi_b, ">": hi_a > lo_b, ">=": hi_a >= lo_b}[op]
    can_fail = {"<": hi_a >= lo_b, "<=": hi_a > lo_b, ">": lo_a <= hi_b, ">=": lo_a < hi_b}[op]
    return _truth(can_be, can_fail or NONE in a.names or NONE in b.names)


def _between(reach: Reach, e: Json, scope: Scope) -> Values:
    value = reach.of(e[1], scope)
    if value.is_open or not value.numbers:
        return EITHER
    lo = reach.number(e[2], scope) if e[2] is not None else ((-INFINITE, -INFINITE),)
    hi = reach.number(e[3], scope) if e[3] is not None else ((INFINITE, INFINITE),)
    if not lo or not hi:
        return EITHER
    widest, narrowest = ((lo[0][0], hi[-1][1]),), ((lo[-1][1], hi[0][0]),)
    can_be = bool(intervals.intersection(value.numbers, widest))
    can_fail = bool(intervals.difference(value.numbers, narrowest)) or NONE in value.names
    return _truth(can_be, can_fail or lo[-1][1] > hi[0][0])


def _in(reach: Reach, e: Json, scope: Scope) -> Values:
    value, members = reach.of(e[1], scope), reach.of(e[2], scope)
    if value.is_open or members.is_open:
        return EITHER
    can_be = bool(value.names & members.names or intervals.intersection(value.numbers, members.numbers))
    return EITHER if can_be else NEVER


def _and(reach: Reach, e: Json, scope: Scope) -> Values:
    parts = [reach.truth(part, scope) for part in e[1:]]
    return _truth(all(can for can, _ in parts), any(fail for _, fail in parts))


def _or(reach: Reach, e: Json, scope: Scope) -> Values:
    parts = [reach.truth(part, scope) for part in e[1:]]
    return _truth(any(can for can, _ in parts), all(fail for _, fail in parts))


def _not(reach: Reach, e: Json, scope: Scope) -> Values:
    can_be, can_fail = reach.truth(e[1], scope)
    return _truth(can_fail, can_be)


def _some(reach: Reach, e: Json, scope: Scope) -> Values:
    members = reach.of(e[1], scope)
    if members == EMPTY:
        return NEVER
    can_be, _ = reach.truth(e[3], scope.with_local(e[2], members))
    return EITHER if can_be else NEVER


def _every(reach: Reach, e: Json, scope: Scope) -> Values:
    members = reach.of(e[1], scope)
    _, can_fail = reach.truth(e[3], scope.with_local(e[2], members))
    return EITHER if can_fail and members != EMPTY else ALWAYS


CONDITIONS: dict[str, Callable[[Reach, Json, Scope], Values]] = {
    **dict.fromkeys(("=", "!="), _equal),
    **dict.fromkeys(("<", "<=", ">", ">="), _compared),
    "between": _between,
    "in": _in,
    "and": _and,
    "or": _or,
    "not": _not,
    "some": _some,
    "every": _every,
    **dict.fromkeys(("option", "marked", "is_face", "is_kind", "can", "subset", "is_empty"), _either),
    **dict.fromkeys(("told", "is_path", "is_outcome", "has_outcome"), _either),
}
