"""A designer changes Rheinübung in ten lines of rules, without Python: a figure, a modifier, a row, and a new optional ship."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.compiler.pipeline import compile_ruleset
from rulewright.runtime import Decision, Game, link
from rulewright.runtime.bots import RandomBot
from rulewright.runtime.examples import run_examples
from rulewright.runtime.play import play_out

RULESETS = Path(__file__).parent.parent.parent / "rulesets"

MANIFEST = """\
ruleset: long_days
based_on: rheinuebung
sources: [long_days.rules]
"""
CHANGE = """\
variant long_days of rheinuebung "Long Days"
  set bismarck.evasion to 29
  add to shadow
    drm "dusk and dawn" -1 if turn.time in (morning, evening)
  replace in repair_at_sea
    | 2 | 3 |
  roster ship
    | id        | name           | side   | class | evasion | radar | card | speed | tank | full_hull | full_bow | full_stern | full_secondary | tubes | price | told_up_to |
    | duke_york | "Duke of York" | allied | BB    | 28      | II    | none | fast  | 12   | 9         | 9        | 5          | 3              | 0     | +6    | 4          |
  add to start_hex
    | duke_york | K27 |
"""
EXAMPLES = """
  example "Bismarck is slower, and dawn helps"
    given turn = 12, visibility = 5, norfolk.at = C20, bismarck.at = C20
    roll shadow(norfolk, bismarck, no)
    dice: 8
    expect result = success                 # 8 - 4 (31 - 29) - 1 radar I + 1 visibility - 1 morning = 3
  example "a 2 gives three factors"
    given weather = 3
    roll repair_at_sea(bismarck)
    dice: 2
    expect result = 3
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "ruleset.yaml").write_text(MANIFEST)
    (tmp_path / "long_days.rules").write_text(CHANGE + EXAMPLES)
    return tmp_path


def test_ten_lines_change_the_game(folder: Path) -> None:
    assert len(CHANGE.splitlines()) <= 11  # ten, and the line that names the variant
    compiled = compile_ruleset(folder, cache=False, find=lambda name: RULESETS / name)
    assert [d for d in compiled.diagnostics if d.severity != "note"] == []

    own = [v for v in run_examples(link(compiled.document)) if v.at[0] not in compiled.inherited]
    assert [(v.title, v.reason) for v in own if not v.passed] == []
    assert len(own) == 2

    game = Game.start(link(compiled.document, ["hypothetical_units"]), seed=2)
    bots = {side: RandomBot(side, 2) for side in game.program.sides}
    while (buying := _of_allied(game)) is None or not buying.id.startswith("buy_optional_units"):
        game.choose(game.decisions[0].side, bots["german"].choose(game.decisions[0], dict))
    assert ["duke_york"] in buying.options()
    game.choose("allied", ["duke_york"])
    assert game.view("allied")["pieces"]["duke_york"]["attributes"]["at"] == "K27"

    play_out(game, bots)
    assert game.ended


def _of_allied(game: Game) -> Decision | None:
    return next((decision for decision in game.decisions if decision.side == "allied"), None)
