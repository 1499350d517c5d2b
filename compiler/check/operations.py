"""What each operation of an expression can give, from what its arguments can be."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulewright.compiler.check import intervals
from rulewright.compiler.check.conditions import CONDITIONS
from rulewright.compiler.check.intervals import EVERY, INFINITE, Number
from rulewright.compiler.check.values import (
    ANYTHING,
    COUNTED,
    EMPTY,
    NONE,
    ONLY_NONE,
    SOMETHING,
    Values,
    union,
)
from rulewright.compiler.model import Json

if TYPE_CHECKING:
    from rulewright.compiler.check.reach import Reach, Scope

Operation = Callable[["Reach", Json, "Scope"], Values]


# ---------------------------------------------------------------- constants and names


def _fraction(_reach: Reach, e: Json, _scope: Scope) -> Values:
    return Values(intervals.divided(intervals.point(e[1]), intervals.point(e[2])))


def _constant(_reach: Reach, e: Json, _scope: Scope) -> Values:
    return Values(names=frozenset((tuple(e),)))


def _local(_reach: Reach, e: Json, scope: Scope) -> Values:
    return scope[e[1]]


def _attribute(reach: Reach, e: Json, scope: Scope) -> Values:
    attribute = reach.index.attributes.get(e[1])
    if attribute is None:
        return ANYTHING
    owner = reach.of(e[2], scope)
    kind, name = e[1].split(".", 1)
    if attribute["visibility"] == "printed":
        units = reach.index.units
        named = [units[n[1]] for n in owner.names if n[0] == "unit" and n[1] in units]
        if not owner.is_open and 0 < len(named) < len(reach.index.units_of[kind]):
            found = union(reach.printed(attribute, name, unit) for unit in named)
            return found | ONLY_NONE if NONE in owner.names else found
    found = reach.attribute(e[1])
    return found | ONLY_NONE if NONE in owner.names else found


def _side_of(reach: Reach, e: Json, scope: Scope) -> Values:
    owner = reach.of(e[1], scope)
    units = [reach.index.units[n[1]] for n in owner.names if n[0] == "unit" and n[1] in reach.index.units]
    if owner.is_open or not units:
        return reach.of_type(["opt", "side"])
    sides = {unit["side"] for unit in units}
    return Values(names=frozenset(("side", side) if side is not None else NONE for side in sides))


def _track(reach: Reach, e: Json, _scope: Scope) -> Values:
    track = reach.index.tracks.get(e[1])
    return ANYTHING if track is None else reach.of_type(track["type"], track.get("range"))


def _box(reach: Reach, e: Json, scope: Scope) -> Values:
    at = reach.number(["track", e[1]] if e[0] == "box" else e[3], scope)
    rows = reach.boxes(e[1], e[2])
    return union(values for boxes, values in rows if intervals.intersection(boxes, at))


def _end_of_track(reach: Reach, e: Json, _scope: Scope) -> Values:
    track = reach.index.tracks.get(e[1])
    end = (track.get("range") or [None, None])[0 if e[0] == "first_box" else 1] if track else None
    return Values(EVERY) if end is None else Values(intervals.point(end))


def _face(reach: Reach, e: Json, _scope: Scope) -> Values:
    return reach.of_type(f"enum:{e[1]}") | ONLY_NONE


def _countdown(reach: Reach, e: Json, _scope: Scope) -> Values:
    marker = reach.index.markers.get(e[1])
    if marker is None or not marker["countdown"]:
        return COUNTED
    return Values(intervals.interval(0, marker["countdown"][0]))


def _place_attribute(reach: Reach, e: Json, scope: Scope) -> Values:
    if e[1] not in reach.index.maps:
        return ANYTHING
    where = reach.of(e[3], scope)
    found = reach.place_attribute(e[1], e[2])
    return found | ONLY_NONE if NONE in where.names else found


def _ending(reach: Reach, _e: Json, _scope: Scope) -> Values:
    return reach.of_type("enum:ending") | ONLY_NONE if "ending" in reach.index.names_in else ONLY_NONE


# ---------------------------------------------------------------- sets: what their members can be


def _region(reach: Reach, e: Json, _scope: Scope) -> Values:
    map = reach.index.maps.get(e[1])
    region = next((r for r in map["regions"] if r["id"] == e[2]), None) if map else None
    return (
        SOMETHING if region is None else Values(names=frozenset(("place", e[1], p) for p in region["places"]))
    )


def _of_declared_type(prefix: str) -> Operation:
    return lambda reach, e, _scope: reach.of_type(f"{prefix}:{e[1]}")


def _sides(reach: Reach, _e: Json, _scope: Scope) -> Values:
    return reach.of_type("side")


def _of_side(reach: Reach, e: Json, scope: Scope) -> Values:
    members, sides = reach.of(e[1], scope), reach.of(e[2], scope)
    if members.is_open or sides.is_open:
        return members
    wanted = {name[1] for name in sides.names if name[0] == "side"}
    units = reach.index.units
    return Values(
        names=frozenset(n for n in members.names if n[0] != "unit" or units[n[1]]["side"] in wanted)
    )


def _units_at(reach: Reach, e: Json, scope: Scope) -> Values:
    everyone = reach.of_type(f"piece:{e[1]}")
    return everyone if e[2] is None else _of_side(reach, ["of_side", ["all", e[1]], e[2]], scope)


def _members(reach: Reach, e: Json, scope: Scope) -> Values:
    return reach.of(e[1], scope)


def _literal(reach: Reach, e: Json, scope: Scope) -> Values:
    found = union(reach.of(part, scope) for part in e[1:])
    return Values(found.numbers, found.names - {NONE}, found.is_open) if e[0] == "set" else found


def _mapped(reach: Reach, e: Json, scope: Scope) -> Values:
    return reach.of(e[3], scope.with_local(e[2], reach.of(e[1], scope)))


def _where(reach: Reach, e: Json, scope: Scope) -> Values:
    members = reach.of(e[1], scope)
    can_be, _ = reach.truth(e[3], scope.with_local(e[2], members))
    return members if can_be else EMPTY


def _range(reach: Reach, e: Json, scope: Scope) -> Values:
    lo, hi = reach.of(e[1], scope), reach.of(e[2], scope)
    if not lo.numbers or not hi.numbers:
        return lo | hi if len(lo.names) == 1 == len(hi.names) and lo == hi else ANYTHING
    return Values(intervals.interval(lo.numbers[0][0], hi.numbers[-1][1]))


def _from_end(reach: Reach, e: Json, scope: Scope) -> Values:
    """`first`, `last`, `min`, `max`, and what keeps the members: `distinct`, `sorted`, `flat`."""
    return reach.of(e[1], scope)


def _drawn(reach: Reach, e: Json, _scope: Scope) -> Values:
    return cup_values(reach, e[1])


def cup_values(reach: Reach, id: str) -> Values:
    """Return what a chit drawn from a cup can be."""
    cup = reach.index.cups.get(id)
    if cup is None:
        return ANYTHING
    if cup["type"] != "number":
        return reach.of_type(f"enum:{id}")
    return union(reach.of(kind["value"], reach.outside) for kind in cup["kinds"])


# ---------------------------------------------------------------- numbers


def _plus(reach: Reach, e: Json, scope: Scope) -> Values:
    return Values(intervals.added(reach.number(e[1], scope), reach.number(e[2], scope)))


def _minus(reach: Reach, e: Json, scope: Scope) -> Values:
    right = intervals.negated(reach.number(e[2], scope))
    return Values(intervals.added(reach.number(e[1], scope), right))


def _times(reach: Reach, e: Json, scope: Scope) -> Values:
    return Values(intervals.multiplied(reach.number(e[1], scope), reach.number(e[2], scope)))


def _divided(reach: Reach, e: Json, scope: Scope) -> Values:
    return Values(intervals.divided(reach.number(e[1], scope), reach.number(e[2], scope)))


def _negative(reach: Reach, e: Json, scope: Scope) -> Values:
    return Values(intervals.negated(reach.number(e[1], scope)))


def _absolute(reach: Reach, e: Json, scope: Scope) -> Values:
    return Values(intervals.absolute(reach.number(e[1], scope)))


def _rounded(reach: Reach, e: Json, scope: Scope) -> Values:
    return Values(intervals.rounded(reach.number(e[1], scope), e[0]))


def _least(reach: Reach, e: Json, scope: Scope) -> Values:
    found = reach.number(e[1], scope)
    combine = intervals.least if e[0] == "least" else intervals.greatest
    for part in e[2:]:
        found = combine(found, reach.number(part, scope))
    return Values(found)


def _clamp(reach: Reach, e: Json, scope: Scope) -> Values:
    value, lo, hi = (reach.number(part, scope) for part in e[1:4])
    return Values(intervals.least(intervals.greatest(value, lo), hi))


def _sum(reach: Reach, e: Json, scope: Scope) -> Values:
    numbers = reach.number(e[1], scope)
    if not numbers:
        return Values(intervals.point(0))
    most = most_members(reach, e[1], scope)
    lo, hi = intervals.ends(numbers)
    return Values(((_scaled(min(lo, 0), most), _scaled(max(hi, 0), most)),))


def _scaled(value: Number, most: Number) -> Number:
    return 0 if value == 0 or most == 0 else value * most


def _count(reach: Reach, e: Json, scope: Scope) -> Values:
    return Values(((0, most_members(reach, e[1], scope)),))


def most_members(reach: Reach, e: Json, scope: Scope) -> Number:
    """Return how many members a set or list can have at most."""
    if not isinstance(e, list):
        return INFINITE
    op = e[0]
    if op in ("set", "list"):
        return len(e) - 1
    if op in ("union", "join"):
        return most_members(reach, e[1], scope) + most_members(reach, e[2], scope)
    if op in ("where", "minus", "of_side", "at", "map", "sorted"):
        most = most_members(reach, e[1], scope)
        return min(most, _listed(reach.of(e, scope))) if op == "of_side" else most
    if op == "call" and e[1] in reach.index.defines:
        define = reach.index.defines[e[1]]
        arguments = [reach.of(argument, scope) for argument in e[2:]]
        declared = reach.scope_of(define)
        known = {
            **declared.known,
            **dict(zip((p["name"] for p in define["params"]), arguments, strict=False)),
        }
        return most_members(reach, define["value"], type(declared)(reach, declared.types, known))
    if op in ("all", "region", "places", "values", "sides", "units_at", "distinct"):
        return _listed(reach.of(e, scope))
    return INFINITE


def _listed(values: Values) -> Number:
    if values.is_open or not intervals.is_bounded(values.numbers):
        return INFINITE
    return len(values.names) + sum(int(hi - lo) + 1 for lo, hi in values.numbers)


# ---------------------------------------------------------------- the rest


def _call(reach: Reach, e: Json, scope: Scope) -> Values:
    return reach.call(e[1], [reach.of(argument, scope) for argument in e[2:]])


def _hook(reach: Reach, e: Json, _scope: Scope) -> Values:
    hook = reach.index.hooks.get(e[1])
    return ANYTHING if hook is None else reach.of_type(hook["returns"])


def _cond(reach: Reach, e: Json, scope: Scope) -> Values:
    found: list[Values] = []
    for condition, value in e[1]:
        can_be, can_fail = reach.truth(condition, scope)
        if can_be:
            found.append(reach.of(value, scope))
        if not can_fail:
            return union(found)
    found.append(reach.of(e[2], scope))
    return union(found)


def _lookup(reach: Reach, e: Json, scope: Scope) -> Values:
    return reach.lookup(e[1], scope)


def _enemy(reach: Reach, e: Json, scope: Scope) -> Values:
    sides = reach.index.sides
    given = reach.of(e[1], scope)
    if len(sides) != 2 or given.is_open:
        return reach.of_type("side")
    other = {sides[0]: sides[1], sides[1]: sides[0]}
    return Values(names=frozenset(("side", other[n[1]]) for n in given.names if n[0] == "side"))


def _distance(reach: Reach, e: Json, scope: Scope) -> Values:
    maps = {n[1] for part in e[1:3] for n in reach.of(part, scope).names if n[0] == "place"}
    longest = max((reach.boards.longest_distance(m) for m in maps), default=reach.boards.longest_of_all())
    return Values(((0, longest),))


def _within(lo: Number, hi: Number) -> Operation:
    found = Values(((lo, hi),))
    return lambda _reach, _e, _scope: found


def _something(_reach: Reach, _e: Json, _scope: Scope) -> Values:
    return SOMETHING


OPERATIONS: dict[str, Operation] = {
    "frac": _fraction,
    **dict.fromkeys(("side", "value", "unit", "place"), _constant),
    "local": _local,
    **dict.fromkeys(("attr", "attr_at"), _attribute),
    "side_of": _side_of,
    **dict.fromkeys(("track", "track_at"), _track),
    **dict.fromkeys(("box", "box_at"), _box),
    **dict.fromkeys(("first_box", "last_box"), _end_of_track),
    "face": _face,
    "countdown": _countdown,
    "place_attr": _place_attribute,
    "ending": _ending,
    "region": _region,
    "places": _of_declared_type("place"),
    "values": _of_declared_type("enum"),
    "all": _of_declared_type("piece"),
    "sides": _sides,
    "of_side": _of_side,
    "units_at": _units_at,
    **dict.fromkeys(("at", "minus", "pending"), _members),
    **dict.fromkeys(("set", "list", "union", "join"), _literal),
    "map": _mapped,
    "where": _where,
    "range": _range,
    **dict.fromkeys(("min", "max", "first", "last", "distinct", "sorted", "flat"), _from_end),
    "drawn": _drawn,
    "+": _plus,
    "-": _minus,
    "*": _times,
    "/": _divided,
    "neg": _negative,
    "abs": _absolute,
    **dict.fromkeys(("ceil", "floor", "round"), _rounded),
    **dict.fromkeys(("least", "greatest"), _least),
    "clamp": _clamp,
    "sum": _sum,
    **dict.fromkeys(("count", "count_where"), _count),
    **CONDITIONS,
    "call": _call,
    "hook": _hook,
    "cond": _cond,
    "lookup": _lookup,
    "enemy": _enemy,
    "distance": _distance,
    "turned": _within(0, 5),
    "bearing12": _within(0, 11),
    **dict.fromkeys(("length", "outcome_count", "travelled"), _within(0, INFINITE)),
    **dict.fromkeys(("text", "name", "path", "extended", "cuts", "windows", "parts", "ends"), _something),
    "holder": lambda _reach, _e, _scope: SOMETHING | ONLY_NONE,
    **dict.fromkeys(("held", "marker_places", "neighbours", "ahead", "centre", "edge"), _something),
}
