"""Links an artifact: its expressions, tables and rules become generated functions and resumable blocks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rulewright.runtime.artifact import with_options
from rulewright.runtime.link import chance, decision, effect, flow, paused, phase, rule
from rulewright.runtime.link.bot import write_worth
from rulewright.runtime.link.fusing import fuse
from rulewright.runtime.link.linker import Linker
from rulewright.runtime.link.names import Json
from rulewright.runtime.link.program import Program, printed_values, view_plans
from rulewright.runtime.link.watch import Watch

__all__ = ["Program", "link"]

WRITERS = (chance, decision, effect, flow, paused)
"""The modules that register the statements."""


def link(
    document: Json,
    options_on: Sequence[str] = (),
    hooks: Mapping[str, Callable[..., Any]] | None = None,
    watch: Watch | None = None,
    *,
    stops_at_chance: bool = False,
) -> Program:
    """Return the program of a document that the schema has judged.

    Args:
        options_on: ids of optional rules to switch on.
        hooks: functions of plugins, by the id under which the rules call them.
        watch: hears what play comes by; the program is slower for it.
        stops_at_chance: is every roll and draw a place where play can be stopped, and gone on with from a copy?

    Raises:
        LinkError: RW0710–RW0712 the document is damaged, RW0805 or RW0806 about options, RW0807 a hook is missing.
        ArtifactError: an option cannot be switched on.
        RulesError: a start value cannot be worked out.
    """
    changed = with_options(document, options_on)
    on = tuple(option["id"] for option in document["options"] if option["id"] in options_on)
    linker = Linker(changed, on, hooks or {}, watch, stops_at_chance=stops_at_chance)
    values = linker.first.write()
    rule.declare(linker)
    for json in linker.document["tables"]:
        if json["roll"] is not None or json["result"] is not None or json["threshold"] is not None:
            linker.table(json["id"])
    for one in list(linker.rules.values()):
        kind = "action" if one.id in linker.actions_json else "rule"
        rule.write(linker, one, f"{kind} {one.id}")
    steps = phase.write_steps(linker)
    program = Program(linker.document, on, linker, linker.texts)
    program.scenarios = phase.write_scenarios(linker)
    program.main = phase.write_course(linker, steps)
    program.closing = phase.write_closing(linker)
    program.steps = steps
    program.when = phase.write_conditions(linker)
    program.victory = linker.rules.get("victory")
    program.invariants = [linker.invariant(json) for json in linker.document["invariants"]]
    program.worth = {json["id"]: write_worth(linker, json) for json in linker.document.get("bots", ()) if "worth" in json}
    program.places, program.choices = linker.places, linker.choices
    if watch is None and not stops_at_chance:
        fuse(linker.code, linker.block_names)
    program.load()
    linker.first.finish(values, program)
    program.start = linker.first.state
    program.view_plan = view_plans(linker)
    program.printed_json = printed_values(linker)
    return program
