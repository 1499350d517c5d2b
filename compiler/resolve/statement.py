"""Statements: what a rule does, step by step, in the shapes of docs/artifact.md, section 4."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.compiler.model import Json
from rulewright.compiler.parse.nodes import ExprNode, Statement
from rulewright.compiler.resolve import choices, effects, errors, lvalues
from rulewright.compiler.resolve import expression as ex
from rulewright.compiler.resolve.cites import citing
from rulewright.compiler.resolve.functions import arguments
from rulewright.compiler.resolve.scope import Loop, Scope
from rulewright.compiler.resolve.tables import dice_of
from rulewright.compiler.resolve.types import (
    ANY,
    NUMBER,
    SIDE,
    Type,
    bare,
    member,
    starts,
    words,
)

Block = list[Json]


def block(body: tuple[Statement, ...], scope: Scope) -> Block:
    """Translate a block; names bound inside are gone after it."""
    outer = dict(scope.visible)
    made: Block = []
    for statement in body:
        handler = HANDLERS.get(statement.op)
        if handler is None:
            scope.symbols.problems.add(errors.misplaced_require(statement.at))
            continue
        made.extend(
            {**found, "at": list(statement.at), **citing(statement.tail)}
            for found in handler(statement, scope)
        )
    scope.visible = outer
    return made


# ---------------------------------------------------------------- names and flow


def _let(s: Statement, scope: Scope) -> Block:
    assert s.value is not None
    value, type = ex.expression(s.value, scope)
    if bare(type) in ("none",):
        scope.symbols.problems.add(
            errors.not_a_value(s.value.at, "`none` alone", "`let` takes its type from the value")
        )
    return [{"do": "let", "name": scope.bind(s.name, type, s.at), "value": value}]


def _if(s: Statement, scope: Scope) -> Block:
    cases = [
        {"when": ex.condition(asked, scope, "after `if`"), "then": block(body, scope)}
        for asked, body in s.arms
    ]
    return [{"do": "if", "cases": cases, "else": block(s.orelse or (), scope)}]


def _for(s: Statement, scope: Scope) -> Block:
    assert s.value is not None
    scope.coming = s.name
    value, type = ex.many(s.value, scope, None, "after `in`")
    outer = dict(scope.visible)
    order: list[Json] = []
    if s.by:
        candidate = scope.candidate(member(type))
        order = [_order_key(key, scope) for key in s.by]
        scope.candidates.pop()
        local = scope.bind(s.name, member(type), s.at)
        order = [_renamed(key, candidate.local, local) for key in order]
    else:
        local = scope.bind(s.name, member(type), s.at)
    scope.coming = ""
    label = scope.label()
    scope.loops.append(Loop((s.name,), label, False))
    body = block(s.body, scope)
    scope.loops.pop()
    scope.visible = outer
    return [{"do": "each", "name": local, "in": value, "by": order, "label": label, "body": body}]


def _order_key(node: ExprNode, scope: Scope) -> Json:
    value, type = ex.expression(node, scope)
    if bare(type) not in (NUMBER, "yes_no", SIDE, ANY) and not starts(bare(type), "enum:"):
        scope.symbols.problems.add(
            errors.wrong_type(node.at, "something that can be ordered", words(type), "after `by`")
        )
    return value


def _renamed(value: Json, old: str, new: str) -> Json:
    """The order key with the candidate called by the loop's own name."""
    if isinstance(value, list):
        if value == ["local", old]:
            return ["local", new]
        return [_renamed(part, old, new) for part in value]
    return value


def _repeat(s: Statement, scope: Scope) -> Block:
    times = ex.number(s.value, scope, "before `times`") if s.value is not None else None
    label = scope.label()
    scope.loops.append(Loop(("repeat",), label, True))
    body = block(s.body, scope)
    scope.loops.pop()
    return [{"do": "repeat", "times": times, "label": label, "body": body}]


def _on(s: Statement, scope: Scope) -> Block:
    assert s.value is not None
    value, type = ex.expression(s.value, scope)
    arms = []
    for names_of_arm, bind, body in s.arms:
        if bind:
            scope.symbols.problems.add(
                errors.needs_feature(
                    s.at, f"`{bind}` cannot be bound here", "only the arms of `roll` count results"
                )
            )
        keys = [key for node in names_of_arm for key in lvalues.keys(node, scope, type)]
        arms.append({"keys": keys, "body": block(body, scope)})
    return [{"do": "on", "value": value, "arms": arms}]


def _do(s: Statement, scope: Scope) -> Block:
    assert s.value is not None
    node = s.value
    symbol = scope.symbols.names.get(node.args[0]) if node.op in ("call", "name") else None
    if symbol is None or symbol.kind != "rule":
        rules = [id for id, one in scope.symbols.names.items() if one.kind == "rule"]
        scope.symbols.problems.add(errors.unknown_name(ex.show(node), node.at, rules, "rule"))
        return []
    args = arguments(symbol.id, node.args[1:], symbol.data, node, scope)
    return [{"do": "call", "rule": symbol.id, "args": args}]


def _next(s: Statement, scope: Scope) -> Block:
    for loop in reversed(scope.loops):
        if s.name in loop.names:
            return [{"do": "next", "label": loop.label}]
    if s.name in scope.returns:
        return [{"do": "return"}]
    scope.symbols.problems.add(
        errors.unknown_target(
            "next", s.name, s.at, [n for loop in scope.loops for n in loop.names if n != "repeat"]
        )
    )
    return []


def _end(s: Statement, scope: Scope) -> Block:
    for loop in reversed(scope.loops):
        if s.name in loop.names:
            return [{"do": "leave", "label": loop.label}]
    if s.name in scope.returns or s.name == "rule":
        return [{"do": "return"}]
    possible = [*(n for loop in scope.loops for n in loop.names), *scope.returns]
    scope.symbols.problems.add(errors.unknown_target("end", s.name, s.at, dict.fromkeys(possible)))
    return []


def _end_game(s: Statement, scope: Scope) -> Block:
    endings = scope.symbols.enums.get("ending")
    if endings is not None and s.name not in endings:
        scope.symbols.problems.add(errors.unknown_name(s.name, s.at, endings, "ending"))
    elif endings is None:
        scope.symbols.problems.add(
            errors.needs_feature(s.at, "the ruleset declares no endings", f"add `enum ending: {s.name}`")
        )
    return [{"do": "end_game", "as": s.name}]


# ---------------------------------------------------------------- chance


def _seen_by(s: Statement, scope: Scope) -> Json:
    return ex.of_type(s.seen_by, scope, SIDE, "after `seen by`") if s.seen_by is not None else None


def _roll(s: Statement, scope: Scope) -> Block:
    node = s.value
    assert node is not None
    is_die = node.op == "name" and node.args[0] in scope.symbols.dice
    if is_die or node.op == "dice" or (node.op == "call" and node.args[0] in ("lowest", "highest")):
        dice = dice_of(node, scope)
        name = scope.bind(s.name, NUMBER, s.at, again=True) if s.name else None
        return [{"do": "roll_dice", "dice": dice, "as": name, "seen_by": _seen_by(s, scope)}]
    symbol = scope.symbols.names.get(node.args[0]) if node.op in ("call", "name") else None
    if symbol is None or symbol.kind != "table":
        tables = [id for id, one in scope.symbols.names.items() if one.kind == "table"]
        scope.symbols.problems.add(errors.unknown_name(ex.show(node), node.at, tables, "table"))
        return []
    args = arguments(symbol.id, node.args[1:], symbol.data["params"], node, scope)
    seen_by = _seen_by(s, scope)
    type: Type = NUMBER if symbol.data["numeric"] else f"outcome:{symbol.id}"
    name = scope.bind(s.name, type, s.at, again=True) if s.name else None
    arms = []
    for names_of_arm, bind, body in s.arms:
        plain = [n.args[0] if isinstance(n, ExprNode) else n for n in names_of_arm]
        for outcome in plain:
            if outcome not in symbol.data["outcomes"]:
                scope.symbols.problems.add(
                    errors.unknown_arm(str(outcome), s.at, symbol.id, symbol.data["outcomes"]), spoils=False
                )
        outer = dict(scope.visible)
        local = scope.bind(bind, NUMBER, s.at) if bind else None
        arms.append({"names": plain, "bind": local, "body": block(body, scope)})
        scope.visible = outer
    return [{"do": "roll", "table": symbol.id, "args": args, "as": name, "arms": arms, "seen_by": seen_by}]


def _draw(s: Statement, scope: Scope) -> Block:
    node = s.value
    assert node is not None
    symbol = (
        scope.symbols.names.get(node.args[0])
        if node.op == "name" and node.args[0] not in scope.visible
        else None
    )
    if symbol is not None and symbol.kind == "cup":
        name = scope.bind(s.name, symbol.data, s.at, again=True)
        return [{"do": "draw", "cup": symbol.id, "as": name, "seen_by": _seen_by(s, scope)}]
    value, type = ex.many(node, scope, None, "after `from`")
    name = scope.bind(s.name, member(type), s.at, again=True)
    return [{"do": "draw", "from": value, "as": name, "seen_by": _seen_by(s, scope)}]


# ---------------------------------------------------------------- both sides at once


def _together(s: Statement, scope: Scope) -> Block:
    outer, returns, loops = dict(scope.visible), scope.returns, scope.loops
    name = scope.bind(s.name, SIDE, s.at)
    scope.returns, scope.loops = (*returns, s.name), []
    body = block(s.body, scope)
    scope.visible, scope.returns, scope.loops = outer, returns, loops
    return [{"do": "together", "name": name, "body": body}]


def _window(s: Statement, scope: Scope) -> Block:
    return [{"do": "window", "body": block(s.body, scope)}]


HANDLERS: dict[str, Callable[[Statement, Scope], Block]] = {
    "let": _let,
    "if": _if,
    "for": _for,
    "repeat": _repeat,
    "on": _on,
    "do": _do,
    "next": _next,
    "end": _end,
    "end_game": _end_game,
    "roll": _roll,
    "draw": _draw,
    "together": _together,
    "window": _window,
    "set": effects.set_to,
    "add": effects.add,
    "remove": effects.remove,
    "mark": effects.mark,
    "move": effects.move,
    "reveal": effects.reveal,
    "tell": effects.tell,
    "choose": choices.choose,
    "offer": choices.offer,
    "menu": choices.menu,
    "take": choices.take,
}
