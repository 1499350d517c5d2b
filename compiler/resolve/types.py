"""The types of expressions, as in docs/artifact.md, section 1, and which fits where.

A simple type is a string ("number", "piece:ship"), a composite one a tuple (("set", T)). "any" stands
for an expression that was refused already: it fits everywhere, so that one mistake is told once.
"""

from __future__ import annotations

from typing import Any

Type = str | tuple[Any, ...]

NUMBER = "number"
YES_NO = "yes_no"
TEXT = "text"
SIDE = "side"
NONE = "none"
ANY = "any"


def opt(type: Type) -> Type:
    """T or none; none of none is none."""
    if type in (NONE, ANY) or is_opt(type):
        return type
    return ("opt", type)


def is_opt(type: Type) -> bool:
    return isinstance(type, tuple) and type[0] == "opt"


def bare(type: Type) -> Type:
    """The type without its `or none`."""
    return type[1] if isinstance(type, tuple) and type[0] == "opt" else type


def is_many(type: Type) -> bool:
    """A set, a list or a path: something that `for each` can walk."""
    type = bare(type)
    return (isinstance(type, tuple) and type[0] in ("set", "list")) or starts(type, "path:")


def starts(type: Type, prefix: str) -> bool:
    return isinstance(type, str) and type.startswith(prefix)


def member(type: Type) -> Type:
    """What a set, list or path holds."""
    type = bare(type)
    if isinstance(type, tuple) and type[0] in ("set", "list"):
        inner: Type = type[1]
        return inner
    if isinstance(type, str) and type.startswith("path:"):
        return "place:" + type[5:]
    return ANY


def alternatives(type: Type) -> tuple[Type, ...]:
    type = bare(type)
    return type[1:] if isinstance(type, tuple) and type[0] == "any" else (type,)


def either(types: list[Type]) -> Type:
    """The type of a value that may be of any of `types` (already known to go together)."""
    none = any(t == NONE or is_opt(t) for t in types)
    found: list[Type] = []
    for type in types:
        for one in alternatives(type):
            if one not in (NONE, *found):
                found.append(one)
    if not found:
        return NONE
    joined: Type = found[0] if len(found) == 1 else ("any", *found)
    return opt(joined) if none else joined


def as_json(type: Type) -> Any:
    return [as_json(part) for part in type] if isinstance(type, tuple) else type


def words(type: Type) -> str:
    """The type as a designer would say it: "a number", "a set of ship"."""
    names = {
        NUMBER: "a number",
        YES_NO: "yes or no",
        TEXT: "a text",
        SIDE: "a side",
        NONE: "none",
        ANY: "a value",
    }
    if isinstance(type, str):
        kind, _, id = type.partition(":")
        return names.get(type) or {
            "piece": f"a `{id}`",
            "place": f"a place of `{id}`",
            "path": f"a path on `{id}`",
            "outcome": f"a result of `{id}`",
        }.get(kind, f"a value of `{id}`")
    if type[0] == "opt":
        return f"{words(type[1])} or none"
    if type[0] in ("set", "list"):
        inner = words(type[1]).removeprefix("a ").removeprefix("an ")
        return f"a {type[0]} of {inner}"
    if type[0] == "by":
        return f"{words(type[2])} by {words(type[1])}"
    return " or ".join(words(part) for part in type[1:])
