"""A bot that searches knows its view and the rules: what is hidden may be changed, and it answers the same."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rulewright.runtime import Game, play_out
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


def test_different_worlds_hide_different_things() -> None:
    (game,) = positions("picket", "watch", 1, 12)
    view = game.view("watch")
    imagination = Imagination(program("picket"), "watch", 1)
    imagination.note(view)
    places = set()
    for number in range(12):
        world = imagination.world(view, Random(number))
        assert world is not None
        places.add(world.view("raiders")["pieces"]["tender"]["attributes"]["at"])
    assert len(places) > 2


def test_equal_seeds_play_the_same_game() -> None:
    played = []
    for _ in range(2):
        game = Game.start(program("picket"), seed=4)
        search = SearchBot(program("picket"), "raiders", 4, playouts=4, length=40)
        play_out(game, {"raiders": search, "watch": RandomBot("watch", 4)})
        played.append(game.moves)
    assert played[0] == played[1]
