"""A game: one linked program being played. The referee's front door.

    game = Game.start(program, scenario="moonless", seed=7)
    for decision in game.decisions:
        game.choose(decision.side, decision.options()[0])
"""

from __future__ import annotations

import hashlib
import json
from fractions import Fraction
from operator import is_
from typing import Any

from rulewright.runtime import errors, views
from rulewright.runtime import history as lately
from rulewright.runtime.decisions import NO_ANSWER, Decision
from rulewright.runtime.dice import ByHand, Dice, Seeded, stream
from rulewright.runtime.frames import Desk, Thread, advance, refill
from rulewright.runtime.link import journal
from rulewright.runtime.link.fault import NATIVE, explained
from rulewright.runtime.link.layout import COUNTER, CREWS, ENDED, ENDING, FIRST_KNOWLEDGE, STREAM
from rulewright.runtime.link.primitives import State
from rulewright.runtime.link.program import Program
from rulewright.runtime.log import Entry, entries
from rulewright.runtime.trial import Trial

Move = dict[str, Any]
"""A line of a record: {side, id, choice} or {die}."""

REMEMBERED = 500
"""For about so many answers it is remembered what was in the slots of the state."""


class Game:
    """One game.

    scenario: its id; seed: of the dice; source: "seed", "hand" or "listed".
    history: are moves kept for records, log and undo? Without it, play is faster and leaves no trace.
    notices: what a reader of a record should know of it.
    """

    __slots__ = ("_answered", "_decisions", "_desk", "_moves", "_past", "_seen", "_thread", "_trials", "history", "notices", "program", "scenario", "seed", "source")

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
        self._moves: lately.Given | None = None
        self._past: lately.History | None = None
        self._seen: dict[int | None, views.Seen] = {}
        self._trials: list[Trial] = []
        self._answered = 0

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
        refill(self._thread)
        advance(self._desk, self._thread)
        if self.history:
            # What a list of dice or a function of a plugin says once, it may not say again.
            sure = self.source != "listed" and not self.program.document["hooks"]
            self._past = lately.History(self._thread, lately.LONGEST if sure else 1)

    # ---------------------------------------------------------------- questions and answers

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The open questions, one per side that must choose; for dice entered by hand, the side is None."""
        found = self._decisions
        if found is None:
            thread, program = self._thread, self.program
            if thread.parts is not None:
                found = tuple([Decision(program, part) for part in thread.parts if part.choice is not None or part.need is not None])
            else:
                found = (Decision(program, thread),) if thread.choice is not None or thread.need is not None else ()
            self._decisions = found
        return found

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
        open_now = self._decisions
        if open_now is None:
            open_now = self.decisions
        for decision in open_now:
            if decision.side == side:
                break
        else:
            raise errors.nothing_to_choose(str(side), self.ended)
        written, value = decision._drawn
        if option is not written:
            value, written = decision.answer(option), None
            if value is NO_ANSWER:
                refusal = decision.refusal(option)
                assert refusal is not None
                raise errors.IllegalChoice("RW0801", refusal.message, cites=refusal.cites, help=decision.help(option))
        desk, thread, part, past = self._desk, self._thread, decision._thread, self._past
        for trial in self._trials:
            trial.before(part)
        self._answered += 1
        if past is None:
            self._decisions = None
            lately.answer(desk, thread, part, value)
            thread.forget()
            if self._answered >= REMEMBERED:
                self._forget()
            return
        asked, moves = decision._choice, self._moves
        given: lately.Given
        if asked is None:
            given = (part.side, value, side, None, option, moves)
        else:
            given = (part.side, value, side, asked.id, decision.written(value) if written is None else written, moves)
        parts, learned = thread.parts, desk.learned
        known = part.W[learned]
        self._decisions = None
        try:
            lately.answer(desk, thread, part, value)
        except errors.RulesError:
            self._thread, self._decisions = past.again(desk, moves), None
            raise
        self._moves = given
        # Parting and coming together count as having learned something.
        if asked is None or parts is not thread.parts or not all(map(is_, known, part.W[learned])):
            past.since = given
        elif parts is not None:
            # The others are asked what they were asked before.
            if part.choice is not None or part.need is not None:
                anew = Decision(self.program, part)
                self._decisions = (anew,) if len(open_now) == 1 else tuple([anew if one is decision else one for one in open_now])
            else:
                self._decisions = tuple([one for one in open_now if one is not decision])
        past.count += 1
        if past.count >= past.longest:
            past.begin(thread, given)
        if self._answered >= REMEMBERED:
            self._forget()

    def _forget(self) -> None:
        """Let go of what was in the slots of the state before they were written, if nobody may go back there."""
        thread = self._thread
        if not self._trials and thread.parts is None and thread.W is thread.S:
            journal.begin(thread.S)
            self._answered = 0

    def trial(self) -> Trial:
        """Return a `with` block at whose end play stands again where it stood at its beginning, whatever is chosen in it."""
        return Trial(self)

    def undo(self, side: str | None = None) -> None:
        """Go back to before the last choice of a side (of whoever chose last, for None).

        Raises:
            IllegalChoice: RW0803; a die or draw came since, somebody was told something, or another side chose.
        """
        past = self._past
        if past is None:
            raise errors.cannot_undo("this game keeps no history")
        moments = past.moments(self._moves)
        if not moments:
            raise errors.cannot_undo("there is none, or dice were thrown, or somebody learned something since")
        given = next((one for one in reversed(moments) if side is None or one[2] == side), None)
        if given is None:
            raise errors.cannot_undo(f"`{side}` has made no choice that can be taken back")
        number, before = given[0], given[-1]
        if number is not None:
            # Each side is at its own part: the others' choices stand.
            self._moves = past.without(self._desk, self._thread, self._moves, given)
        elif given is moments[-1]:
            self._thread, self._moves = past.again(self._desk, before), before
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
        twin._past = None if self._past is None else self._past.copy()
        return twin

    # ---------------------------------------------------------------- what is known

    def view(self, side: str) -> views.View:
        """Return what a side may know, valid against schemas/view.schema.json. What it is made of may be shared with earlier views: read it only."""
        return views.view(self.program, self._thread, self._side(side), self.decisions, self._seen)

    def public_view(self) -> views.View:
        """Return what everybody may know."""
        return views.view(self.program, self._thread, None, (), self._seen)

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
        given = self._moves
        while given is not None:
            _, _, side, id, written, given = given
            found.append({"die": written} if id is None else {"side": side, "id": id, "choice": written})
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
    return [_plain(value) for value in [S[COUNTER], *S[STREAM:CREWS]]] + facts + [_plain(value) for value in S[last:]]


def _plain_thread(thread: Thread, sides: int) -> Any:
    """A thread as JSON values, without what is left of the budget and what is only kept."""
    return [
        _plain_state(thread.S, sides),
        None if thread.W is thread.S else _plain_state(thread.W, sides),
        [[_plain(value) for value in frame] for frame in thread.stack],
        None if thread.choice is None else [thread.choice.id, thread.asked],
        _plain(thread.need) if thread.need is None else str(thread.need[0]),
        list(thread.known),
        None if thread.parts is None else [_plain_thread(part, sides) for part in thread.parts],
    ]
