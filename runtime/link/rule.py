"""Rules, actions, steps and scenarios: which of them can pause, and their code.

A rule that cannot pause is one function; one that can is a row of blocks, entered by pushing a frame.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulewright.runtime.link import types
from rulewright.runtime.link.body import Body, bodies, calls, stops
from rulewright.runtime.link.decision import passes, write_why
from rulewright.runtime.link.names import Json
from rulewright.runtime.link.probe import DEEPEST_PROBE, go_on, leading, write_probe
from rulewright.runtime.link.program import Rule
from rulewright.runtime.link.source import Lines

if TYPE_CHECKING:
    from rulewright.runtime.link.linker import Linker


def declare(linker: Linker) -> None:
    """Find out which rules and actions can pause, and give each its function or its first block."""
    items: dict[str, Json] = {json["id"]: json for json in linker.document["rules"]}
    items |= {json["id"]: as_rule(json) for json in linker.document["actions"]}
    called = {id: set(calls(json["body"])) & set(items) for id, json in items.items()}
    pausing = {id for id, json in items.items() if _decides(linker, json["body"])}
    grown = True
    while grown:
        more = {id for id in items if id not in pausing and called[id] & pausing}
        pausing |= more
        grown = bool(more)
    for id, json in items.items():
        rule = new_rule(linker, id, json, id in pausing)
        rule.recursive = id in _reached(called, id)
        linker.rules[id] = rule


TAKER = "who takes it"
"""Stands for the name of the side that takes an action which has no name for it."""


def as_rule(action: Json) -> Json:
    """Return an action as a rule with one parameter: the side that takes it."""
    name = action["by"] if action["by"] in action["locals"] else TAKER
    return {**action, "params": [{"name": name, "type": "side"}]}


def _decides(linker: Linker, statements: list[Json]) -> bool:
    return any(stops(linker, json["do"]) or any(_decides(linker, inner) for inner in bodies(json)) for json in statements)


def _reached(called: dict[str, set[str]], start: str) -> set[str]:
    found: set[str] = set()
    front = list(called[start])
    while front:
        id = front.pop()
        if id not in found:
            found.add(id)
            front.extend(called[id])
    return found


def new_rule(linker: Linker, id: str, json: Json, pausing: bool) -> Rule:
    """Return a rule whose code is not written yet."""
    params = [(param["name"], types.of_json(param["type"])) for param in json.get("params", ())]
    rule = Rule(id, params, pausing, json=json)
    if pausing:
        linker.block_names.append("")
        rule.entry = len(linker.block_names) - 1
        rule.pad = linker.code.mint("PAD")
    else:
        rule.function = linker.code.mint("r")
    return rule


def new_body(linker: Linker, owner: str, json: Json, *, framed: bool) -> Body:
    locals = {name: types.of_json(type) for name, type in json.get("locals", {}).items()}
    for param in json.get("params", ()):
        locals.setdefault(param["name"], types.of_json(param["type"]))
    return Body(linker, owner, json, locals, framed)


def write(linker: Linker, rule: Rule, owner: str) -> None:
    """Write the code of a rule."""
    linker.owner = owner
    body = new_body(linker, owner, rule.json, framed=rule.pauses)
    if rule.pauses:
        if rule.id in linker.actions_json:
            body.proved = frozenset(leading(rule.json["body"], DEEPEST_PROBE))
        body.begin(rule.entry)
        body.add("S[0] -= 2")
        body.add("if S[0] < 0: spent()")
        body.emit(rule.json["body"])
        body.end()
        linker.code.namespace[rule.pad] = (None,) * (body.size - 1 - len(rule.params))
        return
    args = [body.name(name).text for name, _ in rule.params]
    head = f"({', '.join(['G', 'S', 'W', *args])})"
    body.add("S[0] -= 2")
    body.add("if S[0] < 0: spent()")
    body.emit(rule.json["body"])
    if not rule.recursive:
        linker.code.function(rule.function + head, body.lines)
        return
    inner = linker.code.mint("r")
    linker.code.function(inner + head, body.lines)
    outer = Lines(body.where(rule.json))
    outer.add("dive(G)")
    outer.add(f"{inner}{head}")
    outer.add("G.depth -= 1")
    linker.code.function(rule.function + head, outer)


def write_entry_probe(linker: Linker, rule: Rule) -> str:
    """Write p(S, W, values…): can the rule's leading choices be completed? Return its name, "" if always."""

    def probe(body: Body, lines: Lines) -> bool:
        return go_on(body, rule.json["body"], lines)

    return _with_frame(linker, rule, probe)


def _with_frame(linker: Linker, rule: Rule, write_inner: Callable[[Body, Lines], bool]) -> str:
    """Write p(S, W, values…) with a frame `F` of the rule's own, in which nothing has been chosen yet; "" if that need not be called."""
    owner = linker.owner
    linker.owner = rule.id
    body = new_body(linker, rule.id, rule.json, framed=True)
    args = [f"a{i}" for i in range(len(rule.params))]
    inner = Lines(body.where(rule.json))
    needed = write_inner(body, inner)
    linker.owner = owner
    if not needed:
        return ""
    lines = Lines(body.where(rule.json))
    lines.add(f"F = [0, {''.join(f'{arg}, ' for arg in args)}*{linker.code.constant((None,) * (body.size - 1 - len(args)))}]")
    lines.items += inner.items
    name = linker.code.mint("p")
    linker.code.function(f"{name}({', '.join(['S', 'W', *args])})", lines)
    return name


def write_offered(linker: Linker, rule: Rule) -> tuple[str, str]:
    """Write, for an action, o(S, W, side) → is it open, and the function that says why not; return their names."""
    guards = rule.json.get("guards") or []
    only = None if rule.params[0][0] != TAKER else linker.names.side(rule.json["by"])

    def offered(body: Body, lines: Lines) -> bool:
        test, cost = passes(body.w, guards)
        lines.add(f"S[0] -= {cost + 2}")
        lines.add("if S[0] < 0: spent()")
        if only is not None:
            lines.add(f"if F[1] != {only}: return False")
        if test:
            lines.add(f"if not ({test}): return False")
        if not go_on(body, rule.json["body"], lines):
            lines.add("return True")
        return True

    def explained(body: Body, lines: Lines) -> bool:
        probe = write_probe(body, rule.json["body"], fresh=True)
        why = write_why(body, body.w, guards, "S, W, F", probe, "S, W, F")
        lines.add(f"return {why}(S, W, F)" if only is None else f"return {why}(S, W, F) if F[1] == {only} else (-3, ())")
        return True

    return _with_frame(linker, rule, offered), _with_frame(linker, rule, explained)
