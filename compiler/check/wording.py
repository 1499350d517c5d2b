"""Rows, values and places in the words of the rules: what the sentences of this pass are made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rulewright.compiler.check import intervals
from rulewright.compiler.check.intervals import Numbers
from rulewright.compiler.check.values import Name, Values
from rulewright.compiler.diagnostics import Diagnostic, Severity
from rulewright.compiler.model import Json
from rulewright.compiler.source import Span

Node = dict[str, Any]


def diagnostic(
    code: str,
    severity: Severity,
    message: str,
    node: Node,
    *,
    label: str = "",
    help: str = "",
    cited: Sequence[Node] = (),
    related: Sequence[tuple[Node, str]] = (),
) -> Diagnostic:
    """A problem at `node`; it cites the sections of the first of `node` and `cited` that has any."""
    sections = next((found for one in (node, *cited) if (found := sections_of(one))), ())
    places = tuple((span_of(other), said) for other, said in related if "at" in other)
    return Diagnostic(
        code, severity, message, span_of(node), label=label, cites=sections, help=help, related=places
    )


def span_of(node: Node) -> Span:
    file, line, column, width = node["at"]
    return (file, line, column, width)


def sections_of(node: Node) -> tuple[str, ...]:
    return tuple(dict.fromkeys(cite["section"] for cite in node.get("cites") or ()))


def row_words(keys: Iterable[Json]) -> str:
    """The keys of a row as they are written: `1..3`, `4..`, `CA, CL`, `otherwise`."""
    return ", ".join(_key_words(key) for key in keys)


def _key_words(key: Json) -> str:
    if "is" in key:
        return constant_words(key["is"])
    if "otherwise" in key:
        return "otherwise"
    lo = "" if key["from"] is None else constant_words(key["from"])
    hi = "" if key["to"] is None else constant_words(key["to"])
    return f"{lo}..{hi}"


def constant_words(e: Json) -> str:
    """A constant as it is written: `3`, `1/2`, `yes`, `none`, `night`, `K29`."""
    if e is None:
        return "none"
    if isinstance(e, bool):
        return "yes" if e else "no"
    if isinstance(e, list) and e and e[0] == "frac":
        return f"{e[1]}/{e[2]}"
    if isinstance(e, list) and e and e[0] == "neg":
        return f"-{constant_words(e[1])}"
    return str(e[-1] if isinstance(e, list) and e else e)


def name_words(name: Name) -> str:
    if name[0] == "none":
        return "none"
    if name[0] == "yes_no":
        return "yes" if name[1] else "no"
    return str(name[-1])


def values_words(values: Values, limit: int = 3) -> str:
    """`3 and 4`, `13 or more`, `none`, `BB, BC and CV`."""
    names = sorted(name_words(name) for name in values.names)
    parts = [intervals.words(values.numbers)] if values.numbers else []
    parts.extend(names[: max(1, limit - len(parts))])
    missing = len(names) + (1 if values.numbers else 0) - len(parts)
    if missing > 0:
        return f"{', '.join(parts)} and {missing} more"
    return listed(parts)


def listed(parts: Sequence[str], word: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`"""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def ticked(names: Iterable[str], word: str = "and") -> str:
    return listed([f"`{name}`" for name in names], word)


def counted(number: int, singular: str, plural: str = "") -> str:
    """`1 rule`, `3 rules`"""
    return f"{number:,} {singular if number == 1 else plural or singular + 's'}"


def totals_words(left: Numbers) -> str:
    """`a total of 3`, `totals of 3 and 4`, `a total of 13 or more`"""
    one = len(left) == 1 and left[0][0] == left[0][1]
    return f"{'a total' if one or not intervals.is_bounded(left) else 'totals'} of {intervals.words(left)}"


def row_for(left: Numbers) -> str:
    """The key of a row that would take the first interval: `3`, `8..`"""
    lo, hi = left[0]
    if lo == hi:
        return intervals.shown(lo)
    low = "" if lo == -intervals.INFINITE else intervals.shown(lo)
    high = "" if hi == intervals.INFINITE else intervals.shown(hi)
    return f"{low}..{high}"


def quoted(titles: Sequence[str]) -> str:
    return listed([f'"{title}"' for title in titles])


def lookup_words(owner: Node, node: Node) -> str:
    """`reach`, or modifier "radar" of table `search`"""
    if node is owner:
        return f"`{owner['id']}`"
    title = node.get("title")
    return (
        f'modifier "{title}" of table `{owner["id"]}`'
        if title
        else f"`{node['id']}` of table `{owner['id']}`"
    )
