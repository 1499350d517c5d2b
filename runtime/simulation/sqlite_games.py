"""Games in one SQLite database: a block of games is there whole, or not at all, whenever the process was stopped."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path

from rulewright.runtime.simulation import errors
from rulewright.runtime.simulation.columns import Column, is_sound
from rulewright.runtime.simulation.playing import Row
from rulewright.runtime.simulation.rows import Rows

FILE = "games.sqlite"
_BUSY_SECONDS = 10.0
AT_ONCE = 1_000
"""Rows that are read at once."""


class SqliteGames:
    """The table `games` of a folder.

    Raises:
        SimulationError: RW0843, the file is no database, or none of ours.
    """

    def __init__(self, folder: Path, columns: Sequence[Column]) -> None:
        self._file = folder / FILE
        self._columns = columns
        self._names = [column.name for column in columns]
        described = ", ".join(f'"{one.name}" {one.kind.upper()}{" PRIMARY KEY" if one.name == "game" else ""}' for one in columns)
        try:
            self._base = sqlite3.connect(self._file, timeout=_BUSY_SECONDS, isolation_level=None)
            self._base.execute(f"CREATE TABLE IF NOT EXISTS games ({described})")
            found = [name for _, name, *_ in self._base.execute("PRAGMA table_info(games)")]
        except sqlite3.DatabaseError as problem:
            raise self._unreadable(problem) from problem
        if found != self._names:
            raise errors.unreadable_games(self._file.as_posix(), "its columns are not those of this run")
        marks = ", ".join("?" * len(self._names))
        self._insert = f"INSERT OR REPLACE INTO games VALUES ({marks})"

    def played(self) -> set[int]:
        """Return the numbers of the games that came to an end; those that failed may be played again."""
        try:
            return {number for (number,) in self._base.execute("SELECT game FROM games WHERE failure = ''")}
        except sqlite3.DatabaseError as problem:
            raise self._unreadable(problem) from problem

    def add(self, rows: Iterable[Row]) -> None:
        """Keep some games; one that is there already is replaced: there is one row for each."""
        try:
            self._base.execute("BEGIN IMMEDIATE")
            self._base.executemany(self._insert, [tuple(row[name] for name in self._names) for row in rows])
            self._base.execute("COMMIT")
        except sqlite3.OperationalError as problem:
            if self._base.in_transaction:
                self._base.execute("ROLLBACK")
            raise OSError(f"{self._file.as_posix()}: {problem}") from problem
        except sqlite3.DatabaseError as problem:
            raise self._unreadable(problem) from problem

    def rows(self) -> Rows:
        """Return all games in the order of their numbers."""
        found = Rows(self._columns)
        try:
            cursor = self._base.execute("SELECT * FROM games ORDER BY game")
            while some := [dict(zip(self._names, values, strict=True)) for values in cursor.fetchmany(AT_ONCE)]:
                if not all(is_sound(row, self._columns) for row in some):
                    raise errors.unreadable_games(self._file.as_posix(), "a value is not of the kind of its column")
                found.add(some)
        except sqlite3.DatabaseError as problem:
            raise self._unreadable(problem) from problem
        return found

    def finish(self) -> None:
        """Nothing remains to be done: the database is what was asked for."""

    def close(self) -> None:
        self._base.close()

    def _unreadable(self, problem: sqlite3.DatabaseError) -> errors.SimulationError:
        return errors.unreadable_games(self._file.as_posix(), str(problem))
