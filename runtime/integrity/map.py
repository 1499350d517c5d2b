"""A map is drawn with its own places only."""

from __future__ import annotations

from rulewright.runtime.integrity.declared import Declared, Json
from rulewright.runtime.integrity.expression import Expressions
from rulewright.runtime.integrity.findings import Findings
from rulewright.runtime.integrity.literal import check_literal


def check_map(map: Json, of: Expressions, declared: Declared, findings: Findings) -> None:
    places = frozenset(map["places"])

    def known(*ids: str | None) -> None:
        for id in ids:
            of.known(f"place of `{map['id']}`", id, places)

    _check_coordinates(map, places, findings)
    for a, b, side in [*map["links"], *map["barriers"]]:
        known(a, b)
        of.known("side", side, declared.sides)
    for place, side in map["closed"]:
        known(place)
        of.known("side", side, declared.sides)
    for place, exits in map["exits"].items():
        known(place, *exits)
    known(map["centre"])
    seen: set[str] = set()
    for region in map["regions"]:
        if region["id"] in seen:
            findings.add(f"two regions are called `{region['id']}`", region)
        seen.add(region["id"])
        known(*region["places"])
    seen = set()
    for column in map["attributes"]:
        if column["id"] in seen:
            findings.add(f"two columns are called `{column['id']}`", column)
        seen.add(column["id"])
        of.type(column["type"])
        of.enter(None, node=("place_attr", map["id"], column["id"]))
        of.value(column["default"])
        check_literal(
            column["type"], column["default"], f"the default of `{column['id']}`", declared, findings
        )
        for place, value in column["values"].items():
            known(place)
            of.value(value)
            check_literal(column["type"], value, f"`{column['id']}` of `{place}`", declared, findings)


def _check_coordinates(map: Json, places: frozenset[str], findings: Findings) -> None:
    grid, coordinates = map["grid"], map["coordinates"]
    if (coordinates is None) != (grid == "spaces"):
        findings.add(f"a map of `{grid}` has {'no ' if coordinates is None else ''}coordinates")
    elif coordinates is not None:
        if coordinates.keys() != places:
            odd = min(coordinates.keys() ^ places)
            findings.add(f"`{odd}` is {'not on the map' if odd in coordinates else 'without coordinates'}")
        if len({tuple(one) for one in coordinates.values()}) != len(coordinates):
            findings.add("two of its places have the same coordinates")
    if grid in ("hex", "staggered") and map["shifted"] is None:
        findings.add("nothing says which rows are `shifted`")
