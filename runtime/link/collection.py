"""Sets and lists: tuples at play, comprehensions in the code, each round paid for.

Where a list only feeds another operation, no tuple is made of it.
"""

from __future__ import annotations

from typing import Any

from rulewright.runtime import errors
from rulewright.runtime.link import types
from rulewright.runtime.link.expression import Handler, Writer, free_locals, handles, literal, typed
from rulewright.runtime.link.names import Json
from rulewright.runtime.link.source import X
from rulewright.runtime.link.types import NONE, NUMBER, SIDE, YES_NO


def iterable(w: Writer, e: Json) -> X:
    """Return Python that can be walked once; its type is that of the set or list."""
    if isinstance(e, list) and e and e[0] == "where" and len(e) == 4:
        members, text = _walk(w, e[1:])
        return X(f"[{text}]", members.type if _is_collection(members.type) else ("list", types.member(members.type)), members.cost, members.fractional)
    if isinstance(e, list) and e and e[0] == "map" and len(e) == 4:
        return _mapped(w, e[1:])
    return w.many(e)


def _is_collection(type: Any) -> bool:
    return isinstance(type, tuple)


def _walk(w: Writer, args: list[Json], *, negate: bool = False) -> tuple[X, str]:
    """Return the members, the inside of a comprehension over those that satisfy the condition."""
    source, name, condition = args
    narrowed = (ask(w, source, name, condition) for ask in (_near, _alone, _bearing)) if not negate else ()
    close = next((found for found in narrowed if found is not None), None)
    members, condition = close if close is not None else (iterable(w, source), condition)
    inner, v = w.bound(name, types.member(members.type), members.fractional)
    c = inner.condition(condition)
    walked = w.rounds(members, c.cost)
    if condition is True and not negate:
        return members, f"{v} for {v} in {walked}"
    return members, f"{v} for {v} in {walked} if {'not ' if negate else ''}{c.text}"


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
    if not (isinstance(source, list) and source[:1] == ["all"] and isinstance(condition, list)):
        return None
    parts = condition[1:] if condition[:1] == ["and"] else [condition]
    part = parts[0]
    if not (isinstance(part, list) and len(part) == 3 and part[0] == "=" and ["local", name] in part[1:]):
        return None
    other = part[2] if part[1] == ["local", name] else part[1]
    if name in free_locals([other]):
        return None
    members, x = w.many(source), w.expression(other)
    found = X(f"alone({members.text}, {x.text})", members.type, members.cost + x.cost + 1)
    return found, (["and", *parts[1:]] if parts[1:] else True)


def _bearing(w: Writer, source: Json, name: str, condition: Json) -> tuple[X, Json] | None:
    """If the condition asks first for a marker that only lies there, return those that bear it instead of all, and what else it asks."""
    if not (isinstance(source, list) and source[:1] in (["all"], ["of_side"]) and isinstance(condition, list)):
        return None
    first, *others = condition[1:] if condition[:1] == ["and"] else [condition]
    if not (isinstance(first, list) and first[:1] == ["marked"] and first[2] == ["local", name]):
        return None
    if not w.linker.layout.is_plain(first[1]):
        return None
    members = w.many(source)
    bearers = f"bearing({members.text}, {w.state}[{w.linker.layout.marker(first[1])}])"
    return X(bearers, members.type, members.cost + 2), (["and", *others] if others else True)


@handles("where")
def _where(w: Writer, args: list[Json]) -> X:
    source, name, condition = args
    near = _near(w, source, name, condition)
    if near is not None and near[1] is True:
        return near[0]
    x = iterable(w, ["where", *args])
    return X(f"tuple({x.text})", x.type, x.cost, x.fractional)


def _mapped(w: Writer, args: list[Json]) -> X:
    source, name, e = args
    members = iterable(w, source)
    inner, v = w.bound(name, types.member(members.type), members.fractional)
    value = inner.expression(e)
    return X(f"[{value.text} for {v} in {w.rounds(members, value.cost)}]", ("list", value.type), members.cost, value.fractional)


@handles("map")
def _map(w: Writer, args: list[Json]) -> X:
    x = _mapped(w, args)
    return X(f"tuple({x.text})", x.type, x.cost, x.fractional)


@handles("some")
def _some(w: Writer, args: list[Json]) -> X:
    if len(args) == 3 and args[2] is True and (found := _anybody(w, args[0])) is not None:
        return found
    members, text = _walk(w, args)
    return X(f"([{text}] != [])", YES_NO, members.cost)


def _anybody(w: Writer, e: Json) -> X | None:
    """If `e` is who stands at a place, and none can stand on a path, return Python for: is there anybody?"""
    if not (isinstance(e, list) and e[:1] == ["at"]) or w.linker.paths_stand:
        return None
    x = w.expression(e)
    return X("is_anybody" + x.text.removeprefix("standing"), YES_NO, x.cost) if x.text.startswith("standing(") else None


@handles("every")
def _every(w: Writer, args: list[Json]) -> X:
    members, text = _walk(w, args, negate=True)
    return X(f"([{text}] == [])", YES_NO, members.cost)


@handles("count_where")
def _count_where(w: Writer, args: list[Json]) -> X:
    members, text = _walk(w, args)
    return X(f"len([{text}])", NUMBER, members.cost)


@handles("count")
def _count(w: Writer, args: list[Json]) -> X:
    (e,) = args
    x = iterable(w, e)
    return X(f"len({x.text})", NUMBER, x.cost)


@handles("is_empty")
def _is_empty(w: Writer, args: list[Json]) -> X:
    (e,) = args
    found = _anybody(w, e)
    if found is not None:
        return X(f"(not {found.text})", YES_NO, found.cost)
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
    return X(f"union({a.text}, {b.text})", kind, a.cost + b.cost, a.fractional or b.fractional)


def _members(x: X) -> Any:
    found = types.member(x.type)
    return NONE if x.text == "()" else found


@handles("minus")
def _minus(w: Writer, args: list[Json]) -> X:
    a, b = (w.many(arg) for arg in args)
    kind = a.type if isinstance(a.type, tuple) else ("list", types.member(a.type))
    return X(f"minus({a.text}, {b.text})", kind, a.cost + b.cost, a.fractional)


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
    return X(f"distinct({x.text})", ("set", types.member(x.type)), x.cost, x.fractional)


@handles("sorted")
def _sorted(w: Writer, args: list[Json]) -> X:
    (e,) = args
    x = iterable(w, e)
    return X(f"in_order({x.text})", ("list", types.member(x.type)), x.cost, x.fractional)


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
