"""Answers drawn by lot, evenly where that can be had: the documented samplers of small and of large domains.

Source: design, section 2, rulings 2 and 11. Where draws are refused again and again, the domain is walked instead (`domains`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

from rulewright.runtime.link import domains
from rulewright.runtime.link.domains import Chain, Steps
from rulewright.runtime.link.primitives import State, spend
from rulewright.runtime.link.program import Choice

DECLINED = 0.1
"""How often an answer out of many is none, where one may decline."""

PATIENCE = 20
"""Draws in a row that were not allowed after which a chain that is long enough ends."""

SAMPLES = 60
"""Answers that are drawn at random before a domain is walked instead."""

SOON, SMALL = 8, 200
"""After so many draws in vain it is found out whether so few tries are enough to see all there is."""

SHORT = 21
"""So many members are drawn from a list of them; of more, `Random.sample` may do otherwise."""


def drawn(
    choice: Choice, S: State, W: State, F: list[Any], members: Sequence[Any] | None, domain: Any, random: Random, known: Sequence[Any] | None = None
) -> Any:
    """Return an open answer, or None: to decline, where one may, else because none was found.

    Args:
        members: what is chosen from, where they are few. domain: what `choice.domain` says, if that was asked already.
        known: those of the members that are open, if that is known.
    """
    if members is not None:
        return draw(choice, S, W, F, members, choice.may_decline, random, known)
    if choice.may_decline and random.random() < DECLINED:
        return None
    return sample(choice, S, W, F, domain, random)


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
    is_stepped = kind in domains.STEPPED
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
            few = domains.few(choice, S, W, F, domain, SMALL, SMALL)
            if few is not None:
                return random.choice(few) if few else None
    if is_stepped and (found := _found(choice, S, W, F, domain, random)) is not None:
        return found
    few = domains.few(choice, S, W, F, domain, 50, domains.FEW_TRIES)
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
        for chain in domains.walks(S, (head, size, size, shuffled), domains.judged(choice, S, W, F), domains.FEW_TRIES // 8):
            if chain is not None and ok(S, W, F, chain):
                return chain
    return None
