"""What a simulation plays, as plain data: what a folder of results says of itself, and what tells two runs apart."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rulewright.runtime.link.program import Program
from rulewright.runtime.simulation import errors
from rulewright.runtime.simulation.columns import GAME, Column, Columns

FORMAT = "rulewright.simulation"
VERSION = 1
STORES = ("sqlite", "parquet")


@dataclass(frozen=True, slots=True)
class Side:
    """A side, as a report shows it."""

    id: str
    title: str
    colour: str
    bot: str


@dataclass(frozen=True, slots=True)
class Run:
    """One simulation: equal runs play equal games.

    asked: how the person named the ruleset, to tell how to go on. scenario: its id, "" in a ruleset without any.
    seed: of game 0; game n has seed + n. store: how the games are kept.
    """

    made_by: str
    asked: str
    ruleset: str
    title: str
    rules_version: str
    rules_hash: str
    scenario: str
    options: tuple[str, ...]
    sides: tuple[Side, ...]
    seed: int
    max_decisions: int
    store: str
    columns: tuple[Column, ...]

    def bot(self, side: str) -> str:
        return next(one.bot for one in self.sides if one.id == side)

    def json(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "version": VERSION,
            "made_by": self.made_by,
            "asked": self.asked,
            "ruleset": {"id": self.ruleset, "title": self.title, "version": self.rules_version, "rules_hash": self.rules_hash},
            "scenario": self.scenario,
            "options": list(self.options),
            "sides": [{"id": one.id, "title": one.title, "colour": one.colour, "bot": one.bot} for one in self.sides],
            "seed": self.seed,
            "max_decisions": self.max_decisions,
            "store": self.store,
            "columns": [column.json() for column in self.columns],
        }


def run_of(
    program: Program, columns: Columns, *, made_by: str, asked: str, scenario: str | None, bots: Mapping[str, str],
    seed: int, max_decisions: int, store: str = "sqlite",
) -> Run:  # fmt: skip
    """Return what is played.

    Args:
        bots: id of the side → name of its bot.
        asked: the ruleset as the person named it.
    """
    head = program.document["ruleset"]
    return Run(
        made_by=made_by,
        asked=asked,
        ruleset=head["id"],
        title=head["title"] or head["id"],
        rules_version=head["version"],
        rules_hash=program.rules_hash,
        scenario=program.scenario(scenario)[0],
        options=tuple(program.options),
        sides=tuple(
            Side(side["id"], side["title"] or side["id"].replace("_", " ").capitalize(), side.get("colour") or "", bots[side["id"]])
            for side in head["sides"]
        ),
        seed=seed,
        max_decisions=max_decisions,
        store=store,
        columns=columns.all,
    )


def differences(there: Run, here: Run) -> list[tuple[str, str, str]]:
    """Return what makes two runs play other games: what, there, here."""
    told = [
        ("ruleset", there.ruleset, here.ruleset),
        ("hash of the rules", there.rules_hash[:12], here.rules_hash[:12]),
        ("scenario", there.scenario or "none", here.scenario or "none"),
        ("set of optional rules", _listed(there.options), _listed(here.options)),
        ("first seed", str(there.seed), str(here.seed)),
        ("limit of decisions", f"{there.max_decisions:,}", f"{here.max_decisions:,}"),
        ("way of keeping games", there.store, here.store),
        ("maker", there.made_by, here.made_by),
    ]
    bots = {one.id: one.bot for one in there.sides}
    told += [(f"bot for `{one.id}`", f"`{bots.get(one.id, 'none')}`", f"`{one.bot}`") for one in here.sides]
    return [one for one in told if one[1] != one[2]]


def _listed(options: tuple[str, ...]) -> str:
    return ", ".join(f"`{one}`" for one in options) or "empty"


def run_from(data: bytes, file: str) -> Run:
    """Read what `Run.json` wrote; RW0842 if it is damaged, or of another version."""
    try:
        json_ = json.loads(data)
        if not isinstance(json_, dict) or json_.get("format") != FORMAT:
            raise errors.unreadable_run(file, "it is not the head of a simulation")
        if json_.get("version") != VERSION:
            raise errors.unreadable_run(file, f"its version is {json_.get('version')!r}, and this program reads {VERSION}")
        head = json_["ruleset"]
        run = Run(
            made_by=json_["made_by"],
            asked=json_["asked"],
            ruleset=head["id"],
            title=head["title"],
            rules_version=head["version"],
            rules_hash=head["rules_hash"],
            scenario=json_["scenario"],
            options=tuple(json_["options"]),
            sides=tuple(Side(**side) for side in json_["sides"]),
            seed=json_["seed"],
            max_decisions=json_["max_decisions"],
            store=json_["store"],
            columns=tuple(Column(**column) for column in json_["columns"]),
        )
    except (ValueError, KeyError, TypeError, RecursionError) as problem:
        raise errors.unreadable_run(file, "it is damaged") from problem
    if not _is_sound(run):
        raise errors.unreadable_run(file, "it is damaged")
    return run


def _is_sound(run: Run) -> bool:
    """Are its values of the kinds that later code takes for granted? Names of columns become words of SQL."""
    words = (run.made_by, run.asked, run.ruleset, run.title, run.rules_version, run.rules_hash, run.scenario, *run.options)
    sides = [value for side in run.sides for value in (side.id, side.title, side.colour, side.bot)]
    columns = [value for column in run.columns for value in (column.name, column.title, column.role)]
    names = [column.name for column in run.columns]
    return (
        all(isinstance(word, str) for word in (*words, *sides, *columns))
        and type(run.seed) is int
        and type(run.max_decisions) is int
        and run.store in STORES
        and all(re.fullmatch("(#[0-9a-fA-F]{6})?", side.colour) for side in run.sides)
        and all(name.isidentifier() for name in names)
        and len(set(names)) == len(names)
        and run.columns[: len(GAME)] == GAME
        and all(column.kind in ("integer", "real", "text") for column in run.columns)
        and sum(column.role == "loss" for column in run.columns) == len(run.sides)
    )
