"""Questions become Python text: comparisons, `and`, `or`, `not`, and which of several values holds."""

from __future__ import annotations

from rulewright.runtime.link import asked, types
from rulewright.runtime.link.expression import HANDLERS, Handler, Writer, handles
from rulewright.runtime.link.names import Json
from rulewright.runtime.link.source import X
from rulewright.runtime.link.types import YES_NO
from rulewright.runtime.link.walking import iterable


def _comparison(op: str) -> Handler:
    def write(w: Writer, args: list[Json]) -> X:
        a, b = (w.expression(arg) for arg in args)
        cost = a.cost + b.cost
        if op in ("=", "!=") and b.text in ("True", "False") and a.type == YES_NO:
            return a if (b.text == "True") == (op == "=") else X(f"(not {a.text})", YES_NO, cost)
        if op in ("=", "!="):
            sign = "==" if op == "=" else "!="
            if "None" in (a.text, b.text) and not (a.text.isdigit() or b.text.isdigit()):
                sign = "is" if op == "=" else "is not"
            return X(f"({a.text} {sign} {b.text})", YES_NO, cost)
        if types.nullable(a.type) or types.nullable(b.type):
            first, second = (a, b) if op[0] == "<" else (b, a)
            return X(f"{'ordered' if len(op) == 1 else 'ordered_or_same'}({first.text}, {second.text})", YES_NO, cost)
        return X(f"({a.text} {op} {b.text})", YES_NO, cost)

    return write


for _op in ("=", "!=", "<", "<=", ">", ">="):
    HANDLERS[_op] = _comparison(_op)


@handles("between")
def _between(w: Writer, args: list[Json]) -> X:
    x, lo, hi = (w.expression(arg) for arg in args)
    cost = x.cost + lo.cost + hi.cost
    ends = [end for end in (lo, hi) if end.text != "None"]
    if types.nullable(x.type) or any(types.nullable(end.type) for end in ends):
        return X(f"between({x.text}, {lo.text}, {hi.text})", YES_NO, cost)
    if not ends:
        return X("True", YES_NO, cost)
    left = "" if lo.text == "None" else f"{lo.text} <= "
    right = "" if hi.text == "None" else f" <= {hi.text}"
    return X(f"({left}{x.text}{right})", YES_NO, cost)


def _logic(word: str) -> Handler:
    def write(w: Writer, args: list[Json]) -> X:
        parts = w.conditions(args) if word == "and" else _alternatives(w, args)
        if not parts:
            return X(repr(word == "and"), YES_NO)
        return X(f"({f' {word} '.join(part.text for part in parts)})", YES_NO, sum(part.cost for part in parts))

    return write


def _alternatives(w: Writer, args: list[Json]) -> list[X]:
    """Return conditions, each of which is asked only where those before it do not hold."""
    found = []
    for e in args:
        found.append(w.condition(e))
        w = w.knowing(asked.if_false(e))
    return found


HANDLERS["and"] = _logic("and")
HANDLERS["or"] = _logic("or")


@handles("not")
def _not(w: Writer, args: list[Json]) -> X:
    (e,) = args
    a = w.condition(e)
    return X(f"(not {a.text})", YES_NO, a.cost)


@handles("cond")
def _cond(w: Writer, args: list[Json]) -> X:
    cases, otherwise = args
    first = _first_of(w, cases, otherwise) if w.linker.watch is None else None
    if first is not None:
        return first
    cases_asked = []
    last_case, word = cases, OTHERWISE
    for case in cases:
        when, then = case
        c = w.condition(when)
        if c.text == "True":
            otherwise, last_case, word = then, case, ""
            break
        if c.text != "False":
            cases_asked.append((c, _watched(w, case, w.knowing(asked.if_true(when)).expression(then))))
        w = w.knowing(asked.if_false(when))
    last = _watched(w, last_case, w.expression(otherwise), word)
    parts: list[str] = []
    kind, cost, fractional = last.type, last.cost, last.fractional
    for c, value in cases_asked:
        parts.append(f"{value.text} if {c.text} else ")
        kind = types.join(value.type, kind)
        cost += c.cost + value.cost
        fractional = fractional or value.fractional
    values = [last, *(value for _, value in cases_asked)]
    largest = None if any(value.most is None for value in values) else max(values, key=lambda value: value.most or 0)
    text = f"({''.join(parts)}{last.text})" if parts else last.text
    live = all(value.live or value.most == 0 for value in values)
    return X(text, kind, cost, fractional, types.spanned(*(value.bounds for value in values)), most=None if largest is None else largest.most, scarce=largest is not None and largest.scarce, live=live)


def _first_of(w: Writer, cases: list[Json], otherwise: Json) -> X | None:
    """If it is the first of some members where there are any, return Python that finds them once."""
    if len(cases) != 1 or not isinstance(cases[0][1], list) or cases[0][1][:1] != ["first"] or cases[0][0] != ["not", ["is_empty", cases[0][1][1]]]:
        return None
    members, other = iterable(w, cases[0][1][1]), w.expression(otherwise)
    kind = types.join(types.member(members.type), other.type)
    return X(f"({members.text} or ({other.text},))[0]", kind, members.cost + other.cost, members.fractional or other.fractional)


OTHERWISE = "otherwise"
"""The word by which a watch knows what holds if no case does."""


def _watched(w: Writer, case: Json, value: X, word: str = "") -> X:
    """Return the value of a case; whoever works it out under a watch marks the case."""
    watch = w.linker.watch
    if watch is None:
        return value
    return X(f"(HIT.__setitem__({watch.number(case, word)}, 1) or {value.text})", value.type, value.cost, value.fractional)
