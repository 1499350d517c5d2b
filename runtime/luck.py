"""How lucky was a game? Every roll and draw beside what could be expected of it, exactly.

A recorded game is played again with a program that reports its chances (`link/watch.py`). What is known of a roll is known of it at that moment:
its modifiers, its column, its dice. Whether a high total is good, and for whom, is for the table to say (`favours`); where it does not, what
came out is told, and not who was lucky.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from rulewright.runtime.game import Game
from rulewright.runtime.link.moving import Cup
from rulewright.runtime.link.primitives import BUDGET
from rulewright.runtime.link.program import Program
from rulewright.runtime.link.table import TableInfo
from rulewright.runtime.link.types import NUMBER
from rulewright.runtime.link.watch import Note, Thrown, Watch
from rulewright.runtime.log import raw_notes
from rulewright.runtime.odds.distribution import Distribution
from rulewright.runtime.odds.thrown import total as total_of
from rulewright.runtime.record import replay

RESULT = ""
"""Stands for the result of a table of numbers, and for the total of plain dice, where others have names of results."""

HALF = Fraction(1, 2)

Counts = Mapping[str, tuple[Fraction, Fraction, Fraction]]


@dataclass(frozen=True, slots=True)
class Chance:
    """A roll or draw.

    move: how many decisions were made before it. kind: "table", "dice" or "draw"; source: id of the table or cup, or the rule that threw dice.
    dice: what they showed. result: in words. chance: of exactly this result. rank: the chance of a lower total plus half of that of this one,
    1/2 on average; None for a draw. spread: the variance of the rank. counts: name of a result → (how often it came, how often it was expected,
    the variance of that). side: id of the side that the table favours if the dice are low or high, "" if it does not say; fortune: how
    lucky that side was, as `rank` says where high dice help it, and turned round where low ones do.
    """

    move: int
    kind: str
    source: str
    title: str
    dice: tuple[int, ...]
    result: str
    chance: Fraction
    rank: Fraction | None
    spread: Fraction
    counts: Counts
    side: str = ""
    fortune: Fraction = HALF


@dataclass(frozen=True, slots=True)
class Balance:
    """What came of many chances and what was expected: `score` is how many standard deviations lie between, 0.0 where nothing could vary."""

    rolls: int
    came: Fraction
    expected: Fraction
    variance: Fraction

    @property
    def score(self) -> float:
        return float(self.came - self.expected) / float(self.variance) ** 0.5 if self.variance else 0.0


def balance(parts: Iterable[tuple[Fraction, Fraction, Fraction]]) -> Balance:
    """Add up what came, what was expected and the variances of independent chances."""
    listed = list(parts)
    return Balance(len(listed), *(sum((part[i] for part in listed), Fraction(0)) for i in range(3)))


@dataclass(slots=True)
class Audit:
    """All chances of a game in the order in which they came."""

    game: Game
    chances: list[Chance]

    def sources(self) -> list[str]:
        """Return the tables, cups and rules of which something was asked, in the order of the first time."""
        return list(dict.fromkeys(chance.source for chance in self.chances))

    def title(self, source: str) -> str:
        return next(chance.title for chance in self.chances if chance.source == source)

    def strangest(self, count: int) -> list[Chance]:
        """Return the least likely ones, the least likely first."""
        return sorted(self.chances, key=lambda chance: (chance.chance, chance.move))[:count]

    def ranks(self, source: str | None = None) -> Balance:
        """Return how high the dice fell: 1/2 a roll is expected. Of one source, or of all."""
        return balance(
            (chance.rank, HALF, chance.spread)
            for chance in self.chances
            if chance.rank is not None and source in (None, chance.source)
        )

    def fortunes(self) -> dict[str, Balance]:
        """Return, by side, how lucky it was where tables say whom they favour: 1/2 a roll is expected."""
        sides = [side for side in self.game.program.sides if any(chance.side == side for chance in self.chances)]
        return {side: balance((chance.fortune, HALF, chance.spread) for chance in self.chances if chance.side == side) for side in sides}

    def results(self, source: str) -> dict[str, Balance]:
        """Return, for one source, each result with how often it came and was expected to."""
        names = dict.fromkeys(name for chance in self.chances if chance.source == source for name in chance.counts)
        return {
            name: balance(chance.counts[name] for chance in self.chances if chance.source == source and name in chance.counts)
            for name in names
        }


def audit(linked: Callable[[str, Sequence[str], Watch], Program], data: bytes) -> Audit:
    """Play a record again and weigh its chances.

    Args:
        linked: gives the program that a record names, by the ruleset's id and its options, linked with this watch.

    Raises:
        RecordError: as `replay` says.
    """
    ear = _Ear()

    def program(name: str, options: Sequence[str]) -> Program:
        found = linked(name, options, ear)
        ear.program = found
        return found

    def after(game: Game) -> None:
        ear.move = len(game.moves)

    game = replay(program, data, after=after)
    return Audit(game, ear.chances(game))


class _Ear(Watch):
    """Weighs each chance as it comes; those whose notes are in the log at the end are the ones that happened."""

    hears = True

    def __init__(self) -> None:
        super().__init__()
        self.move = 0
        self.program: Any = None
        self._heard: dict[int, tuple[Note, Chance]] = {}

    def chances(self, game: Game) -> list[Chance]:
        return [self._heard[id(note)][1] for note in raw_notes(game._thread, None) if id(note) in self._heard]

    def rolled(self, note: Note, S: list[Any], table: TableInfo, thrown: Thrown | None) -> Note:
        _, _, _, _, args, _, dice, natural, _, _, _, result = note
        if thrown is None or not dice:
            return note
        look = self.namespace[table.look]
        state = [BUDGET, *S[1:]]
        totals = total_of(len(dice), *thrown)
        results = totals.map(lambda total: look(state, *args, total))
        counts = _counts_of_numbers(results, result) if table.type == NUMBER else self._counts_of_names(results, result)
        title = table.json["title"] or table.json["id"]
        shown = self.program.texts.label(table.type, result)
        rank, spread = _rank(totals, natural)
        side = self._favoured(table, state, args)
        fortune = HALF if rank is None or not side else rank if table.json["favours"]["when"] == "high" else 1 - rank
        chance = Chance(self.move, "table", table.json["id"], title, dice, shown, results.probability(result), rank, spread, counts, side, fortune)
        return self._keep(note, chance)

    def _favoured(self, table: TableInfo, S: list[Any], args: Sequence[Any]) -> str:
        """The id of the side that the table favours, or ""."""
        number = self.namespace[table.favours](S, *args) if table.favours else None
        return "" if number is None else str(self.program.sides[number])

    def _counts_of_names(self, results: Distribution, result: Any) -> Counts:
        names = self.program.linker.names.outcome_ids
        found = {}
        for number in sorted({number for bag in results.values for number, _ in bag}):
            often = results.map(partial(_count, number))
            found[names[number]] = (Fraction(dict(result).get(number, 0)), often.mean, often.variance)
        return found

    def threw(self, note: Note, thrown: Thrown) -> Note:
        _, place, _, dice, natural = note
        if not dice:
            return note
        totals = total_of(len(dice), *thrown)
        owner = self.program.linker.places[place].where.owner
        counts = _counts_of_numbers(totals, natural)
        shown = str(natural)
        return self._keep(note, Chance(self.move, "dice", owner, owner, dice, shown, totals.probability(natural), *_rank(totals, natural), counts))

    def drew(self, note: Note, W: list[Any], cup: Cup) -> Note:
        _, place, _, _, value = note
        if value is None:
            return note
        left = dict.fromkeys(cup.values, 0)
        for worth, count in zip(cup.values, W[cup.slot], strict=True):
            left[worth] += count
        left[value] += 1  # it is out by now
        chits = Distribution(left)
        statement = self.program.linker.places[place].json
        json = next(one for one in self.program.document["cups"] if one["id"] == statement["cup"])
        shown = self.program.texts.label(statement["type"], value)
        if json["type"] == "number":
            rank, spread = _rank(chits, value)
            counts = _counts_of_numbers(chits, value)
        else:
            rank, spread = None, Fraction(0)
            counts = {cup.ids[kind]: (Fraction(kind == value), share, share * (1 - share)) for kind, share in chits.items()}
        title = json["title"] or json["id"]
        return self._keep(note, Chance(self.move, "draw", json["id"], title, (), shown, chits.probability(value), rank, spread, counts))

    def _keep(self, note: Note, chance: Chance) -> Note:
        self._heard[id(note)] = (note, chance)
        return note


def _rank(totals: Distribution, natural: Any) -> tuple[Fraction | None, Fraction]:
    """Return how high a total is among all, and the variance of that."""
    ranks = ranked(totals)
    return ranks[natural], sum((share * (ranks[value] - HALF) ** 2 for value, share in totals.items()), Fraction(0))


def ranked(totals: Distribution) -> dict[Any, Fraction]:
    """Return, by value, the chance of a lower one plus half of its own."""
    found: dict[Any, Fraction] = {}
    below = Fraction(0)
    for value, share in totals.items():
        found[value] = below + share * HALF
        below += share
    return found


def _count(number: int, bag: tuple[tuple[int, int], ...]) -> int:
    return dict(bag).get(number, 0)


def _counts_of_numbers(results: Distribution, result: Any) -> Counts:
    if not results.is_numeric:
        return {}
    return {RESULT: (Fraction(result), results.mean, results.variance)}
