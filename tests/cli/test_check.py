"""`check` says what is wrong, writes nothing, and recognises what has not changed."""

import json
import os
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from rulewright import schemas
from rulewright.cli import stamps

from .conftest import Run

WELL = "moonlit: no problems; "


@pytest.fixture
def game(run: Run, here: Path) -> Path:
    """A copy of the tutorial's game that looks as if it had been lying here for a while."""
    run("new moonlit")
    for file in (here / "moonlit").iterdir():
        os.utime(file, (1_000_000_000, 1_000_000_000))
    return here / "moonlit"


def change(game: Path, old: str, new: str) -> None:
    rules = game / "moonlit.rules"
    text = rules.read_text(encoding="utf-8")
    assert old in text
    rules.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize("start", ["picket", "empty"])
def test_what_new_writes_is_well(run: Run, start: str) -> None:
    run(f"new moonlit --from {start}")
    result = run("check moonlit")
    assert (result.exit_code, result.output[: len(WELL)]) == (0, WELL)


def test_a_new_variant_is_well_before_it_changes_anything(run: Run) -> None:
    run("new moonlit --variant-of picket")
    assert run("check moonlit").exit_code == 0


def test_the_bundled_rulesets_are_without_errors(run: Run) -> None:
    result = run("check picket rheinuebung")
    assert result.exit_code == 0, result.output


def test_check_writes_nothing(run: Run, game: Path) -> None:
    before = sorted(game.parent.rglob("*"))
    run("check moonlit")
    assert sorted(game.parent.rglob("*")) == before


def test_a_problem_has_its_code_place_line_reason_and_way_out(run: Run, game: Path) -> None:
    change(game, "add 1 to turn", "add 1 to trun")
    result = run("check moonlit")
    assert result.exit_code == 1
    assert "error[RW02" in result.output
    assert "moonlit/moonlit.rules:" in result.output
    assert "add 1 to trun" in result.output
    assert "did you mean `turn`?" in result.output
    assert result.output.endswith("moonlit: 1 error\n")


def test_a_failed_example_shows_the_die_the_modifiers_and_the_row(run: Run, game: Path) -> None:
    change(game, "expect result = found", "expect result = lost")
    result = run("check moonlit")
    assert result.exit_code == 1
    assert "error[RW0401]: the example `an unknown ship is, but a 1 always finds` fails" in result.output
    assert "Lookout Table: dice 1; darkness +1" in result.output
    assert "expect result = lost" in result.output
    assert "1 of 8 examples came out otherwise" in result.output


def test_examples_may_be_left_out(run: Run, game: Path) -> None:
    change(game, "expect result = found", "expect result = lost")
    result = run("check moonlit --no-examples")
    assert (result.exit_code, result.output) == (0, "moonlit: no problems\n")


def test_unchanged_sources_give_the_same_words_without_compiling(
    run: Run, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = run("check moonlit")
    monkeypatch.setattr("rulewright.cli.judge._judge_folder", None)  # would fail if it were called
    assert run("check moonlit").output == first.output


def test_unchanged_mistakes_are_shown_again_with_their_lines(
    run: Run, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(game, "add 1 to turn", "add 1 to trun")
    os.utime(game / "moonlit.rules", (1_000_000_000, 1_000_000_000))
    first = run("check moonlit")
    monkeypatch.setattr("rulewright.cli.judge._judge_folder", None)
    again = run("check moonlit")
    assert (again.exit_code, again.output) == (1, first.output)


def test_unchanged_sources_are_recognised_without_the_parser() -> None:
    code = (
        "import sys\nfrom rulewright.cli.main import main\n"
        "try: main()\nexcept SystemExit: print(sorted(sys.modules), file=sys.stderr)"
    )
    command = [sys.executable, "-c", code, "check", "picket"]
    folder = stamps.cache_folder()
    assert folder is not None
    subprocess.run(command, capture_output=True, check=False)
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    heavy = ("lark", "jsonschema", "jsonschema_rs", "rich", "yaml", "jinja2", "rulewright.compiler.pipeline")
    assert [name for name in heavy if f"'{name}'" in result.stderr] == []


def test_a_changed_base_is_noticed(run: Run, game: Path, here: Path) -> None:
    run("new fast --variant-of picket")
    manifest = here / "fast" / "ruleset.yaml"
    manifest.write_text(manifest.read_text(encoding="utf-8").replace("picket", "moonlit"), encoding="utf-8")
    rules = here / "fast" / "fast.rules"
    rules.write_text('variant fast of moonlit "Fast"\n  set heron.speed to 2\n', encoding="utf-8")
    for file in (here / "fast").iterdir():
        os.utime(file, (1_000_000_000, 1_000_000_000))
    assert run("check fast").exit_code == 0
    change(game, "| heron ", "| egret ")
    assert run("check fast").exit_code == 1


def test_json_is_one_document_for_all_rulesets(run: Run, game: Path) -> None:
    change(game, "add 1 to turn", "add 1 to trun")
    result = run("check moonlit picket nowhere --format json")
    assert result.exit_code == 1
    document = json.loads(result.stdout)
    jsonschema.validate(document, schemas.load("diagnostics"))
    codes = [d["code"] for d in document["diagnostics"]]
    assert "RW0901" in codes
    named = [d for d in document["diagnostics"] if d["path"] == "moonlit/moonlit.rules"]
    assert named and all(d["line"] for d in named)


def test_one_ruleset_that_is_not_there_does_not_hide_the_others(run: Run, game: Path) -> None:
    result = run("check nowhere moonlit")
    assert result.exit_code == 1
    assert "error[RW0901]: there is no ruleset `nowhere`" in result.output
    assert WELL in result.output


def test_colours_only_where_they_are_wanted(run: Run, game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b[" in run("check moonlit --color always").output
    assert "\x1b[" not in run("check moonlit").output
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in run("check moonlit").output
