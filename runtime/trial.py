"""Choices that are only tried: what follows is seen, then play is again as it was.

Nothing is copied but what is small, and that only of a thread that is played on: its frames, what was learned, where its notes stood. What
was written to the state since is put back slot by slot, as the journal has it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from rulewright.runtime import errors
from rulewright.runtime.dice import Listed
from rulewright.runtime.frames import Thread
from rulewright.runtime.link import journal
from rulewright.runtime.link.layout import JOURNAL
from rulewright.runtime.link.primitives import State

if TYPE_CHECKING:
    from rulewright.runtime.game import Game


class Trial:
    """A point of a game that can be gone back to, as often as one likes; at the end of the `with` block play stands there again.

    Trials may lie inside one another. Whoever goes back to an outer one has ended those inside it.
    """

    __slots__ = ("_decisions", "_game", "_moves", "_parts", "_past", "_places", "_thread", "_used")

    def __init__(self, game: Game) -> None:
        self._game = game

    def __enter__(self) -> Self:
        game = self._game
        self._thread = thread = game._thread
        self._parts = None if thread.parts is None else thread.parts[:]
        self._places: dict[Thread, _Place] = {}
        self._decisions = game._decisions
        self._moves = game._moves
        self._past = None if game._past is None else game._past.copy()
        dice = game._desk.dice
        self._used = dice.used if isinstance(dice, Listed) else 0
        game._trials.append(self)
        return self

    def __exit__(self, *problem: object) -> None:
        trials = self._game._trials
        if self in trials:
            self.back()
            trials.pop()

    def before(self, answered: Thread) -> None:
        """Remember how a thread stands that is about to be played on, and the whole game if it may be played on then."""
        whole, places = self._thread, self._places
        known = self._game._desk.learned.stop
        if answered not in places and (answered is whole or answered in (self._parts or ())):
            places[answered] = _Place(answered, known)
        if whole not in places:
            for part in whole.parts or []:
                if part is not answered and part.waits:
                    return
            places[whole] = _Place(whole, known)

    def back(self) -> None:
        """Let the game be as it was when the trial began: position, dice to come, log, moves, and what can be undone.

        Raises:
            RulewrightError: RW0836, the trial is over.
        """
        game, trials = self._game, self._game._trials
        if self not in trials:
            raise errors.trial_over()
        while trials[-1] is not self:
            trials.pop()
        for place in self._places.values():
            place.take_again()
        game._thread = thread = self._thread
        thread.parts = None if self._parts is None else self._parts[:]
        game._decisions = self._decisions
        game._moves = self._moves
        game._past = None if self._past is None else self._past.copy()
        dice = game._desk.dice
        if isinstance(dice, Listed):
            dice.used = self._used


class _Place:
    """How a thread stood.

    head: the slots that are written without a note. window: while one is open, the same slots of the state that is read.
    """

    __slots__ = ("entries", "fields", "head", "length", "read", "stack", "thread", "window", "written")

    def __init__(self, thread: Thread, known: int) -> None:
        self.thread = thread
        self.read, self.written = thread.S, thread.W
        self.head = thread.W[:known]
        self.window = None if thread.W is thread.S else thread.S[:known]
        self.stack = [frame[:] for frame in thread.stack]
        self.fields = (thread.choice, thread.asked, thread.members, thread.domain, thread.need, thread.known, thread.slot, thread.older)
        self.entries, self.length = thread.entries, len(thread.entries)

    def take_again(self) -> None:
        """Let the thread stand so again."""
        thread, S, W = self.thread, self.read, self.written
        _put_back(W, self.head)
        if self.window is not None:
            # Nothing is written to S until the window lands: then it has the notes of W, which come from its own.
            _put_back(S, self.window)
        thread.S, thread.W = S, W
        thread.stack = [frame[:] for frame in self.stack]
        thread.choice, thread.asked, thread.members, thread.domain, thread.need, thread.known, thread.slot, thread.older = self.fields
        if thread.entries is self.entries:
            del self.entries[self.length :]
        else:
            # A copy of the game may have these by now.
            thread.entries = self.entries = self.entries[: self.length]


def _put_back(S: State, head: State) -> None:
    found = journal.put_back(S, head[JOURNAL])
    assert found, "notes are kept while a trial lasts"
    S[: len(head)] = head
