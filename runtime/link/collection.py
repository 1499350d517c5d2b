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
from rulewright.runtime.link.primitives import LONGEST
from rulewright.runtime.link.source import X
from rulewright.runtime.link.types import NONE, NUMBER, SIDE, YES_NO
from rulewright.runtime.link.walking import iterable, judged, mapped

WORTH_STOPPING = 300
"""What a walk must cost to be ended at the first that is found: starting it takes as long as judging some plain members."""


@handles("where")
def _where(w: Writer, args: list[Json]) -> X:
    source, name, condition = args
    x = iterable(w, ["where", source, name, condition])
    return x if x.text.startswith("near(") or x.text.endswith("else ())") else replace(x, text=f"tuple({x.text})")


@handles("map")
def _map(w: Writer, args: list[Json]) -> X:
    source, name, e = args
    x = mapped(w, source, name, e)
    return replace(x, text=f"tuple({x.text})")


@handles("some")
def _some(w: Writer, args: list[Json]) -> X:
    source, name, condition = args
    walk = judged(w, source, name, condition, ordered=False)
    text, x = walk.written(w)
    if _is_marker(w, walk.members.text):
        # Most markers lie nowhere.
        return X(f"([{text}] != [] if {walk.members.text} else False)", YES_NO, x.cost)
    return X(_found(text, x.cost), YES_NO, x.cost)


def _found(text: str, cost: int) -> str:
    """Return Python for: does the comprehension `text` find anything? Where members cost much, none is judged after the first that is found."""
    if cost < WORTH_STOPPING:
        return f"([{text}] != [])"
    return f"any(True {text[text.index(' ') + 1 :]})"


def _is_marker(w: Writer, text: str) -> bool:
    """Is `text` Python for the slot of a plain marker?"""
    slot = text[len(w.state) + 1 : -1] if text.startswith(f"{w.state}[") else ""
    return slot.isdigit() and int(slot) in w.linker.layout.plain_markers


@handles("every")
def _every(w: Writer, args: list[Json]) -> X:
    source, name, condition = args
    text, x = judged(w, source, name, condition, negate=True, ordered=False).written(w)
    return X(f"(not {_found(text, x.cost)})", YES_NO, x.cost)


@handles("count_where")
def _count_where(w: Writer, args: list[Json]) -> X:
    found = _found_in_lists(w, *args) if len(args) == 3 else None
    if found is not None:
        return found
    source, name, condition = args
    x = iterable(w, ["where", source, name, condition], ordered=False)
    return X(f"len({x.text})", NUMBER, x.cost, bounds=(0, LONGEST))


def _found_in_lists(w: Writer, e: Json, name: str, condition: Json) -> X | None:
    """If it is counted how often one value stands in lists that are joined, return Python that counts it in each of them."""
    if not (isinstance(e, list) and len(e) == 2 and e[0] == "flat" and isinstance(e[1], list) and len(e[1]) == 4 and e[1][0] == "map"):
        return None
    if not (isinstance(condition, list) and len(condition) == 3 and condition[0] == "=" and condition[1] == ["local", name]):
        return None
    if not {name, e[1][2]}.isdisjoint(free_locals([condition[2]])):
        return None
    lists, sought = iterable(w, e[1]), w.expression(condition[2])
    one = types.member(lists.type)
    if not types.is_many(one) or types.nullable(types.member(one)) or not sought.simple or lists.most is None:
        return None
    v = w.linker.code.mint("v")
    # Most lists of pieces are empty most of the time; counting in one that is not is dearer.
    text = f"sum([{v}.count({sought.text}) for {v} in {lists.text} if {v}])"
    return X(text, NUMBER, lists.cost + 4 * lists.most + sought.cost, bounds=(0, LONGEST * LONGEST))


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
        return X(form.format(x.text), types.member(x.type), x.cost, x.fractional, live=x.live)

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
        return X(w.constant(value), kind, 0, fractional, most=len(value))
    cost = sum(part.cost for part in parts)
    live = all(part.live for part in parts)
    if len(parts) == 1 and not types.nullable(parts[0].type):
        return X(f"({parts[0].text},)", kind, cost, fractional, most=1, live=live)
    return X(f"make_set({{{', '.join(part.text for part in parts)}}})", kind, cost, fractional, most=len(parts), live=live)


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
    a, b = (_heap(w, arg) for arg in args)
    kind = ("set", types.bare(types.join(_members(a), _members(b))))
    most = None if a.most is None or b.most is None else a.most + b.most
    return X(f"make_set({{*{a.text}, *{b.text}}})", kind, a.cost + b.cost, a.fractional or b.fractional, most=most, live=a.live and b.live)


def _heap(w: Writer, e: Json) -> X:
    """Return Python for the members in any order, perhaps several times."""
    while isinstance(e, list) and len(e) == 2 and e[0] in ("distinct", "sorted"):
        e = e[1]
    return iterable(w, e, ordered=False)


def _members(x: X) -> Any:
    found = types.member(x.type)
    return NONE if x.text == "()" else found


@handles("minus")
def _minus(w: Writer, args: list[Json]) -> X:
    a, b = (w.many(arg) for arg in args)
    kind = a.type if isinstance(a.type, tuple) else ("list", types.member(a.type))
    return X(f"minus({a.text}, {b.text})", kind, a.cost + b.cost, a.fractional, most=a.most, live=a.live)


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
    x = _heap(w, e)
    text = f"{{{x.text[1:-1]}}}" if x.text[:1] == "[" else f"{{*{x.text}}}"
    return X(f"in_order({text})", ("set", types.member(x.type)), x.cost, x.fractional, most=x.most, live=x.live)


@handles("sorted")
def _sorted(w: Writer, args: list[Json]) -> X:
    (e,) = args
    x = iterable(w, e)
    return X(f"in_order({x.text})", ("list", types.member(x.type)), x.cost, x.fractional, most=x.most, live=x.live)


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
