"""The rule book's sections: what is in each, and on which sheet."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.compiler.aids.context import WORDS, Context, Json, cites_of, parts_of, titled
from rulewright.compiler.aids.model import Cell, Row, Run, Section, Sheet, Table, Text, text
from rulewright.compiler.aids.parts import Part

LISTED = {
    "tables": "tables",
    "defines": "charts",
    "matrices": "matrices",
    "tracks": "tracks",
    "maps": "maps",
    "markers": "markers",
    "cups": "cups",
    "phases": "phases",
    "actions": "actions",
    "rules": "rules",
    "scenarios": "scenarios",
    "options": "optional rules",
}
"""What people look for in an index, and what several are called; a kind of pieces is found on its cards."""


def sections(context: Context, part: Part, sheets: Iterable[Sheet]) -> list[Section]:
    """Return a table of all sections, with what cites them and the sheets where that is printed."""
    printed: dict[str, list[str]] = {}
    for sheet in sheets:
        for source in sheet.source:
            printed.setdefault(source, []).append(sheet.title)
    found: dict[str, dict[str, dict[str, None]]] = {}  # section → kind → names
    where: dict[str, dict[str, None]] = {}
    for kind, thing in context.declarations():
        for cited in _cited(thing):
            if kind in LISTED and (thing.get("title") or kind not in ("defines", "rules")):
                names = found.setdefault(cited, {}).setdefault(kind, {})
                names[titled(thing, thing["id"])] = None
            where.setdefault(cited, {}).update(dict.fromkeys(printed.get(f"{kind}.{thing['id']}", ())))
    known = context.sections or dict.fromkeys(sorted(found, key=_order), "")
    said = {one["section"]: one.get("no_rule", "") for one in context.document["sections"]}
    rows = [
        _row(one, title, found.get(one, {}), where.get(one, {}), said.get(one, ""))
        for one, title in known.items()
    ]
    heads = ("section", "title", "what is there", "on sheet")
    head = Row(tuple(Cell(text(name), head="column") for name in heads), "head")
    table = Table("index", text("Index of sections", "strong"), (head, *rows))
    return [Section((), (table,), wide=True)] if rows else []


def _row(
    section: str, title: str, things: dict[str, dict[str, None]], sheets: dict[str, None], no_rule: str
) -> Row:
    said: list[Run] = []
    for kind in LISTED:
        if kind in things:
            words = WORDS[kind] if len(things[kind]) == 1 else LISTED[kind]
            said += [Run("; " if said else ""), Run(f"{words} ", "small"), Run(", ".join(things[kind]))]
    if not said and no_rule:
        said = [Run(no_rule, "small")]
    return Row(
        (
            Cell((Run(section, "strong"),), head="row"),
            Cell(text(title)),
            Cell(_without_empty(said)),
            Cell(text("; ".join(sheets))),
        )
    )


def _without_empty(runs: list[Run]) -> Text:
    return tuple(run for run in runs if run.text)


def _cited(thing: Json) -> set[str]:
    """The sections that a declaration or a part of it cites."""
    found: set[str] = set()
    waiting = [thing]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict) and isinstance(part.get("cites"), list):
            found.update(cites_of(part))
        waiting += parts_of(part)
    return found


def _order(section: str) -> tuple[tuple[int, str], ...]:
    return tuple((int(part) if part.isdecimal() else 0, part) for part in section.split("."))
