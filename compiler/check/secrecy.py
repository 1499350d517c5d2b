"""What an expression gives away: the secrets that its value rests on, and whose they are.

Hidden attributes and markers are their piece's side's, tracks may be one side's, secret things are
nobody's. A define is looked into. The members of a set are judged one by one: a loop over the ships
that are out of fuel tells each owner about its own ships only, a count of them tells about all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rulewright.compiler.check.audience import (
    MEMBER,
    NOBODY,
    NONE,
    UNKNOWN,
    Secret,
    Secrets,
    Sides,
    Term,
    replaced,
)
from rulewright.compiler.check.disclosure import OPERATIONS
from rulewright.compiler.check.index import Declaration, Index
from rulewright.compiler.check.sight import NO_MARKS, PLAIN, Marks, Sight, View
from rulewright.compiler.model import Json
from rulewright.compiler.record import replace


class Eyes:
    """Answers for the expressions of one document."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self.sides = Sides(index.sides)
        self._owners: dict[str, frozenset[Term]] = {}
        self._own: dict[str, bool] = {}
        self._calls: dict[tuple[object, ...], Sight] = {}

    def marking(self, view: View, marks: Mapping[str, Marks]) -> View:
        """The same locals, some of which certainly carry `marks`."""
        if not marks:
            return view
        known = dict(view.known)
        for name, lying in marks.items():
            seen = self.local(name, view)
            known[name] = replace(seen, marks=seen.marks | lying)
        return View(view.scope, view.types, known)

    def of(self, e: Json, view: View, assumed: Marks = NO_MARKS) -> Sight:
        """Return what `e` gives away; `assumed` are markers that lie on every member that matters."""
        if not isinstance(e, list) or not e:
            return PLAIN
        handler = OPERATIONS.get(e[0])
        if handler is not None:
            return handler(self, e, view, assumed)
        return Sight(self.whole(e[1:], view))

    def whole(self, parts: Iterable[Json], view: View) -> Secrets:
        found: Secrets = NONE
        for part in parts:
            if isinstance(part, list):
                found |= self.of(part, view).whole
        return found

    def local(self, name: str, view: View) -> Sight:
        found = view.known.get(name)
        return self.of_type(view.types.get(name), view.scope, name) if found is None else found

    def of_type(self, type: Json, scope: str, name: str) -> Sight:
        """What is known about a value of which only the type is known."""
        is_set = False
        while isinstance(type, list):
            is_set = is_set or type[0] in ("set", "list")
            type = type[1] if len(type) > 1 else None
        if type == "side":
            return Sight(side=("value", scope, name))
        if isinstance(type, str) and type.startswith("piece:"):
            owners = self.owners_of(type[6:])
            if len(owners) > 1 and not is_set:
                owners = frozenset((("of", scope, name),))
            return Sight(owners=owners, kind=type[6:])
        return PLAIN

    def owners_of(self, kind: str) -> frozenset[Term]:
        """The sides that have units of a kind; NOBODY stands for neutral ones."""
        found = self._owners.get(kind)
        if found is None:
            sides = {unit["side"] for unit in self.index.units_of.get(kind, ())}
            terms = (NOBODY if side is None else ("side", side) for side in sides)
            found = self._owners[kind] = frozenset(terms) or frozenset((UNKNOWN,))
        return found

    def member(self, sight: Sight, name: str, view: View) -> Sight:
        """One member of a set, called `name`."""
        owners = sight.owners
        if len(owners) > 1 or owners == {UNKNOWN}:
            owners = frozenset((("of", view.scope, name),))
        secrets = sight.secrets | replaced(sight.members, MEMBER, owners or {UNKNOWN})
        side = sight.side if sight.side is not None else None
        if side == UNKNOWN:
            side = ("value", view.scope, name)
        return Sight(secrets, NONE, owners, sight.marks, side, sight.kind)

    def any_member(self, sight: Sight) -> Sight:
        """`first`, `max` …: a member of which nobody can say whose it is."""
        owners = sight.owners if len(sight.owners) <= 1 else frozenset((UNKNOWN,))
        return Sight(sight.whole, NONE, owners, sight.marks, sight.side, sight.kind)

    def side(self, e: Json, view: View) -> Term:
        """The side that an expression names."""
        found = self.of(e, view).side
        return UNKNOWN if found is None else found

    def hidden(self, sight: Sight, visibility: str, source: str, unless: str | None = None) -> Secrets:
        """What is read of a piece: nothing if all may see it, or else a secret of its owner or of nobody."""
        if visibility in ("printed", "public") or (unless is not None and unless in sight.marks):
            return NONE
        owners = {NOBODY} if visibility == "secret" else sight.owners or {UNKNOWN}
        return frozenset(Secret(owner, source) for owner in owners)

    def names_own_pieces(self, attribute: str) -> bool:
        """Do the rosters give each piece, in this printed attribute, only pieces of its own side?"""
        found = self._own.get(attribute)
        if found is None:
            found = self._own[attribute] = self._names_own_pieces(attribute)
        return found

    def _names_own_pieces(self, attribute: str) -> bool:
        kind, name = attribute.split(".", 1)
        if self.index.attributes[attribute]["visibility"] != "printed":
            return False
        pairs = (
            (unit["side"], other)
            for unit in self.index.units_of.get(kind, ())
            for other in _units_in(unit["values"].get(name))
        )
        sides = [
            (side, self.index.units[other]["side"]) for side, other in pairs if other in self.index.units
        ]
        return bool(sides) and all(mine == its for mine, its in sides)

    def position_of(self, kind: str) -> tuple[str, Declaration] | None:
        """The attribute `at` that a kind, the kinds above or the kinds below it have."""
        if kind not in self.index.pieces:
            return None
        below = sorted(self.index.kinds_below[kind] - {kind})
        for owner in (kind, *self.index.kinds_above(kind), *below):
            found = self.index.attributes.get(f"{owner}.at")
            if found is not None:
                return f"{owner}.at", found
        return None

    def where_it_is(self, sight: Sight) -> Secrets:
        found = self.position_of(sight.kind)
        return (
            NONE
            if found is None
            else self.hidden(sight, found[1]["visibility"], found[0], found[1]["unless"])
        )

    def call(self, id: str, arguments: list[Sight], assumed: Marks) -> Sight:
        key = (id, assumed, *arguments)
        found = self._calls.get(key)
        if found is None:
            define = self.index.defines.get(id)
            if define is None:
                return PLAIN
            self._calls[key] = PLAIN
            known = dict(zip((param["name"] for param in define["params"]), arguments, strict=False))
            view = View(id, define.get("locals") or {}, known)
            found = self._calls[key] = self.of(define["value"], view, assumed)
        return found


def _units_in(e: Json) -> Iterator[str]:
    """The units that a roster's cell names."""
    if isinstance(e, list) and e:
        if e[0] == "unit":
            yield e[1]
        for part in e[1:]:
            yield from _units_in(part)
