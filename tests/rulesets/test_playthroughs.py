"""Recorded games of the bundled rulesets, replayed to the same bytes; what each side was told is kept beside them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulewright.runtime import Game, link, replay, write_record
from rulewright.runtime.artifact import load
from rulewright.runtime.bots.random_bot import RandomBot
from rulewright.runtime.play import play_out

ROOT = Path(__file__).parents[2]
GAMES = [("picket", 7, True), ("picket", 11, True), ("rheinuebung", 38, True), ("rheinuebung", 3, False)]
"""Ruleset, seed, and whether what was told is kept, too: of a long game nobody would read it."""


def story(game: Game) -> str:
    """The log, a line each: who could read it, and what it said."""
    lines = []
    for entry in game.log:
        audience = entry.audience if isinstance(entry.audience, str) else "+".join(entry.audience) or "nobody"
        lines.append(f"{audience}: {entry.text}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(("ruleset", "seed", "is_told"), GAMES)
def test_a_recorded_game_comes_out_again(ruleset: str, seed: int, is_told: bool, update_goldens: bool) -> None:
    program = link(load(ROOT / "generated" / ruleset / "ruleset.json"))
    folder = ROOT / "tests" / "playthroughs" / ruleset
    record, told = folder / f"seed_{seed}.jsonl", folder / f"seed_{seed}.txt"
    if update_goldens:
        game = Game.start(program, seed=seed)
        play_out(game, {side: RandomBot(side, seed) for side in program.sides}, 5000)
        folder.mkdir(parents=True, exist_ok=True)
        record.write_bytes(write_record(game))
        if is_told:
            told.write_text(story(game))
    data = record.read_bytes()
    game = replay(program, data)
    assert game.ended
    assert write_record(game) == data
    if is_told:
        assert story(game) == told.read_text(), "run pytest --update-goldens, and read the difference"
    assert json.loads(data.split(b"\n")[0])["rules_hash"] == program.rules_hash
