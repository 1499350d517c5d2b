"""Every ruleset, and every optional rule of it, keeps every promise of the referee."""

from __future__ import annotations

import json
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Any

import pytest

from rulewright import schemas
from rulewright.runtime import Decision, Game, IllegalChoice, examples, link, replay, write_record
from rulewright.runtime.link.watch import Watch

from .permuting import values_of
from .playing import document_of, played
from .shelf import FOLDERS, FRAGMENTS, LIMIT, document, each_game, each_ruleset, games, is_playable, options_of, program

# ---- the artifact ----


def test_what_is_read_off_the_text_is_so() -> None:
    for name in (*FOLDERS, *FRAGMENTS):
        made = document(name)
        assert options_of(name) == [option["id"] for option in made["options"]]
        assert is_playable(name) == bool(made["scenarios"] and made["phases"])


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
def test_whoever_lists_answers_first_is_given_the_same_ones_and_draws_the_same(name: str, option: str) -> None:
    for game, random in games(name, option, 3):
        for decision in played(game, random, 60):
            anew = Decision(decision._program, decision._thread)
            for most in (3, 200):
                options = anew.options(most + 1)
                assert decision.listed(most) == (options if len(options) <= most else None)
            seed = random.random()
            assert decision.sample(Random(seed)) == anew.sample(Random(seed))
            for answer in [*anew.options(5), *values_of(decision, random)]:
                assert decision.contains(answer) == anew.contains(answer)


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
def test_what_is_taken_back_is_as_if_it_had_never_been_chosen(name: str, option: str) -> None:
    for game, random in games(name, option, 4):
        for _ in range(80):
            if game.ended:
                break
            decision = random.choice(game.decisions)
            game.choose(decision.side, decision.sample(random))
            if random.random() < 0.2:
                with suppress(IllegalChoice):
                    game.undo()
        again = replay(program(name, option), write_record(game))
        assert again.fingerprint() == game.fingerprint()
        for side in game.program.sides:
            assert again.view(side) == game.view(side)
            assert [entry.text for entry in again.log_for(side)] == [entry.text for entry in game.log_for(side)]


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
def test_a_view_made_of_the_last_one_is_the_view_made_anew(name: str, option: str) -> None:
    def judge(game: Game) -> None:
        anew = game.copy()
        for side in game.program.sides:
            assert json.dumps(game.view(side)) == json.dumps(anew.view(side))
        assert game.public_view() == anew.public_view()

    for game, random in games(name, option, 2):
        for number, _ in enumerate(played(game, random, 40)):
            if number % 4 == 0:
                judge(game)
        with suppress(IllegalChoice):
            game.undo()
        judge(game)


@each_game
def test_every_view_is_valid(name: str, option: str) -> None:
    for game, random in games(name, option, 4):
        for number, _ in enumerate(played(game, random, 60)):
            for side in game.program.sides if number % 5 == 0 else ():
                view = json.loads(json.dumps(game.view(side)))
                assert [str(problem) for problem in schemas.errors("view", view)] == []


@pytest.mark.parametrize("name", [name for name in (*FOLDERS, *FRAGMENTS) if is_playable(name)])
def test_a_position_does_not_tell_by_which_blocks_it_was_come_to(name: str) -> None:
    """A program with a watch has its blocks as they were written; without one, short blocks stand where they are jumped to."""
    watched = link(document(name), (), None, Watch())
    for seed in range(3):
        games = [Game.start(program, seed=seed) for program in (program(name), watched)]
        random = Random(seed)
        for _ in range(LIMIT):
            assert games[0].fingerprint() == games[1].fingerprint()
            if games[0].ended:
                break
            decision = random.choice(games[0].decisions)
            option = decision.sample(random)
            for game in games:
                game.choose(decision.side, option)
