"""Maps: who neighbours whom, how far it is, and what lies ahead.

Source: docs/artifact.md, sections 2 ("map") and 3 ("Paths", "Facing"). All maps share one row of place
numbers, so one table of neighbours serves them all.
"""

from __future__ import annotations

from typing import Any

from rulewright.runtime import errors
from rulewright.runtime.link.names import Names

DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""Axial steps, clockwise from east, with rows that grow downward."""

Lists = tuple[tuple[int, ...], ...]
Distances = tuple[int | None, ...]


class Rows(dict[int, Distances]):
    """Distances from a place to every place, worked out when they are first asked for, and kept: a map never changes."""

    def __init__(self, geometry: Geometry) -> None:
        super().__init__()
        self.geometry = geometry
        self._by_map: dict[str, list[tuple[int, int, int]]] = {}

    def __missing__(self, p: int) -> Distances:
        names, here = self.geometry.names, self.geometry.coordinates[p]
        row: list[int | None] = [None] * names.first_piece
        if here is None:
            for q, steps in self._by_links(p).items():
                row[q] = steps
        else:
            column, line = here
            for q, a, b in self._spots(names.place_map[p]):
                row[q] = (abs(a - column) + abs(b - line) + abs(a - column + b - line)) >> 1
        self[p] = tuple(row)
        return self[p]

    def _spots(self, map: str) -> list[tuple[int, int, int]]:
        """Return the places of a map with a grid, each with its coordinates."""
        found = self._by_map.get(map)
        if found is None:
            at = self.geometry.coordinates
            places = self.geometry.names.map_places[map]
            found = self._by_map[map] = [(q, *spot) for q in places if (spot := at[q]) is not None]
        return found

    def _by_links(self, p: int) -> dict[int, int]:
        """Breadth first, on a map without a grid."""
        reached = {p: 0}
        front = [p]
        for here in front:
            for there in sorted(self.geometry.touching[here]):
                if there not in reached:
                    reached[there] = reached[here] + 1
                    front.append(there)
        return reached


class Geometry:
    """The places of a document and what lies beside what.

    neighbours: one table per side, then one for no side; each gives the places that may be entered from a place.
    touching: per place, every place that the grid or any link puts beside it.
    ahead: per direction, per place, the next place or None.
    """

    def __init__(self, names: Names) -> None:
        self.names = names
        count = names.first_piece
        self.coordinates: list[tuple[int, int] | None] = [None] * count
        self.rows = Rows(self)
        self._near: dict[Any, tuple[int, ...]] = {}
        touching: list[set[int]] = [set() for _ in range(count)]
        open_to: list[list[set[int]]] = [[set() for _ in range(count)] for _ in range(len(names.side_ids) + 1)]
        for map in names.document["maps"]:
            self._grid(map)
        by_spot = {(names.place_map[p], at): p for p, at in enumerate(self.coordinates) if at is not None}
        self.ahead: tuple[tuple[int | None, ...], ...] = tuple(
            tuple(None if at is None else by_spot.get((names.place_map[p], (at[0] + dq, at[1] + dr))) for p, at in enumerate(self.coordinates))
            for dq, dr in DIRECTIONS
        )
        for row in self.ahead:
            for p, q in enumerate(row):
                if q is not None:
                    touching[p].add(q)
                    for table in open_to:
                        table[p].add(q)
        for map in names.document["maps"]:
            self._passages(map, touching, open_to)
        self.touching = tuple(frozenset(found) for found in touching)
        self.neighbours: tuple[Lists, ...] = tuple(tuple(tuple(sorted(found)) for found in table) for table in open_to)

    def _grid(self, map: Any) -> None:
        grid = map["grid"]
        if grid == "spaces":
            return
        for id, (a, b) in map["coordinates"].items():
            self.coordinates[self.names.place(map["id"], id)] = (a, b) if grid == "axial" else _axial(a, b, map["shifted"])

    def _passages(self, map: Any, touching: list[set[int]], open_to: list[list[set[int]]]) -> None:
        names = self.names
        nobody = len(names.side_ids)

        def tables(side: str | None) -> range | tuple[int]:
            return range(nobody + 1) if side is None else (names.side(side),)

        for first, second, side in map["barriers"]:
            a, b = names.place(map["id"], first), names.place(map["id"], second)
            for table in tables(side):
                open_to[table][a].discard(b)
                open_to[table][b].discard(a)
        # After the barriers: a link leads through one, like a canal through land.
        for first, second, side in map["links"]:
            a, b = names.place(map["id"], first), names.place(map["id"], second)
            touching[a].add(b)
            touching[b].add(a)
            for table in tables(side):
                open_to[table][a].add(b)
                open_to[table][b].add(a)
        for id, exits in map["exits"].items():
            here = names.place(map["id"], id)
            allowed = {names.place(map["id"], exit) for exit in exits}
            for ways in open_to:
                ways[here] &= allowed
                for there in range(names.first_piece):
                    if there not in allowed:
                        ways[there].discard(here)
        for id, side in map["closed"]:
            here = names.place(map["id"], id)
            for entered in open_to[names.side(side)]:
                entered.discard(here)

    # ---------------------------------------------------------------- asked at play

    def distance(self, p: Any, q: Any) -> int | None:
        """Return the steps from `p` to `q` (to the nearest, of a path or set); None if there is no way."""
        if type(p) is int and type(q) is int:
            return self.rows[p][q]
        if p is None or q is None:
            return None
        found = [
            steps
            for a in (p if type(p) is tuple else (p,))
            for b in (q if type(q) is tuple else (q,))
            if (steps := self.rows[a][b]) is not None
        ]
        return min(found) if found else None

    def travelled(self, places: Any) -> int | None:
        """Return the steps from each place to the next, summed; None if one is none, or there is no way."""
        if not places:
            return 0
        rows = self.rows
        total, here = 0, places[0]
        try:
            for place in places:
                total += rows[here][place]
                here = place
        except TypeError:
            return None  # a place or a distance is none
        return total

    def near(self, members: tuple[int, ...], p: Any, steps: Any) -> tuple[int, ...]:
        """Return the places of a map, all of which are `members`, that are at most `steps` from `p`."""
        if p is None or steps is None:
            return ()
        key = (members[0] if members else 0, p, steps)
        found = self._near.get(key)
        if found is None:
            found = self._near[key] = tuple(q for q in members if (away := self.distance(p, q)) is not None and away <= steps)
        return found

    def bearing12(self, p: Any, facing: Any, q: Any) -> int | None:
        """Return 0–11, clockwise from straight ahead; None if p and q are one place or on no grid."""
        if p is None or q is None or facing is None:
            return None
        one, other = self.coordinates[p], self.coordinates[q]
        if one is None or other is None or one == other:
            return None
        dq, dr = other[0] - one[0], other[1] - one[1]
        if dq > 0:
            clock = 1 if dr > 0 else 0 if dr == 0 else 11 if -dr < dq else 10 if -dr == dq else 9
        elif dq == 0:
            clock = 2 if dr > 0 else 8
        else:
            clock = 3 if dr > -dq else 4 if dr == -dq else 5 if dr > 0 else 6 if dr == 0 else 7
        return int(clock - 2 * facing) % 12

    def edge(self, map_id: str, direction: Any) -> int | None:
        """Return the outermost place from the map's centre in that direction (6 is 0 again)."""
        here = self.centre(map_id)
        row = self.ahead[direction % 6]
        for _ in range(len(row)):
            following = row[here]
            if following is None:
                return here
            here = following
        return here

    def centre(self, map_id: str) -> int:
        map = next((one for one in self.names.document["maps"] if one["id"] == map_id), None)
        if map is None or map.get("centre") is None:
            raise errors.no_such("centre of map", map_id)
        return self.names.place(map_id, map["centre"])

    def extended(self, path: tuple[int, ...], place: int) -> tuple[int, ...]:
        """Return `path` with `place` joined to the end that it neighbours, the last end first."""
        if not path:
            return (place,)
        if place in self.touching[path[-1]]:
            return (*path, place)
        if place in self.touching[path[0]]:
            return (place, *path)
        raise errors.RulesError("RW0830", "a place was joined to a path that it does not neighbour")


def _axial(column: int, row: int, shifted: int | None) -> tuple[int, int]:
    """Offset rows to axial: rows of the parity `shifted` lie half a place to the right."""
    odd = row & 1
    return (column - (row - odd) // 2, row) if shifted != 0 else (column - (row + odd) // 2, row)


def cuts(path: Any, lo: Any, hi: Any) -> tuple[tuple[int, ...], ...]:
    """Return what may remain of `path` when `lo` to `hi` places are taken from its ends."""
    size = len(path)
    left = {path[start : start + size - taken] for taken in range(max(lo, 0), min(hi, size) + 1) for start in range(taken + 1)}
    return tuple(sorted(left))


def windows(path: Any, size: Any) -> tuple[tuple[int, ...], ...]:
    """Return the stretches of `size` places (the path itself if it is shorter)."""
    if len(path) <= size:
        return (path,)
    return tuple(sorted({path[start : start + size] for start in range(len(path) - size + 1)}))


def parts(path: Any, place: Any) -> tuple[tuple[int, ...], ...]:
    """Return the stretches that remain when `place` is taken out."""
    found: set[tuple[int, ...]] = set()
    stretch: list[int] = []
    for here in (*path, place):
        if here != place:
            stretch.append(here)
        elif stretch:
            found.add(tuple(stretch))
            stretch = []
    return tuple(sorted(found))
