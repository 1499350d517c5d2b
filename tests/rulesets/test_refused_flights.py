"""A player who asks for a flight that cannot be made is told why, with the section."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulewright.runtime import Decision, Game, IllegalChoice, Program, link
from rulewright.runtime.artifact import load

ROOT = Path(__file__).parents[2]


@cache
def rheinuebung() -> Program:
    return link(load(ROOT / "generated" / "rheinuebung" / "ruleset.json"))


def question(game: Game, side: str) -> Decision:
    return next(decision for decision in game.decisions if decision.side == side)


def orders(*answers: Any) -> Game:
    """The first turn, visibility 7, when the Allied player gives orders to what moves; `answers` are given already."""
    game = Game.start(rheinuebung(), scenario="historical", seed=7)
    while question(game, "german").id != "make_ready.takes":
        game.choose("german", question(game, "german").options(1)[0])
    game.choose("allied", None)
    for answer in answers:
        game.choose("allied", answer)
    return game


def refused(game: Game, answer: Any) -> str:
    with pytest.raises(IllegalChoice) as caught:
        game.choose("allied", answer)
    assert "7.7.1" in [cite["section"] for cite in caught.value.cites]
    return caught.value.message


def test_who_has_no_deck_does_not_fly() -> None:
    message = "it is in refit, has flown this turn, or has no deck to start from"
    assert refused(orders("search_flight"), "swo_825") == message  # Victorious is Restricted


def test_who_has_landed_does_not_fly_again() -> None:
    assert refused(orders("search_flight", "hud_220", ["J29"], "search_flight"), "hud_220").startswith(
        "it is in refit"
    )


def test_attacks_need_a_shadowed_enemy() -> None:
    assert refused(orders(), "attack_flight") == "no enemy unit is shadowed"


def test_a_flight_ends_where_the_aircraft_can_land() -> None:
    game = orders("search_flight", "hud_220")  # 12 hexes from L27, and back
    assert question(game, "allied").contains(["L22", "L28"])  # 5 + 6 + 1 = 12
    assert refused(game, ["L22", "L29"]) == "it could not land any more"  # 5 + 7 + 2 = 14
    assert refused(game, ["L21", "L20"]) == "it could not land any more"


def test_an_extra_marker_costs_the_visibility() -> None:
    game = orders("search_flight", "hud_220")
    assert question(game, "allied").contains(["K27", "K27", "K27"])  # 2 + 7 = 9
    assert refused(game, ["L24", "L24", "L24"]) == "it could not land any more"  # 6 + 7 = 13
    assert question(game, "allied").contains(["L24", "L24"])


def test_markers_are_dropped_where_ships_may_be() -> None:
    assert refused(orders("search_flight", "hud_233"), ["P28"]) == "no ship is ever on land"


def test_the_first_of_two_turns_is_no_longer_than_any() -> None:
    game = orders("search_flight", "cat_209")  # 10 hexes a turn, 20 until it must be at P25
    assert refused(game, ["P16", "P19"]) == "it cannot fly so far and drop so many"  # 9 + 3 = 12
    game.choose("allied", ["P16", "P16"])
    assert refused(game, "P14") != ""  # a hex is left, P15 or P17
    assert question(game, "allied").contains("P15") or question(game, "allied").contains("P17")


def test_no_hex_to_call_and_no_call_are_the_same() -> None:
    game = orders(None)
    while (decision := game.decisions[0]).id != "search.called":
        given = None if decision.may or decision.kind == "take" else decision.options(1)[0]
        game.choose(decision.side, given)
    with pytest.raises(IllegalChoice) as caught:
        game.choose("allied", [])
    assert caught.value.message == "to call no hex, decline"
