"""Decisions: choose, offer, menu and take become a question that is data, with functions that answer what is open.

Source: docs/artifact.md, section 4, "Decisions". The functions read the state and the frame: as long as a question is
open, neither changes.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.runtime import errors
from rulewright.runtime.link import types
from rulewright.runtime.link.body import Body, writes_pausing
from rulewright.runtime.link.bot import write_advice
from rulewright.runtime.link.chance import values_of
from rulewright.runtime.link.expression import Local, Writer
from rulewright.runtime.link.names import Json
from rulewright.runtime.link.probe import write_probe
from rulewright.runtime.link.program import Choice, Guard
from rulewright.runtime.link.source import Lines
from rulewright.runtime.link.steps import steps_of, write_ways
from rulewright.runtime.link.types import Type
from rulewright.runtime.link.walking import sifted


def new_choice(body: Body, json: Json, kind: str, *, name: str = "", type: Type = None) -> Choice:
    """Register a decision; its functions and blocks are filled in by its writer."""
    linker = body.linker
    choice = Choice(
        len(linker.choices), json["id"], kind, body.place(json["do"], json), name, type,
        bool(json.get("may", kind == "offer")), bool(json.get("public", False)),
    )  # fmt: skip
    linker.choices.append(choice)
    write_advice(body, choice, name)
    return choice


def guards_of(body: Body, guards: Sequence[Json]) -> tuple[Guard, ...]:
    return tuple(Guard(guard["else"], tuple(guard.get("cites") or ()) or body.lines.where.cites) for guard in guards)


def passes(w: Writer, guards: Sequence[Json]) -> tuple[str, int]:
    """Python for: all guards hold; and its cost."""
    parts = w.conditions(guard["when"] for guard in guards)
    return " and ".join(part.text for part in parts), sum(part.cost for part in parts)


def function(body: Body, head: str, lines: Lines) -> str:
    """Add a function of a decision; return its name."""
    name = body.linker.code.mint("o")
    body.linker.code.function(f"{name}({head})", lines)
    return name


def _lines(body: Body) -> Lines:
    return Lines(body.lines.where)


def write_why(body: Body, w: Writer, guards: Sequence[Json], head: str, probe: str = "", doubt: str = "") -> str:
    """Write the function that says which guard fails (with the values of its sentence), or why else; return its name."""
    lines = _lines(body)
    for i, guard in enumerate(guards):
        c = w.condition(guard["when"])
        parts = [
            w.fitted(w.expression(part["value"]), types.opt(types.of_json(part["type"])), "a sentence") + ","
            for part in guard["else"]
            if not isinstance(part, str)
        ]
        lines.add(f"if not {c.text}: return ({i}, ({' '.join(parts)}))")
    if probe:
        lines.add(f"if not {probe}({doubt}): return (-2, ())")
    lines.add("return (-1, ())")
    return function(body, head, lines)


def _asked(body: Body, choice: Choice, side: Json, members: str = "") -> None:
    """Write the question: play stops here, unless the answer is plain to all."""
    x = body.w.expression(side)
    _write_question(body, choice, body.w.fitted(x, types.SIDE, "who decides"), members)


def _write_question(body: Body, choice: Choice, side: str, members: str = "") -> None:
    """Write a question to a side. Of what is never left out, and has an answer, nothing must be known but what its answers are chosen from.

    members: the function that says so, if there is one.
    """
    linker = body.linker
    name = linker.code.name(choice, "Q")
    if choice.public or not (choice.may or choice.proved):
        body.add(f"return G.ask(T, S, W, F, {name}, {side})")
    else:
        body.add(f"T.asked = x = {side}")
        if not side.isdigit():
            body.add(f"if x is None or not 0 <= x < {len(linker.names.side_ids)}: no_side(x)")
        if members:
            body.add(f"T.members = {members}(S, W, F)")
        elif choice.fixed is not None:
            body.add(f"T.members = {linker.code.constant(choice.fixed)}")
        body.add(f"T.choice = {name}")
        body.add("return True")
    body.flush()


def _branch(body: Body, block: int, statements: list[Json], after: int) -> None:
    """Write what one answer leads to, and the way on from there."""
    body.begin(block)
    body.emit(statements, straight=True)
    body.jump(after)
    body.flush()


def _bind(body: Body, choice: Choice, **functions: str) -> None:
    """Remember which generated function is which of the choice's, until the code is loaded."""
    body.linker.late.append((choice, functions))
    choice.functions += [name for what, name in functions.items() if what not in ("why", "step_why")]


# ---------------------------------------------------------------- choose


def domain_of(body: Body, json: Json) -> tuple[str, Type]:
    """Return the kind of a domain and the type of an answer."""
    domain = json["domain"]
    kind = domain["kind"]
    if kind not in ("one", "subset", "number", "path", "list"):
        raise errors.misfit(f"there is no domain `{kind}`")
    return kind, body.locals[json["name"]]


@writes_pausing("choose")
def _choose(body: Body, json: Json) -> None:
    kind, type = domain_of(body, json)
    choice = new_choice(body, json, kind, name=json["name"], type=type)
    local = body.name(json["name"])
    choice.slot = int(local.text[2:-1])
    choice.proved = id(json) in body.proved
    probe = write_probe(body, json["body"] + body.rest)
    if json.get("title"):
        choice.texts = (json["title"],)
        _bind(body, choice, titles=_titles(body, choice.texts))
    members = _choose_functions(body, json, choice, probe)
    resume, after = body.new_block(), body.new_block()
    declined = body.new_block() if json["else"] is not None else after
    choice.resume = (resume,)
    choice.decline = declined
    choice.empty = declined if json["else"] is not None else None
    _asked(body, choice, json["side"], members)
    _branch(body, resume, json["body"], after)
    if json["else"] is not None:
        _branch(body, declined, json["else"], after)
    body.begin(after)


def _choose_functions(body: Body, json: Json, choice: Choice, probe: str) -> str:
    """Write what a choice can be asked: what is open, whether an answer is right, and why not. Return the function of its members, if it has one."""
    choice.guards = guards_of(body, json["guards"])
    domain = json["domain"]
    w = body.w
    inner = Writer(w.linker, {**w.locals, json["name"]: Local("a", choice.type)})
    test, _ = passes(inner, json["guards"])
    doubt = f"{probe}(S, W, F, {choice.slot}, a)" if probe else ""
    whole = " and ".join(part for part in (test, doubt) if part)
    choice.free = not whole
    ok = _lines(body)
    ok.add(f"return {whole or 'True'}")
    functions = {
        "ok": function(body, "S, W, F, a", ok),
        "why": write_why(body, inner, json["guards"], "S, W, F, a", probe, f"S, W, F, {choice.slot}, a"),
    }
    lines = _lines(body)
    if choice.kind == "one":
        lines.add(f"return {w.many(domain['from']).text}")
        functions |= _members(body, json, choice, doubt)
    elif choice.kind == "subset":
        lines.add(f"return {w.many(domain['of']).text}")
    elif choice.kind == "number":
        lo, hi = w.number(domain["lo"]), w.number(domain["hi"])
        lines.add(f"return (whole(-(-{lo.text} // 1)), whole({hi.text} // 1))")
    else:
        text, known = steps_of(w, json, choice.type)
        lines.add(f"return {text}")
        _step_functions(body, known, domain, choice, functions)
    functions["domain"] = function(body, "S, W, F", lines)
    if json.get("title"):
        choice.texts = (json["title"],)
        functions["titles"] = _titles(body, choice.texts)
    _bind(body, choice, **functions)
    return functions.get("members", "")


def _members(body: Body, json: Json, choice: Choice, doubt: str) -> dict[str, str]:
    """Write what a choice of one thing is made from, and what judges each; return the names of both.

    Where the rules choose from those of a set for which a condition holds, that is judged with the guards: not of all.
    """
    w = body.w
    source, conditions, filtered = sifted(w, json["domain"]["from"])
    members = w.many(source)
    member = types.member(members.type)
    names = {name: Local("a", member, members.fractional) for name in [*filtered, json["name"]]}
    known = Writer(w.linker, {**w.locals, **names})
    tests = known.conditions([*conditions, *(guard["when"] for guard in json["guards"])])
    lines = _lines(body)
    family = types.family(choice.type)
    fits = types.fits(member, choice.type)
    text = members.text if fits else f"checked({members.text}, {w.constant(('many', family))}, False, {w.constant(choice.id)})"
    lines.add(f"return {text}")
    judged = _lines(body)
    judged.add(f"S[0] -= {sum(test.cost for test in tests) + 2}")
    judged.add("if S[0] < 0: spent()")
    judged.add(f"return {' and '.join([test.text for test in tests] + ([doubt] if doubt else [])) or 'True'}")
    return {"members": function(body, "S, W, F", lines), "opens": function(body, "S, W, F, a", judged)}


def _step_functions(body: Body, known: Writer, domain: Json, choice: Choice, functions: dict[str, str]) -> None:
    """Write what judges every step of a path or list."""
    if domain["guards"]:
        lines = _lines(body)
        lines.add(f"return {passes(known, domain['guards'])[0]}")
        functions["allows"] = function(body, "S, W, F, a, s", lines)
        functions["ways"] = write_ways(body, known, domain["guards"], domain["step"])
    functions["step_why"] = write_why(body, known, domain["guards"], "S, W, F, a, s")
    choice.step_guards = guards_of(body, domain["guards"])


# ---------------------------------------------------------------- offer, menu, take


@writes_pausing("offer")
def _offer(body: Body, json: Json) -> None:
    choice = new_choice(body, json, "offer")
    choice.may = True
    choice.guards = guards_of(body, json["guards"])
    choice.texts = (json["title"],)
    probe = write_probe(body, json["body"] + body.rest)
    test, cost = passes(body.w, json["guards"])
    whole = " and ".join(part for part in (test, f"{probe}(S, W, F, 0, None)" if probe else "") if part)
    opens = _lines(body)
    choice.fixed = (True, False)
    if whole:
        opens.add(f"S[0] -= {cost + 1}")
        opens.add(f"return not a or ({whole})")
    else:
        opens.add("return True")
    _bind(
        body,
        choice,
        opens=function(body, "S, W, F, a", opens),
        why=write_why(body, body.w, json["guards"], "S, W, F, a", probe, "S, W, F, 0, None"),
        titles=_titles(body, choice.texts),
    )
    yes, after = body.new_block(), body.new_block()
    no = body.new_block() if json["else"] else after
    choice.resume = (no, yes)
    choice.decline = no
    _asked(body, choice, json["side"])
    for block, statements in ((yes, json["body"]), (no, json["else"] or [])):
        if block != after:
            _branch(body, block, statements, after)
    body.begin(after)


def _titles(body: Body, texts: Sequence[Json]) -> str:
    lines = _lines(body)
    before, body.lines = body.lines, lines
    lines.add(f"return ({' '.join(values_of(body, text) + ',' for text in texts)})")
    body.lines = before
    return function(body, "S, W, F", lines)


@writes_pausing("menu")
def _menu(body: Body, json: Json) -> None:
    choice = new_choice(body, json, "menu")
    choice.items = tuple(item["id"] for item in json["items"])
    choice.texts = tuple(item["title"] for item in json["items"])
    choice.item_guards = tuple(guards_of(body, item["guards"]) for item in json["items"])
    opens, why = _lines(body), _lines(body)
    choice.fixed = tuple(range(len(choice.items)))
    for i, item in enumerate(json["items"]):
        probe = write_probe(body, item["body"] + body.rest)
        test, cost = passes(body.w, item["guards"])
        whole = " and ".join(part for part in (test, f"{probe}(S, W, F, 0, None)" if probe else "") if part)
        opens.add(f"if a == {i}:")
        opens.add(f" S[0] -= {cost + 1}")
        opens.add(f" return {whole or 'True'}")
        explain = write_why(body, body.w, item["guards"], "S, W, F, a", probe, "S, W, F, 0, None")
        why.add(f"if a == {i}: return {explain}(S, W, F, a)")
    _bind(
        body,
        choice,
        opens=function(body, "S, W, F, a", opens),
        why=function(body, "S, W, F, a", why),
        titles=_titles(body, choice.texts),
    )
    blocks = [body.new_block() for _ in json["items"]]
    after = body.new_block()
    otherwise = body.new_block() if json["else"] is not None else after
    choice.resume = tuple(blocks)
    choice.decline = otherwise
    choice.empty = otherwise if json["else"] is not None else None
    _asked(body, choice, json["side"])
    for block, item in zip(blocks, json["items"], strict=True):
        _branch(body, block, item["body"], after)
    if json["else"] is not None:
        _branch(body, otherwise, json["else"], after)
    body.begin(after)


@writes_pausing("take")
def _take(body: Body, json: Json) -> None:
    linker = body.linker
    choice = new_choice(body, json, "take")
    choice.may = json["may"] or json["many"]
    rules = [linker.action(id) for id in json["actions"]]
    choice.items = tuple(json["actions"])
    choice.texts = tuple([rule.json["title"] or rule.id] for rule in rules)
    choice.item_guards = tuple(
        tuple(Guard(guard["else"], tuple(guard.get("cites") or rule.json.get("cites") or ())) for guard in rule.json.get("guards") or ())
        for rule in rules
    )
    side = body.fresh()
    x = body.w.expression(json["side"])
    taken = body.fresh()
    body.add(f"{side} = {body.w.fitted(x, types.SIDE, 'who decides')}")
    body.add(f"{taken} = None")
    ask, after = body.new_block(), body.new_block()
    otherwise = body.new_block() if json["else"] is not None else after
    opens, why = _lines(body), _lines(body)
    for i, rule in enumerate(rules):
        opens.add(f"if a == {i}: return {linker.offered(rule)}(S, W, {side})")
        why.add(f"if a == {i}: return {linker.explained(rule)}(S, W, {side})")
    choice.fixed = tuple(range(len(rules)))
    _bind(body, choice, opens=function(body, "S, W, F, a", opens), why=function(body, "S, W, F, a", why), titles=_titles(body, choice.texts))
    body.begin(ask)
    _write_question(body, choice, side)
    blocks = [body.new_block() for _ in rules]
    following = ask if json["many"] else after
    choice.resume = tuple(blocks)
    choice.empty = otherwise if json["else"] is not None else None
    # The side that takes several and is done has not declined: `else` is for the one that takes none.
    done = body.new_block()
    choice.decline = done
    for block, rule in zip(blocks, rules, strict=True):
        body.begin(block)
        body.add(f"{taken} = True")
        if rule.pauses:
            body.add(f"push(T, [{rule.entry}, {side}, *{rule.pad}])")
        else:
            body.add(f"{rule.function}(G, S, W, {side})")
        body.jump(following)
        body.flush()
    body.begin(done)
    body.add(f"F[0] = {after} if {taken} else {otherwise}")
    body.add("return")
    body.flush()
    if json["else"] is not None:
        _branch(body, otherwise, json["else"], after)
    body.begin(after)

