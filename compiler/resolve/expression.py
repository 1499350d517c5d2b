"""Expressions: names become things, and every operation gets the types it works on."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rulewright.compiler.model import Json
from rulewright.compiler.parse.nodes import ExprNode
from rulewright.compiler.resolve import attributes, candidates, comparing, errors, functions, joining, names
from rulewright.compiler.resolve.scope import Scope
from rulewright.compiler.resolve.types import (
    ANY,
    NONE,
    NUMBER,
    TEXT,
    YES_NO,
    Type,
    as_json,
    bare,
    is_many,
    is_opt,
    starts,
    words,
)
from rulewright.compiler.source import Span

Typed = tuple[Json, Type]

COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")


def expression(node: ExprNode, scope: Scope, expect: Type | None = None) -> Typed:
    """Translate `node`. `expect` helps to choose between meanings of a name; it is not enforced."""
    handler = HANDLERS.get(node.op)
    if handler is None:
        scope.symbols.problems.add(errors.not_a_value(node.at, f"`{show(node)}`"))
        return None, ANY
    return handler(node, scope, expect)  # type: ignore[no-any-return]


def of_type(node: ExprNode, scope: Scope, wanted: Type, where: str = "", *, single: bool = False) -> Json:
    """Translate `node`, which must be of type `wanted`; `single` lets one thing stand for a set of it."""
    value, given = expression(node, scope, wanted)
    return fitted(value, given, wanted, node.at, scope, where, single=single)


def fitted(
    value: Json, given: Type, wanted: Type, at: Span, scope: Scope, where: str = "", *, single: bool = False
) -> Json:
    """`value` as a `wanted`, or a problem (RW0204)."""
    if wanted == YES_NO:
        return condition_of(value, given, at, scope, where)
    target = bare(wanted)
    is_set = isinstance(target, tuple) and target[0] in ("set", "list")
    if is_set and given == NONE and not is_opt(wanted):
        return [target[0]]
    if is_set and single and not is_many(given) and scope.symbols.fits(given, target[1]):
        return [target[0], value]
    if not scope.symbols.fits(given, wanted):
        scope.symbols.problems.add(errors.wrong_type(at, words(wanted), words(given), where))
        return value
    if is_set and target[0] == "set" and not (isinstance(bare(given), tuple) and bare(given)[0] == "set"):
        return ["union", ["set"], value] if given not in (ANY, NONE) else value
    return value


def condition(node: ExprNode, scope: Scope, where: str = "") -> Json:
    """Translate a yes-or-no question; a marker, a face or something that may be none is one, too."""
    value, given = expression(node, scope, YES_NO)
    return condition_of(value, given, node.at, scope, where)


def condition_of(value: Json, given: Type, at: Span, scope: Scope, where: str = "") -> Json:
    if given in (YES_NO, ANY):
        return value
    if isinstance(value, list) and value and value[0] in ("face", "countdown"):
        return ["marked", *value[1:]]
    if is_opt(given):
        return ["=", value, True] if bare(given) == YES_NO else ["!=", value, None]
    scope.symbols.problems.add(errors.wrong_type(at, "yes or no", words(given), where))
    return value


def number(node: ExprNode, scope: Scope, where: str = "") -> Json:
    value, given = expression(node, scope, NUMBER)
    if bare(given) not in (NUMBER, ANY):
        scope.symbols.problems.add(errors.wrong_type(node.at, "a number", words(given), where))
    return value


def many(node: ExprNode, scope: Scope, expect: Type | None = None, where: str = "") -> Typed:
    """Translate something that can be walked: a set, a list or a path."""
    value, given = expression(node, scope, ("set", expect) if expect is not None else None)
    if given == NONE:
        return ["set"], ("set", expect or ANY)
    if (
        isinstance(bare(given), tuple)
        and bare(given)[0] == "any"
        and any(starts(t, "path:") for t in bare(given)[1:])
    ):
        path = next(t for t in bare(given)[1:] if starts(t, "path:"))
        return value, path
    if not is_many(given) and given != ANY:
        scope.symbols.problems.add(errors.wrong_type(node.at, "a set", words(given), where))
        return ["set", value], ("set", given)
    return value, bare(given)


def text(node: ExprNode, scope: Scope) -> Json:
    """A template: a list of strings and typed values."""
    parts: list[Json] = []
    for part in node.args:
        if isinstance(part, str):
            parts.append(part)
        else:
            value, given = expression(part, scope)
            parts.append({"value": value, "type": as_json(given)})
    return parts


# ---------------------------------------------------------------- one function per operation


def _number(node: ExprNode, scope: Scope, expect: Type | None) -> Typed:
    value = node.args[0]
    if isinstance(value, Fraction):
        return (
            ["frac", value.numerator, value.denominator] if value.denominator != 1 else int(value)
        ), NUMBER
    return value, NUMBER


def _text(node: ExprNode, scope: Scope, expect: Type | None) -> Typed:
    return ["text", "".join(part for part in node.args if isinstance(part, str))], TEXT


def _not(node: ExprNode, scope: Scope, expect: Type | None) -> Typed:
    return ["not", condition(node.args[0], scope, "after `not`")], YES_NO


def _negative(node: ExprNode, scope: Scope, expect: Type | None) -> Typed:
    value = number(node.args[0], scope, f"after `{'-' if node.op == 'neg' else '+'}`")
    if node.op == "pos":
        return value, NUMBER
    return (-value if isinstance(value, int) and not isinstance(value, bool) else ["neg", value]), NUMBER


def _pending(node: ExprNode, scope: Scope, expect: Type | None) -> Typed:
    value, given = expression(node.args[0], scope, expect)
    return ["pending", value], given


def show(node: ExprNode) -> str:
    """The expression as text, for messages and for the artifact's `text` fields."""
    return names.show(node)


HANDLERS: dict[str, Any] = {
    "number": _number,
    "text": _text,
    "name": names.name,
    "dot": attributes.dot,
    "of": attributes.of,
    "call": functions.call,
    "dotcall": functions.dotcall,
    "at": candidates.at,
    "where": candidates.where,
    "some": candidates.some,
    "none_of": candidates.some,
    "every": candidates.every,
    "and": candidates.logic,
    "or": candidates.logic,
    "not": _not,
    "neg": _negative,
    "pos": _negative,
    "pending": _pending,
    "in": comparing.inside,
    "not_in": comparing.inside,
    "+": joining.arithmetic,
    "-": joining.arithmetic,
    "*": joining.arithmetic,
    "/": joining.arithmetic,
    "range": joining.range_of,
    "group": joining.group,
    "cases": joining.cases,
    **dict.fromkeys(COMPARISONS, comparing.compare),
}
