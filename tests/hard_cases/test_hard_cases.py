"""The hard cases: each is a whole small ruleset, with worked examples, and most with a game to play."""

from __future__ import annotations

import json
import shutil
import tempfile
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulewright import schemas
from rulewright.compiler.pipeline import Compiled, compile_ruleset
from rulewright.runtime import Game, Program, examples, link
from tests.conformance.playing import asked, known, played, told

FRAGMENTS = sorted(Path(__file__).parent.glob("*.rules"))
CASES = {fragment.name.partition("_")[0]: fragment for fragment in FRAGMENTS}
GAMES = 30

OWED = (*range(1, 24), 26, 28, 29, 32, *range(34, 38), 39)


@cache
def compiled(case: str) -> Compiled:
    with tempfile.TemporaryDirectory() as scratch:
        shutil.copy(CASES[case], scratch)
        return compile_ruleset(Path(scratch), cache=False)


@cache
def program(case: str) -> Program:
    return link(json.loads(json.dumps(compiled(case).document)))


def start(case: str, seed: int = 1) -> Game:
    return Game.start(program(case), seed=seed)


def with_a_scenario() -> list[str]:
    return [case for case in CASES if "\nscenario " in CASES[case].read_text(encoding="utf-8")]


def test_every_owed_case_has_its_fragment() -> None:
    assert [n for n in OWED if f"H{n:02}" not in CASES] == []


@pytest.mark.parametrize("case", CASES)
def test_a_case_compiles_without_a_warning(case: str) -> None:
    assert [str(d) for d in compiled(case).diagnostics if d.severity != "note"] == []


@pytest.mark.parametrize("case", CASES)
def test_the_artifact_of_a_case_is_valid(case: str) -> None:
    document = json.loads(json.dumps(compiled(case).document))
    assert [str(problem) for problem in schemas.errors("ruleset", document)] == []


@pytest.mark.parametrize("case", CASES)
def test_the_worked_examples_of_a_case_come_out(case: str) -> None:
    verdicts = examples.run_examples(program(case))
    assert len(verdicts) >= 2
    assert [verdict for verdict in verdicts if not verdict.passed] == []


@pytest.mark.parametrize("case", with_a_scenario())
def test_games_of_a_case_come_to_an_end(case: str) -> None:
    for seed in range(GAMES):
        game = start(case, seed)
        for _ in played(game, Random(seed)):
            pass
        assert game.invariants() == []
        if game.ended:
            assert game.winner is not None


# ---- what examples cannot show ----


def answers(game: Game, side: str) -> list[Any]:
    return game.decision_of(side).options(20)


def test_case_1_a_hidden_move_changes_nothing_for_the_other_side() -> None:
    game = start("H01")
    allied = known(game, "allied")
    for move in answers(game, "german"):
        twin = game.copy()
        twin.choose("german", move)
        assert known(twin, "allied") == allied
    german = known(game, "german")
    for move in answers(game, "allied"):
        twin = game.copy()
        twin.choose("allied", move)
        assert known(twin, "german") == german


def test_case_1_it_does_not_matter_who_answers_first() -> None:
    game = start("H01")
    german, allied = answers(game, "german")[0], answers(game, "allied")[0]
    one, other = game.copy(), game.copy()
    one.choose("german", german)
    one.choose("allied", allied)
    other.choose("allied", allied)
    other.choose("german", german)
    for side in game.program.sides:
        assert one.view(side)["pieces"] == other.view(side)["pieces"]
        assert asked(one, side) == asked(other, side)


def test_case_2_the_enemy_sees_neither_where_a_force_is_nor_who_sails_in_it() -> None:
    game = start("H02")
    seen = known(game, "german")
    game.choose("allied", "form_force")
    for answer in ("C3", ["rodney", "norfolk"], "TF_1", None):
        game.choose("allied", answer)
    assert known(game, "german") == seen
    game.choose("german", None)
    pieces = game.view("german")["pieces"]
    assert not {"rodney", "norfolk", "TF_1"} & {
        id for id, piece in pieces.items() if "at" in piece or "holder" in piece
    }
    assert game.view("allied")["pieces"]["rodney"]["holder"] == "TF_1"


def test_case_6_the_answer_names_no_ship_of_a_task_force() -> None:
    names = ("Bismarck", "Flotilla", "Prinz Eugen", "Köln", "bismarck", "zerst_5", "prinz_eugen", "koln")
    heard = 0
    for seed in range(100):
        game = start("H06", seed)
        for _ in played(game, Random(seed)):
            pass
        lines = [line for line in told(game, "allied") if " told " in line]
        heard += sum("Task Force of" in line for line in lines)
        assert not [line for line in lines for name in names if name in line]
    assert heard > 0


def test_case_8_no_chit_is_ever_lost() -> None:
    whole = {
        cup["id"]: sum(kind["count"] for kind in cup["kinds"]) for cup in program("H08").document["cups"]
    }
    for seed in range(GAMES):
        game = start("H08", seed)
        for _ in played(game, Random(seed)):
            layout = game.program.linker.layout
            inside = {id: sum(game.state[layout.cup(id)]) for id in whole}
            kept = sum(
                len(piece["attributes"]["effects"]) for piece in game.view("german")["pieces"].values()
            )
            assert inside["damage"] == whole["damage"]
            assert inside["evasion_effect"] + kept == whole["evasion_effect"]


def test_case_13_slower_ships_move_first_and_of_equals_the_attackers() -> None:
    rounds = 0
    for seed in range(GAMES):
        game = start("H13", seed)
        for decision in played(game, Random(seed)):
            ships = {id: piece["attributes"] for id, piece in game.view("red")["pieces"].items()}
            if decision.prompt == "How does Sentry move?" and game.view("red")["tracks"]["round"] > 1:
                assert sorted(ships, key=lambda id: ships[id]["order"]) == ["sentry", "warden", "corsair", "privateer"]
                rounds += 1
    assert rounds == 3 * GAMES


def test_case_17_who_is_outside_while_the_boundary_holds_comes_nearer_and_nothing_else() -> None:
    returning = 0
    linker = program("H17").linker
    columns = [linker.names.place("sea", f"{row}{column}") for row in "ABCD" for column in (1, 2, 3)]

    def way_home(hex: str) -> int:
        return min(linker.geometry.distance(linker.names.place("sea", hex), home) or 0 for home in columns)

    for seed in range(GAMES):
        for decision in played(start("H17", seed), Random(seed)):
            for route in decision.options(20) if decision.id == "steer_home.route" else ():
                assert way_home(route[-1]) < way_home(route[0])
                returning += 1
    assert returning > 0


def test_case_18_nobody_else_sees_how_many_dice_fell() -> None:
    thrown = 0
    for seed in range(GAMES):
        game = start("H18", seed)
        for _ in played(game, Random(seed)):
            pass
        thrown += sum(entry.kind in ("roll", "dice") for entry in game.log_for("german"))
        assert not [entry for entry in game.log_for("allied") if entry.kind in ("roll", "dice")]
    assert thrown > 0


def test_case_19_a_convoy_is_found_once_and_what_it_was_worth_is_nobody_elses_business() -> None:
    taken = 0
    for seed in range(2 * GAMES):
        game = start("H19", seed)
        for _ in played(game, Random(seed)):
            assert not {"vp_chits", "convoys_met"} & set(game.view("blue")["tracks"])
            assert not [entry for entry in game.log_for("blue") if entry.kind == "draw"]
        found = [entry for entry in game.log if entry.text.startswith("Raiders: prey: ") and entry.data["choice"]]
        assert len({entry.data["choice"] for entry in found}) == len(found)
        taken += len(game.view("red")["tracks"]["vp_chits"])
    assert taken > 0


def test_case_20_what_is_bought_and_not_heard_of_looks_like_nothing_bought() -> None:
    looks = {}
    for bought in answers(start("H20"), "red"):
        game = start("H20")
        game.choose("red", bought)
        looks[tuple(bought)] = known(game, "blue")
        game.choose("blue", [])
        heard = [line for line in told(game, "blue") if "is in play" in line]
        assert not any("Corsair" in line for line in heard)
        if not heard:
            looks["later", tuple(bought)] = known(game, "blue", log=False)
    while_choosing = [look for key, look in looks.items() if key[0:1] != ("later",)]
    afterwards = [look for key, look in looks.items() if key[0:1] == ("later",)]
    assert all(look == while_choosing[0] for look in while_choosing)
    assert len(afterwards) >= 2
    assert all(look == afterwards[0] for look in afterwards)


def test_case_28_ships_stand_on_the_board_and_face_one_of_six_ways() -> None:
    for seed in range(GAMES):
        game = start("H28", seed)
        for _ in played(game, Random(seed)):
            for piece in game.view("german")["pieces"].values():
                assert piece["attributes"]["facing"] in range(6)


def test_case_34_nobody_is_asked_to_act_without_the_initiative() -> None:
    for seed in range(GAMES):
        game = start("H34", seed)
        for decision in played(game, Random(seed)):
            if decision.id.startswith("operations."):
                assert decision.side == game.view("german")["tracks"]["active"]


def test_case_35_a_trajectory_is_a_chain_of_neighbours_without_a_gap() -> None:
    linker = program("H35").linker
    for seed in range(GAMES):
        game = start("H35", seed)
        for _ in played(game, Random(seed), 120):
            for piece in game.view("german")["pieces"].values():
                at = piece["attributes"]["at"]
                if isinstance(at, list):
                    line = [linker.names.place("sea", id) for id in at]
                    assert 1 <= len(line) == len(set(line)) <= 15
                    near = linker.geometry.neighbours[-1]
                    assert all(b in near[a] for a, b in pairwise(line))


def test_case_39_the_owner_has_as_many_ways_as_the_book_counts() -> None:
    game = start("H39")
    # Good weather, no Intel. A medium force loses three segments: (0, 3), (1, 2), (2, 1), (3, 0) from the two ends.
    medium = game.decision_of("german")
    assert medium.count() == 4
    assert {len(left) for left in medium.options()} == {6}
    game.choose("german", medium.options()[0])
    # A fast one loses four: five ways.
    fast = game.decision_of("german")
    assert fast.count() == 5
    game.choose("german", fast.options()[0])
    # A slow one with Intel at an end: two from the other end, or that one alone.
    slow = game.decision_of("british")
    assert slow.kind == "menu"
    assert slow.count() == 2
