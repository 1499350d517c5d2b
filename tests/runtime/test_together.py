"""Sides that act at the same time: each on its own copy, each blind to the other, then merged."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rulewright.runtime import Game, IllegalChoice, LinkError, RulesError
from rulewright.runtime.dice import Listed

from . import build as b

PLAYER = ["local", "player"]
X = ["local", "x"]


def parted(*body: Any, before: Any = (), after: Any = (), locals: Any = None, **lists: Any) -> Game:
    return b.game(
        enums=[b.enum("ending", "won", "lost")],
        pieces=[b.piece("ship", b.attribute("fuel", "number", "hidden", default=5), b.attribute("done", "yes_no"))],
        units=[b.unit("a", "ship", "red"), b.unit("b", "ship", "blue")],
        tracks=[b.track("total"), b.track("purse", ["by", "side", "number"])],
        cups=[b.cup("chits", dud=4)],
        scenarios=[b.scenario("only", *before, b.together("player", *body), *after, locals={"player": "side", "x": "number"} | (locals or {}))],
        phases=[b.phase("wait", b.offer("wait.go"))],
        **lists,
    )  # fmt: skip


def pick(*body: Any, id: str = "r.x") -> Any:
    return b.choose(id, "x", {"kind": "number", "lo": 0, "hi": 3}, *body, side=PLAYER)


FUEL = ["each", ["of_side", ["all", "ship"], PLAYER], "s", ["attr", "ship.fuel", ["local", "s"]]]
LOCALS = {"s": "piece:ship"}


def test_all_sides_are_asked_at_once_and_each_sees_its_own() -> None:
    game = parted(pick(b.assign(FUEL, X)), pick(b.add(FUEL, X), id="r.y"), locals=LOCALS)
    assert [decision.side for decision in game.decisions] == ["red", "blue"]
    game.choose("blue", 2)
    assert game.view("blue")["pieces"]["b"]["attributes"]["fuel"] == 2
    assert "fuel" not in game.view("red")["pieces"]["b"]["attributes"]
    game.choose("blue", 3)
    assert [decision.side for decision in game.decisions] == ["red"]
    assert game.view("blue")["waiting"]
    assert game.view("blue")["pieces"]["b"]["attributes"]["fuel"] == 5
    game.choose("red", 1)
    game.choose("red", 0)
    assert [game.view(side)["pieces"][ship]["attributes"]["fuel"] for side, ship in (("red", "a"), ("blue", "b"))] == [1, 5]
    assert game.decisions[0].id == "wait.go"


def test_two_changes_of_one_thing_are_a_play_error_unless_they_are_the_same() -> None:
    game = parted(pick(b.assign(["track", "total"], X)))
    game.choose("red", 2)
    with pytest.raises(RulesError, match="RW0814.*track `total`"):
        game.choose("blue", 3)
    game.choose("blue", 2)
    assert game.public_view()["tracks"]["total"] == 2


def test_each_side_changes_what_is_its_own() -> None:
    game = parted(pick(b.assign(["track_at", "purse", PLAYER], X)))
    game.choose("red", 2)
    game.choose("blue", 3)
    assert game.public_view()["tracks"]["purse"] == {"red": 2, "blue": 3}


def test_both_sides_may_lose_a_piece_of_one_kind() -> None:
    game = parted(pick(b.gone(["of_side", ["all", "ship"], PLAYER], each=True)))
    game.choose("red", 0)
    game.choose("blue", 0)
    assert b.value(game, ["all", "ship"]) == ()


def test_nothing_is_told_twice_where_both_sides_hear_something_and_one_takes_a_choice_back() -> None:
    everybody = [["side", "red"], ["side", "blue"]]
    before = [b.tell(side, "before") for side in everybody]
    inside = [b.tell(side, "inside") for side in everybody]
    for takes_back in (False, True):
        game = parted(pick(), pick(*inside, id="r.y"), before=[b.choose("only.y", "x", {"kind": "number", "lo": 0, "hi": 3}, side=["side", "red"]), *before], locals=LOCALS)
        game.choose("red", 0)
        game.choose("red", 1)
        if takes_back:
            game.undo("red")
            game.choose("red", 2)
        for side in ("red", "blue", "blue"):
            game.choose(side, 3)
        for side in ("red", "blue"):
            # Each part tells both.
            assert [fact["text"] for fact in game.view(side)["knowledge"]] == ["before", "inside", "inside"]


def test_what_the_others_do_is_heard_of_at_the_end_and_numbers_do_not_change() -> None:
    done = ["each", ["of_side", ["all", "ship"], PLAYER], "s", ["attr", "ship.done", ["local", "s"]]]
    game = parted(b.assign(done, True), b.tell(["enemy", PLAYER], "hello"), pick(b.assign(FUEL, X)), locals=LOCALS)
    first = [(entry.seq, entry.text) for entry in game.log_for("blue")]
    assert first == [(1, "B: done is yes")]
    game.choose("red", 1)
    assert [(entry.seq, entry.text) for entry in game.log_for("blue")] == first
    assert game.view("blue")["knowledge"] == []
    game.choose("blue", 2)
    assert [(entry.seq, entry.text) for entry in game.log_for("blue")][:5] == [
        (1, "B: done is yes"), (2, "Blue: x: 2"), (3, "B: fuel is 2"), (4, "A: done is yes"), (5, "hello"),
    ]  # fmt: skip
    assert [fact["text"] for fact in game.view("blue")["knowledge"]] == ["hello"]
    assert [entry.text for entry in game.log][0:2] == ["A: done is yes", "hello"]


def test_each_side_has_dice_of_its_own() -> None:
    body = [b.throw("d", 1, "d10"), b.assign(["track_at", "purse", PLAYER], ["local", "d"]), pick()]
    locals = {"d": "number"}
    games = [parted(*body, locals=locals) for _ in range(2)]
    for game, order in zip(games, (("red", "blue"), ("blue", "red")), strict=True):
        for side in order:
            game.choose(side, 1)
    assert games[0].public_view()["tracks"] == games[1].public_view()["tracks"]
    assert games[0].fingerprint() == games[1].fingerprint()


def test_an_ending_waits_for_the_other_side() -> None:
    game = parted(pick(b.when(["=", X, 3], b.end("won"))), b.assign(FUEL, 0), locals=LOCALS)
    game.choose("red", 3)
    assert not game.ended
    assert not game.view("blue")["ended"]
    game.choose("blue", 0)
    assert (game.ended, game.ending) == (True, "won")
    assert game.view("blue")["pieces"]["b"]["attributes"]["fuel"] == 0


def test_a_return_ends_that_sides_part() -> None:
    game = parted(pick(b.when(["=", X, 0], b.do("return"))), pick(id="r.y"), after=[b.assign(["track", "total"], 9)])
    game.choose("red", 0)
    game.choose("blue", 1)
    assert [decision.side for decision in game.decisions] == ["blue"]
    game.choose("blue", 1)
    assert game.public_view()["tracks"]["total"] == 9


def test_sides_do_not_part_twice() -> None:
    again = b.rule("again", b.together("who", b.offer("a.o", side=["local", "who"])), locals={"who": "side"})
    with pytest.raises(RulesError, match="RW0832"):
        parted(b.call("again"), rules=[again])


def test_a_jump_out_of_a_part_cannot_be_linked() -> None:
    loop = b.repeat(2, b.together("player", b.do("leave", label="loop")), label="loop")
    with pytest.raises((LinkError, RulesError, Exception), match="RW07"):
        parted(pick(), before=[loop])


def test_a_window_around_both_lands_when_both_are_done() -> None:
    body = b.window(b.together("player", pick(b.assign(["track_at", "purse", PLAYER], X))))
    game = b.game(
        tracks=[b.track("purse", ["by", "side", "number"])],
        scenarios=[b.scenario("only", body, locals={"player": "side", "x": "number"})],
        phases=[b.phase("wait", b.offer("wait.go"))],
    )
    game.choose("red", 1)
    game.choose("blue", 2)
    assert game.public_view()["tracks"]["purse"] == {"red": 1, "blue": 2}


def test_each_side_takes_back_its_own_choice_while_the_other_goes_on() -> None:
    game = parted(pick(b.assign(FUEL, X)), pick(id="r.y"), locals=LOCALS)
    game.choose("red", 1)
    game.choose("blue", 2)
    game.undo("red")
    assert game.view("red")["pieces"]["a"]["attributes"]["fuel"] == 5
    assert game.view("blue")["pieces"]["b"]["attributes"]["fuel"] == 2
    assert [move["side"] for move in game.moves] == ["blue"]
    game.choose("red", 3)
    game.choose("red", 0)
    game.choose("blue", 0)
    with pytest.raises(IllegalChoice, match="RW0803"):
        game.undo("red")


def test_copies_of_a_parted_game_go_on_alone() -> None:
    game = parted(pick(b.assign(FUEL, X)), pick(id="r.y"), locals=LOCALS)
    game.choose("red", 1)
    twin = game.copy()
    assert twin.fingerprint() == game.fingerprint()
    twin.choose("blue", 3)
    assert twin.fingerprint() != game.fingerprint()
    random = Random(1)
    while game.decisions[0].id != "wait.go":
        decision = random.choice(game.decisions)
        game.choose(decision.side, decision.sample(random))
    assert [decision.side for decision in twin.decisions] == ["red", "blue"]


def test_listed_dice_are_thrown_in_the_order_of_the_sides() -> None:
    program = b.program(
        tracks=[b.track("purse", ["by", "side", "number"])],
        scenarios=[
            b.scenario(
                "only",
                b.together("player", b.throw("d"), b.assign(["track_at", "purse", PLAYER], ["local", "d"])),
                locals={"player": "side", "d": "number"},
            )
        ],
    )
    game = Game.start(program, dice=Listed([3, 5], program.texts))
    assert game.public_view()["tracks"]["purse"] == {"red": 3, "blue": 5}
