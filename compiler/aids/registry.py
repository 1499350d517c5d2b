"""Which sheets an artifact yields: those that its `aid`s declare, or else a set that every game can use."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from rulewright.compiler.aids import errors, parts
from rulewright.compiler.aids.context import Context, Thing, titled
from rulewright.compiler.aids.errors import AidError
from rulewright.compiler.aids.model import CHANGED, CHANGED_ROW, Items, Paragraph, Run, Section, Sheet, text
from rulewright.compiler.aids.parts import KINDS, Part

ALL = "all"


@dataclass(frozen=True, slots=True)
class Plan:
    """A sheet before it is built. at: the place of its `aid` in the sources, none for one of the usual set."""

    id: str
    title: str
    parts: tuple[Part, ...]
    columns: int = 1
    orientation: Literal["portrait", "landscape"] = "portrait"
    at: tuple[int, ...] = ()


def sheets_of(document: Thing) -> tuple[Sheet, ...]:
    """Return all sheets of an artifact; AidError where one cannot be made."""
    sheets = []
    for _, made in built(Context(document), plans_of(document)):
        if isinstance(made, AidError):
            raise made
        sheets.append(made)
    return tuple(sheets)


def plans_of(document: Thing) -> tuple[Plan, ...]:
    """Return what is to be built, in the order of the declarations."""
    context = Context(document)
    declared = [_declared(context, aid) for aid in document["aids"]]
    return tuple(declared or _usual(context))


def built(context: Context, plans: Sequence[Plan]) -> Iterator[tuple[Plan, Sheet | AidError]]:
    """Build sheets one by one, or say why one cannot be made; an index comes last: it tells where everything is."""
    made: list[Sheet] = []
    for plan in sorted(plans, key=_points_to_others):
        try:
            sheet = build(context, plan, made)
        except AidError as error:
            error.sheet = plan.id
            yield plan, error
        else:
            made.append(sheet)
            yield plan, sheet


def _points_to_others(plan: Plan) -> bool:
    return any(part.kind == "index" for part in plan.parts)


def build(context: Context, plan: Plan, others: Sequence[Sheet]) -> Sheet:
    """Build one sheet. others: the sheets that an index points to."""
    for part in plan.parts:
        for id in part.of:
            if all(context.find(kind, id) is None for kind in KINDS[part.kind].names):
                raise errors.nothing_of_that_name(id, part.kind)
    sections = [one for part in plan.parts for one in parts.sections(context, part, others)]
    kinds = {part.kind for part in plan.parts}
    return Sheet(
        plan.id,
        plan.title,
        (*_without_echo(plan.title, sections), *_what_changed(context, sections)),
        plan.orientation,
        plan.columns,
        margin=0.0 if kinds == {"counters"} else 12.0,
        source=tuple(_sources(context, plan)),
    )


def _without_echo(title: str, sections: list[Section]) -> list[Section]:
    """Leave out the caption of a list that only repeats the sheet's title above it."""
    match sections:
        case [Section(blocks=(Items(caption=(Run(text=said),)) as items,)) as first, *others]:
            if said.casefold() == title.casefold():
                return [replace(first, blocks=(replace(items, caption=()),)), *others]
    return sections


def _what_changed(context: Context, sections: list[Section]) -> list[Section]:
    """Say below what the mark of changed things means, where there is one."""
    printed = repr(sections) if context.changed else ""
    signs = [sign for sign in (CHANGED.strip(), CHANGED_ROW) if sign in printed]
    if not signs:
        return []
    base = context.document["variant"]
    said = f"{', '.join(signs)}: differs from {base['title'] or base['of']}, of which this is a variant."
    return [Section((), (Paragraph(text(said, "small")),), wide=True)]


def _sources(context: Context, plan: Plan) -> Iterator[str]:
    for part in plan.parts:
        for id in part.of:
            for kind in KINDS[part.kind].names:
                if context.find(kind, id) is not None:
                    yield f"{kind}.{id}"
                    break


def _declared(context: Context, aid: Thing) -> Plan:
    set_by_aid = {name: aid[name] for name in ("size", "copies", "backs", "orientation") if name in aid}
    listed = tuple(
        Part(part["kind"], _names(context, part["kind"], part["of"]), part.get("title", ""), **set_by_aid)
        for part in aid["parts"]
    )
    at = tuple(aid["at"])
    return Plan(aid["id"], titled(aid, aid["id"]), listed, aid["columns"], aid["orientation"], at)


def _names(context: Context, kind: str, of: Any) -> tuple[str, ...]:
    return tuple(KINDS[kind].all(context)) if of == [ALL] else tuple(of)


USUAL: tuple[tuple[str, str, tuple[str, ...], int, Literal["portrait", "landscape"]], ...] = (
    ("charts", "Charts and Tables", ("matrices", "tables"), 2, "portrait"),
    ("sequence", "Sequence of Play", ("sequence",), 1, "portrait"),
    ("tracks", "Tracks", ("tracks",), 1, "landscape"),
    ("maps", "Maps", ("maps",), 1, "portrait"),
    ("boards", "Boards", ("boards",), 1, "landscape"),
    ("cards", "Cards", ("cards",), 2, "portrait"),
    ("records", "Records", ("records",), 1, "portrait"),
    ("counters", "Counters", ("counters",), 1, "portrait"),
    ("index", "Index of Sections", ("index",), 1, "portrait"),
    ("notes", "Assumed Values and Rulings", ("notes",), 2, "portrait"),
)
"""Id, title, parts, columns and orientation of what is made of a ruleset without any `aid`."""


def _usual(context: Context) -> Iterator[Plan]:
    for id, title, kinds, columns, orientation in USUAL:
        listed = tuple(Part(kind, _names(context, kind, [ALL]), orientation=orientation) for kind in kinds)
        listed = tuple(part for part in listed if part.of or not KINDS[part.kind].names)
        if listed:
            yield Plan(id, title, listed, columns, orientation)
