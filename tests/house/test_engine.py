"""The engine knows no game, and what its docstrings show is true."""

import doctest
import importlib
import pkgutil

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


@pytest.mark.parametrize("room", ROOMS)
def test_docstrings_show_what_happens(room: str) -> None:
    # By name, not by path: pytest --doctest-modules would import each module a second time.
    package = importlib.import_module(room)
    names = [room, *(module.name for module in pkgutil.walk_packages(package.__path__, f"{room}."))]
    modules = [importlib.import_module(name) for name in names if not name.endswith("__main__")]
    failed = [module.__name__ for module in modules if doctest.testmod(module).failed]
    assert failed == []
