"""Optional rules are judged alone, and pair by pair."""

from rulewright.compiler.check import check
from rulewright.compiler.diagnostics import Problems

from .build import resolved, told

TABLE = """
track darkness: 0..2 = 0
table hit "Hit"
  roll d6
  result
    | ..3  | miss |
    | 4..6 | hit  |
"""


def test_what_only_an_optional_rule_makes_wrong_is_told_with_its_name() -> None:
    text = TABLE + 'variant optional night "Night"\n  add to hit\n    drm "darkness" +darkness\n'
    assert told(text) == [
        "error RW0312: with `night` on, table `hit` has no row for totals of 7 and 8 (die 6, darkness +1)"
    ]


def test_what_is_wrong_anyway_is_told_once() -> None:
    text = TABLE.replace("4..6", "5..6") + 'variant optional night "Night"\n  set darkness.start to 1\n'
    assert told(text) == ["error RW0312: table `hit` has no row for a total of 4 (die 4)"]


def test_a_row_that_an_optional_rule_needs_is_not_dead() -> None:
    text = TABLE.replace("4..6", "4..8")
    rows = TABLE.replace("    | 4..6 | hit  |", "    | 4..6 | hit  |\n    | 7..8 | sunk |")
    night = 'variant optional night "Night"\n  add to hit\n    drm "darkness" +darkness\n'
    assert told(text + night) == []
    assert told(rows + night) == []
    assert "RW0314" in told(rows)[0]


def test_two_optional_rules_that_change_the_same_thing_cannot_both_be_on() -> None:
    text = """
track turn: 1..6 = 1
track sight: 1..9 = 5
variant optional long_day "Long day"
  set turn.last to 8
variant optional short_day "Short day"
  set turn.last to 4
variant optional dark "Dark"
  set sight.start to 2
"""
    problems = Problems()
    checked = check(resolved(text), problems)
    assert checked.conflicts == (("long_day", "short_day"),)
    assert not problems.has_errors
