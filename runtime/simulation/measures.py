"""What is counted of one game when it is over: from its notes and its last state."""

from __future__ import annotations

from typing import Any

from rulewright.runtime.game import Game
from rulewright.runtime.link import notes
from rulewright.runtime.link.program import Program
from rulewright.runtime.log import raw_notes
from rulewright.runtime.simulation.columns import Columns

Values = dict[str, Any]


class Measures:
    """Counts the games of one program."""

    def __init__(self, program: Program, columns: Columns | None = None) -> None:
        self.program = program
        self.columns = columns or Columns(program)
        names = program.linker.names
        self._side_of = names.side_of
        titles = names.titles.get("ending")
        ids = program.linker.endings
        self._titles = {id: (titles[at] if titles else id.replace("_", " ")) for at, id in enumerate(ids)}

    def of(self, game: Game) -> Values:
        """Return the values of a game by column, without those that tell which game it is."""
        count = _Count(self)
        for note in raw_notes(game._thread, None):
            count.take(note)
        found = count.values(game)
        found["ending"] = game.ending or ""
        found["ending_title"] = self._titles.get(game.ending, "") if game.ending else ""
        found["winner"] = game.winner or ""
        return found

    def reason(self, place: int) -> str:
        """Return the rule that a statement stands in, with the sections it cites."""
        where = self.program.places[place].where
        cited = ", ".join(dict.fromkeys(cite["section"] for cite in where.cites))
        return f"{where.owner} [{cited}]" if cited else where.owner

    def side_of(self, piece: int) -> int | None:
        side: int | None = self._side_of[piece]
        return side


class _Count:
    """The running count of one game."""

    def __init__(self, measures: Measures) -> None:
        self._measures = measures
        self._columns = measures.columns
        self._begun = False
        self._phases: dict[int, int] = {}
        self._dice = 0
        self._height = 0.0
        self._lost = [0] * len(self._columns.sides)
        self._told: Values = {}
        self._by_table: dict[int, list[float]] = {}
        self._reason = ""

    def take(self, note: tuple[Any, ...]) -> None:
        kind = note[0]
        if kind == notes.PHASE:
            self._begun = True
            self._phases[note[3]] = self._phases.get(note[3], 0) + 1
        elif kind == notes.ROLL:
            self._roll(note[3], note[6])
        elif kind == notes.DICE:
            self._dice += len(note[3])
        elif kind == notes.GONE:
            side = self._measures.side_of(note[3])
            # What a scenario takes out of play before the first phase was never lost.
            if self._begun and side is not None:
                self._lost[side] += 1
        elif kind == notes.TELL and note[1] in self._columns.told:
            self._tell(note[1], note[3])
        elif kind == notes.END:
            self._reason = self._measures.reason(note[1])

    def _roll(self, table: int, dice: tuple[int, ...]) -> None:
        """Add the dice of a roll: each by how far its percentile is from the middle, -1/2 to +1/2."""
        self._dice += len(dice)
        faces = self._columns.dice.get(table)
        if faces is None or not dice:
            return
        low, high = faces
        height = (sum(dice) - len(dice) * (low + high) / 2) / (high - low + 1)
        self._height += height
        sums = self._by_table.setdefault(table, [0, 0.0])
        sums[0] += len(dice)
        sums[1] += height

    def _tell(self, place: int, values: tuple[Any, ...]) -> None:
        for told in self._columns.told[place]:
            value = values[told.index]
            if told.by is not None:
                side = values[told.by]
                if side is not None:
                    self._told[f"{told.column}{self._columns.sides[side]}"] = _real(value)
            else:
                self._told[told.column] = _real(value)

    def values(self, game: Game) -> Values:
        measured = sum(count for count, _ in self._by_table.values())
        found: Values = {
            "reason": self._reason,
            "turns": max(self._phases.values(), default=0),
            "rolls": self._dice,
            "luck": self._height / measured if measured else None,
        }
        found.update(zip(self._columns.losses, self._lost, strict=True))
        tracks = self._measures.program.linker.layout.tracks
        for counted in self._columns.tracks:
            slot = tracks[counted.track]
            for at, name in enumerate(counted.columns):
                found[name] = _real(game.state[slot.slot + at])
        found.update(self._told)
        for table, (count, height) in self._by_table.items():
            found[self._columns.luck[table]] = height / count
        return found


def _real(value: Any) -> float | None:
    """A number of play, or the sum of a list of them."""
    if value is None:
        return None
    return float(sum(value)) if type(value) in (tuple, frozenset) else float(value)
