"""Two versions of a game with the same seeds: what differs in play, and in the rules."""

import re
from pathlib import Path
from typing import Any

import pytest

from rulewright.cli import rules_diff
from rulewright.runtime.simulation.columns import GAME, Column
from rulewright.runtime.simulation.pairs import comparison_of
from rulewright.runtime.simulation.run import Run as Played
from rulewright.runtime.simulation.run import Side

from ..runtime import build as b  # noqa: TID252
from .conftest import Run

RUN = Played(
    made_by="", asked="duel", ruleset="duel", title="Duel", rules_version="1", rules_hash="a" * 64, scenario="", options=(),
    sides=(Side("red", "Red", "", "random"), Side("blue", "Blue", "", "random")), seed=1, max_decisions=9, store="sqlite",
    columns=(*GAME, Column("score_total", "real", "total", "score", True)),
)  # fmt: skip


def row(number: int, winner: str, total: float | None = 0, failure: str = "") -> dict[str, Any]:
    empty = dict.fromkeys(column.name for column in RUN.columns)
    return empty | {"game": number, "seed": 1 + number, "winner": winner, "ending": winner, "ending_title": winner, "turns": 3, "decisions": 9,
                    "rolls": 2, "score_total": total, "failure": failure}  # fmt: skip


def test_games_are_set_beside_each_other_by_their_seed() -> None:
    left = [
        row(0, "red", 1),
        row(1, "red", 2),
        row(2, "blue", 3),
        row(3, "blue", None),
        row(4, "red", failure="RW0810: stopped"),
    ]
    right = [row(4, "red"), row(3, "blue", 9), row(2, "blue", 5), row(1, "blue", 5), row(0, "red", 4)]
    told = comparison_of(RUN, RUN, left, right)
    assert (told.pairs, told.alike) == (4, 3)
    red, blue = told.wins
    # Red won 2 of 4, and then 1 of 4: differences 0, -1, 0, 0.
    assert (red.before, red.after, red.change.value) == (0.5, 0.25, -0.25)
    assert blue.change.value == 0.25
    # Standard deviation of 0, -1, 0, 0 is 1/2, its error 1/4; t for three degrees is 3.18
    assert red.change.low == pytest.approx(-0.25 - 3.18 / 4, abs=0.01)
    (total,) = [one for one in told.figures if one.id == "score_total"]
    # Known on both sides in three games: 4 - 1, 5 - 2, 5 - 3.
    assert (total.games, total.change.value) == (3, pytest.approx(8 / 3))
    # Apart: 1/4 + 3/16 = 7/16; paired: 1/4 - 1/16 = 3/16
    assert told.gain == pytest.approx(7 / 3)


def test_rules_that_play_alike_do_not_differ() -> None:
    one, other = b.document(tracks=[b.track("turn")]), b.document(tracks=[b.track("turn", range=None)])
    other["tracks"][0] |= {"at": [0, 9, 1, 1], "title": "Turn"}
    assert rules_diff.changes(one, other) == []


def test_declarations_that_differ_are_told_with_their_values() -> None:
    before = b.document(
        tracks=[b.track("turn", range=[1, 8]), b.track("fuel")], defines=[b.define("limit", "number", 3)]
    )
    after = b.document(
        tracks=[b.track("turn", range=[1, 7]), b.track("luck")],
        defines=[b.define("limit", "number", ["+", 1, 2])],
    )
    found = {change.id: change for change in rules_diff.changes(before, after)}
    assert {id: change.what for id, change in found.items()} == {
        "turn": "changed",
        "fuel": "removed",
        "luck": "added",
        "limit": "changed",
    }
    assert rules_diff.in_words(found["turn"]) == "range 2: 8 → 7"
    assert found["turn"].places == ("sample.rules:1",)
    assert rules_diff.in_words(found["limit"]) == ""  # an expression is another as a whole


def test_what_is_new_inside_a_declaration_is_named() -> None:
    before = b.document(
        pieces=[b.piece("ship", b.attribute("hull", "number"), b.attribute("fuel", "number", range=[0, 9]))]
    )
    after = b.document(
        pieces=[b.piece("ship", b.attribute("fuel", "number", range=[0, 8]), b.attribute("crew", "number"))]
    )
    (change,) = rules_diff.changes(before, after)
    assert (
        rules_diff.in_words(change)
        == "attributes hull: there → not there; attributes fuel range 2: 9 → 8; attributes crew: not there → there"
    )


def test_dice_are_rules_too() -> None:
    (change,) = rules_diff.changes(b.document(dice={"d6": [1, 6]}), b.document(dice={"d6": [1, 8]}))
    assert (change.kind, rules_diff.in_words(change)) == ("dice", "d6 2: 6 → 8")


def test_a_variant_is_compared_with_its_base(run: Run, here: Path) -> None:
    result = run("compare picket picket+short_night --games 30 --jobs 2 --out both")
    assert result.exit_code == 0
    assert "30 games each, the same seeds for both: picket and picket+short_night" in result.output
    assert "unit Corsair changed: values guns: 3 → 0" in result.output
    assert "track Clock changed: range 2: 8 → 7" in result.output
    page = (here / "both" / "compare.html").read_text()
    assert "Where the rules differ" in page
    assert (here / "both" / "b" / "report.html").is_file()
    again = run("compare picket picket+short_night --games 30 --jobs 2 --out both")
    assert "there already: 30 games, and 0 to play" in again.output


def test_a_ruleset_does_not_differ_from_itself(run: Run) -> None:
    result = run("compare picket picket --games 6 --jobs 1")
    assert "6 of 6 pairs" in result.output
    assert "the rules of both play alike" in result.output


def test_games_of_other_sides_are_not_compared(run: Run) -> None:
    run("new other --from empty")
    assert "error[RW0962]" in run("compare picket other --games 2").stderr
    assert "error[RW0960]" in run("compare picket picket+fog --games 2").stderr
    assert "needs a folder" in run("compare picket picket --format parquet").stderr


def test_odds_that_changed_are_told_exactly(run: Run, here: Path) -> None:
    run("new night")
    run("new fog")
    rules = here / "fog" / "fog.rules"
    text = rules.read_text()
    assert text.count("| ..3 | found |\n    | 4.. | lost  |") == 1
    rules.write_text(
        re.sub(r'example "an unknown ship is.*?\n(?=example)', "", text, flags=re.DOTALL).replace(
            "| ..3 | found |\n    | 4.. | lost  |", "| ..2 | found |\n    | 3.. | lost  |"
        )
    )
    result = run("compare night fog --games 2 --jobs 1 --out both")
    assert "the odds differ in:" in result.output
    # With −1 at daybreak and −2 for a tracked ship, each die was 3 or less; now a 6 is one too many: 5/6.
    assert "modifiers −3: found 100.0% → 83.3%, lost 0.0% → 16.7%" in result.output
    assert "83.3%" in (here / "both" / "compare.html").read_text()


def test_odds_stay_as_they_are_where_no_table_changed(run: Run) -> None:
    assert (
        "the odds of all tables are the same"
        in run("compare picket picket+short_night --games 2 --jobs 1").output
    )
