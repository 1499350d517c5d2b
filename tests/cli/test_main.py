"""The outermost layer: help, wrong usage, exit codes, and what a bug looks like."""

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from rulewright.cli import main as desk
from rulewright.cli.failures import refuse

from .conftest import Run

HEAVY = ("lark", "jsonschema", "jsonschema_rs", "rich", "yaml", "jinja2", "pluggy", "importlib.metadata")


def rulewright(*words: str, encoding: str) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    command = [sys.executable, "-c", "from rulewright.cli.main import main; main()", *words]
    return subprocess.run(
        command, capture_output=True, text=True, errors="replace", check=False, env=environment
    )


def failing(error: BaseException) -> click.Command:
    @click.command()
    def command() -> None:
        raise error

    return command


@pytest.fixture
def crash(monkeypatch: pytest.MonkeyPatch) -> object:
    """Make `rulewright check` raise something."""

    def arrange(error: BaseException) -> None:
        monkeypatch.setattr(desk.LazyGroup, "get_command", lambda *_: failing(error))

    return arrange


def test_help_lists_the_commands_without_importing_any(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom rulewright.cli.main import main\n"
        "try: main()\nexcept SystemExit: print(sorted(sys.modules))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code, "--help"], capture_output=True, text=True, check=False
    )
    assert all(name in result.stdout for name in desk.COMMANDS)
    imported = result.stdout.splitlines()[-1]
    assert [name for name in HEAVY if f"'{name}'" in imported] == []


@pytest.mark.parametrize("command", desk.COMMANDS)
def test_every_command_has_help(run: Run, command: str) -> None:
    result = run(f"{command} --help")
    assert result.exit_code == 0
    assert result.output.startswith(f"Usage: rulewright {command}")


def test_the_version_is_the_installed_one(run: Run) -> None:
    assert run("--version").output.startswith("rulewright 0.")


def test_wrong_usage_leaves_with_two_and_names_the_command_that_was_meant(run: Run) -> None:
    result = run("chekc picket")
    assert result.exit_code == 2
    assert "did you mean `check`?" in result.stderr
    assert run("check --no-such-flag").exit_code == 2
    assert run("check").exit_code == 2


def test_a_refusal_is_printed_as_a_diagnostic_and_leaves_with_one(run: Run, crash) -> None:  # type: ignore[no-untyped-def]
    crash(refuse("RW0901", "there is no ruleset `x`", help="look elsewhere"))
    result = run("check")
    assert result.exit_code == 1
    assert result.stderr == "error[RW0901]: there is no ruleset `x`\n  help: look elsewhere\n"


def test_a_file_that_the_system_refuses_is_a_diagnostic(run: Run, crash) -> None:  # type: ignore[no-untyped-def]
    crash(PermissionError(13, "Permission denied", "games/x.rules"))
    result = run("check")
    assert result.exit_code == 1
    assert "error[RW0906]: `x.rules` cannot be used: permission denied" in result.stderr
    assert "games/x.rules" in result.stderr


def test_an_interrupt_leaves_with_130(run: Run, crash) -> None:  # type: ignore[no-untyped-def]
    crash(KeyboardInterrupt())
    result = run("check")
    assert result.exit_code == 130
    assert "Traceback" not in result.output


def test_a_bug_says_that_it_is_one_and_how_to_report_it() -> None:
    code = (
        "import sys\nfrom rulewright.cli import main as desk\n"
        "desk.LazyGroup.get_command = lambda *_: 1 / 0\ndesk.main()"
    )
    plain = subprocess.run([sys.executable, "-c", code, "check"], capture_output=True, text=True, check=False)
    assert plain.returncode == 1
    assert plain.stderr.startswith("this is a bug in rulewright 0.")
    assert "ZeroDivisionError" in plain.stderr
    assert "Traceback" not in plain.stderr
    shown = subprocess.run(
        [sys.executable, "-c", code, "--debug", "check"], capture_output=True, text=True, check=False
    )
    assert "Traceback" in shown.stderr


def test_a_reader_that_has_enough_causes_no_noise() -> None:
    command = f"{sys.executable} -c 'from rulewright.cli.main import main; main()' explain | true"
    result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert result.stderr == ""


@pytest.mark.parametrize("setting, coloured", [("always", True), ("never", False), ("auto", False)])
def test_colour_is_as_asked_and_a_pipe_has_none(run: Run, setting: str, coloured: bool) -> None:
    assert ("\x1b[" in run(f"explain --color {setting}").output) is coloured
    assert ("\x1b[" in run(f"--color {setting} explain RW0901").output) is coloured


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_a_terminal_that_lacks_a_character_still_gets_the_rest(encoding: str) -> None:
    for words in (["--help"], ["explain"], ["explain", "RW0912"]):
        assert rulewright(*words, encoding=encoding).returncode == 0


def test_a_narrow_terminal_changes_the_lines_not_the_words(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "35")
    assert "bundled" in run("--help").output
    assert run("explain RW0901 --color always").exit_code == 0
