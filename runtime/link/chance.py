"""Dice, draws and words: what happens by chance, and what a side learns."""

from __future__ import annotations

from rulewright.runtime import errors
from rulewright.runtime.link import types
from rulewright.runtime.link.body import Body, writes, writes_pausing
from rulewright.runtime.link.names import Json
from rulewright.runtime.link.source import X
from rulewright.runtime.link.table import write_dice
from rulewright.runtime.link.types import NUMBER


def _seen_by(body: Body, side: Json) -> str:
    """Python for the audience of a roll or a draw."""
    if side is None:
        return str(body.linker.everybody)
    x = body.w.expression(side)
    return f"(1 << {x.text})"


def throw(body: Body, json: Json) -> str:
    """Write a roll on a table; return the Python name that holds the result."""
    table = body.linker.table(json["table"])
    number = body.place("roll", json)
    if len(json["args"]) != len(table.params):
        raise errors.misfit(f"`{json['table']}` is rolled with {len(json['args'])} values")
    args: list[str] = []
    cost = table.cost
    for e, (name, type) in zip(json["args"], table.params, strict=True):
        x = body.w.expression(e)
        cost += x.cost
        args.append(body.w.fitted(x, type, f"`{name}` of `{json['table']}`"))
    body.pay(cost)
    result = body.fresh() if body.framed else body.temp()
    body.add(f"{result} = {table.roll}(G, S, W, {', '.join([_seen_by(body, json['seen_by']), str(number), *args])})")
    if json["as"] is not None:
        local = body.name(json["as"])
        body.retype(json["as"], types.opt(table.type))
        if local.text != result:
            body.add(f"{local.text} = {result}")
    return result


def arm_tests(body: Body, json: Json, result: str) -> list[tuple[str, Json]]:
    """Return (condition, arm) in the order in which the arms are tried; a name that binds a count does so first."""
    table = body.linker.table(json["table"])
    found: list[tuple[str, Json]] = []
    for arm in json["arms"]:
        for name in arm["names"]:
            number = body.linker.names.outcome(name)
            if arm["bind"] is not None:
                local = body.name(arm["bind"])
                body.add(f"{local.text} = outcome_count({result}, {number})")
                found.append((f"{local.text} > 0", arm))
            elif table.type == NUMBER:
                found.append((f"{result} is None" if name == "impossible" else "False", arm))
            elif table.single:
                found.append((f"{result} == {body.w.constant(((number, 1),))}", arm))
            else:
                found.append((f"outcome_count({result}, {number}) > 0", arm))
    return found


@writes("roll")
def _roll(body: Body, json: Json) -> None:
    result = throw(body, json)
    binds = any(arm["bind"] is not None for arm in json["arms"])
    if not binds:
        for test, arm in arm_tests(body, json, result):
            body.inside(f"if {test}:", lambda arm=arm: body.emit(arm["body"]))  # type: ignore[misc]
        return
    for arm in json["arms"]:
        for name in arm["names"]:
            for test, _ in arm_tests(body, {**json, "arms": [{**arm, "names": [name]}]}, result):
                body.inside(f"if {test}:", lambda arm=arm: body.emit(arm["body"]))  # type: ignore[misc]


@writes_pausing("roll_dice")
def _roll_dice_pausing(body: Body, json: Json) -> None:
    _roll_dice(body, json)
    body.begin(body.new_block())


@writes_pausing("draw")
def _draw_pausing(body: Body, json: Json) -> None:
    _draw(body, json)
    body.begin(body.new_block())


@writes_pausing("roll")
def _roll_pausing(body: Body, json: Json) -> None:
    result = throw(body, json)
    if body.linker.stops_at_chance:
        body.begin(body.new_block())
    for arm in json["arms"]:
        for name in arm["names"]:
            for test, _ in arm_tests(body, {**json, "arms": [{**arm, "names": [name]}]}, result):
                here, after = body.new_block(), body.new_block()
                body.add(f"F[0] = {here} if {test} else {after}")
                body.add("return")
                body.flush()
                body.begin(here)
                body.emit(arm["body"])
                body.begin(after)


@writes("roll_dice")
def _roll_dice(body: Body, json: Json) -> None:
    number = body.place("roll_dice", json)
    write_dice(body.w, body.lines, json["dice"])
    if json["as"] is not None:
        body.add(f"{body.name(json['as']).text} = z")
    note = f"(5, {number}, {_seen_by(body, json['seen_by'])}, dice, z)"
    body.add(f"G.note({_heard(body, 'saw_dice', note, 'thrown')})")


@writes("draw")
def _draw(body: Body, json: Json) -> None:
    name = body.temp()
    if "cup" in json:
        cup = body.linker.cup(json["cup"])
        index = list(body.linker.cups).index(json["cup"])
        body.add(f"{name} = G.draw(W, {body.linker.code.name(cup, 'C')})")
        kind = NUMBER if body.linker.layout.cup_of[json["cup"]]["type"] == "number" else f"enum:{json['cup']}"
        source = str(index)
    else:
        x = body.w.many(json["from"])
        body.pay(x.cost)
        kind, source = types.member(x.type), "None"
        body.add(f"{name} = G.lot(W, {x.text}, {body.w.constant(kind)})")
    number = body.place("draw", {**json, "type": kind})
    if json["as"] is not None:
        local = body.name(json["as"])
        body.retype(json["as"], types.opt(body.locals[json["as"]]))
        text = body.w.fitted(X(name, types.opt(kind)), types.opt(body.locals[json["as"]]), f"`{json['as']}`")
        body.add(f"{local.text} = {text}")
    note = f"(6, {number}, {_seen_by(body, json['seen_by'])}, {source}, {name})"
    if "cup" in json:
        note = _heard(body, "saw_draw", note, f"W, {body.linker.code.name(body.linker.cup(json['cup']), 'C')}")
    body.add(f"G.note({note})")


def _heard(body: Body, function: str, note: str, known: str) -> str:
    """Python for a note that a watch, if there is one that wants to, has heard of."""
    watch = body.linker.watch
    return note if watch is None or not watch.hears else f"{function}({note}, {known})"


# ---------------------------------------------------------------- words


def values_of(body: Body, text: Json) -> str:
    """Python for the tuple of the values in a TEXT."""
    parts: list[str] = []
    for part in text:
        if not isinstance(part, str):
            x = body.w.expression(part["value"])
            kind = types.of_json(part["type"])
            parts.append(body.w.fitted(x, types.opt(kind), "a sentence") + ",")
    return f"({' '.join(parts)})"


def _audience(body: Body, to: Json) -> tuple[str, str]:
    """Python for the side that learns (None: all) and for the mask."""
    if to == "all":
        return "None", str(body.linker.everybody)
    x = body.hold(body.w.expression(to))
    return x.text, f"(1 << {x.text})"


@writes("tell")
def _tell(body: Body, json: Json) -> None:
    number = body.place("tell", json)
    side, mask = _audience(body, json["to"])
    name = body.temp()
    body.add(f"{name} = {values_of(body, json['text'])}")
    body.add(f"learn(W, {side}, ({number}, 0, {name}, None))")
    body.add(f"G.note((14, {number}, {mask}, {name}))")


@writes("reveal")
def _reveal(body: Body, json: Json) -> None:
    number = body.place("reveal", json)
    side, mask = _audience(body, json["to"])
    for i, what in enumerate(json["what"]):
        x = body.w.expression(what["value"])
        of = "None" if what["of"] is None else body.hold(body.w.expression(what["of"])).text
        name = body.temp()
        body.add(f"{name} = {body.w.fitted(x, types.opt(types.of_json(what['type'])), 'what is revealed')}")
        body.add(f"learn(W, {side}, ({number}, {i}, {name}, {of}))")
        body.add(f"G.note((15, {number}, {mask}, {i}, {name}, {of}))")
