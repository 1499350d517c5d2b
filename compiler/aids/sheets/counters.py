"""Counters: units, markers with their faces and countdowns, and the chits of cups, each with both sides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rulewright.compiler.aids import printed
from rulewright.compiler.aids.context import Context, Thing, is_assumed, titled
from rulewright.compiler.aids.model import ASSUMED, Section
from rulewright.compiler.aids.parts import Part
from rulewright.compiler.aids.sheets import counter_pages, unit_values
from rulewright.compiler.aids.sheets.counter_face import Face, Look


@dataclass(frozen=True, slots=True)
class Counter:
    """A counter. of: what it is, for messages and for who does not see it."""

    of: str
    front: Face
    back: Face


def sections(context: Context, part: Part) -> list[Section]:
    """Return a section for each page of counters; AidError RW0620 for text that does not fit its counter."""
    counters: list[Counter] = []
    keys: list[str] = []
    for id in part.of:
        counters += counters_of(context, id, part.copies)
        keys += key(context, id)
    changed = [unit["name"] for unit in context.document["units"] if (unit["id"],) in context.changed]
    if changed:
        base = context.document["variant"]
        keys.append(f"Other than in {base['title'] or base['of']}: {', '.join(changed)}")
    return counter_pages.sections(counters, keys, part)


def counters_of(context: Context, id: str, copies: int) -> list[Counter]:
    """Return the counters of a kind of piece, a unit, a marker or a cup. copies: of each marker."""
    if piece := context.find("pieces", id):
        slots = _slots(context, piece["id"])
        units = [unit for unit in context.document["units"] if unit["kind"] == piece["id"]]
        return [_unit(context, unit, slots) for unit in units]
    if unit := context.find("units", id):
        return [_unit(context, unit, _slots(context, unit["kind"]))]
    if marker := context.find("markers", id):
        return [one for one in _marker(context, marker) for _ in range(copies)]
    cup = context.by_kind["cups"][id]
    return list(_chits(context, cup))


# ---------------------------------------------------------------- units


def _unit(context: Context, unit: Thing, slots: Slots) -> Counter:
    kind = unit["kind"]
    name = unit["name"] + (ASSUMED if is_assumed(unit) else "")
    look = _look(context, unit["side"])
    plain = Face(name, unit["side"], look=look)
    on_it = {*slots.above, *slots.below, *slots.middle}
    attributes = [one for one in context.all_attributes(kind) if one["id"] in on_it]
    values = {one["id"]: unit_values.shown(context, one, unit) for one in attributes}
    of = f"counter `{unit['name']}`"
    front = _with_values(plain, slots, values)
    flipped = {
        one["id"].removeprefix(prefix): unit_values.shown(context, one, unit)
        for one in unit_values.read(context, kind)
        for prefix in unit_values.FLIPPED
        if one["id"].startswith(prefix)
    }
    if any(flipped.values()):
        return Counter(of, front, _with_values(plain, slots, values | flipped))
    faces = [] if any(values.values()) else _faces(context, kind)
    if len(faces) > 1:
        return Counter(of, replace(front, lines=(faces[0],)), replace(front, lines=(faces[1],)))
    # Face down it shows what everybody may know of it.
    side = context.sides.get(unit["side"], "")
    title = context.title("pieces", kind)
    return Counter(of, front, Face(side or title, unit["side"], lines=(title,) if side else (), look=look))


def _look(context: Context, side: str | None) -> Look:
    sides = list(context.sides)
    return "odd" if side in sides and sides.index(side) % 2 else "even"


@dataclass(frozen=True, slots=True)
class Slots:
    """Where the attributes of a kind stand: the same place on all its counters."""

    above: tuple[str, ...]
    below: tuple[str, ...]
    middle: tuple[str, ...]


def _slots(context: Context, kind: str) -> Slots:
    """Put numbers below and words above; what finds no corner stands below the name."""
    units = [unit for unit in context.document["units"] if unit["kind"] == kind]
    attributes = unit_values.on_counter(context, kind)
    numbers = [
        one["id"]
        for one in attributes
        if not any(letter.isalpha() for unit in units for letter in unit_values.shown(context, one, unit))
    ]
    texts = [one["id"] for one in attributes if one["id"] not in numbers]
    below, above, rest = numbers[:2], texts[:2], numbers[2:] + texts[2:]
    while rest and len(below) < 2:
        below.append(rest.pop(0))
    while rest and len(above) < 2:
        above.append(rest.pop(0))
    return Slots(tuple(above), tuple(below), tuple(rest))


def _with_values(face: Face, slots: Slots, values: dict[str, str]) -> Face:
    def two(ids: tuple[str, ...]) -> tuple[str, str]:
        said = [values[id] for id in ids]
        return (said[0] if said else "", said[1] if len(said) > 1 else "")

    lines = tuple(values[id] for id in slots.middle if values[id])
    return replace(face, top=two(slots.above), bottom=two(slots.below), lines=lines)


def _faces(context: Context, kind: str) -> list[str]:
    """What the sides of a counter say on which nothing is printed: the first values of what all may see of it in play."""
    for one in context.all_attributes(kind):
        type = one["type"][1] if isinstance(one["type"], list) and one["type"][0] == "opt" else one["type"]
        if one["visibility"] == "public" and isinstance(type, str) and type.startswith("enum:"):
            enum = type.removeprefix("enum:")
            return [printed.value_title(context, enum, id) for id in context.values[enum]]
    return []


# ---------------------------------------------------------------- markers and chits


def _marker(context: Context, marker: Thing) -> Iterator[Counter]:
    """A counter for two faces, or for two numbers of a countdown; one without either is the same on both sides."""
    title = _named(marker)
    faces = [Face(_named(face), lines=(title,)) for face in marker["faces"]]
    if marker["countdown"]:
        first, last = marker["countdown"]
        step = 1 if last >= first else -1
        faces = [Face(printed.number(one), lines=(title,)) for one in range(first, last + step, step)]
    faces = faces or [Face(title)]
    for index in range(0, len(faces), 2):
        yield Counter(f"marker `{title}`", faces[index], faces[min(index + 1, len(faces) - 1)])


def _chits(context: Context, cup: Thing) -> Iterator[Counter]:
    title = _named(cup)
    back = Face(title, look="chit")
    for kind in cup["kinds"]:
        value = kind["value"]
        name = _named(kind) if value is None else printed.number(value)
        for _ in range(kind["count"]):
            yield Counter(f"chit `{name}` of `{title}`", Face(name, lines=(title,)), back)


def _named(thing: Thing) -> str:
    words = titled(thing, thing["id"])
    return words[:1].upper() + words[1:]


def key(context: Context, id: str) -> list[str]:
    """Say what the values of a kind are, and where they stand."""
    piece = context.find("pieces", id)
    if piece is None:
        return []
    names = {
        one["id"]: unit_values.label(one) + (ASSUMED if is_assumed(one) else "")
        for one in unit_values.on_counter(context, id)
    }
    slots = _slots(context, id)
    rows = (("above", slots.above), ("below", slots.below), ("in the middle", slots.middle))
    said = [f"{where} {', '.join(names[one] for one in row)}" for where, row in rows if row]
    return [f"{titled(piece, piece['id'])}: {'; '.join(said)}"] if said else []
