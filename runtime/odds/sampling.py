"""Rules with dice as the referee throws them, many times: what is done where not every way can be looked at."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from rulewright.runtime.dice import Seeded, stream
from rulewright.runtime.errors import GameEnds
from rulewright.runtime.frames import Desk, Thread, come_together, refill, settle
from rulewright.runtime.link.fault import NATIVE, explained
from rulewright.runtime.link.layout import STREAM
from rulewright.runtime.link.primitives import State
from rulewright.runtime.link.program import Program
from rulewright.runtime.odds.deciding import Decisions


def samples(program: Program, S: State, frame: list[object], decisions: Decisions, count: int, seed: int) -> Iterator[State]:
    """Yield so many states in which a rule ends; the same seed gives the same.

    Raises:
        Undecided: the rule asks somebody, and nothing is said of the answer.
        RulewrightError: what a rule or a person cannot do.
    """
    desk = Desk(program, Seeded())
    for number in range(count):
        thread = Thread(S[:], [frame[:]])
        thread.S[STREAM] = stream(seed, number)
        try:
            _play(desk, thread, decisions, Random(stream(seed, number)))
        except NATIVE as problem:
            raise explained(program, problem) from problem
        yield thread.S


def _play(desk: Desk, thread: Thread, decisions: Decisions, random: Random) -> None:
    """Run a thread until its stack is empty."""
    try:
        while thread.stack:
            refill(thread)
            desk.depth = 0
            frame = thread.stack[-1]
            desk.blocks[frame[0]](desk, thread, thread.S, thread.W, frame)
            if thread.choice is not None:
                settle(thread, decisions.drawn(thread, random))
            elif thread.parts is not None:
                for part in thread.parts:
                    _play(desk, part, decisions, random)
                come_together(desk, thread)
    except GameEnds:
        thread.W = thread.S
        thread.stack.clear()
