"""The study tools, given what they cannot use: a message, nothing overwritten, nobody left behind."""

import os
import signal
import sqlite3
import sys
import time
from pathlib import Path

import pytest

from .conftest import Run
from .test_simulate_stopped import children_of, is_alive, needs_proc, start, wait_for


@pytest.fixture
def record(run: Run, here: Path) -> Path:
    run("play picket --bots random,random --seed 7 --record game.jsonl")
    return here / "game.jsonl"


@pytest.mark.parametrize(
    "line",
    [
        "simulate picket --games 1 --bots {}",
        "coverage picket --games 1 --bots {}",
        "play picket --bots {},random",
    ],
)
@pytest.mark.parametrize("bot", ["cmd:", "cmd: ", "cmd:seconds=3:", "cmd"])
def test_a_bot_without_a_command_is_refused(run: Run, line: str, bot: str) -> None:
    result = run([word.replace("{}", bot) for word in line.split()])
    assert result.exit_code == 1
    assert "error[RW0913]: `cmd` needs a command" in result.stderr


def test_a_record_that_cannot_be_played_is_named(run: Run, record: Path) -> None:
    record.write_bytes(record.read_bytes().replace(b"moonless.slip", b"moonlit.slip"))
    for line in ("luck game.jsonl", "replay game.jsonl", "coverage picket --record game.jsonl"):
        result = run(line)
        assert result.exit_code == 1
        assert "error[RW0822]: line 2" in result.stderr
        assert "\n  game.jsonl\n" in result.stderr


def test_a_damaged_part_of_a_comparison_is_named(run: Run, here: Path) -> None:
    line = "compare picket picket+short_night --games 2 --jobs 1 --out both"
    run(line)
    (here / "both" / "b" / "games.sqlite").write_bytes(b"no database" * 99)
    assert "error[RW0843]: the games in `both/b/games.sqlite` cannot be read" in run(line).stderr


def test_a_table_of_somebody_else_is_no_table_of_games(run: Run, here: Path) -> None:
    run("simulate picket --games 2 --jobs 1 --out games")
    file = here / "games" / "games.sqlite"
    file.unlink()
    with sqlite3.connect(file) as base:
        base.execute("CREATE TABLE games (title)")
    assert "its columns are not those of this run" in run("report games").stderr


@pytest.mark.parametrize("value", ["9e999", "1e300", "'high'", "x'00'"])
def test_a_value_that_no_game_has_is_refused(run: Run, here: Path, value: str) -> None:
    run("simulate picket --games 2 --jobs 1 --out games")
    with sqlite3.connect(here / "games" / "games.sqlite") as base:
        base.execute(f"UPDATE games SET luck = {value} WHERE game = 1")
    assert "error[RW0843]: the games in `games/games.sqlite` cannot be read" in run("report games").stderr


def test_a_place_that_cannot_be_written_is_called_as_it_was_asked_for(run: Run, here: Path) -> None:
    run("simulate picket --games 2 --jobs 1 --out games")
    (here / "games" / "report.html").unlink()
    (here / "games" / "report.html").mkdir()
    assert "error[RW0906]: `report.html` cannot be used: is a directory" in run("report games").stderr
    refused = run("play picket --bots random,random --record .")
    assert "error[RW0906]: `.` cannot be used: is a directory" in refused.stderr


def test_a_link_and_a_device_stay_what_they_are(run: Run, here: Path) -> None:
    (here / "link.svg").symlink_to("drawn.svg")
    run("odds picket lookout --chart link.svg")
    assert (here / "link.svg").is_symlink()
    assert (here / "drawn.svg").read_text().startswith("<svg")
    ours, theirs = os.openpty()
    run(["play", "picket", "--bots", "random,random", "--record", os.ttyname(theirs)])
    assert os.read(ours, 1000).startswith(b'{"dice":"seed"')
    os.close(ours)
    os.close(theirs)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("coverage picket --options short_night", "`--options` and `--scenario` are for games"),
        ("odds picket --chart x.svg", "without the NAME"),
        ("odds picket --given turn=4", "without the NAME"),
        ("odds picket --decide close_in.fire=no", "without the NAME"),
        ("odds picket lookout --sensitivity --times 3", "`--sensitivity` goes with"),
    ],
)
def test_what_would_mean_nothing_is_not_passed_over(run: Run, line: str, said: str) -> None:
    result = run(line)
    assert result.exit_code == 2
    assert said in result.stderr


def test_a_share_that_is_no_number_is_not_reached(run: Run) -> None:
    assert "error[RW0940]" in run("coverage picket --at-least nan").stderr


def test_ways_out(run: Run) -> None:
    assert "help: `simulate` and `compare` take" in run("odds picket+short_night lookout").stderr
    assert "help: known by name: `picket`" in run(["simulate", ""]).stderr
    assert "it is `sighted`, `tracked` or `none`" in run("odds picket lookout quarry.contact=lost").stderr
    rule = "odds rheinuebung salvo s=prinz_eugen t=norfolk --of"
    assert "there is no `norfolk.hul` of which `salvo` could make" in run(f"{rule} norfolk.hul").stderr
    assert "did you mean `norfolk.hull`" in run(f"{rule} norfolk.hul").stderr


def test_one_is_not_called_many(run: Run) -> None:
    assert run("simulate picket --games 1 --jobs 1").output.startswith("1 game in ")
    assert run("compare picket picket --games 1 --jobs 1").output.startswith("1 game each, ")
    failed = run("simulate picket --games 1 --jobs 1 --max-decisions 1")
    assert "1 of 1 game stopped before their end" in failed.stderr


@needs_proc
@pytest.mark.parametrize("stopped_by", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_program_that_plays_does_not_stay_behind(here: Path, stopped_by: int) -> None:
    (here / "bot.py").write_text(
        "import os, time\nopen(f'{os.getpid()}.pid', 'w').close()\ntime.sleep(1000)\n"
    )
    line = ["simulate", "picket", "--games", "9", "--jobs", "2", "--bots", f"cmd:{sys.executable} bot.py,random"]
    process = start(here, line)
    wait_for(lambda: len(list(here.glob("*.pid"))) == 2, process)
    bots = [int(file.stem) for file in here.glob("*.pid")]
    assert len(children_of(process)) == 2
    process.send_signal(stopped_by)
    process.communicate()
    until = time.monotonic() + 60
    while any(map(is_alive, bots)):
        assert time.monotonic() < until
        time.sleep(0.05)
