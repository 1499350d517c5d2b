"""Who may know what: sides by name, sides by role, nobody, and everybody."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

Term = tuple[Any, ...]
"""A side: ("side", id), or one that only play decides, such as ("of", item, local), the owner of a piece."""

NOBODY: Term = ("nobody",)
UNKNOWN: Term = ("unknown",)
MEMBER: Term = ("member",)  # the owner of each member of a set, taken one by one
ALL: Term = ("all",)

Certainty = Literal["yes", "no", "maybe"]


class Secret(NamedTuple):
    """Something that only `owner` may know. source: `ship.at`, `no_move`, `vp`, `movement.hex`, `die`.

    is_choice: a decision that its chooser may show by acting on it; otherwise a fact of the game.
    """

    owner: Term
    source: str
    is_choice: bool = False


Secrets = frozenset[Secret]
NONE: Secrets = frozenset()


class Sides:
    """The sides of one ruleset."""

    def __init__(self, sides: Iterable[str]) -> None:
        self.terms: tuple[Term, ...] = tuple(("side", side) for side in sides)

    def enemy(self, term: Term) -> Term:
        """Return the other one of two sides."""
        if term in self.terms and len(self.terms) == 2:
            return self.terms[1 - self.terms.index(term)]
        if term[0] == "enemy":
            inner: Term = term[1]
            return inner
        return UNKNOWN if term in (UNKNOWN, MEMBER, NOBODY) else ("enemy", term)

    def may_know(self, observer: Term, owner: Term) -> Certainty:
        """May `observer` know what only `owner` may know?"""
        if owner == NOBODY:
            return "no"
        if UNKNOWN in (owner, observer) or MEMBER in (owner, observer):
            return "maybe"
        if observer == owner or len(self.terms) < 2:
            return "yes"
        if observer in self.terms and owner in self.terms:
            return "no"
        return "no" if self.enemy(observer) == owner else "maybe"

    def others(self, owner: Term) -> tuple[Term, ...]:
        """Return the sides that may not know what only `owner` may know."""
        if owner == NOBODY:
            return self.terms
        if owner in self.terms:
            return tuple(term for term in self.terms if term != owner)
        if len(self.terms) < 2:
            return ()
        return (self.enemy(owner),) if len(self.terms) == 2 else (UNKNOWN,)


def words(term: Term) -> str:
    """A side as a sentence names it."""
    if term[0] == "side":
        return f"`{term[1]}`"
    if term == NOBODY:
        return "nobody"
    if term == ALL:
        return "everybody"
    if term[0] == "value":
        return f"`{term[2]}`"
    if term[0] == "enemy":
        return f"the enemy of {words(term[1])}"
    if term[0] == "of":
        return f"the owner of `{term[2]}`"
    return "one side"


def replaced(secrets: Secrets, old: Term, new: Iterable[Term]) -> Secrets:
    """Return `secrets` with each of `new` for the owner `old`."""
    if not any(secret.owner == old for secret in secrets):
        return secrets
    kept = {secret for secret in secrets if secret.owner != old}
    kept |= {secret._replace(owner=term) for secret in secrets if secret.owner == old for term in new}
    return frozenset(kept)
