"""Keys, numbers, values and results as they stand on paper."""

from __future__ import annotations

import re
from typing import Any

from rulewright.compiler.aids.context import Context, in_words, titled

Json = Any

MINUS = "\N{MINUS SIGN}"
DASH = "\N{EN DASH}"
NOT_POSSIBLE = "not possible"
OTHERS = "all others"


def number(value: int, *, signed: bool = False) -> str:
    """Return a number; signed, as modifiers are, with a plus before those above 0."""
    if value < 0:
        return f"{MINUS}{-value}"
    return f"+{value}" if signed and value > 0 else str(value)


def fraction(over: int, under: int, *, signed: bool = False) -> str:
    """Return an exact fraction: `2½`, or `5/3`."""
    whole, rest = divmod(abs(over), under)
    sign = MINUS if over < 0 else "+" if signed else ""
    glyph = _GLYPHS.get((rest, under))
    if glyph is None:
        return f"{sign}{abs(over)}/{under}"
    return f"{sign}{whole or ''}{glyph}"


_GLYPHS = {(1, 2): "½", (1, 4): "¼", (3, 4): "¾", (1, 3): "⅓", (2, 3): "⅔"}


def value_title(context: Context, enum: str, id: str) -> str:
    """Return what a value is called in a sentence or on a card."""
    return titled(context.values.get(enum, {}).get(id), id)


def value(context: Context, enum: str, id: str) -> str:
    """Return a value as a table prints it: its abbreviation, if its name is one (`BB "battleship"`)."""
    return id if is_abbreviation(context, enum, id) else value_title(context, enum, id)


def is_abbreviation(context: Context, enum: str, id: str) -> bool:
    """Are the names of an enum's values in capitals, and short for their titles? Then all of them are printed so."""
    return enum in context.abbreviated and id in context.values[enum]


def prose(words: str) -> str:
    """Return what an author wrote in a note, with quotation marks as people print them."""
    return _QUOTED.sub("‘\\1’", words)


_QUOTED = re.compile("`([^`]*)`")


def result(bag: Json) -> str:
    """Return a result of a table: `2 hull + evasion`."""
    if bag == ["impossible"]:
        return NOT_POSSIBLE
    parts = [in_words(name) if count == 1 else f"{count} {in_words(name)}" for name, count in bag]
    return " + ".join(parts) or "nothing"


def keys(context: Context, alternatives: Json, enum: str = "") -> str:
    """Return the alternatives of a row or column: `BB, BC`, `4–6`, `≤ 0`, `all others`.

    Args:
        enum: the list of values that `from` and `to` are of, if they are no numbers.
    """
    from rulewright.compiler.aids import words

    shown = []
    for key in alternatives:
        if "otherwise" in key:
            shown.append(OTHERS)
        elif "is" in key:
            shown.append(words.constant(context, key["is"]))
        else:
            shown.append(_span(context, key["from"], key["to"], enum))
    return ", ".join(shown)


def _span(context: Context, low: Json, high: Json, enum: str) -> str:
    ends = [one for one in (low, high) if isinstance(one, str)]
    if ends and not enum:
        enum = next((id for id, values in context.values.items() if all(one in values for one in ends)), "")

    def end(one: Json) -> str:
        return value(context, enum, one) if isinstance(one, str) else number(one)

    if low is None:
        return f"≤ {end(high)}" if high is not None else "any"
    if high is None:
        return f"≥ {end(low)}"
    if low == high:
        return end(low)
    is_plain = isinstance(low, int) and low >= 0
    return f"{end(low)}{DASH}{end(high)}" if is_plain else f"{end(low)} to {end(high)}"
