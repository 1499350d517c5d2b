"""A slip of the finger is answered with the name that was meant."""

from rulewright.compiler.suggest import did_you_mean, nearest

NAMES = ["search", "shadow", "visibility", "speed", "fuel", "at"]


def test_one_slip_in_a_name_is_recognised() -> None:
    assert nearest("serach", NAMES) == ["search"]
    assert nearest("shadwo", NAMES) == ["shadow"]
    assert nearest("visability", NAMES) == ["visibility"]
    assert nearest("Speed", NAMES) == ["speed"]


def test_a_different_word_is_not_a_slip() -> None:
    assert nearest("torpedo", NAMES) == []
    assert nearest("x", NAMES) == []
    assert nearest("", NAMES) == []


def test_the_question_names_up_to_three() -> None:
    assert did_you_mean("torpedo", NAMES) == ""
    assert did_you_mean("serach", NAMES) == "did you mean `search`?"
    assert did_you_mean("hull2", ["hull1", "hull3"]) == "did you mean `hull1` or `hull3`?"
    assert did_you_mean("hex9", ["hex4", "hex1", "hex2", "hex3"]) == "did you mean `hex1`, `hex2` or `hex3`?"


def test_the_order_does_not_depend_on_the_order_of_the_names() -> None:
    assert nearest("hull2", ["hull3", "hull1"]) == nearest("hull2", ["hull1", "hull3"])


def test_absurdly_long_names_are_not_compared() -> None:
    assert nearest("a" * 100_000, ["a" * 100_000 + "b"]) == []
