"""A start value that cannot be worked out is refused when the artifact is linked, with its name and its place."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.runtime.errors import RulesError
from rulewright.runtime.link import link

from . import build as b
from .hostile import edited

FUEL = 4  # the line of `fuel`, below


@pytest.mark.parametrize(
    ("value", "code", "told"),
    [
        (["attr", "ship.tank", -999_999], "RW0809", "an operation received a value of another type"),
        (["attr", "ship.tank", ["name", ["local", "self"]]], "RW0809", "a value of another type"),
        (["+", ["first", ["list"]], 1], "RW0816", "of nothing"),
        (["/", 1, ["attr", "ship.tank", ["unit", "anna"]]], "RW0811", "divided by zero"),
        (["+", ["attr", "ship.tank", None], 1], "RW0810", "a value that is none was used"),
    ],
)
def test_it_is_refused_with_its_name_and_place(value: Any, code: str, told: str) -> None:
    def edit(document: Any) -> None:
        fuel = next(a for a in document["pieces"][1]["attributes"] if a["id"] == "fuel")
        fuel.update(default=value, at=[0, FUEL, 1, 4])
        next(unit for unit in document["units"] if unit["id"] == "anna")["values"]["tank"] = 0

    with pytest.raises(RulesError) as refused:
        link(edited(edit))
    error = refused.value
    assert (error.code, error.place) == (code, ("shapes.rules", FUEL, 1, 4))
    assert error.message.startswith("the start value of `ship.fuel`: ")
    assert told in error.message


def test_a_value_of_a_roster_has_the_place_of_its_row() -> None:
    def edit(document: Any) -> None:
        document["units"][0]["values"]["fuel"] = ["first", ["list"]]
        document["units"][0]["at"] = [0, 7, 3, 4]

    with pytest.raises(RulesError) as refused:
        link(edited(edit))
    assert refused.value.place == ("shapes.rules", 7, 3, 4)


def test_a_set_may_be_none_at_the_start() -> None:
    found = b.program(tracks=[b.track("hunted", ["opt", ["set", "number"]])])
    assert b.evaluate(found, ["=", ["track", "hunted"], None]) is True
