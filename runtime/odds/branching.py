"""Enumerated dice: a rule is run for every way in which its dice and draws can fall, and equal states go on as one.

Play is the referee's own, in a program that stops at each roll. A block that needs a die is undone and run again for each value that
the die can have; where somebody is asked, play goes on with each answer that is said to be given. States that are equal in all that
is read later are one state with the sum of their chances; the one that is farthest behind goes on first, so that they meet.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from itertools import count, product
from math import prod
from typing import Any

from rulewright.runtime import errors
from rulewright.runtime.frames import Desk, Thread, come_together, refill, settle
from rulewright.runtime.link.fault import NATIVE, explained
from rulewright.runtime.link.primitives import State
from rulewright.runtime.link.program import Program
from rulewright.runtime.odds.alike import Alike
from rulewright.runtime.odds.course import Course
from rulewright.runtime.odds.deciding import Decisions
from rulewright.runtime.odds.forks import Branches, Fork, OverBudget

END = ((float("inf"),),)

Position = tuple[tuple[float, ...], ...]


@dataclass(slots=True)
class Line:
    """One line of play: a thread and where each of its frames is, by loop and round."""

    thread: Thread
    rounds: list[tuple[int, ...]]
    chance: Fraction


class Enumerator:
    """Runs rules of one program through all their dice."""

    def __init__(self, program: Program) -> None:
        self.course = Course(program)
        self.program = program
        self.dice = Branches()
        self.desk = Desk(program, self.dice)
        self.alike = Alike(program, self.course)
        self._left = 0
        self._decisions = Decisions(program, {}, {})

    def all(
        self, S: State, frame: list[Any], budget: int, decisions: Decisions, forgotten: Collection[int] = ()
    ) -> list[tuple[State, Fraction]]:
        """Return every state in which the rule can end, with its chance.

        Args:
            forgotten: slots that have no bearing on what is asked; what is in them at the end says nothing.

        Raises:
            OverBudget: after so many runs of a block.
            Undecided: the rule asks somebody, and nothing is said of the answer.
            RulewrightError: what a rule or a person cannot do.
        """
        self.alike.begin(S, forgotten)
        self._left, self._decisions = budget, decisions
        return [(self.alike.settled(line.thread.S), line.chance) for line in self._through(Thread(S[:], [frame]), Fraction(1))]

    def _through(self, thread: Thread, chance: Fraction) -> list[Line]:
        """Return every line of play to which a thread leads once its stack is empty."""
        ends: dict[Any, Line] = {}
        waiting: dict[Any, Line] = {}
        queue: list[tuple[Position, int, Any]] = []
        number = count()
        self._wait(Line(thread, [()], chance), waiting, queue, number)
        while queue:
            _, _, key = heappop(queue)
            line = waiting.pop(key, None)
            if line is None:
                continue
            for found in self._on(line):
                if found.thread.stack:
                    self._wait(found, waiting, queue, number)
                    continue
                same = self.alike.key(found.thread)
                if same in ends:
                    ends[same].chance += found.chance
                else:
                    ends[same] = found
        return list(ends.values())

    def _wait(self, line: Line, waiting: dict[Any, Line], queue: list[tuple[Position, int, Any]], number: Iterator[int]) -> None:
        """Let a line wait for others that are behind; one that is equal to another becomes one with it."""
        key = self.alike.key(line.thread)
        other = waiting.get(key)
        if other is not None:
            other.chance += line.chance
            return
        waiting[key] = line
        heappush(queue, (self._position(line), next(number), key))

    def _on(self, line: Line) -> Iterator[Line]:
        """Run a line on to where it may meet others; yield what it becomes."""
        scripts: list[tuple[tuple[int, ...], Fraction]] = [((), line.chance)]
        start = line.thread
        while scripts:
            script, chance = scripts.pop()
            now = Line(start.copy(), line.rounds[:], chance)
            self.dice.begin(script)
            try:
                self._block(now)
            except Fork as fork:
                whole = sum(fork.weights)
                scripts += [((*script, at), chance * Fraction(weight, whole)) for at, weight in enumerate(fork.weights) if weight]
                continue
            if now.thread.choice is not None:
                yield from self._answered(now)
            elif now.thread.parts is not None:
                yield from self._together(now)
            elif script or self._meets(now, start):
                yield now
            else:
                # Nothing fell, and nobody else comes here: it goes on at once.
                yield from self._on(now)

    def _meets(self, now: Line, before: Thread) -> bool:
        stack = now.thread.stack
        return len(stack) < len(before.stack) or not stack or self.course[stack[-1][0]].meets

    def _block(self, line: Line) -> None:
        """Run the block that a line is at."""
        self._left -= 1
        if self._left < 0:
            raise OverBudget
        thread = line.thread
        frame = thread.stack[-1]
        depth, block = len(thread.stack), frame[0]
        refill(thread)
        self.desk.depth = 0
        try:
            self.desk.blocks[block](self.desk, thread, thread.S, thread.W, frame)
        except errors.GameEnds:
            thread.W = thread.S
            thread.stack.clear()
        except NATIVE as problem:
            raise explained(self.program, problem) from problem
        if thread.choice is None:
            self._moved(line, depth, block)

    def _moved(self, line: Line, depth: int, block: int) -> None:
        """Keep count of the rounds of loops, after a block of the frame at that depth."""
        stack, rounds = line.thread.stack, line.rounds
        if len(stack) >= depth:
            rounds[depth - 1] = self._next_rounds(block, stack[depth - 1][0], rounds[depth - 1])
            rounds += [()] * (len(stack) - depth)
        else:
            del rounds[len(stack) :]

    # ---------------------------------------------------------------- whoever is asked, and sides that act at once

    def _answered(self, line: Line) -> Iterator[Line]:
        """Yield what a line becomes by each answer to the question at which it stops."""
        answers = self._decisions.answers(line.thread)
        whole = sum(weight for _, weight in answers)
        depth, block = len(line.thread.stack), line.thread.stack[-1][0]
        for value, weight in answers:
            now = Line(line.thread.copy(), line.rounds[:], line.chance * Fraction(weight, whole))
            settle(now.thread, value)
            self._moved(now, depth, block)
            yield now

    def _together(self, line: Line) -> Iterator[Line]:
        """Yield what a line becomes once each side has played its part: dice and answers of one have no bearing on those of another."""
        parts = line.thread.parts
        assert parts is not None
        found = [self._through(part.copy(), Fraction(1)) for part in parts]
        for ends in product(*found):
            self._left -= 1
            if self._left < 0:
                raise OverBudget
            now = Line(line.thread.copy(), line.rounds[:], line.chance * prod((end.chance for end in ends), start=Fraction(1)))
            now.thread.parts = [end.thread.copy() for end in ends]
            come_together(self.desk, now.thread)
            yield now

    # ---------------------------------------------------------------- which is behind

    def _next_rounds(self, before: int, after: int, rounds: tuple[int, ...]) -> tuple[int, ...]:
        """How often each loop around a block was begun anew."""
        here, there = self.course[before], self.course[after]
        known = dict(zip(here.loops, rounds or (0,) * len(here.loops), strict=True))
        if after in known and there.order <= here.order:
            known[after] += 1
            return tuple(known[loop] for loop in there.loops)
        return tuple(known.get(loop, 0) for loop in there.loops)

    def _position(self, line: Line) -> Position:
        found: list[tuple[float, ...]] = []
        for frame, rounds in zip(line.thread.stack, line.rounds, strict=True):
            block = self.course[frame[0]]
            at: list[float] = []
            for loop, times in zip(block.loops, rounds or (0,) * len(block.loops), strict=True):
                at += (self.course[loop].order, times)
            found.append((*at, block.order))
        return (*found, *END)
