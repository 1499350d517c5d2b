"""What a side may know: schema, visibility, and that nothing hidden changes anything that it sees."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from rulewright import schemas
from rulewright.runtime import Game

from . import build as b

SHIPS = ("a", "b", "c", "d")


def start(*body: Any, seed: int = 1, hidden: int = 0, locals: Any = None) -> Game:
    """Two ships a side; `hidden` turns what blue keeps to itself."""
    turn = [
        b.together(
            "player",
            b.each(
                "s", ["of_side", ["all", "ship"], ["local", "player"]],
                b.choose("move.to", "to", b.one(["neighbours", ["attr", "unit.at", ["local", "s"]], None]),
                         b.move(["local", "s"], ["local", "to"]), side=("local", "player"), may=True),
            ),
        ),
        b.throw("d"),
        b.throw("secret", seen_by=["side", "blue"]),
        b.when([">", ["local", "d"], 4], b.mark("seen", ["unit", "c"])),
        b.when(["<", ["local", "d"], 3], b.tell(["side", "red"], "fog")),
        *body,
    ]  # fmt: skip
    places = [["place", "sea", id] for id in ("C1", "C2", "C3", "C4")]
    program = b.program(
        pieces=[
            b.piece("unit", b.attribute("at", ["opt", "place:sea"], "hidden", unless="seen"), b.attribute("speed", "number", "printed")),
            b.piece("ship", b.attribute("fuel", "number", "hidden"), b.attribute("flag", "text"), b.attribute("mines", "number", "secret"), parent="unit"),
            b.piece("force", parent="unit", holds="ship"),
        ],
        units=[
            b.unit("a", "ship", "red", speed=1, at=["place", "sea", "A1"]), b.unit("b", "ship", "red", speed=1, at=["place", "sea", "A2"]),
            b.unit("c", "ship", "blue", speed=1, at=places[hidden], fuel=hidden, mines=hidden),
            b.unit("d", "ship", "blue", speed=1, at=places[-1 - hidden], fuel=9 - hidden),
            b.unit("f", "force", "blue", speed=1),
        ],
        markers=[b.marker("seen", "unit"), b.marker("orders", "ship", "hunt", "hide", visibility="hidden"), b.marker("trap", "ship", visibility="secret")],
        tracks=[b.track("turn"), b.track("points", seen_by="blue", start=hidden)],
        maps=[b.a_map()],
        phases=[b.phase("turn", *turn, locals={"player": "side", "s": "piece:ship", "to": "place:sea", "d": "number", "secret": "number"} | (locals or {}))],
    )  # fmt: skip
    return Game.start(program, seed=seed)


def test_views_are_as_their_schema_says() -> None:
    game = start(b.mark("orders", ["unit", "a"], face="hunt"))
    random = Random(1)
    for _ in range(40):
        for view in (game.view("red"), game.view("blue"), game.public_view()):
            assert schemas.errors("view", json.loads(json.dumps(view))) == []
        decision = random.choice(game.decisions)
        game.choose(decision.side, decision.sample(random))


def test_hidden_is_for_the_owner_secret_for_nobody() -> None:
    view = start().view("red")
    assert view["pieces"]["a"]["attributes"] == {"at": "A1", "speed": 1, "fuel": 0, "flag": ""}
    assert view["pieces"]["c"]["attributes"] == {"speed": 1, "flag": ""}
    assert view["tracks"] == {"turn": 0, "winner": None}
    assert start().view("blue")["tracks"] == {"turn": 0, "winner": None, "points": 0}
    assert start().public_view()["pieces"]["a"]["attributes"] == {"speed": 1, "flag": ""}


def test_a_side_sees_its_own_question_and_nobody_elses() -> None:
    game = start()
    assert game.view("red")["decision"]["id"] == "move.to"
    game.choose("red", None)
    game.choose("red", None)
    assert "decision" not in game.view("red")
    assert game.view("red")["waiting"]
    assert "decision" in game.view("blue")
    assert game.public_view()["waiting"]


def test_a_marker_opens_where_a_piece_stands() -> None:
    game = b.after(
        b.move(["unit", "c"], ["place", "sea", "A1"]), b.move(["unit", "f"], ["place", "sea", "A2"]), b.move(["unit", "d"], ["unit", "f"]),
        b.mark("seen", ["unit", "c"]), b.mark("seen", ["unit", "f"]),
        pieces=[b.piece("unit", b.attribute("at", ["opt", "place:sea"], "hidden", unless="seen")), b.piece("ship", parent="unit"),
                b.piece("force", parent="unit", holds="ship")],
        units=[b.unit("c", "ship", "blue"), b.unit("d", "ship", "blue"), b.unit("f", "force", "blue")],
        markers=[b.marker("seen", "unit")], maps=[b.a_map()],
    )  # fmt: skip
    pieces = game.view("red")["pieces"]
    assert pieces["c"]["attributes"] == {"at": "A1"}
    assert pieces["f"]["attributes"] == {"at": "A2"}
    # A position that stood open would tell who is in the force.
    assert pieces["d"] == {"kind": "ship", "name": "D", "side": "blue", "attributes": {}, "markers": {}}
    assert game.view("blue")["pieces"]["d"]["holder"] == "f"


def test_markers_are_seen_by_whom_they_are_for() -> None:
    body = [b.mark("orders", ["unit", "c"], face="hide"), b.mark("trap", ["unit", "a"]), b.mark("seen", ["unit", "a"])]
    game = start(*body)
    for decision in list(game.decisions) * 2:
        game.choose(decision.side, None)
    assert game.view("blue")["pieces"]["c"]["markers"]["orders"] == "hide"
    assert "orders" not in game.view("red")["pieces"]["c"]["markers"]
    assert game.view("red")["pieces"]["a"]["markers"] == {"seen": True}
    assert [entry.text for entry in game.log if entry.text.endswith("marked trap")] == ["A is marked trap"]
    assert not [entry for side in ("red", "blue") for entry in game.log_for(side) if "trap" in entry.text]


def test_a_roll_for_one_side_is_not_heard_of_by_the_other() -> None:
    game = start()
    for decision in list(game.decisions) * 2:
        game.choose(decision.side, None)
    heard = {side: [entry.kind for entry in game.log_for(side)].count("dice") for side in ("red", "blue")}
    assert heard == {"red": 1, "blue": 2}
    assert [entry.seq for entry in game.log_for("red")] == list(range(1, len(game.log_for("red")) + 1))


def everything(game: Game, side: str) -> Any:
    """All that reaches a side, in every channel."""
    asked = [
        [decision.id, decision.prompt, decision.options(), [decision.label(value) for value in decision.options()]]
        for decision in game.decisions
        if decision.side == side
    ]
    # The two artifacts differ, and so do their hashes; the hash is no secret of a game.
    return json.dumps([game.view(side) | {"rules_hash": ""}, asked, [[entry.seq, entry.kind, entry.text, entry.data] for entry in game.log_for(side)]])


C, D = ["unit", "c"], ["unit", "d"]
SAME = [
    b.assign(["attr", "ship.fuel", C], 1), b.assign(["attr", "ship.mines", C], 1), b.assign(["track", "points"], 1),
    b.move(D, ["place", "sea", "C4"]), b.mark("orders", C, face="hide"), b.mark("trap", C),
]  # fmt: skip
"""Effects that change something in one of the two games and nothing in the other, as far as they are hidden."""


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("body", [[], SAME])
def test_two_games_that_differ_in_what_is_hidden_are_one_to_the_other_side(seed: int, body: list[Any]) -> None:
    games = [start(*body, seed=seed, hidden=hidden) for hidden in (0, 1)]
    red, blue = Random(seed), Random(seed + 100)
    for _ in range(30):
        seen = {everything(game, "red") for game in games}
        assert len(seen) == 1
        sides = [{decision.side for decision in game.decisions} for game in games]
        if "red" in sides[0]:
            decision = next(decision for decision in games[0].decisions if decision.side == "red")
            answer = decision.sample(red)
            for game in games:
                game.choose("red", answer)
        if "blue" in sides[0] and "blue" in sides[1]:
            # Blue's answers differ with what it alone knows: it declines here, moves there.
            for game in games:
                decision = next(decision for decision in game.decisions if decision.side == "blue")
                game.choose("blue", None if games.index(game) else decision.sample(blue))
        if any(game.view("red")["pieces"]["c"]["markers"] for game in games):
            return  # its position stands open now


def test_choices_are_seen_by_all_where_the_rules_say_so() -> None:
    offer = b.offer("a.o")
    for choices, heard in (("hidden", 0), ("public", 1)):
        game = b.game(scenarios=[b.scenario("only", offer)], choices=choices)
        game.choose("red", True)
        assert [entry.kind for entry in game.log_for("blue")].count("choice") == heard
