"""What pieces, markers, tracks and cups say: reads of slots, where the kind of piece is known, without a question."""

from __future__ import annotations

from typing import Any

from rulewright.runtime import errors
from rulewright.runtime.link import types
from rulewright.runtime.link.expression import Writer, handles, literal
from rulewright.runtime.link.layout import CREWS, FIRST_KNOWLEDGE, PLACED, Column
from rulewright.runtime.link.names import Json
from rulewright.runtime.link.primitives import BIGGEST
from rulewright.runtime.link.source import Lines, Sieve, Where, X
from rulewright.runtime.link.types import NUMBER, SIDE, TEXT, YES_NO, Type

MOST_WALKED = 1000
"""Members of a set up to which walking it is paid for beforehand, as if all were there."""


def is_surely(w: Writer, type: Type, kind: str) -> bool:
    """Is a value of that type certainly a piece of `kind`, and not none?"""
    return types.starts(type, "piece:") and kind in w.linker.names.lineage(type[6:])


def pieces_of(w: Writer, kind: str) -> str:
    """Return the Python name of the frozen set of all pieces of a kind."""
    return w.constant(frozenset(w.linker.names.kind(kind)))


def slot_of(w: Writer, column: Column, x: X, key: X | None = None) -> str:
    """Return Python for the slot of an attribute of `x`, which must be a piece that has it."""
    offset = column.offset
    piece = x.text if is_surely(w, x.type, column.kind) else f"piece_in({x.text}, {pieces_of(w, column.kind)})"
    return f"{offset} + {piece}" if key is None else f"{offset} + {key.text} * {column.span} + {piece}"


@handles("attr")
def _attr(w: Writer, args: list[Json]) -> X:
    id, e = args
    column = w.linker.layout.column(id)
    x = w.expression(e)
    kind = w.linker.column_type(column)
    if types.starts(types.bare(kind), "by"):
        raise errors.misfit(f"`{id}` is read without its key")
    sure = is_surely(w, x.type, column.kind)
    fractional = w.linker.fractions and types.bare(kind) == NUMBER
    if column.printed:
        table = w.linker.printed(column)
        text = f"{table}[{x.text}]" if sure else f"pick({table}, {x.text})"
    elif sure:
        text = f"{w.state}[{column.offset} + {x.text}]"
    else:
        text = f"read({w.state}, {column.offset}, {x.text}, {pieces_of(w, column.kind)})"
    bounds = w.linker.bounds(column.id, column.range) if sure else None
    if sure and column.printed and kind == NUMBER:
        bounds = _printed_bounds(w, column)
    source = (w.linker.first.printed[column.id], x.text) if sure and column.printed else None
    return X(text, kind if sure else types.opt(kind), x.cost, fractional, bounds, None if source is None else (tuple(source[0]), source[1]))


def _printed_bounds(w: Writer, column: Column) -> tuple[int, int] | None:
    """Return between which numbers what is printed lies, if all of it is whole."""
    printed = w.linker.first.printed[column.id]
    values = [printed[piece] for piece in column.pieces]
    return (min(values), max(values)) if values and all(type(value) is int and abs(value) <= BIGGEST for value in values) else None


@handles("attr_at")
def _attr_at(w: Writer, args: list[Json]) -> X:
    id, e, key = args
    column = w.linker.layout.column(id)
    x, k = w.expression(e), w.expression(key)
    kind = types.bare(w.linker.column_type(column))
    inner = kind[2] if isinstance(kind, tuple) and kind[0] == "by" else None
    sure = is_surely(w, x.type, column.kind) and not types.nullable(k.type)
    if column.printed:
        text = f"pick_at({w.linker.printed(column)}, {x.text}, {k.text})"
        return X(text, types.opt(inner), x.cost + k.cost, w.linker.fractions)
    if sure:
        text = f"{w.state}[{slot_of(w, column, x, k)}]"
    else:
        text = f"read_at({w.state}, {column.offset}, {x.text}, {k.text}, {column.span}, {column.keys}, {pieces_of(w, column.kind)})"
    return X(text, inner if sure else types.opt(inner), x.cost + k.cost, w.linker.fractions and types.bare(inner) == NUMBER)


@handles("name")
def _name(w: Writer, args: list[Json]) -> X:
    (e,) = args
    x = w.expression(e)
    return X(f"pick({w.linker.names_table}, {x.text})", TEXT if not types.nullable(x.type) else types.opt(TEXT), x.cost)


@handles("side_of")
def _side_of(w: Writer, args: list[Json]) -> X:
    (e,) = args
    x = w.expression(e)
    names = w.linker.names
    if types.starts(x.type, "piece:"):
        owned = all(names.side_of[piece] is not None for piece in names.kind(x.type[6:]))
        return X(f"{w.linker.sides_table}[{x.text}]", SIDE if owned else types.opt(SIDE), x.cost)
    return X(f"pick({w.linker.sides_table}, {x.text})", types.opt(SIDE), x.cost)


@handles("holder")
def _holder(w: Writer, args: list[Json]) -> X:
    (e,) = args
    x = w.expression(e)
    names, layout = w.linker.names, w.linker.layout
    kind = types.bare(x.type)
    lineage = names.lineage(kind[6:]) if types.starts(kind, "piece:") else list(names.kinds)
    found = [one for one, held in layout.held_by.items() if held in lineage or (lineage and lineage[0] in names.lineage(held))]
    result: Type = f"piece:{found[0]}" if len(found) == 1 else ("any", *(f"piece:{one}" for one in found))
    if types.starts(x.type, "piece:"):
        return X(f"{w.state}[{layout.holder} + {x.text}]", types.opt(result), x.cost)
    return X(f"read({w.state}, {layout.holder}, {x.text}, {w.linker.all_pieces})", types.opt(result), x.cost)


@handles("held")
def _held(w: Writer, args: list[Json]) -> X:
    (e,) = args
    x = w.expression(e)
    names, layout = w.linker.names, w.linker.layout
    kind = types.bare(x.type)
    known = names.lineage(kind[6:]) if types.starts(kind, "piece:") else []
    held = next((layout.held_by[one] for one in known if one in layout.held_by), None)
    if held is None:
        below = [layout.held_by[one] for one in layout.held_by if not known or known[0] in names.lineage(one)]
        if not below:
            raise errors.misfit("`held` of a piece that holds nothing")
        held = below[0]
    crews = f"({w.state}[{CREWS}] or crews({w.state})).get({x.text}, ())"
    if len(layout.held_by) > 1:
        crews = f"tuple([x for x in {crews} if x in {pieces_of(w, held)}])"
    return X(crews, ("set", f"piece:{held}"), x.cost + 5, most=len(names.kind(held)), scarce=True, live=True)


@handles("is_kind")
def _is_kind(w: Writer, args: list[Json]) -> X:
    kind, e = args
    x = w.expression(e)
    gone = w.linker.layout.gone
    if x.light:
        in_play = f"not {w.state}[{gone}] >> {x.text} & 1"
        if is_surely(w, x.type, kind):
            return X("True" if x.live else f"({in_play})", YES_NO, x.cost)
        if types.starts(x.type, "piece:") and x.type[6:] not in w.linker.names.lineage(kind) and kind not in w.linker.names.lineage(x.type[6:]):
            return X("False", YES_NO, x.cost)
        return X(f"({x.text} in {pieces_of(w, kind)}{'' if x.live else f' and {in_play}'})", YES_NO, x.cost)
    return X(f"is_kind({w.state}, {gone}, {x.text}, {pieces_of(w, kind)})", YES_NO, x.cost)


# ---------------------------------------------------------------- tracks


@handles("track")
def _track(w: Writer, args: list[Json]) -> X:
    (id,) = args
    track = w.linker.layout.track(id)
    kind = w.linker.track_type(track)
    bounds = w.linker.bounds(track.id, track.range)
    return X(f"{w.state}[{track.slot}]", kind, 0, w.linker.fractions and types.bare(kind) == NUMBER, bounds)


@handles("track_at")
def _track_at(w: Writer, args: list[Json]) -> X:
    id, e = args
    track = w.linker.layout.track(id)
    key = w.expression(e)
    kind = types.bare(w.linker.track_type(track))
    inner = kind[2] if isinstance(kind, tuple) and kind[0] == "by" else None
    return X(f"{w.state}[{track.slot} + {key.text}]", inner, key.cost, w.linker.fractions and types.bare(inner) == NUMBER)


@handles("box")
def _box(w: Writer, args: list[Json]) -> X:
    id, attribute = args
    return _box_at(w, [id, attribute, ["track", id]])


@handles("box_at")
def _box_at(w: Writer, args: list[Json]) -> X:
    id, attribute, e = args
    x = w.expression(e)
    cells = w.linker.boxes(id, attribute)
    sure = cells.complete and not types.nullable(x.type) and not x.fractional
    if cells.worked_out:
        text = f"{cells.name}({w.state}, {x.text})"
    else:
        text = f"{cells.name}[{x.text}]" if sure else f"{cells.name}.get({x.text})"
    return X(text, cells.type if sure else types.opt(cells.type), x.cost + 5 * cells.worked_out, cells.fractional)


def _end_of(index: int, word: str) -> None:
    @handles(word)
    def write(w: Writer, args: list[Json]) -> X:
        (id,) = args
        bounds = w.linker.layout.track(id).range
        if bounds is None or bounds[index] is None:
            raise errors.misfit(f"the track `{id}` has no {word.partition('_')[0]} box")
        return X(w.constant(bounds[index]), NUMBER)


_end_of(0, "first_box")
_end_of(1, "last_box")


# ---------------------------------------------------------------- markers


def marker_read(w: Writer, marker: str, e: Json) -> tuple[str, int]:
    """Return Python for what lies on the piece, none if nothing, and its cost."""
    x = w.expression(e)
    offset = w.linker.layout.marker(marker)
    if w.linker.layout.is_plain(marker):
        return f"(0 if {x.text} in {w.state}[{offset}] else None)", x.cost
    on = w.linker.layout.marker_of[marker]["on"]
    if is_surely(w, x.type, on):
        return f"{w.state}[{offset} + {x.text}]", x.cost
    return f"read({w.state}, {offset}, {x.text}, {pieces_of(w, on)})", x.cost


@handles("marked")
def _marked(w: Writer, args: list[Json]) -> X:
    marker, e = args
    slot = w.linker.layout.marker(marker)
    if w.linker.layout.is_plain(marker):
        x = w.expression(e)
        return X(f"({x.text} in {w.state}[{slot}])", YES_NO, x.cost)
    text, cost = marker_read(w, marker, e)
    return X(f"({text} is not None)", YES_NO, cost)


@handles("face")
def _face(w: Writer, args: list[Json]) -> X:
    marker, e = args
    text, cost = marker_read(w, marker, e)
    if w.linker.layout.marker_of[marker]["places"]:
        text = f"top_face({text})"
    return X(text, types.opt(f"enum:{marker}"), cost)


@handles("is_face")
def _is_face(w: Writer, args: list[Json]) -> X:
    marker, face, e = args
    x = _face(w, [marker, e])
    return X(f"({x.text} == {w.linker.names.value(marker, face)})", YES_NO, x.cost)


@handles("countdown")
def _countdown(w: Writer, args: list[Json]) -> X:
    marker, e = args
    text, cost = marker_read(w, marker, e)
    return X(f"({text} or 0)", NUMBER, cost)


@handles("marker_places")
def _marker_places(w: Writer, args: list[Json]) -> X:
    marker, e = args
    text, cost = marker_read(w, marker, e)
    return X(f"marked_places({text})", ("set", f"place:{w.linker.layout.marker_of[marker]['places']}"), cost)


# ---------------------------------------------------------------- sets of pieces


def members_slot(w: Writer, e: Json) -> tuple[str, str, int] | None:
    """If `e` is all pieces of a kind, or those of a side, return Python for that set, the kind and its cost."""
    if not isinstance(e, list) or not e:
        return None
    present = w.linker.layout.present
    if e[0] == "all" and len(e) == 2 and e[1] in present:
        return f"{w.state}[{present[e[1]]}]", e[1], 0
    if e[0] == "of_side" and len(e) == 3 and isinstance(e[1], list) and len(e[1]) == 2 and e[1][0] == "all" and e[1][1] in present:
        side = w.expression(e[2])
        slot = present[e[1][1]] + 1
        if e[2] is not None and literal(w.linker, e[2])[0] and side.text.isdigit():
            return f"{w.state}[{slot + int(side.text)}]", e[1][1], 0
        if types.nullable(side.type):
            return f"of_side({w.state}, {slot}, {side.text})", e[1][1], side.cost
        return f"{w.state}[{slot} + {side.text}]", e[1][1], side.cost
    return None


@handles("all")
def _all(w: Writer, args: list[Json]) -> X:
    (kind,) = args
    w.linker.names.kind(kind)
    found = members_slot(w, ["all", kind])
    assert found is not None
    return X(found[0], ("set", f"piece:{kind}"), most=len(w.linker.names.kind(kind)), live=True)


@handles("of_side")
def _of_side(w: Writer, args: list[Json]) -> X:
    members, side = args
    found = members_slot(w, ["of_side", members, side])
    if found is not None:
        return X(found[0], ("set", f"piece:{found[1]}"), found[2], most=len(w.linker.names.kind(found[1])), live=True)
    x, s = w.many(members), w.expression(side)
    return X(f"owned({w.state}, {x.text}, {w.linker.sides_table}, {s.text})", x.type, x.cost + s.cost, most=x.most, live=x.live)


def everybody(w: Writer, e: Json) -> str | None:
    """If `e` is all pieces of a kind, or those of a side, return Python for the frozen set of them, in play or not."""
    if not isinstance(e, list) or members_slot(w, e) is None:
        return None
    if e[0] == "all":
        return pieces_of(w, e[1])
    side = w.expression(e[2])
    if types.nullable(side.type):
        return None
    kind, names = e[1][1], w.linker.names
    by_side = tuple(frozenset(piece for piece in names.kind(kind) if names.side_of[piece] == side) for side in range(len(names.side_ids)))
    return w.constant(by_side[int(side.text)]) if side.text.isdigit() else f"{w.constant(by_side)}[{side.text}]"


def column_of(w: Writer, e: Json, name: str, value: Json) -> X | None:
    """If `value` is an attribute of `name`, one of all pieces of a kind or of those of a side, return Python for its values in one look."""
    if not (isinstance(value, list) and value[:1] == ["attr"] and value[2] == ["local", name]) or everybody(w, e) is None:
        return None
    column, names = w.linker.layout.column(value[1]), w.linker.names
    members = w.many(e)
    x = w.naming(name, "v", members).expression(value)
    kind = e[1] if e[0] == "all" else e[1][1]
    sides: list[int | None] = [None] if e[0] == "all" else list(range(len(names.side_ids)))
    stretches = [[piece for piece in names.kind(kind) if side is None or names.side_of[piece] == side] for side in sides]
    if column.printed or not x.text.startswith(f"{w.state}[") or not all(found and found[-1] - found[0] + 1 == len(found) for found in stretches):
        return None
    looks = tuple(slice(column.offset + found[0], column.offset + found[-1] + 1) for found in stretches)
    masks = tuple(sum(1 << piece for piece in found) for found in stretches)
    look, mask = w.linker.code.name(looks, "C"), w.linker.code.name(masks, "C")
    side = "0" if e[0] == "all" else w.expression(e[2]).text
    walked, cost = w.walk(members, x.cost)
    v = w.linker.code.mint("v")
    each = f"[{w.state}[{column.offset} + {v}] for {v} in {walked}]"
    text = f"({w.state}[{look}[{side}]] if not {w.state}[{w.linker.layout.gone}] & {mask}[{side}] else {each})"
    return X(text, ("list", x.type), members.cost + cost, x.fractional, most=members.most)


@handles("at")
def _at(w: Writer, args: list[Json]) -> X:
    members, place = args
    x, p = w.many(members), w.expression(place)
    kind = x.type if isinstance(x.type, tuple) else ("set", types.member(x.type))
    at, cost = w.linker.layout.at, x.cost + p.cost
    if w.linker.paths_stand:
        return X(f"standing_on({w.state}, {x.text}, {at}, {p.text})", kind, cost, most=x.most, live=x.live)
    among = everybody(w, members)
    if among is None or x.most is None or x.most > MOST_WALKED:
        return X(f"standing({w.state}, {x.text}, {at}, {p.text})", kind, cost, most=x.most, live=x.live)
    v, there = w.linker.code.mint("v"), standing_at(w, p)
    sieve = Sieve(there, among)
    return X(f"tuple([{v} for {v} in {there} if {v} in {among}])", kind, cost + 5, most=x.most, sieve=sieve, live=True)


def standing_at(w: Writer, place: X) -> str:
    """Return Python for all pieces that stand at a place."""
    return f"({w.state}[{PLACED}] or placed({w.state})).get({place.text}, ())"


@handles("units_at")
def _units_at(w: Writer, args: list[Json]) -> X:
    kind, side, place = args
    members: Json = ["all", kind] if side is None else ["of_side", ["all", kind], side]
    return _at(w, [members, place])


@handles("can")
def _can(w: Writer, args: list[Json]) -> X:
    matrix_id, e, activity = args
    x = w.expression(e)
    function, cost = w.linker.can(matrix_id, activity)
    return X(f"{function}({w.state}, {x.text})", YES_NO, x.cost + cost + 1)


def write_can(w: Writer, matrix: Json, activity: str, function: str) -> int:
    """Write the function that says whether a matrix lets a piece do `activity`; return its cost."""
    if activity not in matrix["activities"]:
        raise errors.no_such("activity", activity)
    lines = Lines(Where(f"matrix {matrix['id']}"))
    inner, v = w.bound("it", X("", ("set", f"piece:{matrix['on']}")))
    cost = 0
    for row in matrix["rows"]:
        if row["cells"].get(activity, True):
            continue
        c = inner.condition(row["when"])
        cost += c.cost
        lines.add(f"if {c.text}: return False")
    lines.add("return True")
    w.linker.code.function(f"{function}(S, {v})", lines)
    return cost


# ---------------------------------------------------------------- knowledge and cups


@handles("told")
def _told(w: Writer, args: list[Json]) -> X:
    side, text = args
    s, t = w.expression(side), w.expression(text)
    return X(f"told({w.state}[{FIRST_KNOWLEDGE} + {s.text}], {t.text})", YES_NO, s.cost + t.cost + 20)


@handles("drawn")
def _drawn(w: Writer, args: list[Json]) -> X:
    (id,) = args
    cup = w.linker.layout.cup_of.get(id)
    if cup is None:
        raise errors.no_such("cup", id)
    kind: Any = NUMBER if cup["type"] == "number" else f"enum:{id}"
    return X(f"{w.linker.loose(id)}({w.state})", ("list", kind), 50, cup["type"] == "number" and w.linker.fractions)
