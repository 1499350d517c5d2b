"""Signs that tell sides apart without a colour: a disc, a square, a triangle, a diamond, in the order of the sides."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.compiler.aids.context import Context
from rulewright.compiler.aids.model import Colour, Disc, Mark2D, Shape

POINTS = (
    ((-0.88, -0.88), (0.88, -0.88), (0.88, 0.88), (-0.88, 0.88)),
    ((0.0, -1.15), (1.1, 0.85), (-1.1, 0.85)),
    ((0.0, -1.25), (1.25, 0.0), (0.0, 1.25), (-1.25, 0.0)),
)
"""Of the signs after the disc, for a radius of 1."""


def number_of(context: Context, side: str, otherwise: int) -> int:
    """Return the number of a side's sign."""
    return list(context.sides).index(side) if side in context.sides else otherwise


def drawn(
    number: int, x: float, y: float, radius: float, fill: Colour, stroke: Colour, width: float
) -> Iterator[Mark2D]:
    """Yield a sign at a point."""
    if number % 4 == 0:
        yield Disc(x, y, radius, fill, stroke, width)
    else:
        points = tuple((x + across * radius, y + down * radius) for across, down in POINTS[number % 4 - 1])
        yield Shape(points, True, fill, stroke, width)


def barred(x: float, y: float, radius: float, colour: Colour) -> Iterator[Mark2D]:
    """Yield a cross: not for that side."""
    for slope in (1, -1):
        ends = ((x - radius, y - slope * radius), (x + radius, y + slope * radius))
        yield Shape(ends, False, "", colour, radius * 0.4)
