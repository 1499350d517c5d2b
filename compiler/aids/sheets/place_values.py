"""What is printed in the places of a map: names such as ports, numbers such as search factors, and whose they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rulewright.compiler.aids import printed, words
from rulewright.compiler.aids.context import Context, Thing, is_assumed, titled
from rulewright.compiler.aids.model import Cell, Row, Run, Table, Text, text

Json = Any
SHOWN_NUMBERS = 2
SHOWN_NAMES = 2


@dataclass(frozen=True, slots=True)
class Column:
    """An attribute of the places of a map. side: whose it is, where its name begins with a side's. title: of its table of places."""

    id: str
    title: str
    values: dict[str, Json]
    side: str = ""
    assumed: bool = False
    reasons: tuple[str, ...] = ()
    owners: Mapping[str, str] = field(default_factory=dict)  # of the same places: whose they are


@dataclass(frozen=True, slots=True)
class PlaceValues:
    """All attributes of a map by what they are."""

    names: list[Column]
    numbers: list[Column]
    others: list[Column]


def of_map(context: Context, map: Thing) -> PlaceValues:
    """Sort the attributes of a map: texts are names, numbers numbers, sides say whose a place is."""
    found = PlaceValues([], [], [])
    for one in map["attributes"]:
        column = _column(context, map, one)
        kind = one["type"][1] if isinstance(one["type"], list) else one["type"]
        if kind == "text":
            found.names.append(column)
        elif kind == "number":
            found.numbers.append(column)
        else:
            found.others.append(column)
    sides = [one for one in found.others if all(value[0] == "side" for value in one.values.values())]
    return replace(found, names=[_with_owners(one, sides) for one in found.names])


def _with_owners(names: Column, sides: list[Column]) -> Column:
    """The column, with the owners that stand in a column of sides for the same places."""
    for column in sides:
        if column.values.keys() == names.values.keys():
            return replace(names, owners={place: value[1] for place, value in column.values.items()})
    return names


def _column(context: Context, map: Thing, attribute: Thing) -> Column:
    side = next((side for side in context.sides if attribute["id"].split("_")[0] == side), "")
    values = {place: value for place, value in attribute["values"].items() if value not in (None, 0, False)}
    of_table = next((one for one in map["regions"] if set(one["places"]) == set(attribute["values"])), None)
    title = titled(attribute, attribute["id"])
    is_alone = sum(one["values"].keys() == attribute["values"].keys() for one in map["attributes"]) == 1
    if of_table is not None and is_alone and of_table.get("title"):
        title = of_table["title"]
    notes = attribute.get("notes") or ()
    reasons = tuple(note["text"] for note in notes if note["kind"] == "assumed")
    return Column(attribute["id"], title, values, side, is_assumed(attribute), reasons)


def table(context: Context, map: Thing, values: PlaceValues) -> Table | None:
    """Return all places that have a name, and what else is known of each; None if there are none."""
    columns = [*values.names, *values.others, *values.numbers]
    named = [place for place in map["places"] if any(place in one.values for one in values.names)]
    if not named:
        return None
    columns = [one for one in columns if any(place in one.values for place in named)]
    heads = [Cell(text(map["place_word"]), head="column")]
    heads += [Cell(_head(one), "centre" if one in values.numbers else "left", "column") for one in columns]
    rows = []
    for place in named:
        cells = [Cell(text(place, "strong"), head="row")]
        for one in columns:
            value = one.values.get(place)
            if one in values.numbers:
                cells.append(Cell(text("" if value is None else str(value)), "number"))
            else:
                cells.append(Cell(() if value is None else text(words.constant(context, value))))
        rows.append(Row(tuple(cells)))
    reasons: dict[str, list[str]] = {}
    for one in columns:
        for reason in one.reasons:
            reasons.setdefault(reason, []).append(one.title)
    notes: list[Text] = [
        (Run(", ".join(about), "small", True), Run(f": {printed.prose(reason)}", "small"))
        for reason, about in reasons.items()
    ]
    caption = text("Places with a name", "strong")
    return Table(f"{map['id']}_places", caption, (Row(tuple(heads), "head"), *rows), (), tuple(notes))


def _head(column: Column) -> Text:
    return (Run(column.title, "plain", column.assumed),)
