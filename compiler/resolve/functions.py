"""The built-in functions: what they take, what they give. schemas/vocabulary.json lists them for people."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.compiler.model import Json
from rulewright.compiler.parse.nodes import ExprNode
from rulewright.compiler.resolve import attributes, errors, geometry, lazily, names
from rulewright.compiler.resolve import expression as ex
from rulewright.compiler.resolve.scope import Scope
from rulewright.compiler.resolve.types import (
    ANY,
    NUMBER,
    SIDE,
    YES_NO,
    Type,
    bare,
    is_many,
    member,
    starts,
    words,
)

Typed = tuple[Json, Type]
Args = tuple[ExprNode, ...]


def call(node: ExprNode, scope: Scope, expect: Type | None) -> Typed:
    id: str = node.args[0]
    args: Args = node.args[1:]
    symbols = scope.symbols
    symbol = symbols.names.get(id)
    if symbol is not None and id not in scope.visible:
        if symbol.kind == "define":
            params, returns = lazily.signature(id, node.at, scope)
            return ["call", id, *arguments(id, args, params, node, scope)], returns
        if symbol.kind == "hook":
            return ["hook", id, *arguments(id, args, symbol.data, node, scope)], symbol.type or ANY
        if symbol.kind == "track":
            return _by_key(["track_at", id], symbol.type or ANY, args, node, scope)
        if symbol.kind == "matrix":
            return _can(id, args, node, scope)
        if symbol.kind in ("rule", "action", "table"):
            word = "do" if symbol.kind != "table" else "roll"
            symbols.problems.add(
                errors.not_a_value(
                    node.at, f"the {symbol.kind} `{id}`", f"write `{word} {id}(…)` on a line of its own"
                )
            )
            return None, ANY
    if id in scope.visible:
        local, type = scope.visible[id]
        return _by_key(["local", local], type, args, node, scope)
    function = FUNCTIONS.get(id)
    if function is None:
        attribute = (
            attributes.attribute_of(["local", "it"], scope.candidates[-1].type, id, scope)
            if scope.candidates
            else None
        )
        if attribute is not None:
            value, type = names.name(ExprNode("name", (id,), node.at), scope, None)
            return _by_key(value, type, args, node, scope)
        if len(args) == 1 and (id in symbols.plurals or symbol is not None):
            return attributes.of(ExprNode("of", (id, args[0]), node.at), scope, expect)
        symbols.problems.add(errors.unknown_name(id, node.at, [*FUNCTIONS, *symbols.names], "function"))
        return None, ANY
    least, most, resolve = function
    if not least <= len(args) <= most:
        wanted = str(least) if least == most else f"{least} or more" if most > 9 else f"{least} to {most}"
        symbols.problems.add(
            errors.argument_count(id, node.at, f"{wanted} value{'s' if wanted != '1' else ''}", len(args))
        )
        return None, ANY
    return resolve(id, args, scope, expect)


def arguments(
    id: str, args: Args, params: list[tuple[str, Type]], node: ExprNode, scope: Scope
) -> list[Json]:
    if len(args) != len(params):
        wanted = f"{len(params)} value{'s' if len(params) != 1 else ''}"
        if params:
            wanted += f" ({', '.join(name for name, _ in params)})"
        scope.symbols.problems.add(errors.argument_count(id, node.at, wanted, len(args)))
    return [
        ex.of_type(arg, scope, type, f"for `{name}`", single=True)
        for arg, (name, type) in zip(args, params, strict=False)
    ]


def dotcall(node: ExprNode, scope: Scope, expect: Type | None) -> Typed:
    """`ship.guns(bow)` · `board.edge(3)`"""
    owner, id, *args = node.args
    if (
        owner.op == "name"
        and owner.args[0] in scope.symbols.maps
        and id == "edge"
        and owner.args[0] not in scope.visible
    ):
        if len(args) != 1:
            scope.symbols.problems.add(
                errors.argument_count("edge", node.at, "1 value (a direction)", len(args))
            )
            return None, ANY
        return ["edge", owner.args[0], ex.number(args[0], scope, "for a direction")], f"place:{owner.args[0]}"
    value, type = attributes.dot(ExprNode("dot", (owner, id), node.at), scope, None)
    return _by_key(value, type, tuple(args), node, scope)


def _by_key(value: Json, type: Type, args: Args, node: ExprNode, scope: Scope) -> Typed:
    """`guns(bow)` of an attribute or track that has one value per enum value or side."""
    if type == ANY:
        return None, ANY
    if not (isinstance(type, tuple) and type[0] == "by"):
        scope.symbols.problems.add(
            errors.not_a_value(
                node.at,
                f"`{names.show(node)}`",
                "only what is declared `… by` an enum takes a value in parentheses",
            )
        )
        return None, ANY
    if len(args) != 1:
        scope.symbols.problems.add(errors.argument_count(names.show(node), node.at, "1 value", len(args)))
        return None, ANY
    key = ex.of_type(args[0], scope, type[1], "in the parentheses")
    if isinstance(value, list) and value[0] == "attr":
        return ["attr_at", value[1], value[2], key], type[2]
    if isinstance(value, list) and value[0] == "track_at":
        return [*value, key], type[2]
    return ["track_at", value[1], key] if isinstance(value, list) and value[0] == "track" else None, type[2]


def _can(id: str, args: Args, node: ExprNode, scope: Scope) -> Typed:
    """`can(unit, patrol)`: the status matrix."""
    symbol = scope.symbols.names[id]
    if len(args) != 2 or args[1].op != "name":
        scope.symbols.problems.add(
            errors.argument_count(id, node.at, "2 values, a unit and an activity", len(args))
        )
        return None, YES_NO
    unit = ex.of_type(args[0], scope, f"piece:{symbol.data['on']}", f"for `{id}`")
    activity = args[1].args[0]
    if activity not in symbol.data["activities"]:
        scope.symbols.problems.add(
            errors.unknown_name(activity, args[1].at, symbol.data["activities"], "activity")
        )
    return ["can", id, unit, activity], YES_NO


# ---------------------------------------------------------------- one function per built-in


def _count(id: str, args: Args, scope: Scope, expect: Type | None) -> Typed:
    value, _ = ex.many(args[0], scope, None, "for `count`")
    if isinstance(value, list) and value and value[0] == "where":
        return ["count_where", *value[1:]], NUMBER
    return ["count", value], NUMBER


def _length(id: str, args: Args, scope: Scope, expect: Type | None) -> Typed:
    value, _ = ex.many(args[0], scope, None, "for `length`")
    return ["length", value], NUMBER


def _sum(id: str, args: Args, scope: Scope, expect: Type | None) -> Typed:
    value, type = ex.many(args[0], scope, NUMBER, "for `sum`")
    if bare(member(type)) not in (NUMBER, ANY):
        scope.symbols.problems.add(
            errors.wrong_type(args[0].at, "a list of numbers", words(type), "for `sum`")
        )
    return ["sum", value], NUMBER


def _least(id: str, args: Args, scope: Scope, expect: Type | None) -> Typed:
    """`min(a, b)` of numbers, `min(list)` of what can be ordered."""
    if len(args) > 1:
        return [
            "least" if id == "min" else "greatest",
            *(ex.number(arg, scope, f"for `{id}`") for arg in args),
        ], NUMBER
    value, type = ex.many(args[0], scope, None, f"for `{id}`")
    inner = bare(member(type))
    if inner not in (NUMBER, ANY) and not starts(inner, "enum:"):
        scope.symbols.problems.add(
            errors.wrong_type(args[0].at, "a list of numbers", words(type), f"for `{id}`")
        )
    return [id, value], inner


def _rounding(id: str, args: Args, scope: Scope, expect: Type | None) -> Typed:
    if args[0].op == "of":
        value, type = ex.expression(args[0], scope)
        if is_many(type):
            local = scope.candidate(member(type)).local
            scope.candidates.pop()
            return ["map", value, local, [id, ["local", local]]], ("list", NUMBER)
    return [id, ex.number(args[0], scope, f"for `{id}`")], NUMBER


def _clamp(id: str, args: Args, scope: Scope, expect: Type | None) -> Typed:
    value = ex.number(args[0], scope, "for `clamp`")
    if len(args) == 2:
        if args[1].op != "range" or None in args[1].args:
            scope.symbols.problems.add(
                errors.needs_feature(args[1].at, "`clamp` needs a range", "as in `clamp(x, 1..9)`")
            )
            return None, NUMBER
        lo, hi = args[1].args
    else:
        lo, hi = args[1:]
    return ["clamp", value, ex.number(lo, scope), ex.number(hi, scope)], NUMBER


def _distinct(id: str, args: Args, scope: Scope, expect: Type | None) -> Typed:
    value, type = ex.many(args[0], scope, None, f"for `{id}`")
    inner = member(type)
    return [id, value], ("list" if id == "sorted" else "set", inner if id == "sorted" else bare(inner))


def _end(id: str, args: Args, scope: Scope, expect: Type | None) -> Typed:
    """`first(set)`, `last(path)`, and `last(turn)`: the end of a track."""
    if args[0].op == "name" and args[0].args[0] not in scope.visible:
        symbol = scope.symbols.names.get(args[0].args[0])
        if symbol is not None and symbol.kind == "track" and symbol.data["range"] is not None:
            return [f"{id}_box", symbol.id], NUMBER
    value, type = ex.many(args[0], scope, None, f"for `{id}`")
    return [id, value], member(type)


def _rows(id: str, args: Args, scope: Scope, expect: Type | None) -> Typed:
    """`rows(L..Z)`: all places of these rows of the map that has lettered rows."""
    node = args[0]
    ends = node.args if node.op == "range" else (node, node)
    letters = [end.args[0] if end is not None and end.op == "name" else "" for end in ends]
    for info in scope.symbols.maps.values():
        rows = [at[1] for place, at in info.places.items() if at is not None]
        by_name = {place.rstrip("0123456789"): at[1] for place, at in info.places.items() if at is not None}
        if rows and all(letter in by_name for letter in letters):
            lo, hi = (by_name[letter] for letter in letters)
            listed = [place for place, at in info.places.items() if at is not None and lo <= at[1] <= hi]
            return ["set", *(["place", info.id, place] for place in listed)], ("set", f"place:{info.id}")
    scope.symbols.problems.add(
        errors.not_a_value(
            node.at, f"`rows({names.show(node)})`", "rows are letters of a map, as in `rows(L..Z)`"
        )
    )
    return ["set"], ("set", ANY)


def _drawn(id: str, args: Args, scope: Scope, expect: Type | None) -> Typed:
    symbol = scope.symbols.names.get(args[0].args[0]) if args[0].op == "name" else None
    if symbol is None or symbol.kind != "cup":
        scope.symbols.problems.add(errors.needs_feature(args[0].at, "`drawn` needs the name of a cup"))
        return None, ANY
    return ["drawn", symbol.id], ("list", symbol.data)


def _told(id: str, args: Args, scope: Scope, expect: Type | None) -> Typed:
    return ["told", ex.of_type(args[0], scope, SIDE, "for `told`"), ex.expression(args[1], scope)[0]], YES_NO


def _held(id: str, args: Args, scope: Scope, expect: Type | None) -> Typed:
    value, type = ex.expression(args[0], scope)
    return attributes.held(value, type, args[0].at, scope)


def _enemy(id: str, args: Args, scope: Scope, expect: Type | None) -> Typed:
    return attributes.enemy(ex.of_type(args[0], scope, SIDE, "for `enemy`"), args[0].at, scope)


def _domain_only(id: str, args: Args, scope: Scope, expect: Type | None) -> Typed:
    scope.symbols.problems.add(
        errors.needs_feature(
            args[0].at, f"`{id}` stands only after `from`, in a choice", f"as in `red chooses x from {id}(…)`"
        )
    )
    return None, ANY


FUNCTIONS: dict[str, tuple[int, int, Callable[[str, Args, Scope, Type | None], Typed]]] = {
    "count": (1, 1, _count),
    "length": (1, 1, _length),
    "sum": (1, 1, _sum),
    "min": (1, 99, _least),
    "max": (1, 99, _least),
    "abs": (1, 1, _rounding),
    "ceil": (1, 1, _rounding),
    "floor": (1, 1, _rounding),
    "round": (1, 1, _rounding),
    "clamp": (2, 3, _clamp),
    "distinct": (1, 1, _distinct),
    "sorted": (1, 1, _distinct),
    "first": (1, 1, _end),
    "last": (1, 1, _end),
    "rows": (1, 1, _rows),
    "distance": (2, 2, geometry.distance),
    "travelled": (1, 99, geometry.travelled),
    "neighbours": (1, 2, geometry.neighbours),
    "path": (1, 99, geometry.path),
    "extended": (2, 2, geometry.extended),
    "parts": (2, 2, geometry.extended),
    "cuts": (2, 2, geometry.cuts),
    "windows": (2, 2, geometry.windows),
    "ends": (1, 1, geometry.ends),
    "ahead": (2, 2, geometry.ahead),
    "turned": (2, 2, geometry.turned),
    "bearing12": (3, 3, geometry.bearing),
    "drawn": (1, 1, _drawn),
    "told": (2, 2, _told),
    "held": (1, 1, _held),
    "enemy": (1, 1, _enemy),
    "subsets": (1, 1, _domain_only),
    "paths": (2, 3, _domain_only),
    "lists": (2, 2, _domain_only),
}
