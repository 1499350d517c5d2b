"""Expressions in the words of players: `["ceil", ["/", guns, 3]]` is `guns ÷ 3, rounded up`.

Names become titles, and a parameter that can only be the one meant is left out: `s.hull` of the only ship that a table
is about is `hull`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulewright.compiler.aids import printed
from rulewright.compiler.aids.context import Context, in_words, titled

Json = Any


class Speaker:
    """Says expressions inside one declaration, whose parameters it knows."""

    def __init__(
        self, context: Context, params: Json = (), *, silent: tuple[str, ...] = ("self", "it")
    ) -> None:
        self.context = context
        pieces = [p for p in params if _piece_of(p["type"])]
        self._names: dict[str, str] = {}
        for param in params:
            self._names[param["name"]] = self._param(param, params)
        # Whoever reads `hull` knows whose, where there is but one that can have a hull.
        if len(pieces) == 1:
            silent = (*silent, pieces[0]["name"])
        self._silent = frozenset(silent)

    def _param(self, param: Mapping[str, Any], params: Json) -> str:
        name = param["name"]
        if len(name) > 1:
            return in_words(name)
        kind = _piece_of(param["type"])
        if not kind:
            return self._plain_param(str(param["type"]), name)
        title = self.context.title("pieces", kind).lower()
        same = [p for p in params if _piece_of(p["type"]) == kind and len(p["name"]) == 1]
        return f"{title} {name}" if len(same) > 1 else title

    def _plain_param(self, type: str, name: str) -> str:
        for id, enum in self.context.by_kind["enums"].items():
            if f"enum:{id}" in type:
                return titled(enum, id).lower()
        for id, map in self.context.by_kind["maps"].items():
            if f"place:{id}" in type:
                return str(map["place_word"])
        return next((word for word in ("side", "number") if word in type), name)

    # ---- the doors

    def say(self, e: Json) -> str:
        """Return an expression in words."""
        if e is None:
            return "none"
        if e is True or e is False:
            return "yes" if e else "no"
        if isinstance(e, int):
            return printed.number(e)
        op, *args = e
        if op in _INFIX:
            return f" {_INFIX[op]} ".join(self._inner(arg, op) for arg in args)
        said = _SAID.get(op)
        if said is not None:
            return said(self, *args)
        if op in _PATTERNS:
            return _PATTERNS[op].format(*[self._inner(arg, op) for arg in args])
        listed = ", ".join(self._inner(arg, op) for arg in args if not isinstance(arg, str) or " " in arg)
        return f"{in_words(op)} of {listed}" if listed else in_words(op)

    def label(self, e: Json) -> str:
        """Return what a row or column of keys is by, in few words."""
        if isinstance(e, list) and e[0] == "call" and len(e) > 3:
            return self._define_title(e[1])
        return self.say(e)

    def _inner(self, e: Json, around: str) -> str:
        """The words of a part, in brackets where they would be read otherwise."""
        said = self.say(e)
        op = e[0] if isinstance(e, list) and e else ""
        tight = 1 if around == "least of" else _TIGHT.get(around)
        needs = tight is not None and op in _TIGHT and (_TIGHT[op] < tight or (op == around and op in "-/"))
        return f"({said})" if needs else said

    def of(self, what: str, whose: Json) -> str:
        """Return `what`, with whose it is unless that is understood."""
        if isinstance(whose, list) and whose[0] == "local" and whose[1] in self._silent:
            return what
        return f"{what} of {self.say(whose)}"

    def condition(self, what: str, whose: Json) -> str:
        """Return a state of somebody, `damaged`, `target: damaged`."""
        if isinstance(whose, list) and whose[0] == "local" and whose[1] in self._silent:
            return what
        return f"{self.say(whose)}: {what}"

    # ---- ops with words of their own

    def _local(self, name: str) -> str:
        return (
            self._names.get(name)
            or {"it": "it", "self": "it", "result": "the result"}.get(name)
            or in_words(name.rstrip("0123456789").rstrip("_") or name)
        )

    def _attr(self, name: str, x: Json, key: Json = None) -> str:
        title = titled(self.context.attributes.get(name), name.partition(".")[2])
        if title == "at":
            title = "place"
        shown = title if key is None else f"{title} ({self.say(key)})"
        return self.of(shown, x)

    def _call(self, name: str, *args: Json) -> str:
        title = self._define_title(name)
        loud = [arg for arg in args if not self._is_silent(arg)]
        if not loud:
            return title
        if len(loud) == 1 and (self.context.find("defines", name) or {}).get("returns") == "yes_no":
            who = self.say(loud[0])
            return f"{who} {title}" if title.startswith(("is ", "has ")) else f"{who}: {title}"
        if len(loud) == 1:
            return f"{title} of {self.say(loud[0])}"
        return f"{title} ({', '.join(self.say(arg) for arg in loud)})"

    def _define_title(self, name: str) -> str:
        return titled(self.context.find("defines", name), name).removesuffix(" of").removesuffix(" at")

    def _is_silent(self, e: Json) -> bool:
        return isinstance(e, list) and e[0] == "local" and e[1] in self._silent

    def _cond(self, arms: Json, last: Json) -> str:
        said = "; ".join(f"{self.say(value)} if {self.say(asked)}" for asked, value in arms)
        return f"{said}; otherwise {self.say(last)}"

    def _not(self, e: Json) -> str:
        if isinstance(e, list) and e[0] == "is_empty":
            return f"some {self.say(e[1])}"
        if isinstance(e, list) and e[0] == "some":
            return f"no {self._members(e[1], e[3])}"
        if isinstance(e, list) and e[0] in ("in", "="):
            word = "not in" if e[0] == "in" else "is not"
            return f"{self._inner(e[1], 'in')} {word} {self._inner(e[2], 'in')}"
        return f"not {self._inner(e, 'not')}"

    def _members(self, source: Json, asked: Json) -> str:
        return self.say(source) if asked is True else f"{self.say(source)} with {self.say(asked)}"

    def _lookup(self, found: Json) -> str:
        return "by " + " and ".join(self.say(one) for one in found["by"])

    def _is_none(self, op: str, a: Json, b: Json) -> str:
        if b is None or a is None:
            shown = self.say(a if b is None else b)
            return f"no {shown}" if op == "=" else f"some {shown}"
        return f"{self._inner(a, op)} {'is' if op == '=' else 'is not'} {self._inner(b, op)}"

    def _bound(self, word: str, all: str, items: tuple[Json, ...]) -> str:
        constants = [item for item in items if isinstance(item, int)]
        others = [item for item in items if not isinstance(item, int)]
        if len(constants) == 1 and len(others) == 1:
            return f"{self.say(others[0])}, at {word} {self.say(constants[0])}"
        return f"the {all} of {', '.join(self._inner(item, 'least of') for item in items)}"

    def _between(self, x: Json, low: Json, high: Json) -> str:
        if low is None or high is None:
            return f"{self.say(x)} {'≤' if low is None else '≥'} {self.say(high if low is None else low)}"
        return f"{self.say(x)} {self.say(low)}{printed.DASH}{self.say(high)}"


def constant(context: Context, e: Json) -> str:
    """Return a constant in a key or a cell as a table prints it."""
    if isinstance(e, list) and e and e[0] == "value":
        return printed.value(context, e[1], e[2])
    return Speaker(context).say(e)


def _piece_of(type: Json) -> str:
    """The kind of piece that a type is about, "" for others."""
    if isinstance(type, str):
        return type.removeprefix("piece:") if type.startswith("piece:") else ""
    return _piece_of(type[1]) if isinstance(type, list) and type[0] in ("opt", "set", "list") else ""


def _place(self: Speaker, map: str, id: str) -> str:
    return in_words(id)


_INFIX = {
    "+": "+",
    "-": printed.MINUS,
    "*": "×",
    "/": "÷",
    "<": "<",
    "<=": "≤",
    ">": ">",
    ">=": "≥",
    "and": "and",
    "or": "or",
}
_TIGHT = {
    "or": 1,
    "and": 2,
    "not": 3,
    "=": 4,
    "!=": 4,
    "<": 4,
    "<=": 4,
    ">": 4,
    ">=": 4,
    "in": 4,
    "+": 5,
    "-": 5,
    "neg": 6,
    "*": 7,
    "/": 7,
    "ceil": 0,
    "floor": 0,
    "round": 0,
    "cond": 0,
    "least": 0,
    "greatest": 0,
    "clamp": 0,
}

_PATTERNS: Mapping[str, str] = {
    "in": "{0} in {1}",
    "subset": "{0} all in {1}",
    "neg": printed.MINUS + "{0}",
    "ceil": "{0}, rounded up",
    "floor": "{0}, rounded down",
    "round": "{0}, rounded",
    "abs": "{0}, without its sign",
    "clamp": "{0}, from {1} to {2}",
    "holder": "what holds {0}",
    "held": "what {0} holds",
    "count": "number of {0}",
    "is_empty": "no {0}",
    "sum": "sum of {0}",
    "min": "lowest of {0}",
    "max": "highest of {0}",
    "first": "first of {0}",
    "last": "last of {0}",
    "distinct": "{0}, each once",
    "minus": "{0} without {1}",
    "union": "{0} and {1}",
    "distance": "distance from {0} to {1}",
    "enemy": "enemy of {0}",
    "pending": "{0}",
    "ending": "the ending",
    "length": "length of {0}",
    "range": "{0} to {1}",
}

_SAID: Mapping[str, Callable[..., str]] = {
    "local": Speaker._local,
    "text": lambda self, s: s,
    "frac": lambda self, n, d: printed.fraction(n, d),
    "side": lambda self, id: self.context.sides.get(id, in_words(id)),
    "value": lambda self, enum, id: printed.value_title(self.context, enum, id),
    "unit": lambda self, id: (self.context.find("units", id) or {}).get("name") or in_words(id),
    "place": _place,
    "option": lambda self, id: f"optional rule “{self.context.title('options', id)}”",
    "attr": Speaker._attr,
    "attr_at": lambda self, name, x, key: self._attr(name, x, key),
    "name": lambda self, x: self.of("name", x),
    "side_of": lambda self, x: self.of("side", x),
    "is_kind": lambda self, kind, x: self.condition(self.context.title("pieces", kind), x),
    "track": lambda self, id: self.context.title("tracks", id),
    "track_at": lambda self, id, key: f"{self.context.title('tracks', id)} ({self.say(key)})",
    "box": lambda self, track, name: f"{in_words(name)} on the {self.context.title('tracks', track)}",
    "box_at": lambda self, track, name, n: (
        f"{in_words(name)} of box {self.say(n)} on the {self.context.title('tracks', track)}"
    ),
    "first_box": lambda self, id: f"first box of the {self.context.title('tracks', id)}",
    "last_box": lambda self, id: f"last box of the {self.context.title('tracks', id)}",
    "marked": lambda self, marker, x: self.condition(self.context.title("markers", marker), x),
    "face": lambda self, marker, x: self.of(self.context.title("markers", marker), x),
    "is_face": lambda self, marker, face, x: self.condition(
        printed.value_title(self.context, marker, face), x
    ),
    "countdown": lambda self, marker, x: self.of(self.context.title("markers", marker), x),
    "place_attr": lambda self, map, name, p: self.of(in_words(name), p),
    "region": lambda self, map, id: titled(
        next((r for r in self.context.by_kind["maps"][map]["regions"] if r["id"] == id), None), id
    ),
    "places": lambda self, map: f"all {self.context.by_kind['maps'][map]['place_word']}s",
    "all": lambda self, kind: f"all {self.context.title('pieces', kind)}s",
    "values": lambda self, enum: self.context.title("enums", enum),
    "sides": lambda self: "the sides",
    "of_side": lambda self, s, side: f"{self.say(s)} of {self.say(side)}",
    "at": lambda self, s, place: f"{self.say(s)} at {self.say(place)}",
    "units_at": lambda self, kind, side, place: (
        f"{self.context.title('pieces', kind)}s"
        + (f" of {self.say(side)}" if side is not None else "")
        + f" at {self.say(place)}"
    ),
    "can": lambda self, matrix, x, activity: self.condition(f"may {in_words(activity)}", x),
    "=": lambda self, a, b: self._is_none("=", a, b),
    "!=": lambda self, a, b: self._is_none("!=", a, b),
    "not": Speaker._not,
    "between": Speaker._between,
    "set": lambda self, *items: ", ".join(self.say(item) for item in items) or "nothing",
    "list": lambda self, *items: ", ".join(self.say(item) for item in items) or "nothing",
    "where": lambda self, s, v, c: self._members(s, c),
    "map": lambda self, s, v, e: f"{self.say(e)} of {self.say(s)}",
    "some": lambda self, s, v, c: f"some {self._members(s, c)}",
    "every": lambda self, s, v, c: f"every one of {self._members(s, c)}",
    "count_where": lambda self, s, v, c: f"number of {self._members(s, c)}",
    "least": lambda self, *items: self._bound("most", "least", items),
    "greatest": lambda self, *items: self._bound("least", "greatest", items),
    "call": Speaker._call,
    "hook": lambda self, id, *args: self.context.title("hooks", id),
    "cond": Speaker._cond,
    "lookup": Speaker._lookup,
    "drawn": lambda self, cup: f"what was drawn from {self.context.title('cups', cup)}",
    "told": lambda self, side, text: f"told to {self.say(side)}",
}
