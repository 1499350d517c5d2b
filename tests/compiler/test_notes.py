"""`assumed` and `ruling` may end any line that takes a citation; the artifact keeps them, and they are counted."""

from __future__ import annotations

import json

import pytest

from rulewright import schemas
from rulewright.cli.show import AS_TEXT
from rulewright.compiler import pipeline
from rulewright.runtime import Game, link

RULES = """\
ruleset notes "Notes"
  sides: red, blue
  d6: 1..6
enum ending: over
map sea
  rows: A..C
  columns: 1..3
piece ship "Ship"
  public at: hex or none = none, hull: 0..9 = 4, passed: set of hex
marker smoke on ship
cup chits
  | dud, hit | 2 |
roster ship
  | id   | name   | side |
  | hood | "Hood" | red  |
  | kent | "Kent" | blue |
track turn: 1..8 = 1
track kept: list of chits
table fire(s: ship) "Fire"
  roll d6
  result: ..3 -> miss, 4.. -> hit
action sail by player "Sail"
  require turn < 8 else "too late"§
  player chooses mover from ships of player§
    require mover.hull > 0 else "sunk"§
  player chooses goal from neighbours(mover.at)
  move mover to goal§
rule chance(s: ship) "Chance"
  roll fire(s)§
    hit: remove 1 from s.hull§
    miss:
  roll d6 as die§
  draw chit from chits§
  add chit to kept§
  move kept to chits§
phase play "Play"
  for each s in ships where at != none§
    mark s with smoke§
    remove smoke from s§
    if turn > 3§
      set s.hull to 3§
    else
      next s§
    do chance(s)§
    repeat 2 times§
      let x = turn§
      add B2 to s.passed§
      tell all "{x}"§
      end repeat§
  simultaneously§
    for each s in ships
      set s.hull to 4
  simultaneously for each player in sides§
    player may take one of sail§
  red may wave "wave"§
    reveal hood.at to blue§
  red chooses
    "stay"§
      require turn > 0 else "never"§
    "go"
      on turn§
        1..3: add 1 to turn
        otherwise:
  red may choose route from paths(hood.at, 1)§
    each step h
      require h != C3 else "closed"§
    move hood to last(route)
  if turn = last(turn) or hood.hull = 0
    remove kent§
    end game as over§
  add 1 to turn§
rule victory "Victory"
  set winner to red§
  end rule§
scenario start "Start"
  move hood to B2§
  move kent to A1
"""
LINES = [number for number, line in enumerate(RULES.splitlines()) if line.endswith("§")]


def with_notes(kind: str, *lines: int) -> str:
    """The rules with a note at the end of those lines."""
    made = [
        line.replace("§", f' {kind} "note {number}"' if number in lines else "")
        for number, line in enumerate(RULES.splitlines())
    ]
    return "\n".join(made) + "\n"


def compiled(tmp_path, text: str):
    (tmp_path / "notes.rules").write_text(text)
    found = pipeline.compile_ruleset(tmp_path, cache=False)
    assert [str(d) for d in found.diagnostics if d.severity == "error"] == []
    return json.loads(json.dumps(found.document))


@pytest.mark.parametrize("kind", ["assumed", "ruling"])
def test_a_note_may_stand_wherever_a_citation_may(tmp_path, kind: str) -> None:
    document = compiled(tmp_path, with_notes(kind, *LINES))
    assert [str(problem) for problem in schemas.errors("ruleset", document)] == []
    assert Game.start(link(document), seed=1).decisions  # the integrity check of the runtime reads them, too
    shown = "\n".join(AS_TEXT["provenance"](document))
    assert [number for number in LINES if f"note {number}" not in shown] == []


def test_each_note_is_counted_once(tmp_path) -> None:
    without = compiled(tmp_path, with_notes("assumed"))["provenance"]
    counted = compiled(tmp_path, with_notes("assumed", *LINES))["provenance"]
    assert counted["assumed"] - without["assumed"] == len(LINES)
    assert counted["stated"] == without["stated"]
