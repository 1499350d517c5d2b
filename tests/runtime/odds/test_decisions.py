"""Rules in which somebody decides: each answer, any answer, that of a bot; and sides that decide at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

import pytest

from rulewright.runtime import RulewrightError
from rulewright.runtime.dice import Seeded, stream
from rulewright.runtime.game import Game
from rulewright.runtime.link.layout import STREAM
from rulewright.runtime.odds import Answer
from rulewright.runtime.odds.distribution import Distribution
from rulewright.runtime.odds.rule import RuleQuery
from rulewright.runtime.odds.things import things

from .rulesets import program, stopping

CLOSE = {"quarry": "tender", "tender.at": "C2", "corsair.at": "B2"}
SEARCH = {"turn": "2", "tender.at": "C2", "corsair.at": "B2", "heron.at": "D2"}
# Both sides have a gun and a hull box: two dice each.
DUEL = {
    "visibility": "5", "attacker": "german",
    "koln.zone": "13", "koln.position": "opening", "koln.bow": "1", "koln.stern": "0", "koln.secondary": "0", "koln.hull": "1",
    "arethusa.zone": "16", "arethusa.position": "opening", "arethusa.bow": "1", "arethusa.stern": "0", "arethusa.secondary": "0", "arethusa.hull": "1",
}  # fmt: skip


def asked(game: str, name: str, given: Mapping[str, str], *of: str, **decided: str) -> Answer:
    """`__` stands for a dot, `_at_` for a colon in what is decided."""
    said = {key.replace("_at_", ":").replace("__", ".").replace("every", "*"): value for key, value in decided.items()}
    answer = RuleQuery(stopping(game), name, given, said).answer(of)
    assert answer.sampled == 0
    return answer


def contact(answer: Answer) -> dict[tuple[str, ...], Fraction]:
    """The chance that the boat loses sight of the tender, by what was answered."""
    return {case.at: dict(case.tallies)["tender.contact"].probability("none") for case in answer.cases}


def test_each_answer_is_a_case() -> None:
    answer = asked("picket", "close_in", CLOSE, "tender.contact", "tender.becalmed")
    assert answer.columns == ("close_in.fire",)
    # Of 6 shells 3 dazzle, 1 is smoke, 2 are duds: all but a dud blind the boat, and dazzle lays the ship still as well.
    assert contact(answer) == {("yes",): Fraction(4, 6), ("no",): Fraction(0)}
    assert dict(answer.cases[0].tallies)["tender.becalmed"] == Distribution({2: 3, 0: 3})
    assert "`close_in.fire`" in answer.notes[0]


def test_an_answer_is_given_for_all_or_for_one_side() -> None:
    for decided in ({"close_in__fire": "yes"}, {"raiders_at_close_in__fire": "yes"}, {"raiders": "scripted"}, {"every": "smuggler"}):
        assert contact(asked("picket", "close_in", CLOSE, "tender.contact", **decided)) == {(): Fraction(4, 6)}


def test_any_answer_is_as_likely_as_every_other() -> None:
    assert contact(asked("picket", "close_in", CLOSE, "tender.contact", close_in__fire="random")) == {(): Fraction(1, 2) * Fraction(4, 6)}


def test_the_first_answer_that_is_open_counts() -> None:
    # Only the Heron is on the map. She calls C2 from D2; B5 is too far; the others can call nothing. In shoals a 1 finds alone: 2 + 2 = 4.
    for said in ("C2/none", "B5/C2/none"):
        answer = asked("picket", "search", SEARCH, "tender.contact", watch_at_search__called=said, close_in__fire="no")
        assert contact(answer) == {(): Fraction(5, 6)}
    # By lot she calls D2 itself or one of the five hexes around it (the sandbar is no matter), or nothing.
    near = [case.at[0].partition(" / ")[0] for case in asked("picket", "search", SEARCH, "tender.contact", close_in__fire="no").cases]
    assert near == [*sorted(near[:-1]), "none"]
    by_lot = asked("picket", "search", SEARCH, "tender.contact", every="random", close_in__fire="no")
    assert contact(by_lot) == {(): 1 - Fraction(1, len(near)) * Fraction(1, 6)}


def test_a_question_that_comes_only_after_some_answers() -> None:
    answer = asked("picket", "search", SEARCH, "tender.contact")
    assert answer.columns == ("search.called", "close_in.fire")
    assert contact(answer)["C2 / none", "yes"] == Fraction(5, 6) + Fraction(1, 6) * Fraction(4, 6)
    assert [at for at in contact(answer) if at[1]] == [("C2 / none", "yes"), ("C2 / none", "no")]


def test_sides_that_fire_at_once() -> None:
    sunk = asked("rheinuebung", "exchange_fire", DUEL, "koln.hull", "arethusa.hull")
    assert sunk.columns == ("german:exchange_fire.target", "allied:exchange_fire.target")
    assert [case.at for case in sunk.cases] == [("arethusa", "koln"), ("arethusa", "none"), ("none", "koln"), ("none", "none")]
    # What one ship does is what its fire alone would do: the other is judged as it was when the firing began.
    alone = {
        target: dict(asked("rheinuebung", "salvo", {**DUEL, "s": shooter, "t": target}, f"{target}.hull").cases[0].tallies)[f"{target}.hull"]
        for shooter, target in (("koln", "arethusa"), ("arethusa", "koln"))
    }
    for case in sunk.cases:
        german, allied = case.at
        found = dict(case.tallies)
        assert found["arethusa.hull"] == (alone["arethusa"] if german == "arethusa" else Distribution.certain(1))
        assert found["koln.hull"] == (alone["koln"] if allied == "koln" else Distribution.certain(1))


@pytest.mark.parametrize("rolls", [4000])
def test_the_referee_plays_what_the_odds_say(rolls: int) -> None:
    """A whole step played by the referee with seeded dice and answers at random, and a chi-square of one in 100,000."""
    (case,) = asked("picket", "search", SEARCH, "tender.contact", every="random").cases
    chances = dict(case.tallies)["tender.contact"]
    game = program("picket")
    query = RuleQuery(stopping("picket"), "search", SEARCH)
    step = next(rule for at, rule in game.steps.items() if game.document["phases"][at[0]]["id"] == "search")
    read = next(thing for thing in things(game) if thing.name == "tender.contact").value
    seen: Counter[object] = Counter()
    for number in range(rolls):
        S = query.board.state()
        S[STREAM] = stream(5, number)
        played = Game.on_board(game, S, [[step.entry, *game.linker.code.namespace[step.pad]]], Seeded())
        played._advance()
        chance = stream(6, number)
        while not played.ended and played.decisions:
            (decision,) = played.decisions
            options = decision.options()
            chance, at = divmod(chance, len(options))
            played.choose(decision.side, options[at])
        seen[read(played.state)] += 1
    assert set(seen) <= set(chances.values)
    assert sum((seen[value] - float(chance) * rolls) ** 2 / (float(chance) * rolls) for value, chance in chances.items()) < 20  # 1 degree: 19.5


def test_samples_answer_too() -> None:
    query = RuleQuery(stopping("picket"), "search", SEARCH, {"*": "random"})
    exact = query.answer(["tender.contact"]).cases[0].tallies[0][1].probability("none")
    answer = query.answer(["tender.contact"], budget=3)
    assert answer.sampled == 10_000 and answer.cases[0].sampled == {"tender.contact"}
    assert abs(answer.cases[0].tallies[0][1].probability("none") - exact) < Fraction(1, 100)


@pytest.mark.parametrize(
    ("decided", "code"),
    [
        ({"close_in.fire": "maybe"}, "RW0937"),
        ({"close_in.water": "yes"}, "RW0931"),
        ({"nobody:close_in.fire": "yes"}, "RW0931"),
        ({"raiders": "yes"}, "RW0932"),
        ({"*": "picket_lane"}, "RW0932"),
    ],
)
def test_what_is_no_answer_is_named(decided: dict[str, str], code: str) -> None:
    with pytest.raises(RulewrightError, match=code):
        RuleQuery(stopping("picket"), "close_in", CLOSE, decided).answer()


def test_a_rule_that_ends_before_it_asks() -> None:
    tracked = asked("picket", "close_in", {"quarry": "tender", "tender.contact": "tracked", "tender.at": "C2"})
    assert dict(tracked.cases[0].tallies)["ending"] == Distribution.certain("hunted_down")
    assert tracked.columns == ()
