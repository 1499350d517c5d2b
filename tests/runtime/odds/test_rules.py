"""Rules through all their dice: equal states go on as one, and what comes out is what the referee's own dice bring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from rulewright.runtime.dice import Seeded, stream
from rulewright.runtime.frames import Desk
from rulewright.runtime.link.layout import BUDGET, STREAM
from rulewright.runtime.link.primitives import BUDGET as FULL
from rulewright.runtime.odds.distribution import Distribution
from rulewright.runtime.odds.rule import RuleQuery
from rulewright.runtime.odds.slices import Slices
from rulewright.runtime.odds.things import things

from .rulesets import ask, chances, program, stopping

STRIKE = {"how": "air", "target": "bismarck", "at_range": "none", "visibility": "5", "bismarck.at": "S23"}
SALVO = {"s": "prinz_eugen", "t": "norfolk", "visibility": "9", "prinz_eugen.zone": "9", "norfolk.zone": "19"}


def becomes(name: str, given: Mapping[str, str], *of: str) -> dict[str, Distribution]:
    answer = RuleQuery(stopping("rheinuebung"), name, given).answer(of)
    assert answer.sampled == 0
    return dict(answer.cases[0].tallies)


def test_a_step_with_one_die() -> None:
    found = becomes("visibility_phase.weather_step", {"turn": "3", "weather": "2"})
    # Box 2: +1. 0 → 1: four left; 1 → 2: two left; 2: one left; 3, 4: stay; 5 → 6: +1; 6: +2; 7: +3; 8, 9: +4; never below 1.
    assert found == {"weather": Distribution({1: 3, 2: 2, 3: 1, 4: 1, 5: 1, 6: 2})}


def test_several_dice_and_what_a_full_mount_passes_on() -> None:
    found = becomes("salvo", SALVO, "norfolk.hull", "prinz_eugen.acquired")
    # Three dice at medium range, -1 radar + 2 turned + 3 visibility = 4: hull 4.., so 0; bow 1; stern 2; secondary 3; miss 4..9.
    # She keeps her hull without a hull hit, unless the third hit on her two bow guns, or on her two stern guns, passes on.
    assert found["norfolk.hull"].probability(4) == Fraction(9, 10) ** 3 - 2 * Fraction(1, 10) ** 3
    assert found["prinz_eugen.acquired"].probability("Norfolk") == 1 - Fraction(6, 10) ** 3


def test_all_chances_of_a_rule_together_are_one() -> None:
    query = RuleQuery(stopping("rheinuebung"), "strike_ship", STRIKE)
    outcome = query.outcome(query.params)
    assert outcome.sampled == 0
    assert sum(chance for _, chance in outcome.ends) == 1
    assert len({tuple(state) for state, _ in outcome.ends}) == len(outcome.ends)


def referee(name: str, given: Mapping[str, str], thing: str, rolls: int) -> Counter[Any]:
    """What the ordinary referee's seeded dice make of a rule, many times."""
    game = program("rheinuebung")
    query = RuleQuery(stopping("rheinuebung"), name, given)
    start = query.board.state()
    read = next(one for one in things(game) if one.name == thing).value
    run = game.linker.code.namespace[game.linker.rules[name].function]
    desk = Desk(game, Seeded())
    desk.note = lambda note: None
    seen: Counter[Any] = Counter()
    for number in range(rolls):
        S = start[:]
        S[BUDGET], S[STREAM] = FULL, stream(7, number)
        run(desk, S, S, *query.params.values())
        seen[read(S)] += 1
    return seen


@pytest.mark.parametrize(
    ("name", "given", "thing", "limit"),
    [
        ("strike_ship", STRIKE, "bismarck.bow", 23),  # 2 degrees of freedom: one in 100,000 is 23.0
        ("strike_ship", STRIKE, "bismarck.secondary", 23),
        ("salvo", SALVO, "norfolk.stern", 23),
        ("salvo", SALVO, "norfolk.hull", 26),  # 3 degrees: 25.9
    ],
)
def test_the_referee_rolls_what_the_odds_say(name: str, given: dict[str, str], thing: str, limit: float) -> None:
    chances = becomes(name, given, thing)[thing]
    rolls = 4000
    seen = referee(name, given, thing, rolls)
    assert set(seen) <= set(chances.values)
    assert sum((seen[value] - float(chance) * rolls) ** 2 / (float(chance) * rolls) for value, chance in chances.items()) < limit


def test_samples_are_the_same_again_and_lie_near_the_exact_chance() -> None:
    query = RuleQuery(stopping("rheinuebung"), "strike_ship", STRIKE)
    one, two = (query.answer(["bismarck.hull"], budget=10) for _ in range(2))
    assert one.sampled == two.sampled == 10_000
    assert one.cases[0].tallies == two.cases[0].tallies
    exact = becomes("strike_ship", STRIKE, "bismarck.hull")["bismarck.hull"].probability(12)
    assert abs(one.cases[0].tallies[0][1].probability(12) - exact) < Fraction(2, 100)  # 5 standard errors


def test_parameters_that_are_not_given_are_swept() -> None:
    given = {"hunters": "norfolk+suffolk", "quarry": "bismarck", "visibility": "5", "bismarck.contact": "sighted"}
    given |= {f"{ship}.at": "I28" for ship in ("norfolk", "suffolk", "bismarck")}
    answer = RuleQuery(stopping("rheinuebung"), "resolve_shadow", given).answer(["bismarck.contact"])
    assert (answer.columns, [case.at for case in answer.cases]) == (("fast_part",), [("no",), ("yes",)])
    for case in answer.cases:
        table = ask("rheinuebung", "shadow", hunters="norfolk+suffolk", quarry="bismarck", fast_part=case.at[0], visibility="5")
        assert str(dict(case.tallies)["bismarck.contact"].probability("shadowed")) == chances(table)["success"]


@pytest.mark.parametrize(("name", "given", "of"), [("salvo", SALVO, ()), ("strike_ship", STRIKE, ("bismarck.hull",))])
def test_what_is_not_asked_for_is_forgotten_and_changes_nothing(name: str, given: dict[str, str], of: tuple[str, ...]) -> None:
    query = RuleQuery(stopping("rheinuebung"), name, given)
    whole = dict(query.answer().cases[0].tallies)
    for thing in of or whole:
        assert dict(query.answer([thing]).cases[0].tallies) == {thing: whole[thing]}


def test_what_has_bearing_on_what_is_asked_is_kept() -> None:
    game = stopping("rheinuebung")
    columns, cups = game.linker.layout.columns, game.linker.layout.cups
    norfolk = game.linker.names.pieces["norfolk"]
    forgotten = set(Slices(game, game.linker.rules["salvo"].json).forgotten(["ship.hull"]))
    # A full mount passes hits on to the hull; evasion, fuel and the chits that are drawn for it have nothing to do with her hull.
    assert not forgotten & {columns[f"ship.{one}"].offset + norfolk for one in ("hull", "bow", "stern")}
    assert forgotten >= {columns[f"ship.{one}"].offset + norfolk for one in ("effects", "fuel")} | {cups["evasion_effect"]}
    strike = set(Slices(game, game.linker.rules["strike_ship"].json).forgotten(["ship.hull"]))
    assert cups["damage"] not in strike  # what was drawn is not drawn again
