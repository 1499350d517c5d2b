"""Tracks: a row of boxes with what each means, where it starts, and what is assumed about it."""

from __future__ import annotations

from typing import Any

from rulewright.compiler.aids import errors, printed, words
from rulewright.compiler.aids.context import Context, Thing, cites_of, titled
from rulewright.compiler.aids.model import Block, Box, Paragraph, Run, Section, Text, Track
from rulewright.compiler.aids.parts import Part
from rulewright.compiler.aids.sheets.notes import Notes

Json = Any
WIDEST = 10  # boxes in a row


def sections(context: Context, part: Part) -> list[Section]:
    """Return each track; AidError RW0622 for one without an end."""
    return [section(context, context.by_kind["tracks"][id]) for id in part.of]


def section(context: Context, track: Thing) -> Section:
    """Return a track with its notes."""
    notes = Notes(context, track)
    caption = notes.caption(titled(track, track["id"]))
    attributes = track["boxes"]
    boxes = tuple(_box(context, track, place, notes) for place in _places(context, track))
    legend = tuple(titled(one, one["id"]) for one in attributes)
    made = Track(track["id"], caption, boxes, legend, _wrap(track, len(boxes)), cites_of(track))
    blocks: tuple[Block, ...] = (made, *map(Paragraph, notes.texts()))
    return Section((), blocks, together=len(boxes) <= 4 * made.wrap, wide=True)


def _places(context: Context, track: Thing) -> list[Json]:
    """What the boxes stand for: numbers of a range, values of an enum, or yes and no."""
    kind = track["type"]
    if isinstance(kind, str) and kind.startswith("enum:"):
        return [["value", kind[5:], id] for id in context.values[kind[5:]]]
    if kind == "yes_no":
        return [True, False]
    if kind == "side":
        return [["side", id] for id in context.sides]
    low, high = track["range"] or (None, None)
    if kind != "number" or low is None or high is None:
        raise errors.endless_track(track["id"])
    return list(range(low, high + 1))


def _box(context: Context, track: Thing, place: Json, notes: Notes) -> Box:
    label = words.constant(context, place)
    if isinstance(place, bool):
        label = "yes" if place else "no"
    lines: list[Text] = []
    is_shaded = is_assumed_box = False
    for attribute in track["boxes"]:
        index, value = _at(attribute, place)
        rows = attribute.get("rows") or ()
        assumed = index < len(rows) and notes.row(rows[index], label)
        if attribute["type"] == "yes_no":
            is_shaded = is_shaded or value is True
        line = _line(context, attribute, value)
        is_assumed_box = is_assumed_box or assumed
        if line:
            lines.append(line)
    if is_assumed_box:
        # It is not said which of its values: the last one bears the mark of the box.
        last = lines.pop() if lines else (Run(""),)
        lines.append((*last[:-1], Run(last[-1].text, last[-1].style, True)))
    return Box(label, tuple(lines), place == track["start"], is_shaded)


def _at(attribute: Thing, place: Json) -> tuple[int, Json]:
    """Number and value of the span that holds a box."""
    for index, (low, high, value) in enumerate(attribute["values"]):
        if low <= place <= high:
            return index, value
    return len(attribute["values"]), None


def _line(context: Context, attribute: Thing, value: Json) -> Text:
    """An attribute in its box: `date 22`, `night`, `fog`; nothing for no."""
    name = titled(attribute, attribute["id"])
    if attribute["type"] == "yes_no":
        return (Run(name, "strong"),) if value is True else ()
    if value is None:
        return ()
    if isinstance(value, int):
        is_signed = any(isinstance(one, int) and one < 0 for _, _, one in attribute["values"])
        return (Run(f"{name} ", "small"), Run(printed.number(value, signed=is_signed), "strong"))
    return (Run(words.constant(context, value)),)


def _wrap(track: Thing, count: int) -> int:
    """Boxes in a row: whole groups of those that share a value of the first attribute, such as days."""
    if track["boxes"]:
        spans = [one for _, _, one in track["boxes"][0]["values"]]
        lengths = {len(one) for one in _runs(track["boxes"][0]["values"], spans)}
        if len(lengths) == 1:
            length = lengths.pop()
            if 1 < length <= WIDEST:
                return WIDEST // length * length
    rows = -(-count // 12)
    return -(-count // rows)


def _runs(values: list[Json], spans: list[Json]) -> list[list[int]]:
    """Boxes with one value after another."""
    runs: list[list[int]] = []
    before: Json = object()
    for (low, high, _), value in zip(values, spans, strict=True):
        if value != before:
            runs.append([])
        runs[-1].extend(range(low, high + 1))
        before = value
    return runs
