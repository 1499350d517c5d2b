"""How imagined games are played on: quickly, by chance or by the bots of the ruleset, and without a trace."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from rulewright.runtime import advice, errors
from rulewright.runtime.decisions import NO_ANSWER, Decision
from rulewright.runtime.frames import Thread, advance, refill, settle
from rulewright.runtime.game import Game
from rulewright.runtime.link import domains, drawing
from rulewright.runtime.link.fault import NATIVE, explained
from rulewright.runtime.link.primitives import State
from rulewright.runtime.link.program import Choice, Program

Worth = Callable[[State], Any]
"""What a position is worth to a side."""

SLACK = 0.1
"""How often a side whose bot is known answers by chance all the same: nobody is as sure as its lines."""


class Habits:
    """How each side is taken to play: by a bot of the ruleset, with some slack, or by chance."""

    def __init__(self, program: Program, bots: Mapping[str, str], slack: float = SLACK) -> None:
        self._bots = tuple(bots.get(side) for side in program.sides)
        self._slack = slack
        self.program = program

    def answer(self, thread: Thread, random: Random) -> Any:
        """Return an answer at play to the open question, None to decline."""
        choice = thread.choice
        assert choice is not None
        bot = self._bots[thread.asked]
        if bot is not None and bot in choice.advice and random.random() >= self._slack:
            left = advice.left_by(bot, choice, thread, choice.may_decline, random)
            if not left:
                raise errors.no_answer(choice.id)
            return left[int(random.random() * len(left))] if len(left) > 1 else left[0]
        return drawn(choice, thread, random)

    def liked(self, decision: Decision, random: Random) -> list[Any]:
        """Return the answers that the bot of who is asked likes; none if it has no bot, or that has nothing to say of them."""
        thread, choice = decision._thread, decision._choice
        bot = None if choice is None else self._bots[thread.asked]
        if choice is None or bot is None or bot not in choice.advice:
            return []
        return [decision.written(value) for value in advice.left_by(bot, choice, thread, choice.may_decline, random)]


def drawn(choice: Choice, thread: Thread, random: Random) -> Any:
    """Return an open answer at play that chance draws, None to decline."""
    refill(thread)
    value = drawing.drawn(choice, thread.S, thread.W, thread.stack[-1], thread.members, thread.domain, random)
    if value is None and not choice.may_decline:
        raise errors.no_answer(choice.id)
    return value


def asked(game: Game, side: int | None = None) -> Thread | None:
    """Return the part of the game in which a side is asked, or the first in which anybody is; None if nobody is."""
    whole = game._thread
    for part in (whole,) if whole.parts is None else whole.parts:
        if part.choice is not None and (side is None or part.asked == side):
            return part
    return None


def give(game: Game, part: Thread, value: Any) -> None:
    """Answer the open question of a part with an answer at play, and run on to the next one."""
    whole = game._thread
    settle(part, value)
    refill(part)
    refill(whole)
    game._decisions = None
    advance(game._desk, whole)
    whole.forget()


def is_open(part: Thread, value: Any) -> bool:
    """Is an answer at play open in a part?"""
    choice, members = part.choice, part.members
    assert choice is not None
    if value is None:
        return choice.may_decline
    S, W, F = part.S, part.W, part.stack[-1]
    refill(part)
    if members is not None:
        assert choice.opens is not None
        return value in members and bool(choice.opens(S, W, F, value))
    return domains.contains(choice, S, W, F, value)


def play_on(game: Game, habits: Habits, random: Random, most: int, until: int | None = None) -> int:
    """Play until the game is over, a side is asked, or `most` decisions are made; return how many were."""
    made = 0
    try:
        while made < most:
            if until is not None and asked(game, until) is not None:
                break
            part = asked(game)
            if part is None:
                break
            give(game, part, habits.answer(part, random))
            made += 1
    except NATIVE as problem:
        raise explained(game.program, problem) from problem
    return made


class Rollout:
    """An imagined game that is played on for one side. made: decisions so far."""

    __slots__ = ("_game", "_habits", "_number", "_random", "_side", "made")

    def __init__(self, game: Game, habits: Habits, random: Random, side: str) -> None:
        self._game = game
        self._habits = habits
        self._random = random
        self._side = side
        self._number = game.program.sides.index(side)
        self.made = 0

    def _part(self) -> Thread:
        """Return the part in which the side is asked."""
        part = asked(self._game, self._number)
        assert part is not None
        return part

    def answer(self, answer: Any) -> bool:
        """Give an answer of the side as it is written outside; false if it is not open here."""
        part = self._part()
        value = Decision(self._game.program, part).answer(answer)
        if value is NO_ANSWER:
            return False
        self._given(part, value)
        return True

    def is_open(self, choice: int, value: Any) -> bool:
        """Is the side asked that question, and is that answer at play open?"""
        part = self._part()
        assert part.choice is not None
        return part.choice.number == choice and is_open(part, value)

    def give(self, value: Any) -> None:
        """Give an open answer at play."""
        self._given(self._part(), value)

    def by_habit(self) -> tuple[int, Any]:
        """Let the side answer by its habits; return the number of the question and the answer at play."""
        part = self._part()
        assert part.choice is not None
        number, value = part.choice.number, self._habits.answer(part, self._random)
        self._given(part, value)
        return number, value

    def _given(self, part: Thread, value: Any) -> None:
        self.made += 1
        try:
            give(self._game, part, value)
        except NATIVE as problem:
            raise explained(self._game.program, problem) from problem

    def until_asked(self, most: int) -> bool:
        """Play on until the side is asked; false if it is not within `most` decisions of the whole rollout."""
        self.made += play_on(self._game, self._habits, self._random, most - self.made, self._number)
        return asked(self._game, self._number) is not None

    def to_the_end(self, most: int) -> None:
        """Play on until the game is over, or the rollout has `most` decisions."""
        self.made += play_on(self._game, self._habits, self._random, most - self.made)

    def worth(self, value: Worth | None) -> float:
        """Return 1 if the side has won, 0 if another has, else what `value` says of the position; a half if it says nothing."""
        game = self._game
        if game.ended and game.winner is not None:
            return float(game.winner == self._side)
        if game.ended or value is None:
            return 0.5
        refill(game._thread)
        try:
            found = value(game.state)
        except NATIVE as problem:
            raise explained(game.program, problem) from problem
        return 0.5 if found is None else min(1.0, max(0.0, float(found)))


def worth_of(program: Program, side: str) -> Worth | None:
    """Return what the first bot of a side that judges positions says that one is worth, from 0 to 1."""
    for bot in program.document.get("bots", ()):
        if bot["side"] == side and bot["id"] in program.worth:
            found: Worth = program.linker.code.namespace[program.worth[bot["id"]]]
            return found
    return None
