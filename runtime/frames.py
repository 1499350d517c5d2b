"""Play itself: blocks run until somebody must choose, call one another by frames, and part where sides act together.

A thread is plain data: two lists of slots, a stack of frames (small lists: block, then values), and the question that
is open. Nothing in it is a live generator or a closure, so a copy goes on as the original would.
"""

from __future__ import annotations

from typing import Any, cast

from rulewright.runtime import dice, errors
from rulewright.runtime.link import domains, journal, notes
from rulewright.runtime.link.fault import NATIVE, explained
from rulewright.runtime.link.layout import (
    BUDGET,
    COUNTER,
    COURSE,
    ENDED,
    ENDING,
    FIRST_KNOWLEDGE,
    JOURNAL,
    STREAM,
)
from rulewright.runtime.link.namespace import land, no_side
from rulewright.runtime.link.primitives import BUDGET as FULL
from rulewright.runtime.link.primitives import State
from rulewright.runtime.link.program import Choice, Program

Frame = list[Any]
Note = tuple[Any, ...]


class Thread:
    """One line of play: the whole game, or a side's part of a `together`.

    S is read, W written; they are one list outside a window. side: whose part it is, None for the whole game.
    choice, asked, members: the open question, whom it asks, and, where they are few, what its answers are chosen from. domain: the same
    where they are many, if it was needed. need: the die that
    must be entered. parts: the sides' parts while they act together. entries: notes of the log since `older`.
    """

    __slots__ = ("S", "W", "asked", "choice", "domain", "entries", "known", "members", "need", "older", "parts", "side", "slot", "stack")

    def __init__(self, S: State, stack: list[Frame], side: int | None = None) -> None:
        self.S = S
        self.W = S
        self.stack = stack
        self.side = side
        self.choice: Choice | None = None
        self.asked = -1
        self.members: tuple[Any, ...] | None = None
        self.domain: Any = None
        self.need: tuple[Any, ...] | None = None
        self.known: tuple[int, ...] = ()
        self.parts: list[Thread] | None = None
        self.slot = 0
        self.entries: list[Note] = []
        self.older: Any = None

    def copy(self) -> Thread:
        """Return a thread that goes on from here on its own; the notes so far are shared."""
        twin = Thread.__new__(Thread)
        twin.S = self.S[:]
        twin.W = twin.S if self.W is self.S else self.W[:]
        twin.stack = [frame[:] for frame in self.stack]
        twin.side = self.side
        twin.choice = self.choice
        twin.asked = self.asked
        twin.members = self.members
        twin.domain = self.domain
        twin.need = self.need
        twin.known = self.known
        twin.parts = None if self.parts is None else [part.copy() for part in self.parts]
        twin.slot = self.slot
        if self.entries:
            self.older = (self.older, self.entries)
            self.entries = []
        twin.older = self.older
        twin.entries = []
        return twin

    def forget(self) -> None:
        """Let go of the last notes, of the parts, too: a long game that nobody reads should not carry them."""
        self.entries.clear()
        for part in self.parts or ():
            part.entries.clear()

    @property
    def waits(self) -> bool:
        """Is a decision or a die of this thread itself open?"""
        return self.choice is not None or self.need is not None

    def notes(self) -> list[Note]:
        """Return all notes of this thread, oldest first."""
        chunks = [self.entries]
        older = self.older
        while older is not None:
            older, chunk = older
            chunks.append(chunk)
        return [note for chunk in reversed(chunks) for note in chunk]


def unread(note: Note) -> None:
    """A note that is told to nobody."""


class Desk:
    """What generated code may use besides the state: the dice, the log, and the questions.

    asks_all: are questions asked, too, whose answer is plain to all? (In a worked example they are.)
    by_hand: are dice entered? learned: the slots that change when somebody learns something.
    """

    __slots__ = ("asks_all", "blocks", "by_hand", "depth", "dice", "draw", "learned", "lot", "note", "program", "sides", "throw", "throws")

    def __init__(self, program: Program, source: dice.Dice) -> None:
        self.program = program
        self.sides = len(program.sides)
        self.learned = slice(COUNTER, FIRST_KNOWLEDGE + self.sides + 1)
        self.blocks = program.blocks
        self.depth = 0
        self.asks_all = False
        self.note: Any = unread
        self.use(source)

    def use(self, source: dice.Dice) -> None:
        """Take dice and draws from that source."""
        self.dice = source
        self.by_hand = source.interactive
        self.throw, self.throws, self.draw, self.lot = source.throw, source.throws, source.draw, source.lot

    # ---------------------------------------------------------------- called by generated code

    def cannot(self, mask: int, place: int, table: int, args: Any, amounts: Any, result: Any) -> Any:
        """Note a roll that was impossible; no die is thrown."""
        self.note((notes.ROLL, place, mask, table, args, amounts, (), None, None, None, None, result))
        return result

    def finish(self, S: State, W: State, place: int, ending: int) -> None:
        """End the game: what was written in a window lands, every rule under way stops."""
        land(S, W)
        if S[ENDED] == 0:
            S[ENDING] = ending
            S[ENDED] = 1
            self.note((notes.END, place, (1 << self.sides) - 1, ending))
        raise errors.GameEnds

    def ask(self, thread: Thread, S: State, W: State, F: Frame, choice: Choice, side: int | None) -> bool:
        """Open a question; false if play goes on without an answer: there is none, or all know which it is.

        Raises:
            RulesError: RW0810 nobody decides, RW0809 what decides is no side.
        """
        public = choice.public and not self.asks_all
        offer = choice.kind == "offer"
        members = choice.fixed if choice.members is None else choice.members(S, W, F)
        # Only what would not be asked, or could not be answered, must be known now.
        domain = None
        if public or not (choice.may or choice.proved):
            wanted = 2 if public and (offer or not choice.may) else 1
            if members is None:
                assert choice.domain is not None
                domain = choice.domain(S, W, F)
                few = domains.some(choice, S, W, F, domain, wanted)
            else:
                few = domains.first(choice, S, W, F, members, wanted)
            count = wanted if few is None else len(few)
            if count == 0:
                if not choice.may:
                    if choice.empty is None:
                        raise errors.no_answer(choice.id)
                    F[0] = choice.empty
                else:
                    F[0] = choice.decline
                return False
            if few is not None and count == 1 and wanted == 2:
                if choice.kind in ("offer", "menu", "take"):
                    F[0] = choice.resume[few[0]]
                else:
                    F[choice.slot] = few[0]
                    F[0] = choice.resume[0]
                return False
        if side is None or not 0 <= side < self.sides:
            no_side(side)
        thread.choice = choice
        thread.asked = side
        thread.members = members
        thread.domain = domain
        return True

    def part(self, thread: Thread, F: Frame, block: int, slot: int, place: int) -> bool:
        """Let every side act on its own copy of the state."""
        if thread.side is not None:
            raise errors.RulesError("RW0832", "sides part while they are parted already")
        count = thread.W[COUNTER]
        thread.W[COUNTER] = count + 1
        parts: list[Thread] = []
        for side in range(self.sides):
            S = thread.S[:]
            W = S if thread.W is thread.S else thread.W[:]
            S[STREAM] = W[STREAM] = dice.stream(thread.W[STREAM], count, side)
            frame = F[:]
            frame[0] = block
            frame[slot] = side
            part = Thread(S, [frame], side)
            part.W = W
            parts.append(part)
        thread.parts = parts
        thread.slot = place
        return True


def advance(desk: Desk, thread: Thread) -> None:
    """Run the whole game on until somebody must choose, or it is over."""
    while thread.choice is None and thread.need is None:
        if thread.parts is None:
            _run(desk, thread)
            if thread.parts is None:
                if thread.choice is not None or thread.need is not None or thread.S[ENDED] == 2:
                    return
                _close(desk, thread)
                continue
        waits = False
        for part in thread.parts:
            if part.choice is not None:
                waits = True
            elif part.need is None and part.stack:
                _run(desk, part)
                if part.choice is not None:
                    waits = True
            if part.need is not None:
                waits = True
        if waits:
            return
        come_together(desk, thread)


def _close(desk: Desk, thread: Thread) -> None:
    """The stack is empty: a game that ended names its winner; then it is over."""
    program = desk.program
    first_time = thread.S[ENDED] == 1
    thread.S[ENDED] = 2
    if not first_time or program.victory is None:
        return
    thread.stack.append([program.closing])
    thread.S[ENDED] = 3


def settle(thread: Thread, value: Any) -> None:
    """Answer the open question of a thread, with None to decline; nothing is run yet."""
    choice, F = thread.choice, thread.stack[-1]
    assert choice is not None
    if value is None:
        F[0] = choice.decline
    elif choice.slot:
        F[choice.slot] = value
        F[0] = choice.resume[0]
    else:
        F[0] = choice.resume[value]
    thread.choice = thread.members = thread.domain = None


def refill(thread: Thread) -> None:
    """Give the thread its full budget until the next decision."""
    thread.S[BUDGET] = thread.W[BUDGET] = FULL


def _run(desk: Desk, thread: Thread) -> None:
    """Run one thread until it must stop or its stack is empty."""
    desk.note = thread.entries.append
    desk.depth = 0
    blocks, stack, S = desk.blocks, thread.stack, thread.S
    try:
        if desk.by_hand:
            _run_by_hand(desk, thread)
            return
        while stack:
            F = stack[-1]
            if blocks[F[0]](desk, thread, S, thread.W, F):
                return
    except errors.GameEnds:
        thread.W = thread.S
        stack.clear()
    except NATIVE as problem:
        raise explained(desk.program, problem) from problem
    if thread.side is None and thread.S[ENDED] == 3:
        thread.S[ENDED] = 2


def _run_by_hand(desk: Desk, thread: Thread) -> None:
    """The same where dice are entered: a block that needs a die is undone, and run again once the die is known."""
    blocks = desk.blocks
    source = cast(dice.ByHand, desk.dice)
    while thread.stack:
        twin = thread.copy()
        desk.note = thread.entries.append
        source.known, source.at = thread.known, 0
        F = thread.stack[-1]
        try:
            stop = blocks[F[0]](desk, thread, thread.S, thread.W, F)
        except errors.NeedDice as wanted:
            for name in ("S", "W", "stack", "older", "entries", "parts"):
                setattr(thread, name, getattr(twin, name))
            thread.need = wanted.what
            return
        thread.known = ()
        if stop:
            return


# ---------------------------------------------------------------- together, and apart again


def come_together(desk: Desk, thread: Thread) -> None:
    """Bring the changes of all sides together; RW0814 if two changed one slot to different values."""
    parts = thread.parts
    assert parts is not None
    layout = desk.program.linker.layout
    # With S read and W written apart, a part writes W alone.
    base = thread.W
    changed: dict[int, Any] = {}
    gone = base[layout.gone]
    for part in parts:
        mine = part.W
        gone |= mine[layout.gone]
        written = journal.since(mine[JOURNAL], base[JOURNAL])
        # A part that was made again after an undo has notes of its own.
        for slot in (*COURSE, *(range(FIRST_KNOWLEDGE + desk.sides + 1, len(base)) if written is None else sorted(written))):
            old, new = base[slot], mine[slot]
            if slot in layout.plain_markers:
                changed[slot] = (changed.get(slot, old) | (new - old)) - (old - new)
                continue
            if slot in layout.merged or (new == old and type(new) is type(old)):
                continue
            if slot in changed and changed[slot] != new:
                problem = errors.together_conflict(layout.label(slot))
                place = desk.program.places[thread.slot].where
                raise errors.RulesError(problem.code, f"{place.owner}: {problem.message}", cites=place.cites)
            changed[slot] = new
    for side in range(desk.sides + 1):
        slot = FIRST_KNOWLEDGE + side
        base[slot] = _learned(base[slot], [part.W[slot] for part in _own_first(parts, side)])
    moving = desk.program.linker.moving
    for slot, new in changed.items():
        moving.follow(base, slot, new)
        journal.write(base, slot, new)
    if gone != base[layout.gone]:
        journal.write(base, layout.gone, gone)
        moving.recount(base)
    thread.entries.append((notes.TOGETHER, thread.slot, (1 << desk.sides) - 1, *(tuple(part.notes()) for part in parts)))
    thread.parts = None
    if thread.W[ENDED]:
        land(thread.S, thread.W)
        thread.W = thread.S
        thread.stack.clear()


def _own_first(parts: list[Thread], side: int) -> list[Thread]:
    """A side learned from its own part first; then in the order of the sides."""
    return sorted(parts, key=lambda part: part.side != side)


def _learned(base: Any, heads: list[Any]) -> Any:
    """Return the facts of `base` with those added since by each of `heads`."""
    common = base
    for head in heads:
        new: list[Any] = []
        while head is not common and head is not None:
            fact, head = head
            new.append(fact)
        if head is not common:
            # A part that was made again after an undo knows the common facts by itself.
            del new[len(new) - _length(common) :]
        for fact in reversed(new):
            base = (fact, base)
    return base


def _length(head: Any) -> int:
    count = 0
    while head is not None:
        head = head[1]
        count += 1
    return count
