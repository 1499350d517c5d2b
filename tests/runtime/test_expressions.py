"""Every operation of docs/artifact.md, section 3, on a small board."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rulewright.runtime import Program, RulesError
from rulewright.runtime.frames import explained

from . import build as b

A, B, C = ["unit", "a"], ["unit", "b"], ["unit", "c"]


@pytest.fixture(scope="module")
def sea() -> Program:
    return b.program(
        enums=[b.enum("size", "small", "large", "huge")],
        pieces=[
            b.piece(
                "unit",
                b.attribute("at", ["opt", "place:sea"]),
                b.attribute("speed", "number", "printed"),
                b.attribute("size", "enum:size", "printed"),
            ),
            b.piece(
                "ship",
                b.attribute("fuel", "number", default=["attr", "unit.speed", ["local", "self"]]),
                b.attribute("aims", ["opt", "piece:unit"]),
                b.attribute("guns", ["by", "enum:size", "number"], default=["list", 1, 2, 3]),
                b.attribute("log", ["list", "number"], default=["list", 3, 1, 3]),
                parent="unit",
                holds="boat",
            ),
            b.piece("boat", parent="unit"),
        ],
        units=[
            b.unit("a", "ship", "red", speed=2, size=["value", "size", "large"], at=["place", "sea", "A1"]),
            b.unit("b", "ship", "blue", speed=1, size=["value", "size", "small"]),
            b.unit("c", "boat", None, speed=3, size=["value", "size", "small"], at=["place", "sea", "A1"]),
        ],
        markers=[b.marker("seen", "ship", "once", "twice"), b.marker("still", "unit", countdown=[3, 1]), b.marker("mine", "ship")],
        tracks=[
            b.track(
                "turn", start=4, range=[1, 8],
                boxes=[{"id": "night", "type": "yes_no", "values": [[1, 3, False], [4, 8, True]]}],
            ),
            b.track("purse", ["by", "side", "number"], ["list", 5, 7]),
            b.track("half", "number", ["frac", 1, 2]),
        ],
        maps=[
            b.a_map(
                regions={"north": ["A1", "A2"]},
                attributes=[{"id": "depth", "type": "number", "values": {"A1": 9}, "default": 1}],
            )
        ],
        matrices=[
            b.head("may", on="ship", activities=["sail", "fire"],
                   rows=[b.head("large", when=["=", ["attr", "unit.size", ["local", "it"]], ["value", "size", "large"]],
                                cells={"sail": False, "fire": True})])
        ],
        defines=[
            b.define("double", "number", ["*", 2, ["local", "n"]], n="number"),
            b.define("quick", "yes_no", [">", ["attr", "unit.speed", ["local", "u"]], 1], u="piece:unit"),
        ],
    )  # fmt: skip


def ask(sea: Program, e: Any, **given: Any) -> Any:
    return b.evaluate(sea, e, **given)


def place(sea: Program, id: str) -> int:
    return sea.linker.names.place("sea", id)


def names_of(sea: Program, values: Any) -> list[str]:
    return [sea.linker.names.id_of(value) for value in values]


NUMBERS = [
    (["+", 2, 3], 5), (["-", 2, 3], -1), (["*", 4, -3], -12), (["/", 6, 3], 2), (["/", 1, 3], Fraction(1, 3)),
    (["neg", ["+", 1, 1]], -2), (["frac", 4, 2], 2), (["+", ["frac", 1, 2], ["frac", 1, 2]], 1),
    (["-", ["-", 9, 3], ["-", 5, 1]], 2), (["least", 3, 1, 2], 1), (["greatest", 3, 1, 2], 3), (["abs", -4], 4),
    (["ceil", ["frac", 5, 2]], 3), (["floor", ["frac", -5, 2]], -3), (["round", ["frac", 5, 2]], 3), (["round", ["frac", -5, 2]], -2),
    (["clamp", 9, 1, 4], 4), (["clamp", 0, 1, 4], 1), (["clamp", 2, 1, 4], 2), (["call", "double", 21], 42),
    (["cond", [[["=", 1, 2], 10], [["=", 2, 2], 20]], 30], 20), (["track", "turn"], 4), (["track_at", "purse", ["side", "blue"]], 7),
    (["first_box", "turn"], 1), (["last_box", "turn"], 8), (["sum", ["list", 1, 2, 3]], 6), (["sum", ["list"]], 0),
    (["min", ["list", 4, 2]], 2), (["max", ["set", 4, 2]], 4), (["first", ["set", 4, 2]], 2), (["last", ["list", 4, 2]], 2),
    (["count", ["set", 4, 2, 4]], 2), (["count", ["list", 4, 2, 4]], 3), (["track", "half"], Fraction(1, 2)),
    (["turned", 4, 3], 1), (["turned", 0, -1], 5), (["neg", 3], -3),
]  # fmt: skip


@pytest.mark.parametrize(("e", "wanted"), NUMBERS, ids=str)
def test_numbers_are_exact(sea: Program, e: Any, wanted: Any) -> None:
    assert ask(sea, e) == wanted


CONDITIONS = [
    (["=", 1, 1], True), (["!=", 1, 1], False), (["<", 1, 2], True), (["<=", 2, 2], True), ([">", 1, 2], False), ([">=", 2, 3], False),
    (["and"], True), (["or"], False), (["and", True, False], False), (["or", False, True], True), (["not", False], True),
    (["in", 2, ["set", 1, 2]], True), (["subset", ["set", 1], ["set", 1, 2]], True), (["subset", ["set", 3], ["set", 1, 2]], False),
    (["between", 3, 1, 4], True), (["between", 3, None, 2], False), (["between", 3, 3, None], True), (["is_empty", ["set"]], True),
    (["=", None, None], True), (["!=", None, 3], True), (["=", ["attr", "ship.aims", B], A], False), (["<", None, 3], False),
    ([">=", 3, None], False), (["between", None, 1, 2], False), (["=", ["set", 2, 1], ["set", 1, 2]], True),
    (["<", ["value", "size", "small"], ["value", "size", "huge"]], True), (["call", "quick", A], True), (["call", "quick", B], False),
    (["is_kind", "ship", A], True), (["is_kind", "unit", C], True), (["is_kind", "ship", C], False), (["is_kind", "ship", None], False),
    (["box", "turn", "night"], True), (["box_at", "turn", "night", 3], False), (["option", "none"], False),
    (["can", "may", A, "sail"], False), (["can", "may", A, "fire"], True), (["can", "may", B, "sail"], True),
    (["marked", "seen", A], False), (["is_face", "seen", "once", A], False), (["marked", "seen", C], False),
    (["some", ["set", 1, 5], "n", [">", ["local", "n"], 4]], True), (["every", ["set", 1, 5], "n", [">", ["local", "n"], 4]], False),
    (["every", ["set"], "n", False], True), (["is_path", ["path", ["place", "sea", "A1"]]], True), (["is_path", None], False),
]  # fmt: skip


@pytest.mark.parametrize(("e", "wanted"), CONDITIONS, ids=str)
def test_conditions(sea: Program, e: Any, wanted: Any) -> None:
    assert ask(sea, e) is wanted


SETS = [
    (["set", 3, 1, 3], (1, 3)), (["set", 3, None], (3,)), (["list", 3, 1, 3], (3, 1, 3)), (["union", ["set", 3], ["set", 1]], (1, 3)),
    (["minus", ["set", 1, 2, 3], ["set", 2]], (1, 3)), (["minus", ["list", 3, 2, 3], ["set", 2]], (3, 3)),
    (["join", ["list", 2], ["list", 1]], (2, 1)), (["range", 2, 4], (2, 3, 4)), (["range", 4, 2], ()),
    (["range", ["+", 1, 1], 3], (2, 3)), (["where", ["list", 3, 1, 2], "n", [">", ["local", "n"], 1]], (3, 2)),
    (["map", ["set", 2, 1], "n", ["*", ["local", "n"], 10]], (10, 20)), (["distinct", ["list", 3, 1, 3]], (1, 3)),
    (["sorted", ["list", 3, 1, 3]], (1, 3, 3)), (["flat", ["list", ["set", 2, 1], ["list", 1]]], (1, 2, 1)),
    (["values", "size"], (0, 1, 2)), (["sides"], (0, 1)), (["set"], ()), (["attr", "ship.log", A], (3, 1, 3)),
    (["map", ["where", ["range", 1, 9], "n", [">", ["local", "n"], 7]], "m", ["-", ["local", "m"], 1]], (7, 8)),
]  # fmt: skip


@pytest.mark.parametrize(("e", "wanted"), SETS, ids=str)
def test_sets_and_lists(sea: Program, e: Any, wanted: Any) -> None:
    assert ask(sea, e) == wanted


THINGS = [
    (["all", "unit"], ["a", "b", "c"]), (["all", "boat"], ["c"]), (["of_side", ["all", "unit"], ["side", "blue"]], ["b"]),
    (["of_side", ["set", A, B], ["side", "red"]], ["a"]), (["at", ["all", "unit"], ["place", "sea", "A1"]], ["a", "c"]),
    (["units_at", "unit", ["side", "red"], ["place", "sea", "A1"]], ["a"]), (["units_at", "unit", None, ["place", "sea", "A1"]], ["a", "c"]),
    (["at", ["all", "unit"], None], []), (["region", "sea", "north"], ["A1", "A2"]), (["neighbours", ["place", "sea", "A1"], None], ["A2", "B1"]),
    (["neighbours", ["place", "sea", "B2"], None], ["A2", "A3", "B1", "B3", "C2", "C3"]), (["held", A], []),
    (["where", ["places", "sea"], "p", [">", ["place_attr", "sea", "depth", ["local", "p"]], 1]], ["A1"]),
    (["where", ["places", "sea"], "p", ["<=", ["distance", ["local", "p"], ["place", "sea", "A1"]], 1]], ["A1", "A2", "B1"]),
    (["where", ["places", "sea"], "p", ["and", ["<=", ["distance", ["place", "sea", "A1"], ["local", "p"]], 1],
      ["!=", ["local", "p"], ["place", "sea", "A2"]]]], ["A1", "B1"]),
    (["where", ["all", "ship"], "s", ["=", ["local", "s"], A]], ["a"]), (["where", ["all", "boat"], "s", ["=", A, ["local", "s"]]], []),
    (["where", ["all", "ship"], "s", ["=", ["local", "s"], None]], []), (["where", ["all", "ship"], "s", ["=", ["local", "s"], ["attr", "ship.aims", A]]], []),
    (["where", ["all", "ship"], "s", ["and", ["=", ["local", "s"], A], [">", ["attr", "unit.speed", ["local", "s"]], 2]]], []),
]  # fmt: skip


@pytest.mark.parametrize(("e", "wanted"), THINGS, ids=str)
def test_sets_of_pieces_and_places_are_in_natural_order(sea: Program, e: Any, wanted: Any) -> None:
    assert names_of(sea, ask(sea, e)) == wanted


def test_what_pieces_say(sea: Program) -> None:
    assert ask(sea, ["attr", "unit.speed", A]) == 2
    assert ask(sea, ["attr", "ship.fuel", B]) == 1  # its default is its speed
    assert ask(sea, ["attr", "ship.fuel", None]) is None
    assert ask(sea, ["attr_at", "ship.guns", A, ["value", "size", "huge"]]) == 3
    assert ask(sea, ["name", A]) == "A"
    assert ask(sea, ["side_of", C]) is None
    assert ask(sea, ["enemy", ["side_of", A]]) == 1
    assert ask(sea, ["countdown", "still", A]) == 0
    assert ask(sea, ["face", "seen", A]) is None
    assert ask(sea, ["place_attr", "sea", "depth", ["attr", "unit.at", B]]) is None
    assert ask(sea, ["holder", C]) is None
    assert ask(sea, ["ending"]) is None


def test_a_read_through_a_kind_above_gives_none_for_others(sea: Program) -> None:
    c = sea.linker.names.piece("c")
    assert ask(sea, ["attr", "ship.fuel", ["local", "u"]], u=("piece:unit", c)) is None


def test_distances_are_steps_on_the_grid(sea: Program) -> None:
    # A1 to C4: two rows down are one column to the right at most, two columns more.
    assert ask(sea, ["distance", ["place", "sea", "A1"], ["place", "sea", "C4"]]) == 4
    assert ask(sea, ["distance", ["place", "sea", "A1"], ["set", ["place", "sea", "C4"], ["place", "sea", "A2"]]]) == 1
    assert ask(sea, ["distance", ["attr", "unit.at", B], ["place", "sea", "C4"]]) is None


def test_what_is_travelled_keeps_order_and_doubles(sea: Program) -> None:
    a, b, c = (["place", "sea", id] for id in ("A1", "A3", "C4"))
    assert ask(sea, ["travelled", a, b, a]) == 4
    assert ask(sea, ["travelled", ["list", a, b, a, b]]) == 6
    assert ask(sea, ["travelled", a, ["list"], c]) == ask(sea, ["distance", a, c]) == 4
    assert ask(sea, ["travelled", ["path", a, ["place", "sea", "A2"]], b, ["list", a]]) == 4
    assert [ask(sea, ["travelled", *few]) for few in ([a], [["list"]], [["list"], ["list"]])] == [0, 0, 0]
    nowhere = ["attr", "unit.at", B]
    assert [ask(sea, ["travelled", *lost]) for lost in ([nowhere], [a, nowhere], [nowhere, a], [["list", a, nowhere]])] == [None] * 4


def test_outcomes_are_bags(sea: Program) -> None:
    names = sea.linker.names
    bag = tuple(sorted([(names.outcomes["success"], 2), (names.outcomes["failure"], 1)]))
    asked = {"x": ("outcome:t", bag)}
    assert ask(sea, ["outcome_count", "success", ["local", "x"]], **asked) == 2
    assert ask(sea, ["has_outcome", "impossible", ["local", "x"]], **asked) is False
    assert ask(sea, ["is_outcome", "failure", ["local", "x"]], **asked) is False
    assert ask(sea, ["is_outcome", "failure", ["local", "x"]], x=("outcome:t", ((names.outcomes["failure"], 1),))) is True


def test_lookups_take_the_first_row_that_matches(sea: Program) -> None:
    rows = [{"keys": b.to(None, 2), "cells": [10]}, {"keys": b.equals(5), "cells": [20]}, {"keys": b.OTHERWISE, "cells": [["+", ["local", "n"], 1]]}]
    for given, wanted in ((-7, 10), (2, 10), (5, 20), (6, 7)):
        assert ask(sea, ["lookup", {"by": [["local", "n"]], "columns": [], "rows": rows}], n=("number", given)) == wanted


def test_two_axes_and_ranges_of_enums(sea: Program) -> None:
    columns = [[{"from": "small", "to": "large"}], b.equals(["value", "size", "huge"])]
    rows = [{"keys": b.to(1, 3), "cells": [11, 12]}, {"keys": b.to(4, None), "cells": [21, 22]}]
    lookup = {"by": [["local", "n"], ["local", "s"]], "columns": columns, "rows": rows}
    assert ask(sea, ["lookup", lookup], n=("number", 3), s=("enum:size", 1)) == 11
    assert ask(sea, ["lookup", lookup], n=("number", 9), s=("enum:size", 2)) == 22
    with pytest.raises(RulesError, match="RW0812"):
        ask(sea, ["lookup", lookup], n=("number", 0), s=("enum:size", 2))


WRONG = [
    (["/", 1, 0], "RW0811"), (["+", ["attr", "ship.fuel", None], 1], "RW0810"), (["min", ["set"]], "RW0816"), (["first", ["list"]], "RW0816"),
    (["*", 10**9, ["*", 10**9, 10]], "RW0817"), (["range", 1, 10**6], "RW0817"),
]  # fmt: skip


@pytest.mark.parametrize(("e", "code"), WRONG, ids=str)
def test_what_cannot_be_worked_out_is_a_play_error(sea: Program, e: Any, code: str) -> None:
    with pytest.raises((RulesError, TypeError, ValueError, IndexError)) as raised:
        ask(sea, e)
    assert explained(sea, raised.value).code == code


def test_columns_of_tracks_and_maps_may_be_worked_out() -> None:
    turn = ["track", "turn"]
    program = b.program(
        tracks=[b.track("turn", start=2, range=[1, 3], boxes=[{"id": "shift", "type": "number", "values": [[1, 1, 7], [2, 3, ["*", 2, turn]]]}])],
        maps=[b.a_map(attributes=[{"id": "depth", "type": "number", "values": {"A1": ["+", turn, 5]}, "default": 1}])],
    )  # fmt: skip
    assert b.evaluate(program, ["box", "turn", "shift"]) == 4
    assert b.evaluate(program, ["box_at", "turn", "shift", 1]) == 7
    assert [b.evaluate(program, ["place_attr", "sea", "depth", ["place", "sea", id]]) for id in ("A1", "A2")] == [7, 1]
