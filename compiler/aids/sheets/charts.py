"""Tables and defines as charts: the result, the modifiers beside it, and what must be said below."""

from __future__ import annotations

from typing import Any

from rulewright.compiler.aids import printed
from rulewright.compiler.aids.context import Context, Thing, cites_of, is_assumed, titled
from rulewright.compiler.aids.model import Block, Cell, Paragraph, Row, Run, Section, Table, Text, text
from rulewright.compiler.aids.parts import Part
from rulewright.compiler.aids.sheets import lookups, modifiers
from rulewright.compiler.aids.sheets.notes import Notes
from rulewright.compiler.aids.words import Speaker

Json = Any


def sections(context: Context, part: Part) -> list[Section]:
    """Return tables and defines in the order in which they are named; each stays together."""
    made = []
    for id in part.of:
        table = context.find("tables", id)
        made.append(
            of_table(context, table)
            if table is not None
            else of_define(context, context.by_kind["defines"][id])
        )
    return made


def of_define(context: Context, define: Thing) -> Section:
    """Return a define: a look-up or conditions as a table, anything else as a sentence."""
    notes = Notes(context, define)
    speaker = Speaker(context, define["params"])
    value = define["value"]
    caption = notes.caption(titled(define, define["id"]))
    if isinstance(value, list) and value[0] == "lookup":
        rows = lookups.rows(context, speaker, value[1], notes, corner="", returns=define["returns"])
        rows = lookups.evened(rows)
    elif isinstance(value, list) and value[0] == "cond":
        rows = _conditions(context, speaker, define, notes)
    else:
        said: Text = (Run(speaker.say(value)),)
        paragraph = Paragraph((*caption, Run(": "), *said))
        return Section((), (paragraph, *map(Paragraph, notes.texts())), cites_of(define), together=True)
    table = Table(define["id"], caption, rows, cites_of(define), notes.texts())
    return Section((), (table,), together=True)


def _conditions(context: Context, speaker: Speaker, define: Thing, notes: Notes) -> tuple[Row, ...]:
    _, arms, last = define["value"]
    about = define.get("arms") or [{}] * (len(arms) + 1)
    said = [*((speaker.say(asked), result) for asked, result in arms), ("otherwise", last)]
    rows = [
        Row((Cell(lookups.named(one, words, notes), head="row"), lookups.cell(speaker, result)))
        for one, (words, result) in zip(about, said, strict=True)
    ]
    head = Row(
        (
            Cell(text("if"), head="column"),
            Cell(text(lookups.value_head(context, define["returns"])), align="centre", head="column"),
        ),
        "head",
    )
    return lookups.evened((head, *rows))


def of_table(context: Context, table: Thing) -> Section:
    """Return a table that is rolled on, or one that only holds modifiers."""
    notes = Notes(context, table)
    speaker = Speaker(context, table["params"])
    caption = notes.caption(titled(table, table["id"]))
    beside = modifiers.blocks(context, speaker, table, notes)
    dice = dice_in_words(speaker, table["roll"])
    rows = _result_rows(context, speaker, table, notes, bool(table["drms"]))
    below = [Paragraph(one) for one in _remarks(speaker, table)]
    texts = notes.texts()
    if not beside and not below:
        return Section((), (Table(table["id"], caption, rows, cites_of(table), texts, dice),), together=True)
    blocks: list[Block] = []
    if rows:
        blocks.append(Table(table["id"], text("Result"), rows, (), texts, dice))
    else:
        below += [Paragraph(one) for one in texts]
    return Section(caption, (*blocks, *beside, *below), cites_of(table), together=True)


def dice_in_words(speaker: Speaker, roll: Json) -> str:
    """Return the dice of a table, `2d6`; "" where a look-up says how many, or none are thrown."""
    return dice(speaker, roll["dice"]) if roll and "dice" in roll else ""


def dice(speaker: Speaker, thrown: Json) -> str:
    """Return dice in words: `1d10`, `3d6, the 2 highest`."""
    count = thrown["count"]
    many = str(count) if isinstance(count, int) else f"{speaker.say(count)} × "
    keep = thrown.get("keep")
    kept = f", the {speaker.say(keep[1])} {keep[0]}" if keep else ""
    return f"{many}{thrown['die']}{kept}"


def _result_rows(
    context: Context, speaker: Speaker, table: Thing, notes: Notes, is_modified: bool
) -> tuple[Row, ...]:
    """The head, the dice by column, what natural rolls give, then the rows in their order."""
    result = table["result"]
    total = dice_in_words(speaker, table["roll"]) or "dice"
    corner = f"{total} + DRM" if is_modified else total
    body: list[Row] = []
    columns = 1
    head: tuple[Row, ...] = ()
    if result is not None:
        found = {"by": [["local", corner], *([result["by"]] if result["columns"] else [])], **_axes(result)}
        made = lookups.rows(context, speaker, found, notes, corner=corner, is_result=True)
        columns = max(1, len(result["columns"]))
        head = tuple(row for row in made if row.part == "head")
        body += [row for row in made if row.part != "head"]
    elif table["threshold"] is not None:
        limit = speaker.say(table["threshold"])
        body += [_pair(f"≤ {limit}", "success"), _pair(f"> {limit}", "failure")]
    if not body and not table["naturals"]:
        return ()
    head = head or (
        Row((Cell(text(corner), head="column"), Cell(text("result"), align="centre", head="column")), "head"),
    )
    naturals = [_natural(context, speaker, one, columns, notes) for one in table["naturals"]]
    return lookups.evened((*head, *modifiers.dice_rows(context, speaker, table, columns), *naturals, *body))


def _axes(result: Json) -> dict[str, Json]:
    return {"columns": result["columns"], "rows": result["rows"]}


def _pair(key: str, value: str) -> Row:
    return Row((Cell(text(key), head="row"), Cell(text(value), align="centre")))


def _natural(context: Context, speaker: Speaker, natural: Json, columns: int, notes: Notes) -> Row:
    key = f"natural {printed.keys(context, natural['keys'])}"
    return Row(
        (
            Cell(notes.named(natural, key, "strong"), head="row"),
            lookups.cell(speaker, natural["value"], columns=columns),
        )
    )


def _remarks(speaker: Speaker, table: Thing) -> list[Text]:
    """Footnotes, and how many dice are thrown for nothing."""
    remarks: list[Text] = []
    if table["dummies"] is not None:
        remarks.append(text(f"Dummy dice, so that nobody counts: {speaker.say(table['dummies'])}."))
    for note in table.get("footnotes") or ():
        cites = "".join(f" [{section}]" for section in cites_of(note))
        remarks.append((Run(_sentence(printed.prose(note["text"])), assumed=is_assumed(note)), Run(cites, "cite")))
    return remarks


def _sentence(words: str) -> str:
    shown = words[:1].upper() + words[1:]
    return shown if shown.endswith((".", "!", "?")) else f"{shown}."
