"""What can be taken back: where play stood lately, and what was answered since.

Nothing is copied for an answer: what it was is put on a chain, and every so often play is copied. A position is made again from
the last copy before it by giving the same answers, as long as that is sure to lead to the same place: where dice come from a list,
or functions of plugins are called, every position is copied.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from rulewright.runtime.frames import Desk, Thread, advance, refill, settle
from rulewright.runtime.link import notes
from rulewright.runtime.link.fault import NATIVE, explained
from rulewright.runtime.link.program import Choice

LONGEST = 128
"""So many answers are given anew at most, to make a position again."""

MOST_UNDOS = 100
"""So many choices in a row can be taken back, if nothing came between them."""

Given = tuple[int | None, Any, str | None, str | None, Any, Any]
"""One answer and, last, the one before it (None: it was the first): the side whose part was answered (None: the whole game), the
answer at play, who gave it, to which question (None: a die that was entered), and how it is written outside."""


class Stretch(NamedTuple):
    """A position, never played on from, and the last answer that had led to it."""

    start: Thread
    given: Given | None


class History:
    """The last stretches of one game.

    longest: so many answers are in one; count: of those in the last. since: the last answer that cannot be taken back.
    """

    __slots__ = ("count", "longest", "since", "stretches")

    def __init__(self, thread: Thread, longest: int) -> None:
        self.longest = longest
        self.count = 0
        self.since: Given | None = None
        self.stretches = [Stretch(thread.copy(), None)]

    def copy(self) -> History:
        twin = History.__new__(History)
        twin.longest, twin.count, twin.since = self.longest, self.count, self.since
        twin.stretches = self.stretches[:]
        return twin

    def begin(self, thread: Thread, given: Given | None) -> None:
        """Begin another stretch where play stands."""
        stretches = self.stretches
        if self.since is given:
            stretches.clear()
        stretches.append(Stretch(thread.copy(), given))
        self.count = 0
        if len(stretches) > MOST_UNDOS // self.longest + 2:
            del stretches[0]

    def again(self, desk: Desk, given: Given | None) -> Thread:
        """Return play as it stood after `given`; that is where it goes on from now."""
        thread, at, self.count = self._made_again(desk, given)
        del self.stretches[at + 1 :]
        return thread

    def _made_again(self, desk: Desk, given: Given | None) -> tuple[Thread, int, int]:
        """Return play as it stood after `given`, from which stretch it was made, and by how many answers."""
        answers: list[Given] = []
        while True:
            for at in range(len(self.stretches) - 1, -1, -1):
                if self.stretches[at].given is given:
                    thread = self.stretches[at].start.copy()
                    for one in reversed(answers):
                        _answer_anew(desk, thread, one)
                    return thread, at, len(answers)
            assert given is not None
            answers.append(given)
            given = given[-1]

    def without(self, desk: Desk, thread: Thread, given: Given | None, out: Given) -> Given | None:
        """Take `out` back, the last answer of a side that acts on its own part of `thread`; return the chain of those that stand."""
        kept: list[Given] = []
        while given is not out:
            assert given is not None
            kept.append(given)
            given = given[-1]
        found: Given | None = out[-1]
        before, _, _ = self._made_again(desk, found)
        anew = {id(out): found}
        for one in reversed(kept):
            found = (*one[:-1], found)
            anew[id(one)] = found
        number = out[0]
        assert number is not None and before.parts is not None and thread.parts is not None
        # What the others have answered since is theirs alone, wherever it was copied.
        for at, stretch in enumerate(self.stretches):
            if id(stretch.given) in anew:
                start = stretch.start.copy()
                assert start.parts is not None
                start.parts[number] = before.parts[number].copy()
                self.stretches[at] = Stretch(start, anew[id(stretch.given)])
        thread.parts[number] = before.parts[number]
        return found

    def moments(self, given: Given | None) -> list[Given]:
        """Return the answers up to `given`, the last one, that can be taken back."""
        found: list[Given] = []
        while given is not None and given is not self.since and given is not self.stretches[0].given:
            found.append(given)
            given = given[-1]
        return found[::-1]


def _answer_anew(desk: Desk, thread: Thread, given: Given) -> None:
    side = given[0]
    one = thread
    if side is not None:
        assert thread.parts is not None
        one = thread.parts[side]
    answer(desk, thread, one, given[1])


def answer(desk: Desk, whole: Thread, thread: Thread, value: Any) -> None:
    """Answer the question that is open in a thread, and run the whole game on to the next one, with a full budget."""
    choice = thread.choice
    if choice is None:
        thread.known = (*thread.known, value)
        thread.need = None
    else:
        asked, titled = thread.asked, choice.titled
        words = None if titled == "not" else () if titled == "so" else _asked(desk, thread, choice)
        thread.entries.append((notes.CHOICE, choice.place, desk.program.choices_seen or 1 << asked, choice.number, asked, value, words))
        settle(thread, value)
    refill(thread)
    if whole is not thread:
        refill(whole)
    advance(desk, whole)


def _asked(desk: Desk, thread: Thread, choice: Choice) -> tuple[Any, ...]:
    """Return the values that stand in the question's own text, as they are now."""
    assert choice.titles is not None
    try:
        found: tuple[Any, ...] = choice.titles(thread.S, thread.W, thread.stack[-1])[0]
    except NATIVE as problem:
        raise explained(desk.program, problem) from problem
    return found
