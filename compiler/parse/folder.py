"""The user's cache folder: whatever goes wrong with it is silent, since it holds nothing of worth."""

from __future__ import annotations

import hashlib
import os
import sys
import time
from functools import cache
from pathlib import Path

_DIGEST_SIZE = 16


def default() -> Path:
    """Return the folder of this installation of the program and this version of Python."""
    base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return (
        Path(base).expanduser()
        / "rulewright"
        / f"py{sys.version_info.major}.{sys.version_info.minor}-{_place()}"
    )


@cache
def _place() -> str:
    return hashlib.blake2b(__file__.encode(), digest_size=6).hexdigest()


def stamp(file: str | os.DirEntry[str]) -> str:
    """Return what changes when a file is replaced: quicker to know than a version or what it holds."""
    try:
        found = os.stat(file)
    except OSError:  # a file in an archive
        return ""
    return f"{found.st_size} {found.st_mtime_ns}"


def read(name: str, seal: str, place: Path | None = None) -> bytes | None:
    """Return what was written under `name` with the same seal, or None."""
    try:
        written = ((place or default()) / name).read_bytes()
    except (OSError, RuntimeError):  # RuntimeError: there is no home folder
        return None
    data = written[_DIGEST_SIZE:]
    return data if _digest(data, seal) == written[:_DIGEST_SIZE] else None


def write(name: str, data: bytes, seal: str, place: Path | None = None) -> None:
    """Keep `data` under `name`; readers see the old bytes or the new ones, nothing between.

    `seal` says by what the data were made. Whatever was made otherwise, or is torn, is not read again:
    marshal trusts its input.
    """
    try:
        folder = place or default()
        folder.mkdir(parents=True, exist_ok=True)
        temporary = folder / f".{name}.{os.getpid()}.{time.monotonic_ns()}"
        try:
            with open(temporary, "xb") as file:
                file.write(_digest(data, seal) + data)
            os.replace(temporary, folder / name)
        except OSError:
            os.unlink(temporary)
    except (OSError, RuntimeError):
        return


def _digest(data: bytes, seal: str) -> bytes:
    return hashlib.blake2b(data, digest_size=_DIGEST_SIZE, key=seal.encode()[:64]).digest()
