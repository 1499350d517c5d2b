"""Choices that are made a step at a time, routes and lists: what may be added next, and what judges it.

Source: docs/artifact.md, section 4, "Decisions". Both are one mechanism with two sources of steps: a route goes on to what
neighbours its last place, a list to any of its members. `domains.py` walks and checks them, `drawing.py` draws one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulewright.runtime import errors
from rulewright.runtime.link import types
from rulewright.runtime.link.body import Body
from rulewright.runtime.link.expression import Local, Writer
from rulewright.runtime.link.names import Json
from rulewright.runtime.link.source import Lines
from rulewright.runtime.link.types import Type


def steps_of(w: Writer, json: Json, type: Type) -> tuple[str, Writer]:
    """Return Python for the domain of the choice, and a writer that knows the answer so far as `a`, the next step as `s`."""
    domain = json["domain"]
    fractional = False
    if domain["kind"] == "path":
        text = _routes(w, domain)
    else:
        text, fractional = _listings(w, json, type)
    so_far, step = Local("a", type, fractional), Local("s", types.member(type), fractional)
    return text, Writer(w.linker, {**w.locals, json["name"]: so_far, domain["step"]: step}, w.state, w.pending)


def write_ways(body: Body, known: Writer, guards: Sequence[Json], step: str) -> str:
    """Write the generator of the steps that the guards allow after a chain; return its name. It pays for each step it judges.

    step: the name of the step that is judged. What is called without it is worked out once for a chain, when it is first asked for.
    """
    lines = Lines(body.lines.where)
    once: dict[str, Json] = {}
    tests = [_sifted(guard["when"], step, once) for guard in guards]
    for name, call in once.items():
        x = known.expression(call)
        kept = body.temp()
        lines.add(f"{kept} = ...")
        text = f"({kept} if {kept} is not ... else ({kept} := {x.text}))"
        known = replace(known, locals={**known.locals, name: Local(text, x.type, x.fractional)})
    lines.add("for s in near:")
    lines.add(" S[0] -= 1")
    lines.add(f" if {' and '.join(known.condition(test).text for test in tests)}: yield s")
    name = body.linker.code.mint("o")
    body.linker.code.function(f"{name}(S, W, F, a, near)", lines)
    return name


PASSED = frozenset({"and", "or", "not", "+", "-", "*", "neg", "=", "!=", "<", "<=", ">", ">="})
"""Operations that bind no name."""


def _sifted(e: Json, step: str, once: dict[str, Json]) -> Json:
    """Return the guard with a name of its own, added to `once`, for each call that does not hang on the step."""
    if not isinstance(e, list) or not e:
        return e
    if e[0] == "call" and not _mentions(e, step):
        name = f"once {e}"
        once[name] = e
        return ["local", name]
    return [e[0], *(_sifted(part, step, once) for part in e[1:])] if e[0] in PASSED else e


def _mentions(e: Json, name: str) -> bool:
    return isinstance(e, list) and (e == ["local", name] or any(_mentions(part, name) for part in e))


def _routes(w: Writer, domain: Json) -> str:
    start, length = w.expression(domain["start"]), w.whole(domain["length"])
    if domain["side"] is None:
        table = w.linker.neighbours_table(None)
    else:
        table = f"neighbours_for({w.expression(domain['side']).text})"
    return f"routes({start.text}, {length.text}, {table})"


def _listings(w: Writer, json: Json, type: Type) -> tuple[str, bool]:
    domain = json["domain"]
    kind = types.bare(type)
    if not (isinstance(kind, tuple) and kind[0] == "list"):
        raise errors.misfit(f"the answer to `{json['id']}` is a list, and `{json['name']}` is none")
    members, lo, hi = w.many(domain["of"]), w.number(domain["lo"]), w.number(domain["hi"])
    text = members.text
    if not types.fits(members.type, ("set", kind[1])):
        text = f"checked({text}, {w.constant(('many', types.family(kind[1])))}, False, {w.constant(json['id'])})"
    if not (isinstance(members.type, tuple) and members.type[0] == "set"):
        text = f"make_set({text})"
    return f"listings({text}, {lo.text}, {hi.text})", members.fractional
