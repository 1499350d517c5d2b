"""Many rolls at once are distributed as the dice are: compared with sums that are written out, seed by seed the same."""

from __future__ import annotations

import builtins
from typing import Any

import pytest

from rulewright.runtime import Game, RulesError, RulewrightError
from rulewright.runtime.batch import roll

from . import build as b

ROLLS = 200_000


def program_of(table: Any, **lists: Any) -> Any:
    return b.program(tables=[table], phases=[b.phase("wait", b.offer("wait.go"))], **lists)


def far_off(program: Any, chances: dict[Any, float], table: str = "t", **args: Any) -> float:
    """Return chi-square of the counts of many rolls; every result must be among the chances."""
    found = {str(one.result): one.count for one in roll(program, table, args, ROLLS, seed=7)}
    assert sum(found.values()) == ROLLS
    assert set(found) <= {str(result) for result in chances}
    return sum((found.get(str(result), 0) - ROLLS * chance) ** 2 / (ROLLS * chance) for result, chance in chances.items())


def test_two_dice() -> None:
    rows = [(b.to(None, 4), [["low", 1]]), (b.to(5, 8), [["middle", 1]]), (b.to(9, None), [["high", 1]])]
    program = program_of(b.table("t", result=rows, dice={"count": 2, "die": "d6", "keep": None}))
    # Of 36: 2 to 4 in 1 + 2 + 3 = 6 ways, 5 to 8 in 4 + 5 + 6 + 5 = 20, 9 to 12 in 4 + 3 + 2 + 1 = 10.
    chances = {"{'low': 1}": 6 / 36, "{'middle': 1}": 20 / 36, "{'high': 1}": 10 / 36}
    assert far_off(program, chances) < 13.8  # two degrees of freedom: one run in a thousand is beyond


@pytest.mark.parametrize(("which", "ways"), [("lowest", (11, 9, 7, 5, 3, 1)), ("highest", (1, 3, 5, 7, 9, 11))])
def test_dice_that_count(which: str, ways: tuple[int, ...]) -> None:
    rows = [(b.equals(face), 10 * face) for face in range(1, 7)]
    table = b.table("t", kind="number", result=rows, dice={"count": 2, "die": "d6", "keep": [which, 1]})
    # The lower of two is at least k in (7 - k)² of 36 ways, so it is k in (7 - k)² - (6 - k)²: 11, 9, 7, 5, 3, 1.
    assert far_off(program_of(table), {10 * face: n / 36 for face, n in zip(range(1, 7), ways, strict=True)}) < 20.5


def test_modifiers_and_naturals_count_and_dice_may_begin_below_0() -> None:
    rows = [(b.to(None, 0), 0), (b.to(1, None), 1)]
    drms = [b.drm("near", 2, [">", ["local", "n"], 5])]
    special = [{"keys": b.equals(-1), "value": 9}]
    table = b.table("t", kind="number", result=rows, drms=drms, naturals=special, dice="odd", given={"n": "number"})
    program = program_of(table, dice={"d6": [1, 6], "d10": [0, 9], "odd": [-1, 1]})
    # Faces -1, 0 and 1, one in three each. -1 is a natural: 9. Without the modifier 0 gives 0 and 1 gives 1; with it both give 1.
    assert far_off(program, {9: 1 / 3, 0: 1 / 3, 1: 1 / 3}, n=5) < 13.8
    assert far_off(program, {9: 1 / 3, 1: 2 / 3}, n=6) < 10.8


def test_a_table_asks_the_game_whose_state_is_given() -> None:
    rows = [(b.to(None, 6), 0), (b.to(7, None), 1)]
    table = b.table("t", kind="number", result=rows, drms=[b.drm("turns", ["track", "turn"])])
    program = program_of(table, tracks=[b.track("turn", start=0)], scenarios=[b.scenario("late", b.assign(["track", "turn"], 6))])
    assert [one.result for one in roll(program, "t", {}, 100)] == [0]
    assert [one.result for one in roll(program, "t", {}, 100, state=Game.start(program).state)] == [1]


def test_the_same_seed_gives_the_same_counts() -> None:
    program = program_of(b.table("t", kind="number", result=[(b.equals(face), face) for face in range(1, 7)]))
    first, again, other = (roll(program, "t", {}, 10_000, seed=seed) for seed in (1, 1, 2))
    assert first == again != other
    assert roll(program, "t", {}, 0) == []


def test_what_is_impossible_is_so_each_time() -> None:
    far = b.drm_by("far", ["local", "n"], (b.to(None, 3), 0), (b.to(4, None), ["impossible"]))
    table = b.table("t", result=[(b.to(None, None), [["hit", 1]])], drms=[far], given={"n": "number"})
    found = roll(program_of(table), "t", {"n": 4}, 50)
    assert [(one.result, one.count) for one in found] == [({"impossible": 1}, 50)]


@pytest.mark.parametrize(
    ("args", "rolls", "said"),
    [({}, 1, "was given nothing"), ({"n": 1, "m": 1}, 1, "is rolled with `n`"), ({"n": "x"}, 1, "cannot be 'x'"), ({"n": 1}, -1, "-1 rolls")],
)
def test_what_does_not_fit_is_said(args: dict[str, Any], rolls: int, said: str) -> None:
    table = b.table("t", result=[(b.to(None, None), [["hit", 1]])], given={"n": "number"})
    with pytest.raises(RulewrightError, match=f"RW0835.*{said}"):
        roll(program_of(table), "t", args, rolls)
    with pytest.raises(RulewrightError, match="RW0835.*there is no table `u`"):
        roll(program_of(table), "u", {}, 1)


def test_dice_whose_number_the_game_decides_are_refused() -> None:
    dice = {"count": ["local", "n"], "die": "d6", "keep": None}
    table = b.table("t", result=[(b.to(None, None), [["hit", 1]])], dice=dice, given={"n": "number"})
    with pytest.raises(RulewrightError, match="RW0835.*depends on the game"):
        roll(program_of(table), "t", {"n": 2}, 1)


def test_a_total_without_a_row_is_the_play_error_that_a_game_gives() -> None:
    with pytest.raises(RulesError, match="RW0812: .*`t` has no row for 6"):
        roll(program_of(b.table("t", kind="number", result=[(b.to(1, 5), 1)])), "t", {}, 1000)


def test_without_numpy_the_message_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name == "numpy":
            raise ImportError(name)
        return usual(name, *rest, **more)

    program = program_of(b.table("t", kind="number", result=[(b.to(None, None), 1)]))
    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(RulewrightError, match="RW0834") as caught:
        roll(program, "t", {}, 1)
    assert "pip install 'rulewright[sim]'" in caught.value.help
