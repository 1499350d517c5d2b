"""Drawings → SVG at their true size: text stays text, patterns stay legible in grey, the same drawing gives the same bytes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import groupby
from math import floor
from operator import sub

from rulewright.compiler.aids.formats import fontface
from rulewright.compiler.aids.formats.look import Look, palette
from rulewright.compiler.aids.model import (
    Colour,
    Disc,
    Drawing,
    Figure,
    Group,
    Imprint,
    Mark2D,
    Shape,
    Sheet,
    Words,
)

ANCHORS = {"left": "start", "centre": "middle", "right": "end"}
STEP = 1.6  # between two lines of a pattern, mm


def files(sheet: Sheet, imprint: Imprint, look: Look) -> Iterator[tuple[str, str]]:
    """Yield name and text of a file for each drawing of a sheet, each with the glyphs it needs."""
    colours = palette(imprint, look)
    for section in sheet.sections:
        for block in section.blocks:
            if isinstance(block, Figure):
                face = fontface.styles(*characters(block.drawing))
                text = drawn(block.drawing, colours, id=block.id, alt=block.alt, style=face)
                yield f"{sheet.id}-{block.id}.svg", text + "\n"


def drawn(
    drawing: Drawing, colours: Mapping[str, Colour], *, id: str = "", alt: str = "", style: str = ""
) -> str:
    """Return a drawing as an element `svg`.

    Args:
        id: makes the names of its patterns its own, where several drawings share a page.
        alt: read to people who do not see it; without one it is decoration.
        style: rules of its own, for a file that stands alone.
    """
    width, height = number(drawing.width), number(drawing.height)
    body, defs = _painted(drawing, tuple(colours.items()), id)
    told = f' role="img" aria-label="{escaped(alt)}"' if alt else ' aria-hidden="true"'
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="drawing" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}"{told}>'
    )
    sheet = f"<style>{style}svg{{{fontface.FAMILY}}}</style>" if style else ""
    return f"{head}{sheet}{f'<defs>{defs}</defs>' if defs else ''}{body}</svg>"


@lru_cache(32)
def _painted(drawing: Drawing, colours: tuple[tuple[str, Colour], ...], id: str) -> tuple[str, str]:
    """Return the elements of a drawing and its patterns: the same on a page and in a file of its own."""
    painter = _Painter(dict(colours), id)
    body = "".join(painter.shapes(drawing.shapes))
    return body, "".join(painter.patterns.values())


def characters(drawing: Drawing) -> tuple[set[str], set[str]]:
    """Return the characters of plain and of bold words of a drawing."""
    plain: set[str] = set()
    bold: set[str] = set()
    ahead: list[Mark2D] = list(drawing.shapes)
    while ahead:
        one = ahead.pop()
        if isinstance(one, Words):
            (bold if one.bold else plain).update(one.text)
        elif isinstance(one, Group):
            ahead.extend(one.shapes)
    return plain, bold


class _Painter:
    """Writes shapes; keeps the patterns that they ask for."""

    def __init__(self, colours: Mapping[str, Colour], id: str) -> None:
        self._colours = colours
        self._id = id
        self.patterns: dict[tuple[str, Colour], str] = {}

    def shapes(self, shapes: tuple[Mark2D, ...]) -> Iterator[str]:
        """Yield elements; neighbours of one style share one."""
        for style, members in groupby(shapes, _style):
            if style is not None and style[0] == "shape":
                yield self._path([one for one in members if isinstance(one, Shape)])
            elif style is not None:
                yield self._words([one for one in members if isinstance(one, Words)])
            else:
                for one in members:
                    yield self._disc(one) if isinstance(one, Disc) else self._group(one)

    def _path(self, shapes: list[Shape]) -> str:
        first = shapes[0]
        lines = "".join(outline(one) for one in shapes)
        # As a part of the pattern the ground would show a seam around every tile of it.
        has_ground = first.pattern and first.fill
        ground = f'<path d="{lines}" fill="{self.colour(first.fill)}"/>' if has_ground else ""
        return f'{ground}<path d="{lines}"{self._paint(first.fill, first.stroke, first.width, first)}/>'

    def _disc(self, disc: Disc) -> str:
        where = f'cx="{number(disc.x)}" cy="{number(disc.y)}" r="{number(disc.radius)}"'
        return f"<circle {where}{self._paint(disc.fill, disc.stroke, disc.width)}/>"

    def _paint(self, fill: Colour, stroke: Colour, width: float, shape: Shape | None = None) -> str:
        ground = self.colour(fill) if fill else "none"
        if shape is not None and shape.pattern:
            ground = f"url(#{self._pattern(shape.pattern, stroke)})"
        painted = f' fill="{ground}"'
        if stroke and width:
            painted += (
                f' stroke="{self.colour(stroke)}" stroke-width="{number(width)}" stroke-linejoin="round"'
            )
            if shape is not None and shape.dashed:
                painted += f' stroke-dasharray="{number(max(1.2, 3 * width))} {number(max(0.8, 2 * width))}"'
        return painted

    def _words(self, words: list[Words]) -> str:
        first = words[0]
        style = f' font-size="{number(first.size)}"'
        if first.align != "left":
            style += f' text-anchor="{ANCHORS[first.align]}"'
        if first.bold:
            style += ' font-weight="600"'
        style += f' fill="{self.colour(first.colour)}"'
        if len(words) == 1:
            return f"<text{style}{_place(first)}>{escaped(first.text)}</text>"
        inner = "".join(f"<text{_place(one)}>{escaped(one.text)}</text>" for one in words)
        return f"<g{style}>{inner}</g>"

    def _group(self, group: Mark2D) -> str:
        assert isinstance(group, Group)
        moved = f' transform="translate({number(group.x)} {number(group.y)})"' if group.x or group.y else ""
        title = f"<title>{escaped(group.title)}</title>" if group.title else ""
        return f"<g{moved}>{title}{''.join(self.shapes(group.shapes))}</g>"

    def _pattern(self, name: str, stroke: Colour) -> str:
        """The id of a pattern, made when it is first asked for."""
        line = self.colour(stroke or "line")
        key = (name, line)
        id = f"{self._id}-{name}-{len(self.patterns) + 1}" if self._id else f"{name}-{len(self.patterns) + 1}"
        if key not in self.patterns:
            side = number(STEP)
            self.patterns[key] = (
                f'<pattern id="{id}" width="{side}" height="{side}" patternUnits="userSpaceOnUse">'
                f"{PATTERNS[name].format(line=line)}</pattern>"
            )
            return id
        return self.patterns[key].split('"', 2)[1]

    def colour(self, name: Colour) -> Colour:
        """A colour as it is written, or that of its role."""
        return name if name.startswith("#") else self._colours[name]


PATTERNS = {
    "lines": '<path d="M-.2 .2L.2 -.2M0 1.6L1.6 0M1.4 1.8L1.8 1.4" stroke="{line}" stroke-width=".22" fill="none"/>',
    "back": '<path d="M-.2 1.4L.2 1.8M0 0L1.6 1.6M1.4 -.2L1.8 .2" stroke="{line}" stroke-width=".22" fill="none"/>',
    "bars": '<path d="M0 .8H1.6" stroke="{line}" stroke-width=".22" fill="none"/>',
    "cross": '<path d="M.8 0V1.6M0 .8H1.6" stroke="{line}" stroke-width=".12" fill="none"/>',
    "dots": '<circle cx=".4" cy=".4" r=".2" fill="{line}"/><circle cx="1.2" cy="1.2" r=".2" fill="{line}"/>',
    "waves": '<path d="M0 .8Q.4 .1 .8 .8T1.6 .8" stroke="{line}" stroke-width=".2" fill="none"/>',
}
"""On a square of STEP millimetres."""


def _style(one: Mark2D) -> tuple[object, ...] | None:
    if isinstance(one, Shape):
        return (
            "shape",
            one.fill,
            one.stroke,
            one.width,
            one.dashed,
            one.pattern,
            bool(one.fill or one.pattern),
        )
    if isinstance(one, Words):
        return ("words", one.size, one.align, one.bold, one.colour)
    return None


def outline(shape: Shape) -> str:
    """Return the line through the points as path data, each step from the one before."""
    across = [floor(x * 100 + 0.5) for x, _ in shape.points]
    down = [floor(y * 100 + 0.5) for _, y in shape.points]
    steps = tuple(zip(map(sub, across[1:], across), map(sub, down[1:], down), strict=True))
    return f"M{_hundredths(across[0])} {_hundredths(down[0])}l{_steps(steps)}{'z' if shape.closed else ''}"


@lru_cache(4096)
def _steps(steps: tuple[tuple[int, int], ...]) -> str:
    """Steps as they are written; the places of a map take the same ones."""
    numbers = [_hundredths(length) for step in steps for length in step]
    return "".join(one if index == 0 or one[0] == "-" else f" {one}" for index, one in enumerate(numbers))


def number(value: float) -> str:
    """Return a length to a hundredth of a millimetre, as short as it can be written."""
    return _hundredths(floor(value * 100 + 0.5))


@lru_cache(65536)
def _hundredths(value: int) -> str:
    sign = "-" if value < 0 else ""
    whole, rest = divmod(abs(value), 100)
    if not rest:
        return f"{sign}{whole}"
    return f"{sign}{whole or ''}.{rest:02d}".rstrip("0")


def _place(words: Words) -> str:
    x, y = number(words.x), number(words.y)
    turned = f' transform="rotate({number(words.turned)} {x} {y})"' if words.turned else ""
    return f' x="{x}" y="{y}"{turned}'


def escaped(words: str) -> str:
    """Return words as text of XML, and of an attribute in double quotes."""
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
