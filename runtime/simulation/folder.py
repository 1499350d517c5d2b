"""A folder of results: one run, its games, and the certainty that nobody else writes there."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Protocol

from rulewright.runtime.simulation import errors
from rulewright.runtime.simulation.parquet_games import ParquetGames
from rulewright.runtime.simulation.playing import Row
from rulewright.runtime.simulation.rows import Rows
from rulewright.runtime.simulation.run import Run, differences, run_from
from rulewright.runtime.simulation.sqlite_games import SqliteGames

HEAD = "run.json"
REPORT = "report.html"
LOCK = "run.lock"


class Games(Protocol):
    """Games that are kept."""

    def played(self) -> set[int]: ...
    def add(self, rows: Iterable[Row]) -> None: ...
    def rows(self) -> Rows: ...
    def finish(self) -> None: ...
    def close(self) -> None: ...


class Folder:
    """An open folder. run: what is played there; games: those that are kept; broken: parts that were unreadable."""

    def __init__(self, path: Path, run: Run, lock: IO[bytes] | None = None) -> None:
        self.path = path
        self.run = run
        self._lock = lock
        self.broken: list[str] = []
        self.games: Games
        if run.store == "parquet":
            self.games = ParquetGames(path, run.columns, to_write=lock is not None)
            self.broken = self.games.broken
        else:
            self.games = SqliteGames(path, run.columns)

    def close(self) -> None:
        self.games.close()
        if self._lock is not None:
            self._lock.close()

    def __enter__(self) -> Folder:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def holds_a_run(path: Path) -> bool:
    return (path / HEAD).is_file()


def opened(path: Path) -> Folder:
    """Open a folder to read it.

    Raises:
        SimulationError: RW0841 it holds no simulation, RW0842 or RW0843 it cannot be read.
    """
    if not holds_a_run(path):
        raise errors.no_run(path.as_posix())
    return Folder(path, head_of(path))


def head_of(path: Path) -> Run:
    """Return what a folder says of its run."""
    return run_from((path / HEAD).read_bytes(), (path / HEAD).as_posix())


def opened_for(path: Path, run: Run) -> Folder:
    """Open a folder to play into it: a new one, or one that holds this very run.

    Raises:
        SimulationError: RW0840 it holds another run, RW0841 it holds something else, RW0844 somebody plays into it.
        OSError: it cannot be written to.
    """
    path.mkdir(parents=True, exist_ok=True)
    if not holds_a_run(path):
        others = sorted(one.name for one in path.iterdir() if one.name != LOCK and not one.name.startswith(f".{HEAD}"))
        if others:
            raise errors.foreign(path.as_posix(), others[:3])
    lock = _locked(path)
    try:
        if not holds_a_run(path):
            _write_head(path, run)
        different = differences(head_of(path), run)
        if different:
            raise errors.other_run(path.as_posix(), different)
        return Folder(path, run, lock)
    except (errors.SimulationError, OSError):
        lock.close()
        raise


def _write_head(path: Path, run: Run) -> None:
    beside = path / f".{HEAD}.{os.getpid()}"
    beside.write_text(json.dumps(run.json(), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    os.replace(beside, path / HEAD)


def _locked(path: Path) -> IO[bytes]:
    """Take the folder for this process; the system gives it back however the process ends."""
    file = open(path / LOCK, "ab")  # noqa: SIM115 – it stays open as long as the folder is ours
    if sys.platform == "win32":  # there are no such locks
        return file
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise errors.busy(path.as_posix()) from None
    except OSError:  # a file system that has no locks
        return file
    return file
