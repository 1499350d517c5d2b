"""Games as the commands start them: linked with what plugins bring, new or from a record."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulewright.cli import rulesets
from rulewright.cli.failures import Refused, refuse
from rulewright.cli.judge import functions_for, playable
from rulewright.cli.plugins import Offer, answering, only_one
from rulewright.runtime import Game, link, replay
from rulewright.runtime.bots import RandomBot

if TYPE_CHECKING:
    from rulewright.cli.plugins import Plugins
    from rulewright.runtime import Decision, Program
    from rulewright.runtime.bots import Bot, BotFactory, ViewOf

RANDOM = "random"


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


def linked(ruleset: rulesets.Ruleset, plugins: Plugins, options: Sequence[str]) -> Program:
    document = playable(ruleset, plugins)
    return link(document, options, functions_for(document, plugins))


def replayed(ruleset: rulesets.Ruleset | None, plugins: Plugins, data: bytes) -> Game:
    """Play a record through. Without a ruleset, the record's own name for it is looked up."""

    def program(name: str, options: Sequence[str]) -> Program:
        return linked(ruleset or rulesets.resolve(name, plugins), plugins, options)

    return replay(program, data)


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


def bot_names(plugins: Plugins) -> list[str]:
    return sorted({RANDOM, *plugins.bots()})


def bot(name: str, side: str, seed: int, plugins: Plugins) -> NamedBot:
    """Return the bot called `name` for a side; a failure of it names its plugin."""
    offers = list(plugins.bots().get(name, []))
    if name == RANDOM:
        offers.insert(0, Offer("rulewright", RANDOM, RandomBot))
    offer = only_one(offers, "the bot")
    with answering(offer.plugin, f"rulewright_bots: {name}"):
        return NamedBot(offer, offer.value(side, seed))


class NamedBot:
    """A bot whose failures, and whose illegal answers, name the plugin that brought it."""

    def __init__(self, offer: Offer[BotFactory], bot: Bot) -> None:
        self._offer = offer
        self._bot = bot

    @property
    def name(self) -> str:
        return self._offer.name

    @property
    def plugin(self) -> str:
        return self._offer.plugin

    def choose(self, decision: Decision, view: ViewOf) -> Any:
        with answering(self._offer.plugin, f"rulewright_bots: {self._offer.name}"):
            return self._bot.choose(decision, view)

    def wrong(self, decision: Decision, answer: Any) -> Refused:
        """Return the failure that says what it answered."""
        return refuse(
            "RW0911",
            f"the bot `{self._offer.name}` answered `{decision.id}` with {json.dumps(answer, default=repr)},"
            " which is not an option",
            plugin=self._offer.plugin,
            help="tell its author",
        )
