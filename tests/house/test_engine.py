"""The engine knows no game, and what its docstrings show is true."""

import doctest
import importlib
import pkgutil
from types import ModuleType

import pytest

from .plan import ROOMS, ROOT, files_of

GAMES = ("picket", "rheinuebung", "rheinübung", "bismarck", "atlantic")


@pytest.mark.parametrize("room", ["compiler", "runtime"])
def test_no_game_is_named_in_the_engine(room: str) -> None:
    named: list[str] = []
    for file in files_of(room):
        for number, line in enumerate(file.read_text(encoding="utf-8").lower().split("\n"), 1):
            named += [f"{file.relative_to(ROOT)}:{number}: {game}" for game in GAMES if game in line]
    assert named == []


def imported(name: str) -> ModuleType | None:
    """Return a module; None if it needs a library of an extra that is not installed."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as problem:
        if (problem.name or "").startswith("rulewright"):
            raise
        return None


@pytest.mark.parametrize("room", ROOMS)
def test_docstrings_show_what_happens(room: str) -> None:
    # By name, not by path: pytest --doctest-modules would import each module a second time.
    package = importlib.import_module(room)
    names = [room, *(module.name for module in pkgutil.walk_packages(package.__path__, f"{room}."))]
    modules = [imported(name) for name in names if not name.endswith("__main__")]
    failed = [module.__name__ for module in modules if module is not None and doctest.testmod(module).failed]
    assert failed == []
