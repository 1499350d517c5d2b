"""What `x.y` and `y of x` mean: attributes, markers, and who holds whom."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulewright.compiler.model import Json
from rulewright.compiler.parse.nodes import ExprNode
from rulewright.compiler.resolve import errors, lazily, names
from rulewright.compiler.resolve import expression as ex
from rulewright.compiler.resolve.scope import Scope
from rulewright.compiler.resolve.types import (
    ANY,
    NUMBER,
    SIDE,
    TEXT,
    YES_NO,
    Type,
    alternatives,
    bare,
    is_many,
    member,
    opt,
    starts,
    words,
)
from rulewright.compiler.source import Span

Typed = tuple[Json, Type]


def attribute_of(value: Json, type: Type, id: str, scope: Scope) -> Typed | None:
    """`id` of a piece or place, or None if there is no such thing. Nothing is reported."""
    symbols = scope.symbols
    options = alternatives(type)
    if len(options) > 1:
        return _attribute_of_either(value, options, id, scope)
    type = options[0]
    if starts(type, "place:"):
        map_id = str(type)[6:]
        known = symbols.maps[map_id].attributes.get(id)
        return (["place_attr", map_id, id, value], known) if known is not None else None
    if not starts(type, "piece:"):
        return None
    kind = str(type)[6:]
    attribute = symbols.attribute(kind, id)
    if attribute is not None:
        return ["attr", attribute.id, value], attribute.type
    if id == "name":
        return ["name", value], TEXT
    if id == "side":
        return ["side_of", value], SIDE
    if id == "holder":
        holders = [
            k
            for k, info in symbols.kinds.items()
            if info.holds and (symbols.is_a(kind, info.holds) or symbols.is_a(info.holds, kind))
        ]
        return (["holder", value], opt(f"piece:{holders[0]}")) if holders else None
    marker = symbols.names.get(id)
    if (
        marker is not None
        and marker.kind == "marker"
        and (symbols.lies_on(id, kind) or symbols.is_a(str(marker.data["on"]), kind))
    ):
        return _marker(value, id, marker.data)
    for home in symbols.faces.get(id, ()):
        if symbols.lies_on(home, kind) or symbols.is_a(symbols.names[home].data["on"], kind):
            return ["is_face", home, id, value], YES_NO
    return None


def _marker(value: Json, id: str, data: dict[str, Any]) -> Typed:
    if data["places"]:
        return ["marker_places", id, value], ("set", f"place:{data['places']}")
    if data["faces"]:
        return ["face", id, value], opt(f"enum:{id}")
    if data["countdown"]:
        return ["countdown", id, value], NUMBER
    return ["marked", id, value], YES_NO


def _attribute_of_either(value: Json, options: tuple[Type, ...], id: str, scope: Scope) -> Typed | None:
    """Of `hex or ship`: `at` of a place is the place itself; other attributes need a piece."""
    for type in options:
        if starts(type, "piece:"):
            found = attribute_of(value, type, id, scope)
            if found is None:
                continue
            if id == "at":
                return ["cond", [[["is_kind", str(type)[6:], value], found[0]]], value], found[1]
            return ["cond", [[["is_kind", str(type)[6:], value], found[0]]], None], opt(found[1])
    for type in options:
        if starts(type, "place:"):
            return attribute_of(value, type, id, scope)
    return None


def dot(node: ExprNode, scope: Scope, expect: Type | None) -> Typed:
    owner, id = node.args
    symbols = scope.symbols
    if owner.op == "name" and owner.args[0] not in scope.visible:
        symbol = symbols.names.get(owner.args[0])
        if symbol is not None and symbol.kind == "track" and id in symbol.data["boxes"]:
            return ["box", symbol.id, id], symbol.data["boxes"][id]
        if symbol is not None and symbol.kind == "map":
            if id == "centre":
                return ["centre", symbol.id], f"place:{symbol.id}"
            symbols.problems.add(
                errors.no_attribute(id, node.at, f"the map `{symbol.id}`", ["centre", "edge"])
            )
            return None, ANY
        if symbol is not None and symbol.kind == "track" and symbol.data["boxes"]:
            value, type = ex.expression(owner, scope)
            return access(value, type, id, node.at, scope, names.show(owner), symbol.data["boxes"])
    value, type = ex.expression(owner, scope)
    return access(value, type, id, node.at, scope, names.show(owner))


def access(
    value: Json, type: Type, id: str, at: Span, scope: Scope, text: str, columns: Iterable[str] = ()
) -> Typed:
    """`value.id`; tells RW0206 if there is no such attribute. `columns`: those of the track that it is the value of."""
    if type == ANY:
        return None, ANY
    found = None if is_many(type) else attribute_of(value, bare(type), id, scope)
    if found is not None:
        return found
    symbol = scope.symbols.names.get(id)
    if symbol is not None and symbol.kind == "define":
        params, returns = lazily.signature(id, at, scope)
        if len(params) == 1 and scope.symbols.fits(bare(type), params[0][1]):
            return ["call", id, value], returns
    if is_many(type):
        each = attribute_of(["local", "it"], member(type), id, scope)
        help = f"write `{id} of {text}` for the {id} of each" if each is not None else ""
        scope.symbols.problems.add(errors.not_a_value(at, f"`{text}` is {words(type)}, so `.{id}`", help))
        return None, ANY
    candidates: list[str] = [*columns]
    for one in alternatives(type):
        if starts(one, "piece:"):
            candidates.extend(scope.symbols.attributes_of(str(one)[6:]))
            candidates.extend(m for m, s in scope.symbols.names.items() if s.kind == "marker")
        elif starts(one, "place:"):
            candidates.extend(scope.symbols.maps[str(one)[6:]].attributes)
    owner = f"the track `{text}`" if columns else words(type)
    scope.symbols.problems.add(errors.no_attribute(id, at, owner, candidates))
    return None, ANY


def of(node: ExprNode, scope: Scope, expect: Type | None) -> Typed:
    """`ships of german` · `er of crew(u)` · `enemy of player` · `intel of f`."""
    id, inner = node.args
    symbols = scope.symbols
    if id == "enemy":
        return enemy(ex.of_type(inner, scope, SIDE, "after `enemy of`"), node.at, scope)
    plural = symbols.plurals.get(id)
    value, type = ex.expression(inner, scope)
    if type == ANY:
        return None, ANY
    if plural is not None and plural[0] == "kind":
        if bare(type) != SIDE:
            symbols.problems.add(errors.wrong_type(inner.at, "a side", words(type), f"after `{id} of`"))
        return ["of_side", ["all", plural[1]], value], ("set", f"piece:{plural[1]}")
    if id == "held":
        return held(value, type, inner.at, scope)
    if not is_many(type):
        return access(value, type, id, node.at, scope, names.show(inner))
    local = scope.candidate(member(type)).local
    found = access(["local", local], member(type), id, node.at, scope, names.show(inner))
    scope.candidates.pop()
    mapped: Json = ["map", value, local, found[0]]
    if is_many(found[1]) or (
        isinstance(bare(found[1]), tuple)
        and bare(found[1])[0] == "any"
        and any(starts(t, "path:") for t in alternatives(found[1]))
    ):
        inner_type = (
            member(found[1])
            if is_many(found[1])
            else next("place:" + str(t)[5:] for t in alternatives(found[1]) if starts(t, "path:"))
        )
        return ["flat", mapped], ("list", inner_type)
    return mapped, ("list", found[1])


def held(value: Json, type: Type, at: Span, scope: Scope) -> Typed:
    symbols = scope.symbols
    kind = str(bare(type))[6:] if starts(bare(type), "piece:") else ""
    found = kind
    while found in symbols.kinds and not symbols.kinds[found].holds:
        found = symbols.kinds[found].parent
    if found not in symbols.kinds:
        below = [k for k, info in symbols.kinds.items() if info.holds and kind and symbols.is_a(k, kind)]
        if not below:
            symbols.problems.add(
                errors.wrong_type(at, "a piece that holds others", words(type), "after `held`")
            )
            return None, ANY
        found = below[0]
    return ["held", value], ("set", f"piece:{symbols.kinds[found].holds}")


def enemy(side: Json, at: Span, scope: Scope) -> Typed:
    if len(scope.symbols.sides) != 2:
        scope.symbols.problems.add(errors.needs_feature(at, "`enemy` needs a game of exactly two sides"))
    return ["enemy", side], SIDE
