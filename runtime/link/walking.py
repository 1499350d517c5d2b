"""How the members of a set are found: a set that is walked, and what is asked of each; wheres inside one another are one walk.

Where only few members can satisfy what is asked first, those are walked instead of all.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rulewright.runtime.link import asked, types
from rulewright.runtime.link.expression import MOST_AHEAD, Writer, free_locals, opened
from rulewright.runtime.link.names import Json
from rulewright.runtime.link.piece import column_of, everybody, standing_at
from rulewright.runtime.link.source import Sieve, X

PLAIN_WEIGHT = 4
"""What a question may cost to be paid for of members that an earlier question has left out, too."""


MEMBER: Json = ["local", ""]
"""Stands for a member in what is known of it; no name of the rules is empty."""


@dataclass(frozen=True, slots=True)
class Walk:
    """The members of a set for which all tests hold.

    members: the set that is walked; its cost is what it takes to find it. v: Python's name of a member. weight: what judging one costs.
    sure: what is not none where the tests hold, with `MEMBER` for a member. among: Python for the frozen set of all members, in play or
    not, if they are all pieces of a kind.
    """

    members: X
    v: str
    tests: tuple[str, ...] = ()
    weight: int = 0
    sure: tuple[Json, ...] = ()
    among: str | None = None

    def naming(self, w: Writer, name: str) -> Writer:
        """Return a writer that knows a member for which the tests hold by that name."""
        return w.naming(name, self.v, self.members).knowing(_renamed(e, MEMBER, ["local", name]) for e in self.sure)

    def bears(self, more: int) -> bool:
        """May each member pay for what costs `more`, even if one of the tests leaves it out?"""
        most = self.members.most
        return not self.tests or more <= PLAIN_WEIGHT or (most is not None and most * (self.weight + more + 1) <= MOST_AHEAD)

    def written(self, w: Writer, value: str = "") -> tuple[str, X]:
        """Return the inside of a comprehension over the members, or over a value of each; and a set of them without Python, all paid for."""
        sieve, walked, cost = self.members.sieve, "", 0
        tests = self.tests if sieve is None else (f"{self.v} in {sieve.among}", *self.tests)
        if sieve is None:
            walked, cost = w.walk(self.members, self.weight)
        else:
            walked, cost = sieve.walked, w.walk(self.members, self.weight // 4)[1]
        text = f"{value or self.v} for {self.v} in {walked}{' if ' if tests else ''}{' and '.join(tests)}"
        return text, replace(self.members, text="", cost=self.members.cost + cost, sieve=None)


def begun(w: Writer, e: Json, *, ordered: bool = True) -> Walk:
    """Return the walk over the members of a set."""
    inside, e = _where_in(w, e)
    if _is_where(e):
        return judged(inside, *e[1:], ordered=ordered)
    return Walk(inside.many(e), w.linker.code.mint("v"), among=everybody(inside, e))


def judged(w: Writer, source: Json, name: str, condition: Json, *, negate: bool = False, ordered: bool = True) -> Walk:
    """Return the walk over those members of `source` that satisfy the condition, or those that do not.

    ordered: must they come in the order of the set?
    """
    close = None if negate else narrowed(w, source, name, condition, ordered)
    if close is not None:
        members, condition = close
        walk = Walk(members, w.linker.code.mint("v"))
    else:
        walk = begun(w, source, ordered=ordered)
        if not negate:
            walk, condition = _standing(w, walk, name, condition)
    if condition is True and not negate:
        return walk
    c = walk.naming(w, name).condition(condition)
    if not walk.bears(c.cost):
        walk = _apart(w, walk)
        c = walk.naming(w, name).condition(condition)
    found = asked.if_false(condition) if negate else asked.if_true(condition)
    sure = (*walk.sure, *(_renamed(e, ["local", name], MEMBER) for e in found if free_locals(e) == [name]))
    return Walk(walk.members, walk.v, (*walk.tests, f"not {c.text}" if negate else c.text), walk.weight + c.cost, sure, walk.among)


def _standing(w: Writer, walk: Walk, name: str, condition: Json) -> tuple[Walk, Json]:
    """If the condition asks first which pieces stand at a place, walk those who do instead of all; return what else it asks, too."""
    first, *others = _parts(condition)
    if walk.among is None or walk.members.sieve is not None or not (isinstance(first, list) and len(first) == 3 and first[0] == "="):
        return walk, condition
    at, place = first[1:] if isinstance(first[1], list) and first[1][:1] == ["attr"] else first[:0:-1]
    if not (isinstance(at, list) and at[:1] == ["attr"] and at[2] == ["local", name]) or name in free_locals([place]):
        return walk, condition
    p = w.expression(place)
    if w.linker.layout.column(at[1]).offset != w.linker.layout.at or w.linker.paths_stand or not p.light or p.type == types.NONE:
        return walk, condition
    there = standing_at(w, p)
    if types.nullable(p.type):
        v, text = w.linker.code.mint("v"), walk.members.text
        there = f"({there} if {p.text} is not None else [{v} for {v} in {text} if {w.state}[{w.linker.layout.at} + {v}] is None])"
    sieve = Sieve(there, walk.among)
    return replace(walk, members=replace(walk.members, cost=walk.members.cost + p.cost + 5, sieve=sieve)), _all_of(others)


def mapped(w: Writer, source: Json, name: str, e: Json) -> X:
    """Return Python for the list of what `e` is for each member."""
    walk = begun(w, source)
    column = column_of(w, source, name, e)
    if column is not None:
        return column
    value = walk.naming(w, name).expression(e)
    if not walk.bears(value.cost):
        walk = _apart(w, walk)
        value = walk.naming(w, name).expression(e)
    text, x = replace(walk, weight=walk.weight + value.cost).written(w, value.text)
    return X(f"[{text}]", ("list", value.type), x.cost, value.fractional, most=x.most, live=value.live)


def iterable(w: Writer, e: Json, *, ordered: bool = True) -> X:
    """Return Python that can be walked once; its type is that of the set or list."""
    inside, e = _where_in(w, e)
    if isinstance(e, list) and len(e) == 4 and e[0] == "map":
        return mapped(inside, *e[1:])
    walk = begun(inside, e, ordered=ordered)
    if not walk.tests and walk.members.sieve is None:
        return walk.members
    text, x = walk.written(w)
    kind = x.type if isinstance(x.type, tuple) else ("list", types.member(x.type))
    return replace(x, text=f"[{text}]", type=kind)


def sieve_of(w: Writer, e: Json) -> X:
    """As `iterable`, but members are judged one by one, as they are asked for."""
    if _is_where(e):
        text, x = judged(w, *e[1:]).written(w)
        if isinstance(x.type, tuple) and x.type[0] == "set":
            return X(f"({text})", x.type, x.cost, x.fractional)
    return w.many(e)


def _apart(w: Writer, walk: Walk) -> Walk:
    """Return a walk over what another one finds."""
    text, x = walk.written(w)
    return Walk(replace(x, text=f"[{text}]"), w.linker.code.mint("v"), sure=walk.sure)


def _renamed(e: Json, old: Json, new: Json) -> Json:
    return new if e == old else [_renamed(part, old, new) for part in e] if isinstance(e, list) else e


def _parts(condition: Json) -> list[Json]:
    """Return the conditions that must all hold for one to hold, in the order in which they are asked."""
    return condition[1:] if isinstance(condition, list) and condition[:1] == ["and"] and condition[1:] else [condition]


def _all_of(conditions: list[Json]) -> Json:
    return ["and", *conditions] if conditions else True


def _is_where(e: Json) -> bool:
    return isinstance(e, list) and len(e) == 4 and e[0] == "where"


def _where_in(w: Writer, e: Json) -> tuple[Writer, Json]:
    """Return the where or map that a define stands for, and a writer that knows its names; what is no such define as it is."""
    inside, value = w, e
    while isinstance(value, list) and value[:1] == ["call"]:
        said = w.linker.define(value[1]).inline
        if not (isinstance(said, list) and said[:1] in (["where"], ["map"], ["call"])):
            break
        further, deeper = opened(inside, value)
        if deeper is value:
            break
        inside, value = further, deeper
    return (inside, value) if isinstance(value, list) and len(value) == 4 and value[0] in ("where", "map") else (w, e)


def narrowed(w: Writer, source: Json, name: str, condition: Json, ordered: bool = True) -> tuple[X, Json] | None:
    """If few members can satisfy the condition, and it is known which, return those, and what else it asks."""
    found = (ask(w, source, name, condition) for ask in (_near, _alone))
    return next((one for one in found if one is not None), None) or _bearing(w, source, name, condition, ordered)


def sifted(w: Writer, e: Json) -> tuple[Json, list[Json], list[str]]:
    """Return the set that `e` takes its members from, the conditions that leave some out, if each must be judged, and what they call it."""
    conditions: list[Json] = []
    names: list[str] = []
    while isinstance(e, list) and len(e) == 4 and e[0] == "where" and narrowed(w, *e[1:]) is None:
        _, e, name, condition = e
        conditions.insert(0, condition)
        names.append(name)
    return e, conditions, names


def _near(w: Writer, source: Json, name: str, condition: Json) -> tuple[X, Json] | None:
    """If the condition asks for places of a map near another, return those instead of all, and what else it asks."""
    if not (isinstance(source, list) and len(source) == 2 and source[0] == "places" and isinstance(condition, list)):
        return None
    parts = _parts(condition)
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
        return found, _all_of(left)
    return None


def _alone(w: Writer, source: Json, name: str, condition: Json) -> tuple[X, Json] | None:
    """If the condition asks which piece of a kind is that one, return that one instead of all, and what else it asks."""
    if not (isinstance(source, list) and source[:1] in (["all"], ["of_side"]) and isinstance(condition, list)):
        return None
    parts = _parts(condition)
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
    return found, _all_of(parts[1:])


def _bearing(w: Writer, source: Json, name: str, condition: Json, ordered: bool) -> tuple[X, Json] | None:
    """If the condition asks first for a marker that only lies there, return those that bear it instead of all, and what else it asks."""
    if not (isinstance(source, list) and source[:1] in (["all"], ["of_side"]) and isinstance(condition, list)):
        return None
    first, *others = _parts(condition)
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
    return X(bearers, members.type, members.cost + 2, most=members.most), _all_of(others)
