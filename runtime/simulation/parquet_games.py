"""Games in Parquet: small parts while they are played, one file in the order of the games when all are there.

A part is written under another name and then renamed, so a name that ends in `.parquet` is a whole part. One that cannot be read
all the same, or whose games are not those its name says, is taken away, and its games are played again.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from rulewright.runtime.simulation import errors
from rulewright.runtime.simulation.columns import Column, is_sound
from rulewright.runtime.simulation.playing import Row
from rulewright.runtime.simulation.rows import Rows, rows_of

FILE = "games.parquet"
PARTS = "parts"
PART_ROWS = 2_000
PART_SECONDS = 1.0


class ParquetGames:
    """The parts and the table of a folder. broken: names of parts that were found unreadable, and taken away.

    Raises:
        SimulationError: RW0845, pyarrow is not there; RW0843, the whole table is there and cannot be read.
    """

    def __init__(self, folder: Path, columns: Sequence[Column], *, to_write: bool = True) -> None:
        """to_write: are we the one who plays into the folder, and may clear up?"""
        try:
            pyarrow: Any = import_module("pyarrow")
            self._parquet: Any = import_module("pyarrow.parquet")
        except ImportError as problem:
            raise errors.needs("pyarrow", "sim", "Parquet") from problem
        self._arrow = pyarrow
        self._folder = folder
        self._columns = columns
        kinds = {"integer": pyarrow.int64(), "real": pyarrow.float64(), "text": pyarrow.string()}
        self._schema = pyarrow.schema([(column.name, kinds[column.kind]) for column in columns])
        self._waiting: list[Row] = []
        self._since = 0.0
        self.broken: list[str] = []
        self._known = Rows(columns)
        self._take_in(to_write)

    def _take_in(self, to_write: bool) -> None:
        if (self._folder / FILE).is_file():
            self._known = self._read(self._folder / FILE)
        parts = self._folder / PARTS
        for part in sorted(parts.glob("*")) if parts.is_dir() else []:
            if part.suffix != ".parquet":  # it is being written, or was when the process was stopped
                if to_write:
                    part.unlink(missing_ok=True)
                continue
            try:
                rows = self._read(part)
            except errors.SimulationError:
                rows = Rows(self._columns)
            if _name_of(rows) != part.name:
                self.broken.append(part.name)
                if to_write:
                    part.unlink(missing_ok=True)
                continue
            self._known.add(rows)

    def _read(self, file: Path) -> Rows:
        try:
            table = self._parquet.read_table(file)
        except (self._arrow.ArrowException, OSError) as problem:
            raise errors.unreadable_games(file.as_posix(), str(problem).partition("\n")[0]) from problem
        if table.schema.remove_metadata() != self._schema:
            raise errors.unreadable_games(file.as_posix(), "its columns are not those of this run")
        rows = Rows(self._columns)
        for batch in table.to_batches(max_chunksize=PART_ROWS):
            some: list[Row] = batch.to_pylist()
            if not all(is_sound(row, self._columns) for row in some):
                raise errors.unreadable_games(file.as_posix(), "a value is missing")
            rows.add(some)
        return rows

    def played(self) -> set[int]:
        """Return the numbers of the games that came to an end; those that failed may be played again."""
        return set(self._known.by_game().where("failure", "").column("game"))

    def add(self, rows: Iterable[Row]) -> None:
        """Keep some games: in a part, as soon as there are enough of them or the first of them has waited a second."""
        from time import monotonic

        now = monotonic()
        if not self._waiting:
            self._since = now
        self._waiting += rows
        if len(self._waiting) >= PART_ROWS or now - self._since >= PART_SECONDS:
            self._write_part()

    def _write_part(self) -> None:
        if not self._waiting:
            return
        rows = rows_of(self._columns, sorted(self._waiting, key=lambda row: row["game"]))
        parts = self._folder / PARTS
        parts.mkdir(exist_ok=True)
        self._write(rows, parts / _name_of(rows))
        self._known.add(rows)
        self._waiting = []

    def _write(self, rows: Rows, file: Path) -> None:
        """Write a file so that its name is there only when all of it is."""
        columns = [self._arrow.array(rows.column(field.name), type=field.type) for field in self._schema]
        table = self._arrow.Table.from_arrays(columns, schema=self._schema)
        beside = file.with_name(f".{file.name}.{os.getpid()}")
        try:
            self._parquet.write_table(table, beside)
            with open(beside, "rb+") as written:
                os.fsync(written.fileno())
            os.replace(beside, file)
        except OSError as problem:
            with suppress(OSError):
                beside.unlink(missing_ok=True)
            raise OSError(problem.errno, problem.strerror or str(problem), file.as_posix()) from problem

    def rows(self) -> Rows:
        self._write_part()
        return self._known.by_game()

    def finish(self) -> None:
        """Write the one file, and take the parts away that it holds."""
        rows = self.rows()
        parts = self._folder / PARTS
        if parts.is_dir():
            self._write(rows, self._folder / FILE)
            for part in parts.glob("*"):
                part.unlink()
            parts.rmdir()

    def close(self) -> None:
        self._write_part()


def _name_of(rows: Sequence[Row]) -> str:
    """The name of a part: its first and last game, and how many there are."""
    return f"games-{rows[0]['game']:09d}-{rows[-1]['game']:09d}-{len(rows)}.parquet" if rows else ""
