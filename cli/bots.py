"""Who plays: what stands behind `--bots`, and the bots that it names.

A name is `human`, a kind of bot that rulewright brings, a bot of the ruleset, or one of a plugin. Settings of a bot follow behind a
colon, as in `search:playouts=200`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli import rulesets
from rulewright.cli.failures import Refused, refuse
from rulewright.cli.plugins import Offer, answering, only_one
from rulewright.runtime.bots import ProcessBot, RandomBot, ScriptedBot, SearchBot, close

if TYPE_CHECKING:
    from rulewright.cli.plugins import Plugins
    from rulewright.runtime import Decision, Program
    from rulewright.runtime.bots import Bot, BotFactory, ViewOf

HUMAN = "human"
RANDOM = "random"
SCRIPTED = "scripted"
SEARCH = "search"
COMMAND = "cmd"

SETTINGS = ("playouts", "length", "width")
"""Numbers of the bot that searches."""

ROLLOUTS = "rollouts"
"""The setting that names bots of the ruleset."""

OURS = "rulewright"

Document = Mapping[str, Any]
Maker = Callable[[str, int], "NamedBot"]
"""Makes a bot for a side and a seed."""


def who_plays(text: str, sides: list[str], known: list[str]) -> dict[str, str]:
    """Return side → player: "random,human" goes by the order of the sides, "watch=random" by name.

    Raises:
        Refused: RW0913, there is no such side or player.
    """
    players = dict.fromkeys(sides, HUMAN)
    for number, word in enumerate(rulesets.listed(text)):
        side, name = _divided(word)
        if not side and number >= len(sides):
            raise _nobody(f"there are {len(sides)} sides, and no place for `{name}`", name, sides)
        side = side or sides[number]
        if side not in sides:
            raise _nobody(f"there is no side `{side}`", side, sides)
        kind = name.partition(":")[0]
        if kind not in (HUMAN, *known):
            raise _nobody(f"there is no player `{name}`", kind, [HUMAN, *known])
        players[side] = name
    return players


def for_all(text: str, sides: Sequence[str]) -> str:
    """Return what one name alone stands for where nobody sits at a terminal: that bot for every side."""
    words = rulesets.listed(text)
    return ",".join(words * len(sides)) if len(words) == 1 and not _divided(words[0])[0] else text


def _divided(word: str) -> tuple[str, str]:
    """Return the side, "" if none is named, and the player of one word."""
    side, equals, name = word.partition("=")
    return (side, name) if equals and ":" not in side else ("", word)


def _nobody(message: str, word: str, known: list[str]) -> Refused:
    from rulewright.compiler import suggest

    words = ", ".join(f"`{one}`" for one in known)
    return refuse("RW0913", message, help=suggest.did_you_mean(word, known) or f"there are: {words}")


def names(document: Document, plugins: Plugins) -> list[str]:
    """Return the kinds of bot and the bots that may be named."""
    ours = {RANDOM, COMMAND, SEARCH, *([SCRIPTED] if document.get("bots") else [])}
    return sorted({*ours, *(bot["id"] for bot in document.get("bots", ())), *plugins.bots()})


def players_of(text: str, document: Document, plugins: Plugins) -> dict[str, str]:
    """Return side → bot from what `--bots` says: one for all, or one for each side."""
    sides = [side["id"] for side in document["ruleset"]["sides"]]
    players = who_plays(for_all(text, sides), sides, names(document, plugins))
    missing = [side for side, name in players.items() if name == HUMAN]
    if missing:
        raise click.UsageError(f"nobody plays `{missing[0]}`: `--bots` names one bot, or one for each side")
    return players


def maker(name: str, side: str, program: Program, plugins: Plugins, scenario: str | None = None) -> Maker:
    """Return what makes the bot called `name` for a side; what it cannot do is refused here (RW0913, RW0912)."""
    offer = _offer(name, side, program, plugins, scenario)

    def make(side: str, seed: int) -> NamedBot:
        if offer.plugin == OURS:
            return NamedBot(offer, offer.value(side, seed))
        with answering(offer.plugin, f"rulewright_bots: {name}"):
            return NamedBot(offer, offer.value(side, seed))

    return make


def _offer(
    name: str, side: str, program: Program, plugins: Plugins, scenario: str | None
) -> Offer[BotFactory]:
    document = program.document
    offers = list(plugins.bots().get(name, []))
    if name == RANDOM:
        offers.insert(0, Offer(OURS, RANDOM, RandomBot))
    elif name == SCRIPTED or any(bot["id"] == name for bot in document.get("bots", ())):
        offers.insert(0, Offer(OURS, name, _scripted(name, side, document)))
    elif name.startswith(f"{COMMAND}:"):
        offers.insert(0, Offer(OURS, name, _program(name.partition(":")[2])))
    elif name.partition(":")[0] == SEARCH:
        offers.insert(0, Offer(OURS, name, _search(name.partition(":")[2], program, scenario)))
    if not offers:
        if name == COMMAND:
            raise _no_command()
        kind, colon, _ = name.partition(":")
        if not colon:
            raise _nobody(f"there is no player `{name}`", name, names(document, plugins))
        raise refuse("RW0913", f"`{name}` takes no settings", help=f"write `{kind}` alone")
    return only_one(offers, "the bot")


def _scripted(name: str, side: str, document: Document) -> BotFactory:
    """Return the maker of a bot of the ruleset: the one of that name, or the first that plays the side."""
    bots = document["bots"]
    bot = next((bot for bot in bots if name in (SCRIPTED, bot["id"]) and bot["side"] == side), None)
    if bot is None:
        known = [bot["id"] for bot in bots if bot["side"] == side]
        message = f"the bot `{name}` does not play `{side}`"
        if name == SCRIPTED:
            message = f"the ruleset has no bot for `{side}`"
        raise _nobody(message, name, [*known, RANDOM])
    return lambda side, seed: ScriptedBot(bot["id"], side, seed)


def _search(text: str, program: Program, scenario: str | None) -> BotFactory:
    """Return the maker of a bot that searches, with settings such as `playouts=200:rollouts=smuggler`."""
    numbers: dict[str, int] = {}
    rollouts: dict[str, str] | None = None
    for word in filter(None, text.split(":")):
        name, _, value = word.partition("=")
        if name == ROLLOUTS:
            rollouts = _rollouts(value, program)
        elif name in SETTINGS and value.isdecimal() and 1 <= int(value) <= 1_000_000:
            numbers[name] = int(value)
        else:
            help = f"write a number, as in `search:playouts=200`; settings: {', '.join((*SETTINGS, ROLLOUTS))}"
            raise refuse("RW0913", f"`{word}` is no setting of the bot `search`", help=help)
    return lambda side, seed: SearchBot(program, side, seed, scenario=scenario, rollouts=rollouts, **numbers)


def _rollouts(text: str, program: Program) -> dict[str, str]:
    """Return side → bot of the ruleset from `smuggler`, `smuggler+picket_line` or `random`, that is: nobody."""
    sides = {bot["id"]: bot["side"] for bot in program.document.get("bots", ())}
    found: dict[str, str] = {}
    for name in text.split("+"):
        if name == RANDOM:
            continue
        if name not in sides:
            raise _nobody(f"`{name}` is no bot of the ruleset, so it leads no rollouts", name, [*sides, RANDOM])
        found[sides[name]] = name
    return found


def _program(text: str) -> BotFactory:
    """Return the maker of a bot that is a program: `./my_bot --hard`, or `seconds=5:./my_bot --hard`."""
    head, colon, rest = text.partition(":")
    word, _, number = head.partition("=")
    with_time = bool(colon) and word == "seconds"
    if not (rest if with_time else text).strip():
        raise _no_command()
    if not with_time:
        return lambda side, seed: ProcessBot(text, side, seed)
    try:
        seconds = float(number)
    except ValueError:
        seconds = -1
    if not 0 < seconds < 1e6:
        raise refuse("RW0913", f"`{head}` is no time", help="write seconds, as in `cmd:seconds=5:./my_bot`")
    return lambda side, seed: ProcessBot(rest, side, seed, seconds)


def _no_command() -> Refused:
    return refuse("RW0913", "`cmd` needs a command", help="write `cmd:./my_bot`")


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

    def close(self) -> None:
        close(self._bot)

    def choose(self, decision: Decision, view: ViewOf) -> Any:
        if self.plugin == OURS:
            return self._bot.choose(decision, view)
        with answering(self.plugin, f"rulewright_bots: {self.name}"):
            return self._bot.choose(decision, view)

    def wrong(self, decision: Decision, answer: Any) -> Refused:
        """Return the failure that says what it answered."""
        return refuse(
            "RW0911",
            f"the bot `{self.name}` answered `{decision.id}` with {json.dumps(answer, default=repr)},"
            " which is not an option",
            plugin=self.plugin,
            help="tell its author",
        )
