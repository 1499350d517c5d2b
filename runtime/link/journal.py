"""What was in the slots that were written, so that it can be put back, and so that nobody must look for what has changed.

Whoever writes to a slot behind what was learned first notes in `W[JOURNAL]` what was in it: (slot, value, the note before). Notes are
never changed, so copies of a state share those that they have in common, as branches share a stem. The slots up to there are few, and
are kept or compared as they are. No note is read by rules, and none is part of what a position is.
"""

from __future__ import annotations

from typing import Any

from rulewright.runtime.link.layout import JOURNAL
from rulewright.runtime.link.primitives import State

Note = Any
"""(slot, what was in it, the note before); what is no tuple is where notes begin."""


MANY = 40
"""So many notes are followed straight back before other ways are thought of."""


def noted(slot: str) -> str:
    """Python that notes what is in a slot of `W`, before it is written."""
    return f"W[{JOURNAL}] = ({slot}, W[{slot}], W[{JOURNAL}])"


def write(W: State, slot: int, value: Any) -> None:
    """Write to a slot."""
    W[JOURNAL] = (slot, W[slot], W[JOURNAL])
    W[slot] = value


def since(note: Note, then: Note) -> set[int] | None:
    """Return the slots that were written after `then`, up to `note`; None if that does not come from it."""
    slots: set[int] = set()
    while note is not then:
        if type(note) is not tuple:
            return None
        slot, _, note = note
        slots.add(slot)
    return slots


def between(one: Note, other: Note) -> set[int] | None:
    """Return the slots in which two states may differ whose last notes these are; None if the notes come from no common one.

    Both are followed back in turn: what this takes hangs on how much was written on the way from one to the other.
    """
    # Mostly there was nothing but play between the two.
    slots_written: set[int] = set()
    note = one
    for _ in range(MANY):
        if note is other:
            return slots_written
        if type(note) is not tuple:
            break
        slot, _, note = note
        slots_written.add(slot)
    ways: tuple[dict[int, int], dict[int, int]] = ({}, {})
    slots: tuple[list[int], list[int]] = ([], [])
    ends = [one, other]
    while True:
        for at in (0, 1):
            note = ends[at]
            here, there = ways[at], ways[1 - at]
            if id(note) in there:
                return {*slots[at], *slots[1 - at][: there[id(note)]]}
            here[id(note)] = len(slots[at])
            if type(note) is tuple:
                slots[at].append(note[0])
                ends[at] = note[2]
        if type(ends[0]) is not tuple and type(ends[1]) is not tuple and ends[0] is not ends[1]:
            return None


def put_back(S: State, then: Note) -> bool:
    """Put back what was in the slots of a state when its last note was `then`; false, and nothing is done, if it never was."""
    found: list[Note] = []
    note = S[JOURNAL]
    while note is not then:
        if type(note) is not tuple:
            return False
        found.append(note)
        note = note[2]
    for slot, value, _ in found:
        S[slot] = value
    S[JOURNAL] = then
    return True


def begin(S: State) -> None:
    """Forget the notes so far: none of them can be gone back to."""
    S[JOURNAL] = object()
