"""A new folder is complete, passes the check, and never replaces anything."""

from pathlib import Path

import pytest

from .conftest import Run


@pytest.mark.parametrize("start", ["picket", "empty"])
def test_a_new_ruleset_has_its_own_name(run: Run, here: Path, start: str) -> None:
    result = run(f"new moonlit --from {start}")
    assert result.exit_code == 0
    assert sorted(file.name for file in (here / "moonlit").iterdir()) == [
        "README.md",
        "moonlit.rules",
        "ruleset.yaml",
    ]
    rules = (here / "moonlit" / "moonlit.rules").read_text(encoding="utf-8")
    assert 'ruleset moonlit "Moonlit"' in rules
    assert "sources: [moonlit.rules]" in (here / "moonlit" / "ruleset.yaml").read_text(encoding="utf-8")
    assert "rulewright check moonlit" in result.output


def test_nothing_that_is_there_is_touched(run: Run, here: Path) -> None:
    (here / "moonlit").mkdir()
    (here / "moonlit" / "notes.txt").write_text("mine", encoding="utf-8")
    result = run("new moonlit")
    assert result.exit_code == 1
    assert "error[RW0904]" in result.stderr
    assert [file.name for file in (here / "moonlit").iterdir()] == ["notes.txt"]


@pytest.mark.parametrize("name, near", [("My Game!", "`my_game`"), ("7seas", "my_game"), ("Ä", "my_game")])
def test_a_name_that_rules_cannot_use_is_refused_with_one_that_they_can(
    run: Run, name: str, near: str
) -> None:
    result = run(["new", name])
    assert result.exit_code == 1
    assert "error[RW0905]" in result.stderr
    assert near in result.stderr


def test_another_start_is_wrong_usage(run: Run) -> None:
    assert run("new moonlit --from chess").exit_code == 2
