"""What is known about a value: the secrets it rests on, and, for pieces, whose they are."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.compiler.check.audience import MEMBER, NONE, UNKNOWN, Secrets, Term, replaced
from rulewright.compiler.model import Json
from rulewright.compiler.record import Record

Marks = frozenset[str]
NO_MARKS: Marks = frozenset()
NO_OWNERS: frozenset[Term] = frozenset()


class Sight(Record, frozen=True):
    """What is known about a value, or about the members of a set.

    secrets: what the value rests on. members: what the membership of each member rests on, MEMBER being
    that member's owner. owners: the sides that the piece, or the pieces, may belong to. marks: markers
    that certainly lie on it. side: the side that it is. kind: the kind of piece.
    """

    secrets: Secrets = NONE
    members: Secrets = NONE
    owners: frozenset[Term] = NO_OWNERS
    marks: Marks = NO_MARKS
    side: Term | None = None
    kind: str = ""

    @property
    def whole(self) -> Secrets:
        """What all of it together rests on."""
        if not self.members:
            return self.secrets
        return self.secrets | replaced(self.members, MEMBER, self.owners or {UNKNOWN})


PLAIN = Sight()


class View(Record, frozen=True):
    """The locals of one item. scope: its name, which keeps the terms of two items apart."""

    scope: str
    types: Mapping[str, Json]
    known: Mapping[str, Sight]

    def binding(self, name: str, sight: Sight) -> View:
        return View(self.scope, self.types, {**self.known, name: sight})


def joined(values: list[Sight], secrets: Secrets = NONE) -> Sight:
    """What is known about one of several values, the choice among them resting on `secrets`."""
    members, owners, marks = NONE, NO_OWNERS, values[0].marks
    for value in values:
        secrets, members, owners = secrets | value.secrets, members | value.members, owners | value.owners
        marks &= value.marks
    sides = {value.side for value in values}
    side = sides.pop() if len(sides) == 1 else (UNKNOWN if sides - {None} else None)
    return Sight(secrets, members, owners, marks, side, next((v.kind for v in values if v.kind), ""))


def implied(condition: Json) -> dict[str, Marks]:
    """The markers that lie on a local wherever `condition` holds."""
    if not isinstance(condition, list) or not condition:
        return {}
    op = condition[0]
    if op == "and":
        found: dict[str, Marks] = {}
        for part in condition[1:]:
            for name, marks in implied(part).items():
                found[name] = found.get(name, NO_MARKS) | marks
        return found
    marker, piece = None, None
    if op == "marked":
        marker, piece = condition[1], condition[2]
    elif op == "is_face":
        marker, piece = condition[1], condition[3]
    elif op in ("=", "!=", ">"):
        left, right = condition[1], condition[2]
        reads = left[0] if isinstance(left, list) and left else ""
        if (reads == "face" and (right is None) == (op == "!=")) or (
            reads == "countdown" and op == ">" and right == 0
        ):
            marker, piece = left[1], left[2]
    if marker is not None and isinstance(piece, list) and piece[0] == "local":
        return {piece[1]: frozenset((marker,))}
    return {}
