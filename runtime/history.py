"""What can be taken back: where play stood lately, and what was answered since.

Nothing is copied for an answer. A position is made again from a copy of an earlier one by giving the same answers, as long
as that is sure to lead to the same place: where dice come from a list, or functions of plugins are called, every position is copied.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import is_
from typing import Any

from rulewright.runtime.frames import Desk, Thread, advance, refill
from rulewright.runtime.link import notes
from rulewright.runtime.link.fault import NATIVE, explained
from rulewright.runtime.link.layout import COUNTER, FIRST_KNOWLEDGE
from rulewright.runtime.link.program import Choice

LONGEST = 32
"""So many answers are given anew at most, to make a position again."""

MOST_UNDOS = 100
"""So many choices in a row can be taken back, if nothing came between them."""

Answer = tuple[int | None, Any]
"""The side whose part was answered (None: the whole game), and the answer at play."""


@dataclass(slots=True)
class Stretch:
    """A position, never played on from, and the answers since. Answers are only ever added."""

    start: Thread
    answers: list[Answer] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Moment:
    """Where play stood before a choice of `side`: after so many answers of a stretch. moves: the record until then."""

    side: str | None
    stretch: Stretch
    length: int
    moves: Any
    parted: bool


class History:
    """The last stretch of one game, and the choices that can be taken back.

    longest: of a stretch. now: what is known where play stands, if that was asked already.
    """

    __slots__ = ("longest", "moments", "now", "stretch")

    def __init__(self, thread: Thread, longest: int) -> None:
        self.longest = longest
        self.moments: list[Moment] = []
        self.now: Known | None = None
        self.stretch = Stretch(thread.copy())

    def copy(self) -> History:
        twin = History.__new__(History)
        twin.longest = self.longest
        twin.moments = self.moments[:]
        twin.now = None
        twin.stretch = Stretch(self.stretch.start, self.stretch.answers[:])
        return twin

    def answered(self, thread: Thread, answer: Answer) -> None:
        """Note an answer that was given; `thread` is the whole game after it."""
        answers = self.stretch.answers
        answers.append(answer)
        if len(answers) >= self.longest:
            self.stretch = Stretch(thread.copy())

    def remember(self, moment: Moment) -> None:
        self.moments.append(moment)
        if len(self.moments) > 2 * MOST_UNDOS:
            del self.moments[:MOST_UNDOS]

    def again(self, desk: Desk, stretch: Stretch, length: int) -> Thread:
        """Return play as it stood after so many answers of a stretch; that is where it goes on from now."""
        thread = stretch.start.copy()
        answers = stretch.answers[:length]
        for side, value in answers:
            one = thread
            if side is not None:
                assert thread.parts is not None
                one = thread.parts[side]
            answer(desk, thread, one, value)
        self.stretch = Stretch(stretch.start, answers)
        self.now = None
        return thread


def answer(desk: Desk, whole: Thread, thread: Thread, value: Any) -> None:
    """Answer the question that is open in a thread, and run the whole game on to the next one."""
    choice = thread.choice
    if choice is None:
        thread.known = (*thread.known, value)
        thread.need = None
    else:
        mask = desk.program.choices_seen or 1 << thread.asked
        thread.entries.append((notes.CHOICE, choice.place, mask, choice.number, thread.asked, value, _asked(desk, thread, choice)))
        resume(choice, thread, value)
    run_on(desk, whole)


def _asked(desk: Desk, thread: Thread, choice: Choice) -> tuple[Any, ...] | None:
    """Return the values that stand in the question's own text, as they are now; None if it has none."""
    if choice.titles is None or not choice.texts or choice.kind in ("menu", "take"):
        return None
    if choice.title_is_fixed:
        return ()
    try:
        found: tuple[Any, ...] = choice.titles(thread.S, thread.W, thread.stack[-1])[0]
    except NATIVE as problem:
        raise explained(desk.program, problem) from problem
    return found


def run_on(desk: Desk, whole: Thread) -> None:
    """Run to the next question, with a full budget."""
    refill(whole)
    if whole.parts is not None:
        for part in whole.parts:
            refill(part)
    advance(desk, whole)


def resume(choice: Choice, thread: Thread, value: Any) -> None:
    """Write an answer into the frame, and point it to where play goes on."""
    F = thread.stack[-1]
    if value is None:
        F[0] = choice.decline
    elif choice.kind in ("menu", "take", "offer"):
        F[0] = choice.resume[value]
    else:
        F[choice.slot] = value
        F[0] = choice.resume[0]
    thread.choice = None
    thread.members = thread.domain = None


# ---------------------------------------------------------------- what forbids to take back

Known = list[Any]
"""What chance has said and what everybody has learned, thread by thread."""


def known(thread: Thread, sides: int) -> Known:
    """Return what changes, as an object, whenever a die is thrown or somebody learns something. Parting and merging count as that."""
    end = FIRST_KNOWLEDGE + sides + 1
    W = thread.W
    found = [W[COUNTER], *W[FIRST_KNOWLEDGE:end]]
    if thread.parts is not None:
        for part in thread.parts:
            W = part.W
            found.append(W[COUNTER])
            found += W[FIRST_KNOWLEDGE:end]
    return found


def same(before: Known, after: Known) -> bool:
    return len(before) == len(after) and all(map(is_, before, after))
