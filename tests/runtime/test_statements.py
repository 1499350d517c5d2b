"""Every statement of docs/artifact.md, section 4."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.runtime import Game, LimitError, RulesError
from rulewright.runtime.dice import Listed

from . import build as b

A, B, C, D = (["unit", id] for id in "abcd")
HERE, THERE = ["place", "sea", "A1"], ["place", "sea", "B2"]
N = ["local", "n"]


def board(*body: Any, dice: Any = (), locals: Any = None, **lists: Any) -> Game:
    """Run statements once, on a board with ships a and b, a boat c, a convoy d; return the game."""
    program = b.program(
        enums=[b.enum("ending", "won", "lost")],
        pieces=[
            b.piece("unit", b.attribute("at", ["opt", "place:sea"]), holds="boat"),
            b.piece("ship", b.attribute("fuel", "number", range=[0, 9], default=5), b.attribute("seen", ["set", "place:sea"]),
                    b.attribute("log", ["list", "number"]), parent="unit"),
            b.piece("boat", b.attribute("at", ["opt", "place:sea"])),
            b.piece("convoy", b.attribute("at", ["opt", "path:sea"])),
        ],
        units=[b.unit("a", "ship", "red"), b.unit("b", "ship", "blue"), b.unit("c", "boat", "red"), b.unit("d", "convoy", "blue")],
        markers=[
            b.marker("known", "ship", "once", "twice"), b.marker("still", "ship", countdown=[3, 1]), b.marker("mine", "convoy", places="sea"),
            b.marker("tired", "unit"),
        ],
        cups=[b.cup("chits", dud=2, hull=1), b.numbers_cup("points", one=(1, 2), two=(2, 1))],
        tracks=[
            b.track("turn", start=1, range=[1, 8]), b.track("total"), b.track("order", ["list", "number"]),
            b.track("purse", ["by", "side", "number"]), b.track("drawn", ["list", "enum:chits"]), b.track("worth", ["list", "number"]),
        ],
        maps=[b.a_map()],
        scenarios=[b.scenario("only", *body, locals=locals)],
        phases=[b.phase("wait", b.offer("wait.go"))],
        **lists,
    )  # fmt: skip
    return Game.start(program, dice=Listed(list(dice), program.texts))


def piece(game: Game, id: str) -> dict[str, Any]:
    found: dict[str, Any] = game.public_view()["pieces"][id]
    return found


def track(game: Game, id: str) -> Any:
    return game.public_view()["tracks"][id]


FUEL = ["attr", "ship.fuel", A]
ORDER = ["track", "order"]


def note(value: Any) -> Any:
    return b.add(ORDER, value, "list")


def test_set_add_and_remove_change_numbers() -> None:
    game = board(b.assign(FUEL, 3), b.add(FUEL, 4), b.take_off(FUEL, 2), b.assign(["track", "turn"], 8))
    assert piece(game, "a")["attributes"]["fuel"] == 5
    assert track(game, "turn") == 8


@pytest.mark.parametrize("statement", [b.add(FUEL, 5), b.take_off(FUEL, 6), b.assign(["track", "turn"], 0)])
def test_a_write_outside_its_range_is_a_play_error(statement: Any) -> None:
    with pytest.raises(RulesError, match="RW0813"):
        board(statement)


def test_sets_and_lists_grow_and_shrink() -> None:
    seen = ["attr", "ship.seen", A]
    game = board(
        b.add(seen, THERE, "set"), b.add(seen, ["set", HERE, THERE], "set"), b.take_off(seen, THERE, "set"),
        note(3), note(1), note(3), b.take_off(ORDER, 3, "list"), b.take_off(ORDER, 9, "list"),
    )  # fmt: skip
    assert piece(game, "a")["attributes"]["seen"] == ["A1"]
    assert track(game, "order") == [1, 3]


def test_the_same_for_every_member() -> None:
    game = board(b.add(["each", ["all", "ship"], "s", ["attr", "ship.fuel", ["local", "s"]]], 2), locals={"s": "piece:ship"})
    assert [piece(game, id)["attributes"]["fuel"] for id in "ab"] == [7, 7]


def test_one_value_per_key() -> None:
    game = board(b.assign(["track_at", "purse", ["side", "blue"]], 4), b.add(["track_at", "purse", ["side", "blue"]], 1))
    assert track(game, "purse") == {"red": 0, "blue": 5}


def test_markers_have_faces() -> None:
    game = board(b.mark("known", A, face="once"), b.mark("known", ["all", "ship"], face="twice", each=True), b.unmark(B, "known"))
    assert piece(game, "a")["markers"] == {"known": "twice"}
    assert piece(game, "b")["markers"] == {}


def test_who_bears_a_marker_is_found_among_all_and_among_those_of_a_side() -> None:
    game = board(b.mark("tired", A), b.mark("tired", B))
    tired = ["marked", "tired", ["local", "s"]]
    a, one = (game.program.linker.names.piece(id) for id in "ab")
    assert b.value(game, ["where", ["all", "ship"], "s", tired]) == (a, one)
    assert b.value(game, ["where", ["all", "ship"], "s", ["and", tired, ["!=", ["local", "s"], B]]]) == (a,)
    assert b.value(game, ["some", ["of_side", ["all", "ship"], ["side", "blue"]], "s", ["and", tired, ["=", ["local", "s"], A]]]) is False
    assert b.value(game, ["every", ["all", "ship"], "s", tired]) is True
    assert b.value(board(), ["count_where", ["all", "ship"], "s", tired]) == 0


def test_countdowns_start_count_and_end() -> None:
    still = ["countdown", "still", A]
    game = board(b.mark("still", A, count=3), b.take_off(still, 1))
    assert piece(game, "a")["markers"] == {"still": 2}
    game = board(b.mark("still", A), note(still), b.take_off(still, 2), note(still), b.take_off(still, 1), note(still))
    assert track(game, "order") == [3, 1, 0]
    assert piece(game, "a")["markers"] == {}
    with pytest.raises(RulesError, match="RW0813"):
        board(b.mark("still", A, count=4))


def test_what_is_held_is_where_its_holder_is() -> None:
    game = board(b.move(A, HERE), b.move(C, A), b.move(A, THERE), note(["count", ["held", A]]))
    assert piece(game, "c")["attributes"]["at"] == "B2"
    assert piece(game, "c")["holder"] == "a"
    assert track(game, "order") == [1]
    assert b.value(game, ["at", ["all", "boat"], THERE]) == (game.program.linker.names.piece("c"),)


def test_what_moves_to_a_place_leaves_its_holder() -> None:
    game = board(b.move(C, A), b.move(C, HERE), b.move(A, THERE))
    assert piece(game, "c")["attributes"]["at"] == "A1"
    assert "holder" not in piece(game, "c")


def test_only_what_its_kind_holds_can_be_held() -> None:
    with pytest.raises(RulesError, match="RW0831"):
        board(b.move(A, B))


def test_what_is_gone_leaves_its_holder_drops_its_markers_and_is_no_longer_counted() -> None:
    game = board(b.move(A, HERE), b.move(C, A), b.mark("known", A, face="once"), b.gone(A), note(["count", ["all", "ship"]]))
    assert piece(game, "a")["gone"]
    assert piece(game, "a")["markers"] == {}
    assert piece(game, "a")["attributes"]["at"] is None
    assert piece(game, "c")["attributes"]["at"] == "A1"
    assert "holder" not in piece(game, "c")
    assert track(game, "order") == [1]


def test_markers_on_a_line_go_with_what_is_taken_from_it() -> None:
    line = ["path", ["place", "sea", "A1"], ["place", "sea", "A2"], ["place", "sea", "A3"]]
    laid = [b.move(D, line), b.mark("mine", D, place=["place", "sea", "A1"]), b.mark("mine", D, place=["place", "sea", "A3"])]
    game = board(*laid)
    assert [mark["place"] for mark in piece(game, "d")["markers"]["mine"]] == ["A1", "A3"]
    assert b.value(game, ["marker_places", "mine", D]) == (0, 2)
    game = board(*laid, b.move(D, ["path", ["place", "sea", "A2"], ["place", "sea", "A3"]]))
    assert [mark["place"] for mark in piece(game, "d")["markers"]["mine"]] == ["A3"]
    game = board(*laid, b.unmark(D, "mine", place=["place", "sea", "A1"]))
    assert [mark["place"] for mark in piece(game, "d")["markers"]["mine"]] == ["A3"]
    game = board(*laid, b.move(D, None))
    assert piece(game, "d")["markers"] == {}


MIDDLE = ["place", "sea", "A2"]


@pytest.mark.parametrize(
    ("statement", "same"),
    [
        (b.assign(FUEL, 3), b.assign(FUEL, 3)),
        (b.assign(FUEL, 3), b.add(FUEL, 0)),
        (b.assign(["track", "turn"], 4), b.assign(["track", "turn"], 4)),
        (b.assign(["track_at", "purse", ["side", "red"]], 4), b.assign(["track_at", "purse", ["side", "red"]], 4)),
        (b.add(["attr", "ship.seen", A], HERE, "set"), b.add(["attr", "ship.seen", A], HERE, "set")),
        (b.mark("known", A, face="once"), b.mark("known", A, face="once")),
        (b.mark("still", A, count=2), b.mark("still", A, count=2)),
        (b.mark("mine", D, place=HERE), b.mark("mine", D, place=HERE)),
        (b.move(A, HERE), b.move(A, HERE)),
        (b.move(C, A), b.move(C, A)),
        (b.move(D, ["path", HERE, MIDDLE]), b.move(D, ["path", HERE, MIDDLE])),
        (b.gone(A), b.gone(A)),
    ],
)  # fmt: skip
def test_what_changes_nothing_leaves_no_entry(statement: Any, same: Any) -> None:
    assert [entry.kind for entry in board(statement, same, same).log].count("effect") == 1


def test_what_changes_its_holder_and_not_its_place_leaves_an_entry() -> None:
    moves = [b.move(A, HERE), b.move(C, HERE), b.move(C, A), b.move(C, HERE)]
    assert [entry.text for entry in board(*moves).log if entry.kind == "effect"] == [
        "A moves to A1", "C moves to A1", "C moves to A", "C moves to A1",
    ]  # fmt: skip


def test_chits_that_are_not_there_go_back_without_an_entry() -> None:
    back = [b.do("return_chits", cup="chits", what=["drawn", "chits"]), b.do("return_chits", cup="chits", what=["track", "drawn"])]
    assert [entry for entry in board(*back).log if entry.kind == "effect"] == []


def test_loops_walk_in_order() -> None:
    down = b.each("n", ["set", 3, 1, 2], note(N), by=[["neg", N]])
    game = board(down, b.repeat(2, note(0)), locals={"n": "number"})
    assert track(game, "order") == [3, 2, 1, 0, 0]


def test_no_comes_before_yes_and_equals_keep_their_order() -> None:
    game = board(b.each("n", ["set", 1, 2, 3, 4], note(N), by=[["in", N, ["set", 1, 3]]]), locals={"n": "number"})
    assert track(game, "order") == [2, 4, 1, 3]


def test_next_and_leave_reach_loops_further_out() -> None:
    inner = b.each(
        "m", ["set", 1, 2, 3],
        b.when(["and", ["=", N, 1], ["=", ["local", "m"], 2]], b.do("next", label="outer")),
        b.when(["and", ["=", N, 3], ["=", ["local", "m"], 2]], b.do("leave", label="outer")),
        b.when(["=", ["local", "m"], 3], b.do("leave", label="inner")),
        note(["+", ["*", 10, N], ["local", "m"]]),
        label="inner",
    )  # fmt: skip
    outer = b.each("n", ["set", 1, 2, 3, 4], inner, note(N), label="outer")
    assert track(board(outer, locals={"n": "number", "m": "number"}), "order") == [11, 21, 22, 2, 31]


def test_three_loops_deep() -> None:
    deep = b.each("k", ["set", 1, 2], b.when(["=", ["local", "m"], 2], b.do("next", label="outer")), note(["local", "k"]), label="k")
    middle = b.each("m", ["set", 1, 2, 3], deep, note(5), label="middle")
    outer = b.each("n", ["set", 1, 2], middle, note(9), label="outer")
    assert track(board(outer, locals={"n": "number", "m": "number", "k": "number"}), "order") == [1, 2, 5, 1, 2, 5]


def test_the_first_arm_that_matches_runs() -> None:
    arms = [{"keys": b.to(None, 2), "body": [note(1)]}, {"keys": b.equals(2, 3), "body": [note(2)]}, {"keys": b.OTHERWISE, "body": [note(3)]}]
    body = [b.do("on", value=n, arms=arms) for n in (2, 3, 9)]
    assert track(board(*body), "order") == [1, 2, 3]


def test_rules_are_called_with_values_and_return() -> None:
    burn = b.rule("burn", b.when(["=", ["local", "k"], 0], b.do("return")), note(["local", "k"]), b.call("burn", ["-", ["local", "k"], 1]),
                  given={"k": "number"})  # fmt: skip
    assert track(board(b.call("burn", 3), note(9), rules=[burn]), "order") == [3, 2, 1, 9]


def test_in_a_window_reads_are_old_and_writes_land_together() -> None:
    body = [
        b.assign(FUEL, 1), b.assign(["attr", "ship.fuel", B], FUEL), b.add(FUEL, 2),
        note(FUEL), note(["pending", FUEL]), b.assign(["track", "turn"], 2), note(["track", "turn"]),
    ]  # fmt: skip
    game = board(b.window(*body))
    assert [piece(game, id)["attributes"]["fuel"] for id in "ab"] == [3, 5]
    # The list itself is written in the window, too: only its last note was added to what it was.
    assert track(game, "order") == [5, 3, 1]


def test_windows_do_not_nest() -> None:
    again = b.rule("again", b.window(note(1)))
    with pytest.raises(RulesError, match="RW0819"):
        board(b.window(b.call("again")), rules=[again])


def test_a_return_out_of_a_window_lets_it_land() -> None:
    hit = b.rule("hit", b.window(b.assign(FUEL, 1), b.when(["=", FUEL, 5], b.do("return")), b.assign(FUEL, 0)))
    assert piece(board(b.call("hit"), rules=[hit]), "a")["attributes"]["fuel"] == 1


def test_chits_leave_the_cup_and_come_back() -> None:
    drawn = ["track", "drawn"]
    body = [b.do("draw", cup="chits", **{"as": "chit"}, seen_by=None), b.add(drawn, ["local", "chit"], "list")]
    game = board(*body, *body, dice=["hull", "dud"], locals={"chit": ["opt", "enum:chits"]})
    assert track(game, "drawn") == ["hull", "dud"]
    assert b.value(game, ["drawn", "chits"]) == ()
    game = board(*body, b.do("return_chits", cup="chits", what=drawn), dice=["hull"], locals={"chit": ["opt", "enum:chits"]})
    assert track(game, "drawn") == []
    cup = game.program.linker.cups["chits"]
    assert game.state[cup.slot] == cup.counts
    assert "drawn is nothing" in [entry.text for entry in game.log]
    loose = b.do("draw", cup="chits", **{"as": None}, seen_by=None)
    game = board(loose, loose, dice=["dud", "hull"])
    assert b.value(game, ["drawn", "chits"]) == (0, 1)
    game = board(loose, b.do("return_chits", cup="chits", what=["drawn", "chits"]), dice=["dud"])
    assert b.value(game, ["drawn", "chits"]) == ()


def test_from_an_empty_cup_nothing_is_drawn() -> None:
    draw = b.do("draw", cup="chits", **{"as": "chit"}, seen_by=None)
    last = b.when(["=", ["local", "chit"], None], note(1))
    assert track(board(draw, draw, draw, draw, last, dice=["hull", "dud", "dud"], locals={"chit": ["opt", "enum:chits"]}), "order") == [1]


def test_chits_that_are_numbers() -> None:
    kept = ["track", "worth"]
    body = [b.do("draw", cup="points", **{"as": "chit"}, seen_by=None), b.add(kept, ["local", "chit"], "list")]
    game = board(*body, dice=["two"], locals={"chit": ["opt", "number"]})
    assert track(game, "worth") == [2]
    assert b.value(game, ["drawn", "points"]) == ()


def test_one_of_a_set_by_lot() -> None:
    body = b.do("draw", **{"from": ["all", "ship"], "as": "who"}, seen_by=None)
    game = board(body, b.assign(["attr", "ship.fuel", ["local", "who"]], 0), dice=["b"], locals={"who": ["opt", "piece:ship"]})
    assert piece(game, "b")["attributes"]["fuel"] == 0


def test_dice_are_summed_and_noted() -> None:
    game = board(b.throw("n", 3, keep=["highest", 2]), note(N), dice=[2, 6, 5], locals={"n": "number"})
    assert track(game, "order") == [11]
    assert [entry.data for entry in game.log if entry.kind == "dice"] == [{"dice": [2, 6, 5], "total": 11}]


def test_the_end_names_the_ending_and_the_winner() -> None:
    victory = b.rule("victory", b.when(["=", ["ending"], ["value", "ending", "won"]], b.assign(["track", "winner"], ["side", "blue"])))
    game = board(b.repeat(None, b.call("stop")), note(1), rules=[victory, b.rule("stop", b.window(b.assign(FUEL, 0), b.end("won")))])
    assert (game.ended, game.ending, game.winner) == (True, "won", "blue")
    assert piece(game, "a")["attributes"]["fuel"] == 0
    assert track(game, "order") == []


def test_what_is_told_is_known_to_whom_it_is_told() -> None:
    text = [b.shown(A, "piece:ship"), " has ", b.shown(FUEL, "number"), " left"]
    reveal = b.do("reveal", what=[{"value": FUEL, "type": "number", "of": A, "attr": "ship.fuel", "text": "a.fuel"}], to="all")
    game = board(b.tell(["side", "blue"], *text), reveal)
    assert [fact["text"] for fact in game.view("blue")["knowledge"]] == ["A has 5 left", "a.fuel: 5"]
    assert game.view("red")["knowledge"] == [
        {"seq": 1, "kind": "revealed", "text": "a.fuel: 5", "value": 5, "attribute": "ship.fuel", "of": "a"}
    ]
    assert b.value(game, ["told", ["side", "blue"], ["text", "A has 5 left"]]) is True
    assert b.value(game, ["told", ["side", "red"], ["text", "A has 5 left"]]) is False


LOOPS = [
    b.repeat(None, note(1), b.assign(ORDER, ["list"])),
    b.repeat(10**12, b.assign(FUEL, 1)),
    b.each("n", ["range", 1, 9000], b.each("m", ["range", 1, 9000], b.assign(FUEL, 1))),
    b.when(["some", ["range", 1, 9000], "n", ["some", ["range", 1, 9000], "m", ["=", N, ["neg", ["local", "m"]]]]], note(1)),
    b.repeat(None, b.window(b.each("n", ["range", 1, 100], note(N)), b.assign(ORDER, ["list"]))),
]  # fmt: skip


@pytest.mark.parametrize("loop", LOOPS, ids=range(len(LOOPS)))
def test_a_loop_without_end_runs_out_of_steps(loop: Any) -> None:
    with pytest.raises(LimitError, match="steps between two decisions") as raised:
        board(loop, locals={"n": "number", "m": "number"})
    assert raised.value.code == "RW0817"
    assert "scenario only" in raised.value.message


def test_a_rule_that_calls_itself_for_ever_reaches_its_depth() -> None:
    with pytest.raises(LimitError, match="200 rules inside one another"):
        board(b.call("deep"), rules=[b.rule("deep", b.call("deep"))])
    with pytest.raises(LimitError, match="200 rules inside one another"):
        board(b.call("deep"), rules=[b.rule("deep", b.call("deep"), b.offer("deep.x"))])


def test_numbers_and_lists_have_limits() -> None:
    doubled = b.repeat(100, b.add(["track", "total"], ["+", 1, ["track", "total"]]))
    with pytest.raises(LimitError, match="size of a number"):
        board(doubled)
    longer = b.repeat(100, b.assign(ORDER, ["join", ORDER, ["join", ORDER, ["list", 1]]]))
    with pytest.raises(LimitError, match="members of a list"):
        board(longer)


def test_phases_and_steps_are_entered_on_their_conditions() -> None:
    turn = ["track", "turn"]
    phases = [
        b.head("first", when=["<", turn, 2], locals={}, steps=[b.step("x", note(1)), b.step("y", note(2), when=["<", turn, 0])]),
        b.phase("last", note(["*", 10, turn]), b.add(turn, 1), b.when(["=", turn, 4], b.end("won"))),
    ]
    program = b.program(
        enums=[b.enum("ending", "won")], tracks=[b.track("turn", start=1), b.track("order", ["list", "number"])], phases=phases
    )
    game = Game.start(program)
    assert game.ended
    assert game.public_view()["tracks"]["order"] == [1, 10, 20, 30]
    assert [entry.text for entry in game.log if entry.kind in ("phase", "step")] == ["first", "x", "last", "last", "last"]
