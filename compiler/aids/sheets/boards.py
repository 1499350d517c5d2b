"""Boards: spaces joined by lines, round boards with directions, and boards whose zones are numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.compiler.aids import errors, words
from rulewright.compiler.aids.context import Context, Thing, cites_of, is_assumed, titled
from rulewright.compiler.aids.model import (
    Block,
    Drawing,
    Figure,
    Group,
    Mark2D,
    Paragraph,
    Run,
    Section,
    Shape,
    Text,
    Words,
    text,
)
from rulewright.compiler.aids.parts import Part
from rulewright.compiler.aids.sheets import grid, legend, paper, place_values, regions, search_map, signs
from rulewright.compiler.aids.sheets.grid import Grid

Json = Any
COUNTER = 16.5  # mm: a zone holds a counter
LANE = 40.0
WIDEST_ZONE = 26.0
STRIP = 5.2  # of a lane: whose it is


def sections(context: Context, part: Part) -> list[Section]:
    """Return each board: maps of spaces or hexes, and defines that divide a range of numbers."""
    orientation = getattr(part, "orientation", "landscape")
    found: list[Section] = []
    for id in part.of:
        map = context.find("maps", id)
        if map is None:
            found += numbered(context, context.by_kind["defines"][id], orientation)
        elif map["grid"] == "spaces":
            found += of_spaces(context, map, orientation)
        else:
            found += search_map.of_map(context, map, orientation)
    return found


def _caption(thing: Thing) -> Text:
    cites = ", ".join(cites_of(thing))
    name: Text = (Run(titled(thing, thing["id"]), "strong", is_assumed(thing)),)
    return (*name, Run(f" [{cites}]", "cite")) if cites else name


# ---------------------------------------------------------------- spaces


def of_spaces(context: Context, map: Thing, orientation: str) -> Iterator[Section]:
    """Yield a map of spaces with its legend and its places."""
    width, height = paper.ROOM[orientation]
    on = grid.spread_out(map, width, height)
    looks, told = regions.chosen(context, map, on)
    values = place_values.of_map(context, map)
    shapes: list[Mark2D] = []
    for one, other, side in map["links"]:
        ends = on.centres[one], on.centres[other]
        shapes.append(Shape(ends, False, "", f"side:{side}" if side else "ink", 0.5, bool(side)))
    for one, other, side in map["barriers"]:
        (x, y), (to_x, to_y) = on.centres[one], on.centres[other]
        shapes += signs.barred((x + to_x) / 2, (y + to_y) / 2, 1.6, f"side:{side}" if side else "ink")
    for place in on.centres:
        look = next((one for one in looks if place in one.places), None)
        fill = look.colour if look is not None and look.pattern else "paper"
        pattern = look.pattern if look is not None else ""
        shapes.append(Shape(on.corners(place), True, fill, "line", 0.12, False, pattern))
        shapes.append(Shape(on.corners(place), True, "", "ink", 0.4))
        shapes += _said(map, on, place)
    for place, side in map["closed"]:
        x, y = on.centres[place]
        shapes += signs.barred(x, y + on.size * 0.13, 1.4, f"side:{side}")
    name = titled(map, map["id"])
    ways = "; ".join(f"{one} – {other}" for one, other, _ in map["links"])
    figure = Figure(map["id"], _caption(map), Drawing(on.width, on.height, tuple(shapes)), f"{name}: {ways}")
    blocks: list[Block] = [figure]
    if legend.is_needed(map, looks, values):
        blocks.append(legend.figure(context, map, looks, values, width))
    blocks += [Paragraph(text(words)) for words in told]
    yield Section((), tuple(blocks), together=True, wide=True)
    table = place_values.table(context, map, values)
    if table is not None:
        yield Section((), (table,), wide=True)


def _said(map: Thing, on: Grid, place: str) -> Iterator[Mark2D]:
    """The name of a space in its box, in as many lines as it needs."""
    x, y = on.centres[place]
    width, height = on.size * 0.76, on.size * 0.38
    box = f"map `{map['id']}`, space `{place}`"
    name = place.replace("_", " ")
    for size in (3.6, 3.2, 2.8, 2.4, 2.1):
        lines = paper.lines(name, size, 10_000, box=box)
        if paper.width(name, size, bold=True) > width:
            if any(paper.width(word, size, bold=True) > width for word in name.split()):
                continue
            lines = paper.lines(name, size, width, box=box, bold=True)
        if len(lines) * size * 1.15 <= height:
            top = y - len(lines) * size * 1.15 / 2
            for number, line in enumerate(lines):
                yield Words(x, top + size * 1.15 * number + size * 0.9, line, size, "centre", True)
            return
    raise errors.too_long(name, box, paper.width(name, 2.1, bold=True), width)


# ---------------------------------------------------------------- numbers


def numbered(context: Context, define: Thing, orientation: str) -> Iterator[Section]:
    """Yield a board of zones from the lowest to the highest number, in bands of one value, with a lane for each side."""
    value, params = define["value"], define["params"]
    limits = params[0].get("range") if len(params) == 1 else None
    if (
        not isinstance(value, list)
        or value[0] != "lookup"
        or not limits
        or None in limits
        or value[1]["columns"]
    ):
        raise errors.no_board(define["id"])
    low, high = limits
    bands = [(_value(value[1], zone), zone) for zone in range(low, high + 1)]
    width, _ = paper.ROOM[orientation]
    most = max(1, int(width // COUNTER))
    pages = _pages(bands, most)
    name = titled(define, define["id"])
    step = min(width / max(map(len, pages)), WIDEST_ZONE)  # pages lie beside each other
    for number, page in enumerate(pages, 1):
        before = len({value for one in pages[: number - 1] for value, _ in one})
        drawing = _zones(context, define, page, step, before)
        first, last = page[0][1], page[-1][1]
        where = f", {first} to {last}" if len(pages) > 1 else ""
        id = define["id"] if len(pages) == 1 else f"{define['id']}_{number}"
        alt = f"{name}: zones {first} to {last}, a lane for each side"
        yield Section(
            (), (Figure(id, (*_caption(define), Run(where)), drawing, alt),), together=True, wide=True
        )


def _value(lookup: Json, zone: int) -> Json:
    for row in lookup["rows"]:
        for key in row["keys"]:
            if "otherwise" in key or key.get("is") == zone:
                return row["cells"][0]
            if (
                "from" in key
                and (key["from"] is None or key["from"] <= zone)
                and (key["to"] is None or zone <= key["to"])
            ):
                return row["cells"][0]
    return None


def _pages(bands: list[tuple[Json, int]], most: int) -> list[list[tuple[Json, int]]]:
    """Zones by page: whole bands, as even as they go."""
    count = -(-len(bands) // most)
    even = -(-len(bands) // count)
    pages: list[list[tuple[Json, int]]] = [[]]
    for index, one in enumerate(bands):
        is_new_band = index > 0 and bands[index - 1][0] != one[0]
        rest = next((n for n, other in enumerate(bands[index:]) if other[0] != one[0]), len(bands) - index)
        if is_new_band and (len(pages[-1]) >= even or len(pages[-1]) + rest > most):
            pages.append([])
        pages[-1].append(one)
    return pages


def _zones(
    context: Context, define: Thing, page: list[tuple[Json, int]], step: float, band: int
) -> Drawing:
    """Draw the zones of a page. band: how many bands came before it, as every other one is shaded."""
    sides = list(context.sides)
    top, height = 8.0, 8.0 + 7.0 + LANE * len(sides)
    shapes: list[Mark2D] = []
    for index, (value, zone) in enumerate(page):
        x = index * step
        if index and page[index - 1][0] != value:
            band += 1
        corners = ((x, top), (x + step, top), (x + step, height), (x, height))
        shapes.append(Shape(corners, True, "shade" if band % 2 == 0 else "paper", "line", 0.2))
        shapes.append(Words(x + step / 2, top + 5.2, words.constant(context, zone), 4.2, "centre", True))
    start = 0
    for index in range(1, len(page) + 1):
        if index == len(page) or page[index][0] != page[start][0]:
            x, end = start * step, index * step
            shapes.append(Shape(((x, 0.2), (end, 0.2), (end, height), (x, height)), True, "", "ink", 0.5))
            said = words.constant(context, page[start][0])
            box = f"board `{define['id']}`, band of zone {page[start][1]}"
            shapes.append(
                paper.fitted(
                    (x + end) / 2, 6.0, said, size=5.5, width=end - x - 2, least=2.2, box=box, bold=True
                )
            )
            start = index
    for number, side in enumerate(sides):
        y = top + 7.0 + LANE * number
        right = len(page) * step
        shapes.append(
            Shape(((0, y), (right, y), (right, y + STRIP), (0, y + STRIP)), True, "paper", "line", 0.2)
        )
        shapes.append(Shape(((0, y), (right, y)), False, "", "ink", 0.4))
        shapes += signs.drawn(number, 3.0, y + 2.7, 1.3, f"side:{side}", f"side:{side}", 0.2)
        shapes.append(Words(5.6, y + 3.8, context.sides[side], 3.2, "left", True, f"side:{side}"))
    return Drawing(len(page) * step + 0.4, height + 0.4, (Group(tuple(shapes), 0.2, 0.2),))
