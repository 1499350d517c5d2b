"""Which states are equal: what has no bearing on what comes later, or on what is asked, is taken out of them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from rulewright.runtime.frames import Thread
from rulewright.runtime.link import journal
from rulewright.runtime.link.layout import (
    BUDGET,
    COUNTER,
    COURSE,
    FIRST_KNOWLEDGE,
    JOURNAL,
    STREAM,
)
from rulewright.runtime.link.primitives import BUDGET as FULL
from rulewright.runtime.link.primitives import State
from rulewright.runtime.link.program import Program
from rulewright.runtime.odds.course import WHOLE, Course


class Alike:
    """Tells whether two lines of play of one program go on alike."""

    def __init__(self, program: Program, course: Course) -> None:
        self.course = course
        self._sides = len(program.sides)
        self._unordered = frozenset(unordered(program))
        self._knowledge = range(FIRST_KNOWLEDGE, FIRST_KNOWLEDGE + self._sides + 1)
        self._asks_what_was_told = _asks_what_was_told(program.document)
        self._forgotten: frozenset[int] = frozenset()
        self._start: State = []

    def begin(self, S: State, forgotten: Collection[int] = ()) -> None:
        """Compare with that state from now on, but for the slots of `forgotten`: they have no bearing on what is asked."""
        self._start = self.settled(S[:])
        self._forgotten = frozenset(forgotten)

    def key(self, thread: Thread) -> Any:
        """Return all of a line of play that is read later."""
        frames: list[Any] = []
        for frame in thread.stack:
            alive = self.course[frame[0]].alive
            frames.append((frame[0], tuple(frame) if WHOLE in alive else tuple([frame[slot] for slot in sorted(alive)])))
        return self._otherwise(thread.S), None if thread.W is thread.S else self._otherwise(thread.W), tuple(frames)

    def _otherwise(self, S: State) -> tuple[Any, ...]:
        """Return what is otherwise than at the start: a few slots of many."""
        start, knowledge, unordered = self._start, self._knowledge, self._unordered
        told = tuple(S[knowledge.start : knowledge.stop]) if self._asks_what_was_told else ()
        written = journal.since(S[JOURNAL], start[JOURNAL])
        slots = set(range(knowledge.stop, len(S))) if written is None else written
        found = [(slot, S[slot]) for slot in COURSE if S[slot] != start[slot]]
        for slot in sorted(slots - self._forgotten):
            value = S[slot]
            if value != start[slot]:
                found.append((slot, tuple(sorted(value)) if slot in unordered and value else value))
        return told, tuple(found)

    def settled(self, S: State) -> State:
        """Take out of a state what has no bearing on play: counters, words nobody asks for, the order of lists where none is read; return it."""
        S[BUDGET], S[COUNTER], S[STREAM] = FULL, 0, 0
        if not self._asks_what_was_told:
            for slot in self._knowledge:
                S[slot] = None
        for slot in self._unordered:
            if S[slot]:
                S[slot] = tuple(sorted(S[slot]))
        return S


def _asks_what_was_told(part: Any) -> bool:
    """Does any rule ask whether something was told?"""
    if isinstance(part, dict):
        return any(_asks_what_was_told(one) for key, one in part.items() if key not in ("examples", "options"))
    if isinstance(part, list):
        return part[:1] == ["told"] or any(_asks_what_was_told(one) for one in part)
    return False


# ---------------------------------------------------------------- lists whose order nobody reads

BLIND = frozenset({"sum", "count", "is_empty", "min", "max", "sorted", "count_where"})
"""Operations that see a list as a bag."""

READING = ("rules", "actions", "phases", "defines", "tables", "scenarios", "invariants", "matrices", "pieces", "tracks", "maps")


def unordered(program: Program) -> tuple[int, ...]:
    """Return the slots of lists of numbers or chits of which no rule reads the order."""
    layout = program.linker.layout
    lists = {column.id: column for column in layout.columns.values() if not column.printed and isinstance(column.type, tuple) and column.type[0] == "list"}
    ordered: set[str] = set()

    def walk(part: Any, blind: bool) -> None:
        if isinstance(part, dict):
            for key, one in part.items():
                own = part.get("do") in ("add", "remove", "set", "return_chits") and key in ("to", "what")
                walk(one, own)
        elif isinstance(part, list) and part:
            op = part[0]
            if op in ("attr", "attr_at") and len(part) > 2:
                if part[1] in lists and not blind:
                    ordered.add(part[1])
                walk(part[2:], False)
            elif op == "pending" and len(part) == 2:
                walk(part[1], blind)
            elif op in ("in", "subset") and len(part) == 3:
                walk(part[1], op == "subset")
                walk(part[2], True)
            elif isinstance(op, str) and op in BLIND:
                walk(part[1], True)
                walk(part[2:], False)
            else:
                for one in part:
                    walk(one, False)

    walk([program.document[name] for name in READING], False)
    return tuple(
        column.offset + key * column.span + piece
        for id, column in lists.items()
        if id not in ordered
        for key in range(column.keys)
        for piece in column.pieces
    )
