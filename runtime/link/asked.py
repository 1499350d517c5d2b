"""What a condition tells beyond itself: which expressions are not none where it holds, and where it does not."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.runtime.link.names import Json

CONSTANTS = frozenset({"value", "side", "unit", "place", "text"})


def if_true(e: Json) -> Iterator[Json]:
    """Yield expressions that are not none if the condition holds."""
    op, *args = e if isinstance(e, list) and e else (None,)
    if op == "and":
        for arg in args:
            yield from if_true(arg)
    elif op == "not" and len(args) == 1:
        yield from if_false(args[0])
    elif op == "is_kind" and len(args) == 2:
        yield args[1]
    elif op == "!=" and None in args:
        yield from (arg for arg in args if isinstance(arg, list))
    elif op == "=" and any(_is_constant(arg) for arg in args):
        yield from (arg for arg in args if not _is_constant(arg) and isinstance(arg, list))
    elif op in ("<", "<=", ">", ">="):
        yield from (arg for arg in args if isinstance(arg, list))


def if_false(e: Json) -> Iterator[Json]:
    """Yield expressions that are not none if the condition does not hold."""
    op, *args = e if isinstance(e, list) and e else (None,)
    if op == "or":
        for arg in args:
            yield from if_false(arg)
    elif op == "not" and len(args) == 1:
        yield from if_true(args[0])
    elif op == "=" and None in args:
        yield from (arg for arg in args if isinstance(arg, list))


def _is_constant(e: Json) -> bool:
    return (isinstance(e, int) and not isinstance(e, bool)) or (isinstance(e, list) and e[:1] != [] and e[0] in CONSTANTS)
