"""A table answers every total that its dice and modifiers can show, once."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright import rulesets
from rulewright.compiler.check import table
from rulewright.compiler.check.indexed import indexed
from rulewright.compiler.diagnostics import Problems
from rulewright.compiler.model import Model

from . import build
from .build import Json, bag, d6, document, drm, found, row, told

MODIFIERS = st.lists(st.integers(-3, 3), max_size=4)


def errors_of(doc: Json) -> list[str]:
    return [one for one in found(doc) if one.startswith("RW0312")]


@given(MODIFIERS, st.integers(1, 2))
def test_a_table_is_complete_if_and_only_if_every_total_that_can_be_counted_has_a_row(
    amounts: list[int], dice: int
) -> None:
    # Each modifier applies or not: count all the totals by hand.
    sums = {sum(chosen) for chosen in product(*((0, amount) for amount in amounts))}
    totals = sorted({die + extra for die in range(dice, 6 * dice + 1) for extra in sums})
    drms = [drm(f"m{n}", amount, ["option", "o"]) for n, amount in enumerate(amounts)]

    def rows_of(kept: list[int]) -> list[Json]:
        return [row(total, bag("hit")) for total in kept]

    whole = build.table("t", rows_of(totals), drms=drms, roll=d6(dice))
    assert errors_of(document(tables=[whole])) == []
    for missing in {totals[0], totals[-1], totals[len(totals) // 2]}:
        rest = rows_of([total for total in totals if total != missing])
        told_of = errors_of(document(tables=[build.table("t", rest, drms=drms, roll=d6(dice))]))
        assert len(told_of) == 1
        assert f"no row for a total of {missing} (d" in told_of[0]


@given(MODIFIERS.filter(bool))
def test_a_gap_shows_a_die_and_modifiers_whose_sum_it_is(amounts: list[int]) -> None:
    drms = [drm(f"m{n}", amount, ["option", "o"]) for n, amount in enumerate(amounts)]
    # All totals but one have a row; that one is the highest there is.
    highest = 6 + sum(amount for amount in amounts if amount > 0)
    doc = document(tables=[build.table("t", [row(f"..{highest - 1}", bag("hit"))], drms=drms)])
    message = errors_of(doc)[0]
    die, *parts = message[message.index("(") + 1 : -1].split(", ")
    shown = [int(part.split()[1]) for part in parts]
    assert f"a total of {highest} " in message
    assert die == "die 6"
    assert sorted(shown) == sorted(amount for amount in amounts if amount > 0)


def bundled() -> list[Path]:
    here = Path(next(iter(rulesets.__path__)))
    return sorted(folder for folder in here.iterdir() if (folder / "ruleset.yaml").is_file())


@pytest.mark.parametrize("folder", bundled(), ids=lambda folder: folder.name)
def test_without_any_one_of_its_rows_no_table_of_a_game_is_complete(folder: Path) -> None:
    model = build.of_folder(folder)
    tables = model.document["tables"]
    for number, one in enumerate(tables):
        rows = one["result"]["rows"] if one["result"] else []
        for gone in range(len(rows)):
            result = {**one["result"], "rows": rows[:gone] + rows[gone + 1 :]}
            changed = [*tables[:number], {**one, "result": result}, *tables[number + 1 :]]
            problems = Problems()
            table.every_roll_finds_one_row(
                indexed(Model(model.manifest, {**model.document, "tables": changed})), problems
            )
            gaps = [d.message for d in problems.sorted() if d.code == "RW0312"]
            assert any(f"table `{one['id']}` has no row for" in gap for gap in gaps), rows[gone]["keys"]


def test_a_modifier_that_nothing_limits_needs_open_rows_at_both_ends() -> None:
    text = """
track vp: number = 0
table t "T"
  roll d6
  drm "points" +vp
  result
    | {first} | a_thing |
    | 5.. | b_thing |
"""
    assert told(text.format(first="..4")) == []
    assert "error RW0312: table `t` has no row for a total of 0 or less" in told(text.format(first="1..4"))[0]


def test_printed_values_are_those_of_the_rosters() -> None:
    text = """
piece ship "Ship"
  printed speed: 0..40
roster ship
  | id | name | side | speed |
  | x  | "X"  | a    | 10    |
  | y  | "Y"  | b    | 12    |
table t "T"
  roll d6
  drm "speed" by x.speed - y.speed
    | -2 | -1 |
  result
    | 0..5 | hit |
"""
    assert told(text) == []


def test_the_best_of_several_dice_shows_what_that_many_dice_show() -> None:
    text = 'table t "T"\n  roll lowest(2, 3d6)\n  result\n    | {rows} | hit |\n'
    assert told(text.format(rows="2..12")) == []
    assert "has no row for totals of 2 and 12" in told(text.format(rows="3..11"))[0]
