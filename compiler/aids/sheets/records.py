"""Hit records: several units a page, to write on: boxes for what falls, a box to tick for each marker, and a line for notes."""

from __future__ import annotations

from rulewright.compiler.aids.context import Context, Thing, is_assumed, titled
from rulewright.compiler.aids.model import Boxes, Card, Run, Section
from rulewright.compiler.aids.parts import Part
from rulewright.compiler.aids.sheets import cards, unit_values

NOTES = Boxes("notes", 0)


def sections(context: Context, part: Part) -> list[Section]:
    """Return a section for each unit with its record; never divided."""
    return [Section((), (_record(context, unit),), together=True) for unit in cards.units_of(context, part)]


def _record(context: Context, unit: Thing) -> Card:
    first = unit_values.on_counter(context, unit["kind"])
    values = tuple(
        (unit_values.label(one), (Run(words, "strong", is_assumed(one)),))
        for one in first
        if (words := unit_values.shown(context, one, unit))
    )
    all = (*cards.boxes(context, unit), *cards.gathered(context, unit["kind"]), *_markers(context, unit["kind"]), NOTES)
    return Card(f"{unit['id']}_record", cards.name(unit), unit["side"], values, all)


def _markers(context: Context, kind: str) -> list[Boxes]:
    """A box for each marker that may lie on this kind and on no wider one; a countdown has one for each number."""
    found = []
    for marker in context.document["markers"]:
        if marker["on"] != kind:
            continue
        title = titled(marker, marker["id"])
        if marker["countdown"]:
            first, last = marker["countdown"]
            step = 1 if last >= first else -1
            numbers = tuple(str(one) for one in range(first, last + step, step))
            found.append(Boxes(title, len(numbers), numbers))
        elif marker["faces"]:
            found += [Boxes(f"{title}: {titled(face, face['id'])}", 1) for face in marker["faces"]]
        else:
            found.append(Boxes(title, 1))
    return found
