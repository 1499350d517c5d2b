"""What is hidden from a side does not reach it: 200 random games of every ruleset, watched by both sides.

At a few decisions of each game everything hidden from the watching side is altered (`permuting.py`), and the two games are
compared in all that reaches that side (`watching.py`): view, question, options, refusals, help, and what can be taken back.
Then both play on with the same answers of that side, until another side must choose or something is told: what it
sees happen must be the same up to there.

The decisions are not drawn evenly: a question that was not yet watched is watched, the others now and then.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulewright.runtime import Game, RulesError, link

from .permuting import imagined
from .playing import Document, document_of, known, played
from .shelf import FOLDERS, FRAGMENTS, document, each_game, games, is_playable, options_of, program
from .watching import TOLD, answers_to_try, first_difference, happened, number_of_notes, question, seen

GAMES, BATCH = 200, 50
"""Random games of every ruleset, and how many of them one test plays."""
LENGTHS = (6, 25, 60, 140, 400)
"""Decisions of one game, in turn: most questions come up early, and long games take long."""
OFTEN = 2
"""So many times every question is watched in each batch, for each side; beyond that, by chance."""
PLAYED_ON = 4
"""Decisions for which two games that look alike go on alike."""


def batches() -> list[Any]:
    """Each ruleset without options, and with all of them, in batches."""
    found = []
    for name in (*FOLDERS, *FRAGMENTS):
        if is_playable(name):
            for options in sorted({"", "+".join(options_of(name))}):
                size = BATCH if name in FOLDERS else GAMES
                found += [
                    pytest.param(name, options, first, size, id=f"{name}{'+' if options else ''}{options}-{first}")
                    for first in range(0, GAMES, size)
                ]
    return found


@pytest.mark.parametrize("name, options, first, size", batches())
def test_what_is_hidden_from_a_side_does_not_reach_it(name: str, options: str, first: int, size: int) -> None:
    watched: Counter[Any] = Counter()
    altered = 0
    scenarios = [scenario["id"] for scenario in document(name)["scenarios"]]
    for seed in range(first, first + size):
        random = Random(seed)
        length = LENGTHS[seed % len(LENGTHS)]
        game = Game.start(program(name, options), scenario=scenarios[seed % len(scenarios)], seed=seed)
        last = random.randrange(length)
        for number, decision in enumerate(played(game, random, length)):
            for at, side in enumerate(game.program.sides):
                key = (decision.id, decision.side, side)
                if watched[key] < OFTEN or number == last or random.random() < 0.01:
                    watched[key] += 1
                    altered += watch(game, at, random, log=number < 20)
    assert (altered > 0) == has_secrets(name)


def watch(game: Game, at: int, random: Random, *, log: bool) -> int:
    """Compare a game with one that a side cannot tell from it, now and from now on."""
    side = game.program.sides[at]
    twin, altered = imagined(game, at, random, random.choice((0.1, 0.5)), other_dice=False)
    answers = answers_to_try(game, side, random)
    assert seen(twin, side, answers, log=log) == seen(game, side, answers, log=log)
    go_on_alike(game.copy(), twin, side, random)
    return altered


def go_on_alike(game: Game, twin: Game, side: str, random: Random) -> None:
    """Let a side give the same answers in both, and compare what it sees happen, and what it has come to see."""
    for _ in range(PLAYED_ON):
        decision = question(game, side)
        if decision is None:
            break
        answer = decision.sample(random)
        before = number_of_notes(game, side)
        try:
            game.choose(side, answer)
            twin.choose(side, answer)
        except RulesError:
            return  # a world that nobody can tell apart may still be impossible, such as a counter without its unit
        here, there = happened(game, side, before), happened(twin, side, before)
        if any(event[0] == "end" for event in here):
            return  # what hidden things are worth is said now
        parted = first_difference(here, there)
        if parted is not None:
            assert any(event[0] in TOLD for event in parted if event is not None), parted
            return
        if len(here) != len(there):
            return  # in one of them somebody else is at work
    answers = answers_to_try(game, side, random)
    assert seen(twin, side, answers) == seen(game, side, answers)


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


# ---- the watch itself is watched ----


def test_a_question_that_gives_something_away_is_noticed() -> None:
    # The compiler would refuse this one: the Allied player may call only hexes where somebody is.
    leaking = json.loads(json.dumps(document("H06_forced_answer")))
    [search] = leaking["phases"]
    [asking] = [s for s in search["steps"][0]["body"][0]["body"] if s["do"] == "choose"]
    asking["domain"]["from"] = ["where", ["places", "sea"], "it", ["some", *enemies_at(["local", "it"])]]
    found = 0
    for seed in range(5):
        game = Game.start(link(leaking), seed=seed)
        for decision in played(game, Random(seed), 20):
            if decision.id == asking["id"]:
                twin, _ = imagined(game, 1, Random(seed))
                found += known(twin, "allied") != known(game, "allied")
    assert found > 0


def enemies_at(place: Any) -> list[Any]:
    return [["units_at", "unit", ["side", "german"], place], "it_2", True]


LISTENING = """\
ruleset listening "Listening"
  sides: red, blue
  d6: 1..6
enum ending: over
map sea
  rows: A..B
  columns: 1..3
piece ship "Ship"
  hidden at: hex or none = none
roster ship
  | id   | name   | side |
  | hood | "Hood" | red  |
track turn: 1..6 = 1
track alarm: number = 0
phase play "Play"
  blue chooses called from hexes
    for each s in ships where at = called
      tell blue "a ship is in {called}"
  blue chooses lamp "How many lamps?" from 0..3
  if turn = last(turn)
    end game as over
  add 1 to turn
rule victory "Victory"
  set winner to red
scenario begin "Begin"
  move hood to B2
"""


HEARD = 'tell blue "a ship is in {called}"'


def loop_of(made: Document) -> Any:
    return made["phases"][0]["steps"][0]["body"][0]["body"][0]


@pytest.mark.parametrize(
    "what, is_noticed",
    [
        (HEARD, False),
        ("add 1 to alarm", True),
        ('blue may shout "shout"', True),
        ("roll d6 as die seen by red", True),  # nobody else sees it, but the choice cannot be taken back
        ("move s to A1", False),
    ],
)
def test_what_happens_because_of_something_hidden_is_noticed(tmp_path: Path, what: str, is_noticed: bool) -> None:
    # The compiler would refuse two of them: so the condition that betrays something is put into the artifact.
    (tmp_path / "listening.rules").write_text(LISTENING)
    loop = loop_of(document_of(tmp_path))
    (tmp_path / "listening.rules").write_text(LISTENING.replace(" where at = called", "").replace(HEARD, what))
    leaking = document_of(tmp_path)
    loop_of(leaking)["in"] = loop["in"]
    rules = link(leaking)
    noticed = 0
    for seed in range(30):
        random = Random(seed)
        game = Game.start(rules, seed=seed)
        for _ in played(game, random, 8):
            try:
                watch(game, 1, random, log=True)
            except AssertionError:
                noticed += 1
    assert (noticed > 0) == is_noticed
