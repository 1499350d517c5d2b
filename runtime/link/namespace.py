"""The namespace of generated code: the primitives, and what depends on the document's maps and pieces.

Nothing else can be reached from generated code: its builtins are those below.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from rulewright.runtime import errors
from rulewright.runtime.link import domains, moving, primitives
from rulewright.runtime.link import map as maps
from rulewright.runtime.link.layout import FIRST_KNOWLEDGE
from rulewright.runtime.link.primitives import State, spend

if TYPE_CHECKING:
    from rulewright.runtime.link.linker import Linker

BUILTINS = {"len": len, "sum": sum, "min": min, "max": max, "tuple": tuple, "sorted": sorted, "type": type, "abs": abs, "any": any, "range": range, "list": list, "reversed": reversed, "IndexError": IndexError, "TypeError": TypeError}

PRIMITIVES = (
    "spend", "spent", "rounds", "dive", "product", "quotient", "sized", "whole", "ordered", "ordered_or_same", "between", "span",
    "clamped", "in_order", "make_set", "distinct", "union", "minus", "joined", "flat", "places", "is_subset", "without_one",
    "stands_at", "outcome_count", "checked",
)  # fmt: skip


def namespace(linker: Linker) -> None:
    """Put everything that generated code may use into its namespace."""
    space = linker.code.namespace
    space["__builtins__"] = BUILTINS
    for name in PRIMITIVES:
        space[name] = getattr(primitives, name)
    geometry = linker.geometry
    sides = len(linker.names.side_ids)
    space["NEIGHBOURS"] = geometry.neighbours
    for table in range(sides + 1):
        space[f"NEIGHBOURS_{table}"] = geometry.neighbours[table]
    space["neighbours_for"] = lambda side: geometry.neighbours[sides if side is None else side]
    space["distance"], space["near"], space["DISTANCES"] = geometry.distance, geometry.near, geometry.rows
    space["bearing12"], space["travelled"] = geometry.bearing12, geometry.travelled
    space["edge"] = geometry.edge
    space["extended"] = geometry.extended
    space["ahead"] = lambda place, direction: None if place is None or direction is None else geometry.ahead[direction % 6][place]
    space["cuts"], space["windows"], space["parts"] = maps.cuts, maps.windows, maps.parts
    space["ends"] = lambda path: tuple(sorted({path[0], path[-1]})) if path else ()
    end = linker.names.end
    space["pick_at"] = lambda table, x, key: None if x is None or key is None else table[key * end + x]
    for function in (read, read_at, pick, piece_in, of_side, owned, standing, standing_on, alone, bearing, in_turn, no_row, lowest, highest, open_window, land,
                     key_in, is_kind, beside, line_of, out_of_range, always, no_reason, no_side, push):  # fmt: skip
        space[function.__name__] = function
    space["enemy_of"] = lambda side: None if side is None else 1 - side
    for name in ("lay", "lift", "marked_places", "top_face"):
        space[name] = getattr(moving, name)
    space["at_mask"] = linker.seeing.at
    space["told"] = linker.told
    space["learn"] = learner(sides)
    for name in ("subsets", "numbers", "walks", "some_chain", "routes", "listings"):
        space[name] = getattr(domains, name)
    space["move"], space["remove"] = linker.moving.move, linker.moving.remove
    space["placed"], space["crews"] = linker.moving.whereabouts.placed, linker.moving.whereabouts.crews


def read(S: State, offset: int, x: Any, pieces: frozenset[int]) -> Any:
    """The slot of `x`, none if `x` is none or has no such slot."""
    return S[offset + x] if x in pieces else None


def read_at(S: State, offset: int, x: Any, key: Any, span: int, keys: int, pieces: frozenset[int]) -> Any:
    return S[offset + key * span + x] if x in pieces and type(key) is int and 0 <= key < keys else None


def pick(table: tuple[Any, ...], x: Any) -> Any:
    """The value of `x` in a table by number, none if `x` is none."""
    return None if x is None else table[x]


def piece_in(x: Any, pieces: frozenset[int]) -> Any:
    """Return `x`, which must be one of `pieces`."""
    if x in pieces:
        return x
    raise errors.none_used() if x is None else errors.wrong_value("a piece")


def of_side(S: State, slot: int, side: Any) -> Any:
    """The pieces of a side, none if there is no side."""
    return () if side is None else S[slot + side]


def owned(S: State, members: tuple[int, ...], sides: tuple[Any, ...], side: Any) -> tuple[int, ...]:
    spend(S, len(members))
    return tuple([x for x in members if sides[x] == side])


def standing(S: State, members: tuple[int, ...], offset: int, where: Any) -> tuple[int, ...]:
    """The members whose slot from `offset` on is `where`; nobody, if that is none."""
    S[0] -= len(members) >> 2
    if where is None:
        return ()
    return tuple([x for x in members if S[offset + x] == where])


def alone(S: State, gone: int, pieces: frozenset[int], x: Any) -> tuple[int, ...]:
    """`x` by itself if it is one of the pieces and in play, nobody if not."""
    return (x,) if x in pieces and not S[gone] >> x & 1 else ()


def bearing(members: tuple[int, ...], marked: frozenset[int]) -> tuple[int, ...]:
    """The members that bear a marker; most markers lie nowhere."""
    return tuple([x for x in members if x in marked]) if marked else ()


def in_turn(marked: frozenset[int]) -> Sequence[int]:
    """All pieces that bear a marker, in their order."""
    return sorted(marked) if marked else ()


def standing_on(S: State, members: tuple[int, ...], offset: int, where: Any) -> tuple[int, ...]:
    """The same where a piece may stand on a path."""
    spend(S, len(members))
    return tuple([x for x in members if primitives.stands_at(S[offset + x], where)])


def no_row(table: str, values: tuple[Any, ...]) -> None:
    raise errors.no_row(table, ", ".join(map(str, values)))


def lowest(dice: tuple[int, ...], kept: int) -> int:
    return sum(sorted(dice)[: max(kept, 0)])


def highest(dice: tuple[int, ...], kept: int) -> int:
    return sum(sorted(dice, reverse=True)[: max(kept, 0)])


def open_window(S: State, W: State) -> State:
    """Return the list that takes the writes of a window."""
    if W is not S:
        raise errors.windows_nest()
    return S[:]


def land(S: State, W: State) -> None:
    """Let everything that was written in a window become the state, all at once."""
    if W is not S:
        W[0] = min(S[0], W[0])
        S[:] = W


def key_in(key: Any, keys: int) -> int:
    """Return the key of a value that there is once per key."""
    if type(key) is int and 0 <= key < keys:
        return key
    raise errors.none_used() if key is None else errors.wrong_value("a key")


def out_of_range(what: str, value: Any, lo: int | None, hi: int | None) -> None:
    raise errors.out_of_range(what, str(value), lo, hi)


def always(S: State, W: State, side: int) -> bool:
    return True


def no_reason(S: State, W: State, side: int) -> tuple[int, tuple[Any, ...]]:
    return (-1, ())


def no_side(who: Any) -> NoReturn:
    raise errors.none_used() if who is None else errors.wrong_value("who decides")


def push(thread: Any, frame: list[Any]) -> None:
    """Enter a rule that can pause."""
    thread.stack.append(frame)
    if len(thread.stack) > primitives.DEEPEST:
        raise errors.over_limit("rules inside one another", primitives.DEEPEST)


def learner(sides: int) -> Callable[..., None]:
    """Return learn(W, side, fact): the side knows the fact from now on; all do, if the side is None."""

    def learn(W: State, side: Any, fact: tuple[Any, ...]) -> None:
        if side is None:
            for slot in range(FIRST_KNOWLEDGE, FIRST_KNOWLEDGE + sides + 1):
                W[slot] = (fact, W[slot])
        else:
            W[FIRST_KNOWLEDGE + side] = (fact, W[FIRST_KNOWLEDGE + side])

    return learn


def is_kind(S: State, gone: int, x: Any, pieces: frozenset[int]) -> bool:
    """Is x one of `pieces`, and still in play?"""
    return x in pieces and not S[gone] >> x & 1


def line_of(where: Any) -> tuple[Any, ...]:
    """A path or list as it is; a single place, or none, as one member."""
    return where if type(where) is tuple else (where,)


def beside(table: tuple[tuple[int, ...], ...], where: Any) -> tuple[int, ...]:
    """The places that may be entered from a place, or from any place of a path or set."""
    if type(where) is tuple:
        return tuple(sorted({place for one in where for place in table[one]}))
    return () if where is None else table[where]
