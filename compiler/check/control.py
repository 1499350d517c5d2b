"""Statements that decide what is done next: branches, loops, calls, the end of the game."""

from __future__ import annotations

from rulewright.compiler.check import errors
from rulewright.compiler.check.audience import NONE, Secrets, Term
from rulewright.compiler.check.flow import EVERYBODY, Exits, Flow, State, Walk
from rulewright.compiler.check.index import blocks_of
from rulewright.compiler.check.sight import NO_MARKS, PLAIN, Marks, Sight, implied
from rulewright.compiler.model import Json
from rulewright.compiler.record import replace


def _let(flow: Flow, s: Json, state: State, pc: Secrets) -> Exits:
    value = flow.eyes.of(s["value"], state.view)
    state.bind(s["name"], replace(value, secrets=value.secrets | pc))
    return {}


def _if(flow: Flow, s: Json, state: State, pc: Secrets) -> Exits:
    exits: Exits = {}
    after: list[State] = []
    for case in s["cases"]:
        view = flow.eyes.marking(state.view, _taken_off(case["then"]))
        pc = pc | flow.eyes.of(case["when"], view).whole
        inner = state.copy()
        inner.view = flow.eyes.marking(inner.view, implied(case["when"]))
        for label, secrets in flow.block(case["then"], inner, pc).items():
            exits[label] = exits.get(label, NONE) | secrets
        after.append(inner)
    inner = state.copy()
    for label, secrets in flow.block(s["else"], inner, pc).items():
        exits[label] = exits.get(label, NONE) | secrets
    state.join([*after, inner])
    return exits


def _taken_off(block: list[Json]) -> dict[str, Marks]:
    """The markers that a block takes off, if it does nothing else: without them it does nothing at all."""
    found: dict[str, Marks] = {}
    for statement in block:
        piece = statement.get("from")
        if statement["do"] != "unmark" or not isinstance(piece, list) or piece[0] != "local":
            return {}
        found[piece[1]] = frozenset(statement["markers"]) if len(statement["markers"]) == 1 else NO_MARKS
    return found


def _each(flow: Flow, s: Json, state: State, pc: Secrets) -> Exits:
    one = flow.eyes.member(flow.eyes.of(s["in"], state.view), s["name"], state.view)
    return flow.loop(s["label"], s["body"], state, pc, s["name"], one)


def _repeat(flow: Flow, s: Json, state: State, pc: Secrets) -> Exits:
    times = flow.eyes.of(s["times"], state.view).whole
    return flow.loop(s["label"], s["body"], state, pc | times, None, PLAIN)


def _on(flow: Flow, s: Json, state: State, pc: Secrets) -> Exits:
    value = flow.eyes.of(s["value"], state.view).whole
    return flow.branches([*blocks_of(s), None], state, pc | value)


def _call(flow: Flow, s: Json, state: State, pc: Secrets) -> Exits:
    rule = flow.index.rules.get(s["rule"])
    if rule is not None:
        sights = (flow.eyes.of(argument, state.view) for argument in s["args"])
        names = (param["name"] for param in rule["params"])
        flow.call(rule, dict(zip(names, sights, strict=False)), state, pc)
    return {}


def _exit(_flow: Flow, s: Json, _state: State, pc: Secrets) -> Exits:
    return {s.get("label", ""): pc}


def _end_game(flow: Flow, s: Json, state: State, pc: Secrets) -> Exits:
    for leak in flow.judge.implicit(EVERYBODY, pc, state.told):
        flow.judge.report(errors.end_shows_secret(s, leak.words()))
    return {}


def _together(flow: Flow, s: Json, state: State, pc: Secrets) -> Exits:
    side: Term = ("value", state.view.scope, s["name"])
    inner = state.copy()
    inner.bind(s["name"], Sight(side=side))
    inner.together = side
    flow.block(s["body"], inner, pc)
    state.told = inner.told
    return {}


def _window(flow: Flow, s: Json, state: State, pc: Secrets) -> Exits:
    return flow.block(s["body"], state, pc)


CONTROL: dict[str, Walk] = {
    "let": _let,
    "if": _if,
    "each": _each,
    "repeat": _repeat,
    "on": _on,
    "call": _call,
    **dict.fromkeys(("next", "leave", "return"), _exit),
    "end_game": _end_game,
    "together": _together,
    "window": _window,
}
