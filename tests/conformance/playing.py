"""Random games, bounded in their decisions, and what is compared in them."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from rulewright.compiler.pipeline import Compiled, compile_ruleset
from rulewright.runtime import Decision, Game

Document = dict[str, Any]


def document_of(source: Path) -> Document:
    """Return the artifact of a folder, or of a single file of rules, as read back from its bytes."""
    if source.is_dir():
        found: Document = json.loads(json.dumps(_compiled(source).document))
        return found
    with tempfile.TemporaryDirectory() as scratch:
        shutil.copy(source, scratch)
        return document_of(Path(scratch))


def _compiled(folder: Path) -> Compiled:
    beside = {other.name: other for other in folder.parent.iterdir() if other.is_dir()}
    return compile_ruleset(folder, cache=False, find=beside.get)


def played(game: Game, random: Random, limit: int = 400) -> Iterator[Decision]:
    """Answer at random until the game ends or the limit is reached; give each decision before its answer."""
    for _ in range(limit):
        if game.ended:
            return
        decision = random.choice(game.decisions)
        yield decision
        game.choose(decision.side, decision.sample(random))


def told(game: Game, side: str) -> list[str]:
    """The log of a side, as that side reads it."""
    return [f"{entry.seq} {entry.kind} {entry.text} {json.dumps(entry.data)}" for entry in game.log_for(side)]


def asked(game: Game, side: str) -> Any:
    """What a side is asked now: question, answers, and the words for them."""
    for decision in game.decisions:
        if decision.side == side:
            options = decision.options(60)
            return [decision.id, decision.prompt, options, [decision.label(value) for value in options]]
    return None


def known(game: Game, side: str, *, log: bool = True) -> dict[str, Any]:
    """Everything that reaches a side. A long log takes the most time, and says the least about a state."""
    return {"view": game.view(side), "asked": asked(game, side), "log": told(game, side) if log else None}
