"""Domains too large to be written down: walked lazily, and asked whether they contain a value.

Source: design, section 2, rulings 2 and 11. Whoever walks pays a step of the budget for every candidate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations, islice
from typing import Any

from rulewright.runtime import errors
from rulewright.runtime.link.primitives import LONGEST, State, spend
from rulewright.runtime.link.program import Choice

Chain = tuple[Any, ...]
Steps = tuple[Chain, int, int, Callable[[Chain], Sequence[Any]]]
"""A domain whose answers are chains, made a step at a time: how each begins, the least and the most steps that are
added, and what may be added to a chain as far as its guards allow it."""

Ways = Callable[[Chain, Any], Iterator[Any]] | None
"""The generator of those steps for which the guards of `each step` hold, after a chain, out of what may be added; it pays
for each that it judges. None: there are no guards."""

STEPPED = frozenset({"path", "list"})
"""The kinds of domain that are `Steps`."""

FEW_TRIES = 4000
"""Candidates that are tried to find out whether a domain is empty; beyond that it is taken to have an answer."""

MOST_ROOMY = 4
"""Of so many lists it is asked what may be added to them, to find out whether there are very many."""

NOTHING = object()
"""Stands for: nothing was found."""


def subsets(S: State, members: Iterable[int], fewest: int = 0) -> Iterator[tuple[int, ...]]:
    """Walk the subsets of `fewest` members or more, the smaller ones first; members that must be found first are looked for one by one."""
    spend(S, 1)
    if fewest <= 0:
        yield ()
    alone: list[int] = []
    for member in members:
        alone.append(member)
        spend(S, 1)
        if fewest <= 1:
            yield (member,)
    for size in range(max(fewest, 2), len(alone) + 1):
        for found in combinations(alone, size):
            spend(S, 1)
            yield found


def numbers(S: State, lo: Any, hi: Any) -> Iterator[int]:
    """Walk the whole numbers from lo to hi."""
    for number in range(-(-lo // 1), hi // 1 + 1):
        spend(S, 1)
        yield number


def routes(start: Any, length: int, table: tuple[tuple[int, ...], ...]) -> Steps:
    """Return the domain of the paths of 1 to `length` steps from `start`; from nowhere there is none."""
    if type(start) is not int:
        return ((), 1, 0, lambda chain: ())
    if not 0 <= start < len(table):
        raise errors.wrong_value("the start of a route")
    return ((start,), 1, length, lambda chain: table[chain[-1]])


def listings(members: tuple[Any, ...], lo: Any, hi: Any) -> Steps:
    """Return the domain of the lists of `lo` to `hi` members, each as often as is wanted."""
    return ((), max(-(-lo // 1), 0), min(hi // 1, LONGEST), lambda chain: members)


def walks(S: State, domain: Steps, ways: Ways, most: int | None = None) -> Iterator[Any]:
    """Walk the chains, the shorter ones first; beyond `most` tries say None and stop.

    Every part of a chain that is allowed is allowed, too: where no chain of a length is, no longer one is.
    """
    floor = -1 if most is None else S[0] - most
    head, low, high, near = domain
    for size in range(low, high + 1):
        if size == 0:
            yield head
            continue
        found = False
        for chain in _of_length(S, head, len(head) + size, near, ways, floor):
            found = True
            yield chain
            if chain is None:
                return
        if not found:
            return


def some_chain(S: State, domain: Steps, ways: Ways) -> bool:
    """Is there any chain, as far as it can be known in good time?"""
    head, low, high, near = domain
    if low > high or low == 0:
        return low <= high
    if low > 1:
        return next(walks(S, domain, ways, FEW_TRIES), NOTHING) is not NOTHING
    spend(S, 1)
    return next(_ways(head, near, ways), NOTHING) is not NOTHING


def _of_length(S: State, head: Chain, size: int, near: Any, ways: Ways, floor: int) -> Iterator[Any]:
    """Walk the chains of one length, in the order of their members; say None where no more may be spent."""
    chain = head
    stack = [_ways(chain, near, ways)]
    while stack:
        for step in stack[-1]:
            spend(S, 1)
            if S[0] < floor:
                break
            if len(chain) + 1 == size:
                yield (*chain, step)
            else:
                chain = (*chain, step)
                stack.append(_ways(chain, near, ways))
                break
        else:
            spend(S, 1)
            stack.pop()
            chain = chain[:-1]
        if S[0] < floor:
            yield None
            return


def _ways(chain: Chain, near: Any, ways: Ways) -> Iterator[Any]:
    return iter(near(chain)) if ways is None else ways(chain, near(chain))


def candidates(choice: Choice, S: State, W: State, F: list[Any]) -> Iterator[Any]:
    """Walk the answers that are open, in their natural order."""
    assert choice.domain is not None
    return _candidates(choice, S, W, F, choice.domain(S, W, F))


def _candidates(choice: Choice, S: State, W: State, F: list[Any], domain: Any) -> Iterator[Any]:
    ok = choice.ok
    assert ok is not None
    if choice.kind == "subset":
        walked: Iterator[Any] = subsets(S, domain)
    elif choice.kind == "number":
        walked = numbers(S, *domain)
    else:
        walked = walks(S, domain, judged(choice, S, W, F))
    return (value for value in walked if ok(S, W, F, value))


def judged(choice: Choice, S: State, W: State, F: list[Any]) -> Ways:
    return None if choice.ways is None else partial(choice.ways, S, W, F)


def some(choice: Choice, S: State, W: State, F: list[Any], domain: Any, most: int) -> list[Any] | None:
    """Return up to `most` answers; None if the domain is too large to say."""
    return few(choice, S, W, F, domain, most, FEW_TRIES)


def few(choice: Choice, S: State, W: State, F: list[Any], domain: Any, most: int, tries: int) -> list[Any] | None:
    left = S[0]
    S[0] = tries
    try:
        return list(islice(_candidates(choice, S, W, F, domain), most))
    except errors.LimitError:
        return None
    finally:
        S[0] = left


def first(choice: Choice, S: State, W: State, F: list[Any], members: Sequence[Any], most: int) -> list[Any]:
    """Return the first members that are open, up to `most`."""
    opens = choice.opens
    assert opens is not None
    found: list[Any] = []
    for value in members:
        if opens(S, W, F, value):
            found.append(value)
            if len(found) == most:
                break
    return found


def listed(choice: Choice, S: State, W: State, F: list[Any], most: int) -> list[Any] | None:
    """Return all answers that are open, in their natural order; None if they are more than `most`, found out as cheaply as can be."""
    assert choice.domain is not None
    domain = choice.domain(S, W, F)
    if choice.free:
        if choice.kind == "subset" and 1 << len(domain) > most:
            return None
        if choice.kind == "number" and domain[1] // 1 - -(-domain[0] // 1) >= most:
            return None
    return _grown(choice, S, W, F, domain, most) if choice.kind in STEPPED else _walked(choice, S, W, F, domain, most)


def _walked(choice: Choice, S: State, W: State, F: list[Any], domain: Any, most: int) -> list[Any] | None:
    found = list(islice(_candidates(choice, S, W, F, domain), most + 1))
    return found if len(found) <= most else None


def _grown(choice: Choice, S: State, W: State, F: list[Any], domain: Steps, most: int) -> list[Any] | None:
    """Return the chains that are open, in the order of `walks`; None if they are more than `most`.

    Each is grown from those that are a step shorter, so that no step is judged twice; where these become too many to be kept, they are walked.
    """
    head, low, high, near = domain
    ok, free, ways = choice.ok, choice.free, choice.ways
    assert ok is not None
    found: list[Any] = []
    if low == 0 <= high and (free or ok(S, W, F, head)):
        found.append(head)
    grown = [head]
    for size in range(1, high + 1):
        shorter, grown = grown, []
        for chain in shorter:
            steps = near(chain)
            for step in steps if ways is None else ways(S, W, F, chain, steps):
                longer = (*chain, step)
                grown.append(longer)
                if size >= low and (free or ok(S, W, F, longer)):
                    found.append(longer)
                    if len(found) > most:
                        return None
            if len(grown) > FEW_TRIES:
                return _walked(choice, S, W, F, domain, most)
            spend(S, len(steps) + 1)
        if not grown:
            break
        if size == 1 < high and free and low <= 2 and choice.kind == "list" and _are_many(choice, S, W, F, grown, near, high, most - len(found)):
            return None
    return found


def _are_many(choice: Choice, S: State, W: State, F: list[Any], chains: list[Chain], near: Any, high: int, most: int) -> bool:
    """Are there sure to be more than `most` lists of several members? `chains` are those of one.

    What may be added once may mostly be added again, and what may be added most often leaves most room for others: so a list of very many
    answers is found out soon.
    """
    allows, ways = choice.allows, choice.ways
    if allows is None or ways is None:
        return len(chains) ** 2 > most
    roomy, again = chains, chains
    count = 0
    for _ in range(2, high + 1):
        again = [(*chain, chain[0]) for chain in again if allows(S, W, F, chain, chain[0])]
        if not again:
            break
        roomy = again
        count += len(again)
        if count > most:
            return True
    for chain in roomy[:MOST_ROOMY]:
        first = chain[:1]
        # The list of the same twice is counted already.
        count += sum(step != first[0] for step in ways(S, W, F, first, near(first)))
        if count > most:
            return True
    return False


def contains(choice: Choice, S: State, W: State, F: list[Any], value: Any) -> bool:
    """Is the value in the domain, and do all guards hold?"""
    assert choice.domain is not None and choice.ok is not None
    return in_domain(choice, S, W, F, value) and bool(choice.ok(S, W, F, value))


def in_domain(choice: Choice, S: State, W: State, F: list[Any], value: Any) -> bool:
    """Is the value in the domain, whatever the guards say of it? (The steps of a chain must be allowed.)"""
    assert choice.domain is not None
    if choice.kind in STEPPED:
        return bad_step(choice, S, W, F, value) is None
    domain = choice.domain(S, W, F)
    if choice.kind == "subset":
        return type(value) is tuple and all(member in domain for member in value)
    if choice.kind == "number":
        return type(value) is int and domain[0] <= value <= domain[1]
    return value in domain


def bad_step(choice: Choice, S: State, W: State, F: list[Any], chain: Any) -> int | None:
    """Return the number of the first member of a chain that cannot be added; -1 for a wrong start or length; None if all can."""
    assert choice.domain is not None
    head, low, high, near = choice.domain(S, W, F)
    start = len(head)
    if type(chain) is not tuple or not low <= len(chain) - start <= high or chain[:start] != head:
        return -1
    allows = choice.allows
    for at in range(start, len(chain)):
        before, step = chain[:at], chain[at]
        if step not in near(before) or not (allows is None or allows(S, W, F, before, step)):
            return at
    return None
