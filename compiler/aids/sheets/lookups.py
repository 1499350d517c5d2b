"""Look-ups as rows of a table: keys down the side, on two axes also across the top."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from rulewright.compiler.aids import printed, words
from rulewright.compiler.aids.context import Context, Thing, cites_of, titled
from rulewright.compiler.aids.model import Cell, Row, Run, Text, text
from rulewright.compiler.aids.sheets.notes import Notes
from rulewright.compiler.aids.words import Speaker

Json = Any


def rows(
    context: Context,
    speaker: Speaker,
    lookup: Json,
    notes: Notes,
    *,
    corner: str,
    is_result: bool = False,
    signed: bool = False,
    returns: Json = None,
) -> tuple[Row, ...]:
    """Return head and body of a look-up.

    Args:
        corner: what the rows are by; "" to say it from the look-up.
        signed: the values are modifiers.
        returns: the type of the values, if it is known.
    """
    corner = corner or speaker.label(lookup["by"][0])
    columns = lookup["columns"]
    body = [row_of(context, speaker, row, notes, signed=signed) for row in lookup["rows"]]
    if not columns:
        value = "result" if is_result else "DRM" if signed else value_head(context, returns)
        head = Cell(text(corner), head="column"), Cell(text(value), align="centre", head="column")
        return (Row(head, "head"), *body)
    top = Row(
        (
            Cell(text(corner), head="column", rows=2),
            Cell(text(speaker.label(lookup["by"][1])), align="centre", head="column", columns=len(columns)),
        ),
        "head",
    )
    names = Row(tuple(Cell(key(context, one, notes), "centre", "column") for one in columns), "head")
    return (top, names, *body)


def value_head(context: Context, type: Json) -> str:
    """Return the head of a column of values: what they are, if that has a name."""
    sort, _, id = str(type[1] if isinstance(type, list) else type).partition(":")
    if sort == "enum":
        return titled(context.find("enums", id), id)
    if sort == "place":
        return str(context.by_kind["maps"][id]["place_word"])
    return "value"


def row_of(
    context: Context, speaker: Speaker, row: Thing, notes: Notes, *, signed: bool = False, of: str = ""
) -> Row:
    """Return one row: its keys and its cells. of: whose row it is, where notes would not tell."""
    shown = "".join(run.text for run in key(context, row["keys"], notes))
    values = tuple(cell(speaker, one, signed=signed) for one in row["cells"])
    return Row((Cell(named(row, shown, notes, of=of), "left", "row"), *values))


def named(row: Thing, shown: str, notes: Notes, *, of: str = "") -> Text:
    """Return the head of a row with its sign if it is assumed, and with what it cites beyond its table."""
    cites = "".join(f" [{section}]" for section in cites_of(row) if section not in notes.cites)
    return (*notes.named(row, shown, of=of), *((Run(cites, "cite"),) if cites else ()))


def evened(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """Return rows of a key and a value whose values stand alike: sums in words and plain values in one column."""
    values = [row.cells[1] for row in rows if row.part != "head" and len(row.cells) == 2]
    worded = sum(1 for one in values if one.align == "left" and not one.mark)
    if not 0 < worded < len(values):
        return rows
    align: Literal["left", "centre"] = "left" if worded * 2 >= len(values) else "centre"

    def moved(row: Row) -> Row:
        if len(row.cells) != 2 or row.cells[1].columns > 1 or (align == "centre" and row.cells[1].align != "left"):
            return row
        return replace(row, cells=(row.cells[0], replace(row.cells[1], align=align)))

    return tuple(map(moved, rows))


def key(context: Context, alternatives: Json, notes: Notes) -> Text:
    """Return the keys of a row or column, and have their abbreviations explained."""
    enum = ""
    for one in alternatives:
        constant = one.get("is")
        if isinstance(constant, list) and constant[0] == "value":
            enum = constant[1]
            notes.abbreviated(constant[1], constant[2])
    return text(printed.keys(context, alternatives, enum))


def cell(speaker: Speaker, value: Json, *, signed: bool = False, columns: int = 1) -> Cell:
    """Return a value in its cell: a sign for yes, no and not possible, else its words."""
    if value == ["impossible"]:
        return Cell(text(printed.NOT_POSSIBLE), "centre", mark="impossible", columns=columns)
    if value is True or value is False:
        return Cell(text("yes" if value else "no"), "centre", mark="yes" if value else "no", columns=columns)
    if isinstance(value, int):
        return Cell(text(printed.number(value, signed=signed)), "number", columns=columns)
    if is_bag(value):
        return Cell(text(printed.result(value)), "centre", columns=columns)
    if isinstance(value, list) and value[0] == "frac":
        return Cell(text(printed.fraction(value[1], value[2], signed=signed)), "number", columns=columns)
    if value is None or (isinstance(value, list) and value[0] in ("value", "unit", "place", "side", "text")):
        return Cell(text(words.constant(speaker.context, value)), "centre", columns=columns)
    said = "none" if value in (["set"], ["list"]) else speaker.say(value)
    return Cell(text(f"+ {said}" if signed else said), columns=columns)


def is_bag(value: Json) -> bool:
    """Is it a result with counts, `[["hull", 2]]`?"""
    return isinstance(value, list) and all(isinstance(one, list) for one in value)
