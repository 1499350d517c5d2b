"""Worked examples: what is given, what is done, and what must come out."""

from __future__ import annotations

from typing import Any

from rulewright.compiler.model import Json
from rulewright.compiler.parse.nodes import ExprNode, Statement, Tail
from rulewright.compiler.parse.tree import ExampleNode
from rulewright.compiler.resolve import attributes, effects, errors, functions, names
from rulewright.compiler.resolve import expression as ex
from rulewright.compiler.resolve.cites import citing
from rulewright.compiler.resolve.pieces import head
from rulewright.compiler.resolve.scope import Scope
from rulewright.compiler.resolve.symbols import Symbols
from rulewright.compiler.resolve.types import NUMBER, Type


def example(node: ExampleNode, symbols: Symbols) -> Json:
    scope = Scope(symbols, "example")
    options: list[str] = []
    given: list[Json] = []
    for target, value in node.given:
        made = _given(target, value, scope, options)
        given.extend({**one, "at": list(target.at)} for one in made)
    subject, result = _subject(node.subject, scope)
    if result is not None:
        local = scope.fresh("result", result)
        scope.visible["result"] = (local, result)
    if "ending" in symbols.enums:
        scope.visible["ended"] = ("ended", ("opt", "enum:ending"))
    expect = [
        {
            "value": _ended(ex.condition(one, scope, "after `expect`")),
            "at": list(one.at),
            "text": ex.show(one),
        }
        for one in node.expect
    ]
    answers: dict[str, list[Json]] = {}
    for side, values, section in node.answers:
        if side not in symbols.sides:
            symbols.problems.add(errors.unknown_name(side, node.at, symbols.sides, "side"))
            continue
        given_here = [_answer(value, symbols) for value in values]
        if section is not None:
            given_here = [
                {"refused": one, **citing(Tail(cites=(section,))), "at": list(value.at)}
                for one, value in zip(given_here, values, strict=True)
            ]
        answers.setdefault(side, []).extend(given_here)
    return {
        **head(node),
        "given": given,
        "subject": subject,
        "dice": [_die(die, symbols) for die in node.dice],
        "answers": answers,
        "expect": expect,
        "options": options,
        "locals": scope.locals_json(),
    }


def _ended(value: Json) -> Json:
    """`ended` is the operation of that meaning, not a local."""
    if value == ["local", "ended"]:
        return ["ending"]
    return [_ended(part) for part in value] if isinstance(value, list) else value


def _given(target: ExprNode, value: ExprNode | None, scope: Scope, options: list[str]) -> list[Json]:
    symbols = scope.symbols
    if target.op == "name" and target.args[0] in symbols.options and target.args[0] not in scope.visible:
        if value is None or value.args == ("yes",):
            options.append(target.args[0])
        return []
    if value is None:
        return _given_mark(target, None, scope)
    if target.op == "dot":
        owner, name = target.args
        marker = symbols.names.get(name)
        if marker is not None and marker.kind == "marker":
            return _given_mark(target, value, scope)
        if name == "at":
            return _given_place(owner, value, scope)
        if name == "holder":
            return effects.move(Statement("move", target.at, value=owner, target=value), scope)
    return _given_set(target, value, scope)


def _given_set(target: ExprNode, value: ExprNode, scope: Scope) -> list[Json]:
    return effects.set_to(Statement("set", target.at, value=value, target=target), scope)


def _given_place(owner: ExprNode, value: ExprNode, scope: Scope) -> list[Json]:
    """`norfolk.at = K29`; a path is set, for it is no place to move to."""
    piece, type = ex.expression(owner, scope)
    found = attributes.attribute_of(piece, type, "at", scope)
    wanted: Type | None = found[1] if found is not None else None
    where, where_type = ex.expression(value, scope, wanted)
    if found is not None and isinstance(where_type, str) and where_type.startswith("path:"):
        return [{"do": "set", "to": found[0], "value": where}]
    return effects.move(Statement("move", owner.at, value=owner, target=value), scope)


def _given_mark(target: ExprNode, value: ExprNode | None, scope: Scope) -> list[Json]:
    """`corsair.sighted`, `corsair.contact = sighted`, `tender.no_move = 3`"""
    if target.op != "dot":
        scope.symbols.problems.add(
            errors.not_a_value(
                target.at, f"`{ex.show(target)}`", "`given` lists `name = value` and `piece.marker`"
            )
        )
        return []
    owner, name = target.args
    symbol = scope.symbols.names.get(name)
    if symbol is not None and symbol.kind == "marker" and value is not None:
        if value.op == "name" and value.args[0] in ("yes", "no", "none"):
            if value.args[0] != "yes":
                return []
        elif symbol.data["faces"]:
            return effects.mark(Statement("mark", target.at, target=owner, value=value), scope)
        elif symbol.data["places"]:
            where = ExprNode("at", (owner, value), target.at)
            return effects.mark(
                Statement("mark", target.at, target=where, value=ExprNode("name", (name,), target.at)), scope
            )
        else:
            call = ExprNode("call", (name, value), target.at)
            return effects.mark(Statement("mark", target.at, target=owner, value=call), scope)
    elif (symbol is not None and symbol.kind != "marker") or (
        symbol is None and name not in scope.symbols.faces
    ):
        given, type = ex.expression(target, scope)
        if type == "yes_no":
            return effects.set_to(
                Statement("set", target.at, target=target, value=ExprNode("name", ("yes",), target.at)), scope
            )
        del given
    return effects.mark(
        Statement("mark", target.at, target=owner, value=ExprNode("name", (name,), target.at)), scope
    )


def _subject(s: Statement | None, scope: Scope) -> tuple[Json, Type | None]:
    if s is None:
        return None, None
    symbols = scope.symbols
    if s.op == "phase":
        phase, _, step = s.name.partition(".")
        symbol = symbols.names.get(phase)
        if symbol is None or symbol.kind != "phase":
            phases = [id for id, one in symbols.names.items() if one.kind == "phase"]
            symbols.problems.add(errors.unknown_name(phase, s.at, phases, "phase"))
        elif step and step not in symbol.data:
            symbols.problems.add(errors.unknown_name(step, s.at, symbol.data, "step"))
        return {"phase": phase, "step": step or None}, None
    node = s.value
    assert node is not None
    word = "table" if s.op == "roll" else "rule"
    symbol = symbols.names.get(node.args[0]) if node.op in ("call", "name") else None
    if symbol is None or symbol.kind != word:
        known = [id for id, one in symbols.names.items() if one.kind == word]
        symbols.problems.add(errors.unknown_name(ex.show(node), node.at, known, word))
        return None, None
    data: Any = symbol.data
    args = functions.arguments(
        symbol.id, node.args[1:], data["params"] if word == "table" else data, node, scope
    )
    if word == "table":
        return {"roll": symbol.id, "args": args}, NUMBER if data["numeric"] else f"outcome:{symbol.id}"
    return {"rule": symbol.id, "args": args}, None


def _die(node: ExprNode, symbols: Symbols) -> Json:
    value = names.constant(node)
    if value is not None:
        return value
    return str(node.args[0]) if node.op == "name" else ex.show(node)


def _answer(node: ExprNode, symbols: Symbols) -> Json:
    """An answer as it comes from outside: ids, numbers, yes and no, lists; `none` and `done` decline."""
    value = names.constant(node)
    if value is not None:
        return value
    if node.op == "name":
        return {"yes": True, "no": False, "none": None, "done": None}.get(node.args[0], node.args[0])
    if node.op == "text":
        return "".join(part for part in node.args if isinstance(part, str))
    if node.op == "group":
        return [_answer(part, symbols) for part in node.args]
    if node.op == "call" and node.args[0] == "path":
        return [_answer(part, symbols) for part in node.args[1:]]
    return ex.show(node)
