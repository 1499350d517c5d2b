"""What is printed on units, and what of it falls in play: from the artifact alone, by the same rule for every game.

A mutable number that starts from a printed one of the same piece (`public hull: number = full_hull`) is a row of boxes: so many are
printed, and they are ticked off in play. All other printed values are read.
"""

from __future__ import annotations

from typing import Any

from rulewright.compiler.aids import printed, words
from rulewright.compiler.aids.context import Context, Thing, in_words
from rulewright.compiler.aids.words import Speaker

FLIPPED = ("flipped_", "damaged_", "reduced_")
"""A printed value whose name begins so is the one of that name on the counter's other side: `printed speed: 1..4, flipped_speed: 1..4`."""


def boxes(context: Context, kind: str) -> dict[str, Thing]:
    """Return the mutable numbers of a kind that are ticked off, by the printed number that each starts from."""
    attributes = context.all_attributes(kind)
    numbers = {one["id"] for one in attributes if one["visibility"] == "printed" and one["type"] == "number"}
    found: dict[str, Thing] = {}
    for one in attributes:
        start = one["default"]
        if one["visibility"] == "printed" or one["type"] != "number" or not isinstance(start, list):
            continue
        if start[0] == "attr" and start[2] == ["local", "self"]:
            source = start[1].rpartition(".")[2]
            if source in numbers:
                found.setdefault(source, one)
    return found


def read(context: Context, kind: str) -> list[Thing]:
    """Return the printed attributes of a kind that are no boxes, in the order they are declared."""
    ticked = boxes(context, kind)
    return [
        one
        for one in context.all_attributes(kind)
        if one["visibility"] == "printed" and one["id"] not in ticked
    ]


def on_counter(context: Context, kind: str) -> list[Thing]:
    """Return the attributes that a counter shows: single values; of a kind with cards those that most of its units have."""
    units = [unit for unit in context.document["units"] if unit["kind"] == kind]
    has_cards = bool(boxes(context, kind))
    return [
        one
        for one in read(context, kind)
        if not is_many(one["type"])
        and not one["id"].startswith(FLIPPED)
        and sum(shown(context, one, unit) != "" for unit in units) * 2 > (len(units) if has_cards else 0)
    ]


def is_many(type: Any) -> bool:
    """Is it a set, a list, or one value for each of something?"""
    return isinstance(type, list) and (
        type[0] in ("set", "list", "by") or (type[0] == "opt" and is_many(type[1]))
    )


def value_of(unit: Thing, attribute: Thing) -> Any:
    """Return a unit's printed value: its own, or the one that all have."""
    return unit["values"].get(attribute["id"], attribute["default"])


def shown(context: Context, attribute: Thing, unit: Thing) -> str:
    """Return a unit's value in words; "" for none, and for the value that all have who have no other."""
    value = value_of(unit, attribute)
    if value is None or (value == attribute["default"] and attribute["id"] not in unit["values"]):
        return ""
    if isinstance(value, bool):
        return label(attribute) if value else ""
    if isinstance(value, int):
        return printed.number(value)
    if value[0] == "frac":
        return printed.fraction(value[1], value[2])
    if value[0] == "value":
        return printed.value(context, value[1], value[2])
    if value[0] in ("set", "list"):
        return ", ".join(words.constant(context, one) for one in value[1:])
    return Speaker(context).say(value)


def label(attribute: Thing) -> str:
    """Return what an attribute is called."""
    return attribute.get("title") or in_words(attribute["id"])
