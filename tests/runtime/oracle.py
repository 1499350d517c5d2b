"""A plain tree-walking interpreter of expressions, and a generator of typed ones, to hold the linked code against.

It knows the artifact alone: values are what people write (ids, lists, fractions), never the linker's numbers.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

from hypothesis import strategies as st

Json = Any


class Undefined(Exception):
    """The expression has no value here: a play error."""


class Oracle:
    """Works expressions out on a document and a position: attributes by piece, `at` included.

    order: every id in its natural order.
    """

    def __init__(self, document: Json, position: dict[str, dict[str, Any]]) -> None:
        self.document = document
        self.position = position
        self.order: dict[Any, int] = {}
        for map in document["maps"]:
            for place in map["places"]:
                self.order[place] = len(self.order)
        for unit in document["units"]:
            self.order[unit["id"]] = len(self.order)
        for side in document["ruleset"]["sides"]:
            self.order[side["id"]] = len(self.order)
        for enum in document["enums"]:
            for value in enum["values"]:
                self.order[value["id"]] = len(self.order)
        self.units = {unit["id"]: unit for unit in document["units"]}

    def key(self, value: Any) -> Any:
        return self.order[value] if isinstance(value, str) else value

    def as_set(self, values: Any) -> list[Any]:
        found: list[Any] = []
        for value in sorted((value for value in values if value is not None), key=self.key):
            if value not in found:
                found.append(value)
        return found

    def value(self, e: Json, locals: dict[str, Any]) -> Any:
        if not isinstance(e, list):
            return Fraction(e) if type(e) is int else e
        operation = str(e[0])
        return getattr(self, f"on_{WORDS.get(operation, operation)}")(locals, *e[1:])

    def number(self, e: Json, locals: dict[str, Any]) -> Fraction:
        found = self.value(e, locals)
        if found is None:
            raise Undefined
        return found  # type: ignore[no-any-return]

    # constants
    def on_frac(self, _: Any, n: int, d: int) -> Any:
        return Fraction(n, d)

    def on_side(self, _: Any, id: str) -> Any:
        return id

    on_unit = on_side

    def on_value(self, _: Any, home: str, id: str) -> Any:
        return id

    on_place = on_value

    def on_local(self, locals: Any, name: str) -> Any:
        return locals[name]

    # pieces and places
    def on_attr(self, locals: Any, id: str, e: Json) -> Any:
        piece = self.value(e, locals)
        found = None if piece is None else self.position[piece].get(id)
        return Fraction(found) if type(found) is int else found

    def on_side_of(self, locals: Any, e: Json) -> Any:
        piece = self.value(e, locals)
        return None if piece is None else self.units[piece]["side"]

    def on_all(self, _: Any, kind: str) -> Any:
        return [unit["id"] for unit in self.document["units"] if unit["kind"] == kind]

    def on_of_side(self, locals: Any, e: Json, side: Json) -> Any:
        wanted = self.value(side, locals)
        return [one for one in self.value(e, locals) if wanted is not None and self.units[one]["side"] == wanted]

    def on_at(self, locals: Any, e: Json, place: Json) -> Any:
        where = self.value(place, locals)
        return [one for one in self.value(e, locals) if where is not None and self.position[one].get("ship.at") == where]

    def on_places(self, _: Any, map: str) -> Any:
        return list(self.document["maps"][0]["places"])

    def on_distance(self, locals: Any, p: Json, q: Json) -> Any:
        one, other = self.value(p, locals), self.value(q, locals)
        return None if one is None or other is None else self.apart(one, other)

    def apart(self, one: str, other: str) -> Fraction:
        at = self.document["maps"][0]["coordinates"]
        (c1, r1), (c2, r2) = at[one], at[other]
        x1, x2 = c1 - (r1 - (r1 & 1)) // 2, c2 - (r2 - (r2 & 1)) // 2
        return Fraction(max(abs(x1 - x2), abs(r1 - r2), abs(x1 + r1 - x2 - r2)))

    def on_travelled(self, locals: Any, *parts: Json) -> Any:
        line: list[Any] = []
        for part in parts:
            found = self.value(part, locals)
            line += found if type(found) is list else [found]
        return None if None in line else sum((self.apart(p, q) for p, q in pairwise(line)), Fraction(0))

    # numbers
    def on_plus(self, locals: Any, a: Json, b: Json) -> Any:
        return self.number(a, locals) + self.number(b, locals)

    def on_less(self, locals: Any, a: Json, b: Json) -> Any:
        return self.number(a, locals) - self.number(b, locals)

    def on_times(self, locals: Any, a: Json, b: Json) -> Any:
        return self.number(a, locals) * self.number(b, locals)

    def on_by(self, locals: Any, a: Json, b: Json) -> Any:
        over, under = self.number(a, locals), self.number(b, locals)
        if under == 0:
            raise Undefined
        return over / under

    def on_neg(self, locals: Any, a: Json) -> Any:
        return -self.number(a, locals)

    def on_abs(self, locals: Any, a: Json) -> Any:
        return abs(self.number(a, locals))

    def on_floor(self, locals: Any, a: Json) -> Any:
        return Fraction(self.number(a, locals).__floor__())

    def on_ceil(self, locals: Any, a: Json) -> Any:
        return Fraction(self.number(a, locals).__ceil__())

    def on_round(self, locals: Any, a: Json) -> Any:
        return Fraction((self.number(a, locals) + Fraction(1, 2)).__floor__())

    def on_least(self, locals: Any, *parts: Json) -> Any:
        return min(self.number(part, locals) for part in parts)

    def on_greatest(self, locals: Any, *parts: Json) -> Any:
        return max(self.number(part, locals) for part in parts)

    def on_clamp(self, locals: Any, x: Json, lo: Json, hi: Json) -> Any:
        value, low, high = (self.number(part, locals) for part in (x, lo, hi))
        return low if value < low else high if value > high else value

    def on_count(self, locals: Any, e: Json) -> Any:
        return Fraction(len(self.value(e, locals)))

    def on_sum(self, locals: Any, e: Json) -> Any:
        found = self.value(e, locals)
        if None in found:
            raise Undefined
        return sum(found, Fraction(0))

    def _extreme(self, locals: Any, e: Json, choose: Any) -> Any:
        found = self.value(e, locals)
        if not found or None in found:
            raise Undefined
        return choose(found, key=self.key)

    def on_min(self, locals: Any, e: Json) -> Any:
        return self._extreme(locals, e, min)

    def on_max(self, locals: Any, e: Json) -> Any:
        return self._extreme(locals, e, max)

    def on_cond(self, locals: Any, cases: Json, otherwise: Json) -> Any:
        for when, then in cases:
            if self.value(when, locals):
                return self.value(then, locals)
        return self.value(otherwise, locals)

    # conditions
    def on_same(self, locals: Any, a: Json, b: Json) -> Any:
        return self.value(a, locals) == self.value(b, locals)

    def on_other(self, locals: Any, a: Json, b: Json) -> Any:
        return self.value(a, locals) != self.value(b, locals)

    def _compare(self, locals: Any, a: Json, b: Json, ask: Any) -> Any:
        one, other = self.value(a, locals), self.value(b, locals)
        return one is not None and other is not None and ask(self.key(one), self.key(other))

    def on_under(self, locals: Any, a: Json, b: Json) -> Any:
        return self._compare(locals, a, b, lambda x, y: x < y)

    def on_up_to(self, locals: Any, a: Json, b: Json) -> Any:
        return self._compare(locals, a, b, lambda x, y: x <= y)

    def on_over(self, locals: Any, a: Json, b: Json) -> Any:
        return self._compare(locals, a, b, lambda x, y: x > y)

    def on_from(self, locals: Any, a: Json, b: Json) -> Any:
        return self._compare(locals, a, b, lambda x, y: x >= y)

    def on_and(self, locals: Any, *parts: Json) -> Any:
        return all(self.value(part, locals) for part in parts)

    def on_or(self, locals: Any, *parts: Json) -> Any:
        return any(self.value(part, locals) for part in parts)

    def on_not(self, locals: Any, e: Json) -> Any:
        return not self.value(e, locals)

    def on_in(self, locals: Any, x: Json, e: Json) -> Any:
        return self.value(x, locals) in self.value(e, locals)

    def on_between(self, locals: Any, x: Json, lo: Json, hi: Json) -> Any:
        value, low, high = (self.value(part, locals) for part in (x, lo, hi))
        return value is not None and (low is None or low <= value) and (high is None or value <= high)

    def on_is_empty(self, locals: Any, e: Json) -> Any:
        return not self.value(e, locals)

    def on_first(self, locals: Any, e: Json) -> Any:
        found = self.value(e, locals)
        if not found:
            raise Undefined
        return found[0]

    def on_subset(self, locals: Any, a: Json, b: Json) -> Any:
        inside = self.value(b, locals)
        return all(one in inside for one in self.value(a, locals))

    def _each(self, locals: Any, e: Json, name: str, inner: Json) -> list[tuple[Any, Any]]:
        return [(one, self.value(inner, {**locals, name: one})) for one in self.value(e, locals)]

    def on_some(self, locals: Any, e: Json, name: str, c: Json) -> Any:
        return any([holds for _, holds in self._each(locals, e, name, c)])

    def on_every(self, locals: Any, e: Json, name: str, c: Json) -> Any:
        return all([holds for _, holds in self._each(locals, e, name, c)])

    def on_count_where(self, locals: Any, e: Json, name: str, c: Json) -> Any:
        return Fraction(sum(bool(holds) for _, holds in self._each(locals, e, name, c)))

    # sets and lists
    def on_set(self, locals: Any, *parts: Json) -> Any:
        return self.as_set(self.value(part, locals) for part in parts)

    def on_list(self, locals: Any, *parts: Json) -> Any:
        return [self.value(part, locals) for part in parts]

    def on_where(self, locals: Any, e: Json, name: str, c: Json) -> Any:
        return [one for one, holds in self._each(locals, e, name, c) if holds]

    def on_map(self, locals: Any, e: Json, name: str, inner: Json) -> Any:
        return [value for _, value in self._each(locals, e, name, inner)]

    def on_union(self, locals: Any, a: Json, b: Json) -> Any:
        return self.as_set([*self.value(a, locals), *self.value(b, locals)])

    def on_minus(self, locals: Any, a: Json, b: Json) -> Any:
        less = self.value(b, locals)
        return [one for one in self.value(a, locals) if one not in less]

    def on_join(self, locals: Any, a: Json, b: Json) -> Any:
        return [*self.value(a, locals), *self.value(b, locals)]

    def on_range(self, locals: Any, a: Json, b: Json) -> Any:
        lo, hi = self.number(a, locals), self.number(b, locals)
        return [Fraction(n) for n in range(lo.__ceil__(), hi.__floor__() + 1)]


WORDS = {
    "+": "plus", "-": "less", "*": "times", "/": "by", "=": "same", "!=": "other", "<": "under", "<=": "up_to", ">": "over", ">=": "from",
}  # fmt: skip

# ---------------------------------------------------------------- typed expressions

NUMBER, BOOL, PIECE, PLACE, SIZE = "number", "yes_no", "piece:ship", "place:sea", "enum:size"


@st.composite
def expressions(draw: Any, kind: Any, depth: int = 4, locals: tuple[tuple[str, Any], ...] = ()) -> Json:
    """Draw an expression of a type; `locals` are the names it may use."""

    def sub(kind: Any, more: tuple[tuple[str, Any], ...] = ()) -> Json:
        return draw(expressions(kind, depth - 1, locals + more))

    def each(member: Any, inner: Any) -> tuple[Json, str, Json]:
        name = f"v{len(locals)}"
        return sub(("set", member)), name, sub(inner, ((name, member),))

    known = [["local", name] for name, type in locals if type == kind]
    if known and draw(st.integers(0, 2)) == 0:
        return draw(st.sampled_from(known))
    if depth == 0:
        return draw(leaf(kind))
    if isinstance(kind, tuple):
        return draw(many(kind, sub, each))
    form = draw(st.sampled_from(FORMS[kind]))
    if form == "leaf":
        return draw(leaf(kind))
    if form == "cond":
        return ["cond", [[sub(BOOL), sub(kind)]], sub(kind)]
    if form == "first":
        members = sub(("set", kind))
        return ["cond", [[["not", ["is_empty", members]], ["first", members]]], sub(kind)]
    if kind == NUMBER:
        if form in ("+", "-", "*", "/"):
            return [form, sub(NUMBER), sub(NUMBER)]
        if form in ("neg", "abs", "floor", "ceil", "round"):
            return [form, sub(NUMBER)]
        if form in ("least", "greatest"):
            return [form, *(sub(NUMBER) for _ in range(draw(st.integers(1, 3))))]
        if form == "clamp":
            return ["clamp", sub(NUMBER), sub(NUMBER), sub(NUMBER)]
        if form == "attr":
            return ["attr", draw(st.sampled_from(["ship.speed", "ship.fuel"])), sub(PIECE)]
        if form in ("count", "sum", "min", "max"):
            member = draw(st.sampled_from([NUMBER, PIECE, PLACE])) if form == "count" else NUMBER
            return [form, sub((draw(st.sampled_from(["set", "list"])), member))]
        if form == "distance":
            return ["distance", sub(PLACE), sub(PLACE)]
        if form == "travelled":
            return ["travelled", *(sub(draw(st.sampled_from([PLACE, ("list", PLACE)]))) for _ in range(draw(st.integers(1, 3))))]
        return ["count_where", *each(draw(st.sampled_from([NUMBER, PIECE, PLACE])), BOOL)]
    if kind == BOOL:
        if form in ("=", "!=", "<", "<=", ">", ">="):
            of = draw(st.sampled_from([NUMBER, SIZE] if form not in ("=", "!=") else [NUMBER, SIZE, PIECE, PLACE, ("set", PIECE)]))
            return [form, sub(of), sub(of)]
        if form in ("and", "or"):
            return [form, *(sub(BOOL) for _ in range(draw(st.integers(0, 3))))]
        if form == "not":
            return ["not", sub(BOOL)]
        if form == "lacks":
            lacking = ["attr", "ship.at", sub(PIECE)]
            guard = [draw(st.sampled_from(["=", "!="])), lacking, None]
            return [draw(st.sampled_from(["and", "or"])), guard, ["<=", ["distance", lacking, sub(PLACE)], sub(NUMBER)]]
        if form == "between":
            return ["between", sub(NUMBER), sub(NUMBER), sub(NUMBER)]
        member = draw(st.sampled_from([NUMBER, PIECE, PLACE]))
        if form == "in":
            return ["in", sub(member), sub(("set", member))]
        if form == "subset":
            return ["subset", sub(("set", member)), sub(("set", member))]
        if form == "is_empty":
            return ["is_empty", sub(("set", member))]
        return [form, *each(member, BOOL)]
    return ["attr", "ship.at" if kind == PLACE else "ship.size", sub(PIECE)]


FORMS = {
    NUMBER: ["leaf", "cond", "+", "-", "*", "/", "neg", "abs", "floor", "ceil", "round", "least", "greatest", "clamp", "attr", "count", "sum",
             "min", "max", "distance", "travelled", "count_where"],
    BOOL: ["leaf", "cond", "=", "!=", "<", "<=", ">", ">=", "and", "or", "not", "between", "in", "subset", "is_empty", "some", "every", "lacks"],
    PIECE: ["leaf", "cond", "first"],
    PLACE: ["leaf", "cond", "attr"],
    SIZE: ["leaf", "cond", "attr"],
}  # fmt: skip


def leaf(kind: Any) -> st.SearchStrategy[Json]:
    """A constant of the type."""
    if isinstance(kind, tuple):
        return st.lists(leaf(kind[1]), max_size=3).map(lambda parts: [kind[0], *parts])
    return {
        NUMBER: st.one_of(st.integers(-9, 9), st.builds(lambda n, d: ["frac", n, d], st.integers(-9, 9), st.integers(1, 4))),
        BOOL: st.booleans(),
        PIECE: st.sampled_from("abcd").map(lambda id: ["unit", id]),
        PLACE: st.sampled_from(["A1", "A4", "B2", "C3"]).map(lambda id: ["place", "sea", id]),
        SIZE: st.sampled_from(["small", "large", "huge"]).map(lambda id: ["value", "size", id]),
    }[kind]


@st.composite
def many(draw: Any, kind: Any, sub: Any, each: Any) -> Json:
    """Draw an expression of a set or list."""
    word, member = kind
    forms = ["leaf", "where", "minus"] + (["union", "own"] if word == "set" else ["join", "map"])
    form = draw(st.sampled_from(forms))
    if form == "leaf":
        return [word, *(sub(member) for _ in range(draw(st.integers(0, 3))))]
    if form == "where" and word == "set":
        source, name, c = each(member, BOOL)
        return ["where", source, name, c]
    if form in ("minus", "union", "join"):
        return [form, sub(kind), sub((word if form != "minus" else "set", member))]
    if form == "map" and member == PLACE and draw(st.booleans()):
        whose = draw(st.sampled_from([["all", "ship"], ["of_side", ["all", "ship"], ["side", "red"]]]))
        return ["map", whose, "q", ["attr", "ship.at", ["local", "q"]]]
    if form == "map":
        return ["map", *each(draw(st.sampled_from([NUMBER, PIECE])), member)]
    if form == "own" and member == PIECE:
        return draw(st.sampled_from([["all", "ship"], ["of_side", ["all", "ship"], ["side", "red"]], ["at", ["all", "ship"], sub(PLACE)],
                                     ["of_side", ["at", ["all", "ship"], sub(PLACE)], ["side", "blue"]],
                                     ["where", ["all", "ship"], "q", ["and", ["=", ["attr", "ship.at", ["local", "q"]], sub(PLACE)], sub(BOOL)]],
                                     ["where", ["where", ["all", "ship"], "q", ["!=", ["attr", "ship.at", ["local", "q"]], None]], "r",
                                      ["<=", ["distance", ["attr", "ship.at", ["local", "r"]], sub(PLACE)], 1]]]))  # fmt: skip
    if form == "own" and member == PLACE:
        return ["where", ["places", "sea"], "p", ["<=", ["distance", ["local", "p"], sub(PLACE)], draw(st.integers(0, 2))]]
    if form == "own" and member == NUMBER:
        return ["range", draw(st.integers(-3, 3)), draw(st.integers(-3, 5))]
    return [word, *(sub(member) for _ in range(2))]
