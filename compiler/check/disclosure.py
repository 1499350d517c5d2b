"""What each operation of an expression gives away, from what its arguments do."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulewright.compiler.check.audience import MEMBER, NOBODY, NONE, UNKNOWN, Secret, Secrets, Term, replaced
from rulewright.compiler.check.sight import NO_MARKS, PLAIN, Marks, Sight, View, implied, joined
from rulewright.compiler.model import Json
from rulewright.compiler.record import replace

if TYPE_CHECKING:
    from rulewright.compiler.check.secrecy import Eyes


def _local(eyes: Eyes, e: Json, view: View, _assumed: Marks) -> Sight:
    return eyes.local(e[1], view)


def _side(_eyes: Eyes, e: Json, _view: View, _assumed: Marks) -> Sight:
    return Sight(side=("side", e[1]))


def _unit(eyes: Eyes, e: Json, _view: View, _assumed: Marks) -> Sight:
    unit = eyes.index.units.get(e[1])
    if unit is None:
        return PLAIN
    owner = NOBODY if unit["side"] is None else ("side", unit["side"])
    return Sight(owners=frozenset((owner,)), kind=unit["kind"])


def _attribute(eyes: Eyes, e: Json, view: View, _assumed: Marks) -> Sight:
    piece = eyes.of(e[2], view)
    attribute = eyes.index.attributes.get(e[1])
    if attribute is None:
        return Sight(piece.whole)
    secrets = piece.whole | eyes.hidden(piece, attribute["visibility"], e[1], attribute["unless"])
    if len(e) > 3:
        secrets |= eyes.of(e[3], view).whole
    found = eyes.of_type(attribute["type"], view.scope, e[1])
    owners = piece.owners if eyes.names_own_pieces(e[1]) else _unless_symbolic(found.owners)
    side = UNKNOWN if found.side is not None else None
    return Sight(secrets, NONE, owners, NO_MARKS, side, found.kind)


def _unless_symbolic(owners: frozenset[Term]) -> frozenset[Term]:
    """A piece that play puts into an attribute or a track may be anybody's."""
    return frozenset((UNKNOWN,)) if len(owners) == 1 and next(iter(owners))[0] == "of" else owners


def _side_of(eyes: Eyes, e: Json, view: View, _assumed: Marks) -> Sight:
    piece = eyes.of(e[1], view)
    side = next(iter(piece.owners)) if len(piece.owners) == 1 else UNKNOWN
    return Sight(piece.whole, side=side)


def _holder(eyes: Eyes, e: Json, view: View, _assumed: Marks) -> Sight:
    piece = eyes.of(e[1], view)
    position = eyes.position_of(piece.kind)
    secrets = piece.whole
    if position is not None:
        at = position[1]
        secrets |= eyes.hidden(piece, at["visibility"], f"{position[0][:-2]}holder", at["unless"])
    return Sight(secrets, owners=piece.owners, kind=piece.kind)


def _held(eyes: Eyes, e: Json, view: View, _assumed: Marks) -> Sight:
    # A marker may show where a force is, never who is in it.
    piece = replace(eyes.of(e[1], view), marks=NO_MARKS)
    position = eyes.position_of(piece.kind)
    secrets = piece.whole
    if position is not None:
        secrets |= eyes.hidden(piece, position[1]["visibility"], f"{piece.kind}.held")
    kind = next((k["holds"] for k in eyes.index.listed("pieces") if k["holds"]), piece.kind)
    return Sight(secrets, NONE, piece.owners, NO_MARKS, None, kind)


def _track(eyes: Eyes, e: Json, view: View, _assumed: Marks) -> Sight:
    track = eyes.index.tracks.get(e[1])
    secrets = eyes.whole(e[2:], view)
    if track is None:
        return Sight(secrets)
    if track["seen_by"] is not None:
        secrets |= {Secret(("side", track["seen_by"]), e[1])}
    if e[0] not in ("track", "track_at"):
        return Sight(secrets)
    found = eyes.of_type(track["type"], "", e[1])
    side = ("track", e[1]) if found.side is not None and e[0] == "track" else None
    owners = _unless_symbolic(found.owners)
    return Sight(secrets, NONE, owners, NO_MARKS, side, found.kind)


def _marker(eyes: Eyes, e: Json, view: View, _assumed: Marks) -> Sight:
    piece = eyes.of(e[-1], view)
    marker = eyes.index.markers.get(e[1])
    visibility = "public" if marker is None else marker["visibility"]
    return Sight(piece.whole | eyes.hidden(piece, visibility, e[1]))


def _all(eyes: Eyes, e: Json, _view: View, _assumed: Marks) -> Sight:
    return Sight(owners=eyes.owners_of(e[1]), kind=e[1])


def _of_side(eyes: Eyes, e: Json, view: View, assumed: Marks) -> Sight:
    base, side = eyes.of(e[1], view, assumed), eyes.of(e[2], view)
    owner = UNKNOWN if side.side is None else side.side
    return replace(base, secrets=base.secrets | side.whole, owners=frozenset((owner,)))


def _at(eyes: Eyes, e: Json, view: View, assumed: Marks) -> Sight:
    base, place = eyes.of(e[1], view, assumed), eyes.of(e[2], view)
    one = replace(base, owners=frozenset((MEMBER,)), marks=base.marks | assumed)
    members = base.members | eyes.where_it_is(one)
    return replace(base, secrets=base.secrets | place.whole, members=members)


def _units_at(eyes: Eyes, e: Json, view: View, assumed: Marks) -> Sight:
    everyone = ["all", e[1]] if e[2] is None else ["of_side", ["all", e[1]], e[2]]
    return _at(eyes, ["at", everyone, e[3]], view, assumed)


def _where(eyes: Eyes, e: Json, view: View, assumed: Marks) -> Sight:
    marks = implied(e[3]).get(e[2], NO_MARKS) | assumed
    base = eyes.of(e[1], view, marks)
    owners = _owners_by(eyes, e[3], e[2], view)
    if owners is not None and len(base.owners) > 1:
        base = replace(base, owners=owners)
    one = replace(eyes.member(base, e[2], view), marks=base.marks | marks)
    found = eyes.of(e[3], view.binding(e[2], one)).whole
    members = base.members | _as_members(found, one, base)
    return replace(base, members=members, marks=base.marks | marks)


def _owners_by(eyes: Eyes, condition: Json, name: str, view: View) -> frozenset[Term] | None:
    """Whose the members are where `condition` holds, if it says so: `holder = u`, `it in s`, `side = p`."""
    if not isinstance(condition, list) or not condition:
        return None
    op = condition[0]
    if op in ("and", "or"):
        parts = [_owners_by(eyes, part, name, view) for part in condition[1:]]
        known = [part for part in parts if part is not None]
        if op == "and":
            return known[0] if known else None
        return frozenset().union(*known) if len(known) == len(parts) else None
    if op not in ("=", "in"):
        return None
    member: Json = ["local", name]
    for one, other in ((condition[1], condition[2]), (condition[2], condition[1])):
        if one in (member, ["holder", member]):
            return eyes.of(other, view).owners or None
        if one == ["side_of", member]:
            side = eyes.of(other, view).side
            return None if side is None else frozenset((side,))
    return None


def _as_members(secrets: Secrets, one: Sight, base: Sight) -> Secrets:
    """What is known of one member, said of each member of the set."""
    if len(base.owners) == 1 and base.owners == one.owners:
        return secrets
    for term in one.owners:
        secrets = replaced(secrets, term, (MEMBER,))
    return secrets


def _some(eyes: Eyes, e: Json, view: View, assumed: Marks) -> Sight:
    return Sight(_where(eyes, e, view, assumed).whole)


def _every(eyes: Eyes, e: Json, view: View, _assumed: Marks) -> Sight:
    base = eyes.of(e[1], view)
    one = eyes.member(base, e[2], view)
    found = eyes.of(e[3], view.binding(e[2], one)).whole
    return Sight(replace(base, members=base.members | _as_members(found, one, base)).whole)


def _map(eyes: Eyes, e: Json, view: View, assumed: Marks) -> Sight:
    base = eyes.of(e[1], view, assumed)
    one = replace(eyes.member(base, e[2], view), marks=base.marks | assumed)
    value = eyes.of(e[3], view.binding(e[2], one))
    members = base.members | _as_members(value.whole, one, base)
    if not value.owners and base.owners:
        # The values belong to nobody: what they rest on is said of the pieces they come from.
        return Sight(base.secrets | replaced(members, MEMBER, base.owners), side=value.side)
    owners = base.owners if value.owners == one.owners else value.owners
    return Sight(base.secrets, members, owners, NO_MARKS, value.side, value.kind)


def _union(eyes: Eyes, e: Json, view: View, assumed: Marks) -> Sight:
    parts = [eyes.of(part, view, assumed) for part in e[1:]]
    if not parts:
        return PLAIN
    secrets, members, owners = parts[0].secrets, parts[0].members, parts[0].owners
    marks = parts[0].marks
    sides = {part.side for part in parts}
    for part in parts[1:]:
        secrets, members, owners = secrets | part.secrets, members | part.members, owners | part.owners
        marks &= part.marks
    kind = next((part.kind for part in parts if part.kind), "")
    side = None if sides == {None} else sides.pop() if len(sides) == 1 else UNKNOWN
    return Sight(secrets, members, owners, marks, side, kind)


def _minus(eyes: Eyes, e: Json, view: View, assumed: Marks) -> Sight:
    base = eyes.of(e[1], view, assumed)
    return replace(base, secrets=base.secrets | eyes.of(e[2], view).whole)


def _same(eyes: Eyes, e: Json, view: View, assumed: Marks) -> Sight:
    return eyes.of(e[1], view, assumed)


def _any_member(eyes: Eyes, e: Json, view: View, _assumed: Marks) -> Sight:
    return eyes.any_member(eyes.of(e[1], view))


def _sides(_eyes: Eyes, _e: Json, _view: View, _assumed: Marks) -> Sight:
    return Sight(side=UNKNOWN)


def _and(eyes: Eyes, e: Json, view: View, _assumed: Marks) -> Sight:
    return Sight(eyes.whole(e[1:], eyes.marking(view, implied(e))))


def _call(eyes: Eyes, e: Json, view: View, assumed: Marks) -> Sight:
    return eyes.call(e[1], [eyes.of(argument, view) for argument in e[2:]], assumed)


def _can(eyes: Eyes, e: Json, view: View, _assumed: Marks) -> Sight:
    piece = eyes.of(e[2], view)
    matrix = eyes.index.matrices.get(e[1])
    secrets = piece.whole
    for row in matrix["rows"] if matrix is not None else ():
        if row["cells"].get(e[3]) is False:
            locals = dict.fromkeys(_names_in(row["when"]), piece)
            secrets |= eyes.of(row["when"], View(e[1], {}, locals)).whole
    return Sight(secrets)


def _names_in(e: Json) -> set[str]:
    """The locals of a matrix row's condition: its candidate."""
    if not isinstance(e, list):
        return set()
    if len(e) == 2 and e[0] == "local":
        return {e[1]}
    return {name for part in e for name in _names_in(part)}


def _cond(eyes: Eyes, e: Json, view: View, assumed: Marks) -> Sight:
    values: list[Sight] = []
    secrets: Secrets = NONE
    for condition, value in e[1]:
        secrets |= eyes.of(condition, view).whole
        values.append(eyes.of(value, eyes.marking(view, implied(condition)), assumed))
    values.append(eyes.of(e[2], view, assumed))
    return joined(values, secrets)


def _lookup(eyes: Eyes, e: Json, view: View, _assumed: Marks) -> Sight:
    cells = (cell for row in e[1]["rows"] for cell in row["cells"] if isinstance(cell, list))
    return joined([PLAIN, *(eyes.of(cell, view) for cell in cells)], eyes.whole(e[1]["by"], view))


def _enemy(eyes: Eyes, e: Json, view: View, _assumed: Marks) -> Sight:
    side = eyes.of(e[1], view)
    return Sight(side.whole, side=UNKNOWN if side.side is None else eyes.sides.enemy(side.side))


OPERATIONS: dict[str, Callable[[Eyes, Json, View, Marks], Sight]] = {
    "local": _local,
    "side": _side,
    "unit": _unit,
    **dict.fromkeys(("attr", "attr_at"), _attribute),
    "side_of": _side_of,
    "holder": _holder,
    "held": _held,
    **dict.fromkeys(("track", "track_at", "box", "box_at"), _track),
    **dict.fromkeys(("marked", "is_face", "face", "countdown", "marker_places"), _marker),
    "all": _all,
    "of_side": _of_side,
    "at": _at,
    "units_at": _units_at,
    "where": _where,
    **dict.fromkeys(("some", "count_where"), _some),
    "every": _every,
    "map": _map,
    **dict.fromkeys(("union", "join", "set", "list"), _union),
    "minus": _minus,
    **dict.fromkeys(("distinct", "sorted", "flat", "pending"), _same),
    **dict.fromkeys(("first", "last", "min", "max"), _any_member),
    "sides": _sides,
    "and": _and,
    "call": _call,
    "can": _can,
    "cond": _cond,
    "lookup": _lookup,
    "enemy": _enemy,
}
