"""Tables: modifiers, what is impossible, what strikes what, dice, naturals, thresholds, rows and columns."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.runtime import Game, RulesError
from rulewright.runtime.dice import Listed

from . import build as b

N = ["local", "n"]
HIT = [(b.to(None, 3), [["hit", 1]]), (b.to(4, None), [["miss", 1]])]


def thrown(table: Any, dice: list[int], n: int = 0, **lists: Any) -> tuple[Any, Game]:
    """Roll on a table with local n; return the result and the game in which it was rolled."""
    kind = "number" if table["result_type"] == "number" else f"outcome:{table['id']}"
    program = b.program(
        tables=[table, *lists.pop("tables", [])],
        tracks=[b.track("got", ["opt", kind], seen_by=None)] if kind == "number" else [],
        scenarios=[
            b.scenario(
                "only",
                b.roll(table["id"], n, name="result"),
                *([b.assign(["track", "got"], ["local", "result"])] if kind == "number" else []),
                locals={"result": ["opt", kind]},
            )
        ],
        phases=[b.phase("wait", b.offer("wait.go"))],
        **lists,
    )
    game = Game.start(program, dice=Listed(dice, program.texts))
    data = next(entry.data for entry in game.log if entry.kind == "roll")
    return data, game


def given(table_id: str = "t", **more: Any) -> Any:
    return b.table(table_id, given={"n": "number"}, **more)


def test_the_row_of_dice_and_modifiers_counts() -> None:
    data, _ = thrown(given(result=HIT, drms=[b.drm("near", -2, [">", N, 0]), b.drm("far", 1)]), [4], 1)
    assert (data["total"], data["result"], data["row"]) == (3, {"hit": 1}, 0)
    assert [(drm["id"], drm["amount"]) for drm in data["drms"]] == [("near", -2), ("far", 1)]


def test_what_a_table_was_asked_about_is_for_the_referee() -> None:
    _, game = thrown(given(result=HIT), [4], 3)
    seen = [entry.data for side in game.program.sides for entry in game.log_for(side) if entry.kind == "roll"]
    assert seen and all(data["dice"] == [4] and "args" not in data for data in seen)


def test_a_modifier_by_rows() -> None:
    by = b.drm_by("size", N, (b.to(None, 0), 0), (b.to(1, 2), -1), (b.to(3, None), -5))
    assert thrown(given(result=HIT, drms=[by]), [6], 2)[0]["total"] == 5
    assert thrown(given(result=HIT, drms=[by]), [6], 99)[0]["total"] == 1


def test_what_is_impossible_ends_the_roll_before_a_die() -> None:
    by = b.drm_by("speed", N, (b.to(None, -1), ["impossible"]), (b.to(0, None), 0))
    data, _ = thrown(given(result=HIT, drms=[by]), [], -1)
    assert data["result"] == {"impossible": 1}
    assert data["dice"] == []
    assert data["drms"] == [{"id": "speed", "title": "speed", "amount": None}]


@pytest.mark.parametrize("first", [True, False])
def test_a_row_strikes_a_modifier_before_or_after_it(first: bool) -> None:
    shoal = b.drm("shoal", 3)
    known = b.drm_by("known", N, (b.equals(0), 0), (b.equals(1), -1, ["shoal"]))
    drms = [shoal, known] if first else [known, shoal]
    assert thrown(given(result=HIT, drms=drms), [4], 0)[0]["total"] == 7
    assert thrown(given(result=HIT, drms=drms), [4], 1)[0]["total"] == 3


@pytest.mark.parametrize("first", [True, False])
def test_what_is_struck_cannot_make_a_roll_impossible(first: bool) -> None:
    blind = b.drm_by("blind", N, (b.equals(1), ["impossible"]), (b.OTHERWISE, 0))
    radar = b.drm_by("radar", N, (b.equals(1), 0, ["blind"]), (b.OTHERWISE, 0))
    drms = [blind, radar] if first else [radar, blind]
    assert thrown(given(result=HIT, drms=drms), [4], 1)[0]["result"] == {"miss": 1}


def test_common_modifiers_are_worked_out_in_place() -> None:
    common = b.table("common", dice=None, drms=[b.drm("night", 2)])
    data, _ = thrown(given(result=HIT, drms=[b.drm("a", 1), {"common": "common"}, b.drm("b", -9)]), [6], tables=[common])
    assert [drm["id"] for drm in data["drms"]] == ["a", "night", "b"]
    assert data["total"] == 0


def test_a_natural_counts_before_modifiers() -> None:
    naturals = [{"keys": b.equals(6), "value": [["hit", 2]]}, {"keys": b.to(1, 1), "value": [["miss", 1]]}]
    table = given(result=HIT, drms=[b.drm("far", 9)], naturals=naturals, outcomes=["hit", "miss"])
    assert thrown(table, [6])[0]["result"] == {"hit": 2}
    assert thrown(table, [1])[0]["result"] == {"miss": 1}
    assert thrown(table, [2])[0]["result"] == {"miss": 1}


def test_a_natural_may_change_what_the_row_gives() -> None:
    rows = [(b.to(None, 2), 3), (b.to(3, None), 0)]
    naturals = [{"keys": b.equals(6), "value": ["greatest", ["local", "result"], 1]}]
    table = given(result=rows, kind="number", naturals=naturals, drms=[b.drm("n", N)])
    assert thrown(table, [6], 0)[0]["result"] == 1
    assert thrown(table, [6], -6)[0]["result"] == 3
    assert thrown(table, [5], 0)[0]["result"] == 0


def test_at_or_under_the_threshold_is_success() -> None:
    table = given(threshold=["+", N, 1], outcomes=["success", "failure"], drms=[b.drm("x", 1)])
    assert thrown(table, [2], 2)[0]["result"] == {"success": 1}
    assert thrown(table, [3], 2)[0]["result"] == {"failure": 1}


def test_columns_by_ranges() -> None:
    result = {
        "by": N,
        "columns": [b.to(None, 1), b.to(2, 3)],
        "rows": [{"keys": b.to(1, 3), "cells": [10, 20]}, {"keys": b.to(4, 6), "cells": [11, 21]}],
    }
    table = given(result=result, kind="number")
    assert thrown(table, [3], 1)[0]["result"] == 10
    assert thrown(table, [4], 3)[0] | {"drms": 0} == {
        "table": "t", "args": {"n": 3}, "drms": 0, "dice": [4], "natural": 4, "total": 4, "row": 1, "column": 1, "result": 21,
    }  # fmt: skip
    with pytest.raises(RulesError, match="RW0812"):
        thrown(table, [4], 4)


def test_a_total_without_a_row_is_a_play_error_that_names_the_table() -> None:
    with pytest.raises(RulesError, match="`t` has no row for 7"):
        thrown(given(result=[(b.to(1, 6), [["hit", 1]])], drms=[b.drm("far", 1)]), [6])


def test_a_modifier_without_a_row_is_named_whether_the_roll_is_noted_or_not() -> None:
    far = b.drm_by("far", N, (b.to(0, 2), 1), (b.to(3, 5), 2))
    table = given(result=HIT, drms=[far])
    assert thrown(table, [1], 5)[0]["total"] == 3
    with pytest.raises(RulesError, match="`far` has no row for 6"):
        thrown(table, [1], 6)
    program = b.program(tables=[table], phases=[b.phase("wait", b.offer("wait.go"))])
    state, look = Game.start(program).state, program.lookup("t")
    assert look(state, 5, 1) == look(state, 0, 2)
    for beyond in (-1, 6):
        with pytest.raises(RulesError, match=f"`far` has no row for {beyond}"):
            look(state, beyond, 1)


@pytest.mark.parametrize(("keep", "total"), [(None, 9), (["lowest", 2], 5), (["highest", 2], 7), (["lowest", 0], 0)])
def test_dice_that_count(keep: Any, total: int) -> None:
    table = given(dice={"count": 3, "die": "d6", "keep": keep}, result=[(b.to(None, None), 1)], kind="number")
    data, _ = thrown(table, [3, 2, 4])
    assert (data["natural"], data["dice"]) == (total, [3, 2, 4])


def test_dice_by_a_lookup() -> None:
    cells = [{"count": 1, "die": "d6", "keep": None}, {"count": ["+", N, 1], "die": "d10", "keep": None}]
    rows = [{"keys": b.equals(0), "cells": [cells[0]]}, {"keys": b.OTHERWISE, "cells": [cells[1]]}]
    table = given(roll={"lookup": {"by": [N], "columns": [], "rows": rows}}, result=[(b.to(None, None), 1)], kind="number")
    assert thrown(table, [5], 0)[0]["natural"] == 5
    assert thrown(table, [0, 9], 1)[0]["natural"] == 9


def test_a_fractional_total_finds_its_row() -> None:
    rows = [(b.to(None, 3), [["hit", 1]]), (b.OTHERWISE, [["miss", 1]])]
    data, _ = thrown(given(result=rows, drms=[b.drm("half", ["/", 1, 2])]), [3])
    assert (data["total"], data["result"]) == ("7/2", {"miss": 1})


def test_the_look_up_without_a_log_says_the_same() -> None:
    drms = [
        b.drm("near", -2, [">", N, 0]),
        b.drm_by("size", N, (b.to(None, -3), ["impossible"]), (b.to(-2, 2), 0), (b.to(3, None), 1, ["near"])),
    ]
    table = given(result=HIT, drms=drms, naturals=[{"keys": b.equals(6), "value": [["hit", 1]]}])
    for n in range(-4, 5):
        for die in range(1, 7):
            data, game = thrown(table, [] if n < -2 else [die], n)
            look = game.program.lookup("t")
            assert game.program.texts.json("outcome:t", look(game.state, n, die)) == data["result"]


def test_arms_run_in_the_order_they_are_written_once_per_name() -> None:
    result = [(b.to(1, 3), [["hull", 2], ["bow", 1]]), (b.to(4, 6), [["bow", 1]])]
    table = b.table("t", result=result)
    note = ["track", "order"]
    arms = [
        b.arm("bow", body=[b.add(note, 7, "list")]),
        b.arm("hull", bind="n", body=[b.add(note, ["local", "n"], "list")]),
        b.arm("impossible"),
    ]
    for die, wanted in ((2, [7, 2]), (5, [7])):
        program = b.program(
            tables=[table],
            tracks=[b.track("order", ["list", "number"])],
            scenarios=[b.scenario("only", b.roll("t", arms=arms), locals={"n": "number"})],
        )
        game = Game.start(program, dice=Listed([die], program.texts))
        assert game.public_view()["tracks"]["order"] == wanted
