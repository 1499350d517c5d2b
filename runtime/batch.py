"""One table rolled very often: dice in numpy's arrays, one look into the table for each total that came up.

The dice are numpy's, not the game's: equal in distribution, another stream. Whatever the table asks of the game (a track, a piece)
is asked of one state, which no roll changes; a hundred rolls of one battle, not a hundred battles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rulewright.runtime import errors
from rulewright.runtime.link import fault, types
from rulewright.runtime.link.names import Json
from rulewright.runtime.link.primitives import BUDGET, State
from rulewright.runtime.link.program import Program
from rulewright.runtime.link.text import NO_VALUE

AT_ONCE = 1 << 18
"""Dice in one array: larger ones leave the processor's cache."""


@dataclass(frozen=True, slots=True)
class Result:
    """A result, as the artifact writes it (a number, `{"hull": 2}`, None), and how often it came."""

    result: Json
    count: int


@dataclass(frozen=True, slots=True)
class _Dice:
    """count dice of lo to hi; `kept` of them count, the lowest or the highest."""

    lo: int
    hi: int
    count: int
    kept: int
    highest: bool


def roll(
    program: Program, table: str, args: Mapping[str, Json], rolls: int, *, seed: int = 0, state: State | None = None
) -> list[Result]:
    """Return what `rolls` rolls on a table gave, the most frequent first; the same seed gives the same counts.

    Args:
        args: the table's parameters by name, as they are written outside: numbers, true or false, ids.
        state: of a game (`game.state`) that the table may ask; the state before any scenario if None.

    Raises:
        RulewrightError: RW0834 numpy is not installed, RW0835 what is given does not fit the table.
        RulesError: as a roll in a game.
    """
    numpy = _numpy()
    if table not in program.linker.tables_json:
        raise errors.not_for_batch(f"there is no table `{table}`")
    if rolls < 0:
        raise errors.not_for_batch(f"{rolls:,} rolls cannot be made")
    dice = _dice(program, table)
    values = _values(program, table, args)
    generator = numpy.random.Generator(numpy.random.PCG64(seed))
    lowest, highest = dice.lo * dice.kept, dice.hi * dice.kept
    totals = numpy.zeros(highest - lowest + 1, dtype=numpy.int64)
    kind = numpy.uint8 if dice.lo >= 0 and highest < 256 else numpy.int32
    left = rolls
    while left > 0:
        many = min(left, max(1, AT_ONCE // dice.count))
        left -= many
        faces = generator.integers(dice.lo, dice.hi, (dice.count, many), dtype=kind, endpoint=True)
        if dice.kept < dice.count:
            faces.sort(axis=0)
            faces = faces[-dice.kept :] if dice.highest else faces[: dice.kept]
        sums = faces[0] if dice.kept == 1 else faces.sum(axis=0, dtype=kind)
        totals += numpy.bincount(sums - kind(lowest) if lowest else sums, minlength=len(totals))
    return _results(program, table, values, {lowest + at: int(count) for at, count in enumerate(totals) if count}, state)


def _results(program: Program, table: str, values: list[Any], totals: Mapping[int, int], state: State | None) -> list[Result]:
    look = program.lookup(table)
    found: Counter[Any] = Counter()
    asked = (program.start if state is None else state)[:]
    for total, count in totals.items():
        asked[0] = BUDGET
        try:
            found[look(asked, *values, total)] += count
        except fault.NATIVE as problem:
            raise fault.explained(program, problem) from problem
    kind = types.opt(program.linker.table(table).type)
    return [Result(program.texts.json(kind, value), count) for value, count in found.most_common()]


def _dice(program: Program, table: str) -> _Dice:
    written = (program.linker.table(table).json["roll"] or {}).get("dice")
    if written is None:
        raise errors.not_for_batch(f"the dice of `{table}` depend on the game, or there are none")
    count, keep = written["count"], written["keep"]
    which, kept = keep if keep is not None else ("highest", count)
    if type(count) is not int or type(kept) is not int or not 0 < kept <= count:
        raise errors.not_for_batch(f"how many dice of `{table}` count depends on the game")
    lo, hi = program.linker.dice[written["die"]]
    return _Dice(lo, hi, count, kept, which == "highest")


def _values(program: Program, table: str, args: Mapping[str, Json]) -> list[Any]:
    params = program.linker.table(table).params
    names = [name for name, _ in params]
    if set(names) != set(args):
        wanted = ", ".join(f"`{name}`" for name in names) or "nothing"
        raise errors.not_for_batch(f"`{table}` is rolled with {wanted}, and was given {', '.join(map(repr, args)) or 'nothing'}")
    found = []
    for name, kind in params:
        try:
            found.append(program.number_of(kind, args[name]))
        except NO_VALUE as problem:
            raise errors.not_for_batch(f"`{name}` of `{table}` cannot be {args[name]!r}") from problem
    return found


def _numpy() -> Any:
    try:
        import numpy
    except ImportError as problem:
        raise errors.no_numpy() from problem
    return numpy
