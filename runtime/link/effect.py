"""Effects: what sets, adds, marks and moves. Each writes to `W`, then notes what changed and who saw it.

What changes nothing leaves no note. That tells nobody anything: whoever may read the note sees the value before and
after it. So a note may hang on nothing but the value that it names.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulewright.runtime import errors
from rulewright.runtime.link import journal, types
from rulewright.runtime.link.body import Body, writes
from rulewright.runtime.link.layout import Column
from rulewright.runtime.link.names import Json
from rulewright.runtime.link.piece import is_surely, pieces_of
from rulewright.runtime.link.primitives import BIGGEST
from rulewright.runtime.link.source import X
from rulewright.runtime.link.types import NUMBER, Type

Make = Callable[[str], str]
"""From Python for the old value, Python for the new one."""


@writes("let")
def _let(body: Body, json: Json) -> None:
    local = body.name(json["name"])
    x = body.w.expression(json["value"])
    body.pay(x.cost)
    wanted = body.locals[json["name"]]
    text = body.w.fitted(x, wanted, f"`{json['name']}`")
    body.add(f"{local.text} = {_plain(body, x, text)}")


def _plain(body: Body, x: X, text: str) -> str:
    """Python for a value in its plainest form, where arithmetic could have made it long or fractional."""
    if types.bare(x.type) == NUMBER and text[:1] == "(" and not text[1:].lstrip("-").rstrip(")").isdigit():
        return f"sized({text})"
    return text


@writes("set", "add", "remove")
def _change(body: Body, json: Json) -> None:
    value = body.hold(_value_of(body, json))
    write_change(body, json, json["to"], value)


def _value_of(body: Body, json: Json) -> X:
    w = body.w
    if json["do"] != "set" and json["kind"] == "number":
        x = w.number(json["value"])
    else:
        x = w.expression(json["value"])
    body.pay(x.cost)
    return x


def write_change(body: Body, json: Json, target: Json, value: X) -> None:
    """Write one set, add or remove on `target`."""
    op = target[0]
    if op == "each":
        _, members, name, inner = target
        _for_each(body, members, name, lambda: write_change(body, json, inner, value))
    elif op == "local":
        local = body.name(target[1])
        body.add(f"{local.text} = {_new(body, json, body.locals[target[1]], value, f'`{target[1]}`')(local.text)}")
    elif op in ("attr", "attr_at"):
        _change_attribute(body, json, target, value)
    elif op in ("track", "track_at"):
        _change_track(body, json, target, value)
    elif op == "countdown":
        _change_countdown(body, json, target, value)
    else:
        raise errors.misfit(f"`{op}` cannot be written to")


def _for_each(body: Body, members: Json, name: str, write: Callable[[], None]) -> None:
    """Write a loop of Python over a set, with `name` bound to its members."""
    x = body.w.many(members)
    before = body.names.get(name)
    inner, v = body.w.bound(name, replace(x, live=False))
    body.names[name] = inner.locals[name]
    body.inside(f"for {v} in {body.rounds(x, 2)}:", write)
    if before is None:
        del body.names[name]
    else:
        body.names[name] = before


def _new(body: Body, json: Json, type: Type, value: X, what: str) -> Make:
    """Return how the new value is made from the old one."""
    kind = json["do"]
    if kind == "set":
        text = _plain(body, value, body.w.fitted(value, type, what))
        return lambda old: text
    if json["kind"] == "number":
        sign = "+" if kind == "add" else "-"
        return lambda old: f"sized({old} {sign} {value.text})"
    if json["kind"] == "set":
        many = _as_many(body, type, value, what)
        return (lambda old: f"union({old} or (), {many})") if kind == "add" else (lambda old: f"minus({old} or (), {many})")
    one = body.w.fitted(value, types.member(type), what) if types.member(type) is not None else value.text
    return (lambda old: f"joined({old} or (), ({one},))") if kind == "add" else (lambda old: f"without_one({old} or (), {one})")


def _as_many(body: Body, type: Type, value: X, what: str) -> str:
    """The value as a set: it may be one member, or a set already."""
    member = types.member(type)
    if types.fits(value.type, type) and value.type != types.NONE and not types.nullable(value.type):
        return value.text
    if member is not None and types.fits(value.type, member) and not types.starts(types.bare(member), "path:"):
        return f"({value.text},)" if not types.nullable(value.type) else f"places({value.text})"
    if types.starts(types.bare(member), "path:") and types.starts(types.bare(value.type), "path:"):
        return f"({value.text},)"
    return f"checked(places({value.text}), {body.w.constant(types.family(type))}, False, {body.w.constant(what)})"


def _bounded(body: Body, name: str, what: str, bounds: tuple[int | None, int | None] | None, *, nullable: bool) -> None:
    """Write the check that a new number is in its range."""
    if bounds is None:
        return
    lo, hi = bounds
    tests = [f"{name} < {lo}"] if lo is not None else []
    if hi is not None:
        tests.append(f"{name} > {hi}")
    if tests:
        asked = f"{name} is not None and " if nullable else ""
        test = " or ".join(tests)
        body.add(f"if {asked}({test}): out_of_range({body.w.constant(what)}, {name}, {lo}, {hi})")


def _is_bounded(bounds: tuple[int | None, int | None] | None) -> bool:
    return bounds is not None and None not in bounds and max(abs(end or 0) for end in bounds) < BIGGEST


# ---------------------------------------------------------------- attributes, tracks, countdowns


def holder_of(body: Body, e: Json, kind: str) -> str:
    """Write code that holds the piece `e`, sure to be of `kind`; return its Python name."""
    x = body.hold(body.w.expression(e))
    if is_surely(body.w, x.type, kind):
        return x.text
    name = body.temp()
    body.add(f"{name} = piece_in({x.text}, {pieces_of(body.w, kind)})")
    return name


def mask(body: Body, column: Column, piece: str) -> str:
    """Python for who sees the attribute of a piece as it is now."""
    if column.id.endswith(".at"):
        return f"at_mask(W, {piece})"
    linker = body.linker
    if column.visibility in ("printed", "public"):
        return str(linker.everybody)
    closed = f"{linker.masks_table}[{piece}]" if column.visibility == "hidden" else "0"
    if column.unless is None:
        return closed
    offset = linker.layout.marker(column.unless)
    if linker.layout.is_plain(column.unless):
        return f"({linker.everybody} if {piece} in W[{offset}] else {closed})"
    on = linker.layout.marker_of[column.unless]["on"]
    return f"({linker.everybody} if read(W, {offset}, {piece}, {pieces_of(body.w, on)}) is not None else {closed})"


def _change_attribute(body: Body, json: Json, target: Json, value: X) -> None:
    column = body.linker.layout.column(target[1])
    if column.printed:
        raise errors.misfit(f"`{column.id}` is printed and never changes")
    piece = holder_of(body, target[2], column.kind)
    key = body.hold(body.w.expression(target[3])).text if target[0] == "attr_at" else "None"
    kind = body.linker.column_type(column)
    inner = types.bare(kind)
    if (target[0] == "attr_at") != (isinstance(inner, tuple) and inner[0] == "by"):
        raise errors.misfit(f"`{column.id}` is written {'with' if target[0] == 'attr_at' else 'without'} a key")
    if target[0] == "attr_at":
        kind = inner[2]
        slot = f"W[{column.offset} + key_in({key}, {column.keys}) * {column.span} + {piece}]"
    else:
        slot = f"W[{column.offset} + {piece}]"
    number = body.place("set", json)
    make = _new(body, json, kind, value, f"`{column.id}`")
    name = body.temp()
    if column.id.endswith(".at"):
        body.add(f"{name} = {make(slot)}")
        body.add(f"if move(W, {piece}, {name}): G.note((11, {number}, at_mask(W, {piece}), {piece}, {name}))")
        return
    body.add(f"{name} = {_unsized(body, make(slot), column.range)}")
    _bounded(body, name, column.id, column.range, nullable=types.nullable(kind))
    _if_new(body, slot, name, f"(7, {number}, {mask(body, column, piece)}, {piece}, {key}, {name})")


def _if_new(body: Body, slot: str, value: str, note: str) -> None:
    """Write the value and its note, unless the slot holds it already."""
    at = slot[2:-1]
    if not at.isdigit():
        at = body.temp()
        body.add(f"{at} = {slot[2:-1]}")
    body.add(f"if W[{at}] != {value}: {journal.noted(at)}; W[{at}] = {value}; G.note({note})")


def _unsized(body: Body, text: str, bounds: tuple[int | None, int | None] | None) -> str:
    """Without the limit of numbers where a range is checked anyway, and no fraction needs its plainest form."""
    if _is_bounded(bounds) and text.startswith("sized(") and text.count("sized(") == 1 and not body.linker.fractions:
        return text[6:-1]
    return text


def _change_track(body: Body, json: Json, target: Json, value: X) -> None:
    track = body.linker.layout.track(target[1])
    kind = body.linker.track_type(track)
    inner = types.bare(kind)
    keyed = isinstance(inner, tuple) and inner[0] == "by"
    if (target[0] == "track_at") != keyed:
        raise errors.misfit(f"`{track.id}` is written {'without' if keyed else 'with'} a key")
    key = "None"
    slot = f"W[{track.slot}]"
    if keyed:
        kind = inner[2]
        key = body.hold(body.w.expression(target[2])).text
        slot = f"W[{track.slot} + key_in({key}, {track.keys})]"
    number = body.place("set", json)
    name = body.temp()
    body.add(f"{name} = {_unsized(body, _new(body, json, kind, value, f'`{track.id}`')(slot), track.range)}")
    _bounded(body, name, track.id, track.range, nullable=types.nullable(kind))
    seen = body.linker.everybody if track.seen_by is None else 1 << track.seen_by
    _if_new(body, slot, name, f"(8, {number}, {seen}, {key}, {name})")


def marker_mask(body: Body, marker: Json, piece: str) -> str:
    if marker["visibility"] == "public":
        return str(body.linker.everybody)
    return f"{body.linker.masks_table}[{piece}]" if marker["visibility"] == "hidden" else "0"


def _marker(body: Body, id: str) -> Json:
    body.linker.layout.marker(id)
    return body.linker.layout.marker_of[id]


def _change_countdown(body: Body, json: Json, target: Json, value: X) -> None:
    marker = _marker(body, target[1])
    if marker["countdown"] is None:
        raise errors.misfit(f"the marker `{target[1]}` counts nothing")
    piece = holder_of(body, target[2], marker["on"])
    slot = f"W[{body.linker.layout.marker(target[1])} + {piece}]"
    name = body.temp()
    number = body.place("set", json)
    body.add(f"{name} = {_new(body, json, NUMBER, value, target[1])(f'({slot} or 0)')}")
    _write_countdown(body, marker, piece, slot, name, number)


def _write_countdown(body: Body, marker: Json, piece: str, slot: str, name: str, number: int) -> None:
    hi, lo = marker["countdown"]
    body.add(f"if {name} > {hi}: out_of_range({body.w.constant(marker['id'])}, {name}, {lo}, {hi})")
    body.add(f"{name} = {name} if {name} >= {max(lo, 1)} else None")
    _if_new(body, slot, name, f"(17, {number}, {marker_mask(body, marker, piece)}, {piece}, {name})")


# ---------------------------------------------------------------- markers


def _each(body: Body, json: Json, e: Json, write: Callable[[str, Type], None]) -> None:
    """Write the effect for one piece, or for each of a set."""
    if not json["each"]:
        x = body.hold(body.w.expression(e))
        write(x.text, x.type)
        return
    x = body.w.many(e)
    body.pay(x.cost)
    name = body.temp()
    body.inside(f"for {name} in {body.rounds(x, 3)}:", lambda: write(name, types.member(x.type)))


@writes("mark")
def _mark(body: Body, json: Json) -> None:
    marker = _marker(body, json["marker"])
    number = body.place("mark", json)
    offset = body.linker.layout.marker(marker["id"])
    place = None if json["place"] is None else body.hold(body.w.expression(json["place"]))
    count = None
    if marker["countdown"] is not None:
        count = body.hold(body.w.number(json["count"] if json["count"] is not None else marker["countdown"][0]))
    face = body.linker.names.value(marker["id"], json["face"]) if json["face"] is not None else 0

    def write(x: str, type: Type) -> None:
        piece = x
        if not is_surely(body.w, type, marker["on"]):
            piece = body.temp()
            body.add(f"{piece} = piece_in({x}, {pieces_of(body.w, marker['on'])})")
        slot = f"W[{offset} + {piece}]"
        if count is not None:
            name = body.temp()
            body.add(f"{name} = {count.text}")
            _write_countdown(body, marker, piece, slot, name, number)
            return
        if marker["places"]:
            spot = "None" if place is None else place.text
            laid = body.temp()
            body.add(f"{laid} = lay({slot}, whole({spot}), {face})")
            _if_new(body, slot, laid, f"(9, {number}, {marker_mask(body, marker, piece)}, {piece}, {spot}, {face})")
            return
        if body.linker.layout.is_plain(marker["id"]):
            note = f"(9, {number}, {marker_mask(body, marker, piece)}, {piece}, None, {face})"
            body.add(f"if {piece} not in W[{offset}]: {journal.noted(str(offset))}; W[{offset}] |= {{{piece}}}; G.note({note})")
            return
        _if_new(body, slot, str(face), f"(9, {number}, {marker_mask(body, marker, piece)}, {piece}, None, {face})")

    _each(body, json, json["on"], write)


@writes("unmark")
def _unmark(body: Body, json: Json) -> None:
    number = body.place("unmark", json)
    place = None if json["place"] is None else body.hold(body.w.expression(json["place"]))

    def write(x: str, type: Type) -> None:
        for id in json["markers"]:
            marker = _marker(body, id)
            plain = body.linker.layout.is_plain(id)
            slot = f"W[{body.linker.layout.marker(id)}]" if plain else f"W[{body.linker.layout.marker(id)} + {x}]"
            index = list(body.linker.layout.markers).index(id)

            def lift(marker: Json = marker, plain: bool = plain, slot: str = slot, index: int = index) -> None:
                spot = "None" if place is None else place.text
                left = f"{slot} - {{{x}}}" if plain else "None" if place is None else f"lift({slot}, {spot})"
                body.add(f"{journal.noted(slot[2:-1])}; {slot} = {left}")
                body.add(f"G.note((10, {number}, {marker_mask(body, marker, x)}, {index}, {x}, {spot}))")

            lies = f"{x} in {slot}" if plain else f"{slot} is not None"
            if place is not None:
                if plain:
                    raise errors.misfit(f"the marker `{id}` lies at no place")
                lies = f"{place.text} in marked_places({slot})"
            if not plain and not is_surely(body.w, type, marker["on"]):
                lies = f"{x} in {pieces_of(body.w, marker['on'])} and {lies}"
            body.inside(f"if {lies}:", lift)

    if json["each"] and all(body.linker.layout.is_plain(id) for id in json["markers"]):
        _each_bearer(body, json, write)
    else:
        _each(body, json, json["from"], write)


def _each_bearer(body: Body, json: Json, write: Callable[[str, Type], None]) -> None:
    """Write the effect for each of a set that bears one of the markers: mostly few do."""
    x = body.w.many(json["from"])
    if not (isinstance(x.type, tuple) and x.type[0] == "set"):
        _each(body, json, json["from"], write)
        return
    body.pay(x.cost)
    name = body.temp()
    bearers = " | ".join(f"W[{body.linker.layout.marker(id)}]" for id in json["markers"])
    body.inside(f"for {name} in sorted(({bearers}).intersection({body.rounds(x, 3)})):", lambda: write(name, types.member(x.type)))


# ---------------------------------------------------------------- pieces and chits


def _a_piece(body: Body, x: str, type: Type) -> str:
    if types.starts(type, "piece:"):
        return x
    name = body.temp()
    body.add(f"{name} = piece_in({x}, {body.linker.all_pieces})")
    return name


@writes("move")
def _move(body: Body, json: Json) -> None:
    number = body.place("move", json)
    to = body.hold(body.w.expression(json["to"]))
    family = types.family(to.type)
    where = to.text
    if not (to.type == types.NONE or family in ("id", ("many", "id"), ("any", "id", ("many", "id")))):
        where = f"checked({to.text}, {body.w.constant(('any', 'id', ('many', 'id')))}, True, 'at')"

    def write(x: str, type: Type) -> None:
        piece = _a_piece(body, x, type)
        body.add(f"if move(W, {piece}, {where}): G.note((11, {number}, at_mask(W, {piece}), {piece}, {to.text}))")

    _each(body, json, json["what"], write)


@writes("gone")
def _gone(body: Body, json: Json) -> None:
    number = body.place("gone", json)

    def write(x: str, type: Type) -> None:
        piece = _a_piece(body, x, type)
        body.add(f"if remove(W, {piece}): G.note((12, {number}, {body.linker.everybody}, {piece}))")

    _each(body, json, json["what"], write)


@writes("return_chits")
def _return_chits(body: Body, json: Json) -> None:
    cup = body.linker.cup(json["cup"])
    number = body.place("return_chits", json)
    give = body.linker.code.name(cup.give_back, "C")
    what = json["what"]
    if what[0] == "drawn":
        name = body.temp()
        body.add(f"{name} = {body.linker.loose(json['cup'])}(W)")
        body.add(f"{give}(W, {name})")
        body.add(f"if {name}: G.note((13, {number}, {body.linker.everybody}, {name}))")
        return
    _return_from(body, json, what, give, number)


def _return_from(body: Body, json: Json, target: Json, give: str, number: int) -> None:
    if target[0] == "each":
        _, members, name, inner = target
        _for_each(body, members, name, lambda: _return_from(body, json, inner, give, number))
        return
    held = body.temp()
    if target[0] == "local":
        local = body.name(target[1])
        body.add(f"{held} = {local.text}")
        kind = body.locals[target[1]]
    else:
        x = body.w.expression(["pending", target])
        body.add(f"{held} = {x.text}")
        kind = x.type
    body.add(f"{give}(W, {held})")
    many = types.is_many(types.bare(kind))
    body.add(f"if {held}{'' if many else ' is not None'}: G.note((13, {number}, 0, {held}))")
    if target[0] == "local":
        body.add(f"{body.name(target[1]).text} = {'()' if many else 'None'}")
        return
    empty = X("()" if many else "None", ("set", types.NONE) if many else types.NONE)
    write_change(body, {**json, "do": "set", "to": target}, target, empty)
