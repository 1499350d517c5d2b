"""Where the places of a map stand, and which sides they share: hexes, staggered squares and spaces, in millimetres."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import ceil, sqrt

from rulewright.compiler.aids.context import Thing

Point = tuple[float, float]
Edge = tuple[tuple[int, int], tuple[int, int]]

HEX_PITCH = sqrt(3) / 2  # from row to row, in widths of a hex
CORNER = 1 / sqrt(3)
HEX: tuple[Point, ...] = (
    *((0.5, -CORNER / 2), (0.5, CORNER / 2), (0.0, CORNER)),
    *((-0.5, CORNER / 2), (-0.5, -CORNER / 2), (0.0, -CORNER)),
)
SQUARE: tuple[Point, ...] = ((0.5, -0.5), (0.5, 0.5), (0.0, 0.5), (-0.5, 0.5), (-0.5, -0.5), (0.0, -0.5))
"""With a corner in the middle above and below: half a side is shared with each neighbour there."""
BOX: tuple[Point, ...] = ((0.4, -0.2), (0.4, 0.2), (-0.4, 0.2), (-0.4, -0.2))


class Grid:
    """Places of a map on paper.

    centres: of all places, in mm, also of those beyond the page; shown: the places of this page; size: the width of a place;
    shape: its corners about the centre.
    """

    def __init__(
        self,
        centres: Mapping[str, Point],
        shown: Iterable[str],
        size: float,
        shape: tuple[Point, ...],
        room: Point,
    ) -> None:
        self.centres = centres
        self.shown = dict.fromkeys(shown)
        self.size = size
        self.shape = shape
        self.width, self.height = room
        self._steps = tuple((across * size, down * size) for across, down in shape)
        self._edges: dict[str, list[tuple[Edge, Point, Point]]] = {}

    def corners(self, place: str) -> tuple[Point, ...]:
        """Return the corners of a place, clockwise from the upper right."""
        x, y = self.centres[place]
        return tuple((x + across, y + down) for across, down in self._steps)

    def edges(self, place: str) -> list[tuple[Edge, Point, Point]]:
        """Return the sides of a place, each with a name that is the same from the other side."""
        found = self._edges.get(place)
        if found is None:
            corners = self.corners(place)
            keys = [(round(x * 50), round(y * 50)) for x, y in corners]
            found = self._edges[place] = [
                (
                    (keys[one], keys[one - 1]) if keys[one] < keys[one - 1] else (keys[one - 1], keys[one]),
                    corners[one - 1],
                    corners[one],
                )
                for one in range(len(corners))
            ]
        return found

    def outline(self, places: Iterable[str]) -> list[tuple[Point, ...]]:
        """Return the border of an area as far as this page shows it, in as few lines as it has pieces."""
        border: dict[Edge, tuple[Point, Point, bool]] = {}
        for place in places:
            is_shown = place in self.shown
            for name, one, other in self.edges(place):
                if border.pop(name, None) is None:
                    border[name] = (one, other, is_shown)
        return _chained((one, other) for one, other, is_shown in border.values() if is_shown)

    def shared(self, one: str, other: str) -> tuple[Point, Point] | None:
        """Return the side between two places; None if they do not touch."""
        those = {name for name, _, _ in self.edges(other)}
        return next(((start, end) for name, start, end in self.edges(one) if name in those), None)


def _chained(lines: Iterable[tuple[Point, Point]]) -> list[tuple[Point, ...]]:
    """Join lines that run on from one another."""
    ahead: dict[tuple[int, int], list[tuple[Point, Point]]] = {}
    for line in lines:
        ahead.setdefault(_key(line[0]), []).append(line)
    chains = []
    for start in list(ahead):
        while ahead[start]:
            first, end = ahead[start].pop()
            chain = [first, end]
            while ahead.get(_key(end)):
                _, end = ahead[_key(end)].pop()
                chain.append(end)
            chains.append(tuple(chain))
    return chains


def _key(point: Point) -> tuple[int, int]:
    return round(point[0] * 50), round(point[1] * 50)


# ---------------------------------------------------------------- from the map to paper


def laid_out(map: Thing, places: Iterable[str], width: float, height: float, largest: float) -> Grid:
    """Lay out some places of a map with a grid in a room of that size, as large as they fit, up to `largest`."""
    shape = shape_of(map)
    units = {place: _unit(map, *where) for place, where in map["coordinates"].items()}
    kept = list(places)
    left, top, right, bottom = _extent([units[place] for place in kept], shape)
    size = min(largest, width / (right - left), height / (bottom - top))
    centres = {place: ((x - left) * size, (y - top) * size) for place, (x, y) in units.items()}
    return Grid(centres, kept, size, shape, ((right - left) * size, (bottom - top) * size))


def shape_of(map: Thing) -> tuple[Point, ...]:
    """Return the corners of a place, its width being 1."""
    return SQUARE if map["grid"] == "staggered" else HEX


def _extent(units: list[Point], shape: tuple[Point, ...]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of places of width 1."""
    reach = max(y for _, y in shape)
    across, down = [x for x, _ in units], [y for _, y in units]
    return min(across) - 0.5, min(down) - reach, max(across) + 0.5, max(down) + reach


def _unit(map: Thing, column: int, row: int) -> Point:
    """The centre of a place, its width being 1."""
    if map["grid"] == "axial":
        return column + row / 2, row * HEX_PITCH
    pushed = 0.5 if row % 2 == map["shifted"] else 0.0
    return column + pushed, row * (1.0 if map["grid"] == "staggered" else HEX_PITCH)


def spread_out(map: Thing, width: float, height: float) -> Grid:
    """Lay out a map of spaces: each as far to the right as it is steps from the first, in rows that wrap."""
    columns = _steps(map)
    longest = max(len(column) for column in columns)
    across = min(len(columns), 8)
    rows = ceil(len(columns) / across)
    size = min(36.0, width / across, height / (rows * longest * 0.55 + 0.2))
    pitch = size * 0.55
    centres: dict[str, Point] = {}
    for index, column in enumerate(columns):
        band, place_in_band = divmod(index, across)
        # Every other band runs back, so that its first space stands below the last of the band above.
        place_in_band = place_in_band if band % 2 == 0 else across - 1 - place_in_band
        for number, place in enumerate(column):
            y = band * longest * pitch + (number + (longest - len(column)) / 2 + 0.5) * pitch
            centres[place] = ((place_in_band + 0.5) * size, y)
    return Grid(centres, centres, size, BOX, (across * size, rows * longest * pitch))


def _steps(map: Thing) -> list[list[str]]:
    """The spaces by their distance from the first one; those that hang together with nothing come last."""
    beside: dict[str, list[str]] = {place: [] for place in map["places"]}
    for one, other, _ in map["links"]:
        beside[one].append(other)
        beside[other].append(one)
    left = dict.fromkeys(map["places"])
    columns: list[list[str]] = []
    while left:
        # An end of a line begins it.
        first = next((place for place in left if len(beside[place]) <= 1), next(iter(left)))
        ring = [first]
        while ring:
            columns.append(ring)
            for place in ring:
                del left[place]
            ring = [place for place in left if any(place in beside[one] for one in ring)]
    return columns


def tiles(map: Thing, width: float, height: float, least: float, most: int = 16) -> list[list[str]]:
    """Divide the places of a map among as few pages as give places of at least `least` mm, row after row of pages.

    Pages that meet share a column, or a row, so that they can be glued.
    """
    shape = shape_of(map)
    units = {place: _unit(map, *where) for place, where in map["coordinates"].items()}
    columns = {place: int(x) for place, (x, _) in units.items()}
    rows = {place: int(row) for place, (_, row) in map["coordinates"].items()}

    def size(tile: list[str]) -> float:
        left, top, right, bottom = _extent([units[place] for place in tile], shape)
        return min(width / (right - left), height / (bottom - top))

    best: tuple[float, list[list[str]]] = (0.0, [list(map["places"])])
    for pages in range(1, most + 1):
        for across in range(1, pages + 1):
            if pages % across:
                continue
            kept = {place: columns[place] for place in map["places"]}
            bands = _divided({place: rows[place] for place in map["places"]}, pages // across)
            strips = [set(strip) for strip in _divided(kept, across)]
            found = [[one for one in band if one in strip] for band in bands for strip in strips]
            found = [tile for tile in found if tile]
            smallest = min(size(tile) for tile in found)
            if smallest > best[0] + 0.01:
                best = smallest, found
        if best[0] >= least:
            break
    return best[1]


def _divided(line: dict[str, int], count: int) -> list[list[str]]:
    first, last = min(line.values()), max(line.values())
    each = ceil((last - first + count) / count)
    starts = [first + number * (each - 1) for number in range(count)]
    found = [[one for one in line if start <= line[one] < start + each] for start in starts]
    return [tile for tile in found if tile]
