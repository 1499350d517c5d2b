"""Every code can be looked up, also by people who type it in another way."""

import pytest

from .conftest import Run


@pytest.mark.parametrize("typed", ["RW0901", "rw0901", "0901", "901", "RW-0901"])
def test_a_code_is_found_however_it_is_typed(run: Run, typed: str) -> None:
    result = run(["explain", typed])
    assert result.exit_code == 0
    assert result.output.startswith("# RW0901: ")


def test_without_a_code_all_are_listed(run: Run) -> None:
    lines = run("explain").output.splitlines()
    assert "RW0901  there is no such ruleset" in lines
    assert lines == sorted(lines)


def test_an_unknown_code_names_near_ones(run: Run) -> None:
    result = run("explain RW0991")
    assert result.exit_code == 1
    assert "error[RW0908]: there is no code `RW0991`" in result.stderr
    assert "`RW0901`" in result.stderr


@pytest.mark.parametrize("typed", ["../../../etc/passwd", "RW0901.md", "", "*"])
def test_a_code_is_never_taken_for_a_path(run: Run, typed: str) -> None:
    assert run(["explain", typed]).exit_code == 1


def test_pages_are_readable_in_colour(run: Run) -> None:
    coloured = run("explain RW0901 --color always").output
    assert "\x1b[1" in coloured
    assert "```" not in coloured
