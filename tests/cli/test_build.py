"""`build` writes what it judged good, whole or not at all, and knows what is stale."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.cli.build import first_difference

from .conftest import Run


@pytest.fixture
def game(run: Run, here: Path) -> Path:
    run("new moonlit")
    return here / "moonlit"


def test_an_artifact_is_written_and_is_then_up_to_date(run: Run, game: Path, here: Path) -> None:
    assert run("build moonlit").exit_code == 0
    document = json.loads((here / "generated" / "moonlit" / "ruleset.json").read_bytes())
    assert document["ruleset"]["id"] == "moonlit"
    result = run("build moonlit --check")
    assert (result.exit_code, result.output) == (0, "moonlit: up to date\n")
    assert "is as it was" in run("build moonlit").output


def test_what_a_check_had_no_need_to_make_is_made_when_it_is_built(run: Run, here: Path) -> None:
    folder = here / "plain"
    folder.mkdir()
    rules = folder / "plain.rules"
    rules.write_text("ruleset plain\n  sides: red, blue\nenum ending: over\nphase wait\n  end game as over\n", encoding="utf-8")
    os.utime(rules, (1_000_000_000, 1_000_000_000))  # what was saved a moment ago is not remembered
    first = run("check plain")
    assert first.exit_code == 0, first.output
    assert run("check plain").output == first.output
    assert run("build plain").exit_code == 0
    assert json.loads((here / "generated" / "plain" / "ruleset.json").read_bytes())["ruleset"]["id"] == "plain"
    assert run("check plain").output == first.output


def test_an_artifact_has_no_path_of_this_machine_in_it(run: Run, game: Path, here: Path) -> None:
    run("build moonlit")
    assert str(here) not in (here / "generated" / "moonlit" / "ruleset.json").read_text(encoding="utf-8")


def test_a_stale_artifact_is_named_with_the_place(run: Run, game: Path) -> None:
    run("build moonlit")
    rules = game / "moonlit.rules"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(
        text.replace('| stilt   | "Stilt"   | watch   | 2', '| stilt   | "Stilt"   | watch   | 1'), "utf-8"
    )
    result = run("build moonlit --check")
    assert result.exit_code == 1
    assert "`moonlit` is stale; the first difference is at `units.stilt.values.speed`" in result.stderr
    assert "generated/moonlit/ruleset.json" in result.stderr


def test_what_was_never_built_is_named(run: Run, game: Path) -> None:
    result = run("build moonlit --check")
    assert result.exit_code == 1
    assert "`ruleset.json` of `moonlit` was never built" in result.stderr


def test_nothing_is_written_for_a_ruleset_with_an_error(run: Run, game: Path, here: Path) -> None:
    (game / "moonlit.rules").write_text("ruleset moonlit\n  sides: a, a\n", encoding="utf-8")
    result = run("build moonlit")
    assert result.exit_code == 1
    assert "nothing was written" in result.stderr
    assert not (here / "generated").exists()


def test_an_artifact_cannot_be_built_from_an_artifact(run: Run, game: Path) -> None:
    run("build moonlit")
    result = run("build generated/moonlit/ruleset.json")
    assert result.exit_code == 1
    assert "error[RW0909]" in result.stderr


def test_two_ways_at_once_are_wrong_usage(run: Run) -> None:
    assert run("build --check --watch").exit_code == 2


def test_the_place_of_a_difference_is_named_by_ids() -> None:
    old = {"units": [{"id": "a", "n": 1}, {"id": "b", "n": 1}]}
    assert first_difference(old, {"units": [{"id": "a", "n": 1}, {"id": "b", "n": 2}]}) == "units.b.n"
    assert first_difference(old, {"units": [{"id": "a", "n": 1}]}) == "units.b"
    assert first_difference({"a": 1}, {"a": True}) == "a"
    assert first_difference(old, old) == ""


def test_a_format_of_a_plugin_is_written_beside_the_artifact(
    run: Run, game: Path, here: Path, with_plugin: Callable[..., None]
) -> None:
    with_plugin(
        rulewright_formats=lambda: {
            "names": lambda document: {"names.txt": document["ruleset"]["id"].encode()}
        }
    )
    assert run("build moonlit --format names").exit_code == 0
    assert (here / "generated" / "moonlit" / "names.txt").read_bytes() == b"moonlit"
    assert run("build moonlit --format names --check").exit_code == 0


@pytest.mark.parametrize("made", [{"../evil.txt": b""}, {"a": "text"}, "text"])
def test_a_format_cannot_write_elsewhere(
    run: Run, game: Path, here: Path, with_plugin: Callable[..., None], made: object
) -> None:
    with_plugin(rulewright_formats=lambda: {"names": lambda document: made})
    result = run("build moonlit --format names")
    assert result.exit_code == 1
    assert "RW0911" in result.stderr
    assert not (here / "generated" / "evil.txt").exists()


def test_a_format_that_nobody_brings_is_refused(run: Run, game: Path) -> None:
    result = run("build moonlit --format pdf")
    assert result.exit_code == 1
    assert "error[RW0917]" in result.stderr


def test_a_check_of_a_plugin_reports_in_its_name(
    run: Run, game: Path, with_plugin: Callable[..., None]
) -> None:
    from rulewright.compiler.diagnostics import Diagnostic

    def too_fast(document):  # type: ignore[no-untyped-def]
        for unit in document["units"]:
            yield Diagnostic("SPEED0001", "error", f"{unit['id']} is too fast", span=tuple(unit["at"]))

    with_plugin(rulewright_checks=lambda: {"speed": too_fast})
    result = run("check moonlit")
    assert result.exit_code == 1
    assert "error[SPEED0001]: tender is too fast" in result.output
    assert "reported by the plugin `some-plugin`" in result.output


def test_a_check_that_crashes_has_not_found_nothing(
    run: Run, game: Path, with_plugin: Callable[..., None]
) -> None:
    with_plugin(rulewright_checks=lambda: {"speed": lambda document: 1 / 0})
    result = run("check moonlit")
    assert result.exit_code == 1
    assert "the plugin `some-plugin` failed in `rulewright_checks: speed`: ZeroDivisionError" in result.output


def test_watching_builds_again_after_a_save_and_goes_on_after_a_mistake(game: Path, here: Path) -> None:
    # A process that a background shell starts ignores interrupts; one at a terminal does not.
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from rulewright.cli.main import main; main()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, "build", "moonlit", "--watch"],
        cwd=here,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as watching:
        # Whatever goes wrong, the suite must not wait for a process that watches for ever.
        guard = threading.Timer(120, watching.kill)
        guard.start()
        try:
            assert watching.stdout is not None
            lines = iter(watching.stdout.readline, "")
            assert "watching moonlit" in next(lines)
            assert "written" in next(lines)
            rules = game / "moonlit.rules"
            good = rules.read_text(encoding="utf-8")
            rules.write_text(good.replace("add 1 to turn", "add 1 to trun"), encoding="utf-8")
            assert any("nothing was written" in line for line in lines)
            rules.write_text(good.replace("Stilt", "Wader"), encoding="utf-8")
            assert any("written" in line for line in lines)
            time.sleep(0.1)
            watching.send_signal(signal.SIGINT)
            assert watching.wait(timeout=60) == 130
        finally:
            guard.cancel()
            watching.kill()
