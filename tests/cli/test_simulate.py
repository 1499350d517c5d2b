"""Many games between bots: counted, repeatable, and honest about those that stopped."""

import json
from pathlib import Path

from .conftest import Run


def test_it_counts_how_games_end(run: Run) -> None:
    result = run("simulate picket --games 12 --jobs 1")
    assert result.exit_code == 0
    assert result.output.startswith("12 games in ")
    assert "won    The " in result.output
    assert "ended  " in result.output
    assert "95 %" in result.output


def test_the_number_of_processes_changes_nothing(run: Run, here: Path) -> None:
    run("simulate picket --games 9 --seed 5 --jobs 1 --out one.jsonl")
    run("simulate picket --games 9 --seed 5 --jobs 2 --out two.jsonl")
    assert (here / "one.jsonl").read_bytes() == (here / "two.jsonl").read_bytes()


def test_a_seed_is_the_game_that_play_plays(run: Run, here: Path) -> None:
    run("simulate picket --games 1 --seed 7 --jobs 1 --out one.jsonl")
    row = json.loads((here / "one.jsonl").read_text())
    played = run("play picket --bots random,random --seed 7").output
    assert f"after {row['decisions']:,} decisions" in played
    assert row["ending"].replace("_", " ") in played


def test_games_that_stop_are_listed_with_their_seed(run: Run) -> None:
    result = run("simulate picket --games 3 --seed 4 --jobs 1 --max-decisions 5")
    assert result.exit_code == 1
    assert "seed 4, after 5 decisions: not over after 5 decisions" in result.stderr
    assert "error[RW0918]: 3 of 3 games stopped before their end" in result.stderr
    assert "--seed 4" in result.stderr


def test_wrong_questions(run: Run) -> None:
    assert "there is no player `randum`" in run("simulate picket --bots randum").stderr
    nobody = run("simulate picket --bots random,human")
    assert nobody.exit_code == 2
    assert "nobody plays `watch`" in nobody.stderr
    assert "there is no scenario `noon`" in run("simulate picket --scenario noon").stderr
    assert "there is no optional rule `fog`" in run("simulate picket --options fog").stderr
    assert run("simulate picket --games 0").exit_code == 2
