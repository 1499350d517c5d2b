"""What a variant changes of its base is marked on paper, and the mark is explained."""

from pathlib import Path
from typing import Any

import pytest

from rulewright.compiler.aids import registry
from rulewright.compiler.aids.context import Context
from rulewright.compiler.aids.model import Card, Figure, Section, Track
from rulewright.compiler.aids.parts import Part
from rulewright.compiler.aids.sheets import counters
from rulewright.compiler.pipeline import compile_ruleset
from rulewright.schemas.hashing import rules_hash

from .of_rules import lines, said
from .world import words

BASE = """\
ruleset duel "The Duel"
  sides: red "Red Fleet", blue "Blue Fleet"
  d6: 1..6
enum ending: dawn
piece ship "Ship"
  printed speed: 1..3, full_hull: 1..9
  public hull: number = full_hull
roster ship
  | id   | name   | side | speed | full_hull |
  | hood | "Hood" | red  | 3     | 4         |
  | kent | "Kent" | blue | 2     | 2         |
track turn "Turn Track": 1..8 = 1
track fog "Fog": 1..4 = 1
table fire(s: ship) "Fire"
  roll d6
  drm close "close in" -1 if turn = 1
  drm haze "in haze" +1 if fog > 2
  result: ..3 -> hit, 4.. -> miss
table repair "Repair"
  roll d6
  result: ..5 -> afloat, 6 -> sunk
phase clock "Clock"
  step fuel "Fuel"
    add 1 to fog
  step time "Time"
    add 1 to turn
    end game as dawn
"""
VARIANT = """\
variant chase of duel "The Chase"
  set hood.speed to 2
  set turn.last to 7
  remove fire.haze
  add to fire
    drm spray "in spray" +2 if fog > 2
  insert after clock.fuel
    step watches "Watches"
      add 1 to fog
"""


def compiled(tmp_path: Path, variant: str) -> dict[str, Any]:
    (tmp_path / "duel").mkdir()
    (tmp_path / "chase").mkdir()
    (tmp_path / "duel" / "duel.rules").write_text(BASE, encoding="utf-8")
    (tmp_path / "chase" / "chase.rules").write_text(variant, encoding="utf-8")
    (tmp_path / "chase" / "ruleset.yaml").write_text(
        "ruleset: chase\nbased_on: duel\nsources: [chase.rules]\n", encoding="utf-8"
    )
    return compile_ruleset(tmp_path / "chase", cache=False, find=lambda id: tmp_path / id).document


@pytest.fixture
def document(tmp_path: Path) -> dict[str, Any]:
    return compiled(tmp_path, VARIANT)


def test_a_row_that_differs_bears_a_sign_and_those_beside_it_do_not(tmp_path: Path) -> None:
    document = compiled(tmp_path, "variant chase of duel\n  replace in repair\n    | 6 | adrift |\n")
    charts = lines([section for sheet in registry.sheets_of(document) if sheet.id == "charts" for section in sheet.sections])
    assert "= Repair (changed)" in charts
    assert "6 ≠ | adrift" in charts
    assert "≤ 5 | afloat" in charts
    assert charts[-1] == "(changed), ≠: differs from The Duel, of which this is a variant."


def test_a_table_in_which_everything_differs_bears_no_sign_at_its_rows(tmp_path: Path) -> None:
    whole = "variant chase of duel\n  replace in repair\n    | ..5 | adrift |\n    | 6 | lost |\n"
    document = compiled(tmp_path, whole)
    assert document["variant"]["rows"] == []


def test_the_artifact_says_what_differs(document: dict[str, Any]) -> None:
    variant = document["variant"]
    assert (variant["of"], variant["title"]) == ("duel", "The Duel")
    changed = {tuple(path[:2]) for path in variant["changed"]}
    assert changed == {("units", "hood"), ("tracks", "turn"), ("tables", "fire"), ("phases", "clock")}
    assert rules_hash({**document, "variant": {}}) == document["rules_hash"]


def test_changed_tables_modifiers_tracks_cards_and_steps_bear_a_mark(document: dict[str, Any]) -> None:
    sheets = {sheet.id: sheet for sheet in registry.sheets_of(document)}
    charts = lines(list(sheets["charts"].sections))
    assert "# Fire (changed)" in charts
    assert "= Repair" in charts
    assert "in spray (changed) | +2" in charts
    assert "close in | −1" in charts
    assert charts[-1] == "(changed): differs from The Duel, of which this is a variant."
    assert [said(one.caption) for one in blocks(sheets["tracks"].sections, Track)] == ["Turn Track (changed)", "Fog"]
    steps = [line for line in lines(list(sheets["sequence"].sections)) if "." in line]
    assert [line.strip() for line in steps if "(changed)" in line][:2] == ["A. Clock (changed)", "2. Watches (changed)"]
    notes = {card.title: [said(note) for note in card.notes] for card in blocks(sheets["cards"].sections, Card)}
    assert notes == {"Hood": ["(changed)"], "Kent": []}


def test_counters_say_below_which_of_them_changed(document: dict[str, Any]) -> None:
    pages = counters.sections(Context(document), Part("counters", ("ship",)))
    front = blocks(tuple(pages), Figure)[0]
    assert "Other than in The Duel: Hood" in words(front.drawing)


def blocks(sections: tuple[Section, ...], kind: type[Any]) -> list[Any]:
    return [block for section in sections for block in section.blocks if isinstance(block, kind)]
