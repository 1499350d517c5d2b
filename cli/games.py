"""Games as the commands start them: linked with what plugins bring, new or from a record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.cli import rulesets
from rulewright.cli.failures import about
from rulewright.cli.judge import functions_for, playable
from rulewright.runtime import Game, RulewrightError, link, replay

if TYPE_CHECKING:
    from rulewright.cli.bots import NamedBot
    from rulewright.cli.plugins import Plugins
    from rulewright.runtime import Program


def start(
    ruleset: rulesets.Ruleset,
    plugins: Plugins,
    *,
    scenario: str | None,
    seed: int,
    options: Sequence[str],
    by_hand: bool,
) -> Game:
    """Begin a game of `ruleset`; what cannot be played is refused by the referee (RW08)."""
    program = linked(ruleset, plugins, options)
    return Game.start(program, scenario, seed, "hand" if by_hand else "seed")


def linked(
    ruleset: rulesets.Ruleset, plugins: Plugins, options: Sequence[str], *, stops_at_chance: bool = False
) -> Program:
    document = playable(ruleset, plugins)
    return link(document, options, functions_for(document, plugins), stops_at_chance=stops_at_chance)


@contextmanager
def replaying(record: Path) -> Iterator[None]:
    """Say of a record that cannot be played again which one it is."""
    try:
        yield
    except RulewrightError as failure:
        raise about(failure, record) from failure


def replayed(
    ruleset: rulesets.Ruleset | None, plugins: Plugins, record: Path, data: bytes | None = None
) -> Game:
    """Play a record through. Without a ruleset, the record's own name for it is looked up.

    data: what of the record to play, if not all of it.
    """

    def program(name: str, options: Sequence[str]) -> Program:
        return linked(ruleset or rulesets.resolve(name, plugins), plugins, options)

    with replaying(record):
        return replay(program, record.read_bytes() if data is None else data)


def credits(
    ruleset: rulesets.Ruleset, game: Game, bots: Mapping[str, NamedBot], plugins: Plugins
) -> list[str]:
    """Return which plugins answered: for the ruleset, for functions that the rules call, for the bots."""
    lines = [f"ruleset `{ruleset.asked}`: from the plugin `{ruleset.plugin}`"] if ruleset.plugin else []
    document = game.program.document
    if document["hooks"]:
        offered = plugins.functions(document["ruleset"]["id"])
        for hook in document["hooks"]:
            lines += [
                f"function `{o.name}`: from the plugin `{o.plugin}`" for o in offered.get(hook["id"], [])
            ]
    lines += [f"{side}: bot `{bot.name}` from the plugin `{bot.plugin}`" for side, bot in bots.items()]
    return [line for line in lines if not line.endswith("`rulewright`")]


def sides(game: Game) -> dict[str, str]:
    """Return the sides with their titles, in the order of the ruleset."""
    return {
        side["id"]: side["title"] or side["id"].replace("_", " ").capitalize()
        for side in game.program.document["ruleset"]["sides"]
    }


def ending_title(document: Mapping[str, Any], ending: str) -> str:
    """Return what the ruleset calls an ending."""
    values = (value for enum in document["enums"] if enum["id"] == "ending" for value in enum["values"])
    found = next((value.get("title") for value in values if value["id"] == ending), None)
    return str(found or ending.replace("_", " "))
