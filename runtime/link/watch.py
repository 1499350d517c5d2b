"""A watcher of linked code: what it comes by, and what chance gave there.

A program that is linked with a watch carries a mark at each statement, row, modifier and case, and reports each roll and draw. Without one,
nothing of this is written. `runtime.coverage` and `runtime.luck` read it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.runtime.link.names import Json

if TYPE_CHECKING:
    from rulewright.runtime.link.moving import Cup
    from rulewright.runtime.link.source import Code
    from rulewright.runtime.link.table import TableInfo


Note = tuple[Any, ...]
"""As notes.py describes it. What is done again, because a die that people throw was not known yet, is noted again."""

Thrown = tuple[int, int, tuple[str, int] | None]
"""What was thrown: the lowest and the highest face of a die; which dice count ("lowest" or "highest", how many), None for all."""


class Watch:
    """Notes which parts of a document play comes by. Subclasses that want to hear of chance override `rolled`, `threw`, `drew`.

    A part is known by its JSON, which the watch keeps, or by its JSON and a word.
    """

    hears = False
    """Does it want to hear of dice and draws?"""

    def __init__(self) -> None:
        self.hits = bytearray()
        self.namespace: dict[str, Any] = {}
        self._numbers: dict[tuple[int, str], int] = {}
        self._kept: list[Json] = []

    def begin(self, code: Code) -> None:
        """Put what marks call into the namespace of the generated code."""
        self.namespace = code.namespace
        code.namespace["HIT"] = self.hits
        code.namespace.update(saw_roll=self.rolled, saw_dice=self.threw, saw_draw=self.drew)

    def number(self, part: Json, word: str = "") -> int:
        """Return the number of a part; it is new if nobody asked for it before."""
        key = (id(part), word)
        if key not in self._numbers:
            self._numbers[key] = len(self.hits)
            self._kept.append(part)
            self.hits.append(0)
        return self._numbers[key]

    def mark(self, part: Json, word: str = "") -> str:
        """Return the statement that marks a part as reached."""
        return f"HIT[{self.number(part, word)}] = 1"

    def mark_one(self, parts: list[Json], index: str) -> str:
        """Return the statement that marks the part whose index a Python name holds."""
        return f"HIT[({''.join(f'{self.number(part)}, ' for part in parts)})[{index}]] = 1"

    def reached(self, part: Json, word: str = "") -> bool:
        """Did play come by this part?"""
        number = self._numbers.get((id(part), word))
        return number is not None and bool(self.hits[number])

    def rolled(self, note: Note, S: list[Any], table: TableInfo, thrown: Thrown | None) -> Note:
        """A table gave a result; S is the state in which it was rolled. thrown: None if it has no dice. Returns the note for the log."""
        return note

    def threw(self, note: Note, thrown: Thrown) -> Note:
        """Dice were thrown without a table. Returns the note for the log."""
        return note

    def drew(self, note: Note, W: list[Any], cup: Cup) -> Note:
        """A chit was drawn; W is the state after it left the cup. Returns the note for the log."""
        return note
