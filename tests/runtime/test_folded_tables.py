"""A table that asks only about its parameters is worked out ahead; what it says is what adding the modifiers says."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from rulewright.runtime import Game, RulesError

from . import build as b

PARAMS = [
    {"name": "far", "type": "number", "range": [1, 4]},
    {"name": "size", "type": "number", "range": [-2, 2]},
    {"name": "weather", "type": "enum:weather"},
    {"name": "seen", "type": "yes_no"},
    {"name": "late", "type": "yes_no"},
]


def local(name: str) -> Any:
    return ["local", name]


def look_of(**more: Any) -> tuple[Any, Any, Any]:
    """Return a table's look-up, a state, and the names that a linker wrote for it."""
    table = b.table("t", kind="number", **more) | {"params": PARAMS, "locals": {param["name"]: param["type"] for param in PARAMS}}
    program = b.program(enums=[b.enum("weather", "calm", "rain", "gale")], tables=[table], phases=[b.phase("wait", b.offer("wait.go"))])
    return program.lookup("t"), Game.start(program).state, program


DRMS = [
    b.drm("always", 1),
    b.drm("seen", -2, local("seen")),
    b.drm("late_and_small", 1, ["and", local("late"), ["<", local("size"), 0]]),
    b.drm("wet", 3, ["!=", local("weather"), ["value", "weather", "calm"]]),
    b.drm("near", -1, ["not", [">", local("far"), 2]]),
    b.drm_by("far", local("far"), (b.to(1, 3), 0), (b.to(4, None), ["impossible"])),
    b.drm_by("size", local("size"), (b.to(None, -1), 2), (b.OTHERWISE, 0)),
]
RESULT = {
    "by": local("far"),
    "columns": [b.to(1, 2), b.to(3, None)],
    "rows": [{"keys": b.to(None, 3), "cells": [10, 20]}, {"keys": b.to(4, 6), "cells": [11, 21]}, {"keys": b.to(7, None), "cells": [12, 22]}],
}


def expected(far: int, size: int, weather: int, seen: bool, late: bool, z: int) -> int | None:
    """The table by hand."""
    if far >= 4:
        return None
    if z == 6:
        return 66
    n = z + 1 - 2 * seen + (late and size < 0) + 3 * (weather != 0) - (far <= 2) + (2 if size <= -1 else 0)
    return (10 if far <= 2 else 20) + (0 if n <= 3 else 1 if n <= 6 else 2)


def test_every_combination_says_what_the_modifiers_make_inside_and_outside_of_what_was_declared() -> None:
    look, state, _ = look_of(result=RESULT, drms=DRMS, naturals=[{"keys": b.equals(6), "value": 66}])
    values = product(range(1, 7), range(-4, 5), range(3), (False, True), (False, True), range(-3, 10))
    for case in values:
        assert look(state, *case) == expected(*case), case


def test_it_is_one_look_into_tuples() -> None:
    look, state, _ = look_of(result=RESULT, drms=DRMS)
    assert look(state, 1, 0, 0, False, False, 1) == 10  # 1 + 1 - 1 = 1: the first row
    tuples = [name for name in look.__code__.co_names if name.startswith("K")]
    assert tuples and type(look.__globals__[tuples[0]][2][2][0]) is tuple


def test_what_depends_on_the_game_is_added_as_before() -> None:
    table = [b.drm("turns", ["track", "turn"]), *DRMS]
    given = b.table("t", kind="number", result=RESULT, drms=table) | {"params": PARAMS, "locals": {param["name"]: param["type"] for param in PARAMS}}
    program = b.program(
        enums=[b.enum("weather", "calm", "rain", "gale")],
        tables=[given],
        tracks=[b.track("turn", "number", start=2)],
        phases=[b.phase("wait", b.offer("wait.go"))],
    )
    state = Game.start(program).state
    # 1 + 2 turns + 1 always - 1 near = 3, the last total of the first row; one pip more is the second.
    assert [program.lookup("t")(state, 1, 0, 0, False, False, z) for z in (1, 2)] == [10, 11]


@pytest.mark.parametrize("far", [0, -1, -5])
def test_a_number_below_the_first_row_is_not_counted_from_the_end(far: int) -> None:
    look, state, _ = look_of(result=RESULT, drms=DRMS)
    with pytest.raises(RulesError, match=f"`far` has no row for {far}"):
        look(state, far, 0, 0, False, False, 1)


def test_more_questions_than_are_worth_a_tuple_each_are_added() -> None:
    many = [b.drm(f"q{i}", 1, local("seen")) for i in range(12)]
    look, state, _ = look_of(result=RESULT, drms=many)
    assert look(state, 1, 0, 0, False, False, 3) == 10
    assert look(state, 1, 0, 0, True, False, 3) == 12  # 3 + 12 modifiers of 1
