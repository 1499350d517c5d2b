"""Defines, rules, actions, phases, scenarios, hooks and invariants."""

from __future__ import annotations

from typing import Any

from rulewright.compiler.model import Json
from rulewright.compiler.parse.tree import (
    ActionNode,
    DefineNode,
    HookNode,
    InvariantNode,
    PhaseNode,
    RuleNode,
    ScenarioNode,
    StepNode,
)
from rulewright.compiler.resolve import choices, errors, joining, statement
from rulewright.compiler.resolve import expression as ex
from rulewright.compiler.resolve.cites import citing
from rulewright.compiler.resolve.pieces import head
from rulewright.compiler.resolve.scope import Scope
from rulewright.compiler.resolve.symbols import Symbol, Symbols
from rulewright.compiler.resolve.tables import lookup, params_of
from rulewright.compiler.resolve.typenames import type_of
from rulewright.compiler.resolve.types import ANY, SIDE, Type, as_json

# ---------------------------------------------------------------- defines


def declare_define(node: DefineNode, symbols: Symbols) -> None:
    data: dict[str, Any] = {"params": [], "returns": ANY, "resolve": define}
    symbols.declare(Symbol("define", node.id, node.at, node, None, data))


def declare_define_params(node: DefineNode, symbols: Symbols) -> None:
    symbol = symbols.names[node.id]
    if symbol.node is node:
        symbol.data["params"] = [(p.name, type_of(p.type, symbols)[0]) for p in node.params]


def define(node: DefineNode, data: dict[str, Any], symbols: Symbols) -> None:
    """Resolve a define into `data["document"]`, and its result type into `data["returns"]`."""
    scope = Scope(symbols, node.id)
    params = params_of(node.params, scope)
    said: list[Json] = []
    if node.lookup is not None:
        found, returns = lookup(node.lookup, scope, "value")
        value: Json = ["lookup", found]
    elif node.conditions:
        value, returns, said = _conditions(node, scope)
    else:
        assert node.value is not None
        value, returns = ex.expression(node.value, scope)
    data["returns"] = returns
    data["document"] = {
        **head(node),
        "params": params,
        "returns": as_json(returns),
        "value": value,
        "locals": scope.locals_json(),
    }
    if any(len(row) > 1 for row in said):
        data["document"]["arms"] = said


def _conditions(node: DefineNode, scope: Scope) -> tuple[Json, Type, list[Json]]:
    """Rows of a condition and a value, the first that holds; beside them, of each row, where it stands and what it cites."""
    arms: list[Json] = []
    said: list[Json] = []
    otherwise: list[Json] = []
    types: list[Type] = []
    last: Json = None
    closed = False
    for row in node.conditions:
        if len(row.cells) != 2:
            scope.symbols.problems.add(errors.cell_count(row.at, 2, len(row.cells)))
            continue
        known = next((t for t in types if t not in (ANY, "none")), None)
        value, type = ex.expression(row.cells[1][0], scope, known)
        types.append(type)
        asked = row.cells[0][0]
        about = {"at": list(row.at), **citing(row.tail)}
        if asked.op == "name" and asked.args[0] == "otherwise":
            last, closed, otherwise = value, True, [about]
        else:
            arms.append([ex.condition(asked, scope, "in the first cell"), value])
            said.append(about)
    if not closed:
        # The last row then stands for everything that is left; the check of tables cannot judge conditions.
        if arms:
            last = arms.pop()[1]
        scope.symbols.problems.add(errors.open_conditions(node.at, node.id))
    return ["cond", arms, last], joining.common(types, node.at, scope), said + otherwise


# ---------------------------------------------------------------- rules, actions, phases


def declare_rule(node: RuleNode, symbols: Symbols) -> None:
    symbols.declare(Symbol("rule", node.id, node.at, node, None, []))


def declare_rule_params(node: RuleNode, symbols: Symbols) -> None:
    if symbols.names[node.id].node is node:
        symbols.names[node.id].data = [(p.name, type_of(p.type, symbols)[0]) for p in node.params]


def rule(node: RuleNode, symbols: Symbols) -> Json:
    scope = Scope(symbols, node.id, (node.id,))
    params = params_of(node.params, scope)
    body = statement.block(node.body, scope)
    return {**head(node), "params": params, "body": body, "locals": scope.locals_json()}


def action(node: ActionNode, symbols: Symbols) -> Json:
    scope = Scope(symbols, node.id, (node.id,))
    local = scope.bind(node.by, SIDE, node.at) if node.by not in symbols.sides else node.by
    found = choices.guards(node.guards, scope)
    body = statement.block(node.body, scope)
    return {**head(node), "by": local, "guards": found, "body": body, "locals": scope.locals_json()}


def phase(node: PhaseNode, symbols: Symbols) -> Json:
    condition = Scope(symbols, node.id)
    when = ex.condition(node.condition, condition, "after `if`") if node.condition is not None else None
    decisions: dict[str, int] = {}
    steps = [_step(step, node, symbols, decisions) for step in node.steps]
    return {**head(node), "when": when, "locals": condition.locals_json(), "steps": steps}


def _step(node: StepNode, owner: PhaseNode, symbols: Symbols, decisions: dict[str, int]) -> Json:
    scope = Scope(symbols, owner.id, tuple(name for name in (node.id, owner.id) if name), decisions=decisions)
    when = ex.condition(node.condition, scope, "after `if`") if node.condition is not None else None
    body = statement.block(node.body, scope)
    return {
        "id": node.id,
        "title": node.tail.title,
        "when": when,
        "body": body,
        "locals": scope.locals_json(),
        "at": list(node.at),
        **citing(node.tail),
    }


def scenario(node: ScenarioNode, symbols: Symbols) -> Json:
    scope = Scope(symbols, node.id, (node.id,))
    body = statement.block(node.body, scope)
    return {**head(node), "body": body, "locals": scope.locals_json()}


# ---------------------------------------------------------------- the rest


def declare_hook(node: HookNode, symbols: Symbols) -> None:
    symbols.declare(Symbol("hook", node.id, node.at, node, ANY, []))


def declare_hook_params(node: HookNode, symbols: Symbols) -> None:
    symbol = symbols.names[node.id]
    if symbol.node is node:
        symbol.data = [(p.name, type_of(p.type, symbols)[0]) for p in node.params]
        symbol.type = type_of(node.returns, symbols)[0] if node.returns is not None else ANY


def hook(node: HookNode, symbols: Symbols) -> Json:
    symbol = symbols.names[node.id]
    params = [{"name": name, "type": as_json(type)} for name, type in symbol.data]
    return {**head(node), "params": params, "returns": as_json(symbol.type or ANY)}


def invariant(node: InvariantNode, symbols: Symbols) -> Json:
    scope = Scope(symbols, "invariant")
    assert node.value is not None
    value = ex.condition(node.value, scope, "as an invariant")
    return {**head(node), "value": value, "locals": scope.locals_json()}
