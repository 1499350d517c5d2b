"""The course of play: phases in the order of the text, then again, until a rule ends the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.runtime.link import notes, rule
from rulewright.runtime.link.body import Body, pauses
from rulewright.runtime.link.program import Rule

if TYPE_CHECKING:
    from rulewright.runtime.link.linker import Linker


def write_steps(linker: Linker) -> dict[tuple[int, int], Rule]:
    """Write all steps of all phases; return them by (phase, step)."""
    steps: dict[tuple[int, int], Rule] = {}
    for i, phase in enumerate(linker.document["phases"]):
        for j, json in enumerate(phase["steps"]):
            owner = f"phase {phase['id']}" + (f", step {json['id']}" if json["id"] else "")
            cited = {**json, "cites": json.get("cites") or phase.get("cites") or []}
            step = rule.new_rule(linker, json["id"], cited, pauses(linker, json["body"]))
            rule.write(linker, step, owner)
            steps[i, j] = step
    return steps


def write_course(linker: Linker, steps: dict[tuple[int, int], Rule]) -> int:
    """Write the ring of phases; return its first block."""
    phases = linker.document["phases"]
    body = Body(linker, "the course of play", {}, {}, True)
    head = body.new_block()
    body.begin(head)
    body.add("S[0] -= 10")
    body.add("if S[0] < 0: spent()")
    for i in range(len(phases)):
        _write_phase(body, i, steps)
    if phases:
        body.jump(head)
        body.flush()
    else:
        body.end()
    return head


def _write_phase(body: Body, i: int, steps: dict[tuple[int, int], Rule]) -> None:
    phase = body.linker.document["phases"][i]
    following = body.new_block()
    number = body.place("phase", {**phase, "do": "phase"})
    if phase["when"] is not None:
        body.add(f"if not {body.w.condition(phase['when']).text}:")
        body.add(f" F[0] = {following}")
        body.add(" return")
    body.add(f"S[3] = {i}")
    body.add("S[4] = None")
    body.add(f"G.note(({notes.PHASE}, {number}, {body.linker.everybody}, {i}))")
    for j, json in enumerate(phase["steps"]):
        next_step = body.new_block()
        if json["when"] is not None:
            body.add(f"if not {body.w.condition(json['when']).text}:")
            body.add(f" F[0] = {next_step}")
            body.add(" return")
        body.add(f"S[4] = {j}")
        if json["id"]:
            place = body.place("step", {**json, "do": "step"})
            body.add(f"G.note(({notes.STEP}, {place}, {body.linker.everybody}, {i}, {j}))")
        step = steps[i, j]
        if step.pauses:
            body.add(f"push(T, [{step.entry}, *{step.pad}])")
        else:
            body.add(f"{step.function}(G, S, W)")
        body.begin(next_step)
    body.begin(following)


def write_scenarios(linker: Linker) -> dict[str, Rule]:
    """Write all scenarios; return them by id."""
    found: dict[str, Rule] = {}
    for json in linker.document["scenarios"]:
        # A scenario is always entered as a frame, so that it need not be known whether it asks anything.
        scenario = rule.new_rule(linker, json["id"], json, True)
        rule.write(linker, scenario, f"scenario {json['id']}")
        found[json["id"]] = scenario
    return found



def write_closing(linker: Linker) -> int:
    """Write the block that runs the rule `victory`, if there is one; return it."""
    body = Body(linker, "the end of the game", {}, {}, True)
    block = body.new_block()
    body.begin(block)
    victory = linker.rules.get("victory")
    if victory is None or victory.params or victory.id in linker.actions_json:
        body.end()
    elif victory.pauses:
        after = body.new_block()
        body.add(f"push(T, [{victory.entry}, *{victory.pad}])")
        body.begin(after)
        body.end()
    else:
        body.add(f"{victory.function}(G, S, W)")
        body.end()
    return block


def write_conditions(linker: Linker) -> dict[tuple[int, int], str]:
    """Write a function (S) for every step that is not always entered; return their names, "" for the others."""
    found: dict[tuple[int, int], str] = {}
    for i, phase in enumerate(linker.document["phases"]):
        for j, json in enumerate(phase["steps"]):
            found[i, j] = ""
            if json["when"] is not None:
                body = Body(linker, f"phase {phase['id']}", json, {}, False)
                found[i, j] = linker.code.mint("w")
                body.add(f"return {body.w.condition(json['when']).text}")
                linker.code.function(f"{found[i, j]}(S)", body.lines)
    return found
