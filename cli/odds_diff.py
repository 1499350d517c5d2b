"""Where the exact odds of two versions differ: table by table, case by case."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rulewright.compiler.record import Record
from rulewright.runtime.errors import RulewrightError
from rulewright.runtime.odds import Distribution, Page, TableQuery, catalogue

if TYPE_CHECKING:
    from rulewright.runtime import Program
    from rulewright.runtime.odds import Answer, Case

NEVER = Fraction(0)
SHOWN_CASES = 6
SHOWN_RESULTS = 4


class Shift(Record, frozen=True):
    """A case of a table whose odds are others.

    where: the case in words, "" where there is only one. results: what comes out, how likely it was and is; the greatest change
    first. change: how much of all chances is elsewhere now, 0 to 1.
    """

    where: str
    results: tuple[tuple[str, float, float], ...]
    change: float


class TableOdds(Record, frozen=True):
    """What became of a table's odds.

    shifts: the cases that changed most. changed: how many of the `cases` of both did; new, gone: cases that only one has.
    why: why they cannot be set beside each other, or "".
    """

    id: str
    title: str
    shifts: tuple[Shift, ...] = ()
    changed: int = 0
    cases: int = 0
    new: int = 0
    gone: int = 0
    why: str = ""


def changes(before: Program, after: Program) -> list[TableOdds]:
    """Return the tables of both whose odds differ, or cannot be compared."""
    found = []
    for id in catalogue.tables(before):
        if id not in catalogue.tables(after):
            continue
        old, new = _answer(before, id), _answer(after, id)
        if isinstance(old, str) or isinstance(new, str):
            # What can be asked of neither is as it was, as far as anybody can tell.
            if old != new:
                found.append(
                    TableOdds(id, id.replace("_", " "), why=old if isinstance(old, str) else str(new))
                )
            continue
        table = _compared(old, new)
        if table.changed or table.new or table.gone or table.why:
            found.append(table)
    return found


def _answer(program: Program, id: str) -> Answer | str:
    """All cases of a table, or why there are none."""
    try:
        return TableQuery(Page(program, id), {}).answer()
    except RulewrightError as problem:
        return problem.message


def _compared(old: Answer, new: Answer) -> TableOdds:
    if old.columns != new.columns:
        return TableOdds(new.name, new.title, why="it depends on other things now")
    there, here = ({(case.at, case.modifiers): case for case in one.cases} for one in (old, new))
    shifts = list(_shifts(there, here, old, new))
    shifts.sort(key=lambda one: -one.change)
    both = len(there.keys() & here.keys())
    return TableOdds(
        new.name,
        new.title,
        tuple(shifts[:SHOWN_CASES]),
        len(shifts),
        both,
        len(here) - both,
        len(there) - both,
    )


def _shifts(there: dict[Any, Case], here: dict[Any, Case], old: Answer, new: Answer) -> Iterator[Shift]:
    for key in [one for one in there if one in here]:
        before, after = _chances(there[key].results, old.label), _chances(here[key].results, new.label)
        if before == after:
            continue
        moved = {
            label: after.get(label, NEVER) - before.get(label, NEVER)
            for label in dict.fromkeys((*before, *after))
        }
        most = sorted((label for label in moved if moved[label]), key=lambda label: -abs(moved[label]))
        results = tuple(
            (one, float(before.get(one, 0)), float(after.get(one, 0))) for one in most[:SHOWN_RESULTS]
        )
        change = sum(map(abs, moved.values())) / 2
        yield Shift(_in_words(new.columns, *key), results, float(change))


def _chances(results: Distribution, label: Callable[[Any], str]) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for value, chance in results.items():
        found[label(value)] = found.get(label(value), NEVER) + chance
    return found


def _in_words(columns: tuple[str, ...], at: tuple[str, ...], modifiers: int | None) -> str:
    words = [f"{name.replace('_', ' ')} {value}" for name, value in zip(columns, at, strict=True)]
    if modifiers:
        words.append(f"modifiers {modifiers:+d}".replace("-", "−"))
    return ", ".join(words)


def shift_in_words(shift: Shift) -> str:
    """Return `hit 50.0 % → 33.3 %, miss 50.0 % → 66.7 %`."""
    return ", ".join(f"{label} {was:.1%} → {now:.1%}" for label, was, now in shift.results)


def table_in_words(table: TableOdds) -> str:
    """Return how much of a table changed."""
    if table.why:
        return table.why
    counts = [
        (table.changed, f"{table.changed} of {table.cases} cases changed"),
        (table.new, f"{table.new} are new"),
        (table.gone, f"{table.gone} are gone"),
    ]
    return ", ".join(words for count, words in counts if count)
