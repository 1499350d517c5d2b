"""A record behaves as a dataclass with slots does."""

from __future__ import annotations

import pytest

from rulewright.compiler.record import Record, as_tuple, field, names, replace


class Ship(Record):
    name: str
    guns: int = 4
    log: list[str] = field(default_factory=list)


class Cruiser(Ship):
    planes: int = 1


class Spot(Record, frozen=True):
    column: int
    row: int = 0
    seen: int = field(default=0, compare=False)
    level: int = field(kw_only=True)


def test_fields_come_in_their_order_those_of_the_parent_first() -> None:
    assert list(names(Cruiser)) == ["name", "guns", "log", "planes"]
    assert Cruiser("Hood", 8, ["sailed"], 2) == Cruiser(planes=2, log=["sailed"], guns=8, name="Hood")
    assert (Ship("Hood").guns, Cruiser("Hood").planes) == (4, 1)


def test_each_instance_has_a_list_of_its_own() -> None:
    one, other = Ship("a"), Ship("b")
    one.log.append("sailed")
    assert other.log == []


def test_wrong_fields_are_refused_and_no_others_can_be_set() -> None:
    for given in ({}, {"name": "a", "speed": 3}):
        with pytest.raises(TypeError):
            Ship(**given)  # type: ignore[arg-type]
    with pytest.raises(AttributeError):
        Ship("a").speed = 3  # type: ignore[attr-defined]
    with pytest.raises(TypeError):
        Spot(1, 2, 0, 5)  # type: ignore[misc, call-arg]  # level goes by its name


def test_equal_are_two_of_one_class_with_equal_fields() -> None:
    assert Ship("a") == Ship("a") != Ship("b")
    assert Ship("a") != Cruiser("a")
    assert Spot(1, seen=1, level=0) == Spot(1, seen=2, level=0)


def test_what_is_frozen_can_be_hashed_and_nothing_else() -> None:
    assert len({Spot(1, seen=1, level=0), Spot(1, seen=2, level=0), Spot(2, level=0)}) == 2
    with pytest.raises(TypeError, match="unhashable"):
        hash(Ship("a"))


def test_replaced_shown_and_flattened() -> None:
    hood = Ship("Hood")
    assert replace(hood, guns=8) == Ship("Hood", 8)
    assert hood.guns == 4
    assert repr(hood) == "Ship(name='Hood', guns=4, log=[])"
    assert as_tuple((Spot(1, level=2), 3)) == ((1, 0, 0, 2), 3)
