"""Domains too large to be written down: walked lazily, sampled, and asked whether they contain a value.

Source: design, section 2, rulings 2 and 11. Whoever walks pays a step of the budget for every candidate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, islice
from random import Random
from typing import Any

from rulewright.runtime import errors
from rulewright.runtime.link.primitives import State, spend
from rulewright.runtime.link.program import Choice

Neighbours = tuple[tuple[int, ...], ...]

FEW_TRIES = 4000
"""Candidates that are tried to find out whether a domain is empty; beyond that it is taken to have an answer."""

SAMPLES = 60
"""Answers that are drawn at random before a domain is walked instead."""


def subsets(S: State, members: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Walk the subsets, the smaller ones first."""
    for size in range(len(members) + 1):
        for found in combinations(members, size):
            spend(S, 1)
            yield found


def numbers(S: State, lo: Any, hi: Any) -> Iterator[int]:
    """Walk the whole numbers from lo to hi."""
    for number in range(-(-lo // 1), hi // 1 + 1):
        spend(S, 1)
        yield number


def walks(S: State, start: Any, length: int, ways: Callable[[Any], list[int]]) -> Iterator[tuple[int, ...]]:
    """Walk the paths of 1 to `length` allowed steps from `start`, each before the longer ones that begin like it."""
    if type(start) is not int:
        return
    stack: list[tuple[int, ...]] = [(start,)]
    while stack:
        path = stack.pop()
        if len(path) > 1:
            yield path
        if len(path) <= length:
            spend(S, 1)
            stack.extend([(*path, step) for step in reversed(ways(path))])


def candidates(choice: Choice, S: State, W: State, F: list[Any]) -> Iterator[Any]:
    """Walk the answers that are open, in their natural order."""
    assert choice.domain is not None and choice.ok is not None
    ok = choice.ok
    domain = choice.domain(S, W, F)
    if choice.kind == "subset":
        walked: Iterator[Any] = subsets(S, domain)
    elif choice.kind == "number":
        walked = numbers(S, *domain)
    else:
        start, length, neighbours = domain
        walked = walks(S, start, length, _ways(choice, S, W, F, neighbours))
    return (value for value in walked if ok(S, W, F, value))


def _ways(choice: Choice, S: State, W: State, F: list[Any], neighbours: Neighbours) -> Callable[[Any], list[int]]:
    """Return the function that says which steps lead on from a path."""
    ways = choice.ways
    assert ways is not None
    return lambda path: ways(S, W, F, path, neighbours[path[-1]])


def some(choice: Choice, S: State, W: State, F: list[Any], most: int) -> list[Any] | None:
    """Return up to `most` answers; None if the domain is too large to say."""
    assert choice.domain is not None and choice.ok is not None
    left = S[0]
    S[0] = FEW_TRIES
    try:
        return list(islice(candidates(choice, S, W, F), most))
    except errors.LimitError:
        return None
    finally:
        S[0] = left


def contains(choice: Choice, S: State, W: State, F: list[Any], value: Any) -> bool:
    """Is the value in the domain, and do all guards hold?"""
    assert choice.domain is not None and choice.ok is not None
    return in_domain(choice, S, W, F, value) and bool(choice.ok(S, W, F, value))


def in_domain(choice: Choice, S: State, W: State, F: list[Any], value: Any) -> bool:
    """Is the value in the domain, whatever the guards say of it? (The steps of a path must be allowed.)"""
    return bad_step(choice, S, W, F, value) is None if choice.kind == "path" else _inside(choice, S, W, F, value)


def _inside(choice: Choice, S: State, W: State, F: list[Any], value: Any) -> bool:
    assert choice.domain is not None
    domain = choice.domain(S, W, F)
    if choice.kind == "subset":
        return type(value) is tuple and all(member in domain for member in value)
    if choice.kind == "number":
        return type(value) is int and domain[0] <= value <= domain[1]
    return value in domain


def bad_step(choice: Choice, S: State, W: State, F: list[Any], path: Any) -> int | None:
    """Return the number of the first step of a path that cannot be made; 0 for a wrong start or length; None if all can."""
    assert choice.domain is not None
    start, length, neighbours = choice.domain(S, W, F)
    if type(path) is not tuple or len(path) < 2 or len(path) > length + 1 or path[0] != start:
        return 0
    ways = _ways(choice, S, W, F, neighbours)
    for at in range(1, len(path)):
        if path[at] not in ways(path[:at]):
            return at
    return None


def sample(choice: Choice, S: State, W: State, F: list[Any], random: Random) -> Any:
    """Return an answer drawn at random, or None if none was found.

    Subsets: every subset is as likely as every other, half of the time; else every size. Paths: a length, then at each
    place one of the allowed steps; a walk that cannot go on ends there. Numbers: all alike. Draws that guards refuse
    are drawn again; after some of them the first answers in order are taken.
    """
    assert choice.domain is not None and choice.ok is not None
    domain = choice.domain(S, W, F)
    for attempt in range(SAMPLES):
        if choice.kind == "number":
            lo, hi = domain
            value: Any = random.randint(lo, hi) if lo <= hi else None
        elif choice.kind == "subset":
            value = _subset(domain, random, attempt)
        else:
            value = _path(domain, random, choice, S, W, F)
        if value is not None and choice.ok(S, W, F, value):
            return value
    found = some(choice, S, W, F, 50)
    return random.choice(found) if found else None


def _subset(members: tuple[int, ...], random: Random, attempt: int) -> tuple[int, ...]:
    if attempt & 1:
        return tuple(sorted(random.sample(members, random.randint(0, len(members)))))
    bits = random.getrandbits(len(members)) if members else 0
    return tuple([member for at, member in enumerate(members) if bits >> at & 1])


def _path(domain: Any, random: Random, choice: Choice, S: State, W: State, F: list[Any]) -> tuple[int, ...] | None:
    start, length, neighbours = domain
    if type(start) is not int or length < 1:
        return None
    ways = choice.ways
    assert ways is not None
    path: tuple[int, ...] = (start,)
    for _ in range(1 + int(random.random() * length)):
        found = ways(S, W, F, path, neighbours[path[-1]])
        if not found:
            break
        path = (*path, found[int(random.random() * len(found))])
    return path if len(path) > 1 else None
