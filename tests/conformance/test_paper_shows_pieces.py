"""Cards, records, counters, maps, victory schedules and what strikes a modifier out: paper says what the referee says."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from rulewright.compiler.aids import parts
from rulewright.compiler.aids.context import Context, Thing, titled
from rulewright.compiler.aids.model import Card, Drawing, Group, Mark2D, Shape, Words
from rulewright.compiler.aids.parts import Part
from rulewright.compiler.aids.sheets import (
    cards,
    counters,
    grid,
    place_values,
    records,
    regions,
    search_map,
    unit_values,
)
from rulewright.runtime import Program, link
from rulewright.runtime.artifact import load

from . import paper
from .referee_and_paper import (
    asked,
    attributes_of,
    axes,
    chart_of,
    fresh,
    is_constant,
    is_plain,
    outside,
    owners,
    says,
    table_in,
)
from .shelf import FOLDERS, FRAGMENTS, document, program

Json = Any
ALL = [*FOLDERS, *FRAGMENTS]
STRUCK = 40
"""What a modifier counts that may be struck out: no row of a modifier is as large."""


def value_of(context: Context, found: Program, unit: Thing, attribute: Thing) -> Json:
    """What the referee says of a unit before the game begins."""
    kind = unit["kind"]
    owner = next(one for one in owners(context, kind) if attribute["id"] in attributes_of(context, one))
    value = asked(found, ["attr", f"{owner}.{attribute['id']}", ["unit", unit["id"]]])()
    return outside(found, attribute["type"], value)


def is_said(context: Context, found: Program, unit: Thing, attribute: Thing, words: str) -> bool:
    """Do these words say that value of the unit; a yes is said by the attribute's name."""
    value = value_of(context, found, unit, attribute)
    if value is True:
        return words == unit_values.label(attribute)
    return says(context, attribute["type"], value, words)


def attribute_called(context: Context, kind: str, label: str) -> Thing:
    found = [one for one in context.all_attributes(kind) if unit_values.label(one) == label]
    assert found, f"nobody knows what {label!r} is"
    return found[-1]


@pytest.mark.parametrize("name", ALL)
def test_cards_and_records(name: str) -> None:
    context, found = Context(document(name)), program(name)
    part = Part("cards", tuple(parts.KINDS["cards"].all(context)))
    units = cards.units_of(context, part)
    for made in (cards.sections(context, part), records.sections(context, part)):
        for unit, section in zip(units, made, strict=True):
            (card,) = (block for block in section.blocks if isinstance(block, Card))
            for label, words in card.values:
                attribute = attribute_called(context, unit["kind"], label)
                if is_plain(attribute["type"]):
                    told = "".join(run.text for run in words)
                    assert is_said(context, found, unit, attribute, told), (unit["id"], label, told)
            boxes = {one.label.removesuffix(" (secret)"): one for one in card.boxes if one.numbers}
            for attribute in unit_values.boxes(context, unit["kind"]).values():
                count = value_of(context, found, unit, attribute)
                shown = boxes.get(unit_values.label(attribute))
                assert (shown.count if shown else 0) == count, (unit["id"], attribute["id"], count)
                assert shown is None or len(shown.numbers) == count


@pytest.mark.parametrize("name", ALL)
def test_counters_of_units(name: str) -> None:
    context, found = Context(document(name)), program(name)
    for piece in context.document["pieces"]:
        units = [unit for unit in context.document["units"] if unit["kind"] == piece["id"]]
        made = counters.counters_of(context, piece["id"], 1)
        (key,) = counters.key(context, piece["id"]) or ("",)
        for unit, counter in zip(units, made, strict=True):
            assert counter.front.name.removesuffix("‡") == unit["name"]
            for where, corners in (("above", counter.front.top), ("below", counter.front.bottom)):
                labels = _labels(key, where)
                assert len(labels) >= sum(1 for one in corners if one)
                for label, words in zip(labels, corners, strict=False):
                    attribute = attribute_called(context, piece["id"], label)
                    if words and is_plain(attribute["type"]):
                        assert is_said(context, found, unit, attribute, words), (unit["id"], label, words)


def _labels(key: str, where: str) -> list[str]:
    """`Ship: above class, radar; below evasion, speed‡` → what stands above."""
    for one in key.partition(": ")[2].split("; "):
        if one.startswith(f"{where} "):
            return [label.removesuffix("‡") for label in one.removeprefix(f"{where} ").split(", ")]
    return []


@pytest.mark.parametrize("name", ALL)
def test_counters_of_markers_and_chits(name: str) -> None:
    context = Context(document(name))
    for marker in context.document["markers"]:
        made = counters.counters_of(context, marker["id"], 1)
        shown = [face.name for counter in made for face in (counter.front, counter.back)]
        if marker["countdown"]:
            low, high = sorted(marker["countdown"])
            assert {paper.number(one) for one in shown} == set(range(low, high + 1))
        elif marker["faces"]:
            wanted = {titled(face, face["id"]).lower() for face in marker["faces"]}
            assert {one.lower() for one in shown} == wanted
    for cup in context.document["cups"]:
        made = counters.counters_of(context, cup["id"], 1)
        chits = Counter(counter.front.name.lower() for counter in made)
        for kind in cup["kinds"]:
            is_number = kind["value"] is not None
            words = [one for one in chits if is_number and paper.number(one) == kind["value"]]
            words = words or [titled(kind, kind["id"]).lower()]
            assert [chits[one] for one in words] == [kind["count"]] or not kind["count"], (cup["id"], kind["id"])
        assert sum(chits.values()) == sum(kind["count"] for kind in cup["kinds"])


# ---- maps


def marks(drawing: Drawing) -> list[Mark2D]:
    found: list[Mark2D] = []
    ahead = list(drawing.shapes)
    while ahead:
        one = ahead.pop(0)
        ahead = [*one.shapes, *ahead] if isinstance(one, Group) else ahead
        found.append(one)
    return found


@pytest.mark.parametrize("name", ALL)
def test_maps(name: str) -> None:
    context, found = Context(document(name)), program(name)
    for id in parts.KINDS["maps"].all(context):
        map = context.by_kind["maps"][id]
        on = grid.laid_out(map, map["places"], 1000, 1000, 10)
        looks, _ = regions.chosen(context, map, on)
        values = place_values.of_map(context, map)
        drawn = marks(search_map.drawn(context, map, on, looks, values))
        _figures_are_true(context, found, map, on, drawn, values)
        for look in looks:
            _region_is_true(found, map, on, drawn, look)


def _figures_are_true(
    context: Context,
    found: Program,
    map: Thing,
    on: grid.Grid,
    drawn: list[Mark2D],
    values: place_values.PlaceValues,
) -> None:
    """Every number lies in its place, at the left for the first attribute and at the right for the second."""
    figures: dict[tuple[str, int], str] = {}
    for one in drawn:
        if isinstance(one, Words) and one.bold and one.align == "centre":
            place = _nearest(on, one.x, one.y)
            figures[place, 0 if one.x < on.centres[place][0] else 1] = one.text
    for index, column in enumerate(values.numbers[: place_values.SHOWN_NUMBERS]):
        kind = next(one for one in map["attributes"] if one["id"] == column.id)["type"]
        for place in map["places"]:
            value = asked(found, ["place_attr", map["id"], column.id, ["place", map["id"], place]])()
            shown = figures.pop((place, index), "0")
            assert paper.number(shown) == (outside(found, kind, value) or 0), (map["id"], place, column.id)
    assert not figures
    named = {one.text for one in drawn if isinstance(one, Words) and one.bold and one.align == "left"}
    for column in values.names[:1]:
        told = {
            outside(found, "text", value)
            for place in map["places"]
            if (value := asked(found, ["place_attr", map["id"], column.id, ["place", map["id"], place]])())
        }
        assert named == told


def _nearest(on: grid.Grid, x: float, y: float) -> str:
    return min(on.centres, key=lambda place: abs(on.centres[place][0] - x) + abs(on.centres[place][1] - y))


def _region_is_true(found: Program, map: Thing, on: grid.Grid, drawn: list[Mark2D], look: regions.Drawn) -> None:
    region = next(one["id"] for one in map["regions"] if titled(one, one["id"]) == look.title)
    ask = asked(found, ["in", ["local", "p"], ["region", map["id"], region]], p=f"place:{map['id']}")
    inside = [place for place in map["places"] if ask(asked(found, ["place", map["id"], place])())]
    shapes = [one for one in drawn if isinstance(one, Shape)]
    if look.kind == "bordered":
        lines = {one.points for one in shapes if one.stroke == look.colour and one.width == look.width}
        assert set(on.outline(inside)) <= lines, region
    elif look.kind != "line":
        there = {one.points for one in shapes if one.pattern == look.pattern and one.fill == look.colour}
        assert {on.corners(place) for place in inside} <= there, region


# ---- conditions, and modifiers that are struck out


@pytest.mark.parametrize("name", ALL)
def test_values_of_conditions(name: str) -> None:
    """A victory schedule, for one: with its conditions taken in turn, every row gives what stands in it."""
    context, found = Context(document(name)), program(name)
    for define in context.document["defines"]:
        value = define["value"]
        if not (isinstance(value, list) and value[0] == "cond"):
            continue
        rows = table_in(chart_of(context, define["id"]), define["id"]).rows[1:]
        results = [*(result for _, result in value[1]), value[2]]
        turns = [[["=", ["local", "n"], i], one] for i, one in enumerate(results[:-1]) if is_constant(one)]
        look = asked(found, ["cond", turns, results[-1] if is_constant(results[-1]) else None], n="number")
        for i, (row, result) in enumerate(zip(rows, results, strict=True)):
            if is_constant(result):
                shown = outside(found, define["returns"], look(i if i < len(results) - 1 else -1))
                assert says(context, define["returns"], shown, paper.words_of(row.cells[1])), (define["id"], i)


@pytest.mark.parametrize("name", ALL)
def test_what_cancels_a_modifier(name: str) -> None:
    plain = program(name)
    context = Context(document(name))
    made = json.loads(json.dumps(document(name)))
    wanted: list[tuple[str, Json, Json, Json]] = []
    for table in document(name)["tables"]:
        own = [drm for drm in table["drms"] if "common" not in drm]
        for drm in own:
            if "lookup" not in drm or drm["lookup"]["columns"]:
                continue
            if not any(row.get("cancels") for row in drm["lookup"]["rows"]):
                continue
            for other in own:
                if other["id"] != drm["id"]:
                    id = f"paper_{table['id']}_{drm['id']}_{other['id']}"
                    made["tables"].append(_two_modifiers(context, plain, made, table, drm, other, id))
                    wanted.append((id, table, drm, other))
    found = link(load(json.dumps(made).encode(), strict_hash=False))
    found.load()
    for id, table, drm, other in wanted:
        look = found.lookup(id)
        shown = table_in(chart_of(context, table["id"]), f"{table['id']}.modifiers")
        chart = paper.modifier(shown, titled(drm, drm["id"]))
        said = [
            f"cancels: {titled(other, other['id'])}" in "".join(run.text for run in row.cells[0].text)
            for row in chart.rows
        ]
        (axis,) = axes(context, plain, drm["lookup"])
        met = set()
        for value, key in axis.values:
            try:
                row, _ = chart.find(key, None, [axis.order])
            except StopIteration:
                continue
            if chart.cells[row][0] == "not possible":
                continue
            met.add(row)
            counted = look(fresh(found), value, 0) - paper.number(chart.cells[row][0])
            assert counted == (0 if said[row] else STRUCK), (id, chart.keys[row])
        assert met


def _two_modifiers(
    context: Context, plain: Program, made: Json, table: Json, drm: Json, other: Json, id: str
) -> Json:
    """A table of two modifiers, one of which always counts STRUCK, whose result is their sum."""
    (axis,) = axes(context, plain, drm["lookup"])
    rows = [
        {
            **row,
            "cancels": [one for one in row.get("cancels") or () if one == other["id"]],
            "cells": [cell if is_constant(cell) or cell == ["impossible"] else 0 for cell in row["cells"]],
        }
        for row in drm["lookup"]["rows"]
    ]
    alone = {**drm, "lookup": {"by": [["local", "k0"]], "columns": [], "rows": rows}}
    struck = {"id": other["id"], "title": "", "at": drm["at"], "amount": STRUCK, "when": None}
    kind = ["opt", axis.kind]
    return {
        "id": id, "title": "", "at": table["at"], "params": [{"name": "k0", "type": kind}],
        "locals": {"k0": kind}, "drms": [alone, struck], "naturals": [], "threshold": None,
        "dummies": None, "outcomes": [], "result_type": "number",
        "roll": {"dice": {"count": 1, "die": next(iter(made["dice"]), "d6"), "keep": None}},
        "result": {
            "by": None,
            "columns": [],
            "rows": [
                {"keys": [{"from": None, "to": -121}], "cells": [-999]},
                *({"keys": [{"is": n}], "cells": [n]} for n in range(-120, 121)),
                {"keys": [{"from": 121, "to": None}], "cells": [999]},
            ],
        },
    }
