"""Many rows, column by column: a million games take a hundred bytes each, and only the row that is looked at becomes a dict."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, overload

from rulewright.runtime.simulation.columns import Column
from rulewright.runtime.simulation.playing import Row

Width = Literal["b", "h", "i", "q", "d"]
WIDTHS: tuple[Width, ...] = ("b", "h", "i", "q")
"""Whole numbers are kept in the narrowest array that holds all of them."""


class Rows(Sequence[Row]):
    """Rows in the order in which they were added, or in that of another such sequence."""

    def __init__(self, columns: Sequence[Column], rows: Iterable[Row] = ()) -> None:
        self._columns: dict[str, _Numbers | _Texts] = {column.name: _Texts() if column.kind == "text" else _Numbers() for column in columns}
        self._order: Sequence[int] | None = None
        self._count = 0
        self.add(rows)

    def add(self, rows: Iterable[Row]) -> None:
        assert self._order is None
        some = list(rows)
        for name, column in self._columns.items():
            column.add([row[name] for row in some])
        self._count += len(some)

    def column(self, name: str) -> list[Any]:
        """Return one value of every row."""
        column = self._columns[name]
        return list(column) if self._order is None else [column[at] for at in self._order]

    def chosen(self, order: Sequence[int]) -> Rows:
        """Return the rows of these numbers; nothing is copied."""
        found = Rows.__new__(Rows)
        found._columns = self._columns
        found._order = array("q", order if self._order is None else (self._order[at] for at in order))
        found._count = len(order)
        return found

    def where(self, name: str, value: Any) -> Rows:
        """Return the rows that have that value in a column."""
        return self.chosen([at for at, one in enumerate(self.column(name)) if one == value])

    def by_game(self) -> Rows:
        """Return the rows in the order of their games; of those of one game, the one that was added last."""
        last = {game: at for at, game in enumerate(self.column("game"))}
        return self.chosen([last[game] for game in sorted(last)])

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, at: int) -> Row: ...
    @overload
    def __getitem__(self, at: slice) -> Rows: ...
    def __getitem__(self, at: int | slice) -> Row | Rows:
        if isinstance(at, slice):
            return self.chosen(range(self._count)[at])
        number = range(self._count)[at]
        place = number if self._order is None else self._order[number]
        return {name: column[place] for name, column in self._columns.items()}

    def __iter__(self) -> Iterator[Row]:
        return (self[at] for at in range(self._count))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and len(self) == len(other) and all(one == two for one, two in zip(self, other, strict=True))


def rows_of(columns: Sequence[Column], rows: Sequence[Row]) -> Rows:
    """Return rows column by column, if they are not yet."""
    return rows if isinstance(rows, Rows) else Rows(columns, rows)


class _Numbers:
    """Numbers, or None."""

    def __init__(self) -> None:
        self._values: array[Any] = array("b")
        self._none: set[int] = set()

    def add(self, values: Sequence[int | float | None]) -> None:
        try:
            self._values += array(self._values.typecode, values)
        except (OverflowError, TypeError):
            for value in values:
                self._add(value)

    def _add(self, value: int | float | None) -> None:
        if value is None:
            self._none.add(len(self._values))
            value = 0
        try:
            self._values.append(value)
        except (OverflowError, TypeError):
            self._widen(value)
            self._values.append(value)

    def _widen(self, value: int | float) -> None:
        wider = [] if isinstance(value, float) else [width for width in WIDTHS if _holds(width, value) and array(width).itemsize > self._values.itemsize]
        self._values = array(wider[0] if wider else "d", self._values)

    def __getitem__(self, at: int) -> int | float | None:
        return None if at in self._none else self._values[at]

    def __iter__(self) -> Iterator[int | float | None]:
        if not self._none:
            return iter(self._values)
        return (self[at] for at in range(len(self._values)))


def _holds(width: Width, value: int) -> bool:
    reach = 1 << 8 * array(width).itemsize - 1
    return -reach <= value < reach


class _Texts:
    """Texts, or None; each is kept once."""

    def __init__(self) -> None:
        self._numbers = _Numbers()
        self._known: dict[str | None, int] = {}
        self._texts: list[str | None] = []

    def add(self, texts: Sequence[str | None]) -> None:
        known = self._known
        for text in texts:
            if text not in known:
                known[text] = len(self._texts)
                self._texts.append(text)
        self._numbers.add([known[text] for text in texts])

    def __getitem__(self, at: int) -> str | None:
        number: int = self._numbers._values[at]
        return self._texts[number]

    def __iter__(self) -> Iterator[str | None]:
        texts = self._texts
        return (texts[number] for number in self._numbers._values)
