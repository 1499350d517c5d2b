"""DRMs: one table for those of a line or of one key, one each for those by two."""

from __future__ import annotations

from typing import Any

from rulewright.compiler.aids.context import Context, Thing, cites_of, in_words, titled
from rulewright.compiler.aids.model import Block, Cell, Row, Run, Table, Text, text
from rulewright.compiler.aids.sheets import lookups
from rulewright.compiler.aids.sheets.notes import Notes
from rulewright.compiler.aids.words import Speaker

Json = Any


def blocks(context: Context, speaker: Speaker, table: Thing, notes: Notes) -> list[Block]:
    """Return the modifiers of a table, those that it shares with others among them."""
    drms = _all_drms(context, speaker, table, [table["id"]])
    notes = notes.of_modifiers()
    plain = [one for one in drms if not one[1].get("lookup", {}).get("columns")]
    by_two = [one for one in drms if one[1].get("lookup", {}).get("columns")]
    made: list[Block] = []
    if plain:
        rows: list[Row] = []
        for said, drm in plain:
            rows += _rows(context, said, drm, notes, drms)
        head = Row(
            (Cell(text("modifier"), head="column", columns=2), Cell(text("DRM"), "number", "column")), "head"
        )
        made.append(Table(f"{table['id']}.modifiers", text("Modifiers"), (head, *rows), (), notes.texts()))
    for said, drm in by_two:
        own = notes.of_modifiers()
        rows_by_two = lookups.rows(context, said, drm["lookup"], own, corner="", signed=True)
        caption = text(f"Modifier: {titled(drm, drm['id'])}")
        made.append(Table(f"{table['id']}.{drm['id']}", caption, rows_by_two, (), own.texts()))
    return made


def _all_drms(
    context: Context, speaker: Speaker, table: Thing, seen: list[str]
) -> list[tuple[Speaker, Thing]]:
    """The DRMs in the order they are reckoned; those of a common table in its place."""
    found: list[tuple[Speaker, Thing]] = []
    for drm in table["drms"]:
        common = drm.get("common")
        if common is None:
            found.append((speaker, drm))
            continue
        shared = context.find("tables", common)
        if shared is not None and common not in seen:
            found += _all_drms(context, Speaker(context, shared["params"]), shared, [*seen, common])
    return found


def _rows(
    context: Context, speaker: Speaker, drm: Thing, notes: Notes, all: list[tuple[Speaker, Thing]]
) -> list[Row]:
    title = titled(drm, drm["id"])
    if "lookup" not in drm:
        said = title
        if not drm.get("title") and drm.get("when") is not None:
            said = speaker.say(drm["when"])
        owner = Cell(_named(drm, said, notes), "left", "row", columns=2)
        return [Row((owner, lookups.cell(speaker, drm["amount"], signed=True)), "modifier")]
    lookup = drm["lookup"]
    rows: list[Row] = []
    named = _named(drm, title, notes)
    for index, row in enumerate(lookup["rows"]):
        made = lookups.row_of(context, speaker, row, notes, signed=True, of=title)
        first = made.cells[0]
        cancelled = [titled(one, one["id"]) for _, one in all if one["id"] in (row.get("cancels") or ())]
        if cancelled:
            struck: Text = (Run(f" (cancels: {', '.join(cancelled)})", "small"),)
            first = Cell((*first.text, *struck), "left", "row")
        whose = (Cell(named, "left", "row", rows=len(lookup["rows"])),) if index == 0 else ()
        rows.append(Row((*whose, first, *made.cells[1:]), "modifier"))
    return rows


def _named(drm: Thing, said: str, notes: Notes) -> Text:
    """The name of a modifier, with its mark and the sections that the table does not cite."""
    cites = "".join(f" [{section}]" for section in cites_of(drm) if section not in notes.cites)
    name = notes.named(drm, said)
    changed = notes.changed(drm["id"])
    return (*name, *changed, Run(cites, "cite")) if cites else (*name, *changed)


def dice_rows(context: Context, speaker: Speaker, table: Thing, columns: int) -> list[Row]:
    """Return how many dice are thrown, where that is looked up: a row by column, or a row a key."""
    roll = table["roll"]
    if not roll or "lookup" not in roll:
        return []
    from rulewright.compiler.aids.sheets.charts import dice

    lookup, result = roll["lookup"], table["result"]
    is_by_column = bool(result and result["columns"] and lookup["by"] == [result["by"]])
    if result and is_by_column and [row["keys"] for row in lookup["rows"]] == result["columns"]:
        cells = tuple(Cell(text(dice(speaker, row["cells"][0])), "centre") for row in lookup["rows"])
        return [Row((Cell(text("dice"), head="row"), *cells), "dice")]
    notes = Notes(context, {})
    rows = []
    for row in lookup["rows"]:
        key = "".join(run.text for run in lookups.key(context, row["keys"], notes))
        label = f"dice, {speaker.label(lookup['by'][0])} {key}"
        thrown = " / ".join(dice(speaker, one) for one in row["cells"])
        rows.append(
            Row(
                (Cell(text(in_words(label)), head="row"), Cell(text(thrown), "centre", columns=columns)),
                "dice",
            )
        )
    return rows
