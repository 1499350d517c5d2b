"""Enumerated dice: a rule is run for every way in which its dice and draws can fall, and equal states go on as one.

Play is the referee's own, in a program that stops at each roll. A block that needs a die is undone and run again for each value that
the die can have. States that are equal in all that is read later are one state with the sum of their chances; the one that is
farthest behind goes on first, so that they meet.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from heapq import heappop, heappush
from itertools import combinations_with_replacement, compress, count
from math import comb, factorial, prod
from operator import is_not
from typing import Any, NoReturn

from rulewright.runtime import dice, errors
from rulewright.runtime.frames import Desk, Thread
from rulewright.runtime.link import journal
from rulewright.runtime.link.fault import NATIVE, explained
from rulewright.runtime.link.layout import BUDGET, COUNTER, FIRST_KNOWLEDGE, KEPT, STREAM
from rulewright.runtime.link.moving import Cup
from rulewright.runtime.link.primitives import BUDGET as FULL
from rulewright.runtime.link.primitives import State
from rulewright.runtime.link.program import Program
from rulewright.runtime.odds.course import Course
from rulewright.runtime.odds.errors import asks

MOST_AT_ONCE = 5_000
"""Ways in which the dice of one roll can fall, in any order."""

END = ((float("inf"),),)

Position = tuple[tuple[float, ...], ...]


class Fork(Exception):
    """A die has no value yet. Internal: each of its values is tried."""

    def __init__(self, weights: tuple[int, ...]) -> None:
        super().__init__(weights)
        self.weights = weights


class OverBudget(Exception):
    """More states than the budget allows. Internal: the rolls are sampled then."""


class Branches(dice.Dice):
    """Dice that fall as a script says, and ask for more where it ends."""

    def __init__(self) -> None:
        self.script: tuple[int, ...] = ()
        self.at = 0

    def begin(self, script: tuple[int, ...]) -> None:
        self.script, self.at = script, 0

    def choose(self, weights: tuple[int, ...]) -> int:
        """Return which of several things happens, each as often as its weight says."""
        if len(weights) == 1:
            return 0
        if self.at >= len(self.script):
            raise Fork(weights)
        self.at += 1
        return self.script[self.at - 1]

    def throw(self, W: State, lo: int, hi: int) -> int:
        return lo + self.choose((1,) * (hi - lo + 1))

    def throws(self, W: State, lo: int, hi: int, count: int) -> tuple[int, ...]:
        if count > dice.MOST_DICE:
            raise errors.over_limit("dice in one roll", dice.MOST_DICE)
        if count == 0:
            return ()
        if comb(count + hi - lo, count) > MOST_AT_ONCE:
            raise OverBudget
        hands, weights = _hands(lo, hi, count)
        return hands[self.choose(weights)]

    def draw(self, W: State, cup: Cup) -> Any:
        counts = W[cup.slot]
        kinds = [kind for kind, left in enumerate(counts) if left]
        if not kinds:
            return None
        kind = kinds[self.choose(tuple([counts[kind] for kind in kinds]))]
        journal.write(W, cup.slot, cup.take(counts, kind))
        return cup.values[kind]

    def lot(self, W: State, members: Any, kind: Any) -> Any:
        return members[self.choose((1,) * len(members))] if members else None


@lru_cache(256)
def _hands(lo: int, hi: int, count: int) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """All ways in which several dice fall, in no order, and in how many orders each does."""
    hands = tuple(combinations_with_replacement(range(lo, hi + 1), count))
    weights = tuple(factorial(count) // prod(factorial(hand.count(face)) for face in set(hand)) for hand in hands)
    return hands, weights


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
        self.desk.note = _unread
        self.unordered = unordered(program)
        self._start: State = program.start
        sides = len(program.sides)
        self._knowledge = () if _asks_what_was_told(program.document) else range(FIRST_KNOWLEDGE, FIRST_KNOWLEDGE + sides + 1)

    def all(self, S: State, frame: list[Any], budget: int) -> list[tuple[State, Fraction]]:
        """Return every state in which the rule can end, with its chance.

        Raises:
            OverBudget: after so many runs of a block.
            RulewrightError: RW0934 the rule asks somebody to choose; or what a rule cannot do.
        """
        self._start = self.settled(S[:])
        ends: dict[Any, tuple[State, Fraction]] = {}
        waiting: dict[Any, Line] = {}
        queue: list[tuple[Position, int, Any]] = []
        number = count()
        self._wait(Line(Thread(S[:], [frame]), [()], Fraction(1)), waiting, queue, number)
        left = budget
        while queue:
            _, _, key = heappop(queue)
            line = waiting.pop(key, None)
            if line is None:
                continue
            for found, runs in self._on(line):
                left -= runs
                if left < 0:
                    raise OverBudget
                if found is None:
                    continue
                if found.thread.stack:
                    self._wait(found, waiting, queue, number)
                    continue
                state = self.settled(found.thread.S)
                same = self._otherwise(state)
                ends[same] = (state, ends[same][1] + found.chance if same in ends else found.chance)
        return list(ends.values())

    def _wait(self, line: Line, waiting: dict[Any, Line], queue: list[tuple[Position, int, Any]], number: Iterator[int]) -> None:
        """Let a line wait for others that are behind; one that is equal to another becomes one with it."""
        key = self._key(line.thread)
        other = waiting.get(key)
        if other is not None:
            other.chance += line.chance
            return
        waiting[key] = line
        heappush(queue, (self._position(line), next(number), key))

    def _on(self, line: Line) -> Iterator[tuple[Line | None, int]]:
        """Run a line on to where it may meet others; yield what it becomes, and how many runs of a block that took."""
        scripts: list[tuple[tuple[int, ...], Fraction]] = [((), line.chance)]
        start = line.thread
        while scripts:
            script, chance = scripts.pop()
            now = Line(start.copy(), line.rounds[:], chance)
            self.dice.begin(script)
            try:
                runs = self._block(now)
            except Fork as fork:
                whole = sum(fork.weights)
                scripts += [((*script, at), chance * Fraction(weight, whole)) for at, weight in enumerate(fork.weights) if weight]
                yield None, 1
                continue
            if script or self._meets(now, start):
                yield now, runs
                continue
            # Nothing fell, and nobody else comes here: it goes on at once.
            for found, more in self._on(now):
                yield found, more + runs
                runs = 0

    def _meets(self, now: Line, before: Thread) -> bool:
        stack = now.thread.stack
        return len(stack) < len(before.stack) or not stack or self.course.blocks[stack[-1][0]].meets

    def _block(self, line: Line) -> int:
        """Run the block that a line is at."""
        thread = line.thread
        frame = thread.stack[-1]
        depth, block = len(thread.stack), frame[0]
        thread.S[BUDGET] = thread.W[BUDGET] = FULL
        try:
            stops = self.desk.blocks[block](self.desk, thread, thread.S, thread.W, frame)
        except errors.GameEnds:
            thread.W = thread.S
            thread.stack.clear()
            stops = False
        except NATIVE as problem:
            raise explained(self.program, problem) from problem
        if stops:
            self.refuse(thread)
        rounds = line.rounds
        if len(thread.stack) >= depth:
            rounds[depth - 1] = self._next_rounds(block, frame[0], rounds[depth - 1])
            rounds += [()] * (len(thread.stack) - depth)
        else:
            del rounds[len(thread.stack) :]
        return 1

    def refuse(self, thread: Thread) -> NoReturn:
        """Say that play stopped because somebody must choose."""
        choice = thread.choice
        if choice is None:
            raise asks("the rule", "both sides at once", "all", ())
        place = self.program.places[choice.place].where
        raise asks(f"`{place.owner}`", choice.id, self.program.sides[thread.asked], place.cites)

    # ---------------------------------------------------------------- which is behind

    def _next_rounds(self, before: int, after: int, rounds: tuple[int, ...]) -> tuple[int, ...]:
        """How often each loop around a block was begun anew."""
        here, there = self.course.blocks[before], self.course.blocks[after]
        known = dict(zip(here.loops, rounds or (0,) * len(here.loops), strict=True))
        if after in known and there.order <= here.order:
            known[after] += 1
            return tuple(known[loop] for loop in there.loops)
        return tuple(known.get(loop, 0) for loop in there.loops)

    def _position(self, line: Line) -> Position:
        blocks = self.course.blocks
        found: list[tuple[float, ...]] = []
        for frame, rounds in zip(line.thread.stack, line.rounds, strict=True):
            block = blocks[frame[0]]
            at: list[float] = []
            for loop, times in zip(block.loops, rounds or (0,) * len(block.loops), strict=True):
                at += (blocks[loop].order, times)
            found.append((*at, block.order))
        return (*found, *END)

    # ---------------------------------------------------------------- which are equal

    def _key(self, thread: Thread) -> Any:
        """All of a line that is read later."""
        blocks = self.course.blocks
        state = self._otherwise(self.settled(thread.S))
        pending = None if thread.W is thread.S else self._otherwise(self.settled(thread.W))
        frames: list[Any] = []
        for frame in thread.stack:
            alive = blocks[frame[0]].alive
            frames.append((frame[0], tuple([frame[slot] for slot in sorted(alive)])))
        return state, pending, tuple(frames)

    def _otherwise(self, S: State) -> tuple[tuple[int, Any], ...]:
        """What is otherwise than at the start: a few slots of many."""
        start = self._start
        return tuple([(slot, S[slot]) for slot in compress(range(len(S)), map(is_not, S, start)) if slot not in KEPT and S[slot] != start[slot]])

    def settled(self, S: State) -> State:
        """Take out of a state what has no bearing on play: counters, the words of what was told, the order of lists where none is read; return it."""
        S[BUDGET], S[COUNTER], S[STREAM] = FULL, 0, 0
        for slot in self._knowledge:
            S[slot] = None
        for slot in self.unordered:
            if S[slot]:
                S[slot] = tuple(sorted(S[slot]))
        return S


def _unread(note: Any) -> None:
    """What happens while odds are worked out is told to nobody."""


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
