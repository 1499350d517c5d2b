"""How the chance of each result moves with each modifier, one at a time, from one point on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from rulewright.runtime.errors import RulesError
from rulewright.runtime.link import types
from rulewright.runtime.link.types import YES_NO
from rulewright.runtime.odds import errors
from rulewright.runtime.odds.distribution import Distribution
from rulewright.runtime.odds.page import reads
from rulewright.runtime.odds.query import MOST_CASES, TableQuery


@dataclass(frozen=True, slots=True)
class Move:
    """One modifier that is otherwise than at the start.

    before, after: what it is worth, None if it makes the roll impossible. changes: by result, how much its chance grows.
    """

    modifier: str
    before: int | None
    after: int | None
    total: int | None
    results: Distribution
    changes: tuple[tuple[Any, Fraction], ...]


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """From one point on: what is so there, what comes out, and what each modifier changes of it."""

    name: str
    title: str
    given: tuple[tuple[str, str], ...]
    taken: tuple[tuple[str, str], ...]
    modifiers: int | None
    results: Distribution
    moves: tuple[Move, ...]
    label: Any
    numeric: bool


def sensitivity(query: TableQuery) -> Sensitivity:
    """Return what each modifier moves.

    What is not given is taken as it is when it changes nothing: no where it is a question, else what is worth 0 or next to it.

    Raises:
        RulewrightError: RW0933 a column must be given; RW0936 there is no modifier.
    """
    page, S = query.page, query.state
    if not page.drms or query.modifiers is not None:
        raise errors.misfit(f"`{page.id}` has no modifiers here", "leave out `--sensitivity`")
    env, taken = _base(query)
    modifiers = page.modifiers(S, env)
    results = page.results(S, env, modifiers)
    moves = tuple(move for drm in page.drms for move in _moves(query, env, drm, modifiers, results))
    shown = tuple((name, query.label(page.inputs[name], env[name])) for name in taken)
    number = types.bare(page.type) == types.NUMBER
    return Sensitivity(page.id, page.title, query.answer_given(), shown, modifiers, results, moves, page.label, number)


def _base(query: TableQuery) -> tuple[dict[str, Any], list[str]]:
    """The point to start from, and which inputs were not given."""
    page = query.page
    needed = [name for name in page.inputs if name not in query.fixed and (name in page.of_page or page.inputs[name].values is None)]
    if needed:
        raise errors.needed_to_compare(needed, f"`{page.id}`")
    taken = query.swept(page.of_modifiers)
    env = dict(query.fixed)
    for name in taken:
        values = page.inputs[name].values or ()
        env[name] = False if types.bare(page.inputs[name].type) == YES_NO and False in values else values[0]
    for name in taken:
        env[name] = min(page.inputs[name].values or (), key=lambda value, name=name: _weight(query, {**env, name: value}, name))  # type: ignore[misc]
    for id, wanted in query.applied.items():
        _apply(query, env, id, wanted)
    return env, taken


def _weight(query: TableQuery, env: Mapping[str, Any], name: str) -> float:
    """How far an input moves the total by the modifiers that read it."""
    found = 0
    for drm in query.page.drms:
        if name in reads(drm):
            try:
                worth = query.page.modifier(drm["id"], query.state, env)
            except RulesError:
                return float("inf")
            if worth is None:
                return float("inf")
            found += abs(worth)
    return found


def _apply(query: TableQuery, env: dict[str, Any], id: str, wanted: bool) -> None:
    """Change what is not given so that a modifier applies, or does not."""
    drm = next(one for one in query.page.drms if one["id"] == id)
    names = query.swept(reads(drm))
    for values in product(*(query.page.inputs[name].values or () for name in names)):
        tried = {**env, **dict(zip(names, values, strict=True))}
        if (query.page.modifier(id, query.state, tried) != 0) == wanted:
            env.update(tried)
            return


def _moves(query: TableQuery, env: Mapping[str, Any], drm: Any, modifiers: int | None, results: Distribution) -> Iterator[Move]:
    """One move for each other worth that the modifier can have."""
    page, S = query.page, query.state
    movable = [name for name in reads(drm) if page.inputs[name].values is not None and name not in page.of_page]
    # What is given stays, unless the modifier reads nothing else.
    names = query.swept(movable) or movable
    if prod(len(page.inputs[name].values or ()) for name in names) > MOST_CASES:
        return
    before = page.modifier(drm["id"], S, env)
    known = {before}
    found: list[Move] = []
    for values in product(*(page.inputs[name].values or () for name in names)):
        tried = {**env, **dict(zip(names, values, strict=True))}
        try:
            after = page.modifier(drm["id"], S, tried)
            if after in known:
                continue
            known.add(after)
            # The others stay as they are, although they may read the same; what this one strikes is struck.
            total = _total(query, env, tried, drm)
            changed = page.results(S, env, total)
        except RulesError:
            continue
        found.append(Move(drm["title"] or drm["id"], before, after, total, changed, tuple(_changes(results, changed))))
    yield from sorted(found, key=lambda move: (move.after is None, move.after or 0))


def _total(query: TableQuery, env: Mapping[str, Any], tried: Mapping[str, Any], drm: Any) -> int | None:
    page, S = query.page, query.state
    here, there = page.modifier(drm["id"], S, env), page.modifier(drm["id"], S, tried)
    total = page.modifiers(S, env)
    if here is None or there is None or total is None:
        return None if there is None else page.modifiers(S, tried)
    others = [one for one in page.drms if one is not drm and set(reads(one)) & set(reads(drm))]
    if others and not page.strikes(drm["id"]):
        return total - here + there
    return page.modifiers(S, tried)


def _changes(before: Distribution, after: Distribution) -> Iterator[tuple[Any, Fraction]]:
    for value in dict.fromkeys((*before.values, *after.values)):
        change = after.probability(value) - before.probability(value)
        if change:
            yield value, change
