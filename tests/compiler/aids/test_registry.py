"""Which sheets there are, in which order, and what they are about."""

import json
from pathlib import Path

import pytest

from rulewright.compiler.aids import parts, registry
from rulewright.compiler.aids.context import Context
from rulewright.compiler.aids.digest import digest_of, imprint_of
from rulewright.compiler.aids.errors import AidError
from rulewright.compiler.resolve import aids

from .of_rules import Rules, lines, rules, said

__all__ = ["rules"]

SCHEMAS = Path(__file__).parents[3] / "schemas" / "defs"

PLAY = """\
enum ending: over
piece ship "Ship" [1]
  printed guns: 0..9
  public at: hex or none = none
roster ship
  | id   | name   | side | guns |
  | hood | "Hood" | red  | 8    |
map bay "Bay"
  grid: hex
  rows: A..C
  columns: 1..3
track turn "Turn": 1..4 = 1
table hit "Hit" [2]
  roll d6
  result: ..3 -> miss, 4.. -> hull
table spot "Spotting" [3] assumed "own invention"
  roll d6
  result: ..3 -> a, 4.. -> b
action sail by player "Set sail" [3]
  add 0 to turn
phase moves "Moves" if turn > 1 [3]
  step orders "Orders" [3.1]
    for each player in sides
      player takes any of sail
  step fire "Fire"
    red may gun "open fire" [2]
      roll hit
        miss:
        hull: do answer(blue)
rule answer(who: side) "Answer" [2]
  enemy of who may reply "answer"
    set turn to 1
phase clock "Clock"
  if turn = 4
    end game as over
  add 1 to turn
"""


def test_the_parts_are_the_same_for_compiler_schema_and_sheets() -> None:
    schema = json.loads((SCHEMAS / "aid.schema.json").read_text(encoding="utf-8"))
    assert list(parts.KINDS) == list(aids.PARTS)
    assert schema["$defs"]["part"]["properties"]["kind"]["enum"] == list(aids.PARTS)
    lists = {"matrix": "matrices"}
    for kind, part in parts.KINDS.items():
        assert part.names == tuple(lists.get(one, f"{one}s") for one in aids.PARTS[kind])


def test_a_ruleset_without_any_aid_gets_everything_on_some_sheet(rules: Rules) -> None:
    sheets = rules.sheets(PLAY)
    assert list(sheets) == ["charts", "sequence", "tracks", "maps", "counters", "notes", "index"]
    assert sheets["charts"].source == ("tables.hit", "tables.spot")
    assert sheets["charts"].columns == 2


def test_with_an_aid_what_is_declared_is_what_there_is(rules: Rules) -> None:
    sheets = rules.sheets(
        PLAY
        + 'aid b "Second"\n  columns: 3\n  orientation: landscape\n  tables: spot\n  tracks: turn\n  tables "Guns": hit\n'
    )
    (sheet,) = sheets.values()
    assert (sheet.id, sheet.title, sheet.columns, sheet.orientation) == ("b", "Second", 3, "landscape")
    assert sheet.source == ("tables.spot", "tracks.turn", "tables.hit")
    assert [said(section.heading) for section in sheet.sections if not section.blocks] == ["Guns"]


def test_the_sequence_says_who_acts_on_what_they_roll_and_where_it_stands(rules: Rules) -> None:
    assert lines(list(rules.sheets(PLAY)["sequence"].sections)) == [
        "A. Moves (if Turn > 1) [3]",
        "  1. Orders (red, blue) [3.1]",
        "    may Set sail [3]",
        "  2. Fire (red)",
        "    roll Hit [2]",
        "B. Clock",
    ]


def test_the_index_says_on_which_sheet_a_section_is(rules: Rules) -> None:
    rows = lines(list(rules.sheets(PLAY)["index"].sections))
    assert "2 |  | table Hit; phase Moves; rule Answer | Charts and Tables; Sequence of Play" in rows
    assert any(
        row.startswith(
            "3 |  | table Spotting; phase Moves; action Set sail | Charts and Tables; Sequence of Play"
        )
        for row in rows
    )


def test_all_that_is_assumed_has_its_line(rules: Rules) -> None:
    assert lines(list(rules.sheets(PLAY)["notes"].sections)) == [
        "# Assumed: no source states it",
        " Spotting‡: own invention [3]",
    ]


def test_the_hash_is_of_what_is_printed(rules: Rules) -> None:
    def hashes(text: str) -> dict[str, str]:
        return {id: digest_of(sheet) for id, sheet in rules.sheets(text).items()}

    first = hashes(PLAY)
    assert hashes("# a remark\n\n" + PLAY) == first
    changed = hashes(PLAY.replace("..3 -> miss, 4.. -> hull", "..4 -> miss, 5.. -> hull"))
    assert {id for id in first if changed[id] != first[id]} == {"charts"}
    assert len(first["charts"]) == 12


def test_the_foot_names_game_version_and_sides(rules: Rules) -> None:
    document = rules.document(PLAY)
    document["ruleset"]["sides"][0]["colour"] = "#123456"
    (sheet, *_) = registry.sheets_of(document)
    imprint = imprint_of(document, sheet)
    assert (imprint.ruleset, imprint.title) == ("duel", "The Duel")
    assert imprint.sides[0] == ("red", "Red Fleet", "#123456")
    assert imprint.sides[1][2].startswith("#")


def test_a_sheet_that_cannot_be_made_does_not_hinder_the_others(rules: Rules) -> None:
    document = rules.document(PLAY + 'aid a "A"\n  tables: hit\naid b "B"\n  tables: spot\n')
    document["aids"][0]["parts"][0]["of"] = ["gone"]
    made = {plan.id: sheet for plan, sheet in registry.built(Context(document), registry.plans_of(document))}
    wrong = made["a"]
    assert isinstance(wrong, AidError)
    assert (wrong.code, wrong.sheet) == ("RW0610", "a")
    assert not isinstance(made["b"], AidError)
    with pytest.raises(AidError, match="gone"):
        registry.sheets_of(document)
