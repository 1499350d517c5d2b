"""Charts as drawings of sheets: bars with intervals, spreads, histograms. What they say stands in a table beside each, too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, floor, log10

from rulewright.compiler.aids import fonts
from rulewright.compiler.aids.model import Disc, Drawing, Mark2D, Pattern, Shape, Words
from rulewright.compiler.record import Record

WIDTH = 184.0
LABELS = 50.0  # room for labels at the left, mm
NOTES = 34.0  # room for figures at the right
LINE = 7.5  # from one row to the next
TYPE = 3.1
SMALL = 2.7
PATTERNS: tuple[Pattern, ...] = ("", "lines", "dots", "back")
PLAIN = "faint"
MOST_BINS = 24

Show = Callable[[float], str]


class Bar(Record, frozen=True):
    """A share with its interval. look: of its side, or None for a plain one."""

    label: str
    value: float
    low: float
    high: float
    note: str
    look: tuple[str, Pattern] | None = None


class Range(Record, frozen=True):
    """How numbers are spread: from `least` to `most` nine games of ten, half of them from `low` to `high`."""

    label: str
    least: float
    low: float
    middle: float
    high: float
    most: float
    note: str
    look: tuple[str, Pattern] | None = None


class Point(Record, frozen=True):
    """A difference with its interval."""

    label: str
    value: float
    low: float
    high: float
    note: str


def look_of(index: int, side: str) -> tuple[str, Pattern]:
    """Return colour and pattern of a side: it is told by both."""
    return f"side:{side}", PATTERNS[index % len(PATTERNS)]


def bars(rows: Sequence[Bar]) -> Drawing:
    """Return shares from 0 to 100 % as bars, each with its interval."""
    return _rows(
        [row.label for row in rows],
        [row.note for row in rows],
        0.0,
        1.0,
        [_bar(row) for row in rows],
        _percent,
    )


def ranges(rows: Sequence[Range], show: Show) -> Drawing:
    low, high = min(row.least for row in rows), max(row.most for row in rows)
    return _rows(
        [row.label for row in rows],
        [row.note for row in rows],
        low,
        high,
        [_range(row) for row in rows],
        show,
    )


def points(rows: Sequence[Point], show: Show) -> Drawing:
    """Return differences around zero."""
    reach = max(*(abs(end) for row in rows for end in (row.low, row.high)), 1e-9)
    return _rows(
        [row.label for row in rows],
        [row.note for row in rows],
        -reach,
        reach,
        [_point(row) for row in rows],
        show,
    )


def histogram(values: Sequence[float], show: Show, *, whole: bool) -> Drawing:
    """Return how many games have which value. whole: are the values whole numbers?"""
    low, high = min(values), max(values)
    step = _step(max(high - low, 1e-9) / MOST_BINS, whole)
    first = floor(low / step)
    counts = [0] * (floor(high / step) - first + 1)
    for value in values:
        counts[floor(value / step) - first] += 1
    left, top, height = 14.0, 3.0, 38.0
    wide = (WIDTH - left - 2) / len(counts)
    bottom = top + height
    shapes: list[Mark2D] = []
    for tick in [one for one in _ticks(0, max(counts), whole=True) if one <= max(counts)]:
        y = bottom - height * tick / max(counts)
        shapes.append(Shape(((left, y), (WIDTH, y)), closed=False, stroke="faint", width=0.15))
        shapes.append(Words(left - 1.5, y + 1, f"{tick:,.0f}", SMALL, align="right", colour="quiet"))
    for index, count in enumerate(counts):
        x, y = left + index * wide, bottom - height * count / max(counts)
        if count:
            shapes.append(_rectangle(x + 0.25, y, wide - 0.5, bottom - y, "quiet", ""))
    shapes.append(Shape(((left, bottom), (WIDTH, bottom)), closed=False, stroke="ink", width=0.25))
    every = max(1, ceil(len(counts) / 12))
    one_each = whole and step == 1
    for index in range(0, len(counts) + (not one_each), every):
        x = left + (index + (0.5 if one_each else 0)) * wide
        shapes.append(
            Words(x, bottom + 4, show((first + index) * step), SMALL, align="centre", colour="quiet")
        )
    return Drawing(WIDTH, bottom + 6, tuple(shapes))


# ---------------------------------------------------------------- rows on one axis

Draw = Callable[[float, Callable[[float], float]], list[Mark2D]]
"""Draws a row at a height, where a function says how far right a value is."""


def _rows(
    labels: Sequence[str], notes: Sequence[str], low: float, high: float, draw: Sequence[Draw], show: Show
) -> Drawing:
    ticks = _ticks(low, high)
    low, high = min(low, ticks[0]), max(high, ticks[-1])
    right = WIDTH - NOTES
    scale = (right - LABELS) / ((high - low) or 1.0)

    def across(value: float) -> float:
        return LABELS + (value - low) * scale

    top, bottom = 2.0, 2.0 + LINE * len(labels)
    shapes: list[Mark2D] = []
    for tick in ticks:
        x = across(tick)
        stroke, width = ("line", 0.3) if tick == 0 else ("faint", 0.15)
        shapes.append(Shape(((x, top), (x, bottom)), closed=False, stroke=stroke, width=width))
        shapes.append(Words(x, bottom + 3.6, show(tick), SMALL, align="centre", colour="quiet"))
    for index, (label, note) in enumerate(zip(labels, notes, strict=True)):
        y = top + LINE * (index + 0.5)
        shapes += _label(label, y)
        shapes += draw[index](y, across)
        shapes.append(Words(right + 2.5, y + TYPE * 0.34, note, SMALL))
    return Drawing(WIDTH, bottom + 6, tuple(shapes))


def _label(label: str, y: float) -> list[Mark2D]:
    """A label, in two lines where one is too long; in three, the last ends with an ellipsis."""
    font = fonts.load()
    lines, line = [], ""
    for word in label.split():
        wider = f"{line} {word}".strip()
        if line and font.width(wider, TYPE) > LABELS - 3:
            lines.append(line)
            line = word
        else:
            line = wider
    lines.append(line)
    if len(lines) > 2:
        lines = [lines[0], lines[1] + " …"]
    size = TYPE if len(lines) == 1 else SMALL
    first = y + size * 0.34 - (len(lines) - 1) * size * 0.55
    return [
        Words(LABELS - 2.5, first + number * size * 1.1, one, size, align="right")
        for number, one in enumerate(lines)
    ]


def _bar(row: Bar) -> Draw:
    def draw(y: float, across: Callable[[float], float]) -> list[Mark2D]:
        colour, pattern = row.look or (PLAIN, "")
        left, x = across(0), across(row.value)
        return [
            *(
                [_rectangle(left, y - 2.1, x - left, 4.2, _ground(colour, pattern), pattern, colour)]
                if x > left
                else []
            ),
            *_whisker(across(row.low), across(row.high), y, 1.2),
        ]

    return draw


def _range(row: Range) -> Draw:
    def draw(y: float, across: Callable[[float], float]) -> list[Mark2D]:
        colour, pattern = row.look or (PLAIN, "")
        left, right = across(row.low), across(row.high)
        return [
            *_whisker(across(row.least), across(row.most), y, 0.9),
            _rectangle(left, y - 2.1, max(right - left, 0.4), 4.2, _ground(colour, pattern), pattern, colour),
            Shape(
                ((across(row.middle), y - 2.7), (across(row.middle), y + 2.7)),
                closed=False,
                stroke="ink",
                width=0.7,
            ),
        ]

    return draw


def _point(row: Point) -> Draw:
    def draw(y: float, across: Callable[[float], float]) -> list[Mark2D]:
        return [
            *_whisker(across(row.low), across(row.high), y, 1.2),
            Disc(across(row.value), y, 1.1, fill="ink"),
        ]

    return draw


def _ground(colour: str, pattern: Pattern) -> str:
    """A side's pale ground under its pattern, or its colour alone."""
    return colour.replace("side:", "pale:") if pattern else colour


def _rectangle(
    x: float, y: float, width: float, height: float, fill: str, pattern: Pattern, stroke: str = ""
) -> Shape:
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return Shape(corners, fill=fill, stroke=stroke, pattern=pattern)


def _whisker(left: float, right: float, y: float, half: float) -> list[Mark2D]:
    lines = [
        ((left, y), (right, y)),
        ((left, y - half), (left, y + half)),
        ((right, y - half), (right, y + half)),
    ]
    return [Shape(line, closed=False, stroke="ink", width=0.3) for line in lines]


# ---------------------------------------------------------------- axes


def _step(least: float, whole: bool) -> float:
    """The smallest of 1, 2, 5, 10, … (or of their tenths) that is not less than `least`."""
    if whole and least <= 1:
        return 1.0
    unit = 10.0 ** floor(log10(least))
    return next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= least * 0.999)


def _ticks(low: float, high: float, *, whole: bool = False) -> list[float]:
    """Return round numbers, about six, from at or below `low` to at or above `high`."""
    if high <= low:
        low, high = low - 1, low + 1
    step = _step((high - low) / 6, whole)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [number * step for number in range(first, last + 1)]


def _percent(value: float) -> str:
    return f"{value:.0%}"
