"""A question about a table: what is given, what is swept over, and the cases that come of it.

What is given stays; what can be worked out from it (a ship's class, once the ship is given) is worked out; all the rest is swept
over everything that it can be. Modifiers that lead to the same sum are one case.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import Any

from rulewright.runtime.errors import RulesError
from rulewright.runtime.link import types
from rulewright.runtime.link.types import YES_NO
from rulewright.runtime.odds import errors
from rulewright.runtime.odds.distribution import Distribution
from rulewright.runtime.odds.given import Board
from rulewright.runtime.odds.inputs import Input
from rulewright.runtime.odds.page import Page, Part, written

FEW_CASES = 24
"""So many cases are shown one by one; of more, those with the same sum of modifiers become one."""

MOST_CASES = 500_000
"""Combinations that are looked through."""

MODIFIERS = "modifiers"

Found = tuple[tuple[tuple[str, Any], ...], int | None]
"""Inputs with their values, and a sum of modifiers."""

NO_ROW = "RW0812"


@dataclass(frozen=True, slots=True)
class Case:
    """One line of an answer.

    at: what each of the answer's `columns` is here. modifiers: their sum, None if the roll is impossible. combinations: how many
    lead here. tallies: instead of one result, how many of each thing there are. sampled: those tallies that are not exact.
    """

    at: tuple[str, ...]
    modifiers: int | None
    results: Distribution
    combinations: int = 1
    tallies: tuple[tuple[str, Distribution], ...] = ()
    sampled: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Answer:
    """What comes out.

    given: what was given or worked out from it. label: puts a value into words. kind: table, rule or cup. columns: what differs from case to case. sampled: how many rolls, where not all
    could be looked at; 0 where the chances are exact.
    """

    name: str
    title: str
    given: tuple[tuple[str, str], ...]
    columns: tuple[str, ...]
    cases: tuple[Case, ...]
    label: Callable[[Any], str]
    numeric: bool
    type: types.Type = types.NUMBER
    kind: str = "table"
    cites: tuple[Any, ...] = ()
    sampled: int = 0
    notes: tuple[str, ...] = field(default=())


class TableQuery:
    """A table with what is given about it."""

    def __init__(self, page: Page, given: Mapping[str, str]) -> None:
        self.page = page
        self.program = page.program
        self.board = Board(page.program)
        self.params: dict[str, Any] = {}
        self.fixed: dict[str, Any] = {}
        self.modifiers: int | None = None
        self.applied: dict[str, bool] = {}
        self._order: list[str] = []
        self._parts: dict[Any, dict[Found, int]] = {}
        self._kinds = {param["name"]: types.of_json(param["type"]) for param in page.json["params"]}
        for name, text in given.items():
            self._take(name, text)
        self.state = self.board.state()
        self._work_out()

    # ---------------------------------------------------------------- what is given

    def _take(self, name: str, text: str) -> None:
        page, reader = self.page, self.board.reader
        found = self._input(name)
        self._order.append(found.name if found is not None else name)
        on_board = name in self.board.tracks and self.board.set(name, text)
        if name in (MODIFIERS, "modifier", "drm"):
            self.modifiers = reader.value(name, types.NUMBER, text.lstrip("+"))
            return
        modifier = next((drm for drm in page.drms if drm["id"] == name and drm.get("when") is not None), None)
        if modifier is not None and (found is None or types.bare(found.type) != YES_NO or found.name != name):
            self.applied[name] = reader.value(name, YES_NO, text)
        elif found is not None:
            self.fixed[found.name] = self._value(found, name, text)
        elif name in self._kinds:
            self.params[name] = reader.value(name, self._kinds[name], text)
        elif not on_board and not self.board.set(name, text):
            raise errors.no_parameter(name, f"`{page.id}`", self.names(), self._words())

    def names(self) -> list[str]:
        """All that can be given about the table itself."""
        own = [*self.page.inputs, *(name for name in self._kinds if name not in self.page.inputs)]
        return [*own, *([MODIFIERS] if self.page.drms else [])]

    def _words(self) -> list[str]:
        """Other words by which an input is found."""
        words = [word for one in self.page.inputs.values() for word in (*one.aliases, *one.name.replace(".", "_").split("_"))]
        return [word for word in words if len(word) > 2 and self._input(word) is not None]

    def _input(self, name: str) -> Input | None:
        """The input of that name, or the only one that is also called so, or whose name has that word."""
        inputs = self.page.inputs
        if name in inputs:
            return inputs[name]
        if name in self._kinds or name in self.board.tracks:
            return None
        also = [one for one in inputs.values() if name in one.aliases]
        words = [one for one in inputs.values() if any(name in word.replace(".", "_").split("_") for word in (one.name, *one.aliases))]
        return also[0] if len(also) == 1 else words[0] if len(words) == 1 and not also else None

    def _value(self, found: Input, name: str, text: str) -> Any:
        if text in found.labels:
            assert found.values is not None
            return found.values[found.labels.index(text)]
        value = self.board.reader.value(name, found.type, text)
        if found.values is not None and not found.labels and value not in found.values:
            raise errors.no_value(name, text, self._labels(found), errors.listed(self._labels(found)))
        return value

    def _labels(self, found: Input) -> list[str]:
        return [self.label(found, value) for value in found.values or ()]

    def label(self, found: Input, value: Any) -> str:
        """What a value of an input is called; ids, as they can be given again."""
        if found.labels and found.values is not None and value in found.values:
            return found.labels[found.values.index(value)]
        if types.starts(types.bare(found.type), "enum:") and value is not None:
            return str(self.program.texts.json(found.type, value))
        return self.program.texts.label(found.type, value)

    def _work_out(self) -> None:
        """Find the values of inputs that follow from pieces and tracks that are given."""
        given_tracks = set(self.board.given)
        for name, one in self.page.inputs.items():
            known = one.params <= set(self.params) and one.tracks <= given_tracks and (one.params or one.tracks)
            if name in self.fixed or not known:
                continue
            function = written(self.program, one.expression, {param: self._kinds[param] for param in one.params}, f"odds {self.page.id}")
            self.fixed[name] = self.page.called(function, self.state, [self.params[param] for param in one.params])

    # ---------------------------------------------------------------- the cases

    def swept(self, names: Sequence[str]) -> list[str]:
        return [name for name in names if name not in self.fixed]

    def answer(self, by: Sequence[str] = ()) -> Answer:
        """Return all cases.

        Args:
            by: inputs that are columns of their own, where modifiers would be summed up.

        Raises:
            RulewrightError: RW0933 something must be given, RW0935 there are too many cases.
        """
        page = self.page
        of_page = self.swept(page.of_page)
        of_modifiers = [] if self.modifiers is not None else [name for name in self.swept(page.of_modifiers) if name not in of_page]
        both = [*of_page, *of_modifiers]
        open_ends = [name for name in both if page.inputs[name].values is None]
        if open_ends:
            raise errors.needed(open_ends, f"`{page.id}`")
        size = prod(len(page.inputs[name].values or ()) for name in both)
        largest = max([of_page, *([name for name in {*of_page, *part.names} if name in both] for part in page.parts)], key=self._size)
        if self._size(largest) > MOST_CASES:
            raise errors.too_many(self._size(largest), MOST_CASES, sorted(largest))
        asked = [self._asked(name).name for name in by]
        shown = [name for name in both if name in of_page or name in asked or size <= FEW_CASES]
        cases: dict[tuple[Any, ...], int] = {}
        for values in product(*(page.inputs[name].values or () for name in of_page)):
            env = {**self.fixed, **dict(zip(of_page, values, strict=True))}
            for (found, modifiers), ways in self._sums(env, of_modifiers, shown).items():
                at = {**env, **dict(found)}
                cases[(*(at[name] for name in shown), modifiers)] = ways
        made = list(self._cases(shown, cases))
        return Answer(
            page.id, page.title, self.answer_given(), tuple(shown), tuple(made), page.label, types.bare(page.type) == types.NUMBER,
            type=page.type, cites=tuple(page.json.get("cites") or ()),
        )  # fmt: skip

    def _asked(self, name: str) -> Input:
        found = self._input(name)
        if found is None:
            raise errors.no_parameter(name, f"`{self.page.id}`", self.names(), self._words())
        return found

    def _size(self, names: Iterable[str]) -> int:
        return prod(len(self.page.inputs[name].values or ()) for name in names)

    def _sums(self, env: Mapping[str, Any], swept: Sequence[str], shown: Sequence[str]) -> dict[Found, int]:
        """By the values of the inputs that are shown, and the sum of the modifiers: how many combinations lead there."""
        if self.modifiers is not None:
            return {((), self.modifiers): 1}
        so_far: dict[Found, int] = {((), 0): 1}
        for part in self.page.parts:
            more: dict[Found, int] = {}
            for (at, one), ways in self._part(part, env, swept, shown).items():
                for (before, other), others in so_far.items():
                    key = (before + at, None if one is None or other is None else one + other)
                    more[key] = more.get(key, 0) + ways * others
            so_far = more
        return so_far

    def _part(self, part: Part, env: Mapping[str, Any], swept: Sequence[str], shown: Sequence[str]) -> dict[Found, int]:
        page, S = self.page, self.state
        names = [name for name in part.names if name in swept]
        kept = (part.ids, tuple(env[name] for name in part.names if name not in swept))
        if kept in self._parts:
            return self._parts[kept]
        wanted = [(id, applies) for id, applies in self.applied.items() if id in part.ids]
        found: dict[Found, int] = {}
        for values in product(*(page.inputs[name].values or () for name in names)):
            here = dict(zip(names, values, strict=True))
            both = {**env, **here}
            try:
                if all((page.modifier(id, S, both) != 0) == applies for id, applies in wanted):
                    key = (tuple((name, here[name]) for name in names if name in shown), page.part(part, S, both))
                    found[key] = found.get(key, 0) + 1
            except RulesError as problem:
                if problem.code != NO_ROW or not names:
                    raise
        self._parts[kept] = found
        return found

    def _cases(self, shown: list[str], cases: Mapping[tuple[Any, ...], int]) -> Iterator[Case]:
        page = self.page
        places = [{value: at for at, value in enumerate(page.inputs[name].values or ())} for name in shown]

        def order(key: tuple[Any, ...]) -> tuple[Any, ...]:
            at = [place[value] for place, value in zip(places, key[:-1], strict=True)]
            return (*at, key[-1] is None, key[-1] or 0)

        for key in sorted(cases, key=order):
            env = {**self.fixed, **dict(zip(shown, key[:-1], strict=True))}
            try:
                results = page.results(self.state, env, key[-1])
            except RulesError as problem:
                if problem.code != NO_ROW or not shown:
                    raise
                continue
            yield Case(tuple(self.label(page.inputs[name], env[name]) for name in shown), key[-1], results, cases[key])

    def answer_given(self) -> tuple[tuple[str, str], ...]:
        """What was given, and what follows from it."""
        texts = self.program.texts
        found = dict.fromkeys(self._order, "")
        found |= {name: texts.label(self._kinds[name], value) for name, value in self.params.items()}
        found |= {name: "yes" if value else "no" for name, value in self.applied.items()}
        found |= self.board.given
        found |= {name: self.label(self.page.inputs[name], value) for name, value in self.fixed.items()}
        if self.modifiers is not None:
            found[MODIFIERS] = f"{self.modifiers:+d}" if self.modifiers else "0"
        return tuple((name, text) for name, text in found.items() if text)
