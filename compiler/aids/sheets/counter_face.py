"""One side of a counter: what stands on it and where, in type that fits or an error that names the counter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from rulewright.compiler.aids import errors
from rulewright.compiler.aids.model import Group, Mark2D, Shape, Words
from rulewright.compiler.aids.sheets import paper

DESIGN = 16.0
"""Lengths below are for a counter of that size, in mm; they grow and shrink with it, but no type is smaller than LEAST."""
LEAST = 1.55
READABLE = 1.8
"""Type in mm that is read at arm's length; smaller only where nothing else gives way."""
BLEED = 1.0
BAND = 4.0
MARGIN = 0.8
GAP = 0.8
NAME_SIZES = (3.4, 3.0, 2.6, 2.4, 2.2, 2.0, 1.85, 1.7, 1.6)
NUMBER_SIZES = (7.0, 5.6, 4.4)
LINE = 1.08
HEAVY = 0.9
FRAME = 0.9
"""Lines in mm: below a dark band, and how far a chit's frame stands from the cut."""

Look = Literal["even", "odd", "marker", "chit"]


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a counter.

    name: in the middle, in as large a type as fits. top, bottom: words at the left and right. lines: below the name.
    look: sides of a game take turns in `even` (a dark band) and `odd` (a light one, underlined), so that they differ in grey as well.
    """

    name: str
    side: str | None = None
    top: tuple[str, str] = ("", "")
    bottom: tuple[str, str] = ("", "")
    lines: tuple[str, ...] = ()
    look: Look = "marker"


def drawn(face: Face, x: float, y: float, size: float, *, of: str) -> Group:
    """Return a face whose cut edge is at x, y; its ground bleeds over the edge by BLEED.

    Args:
        of: what the counter is, for the message of RW0620.
    """
    shapes = (*_ground(face, size), *_words(face, size, of))
    return Group(shapes, x, y, of)


def _ground(face: Face, size: float) -> Iterator[Shape]:
    low, high, band = -BLEED, size + BLEED, BAND * size / DESIGN
    side = f"side:{face.side}" if face.side else "ink"
    fill = "chit" if face.look == "chit" else f"pale:{face.side}" if face.side else "shade"
    yield _box(low, low, high, high, fill)
    if face.look == "even":
        yield _box(low, low, high, band, f"band:{face.side}" if face.side else "chit")
        # To save ink the band is left white: then these lines tell the sides apart.
        yield _line(low, band - HEAVY / 2, high, side, HEAVY)
        near, far = FRAME / 3, size - FRAME / 3
        frame = f"frame:{face.side}" if face.side else "shade"
        yield Shape(((near, band), (near, far), (far, far), (far, band)), False, "", frame, 0.3)
    elif face.look == "chit":
        yield Shape(_square(FRAME, size - FRAME), stroke="on-chit", width=0.3)
    elif face.look == "odd":
        yield _line(low, band, high, side, 0.5)
    elif face.look == "marker":
        yield _line(low, 0.9 * size / DESIGN, high, "ink", 0.5)
        yield _line(low, size - 0.9 * size / DESIGN, high, "ink", 0.5)


def _square(low: float, high: float) -> tuple[tuple[float, float], ...]:
    return ((low, low), (high, low), (high, high), (low, high))


def _box(left: float, top: float, right: float, bottom: float, fill: str) -> Shape:
    return Shape(((left, top), (right, top), (right, bottom), (left, bottom)), fill=fill)


def _line(left: float, y: float, right: float, stroke: str, width: float) -> Shape:
    return Shape(((left, y), (right, y)), closed=False, stroke=stroke, width=width)


def _words(face: Face, size: float, of: str) -> Iterator[Mark2D]:
    unit = size / DESIGN
    has_band = face.look in ("even", "odd")
    band_ink = f"on:{face.side}" if face.side else "on-chit"
    ink = {"even": band_ink, "odd": f"side:{face.side}" if face.side else "ink"}.get(face.look, "ink")
    if has_band:
        yield from _pair(face.top, 2.7, BAND * unit - 1.1 * unit, size, ink, f"{of}, above")
    yield from _pair(face.bottom, 3.5, size - 1.1 * unit, size, "ink", f"{of}, below")
    top = (BAND + 0.5) * unit if has_band else 1.5 * unit
    bottom = size - (4.3 if any(face.bottom) else 1.3) * unit
    yield from _middle(face, size, top, bottom, "on-chit" if face.look == "chit" else "ink", of)


def _pair(
    words: tuple[str, str], largest: float, y: float, size: float, ink: str, of: str
) -> Iterator[Words]:
    """Words at the left in bold, and words or a number at the right, beside each other on a line."""
    unit = size / DESIGN
    left, right = words
    room = size - 2 * MARGIN * unit
    is_number = bool(right) and not right[-1].isalpha()
    sizes = [largest * unit, (largest if is_number and len(right) <= 3 else 2.1) * unit]
    gap = GAP * unit if left and right else 0.0

    def taken() -> float:
        return paper.width(left, sizes[0], bold=True) + paper.width(right, sizes[1], bold=is_number) + gap

    # What is at the right gives way first, and both before either is hard to read.
    for index, least in ((1, READABLE), (0, READABLE), (1, LEAST), (0, LEAST)):
        over = taken() - room
        if over > 0 and words[index]:
            width = paper.width(words[index], sizes[index], bold=index == 0 or is_number)
            sizes[index] = max(min(sizes[index], least), sizes[index] * max(0.0, width - over) / width)
    if taken() > room + 1e-6:
        raise errors.too_long(" ".join(words).strip(), of, taken(), room)
    if left:
        yield Words(MARGIN * unit, y, left, round(sizes[0], 2), "left", True, ink)
    if right:
        yield Words(size - MARGIN * unit, y, right, round(sizes[1], 2), "right", is_number, ink)


def _middle(face: Face, size: float, top: float, bottom: float, ink: str, of: str) -> Iterator[Words]:
    unit = size / DESIGN
    room = size - 2 * MARGIN * unit
    sizes = (*NUMBER_SIZES, *NAME_SIZES) if len(face.name) <= 2 else NAME_SIZES
    for height in (*(one * unit for one in sizes if one * unit >= LEAST), LEAST):
        small = max(LEAST, min(height, 2.1 * unit))
        broken = _broken(face, height, small, room)
        if broken and sum(one * LINE for _, one, _ in broken) <= bottom - top:
            break
    else:
        words = " ".join((face.name, *face.lines))
        widest = max(paper.width(word, LEAST, bold=True) for word in words.split())
        if widest > room:
            raise errors.too_long(words, of, widest, room)
        lines = _broken(face, LEAST, LEAST, room)
        raise errors.too_high(words, of, len(lines) * LEAST * LINE, bottom - top)
    y = top + (bottom - top - sum(one * LINE for _, one, _ in broken)) / 2
    for words, height, bold in broken:
        y += height * LINE
        yield Words(size / 2, y - 0.28 * height, words, round(height, 2), "centre", bold, ink)


def _broken(face: Face, height: float, small: float, room: float) -> list[tuple[str, float, bool]]:
    """Lines of the middle with their type; none if a word is too wide."""
    found: list[tuple[str, float, bool]] = []
    for words, size, bold in ((face.name, height, True), *((line, small, False) for line in face.lines)):
        try:
            found += [(line, size, bold) for line in paper.lines(words, size, room, box="", bold=bold)]
        except errors.AidError:
            return []
    return found
