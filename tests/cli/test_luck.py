"""`rulewright luck`: a recorded game's rolls beside what was to be expected."""

import csv
import json
from pathlib import Path

from .conftest import Run


def test_it_weighs_a_recorded_game(run: Run) -> None:
    run("play picket --bots random,random --seed 3 --record game.jsonl")
    result = run("luck game.jsonl")
    assert result.exit_code == 0
    assert "rank of a roll on average" in result.output
    assert "Lookout Table" in result.output
    assert "luck of The Watch: " in result.output  # low dice find
    assert "the least likely" in result.output


def test_a_row_for_every_roll(run: Run) -> None:
    run("play picket --bots random,random --seed 3 --record game.jsonl")
    rows = list(csv.DictReader(run("luck game.jsonl --format csv").output.splitlines()))
    data = json.loads(run("luck game.jsonl --format json").output)
    assert len(rows) == len(data["rolls"]) > 0
    assert {(row["side"], bool(row["luck"])) for row in rows if row["source"] == "lookout"} == {("watch", True)}
    assert [row["chance"] for row in rows] == [roll["chance"] for roll in data["rolls"]]
    assert {row["source"] for row in rows} == set(data["sources"])
    logged = [json.loads(line) for line in Path("game.jsonl").read_text().splitlines()]
    assert all(int(row["decision"]) < len(logged) for row in rows)


def test_what_is_no_record_is_refused(run: Run, here: Path) -> None:
    (here / "none.jsonl").write_text("{}\n")
    assert "RW0820" in run("luck none.jsonl").stderr
    assert run("luck missing.jsonl").exit_code == 2
