"""The same as `flow`, where a decision may come inside: control goes from block to block, names stay in the frame."""

from __future__ import annotations

from rulewright.runtime.link import lookup
from rulewright.runtime.link.body import Body, Loop, writes_pausing
from rulewright.runtime.link.flow import arguments, ordered_members, weight
from rulewright.runtime.link.names import Json
from rulewright.runtime.link.source import X


@writes_pausing("if")
def _if(body: Body, json: Json) -> None:
    after = body.new_block()
    branches: list[tuple[int, list[Json]]] = []
    conditions = [body.w.condition(case["when"]) for case in json["cases"]]
    body.pay(sum(c.cost for c in conditions))
    for case, c in zip(json["cases"], conditions, strict=True):
        here = body.new_block()
        body.add(f"if {c.text}:")
        body.add(f" F[0] = {here}")
        body.add(" return")
        branches.append((here, case["then"]))
    body.emit(json["else"], straight=True)
    body.jump(after)
    body.flush()
    for here, then in branches:
        body.begin(here)
        body.emit(then, straight=True)
        body.jump(after)
        body.flush()
    body.begin(after)


@writes_pausing("on")
def _on(body: Body, json: Json) -> None:
    x = body.w.expression(json["value"])
    name = body.fresh()
    body.add(f"{name} = {x.text}")
    held = X(name, x.type, 0, x.fractional)
    after = body.new_block()
    branches: list[tuple[int, list[Json]]] = []
    for arm in json["arms"]:
        here = body.new_block()
        body.add(f"if {lookup.condition(body.w, arm['keys'], held)}:")
        body.add(f" F[0] = {here}")
        body.add(" return")
        branches.append((here, arm["body"]))
    body.jump(after)
    body.flush()
    for here, then in branches:
        body.begin(here)
        body.emit(then)
        body.jump(after)
        body.flush()
    body.begin(after)


@writes_pausing("each")
def _each(body: Body, json: Json) -> None:
    members = ordered_members(body, json)
    name = body.name(json["name"]).text
    rest, at = body.fresh(), body.fresh()
    body.add(f"{rest} = tuple({body.rounds(members, weight(json))})")
    body.add(f"{at} = 0")
    loop = Loop(json["label"], framed=True, head=body.new_block(), after=body.new_block(), windows=len(body.windows))
    body.begin(loop.head)
    body.add(f"x = {at}")
    body.add(f"if x >= len({rest}):")
    body.add(f" F[0] = {loop.after}")
    body.add(" return")
    body.add(f"{name} = {rest}[x]")
    body.add(f"{at} = x + 1")
    _round(body, json, loop)


@writes_pausing("repeat")
def _repeat(body: Body, json: Json) -> None:
    loop = Loop(json["label"], framed=True, head=body.new_block(), after=body.new_block(), windows=len(body.windows))
    left = ""
    if json["times"] is not None:
        left = body.fresh()
        times = body.w.whole(json["times"])
        body.add(f"{left} = whole({times.text})")
    body.begin(loop.head)
    if left:
        body.add(f"if {left} <= 0:")
        body.add(f" F[0] = {loop.after}")
        body.add(" return")
        body.add(f"{left} -= 1")
    body.add(f"S[0] -= {weight(json)}")
    body.add("if S[0] < 0: spent()")
    _round(body, json, loop)


def _round(body: Body, json: Json, loop: Loop) -> None:
    body.loops.append(loop)
    body.emit(json["body"])
    body.loops.pop()
    body.jump(loop.head)
    body.flush()
    body.begin(loop.after)


@writes_pausing("window")
def _window(body: Body, json: Json) -> None:
    # The list that is written is handed to each block anew: a window that can pause begins and ends a block.
    inside, after = body.new_block(), body.new_block()
    body.add("T.W = open_window(S, W)")
    body.begin(inside)
    body.windows.append(True)
    body.emit(json["body"])
    body.windows.pop()
    body.add("land(S, W)")
    body.add("T.W = S")
    body.begin(after)


@writes_pausing("call")
def _call(body: Body, json: Json) -> None:
    rule = body.linker.rule(json["rule"])
    after = body.new_block()
    args = "".join(f"{arg}, " for arg in arguments(body, json))
    body.add(f"push(T, [{rule.entry}, {args}*{rule.pad}])")
    body.begin(after)


@writes_pausing("together")
def _together(body: Body, json: Json) -> None:
    inside, after = body.new_block(), body.new_block()
    slot = int(body.name(json["name"]).text[2:-1])
    number = body.place("together", json)
    body.add(f"F[0] = {after}")
    body.add(f"return G.part(T, F, {inside}, {slot}, {number})")
    body.flush()
    # A side's part has a stack of its own: it ends when that is empty.
    loops, windows = body.loops, body.windows
    body.loops, body.windows = [], []
    body.begin(inside)
    body.emit(json["body"])
    body.end()
    body.loops, body.windows = loops, windows
    body.begin(after)
