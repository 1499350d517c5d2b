"""A real scheduler and two real workers: the same rows, and none lost with a worker that is killed."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from .conftest import Run
from .test_simulate_stopped import SOON, in_database, some_in_database, start, wait_for

pytest.importorskip("distributed")


class Cluster:
    """Processes of this machine as a cluster."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            port = one.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{port}"
        self._folder = folder
        self.scheduler = self._start(
            "dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-jupyter"
        )
        self.workers = [
            self._start("dask_worker", self.address, "--nthreads", "1", "--no-nanny") for _ in range(2)
        ]

    def _start(self, module: str, *words: str) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", f"distributed.cli.{module}", *words, "--no-dashboard"]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        return subprocess.Popen(command, cwd=self._folder, env=dict(os.environ), **quiet)  # type: ignore[call-overload,no-any-return]

    def wait(self) -> None:
        """Wait until both workers are there."""
        import distributed

        client = distributed.Client(self.address, timeout=SOON, set_as_default=False)  # type: ignore[no-untyped-call]
        client.wait_for_workers(2, timeout=SOON)
        client.close()  # type: ignore[no-untyped-call]

    def end(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    found = Cluster(tmp_path_factory.mktemp("cluster"))
    try:
        found.wait()
        yield found
    finally:
        found.end()


def test_a_killed_worker_of_a_cluster_loses_nothing(run: Run, here: Path, cluster: Cluster) -> None:
    run("simulate picket --games 500 --jobs 1 --out here")
    process = start(here, f"simulate picket --games 500 --cluster {cluster.address} --out there")
    wait_for(some_in_database(here / "there"), process)
    cluster.workers[0].kill()
    at_kill = len(in_database(here / "there"))
    printed, problems = process.communicate(timeout=3 * SOON)
    assert (process.returncode, problems) == (0, "")
    assert at_kill < 500
    assert "500 games in " in printed
    assert in_database(here / "there") == in_database(here / "here")


def test_a_lost_scheduler_is_told_and_the_games_are_kept(run: Run, here: Path, cluster: Cluster) -> None:
    line = "simulate picket --games 100000"
    process = start(here, f"{line} --cluster {cluster.address} --out games")
    wait_for(some_in_database(here / "games"), process)
    cluster.scheduler.kill()
    _, problems = process.communicate(timeout=3 * SOON)
    assert process.returncode == 1
    assert "error[RW0846]: the cluster was lost in mid-run" in problems
    assert "Traceback" not in problems
    assert len(in_database(here / "games")) > 3


def test_an_address_where_nobody_answers(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from rulewright.runtime.simulation import crews

    monkeypatch.setattr(crews, "WAIT_SECONDS", 0.5)
    for address in ("tcp://127.0.0.1:9", "nonsense://x", "127.0.0.1:x", "localhost"):
        before = time.monotonic()
        result = run(["simulate", "picket", "--games", "3", "--cluster", address])
        assert result.exit_code == 1, address
        assert f"error[RW0846]: no cluster answers at `{address}`" in result.stderr
        assert time.monotonic() - before < SOON


def test_a_cluster_without_workers_is_told(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from rulewright.runtime.simulation import crews

    found = Cluster(tmp_path)
    try:
        found.wait()
        for worker in found.workers:
            worker.kill()
            worker.wait()
        time.sleep(1)
        monkeypatch.setattr(crews, "WAIT_SECONDS", 1.0)
        assert (
            "it has no worker after 1 seconds"
            in run(f"simulate picket --games 3 --cluster {found.address}").stderr
        )
    finally:
        found.end()
