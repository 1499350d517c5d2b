"""`rulewright coverage`: what no example and no game comes by, with file and line."""

import json
import re
from pathlib import Path

from .conftest import Run


def test_it_lists_what_was_never_reached(run: Run) -> None:
    result = run("coverage picket")
    assert result.exit_code == 0
    assert "steps of phases" in result.output
    assert "never reached: optional rules" in result.output
    assert "Short Night [10]  picket.rules:" in result.output
    assert "rule close_in: end game as hunted_down [5.2]  picket.rules:" in result.output


def test_games_and_records_add_to_it(run: Run, here: Path) -> None:
    run("play picket --bots random,random --seed 3 --record game.jsonl")
    bare = json.loads(run("coverage picket --no-examples --format json").output)
    recorded = json.loads(run("coverage picket --no-examples --record game.jsonl --format json").output)
    played = json.loads(run("coverage picket --no-examples --games 1 --seed 3 --format json").output)
    assert not any(part["reached"] for part in bare["parts"])
    assert any(part["reached"] for part in recorded["parts"])
    assert recorded["parts"] == played["parts"]  # seed 3 is the same game
    assert (bare["games"], recorded["games"], bare["examples"]) == (0, 1, 0)


def test_data_for_tools_names_file_line_and_section(run: Run) -> None:
    found = json.loads(run("coverage picket --format json").output)
    row = next(part for part in found["parts"] if part["kind"] == "row")
    assert row["file"] == "picket.rules"
    assert row["line"] > 0
    assert row["sections"]
    assert {section["section"] for section in found["sections"]} >= set(row["sections"])


def test_a_proof_copy_marks_what_was_never_reached(run: Run, here: Path) -> None:
    result = run("coverage picket --proof proof")
    assert result.exit_code == 0
    page = (here / "proof" / "page.html").read_text()
    plain = re.sub(r"<[^>]+>", "", page)
    # The one modifier of the table that no example of picket comes by; the others bear no circle.
    assert re.search(r"already known.*?tracked ○", plain, re.DOTALL)
    assert plain.count("○") == 2  # and what it means
    assert "○ never reached by 8 examples" in plain
    assert "proof copy" in plain


def test_a_bound_that_is_not_kept(run: Run) -> None:
    result = run("coverage picket --at-least 100")
    assert result.exit_code == 1
    assert "error[RW0940]" in result.stderr
    assert "100 % were asked for" in result.stderr
    assert run("coverage picket --at-least 10").exit_code == 0


def test_wrong_questions(run: Run, here: Path) -> None:
    assert "nobody plays `watch`" in run("coverage picket --games 1 --bots random,human").stderr
    assert "there is no optional rule `fog`" in run("coverage picket --games 1 --options fog").stderr
    assert "there is no scenario `noon`" in run("coverage picket --games 1 --scenario noon").stderr
    (here / "none.jsonl").write_text("{}\n")
    assert "RW0820" in run("coverage picket --record none.jsonl").stderr
    assert run("coverage picket --record missing.jsonl").exit_code == 2
