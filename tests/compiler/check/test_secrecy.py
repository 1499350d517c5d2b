"""No secret comes to a side that may not know it, unless a rule tells it; the rest may go on."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import rulesets
from rulewright.compiler.check import check, with_public_choices
from rulewright.compiler.diagnostics import Problems

from . import build
from .build import judged, resolved, told

HARD_CASES = Path(__file__).parents[2] / "hard_cases"

SHIPS = """
piece unit "Unit"
  hidden unless contact at: hex or none = none
piece force: unit "Force" holds ship
piece ship: unit "Ship"
  printed guns: 0..9
  hidden fuel: 0..9 = 3
  public flag: yes_no = no
roster force
  | id | name | side |
  | fa | "FA" | a    |
  | fb | "FB" | b    |
roster ship
  | id | name | side | guns |
  | x  | "X"  | a    | 1    |
  | y  | "Y"  | b    | 2    |
marker contact on unit: sighted / shadowed public
marker tired on ship hidden
track alarm: yes_no = no
map sea "Sea"
  grid: hex
  rows: A..C
  columns: 1..3
  port: A1
define crew(u: unit) = ships where it = u or holder = u
"""


def leaks(text: str) -> list[str]:
    return [one for one in told(SHIPS + text) if " RW05" in one]


def test_a_unit_with_an_open_marker_stands_in_the_open() -> None:
    hunt = 'rule hunt\n  for each u in units of a where {condition}\n    b may go "to {{u}}"\n'
    assert leaks(hunt.format(condition="contact and at in port")) == []
    assert "whether `b` is asked depends on `unit.at`" in leaks(hunt.format(condition="at in port"))[0]


def test_a_define_is_looked_into() -> None:
    text = 'define tired_out(s: ship) = s.fuel < 1\nrule hunt\n  b may go "on"\n    require tired_out({ship}) else "no"\n'
    assert leaks(text.format(ship="y")) == []
    assert "depends on `ship.fuel`, which only `a` may know" in leaks(text.format(ship="x"))[0]


def test_the_crew_of_a_force_is_its_owners() -> None:
    text = """
rule rest(p: side)
  p may choose u from units of p where every crew(it) has fuel > 0
    move u to A1
"""
    assert leaks(text) == []


def test_a_rule_is_judged_for_the_pieces_that_it_is_called_with() -> None:
    text = """
rule burn(s: ship)
  if s.fuel = 0
    set s.flag to yes
phase one "One"
  {before}
  for each s in ships of a
    do burn(s)
"""
    assert leaks(text.format(before="set alarm to no"))[0].startswith("error RW0503")
    assert leaks(text.format(before='tell a "now"'))[0].startswith("warning RW0503")
    assert leaks(text.format(before='tell b "they burn oil"')) == []


def test_what_a_side_decided_by_itself_is_no_error() -> None:
    text = "rule go\n  a may choose s from ships of a where fuel > 0\n    set s.flag to yes\n"
    assert leaks(text) == []


def test_another_sides_hidden_choice_is_a_secret_until_it_is_told() -> None:
    text = "rule go\n  a chooses n from 1..3\n  {between}\n  b chooses m from 0..n\n"
    assert "depends on `go.n`, which only `a` may know" in leaks(text.format(between="set alarm to no"))[0]
    assert leaks(text.format(between='tell b "{n}"')) == []


def test_a_search_that_is_answered_is_no_leak() -> None:
    text = """
rule answer(seeker: side, h: hex)
  tell seeker "{count(units of enemy of seeker at h)} units"
  for each found in units of enemy of seeker at h
    mark found with sighted
rule search(seeker: side)
  seeker may choose h from hexes where it not in port
    do answer(seeker, h)
phase one "One"
  for each seeker in (a, b)
    do search(seeker)
"""
    assert leaks(text) == []


def test_taking_off_a_marker_tells_only_what_it_showed_before() -> None:
    text = "rule fog\n  for each u in units where contact\n    if u.at in port\n      remove contact from u\n"
    assert leaks(text) == []
    assert leaks("rule fog\n  remove contact from (units where at in port)\n") == []


def test_dice_that_one_side_sees_are_its_secret() -> None:
    text = "rule luck\n  roll d6 as die seen by a\n  if die > 3\n    {then}\n"
    assert "depends on `the die`, which only `a` may know" in leaks(text.format(then="set alarm to yes"))[0]
    assert leaks(text.format(then="set x.fuel to 0")) == []


def test_early_ends_colour_what_comes_after_them() -> None:
    text = "rule go\n  if x.fuel = 0\n    end rule\n  set alarm to yes\n"
    assert "depends on `ship.fuel`" in leaks(text)[0]


def test_nobody_is_blamed_in_a_game_with_open_choices_and_no_hidden_piece() -> None:
    text = "rule go\n  a chooses n from 1..3\n  b chooses m from 0..n\n"
    model = resolved(text)
    model.document["ruleset"]["choices"] = "public"
    assert judged(model.document)[1] == []


# ---------------------------------------------------------------- decisions that are not asked


def public_in(text: str) -> frozenset[str]:
    return judged(resolved(SHIPS + text).document)[0].public_choices[""]


def test_a_decision_is_public_if_everything_it_reads_is() -> None:
    text = """
rule go
  a chooses h from port
  a may choose s from ships where fuel > 0
    set s.flag to yes
  b may choose t from ships where guns > 1
    set t.flag to yes
"""
    assert public_in(text) == {"go.h", "go.t"}


def test_a_decision_after_a_hidden_choice_is_not_public() -> None:
    assert public_in("rule go\n  a chooses h from port\n  a chooses k from port - h\n") == {"go.h"}


def test_an_offer_is_public_only_if_the_choices_that_it_leads_to_are() -> None:
    text = 'rule go\n  a may act "act"\n    a chooses s from ships where {asked}\n    set s.flag to yes\n'
    assert public_in(text.format(asked="guns > 0")) == {"go.act", "go.s"}
    assert public_in(text.format(asked="fuel > 0")) == frozenset()


def test_marking_public_decisions_leaves_the_document_as_it_was() -> None:
    doc = resolved(SHIPS + "rule go\n  if alarm\n    a chooses h from port\n").document
    made = with_public_choices(doc)
    inner = ["rules", 0, "body", 0, "cases", 0, "then", 0, "public"]

    def at(node: build.Json) -> build.Json:
        for step in inner:
            node = node[step]
        return node

    assert (at(doc), at(made)) == (False, True)


# ---------------------------------------------------------------- whole games


def bundled() -> list[Path]:
    here = Path(next(iter(rulesets.__path__)))
    return sorted(folder for folder in here.iterdir() if (folder / "ruleset.yaml").is_file())


@pytest.mark.parametrize("folder", bundled(), ids=lambda folder: folder.name)
def test_the_games_keep_their_secrets(folder: Path) -> None:
    problems = Problems()
    check(build.of_folder(folder), problems)
    assert [d.message for d in problems.sorted() if d.code.startswith("RW05") and d.severity == "error"] == []


@pytest.mark.parametrize("file", sorted(HARD_CASES.glob("H*.rules")), ids=lambda file: file.stem)
def test_the_hard_cases_keep_every_promise(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    problems = Problems()
    check(resolved(text), problems)
    assert [d.message for d in problems.sorted() if d.severity == "error"] == []
