"""The bundled games, linked once for all tests of odds."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from rulewright.runtime import Program, link
from rulewright.runtime.artifact import load
from rulewright.runtime.odds import Answer, Page, TableQuery

ROOT = Path(__file__).parents[3]


@lru_cache
def program(name: str, *options: str) -> Program:
    return link(load(ROOT / "generated" / name / "ruleset.json"), options)


@lru_cache
def stopping(name: str) -> Program:
    """The same game, stopping at each roll."""
    return link(load(ROOT / "generated" / name / "ruleset.json"), stops_at_chance=True)


@lru_cache
def page(name: str, table: str) -> Page:
    return Page(program(name), table)


def ask(name: str, table: str, *by: str, **given: str) -> Answer:
    """Ask a table; `__` stands for a dot in what is given."""
    return TableQuery(page(name, table), {key.replace("__", "."): value for key, value in given.items()}).answer(by)


def chances(answer: Answer, case: int = 0) -> dict[str, str]:
    """What comes out of a case, in words, with exact chances."""
    return {answer.label(value): str(chance) for value, chance in answer.cases[case].results.items()}


def at(answer: Answer, *where: Any) -> dict[str, str]:
    """What comes out of the case at these values of the columns."""
    number = next(n for n, case in enumerate(answer.cases) if case.at == where)
    return chances(answer, number)
