"""A question about a rule: what is so when it begins, and what its dice and draws make of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from types import MappingProxyType
from typing import Any

from rulewright.runtime.errors import RulewrightError
from rulewright.runtime.link import types
from rulewright.runtime.link.body import CHANCE, bodies
from rulewright.runtime.link.names import Json
from rulewright.runtime.link.primitives import State
from rulewright.runtime.link.program import Program, Rule
from rulewright.runtime.link.types import NUMBER, SIDE, YES_NO, Type
from rulewright.runtime.odds import deciding, errors
from rulewright.runtime.odds.branching import Enumerator
from rulewright.runtime.odds.deciding import Decisions, Question, Taken, Undecided
from rulewright.runtime.odds.distribution import Distribution
from rulewright.runtime.odds.forks import OverBudget
from rulewright.runtime.odds.given import Board
from rulewright.runtime.odds.inputs import WIDEST
from rulewright.runtime.odds.query import Answer, Case
from rulewright.runtime.odds.sampling import samples
from rulewright.runtime.odds.slices import Slices
from rulewright.runtime.odds.things import Thing, changed, things

BUDGET_OF_RUNS = 60_000
"""Runs of a block of code, after which the rolls are sampled."""

SAMPLES = 10_000
MOST_CASES = 200

MOST_SWEPT = 60
"""Answers to one question that are taken one after the other."""

MOST_SAMPLED = 12
"""Combinations of answers that are sampled: each of them takes its time."""

Ends = list[tuple[State, Fraction]]


def rolling(program: Program) -> dict[str, Json]:
    """Return the rules and steps in which something happens by chance, by name."""
    own: dict[str, Json] = {json["id"]: json for json in program.document["rules"]}
    return {id: json for id, json in {**own, **_steps(program)}.items() if _does(json["body"], own, CHANCE)}


def _steps(program: Program) -> dict[str, Json]:
    """Steps as `phase.step`; the one step of a phase without steps as the phase."""
    return {
        f"{phase['id']}.{step['id']}" if step["id"] else phase["id"]: {"params": [], "title": step.get("title") or phase["title"], "cites": phase.get("cites"), **step}
        for phase in program.document["phases"]
        for step in phase["steps"]
    }


def _does(body: Json, own: Mapping[str, Json], kinds: frozenset[str], inside: tuple[str, ...] = ()) -> bool:
    for statement in body:
        if statement["do"] in kinds or any(_does(inner, own, kinds, inside) for inner in bodies(statement)):
            return True
        if statement["do"] == "call" and statement["rule"] not in inside and _does(own[statement["rule"]]["body"], own, kinds, (*inside, statement["rule"])):
            return True
    return False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a rule makes of one state: every state in which it ends, with its chance. sampled: how many rolls, 0 if exact."""

    before: State
    ends: Ends
    sampled: int = 0


class RuleQuery:
    """A rule or step with what is given about it. The program stops at chance.

    decided: what is answered to which question (see `deciding`).
    """

    def __init__(self, program: Program, name: str, given: Mapping[str, str], decided: Mapping[str, str] | None = None) -> None:
        self.program = program
        self.name = name
        json = program.linker.rules[name].json if name in program.linker.rules else _steps(program)[name]
        self.json = json
        self.rule = _linked(program, name)
        self.board = Board(program)
        self.kinds: dict[str, Type] = {param["name"]: types.of_json(param["type"]) for param in json["params"]}
        self._ranges = {param["name"]: param.get("range") for param in json["params"]}
        self.params: dict[str, Any] = {}
        for id, text in given.items():
            if id in self.kinds:
                self.params[id] = self.board.reader.value(id, self.kinds[id], text)
            elif not self.board.set(id, text):
                raise errors.no_parameter(id, f"`{name}`", [*self.kinds, *self.board.names()])
        self.decided = dict(decided or {})
        deciding.checked(program, json, self.decided)
        self._enumerator: Enumerator | None = None
        self._slices: Slices | None = None

    # ---------------------------------------------------------------- running

    def outcome(
        self, params: Mapping[str, Any], budget: int = BUDGET_OF_RUNS, seed: int = 1, *, of: Collection[str] = (), taken: Taken = MappingProxyType({})
    ) -> Outcome:
        """Return what the rule makes of the state: exactly, or from samples where that takes more than the budget.

        Args:
            of: ids of things; what has no bearing on them may stay as it is. None: everything counts.
            taken: the answers that are tried to questions of which nothing is said.

        Raises:
            Undecided: there is another such question.
        """
        S = self.board.state()
        frame = [self.rule.entry, *(params[name] for name in self.kinds), *self.program.linker.code.namespace[self.rule.pad]]
        decisions = Decisions(self.program, self.decided, taken)
        if self._enumerator is None:
            self._enumerator = Enumerator(self.program)
        enumerator = self._enumerator
        try:
            ends = enumerator.all(S, frame, budget, decisions, self._forgotten(of))
        except OverBudget:
            enumerator.alike.begin(S)
            found = (enumerator.alike.settled(state) for state in samples(self.program, S, frame, decisions, SAMPLES, seed))
            return Outcome(enumerator.alike.settled(S[:]), [(state, Fraction(1, SAMPLES)) for state in found], SAMPLES)
        return Outcome(enumerator.alike.settled(S[:]), ends)

    def _forgotten(self, of: Collection[str]) -> Collection[int]:
        if not of:
            return ()
        if self._slices is None:
            self._slices = Slices(self.program, self.json, Decisions(self.program, self.decided, {}).advised)
        return self._slices.forgotten(of)

    # ---------------------------------------------------------------- asking

    def answer(self, of: Sequence[str] = (), budget: int = BUDGET_OF_RUNS) -> Answer:
        """Return what becomes of everything that the rule may change, or of the things that are named."""
        swept = [name for name in self.kinds if name not in self.params]
        values = {name: self._values(name) for name in swept}
        open_ends = [name for name in swept if values[name] is None]
        if open_ends:
            raise errors.needed(open_ends, f"`{self.name}`")
        every = list(product(*(values[name] or () for name in swept)))
        if len(every) > MOST_CASES:
            raise errors.too_many(len(every), MOST_CASES, swept)
        wanted = self._named(of)
        found: list[tuple[tuple[str, ...], dict[Question, tuple[str, ...]], Tallies]] = []
        for at in every:
            labels = tuple(self.program.texts.label(self.kinds[name], value) for name, value in zip(swept, at, strict=True))
            for taken, tallies in self._answered({**self.params, **dict(zip(swept, at, strict=True))}, wanted, budget, MOST_CASES - len(found)):
                found.append((labels, taken, tallies))
        asked = list(dict.fromkeys(question for _, taken, _ in found for question in taken))
        cases = tuple(
            Case((*labels, *(" / ".join(taken.get(question, ())) for question in asked)), 0, Distribution.certain(()), 1, tallies.found, tallies.sampled)
            for labels, taken, tallies in found
        )
        texts = self.program.texts
        given = [(name, texts.label(self.kinds[name], value)) for name, value in self.params.items()]
        decided = [("all questions" if name == deciding.EVERY else name, said) for name, said in self.decided.items()]
        return Answer(
            self.name, self.json["title"] or self.name, (*given, *self.board.given.items(), *decided), (*swept, *_columns(asked)), cases, str, False,
            kind="rule", cites=tuple(self.json.get("cites") or ()), sampled=SAMPLES if any(case.sampled for case in cases) else 0, notes=_swept(asked),
        )  # fmt: skip

    def _answered(
        self, params: Mapping[str, Any], wanted: list[Thing], budget: int, most: int
    ) -> Iterator[tuple[dict[Question, tuple[str, ...]], Tallies]]:
        """Yield what becomes of things by each combination of answers to questions of which nothing is said."""
        waiting: list[dict[Question, tuple[str, ...]]] = [{}]
        sampled = 0
        last: Undecided | None = None
        while waiting:
            taken = waiting.pop()
            try:
                tallies = self._tallies(params, wanted, budget, taken)
            except Undecided as asked:
                last = asked
                waiting += [{**taken, asked.question: (*taken.get(asked.question, ()), answer)} for answer in reversed(asked.answers)]
                if len(asked.answers) > MOST_SWEPT or len(waiting) > most:
                    raise self._too_many(asked) from asked
                continue
            most -= 1
            sampled += bool(tallies.sampled)
            if last is not None and sampled > MOST_SAMPLED and waiting:
                raise self._too_many(last)
            yield taken, tallies

    def _too_many(self, asked: Undecided) -> RulewrightError:
        side, question = asked.question
        return errors.asks(f"`{self.name}`", question, side, asked.answers, asked.cites)

    def _tallies(self, params: Mapping[str, Any], wanted: list[Thing], budget: int, taken: Taken) -> Tallies:
        """Return what becomes of the things that are wanted, or of all that changes: each exactly where the budget allows it."""
        whole = self.outcome(params, budget, of=[thing.id for thing in wanted], taken=taken)
        shown = wanted or changed(self.program, whole.before, (state for state, _ in whole.ends))
        found = {thing.name: tally(whole.ends, thing) for thing in shown}
        if not whole.sampled:
            return Tallies(tuple(found.items()))
        inexact = set(found)
        together: dict[str, list[Thing]] = {}
        for thing in shown:
            together.setdefault(thing.id, []).append(thing)
        if len(together) > 1 or not wanted:
            for id, group in together.items():
                alone = self.outcome(params, budget, of=[id], taken=taken)
                if not alone.sampled:
                    found |= {thing.name: tally(alone.ends, thing) for thing in group}
                    inexact -= {thing.name for thing in group}
        return Tallies(tuple(found.items()), frozenset(inexact))

    def _named(self, names: Sequence[str]) -> list[Thing]:
        known = {thing.name: thing for thing in things(self.program)}
        for name in names:
            if name not in known:
                raise errors.no_thing(name, self.name, [*known])
        return [known[name] for name in names]

    def _values(self, name: str) -> tuple[Any, ...] | None:
        """Everything that a parameter can be, None if that has no end or is many pieces."""
        kind = self.kinds[name]
        inner = types.bare(kind)
        names = self.program.linker.names
        found: tuple[Any, ...] | None = None
        bounds = self._ranges[name]
        if inner == YES_NO:
            found = (False, True)
        elif inner == SIDE:
            found = tuple(range(len(names.side_ids)))
        elif types.starts(inner, "enum:"):
            found = tuple(range(len(names.values[inner[5:]])))
        elif inner == NUMBER and bounds and None not in bounds and bounds[1] - bounds[0] <= WIDEST:
            found = tuple(range(bounds[0], bounds[1] + 1))
        return (None, *found) if found is not None and types.nullable(kind) else found


@dataclass(frozen=True, slots=True)
class Tallies:
    """What becomes of things, by name. sampled: those of which only samples are known."""

    found: tuple[tuple[str, Distribution], ...]
    sampled: frozenset[str] = frozenset()


def _columns(asked: Sequence[Question]) -> list[str]:
    """What the columns of answers are called: with the side, where several are asked the same."""
    questions = [question for _, question in asked]
    return [question if questions.count(question) == 1 else f"{side}:{question}" for side, question in asked]


def _swept(asked: Sequence[Question]) -> tuple[str, ...]:
    """The sentence that says what was not decided."""
    if not asked:
        return ()
    one = _columns(asked)[0]
    return (
        f"nothing is said about {errors.listed(_columns(asked))}, so each answer is a case of its own; `--decide {one}=ANSWER` settles it,"
        f" `--decide {one}=random` takes all that are open alike",
    )


def tally(ends: Ends, thing: Thing) -> Distribution:
    """Return what becomes of one thing."""
    return Distribution.mixture((chance, Distribution.certain(thing.value(state))) for state, chance in ends)


def _linked(program: Program, name: str) -> Rule:
    if name in program.linker.rules:
        return program.linker.rules[name]
    for (i, j), rule in program.steps.items():
        phase = program.document["phases"][i]
        step = phase["steps"][j]
        if name == (f"{phase['id']}.{step['id']}" if step["id"] else phase["id"]):
            return rule
    raise errors.no_such(name, ())

