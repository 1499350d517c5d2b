"""Which way play goes inside a rule, where nothing can pause: if, loops, cases, windows, calls, and jumps out of them."""

from __future__ import annotations

from rulewright.runtime import errors
from rulewright.runtime.link import lookup, types
from rulewright.runtime.link.body import Body, Loop, writes
from rulewright.runtime.link.names import Json
from rulewright.runtime.link.source import X


@writes("if")
def _if(body: Body, json: Json) -> None:
    word = "if"
    conditions = [body.w.condition(case["when"]) for case in json["cases"]]
    body.pay(sum(c.cost for c in conditions))
    for case, c in zip(json["cases"], conditions, strict=True):
        body.inside(f"{word} {c.text}:", lambda case=case: body.emit(case["then"], straight=True))  # type: ignore[misc]
        word = "elif"
    if json["else"]:
        body.inside("else:", lambda: body.emit(json["else"], straight=True))


def ordered_members(body: Body, json: Json) -> X:
    """Python for the members of an `each`, in the order in which they come."""
    x = body.w.many(json["in"])
    body.pay(x.cost)
    if not json["by"]:
        return x
    inner, v = body.w.bound(json["name"], x)
    keys = [inner.expression(e) for e in json["by"]]
    parts = [f"(({key.text}) is not None, {key.text})" if types.nullable(key.type) else key.text for key in keys]
    cost = sum(key.cost for key in keys) + 1
    text = f"sorted({body.rounds(x, cost)}, key=lambda {v}: ({' '.join(f'{part},' for part in parts)}))"
    return X(text, ("list", types.member(x.type)), 0, x.fractional, most=x.most)


def weight(json: Json) -> int:
    """How much one round of a loop with this body costs: about one per statement in it."""
    return 1 + len(json["body"])


@writes("each")
def _each(body: Body, json: Json) -> None:
    members = ordered_members(body, json)
    local = body.name(json["name"])
    _native_loop(body, json, f"for {local.text} in {body.rounds(members, weight(json))}:")


@writes("repeat")
def _repeat(body: Body, json: Json) -> None:
    if json["times"] is None:
        _native_loop(body, json, "while True:", pay=weight(json))
        return
    times = body.w.whole(json["times"])
    body.pay(times.cost)
    name = body.temp()
    _native_loop(body, json, f"for {name} in range({times.text}):", pay=weight(json))


def _native_loop(body: Body, json: Json, head: str, pay: int = 0) -> None:
    loop = Loop(json["label"], framed=False, flag=body.temp(), windows=len(body.windows))

    def write() -> None:
        if pay:
            body.add(f"S[0] -= {pay}")
            body.add("if S[0] < 0: spent()")
        first = len(body.lines.items)
        body.loops.append(loop)
        body.emit(json["body"])
        body.loops.pop()
        if loop.used:
            body.lines.items.insert(first, (" " * body.lines.indent + f"{loop.flag} = 0", body.lines.where))

    body.inside(head, write)
    # A jump from inside this loop to one around it set the flag of that one: pass it on.
    around = [one for one in body.loops if not one.framed]
    for outer in around[:-1]:
        if outer.used:
            body.add(f"if {outer.flag}: break")
    if around and around[-1].used:
        body.add(f"if {around[-1].flag} == 1: continue")
        body.add(f"if {around[-1].flag} == 2: break")


@writes("next", "leave")
def _jump(body: Body, json: Json) -> None:
    for at in range(len(body.loops) - 1, -1, -1):
        loop = body.loops[at]
        if loop.label == json["label"]:
            break
    else:
        raise errors.misfit(f"`{json['do']} {json['label']}` stands in no such loop")
    body.leave_windows(loop.windows)
    if loop.framed:
        body.jump(loop.head if json["do"] == "next" else loop.after)
        return
    if at == len(body.loops) - 1:
        body.add("continue" if json["do"] == "next" else "break")
        return
    loop.used = True
    body.add(f"{loop.flag} = {1 if json['do'] == 'next' else 2}")
    body.add("break")


@writes("return")
def _return(body: Body, json: Json) -> None:
    body.leave_windows(0)
    if body.framed:
        body.add("T.stack.pop()")
    body.add("return")


@writes("on")
def _on(body: Body, json: Json) -> None:
    x = body.hold(body.w.expression(json["value"]))
    word = "if"
    for arm in json["arms"]:
        test = lookup.condition(body.w, arm["keys"], x)
        if test == "True" and word == "elif":
            body.inside("else:", lambda arm=arm: body.emit(arm["body"]))  # type: ignore[misc]
            return
        body.inside(f"{word} {test}:", lambda arm=arm: body.emit(arm["body"]))  # type: ignore[misc]
        word = "elif"


@writes("window")
def _window(body: Body, json: Json) -> None:
    body.add("W = open_window(S, W)")
    body.windows.append(False)
    body.emit(json["body"])
    body.windows.pop()
    body.add("land(S, W)")
    body.add("W = S")


def arguments(body: Body, json: Json) -> list[str]:
    """Python for the values of a call, sure to be of the types of the parameters."""
    rule = body.linker.rule(json["rule"])
    if len(json["args"]) != len(rule.params):
        raise errors.misfit(f"`{json['rule']}` is called with {len(json['args'])} values")
    found: list[str] = []
    for e, (name, type) in zip(json["args"], rule.params, strict=True):
        x = body.w.expression(e)
        body.pay(x.cost)
        found.append(body.w.fitted(x, type, f"`{name}` of `{json['rule']}`"))
    return found


@writes("call")
def _call(body: Body, json: Json) -> None:
    args = arguments(body, json)
    body.add(f"{body.linker.rule(json['rule']).function}({', '.join(['G', 'S', 'W', *args])})")


@writes("end_game")
def _end_game(body: Body, json: Json) -> None:
    number = body.place("end_game", json)
    body.add(f"G.finish(S, W, {number}, {body.linker.ending(json['as'])})")
