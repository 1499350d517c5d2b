"""The type of PDF in mm, and how much room words take in it: how wide they are, and about how high a block becomes.

Words are measured as they are printed (fonts.py). Heights are for one decision only: is a block certain to fit a page, so that it
need not be divided?
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from rulewright.compiler.aids import fonts
from rulewright.compiler.aids.formats import column_widths
from rulewright.compiler.aids.model import (
    ASSUMED,
    Block,
    Cell,
    Item,
    Items,
    Paragraph,
    Run,
    Section,
    Table,
    Text,
)

TYPE = {
    "title": 6.6,
    "part": 4.6,
    "caption": 3.9,
    "body": 3.2,
    "head": 2.9,
    "small": 2.65,
    "foot": 2.5,
    "gap": 3.6,
}
"""Heights of type in mm; `gap` is between sections."""
INSET = (1.2, 1.05, 1.2)
"""Of a cell: at its sides, above and below."""
GUTTER = 6.0
STYLES: Mapping[str, tuple[fonts.Weight, float]] = {
    "plain": ("regular", TYPE["body"]),
    "strong": ("semibold", TYPE["body"]),
    "small": ("regular", TYPE["small"]),
    "cite": ("regular", TYPE["small"]),
}
INDENT = 6.0
ITS_SIDE = "A side of the game"
"""What a list takes: beside its labels, and for a side that acts."""
LINE, FIRST = 1.17, 0.7
"""From line to line, and height of a first line, in parts of the size of the type."""


@dataclass(frozen=True, slots=True)
class Measures:
    """A table as it will stand. numbers: the width of the widest number, by column. lines: of its highest cell, row by row."""

    widths: list[float]
    numbers: dict[int, float]
    starts: list[list[int]]
    lines: list[int]
    height: float


class Heights:
    """Estimates for a sheet. fill: tables take the whole width of their column."""

    def __init__(self, *, fill: bool) -> None:
        self._fill = fill
        self._tables: dict[tuple[int, float], Measures] = {}

    def table(self, table: Table, width: float) -> Measures:
        """Return how a table stands in a column of that width; RW0630 if it is wider."""
        key = (id(table), width)
        if key not in self._tables:
            self._tables[key] = self._measured(table, width)
        return self._tables[key]

    def section(self, section: Section, width: float) -> float:
        """Return about how high a section is."""
        heading = TYPE["caption"] * LINE + 2 if section.heading else 0.0
        return heading + sum(self.block(block, width) + TYPE["gap"] for block in section.blocks)

    def block(self, block: Block, width: float) -> float:
        """Return about how high a block is."""
        if isinstance(block, Table):
            return self.table(block, width).height
        if isinstance(block, Paragraph):
            return lines(block.text, width) * TYPE["body"] * LINE
        if isinstance(block, Items):
            caption = TYPE["caption"] * LINE + 2 if block.caption else 0.0
            return caption + sum(_item(item, width) for item in block.items)
        return 60.0

    def _measured(self, table: Table, width: float) -> Measures:
        starts = list(column_widths.starts(table))
        widths, numbers = column_widths.of(
            table, starts, width, fill=self._fill, inset=INSET[0], measure=measured
        )
        rows = []
        for row, columns in zip(table.rows, starts, strict=True):
            most = 1
            for cell, start in zip(row.cells, columns, strict=True):
                if cell.rows == 1 and not cell.mark:
                    most = max(
                        most, lines(cell.text, sum(widths[start : start + cell.columns]) - 2 * INSET[0])
                    )
            rows.append(most)
        height = TYPE["caption"] * LINE + 2 if table.caption else 0.0
        height += sum(TYPE["body"] * (FIRST + (most - 1) * LINE) + INSET[1] + INSET[2] for most in rows)
        height += sum(lines(note, width) * TYPE["small"] * LINE for note in table.notes)
        return Measures(widths, numbers, starts, rows, height)


def _item(item: Item, width: float) -> float:
    """About how high an item of a list is, with those below it; sides and sections stand behind its words."""
    behind = (Run(" " + " ".join(f"[{one}]" for one in item.cites)), *(Run(f"  {ITS_SIDE}") for _ in item.who))
    inside = width - INDENT
    own = lines((*item.text, *behind), inside) * TYPE["body"] * LINE + 0.6
    return own + sum(_item(one, inside) for one in item.items)


def lines(text: Text, width: float) -> int:
    """Return over how many lines a text is broken."""
    count, used = 1, 0.0
    for run in text:
        weight, size = STYLES[run.style]
        for word in f"{run.text}{ASSUMED if run.assumed else ''}".split(" "):
            needed = word_width(word, weight, size)
            if used and used + needed > width:
                count, used = count + 1, 0.0
            used += needed + word_width(" ", weight, size)
    return count


def measured(cell: Cell) -> tuple[float, float]:
    """Return how wide a cell's words are on one line, and its longest word; in mm."""
    if cell.mark in ("yes", "no", "never"):
        return TYPE["body"], TYPE["body"]
    line = longest = word = 0.0
    for run in cell.text:
        weight, size = STYLES[run.style]
        if cell.head == "column":
            weight, size = "semibold", TYPE["head"]
        space = word_width(" ", weight, size)
        for index, part in enumerate(f"{run.text}{ASSUMED if run.assumed else ''}".split(" ")):
            if index:
                line, word = line + space, 0.0
            width = word_width(part, weight, size)
            line, word = line + width, word + width
            longest = max(longest, word)
    return line, longest


@lru_cache(maxsize=20_000)
def word_width(word: str, weight: fonts.Weight, size: float) -> float:
    """Return the width of a word; sheets say the same words often."""
    return fonts.load(weight).width(word, size)
