"""A game: one linked program being played. The referee's front door.

    game = Game.start(program, scenario="moonless", seed=7)
    for decision in game.decisions:
        game.choose(decision.side, decision.options()[0])
"""

from __future__ import annotations

import hashlib
import json
from fractions import Fraction
from typing import Any

from rulewright.runtime import errors, views
from rulewright.runtime.decisions import NO_ANSWER, Decision, resume
from rulewright.runtime.dice import ByHand, Dice, Seeded, stream
from rulewright.runtime.frames import Desk, Mark, Thread, advance, refill
from rulewright.runtime.link import notes
from rulewright.runtime.link.fault import NATIVE, explained
from rulewright.runtime.link.layout import COUNTER, ENDED, ENDING, FIRST_KNOWLEDGE, STREAM
from rulewright.runtime.link.primitives import State
from rulewright.runtime.link.program import Program
from rulewright.runtime.log import Entry, entries

MOST_UNDOS = 100
"""So many choices in a row can be taken back, if nothing came between them."""

Move = dict[str, Any]
"""A line of a record: {side, id, choice} or {die}."""


class Game:
    """One game.

    scenario: its id; seed: of the dice; source: "seed", "hand" or "listed".
    history: are moves kept for records, log and undo? Without it, play is faster and leaves no trace.
    notices: what a reader of a record should know of it.
    """

    __slots__ = ("_decisions", "_desk", "_moves", "_thread", "_undo", "history", "notices", "program", "scenario", "seed", "source")

    def __init__(
        self, program: Program, thread: Thread, dice: Dice, *, scenario: str = "", seed: int = 0, source: str = "listed",
        history: bool = True,
    ) -> None:  # fmt: skip
        self.program = program
        self.scenario = scenario
        self.seed = seed
        self.source = source
        self.history = history
        self.notices: tuple[str, ...] = ()
        self._thread = thread
        self._desk = Desk(program, dice)
        self._decisions: tuple[Decision, ...] | None = None
        self._moves: Any = None
        self._undo: list[tuple[str | None, Mark, Any]] = []

    @classmethod
    def start(
        cls,
        program: Program,
        scenario: str | None = None,
        seed: int = 7,
        dice: str | Dice | None = None,
        *,
        history: bool = True,
    ) -> Game:
        """Begin a game and run it to its first decision.

        Args:
            scenario: id; the first of the ruleset for None.
            dice: "seed" (None means that, too), "hand" for dice that people enter, or a source.

        Raises:
            RulewrightError: RW0804, there is no such scenario.
            RulesError: the rules ask for something that cannot be done.
        """
        name, rule = program.scenario(scenario)
        S = program.start[:]
        S[STREAM] = stream(seed)
        stack: list[list[Any]] = [[program.main]]
        if rule is not None:
            stack.append([rule.entry, *program.linker.code.namespace[rule.pad]])
        source = dice if isinstance(dice, str) else "seed" if dice is None else "listed"
        thrown = dice if isinstance(dice, Dice) else ByHand() if source == "hand" else Seeded()
        game = cls(program, Thread(S, stack), thrown, scenario=name, seed=seed, source=source, history=history)
        game._advance()
        return game

    @classmethod
    def on_board(cls, program: Program, S: State, stack: list[list[Any]], dice: Dice) -> Game:
        """Begin in the middle: with a state and frames, as examples do. Nothing is run yet."""
        return cls(program, Thread(S, stack), dice)

    def _advance(self) -> None:
        self._decisions = None
        thread = self._thread
        refill(thread)
        if thread.parts is not None:
            for part in thread.parts:
                refill(part)
        advance(self._desk, thread)

    # ---------------------------------------------------------------- questions and answers

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The open questions, one per side that must choose; for dice entered by hand, the side is None."""
        if self._decisions is None:
            thread = self._thread
            threads = (thread,) if thread.parts is None else thread.parts
            self._decisions = tuple([Decision(self.program, one) for one in threads if one.choice is not None or one.need is not None])
        return self._decisions

    def decision_of(self, side: str | None) -> Decision:
        """Return the question that is open for a side; RW0802 if there is none."""
        for decision in self.decisions:
            if decision.side == side:
                return decision
        raise errors.nothing_to_choose(str(side), self.ended)

    def choose(self, side: str | None, option: Any) -> None:
        """Answer the question that is open for a side, and run play on to the next one.

        Args:
            side: its id; None for a die or draw that is entered by hand.
            option: as `Decision.options` lists it; None to decline.

        Raises:
            IllegalChoice: RW0801 with the rule that refuses it and a way out; RW0802 nothing to choose.
            RulesError: what follows cannot be done. With `history`, the game is then as it was before.
        """
        decision = self.decision_of(side)
        value = decision.answer(option)
        if value is NO_ANSWER:
            refusal = decision.refusal(option)
            assert refusal is not None
            raise errors.IllegalChoice("RW0801", refusal.message, cites=refusal.cites, help=decision.help(option))
        if not self.history:
            self._answer(decision, value)
            # Nobody reads these notes; a long game should not carry them.
            self._thread.entries.clear()
            if self._thread.parts is not None:
                for part in self._thread.parts:
                    part.entries.clear()
            return
        before, moves = self._thread.mark(), self._moves
        move: Move = {"die": option} if decision.kind == "dice" else {"side": side, "id": decision.id, "choice": decision.written(value)}
        self._moves = (move, moves)
        try:
            self._answer(decision, value)
        except errors.RulesError:
            self._thread, self._moves, self._decisions = Thread.at(before), moves, None
            raise
        if decision.kind == "dice" or _traces(before, self._thread, len(self.program.sides)):
            self._undo.clear()
            return
        self._undo.append((side, before, moves))
        if len(self._undo) > 2 * MOST_UNDOS:
            del self._undo[:MOST_UNDOS]

    def _answer(self, decision: Decision, value: Any) -> None:
        thread, choice = decision._thread, decision._choice
        if choice is None:
            thread.known = (*thread.known, value)
            thread.need = None
        else:
            mask = self.program.choices_seen or 1 << thread.asked
            thread.entries.append((notes.CHOICE, choice.place, mask, choice.number, thread.asked, value, decision.asked()))
            resume(choice, thread, value)
        self._advance()

    def undo(self, side: str | None = None) -> None:
        """Go back to before the last choice of a side (of whoever chose last, for None).

        Raises:
            IllegalChoice: RW0803; a die or draw came since, somebody was told something, or another side chose.
        """
        if not self._undo:
            why = "there is none, or dice were thrown, or somebody learned something since"
            raise errors.cannot_undo(why if self.history else "this game keeps no history")
        at = next((at for at in range(len(self._undo) - 1, -1, -1) if side is None or self._undo[at][0] == side), None)
        if at is None:
            raise errors.cannot_undo(f"`{side}` has made no choice that can be taken back")
        owner, before, moves = self._undo[at]
        others = [one for one in self._undo[at + 1 :] if one[0] != owner]
        if not others:
            self._thread, self._moves = Thread.at(before), moves
            del self._undo[at:]
        elif before[4] is not None and self._thread.parts is not None:
            # Each side is at its own part: the others' choices stand.
            number = self.program.sides.index(str(owner))
            self._thread.parts[number] = Thread.at(before[4][number])
            self._moves = _without_last(self._moves, owner)
            del self._undo[at]
        else:
            raise errors.cannot_undo("another side has chosen since")
        self._decisions = None

    def copy(self) -> Game:
        """Return a game that goes on from here on its own."""
        dice = self._desk.dice
        if self.source != "listed":
            dice = ByHand() if dice.interactive else Seeded()
        twin = Game(
            self.program, self._thread.copy(), dice,
            scenario=self.scenario, seed=self.seed, source=self.source, history=self.history,
        )  # fmt: skip
        twin.notices = self.notices
        twin._moves = self._moves
        twin._undo = self._undo[:]
        return twin

    # ---------------------------------------------------------------- what is known

    def view(self, side: str) -> views.View:
        """Return what a side may know, valid against schemas/view.schema.json."""
        return views.view(self.program, self._thread, self._side(side), self.decisions)

    def public_view(self) -> views.View:
        """Return what everybody may know."""
        return views.view(self.program, self._thread, None, ())

    @property
    def log(self) -> list[Entry]:
        """Everything that happened, for the referee."""
        return entries(self.program, self._thread, None)

    def log_for(self, side: str) -> list[Entry]:
        """What a side saw happen, numbered for that side."""
        return entries(self.program, self._thread, self._side(side))

    def _side(self, side: str) -> int:
        if side not in self.program.sides:
            raise errors.RulewrightError("RW0802", f"there is no side `{side}`", help=f"sides: {', '.join(self.program.sides)}")
        return self.program.sides.index(side)

    @property
    def moves(self) -> list[Move]:
        """The lines of a record so far."""
        found: list[Move] = []
        moves = self._moves
        while moves is not None:
            move, moves = moves
            found.append(move)
        return found[::-1]

    @property
    def ended(self) -> bool:
        return self._thread.S[ENDED] == 2 and not self._thread.waits

    @property
    def ending(self) -> str | None:
        """How the game ended, as the rules name it."""
        number = self._thread.S[ENDING]
        return None if number is None else self.program.linker.endings[number]

    @property
    def winner(self) -> str | None:
        number = self._thread.S[self.program.linker.layout.tracks["winner"].slot]
        return None if number is None else self.program.sides[number]

    @property
    def phase(self) -> tuple[str | None, str | None]:
        """Where play is: phase and step; None before the first and for a step without a name."""
        found = views.phase(self.program, self._thread.S)
        return (None, None) if found is None else (found["id"], found["step"])

    @property
    def state(self) -> State:
        """The slots of the state, for `Program.lookup`; not to be written to."""
        return self._thread.S

    def fingerprint(self) -> str:
        """Return a SHA-256 that two games share if, and as good as only if, they would go on alike."""
        return hashlib.sha256(json.dumps(_plain_thread(self._thread, len(self.program.sides)), separators=(",", ":")).encode()).hexdigest()

    def invariants(self) -> list[str]:
        """Return the invariants that do not hold now."""
        broken: list[str] = []
        refill(self._thread)
        for text, function in self.program.invariants:
            try:
                if not self.program.linker.code.namespace[function](self._thread.S):
                    broken.append(text)
            except NATIVE as problem:
                raise explained(self.program, problem) from problem
        return broken


def _traces(before: Mark, after: Thread, sides: int) -> bool:
    """Has chance spoken, or has anybody learned anything, between the two? Parting and merging count as that."""
    S, W, _, _, parts, _ = before
    if (parts is None) != (after.parts is None):
        return True
    old = S if W is None else W
    if old[COUNTER] != after.W[COUNTER]:
        return True
    for slot in range(FIRST_KNOWLEDGE, FIRST_KNOWLEDGE + sides + 1):
        if old[slot] is not after.W[slot]:
            return True
    return parts is not None and any(_traces(mark, part, sides) for mark, part in zip(parts, after.parts or (), strict=True))


def _without_last(moves: Any, side: str | None) -> Any:
    """Return the moves without the last one of a side."""
    kept: list[Move] = []
    while moves is not None and moves[0].get("side") != side:
        kept.append(moves[0])
        moves = moves[1]
    found = None if moves is None else moves[1]
    for move in reversed(kept):
        found = (move, found)
    return found


def _plain(value: Any) -> Any:
    if type(value) is tuple:
        return [_plain(one) for one in value]
    if type(value) is frozenset:
        return sorted(value)
    if type(value) is Fraction:
        return f"{value.numerator}/{value.denominator}"
    return value


def _plain_state(S: State, sides: int) -> list[Any]:
    last = FIRST_KNOWLEDGE + sides + 1
    facts = [[_plain(fact) for fact in views.facts(head)] for head in S[FIRST_KNOWLEDGE:last]]
    return [_plain(value) for value in S[1:FIRST_KNOWLEDGE]] + facts + [_plain(value) for value in S[last:]]


def _plain_thread(thread: Thread, sides: int) -> Any:
    """A thread as JSON values, without what is left of the budget."""
    return [
        _plain_state(thread.S, sides),
        None if thread.W is thread.S else _plain_state(thread.W, sides),
        [[_plain(value) for value in frame] for frame in thread.stack],
        None if thread.choice is None else [thread.choice.id, thread.asked],
        _plain(thread.need) if thread.need is None else str(thread.need[0]),
        list(thread.known),
        None if thread.parts is None else [_plain_thread(part, sides) for part in thread.parts],
    ]
