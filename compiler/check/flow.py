"""Where secrets go while the rules run: every step and scenario is walked, with the rules that it calls.

A branch, a loop or a decision that rests on a secret colours what is done inside it. A rule is walked
again for arguments of other owners; a statement that cannot be reached from a step is walked as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from rulewright.compiler.check.audience import ALL, NONE, UNKNOWN, Secret, Secrets, Term
from rulewright.compiler.check.index import Declaration, Index
from rulewright.compiler.check.leak import Judge, Told
from rulewright.compiler.check.secrecy import Eyes
from rulewright.compiler.check.sight import Sight, View, joined
from rulewright.compiler.model import Json
from rulewright.compiler.record import Record

EVERYBODY: tuple[Term, ...] = (ALL,)

MOST_WALKS = 100  # of one rule; every further way to call it is taken to be like one of these

Exits = dict[str, Secrets]
"""What early exits rest on, by the label of the loop that they go on with; "" is the end of the item."""

Walk = Callable[["Flow", Json, "State", Secrets], Exits]
"""Walks one kind of statement: what happens because of the secrets, and who sees it."""


class State(Record):
    """What is known at one point of the walk."""

    view: View
    told: Told
    together: Term | None = None

    def copy(self) -> State:
        return State(self.view, self.told.copy(), self.together)

    def bind(self, name: str | None, sight: Sight) -> None:
        if name is not None:
            self.view = self.view.binding(name, sight)

    def join(self, branches: list[State]) -> None:
        """Go on with what holds after any of `branches`."""
        first, *rest = branches
        known = dict(first.view.known)
        for branch in rest:
            for name, sight in branch.view.known.items():
                mine = known.get(name)
                known[name] = sight if mine is None or mine is sight else joined([mine, sight])
        self.view = View(self.view.scope, self.view.types, known)
        self.told = Told(
            frozenset.intersection(*(branch.told.anything for branch in branches)),
            frozenset.intersection(*(branch.told.sources for branch in branches)),
        )


class Flow:
    """One walk over a document: `judge` holds what leaks, `public` the decisions that rest on no secret."""

    def __init__(self, index: Index, statements: Mapping[str, Walk]) -> None:
        self.index = index
        self.statements = statements
        self.eyes = Eyes(index)
        self.judge = Judge(self.eyes.sides)
        self.hides_choices = index.document["ruleset"]["choices"] == "hidden"
        self.clean: dict[str, bool] = {}
        self.leading: dict[str, list[str]] = {}
        self._stack: list[str] = []
        self._walks: dict[str, int] = {}
        self._walked: dict[tuple[object, ...], Told] = {}

    def run(self) -> None:
        for phase in self.index.listed("phases"):
            entered = self._condition(phase["when"], phase)
            for step in phase["steps"]:
                pc = entered | self._condition(step["when"], step)
                self._walk(f"{phase['id']}.{step['id']}", step, pc)
        for scenario in self.index.listed("scenarios"):
            self._walk(scenario["id"], scenario, NONE)
        reached = {key[0] for key in self._walked}
        self.judge.is_quiet = True
        for owner in (*self.index.listed("rules"), *self.index.listed("actions")):
            if owner["id"] not in reached and owner["id"] != "victory":
                self._walk(owner["id"], owner, NONE)
        self.judge.is_quiet = False

    def public(self) -> frozenset[str]:
        """The decisions whose options, and those of the choices they lead to, rest on no secret."""
        return frozenset(
            id
            for id, is_clean in self.clean.items()
            if is_clean and all(self.clean.get(inner, True) for inner in self.leading.get(id, ()))
        )

    def block(self, block: list[Json], state: State, pc: Secrets) -> Exits:
        exits: Exits = {}
        for statement in block:
            found = self.statements[statement["do"]](self, statement, state, pc)
            for label, secrets in found.items():
                exits[label] = exits.get(label, NONE) | secrets
                pc = pc | secrets
        return exits

    def call(self, owner: Declaration, arguments: dict[str, Sight], state: State, pc: Secrets) -> None:
        """Walk a rule or an action for these arguments, if it was not walked for the like before."""
        id = owner["id"]
        if id in self._stack or self._walks.get(id, 0) >= MOST_WALKS:
            return
        told = state.told
        pc = frozenset(Secret(s.owner, "a choice", True) if s.is_choice else s for s in pc)
        listed = tuple(sorted(arguments.items()))
        key = (id, listed, pc, told.anything, told.sources, state.together, self.judge.is_quiet)
        after = self._walked.get(key)
        if after is None:
            self._walks[id] = self._walks.get(id, 0) + 1
            self._stack.append(id)
            inner = State(View(id, owner.get("locals") or {}, arguments), told.copy(), state.together)
            self.block(owner["body"], inner, pc)
            self._stack.pop()
            after = self._walked[key] = inner.told
        state.told = after.copy()

    def branches(self, blocks: Iterable[list[Json] | None], state: State, pc: Secrets) -> Exits:
        """Walk blocks of which one is taken, or none; None stands for going straight on."""
        exits: Exits = {}
        after: list[State] = []
        for block in blocks:
            inner = state.copy()
            for label, secrets in self.block(block or [], inner, pc).items():
                exits[label] = exits.get(label, NONE) | secrets
            after.append(inner)
        state.join(after)
        return exits

    def loop(
        self, label: str, body: list[Json], state: State, pc: Secrets, name: str | None, one: Sight
    ) -> Exits:
        """Walk the body of a loop, twice if the first round changes what is known of a local."""
        exits: Exits = {}
        for _ in range(2):
            inner = state.copy()
            inner.bind(name, one)
            exits = self.block(body, inner, pc | one.secrets)
            before = dict(state.view.known)
            state.join([state.copy(), inner])
            changed = {n for n in before if state.view.known[n] != before[n]} - {name}
            if not changed:
                break
        exits.pop(label, None)
        return exits

    def choice(self, side: Term, id: str) -> Secrets:
        return frozenset((Secret(side, id, True),)) if self.hides_choices else NONE

    def seen_by(self, statement: Json, state: State) -> tuple[Term, ...]:
        by = statement["seen_by"]
        return EVERYBODY if by is None else (self.eyes.side(by, state.view),)

    def owners(self, sight: Sight) -> tuple[Term, ...]:
        return tuple(sorted(sight.owners, key=repr)) or (UNKNOWN,)

    def readers(self, sight: Sight, visibility: str, unless: str | None = None) -> tuple[Term, ...]:
        """Who sees a change on a piece."""
        if visibility in ("public", "printed") or (unless is not None and unless in sight.marks):
            return EVERYBODY
        return () if visibility == "secret" else self.owners(sight)

    def _walk(self, scope: str, owner: Declaration, pc: Secrets) -> None:
        view = View(scope, owner.get("locals") or {}, {})
        if owner.get("by") is not None:
            by = owner["by"]
            view = view.binding(
                by, Sight(side=("side", by) if by in self.index.sides else ("value", scope, by))
            )
        self.block(owner["body"], State(view, Told()), pc)

    def _condition(self, when: Json, owner: Declaration) -> Secrets:
        return self.eyes.of(when, View("", owner.get("locals") or {}, {})).whole
