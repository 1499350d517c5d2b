"""Maps with a grid: every place with its name, regions, ports, lines, barriers and values, and a legend for them."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.compiler.aids import errors, words
from rulewright.compiler.aids.context import Context, Thing, titled
from rulewright.compiler.aids.model import (
    CHANGED,
    Block,
    Disc,
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
from rulewright.compiler.aids.sheets import grid, legend, paper, place_values, regions, signs
from rulewright.compiler.aids.sheets.grid import Grid
from rulewright.compiler.aids.sheets.place_values import PlaceValues
from rulewright.compiler.aids.sheets.regions import Drawn

LEAST = 7.0  # mm from side to side of a place; below that its name is not legible
LARGEST = 22.0
EDGE = 0.6  # mm


def sections(context: Context, part: Part) -> list[Section]:
    """Return each map on as many pages as make it legible, then what its signs mean and its places."""
    orientation = getattr(part, "orientation", "portrait")
    return [
        one for id in part.of for one in of_map(context, context.by_kind["maps"][id], orientation, part.size)
    ]


def of_map(context: Context, map: Thing, orientation: str, wanted: float = 0.0) -> Iterator[Section]:
    """Yield the pages of a map, its legend, and its table of places.

    wanted: the width of a place in mm; 0 for as few pages as are legible, and places as large as they fit there.
    """
    width, height = (one - 2 * EDGE for one in paper.ROOM[orientation])
    parts = grid.tiles(map, width, height, wanted or LEAST)
    whole = grid.laid_out(map, map["places"], 1000, 1000, 10)
    looks, told = regions.chosen(context, map, whole)
    values = place_values.of_map(context, map)
    size = min(grid.laid_out(map, one, width, height, wanted or LARGEST).size for one in parts)
    if size < wanted:
        raise errors.no_room(f"a place of {wanted:g} mm on map `{map['id']}`", width, height)
    name = titled(map, map["id"])
    changed: Text = (Run(CHANGED, "small"),) if (map["id"],) in context.changed else ()
    for number, places in enumerate(parts, 1):
        drawing = drawn(context, map, grid.laid_out(map, places, width, height, size), looks, values)
        is_alone = len(parts) == 1
        where = (
            ""
            if is_alone
            else f", part {number} of {len(parts)} ({_short(map, places[0])} to {_short(map, places[-1])})"
        )
        figure = Figure(
            map["id"] if is_alone else f"{map['id']}_{number}",
            (Run(name, "strong"), Run(where), *changed),
            drawing,
            _alt(map, name, len(places), looks),
        )
        yield Section((), (figure,), together=True, wide=True)
    key = (legend.figure(context, map, looks, values, width),) if legend.is_needed(map, looks, values) else ()
    blocks: list[Block] = [Paragraph(text(words)) for words in told]
    if len(parts) > 1:
        blocks.append(
            Paragraph(text("Parts that meet show the places on their seam twice: lay one over the other."))
        )
    if map["facing"]:
        blocks.insert(0, legend.directions(map))
    yield Section((), (*key, *blocks), together=True, wide=True)
    table = place_values.table(context, map, values)
    if table is not None:
        yield Section((), (table,), wide=True)


def _alt(map: Thing, name: str, count: int, looks: list[Drawn]) -> str:
    shown = ", ".join(one.title for one in looks)
    regions_shown = f" Regions: {shown}." if shown else ""
    return f"{name}: {count} {map['place_word']} places with their names.{regions_shown} A table of named places follows."


# ---------------------------------------------------------------- the drawing


def drawn(context: Context, map: Thing, on: Grid, looks: list[Drawn], values: PlaceValues) -> Drawing:
    """Return the places of a grid with all that lies on them, from the ground upwards."""
    shapes: list[Mark2D] = [Shape(on.corners(one), fill="sea", stroke="line", width=0.12) for one in on.shown]
    for look in looks:
        shapes += _region(look, on)
    shapes += _ways(map, on)
    shapes += _closed(context, map, on)
    named = _named_places(context, map, on, values)
    shapes += (ground for ground, _ in named)
    shapes += _coordinates(map, on, looks)
    shapes += _values(context, values, on)
    shapes += _signs(context, values, on)
    shapes += (words for _, words in named)
    # Lines on the edge are half outside of it.
    return Drawing(on.width + 2 * EDGE, on.height + 2 * EDGE, (Group(tuple(shapes), EDGE, EDGE),))


def _region(look: Drawn, on: Grid) -> Iterator[Mark2D]:
    here = [place for place in look.places if place in on.shown]
    if look.kind == "line":
        for one, other in regions.joints(look.places, on):
            if one in on.shown and other in on.shown:
                # A little below the middle, so that it runs beside the names of the places.
                ends = tuple((x, y + 0.12 * on.size) for x, y in (on.centres[one], on.centres[other]))
                yield Shape(ends, False, "", look.colour, look.width, look.dashed)
    elif look.kind == "bordered":
        for line in on.outline(look.places):
            yield Shape(line, False, "", look.colour, look.width, look.dashed)
    else:
        for place in here:
            yield Shape(on.corners(place), True, look.colour, "line", 0.12, False, look.pattern)


def _ways(map: Thing, on: Grid) -> Iterator[Mark2D]:
    """Barriers as bars, links as lines with a ring at each end, exits as bars on all other sides."""
    for one, other, side in map["barriers"]:
        if one in on.shown and other in on.shown and (line := on.shared(one, other)):
            yield Shape(line, False, "", f"side:{side}" if side else "ink", min(1.2, on.size * 0.13), False)
    for one, other, side in map["links"]:
        if one in on.shown and other in on.shown:
            colour = f"side:{side}" if side else "ink"
            ends = _towards(on, one, other), _towards(on, other, one)
            yield Shape(ends, False, "", colour, on.size * 0.07, bool(side))
            yield from (Disc(x, y, on.size * 0.07, "paper", colour, on.size * 0.04) for x, y in ends)
    for place, allowed in map["exits"].items():
        if place in on.shown:
            free = {name for one in allowed if one in on.centres for name, _, _ in on.edges(one)}
            for name, start, end in on.edges(place):
                if name not in free:
                    yield Shape((start, end), False, "", "ink", min(0.9, on.size * 0.09), True)


def _towards(on: Grid, one: str, other: str) -> grid.Point:
    (x, y), (to_x, to_y) = on.centres[one], on.centres[other]
    return x + (to_x - x) * 0.3, y + (to_y - y) * 0.3


def _closed(context: Context, map: Thing, on: Grid) -> Iterator[Mark2D]:
    for place, side in map["closed"]:
        if place in on.shown:
            x, y = on.centres[place]
            number = list(context.sides).index(side)
            yield from signs.barred(x + (number - 0.5) * on.size * 0.3, y, on.size * 0.12, f"side:{side}")


def _coordinates(map: Thing, on: Grid, looks: list[Drawn]) -> Iterator[Mark2D]:
    """The names of all places; on a hatched ground they stand on a strip of its colour."""
    size = min(3.0, on.size * 0.27)
    grounds = {place: one.colour for one in looks if one.pattern for place in one.places}
    for place in on.shown:
        x, y = on.centres[place]
        box = f"map `{map['id']}`, place `{place}`"
        up = on.size * (0.29 if on.shape is grid.HEX else 0.26)
        name, room, below = _short(map, place), on.size * 0.8, y - up + size * 0.33
        words = paper.fitted(x, below, name, size=size, width=room, least=1.2, box=box, colour="quiet")
        if place in grounds:
            half = paper.width(name, words.size) / 2 + 0.3
            top, low = below - words.size * 0.72, below + words.size * 0.1
            corners = ((x - half, top), (x + half, top), (x + half, low), (x - half, low))
            yield Shape(corners, True, grounds[place], "", 0.0)
        yield words


def _short(map: Thing, place: str) -> str:
    """A place as its map prints it: on a round board without the name of the board, `6,0`."""
    return place.removeprefix(f"{map['id']}_").replace("_", ",")


def _values(context: Context, values: PlaceValues, on: Grid) -> Iterator[Mark2D]:
    """Numbers in the lower corners, each in the sign of its side."""
    size = on.size * 0.24
    for index, column in enumerate(values.numbers[: place_values.SHOWN_NUMBERS]):
        number = signs.number_of(context, column.side, index)
        across = (-0.33 if index == 0 else 0.33) * on.size
        colour = f"side:{column.side}" if column.side else "ink"
        here = [one for one in column.values if one in on.shown]
        for place in here:
            x, y = on.centres[place]
            yield from signs.drawn(
                number, x + across, y + on.size * 0.03, on.size * 0.145, "paper", colour, 0.18
            )
        for place in here:
            x, y = on.centres[place]
            shown = words.constant(context, column.values[place])
            yield Words(x + across, y + on.size * 0.03 + size * 0.33, shown, size, "centre", True, colour)


def _signs(context: Context, values: PlaceValues, on: Grid) -> Iterator[Mark2D]:
    """A sign for each kind of name."""
    for kind, column in enumerate(values.names[: place_values.SHOWN_NAMES]):
        for place in column.values:
            if place in on.shown:
                x, y = on.centres[place]
                owner = column.owners.get(place, "")
                colour = f"side:{owner}" if owner else "ink"
                number = signs.number_of(context, owner, 0)
                fill = colour if kind == 0 else "paper"
                yield from signs.drawn(
                    number,
                    x + (kind - 0.5) * on.size * 0.21,
                    y + on.size * 0.03,
                    on.size * 0.085,
                    fill,
                    colour,
                    0.3,
                )


def _named_places(
    context: Context, map: Thing, on: Grid, values: PlaceValues
) -> list[tuple[Shape, Words]]:
    """Names of the first kind with their grounds, which lie below all that is written on the map."""
    taken: list[tuple[float, float, float, float]] = []
    return [
        _named(map, on, place, words.constant(context, value), taken)
        for column in values.names[:1]
        for place, value in column.values.items()
        if place in on.shown
    ]


def _named(
    map: Thing, on: Grid, place: str, name: str, taken: list[tuple[float, float, float, float]]
) -> tuple[Shape, Words]:
    """A name below its place, pushed aside where another stands; it says so where no place is left."""
    size = max(1.9, min(3.0, on.size * 0.27))
    x, y = on.centres[place]
    wide = paper.width(name, size, bold=True)
    box = f"map `{map['id']}`, place `{place}`"
    for down in (0.46, 0.6, 0.36):
        for push in (0.0, 0.25, -0.25, 0.5, -0.5):
            left = min(max(x - wide / 2 + push * wide, 0.3), on.width - wide - 0.3)
            top = min(y + down * on.size - size, on.height - size * 1.2)
            room = left - 0.3, top, left + wide + 0.3, top + size * 1.15
            if left >= 0 and not any(_overlap(room, one) for one in taken):
                taken.append(room)
                corners = ((room[0], room[1]), (room[2], room[1]), (room[2], room[3]), (room[0], room[3]))
                return (
                    Shape(corners, True, "paper", "", 0.0),
                    Words(left, top + size * 0.87, name, size, "left", True),
                )
    raise errors.too_long(name, box, wide, on.size)


def _overlap(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
