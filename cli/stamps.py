"""Remembers what was found in unchanged sources, so that they are recognised without being parsed.

A stamp is one file in the user's cache: what was read (names and a hash of every byte), which
rulewright judged it, and what it found. Times and sizes of files are not trusted. A stamp that is
damaged, or was made by another version, is as good as none.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from rulewright.compiler.record import Record

FORMAT = 1
KEPT = 64  # stamps; the oldest go first
CLOCK_SLACK = 20_000_000  # ns; clocks of file systems run in steps of some milliseconds
MANY_FILES = 2_000  # a folder with more is no ruleset's, and hashing it would take longer than checking
ROOMS = ("compiler", "runtime", "schemas", "cli")
OWN_SUFFIXES = (".py", ".lark", ".json")
SKIPPED_FOLDERS = {".git", ".venv", "node_modules", "__pycache__"}


class Stamp(Record, frozen=True):
    """What was found: `found` is plain JSON, `artifact` its JSON or None."""

    found: dict[str, Any]
    artifact: bytes | None


def cache_folder() -> Path | None:
    """Return where this user's caches lie, or None for a user without a home."""
    chosen = os.environ.get("XDG_CACHE_HOME")
    if not chosen and sys.platform == "win32":
        chosen = os.environ.get("LOCALAPPDATA")
    if not chosen:
        place = "~/Library/Caches" if sys.platform == "darwin" else "~/.cache"
        chosen = os.path.expanduser(place)
    return None if chosen.startswith("~") else Path(chosen) / "rulewright"


class Stamps:
    """The stamps of one way of judging a folder: `how` names the options that change what is found."""

    def __init__(self, folder: Path, how: str) -> None:
        # Messages show paths from where the person stands, so that place is part of the name.
        name = "\0".join((str(folder), str(Path.cwd()), how))
        self._folder = folder
        place = cache_folder()
        stem = hashlib.sha256(name.encode(errors="surrogateescape")).hexdigest()[:40]
        self._file = place / "checks" / f"{stem}.json" if place is not None else None
        self._since = time.time_ns() - CLOCK_SLACK

    def read(self) -> Stamp | None:
        """Return what was found the last time, if every byte it depends on is the same now."""
        if self._file is None:
            return None
        try:
            stamp = json.loads(self._file.read_bytes())
            if not isinstance(stamp, dict) or stamp.get("format") != FORMAT:
                return None
            if not isinstance(stamp["found"], dict) or stamp["by"] != own_identity():
                return None
            inputs = [Path(name) for name in stamp["inputs"]]
            if stamp["digest"] != _digest(_files([self._folder, *map(Path, stamp["folders"])], inputs)):
                return None
            if not stamp["has_artifact"]:
                return Stamp(stamp["found"], None)
            artifact = self._file.with_suffix(".ruleset").read_bytes()
            if hashlib.sha256(artifact).hexdigest() != stamp["artifact"]:
                return None
            return Stamp(stamp["found"], artifact)
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def write(
        self, found: dict[str, Any], artifact: bytes | None, inputs: Iterable[Path], folders: Iterable[Path]
    ) -> None:
        """Keep what was found in `inputs` and all rules of `folders`; say nothing if there is no room."""
        listed = sorted({str(path.absolute()) for path in inputs})
        around = sorted({str(path.absolute()) for path in folders})
        paths = _files([self._folder, *map(Path, around)], [Path(name) for name in listed])
        # A file may have been saved while it was judged: what was found is then not about these bytes.
        if self._file is None or paths is None or _is_changed_since(paths, self._since):
            return
        digest = _digest(paths)
        stamp = {
            "format": FORMAT,
            "by": own_identity(),
            "inputs": listed,
            "folders": around,
            "digest": digest,
            "found": found,
            "has_artifact": artifact is not None,
            "artifact": hashlib.sha256(artifact).hexdigest() if artifact is not None else "",
        }
        with suppress(OSError):
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if artifact is not None:
                write_atomically(self._file.with_suffix(".ruleset"), artifact)
            write_atomically(self._file, json.dumps(stamp, ensure_ascii=False).encode())
            _prune(self._file.parent)


def write_atomically(path: Path, data: bytes) -> None:
    """Make `path` hold `data`: whoever reads it finds the old bytes or the new, never a part.

    A link goes on pointing to its file; a device or a pipe, which holds nothing, is written to and stays what it is.
    """
    if path.exists() and not path.is_file():
        with open(path, "wb") as stream:
            stream.write(data)
        return
    target = Path(os.path.realpath(path))
    name = target.with_name(f".{target.name[:40]}.{os.getpid()}.{time.monotonic_ns()}")
    try:
        with open(name, "xb") as file:
            file.write(data)
        os.replace(name, target)
    except OSError as problem:
        with suppress(OSError):
            os.unlink(name)
        problem.filename, problem.filename2 = os.fspath(path), None  # the other name means nothing to anybody
        raise


def own_identity() -> str:
    """Return a hash of everything that judges: our own code, Python, and which plugins are installed."""
    state = hashlib.sha256(sys.version.encode())
    here = Path(__file__).parents[1]
    for room in ROOMS:
        for path in sorted(_walk(here / room, OWN_SUFFIXES)):
            _add(state, path)
    for name, text in _packages_with_plugins(tuple(sys.path)):
        state.update(os.fsencode(name) + b"\0" + text)
    return state.hexdigest()


def may_have_plugins() -> bool:
    """May a package other than our own bring a plugin? To ask importlib.metadata takes as long as to check a game."""
    packages = _packages_with_plugins(tuple(sys.path))
    archives = any(
        os.path.isfile(place) for place in sys.path
    )  # what lies in one, only importlib.metadata sees
    return archives or any(
        name.removesuffix(".egg-info").partition("-")[0] != "rulewright" for name, _ in packages
    )


def digest_of(folder: Path) -> str | None:
    """Return a hash of the rules in a folder, or None if it holds too many files."""
    return _digest(_files([folder], []))


@cache
def _packages_with_plugins(places: tuple[str, ...]) -> list[tuple[str, bytes]]:
    """Return the packages installed in these folders that have plugins for us, and what they say of them."""
    found: list[tuple[str, bytes]] = []
    for place in places:
        for name in _distributions(place):
            with suppress(OSError), open(os.path.join(place, name, "entry_points.txt"), "rb") as file:
                text = file.read()
                if b"[rulewright]" in text:
                    found.append((name, text))
    return found


def _distributions(place: str) -> list[str]:
    try:
        return sorted(name for name in os.listdir(place or ".") if name.endswith((".dist-info", ".egg-info")))
    except OSError:
        return []


def _files(folders: Iterable[Path], others: Iterable[Path]) -> list[Path] | None:
    found: set[str] = {str(path) for path in others}
    for folder in folders:
        for path in _walk(folder, (".rules", ".yaml", ".yml")):
            found.add(path)
            if len(found) > MANY_FILES:
                return None
    return [Path(name) for name in sorted(found)]


def _walk(folder: Path, suffixes: tuple[str, ...]) -> Iterable[str]:
    for parent, folders, names in os.walk(os.path.abspath(folder)):
        folders[:] = [name for name in folders if name not in SKIPPED_FOLDERS]
        for name in names:
            if name.endswith(suffixes):
                yield os.path.join(parent, name)


def _is_changed_since(paths: list[Path], moment: int) -> bool:
    with suppress(OSError):
        return any(path.stat().st_mtime_ns >= moment for path in paths)
    return True


def _digest(paths: list[Path] | None) -> str | None:
    if paths is None:
        return None
    state = hashlib.sha256()
    for path in paths:
        _add(state, path)
    return state.hexdigest()


def _add(state: Any, path: str | Path) -> None:
    state.update(os.fsencode(path) + b"\0")
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError:
        state.update(b"unreadable\0")
    else:
        state.update(f"{len(data)}\0".encode() + data)


def _prune(folder: Path) -> None:
    stamps = sorted(folder.glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
    for old in stamps[KEPT:]:
        for path in (old, old.with_suffix(".ruleset")):
            with suppress(OSError):
                path.unlink()
