"""Odds of tables come from the linked artifact: by hand, and die by die as the referee rolls them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rulewright.runtime import RulewrightError
from rulewright.runtime.dice import Seeded
from rulewright.runtime.frames import Desk
from rulewright.runtime.link.layout import BUDGET, STREAM
from rulewright.runtime.link.primitives import BUDGET as FULL
from rulewright.runtime.odds import Chits, Distribution, TableQuery, catalogue
from rulewright.runtime.odds.repeat import cup, drawn, follow_ons, followed, repeated
from rulewright.runtime.odds.sensitivity import sensitivity

from .rulesets import ask, at, chances, page, program

GAMES = [(game, table) for game in ("picket", "rheinuebung") for table in catalogue.tables(program(game))]


# ---- by hand


def test_the_whole_lookout_table() -> None:
    answer = ask("picket", "lookout")
    assert answer.columns == ("turn.darkness", "shoal_water", "quarry.contact")
    assert len(answer.cases) == 3 * 2 * 3
    assert at(answer, "0", "no", "none") == {"found": "1/2", "lost": "1/2"}  # 1..3 of six
    assert at(answer, "1", "no", "none") == {"found": "1/3", "lost": "2/3"}  # 1 and 2: 2 + 1 = 3
    assert at(answer, "1", "yes", "none") == {"found": "1/6", "lost": "5/6"}  # +3, but a natural 1 finds
    assert at(answer, "1", "yes", "sighted") == {"found": "1/2", "lost": "1/2"}  # the shoal is struck: 1 - 1 = 0
    assert at(answer, "-1", "no", "tracked") == {"found": "1"}  # -3: 6 - 3 = 3


def test_a_column_of_the_naval_table_in_the_words_of_the_page() -> None:
    answer = ask("rheinuebung", "naval_combat", range="medium", visibility="5", modifiers="1")
    # 1, 2: special; 3 hull + evasion; 4 hull; 5 bow; 6 stern; 7 secondary; 8 and 9.. miss. With +1 a die of 0..9 makes 1..10.
    assert chances(answer) == {
        "special": "1/5", "hull + evasion": "1/10", "hull": "1/10", "bow": "1/10", "stern": "1/10", "secondary": "1/10", "miss": "3/10",
    }  # fmt: skip


def test_modifiers_of_one_sum_are_one_case() -> None:
    answer = ask("rheinuebung", "naval_combat", range_of="mid", visibility="5")
    # visibility 5: +1. Least: acquired -1, radar -1. Most: fire control, both turned, and light against battleship +5: 1 + 1 + 2 + 5.
    assert [case.modifiers for case in answer.cases] == list(range(-1, 10))
    # 2 * 4 radars * 3 * 3 positions * 2 * 8 * 8 classes
    assert sum(case.combinations for case in answer.cases) == 2 * 4 * 3 * 3 * 2 * 64


def test_ships_say_what_the_table_reads_of_them() -> None:
    given = {"firing_ship": "prinz_eugen", "target": "Norfolk", "visibility": "9", "prinz_eugen__zone": "9", "norfolk__zone": "19"}
    answer = ask("rheinuebung", "naval_combat", norfolk__position="breaking_off", **given)
    assert ("range_of", "mid") in answer.given and ("firing_ship.class", "CA") in answer.given
    # 1 closing + 1 breaking off + 3 visibility - 1 radar = 4, as the rule book's example adds up [10, example]
    assert [case.modifiers for case in answer.cases] == [4]
    assert chances(answer)["hull"] == "1/10"


def test_a_modifier_is_given_by_its_name() -> None:
    with_radar = ask("rheinuebung", "naval_combat", range="mid", firing_ship_has_radar="yes")
    without = ask("rheinuebung", "naval_combat", range="mid", firing_ship_has_radar="no")
    assert sum(case.combinations for case in with_radar.cases) == 3 * sum(case.combinations for case in without.cases)


def test_follow_on_rolls_are_those_of_the_rules() -> None:
    game = program("rheinuebung")
    assert follow_ons(game, "naval_combat") == {"special": "special_damage"}
    answer = followed(game, ask("rheinuebung", "naval_combat", range="mid", modifiers="0"))
    found = chances(answer)
    assert sum(map(Fraction, found.values())) == 1
    assert found["sunk"] == str(Fraction(2, 10) * Fraction(1, 10) * Fraction(3, 10))  # special, 0, then 0..2
    assert found["radar"] == str(Fraction(2, 10) * Fraction(3, 10))


def test_fire_of_several_dice_counts_each_result() -> None:
    game = program("rheinuebung")
    answer = repeated(game, ask("rheinuebung", "naval_combat", range="mid", modifiers="0"), [14])
    tallies = dict(answer.cases[0].tallies)
    # Hull boxes of a die: 2 on 0, 1 on 3 and on 4.
    assert tallies["hull"] == 14 @ Distribution({2: 1, 1: 2, 0: 7})
    assert tallies["miss"].probability(0) == Fraction(8, 10) ** 14


def test_hits_draw_chits_that_are_not_put_back() -> None:
    game = program("rheinuebung")
    # how = air, -2 in all: 0 → -2 3 hits … the natural 0 is at least 1. Totals -2..7: ..0 three of ten, 1..2 two, 3..5 three, 6.. two.
    answer = drawn(game, ask("rheinuebung", "hit", modifiers="-2"), "damage", [1])
    tallies = dict(answer.cases[0].tallies)
    none_of_them = [Fraction(1), Fraction(20, 30), Fraction(20 * 19, 30 * 29), Fraction(20 * 19 * 18, 30 * 29 * 28)]
    chance = [Fraction(2, 10), Fraction(3, 10), Fraction(2, 10), Fraction(3, 10)]
    assert tallies["hull"].probability(0) == sum(a * b for a, b in zip(none_of_them, chance, strict=True))  # 10 of 30 chits
    assert cup(game, "damage").size == 30
    assert isinstance(cup(game, "evasion_effect"), Chits)


def test_sensitivity_is_the_difference_of_two_questions() -> None:
    found = sensitivity(TableQuery(page("rheinuebung", "naval_combat"), {"range": "mid"}))
    radar = next(move for move in found.moves if move.modifier == "firing ship has radar")
    assert (radar.before, radar.after, radar.total) == (0, -1, -1)
    here = ask("rheinuebung", "naval_combat", range="mid", modifiers="0").cases[0].results
    there = ask("rheinuebung", "naval_combat", range="mid", modifiers="-1").cases[0].results
    assert dict(radar.changes) == {value: change for value in {*here.values, *there.values} if (change := there.probability(value) - here.probability(value))}
    assert {move.modifier for move in found.moves} == {drm["title"] for drm in page("rheinuebung", "naval_combat").drms}


def test_what_a_modifier_strikes_is_struck() -> None:
    found = sensitivity(TableQuery(page("picket", "lookout"), {"turn.darkness": "1", "shoal_water": "yes"}))
    sighted = next(move for move in found.moves if (move.modifier, move.after) == ("already known", -1))
    assert (found.modifiers, sighted.total) == (3, 0)  # 1 + 2; then 1 - 1, and the shoal is struck


# ---- the referee


def envs(game: str, table: str, count: int) -> Iterator[dict[str, Any]]:
    """Some combinations of all that a table depends on."""
    inputs = page(game, table).inputs
    every = list(product(*(one.values or () for one in inputs.values()))) if len(inputs) < 4 else None
    chance = random.Random(5)
    for _ in range(count):
        yield dict(zip(inputs, chance.choice(every), strict=True)) if every else {
            name: chance.choice(one.values or ()) for name, one in inputs.items()
        }


@pytest.mark.parametrize(("game", "table"), GAMES)
def test_all_chances_of_a_table_together_are_one(game: str, table: str) -> None:
    answer = ask(game, table)
    assert answer.cases
    for case in answer.cases:
        assert sum(chance for _, chance in case.results.items()) == 1


@pytest.mark.parametrize("target", ["hood", "bismarck", "norfolk"])
@pytest.mark.parametrize("shooter", ["prinz_eugen", "rodney", "zerst_5"])
def test_the_referee_rolls_what_the_odds_say(shooter: str, target: str) -> None:
    """Rolls of the referee with seeded dice, and a chi-square that one in 100,000 honest tests would exceed."""
    game = program("rheinuebung")
    given = {"firing_ship": shooter, "target": target, f"{shooter}.zone": "9", f"{target}.zone": "19", "visibility": "5"}
    query = TableQuery(page("rheinuebung", "naval_combat"), given)
    (case,) = query.answer().cases
    desk, S = Desk(game, Seeded()), query.state[:]
    S[STREAM], desk.note = 11, lambda note: None
    roll = game.linker.code.namespace[game.linker.table("naval_combat").roll]
    seen: Counter[Any] = Counter()
    rolls = 4000
    for _ in range(rolls):
        S[BUDGET] = FULL
        seen[roll(desk, S, S, 3, 0, query.params["firing_ship"], query.params["target"])] += 1
    assert set(seen) <= set(case.results.values)
    far = sum((seen[value] - float(chance) * rolls) ** 2 / (float(chance) * rolls) for value, chance in case.results.items())
    assert far < 38  # 8 degrees of freedom at most: 1 in 100,000 is 37.3


# ---- what cannot be asked


@pytest.mark.parametrize(
    ("given", "code", "said"),
    [
        ({"rang": "mid"}, "RW0931", "does not depend on `rang`"),
        ({"range": "far"}, "RW0932", "`range` cannot be `far`"),
        ({"visibility": "11"}, "RW0932", "`visibility` cannot be `11`"),
        ({"firing_ship": "yamato"}, "RW0932", "`firing_ship` cannot be `yamato`"),
        ({"bismarck.class": "CA"}, "RW0936", "is printed on the counter"),
        ({"bismarck.zune": "4"}, "RW0931", "does not depend on `bismarck.zune`"),
        ({"modifiers": "many"}, "RW0932", "it is a number"),
    ],
)
def test_what_is_wrong_is_named(given: dict[str, str], code: str, said: str) -> None:
    with pytest.raises(RulewrightError) as caught:
        TableQuery(page("rheinuebung", "naval_combat"), given).answer()
    assert caught.value.code == code
    assert said in str(caught.value)
