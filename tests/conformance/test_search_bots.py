"""A bot that searches knows its view and the rules: what is hidden may be changed, and it answers the same."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from random import Random
from tempfile import TemporaryDirectory
from pathlib import Path
from typing import Any

import pytest

from rulewright.compiler.pipeline import compile_ruleset
from rulewright.runtime import Game, link, play_out
from rulewright.runtime.bots import RandomBot, SearchBot
from rulewright.runtime.imagine import Imagination

from .permuting import imagined
from .shelf import program


def positions(name: str, side: str, games: int, most: int) -> list[Game]:
    """Return games played at random, each up to a decision of the side."""
    found: list[Game] = []
    for seed in range(games):
        game = Game.start(program(name), seed=seed)
        random = Random(seed)
        stop = random.randrange(most)
        while not game.ended and (stop > 0 or all(one.side != side for one in game.decisions)):
            decision = random.choice(game.decisions)
            game.choose(decision.side, decision.sample(random))
            stop -= 1
        if not game.ended:
            found.append(game)
    return found


@pytest.mark.parametrize("side", ["raiders", "watch"])
def test_permuting_what_is_hidden_leaves_the_answer_as_it_is(side: str) -> None:
    altered = 0
    for number, game in enumerate(positions("picket", side, 8, 40)):
        twin, facts = imagined(game, game.program.sides.index(side), Random(number))
        assert twin.view(side) == game.view(side)
        altered += facts
        assert tried(game, side, number) == tried(twin, side, number)
    assert altered > 8


def test_of_the_larger_game_too() -> None:
    (game,) = positions("rheinuebung", "german", 1, 30)
    twin, facts = imagined(game, 0, Random(1))
    assert facts > 50
    assert tried(game, "german", 1) == tried(twin, "german", 1)


def tried(game: Game, side: str, seed: int) -> Any:
    bot = SearchBot(game.program, side, seed, playouts=4, length=30)
    return bot.choose(game.decision_of(side), lambda: game.view(side))


@pytest.mark.parametrize(
    ("name", "side"), [("picket", "raiders"), ("picket", "watch"), ("rheinuebung", "german")]
)
def test_an_imagined_game_looks_like_the_one_that_is_played(name: str, side: str) -> None:
    compared = 0
    for number, game in enumerate(positions(name, side, 6 if name == "picket" else 1, 40)):
        view = game.view(side)
        imagination = Imagination(program(name), side, number)
        imagination.note(view)
        world = imagination.world(view, Random(number))
        if world is None:
            continue  # no random game came to this question
        compared += 1
        assert world.fingerprint() != game.fingerprint()
        shown = world.view(side)
        assert shown["tracks"] == view["tracks"]
        assert shown["pieces"] == view["pieces"]
        assert shown["decision"]["id"] == view["decision"]["id"]
    assert compared > 0


def led_along(seed: int) -> Iterator[tuple[Game, Imagination]]:
    """Play picket at random, and stop at each question of the watch, which has taken notice of all that it saw."""
    game, random = Game.start(program("picket"), seed=seed), Random(seed)
    imagination = Imagination(program("picket"), "watch", seed)
    while not game.ended:
        decision = game.decisions[0]
        answer = decision.sample(random)
        if decision.side == "watch":
            imagination.note(game.view("watch"))
            yield game, imagination
            imagination.answered(answer)
        game.choose(decision.side, answer)


def places(imagination: Imagination, view: dict[str, Any], *ships: str) -> set[str]:
    """Return where some ships are in twelve imagined games."""
    found = set()
    for number in range(12):
        world = imagination.world(view, Random(number))
        assert world is not None
        pieces = world.view("raiders")["pieces"]
        found |= {pieces[ship]["attributes"].get("at") for ship in ships}
    return found


def test_different_worlds_hide_different_things() -> None:
    for game, imagination in islice(led_along(1), 8):
        assert len(places(imagination, game.view("watch"), "tender")) > 2


def test_an_imagined_game_keeps_to_what_the_side_was_told() -> None:
    """5.3: the watch is told how many ships are in the hex that a boat has searched; nobody moves before the next boat searches."""
    searched = known = 0
    for game, imagination in chain(led_along(0), led_along(1)):
        view = game.view("watch")
        told = [fact["values"] for fact in view["knowledge"] if fact["kind"] == "told"]
        if len(told) > known and told[-1][0] == 0 and view["decision"]["id"] == "search.called":
            assert told[-1][1] not in places(imagination, view, "tender", "corsair")
            searched += 1
        known = len(told)
    assert searched > 10


def test_it_slips_through_where_chance_does_not() -> None:
    """Of 1,000 games between two random players the raiders win 391: five in a row would be chance once in a hundred times."""
    for seed in range(5):
        game = Game.start(program("picket"), seed=seed)
        play_out(
            game,
            {"raiders": SearchBot(game.program, "raiders", seed, playouts=16), "watch": RandomBot("watch", seed)},
        )
        assert game.winner == "raiders"


def test_where_it_stops_a_position_is_worth_what_the_bot_of_the_ruleset_says() -> None:
    rules = """ruleset t "T"
  sides: red, blue
track purse: 0..99 = 0
phase play
  red chooses taken from 1..9
    add taken to purse
  blue may pass_by "pass by"
    tell all "by"
  if purse > 90
    end game as over
enum ending: over
scenario dawn
  set purse to 0
bot miser for red "The Miser"
  worth purse / 20
"""
    with TemporaryDirectory() as folder:
        (Path(folder) / "t.rules").write_text(rules, encoding="utf-8")
        document = compile_ruleset(Path(folder), cache=False).document
    game = Game.start(link(document), seed=1)
    bot = SearchBot(game.program, "red", 1, playouts=40, length=1)
    assert bot.choose(game.decision_of("red"), lambda: game.view("red")) == 9


def test_equal_seeds_play_the_same_game() -> None:
    played = []
    for _ in range(2):
        game = Game.start(program("picket"), seed=4)
        search = SearchBot(program("picket"), "raiders", 4, playouts=4, length=40)
        play_out(game, {"raiders": search, "watch": RandomBot("watch", 4)})
        played.append(game.moves)
    assert played[0] == played[1]
