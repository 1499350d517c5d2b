"""Blocks as the template of PDF is told them: the words of the model, with widths of columns and labels measured beforehand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rulewright.compiler.aids import errors, fonts
from rulewright.compiler.aids.formats import column_widths, svg
from rulewright.compiler.aids.formats.paper_type import GUTTER, INSET, TYPE, Heights, Measures
from rulewright.compiler.aids.model import (
    Block,
    Boxes,
    Card,
    Cell,
    Colour,
    Figure,
    Item,
    Items,
    Paragraph,
    Section,
    Sheet,
    Table,
    Text,
    Track,
)

SURE = (1.06, 4.0)
"""What is added to an estimated height, in parts of it and in mm: what fits then, fits."""
CARD_INSET, SQUARE, TWO_COLUMNS = 2.0, 5.2, 140.0
"""Of cards: the space at their sides, a box with its gap, and the width from which on rows of boxes stand in two columns."""
TRACK_BOX = (25.0, 17.0)
"""Width at most, and height, of a box of a track."""
FOOT = 5.0
"""Height of what stands at the foot of a page, below the margin."""
FAMILY = 'svg{font-family:"Source Sans Pro"}'

Json = Any


@dataclass(frozen=True, slots=True)
class Room:
    """The part of a page that is printed on, in mm."""

    width: float
    height: float
    columns: int

    def column(self, wide: bool) -> float:
        """Return the width of a column, or of all of them."""
        return self.width if wide else (self.width - GUTTER * (self.columns - 1)) / self.columns


class Told:
    """Turns the blocks of one sheet into what the template is told."""

    def __init__(self, sheet: str, room: Room, colours: Mapping[str, Colour]) -> None:
        self._sheet = sheet
        self._room = room
        self._colours = colours
        self._heights = Heights(fill=room.columns > 1)
        self._level = 2  # of headings: one deeper below the heading of a part
        self.characters: set[str] = set()
        self.has_assumed = False

    def groups(self, sheet: Sheet) -> list[Json]:
        """Return neighbours that stand in columns together, or go over all columns; short: on one page, most likely."""
        groups: list[Json] = []
        for index, section in enumerate(sheet.sections):
            # The heading of a part stands in its column, so that parts follow each other without a gap.
            wide = bool(section.wide and section.blocks) or sheet.columns == 1
            if not groups or groups[-1]["wide"] != wide:
                groups.append({"wide": wide, "sections": [], "height": 0.0})
            groups[-1]["sections"].append(index)
            groups[-1]["height"] += self._heights.section(section, self._room.column(wide)) + TYPE["gap"]
        for group in groups:
            group["short"] = group.pop("height") <= sheet.columns * self._room.height
        return groups

    def section(self, section: Section) -> Json:
        """Return a section with its blocks."""
        width = self._room.column(section.wide and bool(section.blocks))
        if not section.blocks:
            self._level = 3
        return {
            "heading": self.text(section.heading),
            "cites": section.cites,
            "level": self._level,
            "whole": section.together and self._fits(self._heights.section(section, width)),
            "blocks": [self.block(block, width) for block in section.blocks],
        }

    def block(self, block: Block, width: float) -> Json:
        """Return a block for a column of that width."""
        told = {"is": type(block).__name__}
        match block:
            case Paragraph():
                return told | {"text": self.text(block.text)}
            case Items():
                return told | {"caption": self.text(block.caption), "list": self.items(block.items)}
            case Table():
                return told | self.table(block, width)
            case Card():
                return told | self.card(block, width)
            case Track():
                return told | self.track(block, width)
            case Figure():
                return told | self.figure(block, width)

    def text(self, text: Text) -> Json:
        """Return runs of words."""
        for run in text:
            self.characters.update(run.text)
            self.has_assumed |= run.assumed
        return [(run.text, run.style, run.assumed) for run in text]

    def words(self, words: str) -> str:
        """Return plain words."""
        self.characters.update(words)
        return words

    def _fits(self, height: float) -> bool:
        """Is it certain that a block of about that height fits a page?"""
        return height * SURE[0] + SURE[1] <= self._room.height

    # ------------------------------------------------------------ lists

    def items(self, items: tuple[Item, ...]) -> Json:
        """Return a list; its labels stand in a column of their own."""
        labels = max((fonts.load("semibold").width(item.label, TYPE["body"]) for item in items), default=0.0)
        return {
            "label_width": labels + 1.8 if labels else 0,
            "deep": any(item.items for item in items),
            "items": [
                {
                    "label": self.words(item.label),
                    "text": self.text(item.text),
                    "cites": item.cites,
                    "who": item.who,
                    "items": self.items(item.items) if item.items else None,
                }
                for item in items
            ],
        }

    # ------------------------------------------------------------ tables

    def table(self, table: Table, width: float) -> Json:
        """Return a table with the widths of its columns."""
        measures = self._heights.table(table, width)
        left = column_widths.left(table, measures.starts)
        rows = []
        for row, starts, lines in zip(table.rows, measures.starts, measures.lines, strict=True):
            has_prose = any(cell.align == "left" and not cell.head for cell in row.cells)
            cells = [
                self._cell(cell, start, measures, left) for cell, start in zip(row.cells, starts, strict=True)
            ]
            rows.append({"part": row.part, "cells": cells, "top": has_prose or lines == 1})
        return {
            "caption": self.text(table.caption),
            "cites": table.cites,
            "dice": self.words(table.dice),
            "widths": measures.widths,
            "whole": self._fits(measures.height),
            "rows": rows,
            "notes": [self.text(note) for note in table.notes],
        }

    def _cell(self, cell: Cell, start: int, measures: Measures, left: set[int]) -> Json:
        """A number stands at the right of a field as wide as the widest number, in the middle of its column."""
        align: str = cell.align
        pad = 0.0
        if cell.head == "column":  # as what is below it
            below = "left" if start in left else "centre"
            align = below if cell.columns == 1 or align == "number" else align
        elif align == "number":
            width = sum(measures.widths[start : start + cell.columns])
            align, pad = "right", (width - measures.numbers.get(start, 0.0)) / 2
        return {
            "text": self.text(cell.text),
            "align": align,
            "pad": max(pad, INSET[0]) if pad else 0,
            "head": cell.head,
            "mark": cell.mark,
            "columns": cell.columns,
            "rows": cell.rows,
        }

    # ------------------------------------------------------------ cards, tracks, drawings

    def card(self, card: Card, width: float) -> Json:
        """Return a card; its rows of boxes begin at one place."""
        rowed = [boxes for boxes in card.boxes if boxes.count != 1 or boxes.numbers]
        labels = max((fonts.load().width(boxes.label, TYPE["small"]) for boxes in rowed), default=0.0)
        if labels > width / 2:
            longest = max(rowed, key=lambda boxes: fonts.load().width(boxes.label))
            raise errors.too_long(longest.label, f"card `{card.title}`", labels, width / 2)
        inside = width - 2 * CARD_INSET
        columns = 2 if inside >= TWO_COLUMNS else 1
        half = (inside - (columns - 1) * 4.0) / columns - 1.5
        return {
            "title": self.words(card.title),
            "side": card.side,
            "values": [(self.words(label), self.text(value)) for label, value in card.values],
            "boxes": self._boxes(card.boxes, columns, half - labels),
            "box_columns": columns,
            "label_width": labels,
            "notes": [self.text(note) for note in card.notes],
            "size": card.size,
        }

    def _boxes(self, all: tuple[Boxes, ...], columns: int, room: float) -> list[Json]:
        """Rows of boxes; one that is too wide for a column goes over both, and leaves an empty place before it if it must."""
        told: list[Json] = []
        place = 0
        for boxes in all:
            for words in (boxes.label, *boxes.numbers):
                self.words(words)
            is_row = boxes.count != 1 or bool(boxes.numbers)
            is_wide = is_row and (not boxes.count or boxes.count * SQUARE > room)
            has_filler = is_wide and place % columns > 0
            place += (columns if is_wide else 1) + has_filler if is_row else 0
            told.append(
                {
                    "label": boxes.label,
                    "count": boxes.count,
                    "numbers": boxes.numbers,
                    "wide": is_wide,
                    "filler": has_filler,
                }
            )
        return told

    def track(self, track: Track, width: float) -> Json:
        """Return a track; AidError where a word is wider than its box."""
        wrap = min(track.wrap, len(track.boxes)) or 1
        box_width = min(TRACK_BOX[0], width / wrap)
        room = box_width - 1.6
        for box in track.boxes:
            for line in box.lines:
                for word in "".join(run.text for run in line).split():
                    needed = fonts.load().width(word, TYPE["small"])
                    if needed > room:
                        raise errors.too_long(word, f"track `{track.id}`, box `{box.label}`", needed, room)
        return {
            "caption": self.text(track.caption),
            "cites": track.cites,
            "box_width": box_width,
            "box_height": TRACK_BOX[1],
            "wrap": wrap,
            "whole": self._fits(-(-len(track.boxes) // wrap) * TRACK_BOX[1] + 12),
            "legend": [self.words(one) for one in track.legend],
            "boxes": [
                {
                    "label": self.words(box.label),
                    "lines": [self.text(line) for line in box.lines],
                    "start": box.start,
                    "shaded": box.shaded,
                }
                for box in track.boxes
            ],
        }

    def figure(self, figure: Figure, width: float) -> Json:
        """Return a drawing as SVG at its true size; typst sets its words in the fonts of the page."""
        drawing = figure.drawing
        if drawing.width > width + 0.01 or drawing.height > self._room.height + 0.01:
            what = f"drawing `{figure.id}` ({drawing.width:.0f} × {drawing.height:.0f} mm)"
            raise errors.no_room(what, width, self._room.height)
        plain, bold = svg.characters(drawing)
        self.characters |= plain | bold
        return {
            "caption": self.text(figure.caption),
            "alt": figure.alt,
            "width": drawing.width,
            "height": drawing.height,
            "svg": svg.drawn(drawing, self._colours, style=FAMILY),
        }
