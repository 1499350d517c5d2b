"""Rosters: the units of a kind with what is printed on them, a row each."""

from __future__ import annotations

from rulewright.compiler.aids.context import Context, Thing, cites_of, is_assumed, titled
from rulewright.compiler.aids.model import CHANGED, Cell, Row, Run, Section, Table, Text, text
from rulewright.compiler.aids.parts import Part
from rulewright.compiler.aids.sheets import lookups
from rulewright.compiler.aids.sheets.notes import Notes
from rulewright.compiler.aids.words import Speaker


def sections(context: Context, part: Part) -> list[Section]:
    """Return a table for each kind."""
    return [_section(context, context.by_kind["pieces"][id]) for id in part.of]


def _section(context: Context, piece: Thing) -> Section:
    units = context.units_of(piece["id"])
    notes = Notes(context, piece)
    speaker = Speaker(context)
    attributes = [
        one
        for one in context.all_attributes(piece["id"])
        if any(one["id"] in unit["values"] and unit["values"][one["id"]] is not None for unit in units)
    ]
    has_sides = len({unit["side"] for unit in units}) > 1
    names = ["name", *(["side"] if has_sides else []), *(titled(one, one["id"]) for one in attributes)]
    head = Row(tuple(Cell(text(name), head="column") for name in names), "head")
    rows = []
    for unit in units:
        mark: Text = (Run(CHANGED, "small"),) if (unit["id"],) in context.changed else ()
        first = Cell((Run(unit["name"], "plain", notes.row(unit, unit["name"])), *mark), head="row")
        side = (Cell(text(context.sides.get(unit["side"], ""))),) if has_sides else ()
        values = []
        for one in attributes:
            value = unit["values"].get(one["id"])
            values.append(Cell() if value is None else lookups.cell(speaker, value))
            if isinstance(value, list) and value and value[0] == "value":
                notes.abbreviated(value[1], value[2])
        rows.append(Row((first, *side, *values)))
    caption = (Run(titled(piece, piece["id"]), "strong", is_assumed(piece)),)
    return Section(
        (), (Table(piece["id"], caption, (head, *rows), cites_of(piece), notes.texts()),), wide=True
    )
