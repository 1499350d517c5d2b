"""Citations lead somewhere, sections are cited, and data say where they are from."""

from rulewright.compiler.check import check
from rulewright.compiler.diagnostics import Problems
from rulewright.compiler.manifest import Manifest, Section

from .build import resolved, told

CONTENTS = (
    Section("1", "Introduction", "tells the story"),
    Section("7", "Movement"),
    Section("7.1", "Speed"),
    Section("7.2", "Fuel"),
    Section("8", "Search"),
    Section("Weather", "Weather"),
)


def manifest(*unfinished: str) -> Manifest:
    return Manifest(ruleset="t", sources=("t.rules",), contents=CONTENTS, unfinished=unfinished)


def test_a_citation_must_be_in_the_contents_or_below_an_undivided_section() -> None:
    good = "track turn: 1..6 = 1 [7.1]\ntrack fuel: 1..6 = 1 [7.2, example]\ntrack sight: 1..6 = 1 [8.3] [Weather]\n"
    assert told(good, manifest()) == []
    wrong = told(good.replace("[7.1]", "[7.9]"), manifest())
    assert "error RW0601: section 7.9 is not in the contents of the source" in wrong


def test_the_section_that_refuses_an_answer_is_a_citation() -> None:
    text = 'ruleset t "T"\n  sides: red\nexample "a" [7.1]\n  red may not: none [7.9]\n  expect 1 = 1\n'
    assert "error RW0601: section 7.9 is not in the contents of the source" in told(text, manifest())


def test_without_contents_every_citation_is_believed() -> None:
    assert told("track turn: 1..6 = 1 [99]\n") == []


def test_sections_that_nothing_cites_are_listed_once() -> None:
    text = "track turn: 1..6 = 1 [7.1]\n"
    assert told(text, manifest()) == [
        "warning RW0602: 3 sections of the source are cited nowhere: 7.2, 8, Weather"
    ]
    assert told(text, manifest("8", "Weather", "7.2")) == []
    assert told(text, manifest("8", "Weather", "7")) == []


def test_statements_and_guards_and_optional_rules_cite_too() -> None:
    text = """track turn: 1..6 = 1 [7.1]
rule go
  a may act "act"
    require turn > 1 else "too early" [7.2]
    add 1 to turn [8]
variant optional late "Late" [Weather]
  set turn.start to 2
"""
    assert told(text, manifest()) == []


def test_data_are_stated_unless_a_note_says_otherwise() -> None:
    text = """
piece ship "Ship"
  printed speed: 1..9, guns: 0..9
roster ship
  | id | name | side | speed | guns |
  | x  | "X"  | a    | 3     | 2    |
  | y  | "Y"  | b    | 4     | 1    | assumed "the card is in no source"
table hit "Hit"
  roll d6
  result
    | ..3 | miss |
    | 4.. | hit  | ruling "the two printings differ"
"""
    counts = check(resolved(text), Problems()).provenance
    # Stated: two cells of x, one row, the track `winner`; ruled: one row; assumed: two cells of y.
    assert (counts["ruled"], counts["assumed"]) == (1, 2)
    assert counts["stated"] == 4
