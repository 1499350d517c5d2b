"""The maps as graphs: what neighbours what, and how far apart two places can be."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.compiler.check.index import Declaration, Index
from rulewright.compiler.check.intervals import INFINITE, Number

Coordinate = tuple[int, int]

AXIAL = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


class Boards:
    """The maps of one document, each worked out when it is first asked for."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self._neighbours: dict[str, dict[str, set[str]]] = {}
        self._longest: dict[str, Number] = {}

    def neighbours(self, map: str) -> dict[str, set[str]]:
        """Return for each place the places that touch it by the grid or by a link, barriers or not."""
        found = self._neighbours.get(map)
        if found is None:
            found = self._neighbours[map] = _by_grid(self.index.maps[map])
            for a, b, _ in self.index.maps[map]["links"]:
                found[a].add(b)
                found[b].add(a)
        return found

    def longest_distance(self, map: str) -> Number:
        """Return a bound on the steps between two places."""
        found = self._longest.get(map)
        if found is None:
            found = self._longest[map] = self._measure(self.index.maps[map])
        return found

    def longest_of_all(self) -> Number:
        """Return the bound for a place of any map."""
        return max((self.longest_distance(map) for map in self.index.maps), default=INFINITE)

    def _measure(self, map: Declaration) -> Number:
        if map["grid"] == "spaces":
            # Two spaces that no chain of links joins are no distance apart that could be asked for.
            touching = self.neighbours(map["id"])
            if len(touching) > 200:
                return len(touching) - 1
            return max((_farthest(touching, place) for place in touching), default=0)
        axial = [_axial(map, at) for at in map["coordinates"].values()]
        return max(
            _spread(q for q, _ in axial), _spread(r for _, r in axial), _spread(-q - r for q, r in axial)
        )


def touch_by_grid(map: Declaration, a: str, b: str) -> bool:
    """Are `a` and `b` neighbours before links and barriers are looked at?"""
    if map["grid"] == "spaces" or a not in map["coordinates"] or b not in map["coordinates"]:
        return False
    (q, r), (q2, r2) = (_axial(map, map["coordinates"][place]) for place in (a, b))
    return (q2 - q, r2 - r) in AXIAL


def _by_grid(map: Declaration) -> dict[str, set[str]]:
    if map["grid"] == "spaces":
        return {place: set() for place in map["places"]}
    at = {_axial(map, where): place for place, where in map["coordinates"].items()}
    found: dict[str, set[str]] = {place: set() for place in map["places"]}
    for (q, r), place in at.items():
        found[place] = {at[q + dq, r + dr] for dq, dr in AXIAL if (q + dq, r + dr) in at}
    return found


def _axial(map: Declaration, at: list[int]) -> Coordinate:
    """Return `at` on slanted axes: rows whose index has parity `shifted` lie half a place to the right."""
    column, row = at
    if map["grid"] == "axial":
        return column, row
    return column - (row + 1 if map["shifted"] == 0 else row) // 2, row


def _spread(values: Iterable[int]) -> int:
    listed = list(values)
    return max(listed) - min(listed) if listed else 0


def _farthest(touching: dict[str, set[str]], start: str) -> int:
    """Return how many steps the place farthest from `start` is away."""
    steps, seen, edge = -1, {start}, {start}
    while edge:
        steps += 1
        edge = {place for near in edge for place in touching[near]} - seen
        seen |= edge
    return steps
