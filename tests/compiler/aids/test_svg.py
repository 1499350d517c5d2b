"""Drawings keep their millimetres, their words and their bytes."""

import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from rulewright.compiler.aids.formats import svg
from rulewright.compiler.aids.formats.look import ROLES, Look, contrast, palette
from rulewright.compiler.aids.model import Drawing, Shape

from .one_of_each import IMPRINT, drawing, sheet

NAMESPACE = {"svg": "http://www.w3.org/2000/svg"}
COLOURS = palette(IMPRINT, Look())


def parsed(text: str) -> ET.Element:
    return ET.fromstring(text)


def test_a_drawing_is_as_large_as_it_says() -> None:
    root = parsed(svg.drawn(drawing(), COLOURS, alt="A <map>"))
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("82mm", "20mm", "0 0 82 20")
    assert root.get("aria-label") == "A <map>"


def test_words_stay_words() -> None:
    root = parsed(svg.drawn(drawing(), COLOURS))
    assert [one.text for one in root.iterfind(".//svg:text", NAMESPACE)] == ["7", "Köln <1>"]


def test_every_pattern_has_its_own_look() -> None:
    root = parsed(svg.drawn(drawing(), COLOURS, id="map"))
    patterns = root.findall(".//svg:pattern", NAMESPACE)
    assert len({ET.tostring(one[-1]) for one in patterns}) == 6
    assert all(one.get("id", "").startswith("map-") for one in patterns)


def test_neighbours_of_one_style_share_a_path() -> None:
    triangle = Shape(((0, 0), (1.006, 0), (0, 1)), fill="land")
    root = parsed(svg.drawn(Drawing(2, 2, (triangle, triangle)), COLOURS))
    assert [one.get("d") for one in root.iterfind("svg:path", NAMESPACE)] == [
        "M0 0l1.01 0-1.01 1zM0 0l1.01 0-1.01 1z"
    ]


@pytest.mark.parametrize(
    "value, written",
    [(0, "0"), (1.0, "1"), (0.5, ".5"), (-0.054, "-.05"), (12.345, "12.35"), (-3, "-3"), (10, "10")],
)
def test_lengths_are_written_short(value: float, written: str) -> None:
    assert svg.number(value) == written


def test_a_file_carries_its_own_glyphs() -> None:
    [(name, text)] = svg.files(sheet(), IMPRINT, Look())
    assert name == "each-map.svg"
    assert text.count("@font-face") == 2
    parsed(text)


def test_a_side_is_dark_enough_to_be_read_and_ink_is_saved_on_grounds() -> None:
    assert contrast(COLOURS["side:blue"], "#ffffff") >= 4.5
    saving = palette(IMPRINT, Look(ink_saving=True))
    assert {saving[one] for one in ROLES if one.startswith("region:")} == {"#ffffff"}
    assert saving["side:red"] == COLOURS["side:red"]


def test_a_ruleset_may_colour_roles() -> None:
    assert palette(IMPRINT, replace(Look(), colours={"sea": "#e0f0ff"}))["sea"] == "#e0f0ff"
