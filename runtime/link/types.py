"""Types of values as the linker uses them: the artifact's own words, lists made into tuples.

A type is a word (`"number"`, `"piece:ship"`) or a tuple (`("opt", "side")`); `None` means: not known. The
linker never trusts a declared type; where a value of another family could arrive, it writes a check.
"""

from __future__ import annotations

from typing import Any, TypeAlias

Type: TypeAlias = Any
"""A word, a tuple whose first member is a word, or None."""

NUMBER = "number"
YES_NO = "yes_no"
SIDE = "side"
NONE = "none"
TEXT = "text"


def of_json(type: Any) -> Type:
    """Return the artifact's type as a hashable value."""
    return tuple(of_json(part) for part in type) if isinstance(type, list) else type


def to_json(type: Type) -> Any:
    """Return the type as the artifact writes it."""
    return [to_json(part) for part in type] if isinstance(type, tuple) else type


def bare(type: Type) -> Type:
    """Return the type without its `opt`."""
    return type[1] if isinstance(type, tuple) and type[0] == "opt" else type


def opt(type: Type) -> Type:
    if type is None or type == NONE or (isinstance(type, tuple) and type[0] == "opt"):
        return type
    return ("opt", type)


def nullable(type: Type) -> bool:
    """Can a value of this type be none? Yes where the type is not known."""
    return type is None or type == NONE or (isinstance(type, tuple) and type[0] == "opt")


def is_keyed(type: Type) -> bool:
    """Is it one value for each value of an enum, or for each side?"""
    inner = bare(type)
    return isinstance(inner, tuple) and inner[0] == "by"


def is_many(type: Type) -> bool:
    """Is it certainly a set, a list or a path?"""
    return (isinstance(type, tuple) and type[0] in ("set", "list")) or starts(type, "path:")


def starts(type: Type, prefix: str) -> bool:
    return isinstance(type, str) and type.startswith(prefix)


def member(type: Type) -> Type:
    """Return the type of a member of a set, list or path."""
    type = bare(type)
    if isinstance(type, tuple) and type[0] in ("set", "list"):
        return type[1]
    if starts(type, "path:"):
        return "place:" + type[5:]
    return None


def alternatives(type: Type) -> tuple[Type, ...]:
    type = bare(type)
    return type[1:] if isinstance(type, tuple) and type[0] == "any" else (type,)


def holds_path(type: Type) -> bool:
    """Can a value of this type be a path?"""
    return type is None or any(one is None or starts(one, "path:") for one in alternatives(type))


def holds_number(type: Type) -> bool:
    """Can a value of this type be a number, or have numbers among its members?"""
    inner = bare(type)
    if isinstance(inner, tuple):
        return any(holds_number(part) for part in inner[1:])
    return inner in (None, "any", NUMBER) or starts(inner, "outcome:")


def family(type: Type) -> Any:
    """Return what a value of the type is made of: number, yes_no, text, id, outcome, (many, family),
    (by, family) or (any, family, …).

    Values of one family are told apart by the compiler alone; of two families, by a check at play, too.
    """
    type = bare(type)
    if type is None or type in (NONE, "any"):
        return None
    if type in (NUMBER, TEXT, YES_NO):
        return type
    if type == SIDE or starts(type, "enum:") or starts(type, "place:") or starts(type, "piece:"):
        return "id"
    if starts(type, "path:"):
        return ("many", "id")
    if starts(type, "outcome:"):
        return "outcome"
    if type == "dice":
        return "dice"
    if type[0] in ("set", "list"):
        return ("many", family(type[1]))
    if type[0] == "by":
        return ("by", family(type[2]))
    found = {family(one) for one in type[1:]}
    return found.pop() if len(found) == 1 else ("any", *sorted(found, key=repr))


def fits(given: Type, wanted: Type) -> bool:
    """Is a value of type `given`, if it is not none, of the family of `wanted`, for certain?"""
    if given == NONE:
        return True
    one, other = bare(given), bare(wanted)
    if one is None or one == "any":
        return False
    if isinstance(other, tuple) and other[0] == "any":
        return all(any(fits(a, b) for b in other[1:]) for a in alternatives(one))
    if isinstance(one, tuple) and isinstance(other, tuple) and one[0] in ("set", "list") and other[0] in ("set", "list"):
        # The empty set has members of no type; it is a set of anything.
        return one[1] == NONE or fits(one[1], other[1])
    a, b = family(one), family(other)
    return a is not None and a == b


def may_lack(type: Type) -> bool:
    """Is a value of this type one that a game may lack anywhere: a place, a path, or one of several things?"""
    inner = bare(type)
    return starts(inner, "place:") or starts(inner, "path:") or (isinstance(inner, tuple) and inner[0] == "any")


def inside(type: Type) -> Type:
    """Return the type that a local or parameter declared as `type` has for the code that reads it.

    Places and paths may be none whatever is declared, since a piece may be off the board.
    """
    return opt(type) if may_lack(type) else type


def spanned(*bounds: tuple[int, int] | None) -> tuple[int, int] | None:
    """Return between which numbers one of several values lies, each of which lies between two; None if one may lie anywhere."""
    known = [ends for ends in bounds if ends is not None]
    return (min(lo for lo, _ in known), max(hi for _, hi in known)) if known and len(known) == len(bounds) else None


def join(first: Type, second: Type) -> Type:
    """Return a type that covers both."""
    if first == second or second is None:
        return first if second is not None else None
    if first is None:
        return None
    if first == NONE:
        return opt(second)
    if second == NONE:
        return opt(first)
    either_none = nullable(first) or nullable(second)
    a, b = bare(first), bare(second)
    if a == b:
        joined: Type = a
    elif isinstance(a, tuple) and isinstance(b, tuple) and a[0] in ("set", "list") and b[0] in ("set", "list"):
        inner = b[1] if a[1] == NONE else a[1] if b[1] == NONE else join(a[1], b[1])
        joined = (a[0] if a[0] == b[0] else "set", inner)
    else:
        parts: list[Type] = []
        for one in alternatives(a) + alternatives(b):
            if one not in parts:
                parts.append(one)
        joined = ("any", *parts)
    return opt(joined) if either_none else joined
