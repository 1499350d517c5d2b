"""The sheet model: what stands on a sheet, before anybody says how it looks (design section 5).

A sheet is a list of blocks of six kinds. Builders in `sheets/` make them from the artifact; `formats/` render them; neither knows the
other. Everything is plain and frozen, so that a sheet compares, hashes and travels. Lengths are millimetres.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

RunStyle = Literal["plain", "strong", "small", "cite"]
Align = Literal["left", "centre", "right", "number"]
Mark = Literal["", "yes", "no", "impossible", "never"]

ASSUMED = "‡"
"""Printed after what no source states; a dagger would say that somebody died."""


@dataclass(frozen=True, slots=True)
class Run:
    """Words of one style.

    assumed: a value that no source states; paper marks it and the sheet's foot explains the mark.
    """

    text: str
    style: RunStyle = "plain"
    assumed: bool = False


Text = tuple[Run, ...]


def text(words: str, style: RunStyle = "plain", *, assumed: bool = False) -> Text:
    """Return plain words as a text."""
    return (Run(words, style, assumed),) if words else ()


# ---------------------------------------------------------------- blocks


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A few sentences: a footnote, a remark, a rule on natural rolls."""

    text: Text


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a list, with lines below it.

    label: what stands before it: "A.", "7.7.2", or "".
    who: ids of the sides that act there; empty where nobody chooses.
    """

    label: str
    text: Text
    who: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()


@dataclass(frozen=True, slots=True)
class Items:
    """A list: a sequence of play, an index, assumed values."""

    items: tuple[Item, ...]
    caption: Text = ()


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table.

    head: it names its column or row. mark: drawn as a sign with that meaning, beside which `text` may stand.
    """

    text: Text = ()
    align: Align = "left"
    head: Literal["", "column", "row"] = ""
    mark: Mark = ""
    columns: int = 1
    rows: int = 1


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table. part: "body", or what it is apart from that: a modifier, the number of dice."""

    cells: tuple[Cell, ...]
    part: Literal["head", "body", "modifier", "dice"] = "body"


@dataclass(frozen=True, slots=True)
class Table:
    """A table, matrix or chart. Every row covers the same number of columns."""

    id: str
    caption: Text
    rows: tuple[Row, ...]
    cites: tuple[str, ...] = ()
    notes: tuple[Text, ...] = ()
    dice: str = ""  # "1d10", in the words of the table


CHANGED = " (changed)"
CHANGED_ROW = "≠"
"""Behind what a variant changes of its base."""


@dataclass(frozen=True, slots=True)
class Boxes:
    """A row of boxes to tick or to put a cube on: hull 12, bow 8.

    count: 0 for a line to write on.
    numbers: what is printed in them, from the left; empty for blank boxes.
    """

    label: str
    count: int
    numbers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """A unit's card or its lines of a hit record.

    values: (label, value) of what is printed on it.
    """

    id: str
    title: str
    side: str | None
    values: tuple[tuple[str, Text], ...]
    boxes: tuple[Boxes, ...]
    notes: tuple[Text, ...] = ()
    size: tuple[float, float] | None = None  # width, height; as it comes if not given


@dataclass(frozen=True, slots=True)
class Box:
    """A box of a track. lines: what its attributes say there, in the order of the track's legend."""

    label: str
    lines: tuple[Text, ...] = ()
    start: bool = False
    shaded: bool = False


@dataclass(frozen=True, slots=True)
class Track:
    """A row of boxes for one counter; wraps after `wrap` boxes."""

    id: str
    caption: Text
    boxes: tuple[Box, ...]
    legend: tuple[str, ...] = ()
    wrap: int = 10
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing at its true size: a map, a board, a page of counters.

    alt: what a reader who does not see it must know.
    """

    id: str
    caption: Text
    drawing: Drawing
    alt: str


Block = Paragraph | Items | Table | Card | Track | Figure


@dataclass(frozen=True, slots=True)
class Section:
    """Blocks under a heading. together: never divided between two pages; wide: over all columns.

    A section without blocks is a heading over those that follow. One without heading is a single block with a caption of its own;
    where there is a heading, captions say what each block is: result, modifiers.
    """

    heading: Text
    blocks: tuple[Block, ...]
    cites: tuple[str, ...] = ()
    together: bool = False
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet of one or several pages.

    columns: of text; orientation: of the paper. margin: 0 for pages of counters, which bring their own.
    """

    id: str
    title: str
    sections: tuple[Section, ...]
    orientation: Literal["portrait", "landscape"] = "portrait"
    columns: int = 1
    margin: float = 12.0
    source: tuple[str, ...] = ()  # the declarations that it prints, as `tables.shadow`


@dataclass(frozen=True, slots=True)
class Imprint:
    """What stands in the foot of every sheet: whose it is and which rules it prints.

    digest: of what the sheet says (digest.py), 12 hex digits: it changes when, and only when, the paper would.
    """

    ruleset: str
    title: str
    version: str
    digest: str
    sides: tuple[tuple[str, str, str], ...] = ()  # id, title, colour "#rrggbb"


# ---------------------------------------------------------------- drawings


Colour = str
"""`#rrggbb`, or the name of a role that a theme colours: `side:german`, `sea`, `land`, `fog`, `line`, `paper`, `ink`."""


Pattern = Literal["", "lines", "back", "bars", "cross", "dots", "waves"]
"""Lines that rise, fall or lie, lines that cross, dots, waves."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A closed or open line through `points`.

    fill, stroke: colours, "" for none. pattern: hatched beside its colour, so that it is legible in grey.
    """

    points: tuple[tuple[float, float], ...]
    closed: bool = True
    fill: Colour = ""
    stroke: Colour = ""
    width: float = 0.2
    dashed: bool = False
    pattern: Pattern = ""


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle."""

    x: float
    y: float
    radius: float
    fill: Colour = ""
    stroke: Colour = ""
    width: float = 0.2


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text at a point.

    size: height of the type in mm. fit: the width that it may take; a builder that cannot keep it says so (RW06xx) and never clips.
    """

    x: float
    y: float
    text: str
    size: float
    align: Literal["left", "centre", "right"] = "left"
    bold: bool = False
    colour: Colour = "ink"
    turned: float = 0.0  # degrees, clockwise


@dataclass(frozen=True, slots=True)
class Group:
    """Shapes that are moved together."""

    shapes: tuple[Mark2D, ...]
    x: float = 0.0
    y: float = 0.0
    title: str = ""


Mark2D = Shape | Disc | Words | Group


@dataclass(frozen=True, slots=True)
class Drawing:
    """Shapes on a ground of `width` × `height` mm; y grows downwards."""

    width: float
    height: float
    shapes: tuple[Mark2D, ...]
