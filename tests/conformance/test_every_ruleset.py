"""Every ruleset, and every optional rule of it, keeps every promise of the referee."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulewright import schemas
from rulewright.runtime import Decision, Game, IllegalChoice, Program, examples, link, replay, write_record

from .permuting import imagined, values_of
from .playing import Document, document_of, known, played

ROOT = Path(__file__).parents[2]
FOLDERS = {file.parent.name: file.parent for file in sorted((ROOT / "rulesets").glob("*/ruleset.yaml"))}
FRAGMENTS = {file.stem: file for file in sorted((ROOT / "tests" / "hard_cases").glob("*.rules"))}

GAMES, FEW_GAMES = 40, 3
"""Random games of a bundled ruleset, and of each hard case."""
LIMIT = 150
"""Decisions of one game; long games are cut, not counted as failures."""


@cache
def document(name: str) -> Document:
    return document_of(FOLDERS[name] if name in FOLDERS else FRAGMENTS[name])


@cache
def program(name: str, option: str = "") -> Program:
    return link(document(name), (option,) if option else ())


def rulesets() -> list[Any]:
    """Each ruleset without options, and with each of them alone."""
    found = [pytest.param(name, "", id=name) for name in (*FOLDERS, *FRAGMENTS)]
    for name in FOLDERS:
        found += [
            pytest.param(name, option["id"], id=f"{name}+{option['id']}")
            for option in document(name)["options"]
        ]
    return found


def playable() -> list[Any]:
    return [
        one
        for one in rulesets()
        if document(one.values[0])["scenarios"] and document(one.values[0])["phases"]
    ]


each_ruleset = pytest.mark.parametrize("name, option", rulesets())
each_game = pytest.mark.parametrize("name, option", playable())


def games(name: str, option: str, most: int = GAMES) -> Iterator[tuple[Game, Random]]:
    """Start games of all scenarios in turn."""
    scenarios = [scenario["id"] for scenario in document(name)["scenarios"]]
    for seed in range(most if name in FOLDERS else min(most, FEW_GAMES)):
        game = Game.start(program(name, option), scenario=scenarios[seed % len(scenarios)], seed=seed)
        yield game, Random(seed)


# ---- the artifact ----


@pytest.mark.parametrize("name", [*FOLDERS, *FRAGMENTS])
def test_the_artifact_is_valid(name: str) -> None:
    assert [str(problem) for problem in schemas.errors("ruleset", document(name))] == []


@each_ruleset
def test_it_links_with_each_option_alone(name: str, option: str) -> None:
    assert program(name, option).options == ((option,) if option else ())


@pytest.mark.parametrize("name", FOLDERS)
def test_it_is_compiled_to_the_same_document_again(name: str) -> None:
    assert document_of(FOLDERS[name]) == document(name)


@pytest.mark.parametrize("name", FOLDERS)
def test_its_worked_examples_come_out(name: str) -> None:
    verdicts = examples.run_examples(program(name))
    assert verdicts
    assert [verdict for verdict in verdicts if not verdict.passed] == []


# ---- play ----


@each_game
def test_random_games_run_without_a_play_error(name: str, option: str) -> None:
    for game, random in games(name, option):
        for _ in played(game, random, LIMIT):
            pass
        assert game.invariants() == []
        assert game.ended or game.decisions
        assert not (game.ended and game.decisions)


@each_game
def test_every_answer_that_is_offered_can_be_given(name: str, option: str) -> None:
    for game, random in games(name, option, 6):
        for number, decision in enumerate(played(game, random, 60)):
            if number % 4:
                continue
            options = decision.options(9)
            assert options, decision
            for answer in options:
                assert decision.contains(answer)
                assert decision.refusal(answer) is None
                assert decision.label(answer)
                game.copy().choose(decision.side, answer)


@each_game
def test_every_sample_is_an_answer(name: str, option: str) -> None:
    for game, random in games(name, option, 6):
        for decision in played(game, random, 60):
            for _ in range(3):
                assert decision.contains(decision.sample(random))


@each_game
def test_every_refusal_cites_a_rule_or_says_why_and_changes_nothing(name: str, option: str) -> None:
    for game, random in games(name, option, 6):
        for number, decision in enumerate(played(game, random, 60)):
            if number % 3:
                continue
            before = game.fingerprint()
            for answer in not_open(decision, random):
                refusal = decision.refusal(answer)
                assert refusal is not None
                assert refusal.cites or " " in refusal.message
                with pytest.raises(IllegalChoice):
                    game.choose(decision.side, answer)
            assert game.fingerprint() == before


def not_open(decision: Decision, random: Random) -> list[Any]:
    """Some answers of the right shape that are not open, and some that are not of the right shape."""
    found = [*values_of(decision, random), None, "nonsense", 10**6, [], {}, ["nonsense"]]
    return [answer for answer in found if not decision.contains(answer)]


# ---- records and copies ----


@each_game
def test_a_record_replays_to_the_same_bytes(name: str, option: str) -> None:
    for game, random in games(name, option, 8):
        for _ in played(game, random, LIMIT):
            pass
        record = write_record(game)
        again = replay(program(name, option), record)
        assert write_record(again) == record
        assert again.fingerprint() == game.fingerprint()
        assert [entry.text for entry in again.log] == [entry.text for entry in game.log]


@each_game
def test_a_copy_goes_on_alike_and_by_itself(name: str, option: str) -> None:
    for game, random in games(name, option, 6):
        for _ in islice(played(game, random, 40), random.randrange(1, 20)):
            pass
        twin = game.copy()
        before = game.fingerprint()
        assert twin.fingerprint() == before
        seed = random.random()
        for _ in played(twin, Random(seed), 30):
            pass
        assert game.fingerprint() == before
        for _ in played(game, Random(seed), 30):
            pass
        assert game.fingerprint() == twin.fingerprint()
        assert write_record(game) == write_record(twin)


@each_game
def test_a_game_without_a_history_plays_alike(name: str, option: str) -> None:
    for game, _ in games(name, option, 3):
        bare = Game.start(game.program, scenario=game.scenario, seed=game.seed, history=False)
        for _ in played(bare, Random(5), 60):
            pass
        for _ in played(game, Random(5), 60):
            pass
        assert bare.fingerprint() == game.fingerprint()


@each_game
def test_dice_may_be_entered_by_hand(name: str, option: str) -> None:
    for game, random in games(name, option, 3):
        table = Game.start(game.program, scenario=game.scenario, dice="hand")
        for _ in played(table, random, 80):
            pass
        record = write_record(table)
        again = replay(game.program, record)
        assert write_record(again) == record
        assert again.fingerprint() == table.fingerprint()


# ---- what a side may know ----


@each_game
def test_every_view_is_valid(name: str, option: str) -> None:
    for game, random in games(name, option, 4):
        for number, _ in enumerate(played(game, random, 60)):
            for side in game.program.sides if number % 5 == 0 else ():
                view = json.loads(json.dumps(game.view(side)))
                assert [str(problem) for problem in schemas.errors("view", view)] == []


@each_game
def test_what_is_hidden_from_a_side_does_not_reach_it(name: str, option: str) -> None:
    """Two states that a side cannot tell apart give it the same view, the same question, the same log."""
    altered = 0
    for game, random in games(name, option, 8):
        for number, _ in enumerate(played(game, random, LIMIT)):
            if number > 3 and random.random() > 0.1:
                continue
            for at, side in enumerate(game.program.sides):
                twin, changes = imagined(game, at, random)
                altered += changes
                log = number < 20
                assert known(twin, side, log=log) == known(game, side, log=log)
    assert (altered > 0) == has_secrets(name)


@each_game
def test_what_the_other_side_does_meanwhile_does_not_reach_a_side(name: str, option: str) -> None:
    for game, random in games(name, option, 6):
        for _ in played(game, random, 40):
            if len(game.decisions) < 2 or random.random() > 0.4:
                continue
            for decision in game.decisions:
                others = [side for side in game.program.sides if side != decision.side]
                before = {side: known(game, side) for side in others}
                for answer in decision.options(3):
                    twin = game.copy()
                    twin.choose(decision.side, answer)
                    if {one.side for one in twin.decisions}.issuperset(others):
                        assert {side: known(twin, side) for side in others} == before


def has_secrets(name: str) -> bool:
    declared = [a["visibility"] for kind in document(name)["pieces"] for a in kind["attributes"]]
    declared += [marker["visibility"] for marker in document(name)["markers"]]
    return not {"hidden", "secret"}.isdisjoint(declared)


def test_a_question_that_gives_something_away_is_noticed() -> None:
    # The compiler would refuse this one: the Allied player may call only hexes where somebody is.
    leaking = json.loads(json.dumps(document("H06_forced_answer")))
    [search] = leaking["phases"]
    [question] = [s for s in search["steps"][0]["body"][0]["body"] if s["do"] == "choose"]
    question["domain"]["from"] = ["where", ["places", "sea"], "it", ["some", *enemies_at(["local", "it"])]]
    found = 0
    for seed in range(5):
        game = Game.start(link(leaking), seed=seed)
        for decision in played(game, Random(seed), 20):
            if decision.id == question["id"]:
                twin, _ = imagined(game, 1, Random(seed))
                found += known(twin, "allied") != known(game, "allied")
    assert found > 0


def enemies_at(place: Any) -> list[Any]:
    return [["units_at", "unit", ["side", "german"], place], "it_2", True]
