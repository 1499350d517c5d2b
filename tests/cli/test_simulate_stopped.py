"""Whatever stops a simulation, what was played is kept, and going on gives the table of a run that was never stopped."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Run

CODE = "from rulewright.cli.main import main; main()"
SOON = 180.0


def start(here: Path, line: str | list[str]) -> "subprocess.Popen[str]":
    words = line.split() if isinstance(line, str) else line
    return subprocess.Popen(
        [sys.executable, "-c", CODE, *words], cwd=here, env=dict(os.environ), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    )  # fmt: skip


def wait_for(happened: Callable[[], bool], process: "subprocess.Popen[str]") -> None:
    until = time.monotonic() + SOON
    while not happened():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < until
        time.sleep(0.01)


def in_database(folder: Path) -> list[tuple[object, ...]]:
    with sqlite3.connect(folder / "games.sqlite") as base:
        return base.execute("SELECT * FROM games ORDER BY game").fetchall()


def some_in_database(folder: Path) -> Callable[[], bool]:
    def asked() -> bool:
        try:
            return (folder / "games.sqlite").exists() and len(in_database(folder)) > 3
        except sqlite3.OperationalError:  # the table is being made
            return False

    return asked


def children_of(process: "subprocess.Popen[str]") -> list[int]:
    tasks = Path(f"/proc/{process.pid}/task")
    return [int(word) for task in tasks.iterdir() for word in (task / "children").read_text().split()]


def is_alive(pid: int) -> bool:
    try:
        return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


needs_proc = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="no /proc here")


def test_killed_in_mid_run_and_resumed_is_the_same_table(run: Run, here: Path) -> None:
    line = "simulate picket --games 300 --jobs 2"
    process = start(here, f"{line} --out stopped")
    wait_for(some_in_database(here / "stopped"), process)
    process.kill()
    process.communicate()
    before = len(in_database(here / "stopped"))
    assert 0 < before < 300
    result = run(f"{line} --out stopped --resume")
    assert f"there already: {before} games, and {300 - before} to play" in result.output
    run(f"{line} --out whole")
    assert in_database(here / "stopped") == in_database(here / "whole")


def test_killed_in_mid_run_and_resumed_is_the_same_file_of_parquet(run: Run, here: Path) -> None:
    pytest.importorskip("pyarrow")
    line = "simulate picket --games 900 --jobs 2 --format parquet"
    process = start(here, f"{line} --out stopped")
    parts = here / "stopped" / "parts"
    wait_for(lambda: parts.exists() and any(parts.glob("*.parquet")), process)
    process.kill()
    process.communicate()
    assert not (here / "stopped" / "games.parquet").exists()
    run(f"{line} --out stopped --resume")
    run(f"{line} --out whole")
    assert (here / "stopped" / "games.parquet").read_bytes() == (
        here / "whole" / "games.parquet"
    ).read_bytes()


@needs_proc
def test_who_plays_for_a_killed_run_ends_with_it(here: Path) -> None:
    process = start(here, "simulate picket --games 100000 --jobs 2 --out games")
    wait_for(some_in_database(here / "games"), process)
    workers = children_of(process)
    assert len(workers) == 2
    process.kill()
    process.communicate()
    until = time.monotonic() + SOON
    while any(map(is_alive, workers)):
        assert time.monotonic() < until
        time.sleep(0.02)


@needs_proc
def test_a_killed_worker_costs_nothing(run: Run, here: Path) -> None:
    process = start(here, "simulate picket --games 300 --jobs 2 --out games")
    wait_for(some_in_database(here / "games"), process)
    os.kill(children_of(process)[0], signal.SIGKILL)
    printed, problems = process.communicate(timeout=SOON)
    assert (process.returncode, problems) == (0, "")
    assert "300 games in " in printed
    run("simulate picket --games 300 --jobs 2 --out whole")
    assert in_database(here / "games") == in_database(here / "whole")


def test_an_interrupt_keeps_what_is_done_and_says_how_to_go_on(run: Run, here: Path) -> None:
    process = start(here, "simulate picket --games 100000 --jobs 2 --out games")
    wait_for(some_in_database(here / "games"), process)
    process.send_signal(signal.SIGINT)
    printed, problems = process.communicate(timeout=SOON)
    assert process.returncode == 130
    assert "Traceback" not in problems
    assert "the same command goes on from here" in problems
    assert "the report are in games/report.html" in printed
    assert len(in_database(here / "games")) > 3


def test_two_runs_do_not_share_a_folder(run: Run, here: Path) -> None:
    process = start(here, "simulate picket --games 100000 --jobs 2 --out games")
    wait_for(some_in_database(here / "games"), process)
    assert "error[RW0844]" in run("simulate picket --games 100000 --jobs 2 --out games").stderr
    assert run("report games").exit_code == 0
    process.kill()
    process.communicate()
