"""The members of a set: which of them, whether there is one, and where a condition about them ends."""

from __future__ import annotations

from rulewright.compiler.model import Json
from rulewright.compiler.parse.nodes import ExprNode
from rulewright.compiler.resolve import errors
from rulewright.compiler.resolve import expression as ex
from rulewright.compiler.resolve.scope import Scope
from rulewright.compiler.resolve.types import (
    ANY,
    YES_NO,
    Type,
    bare,
    member,
    starts,
    words,
)

Typed = tuple[Json, Type]


def logic(node: ExprNode, scope: Scope, expect: Type | None) -> Typed:
    parts: list[Json] = []
    for side in node.args:
        value = ex.condition(side, scope, f"beside `{node.op}`")
        if scope.candidates and side is node.args[1] and not _mentions(value, scope.candidates[-1].local):
            scope.aside.add(id(side))
        if isinstance(value, list) and value and value[0] == node.op:
            parts.extend(value[1:])
        else:
            parts.append(value)
    return [node.op, *parts], YES_NO


def where(node: ExprNode, scope: Scope, expect: Type | None) -> Typed:
    if scope.candidates:
        scope.symbols.problems.add(errors.nested_where(node.at))
    value, given = ex.many(node.args[0], scope, None, "before `where`")
    candidate = scope.candidate(member(given))
    asked = ex.condition(node.args[1], scope, "after `where`")
    scope.candidates.pop()
    kept: Type = ("set", member(given)) if starts(given, "path:") else given
    return ["where", value, candidate.local, asked], kept


def _mentions(value: Json, local: str) -> bool:
    """Does a value read that name anywhere?"""
    if not isinstance(value, list):
        return False
    return bool(value == ["local", local]) or any(_mentions(part, local) for part in value)


def ends_in_doubt(word: str, asked: ExprNode, scope: Scope) -> None:
    """Warn (RW0236) if the end of a condition says nothing of the candidate: it may be meant to stand outside."""
    while asked.op in ("and", "or") and not in_parentheses(asked):
        last = asked.args[1]
        if id(last) in scope.aside:
            scope.symbols.problems.add(errors.swallowed(last.at, word, asked.op, ex.show(last)))
            return
        asked = last


def in_parentheses(node: ExprNode) -> bool:
    """Does the place of a node with two sides begin before its left side?"""
    return bool(node.at[1:3] < node.args[0].at[1:3])


def some(node: ExprNode, scope: Scope, expect: Type | None) -> Typed:
    value, _ = ex.many(node.args[0], scope, None, "after `some`" if node.op == "some" else "after `no`")
    if node.args[0].op == "where":
        ends_in_doubt("where", node.args[0].args[1], scope)
    if isinstance(value, list) and value and value[0] == "where":
        found: Json = ["some", *value[1:]]
    else:
        found = ["not", ["is_empty", value]]
    if node.op == "some":
        return found, YES_NO
    return (found[1] if found[0] == "not" else ["not", found]), YES_NO


def every(node: ExprNode, scope: Scope, expect: Type | None) -> Typed:
    value, given = ex.many(node.args[0], scope, None, "after `every`")
    candidate = scope.candidate(member(given))
    asked = ex.condition(node.args[1], scope, "after `has`")
    scope.candidates.pop()
    ends_in_doubt("has", node.args[1], scope)
    return ["every", value, candidate.local, asked], YES_NO


def at(node: ExprNode, scope: Scope, expect: Type | None) -> Typed:
    value, given = ex.many(node.args[0], scope, None, "before `at`")
    place, place_type = ex.expression(node.args[1], scope)
    for one in (
        bare(place_type)[1:]
        if isinstance(bare(place_type), tuple) and bare(place_type)[0] == "any"
        else (bare(place_type),)
    ):
        if (
            not starts(one, "place:")
            and one != ANY
            and not starts(one, "piece:")
            and not starts(one, "path:")
        ):
            scope.symbols.problems.add(
                errors.wrong_type(node.args[1].at, "a place", words(place_type), "after `at`")
            )
            break
    if isinstance(value, list) and value and value[0] == "all":
        return ["units_at", value[1], None, place], given
    if isinstance(value, list) and value and value[0] == "of_side" and value[1][0] == "all":
        return ["units_at", value[1][1], value[2], place], given
    return ["at", value, place], given
