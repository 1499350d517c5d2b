"""Plugins are asked one by one, and the one that fails is named."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rulewright.cli import stamps
from rulewright.cli.failures import Refused
from rulewright.cli.plugins import OWN_HOOKS, Plugins, named, only_one
from rulewright.compiler.diagnostics import Diagnostic
from rulewright.rulesets import plugin as bundled

from .plugin_modules import plugin


def problem(plugins: Plugins) -> Diagnostic:
    (found,) = plugins.problems
    return found


def test_our_own_plugin_answers_no_other_hook_than_we_say() -> None:
    hooks = {name for name in dir(bundled) if hasattr(getattr(bundled, name), "rulewright_impl")}
    assert hooks == OWN_HOOKS


def test_pluggy_is_not_imported_to_hear_that_there_are_no_checks() -> None:
    script = "import sys; from rulewright.cli.plugins import Plugins; print(Plugins().checks(), 'pluggy' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert stamps.may_have_plugins() or said == "{} False\n"


def test_what_is_offered_has_the_name_of_its_plugin() -> None:
    plugins = Plugins({"games": plugin(rulewright_rulesets=lambda: {"jutland": Path("x")})})
    (offer,) = plugins.rulesets()["jutland"]
    assert (offer.plugin, offer.value) == ("games", Path("x"))
    assert plugins.problems == []


def test_a_misspelt_hook_is_a_warning_with_the_right_name() -> None:
    plugins = Plugins({"games": plugin(rulewright_ruleset=lambda: {"x": Path()})})
    assert plugins.rulesets() == {}
    found = problem(plugins)
    assert (found.code, found.severity, found.plugin) == ("RW0910", "warning", "games")
    assert found.help == "did you mean `rulewright_rulesets`?"


def test_a_hook_with_arguments_that_nobody_gives_is_a_warning() -> None:
    plugins = Plugins({"games": plugin(rulewright_rulesets=lambda folder: {})})
    assert plugins.rulesets() == {}
    assert (problem(plugins).code, problem(plugins).plugin) == ("RW0910", "games")


def test_a_crash_names_the_plugin_and_the_hook_and_leaves_the_others_alone() -> None:
    def crash() -> Any:
        return 1 / 0

    plugins = Plugins(
        {"bad": plugin(rulewright_rulesets=crash), "good": plugin(rulewright_rulesets=lambda: {"a": Path()})}
    )
    assert list(plugins.rulesets()) == ["a"]
    found = problem(plugins)
    assert (found.code, found.severity, found.plugin) == ("RW0911", "warning", "bad")
    assert found.message == (
        "the plugin `bad` failed in `rulewright_rulesets`: ZeroDivisionError: division by zero"
    )
    assert found.path == __file__


def test_a_plugin_that_leaves_the_program_does_not_leave_it() -> None:
    def leave() -> Any:
        raise SystemExit(3)

    plugins = Plugins({"bad": plugin(rulewright_rulesets=leave)})
    assert plugins.rulesets() == {}
    assert problem(plugins).code == "RW0911"


@pytest.mark.parametrize(
    "answer, reason",
    [
        (["a"], "it answers a `list`, not names with a folder each"),
        ({"a": "text"}, "`a` is a `str`, not a folder"),
        ({1: Path()}, "it names something with a `int`, not with a text"),
    ],
)
def test_an_answer_of_another_kind_is_a_failure_of_the_plugin(answer: Any, reason: str) -> None:
    plugins = Plugins({"bad": plugin(rulewright_rulesets=lambda: answer)})
    assert plugins.rulesets() == {}
    assert problem(plugins).message.endswith(reason)


def test_a_plugin_that_cannot_be_imported_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    info = tmp_path / "broken-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[rulewright]\nx = broken_plugin\n", encoding="utf-8")
    (tmp_path / "broken_plugin.py").write_text("import nothing_of_that_name\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    plugins = Plugins()
    assert "picket" in plugins.rulesets()
    found = problem(plugins)
    assert (found.code, found.plugin) == ("RW0911", "broken")
    assert "could not be imported: ModuleNotFoundError" in found.message


def test_nobody_chooses_between_two_plugins() -> None:
    offer = {"jutland": Path()}
    plugins = Plugins(
        {"one": plugin(rulewright_rulesets=lambda: offer), "two": plugin(rulewright_rulesets=lambda: offer)}
    )
    with pytest.raises(Refused) as caught:
        only_one(plugins.rulesets()["jutland"], "the ruleset")
    (found,) = caught.value.diagnostics
    assert found.code == "RW0912"
    assert "`one` and `two`" in found.message


def test_a_function_that_fails_during_play_names_its_plugin() -> None:
    def lightened(total: int) -> int:
        return total // 0

    plugins = Plugins({"hooks": plugin(rulewright_functions=lambda ruleset: {"lightened": lightened})})
    function = named(
        only_one(plugins.functions("any_game")["lightened"], "the function"), "rulewright_functions"
    )
    with pytest.raises(Refused) as caught:
        function(3)
    assert "the plugin `hooks` failed in `rulewright_functions: lightened`" in str(caught.value.diagnostics)
