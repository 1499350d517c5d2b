"""What is counted of a game, and how sure a figure is, against values worked out by hand."""


import pytest

from rulewright.compiler.pipeline import compile_ruleset
from rulewright.runtime import Game, Program, link
from rulewright.runtime.dice import Listed
from rulewright.runtime.simulation import Columns, play_one, share
from rulewright.runtime.simulation.intervals import correlation, mean, quantile, student
from rulewright.runtime.simulation.measures import Measures

DUEL = """
ruleset duel "Duel"
  sides: red "The Red", blue "The Blue"
  d6: 1..6
  d10: 0..9
enum ending: spent "All shots are spent"
piece boat "Boat"
  public hull: number = 1
roster boat
  | id    | name    | side |
  | ant   | "Ant"   | red  |
  | bee   | "Bee"   | blue |
  | crow  | "Crow"  | blue |
track round "Round": 1..2 = 1
track hits "Hits": number by side
track weather "Weather": number = 3
table fire "Fire" [1]
  roll 2d6
  result
    | ..6 | miss |
    | 7.. | hit  |
table wind "Wind" [2]
  roll d10
  result
    | ..4 | calm  |
    | 5.. | storm |
phase battle "Battle" [1]
  red may shoot "shoot"
    roll fire
      miss:
      hit: add 1 to hits(red)
  roll wind
    calm:
    storm:
  if round = 2
    remove bee
    do count_up
  add 1 to round
rule count_up "Counting Up" [3]
  end game as spent
rule victory "Victory" [3]
  tell all "hits {hits(red)}, bonus {2 * hits(red)}" [3]
  for each one in sides
    tell all "{one} has {hits(one)} points" [3]
  set winner to red
scenario short "Short"
  remove crow
"""


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> Program:
    folder = tmp_path_factory.mktemp("duel")
    (folder / "duel.rules").write_text(DUEL)
    return link(compile_ruleset(folder, cache=False).document)


class Shooter:
    def choose(self, decision, view):  # type: ignore[no-untyped-def]
        return True


def test_a_game_is_counted_by_the_declarations(duel: Program) -> None:
    # Two rounds: 3 + 5 = 8 hits, 1 + 2 = 3 misses; the wind is 9, then 0.
    game = Game.start(duel, "short", 1, Listed([3, 5, 9, 1, 2, 0], duel.texts))
    while not game.ended:
        game.choose("red", True)
    row = Measures(duel).of(game)
    assert (row["ending"], row["ending_title"], row["winner"]) == ("spent", "All shots are spent", "red")
    assert row["reason"] == "rule count_up [3]"
    assert (row["turns"], row["rolls"]) == (2, 6)
    # Crow was taken out by the scenario, before the first phase; Bee was lost in play.
    assert (row["losses_red"], row["losses_blue"]) == (0, 1)
    assert (row["track_hits_red"], row["track_hits_blue"], row["track_weather"]) == (1, 0, 3)
    assert (row["score_hits"], row["score_bonus"]) == (1, 2)
    assert (row["score_has_red"], row["score_has_blue"]) == (1, 0)


def test_dice_luck_is_the_mean_of_percentiles_less_a_half(duel: Program) -> None:
    game = Game.start(duel, "short", 1, Listed([3, 5, 9, 1, 2, 0], duel.texts))
    while not game.ended:
        game.choose("red", True)
    row = Measures(duel).of(game)
    # A face x of 1..6 has the percentile (x - 1/2) / 6, of 0..9 (x + 1/2) / 10. Fire: 3, 5, 1, 2 have 2.5, 4.5, 0.5, 1.5 sixths,
    # together 9/6, in the mean 3/8: 1/8 below a half. Wind: 0.95 and 0.05, in the mean a half.
    assert row["luck_fire"] == pytest.approx(-1 / 8)
    assert row["luck_wind"] == pytest.approx(0)
    assert row["luck"] == pytest.approx(-4 / 8 / 6)  # four dice 1/8 below, two in the middle


def test_what_counts_is_what_victory_tells_or_reads(duel: Program) -> None:
    columns = {column.name: column for column in Columns(duel).all}
    assert columns["track_hits_red"].counts
    assert not columns["track_weather"].counts
    assert columns["score_bonus"].title == "bonus"
    assert columns["score_has_blue"].title == "has of The Blue"
    assert columns["luck_wind"].title == "Wind"


def test_the_same_seed_is_the_same_row(duel: Program) -> None:
    measures = Measures(duel)
    bots = {"red": lambda side, seed: Shooter(), "blue": lambda side, seed: Shooter()}
    one, other = (play_one(measures, 4, 11, bots, scenario="short") for _ in range(2))
    assert one == other
    assert list(one) == list(measures.columns.names)
    assert (one["game"], one["seed"], one["decisions"], one["failure"]) == (4, 11, 2, "")


def test_a_game_that_stops_is_a_row_with_its_reason(duel: Program) -> None:
    class Wrong(Shooter):
        def choose(self, decision, view):  # type: ignore[no-untyped-def]
            return "perhaps"

    measures = Measures(duel)
    bots = {"red": lambda side, seed: Wrong(), "blue": lambda side, seed: Wrong()}
    row = play_one(measures, 0, 1, bots)
    assert row["failure"].startswith("RW0801: the bot of `red` answered `battle.shoot` wrongly")
    assert (row["ending"], row["winner"], row["decisions"]) == ("", "", 0)
    shooters = {"red": lambda side, seed: Shooter(), "blue": lambda side, seed: Shooter()}
    assert play_one(measures, 0, 1, shooters, max_decisions=1)["failure"] == "not over after 1 decisions"
    assert "there is no scenario `long`" in play_one(measures, 0, 1, shooters, scenario="long")["failure"]


# ---------------------------------------------------------------- intervals


def test_half_of_a_hundred() -> None:
    # Wilson, z = 1.95996: centre (50 + 1.92073) / 103.8415 = 0.5; reach 1.95996 / 103.8415 * sqrt(25 + 0.96036) = 0.09617
    low, high = share(50, 100)
    assert low == pytest.approx(0.40383, abs=1e-4)
    assert high == pytest.approx(0.59617, abs=1e-4)


def test_none_and_all_stay_within_bounds() -> None:
    # none of n: high = z² / (n + z²) = 3.84146 / 13.84146
    assert share(0, 10) == (pytest.approx(0.0), pytest.approx(0.27753, abs=1e-4))
    assert share(10, 10)[1] == pytest.approx(1.0)


def test_students_t_as_it_stands_in_tables() -> None:
    # 97.5 % of the t distribution: 2.228 for 10, 2.086 for 20, 1.984 for 100 degrees of freedom
    assert [round(student(freedom), 2) for freedom in (10, 20, 100)] == [2.23, 2.09, 1.98]


def test_a_mean_and_its_interval() -> None:
    # 1 … 11: mean 6, variance (11² − 1) / 12 · 11 / 10 = 11, error of the mean sqrt(11 / 11) = 1, t for 10 is 2.228
    found = mean(list(range(1, 12)))
    assert found is not None
    assert (found.value, found.low, found.high) == (6, pytest.approx(6 - 2.228, abs=0.01), pytest.approx(6 + 2.228, abs=0.01))
    assert mean([]) is None
    alone = mean([3])
    assert alone is not None
    assert (alone.low, alone.high) == (3, 3)


def test_quantiles_lie_between_neighbours() -> None:
    assert quantile([1, 2, 3, 5], 0.5) == 2.5
    assert quantile([1, 2, 3, 5], 1) == 5
    assert quantile([7], 0.95) == 7


def test_a_correlation_and_its_interval() -> None:
    # (0,0) (1,1) (0,0) (1,0): means 1/2 and 1/4; sums of products 1/2, squares 1 and 3/4; r = 0.5 / sqrt(0.75) = 0.577
    found = correlation([(0, 0), (1, 1), (0, 0), (1, 0)])
    assert found is not None
    assert found.value == pytest.approx(0.57735, abs=1e-5)
    # Fisher with one degree of freedom: atanh(0.57735) = 0.65848, ± 1.95996
    assert (found.low, found.high) == (pytest.approx(-0.8620, abs=1e-3), pytest.approx(0.9895, abs=1e-3))
    assert correlation([(0, 1), (1, 1), (2, 1), (3, 1)]) is None
    assert correlation([(0, 0), (1, 1)]) is None
