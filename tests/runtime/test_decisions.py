"""Decisions: domains, guards, leading choices, what is not asked, and words for all of it."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from rulewright.runtime import Decision, Game, IllegalChoice, RulesError

from . import build as b

X = ["local", "x"]
ORDER = ["track", "order"]


def note(value: Any) -> Any:
    return b.add(ORDER, value, "list")


def asked(*body: Any, locals: Any = None, **lists: Any) -> Game:
    """Return a game that asks; it is over when the statements have run."""
    return b.game(
        pieces=[b.piece("ship", b.attribute("at", ["opt", "place:sea"]), b.attribute("speed", "number", "printed"))],
        units=[b.unit("a", "ship", "red", speed=1, at=["place", "sea", "B2"]), b.unit("b", "ship", "blue", speed=2), b.unit("c", "ship", "red", speed=3)],
        maps=[b.a_map(regions={"land": ["B3"]})],
        tracks=[b.track("order", ["list", "number"]), b.track("who", ["opt", "piece:ship"]), b.track("line", ["opt", "path:sea"]),
                b.track("fleet", ["set", "piece:ship"])],
        scenarios=[b.scenario("only", *body, locals=locals)],
        **lists,
    )  # fmt: skip


def question(game: Game) -> Decision:
    (found,) = game.decisions
    return found


def order(game: Game) -> list[int]:
    found: list[int] = game.public_view()["tracks"]["order"]
    return found


SHIP = {"x": "piece:ship"}


def test_what_is_no_place_cannot_be_chosen_as_one() -> None:
    game = asked(b.choose("only.x", "x", {"kind": "one", "from": ["sum", ["list", 900, 99]]}), locals={"x": "place:sea"})
    with pytest.raises(RulesError, match="RW0809: scenario only: a place or a piece received") as raised:
        question(game).options()
    assert raised.value.place is not None


@pytest.mark.parametrize(
    ("side", "code"), [(["side_of", ["unit", "rock"]], "RW0810"), (["sum", ["list", 99, 1]], "RW0809")]
)
def test_who_decides_is_a_side(side: Any, code: str) -> None:
    with pytest.raises(RulesError, match=f"{code}: scenario only: ") as raised:
        b.game(
            pieces=[b.piece("ship")],
            units=[b.unit("rock", "ship", None)],
            scenarios=[b.scenario("only", b.choose("only.x", "x", {"kind": "one", "from": ["list", 1, 2]}, side=side), locals={"x": "number"})],
        )
    assert raised.value.place is not None


def test_one_of_a_set() -> None:
    slow = b.guard(["<", ["attr", "ship.speed", X], 3], b.shown(X, "piece:ship"), " is too fast", section="4.2")
    game = asked(b.choose("r.x", "x", b.one(["all", "ship"]), b.assign(["track", "who"], X), guards=[slow]), locals=SHIP)
    decision = question(game)
    assert (decision.side, decision.id, decision.kind, decision.may) == ("red", "r.x", "one", False)
    assert decision.options() == ["a", "b"]
    assert decision.count() == 2
    assert decision.label("b") == "B"
    refusal = decision.refusal("c")
    assert refusal is not None
    assert (refusal.message, refusal.cites) == ("C is too fast", ({"section": "4.2"},))
    assert decision.refusal("a") is None
    assert not decision.contains("c")
    with pytest.raises(IllegalChoice) as refused:
        game.choose("red", "c")
    assert (refused.value.code, refused.value.message) == ("RW0801", "C is too fast")
    game.choose("red", "b")
    assert game.public_view()["tracks"]["who"] == "b"


def test_a_wrong_answer_is_told_what_could_be_meant() -> None:
    game = asked(b.choose("r.x", "x", b.one(["places", "sea"])), locals={"x": "place:sea"})
    with pytest.raises(IllegalChoice) as refused:
        game.choose("red", "A22")
    assert refused.value.help == "did you mean `A2`?"
    with pytest.raises(IllegalChoice, match="may not be declined"):
        game.choose("red", None)
    with pytest.raises(IllegalChoice, match="RW0802"):
        game.choose("blue", "A1")


def test_who_may_decline_does() -> None:
    body = b.choose("r.x", "x", b.one(["all", "ship"]), note(1), may=True, otherwise=[note(2)])
    game = asked(body, note(3), locals=SHIP)
    assert question(game).options() == ["a", "b", "c", None]
    game.choose("red", None)
    assert order(game) == [2, 3]
    game = asked(body, note(3), locals=SHIP)
    game.choose("red", "a")
    assert order(game) == [1, 3]


def test_without_an_answer_else_runs_or_play_stops() -> None:
    nobody = b.one(["where", ["all", "ship"], "y", False])
    locals = {"x": "piece:ship", "y": "piece:ship"}
    game = asked(b.choose("r.x", "x", nobody, otherwise=[note(2)]), locals=locals)
    assert order(game) == [2]
    with pytest.raises(RulesError, match="RW0815"):
        asked(b.choose("r.x", "x", nobody), locals=locals)


def test_only_what_all_can_know_is_not_asked() -> None:
    alone = b.one(["set", ["unit", "a"]])
    assert question(asked(b.choose("r.x", "x", alone), locals=SHIP)).options() == ["a"]
    game = asked(b.choose("r.x", "x", alone, b.assign(["track", "who"], X), public=True), locals=SHIP)
    assert game.ended
    assert game.public_view()["tracks"]["who"] == "a"
    empty = b.one(["where", ["all", "ship"], "y", False])
    locals = {"x": "piece:ship", "y": "piece:ship"}
    assert question(asked(b.choose("r.x", "x", empty, may=True), locals=locals)).options() == [None]
    assert asked(b.choose("r.x", "x", empty, may=True, public=True), locals=locals).ended
    assert question(asked(b.offer("r.o", guards=[b.guard(False, "never")]))).options() == [False]
    assert asked(b.offer("r.o", guards=[b.guard(False, "never")], public=True)).ended
    assert question(asked(b.menu("r.m", b.item("only")))).options() == ["only"]
    assert order(asked(b.menu("r.m", b.item("only", note(1)), public=True))) == [1]


def test_any_of_a_set() -> None:
    few = b.guard(["<", ["count", X], 3], "two at most")
    some = b.guard(["not", ["is_empty", X]], "somebody must go")
    body = b.choose("r.x", "x", {"kind": "subset", "of": ["all", "ship"]}, b.assign(["track", "fleet"], X), guards=[few, some])
    game = asked(body, locals={"x": ["set", "piece:ship"]})
    decision = question(game)
    assert decision.options() == [["a"], ["b"], ["c"], ["a", "b"], ["a", "c"], ["b", "c"]]
    assert decision.contains(["c", "a"])
    assert decision.label(["a", "c"]) == "A, C"
    assert [decision.refusal(value).message for value in ([], ["a", "b", "c"])] == ["somebody must go", "two at most"]  # type: ignore[union-attr]
    assert decision.refusal(["a", "a"]) is not None
    random = Random(1)
    assert len({tuple(decision.sample(random)) for _ in range(100)}) == 6
    game.choose("red", ["c", "a"])
    assert game.public_view()["tracks"]["fleet"] == ["a", "c"]


def test_a_set_too_large_to_list_is_sampled_and_asked() -> None:
    body = b.choose("r.x", "x", {"kind": "subset", "of": ["range", 1, 40]}, guards=[b.guard(["=", ["sum", X], 41], "41 in all")])
    decision = question(asked(body, locals={"x": ["set", "number"]}))
    assert decision.options(1) == [[1, 40]]
    assert decision.contains([20, 21])
    assert not decision.contains([20, 22])
    assert sum(decision.sample(Random(3))) == 41


def test_a_number() -> None:
    even = b.guard(["=", ["*", 2, ["floor", ["/", X, 2]]], X], b.shown(X, "number"), " is odd")
    game = asked(b.choose("r.x", "x", {"kind": "number", "lo": ["frac", 3, 2], "hi": 7}, note(X), guards=[even]), locals={"x": "number"})
    decision = question(game)
    assert decision.options() == [2, 4, 6]
    assert decision.refusal(3).message == "3 is odd"  # type: ignore[union-attr]
    assert decision.refusal(9).message == "`9` is not among what may be chosen here"  # type: ignore[union-attr]
    assert {decision.sample(Random(seed)) for seed in range(40)} == {2, 4, 6}


def path(length: Any, *guards: Any) -> Any:
    return {
        "kind": "path", "start": ["attr", "ship.at", ["unit", "a"]], "length": length, "side": ["side", "red"],
        "step": "to", "guards": list(guards),
    }  # fmt: skip


@pytest.mark.parametrize("start", [-1, 10**15 - 1])
def test_a_path_from_what_is_no_place_is_a_play_error(start: int) -> None:
    body = b.choose("r.x", "x", path(2) | {"start": start}, b.assign(["track", "line"], X))
    with pytest.raises(RulesError, match="the start of a route received a value of another type") as refused:
        question(asked(body, locals={"x": "path:sea", "to": "place:sea"})).options()
    assert refused.value.code == "RW0809"


def test_a_path_is_walked_step_by_step() -> None:
    land = b.guard(["not", ["in", ["local", "to"], ["region", "sea", "land"]]], "ships need water", section="2.1")
    new = b.guard(["not", ["in", ["local", "to"], X]], b.shown(["local", "to"], "place:sea"), " was passed already", section="2.2")
    body = b.choose("r.x", "x", path(2, land, new), b.assign(["track", "line"], X))
    game = asked(body, locals={"x": "path:sea", "to": "place:sea"})
    decision = question(game)
    options = decision.options()
    assert ["B2", "A2"] in options
    assert ["B2", "A2", "A1"] in options
    assert all(2 <= len(option) <= 3 and option[0] == "B2" and "B3" not in option for option in options)
    assert decision.count() == len(options) == len({tuple(option) for option in options})
    refusals = {
        ("B2", "B3"): ("ships need water", "2.1"),
        ("B2", "A2", "B2"): ("B2 was passed already", "2.2"),
        ("B2", "C4"): ("there is no way from `B2` to `C4`", None),
        ("A2", "A1"): ("the path begins elsewhere, or is too long", None),
        ("B2", "A2", "A1", "B1"): ("the path begins elsewhere, or is too long", None),
    }
    for value, (message, section) in refusals.items():
        refusal = decision.refusal(list(value))
        assert refusal is not None
        assert refusal.message == message
        assert section is None or refusal.cites == ({"section": section},)
    lengths = Counter(len(decision.sample(Random(seed))) for seed in range(200))
    assert 70 < lengths[2] < 130
    assert all(decision.contains(decision.sample(Random(seed))) for seed in range(50))
    assert decision.label(["B2", "A2"]) == "B2-A2"


def test_from_nowhere_there_is_no_path() -> None:
    body = b.choose("r.x", "x", {**path(2), "start": ["attr", "ship.at", ["unit", "b"]]}, may=True)
    assert question(asked(body, locals={"x": "path:sea", "to": "place:sea"})).options() == [None]


def test_an_offer_is_yes_or_no() -> None:
    body = b.offer("r.o", note(1), otherwise=[note(2)])
    for answer, wanted in ((True, [1, 3]), (False, [2, 3])):
        game = asked(body, note(3))
        assert question(game).options() == [True, False]
        assert question(game).label(False) == "no"
        game.choose("red", answer)
        assert order(game) == wanted


def test_an_offer_that_cannot_be_taken_is_asked_all_the_same() -> None:
    game = asked(b.offer("r.o", note(1), guards=[b.guard(False, "no coal", section="7")]), note(3))
    refusal = question(game).refusal(True)
    assert refusal is not None
    assert (refusal.message, refusal.cites) == ("no coal", ({"section": "7"},))
    game.choose("red", False)
    assert order(game) == [3]


def test_a_menu_is_answered_by_id_or_by_words() -> None:
    items = [b.item("run", note(1), title="run away"), b.item("fight", note(2), guards=[b.guard(False, "no guns")]), b.item("stay", note(3))]
    for answer in ("run", "run away"):
        game = asked(b.menu("r.m", *items))
        assert question(game).options() == ["run", "stay"]
        assert question(game).label("run") == "run away"
        assert question(game).refusal("fight").message == "no guns"  # type: ignore[union-attr]
        game.choose("red", answer)
        assert order(game) == [1]
        assert game.moves[-1]["choice"] == "run"


def test_a_menu_without_an_open_item_runs_else() -> None:
    shut = b.item("fight", guards=[b.guard(False, "no guns")])
    assert order(asked(b.menu("r.m", shut, otherwise=[note(4)]))) == [4]
    with pytest.raises(RulesError, match="RW0815"):
        asked(b.menu("r.m", shut))


def actions() -> Any:
    return [
        b.action("sail", note(["cond", [[["=", ["local", "player"], ["side", "red"]], 1]], 2]), guards=[b.guard(["<", ["count", ORDER], 3], "too late")]),
        b.action("wait", note(5), by="blue", locals={}),
    ]


def test_actions_are_taken_until_the_side_is_done() -> None:
    game = asked(b.take("r.t", "sail", "wait", many=True, otherwise=[note(8)]), note(9), actions=actions())
    assert question(game).options() == ["sail", None]
    assert question(game).refusal("wait").message == "`wait` is for the other side alone"  # type: ignore[union-attr]
    for _ in range(3):
        game.choose("red", "sail")
    assert question(game).options() == [None]
    assert question(game).refusal("sail").message == "too late"  # type: ignore[union-attr]
    game.choose("red", None)
    assert order(game) == [1, 1, 1, 9]


def test_one_action_and_no_more() -> None:
    game = asked(b.take("r.t", "sail", "wait", side=("side", "blue")), note(9), actions=actions())
    assert question(game).options() == ["sail", "wait"]
    game.choose("blue", "wait")
    assert order(game) == [5, 9]


def test_who_takes_none_runs_else_every_time() -> None:
    twice = b.repeat(2, b.take("r.t", "sail", many=True, otherwise=[note(8)]))
    game = asked(twice, actions=actions())
    game.choose("red", "sail")
    game.choose("red", None)
    game.choose("red", None)
    assert order(game) == [1, 8]


def test_nobody_runs_into_a_dead_end() -> None:
    """The first answer is open only if the second choice, which must be made, has an answer then."""
    faster = ["where", ["all", "ship"], "y", [">", ["attr", "ship.speed", ["local", "y"]], ["attr", "ship.speed", X]]]
    second = b.choose("r.z", "z", b.one(faster))
    locals = {"x": "piece:ship", "y": "piece:ship", "z": "piece:ship"}
    for body in ([b.choose("r.x", "x", b.one(["all", "ship"]), second)], [b.choose("r.x", "x", b.one(["all", "ship"])), second]):
        decision = question(asked(*body, locals=locals))
        assert decision.options() == ["a", "b"]
        assert decision.refusal("c").message == "`C` leads nowhere: a choice that follows would have no answer"  # type: ignore[union-attr]


@pytest.mark.parametrize("through", ["body", "rule", "let", "if", "menu"])
def test_an_item_is_open_only_if_its_leading_choices_can_be_made(through: str) -> None:
    nobody = b.choose("r.x", "x", b.one(["where", ["all", "ship"], "y", [">", ["attr", "ship.speed", ["local", "y"]], 5]]))
    locals = {"x": "piece:ship", "y": "piece:ship"}
    rules = [b.rule("pick", nobody, locals=locals)] if through == "rule" else []
    first = {
        "body": [nobody],
        "rule": [b.call("pick")],
        "let": [b.let("n", 1), nobody],
        "if": [b.when(["=", 1, 1], nobody)],
        "menu": [b.menu("r.n", b.item("only", nobody))],
    }[through]
    game = asked(b.menu("r.m", b.item("doomed", *first), b.item("effect", note(1))), locals=locals | {"n": "number"}, rules=rules)
    assert question(game).options() == ["effect"]


def test_after_an_effect_nothing_is_tried() -> None:
    nobody = b.choose("r.x", "x", b.one(["where", ["all", "ship"], "y", False]))
    game = asked(b.menu("r.m", b.item("doomed", note(1), nobody)), locals={"x": "piece:ship", "y": "piece:ship"})
    assert question(game).options() == ["doomed"]
    with pytest.raises(RulesError, match="RW0815"):
        game.choose("red", "doomed")
    assert order(game) == []  # the game is as it was before the choice
    assert question(game).options() == ["doomed"]


def test_leading_paths_and_subsets_are_tried_too() -> None:
    stuck = b.choose("r.x", "x", path(1, b.guard(False, "no")))
    none = b.choose("r.s", "s", {"kind": "subset", "of": ["all", "ship"]}, guards=[b.guard([">", ["count", ["local", "s"]], 3], "four")])
    number = b.choose("r.n", "n", {"kind": "number", "lo": 3, "hi": 2})
    locals = {"x": "path:sea", "to": "place:sea", "s": ["set", "piece:ship"], "n": "number"}
    items = [b.item("path", stuck), b.item("set", none), b.item("number", number), b.item("fine", note(1))]
    assert question(asked(b.menu("r.m", *items), locals=locals)).options() == ["fine"]


def least(sign: str, number: Any) -> Any:
    return b.guard([sign, ["count", ["local", "s"]], number], "more")


@pytest.mark.parametrize(
    ("of", "guards", "is_open"),
    [
        # There are three ships; two are faster than 1, one is faster than 2, and none is faster than 3.
        (0, [least(">", 2)], True), (0, [least(">=", 3)], True), (0, [least(">", 3)], False), (0, [least(">=", 4)], False),
        (1, [least(">", 1)], True), (2, [least(">", 1)], False), (2, [least(">", 0)], True), (2, [least(">=", 1)], True),
        (3, [least(">", 0)], False), (3, [least(">=", 0)], True), (3, [], True),
        (0, [least(">", 1), least("<", 3)], True), (0, [least(">", 1), least("<", 2)], False), (1, [least(">", 1), least("<", 3)], True),
        (0, [b.guard([">", 2, ["count", ["local", "s"]]], "fewer"), least(">", 0)], True), (0, [least(">", ["count", ["all", "ship"]])], False),
    ],
)  # fmt: skip
def test_a_set_of_so_many_that_is_chosen_first_can_be_found(of: int, guards: Any, is_open: bool) -> None:
    faster = ["where", ["all", "ship"], "y", [">", ["attr", "ship.speed", ["local", "y"]], of]]
    some = b.choose("r.s", "s", {"kind": "subset", "of": faster if of else ["all", "ship"]}, guards=guards)
    game = asked(b.menu("r.m", b.item("some", some), b.item("fine", note(1))), locals={"s": ["set", "piece:ship"], "y": "piece:ship"})
    assert question(game).options() == (["some", "fine"] if is_open else ["fine"])


@pytest.mark.parametrize(
    ("lo", "hi", "allowed", "is_open"),
    [(0, 0, False, True), (0, 2, False, True), (1, 2, True, True), (1, 2, False, False), (2, 3, True, True), (2, 3, False, False), (1, 0, True, False)],
)
def test_a_list_that_is_chosen_first_can_be_begun(lo: int, hi: int, allowed: bool, is_open: bool) -> None:
    domain = {"kind": "list", "of": ["set", 1, 2], "lo": lo, "hi": hi, "step": "n", "guards": [b.guard(["=", 1, 1 if allowed else 2], "no")]}
    game = asked(b.menu("r.m", b.item("some", b.choose("r.s", "s", domain)), b.item("fine", note(1))), locals={"s": ["list", "number"], "n": "number"})
    assert question(game).options() == (["some", "fine"] if is_open else ["fine"])


def test_loops_around_a_decision_go_on_where_they_were() -> None:
    inner = b.each("n", ["set", 1, 2, 3], b.choose("r.x", "x", {"kind": "number", "lo": 0, "hi": 2}, note(X)),
                   b.when(["=", X, 0], b.do("next", label="outer")), b.when(["=", X, 2], b.do("leave", label="outer")), note(["local", "n"]), label="n")  # fmt: skip
    game = asked(b.each("m", ["set", 7, 8, 9], inner, note(["local", "m"]), label="outer"), note(6), locals={"n": "number", "m": "number", "x": "number"})
    for answer in (1, 0, 1, 1, 1, 2):
        game.choose("red", answer)
    assert order(game) == [1, 1, 0, 1, 1, 1, 2, 1, 3, 8, 2, 6]
    assert game.ended


def test_a_rule_that_asks_is_entered_and_left() -> None:
    ask = b.rule("ask", b.choose("r.x", "x", {"kind": "number", "lo": 0, "hi": 9}, b.when(["=", X, 0], b.do("return"))), note(["+", X, ["local", "k"]]),
                 given={"k": "number"}, locals={"x": "number"})  # fmt: skip
    game = asked(b.call("ask", 10), b.call("ask", 20), note(7), rules=[ask])
    game.choose("red", 3)
    game.choose("red", 0)
    assert order(game) == [13, 7]


def test_what_is_chosen_in_a_window_is_judged_by_the_old_state() -> None:
    body = b.window(note(1), b.choose("r.x", "x", {"kind": "number", "lo": ["count", ORDER], "hi": ["count", ["pending", ORDER]]}, note(X)))
    game = asked(body, note(8), locals={"x": "number"})
    assert question(game).options() == [0, 1]
    assert order(game) == []
    game.choose("red", 0)
    assert order(game) == [1, 0, 8]


def test_guards_see_what_the_frame_holds() -> None:
    body = [b.let("k", 2), b.choose("r.x", "x", {"kind": "number", "lo": 1, "hi": 5}, guards=[b.guard([">", X, ["local", "k"]], "more than ", b.shown(["local", "k"], "number"))])]
    decision = question(asked(*body, locals={"k": "number", "x": "number"}))
    assert decision.options() == [3, 4, 5]
    assert decision.refusal(1).message == "more than 2"  # type: ignore[union-attr]
