"""Small artifacts, written tersely: every list has its default, every part its place in the source."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from rulewright.runtime import Game, Program, link
from rulewright.runtime.artifact import load
from rulewright.runtime.frames import refill
from rulewright.runtime.link import types
from rulewright.runtime.link.expression import Local, Writer
from rulewright.runtime.link.source import Lines, Where
from rulewright.schemas.hashing import rules_hash

Json = Any
AT = [0, 1, 1, 1]

LISTS = (
    "enums", "pieces", "units", "markers", "cups", "tracks", "maps", "matrices", "tables", "defines", "rules", "actions",
    "phases", "scenarios", "hooks", "invariants", "examples", "aids", "options", "conflicts", "sections", "unfinished",
)  # fmt: skip


def document(*, sides: Sequence[str] = ("red", "blue"), choices: str = "hidden", dice: Json = None, **lists: Json) -> Json:
    """Return an artifact with these lists; what is not given is empty."""
    found: dict[str, Json] = {name: lists.pop(name, []) for name in LISTS}
    assert not lists, lists
    found |= {
        "format": "rulewright.ruleset",
        "version": 1,
        "ruleset": {
            "id": "sample",
            "title": "Sample",
            "version": "1",
            "source": "",
            "sides": [{"id": side, "title": side.title()} for side in sides],
            "choices": choices,
        },
        "files": ["sample.rules"],
        "dice": dice or {"d6": [1, 6], "d10": [0, 9]},
        "provenance": {"stated": 0, "ruled": 0, "assumed": 0},
        "made_by": "tests",
    }
    found["rules_hash"] = rules_hash(found)
    return found


def program(*, on: Sequence[str] = (), functions: Mapping[str, Any] | None = None, **lists: Json) -> Program:
    """Return the program of a document with these lists, judged by the schema like any other."""
    return link(load(json.dumps(document(**lists)).encode()), on, functions)


def game(*, seed: int = 7, dice: Any = None, history: bool = True, scenario: str | None = None, **lists: Json) -> Game:
    return Game.start(program(**lists), scenario, seed, dice, history=history)


# ---------------------------------------------------------------- declarations


def head(id: str, **more: Json) -> dict[str, Json]:
    return {"id": id, "title": more.pop("title", ""), "at": AT, **more}


def enum(id: str, *values: str) -> Json:
    return head(id, values=[{"id": value, "title": value} for value in values])


def attribute(id: str, type: Json, visibility: str = "public", *, unless: str | None = None, default: Json = None, **more: Json) -> Json:
    return {"id": id, "type": type, "visibility": visibility, "unless": unless, "default": default, "at": AT, **more}


def piece(id: str, *attributes: Json, parent: str | None = None, holds: str | None = None) -> Json:
    return head(id, parent=parent, holds=holds, attributes=list(attributes))


def unit(id: str, kind: str, side: str | None = None, **values: Json) -> Json:
    return head(id, kind=kind, name=id.title(), side=side, values=values)


def marker(id: str, on: str, *faces: str, countdown: Json = None, visibility: str = "public", places: str | None = None) -> Json:
    return head(id, on=on, places=places, faces=[{"id": face} for face in faces], countdown=countdown, visibility=visibility)


def cup(id: str, **kinds: int) -> Json:
    return head(id, type=f"enum:{id}", kinds=[{"id": kind, "value": None, "count": count} for kind, count in kinds.items()])


def numbers_cup(id: str, **kinds: tuple[int, int]) -> Json:
    return head(id, type="number", kinds=[{"id": kind, "value": value, "count": count} for kind, (value, count) in kinds.items()])


def track(id: str, type: Json = "number", start: Json = None, *, range: Json = None, seen_by: str | None = None, boxes: Json = ()) -> Json:
    return head(id, type=type, range=range, start=start, seen_by=seen_by, boxes=list(boxes))


def a_map(id: str = "sea", *, grid: str = "hex", rows: int = 3, columns: int = 4, places: Json = None, **more: Json) -> Json:
    """Return a map of rows A, B, … and columns 1, 2, …, rows B, D, … shifted to the right; or of the given places."""
    if places is None:
        coordinates: Json = {f"{chr(65 + r)}{c + 1}": [c, r] for r in range(rows) for c in range(columns)}
        places = list(coordinates)
    else:
        coordinates = more.pop("coordinates", None)
    settings = {
        "links": [], "barriers": [], "closed": [], "exits": {}, "regions": {}, "attributes": [], "shifted": 1, "facing": False,
        "radius": None, "centre": None,
    } | more  # fmt: skip
    settings["regions"] = [head(region, places=found) for region, found in settings["regions"].items()]
    for region in settings["regions"]:
        region.pop("at")
    return head(id, grid=grid, place_word="hex", places=places, coordinates=coordinates, **settings)


def params(given: Mapping[str, Json]) -> Json:
    return [{"name": name, "type": type} for name, type in given.items()]


def define(id: str, returns: Json, value: Json, **given: Json) -> Json:
    return head(id, params=params(given), returns=returns, value=value, locals=dict(given))


def rule(id: str, *body: Json, given: Mapping[str, Json] | None = None, locals: Json = None) -> Json:
    return head(id, params=params(given or {}), body=list(body), locals=dict(given or {}) | (locals or {}))


def action(id: str, *body: Json, by: str = "player", guards: Json = (), locals: Json = None) -> Json:
    return head(id, by=by, guards=list(guards), body=list(body), locals={by: "side"} if locals is None else locals)


def phase(id: str, *body: Json, when: Json = None, locals: Json = None) -> Json:
    step = {"id": "", "title": "", "when": None, "body": list(body), "locals": locals or {}, "at": AT}
    return head(id, when=when, locals={}, steps=[step])


def step(id: str, *body: Json, when: Json = None, locals: Json = None) -> Json:
    return {"id": id, "title": id, "when": when, "body": list(body), "locals": locals or {}, "at": AT}


def scenario(id: str, *body: Json, locals: Json = None) -> Json:
    return head(id, body=list(body), locals=locals or {})


def table(id: str, *, result: Json = None, dice: Json = "d6", drms: Json = (), kind: str = "outcome", **more: Json) -> Json:
    """Return a table; `dice` is a die's id, a DICE or None, `result` a list of (keys, cell) or the whole."""
    given = more.pop("given", {})
    roll = None if dice is None else {"dice": {"count": 1, "die": dice, "keep": None} if isinstance(dice, str) else dice}
    if isinstance(result, list):
        result = {"by": None, "columns": [], "rows": [{"keys": keys, "cells": [cell]} for keys, cell in result]}
    found = {
        "params": params(given), "locals": dict(given), "roll": more.pop("roll", roll), "drms": list(drms), "naturals": [],
        "threshold": None, "dummies": None, "result": result, "result_type": kind, "outcomes": [],
    } | more  # fmt: skip
    if kind == "outcome" and not found["outcomes"] and result is not None:
        found["outcomes"] = sorted({name for row in result["rows"] for cell in row["cells"] for name, _ in cell})
    return head(id, **found)


def to(lo: int | None, hi: int | None) -> Json:
    """The keys of one range."""
    return [{"from": lo, "to": hi}]


def equals(*values: Json) -> Json:
    return [{"is": value} for value in values]


OTHERWISE: Json = [{"otherwise": True}]


def drm(id: str, amount: Json, when: Json = None) -> Json:
    return {"id": id, "title": id, "amount": amount, "when": when}


def drm_by(id: str, by: Json, *rows: Json) -> Json:
    """A modifier by one axis; a row is (keys, cell) or (keys, cell, cancels)."""
    listed = [{"keys": row[0], "cells": [row[1]], **({"cancels": row[2]} if len(row) > 2 else {})} for row in rows]
    return {"id": id, "title": id, "lookup": {"by": [by], "columns": [], "rows": listed}}


# ---------------------------------------------------------------- statements


def do(kind: str, /, **fields: Json) -> Json:
    return {"do": kind, "at": AT, **fields}


def local(name: str) -> Json:
    return ["local", name]


def let(name: str, value: Json) -> Json:
    return do("let", name=name, value=value)


def assign(target: Json, value: Json) -> Json:
    return do("set", to=target, value=value)


def add(target: Json, value: Json, kind: str = "number") -> Json:
    return do("add", to=target, value=value, kind=kind)


def take_off(target: Json, value: Json, kind: str = "number") -> Json:
    return do("remove", to=target, value=value, kind=kind)


def mark(id: str, on: Json, *, face: str | None = None, count: Json = None, place: Json = None, each: bool = False) -> Json:
    return do("mark", marker=id, on=on, each=each, place=place, face=face, count=count)


def unmark(source: Json, *ids: str, place: Json = None, each: bool = False) -> Json:
    return do("unmark", markers=list(ids), **{"from": source}, each=each, place=place)


def move(what: Json, where: Json, *, each: bool = False) -> Json:
    return do("move", what=what, each=each, to=where)


def gone(what: Json, *, each: bool = False) -> Json:
    return do("gone", what=what, each=each)


def when(condition: Json, *then: Json, otherwise: Sequence[Json] = ()) -> Json:
    return do("if", cases=[{"when": condition, "then": list(then)}], **{"else": list(otherwise)})


def each(name: str, members: Json, *body: Json, by: Sequence[Json] = (), label: str | None = None) -> Json:
    return do("each", name=name, **{"in": members}, by=list(by), label=label or name, body=list(body))


def repeat(times: Json, *body: Json, label: str | None = None) -> Json:
    return do("repeat", times=times, label=label or "repeat", body=list(body))


def call(id: str, *args: Json) -> Json:
    return do("call", rule=id, args=list(args))


def tell(side: Json, *text: Json) -> Json:
    return do("tell", to=side, text=list(text))


def shown(value: Json, type: Json) -> Json:
    """A value inside a sentence."""
    return {"value": value, "type": type}


def roll(id: str, *args: Json, name: str | None = None, arms: Sequence[Json] = (), seen_by: Json = None) -> Json:
    return do("roll", table=id, args=list(args), **{"as": name}, arms=list(arms), seen_by=seen_by)


def arm(*names: str, bind: str | None = None, body: Sequence[Json] = ()) -> Json:
    return {"names": list(names), "bind": bind, "body": list(body)}


def throw(name: str, count: Json = 1, die: str = "d6", *, keep: Json = None, seen_by: Json = None) -> Json:
    return do("roll_dice", dice={"count": count, "die": die, "keep": keep}, **{"as": name}, seen_by=seen_by)


def guard(condition: Json, *sentence: Json, section: str = "9") -> Json:
    return {"when": condition, "else": list(sentence), "cites": [{"section": section}], "at": AT}


def one(members: Json) -> Json:
    return {"kind": "one", "from": members}


def choose(
    id: str, name: str, domain: Json, *body: Json, side: Json = ("side", "red"), may: bool = False, guards: Sequence[Json] = (),
    otherwise: Sequence[Json] | None = None, public: bool = False,
) -> Json:  # fmt: skip
    return do(
        "choose", id=id, side=list(side), may=may, name=name, domain=domain, guards=list(guards), body=list(body),
        **{"else": None if otherwise is None else list(otherwise)}, public=public,
    )  # fmt: skip


def offer(id: str, *body: Json, side: Json = ("side", "red"), guards: Sequence[Json] = (), otherwise: Sequence[Json] | None = None, public: bool = False) -> Json:
    fields = {"else": None if otherwise is None else list(otherwise)}
    return do("offer", id=id, side=list(side), title=[id], guards=list(guards), body=list(body), public=public, **fields)


def item(id: str, *body: Json, guards: Sequence[Json] = (), title: str = "") -> Json:
    return {"id": id, "title": [title or id], "guards": list(guards), "body": list(body)}


def menu(id: str, *items: Json, side: Json = ("side", "red"), otherwise: Sequence[Json] | None = None, public: bool = False) -> Json:
    return do("menu", id=id, side=list(side), items=list(items), public=public, **{"else": None if otherwise is None else list(otherwise)})


def take(id: str, *actions: str, side: Json = ("side", "red"), many: bool = False, may: bool = False, otherwise: Sequence[Json] | None = None) -> Json:
    fields = {"else": None if otherwise is None else list(otherwise)}
    return do("take", id=id, side=list(side), actions=list(actions), many=many, may=may, public=False, **fields)


def together(name: str, *body: Json) -> Json:
    return do("together", name=name, body=list(body))


def window(*body: Json) -> Json:
    return do("window", body=list(body))


def end(ending: str) -> Json:
    return do("end_game", **{"as": ending})


# ---------------------------------------------------------------- what tests ask


def evaluate(found: Program, e: Json, *, state: list[Any] | None = None, **given: tuple[Json, Any]) -> Any:
    """Return the value at play of an expression; `given` are locals: (type, value at play)."""
    linker = found.linker
    names = {name: Local(f"a_{name}", types.inside(types.of_json(type)), linker.fractions) for name, (type, _) in given.items()}
    lines = Lines(Where("a test"))
    lines.add(f"return {Writer(linker, names, pending='S').expression(e).text}")
    function = linker.code.mint("z")
    linker.code.function(f"{function}({', '.join(['S', *(name.text for name in names.values())])})", lines)
    found.load()
    S = (state if state is not None else found.start)[:]
    S[0] = 2_000_000
    return linker.code.namespace[function](S, *(value for _, value in given.values()))


def value(found: Game, e: Json) -> Any:
    """Return the value at play of an expression in a game as it stands."""
    refill(found._thread)
    return evaluate(found.program, e, state=found._thread.S)


def after(*body: Json, locals: Json = None, **lists: Json) -> Game:
    """Return a game that ran these statements once and stands at an offer."""
    return game(scenarios=[scenario("only", *body, locals=locals)], phases=[phase("wait", offer("wait.go"))], **lists)
