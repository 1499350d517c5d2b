"""Domains too large to be written down: walked lazily, sampled, and asked whether they contain a value.

Source: design, section 2, rulings 2 and 11. Whoever walks pays a step of the budget for every candidate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations, islice
from random import Random
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

PATIENCE = 20
"""Draws in a row that were not allowed after which a chain that is long enough ends."""

MOST_ROOMY = 4
"""Of so many lists it is asked what may be added to them, to find out whether there are very many."""

SAMPLES = 60
"""Answers that are drawn at random before a domain is walked instead."""

SOON, SMALL = 8, 200
"""After so many draws in vain it is found out whether so few tries are enough to see all there is."""


NOTHING = object()
"""Stands for: nothing was found."""

SHORT = 21
"""So many members are drawn from a list of them; of more, `Random.sample` may do otherwise."""


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
        walked = walks(S, domain, _judged(choice, S, W, F))
    return (value for value in walked if ok(S, W, F, value))


def _judged(choice: Choice, S: State, W: State, F: list[Any]) -> Ways:
    return None if choice.ways is None else partial(choice.ways, S, W, F)


def some(choice: Choice, S: State, W: State, F: list[Any], domain: Any, most: int) -> list[Any] | None:
    """Return up to `most` answers; None if the domain is too large to say."""
    return _few(choice, S, W, F, domain, most, FEW_TRIES)


def _few(choice: Choice, S: State, W: State, F: list[Any], domain: Any, most: int, tries: int) -> list[Any] | None:
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


# ---------------------------------------------------------------- drawn by lot


def draw(choice: Choice, S: State, W: State, F: list[Any], members: Sequence[Any], may: bool, random: Random, known: Sequence[Any] | None = None) -> Any:
    """Return one of the members that are open, each as likely as every other, as is declining (None) if one may.

    They are drawn one after the other until one is open: few must be judged, none if it is known which are.
    """
    opens = choice.opens
    assert opens is not None
    left: Any = members
    count = len(members) + may
    # Whoever declines draws what comes behind the members.
    while count:
        at = int(random.random() * count)
        value = left[at] if at < len(left) else None
        if value is None or (opens(S, W, F, value) if known is None else value in known):
            return value
        if left is members:
            left = [*members, None] if may else list(members)
        count -= 1
        left[at] = left[count]
        left.pop()
    return None


def sample(choice: Choice, S: State, W: State, F: list[Any], domain: Any, random: Random) -> Any:
    """Return an answer drawn at random, or None if none was found.

    Subsets: every subset is as likely as every other, half of the time; else every size. Chains: a length, then one
    of the allowed steps after the other; one that cannot go on ends there, if it is long enough. Numbers: all alike.
    Draws that guards refuse are drawn again, unless the domain is so small that all its answers are soon seen; after
    some of them the first answers are taken that can be found.

    Args:
        domain: what `choice.domain` says, if that was asked already.
    """
    assert choice.domain is not None and choice.ok is not None
    if domain is None:
        domain = choice.domain(S, W, F)
    ok, kind = choice.ok, choice.kind
    is_stepped = kind in STEPPED
    allows = partial(choice.allows, S, W, F) if choice.allows is not None else None
    for attempt in range(SAMPLES):
        if kind == "subset":
            value: Any = _subset(domain, random, attempt)
        elif is_stepped:
            head, low, high, near = domain
            if low > high:
                return None
            length = low + int(random.random() * (high - low + 1))
            value = _chain(S, head, length, low, near, allows, random)
            if length and value is head:
                # Nothing can be added at all: no other draw will find more.
                return head if low == 0 and ok(S, W, F, head) else None
            if len(value) - len(head) < low:
                value = None
        else:
            lo, hi = domain
            value = lo + _below(random, hi - lo + 1) if lo <= hi else None
        if value is not None and ok(S, W, F, value):
            return value
        if attempt == SOON:
            few = _few(choice, S, W, F, domain, SMALL, SMALL)
            if few is not None:
                return random.choice(few) if few else None
    if is_stepped and (found := _found(choice, S, W, F, domain, random)) is not None:
        return found
    few = _few(choice, S, W, F, domain, 50, FEW_TRIES)
    return random.choice(few) if few else None


def _below(random: Random, n: int) -> int:
    """Return 0 … n-1, each as likely as every other, as `Random.randrange` does, in a third of the time."""
    bits = n.bit_length()
    found = random.getrandbits(bits)
    while found >= n:
        found = random.getrandbits(bits)
    return found


def _subset(members: tuple[int, ...], random: Random, attempt: int) -> tuple[int, ...]:
    count = len(members)
    if attempt & 1:
        return tuple(sorted(_drawn(members, _below(random, count + 1), random)))
    if not count:
        return ()
    bits = random.getrandbits(count)
    found = []
    for member in members:
        if bits & 1:
            found.append(member)
        bits >>= 1
    return tuple(found)


def _drawn(members: Sequence[int], count: int, random: Random) -> list[int]:
    """Return so many of the members, as `Random.sample` draws them; by itself it looks at length at what it was given."""
    if len(members) > SHORT:
        return random.sample(members, count)
    left, found = list(members), []
    for rest in range(len(left), len(left) - count, -1):
        at = _below(random, rest)
        found.append(left[at])
        left[at] = left[rest - 1]
    return found


def _chain(S: State, chain: Chain, length: int, low: int, near: Any, allows: Any, random: Random) -> Chain:
    """Add up to `length` steps to a chain, each drawn from those that are allowed; judged are only those that are drawn.

    Once it has a step, and `low` of them, it ends where PATIENCE draws in a row were not allowed.
    """
    enough = len(chain) + max(low, 1)
    draw = random.random
    for _ in range(length):
        members = near(chain)
        count = len(members)
        fewest = count - PATIENCE if len(chain) >= enough else 0
        left = None
        while True:
            if not count:
                return chain
            S[0] -= 1
            at = int(draw() * count)
            step = members[at]
            if allows is None or allows(chain, step):
                break
            if left is None:
                members = left = list(members)
            left[at] = left[-1]
            left.pop()
            if count <= fewest:
                return chain
            count -= 1
        spend(S, 1)
        chain = (*chain, step)
    return chain


def _found(choice: Choice, S: State, W: State, F: list[Any], domain: Steps, random: Random) -> Any:
    """Look for an answer of some of the lengths, going back where a chain cannot go on; members are tried in random order."""
    head, low, high, near = domain
    ok = choice.ok
    assert ok is not None

    def shuffled(chain: Chain) -> list[Any]:
        members = near(chain)
        return random.sample(members, len(members))

    for size in random.sample(range(low, high + 1), min(high - low + 1, 8)):
        for chain in walks(S, (head, size, size, shuffled), _judged(choice, S, W, F), FEW_TRIES // 8):
            if chain is not None and ok(S, W, F, chain):
                return chain
    return None
