"""Chances of recorded games, against sums by hand."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction as F
from typing import Any

import pytest

from rulewright.runtime import Game, Program, link, write_record
from rulewright.runtime.link.watch import Watch
from rulewright.runtime.luck import RESULT, Audit, audit, balance

from . import build as b


def audited(*body: Any, dice: Sequence[Any], locals: Any = None, **lists: Any) -> Audit:
    """Play one phase with dice by hand, and audit its record."""
    lists |= {"enums": [b.enum("ending", "over")], "phases": [b.phase("go", *body, b.end("over"), locals=locals or {})]}
    document = b.document(**lists)
    program = link(document)
    game = Game.start(program, dice="hand")
    for die in dice:
        game.choose(None, die)
    assert game.ended

    def linked(name: str, options: Sequence[str], watch: Watch) -> Program:
        return link(document, options, None, watch)

    return audit(linked, write_record(game))


SHOT = b.table(
    "shot",
    given={"far": "yes_no"},
    drms=[b.drm("far", 1, b.local("far"))],
    result=[(b.to(None, 2), [["hit", 2]]), (b.to(3, None), [["miss", 1]])],
)


def shoot(far: bool) -> Any:
    return b.do("roll", table="shot", args=[far], **{"as": None}, arms=[], seen_by=None)


def test_a_roll_on_a_table_with_a_modifier() -> None:
    (chance,) = audited(shoot(True), dice=[1], tables=[SHOT]).chances
    # +1: only a 1 gives 2 or less, so a hit has 1/6. A 1 is the lowest of six: half of its own 1/6.
    assert (chance.chance, chance.rank) == (F(1, 6), F(1, 12))
    # two hits are counted at once: 2 × 1/6 expected, variance 4 × 1/6 × 5/6
    assert chance.counts["hit"] == (F(2), F(1, 3), F(20, 36))
    assert chance.counts["miss"] == (F(0), F(5, 6), F(5, 36))


def test_without_the_modifier_the_chance_is_another() -> None:
    (chance,) = audited(shoot(False), dice=[6], tables=[SHOT]).chances
    assert (chance.chance, chance.rank) == (F(4, 6), F(11, 12))  # a 6 is the highest: 5/6 below, half of 1/6


def test_a_table_says_whom_its_dice_favour() -> None:
    # A 1 of six is the lowest: rank 1/12. It is good for red where low dice are, and bad for blue where high ones are.
    low = SHOT | {"favours": {"side": ["side", "red"], "when": "low"}}
    high = SHOT | {"favours": {"side": ["enemy", ["side", "red"]], "when": "high"}}
    for table, side, lucky in ((low, "red", F(11, 12)), (high, "blue", F(1, 12))):
        found = audited(shoot(True), dice=[1], tables=[table])
        (chance,) = found.chances
        assert (chance.rank, chance.side, chance.fortune) == (F(1, 12), side, lucky)
        assert {one: fortune.came for one, fortune in found.fortunes().items()} == {side: lucky}
    assert audited(shoot(True), dice=[1], tables=[SHOT]).fortunes() == {}


def test_whom_it_favours_may_hang_on_what_is_rolled_for() -> None:
    by_range = SHOT | {"favours": {"side": ["cond", [[["local", "far"], ["side", "blue"]]], ["side", "red"]], "when": "high"}}
    found = audited(shoot(True), shoot(False), dice=[6, 6], tables=[by_range])
    assert [chance.side for chance in found.chances] == ["blue", "red"]


def test_the_rank_of_a_die_varies_as_it_should() -> None:
    (chance,) = audited(shoot(False), dice=[3], tables=[SHOT]).chances
    # ranks 1/12, 3/12 … 11/12: squares of the distances from 1/2 are (25 + 9 + 1) / 144, twice, over 6
    assert chance.spread == F(70, 144 * 6)


def test_plain_dice_and_those_that_count() -> None:
    body = (b.throw("n", 2), b.throw("best", 2, keep=["highest", 1]))
    two, best = audited(*body, dice=[6, 6, 1, 2], locals={"n": "number", "best": "number"}).chances
    assert (two.chance, two.rank) == (F(1, 36), F(71, 72))
    assert two.counts[RESULT] == (F(12), F(7), F(35, 6))  # two dice: mean 7, variance 2 × 35/12
    # the higher of two dice is 2 in three of 36 ways: (1,2) (2,1) (2,2); it is 1 in one way
    assert (best.chance, best.rank) == (F(3, 36), F(1, 36) + F(3, 72))


def test_draws_without_putting_back() -> None:
    def take(name: str) -> Any:
        return b.do("draw", cup="hurt", **{"as": name}, seen_by=None)

    kinds: Any = {"one": "enum:hurt", "two": "enum:hurt"}
    first, second = audited(take("one"), take("two"), dice=["hull", "hull"], locals=kinds, cups=[b.cup("hurt", hull=3, dud=1)]).chances
    assert (first.chance, first.rank) == (F(3, 4), None)
    assert second.chance == F(2, 3)  # one of the three hull chits is out
    assert second.counts["dud"] == (F(0), F(1, 3), F(2, 9))


def test_sums_over_a_game() -> None:
    found = audited(shoot(False), shoot(False), dice=[1, 6], tables=[SHOT])
    hits = found.results("shot")["hit"]
    # a hit has 2/6 and counts twice: expected 2 × 2/3, variance 2 × 4 × 2/6 × 4/6
    assert (hits.rolls, hits.came, hits.expected, hits.variance) == (2, F(2), F(4, 3), F(64, 36))
    assert hits.score == pytest.approx((2 - 4 / 3) / (64 / 36) ** 0.5)
    assert found.ranks().came == F(1, 12) + F(11, 12)
    assert [chance.dice for chance in found.strangest(1)] == [(1,)]


def test_what_cannot_vary_has_no_score() -> None:
    assert balance([]).score == 0.0
    assert balance([(F(1), F(1), F(0))]).score == 0.0
