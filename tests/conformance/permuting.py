"""Another world that one side cannot tell from this one: everything hidden from it is altered.

What is hidden is read off the artifact's declarations, as the referee's own `Seeing` has them; what was revealed, and is
still so, is left alone. A state of a few hundred slots is altered in place. Nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Any

from rulewright.runtime import Decision, Game
from rulewright.runtime.link import types
from rulewright.runtime.link.layout import CREWS, FIRST_KNOWLEDGE, PLACED, STREAM, Column
from rulewright.runtime.link.names import Names
from rulewright.runtime.link.program import Program
from rulewright.runtime.views import knowledge

State = list[Any]


def imagined(
    game: Game, side: int, random: Random, share: float = 0.5, *, other_dice: bool = True
) -> tuple[Game, int]:
    """Return a game that looks the same to `side`, and how many facts were altered in it.

    other_dice: will dice fall otherwise, too?
    """
    twin = game.copy()
    thread = twin._thread
    altered, first_own = 0, FIRST_KNOWLEDGE + len(twin.program.sides)
    threads = [thread, *(thread.parts or ())]
    for one in threads:
        # What one side has come to in its own part is hidden from the others as well.
        changes = _changes(twin.program, one.S, side, random, share)
        altered += sum(slot > first_own for slot in changes)
        if not other_dice:
            del changes[STREAM]
        for state in (one.S,) if one.W is one.S else (one.S, one.W):
            for slot, value in changes.items():
                state[slot] = value
            state[PLACED] = state[CREWS] = None
    for one in threads:
        # What the others may answer does not reach this side, and their altered pieces may be in an impossible state.
        if one.asked == side and one.choice is not None and one.choice.members is not None:
            one.members = one.choice.members(one.S, one.W, one.stack[-1])
        one.domain = None
    return twin, altered


def _changes(program: Program, S: State, side: int, random: Random, share: float) -> dict[int, Any]:
    linker = program.linker
    layout, names, seeing = linker.layout, linker.names, linker.seeing
    mine = 1 << side
    changes: dict[int, Any] = {STREAM: (S[STREAM] or 0) ^ random.getrandbits(32)}
    for other in range(len(program.sides)):
        if other != side:
            changes[FIRST_KNOWLEDGE + other] = None
    for column in layout.columns.values():
        if column.printed:
            continue
        for piece in column.pieces:
            if seeing.column(S, column, piece) & mine or random.random() > share:
                continue
            for key in range(column.keys):
                slot = column.offset + key * column.span + piece
                found = _other(program, column.type, column.range, S[slot], random)
                if found is not None and not _is_held(program, S, column, piece):
                    changes[slot] = found[0]
    for marker, offset in layout.markers.items():
        for piece in names.kind(layout.marker_of[marker]["on"]):
            if seeing.marker(marker, piece) & mine or random.random() > share:
                continue
            if layout.is_plain(marker):
                changes[offset] = changes.get(offset, S[offset]) ^ {piece}
            else:
                changes[offset + piece] = _other_marker(program, marker, S[offset + piece], random)
    for track in layout.tracks.values():
        if track.seen_by is not None and track.seen_by != side:
            for slot in range(track.slot, track.slot + track.keys):
                found = _other(program, track.type, track.range, S[slot], random)
                if found is not None:
                    changes[slot] = found[0]
    _regroup(program, S, mine, random, share, changes)
    known = _revealed(program, S, side)
    _carry(program, S, changes, known)
    return {slot: value for slot, value in changes.items() if slot not in known}


def _revealed(program: Program, S: State, side: int) -> set[int]:
    """The slots of those attributes that were revealed to the side, and have not changed since: it knows what lies in them."""
    layout, names = program.linker.layout, program.linker.names
    found = set()
    for fact in knowledge(program, S, side):
        if fact["kind"] == "revealed" and isinstance(fact["of"], str) and fact["attribute"] in layout.columns:
            column, piece = layout.columns[fact["attribute"]], names.piece(fact["of"])
            if program.texts.json(column.type, S[column.offset + piece]) == fact["value"]:
                found.add(column.offset + piece)
                if column.id.endswith(".at"):
                    found |= {layout.holder + piece, layout.at + (S[layout.holder + piece] or piece)}
    return found


def _is_held(program: Program, S: State, column: Column, piece: int) -> bool:
    return column.id.endswith(".at") and S[program.linker.layout.holder + piece] is not None


def _regroup(
    program: Program, S: State, mine: int, random: Random, share: float, changes: dict[int, Any]
) -> None:
    """Let hidden crews leave their holders, and others join one."""
    layout, names, seeing = program.linker.layout, program.linker.names, program.linker.seeing
    for kind, held_kind in layout.held_by.items():
        for piece in names.kind(held_kind):
            if seeing.holder(piece) & mine or random.random() > share:
                continue
            now = S[layout.holder + piece]
            if now is not None:
                changes[layout.holder + piece] = None
                changes[layout.at + piece] = changes.get(layout.at + now, S[layout.at + now])
                continue
            holders = [
                holder
                for holder in names.kind(kind)
                if names.side_of[holder] == names.side_of[piece] and not seeing.at(S, holder) & mine
            ]
            if holders and S[layout.at + piece] is not None and not seeing.at(S, piece) & mine:
                changes[layout.holder + piece] = random.choice(holders)


def _other(
    program: Program, type: Any, bounds: tuple[int | None, int | None] | None, now: Any, random: Random
) -> tuple[Any] | None:
    """A value of the type, other than `now` if there is another; None where we know no other."""
    inner = types.bare(type)
    if isinstance(inner, tuple) and inner[0] == "by":
        return _other(program, inner[2], bounds, now, random)
    if isinstance(inner, tuple) and inner[0] == "any":
        inner = random.choice([one for one in inner[1:] if not types.starts(one, "path:")])
    if types.nullable(type) and now is not None and random.random() < 0.2:
        return (None,)
    if isinstance(inner, tuple) and inner[0] in ("set", "list"):
        pool = _pool(program.linker.names, inner[1], None)
        if not pool:
            return None
        return (tuple(sorted(random.sample(pool, random.randint(0, min(3, len(pool)))))),)
    if inner == types.NUMBER and bounds is None and now is not None:
        return (max(0, now + random.choice((-2, -1, 1, 2))),)
    pool = _pool(program.linker.names, inner, bounds)
    for _ in range(10 if pool else 0):
        found = random.choice(pool)
        if found != now:
            return (found,)
    return None


@lru_cache(maxsize=1000)
def _pool(names: Names, type: Any, bounds: tuple[int | None, int | None] | None) -> Sequence[Any]:
    if type == types.YES_NO:
        return [False, True]
    if type == types.SIDE:
        return list(range(len(names.side_ids)))
    if type == types.NUMBER and bounds is not None:
        lo = bounds[0] if bounds[0] is not None else 0
        hi = bounds[1] if bounds[1] is not None else lo + 20
        return list(range(lo, hi + 1))
    if types.starts(type, "place:"):
        return list(names.map(type[6:]))
    if types.starts(type, "piece:"):
        return list(names.kind(type[6:]))
    if types.starts(type, "enum:"):
        return list(range(len(names.values[type[5:]])))
    return []


def _other_marker(program: Program, marker: str, now: Any, random: Random) -> Any:
    declared = program.linker.layout.marker_of[marker]
    if declared["places"]:
        return now
    if now is not None and random.random() < 0.5:
        return None
    if declared["countdown"] is not None:
        lo, hi = sorted(declared["countdown"])
        return random.randint(max(1, lo), hi)
    return random.randrange(len(declared["faces"])) if declared["faces"] else True


def values_of(decision: Decision, random: Random) -> list[Any]:
    """Values of the type that a decision asks for, as they are written outside, open or not."""
    choice, program = decision._choice, decision._program
    if choice is None or choice.kind == "offer":
        return [True, False]
    if choice.kind in ("menu", "take"):
        return list(choice.items)
    many = choice.kind in ("subset", "path", "list")
    type = types.member(choice.type) if many else types.bare(choice.type)
    pool = _pool(program.linker.names, type, (-2, 40) if type == types.NUMBER else None)
    words = [program.texts.json(type, value) for value in random.sample(pool, min(len(pool), 12))]
    if not many:
        return words
    return [random.sample(words, random.randint(1, min(3, len(words)))) for _ in range(6) if words]


def _carry(program: Program, S: State, changes: dict[int, Any], known: set[int]) -> None:
    """What is held is where its holder is."""
    layout, names = program.linker.layout, program.linker.names
    for piece in range(names.first_piece, names.end):
        holder = changes.get(layout.holder + piece, S[layout.holder + piece])
        if holder is not None:
            at = layout.at + holder
            changes[layout.at + piece] = S[at] if at in known else changes.get(at, S[at])
