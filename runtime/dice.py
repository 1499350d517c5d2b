"""Where dice, draws and lots come from: a seed, a list, or a person.

Every source counts in the state what was thrown, so that a copy goes on as the original would. A source is asked for a
number below n; what it means (a face, a chit, a member) is worked out here.
"""

from __future__ import annotations

from hashlib import blake2b
from struct import unpack
from typing import Any

from rulewright.runtime import errors
from rulewright.runtime.link import journal
from rulewright.runtime.link.layout import COUNTER, STREAM
from rulewright.runtime.link.moving import Cup
from rulewright.runtime.link.primitives import State

MOST_DICE = 1000
"""Dice in one roll."""


def stream(*parts: int) -> int:
    """Return the key of a random stream: 64 bits of BLAKE2b over the parts."""
    return int.from_bytes(blake2b(",".join(map(str, parts)).encode(), digest_size=8).digest(), "little")


class Dice:
    """A source of chance."""

    interactive = False

    def below(self, W: State, n: int, what: tuple[Any, ...]) -> int:
        """Return 0 … n-1. what: ("die", lo, hi), ("chit", cup, counts) or ("lot", members, type)."""
        raise NotImplementedError

    def throw(self, W: State, lo: int, hi: int) -> int:
        """Throw one die."""
        return lo + self.below(W, hi - lo + 1, ("die", lo, hi))

    def throws(self, W: State, lo: int, hi: int, count: int) -> tuple[int, ...]:
        """Throw several dice; each is a die of its own."""
        if count > MOST_DICE:
            raise errors.over_limit("dice in one roll", MOST_DICE)
        return tuple([self.throw(W, lo, hi) for _ in range(count)])

    def draw(self, W: State, cup: Cup) -> Any:
        """Take one chit out of a cup; None if it is empty."""
        counts = W[cup.slot]
        total = sum(counts)
        if not total:
            return None
        number = self.below(W, total, ("chit", cup, counts))
        for kind, count in enumerate(counts):
            number -= count
            if number < 0:
                journal.write(W, cup.slot, cup.take(counts, kind))
                return cup.values[kind]
        raise AssertionError(counts)

    def lot(self, W: State, members: Any, kind: Any) -> Any:
        """Take one member by lot; None if there is none."""
        return members[self.below(W, len(members), ("lot", tuple(members), kind))] if members else None


class Seeded(Dice):
    """Dice from a seed: word c of a stream is part of BLAKE2b(stream, c // 16), a remainder that would be biased is skipped."""

    def __init__(self) -> None:
        self._key: Any = None
        self._block = -1
        self._words: tuple[int, ...] = ()

    def below(self, W: State, n: int, what: tuple[Any, ...]) -> int:
        while True:
            word = self._word(W)
            rest: int = word % n
            if word - rest <= 0x100000000 - n:
                return rest

    def throw(self, W: State, lo: int, hi: int) -> int:
        n = hi - lo + 1
        count: int = W[COUNTER]
        if self._key == W[STREAM] and self._block == count >> 4:
            word = self._words[count & 15]
            rest = word % n
            if word - rest <= 0x100000000 - n:
                W[COUNTER] = count + 1
                return lo + rest
        return lo + self.below(W, n, ())

    def _word(self, W: State) -> int:
        count: int = W[COUNTER]
        W[COUNTER] = count + 1
        if self._key != W[STREAM] or self._block != count >> 4:
            self._key, self._block = W[STREAM], count >> 4
            self._words = unpack("<16I", blake2b(f"{self._key},{self._block}".encode()).digest())
        return self._words[count & 15]


class Listed(Dice):
    """Dice and draws from a list, as in an example: faces, and ids of chits or members."""

    def __init__(self, entries: list[Any], texts: Any) -> None:
        self.entries = entries
        self.texts = texts
        self.used = 0

    def below(self, W: State, n: int, what: tuple[Any, ...]) -> int:
        W[COUNTER] += 1
        if self.used >= len(self.entries):
            raise errors.RulesError("RW0833", f"no value is left for {described(what, self.texts)}")
        entry = self.entries[self.used]
        self.used += 1
        number = index_of(what, entry, self.texts)
        if number is None:
            raise errors.RulesError("RW0833", f"{entry!r} cannot be {described(what, self.texts)}")
        return number


class ByHand(Dice):
    """Dice that a person enters: what is not known yet stops play until it is.

    known: the values for the block of code that runs; at: how many of them it has used.
    """

    interactive = True

    def __init__(self) -> None:
        self.known: tuple[int, ...] = ()
        self.at = 0

    def below(self, W: State, n: int, what: tuple[Any, ...]) -> int:
        if self.at >= len(self.known):
            raise errors.NeedDice(what)
        W[COUNTER] += 1
        self.at += 1
        return self.known[self.at - 1]


def index_of(what: tuple[Any, ...], entry: Any, texts: Any) -> int | None:
    """Return which number below n an entry means, None if none."""
    if what[0] == "die":
        return entry - what[1] if type(entry) is int and what[1] <= entry <= what[2] else None
    if what[0] == "chit":
        at = 0
        for id, count in zip(what[1].ids, what[2], strict=True):
            if count and (id == entry or id == str(entry)):
                return at
            at += count
        return None
    for at, member in enumerate(what[1]):
        if texts.json(what[2], member) == entry:
            return at
    return None


def entries(what: tuple[Any, ...], texts: Any) -> list[Any]:
    """Return what may be entered for a die, a draw or a lot."""
    if what[0] == "die":
        return list(range(what[1], what[2] + 1))
    if what[0] == "chit":
        return [id for id, count in zip(what[1].ids, what[2], strict=True) if count]
    return [texts.json(what[2], member) for member in what[1]]


def described(what: tuple[Any, ...], texts: Any) -> str:
    if what[0] == "die":
        return f"a die of {what[1]} to {what[2]}"
    if what[0] == "chit":
        return f"a chit ({', '.join(map(str, entries(what, texts)))})"
    return f"one of {', '.join(map(str, entries(what, texts)))}"
