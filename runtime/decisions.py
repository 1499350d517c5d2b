"""What a side must choose: what it may answer, and why another answer is refused.

A decision speaks in values as they are written outside (docs/artifact.md, section 1). Large domains are never written
down: they are sampled and asked whether they contain a value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from itertools import islice
from random import Random
from typing import Any

from rulewright.runtime import advice, dice, errors
from rulewright.runtime.errors import Refusal
from rulewright.runtime.frames import Thread, refill
from rulewright.runtime.link import domains, drawing, types
from rulewright.runtime.link.fault import NATIVE, explained
from rulewright.runtime.link.program import Choice, Program
from rulewright.runtime.link.text import NO_VALUE

LISTED = 1000
"""The most answers that are listed or counted unless more are asked for."""

NO_ANSWER = object()
"""Stands for: this is not an answer of the right shape."""

NOTHING_DRAWN: tuple[Any, Any] = (NO_ANSWER, None)


class Decision:
    """An open question.

    side: id of the side that chooses, None for dice that are entered by hand. id: as in `movement.route`.
    kind: one, subset, number, path, list, offer, menu, take or dice. may: can the side decline (answer None)?
    """

    __slots__ = ("_choice", "_drawn", "_open", "_program", "_thread", "side")

    def __init__(self, program: Program, thread: Thread) -> None:
        self._program = program
        self._thread = thread
        self._choice = choice = thread.choice
        self._drawn = NOTHING_DRAWN
        self._open: Sequence[Any] | None = None
        self.side = None if choice is None else program.sides[thread.asked]

    @property
    def id(self) -> str:
        return "dice" if self._choice is None else self._choice.id

    @property
    def kind(self) -> str:
        return "dice" if self._choice is None else self._choice.kind

    @property
    def may(self) -> bool:
        return self._choice is not None and self._choice.may_decline

    def __repr__(self) -> str:
        return f"<Decision {self.id} of {self.side}>"

    # ---------------------------------------------------------------- words

    @property
    def prompt(self) -> str:
        """A sentence that asks the question."""
        choice = self._choice
        if choice is None:
            assert self._thread.need is not None
            return f"Enter {dice.described(self._thread.need, self._program.texts)}"
        if choice.kind == "offer":
            return f"{self._title(0)}?"
        if choice.kind not in ("menu", "take") and choice.texts:
            return self._title(0)
        if choice.kind in ("menu", "take"):
            what = "choose what to do" if choice.kind == "menu" else "take an action"
            title = self._procedure()
            return f"{title}: {what}" if title else what.capitalize()
        if choice.titles is not None:
            return self._title(0)
        what = {
            "one": "Choose",
            "subset": "Choose any of",
            "number": "Choose a number:",
            "path": "Choose a path:",
            "list": "Choose, in order,",
        }[choice.kind]
        return f"{what} {choice.name.replace('_', ' ')}"

    @property
    def cites(self) -> tuple[dict[str, Any], ...]:
        """The sections of the rules that ask the question."""
        return () if self._choice is None else self._program.places[self._choice.place].where.cites

    @property
    def number_of_choice(self) -> int:
        """The number of the linked choice, -1 for dice: for tools that count what was asked."""
        return -1 if self._choice is None else self._choice.number

    def _procedure(self) -> str:
        """Return the title of the rule, action or scenario that asks; a phase's stands above the question already."""
        assert self._choice is not None
        owner, document = self._choice.id.rpartition(".")[0], self._program.document
        titles = (one["title"] for kind in ("rules", "actions", "scenarios") for one in document[kind] if one["id"] == owner)
        return str(next(titles, ""))

    def _title(self, item: int) -> str:
        choice = self._choice
        assert choice is not None and choice.titles is not None
        T = self._thread
        values = self._ask(choice.titles, T.S, T.W, T.stack[-1])
        return self._program.texts.sentence(choice.texts[item], values[item])

    def label(self, value: Any) -> str:
        """Return an answer in words."""
        choice = self._choice
        if value is None:
            return "done" if choice is not None and choice.kind == "take" else "decline"
        if choice is None:
            return str(value)
        if choice.kind == "offer":
            return self._title(0) if value else "no"
        if choice.kind in ("menu", "take"):
            item = self._item(value)
            return str(value) if item is None else self._title(item)
        found = self._value(value)
        return str(value) if found is NO_ANSWER else self._program.texts.label(choice.type, found)

    # ---------------------------------------------------------------- answers

    def options(self, limit: int = LISTED) -> list[Any]:
        """Return the answers that are open, at most `limit`, in their natural order; None (to decline) last."""
        found = [self._json(value) for value in islice(self._answers(), limit)]
        if self.may and len(found) < limit:
            found.append(None)
        return found

    def listed(self, most: int) -> list[Any] | None:
        """Return all answers that are open, in their natural order, None (to decline) last; None if they are more than `most`."""
        found = self._open
        if found is None:
            most -= self.may
            found = self._listed(most)
            if found is None or len(found) > most:
                return None
            self._open = found
        options = [self._json(value) for value in found]
        if self.may:
            options.append(None)
        return options

    def _listed(self, most: int) -> Sequence[Any] | None:
        choice, T = self._choice, self._thread
        if choice is None:
            assert T.need is not None
            return dice.entries(T.need, self._program.texts)
        refill(T)
        if T.members is None:
            found: Sequence[Any] | None = self._ask(domains.listed, choice, T.S, T.W, T.stack[-1], most)
        else:
            found = self._ask(domains.first, choice, T.S, T.W, T.stack[-1], T.members, most + 1)
        return found

    def count(self) -> int | None:
        """Return how many answers are open; None if they are more than are listed."""
        found = len(list(islice(self._answers(), LISTED + 1)))
        return None if found > LISTED else found + self.may

    def contains(self, value: Any) -> bool:
        """Is the answer open?"""
        return self.answer(value) is not NO_ANSWER

    def sample(self, random: Random) -> Any:
        """Return an open answer drawn at random (`drawing.sample` says how from large domains)."""
        choice, T = self._choice, self._thread
        if choice is None:
            return random.choice(self.options())
        refill(T)
        try:
            value = drawing.drawn(choice, T.S, T.W, T.stack[-1], T.members, T.domain, random, self._open)
        except NATIVE as problem:
            raise explained(self._program, problem) from problem
        if value is not None:
            return self._remembered(value)
        if choice.may_decline:
            return None
        raise errors.no_answer(choice.id)

    def advised(self, bot: str, random: Random) -> Any:
        """Return the open answer that a bot of the ruleset gives; where its lines leave several, one of them at random."""
        choice, T = self._choice, self._thread
        if choice is None or bot not in choice.advice:
            return self.sample(random)
        left = self._ask(advice.left_by, bot, choice, T, self.may, random)
        if not left:
            raise errors.no_answer(choice.id)
        value = random.choice(left)
        return None if value is None else self._remembered(value)

    def _remembered(self, value: Any) -> Any:
        """Return an open answer as it is written outside; if it is given, it need not be judged again."""
        written = self._json(value)
        self._drawn = written, value
        return written

    def refusal(self, value: Any) -> Refusal | None:
        """Return why an answer is refused, with the rule that refuses it; None if it is open."""
        if self.answer(value) is not NO_ANSWER:
            return None
        choice, T = self._choice, self._thread
        if choice is None:
            return Refusal(f"`{value}` cannot be {dice.described(T.need or (), self._program.texts)}")
        if value is None:
            return Refusal("this choice may not be declined", self.cites)
        found = self._value(value)
        if found is NO_ANSWER:
            return Refusal(f"`{_short(value)}` is not something that can be chosen here", self.cites)
        F = T.stack[-1]
        refill(T)
        guards = choice.guards if choice.kind not in ("menu", "take") else choice.item_guards[found]
        if choice.kind in domains.STEPPED:
            step = self._ask(domains.bad_step, choice, T.S, T.W, F, found)
            if step is not None:
                return self._refused_step(choice, found, step)
        elif choice.domain is not None and not self._ask(domains.in_domain, choice, T.S, T.W, F, found):
            return Refusal(f"`{self.label(value)}` is not among what may be chosen here", self.cites)
        assert choice.why is not None
        at, values = self._ask(choice.why, T.S, T.W, F, found)
        if at >= 0:
            return self._sentence(guards[at].text, values, guards[at].cites)
        if at == -3:
            return Refusal(f"`{self.label(value)}` is for the other side alone", self.cites)
        return Refusal(
            f"`{self.label(value)}` leads nowhere: a choice that follows would have no answer", self.cites
        )

    def refusal_to(self, place: Any) -> Refusal | None:
        """Return why no route ends at a place, for a decision of the kind `path`; None if one does.

        The reason is that of the nearest step that a guard refuses: `no ship enters land`, rather than `there is no way`.
        """
        routes = [route for route in self.options() if route]
        if any(route[-1] == place for route in routes):
            return None
        choice, T = self._choice, self._thread
        assert choice is not None and choice.kind == "path"
        refill(T)
        for route in sorted([*[[start] for start in {route[0] for route in routes}], *routes], key=len):
            found = self._value([*route, place])
            if found is NO_ANSWER:
                return self.refusal([place])
            step = self._ask(domains.bad_step, choice, T.S, T.W, T.stack[-1], found)
            if step is None or step < 1 or choice.step_why is None:
                continue
            at, values = self._ask(choice.step_why, T.S, T.W, T.stack[-1], found[:step], found[step])
            if at >= 0:
                return self._sentence(choice.step_guards[at].text, values, choice.step_guards[at].cites)
        return Refusal(f"no route that is open now ends at `{place}`", self.cites)

    def size(self) -> tuple[int, int] | None:
        """Return the fewest and the most members of a list; None for any other kind."""
        if self.kind != "list":
            return None
        T = self._thread
        assert self._choice is not None
        _, low, high, _ = self._ask(self._choice.domain, T.S, T.W, T.stack[-1])
        return low, high

    def _refused_step(self, choice: Choice, chain: Any, step: int) -> Refusal:
        """Return why a path or list is refused at that step; -1 if as a whole."""
        T = self._thread
        F = T.stack[-1]
        is_path = choice.kind == "path"
        if step < 0:
            if is_path:
                return Refusal("the path begins elsewhere, or is too long", self.cites)
            low, high = self.size() or (0, 0)
            wanted = str(low) if low == high else f"{low} to {high}"
            return Refusal(f"{wanted} {'is' if high == 1 else 'are'} chosen here, not {len(chain)}", self.cites)
        assert choice.step_why is not None
        at, values = self._ask(choice.step_why, T.S, T.W, F, chain[:step], chain[step])
        if at >= 0:
            return self._sentence(choice.step_guards[at].text, values, choice.step_guards[at].cites)
        here = self._program.texts.label(types.member(choice.type), chain[step])
        if is_path:
            before = self._program.texts.label(types.member(choice.type), chain[step - 1])
            return Refusal(f"there is no way from `{before}` to `{here}`", self.cites)
        return Refusal(f"`{here}` is not among what may be chosen here", self.cites)

    def _sentence(self, text: Any, values: Any, cites: tuple[Any, ...]) -> Refusal:
        return Refusal(self._program.texts.sentence(text, values), cites or self.cites)

    def help(self, value: Any) -> str:
        """Return what else could be meant, or what is open, where that is short."""
        options = self.options(200)
        words = {str(option): option for option in options} | {
            self.label(option): option for option in options
        }
        close = get_close_matches(str(value), list(words), n=1) if isinstance(value, str) else []
        if close:
            return f"did you mean `{words[close[0]]}`?"
        if options and len(options) <= 12:
            return "open: " + ", ".join(
                "to decline" if option is None else f"`{self.label(option)}`" for option in options
            )
        return ""

    # ---------------------------------------------------------------- inside

    def answer(self, value: Any) -> Any:
        """Return an open answer as a value at play (None to decline), or NO_ANSWER."""
        choice, T = self._choice, self._thread
        if value is self._drawn[0]:
            return self._drawn[1]
        if choice is None:
            assert T.need is not None
            number = dice.index_of(T.need, value, self._program.texts)
            return NO_ANSWER if number is None else number
        if value is None:
            return None if self.may else NO_ANSWER
        found = self._value(value)
        if found is NO_ANSWER:
            return NO_ANSWER
        refill(T)
        members = T.members
        if members is not None:
            if self._open is not None:
                return found if found in self._open else NO_ANSWER
            return found if found in members and self._ask(choice.opens, T.S, T.W, T.stack[-1], found) else NO_ANSWER
        return found if self._ask(domains.contains, choice, T.S, T.W, T.stack[-1], found) else NO_ANSWER

    def _value(self, json: Any) -> Any:
        choice = self._choice
        assert choice is not None
        if choice.kind == "offer":
            return json if isinstance(json, bool) else NO_ANSWER
        if choice.kind in ("menu", "take"):
            item = self._item(json)
            return NO_ANSWER if item is None else item
        if choice.kind in ("subset", "list") and json is not None and not isinstance(json, (list, tuple)):
            json = [json]  # one thing stands for the set or list of it, as everywhere in the language
        assert choice.read is not None
        try:
            value = choice.read(json)
        except NO_VALUE:
            return NO_ANSWER
        return NO_ANSWER if value is None else value

    def _item(self, json: Any) -> int | None:
        choice = self._choice
        assert choice is not None
        if json in choice.items:
            return choice.items.index(json)
        for at in range(len(choice.items)):
            if isinstance(json, str) and self._title(at) == json:
                return at
        return None

    def written(self, value: Any) -> Any:
        """Return an answer at play, as `answer` gave it, as it is written outside."""
        written, drawn = self._drawn
        return None if value is None else written if value is drawn else self._json(value)

    def _json(self, value: Any) -> Any:
        choice = self._choice
        if choice is None or choice.write is None:
            return value
        try:
            return choice.write(value)
        except errors.RulesError as problem:
            raise explained(self._program, problem, self._program.places[choice.place].where) from problem

    def _answers(self) -> Iterable[Any]:
        choice, T = self._choice, self._thread
        if choice is None:
            assert T.need is not None
            return dice.entries(T.need, self._program.texts)
        return self._walk(choice)

    def _walk(self, choice: Choice) -> Iterator[Any]:
        T = self._thread
        refill(T)
        try:
            if T.members is not None:
                yield from domains.first(choice, T.S, T.W, T.stack[-1], T.members, len(T.members))
            else:
                yield from domains.candidates(choice, T.S, T.W, T.stack[-1])
        except NATIVE as problem:
            raise explained(self._program, problem) from problem

    def _ask(self, function: Any, *values: Any) -> Any:
        """Call into generated code; what goes wrong there is a play error."""
        try:
            return function(*values)
        except NATIVE as problem:
            raise explained(self._program, problem) from problem


def _short(option: Any) -> str:
    return " ".join(map(str, option)) if isinstance(option, list) else str(option)
