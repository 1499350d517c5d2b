"""What stands on a screen: the news in few lines, the position in a player's words, the question and how to answer it."""

from pathlib import Path
from typing import Any

import click
import pytest

from rulewright.cli import games, screens
from rulewright.cli.plugins import Plugins
from rulewright.cli.position import about, lines, whereabouts
from rulewright.cli.rulesets import resolve
from rulewright.runtime import Game
from rulewright.runtime.log import Entry

from .conftest import Run

SECTION = ({"section": "10"},)

FERRY = """\
ruleset ferry "Ferry"
  sides: ash "Ash", oak "Oak"
  d6: 1..6
enum ending: over "all ashore"
enum mood: calm "in good heart", cross
map sea
  rows: A..B
  columns: 1..5
piece boat "Boat"
  hidden at: hex or none = none
  printed tank: 0..9, price: number = 0
  public fuel: 0..9 = tank, mood: mood = calm, rested: yes_no = no, crossings: number = 0
piece fleet "Fleet" holds boat
  hidden at: hex or none = none
marker in_port on boat public "In Port"
roster boat
  | id  | name             | side | tank |
  | ida | "Ida of the Bay" | ash  | 6    |
  | eva | "Eva"            | ash  | 5    |
  | oda | "Oda"            | oak  | 4    |
roster fleet
  | id | name      | side |
  | f1 | "Fleet 1" | ash  |
phase harbour "Harbour" [1]
  ash takes any of rest
  do sail(ash)
  end game as over
action rest by player "Rest" [2]
  player chooses sleeper "Who rests?" from boats of player where not rested
    set sleeper.rested to yes
    set sleeper.mood to cross
    mark sleeper with in_port
rule sail(player: side) "Crossing" [3]
  player chooses
    "by day"
      player chooses route "Where does {ida} go?" from paths(B1, 3)
        each step entered
          require entered != A2 else "a rock is in the way" [3.1]
        set ida.fuel to 4
    "by night"
scenario spring "Spring" [4]
  move boats of ash to B1
  move oda to A3
  move f1 to B1
  move eva to f1
"""


@pytest.fixture
def ferry(here: Path) -> Game:
    (here / "ferry").mkdir()
    (here / "ferry" / "ferry.rules").write_text(FERRY, encoding="utf-8")
    (here / "ferry" / "ruleset.yaml").write_text(
        'ruleset: ferry\nversion: "1"\nsources: [ferry.rules]\n', encoding="utf-8"
    )
    plugins = Plugins()
    return games.start(resolve("ferry", plugins), plugins, scenario=None, seed=1, options=(), by_hand=False)


def entry(kind: str, text: str, piece: str | None = None, **data: Any) -> Entry:
    return Entry(1, kind, text, SECTION, ("ash",), {**({"piece": piece} if piece else {}), **data})


def news(entries: list[Entry]) -> list[str]:
    return [click.unstyle(line) for line in screens.news(entries)]


def test_what_befalls_a_piece_is_one_line_and_so_is_what_befalls_several_alike() -> None:
    found = [
        entry("effect", "Ida: fuel is 4", "ida"),
        entry("effect", "Ida moves to A2", "ida"),
        entry("effect", "Eva is marked In Port", "eva"),
        entry("effect", "Oda is marked In Port", "oda"),
        entry("effect", "Turn is 2"),
    ]
    assert news(found) == [
        "  Ida: fuel 4, to A2 [10]",
        "  Eva, Oda: marked In Port [10]",
        "  Turn is 2 [10]",
    ]


def test_a_table_says_its_modifiers_once() -> None:
    rolls = [
        entry("roll", "Fire: dice 4; radar -1, fog +2 = 5: miss"),
        entry("roll", "Fire: dice 6; radar -1, fog +2 = 7: hit"),
        entry("roll", "Fire: dice 6; radar -1 = 5: miss"),
        entry("roll", "Luck: dice 2 = 2: none"),
    ]
    assert [line.removesuffix(" [10]") for line in news(rolls)] == [
        "  Fire: dice 4; radar -1, fog +2 = 5: miss",
        "  Fire: dice 6; as before = 7: hit",
        "  Fire: dice 6; radar -1 = 5: miss",
        "  Luck: dice 2 = 2: none",
    ]


def test_rolls_that_come_to_the_same_are_one_line() -> None:
    rolls = [
        entry("roll", f"Spotting: dice {die} = {die}: {'seen' if die < 2 else 'failure'}")
        for die in (9, 4, 1, 7)
    ]
    assert [line.removesuffix(" [10]") for line in news(rolls)] == [
        "  Spotting: dice 9, 4: failure",
        "  Spotting: dice 1 = 1: seen",
        "  Spotting: dice 7 = 7: failure",
    ]


def test_a_phase_is_a_heading_only_over_something_that_happened() -> None:
    found = [
        entry("phase", "Air"),
        entry("phase", "Sea"),
        entry("step", "First"),
        entry("step", "Second"),
        entry("told", "a boat is lost"),
        entry("step", "Third"),
    ]
    assert news(found) == ["  -- Sea [10]", "  -- Second [10]", "  a boat is lost [10]"]


def test_the_first_screen_shows_the_position_and_not_how_it_came_about(run: Run, ferry: Game) -> None:
    first = run("play ferry --seed 1 --record r.jsonl", "log\n").output
    assert first.count("Ida of the Bay moves to B1") == 1  # in answer to `log`
    assert "The game is set up; `log` lists every step of it." in first


def test_a_position_speaks_of_what_is_not_as_it_was(ferry: Game) -> None:
    assert [click.unstyle(line) for line in lines(ferry, "ash")] == [
        "  Ash",
        "    B1  Ida of the Bay, Fleet 1: Eva",
    ]
    assert about(ferry, "ash", "eva") == ["  Eva: in Fleet 1, at B1, fuel 5 of 5"]
    ferry.choose("ash", "rest")
    ferry.choose("ash", "ida")
    assert about(ferry, "ash", "ida") == ["  Ida of the Bay: at B1, In Port, fuel 6 of 6, mood cross, rested"]
    assert "Oda" not in "".join(lines(ferry, "ash"))


def test_a_position_that_was_read_is_told_by_what_changed() -> None:
    before = ["  Turn 1", "  Ash", "    B1  Ida,", "        Eva", "    B2  Una", "  Oak", "    A3  Oda"]
    after = [
        "  Turn 1",
        "  Ash",
        "    B1  Ida,",
        "        Eva (rested)",
        "    B2  Una",
        "  Oak",
        "    A3  Oda",
    ]
    assert screens.changed(after, before) == ["  Ash", "    B1  Ida,", "        Eva (rested)"]
    assert screens.changed(before, before) == []
    assert screens.changed(after, []) == after


def test_a_unit_is_listed_with_its_place_or_its_holder(ferry: Game) -> None:
    where = whereabouts(ferry, "ash")
    assert [where(id) for id in ("ida", "eva", "oda", "A1")] == ["B1", "Fleet 1, B1", "", ""]


def test_a_question_says_who_asks_and_how_it_is_answered(run: Run, ferry: Game) -> None:
    typed = "1\nida\ndone\n1\n? A2\n? A1\n? B3\n? Z1\nB2 B3\n"
    shown = run("play ferry --seed 1 --record r.jsonl", typed).output
    assert "Take an action [1]  (or `done`)" in shown
    assert "   1 Ida of the Bay (B1)" in shown and "   2 Eva (Fleet 1, B1)" in shown
    assert "Ash: Who rests? Ida of the Bay [2]" in shown
    assert "Ida of the Bay: rested, mood cross, marked In Port [2]" in shown
    assert "Crossing: choose what to do [3]" in shown
    assert "not possible: a rock is in the way [3.1]" in shown
    assert "`A1` is possible: B1-A1" in shown
    assert "`B3` is possible: B1-B2-B3" in shown
    assert "not possible: `Z1` is not something that can be chosen here [3]" in shown
    assert "Ash: Where does Ida of the Bay go? B1-B2-B3 [3]" in shown
    assert "The game ends: all ashore [1]" in shown and "nobody won (all ashore)" in shown


def test_a_long_list_is_not_printed_again_after_every_word(run: Run, ferry: Game) -> None:
    shown = run("play ferry --seed 1 --record r.jsonl", "done\n1\n? A1\nview\n\n").output
    assert shown.count("are listed: Enter shows them") == 2
    assert shown.count("   1 B1-") == 2
