"""The plan of the house as pyproject.toml draws it; the tests of this folder compare it with the rooms."""

import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

# The rooms by name: "rulewright.compiler" lies in the folder "compiler".
ROOMS: dict[str, str] = PROJECT["tool"]["setuptools"]["package-dir"]
PACKAGES: list[str] = PROJECT["tool"]["setuptools"]["packages"]
PACKAGE_DATA: dict[str, list[str]] = PROJECT["tool"]["setuptools"]["package-data"]
CONTRACTS: list[dict[str, Any]] = PROJECT["tool"]["importlinter"]["contracts"]


def folder_of(package: str) -> Path:
    """Return where a package lies: its room's folder, then one folder per further name."""
    room = ".".join(package.split(".")[:2])
    return ROOT.joinpath(ROOMS[room], *package.split(".")[2:])


def files_of(room_folder: str, pattern: str = "*") -> list[Path]:
    """Return the files of a room, caches left out, in a stable order."""
    found = (ROOT / room_folder).rglob(pattern)
    return sorted(file for file in found if file.is_file() and "__pycache__" not in file.parts)
