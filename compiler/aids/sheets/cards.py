"""Cards: a unit with its printed values, and a row of boxes for each number that falls in play."""

from __future__ import annotations

from rulewright.compiler.aids import printed
from rulewright.compiler.aids.context import Context, Thing, is_assumed
from rulewright.compiler.aids.model import ASSUMED, CHANGED, Boxes, Card, Run, Section, Text, text
from rulewright.compiler.aids.parts import Part
from rulewright.compiler.aids.sheets import unit_values

SECRET = "secret"
ROOM_FOR_MANY = 4
"""Blank boxes for a list that grows in play: chits drawn, effects suffered."""


def sections(context: Context, part: Part) -> list[Section]:
    """Return a section for each unit with its card; never divided."""
    return [Section((), (card(context, unit),), together=True) for unit in units_of(context, part)]


def units_of(context: Context, part: Part) -> list[Thing]:
    """Return the units that a part names: of kinds those that have anything to tick off, and single ones."""
    found: list[Thing] = []
    for id in part.of:
        unit = context.find("units", id)
        if unit is not None:
            found.append(unit)
        else:
            units = [one for one in context.document["units"] if one["kind"] == id]
            found += [one for one in units if len(units) == 1 or boxes(context, one)]
    return found


def card(context: Context, unit: Thing) -> Card:
    """Return a unit's card."""
    attributes = unit_values.read(context, unit["kind"])
    values = tuple(
        (unit_values.label(one), _value(one, words))
        for one in attributes
        if (words := unit_values.shown(context, one, unit))
    )
    notes = tuple(_note(note) for note in unit.get("notes") or ())
    if (unit["id"],) in context.changed:
        notes = (*notes, text(CHANGED.strip(), "small"))
    all = (*boxes(context, unit), *gathered(context, unit["kind"]))
    return Card(unit["id"], name(unit), unit["side"], values, all, notes)


def name(unit: Thing) -> str:
    """Return a unit's name, marked if what is printed on it is assumed."""
    return f"{unit['name']}{ASSUMED if is_assumed(unit) else ''}"


def boxes(context: Context, unit: Thing) -> tuple[Boxes, ...]:
    """Return the rows of boxes of a unit, numbered from the left; none of a number that it has none of."""
    found = []
    for source, attribute in unit_values.boxes(context, unit["kind"]).items():
        count = unit["values"].get(source)
        if isinstance(count, int) and count > 0:
            label = unit_values.label(attribute)
            secret = f" ({SECRET})" if attribute["visibility"] in ("hidden", "secret") else ""
            found.append(Boxes(label + secret, count, tuple(str(one) for one in range(1, count + 1))))
    return tuple(found)


def gathered(context: Context, kind: str) -> tuple[Boxes, ...]:
    """Return blank boxes for numbers that a unit gathers in play, as chits that lie on its card."""
    return tuple(
        Boxes(unit_values.label(one), ROOM_FOR_MANY)
        for one in context.all_attributes(kind)
        if one["visibility"] != "printed" and one["type"] == ["list", "number"]
    )


def _value(attribute: Thing, words: str) -> Text:
    return (Run(words, "strong", is_assumed(attribute)),)


def _note(note: Thing) -> Text:
    if note["kind"] == "assumed":
        return (Run("", "small", True), Run(f" {printed.prose(note['text'])}", "small"))
    return text(f"ruled: {printed.prose(note['text'])}", "small")
