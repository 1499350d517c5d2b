"""The linked code says what a plain interpreter of the artifact says, on expressions drawn at random."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulewright.runtime import LimitError, Program, RulesError
from rulewright.runtime.frames import NATIVE, explained

from . import build as b
from .oracle import BOOL, NUMBER, PIECE, PLACE, SIZE, Oracle, Undefined, expressions

POSITION: dict[str, dict[str, Any]] = {
    "a": {"ship.speed": 2, "ship.fuel": 5, "ship.size": "large", "ship.at": "A1"},
    "b": {"ship.speed": 1, "ship.fuel": Fraction(1, 2), "ship.size": "small", "ship.at": "A1"},
    "c": {"ship.speed": 3, "ship.fuel": 0, "ship.size": "huge", "ship.at": "B2"},
    "d": {"ship.speed": 2, "ship.fuel": 9, "ship.size": "small", "ship.at": None},
}


def unit(id: str, side: str | None) -> Any:
    own = POSITION[id]
    fuel = own["ship.fuel"]
    values = {
        "speed": own["ship.speed"],
        "fuel": ["frac", fuel.numerator, fuel.denominator] if isinstance(fuel, Fraction) else fuel,
        "size": ["value", "size", own["ship.size"]],
    }
    if own["ship.at"] is not None:
        values["at"] = ["place", "sea", own["ship.at"]]
    return b.unit(id, "ship", side, **values)


LISTS: dict[str, Any] = {
    "enums": [b.enum("size", "small", "large", "huge")],
    "pieces": [
        b.piece("ship", b.attribute("at", ["opt", "place:sea"]), b.attribute("speed", "number", "printed"), b.attribute("fuel", "number"),
                b.attribute("size", "enum:size", "printed"))
    ],
    "units": [unit("a", "red"), unit("b", "blue"), unit("c", "red"), unit("d", None)],
    "maps": [b.a_map()],
}  # fmt: skip


@pytest.fixture(scope="module")
def sea() -> Program:
    return b.program(**LISTS)


ORACLE = Oracle(b.document(**LISTS), POSITION)
KINDS = [NUMBER, BOOL, PLACE, SIZE, ("set", NUMBER), ("set", PIECE), ("list", PLACE)]
WORDS = {NUMBER: "number", BOOL: "yes_no"}


def outside(program: Program, kind: Any, value: Any) -> Any:
    """The value as the oracle speaks: ids, fractions."""
    if isinstance(kind, tuple):
        return [outside(program, kind[1], one) for one in value]
    if kind == NUMBER:
        return None if value is None else Fraction(value)
    return program.texts.json(kind, value)


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_linked_expressions_equal_interpreted_ones(sea: Program, data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(KINDS))
    e = data.draw(expressions(kind))
    wanted: Any = None
    undefined = False
    try:
        wanted = ORACLE.value(e, {})
    except Undefined:
        undefined = True
    try:
        found = outside(sea, kind, b.evaluate(sea, e))
    except LimitError:
        return
    except NATIVE as problem:
        assert undefined, (e, wanted, problem)
        assert isinstance(explained(sea, problem), RulesError)
        return
    # A part that is not looked at need not be defined: `some` of the oracle looks at all.
    assert undefined or found == wanted, (e, found, wanted)
