"""`show` prints what a ruleset holds, from its sources or from its artifact alike."""

import json
from pathlib import Path

import pytest

from rulewright.cli.show import PARTS

from .conftest import Run


@pytest.mark.parametrize("part", PARTS)
def test_every_part_can_be_shown(run: Run, part: str) -> None:
    result = run(f"show picket {part}")
    assert result.exit_code == 0
    assert result.output


@pytest.mark.parametrize("part", PARTS)
def test_every_part_is_json_for_tools(run: Run, part: str) -> None:
    assert json.loads(run(f"show picket {part} --format json").output)


@pytest.mark.parametrize("part", ["overview", "sequence", "sections", "provenance", "artifact"])
def test_an_artifact_shows_what_its_sources_show(run: Run, here: Path, part: str) -> None:
    run("build picket")
    assert run(f"show generated/picket/ruleset.json {part}").output == run(f"show picket {part}").output


@pytest.mark.parametrize("part", ["tree", "model"])
def test_an_artifact_has_no_tree(run: Run, here: Path, part: str) -> None:
    run("build picket")
    result = run(f"show generated/picket/ruleset.json {part}")
    assert result.exit_code == 1
    assert "error[RW0909]" in result.stderr


def test_the_sequence_lists_what_is_asked_also_in_the_rules_that_a_phase_calls(run: Run) -> None:
    shown = json.loads(run("show picket sequence --format json").output)
    asked = {phase["id"]: phase["steps"][0]["decisions"] for phase in shown}
    assert asked == {
        "movement": ["movement.route"],
        "search": ["search.called", "close_in.fire"],
        "clock": [],
    }


def test_the_provenance_report_names_each_assumption_with_its_line(run: Run) -> None:
    output = run("show rheinuebung provenance").output
    assert output.startswith("provenance: stated ")
    assert "assumed:" in output
    assert ".rules:" in output


def test_a_narrow_terminal_gets_more_lines_not_longer_ones(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    listed = [line for line in run("show picket").output.splitlines() if line.startswith("  holds")]
    assert max(map(len, listed)) <= 40


def test_a_ruleset_with_errors_shows_them_instead(run: Run, here: Path) -> None:
    run("new moonlit")
    (here / "moonlit" / "moonlit.rules").write_text("ruleset moonlit\n", encoding="utf-8")
    result = run("show moonlit")
    assert result.exit_code == 1
    assert "error[RW" in result.stderr
