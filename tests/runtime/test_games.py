"""Games: scenarios, seeds, copies, undo, dice by hand, and what is over is over."""

from __future__ import annotations

from random import Random
from types import FunctionType
from typing import Any

import pytest

from rulewright.runtime import Game, IllegalChoice, Program, RulesError, RulewrightError, play_out
from rulewright.runtime.bots import RandomBot
from rulewright.runtime.dice import Listed
from rulewright.runtime.link.fault import explained
from rulewright.runtime.link.source import FILE

from . import build as b

X = ["local", "x"]
TOTAL = ["track", "total"]


def number(id: str, *body: Any, side: str = "red", hi: Any = 3) -> Any:
    return b.choose(id, "x", {"kind": "number", "lo": 0, "hi": hi}, *body, side=("side", side))


@pytest.fixture(scope="module")
def race() -> Program:
    """Red moves, blue moves, a die falls; who reaches 20 first."""
    turn = [
        number("turn.red", b.add(["track_at", "at", ["side", "red"]], X)),
        number("turn.blue", b.add(["track_at", "at", ["side", "blue"]], X), side="blue"),
        number("turn.again", side="red"),
        b.throw("d"),
        b.add(["track_at", "at", ["side", "red"]], ["local", "d"]),
        b.do("draw", cup="chits", **{"as": None}, seen_by=None),
        b.when([">=", ["track_at", "at", ["side", "red"]], 20], b.end("red_wins")),
    ]
    return b.program(
        cups=[b.cup("chits", dud=3, hull=40)],
        tracks=[b.track("at", ["by", "side", "number"]), b.track("total")],
        scenarios=[b.scenario("short", b.assign(["track_at", "at", ["side", "red"]], 10)), b.scenario("long")],
        phases=[b.phase("turn", *turn, locals={"x": "number", "d": "number"})],
        rules=[b.rule("victory", b.assign(["track", "winner"], ["side", "red"]))],
        invariants=[b.head("nobody_is_behind", title="nobody is behind the start", locals={}, value=[">=", ["track_at", "at", ["side", "blue"]], 0])],
    )  # fmt: skip


def played(game: Game, moves: int, seed: int = 1) -> Game:
    random = Random(seed)
    for _ in range(moves):
        decision = random.choice(game.decisions)
        game.choose(decision.side, decision.sample(random))
    return game


def test_the_first_scenario_is_played_unless_another_is_named(race: Program) -> None:
    assert Game.start(race).public_view()["tracks"]["at"]["red"] == 10
    assert Game.start(race, "long").public_view()["tracks"]["at"]["red"] == 0
    with pytest.raises(RulewrightError, match="RW0804") as refused:
        Game.start(race, "longest")
    assert refused.value.help == "scenarios: `short`, `long`"


def test_the_same_seed_is_the_same_game(race: Program) -> None:
    first, again, other = (played(Game.start(race, "long", seed), 9).fingerprint() for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_dice_are_fair(race: Program) -> None:
    from rulewright.runtime.dice import Seeded, stream
    from rulewright.runtime.link.layout import COUNTER, FIRST_KNOWLEDGE, STREAM

    dice, W = Seeded(), [0] * FIRST_KNOWLEDGE
    W[STREAM] = stream(5)
    counts = [0] * 6
    for _ in range(12000):
        counts[dice.throw(W, 1, 6) - 1] += 1
    assert all(abs(count - 2000) < 200 for count in counts)
    assert W[COUNTER] == 12000


def test_a_trial_goes_back_over_listed_dice(race: Program) -> None:
    game = Game.start(race, "long", dice=Listed([4, "hull", 6, "dud"], race.texts))
    at_first, told = game.fingerprint(), game.log
    seen = []
    with game.trial() as trial:
        for _ in range(2):
            for side in ("red", "blue", "red"):
                game.choose(side, 3)
            seen.append(game.public_view()["tracks"]["at"]["red"])
            trial.back()
    assert seen == [7, 7]  # 3 chosen + 4 thrown; the last choice adds nothing
    assert (game.fingerprint(), game.log, game.moves) == (at_first, told, [])


def test_a_trial_that_is_over_goes_nowhere(race: Program) -> None:
    game = Game.start(race)
    with game.trial() as outer:
        game.choose("red", 1)
        with game.trial() as inner:
            outer.back()
            with pytest.raises(RulewrightError, match="RW0836"):
                inner.back()
        game.choose("red", 2)
    with pytest.raises(RulewrightError, match="RW0836"):
        outer.back()
    assert game.public_view()["tracks"]["at"]["red"] == 10


def test_a_trial_goes_back_into_an_open_window() -> None:
    game = b.game(
        tracks=[b.track("total")],
        scenarios=[b.scenario("only", b.window(b.add(TOTAL, 5), number("r.x", b.add(TOTAL, X)), number("r.y", b.add(TOTAL, X))), b.add(TOTAL, 7), number("r.z"), locals={"x": "number"})],
    )  # fmt: skip
    game.choose("red", 1)
    before = game.fingerprint()
    for _ in range(2):
        with game.trial():
            game.choose("red", 3)
            assert game.public_view()["tracks"]["total"] == 5 + 1 + 3 + 7
        assert (game.fingerprint(), game.public_view()["tracks"]["total"]) == (before, 0)


def test_a_copy_goes_on_as_the_original_would(race: Program) -> None:
    game = played(Game.start(race, "long"), 4)
    twin = game.copy()
    assert twin.fingerprint() == game.fingerprint()
    assert played(twin, 6).fingerprint() == played(game, 6).fingerprint()
    assert [entry.text for entry in twin.log] == [entry.text for entry in game.log]
    assert twin.moves == game.moves


def test_a_copy_leaves_the_original_as_it_is(race: Program) -> None:
    game = played(Game.start(race, "long"), 4)
    before, log = game.fingerprint(), len(game.log)
    played(game.copy(), 8)
    assert (game.fingerprint(), len(game.log)) == (before, log)


def test_a_choice_can_be_taken_back(race: Program) -> None:
    game = Game.start(race, "long")
    before = game.fingerprint()
    game.choose("red", 2)
    game.undo("red")
    assert game.fingerprint() == before
    assert game.moves == []
    assert game.log == Game.start(race, "long").log


def test_a_choice_stands_once_another_side_has_chosen_or_a_die_was_thrown(race: Program) -> None:
    game = Game.start(race, "long")
    with pytest.raises(IllegalChoice, match="RW0803"):
        game.undo("red")
    game.choose("red", 2)
    game.choose("blue", 1)
    with pytest.raises(IllegalChoice, match="another side has chosen since"):
        game.undo("red")
    game.undo("blue")
    assert [decision.side for decision in game.decisions] == ["blue"]
    game.choose("blue", 3)
    game.choose("red", 0)
    with pytest.raises(IllegalChoice, match="RW0803"):
        game.undo()


@pytest.mark.parametrize("statement", [b.tell(["side", "blue"], "x"), b.throw("x"), b.do("draw", **{"from": ["set", 1, 2], "as": None}, seen_by=None)])
def test_a_choice_stands_once_somebody_learned_something(statement: Any) -> None:
    game = b.game(scenarios=[b.scenario("only", number("r.x", statement), number("r.y"), locals={"x": "number"})])
    game.choose("red", 1)
    with pytest.raises(IllegalChoice, match="RW0803"):
        game.undo("red")


def test_without_history_nothing_is_kept(race: Program) -> None:
    game = played(Game.start(race, "long", history=False), 7)
    assert game.moves == []
    assert game.log == []
    with pytest.raises(IllegalChoice, match="keeps no history"):
        game.undo()
    assert game.fingerprint() == played(Game.start(race, "long"), 7).fingerprint()


def test_dice_are_entered_by_hand(race: Program) -> None:
    game = Game.start(race, "long", dice="hand")
    for side, answer in (("red", 1), ("blue", 1), ("red", 0)):
        game.choose(side, answer)
    (decision,) = game.decisions
    assert (decision.side, decision.kind, decision.options()) == (None, "dice", [1, 2, 3, 4, 5, 6])
    assert decision.prompt == "Enter a die of 1 to 6"
    assert game.view("red")["waiting"]
    with pytest.raises(IllegalChoice, match="RW0801"):
        game.choose(None, 7)
    game.choose(None, 4)
    (decision,) = game.decisions
    assert decision.options() == ["dud", "hull"]
    game.choose(None, "hull")
    assert game.public_view()["tracks"]["at"]["red"] == 5
    assert [entry.text for entry in game.log if entry.kind in ("dice", "draw")] == ["dice: 4", "chits: hull"]
    assert game.moves[-2:] == [{"die": 4}, {"die": "hull"}]


def test_all_dice_of_one_stretch_are_asked_for_one_after_the_other() -> None:
    game = b.game(
        scenarios=[b.scenario("only", b.repeat(2, b.throw("n", 2), b.add(TOTAL, ["local", "n"])), locals={"n": "number"})],
        tracks=[b.track("total")],
        phases=[b.phase("wait", b.offer("wait.go"))],
        dice="hand",
    )
    for value in (1, 2, 3, 4):
        assert game.decisions[0].side is None
        game.choose(None, value)
    assert game.decisions[0].side == "red"
    assert game.public_view()["tracks"]["total"] == 10
    assert [entry.data["dice"] for entry in game.log if entry.kind == "dice"] == [[1, 2], [3, 4]]


def test_dice_by_hand_play_the_game_that_a_seed_would(race: Program) -> None:
    seeded, by_hand = Game.start(race, "long", 3), Game.start(race, "long", dice="hand")
    random = Random(1)
    for _ in range(30):
        if seeded.ended:
            break
        decision = seeded.decisions[0]
        answer = decision.sample(random)
        known = len(seeded.log)
        seeded.choose(decision.side, answer)
        by_hand.choose(decision.side, answer)
        for entry in seeded.log[known:]:
            if entry.kind in ("dice", "draw"):
                by_hand.choose(None, entry.data["dice"][0] if entry.kind == "dice" else entry.data["value"])
    assert [entry.text for entry in seeded.log] == [entry.text for entry in by_hand.log]


def test_bots_play_to_the_end(race: Program) -> None:
    game = Game.start(race)
    decisions = play_out(game, {side: RandomBot(side, 1) for side in race.sides})
    assert game.ended
    assert game.winner == "red"
    assert game.ending == "red_wins"
    assert decisions == len(game.moves)
    with pytest.raises(IllegalChoice, match="the game is over"):
        game.choose("red", 1)


def test_a_game_stops_where_nobody_plays_a_side(race: Program) -> None:
    game = Game.start(race)
    assert play_out(game, {"red": RandomBot("red")}) == 1
    assert game.decisions[0].side == "blue"
    assert play_out(Game.start(race), {side: RandomBot(side) for side in race.sides}, 2) == 2


def test_broken_invariants_are_told(race: Program) -> None:
    game = Game.start(race)
    assert game.invariants() == []
    game._thread.S[race.linker.layout.tracks["at"].slot + 1] = -1
    assert game.invariants() == ["nobody is behind the start"]


def test_where_play_is(race: Program) -> None:
    assert Game.start(race).phase == ("turn", None)


def test_a_play_error_names_the_rule_its_place_and_its_sections() -> None:
    burn = b.rule("burn", b.add(TOTAL, ["/", 1, TOTAL]))
    burn["cites"] = [{"section": "7.7"}]
    with pytest.raises(RulesError) as raised:
        b.game(tracks=[b.track("total")], rules=[burn], scenarios=[b.scenario("only", b.call("burn"))])
    error = raised.value
    assert (error.code, error.cites, error.place) == ("RW0811", ({"section": "7.7"},), ("sample.rules", 1, 1, 1))
    assert "rule burn" in error.message


def test_a_name_that_is_read_before_it_is_bound_is_a_play_error_too() -> None:
    burn = b.rule("burn", b.add(TOTAL, ["local", "n"]), locals={"n": "number"})
    with pytest.raises(RulesError, match="RW0810: rule burn: a value that is none was used"):
        b.game(tracks=[b.track("total")], rules=[burn], scenarios=[b.scenario("only", b.call("burn"))])


def test_a_step_of_generated_code_that_stands_in_no_line_is_a_play_error_too(race: Program) -> None:
    step = compile("1 // 0", FILE, "exec").replace(co_linetable=b"")
    with pytest.raises(ZeroDivisionError) as raised:
        FunctionType(step, {})()
    where = race.places[0].where
    error = explained(race, raised.value, where)
    assert error.code == "RW0811"
    assert error.message.startswith(where.owner)


def test_options_change_what_is_linked() -> None:
    option = b.head(
        "rich", cites=[], notes=[],
        changes=[
            {"op": "set", "path": ["tracks", "total", "start"], "value": 9},
            {"op": "insert", "path": ["rules", "start", "body"], "value": b.add(TOTAL, 1)},
        ],
    )  # fmt: skip
    lists = {
        "tracks": [b.track("total")],
        "rules": [b.rule("start", b.when(["option", "rich"], b.add(TOTAL, 100)))],
        "scenarios": [b.scenario("only", b.call("start"))],
        "options": [option, b.head("poor", cites=[], notes=[], changes=[])],
        "conflicts": [["rich", "poor"]],
    }
    assert Game.start(b.program(**lists)).public_view()["tracks"]["total"] == 0
    program = b.program(on=["rich"], **lists)
    assert Game.start(program).public_view()["tracks"]["total"] == 110
    assert program.options == ("rich",)
    with pytest.raises(RulewrightError, match="RW0805"):
        b.program(on=["rihc"], **lists)
    with pytest.raises(RulewrightError, match="RW0806"):
        b.program(on=["rich", "poor"], **lists)


def test_hooks_are_functions_that_the_installation_supplies() -> None:
    lists: dict[str, Any] = {
        "maps": [b.a_map()],
        "hooks": [b.head("longest", params=b.params({"p": "path:sea", "n": "number"}), returns=["opt", "place:sea"])],
        "tracks": [b.track("found", ["opt", "place:sea"])],
        "scenarios": [b.scenario("only", b.assign(["track", "found"], ["hook", "longest", ["path", ["place", "sea", "A1"], ["place", "sea", "A2"]], ["frac", 1, 2]]))],
    }
    seen: list[Any] = []

    def longest(path: list[str], n: str) -> str:
        seen.append((path, n))
        return path[-1]

    game = Game.start(b.program(functions={"longest": longest}, **lists))
    assert game.public_view()["tracks"]["found"] == "A2"
    assert seen == [(["A1", "A2"], "1/2")]
    with pytest.raises(RulewrightError, match="RW0807"):
        b.program(**lists)
    with pytest.raises(RulesError, match="RW0808"):
        Game.start(b.program(functions={"longest": lambda path, n: "Z9"}, **lists))
