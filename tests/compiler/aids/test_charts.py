"""A chart says all that the table says: rows, modifiers, naturals, dice, what is assumed and why."""

from rulewright.compiler.aids.context import Context
from rulewright.compiler.aids.model import Cell, Table
from rulewright.compiler.aids.parts import Part
from rulewright.compiler.aids.sheets import charts, matrix

from .of_rules import Rules, lines, rules

__all__ = ["rules"]

PIECES = """\
enum ship_class: BB "battleship", DD "destroyer"
piece ship "Ship" [1]
  printed class: ship_class, guns: 0..9
  public at: hex or none = none, hull: number = 4
map bay "Bay"
  grid: hex
  rows: A..C
  columns: 1..3
  shoal "Shoals": A1
marker spotted on ship: near / far public
track fog "Fog": 1..4 = 1
"""


def chart(context: Context, *names: str) -> list[str]:
    return lines(charts.sections(context, Part("tables", names)))


def test_a_table_without_modifiers_is_one_block(rules: Rules) -> None:
    context = rules.context(
        'table hit "Hit" [2]\n  roll d6\n  result: ..3 -> miss, 4..5 -> hull, 6.. -> 2 hull + fire\n'
    )
    assert chart(context, "hit") == [
        "= Hit",
        "1d6 | result",
        "≤ 3 | miss",
        "4–5 | hull",
        "≥ 6 | 2 hull + fire",
    ]


def test_modifiers_stand_beside_with_what_they_cancel(rules: Rules) -> None:
    table = """\
table look(it_is: ship) "Lookout" [2]
  roll d6
  drm "fog" +fog
  drm shoal "in a shoal" +2 if it_is.at in shoal [2.1]
  drm "seen before" by it_is.spotted
    | none | 0  |               |
    | near | -1 | cancels(shoal) |
    | far  | impossible |       | assumed "no row is printed"
  natural 1: found
  result: ..3 -> found, 4.. -> lost
"""
    assert chart(rules.context(PIECES + table), "look") == [
        "# Lookout",
        "= Result",
        "1d6 + DRM | result",
        "natural 1 | found",
        "≤ 3 | found",
        "≥ 4 | lost",
        "= Modifiers",
        "modifier | DRM",
        "fog | + Fog",
        "in a shoal [2.1] | +2",
        "seen before | none | 0",
        "near (cancels: in a shoal) | −1",
        "far‡ | not possible",
        "* seen before far‡: no row is printed",
    ]


def test_what_is_not_possible_is_a_sign(rules: Rules) -> None:
    table = 'table t "T"\n  roll d6\n  drm "fog" by fog\n    | 1..3 | 0 |\n    | 4 | impossible |\n  result: ..3 -> a, 4.. -> b\n'
    (section,) = charts.sections(rules.context(PIECES + table), Part("tables", ("t",)))
    modifiers = section.blocks[1]
    assert isinstance(modifiers, Table)
    assert modifiers.rows[-1].cells[-1] == Cell(
        ((modifiers.rows[-1].cells[-1].text[0]),), "centre", mark="impossible"
    )
    assert section.together


def test_columns_have_a_head_of_their_own_and_abbreviations_are_explained(rules: Rules) -> None:
    table = """\
table fire(firing: ship, target: ship) "Fire"
  roll d6
  result by target.class
    |     | BB   | DD   |
    | ..3 | miss | hull |
    | 4.. | hull | hull |
"""
    assert chart(rules.context(PIECES + table), "fire") == [
        "= Fire",
        "1d6 | class of target",
        "BB | DD",
        "≤ 3 | miss | hull",
        "≥ 4 | hull | hull",
        "* BB battleship · DD destroyer",
    ]


def test_a_sum_is_said_in_words(rules: Rules) -> None:
    define = """\
define dice_of(s: ship) "Dice" by fog
  | 1    | s.guns                    |
  | 2    | ceil(s.guns / 3)          |
  | 3..4 | max(s.guns - 2, 0) * 2    |
"""
    assert chart(rules.context(PIECES + define), "dice_of") == [
        "= Dice",
        "Fog | value",
        "1 | guns",
        "2 | guns ÷ 3, rounded up",
        "3–4 | (guns − 2, at least 0) × 2",
    ]


def test_conditions_are_rows_in_their_order(rules: Rules) -> None:
    define = 'define pace(s: ship) "Pace"\n  | s.hull = 0 | 0 |\n  | s.class = DD and s.hull > 2 | 3 |\n  | otherwise | 2 |\n'
    assert chart(rules.context(PIECES + define), "pace") == [
        "= Pace",
        "if | value",
        "hull is 0 | 0",
        "class is destroyer and hull > 2 | 3",
        "otherwise | 2",
    ]


def test_a_condition_tells_what_it_rests_on(rules: Rules) -> None:
    define = """\
define pace(s: ship) "Pace" [1]
  | s.hull = 0 | 0 | [1.2] ruling "a wreck drifts"
  | otherwise  | 2 | assumed "no source says how fast"
"""
    assert chart(rules.context(PIECES + define), "pace") == [
        "= Pace",
        "if | value",
        "hull is 0 [1.2] | 0",
        "otherwise‡ | 2",
        "* hull is 0: ruled: a wreck drifts",
        "* otherwise‡: no source says how fast",
    ]


def test_a_threshold_and_throw_away_dice(rules: Rules) -> None:
    table = 'table spot(s: ship) "Spotting" ruling "at or under"\n  roll d6\n  natural 6: nothing_at_all\n  threshold: s.hull\n  dummies: fog - 1\n'
    assert chart(rules.context(PIECES + table), "spot") == [
        "# Spotting",
        "= Result",
        "1d6 | result",
        "natural 6 | nothing at all",
        "≤ hull | success",
        "> hull | failure",
        "* ruled: at or under",
        "Dummy dice, so that nobody counts: Fog − 1.",
    ]


def test_a_whole_table_that_is_assumed_is_marked_at_its_title(rules: Rules) -> None:
    found = chart(
        rules.context('table hit "Hit" assumed "no source"\n  roll d6\n  result: ..3 -> a, 4.. -> b\n'), "hit"
    )
    assert found[0] == "= Hit‡"
    assert found[-1] == "* assumed‡: no source"


def test_a_matrix(rules: Rules) -> None:
    rows = 'matrix can on ship "Status"\n  | | sail | fight_at_sea |\n  | near | yes | no | [3] assumed "by sight"\n  | hull = 0 | no | no |\n'
    found = lines(matrix.sections(rules.context(PIECES + rows), Part("matrices", ("can",))))
    assert found == [
        "= Status",
        "ship | sail | fight at sea",
        "near‡ [3] | yes | no",
        "hull is 0 | no | no",
        "* near‡: by sight",
    ]
