"""What is played: the bundled rulesets with their options, and the hard cases; each is compiled and linked once a process."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulewright.runtime import Game, Program, link

from .playing import Document, document_of

ROOT = Path(__file__).parents[2]
FOLDERS = {file.parent.name: file.parent for file in sorted((ROOT / "rulesets").glob("*/ruleset.yaml"))}
FRAGMENTS = {file.stem: file for file in sorted((ROOT / "tests" / "hard_cases").glob("*.rules"))}

GAMES, FEW_GAMES = 40, 3
"""Random games of a bundled ruleset, and of each hard case."""
LIMIT = 150
"""Decisions of one game; long games are cut, not counted as failures."""


@cache
def document(name: str) -> Document:
    return document_of(FOLDERS[name] if name in FOLDERS else FRAGMENTS[name])


@cache
def program(name: str, options: str = "") -> Program:
    """The ruleset with these options on, joined by `+`."""
    return link(document(name), tuple(options.split("+")) if options else ())


def options_of(name: str) -> list[str]:
    """The optional rules of a ruleset, read off its text: to collect tests, nothing should need to be compiled."""
    return re.findall(r"^variant optional (\w+)", text_of(name), re.MULTILINE)


def text_of(name: str) -> str:
    files = [FRAGMENTS[name]] if name in FRAGMENTS else sorted(FOLDERS[name].glob("*.rules"))
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def rulesets() -> list[Any]:
    """Each ruleset without options, and with each of them alone."""
    found = [pytest.param(name, "", id=name) for name in (*FOLDERS, *FRAGMENTS)]
    for name in FOLDERS:
        found += [pytest.param(name, option, id=f"{name}+{option}") for option in options_of(name)]
    return found


def is_playable(name: str) -> bool:
    text = text_of(name)
    return bool(re.search(r"^scenario ", text, re.MULTILINE) and re.search(r"^phase ", text, re.MULTILINE))


def playable() -> list[Any]:
    return [one for one in rulesets() if is_playable(str(one.values[0]))]


each_ruleset = pytest.mark.parametrize("name, option", rulesets())
each_game = pytest.mark.parametrize("name, option", playable())


def games(name: str, option: str, most: int = GAMES) -> Iterator[tuple[Game, Random]]:
    """Start games of all scenarios in turn."""
    scenarios = [scenario["id"] for scenario in document(name)["scenarios"]]
    for seed in range(most if name in FOLDERS else min(most, FEW_GAMES)):
        game = Game.start(program(name, option), scenario=scenarios[seed % len(scenarios)], seed=seed)
        yield game, Random(seed)
