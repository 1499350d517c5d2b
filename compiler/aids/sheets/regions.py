"""Which regions of a map are drawn, and how each is told from the others without its colour."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from rulewright.compiler.aids.context import Context, Thing, in_words, titled
from rulewright.compiler.aids.model import Colour, Pattern
from rulewright.compiler.aids.sheets.grid import Grid

Json = Any
Kind = Literal["ground", "hatched", "bordered", "line"]

GROUNDS: dict[str, tuple[Colour, Pattern]] = {"land": ("land", "cross"), "fog": ("fog", "dots")}
"""A region with such a word in its name is drawn so."""

HATCHES: tuple[tuple[Colour, Pattern], ...] = (
    *(("region:1", "lines"), ("region:2", "waves"), ("region:3", "back"), ("region:4", "bars")),
    *(("region:5", "dots"), ("region:6", "cross")),
)
BORDERS: tuple[tuple[Colour, float, bool], ...] = (
    *(("edge:3", 0.35, False), ("edge:2", 1.1, True), ("edge:1", 0.75, False)),
    *(("edge:4", 0.5, True), ("edge:5", 1.3, False), ("edge:6", 0.8, True)),
)
"""Thin lines first: the largest region is drawn first, and what shares its border is seen beside it."""

LINES: tuple[Colour, ...] = ("edge:6", "edge:4", "edge:5")
LARGE = 0.6  # of the map: a region above that is the rule, not the exception
SMALL = 0.12  # of the map: a region below that is hatched if it covers hardly anything of another
FEW = 8  # places: a region of so few is small, however small the map
CROSSING = 0.1  # of a region: so much of it may lie on another that is hatched


@dataclass(frozen=True, slots=True)
class Drawn:
    """A region and its look."""

    title: str
    places: tuple[str, ...]
    kind: Kind
    colour: Colour
    pattern: Pattern = ""
    width: float = 0.0
    dashed: bool = False
    assumed: bool = False


def chosen(context: Context, map: Thing, grid: Grid) -> tuple[list[Drawn], list[str]]:
    """Return the regions to draw, large ones first, and sentences about those that follow from them.

    A region is drawn if a rule asks for it: helpers that only make up others are not. Nor are those whose places an attribute names.
    """
    asked = context.regions_asked
    wanted = {region["id"]: region for region in map["regions"] if (map["id"], region["id"]) in asked}
    told_already: set[str] = {place for one in wanted.values() if _ground(one) for place in one["places"]}
    for region in map["regions"]:
        if _ground(region) and not told_already.issuperset(region["places"]):
            wanted[region["id"]] = region
    tables = [set(one["values"]) for one in map["attributes"]]
    kept = {
        id: region
        for id, region in wanted.items()
        if 0 < len(region["places"]) <= LARGE * len(map["places"]) and set(region["places"]) not in tables
    }
    follows = {id: _follows(region, list(kept.values())) for id, region in kept.items()}
    told = [words for words in follows.values() if words]
    looks = _looks(map, [region for id, region in kept.items() if not follows[id]], grid)
    looks.sort(key=lambda one: (ORDER.index(one.kind), -len(one.places)))
    return looks, told


ORDER: tuple[Kind, ...] = ("ground", "hatched", "bordered", "line")


def _follows(region: Thing, others: list[Thing]) -> str:
    """Say how a region follows from two others, if it does."""
    places = set(region["places"])
    own = titled(region, region["id"])
    rest = [(titled(one, one["id"]), set(one["places"])) for one in others if one is not region]
    for index, (name, one) in enumerate(rest):
        for other_name, other in rest[index + 1 :]:
            if one | other == places and one != places and other != places:
                return f"{own}: {name} and {other_name}."
        for other_name, other in rest:
            if name != other_name and one - other == places and one != places and one & other:
                return f"{own}: {name} without {other_name}."
    return ""


def _ground(region: Thing) -> tuple[Colour, Pattern] | None:
    words = in_words(region["id"]).split()
    return next((GROUNDS[word] for word in words if word in GROUNDS), None)


def _looks(map: Thing, regions: list[Thing], grid: Grid) -> list[Drawn]:
    hatched: set[str] = set()
    small = max(FEW, SMALL * len(map["places"]))
    is_spaces = map["grid"] == "spaces"
    looks: list[Drawn] = []
    bordered: list[Drawn] = []
    hatches, lines = iter(HATCHES * 8), iter(LINES * 8)
    for region in regions:
        places = tuple(region["places"])
        title = titled(region, region["id"])
        assumed = any(note["kind"] == "assumed" for note in region.get("notes") or ())
        ground = _ground(region)
        if ground is not None and not hatched & set(places):
            looks.append(Drawn(title, places, "ground", *ground, assumed=assumed))
            hatched |= set(places)
        elif len(places) > 2 and not is_spaces and _is_thin(places, grid):
            looks.append(Drawn(title, places, "line", next(lines), "", 0.4, True, assumed))
        elif is_spaces or (len(places) <= small and len(hatched & set(places)) <= CROSSING * len(places)):
            colour, pattern = next(hatches)
            looks.append(Drawn(title, places, "hatched", colour, pattern, assumed=assumed))
            hatched |= set(places)
        else:
            bordered.append(Drawn(title, places, "bordered", "", assumed=assumed))
    bordered.sort(key=lambda one: -len(one.places))
    for look, (colour, width, dashed) in zip(bordered, BORDERS * (len(bordered) // 6 + 1), strict=False):
        looks.append(replace(look, colour=colour, width=width, dashed=dashed))
    return looks


def joints(places: tuple[str, ...], grid: Grid) -> list[tuple[str, str]]:
    """Return the pairs of neighbours among places."""
    beside: dict[object, str] = {}
    pairs = []
    for place in places:
        for name, _, _ in grid.edges(place):
            if name in beside:
                pairs.append((beside[name], place))
            else:
                beside[name] = place
    return pairs


def _is_thin(places: tuple[str, ...], grid: Grid) -> bool:
    """Do they form lines of single places?"""
    ends: dict[str, int] = {}
    for pair in joints(places, grid):
        for one in pair:
            ends[one] = ends.get(one, 0) + 1
    crossings = sum(count > 2 for count in ends.values())
    return bool(ends) and crossings <= max(2, len(places) // 12) and len(ends) >= 0.8 * len(places)
