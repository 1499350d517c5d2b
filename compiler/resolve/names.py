"""What a bare name means; `attributes` says it of `x.y` and `y of x`.

A name is looked for, in this order: names bound in the block, attributes and markers of the candidate
of `where`, what the place expects (a value of that enum, a place of that map, a side), declarations, then
sides, enum values and places wherever they are unique. Two meanings at one step are an error.
"""

from __future__ import annotations

from rulewright.compiler.model import Json
from rulewright.compiler.parse.nodes import ExprNode
from rulewright.compiler.resolve import attributes, errors, lazily
from rulewright.compiler.resolve import expression as ex
from rulewright.compiler.resolve.scope import Scope
from rulewright.compiler.resolve.types import (
    ANY,
    NONE,
    SIDE,
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

LITERALS: dict[str, Typed] = {"yes": (True, YES_NO), "no": (False, YES_NO), "none": (None, NONE)}


def name(node: ExprNode, scope: Scope, expect: Type | None) -> Typed:
    id: str = node.args[0]
    if id in LITERALS:
        return LITERALS[id]
    symbols = scope.symbols
    if id == "it":
        if scope.candidates:
            return ["local", scope.candidates[-1].local], scope.candidates[-1].type
        symbols.problems.add(
            errors.needs_feature(
                node.at,
                "`it` stands for nothing here",
                "`it` is the candidate of `where`, `some`, `every`, `by`",
            )
        )
        return None, ANY
    bound = scope.visible.get(id)
    candidate = scope.candidates[-1] if scope.candidates else None
    if candidate is not None:
        owned = attributes.attribute_of(["local", candidate.local], candidate.type, id, scope)
        if owned is not None and bound is not None:
            symbols.problems.add(
                errors.ambiguous(
                    id,
                    node.at,
                    ["a name of this block", "an attribute of the candidate (write `it." + id + "`)"],
                )
            )
        if owned is not None:
            return owned
    if bound is not None:
        return ["local", bound[0]], bound[1]
    if expect is not None:
        found = _expected(id, scope, expect)
        if found is not None:
            return found
    found = _declared(id, node.at, scope)
    if found is not None:
        return found
    found = _value(id, node.at, scope)
    if found is not None:
        return found
    if id == scope.coming:
        why = f"`{id}` is known in the block below only"
        symbols.problems.add(
            errors.needs_feature(node.at, why, "after `where` and `by` the candidate is called `it`")
        )
    else:
        symbols.problems.add(errors.unknown_name(id, node.at, known_names(scope)))
    return None, ANY


def known_names(scope: Scope) -> list[str]:
    symbols = scope.symbols
    found = [*scope.visible, *symbols.names, *symbols.plurals, *symbols.sides, *symbols.value_homes]
    if scope.candidates:
        for type in alternatives(scope.candidates[-1].type):
            if starts(type, "piece:"):
                found.extend(symbols.attributes_of(str(type)[6:]))
    return found


def _expected(id: str, scope: Scope, expect: Type) -> Typed | None:
    symbols = scope.symbols
    wanted = member(expect) if is_many(expect) else bare(expect)
    for type in alternatives(wanted):
        if starts(type, "enum:") and id in symbols.enums.get(str(type)[5:], ()):
            return ["value", str(type)[5:], id], type
        if starts(type, "place:") and id in symbols.maps[str(type)[6:]].places:
            return ["place", str(type)[6:], id], type
        if type == SIDE and id in symbols.sides:
            return ["side", id], SIDE
    return None


def _declared(id: str, at: Span, scope: Scope) -> Typed | None:
    symbols = scope.symbols
    if id == "ending" and "ending" in symbols.enums:
        return ["ending"], opt("enum:ending")
    symbol = symbols.names.get(id)
    if symbol is not None:
        if symbol.kind == "unit":
            return ["unit", id], f"piece:{symbol.data}"
        if symbol.kind == "track":
            return ["track", id], symbol.type or ANY
        if symbol.kind == "option":
            return ["option", id], YES_NO
        if symbol.kind == "define":
            params, returns = lazily.signature(id, at, scope)
            if not params:
                return ["call", id], returns
            if scope.candidates and len(params) == 1:
                candidate = scope.candidates[-1]
                if symbols.fits(candidate.type, params[0][1]):
                    return ["call", id, ["local", candidate.local]], returns
            symbols.problems.add(
                errors.argument_count(
                    id, at, f"{len(params)} value{'s' if len(params) > 1 else ''} in parentheses", 0
                )
            )
            return None, returns
        if symbol.kind == "cup" and symbol.type is None:
            return ["drawn", id], ("list", symbol.data)
    if id in symbols.regions:
        return ["region", symbols.regions[id], id], ("set", f"place:{symbols.regions[id]}")
    if id in symbols.plurals:
        kind, what = symbols.plurals[id]
        if kind == "kind":
            return ["all", what], ("set", f"piece:{what}")
        if kind == "enum":
            return ["values", what], ("set", f"enum:{what}")
        if kind == "place":
            return ["places", what], ("set", f"place:{what}")
        if kind == "side":
            return ["sides"], ("set", SIDE)
    if symbol is not None and symbol.kind not in ("enum",):
        symbols.problems.add(errors.not_a_value(at, f"the {symbol.kind} `{id}`"))
        return None, ANY
    return None


def _value(id: str, at: Span, scope: Scope) -> Typed | None:
    """A side, a value of an enum or a place, where the name alone says which."""
    symbols = scope.symbols
    found: list[Typed] = []
    if id in symbols.sides:
        found.append((["side", id], SIDE))
    found.extend((["value", home, id], f"enum:{home}") for home in symbols.value_homes.get(id, ()))
    if id in symbols.place_homes:
        home = symbols.place_homes[id]
        found.append((["place", home, id], f"place:{home}"))
    if len(found) > 1:
        symbols.problems.add(errors.ambiguous(id, at, [words(type) for _, type in found]))
    return found[0] if found else None


def is_value_name(node: ExprNode, scope: Scope) -> bool:
    """Is this a bare name that only what it is compared with can explain?"""
    if node.op == "group":
        return all(is_value_name(part, scope) for part in node.args)
    if node.op != "name" or node.args[0] in LITERALS or node.args[0] == "it":
        return False
    id = node.args[0]
    symbols = scope.symbols
    if id in scope.visible or id in symbols.names or id in symbols.regions or id in symbols.plurals:
        return False
    if (
        scope.candidates
        and attributes.attribute_of(["local", "it"], scope.candidates[-1].type, id, scope) is not None
    ):
        return False
    return id in symbols.value_homes or id in symbols.sides or id in symbols.place_homes


def plural_of(node: ExprNode, scope: Scope) -> tuple[str, str] | None:
    """`ships` → ("kind", "ship"), `paths` → ("path", "")."""
    if node.op != "name" or node.args[0] in scope.visible:
        return None
    return scope.symbols.plurals.get(node.args[0])


# ---------------------------------------------------------------- places


def place_range(node: ExprNode, scope: Scope) -> tuple[str, list[str]] | None:
    """`C18..C25`: places of one row, both ends included; None if this is no range of places."""
    lo, hi = node.args
    if lo is None or hi is None or lo.op != "name" or hi.op != "name":
        return None
    symbols = scope.symbols
    home = symbols.place_homes.get(lo.args[0])
    if home is None or symbols.place_homes.get(hi.args[0]) != home:
        return None
    info = symbols.maps[home]
    first, last = info.places[lo.args[0]], info.places[hi.args[0]]
    if first is None or last is None or first[1] != last[1] or first[0] > last[0]:
        symbols.problems.add(
            errors.not_a_value(
                node.at, f"`{show(node)}`", "a range of places runs along one row, from left to right"
            )
        )
        return home, []
    return home, [place for column, place in info.row(first[1]) if first[0] <= column <= last[0]]


def listed_range(node: ExprNode, scope: Scope, expect: Type | None) -> tuple[list[Json], Type]:
    """The members of a range inside a group."""
    places = place_range(node, scope)
    if places is not None:
        return [["place", places[0], place] for place in places[1]], f"place:{places[0]}"
    value, type = ex.expression(node, scope, ("set", expect) if expect is not None else None)
    return [["spread", value]], member(type)


def pair_place(node: ExprNode, scope: Scope, expect: Type | None) -> Typed | None:
    """`(15, -9)` is a place and `(15, -9..-1)` a row of them, where a map has such coordinates."""
    axial = [info for info in scope.symbols.maps.values() if info.grid == "axial"]
    if not axial or len(node.args) != 2:
        return None
    first, second = (constant(part) for part in node.args)
    if first is None:
        return None
    info = axial[0]
    if second is not None:
        id = f"{first},{second}"
        if id not in info.places:
            scope.symbols.problems.add(errors.off_the_map(id, node.at, info.id, f"{len(info.places)} hexes"))
        return ["place", info.id, id], f"place:{info.id}"
    if node.args[1].op == "range":
        lo, hi = (constant(end) if end is not None else None for end in node.args[1].args)
        if lo is not None and hi is not None:
            ids = [f"{first},{r}" for r in range(lo, hi + 1)]
            missing = [id for id in ids if id not in info.places]
            if missing:
                scope.symbols.problems.add(
                    errors.off_the_map(missing[0], node.at, info.id, f"{len(info.places)} hexes")
                )
            return ["list", *(["place", info.id, id] for id in ids if id in info.places)], (
                "list",
                f"place:{info.id}",
            )
    return None


def constant(node: ExprNode) -> int | None:
    if node.op == "number" and isinstance(node.args[0], int):
        return node.args[0]
    if node.op in ("neg", "pos"):
        inner = constant(node.args[0])
        return None if inner is None else -inner if node.op == "neg" else inner
    return None


# ---------------------------------------------------------------- text

_BINARY = {"and", "or", "=", "!=", "<", "<=", ">", ">=", "in", "+", "-", "*", "/", "at", "where"}


def show(node: ExprNode) -> str:
    """The expression as a designer would write it."""
    op, args = node.op, node.args
    if op in _BINARY:
        return f"{show(args[0])} {op} {show(args[1])}"
    if op == "not_in":
        return f"{show(args[0])} not in {show(args[1])}"
    if op in ("name", "number"):
        return str(args[0])
    if op == "dot":
        return f"{show(args[0])}.{args[1]}"
    if op == "of":
        return f"{args[0]} of {show(args[1])}"
    if op == "call":
        return f"{args[0]}({', '.join(show(arg) for arg in args[1:])})"
    if op == "dotcall":
        return f"{show(args[0])}.{args[1]}({', '.join(show(arg) for arg in args[2:])})"
    if op == "text":
        return '"' + "".join(part if isinstance(part, str) else "{" + show(part) + "}" for part in args) + '"'
    if op == "range":
        return "..".join("" if end is None else show(end) for end in args)
    if op == "group":
        return f"({', '.join(show(part) for part in args)})"
    if op in ("not", "some", "pending"):
        return f"{op} {show(args[0])}"
    if op == "none_of":
        return f"no {show(args[0])}"
    if op == "every":
        return f"every {show(args[0])} has {show(args[1])}"
    if op in ("neg", "pos"):
        return ("-" if op == "neg" else "+") + show(args[0])
    if op == "dice":
        return f"{args[0] if args[0] != 1 else ''}{args[1]}"
    if op == "quantity":
        return f"{args[0]} {args[1]}"
    if op == "cases":
        return ", ".join(
            f"{'otherwise' if asked is None else show(asked)} -> {show(value)}" for asked, value in args
        )
    return ""
