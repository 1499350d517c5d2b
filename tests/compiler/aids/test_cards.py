"""Cards and hit records: their boxes follow from the artifact."""

from __future__ import annotations

from rulewright.compiler.aids.context import Context
from rulewright.compiler.aids.model import Card
from rulewright.compiler.aids.sheets import unit_values

from . import sample


def cards(kind: str, *of: str) -> list[Card]:
    sheet = sample.part("rheinuebung", kind, *of)
    return [block for section in sheet.sections for block in section.blocks if isinstance(block, Card)]


def test_what_starts_from_a_printed_number_is_a_row_of_boxes() -> None:
    [card] = cards("cards", "bismarck")
    boxes = {one.label: one.count for one in card.boxes if one.numbers}
    # As printed in the roster: tank 18, full_hull 12, full_bow 8, full_stern 8, full_secondary 2, tubes 0.
    assert boxes == {"fuel (secret)": 18, "hull": 12, "bow": 8, "stern": 8, "secondary": 2}


def test_boxes_are_numbered_from_the_left() -> None:
    [card] = cards("cards", "hood")
    hull = next(one for one in card.boxes if one.label == "hull")
    assert hull.numbers == tuple("12345678")


def test_a_game_without_such_numbers_has_no_cards() -> None:
    context = Context(sample.artifact("picket"))
    assert not unit_values.boxes(context, "ship")
    assert sample.KINDS["cards"].all(context) == []


def test_every_ship_has_a_card_and_a_record() -> None:
    ships = [unit["id"] for unit in sample.artifact("rheinuebung")["units"] if unit["kind"] == "ship"]
    assert [card.id for card in cards("cards")] == ships
    assert [card.id for card in cards("records")] == [f"{id}_record" for id in ships]


def test_a_record_has_a_box_for_every_marker_and_a_line_to_write_on() -> None:
    [record] = cards("records", "bismarck")
    ticks = {one.label for one in record.boxes if one.count == 1 and not one.numbers}
    assert {"Damaged Rudder", "Radar Damage", "In Port"} <= ticks
    assert record.boxes[-1].count == 0


def test_several_records_go_on_a_page() -> None:
    pages = len(sample.opened(sample.pdf(sample.part("rheinuebung", "records"))).pages)
    assert 50 / pages >= 4
