"""Sets and lists: tuples at play, comprehensions in the code, each round paid for.

Where a list only feeds another operation, no tuple is made of it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulewright.runtime import errors
from rulewright.runtime.link import types
from rulewright.runtime.link.expression import Handler, Writer, free_locals, handles, literal, typed
from rulewright.runtime.link.names import Json
from rulewright.runtime.link.piece import everybody
from rulewright.runtime.link.primitives import LONGEST
from rulewright.runtime.link.source import X
from rulewright.runtime.link.types import NONE, NUMBER, SIDE, YES_NO

WORTH_STOPPING = 300
"""What a walk must cost to be ended at the first that is found: starting it takes as long as judging some plain members."""


def sieve_of(w: Writer, e: Json) -> X:
    """As `iterable`, but members are judged one by one, as they are asked for."""
    if isinstance(e, list) and len(e) == 4 and e[0] == "where":
        members, text = _walk(w, e[1:])
        if members.type is not None and _is_collection(members.type) and members.type[0] == "set":
            return X(f"({text})", members.type, members.cost, members.fractional)
    return w.many(e)


def iterable(w: Writer, e: Json) -> X:
    """Return Python that can be walked once; its type is that of the set or list."""
    if isinstance(e, list) and e and e[0] == "where" and len(e) == 4:
        members, text = _walk(w, e[1:])
        kind = members.type if _is_collection(members.type) else ("list", types.member(members.type))
        return X(f"[{text}]", kind, members.cost, members.fractional, most=members.most)
    if isinstance(e, list) and e and e[0] == "map" and len(e) == 4:
        return _mapped(w, e[1:])
    x = w.many(e)
    if x.sieve is not None:
        text, cost = _sifted(w, x, w.linker.code.mint("v"), "", 0)
        return X(f"[{text}]", x.type, x.cost + cost, most=x.most)
    return x


def _sifted(w: Writer, members: X, v: str, test: str, weight: int) -> tuple[str, int]:
    """Return the inside of a comprehension over the members for which the test holds, and its cost."""
    sieve = members.sieve
    if sieve is None:
        walked, cost = w.walk(members, weight)
        return f"{v} for {v} in {walked}{test and ' if '}{test}", cost
    _, cost = w.walk(members, weight // 4)
    return f"{v} for {v} in {sieve.walked} if {v} in {sieve.among}{test and ' and '}{test}", cost


def _is_collection(type: Any) -> bool:
    return isinstance(type, tuple)


def _walk(w: Writer, args: list[Json], *, negate: bool = False, ordered: bool = True) -> tuple[X, str]:
    """Return the members, with all that it costs, and the inside of a comprehension over those that satisfy the condition."""
    source, name, condition = args
    close = None if negate else _narrowed(w, source, name, condition, ordered)
    members, condition = close if close is not None else (iterable(w, source) if negate else _unsifted(w, source), condition)
    inner, v = w.bound(name, types.member(members.type), members.fractional)
    c = inner.condition(condition)
    if condition is True and not negate and members.sieve is None:
        walked, cost = w.walk(members, c.cost)
        return replace(members, cost=members.cost + cost), f"{v} for {v} in {walked}"
    test = f"not {c.text}" if negate else "" if condition is True else c.text
    text, cost = _sifted(w, members, v, test, c.cost)
    return replace(members, cost=members.cost + cost, sieve=None), text


def _unsifted(w: Writer, e: Json) -> X:
    """As `iterable`, but what is found by a sieve is left to be sifted together with what else is asked."""
    x = w.many(e) if isinstance(e, list) and e[:1] in (["at"], ["units_at"], ["held"]) else None
    return x if x is not None and x.sieve is not None else iterable(w, e)


def _narrowed(w: Writer, source: Json, name: str, condition: Json, ordered: bool = True) -> tuple[X, Json] | None:
    """If few members can satisfy the condition, and it is known which, return those, and what else it asks."""
    found = (ask(w, source, name, condition) for ask in (_near, _alone))
    return next((one for one in found if one is not None), None) or _bearing(w, source, name, condition, ordered)


def sifted(w: Writer, e: Json) -> tuple[Json, list[Json], list[str]]:
    """Return the set that `e` takes its members from, the conditions that leave some out, if each must be judged, and what they call it."""
    conditions: list[Json] = []
    names: list[str] = []
    while isinstance(e, list) and len(e) == 4 and e[0] == "where" and _narrowed(w, *e[1:]) is None:
        _, e, name, condition = e
        conditions.insert(0, condition)
        names.append(name)
    return e, conditions, names


def _near(w: Writer, source: Json, name: str, condition: Json) -> tuple[X, Json] | None:
    """If the condition asks for places of a map near another, return those instead of all, and what else it asks."""
    if not (isinstance(source, list) and len(source) == 2 and source[0] == "places" and isinstance(condition, list)):
        return None
    parts = condition[1:] if condition[:1] == ["and"] else [condition]
    for at, part in enumerate(parts):
        if not (isinstance(part, list) and len(part) == 3 and part[0] == "<="):
            continue
        away, steps = part[1:]
        if not (isinstance(away, list) and len(away) == 3 and away[0] == "distance" and ["local", name] in away[1:]):
            continue
        other = away[2] if away[1] == ["local", name] else away[1]
        if name in free_locals([other, steps]):
            continue
        p, n = w.expression(other), w.expression(steps)
        members = w.constant(w.linker.names.map(source[1]))
        left = parts[:at] + parts[at + 1 :]
        found = X(f"near({members}, {p.text}, {n.text})", ("set", f"place:{source[1]}"), p.cost + n.cost + 10)
        return found, (["and", *left] if left else True)
    return None


def _alone(w: Writer, source: Json, name: str, condition: Json) -> tuple[X, Json] | None:
    """If the condition asks which piece of a kind is that one, return that one instead of all, and what else it asks."""
    if not (isinstance(source, list) and source[:1] in (["all"], ["of_side"]) and isinstance(condition, list)):
        return None
    parts = condition[1:] if condition[:1] == ["and"] else [condition]
    part = parts[0]
    if not (isinstance(part, list) and len(part) == 3 and part[0] == "=" and ["local", name] in part[1:]):
        return None
    other = part[2] if part[1] == ["local", name] else part[1]
    if name in free_locals([other]):
        return None
    members, x, among = w.many(source), w.expression(other), everybody(w, source)
    if among is None:
        return None
    gone = w.linker.layout.gone
    if x.simple:
        text = f"(({x.text},) if {x.text} in {among} and not {w.state}[{gone}] >> {x.text} & 1 else ())"
    else:
        text = f"alone({w.state}, {gone}, {among}, {x.text})"
    found = X(text, members.type, members.cost + x.cost + 1, most=1)
    return found, (["and", *parts[1:]] if parts[1:] else True)


def _bearing(w: Writer, source: Json, name: str, condition: Json, ordered: bool) -> tuple[X, Json] | None:
    """If the condition asks first for a marker that only lies there, return those that bear it instead of all, and what else it asks."""
    if not (isinstance(source, list) and source[:1] in (["all"], ["of_side"]) and isinstance(condition, list)):
        return None
    first, *others = condition[1:] if condition[:1] == ["and"] else [condition]
    if not (isinstance(first, list) and first[:1] == ["marked"] and first[2] == ["local", name]):
        return None
    if not w.linker.layout.is_plain(first[1]):
        return None
    members = w.many(source)
    slot = f"{w.state}[{w.linker.layout.marker(first[1])}]"
    bearers = f"bearing({members.text}, {slot})"
    if source[0] == "all" and source[1] in w.linker.names.lineage(w.linker.layout.marker_of[first[1]]["on"]):
        # It lies on pieces of that kind alone, and on none that is out of play.
        bearers = f"in_turn({slot})" if ordered else slot
    return X(bearers, members.type, members.cost + 2, most=members.most), (["and", *others] if others else True)


@handles("where")
def _where(w: Writer, args: list[Json]) -> X:
    source, name, condition = args
    near = _near(w, source, name, condition) or _alone(w, source, name, condition)
    if near is not None and near[1] is True:
        return near[0]
    x = iterable(w, ["where", *args])
    return X(f"tuple({x.text})", x.type, x.cost, x.fractional, most=x.most)


def _mapped(w: Writer, args: list[Json]) -> X:
    source, name, e = args
    members = iterable(w, source)
    inner, v = w.bound(name, types.member(members.type), members.fractional)
    value = inner.expression(e)
    walked, cost = w.walk(members, value.cost)
    return X(f"[{value.text} for {v} in {walked}]", ("list", value.type), members.cost + cost, value.fractional, most=members.most)


@handles("map")
def _map(w: Writer, args: list[Json]) -> X:
    x = _mapped(w, args)
    return X(f"tuple({x.text})", x.type, x.cost, x.fractional, most=x.most)


@handles("some")
def _some(w: Writer, args: list[Json]) -> X:
    members, text = _walk(w, args, ordered=False)
    if members.text.startswith(f"{w.state}[") and _is_marker(w, members.text):
        # Most markers lie nowhere.
        return X(f"([{text}] != [] if {members.text} else False)", YES_NO, members.cost)
    return X(_found(text, members.cost), YES_NO, members.cost)


def _found(text: str, cost: int) -> str:
    """Return Python for: does the comprehension `text` find anything? Where members cost much, none is judged after the first that is found."""
    if cost < WORTH_STOPPING:
        return f"([{text}] != [])"
    return f"any(True {text[text.index(' ') + 1 :]})"


def _is_marker(w: Writer, text: str) -> bool:
    """Is `text` Python for the slot of a plain marker?"""
    slot = text[len(w.state) + 1 : -1]
    return slot.isdigit() and int(slot) in w.linker.layout.plain_markers


@handles("every")
def _every(w: Writer, args: list[Json]) -> X:
    members, text = _walk(w, args, negate=True)
    return X(f"(not {_found(text, members.cost)})", YES_NO, members.cost)


@handles("count_where")
def _count_where(w: Writer, args: list[Json]) -> X:
    found = _found_in_lists(w, *args) if len(args) == 3 else None
    if found is not None:
        return found
    members, text = _walk(w, args, ordered=False)
    return X(f"len([{text}])", NUMBER, members.cost, bounds=(0, LONGEST))


def _found_in_lists(w: Writer, e: Json, name: str, condition: Json) -> X | None:
    """If it is counted how often one value stands in lists that are joined, return Python that counts it in each of them."""
    if not (isinstance(e, list) and len(e) == 2 and e[0] == "flat" and isinstance(e[1], list) and len(e[1]) == 4 and e[1][0] == "map"):
        return None
    if not (isinstance(condition, list) and len(condition) == 3 and condition[0] == "=" and condition[1] == ["local", name]):
        return None
    _, source, each, inner = e[1]
    if name in free_locals([condition[2]]) or each in free_locals([condition[2]]):
        return None
    members, sought = iterable(w, source), w.expression(condition[2])
    known, v = w.bound(each, types.member(members.type), members.fractional)
    one = known.expression(inner)
    if not types.is_many(one.type) or types.nullable(types.member(one.type)) or not sought.simple:
        return None
    walked, cost = w.walk(members, one.cost + 3)
    # Most lists of pieces are empty most of the time; counting in one that is not is dearer.
    return X(f"sum([{one.text}.count({sought.text}) for {v} in {walked} if {one.text}])", NUMBER, members.cost + sought.cost + cost, bounds=(0, LONGEST * LONGEST))


@handles("count")
def _count(w: Writer, args: list[Json]) -> X:
    (e,) = args
    if isinstance(e, list) and len(e) == 4 and e[0] == "where":
        return _count_where(w, e[1:])
    x = iterable(w, e)
    return X(f"len({x.text})", NUMBER, x.cost, bounds=(0, LONGEST))


@handles("is_empty")
def _is_empty(w: Writer, args: list[Json]) -> X:
    (e,) = args
    x = iterable(w, e)
    return X(f"(not {x.text})", YES_NO, x.cost)


@handles("sum")
def _sum(w: Writer, args: list[Json]) -> X:
    (e,) = args
    x = iterable(w, e)
    return X(f"sum({x.text})", NUMBER, x.cost, x.fractional)


def _one_of(form: str) -> Handler:
    def write(w: Writer, args: list[Json]) -> X:
        (e,) = args
        x = iterable(w, e)
        return X(form.format(x.text), types.member(x.type), x.cost, x.fractional)

    return write


def _register() -> None:
    handles("min")(_one_of("min({})"))
    handles("max")(_one_of("max({})"))
    handles("first")(_one_of("{}[0]"))
    handles("last")(_one_of("{}[-1]"))


_register()


@handles("in")
def _in(w: Writer, args: list[Json]) -> X:
    e, members = args
    x = w.expression(e)
    known, value = literal(w.linker, members)
    if known and type(value) is tuple and len(value) > 3:
        return X(f"({x.text} in {w.constant(frozenset(value))})", YES_NO, x.cost)
    found = iterable(w, members)
    return X(f"({x.text} in {found.text})", YES_NO, x.cost + found.cost)


@handles("subset")
def _subset(w: Writer, args: list[Json]) -> X:
    a, b = (iterable(w, arg) for arg in args)
    return X(f"is_subset({a.text}, {b.text})", YES_NO, a.cost + b.cost)


@handles("range")
def _range(w: Writer, args: list[Json]) -> X:
    lo, hi = args
    if type(lo) is int and type(hi) is int and 0 <= hi - lo < 1000:
        return X(w.constant(tuple(range(lo, hi + 1))), ("set", NUMBER))
    a, b = w.expression(lo), w.expression(hi)
    kind = types.bare(types.join(a.type, b.type))
    return X(f"span({a.text}, {b.text})", ("set", kind), a.cost + b.cost)


@handles("set")
def _set(w: Writer, args: list[Json]) -> X:
    known, value = literal(w.linker, ["set", *args])
    parts = [w.expression(arg) for arg in args]
    kind = ("set", types.bare(typed(parts)))
    fractional = any(part.fractional for part in parts)
    if known:
        return X(w.constant(value), kind, 0, fractional)
    cost = sum(part.cost for part in parts)
    if len(parts) == 1 and not types.nullable(parts[0].type):
        return X(f"({parts[0].text},)", kind, cost, fractional)
    return X(f"make_set(({', '.join(part.text for part in parts)},))", kind, cost, fractional)


@handles("list")
def _list(w: Writer, args: list[Json]) -> X:
    known, value = literal(w.linker, ["list", *args])
    parts = [w.expression(arg) for arg in args]
    kind = ("list", typed(parts))
    fractional = any(part.fractional for part in parts)
    if known:
        return X(w.constant(value), kind, 0, fractional)
    cost = sum(part.cost for part in parts)
    return X(f"({', '.join(part.text for part in parts)},)", kind, cost, fractional)


@handles("union")
def _union(w: Writer, args: list[Json]) -> X:
    a, b = (w.many(arg) for arg in args)
    kind = ("set", types.bare(types.join(_members(a), _members(b))))
    most = None if a.most is None or b.most is None else a.most + b.most
    return X(f"union({a.text}, {b.text})", kind, a.cost + b.cost, a.fractional or b.fractional, most=most)


def _members(x: X) -> Any:
    found = types.member(x.type)
    return NONE if x.text == "()" else found


@handles("minus")
def _minus(w: Writer, args: list[Json]) -> X:
    a, b = (w.many(arg) for arg in args)
    kind = a.type if isinstance(a.type, tuple) else ("list", types.member(a.type))
    return X(f"minus({a.text}, {b.text})", kind, a.cost + b.cost, a.fractional, most=a.most)


@handles("join")
def _join(w: Writer, args: list[Json]) -> X:
    a, b = (w.many(arg) for arg in args)
    kind = ("list", types.join(_members(a), _members(b)))
    return X(f"joined({a.text}, {b.text})", kind, a.cost + b.cost, a.fractional or b.fractional)


@handles("flat")
def _flat(w: Writer, args: list[Json]) -> X:
    (e,) = args
    x = iterable(w, e)
    inner = types.member(x.type)
    found = [types.member(one) if types.is_many(one) else one for one in types.alternatives(inner)]
    kind = None if None in found else found[0] if len(set(found)) == 1 else ("any", *dict.fromkeys(found))
    return X(f"flat({x.text})", ("list", types.bare(kind)), x.cost, x.fractional)


@handles("distinct")
def _distinct(w: Writer, args: list[Json]) -> X:
    (e,) = args
    x = iterable(w, e)
    return X(f"distinct({x.text})", ("set", types.member(x.type)), x.cost, x.fractional, most=x.most)


@handles("sorted")
def _sorted(w: Writer, args: list[Json]) -> X:
    (e,) = args
    x = iterable(w, e)
    return X(f"in_order({x.text})", ("list", types.member(x.type)), x.cost, x.fractional, most=x.most)


@handles("values")
def _values(w: Writer, args: list[Json]) -> X:
    (home,) = args
    values = w.linker.names.values.get(home)
    if values is None:
        raise errors.no_such("enum", home)
    return X(w.constant(tuple(range(len(values)))), ("set", f"enum:{home}"))


@handles("sides")
def _sides(w: Writer, args: list[Json]) -> X:
    () = args
    return X(w.constant(tuple(range(len(w.linker.names.side_ids)))), ("set", SIDE))


@handles("region")
def _region(w: Writer, args: list[Json]) -> X:
    map, id = args
    return X(w.constant(w.linker.region(map, id)), ("set", f"place:{map}"))


@handles("places")
def _places(w: Writer, args: list[Json]) -> X:
    (map,) = args
    return X(w.constant(w.linker.names.map(map)), ("set", f"place:{map}"))
