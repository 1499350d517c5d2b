"""Maps hang together: barriers and links join what they should, regions and places can be used."""

from __future__ import annotations

from rulewright.compiler.check import board, errors
from rulewright.compiler.check.index import Declaration, statements_in
from rulewright.compiler.check.indexed import IndexedModel
from rulewright.compiler.diagnostics import Problems


def every_edge_joins_what_it_should(model: IndexedModel, problems: Problems) -> None:
    """RW0331: a barrier stands between neighbours; a link joins what is not joined already."""
    for map in model.index.listed("maps"):
        touching = model.reach.boards.neighbours(map["id"])
        barred = {frozenset((a, b)) for a, b, _ in map["barriers"]}
        for a, b in dict.fromkeys((a, b) for a, b, _ in map["barriers"]):
            if b not in touching[a]:
                problems.add(errors.barrier_without_edge(map, a, b))
        seen: set[frozenset[str]] = set()
        for a, b, _ in map["links"]:
            edge = frozenset((a, b))
            if edge not in barred and (edge in seen or board.touch_by_grid(map, a, b)):
                problems.add(errors.link_without_use(map, a, b))
            seen.add(edge)


def every_region_has_places(model: IndexedModel, problems: Problems) -> None:
    """RW0332: an empty region is a slip of the pen."""
    for map in model.index.listed("maps"):
        for region in map["regions"]:
            if not region["places"]:
                problems.add(errors.empty_region(map, region["id"]))


def every_place_can_be_reached(model: IndexedModel, problems: Problems) -> None:
    """RW0333: each place has a neighbour that no barrier keeps from it; boxes without links are no map."""
    for map in model.index.listed("maps"):
        if len(map["places"]) < 2 or (map["grid"] == "spaces" and not map["links"]):
            continue
        touching = model.reach.boards.neighbours(map["id"])
        linked = {frozenset((a, b)) for a, b, _ in map["links"]}
        barred = {frozenset((a, b)) for a, b, side in map["barriers"] if side is None} - linked
        alone = [
            place
            for place in map["places"]
            if all(frozenset((place, other)) in barred for other in touching[place])
        ]
        if alone:
            problems.add(errors.isolated_places(map, alone))


def no_unit_starts_where_it_may_not_be(model: IndexedModel, problems: Problems) -> None:
    """RW0334: a scenario puts no unit into a place that is closed to its side."""
    closed = {(p, side) for map in model.index.listed("maps") for p, side in map["closed"]}
    if not closed:
        return
    for scenario in model.index.listed("scenarios"):
        for statement in statements_in(scenario["body"]):
            if statement["do"] != "move" or not _are_constant(statement):
                continue
            unit, place = statement["what"][1], statement["to"][2]
            side = model.index.units[unit]["side"] if unit in model.index.units else None
            if (place, side) in closed:
                problems.add(errors.closed_start(statement, unit, place, str(side)))


def _are_constant(move: Declaration) -> bool:
    return all(
        isinstance(e, list) and e[:1] == [op] for e, op in ((move["what"], "unit"), (move["to"], "place"))
    )
