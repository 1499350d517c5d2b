"""Expressions become Python text: one handler per operation of docs/artifact.md, section 3.

This file holds values and calls; `arithmetic.py` numbers, `condition.py` questions, `collection.py` sets and lists,
`piece.py` what pieces, markers and tracks say, `place.py` maps and paths. `S` is the state that is read, `W` the one that is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rulewright.runtime import errors
from rulewright.runtime.link import asked, types
from rulewright.runtime.link.names import Json
from rulewright.runtime.link.primitives import BIGGEST
from rulewright.runtime.link.source import X
from rulewright.runtime.link.types import NONE, NUMBER, SIDE, TEXT, YES_NO, Type

if TYPE_CHECKING:
    from rulewright.runtime.link.linker import Define, Linker

DEEPEST_INLINE = 12
"""Operations around a call up to which what it calls may be written in its place."""

MOST_AHEAD = 4000
"""The most that is paid beforehand for walking a set: for all that it could hold."""

DEEPEST_EXPRESSION = 60
"""Operations inside one another, within one expression."""

Handler = Callable[["Writer", list[Json]], X]
HANDLERS: dict[str, Handler] = {}


def handles(*ops: str) -> Callable[[Handler], Handler]:
    """Register the function as the handler of these operations."""

    def register(handler: Handler) -> Handler:
        for op in ops:
            HANDLERS[op] = handler
        return handler

    return register


@dataclass(frozen=True, slots=True)
class Local:
    """A name of the rules inside one item: the Python that holds it, and its type.

    live: is it a piece that is surely in play in the state that is read? bounds: as for an expression.
    """

    text: str
    type: Type
    fractional: bool = False
    live: bool = False
    bounds: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes expressions for one place in the code.

    state: name of the list that is read; pending: of the one that `pending` reads. sure: what is not none where the code stands.
    """

    linker: Linker
    locals: dict[str, Local]
    state: str = "S"
    pending: str = "W"
    depth: int = 0
    sure: tuple[Json, ...] = ()

    def expression(self, e: Json) -> X:
        """Return the Python for expression `e`."""
        if not isinstance(e, list):
            return self._scalar(e)
        if self.depth >= DEEPEST_EXPRESSION:
            raise errors.too_deep("an expression", DEEPEST_EXPRESSION)
        handler = HANDLERS.get(e[0]) if e else None
        if handler is None:
            raise errors.misfit(f"there is no operation `{e[0] if e else ''}`")
        try:
            x = handler(Writer(self.linker, self.locals, self.state, self.pending, self.depth + 1, self.sure), e[1:])
        except (ValueError, TypeError, IndexError) as problem:
            # An operation with too few or too many parts does not unpack.
            raise errors.misfit(f"the operation `{e[0]}` is not written as it should be") from problem
        return replace(x, type=types.bare(x.type)) if self.sure and types.nullable(x.type) and e in self.sure else x

    def _scalar(self, e: Json) -> X:
        if e is None:
            return X("None", NONE)
        if isinstance(e, bool):
            return X(repr(e), YES_NO)
        if isinstance(e, int):
            return X(self.constant(e), NUMBER, bounds=(e, e) if abs(e) <= BIGGEST else None)
        raise errors.misfit(f"{e!r} is not an expression")

    def constant(self, value: Any) -> str:
        return self.linker.code.constant(value)

    def number(self, e: Json) -> X:
        """Return `e`, sure to be a number, or to raise an error when it is evaluated."""
        x = self.expression(e)
        if types.family(x.type) == NUMBER:
            return x
        return X(f"sized({x.text})", NUMBER, x.cost, x.fractional)

    def whole(self, e: Json) -> X:
        """Return `e` as an int."""
        x = self.number(e)
        return x if not x.fractional and not types.nullable(x.type) else replace(x, text=f"whole({x.text})", type=NUMBER, fractional=False)

    def condition(self, e: Json) -> X:
        return self.expression(e)

    def conditions(self, parts: Iterable[Json]) -> list[X]:
        """Return conditions, each of which is asked only where those before it hold."""
        found, w = [], self
        for e in parts:
            found.append(w.condition(e))
            w = w.knowing(asked.if_true(e))
        return found

    def knowing(self, sure: Iterable[Json]) -> Writer:
        """Return a writer for where these expressions are not none."""
        more = tuple(sure)
        return replace(self, sure=self.sure + more) if more else self

    def many(self, e: Json) -> X:
        """Return `e` as a tuple: a single place counts as one member, none as no member."""
        x = self.expression(e)
        if types.is_many(x.type):
            return x
        inner = types.bare(x.type)
        if inner == NONE:
            return X("()", ("set", NONE), x.cost)
        if types.is_many(inner):
            return X(f"({x.text} or ())", inner, x.cost, x.fractional)
        found = [types.member(one) if types.is_many(one) else one for one in types.alternatives(inner)]
        kind: Type = None if None in found else found[0] if len(set(found)) == 1 else ("any", *dict.fromkeys(found))
        return X(f"places({x.text})", ("set", kind), x.cost, x.fractional)

    def bound(self, name: str, members: X) -> tuple[Writer, str]:
        """Return a writer that knows one more local, a member of a set or list, and the Python name that holds it."""
        text = self.linker.code.mint("v")
        return self.naming(name, text, members), text

    def naming(self, name: str, text: str, members: X) -> Writer:
        """Return a writer that knows `text` as a member of a set or list, by one more name."""
        local = Local(text, types.member(members.type), members.fractional, members.live)
        # What was known of that name was known of another one.
        sure = tuple(e for e in self.sure if name not in free_locals(e))
        return replace(self, locals={**self.locals, name: local}, sure=sure)

    def fitted(self, x: X, wanted: Type, what: str) -> str:
        """Return Python for `x` that is sure to be of the family of `wanted`, and not none unless it may be."""
        lacks = types.nullable(x.type) and not types.nullable(types.inside(wanted))
        if types.fits(x.type, wanted) and not lacks:
            return x.text
        family = types.family(wanted)
        if family is None:
            return x.text
        return f"checked({x.text}, {self.constant(family)}, {not lacks}, {self.constant(what)})"

    def rounds(self, members: X, weight: int) -> str:
        """Return Python for `members` that pays for one round of `weight` per member."""
        return f"rounds({self.state}, {members.text}, {weight + 1})"

    def walk(self, members: X, weight: int) -> tuple[str, int]:
        """Return Python for `members`, and what one round of `weight` for each costs; what is not sure is paid for as it is walked."""
        if members.scarce:
            weight //= 4
        if members.most is not None and members.most * (weight + 1) <= MOST_AHEAD:
            return members.text, members.most * (weight + 1) + 1
        return self.rounds(members, weight), 0


def literal(linker: Linker, e: Json) -> tuple[bool, Any]:
    """Return (True, value) if `e` says its value without looking at a game, else (False, None)."""
    names = linker.names
    if not isinstance(e, list):
        return True, e
    op = e[0]
    if op == "frac":
        x = Fraction(e[1], e[2])
        return True, x.numerator if x.denominator == 1 else x
    if op == "text":
        return True, e[1]
    if op == "side":
        return True, names.side(e[1])
    if op == "value":
        return True, names.value(e[1], e[2])
    if op == "unit":
        return True, names.piece(e[1])
    if op == "place":
        return True, names.place(e[1], e[2])
    if op == "places":
        return True, names.map(e[1])
    if op == "region":
        return True, linker.region(e[1], e[2])
    if op in ("set", "list", "path"):
        parts = [literal(linker, part) for part in e[1:]]
        if all(known for known, _ in parts):
            values = tuple(value for _, value in parts)
            return True, linker.set_of(values) if op == "set" else values
    if op == "neg" and type(e[1]) is int:
        return True, -e[1]
    return False, None


# ---------------------------------------------------------------- values


@handles("frac")
def _frac(w: Writer, args: list[Json]) -> X:
    n, d = args
    x = Fraction(n, d)
    return X(w.constant(x.numerator if x.denominator == 1 else x), NUMBER, 0, x.denominator != 1)


@handles("text")
def _text(w: Writer, args: list[Json]) -> X:
    (text,) = args
    return X(w.constant(str(text)), TEXT)


@handles("side")
def _side(w: Writer, args: list[Json]) -> X:
    (id,) = args
    return X(w.constant(w.linker.names.side(id)), SIDE)


@handles("value")
def _value(w: Writer, args: list[Json]) -> X:
    home, id = args
    return X(w.constant(w.linker.names.value(home, id)), f"enum:{home}")


@handles("unit")
def _unit(w: Writer, args: list[Json]) -> X:
    (id,) = args
    names = w.linker.names
    piece = names.piece(id)
    return X(w.constant(piece), f"piece:{names.piece_kind[piece - names.first_piece]}")


@handles("place")
def _place(w: Writer, args: list[Json]) -> X:
    map, id = args
    return X(w.constant(w.linker.names.place(map, id)), f"place:{map}")


@handles("local")
def _local(w: Writer, args: list[Json]) -> X:
    (name,) = args
    local = w.locals.get(name)
    if local is None:
        raise errors.no_such("local name", name)
    return X(local.text, local.type, 0, local.fractional, local.bounds, live=local.live)


@handles("enemy")
def _enemy(w: Writer, args: list[Json]) -> X:
    (e,) = args
    if len(w.linker.names.side_ids) != 2:
        raise errors.misfit("`enemy` needs two sides")
    x = w.expression(e)
    text = f"(1 - {x.text})" if not types.nullable(x.type) else f"enemy_of({x.text})"
    return X(text, types.opt(SIDE) if types.nullable(x.type) else SIDE, x.cost)


@handles("option")
def _option(w: Writer, args: list[Json]) -> X:
    (id,) = args
    return X(repr(id in w.linker.options), YES_NO)


@handles("ending")
def _ending(w: Writer, args: list[Json]) -> X:
    () = args
    return X(f"{w.state}[5]", ("opt", "enum:ending"))


@handles("pending")
def _pending(w: Writer, args: list[Json]) -> X:
    (e,) = args
    # Who is in play may have left it in the state that is pending, and what is there may be gone.
    return replace(w, state=w.pending, sure=(), locals={name: replace(local, live=False) for name, local in w.locals.items()}).expression(e)


# ---------------------------------------------------------------- calls


@handles("call")
def _call(w: Writer, args: list[Json]) -> X:
    id, *given = args
    define = w.linker.define(id)
    if len(given) != len(define.params):
        raise errors.misfit(f"`{id}` is called with {len(given)} values")
    parts = [w.expression(arg) for arg in given]
    texts = [w.fitted(part, type, f"`{name}` of `{id}`") for part, (name, type) in zip(parts, define.params, strict=True)]
    inside = _inside(w, define, parts, texts)
    if inside is not None:
        try:
            x = inside.expression(define.inline)
            if not define.reckons or (x.bounds is not None and not x.fractional):
                return replace(x, type=piece_type(w.linker, x.type, define.type))
        except errors.LinkError:
            pass  # What is asked here of anything may make no sense for what is known to be given.
    cost = define.cost + 1 + sum(part.cost for part in parts)
    return X(f"{define.function}({', '.join([w.state, *texts])})", define.type, cost, define.fractional, define.bounds, most=define.most, live=define.live)


def piece_type(linker: Linker, given: Type, declared: Type) -> Type:
    """Return the declared type instead of several kinds of pieces which are all of that kind."""
    found = types.alternatives(given)
    if len(found) > 1 and types.starts(types.bare(declared), "piece:") and not types.nullable(given):
        kind = types.bare(declared)
        if all(types.starts(one, "piece:") and kind[6:] in linker.names.lineage(one[6:]) for one in found):
            return kind
    return given


def _inside(w: Writer, define: Define, parts: list[X], texts: list[str]) -> Writer | None:
    """Return a writer that knows the parameters of a define as what is given, if its value can be written where it is called."""
    if define.inline is None or w.depth >= DEEPEST_INLINE or texts != [part.text for part in parts]:
        return None
    if not all(part.light or (part.bounds is not None and name in define.once) for part, (name, _) in zip(parts, define.params, strict=True)):
        return None
    locals = {name: Local(part.text, part.type, part.fractional, part.live, part.bounds) for (name, _), part in zip(define.params, parts, strict=True)}
    return replace(w, locals=locals, pending=w.state, depth=w.depth + 1, sure=())


def opened(w: Writer, e: Json) -> tuple[Writer, Json]:
    """Return what a define says instead of a call of it, if it can be written there, and a writer that knows its names."""
    if not (isinstance(e, list) and e[:1] == ["call"]):
        return w, e
    define, parts = w.linker.define(e[1]), [w.expression(arg) for arg in e[2:]]
    if define.reckons or len(parts) != len(define.params):
        return w, e
    inside = _inside(w, define, parts, [w.fitted(part, type, "") for part, (_, type) in zip(parts, define.params, strict=True)])
    if inside is None:
        return w, e
    try:
        inside.expression(define.inline)
    except errors.LinkError:
        return w, e
    return inside, define.inline


@handles("hook")
def _hook(w: Writer, args: list[Json]) -> X:
    id, *given = args
    hook = w.linker.hook(id)
    if len(given) != len(hook.params):
        raise errors.misfit(f"`{id}` is called with {len(given)} values")
    parts = [w.expression(arg) for arg in given]
    texts = [w.fitted(part, type, f"`{name}` of `{id}`") for part, (name, type) in zip(parts, hook.params, strict=True)]
    return X(f"{hook.function}({', '.join(texts)})", hook.type, 10 + sum(part.cost for part in parts), True)


@handles("lookup")
def _lookup(w: Writer, args: list[Json]) -> X:
    (lookup,) = args
    return w.linker.write_lookup(w, lookup)


def _outcome_test(form: str, type: Type) -> Handler:
    def write(w: Writer, args: list[Json]) -> X:
        name, e = args
        x = w.expression(e)
        number = w.linker.names.outcome(name)
        return X(form.format(x=x.text, n=number, only=w.constant(((number, 1),))), type, x.cost)

    return write


HANDLERS["is_outcome"] = _outcome_test("({x} == {only})", YES_NO)
HANDLERS["has_outcome"] = _outcome_test("(outcome_count({x}, {n}) > 0)", YES_NO)
HANDLERS["outcome_count"] = _outcome_test("outcome_count({x}, {n})", NUMBER)


def free_locals(e: Any, bound: frozenset[str] = frozenset()) -> list[str]:
    """Return the local names that `e` (an expression, or any JSON made of them) reads, in order of their first use."""
    found: dict[str, None] = {}

    def walk(part: Any, inside: frozenset[str]) -> None:
        if isinstance(part, dict):
            for one in part.values():
                walk(one, inside)
        elif isinstance(part, list) and part:
            if part[0] == "local" and len(part) == 2 and isinstance(part[1], str):
                if part[1] not in inside:
                    found[part[1]] = None
            elif part[0] in ("where", "map", "some", "every", "count_where", "each") and len(part) == 4:
                walk(part[1], inside)
                walk(part[3], inside | {part[2]})
            else:
                for one in part:
                    walk(one, inside)

    walk(e, bound)
    return list(found)


def typed(args: Sequence[X]) -> Type:
    """Return one type for several values."""
    kind: Type = NONE
    for arg in args:
        kind = types.join(kind, arg.type)
    return kind
