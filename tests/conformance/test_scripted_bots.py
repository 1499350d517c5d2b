"""Bots that are written in the rules: line by line, each leaves the answers that it likes."""

from __future__ import annotations

from random import Random
from pathlib import Path
from tempfile import TemporaryDirectory

from rulewright.compiler.emit import canonical
from rulewright.compiler.pipeline import check_text, compile_ruleset
from rulewright.runtime import Decision, Game, link
from rulewright.runtime.artifact import load
from rulewright.runtime.bots import ScriptedBot

RULES = """ruleset t "T"
  sides: red, blue
  d6: 1..6
map sea "Sea"
  rows: A..C
  columns: 1..3
  harbour: C1, C2
piece ship "Ship"
  printed guns: 0..4 = 1
  hidden at: hex
roster ship
  | id   | name   | side | guns |
  | hood | "Hood" | red  | 3    |
  | york | "York" | red  | 1    |
  | kent | "Kent" | blue | 2    |
enum ending: over
track choice_made: 0..9 = 0
action scuttle by player
  remove york
action wait_here by player
  tell all "waiting"
scenario dawn
  move hood to A1
  move york to A3
  move kent to C3
phase play
  red may choose route from paths(hood.at, 3)
    move hood to A1
  red chooses flagship from ships of red
    tell all "{flagship}"
  red chooses fleet from subsets(ships)
    tell all "{fleet}"
  red chooses speed from 1..9
    set choice_made to speed
  red may fire "fire"
    tell all "fire"
  red chooses
    "steer on"
      tell all "on"
    "evade"
      require hood.at = A2
      tell all "evade"
  red takes any of scuttle, wait_here
  end game as over
"""


def asked(kind: str, *lines: str, name: str = "") -> Decision:
    """Return the first decision of that name, with a bot whose block for it has these lines."""
    below = "".join(f"\n    {line}" for line in lines)
    text = f"{RULES}bot robot for red\n  for play.{kind}{below}\n"
    with TemporaryDirectory() as folder:
        (Path(folder) / "t.rules").write_text(text, encoding="utf-8")
        program = link(load(canonical(compile_ruleset(Path(folder), cache=False).document)))
    game, random = Game.start(program, seed=1), Random(1)
    while (found := game.decisions[0]).id != f"play.{kind}":
        game.choose("red", found.sample(random))
    return found


def answers(decision: Decision) -> set[str]:
    """Return what the bot answers with forty seeds."""
    return {str(ScriptedBot("robot", "red", seed).choose(decision, dict)) for seed in range(40)}


def test_a_line_leaves_the_answers_that_it_likes() -> None:
    assert answers(asked("flagship", "prefer flagship.guns > 2")) == {"hood"}


def test_a_line_that_likes_none_leaves_all() -> None:
    assert answers(asked("flagship", "prefer flagship.guns > 3")) == {"hood", "york"}


def test_lines_are_read_from_the_top() -> None:
    found = answers(asked("speed", "prefer speed > 6", "prefer least speed"))
    assert found == {"7"}
    assert answers(asked("speed", "prefer least speed", "prefer speed > 6")) == {"1"}


def test_most_and_least_compare_numbers() -> None:
    # From A1 in three steps; a route is never longer than it must be to be longest: four hexes.
    assert {len(route.split(",")) for route in answers(asked("route", "prefer most length(route)"))} == {4}
    assert answers(asked("flagship", "prefer least flagship.guns")) == {"york"}


def test_a_line_with_a_condition_is_passed_over_where_it_does_not_hold() -> None:
    assert answers(
        asked("flagship", "prefer flagship = york if hood.guns > 3", "prefer flagship = hood")
    ) == {"hood"}


def test_to_decline_is_an_answer_that_a_line_names() -> None:
    assert answers(asked("route", "decline")) == {"None"}
    assert "None" not in answers(asked("route", "prefer length(route) = 2", "decline"))
    assert answers(asked("fire", "decline")) == {"False"}
    assert answers(asked("fire", "accept")) == {"True"}


def test_a_line_of_a_menu_is_taken_only_if_it_is_open() -> None:
    assert answers(asked("choice", 'take "evade"')) == {"steer_on"}


def test_actions_are_taken_until_done() -> None:
    assert answers(asked("takes", "take scuttle", "decline")) == {"scuttle"}
    assert answers(asked("takes", "decline")) == {"None"}


def test_sets_are_compared_whole() -> None:
    assert answers(asked("fleet", "prefer count(fleet) = 2", "prefer every fleet has it.side = red")) == {
        "['hood', 'york']"
    }


def test_what_no_block_covers_is_decided_by_chance() -> None:
    decision = asked("flagship", "prefer flagship = hood")
    assert {str(ScriptedBot("nobody", "red", seed).choose(decision, dict)) for seed in range(40)} == {
        "hood",
        "york",
    }


def test_equal_seeds_play_alike() -> None:
    decision = asked("route", "prefer length(route) > 1")
    assert [ScriptedBot("robot", "red", 5).choose(decision, dict)] * 3 == [
        ScriptedBot("robot", "red", 5).choose(decision, dict) for _ in range(3)
    ]


def test_the_rules_of_this_page_are_rules() -> None:
    assert [d.message for d in check_text(RULES) if d.severity == "error"] == []
