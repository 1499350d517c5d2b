"""A status matrix: who is in which state may do what."""

from __future__ import annotations

from rulewright.compiler.aids.context import Context, Thing, cites_of, in_words, titled
from rulewright.compiler.aids.model import Cell, Row, Run, Section, Table, Text, text
from rulewright.compiler.aids.parts import Part
from rulewright.compiler.aids.sheets import lookups
from rulewright.compiler.aids.sheets.notes import Notes
from rulewright.compiler.aids.words import Speaker


def sections(context: Context, part: Part) -> list[Section]:
    """Return each matrix as a table: a row for each state, a column for each activity."""
    return [_section(context, context.by_kind["matrices"][id]) for id in part.of]


def _section(context: Context, matrix: Thing) -> Section:
    notes = Notes(context, matrix)
    speaker = Speaker(context)
    activities = matrix["activities"]
    corner = Cell(text(context.title("pieces", matrix["on"]).lower()), head="column")
    head = Row((corner, *(Cell(text(in_words(one)), "centre", "column") for one in activities)), "head")
    rows = []
    for row in matrix["rows"]:
        said = row.get("title") or speaker.say(row["when"])
        cites = "".join(f" [{one}]" for one in cites_of(row))
        first: Text = (*notes.named(row, said), *((Run(cites, "cite"),) if cites else ()))
        cells = tuple(lookups.cell(speaker, row["cells"][one]) for one in activities)
        rows.append(Row((Cell(first, "left", "row"), *cells)))
    caption = notes.caption(titled(matrix, matrix["id"]))
    table = Table(matrix["id"], caption, (head, *rows), cites_of(matrix), notes.texts())
    return Section((), (table,), wide=True)
