"""Functions that the rules call come from plugins, and a failure of one names it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Run

RULES = """
hook doubled(n: number): number
example "twice two" [2]
  expect doubled(2) = 4
"""


@pytest.fixture
def game(run: Run, here: Path) -> Path:
    run("new moonlit --from empty")
    rules = here / "moonlit" / "moonlit.rules"
    text = rules.read_text(encoding="utf-8").replace("add 1 to turn", "add doubled(1) - 1 to turn")
    rules.write_text(text + RULES, encoding="utf-8")
    return rules


def test_a_function_of_a_plugin_is_called(run: Run, game: Path, with_plugin: Callable[..., None]) -> None:
    with_plugin(rulewright_functions=lambda ruleset: {"doubled": lambda n: 2 * n})
    result = run("check moonlit")
    assert (result.exit_code, result.output) == (0, "moonlit: no problems; 2 examples hold\n")
    played = run("play moonlit --bots random,random --seed 1")
    assert "function `doubled`: from the plugin `some-plugin`" in played.output
    assert "the game is over" in played.output


def test_without_the_plugin_the_function_is_missed_by_name(run: Run, game: Path) -> None:
    result = run("check moonlit")
    assert result.exit_code == 1
    assert "error[RW0807]" in result.output
    assert "`doubled`" in result.output


def test_a_function_that_crashes_is_named_and_the_record_is_kept(
    run: Run, game: Path, here: Path, with_plugin: Callable[..., None]
) -> None:
    with_plugin(rulewright_functions=lambda ruleset: {"doubled": lambda n: n / 0})
    result = run("play moonlit --bots random,random --seed 1 --record r.jsonl")
    assert result.exit_code == 1
    assert "the plugin `some-plugin` failed in `rulewright_functions: doubled`" in result.stderr
    assert (here / "r.jsonl").is_file()
    assert "RW0911" in run("check moonlit").output


def test_a_function_that_returns_something_else_is_refused(
    run: Run, game: Path, with_plugin: Callable[..., None]
) -> None:
    with_plugin(rulewright_functions=lambda ruleset: {"doubled": lambda n: "many"})
    result = run("check moonlit")
    assert result.exit_code == 1
    assert "`doubled`" in result.output


def test_a_changed_plugin_is_asked_again(run: Run, game: Path, with_plugin: Callable[..., None]) -> None:
    factor = 2
    with_plugin(rulewright_functions=lambda ruleset: {"doubled": lambda n: factor * n})
    assert run("check moonlit").exit_code == 0
    factor = 3
    assert run("check moonlit").exit_code == 1
