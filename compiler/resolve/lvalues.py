"""What can be changed, and the keys that rows and arms are found by."""

from __future__ import annotations

from rulewright.compiler.model import Json
from rulewright.compiler.parse.nodes import ExprNode
from rulewright.compiler.resolve import errors
from rulewright.compiler.resolve import expression as ex
from rulewright.compiler.resolve.scope import Scope
from rulewright.compiler.resolve.types import (
    ANY,
    NUMBER,
    Type,
    alternatives,
    bare,
    is_many,
    member,
    starts,
    words,
)


def target(node: ExprNode, scope: Scope) -> tuple[Json, Type]:
    """A place to write to, and the type of what it holds; RW0216 if it cannot be written."""
    if node.op == "of":
        return _each(node, scope)
    value, type = ex.expression(node, scope)
    if type == ANY and value is None:
        return ["local", "it"], ANY
    if isinstance(value, list) and value:
        if value[0] in ("local", "track", "track_at", "countdown"):
            return value, type
        if value[0] in ("attr", "attr_at"):
            if _is_printed(value[1], scope):
                scope.symbols.problems.add(
                    errors.not_settable(
                        node.at,
                        f"`{ex.show(node)}` is printed and",
                        "declare it `public` or `hidden`, or keep the change in an attribute of its own",
                    )
                )
            return value, type
        if value[0] in ("face", "marked", "is_face"):
            scope.symbols.problems.add(
                errors.not_settable(
                    node.at, f"the marker `{ex.show(node)}`", "write `mark … with …` or `remove … from …`"
                )
            )
            return ["local", "it"], ANY
    scope.symbols.problems.add(errors.not_settable(node.at, f"`{ex.show(node)}`"))
    return ["local", "it"], ANY


def _each(node: ExprNode, scope: Scope) -> tuple[Json, Type]:
    """`(zone of fighters)`: the same attribute of every member."""
    id, inner = node.args
    value, type = ex.expression(inner, scope)
    if not is_many(type):
        return target(ExprNode("dot", (inner, id), node.at), scope)
    candidate = scope.candidate(member(type))
    place, held = target(ExprNode("dot", (ExprNode("name", ("it",), node.at), id), node.at), scope)
    scope.candidates.pop()
    return ["each", value, candidate.local, place], held


def _is_printed(attribute: str, scope: Scope) -> bool:
    kind, _, name = attribute.partition(".")
    found = scope.symbols.kinds[kind].attributes.get(name)
    return found is not None and found.visibility == "printed"


def keys(node: ExprNode, scope: Scope, type: Type) -> list[Json]:
    """The alternatives of one key cell: `1..3`, `II or II_star`, `none`, `otherwise`."""
    if node.op == "or":
        return [key for part in node.args for key in keys(part, scope, type)]
    if node.op == "name" and node.args[0] == "otherwise":
        return [{"otherwise": True}]
    if node.op == "blank":
        scope.symbols.problems.add(
            errors.not_a_value(node.at, "an empty key", "write what this row is for, or `otherwise`")
        )
        return [{"otherwise": True}]
    wanted = bare(type)
    if node.op == "range":
        ends: list[Json] = []
        for end in node.args:
            if end is None:
                ends.append(None)
                continue
            value, given = ex.expression(end, scope, wanted)
            if wanted != ANY and given != ANY and not scope.symbols.fits(bare(given), wanted):
                scope.symbols.problems.add(errors.wrong_type(end.at, words(wanted), words(given), "as a key"))
            ends.append(
                value[2] if isinstance(value, list) and value and value[0] == "value" else _whole(value)
            )
        if wanted not in (NUMBER, ANY) and not starts(wanted, "enum:"):
            scope.symbols.problems.add(errors.wrong_type(node.at, words(type), "a range", "as a key"))
        return [{"from": ends[0], "to": ends[1]}]
    value, given = ex.expression(node, scope, wanted)
    fits = any(scope.symbols.fits(bare(given), one) for one in (wanted, *alternatives(type)))
    if given not in (ANY, "none") and wanted != ANY and not fits:
        scope.symbols.problems.add(errors.wrong_type(node.at, words(type), words(given), "as a key"))
    return [{"is": value}]


def _whole(value: Json) -> Json:
    """-3 is written ["neg", 3] nowhere in keys: constants only."""
    return value if isinstance(value, int) else None
