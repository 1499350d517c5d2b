"""Dice and modifiers: which totals a roll can show, and how each of them comes about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from rulewright.compiler.check import intervals, keys
from rulewright.compiler.check.index import Declaration
from rulewright.compiler.check.intervals import NOTHING, Number, Numbers
from rulewright.compiler.check.reach import Reach, Scope
from rulewright.compiler.check.values import EMPTY
from rulewright.compiler.model import Json
from rulewright.compiler.record import Record

ZERO: Numbers = ((0, 0),)

MOST_COMBINATIONS = 256

IMPOSSIBLE = ["impossible"]


class Modifier(Record, frozen=True):
    """A DRM: what it can add, for each set of other DRMs that it strikes while doing so."""

    id: str
    title: str
    variants: tuple[tuple[frozenset[str], Numbers], ...]
    can_be_impossible: bool = False

    @property
    def values(self) -> Numbers:
        return intervals.joined(part for _, numbers in self.variants for part in numbers)


class Totals(Record, frozen=True):
    """What a roll can show.

    dice: the unmodified totals. read: those of them that are read on the rows, natural rolls left out.
    modifiers: for each way in which DRMs strike each other, what those in force can add.
    reached: every modified total that looks for a row.
    """

    dice: Numbers
    read: Numbers
    modifiers: tuple[tuple[tuple[Modifier, Numbers], ...], ...]
    reached: Numbers
    is_one_die: bool
    can_be_impossible: bool

    def shown(self, total: Number) -> str:
        """Say how a reached total comes about: "die 3, darkness +1, shoal +1"."""
        for combination in self.modifiers:
            sums = _sums(self.read, combination)
            if not intervals.contains(sums[-1], total):
                continue
            parts: list[str] = []
            rest = total
            for (modifier, numbers), before in zip(reversed(combination), reversed(sums[:-1]), strict=True):
                possible = intervals.intersection(numbers, _shifted(intervals.negated(before), rest))
                value = intervals.nearest_to_zero(possible or numbers)
                rest -= value
                if value != 0:
                    sign = "+" if value > 0 else "-"
                    parts.append(f"{modifier.title} {sign}{intervals.shown(max(value, -value))}")
            word = "die" if self.is_one_die else "dice"
            return ", ".join([f"{word} {intervals.shown(rest)}", *reversed(parts)])
        return f"total {intervals.shown(total)}"

    def unlimited(self) -> list[str]:
        """The titles of the modifiers that nothing limits."""
        found = {m.title: None for c in self.modifiers for m, n in c if not intervals.is_bounded(n)}
        return list(found)


def totals_of(reach: Reach, table: Declaration, scope: Scope) -> Totals:
    """Work out which totals a table can be asked for."""
    dice, is_one_die = _dice_of(reach, table["roll"], scope)
    read = intervals.difference(dice, _taken_by_naturals(reach, table))
    modifiers = list(modifiers_of(reach, table["drms"], scope))
    combinations = tuple(_combinations(modifiers))
    reached = intervals.joined(part for c in combinations for part in _sums(read, c)[-1])
    impossible = any(modifier.can_be_impossible for modifier in modifiers)
    return Totals(dice, read, combinations, reached, is_one_die, impossible)


def modifiers_of(reach: Reach, drms: Sequence[Json], scope: Scope) -> Iterator[Modifier]:
    """Each DRM of a table; those of a shared table stand where it is named."""
    for drm in drms:
        if "common" in drm:
            common = reach.index.tables.get(drm["common"])
            if common is not None:
                types = {**scope.types, **(common.get("locals") or {})}
                yield from modifiers_of(reach, common["drms"], Scope(reach, types, dict(scope.known)))
        elif "lookup" in drm:
            yield _by_lookup(reach, drm, scope)
        else:
            yield _by_condition(reach, drm, scope)


def title_of(drm: Json) -> str:
    title: str = drm.get("title") or drm.get("id") or drm.get("common", "")
    return title


def dice_of(reach: Reach, dice: Json, scope: Scope) -> Numbers:
    """Return every total of `2d6`, of `lowest(2, 3d6)`, or of a number of dice that varies."""
    lo, hi = reach.index.dice.get(dice["die"], [1, 6])
    count = reach.number(dice["count"], scope)
    if dice["keep"] is not None:
        count = intervals.least(count, reach.number(dice["keep"][1], scope))
    each = intervals.members(count)
    spans = count if each is None else [(n, n) for n in each]
    found: list[intervals.Interval] = []
    for fewest, most in spans:
        corners = [_scaled(n, face) for n in (max(fewest, 0), max(most, 0)) for face in (lo, hi)]
        found.append((min(corners), max(corners)))
    return intervals.joined(found)


def _dice_of(reach: Reach, roll: Json, scope: Scope) -> tuple[Numbers, bool]:
    if roll is None:
        return ZERO, True
    if "dice" in roll:
        dice = roll["dice"]
        return dice_of(reach, dice, scope), dice["count"] == 1
    cells = list(keys.reachable_cells(reach, roll["lookup"], scope))
    parts = (part for cell in cells for part in dice_of(reach, cell, scope))
    return intervals.joined(parts), all(cell["count"] == 1 for cell in cells)


def _taken_by_naturals(reach: Reach, table: Declaration) -> Numbers:
    """The unmodified totals whose natural roll does not look at the rows."""
    found: list[intervals.Interval] = []
    for natural in table["naturals"]:
        takes = keys.taken_by(reach, natural["keys"], EMPTY)
        if takes is not None and not reads_the_row(natural["value"], table):
            found.extend(takes.numbers)
    return intervals.joined(found)


def reads_the_row(e: Json, table: Declaration) -> bool:
    """Does a natural roll's value use `result`, what the row would have given?"""
    if not isinstance(e, list):
        return False
    if len(e) == 2 and e[0] == "local":
        # `result` is the only name in it that is no parameter.
        return all(e[1] != param["name"] for param in table["params"])
    return any(reads_the_row(part, table) for part in e)


def _by_condition(reach: Reach, drm: Json, scope: Scope) -> Modifier:
    amount = drm["amount"]
    impossible = amount == IMPOSSIBLE
    numbers = NOTHING if impossible else reach.number(amount, scope)
    can_be, can_fail = (True, False) if drm["when"] is None else reach.truth(drm["when"], scope)
    if not can_be:
        numbers, impossible = ZERO, False
    elif can_fail:
        numbers = intervals.union(numbers, ZERO)
    return Modifier(drm["id"], title_of(drm), ((frozenset(), numbers),), impossible)


def _by_lookup(reach: Reach, drm: Json, scope: Scope) -> Modifier:
    variants: dict[frozenset[str], list[intervals.Interval]] = {}
    impossible = False
    for row, cells in keys.reachable_rows(reach, drm["lookup"], scope):
        parts: list[intervals.Interval] = []
        for cell in cells:
            if type(cell) is int:
                parts.append((cell, cell))
            elif cell == IMPOSSIBLE:
                impossible = True
            else:
                parts.extend(reach.number(cell, scope))
        if parts:
            variants.setdefault(frozenset(row.get("cancels") or ()), []).extend(parts)
    found = tuple((struck, intervals.joined(parts)) for struck, parts in variants.items())
    return Modifier(drm["id"], title_of(drm), found, impossible)


def _combinations(modifiers: list[Modifier]) -> Iterator[tuple[tuple[Modifier, Numbers], ...]]:
    """Every way in which modifiers strike each other; too many ways are taken as one in which any may."""
    ways = 1
    for modifier in modifiers:
        ways *= max(1, len(modifier.variants))
    if ways > MOST_COMBINATIONS:
        struck = {id for m in modifiers for ids, _ in m.variants for id in ids}
        yield tuple((m, intervals.union(m.values, ZERO) if m.id in struck else m.values) for m in modifiers)
        return
    for chosen in product(*(modifier.variants for modifier in modifiers)):
        struck = {id for ids, _ in chosen for id in ids}
        yield tuple(
            (m, ZERO if m.id in struck else numbers)
            for m, (_, numbers) in zip(modifiers, chosen, strict=True)
        )


def _sums(start: Numbers, combination: Sequence[tuple[Modifier, Numbers]]) -> list[Numbers]:
    """The totals before the first modifier, after it, …, after the last one."""
    found = [start]
    for _, numbers in combination:
        found.append(intervals.added(found[-1], numbers))
    return found


def _shifted(a: Numbers, by: Number) -> Numbers:
    return intervals.added(a, intervals.point(by))


def _scaled(count: Number, face: int) -> Number:
    return 0 if count == 0 or face == 0 else count * face
