"""A question about a rule: what is so when it begins, and what its dice and draws make of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from rulewright.runtime.dice import Seeded, stream
from rulewright.runtime.errors import GameEnds
from rulewright.runtime.frames import Desk, Thread
from rulewright.runtime.link import types
from rulewright.runtime.link.body import CHANCE, DECISIONS, bodies
from rulewright.runtime.link.fault import NATIVE, explained
from rulewright.runtime.link.layout import BUDGET, STREAM
from rulewright.runtime.link.names import Json
from rulewright.runtime.link.primitives import BUDGET as FULL
from rulewright.runtime.link.primitives import State
from rulewright.runtime.link.program import Program, Rule
from rulewright.runtime.link.types import NUMBER, SIDE, YES_NO, Type
from rulewright.runtime.odds import errors
from rulewright.runtime.odds.branching import Enumerator, OverBudget
from rulewright.runtime.odds.distribution import Distribution
from rulewright.runtime.odds.given import Board
from rulewright.runtime.odds.inputs import WIDEST
from rulewright.runtime.odds.query import Answer, Case
from rulewright.runtime.odds.things import Thing, changed, things

BUDGET_OF_RUNS = 30_000
"""Runs of a block of code, after which the rolls are sampled."""

SAMPLES = 10_000
MOST_CASES = 200

Ends = list[tuple[State, Fraction]]


def rolling(program: Program) -> dict[str, Json]:
    """Return the rules and steps in which something happens by chance, by name."""
    own: dict[str, Json] = {json["id"]: json for json in program.document["rules"]}
    return {id: json for id, json in {**own, **_steps(program)}.items() if _does(json["body"], own, CHANCE)}


def rules(program: Program) -> dict[str, Json]:
    """Return those of them in which nobody chooses."""
    own: dict[str, Json] = {json["id"]: json for json in program.document["rules"]}
    return {id: json for id, json in rolling(program).items() if not _does(json["body"], own, DECISIONS)}


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
    """A rule or step with what is given about it. The program stops at chance."""

    def __init__(self, program: Program, name: str, given: Mapping[str, str]) -> None:
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
        self._enumerator: Enumerator | None = None

    # ---------------------------------------------------------------- running

    def outcome(self, params: Mapping[str, Any], budget: int = BUDGET_OF_RUNS, seed: int = 1) -> Outcome:
        """Return what the rule makes of the state: exactly, or from samples where that takes more than the budget."""
        S = self.board.state()
        args = [params[name] for name in self.kinds]
        if self._enumerator is None:
            self._enumerator = Enumerator(self.program)
        before = self._enumerator.settled(S[:])
        try:
            return Outcome(before, self._enumerator.all(S, self._frame(args), budget))
        except OverBudget:
            return Outcome(before, list(self._samples(S, args, seed)), SAMPLES)

    def _frame(self, args: list[Any]) -> list[Any]:
        return [self.rule.entry, *args, *self.program.linker.code.namespace[self.rule.pad]]

    def _samples(self, S: State, args: list[Any], seed: int) -> Iterator[tuple[State, Fraction]]:
        assert self._enumerator is not None
        desk = Desk(self.program, Seeded())
        desk.note = _unread
        for number in range(SAMPLES):
            thread = Thread(S[:], [self._frame(args)])
            thread.S[STREAM] = stream(seed, number)
            try:
                while thread.stack:
                    thread.S[BUDGET] = thread.W[BUDGET] = FULL
                    frame = thread.stack[-1]
                    if desk.blocks[frame[0]](desk, thread, thread.S, thread.W, frame):
                        self._enumerator.refuse(thread)
            except GameEnds:
                pass
            except NATIVE as problem:
                raise explained(self.program, problem) from problem
            yield self._enumerator.settled(thread.S), Fraction(1, SAMPLES)

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
        cases: list[Case] = []
        sampled = 0
        for at in every:
            outcome = self.outcome({**self.params, **dict(zip(swept, at, strict=True))}, budget)
            sampled = max(sampled, outcome.sampled)
            shown = wanted or changed(self.program, outcome.before, (state for state, _ in outcome.ends))
            tallies = tuple((thing.name, tally(outcome.ends, thing)) for thing in shown)
            labels = tuple(self.program.texts.label(self.kinds[name], value) for name, value in zip(swept, at, strict=True))
            cases.append(Case(labels, 0, Distribution.certain(()), tallies=tallies))
        texts = self.program.texts
        given = [(name, texts.label(self.kinds[name], value)) for name, value in self.params.items()]
        return Answer(
            self.name, self.json["title"] or self.name, (*given, *self.board.given.items()), tuple(swept), tuple(cases), str, False,
            kind="rule", cites=tuple(self.json.get("cites") or ()), sampled=sampled,
        )  # fmt: skip

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


def _unread(note: Any) -> None:
    """What happens while odds are worked out is told to nobody."""
