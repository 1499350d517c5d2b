"""Arithmetic becomes Python text: exact, within the limits, and short where a number is surely whole."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.runtime import errors
from rulewright.runtime.link import types
from rulewright.runtime.link.expression import HANDLERS, Handler, Writer, handles
from rulewright.runtime.link.names import Json
from rulewright.runtime.link.primitives import BIGGEST
from rulewright.runtime.link.source import X
from rulewright.runtime.link.types import NUMBER


def _sum_of(op: str) -> Handler:
    def write(w: Writer, args: list[Json]) -> X:
        a, b = (w.number(arg) for arg in args)
        bounds = _bounds(a, b, lambda x, y: x + y if op == "+" else x - y)
        left = a.text[1:-1] if a.text.startswith("(") and _closes_at_end(a.text) and _is_sum(args[0]) else a.text
        return X(f"({left} {op} {b.text})", NUMBER, a.cost + b.cost, a.fractional or b.fractional, bounds)

    return write


def _bounds(a: X, b: X, of: Callable[[int, int], int]) -> tuple[int, int] | None:
    """Return the ends of what two numbers make, if both lie between sure ones."""
    if a.bounds is None or b.bounds is None:
        return None
    ends = [of(x, y) for x in a.bounds for y in b.bounds]
    return (min(ends), max(ends)) if max(ends) <= BIGGEST and min(ends) >= -BIGGEST else None


def _is_sum(e: Json) -> bool:
    return isinstance(e, list) and e[0] in ("+", "-")


def _closes_at_end(text: str) -> bool:
    """Does the first parenthesis close with the last character?"""
    depth = 0
    for i, letter in enumerate(text):
        depth += letter == "("
        depth -= letter == ")"
        if depth == 0:
            return i == len(text) - 1
    return False


HANDLERS["+"] = _sum_of("+")
HANDLERS["-"] = _sum_of("-")


@handles("*")
def _product(w: Writer, args: list[Json]) -> X:
    a, b = (w.number(arg) for arg in args)
    bounds = _bounds(a, b, lambda x, y: x * y)
    if bounds is not None and not (a.fractional or b.fractional):
        return X(f"({a.text} * {b.text})", NUMBER, a.cost + b.cost, False, bounds)
    return X(f"product({a.text}, {b.text})", NUMBER, a.cost + b.cost + 1, a.fractional or b.fractional)


@handles("/")
def _quotient(w: Writer, args: list[Json]) -> X:
    a, b = (w.number(arg) for arg in args)
    return X(f"quotient({a.text}, {b.text})", NUMBER, a.cost + b.cost + 1, True)


@handles("neg")
def _negative(w: Writer, args: list[Json]) -> X:
    (e,) = args
    if type(e) is int:
        return X(w.constant(-e), NUMBER)
    a = w.number(e)
    return X(f"(-{a.text})", NUMBER, a.cost, a.fractional)


@handles("abs")
def _abs(w: Writer, args: list[Json]) -> X:
    (e,) = args
    a = w.number(e)
    return X(f"abs({a.text})", NUMBER, a.cost, a.fractional)


def _rounding(pattern: str, whole: str = "") -> Handler:
    """`whole`: what stands for the rounded quotient of two numbers, without a fraction in between."""

    def write(w: Writer, args: list[Json]) -> X:
        (e,) = args
        if whole and isinstance(e, list) and len(e) == 3 and e[0] == "/":
            a, b = (w.number(part) for part in e[1:])
            return X(whole.format(a.text, b.text), NUMBER, a.cost + b.cost)
        a = w.number(e)
        if not a.fractional and not types.nullable(a.type):
            return a
        return X(pattern.format(a.text), NUMBER, a.cost)

    return write


HANDLERS["floor"] = _rounding("({} // 1)", "({} // {})")
HANDLERS["ceil"] = _rounding("(-(-{} // 1))", "(-(-{} // {}))")
HANDLERS["round"] = _rounding("((2 * {} + 1) // 2)")


def _extreme(word: str, sign: str) -> Handler:
    def write(w: Writer, args: list[Json]) -> X:
        parts = [w.expression(arg) for arg in args]
        if not parts:
            raise errors.misfit(f"`{word}` of no numbers")
        kind = parts[0].type
        for part in parts[1:]:
            kind = types.join(kind, part.type)
        cost = sum(part.cost for part in parts)
        fractional = any(part.fractional for part in parts)
        if len(parts) == 1:
            return parts[0]
        bounds = None if any(part.bounds is None for part in parts) else _ends([part.bounds for part in parts if part.bounds is not None], least=word == "min")
        if len(parts) == 2 and parts[1].simple and parts[0].simple:
            a, b = parts
            return X(f"({a.text} if {a.text} {sign} {b.text} else {b.text})", kind, cost, fractional, bounds)
        return X(f"{word}({', '.join(part.text for part in parts)})", kind, cost, fractional, bounds)

    return write


def _ends(bounds: list[tuple[int, int]], *, least: bool) -> tuple[int, int]:
    """Return between which numbers the least or the greatest of several lies."""
    pick = min if least else max
    return pick(lo for lo, _ in bounds), pick(hi for _, hi in bounds)


HANDLERS["least"] = _extreme("min", "<")
HANDLERS["greatest"] = _extreme("max", ">")


@handles("clamp")
def _clamp(w: Writer, args: list[Json]) -> X:
    x, lo, hi = (w.expression(arg) for arg in args)
    fractional = x.fractional or lo.fractional or hi.fractional
    return X(f"clamped({x.text}, {lo.text}, {hi.text})", x.type, x.cost + lo.cost + hi.cost, fractional)
