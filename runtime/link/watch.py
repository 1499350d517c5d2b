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


class Watch:
    """Notes which parts of a document play comes by. Subclasses that want to hear of chance override `rolled`, `threw`, `drew`.

    A part is known by its JSON, which the watch keeps, or by its JSON and a word.
    """

    hears = False
    """Does it want to hear of dice and draws?"""

    def __init__(self) -> None:
        self.hits = bytearray()
        self._numbers: dict[tuple[int, str], int] = {}
        self._kept: list[Json] = []

    def begin(self, code: Code) -> None:
        """Put what marks call into the namespace of the generated code."""
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

    def rolled(self, S: list[Any], table: TableInfo, mask: int, args: tuple[Any, ...], dice: tuple[int, ...], natural: Any, result: Any) -> None:
        """A table gave a result; S is the state in which it was rolled."""

    def threw(self, place: int, mask: int, lo: int, hi: int, dice: tuple[int, ...]) -> None:
        """Dice from `lo` to `hi` were thrown without a table."""

    def drew(self, W: list[Any], place: int, mask: int, cup: Cup, value: Any) -> None:
        """A chit was drawn; W is the state after it left the cup."""
