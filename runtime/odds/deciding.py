"""What is answered where a rule asks: an answer that is given, any of those that are open, or that of a bot of the ruleset.

    close_in.fire=yes          that answer
    fire.target=hood/none      the first of them that is open
    watch:search.called=D3     the same, for one side alone
    close_in.fire=random       every answer that is open, each as often as the others
    watch=scripted             the bot of the ruleset for that side answers all its questions
    random, scripted           the same for all questions that nothing else is said about

A question about which nothing is said is `Undecided`: whoever asks for odds takes its answers one after the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from rulewright.runtime import advice
from rulewright.runtime.decisions import NO_ANSWER, Decision
from rulewright.runtime.frames import Thread
from rulewright.runtime.link.body import bodies
from rulewright.runtime.link.names import Json
from rulewright.runtime.link.program import Choice, Program
from rulewright.runtime.odds import errors

RANDOM, SCRIPTED, EVERY = "random", "scripted", "*"

MOST_ANSWERS = 1000
"""Answers among which chance may decide."""

Question = tuple[str, str]
"""The id of a side and that of a decision."""

Taken = Mapping[Question, tuple[str, ...]]
"""For each question, the answers that are taken: the first of them that is open."""


class Undecided(Exception):
    """Nothing is said about a question. Internal: its answers are taken one after the other."""

    def __init__(self, question: Question, answers: tuple[str, ...], cites: tuple[Json, ...]) -> None:
        super().__init__(question)
        self.question = question
        self.answers = answers
        self.cites = cites


class Decisions:
    """What is answered to each question.

    decided: as people write it, `*` standing for all questions. taken: the answers that are tried now.
    """

    def __init__(self, program: Program, decided: Mapping[str, str], taken: Taken) -> None:
        self.program = program
        self.decided = decided
        self.taken = taken

    @property
    def advised(self) -> bool:
        """Does a bot of the ruleset answer anything?"""
        words = {SCRIPTED, *(bot["id"] for bot in self.program.document.get("bots", ()))}
        return any(said in words for said in self.decided.values())

    def answers(self, thread: Thread) -> list[tuple[Any, int]]:
        """Return the answers at play to the open question of a thread, each with its weight.

        Raises:
            Undecided: nothing is said about it.
            RulewrightError: RW0937 what is said is no answer that is open, RW0934 the answers are too many.
        """
        choice = thread.choice
        assert choice is not None
        side = self.program.sides[thread.asked]
        decision = Decision(self.program, thread)
        question = (side, choice.id)
        if question in self.taken:
            found = _first(decision, self.taken[question])
            if found is NO_ANSWER:
                raise Undecided(question, tuple(texts(decision)), decision.cites)
            return [(found, 1)]
        for name in (f"{side}:{choice.id}", choice.id, side, EVERY):
            if name in self.decided:
                return self._said(self.decided[name], decision, choice, thread)
        raise Undecided(question, tuple(texts(decision)), decision.cites)

    def drawn(self, thread: Thread, random: Random) -> Any:
        """Return one of `answers`, drawn by its weight; where all members of a set are alike, no more of them are judged than are drawn."""
        choice = thread.choice
        assert choice is not None
        side = self.program.sides[thread.asked]
        names = (f"{side}:{choice.id}", choice.id, side, EVERY)
        said = next((self.decided[name] for name in names if name in self.decided), "")
        if said == RANDOM and thread.members is not None and (side, choice.id) not in self.taken:
            decision = Decision(self.program, thread)
            return decision.answer(decision.sample(random))
        values, weights = zip(*self.answers(thread), strict=True)
        return random.choices(values, weights)[0]

    def _said(self, said: str, decision: Decision, choice: Choice, thread: Thread) -> list[tuple[Any, int]]:
        if said == RANDOM:
            return [(value, 1) for value in self._open(decision, MOST_ANSWERS)]
        bot = self._bot(said, str(decision.side))
        if bot is not None:
            # Of more answers a bot compares some that it draws at random.
            answers = self._open(decision, advice.WEIGHED)
            return [(value, 1) for value in (advice.left_by(bot, choice, thread, decision.may, Random(0)) if bot in choice.advice else answers)]
        if choice.kind == "offer":
            # Here it is plain which words can never be an answer; elsewhere one may be open another time.
            for word in said.split("/"):
                if word.strip().casefold() not in ("yes", "no", "none"):
                    raise errors.not_open(choice.id, word, list(texts(decision)), decision.cites)
        found = _first(decision, said.split("/"))
        if found is NO_ANSWER:
            raise errors.not_open(choice.id, said, list(texts(decision)), decision.cites)
        return [(found, 1)]

    def _open(self, decision: Decision, most: int) -> list[Any]:
        """The open answers at play, declining among them."""
        found = decision.options(most + 1)
        if len(found) > most:
            raise errors.too_many_answers(decision.id, str(decision.side), [text for text, _ in zip(texts(decision), range(3), strict=False)], decision.cites)
        return [decision.answer(one) for one in found]

    def _bot(self, word: str, side: str) -> str | None:
        """The bot of the ruleset that a word means, for a side."""
        return next((bot["id"] for bot in self.program.document.get("bots", ()) if bot["side"] == side and word in (SCRIPTED, bot["id"])), None)


def checked(program: Program, asked: Json, decided: Mapping[str, str]) -> None:
    """See that all that is decided is about sides and about questions of a rule.

    Raises:
        RulewrightError: RW0931 there is no such question, RW0932 a side or everybody does not answer so.
    """
    known = list(dict.fromkeys(questions(program, asked)))
    bots: list[Json] = list(program.document.get("bots", ()))
    for name, said in decided.items():
        side, colon, question = name.rpartition(":")
        if name in (EVERY, *program.sides):
            answering = [bot["id"] for bot in bots if name in (EVERY, bot["side"])]
            words = [RANDOM, *([SCRIPTED] if answering else []), *answering]
            if said not in words:
                raise errors.no_value("--decide" if name == EVERY else name, said, words, errors.listed(words))
        elif question not in known or (colon and side not in program.sides):
            raise errors.no_question(name, known, [*program.sides, *(f"{one}:{id}" for one in program.sides for id in known)])


def questions(program: Program, asked: Json) -> Iterator[str]:
    """Yield what a rule may ask, itself or by what it calls."""
    own = {json["id"]: json for kind in ("rules", "actions") for json in program.document[kind]}
    seen: set[str] = set()

    def walk(statements: list[Json]) -> Iterator[str]:
        for json in statements:
            if json["do"] in ("choose", "offer", "menu", "take"):
                yield str(json["id"])
            for called in (json["rule"],) if json["do"] == "call" else json["actions"] if json["do"] == "take" else ():
                if called in own and called not in seen:
                    seen.add(called)
                    yield from walk(own[called]["body"])
            for body in bodies(json):
                yield from walk(body)

    yield from walk(asked["body"])


def texts(decision: Decision) -> Iterator[str]:
    """Yield the open answers as people write them."""
    for answer in decision.options(MOST_ANSWERS):
        yield text_of(answer)


def text_of(answer: Any) -> str:
    """Return an answer as people write it."""
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    if isinstance(answer, list):
        return "+".join(map(text_of, answer)) or "nothing"
    return "none" if answer is None else str(answer)


def _first(decision: Decision, said: Any) -> Any:
    """Return the first answer at play that is open, or NO_ANSWER."""
    return next((found for text in said if (found := _meant(decision, text.strip())) is not NO_ANSWER), NO_ANSWER)


def _meant(decision: Decision, text: str) -> Any:
    """Return the answer at play that a text means, by its id or its words, or NO_ANSWER."""
    plain = text.casefold()
    if decision.kind == "offer":
        return {"yes": True, "no": False, "none": False}.get(plain, NO_ANSWER) if plain != "yes" or decision.contains(True) else NO_ANSWER
    if plain in ("none", "decline", "done") and decision.may:
        return None
    parts = [] if plain == "nothing" else [part.strip() for part in text.replace(",", "+").split("+")]
    ways: list[Any] = [text, [int(part) if part.lstrip("-").isdigit() else part for part in parts]]
    if text.lstrip("-").isdigit():
        ways.append(int(text))
    for way in ways:
        found = decision.answer(way)
        if found is not NO_ANSWER and found is not None:
            return found
    for option in decision.options(MOST_ANSWERS):
        if plain in (text_of(option).casefold(), decision.label(option).casefold()):
            return decision.answer(option)
    return NO_ANSWER
