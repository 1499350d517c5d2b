"""Built-in functions of places, paths and directions."""

from __future__ import annotations

from rulewright.compiler.model import Json
from rulewright.compiler.parse.nodes import ExprNode
from rulewright.compiler.resolve import errors
from rulewright.compiler.resolve import expression as ex
from rulewright.compiler.resolve.scope import Scope
from rulewright.compiler.resolve.types import (
    ANY,
    NONE,
    NUMBER,
    SIDE,
    Type,
    alternatives,
    bare,
    is_many,
    member,
    opt,
    starts,
    words,
)

Typed = tuple[Json, Type]
Args = tuple[ExprNode, ...]


def _place(node: ExprNode, scope: Scope, where: str) -> tuple[Json, Type]:
    value, type = ex.expression(node, scope)
    return value, _kind_of_place(type, node, scope, where)


def _kind_of_place(type: Type, node: ExprNode, scope: Scope, where: str) -> Type:
    """The type of the places that a value of a type stands for."""
    for one in alternatives(member(type) if is_many(type) else type):
        if not starts(one, "place:") and not starts(one, "path:") and one not in (ANY, NONE):
            scope.symbols.problems.add(errors.wrong_type(node.at, "a place", words(type), where))
            return ANY
    found = next(
        (
            t
            for t in alternatives(member(type) if is_many(type) else type)
            if starts(t, "place:") or starts(t, "path:")
        ),
        ANY,
    )
    return "place:" + str(found).split(":", 1)[1] if found != ANY else ANY


def distance(id: str, args: Args, scope: Scope, expect: Type | None) -> Typed:
    a, a_type = _place(args[0], scope, "for `distance`")
    b, b_type = _place(args[1], scope, "for `distance`")
    if ANY not in (a_type, b_type) and a_type != b_type:
        scope.symbols.problems.add(errors.not_comparable(args[1].at, words(a_type), words(b_type)))
    return ["distance", a, b], NUMBER


def travelled(id: str, args: Args, scope: Scope, expect: Type | None) -> Typed:
    """`travelled(start, stops, base)`: places and lists or paths of them, one after the other."""
    parts: list[Json] = []
    map: Type = ANY
    for arg in args:
        value, type = ex.expression(arg, scope)
        parts.append(value)
        if isinstance(bare(type), tuple) and bare(type)[0] == "set":
            scope.symbols.problems.add(
                errors.needs_feature(
                    arg.at,
                    "`travelled` needs an order, and a set has none",
                    "give it a list or a path, or place after place: `travelled(a, b, c)`",
                )
            )
            continue
        if is_many(type) and any(starts(one, "path:") for one in alternatives(member(type))):
            scope.symbols.problems.add(
                errors.wrong_type(arg.at, "a list of places", words(type), "for `travelled`")
            )
            continue
        found = _kind_of_place(type, arg, scope, "for `travelled`")
        if ANY not in (map, found) and map != found:
            scope.symbols.problems.add(errors.not_comparable(arg.at, words(map), words(found)))
        map = found if map == ANY else map
    return ["travelled", *parts], NUMBER


def neighbours(id: str, args: Args, scope: Scope, expect: Type | None) -> Typed:
    place, type = _place(args[0], scope, "for `neighbours`")
    side = ex.of_type(args[1], scope, SIDE, "for `neighbours`") if len(args) == 2 else None
    return ["neighbours", place, side], ("set", type)


def path(id: str, args: Args, scope: Scope, expect: Type | None) -> Typed:
    """`path(C2)`, `path(C2..C5)`, `path((15, -9..-1))`: places in order."""
    wanted = next((t for t in alternatives(expect or ANY) if starts(t, "path:")), None)
    hint: Type | None = "place:" + str(wanted)[5:] if wanted is not None else None
    parts: list[Json] = []
    type: Type = ANY
    for arg in args:
        value, given = ex.expression(arg, scope, hint)
        either = next((t for t in alternatives(given) if starts(t, "path:")), None)
        if either is not None and not is_many(given):
            # A station or a line: a path stands for its places.
            parts.append(value)
            type = "place:" + str(either)[5:]
            continue
        if is_many(given):
            parts.extend(value[1:] if isinstance(value, list) and value[0] in ("list", "set") else [value])
        else:
            parts.append(value)
        type = member(given) if is_many(given) else bare(given)
    if not starts(type, "place:"):
        if type != ANY:
            scope.symbols.problems.add(errors.wrong_type(args[0].at, "a place", words(type), "for `path`"))
        return None, ANY
    return ["path", *parts], "path:" + str(type)[6:]


def _on_path(node: ExprNode, scope: Scope, where: str) -> tuple[Json, str]:
    value, type = ex.expression(node, scope)
    found = next((str(t) for t in alternatives(type) if starts(t, "path:")), "")
    if not found:
        if type != ANY:
            scope.symbols.problems.add(errors.wrong_type(node.at, "a path", words(type), where))
        return value, ""
    return value, found


def extended(id: str, args: Args, scope: Scope, expect: Type | None) -> Typed:
    path, type = _on_path(args[0], scope, f"for `{id}`")
    place, _ = _place(args[1], scope, f"for `{id}`")
    return [id, path, place], (type or ANY) if id == "extended" else ("set", type or ANY)


def cuts(id: str, args: Args, scope: Scope, expect: Type | None) -> Typed:
    path, type = _on_path(args[0], scope, "for `cuts`")
    if args[1].op == "range" and None not in args[1].args:
        lo, hi = (ex.number(end, scope) for end in args[1].args)
    else:
        lo = hi = ex.number(args[1], scope, "for `cuts`")
    return ["cuts", path, lo, hi], ("set", type or ANY)


def windows(id: str, args: Args, scope: Scope, expect: Type | None) -> Typed:
    path, type = _on_path(args[0], scope, "for `windows`")
    return ["windows", path, ex.number(args[1], scope, "for `windows`")], ("set", type or ANY)


def ends(id: str, args: Args, scope: Scope, expect: Type | None) -> Typed:
    path, type = _on_path(args[0], scope, "for `ends`")
    return ["ends", path], ("set", "place:" + type[5:] if type else ANY)


def ahead(id: str, args: Args, scope: Scope, expect: Type | None) -> Typed:
    place, type = _place(args[0], scope, "for `ahead`")
    return ["ahead", place, ex.number(args[1], scope, "for a facing")], opt(type)


def turned(id: str, args: Args, scope: Scope, expect: Type | None) -> Typed:
    return ["turned", *(ex.number(arg, scope, "for `turned`") for arg in args)], NUMBER


def bearing(id: str, args: Args, scope: Scope, expect: Type | None) -> Typed:
    here, _ = _place(args[0], scope, "for `bearing12`")
    facing = ex.number(args[1], scope, "for a facing")
    there, _ = _place(args[2], scope, "for `bearing12`")
    return ["bearing12", here, facing, there], NUMBER
