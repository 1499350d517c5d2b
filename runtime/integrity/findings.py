"""What is wrong with an artifact, as values: where, in words, and only the first few."""

from __future__ import annotations

import difflib
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

MOST = 20


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing wrong.

    path: the item, as in `rules[resolve_shadow]`.
    place: file, line, column, width in the source, if the artifact says it.
    code: RW0706 where a limit is exceeded.
    """

    message: str
    path: str
    place: tuple[str, int, int, int] | None = None
    code: str = "RW0707"


class Enough(Exception):
    """MOST findings are there. Internal: whoever collects them stops looking."""


class Findings:
    """Collects what is wrong with a document; `within` and `near` say where we are looking."""

    def __init__(self, files: list[str]) -> None:
        self.found: dict[Finding, None] = {}
        self.files = files
        self.path = ""
        self._near: Any = None

    def within(self, path: str, thing: Any = None) -> None:
        """Look at another item from now on."""
        self.path = path
        self._near = thing

    def near(self, thing: Any) -> None:
        """Look at a part of the item."""
        self._near = thing

    def add(self, message: str, thing: Any = None, code: str = "RW0707") -> None:
        at = next((one["at"] for one in (thing, self._near) if isinstance(one, dict) and "at" in one), None)
        place = None
        if at is not None and at[0] < len(self.files):
            place = (self.files[at[0]], at[1], at[2], at[3])
        self.found[Finding(message, self.path, place, code)] = None
        if len(self.found) >= MOST:
            raise Enough

    def unknown(self, noun: str, id: str, known: Collection[str]) -> None:
        # Comparing takes time for each candidate, and an artifact from anywhere may bring many.
        candidates = sorted(one for one in known if abs(len(one) - len(id)) < 3) if len(id) < 50 else []
        near = difflib.get_close_matches(id, candidates[:200], 1)
        guess = f"; did you mean `{near[0]}`?" if near else ""
        self.add(f"there is no {noun} `{id}`{guess}")
