"""Exact odds beside icepool's, with equal fractions: fire of many dice, draws from a cup, the whole page of a table; and 10^6 rolls.

A column is read from the linked table; both sides get its counts anew each time, so that nothing is remembered but what is named.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from benchmarks import measuring
from rulewright.runtime import Program, link
from rulewright.runtime.artifact import load
from rulewright.runtime.dice import Seeded
from rulewright.runtime.frames import Desk
from rulewright.runtime.link.layout import BUDGET, STREAM
from rulewright.runtime.link.primitives import BUDGET as FULL
from rulewright.runtime.odds import Distribution, Page, TableQuery
from rulewright.runtime.odds.repeat import count_of, cup

DICE = 14
ROLLS = 1_000_000


def of_icepool(die: Any) -> dict[Any, Fraction]:
    return {value: Fraction(count, die.denominator()) for value, count in die.items()}


def page_of(program: Program) -> tuple[Page, dict[str, list[tuple[Any, int, Distribution]]]]:
    """The naval table, and by what is counted: its columns under every sum of modifiers."""
    page = Page(program, "naval_combat")
    cases = [case for case in TableQuery(page, {}).answer().cases if case.modifiers is not None]
    names = program.linker.names
    return page, {
        what: [(case.at, case.modifiers or 0, count_of(case.results, names.outcome(what))) for case in cases] for what in ("hull", "evasion")
    }


def main() -> None:
    import icepool

    root = Path(__file__).parent.parent
    program = link(load(root / "generated" / "rheinuebung" / "ruleset.json"))
    _, columns = page_of(program)
    # Medium range, no modifiers: 2 hull on 0, 1 on 3 and 4.
    column = next(dict(found.counts) for at, modifiers, found in columns["hull"] if (at, modifiers) == (("mid",), 0))
    print(f"hull boxes of a die at medium range: {column}")

    kept, kept_die = Distribution(column), icepool.Die(column)
    assert dict((DICE @ kept).items()) == of_icepool(DICE @ kept_die)
    figures = measuring.in_process(
        {
            "icepool, a new die": measuring.per_call(lambda: DICE @ icepool.Die(column), 50),
            "rulewright, a new distribution": measuring.per_call(lambda: (DICE @ Distribution(column)).counts, 1000),
            "icepool, the same die": measuring.per_call(lambda: DICE @ kept_die, 50),
            "rulewright, the same distribution": measuring.per_call(lambda: (DICE @ kept).counts, 1000),
        }
    )
    for name in figures:
        if name.startswith("rulewright"):
            figures[name] /= 20  # a thousand calls, for what is so short
    title = f"{DICE} dice on a naval combat column"
    for new in ("a new", "the same"):
        two = {name: seconds for name, seconds in figures.items() if new in name}
        measuring.show(title, two, next(iter(two)), divide=50, target="1/20")

    # Each evasion hit draws a chit that is not put back; what is asked is the sum of the chits.
    hits = next(dict(found.counts) for at, modifiers, found in columns["evasion"] if (at, modifiers) == (("mid",), -2))
    chits = cup(program, "evasion_effect")
    deck = icepool.Deck(chits.counts)
    deals = {n: deck.deal(n).sum() for n in range(1, DICE + 1)} | {0: icepool.Die([0])}
    chits.sums(DICE @ Distribution(hits))

    def drawn() -> Any:
        return chits.sums(DICE @ Distribution(hits))

    def dealt() -> Any:
        return (DICE @ icepool.Die(hits)).map(lambda n: deals[n])

    assert dict(drawn().items()) == of_icepool(dealt())
    figures = measuring.in_process(
        {"icepool, deals kept": measuring.per_call(dealt, 20), "rulewright, cup kept": measuring.per_call(lambda: drawn().counts, 100)}
    )
    figures["rulewright, cup kept"] /= 5
    measuring.show(f"{DICE} dice, a chit drawn for each evasion hit", figures, "icepool, deals kept", divide=20, target="1/10")

    page = [dict(found.counts) for _, _, found in columns["evasion"]]
    pages: dict[str, Callable[[], Any]] = {
        "icepool, deals kept": lambda: [(n @ icepool.Die(one)).map(lambda k: deals[k]) for one in page for n in range(1, DICE + 1)],
        "rulewright, cup kept": lambda: [chits.sums(n @ die).counts for die in map(Distribution, page) for n in range(1, DICE + 1)],
    }
    for one, other in zip(pages["icepool, deals kept"](), pages["rulewright, cup kept"](), strict=True):
        total = sum(other.values())
        assert {value: Fraction(count, total) for value, count in other.items()} == of_icepool(one)
    figures = measuring.in_process(pages, rounds=3)
    title = f"the whole page: 4 ranges, all sums of modifiers, 1 to {DICE} dice: {len(page) * DICE} distributions"
    measuring.show(title, figures, "icepool, deals kept", unit="ms", target="1/10")

    _from_the_artifact(program)
    _against_the_referee(program)


def _from_the_artifact(program: Program) -> None:
    """What a designer waits for, once the ruleset is linked."""

    def whole() -> object:
        return TableQuery(Page(program, "naval_combat"), {}).answer()

    figures = measuring.in_process({"the whole naval table, every modifier": whole}, rounds=3)
    measuring.show("asked of the artifact", figures, "the whole naval table, every modifier", unit="ms")


def _against_the_referee(program: Program) -> None:
    """10^6 rolls of the referee's seeded dice against the exact chances, by chi-square."""
    given = {"firing_ship": "prinz_eugen", "target": "norfolk", "prinz_eugen.zone": "9", "norfolk.zone": "19", "visibility": "5"}
    query = TableQuery(Page(program, "naval_combat"), given)
    (case,) = query.answer().cases
    desk, S = Desk(program, Seeded()), query.state[:]
    S[STREAM] = 20261130
    desk.note = _unread
    roll = program.linker.code.namespace[program.linker.table("naval_combat").roll]
    shooter, target = query.params["firing_ship"], query.params["target"]
    seen: Counter[Any] = Counter()
    for _ in range(ROLLS):
        S[BUDGET] = FULL
        seen[roll(desk, S, S, 3, 0, shooter, target)] += 1
    far = sum((seen[value] - float(chance) * ROLLS) ** 2 / (float(chance) * ROLLS) for value, chance in case.results.items())
    print(f"\n{ROLLS:,} rolls of the referee: chi-square {far:.1f} at {len(case.results) - 1} degrees of freedom")
    for value, chance in case.results.items():
        print(f"  {query.page.label(value):<20} {float(chance):.6f} exact   {seen[value] / ROLLS:.6f} rolled")
    if far > 45:
        sys.exit("the dice of the referee are not those of the odds")


def _unread(note: Any) -> None:
    """Nobody reads the log."""


if __name__ == "__main__":
    main()
