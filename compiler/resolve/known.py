"""Tables that did not change, nor anything they can name, are neither resolved nor judged again.

What a table becomes depends on its own text and on its *surroundings*: the text of every enum, piece,
roster, map, define, … and the heads of rules and of other tables. One file per ruleset keeps, for one
state of the surroundings, what became of each table and what was wrong with it. Whatever is not certain
is not kept: a table about which `resolve` had something to say, or that shares another table's modifiers.
"""

from __future__ import annotations

import hashlib
import marshal
import os
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from rulewright.compiler.diagnostics import Diagnostic, Problems
from rulewright.compiler.model import Json
from rulewright.compiler.parse import folder, tables
from rulewright.compiler.parse.cache import BlockCache
from rulewright.compiler.parse.tree import (
    ActionNode,
    AidNode,
    BotNode,
    Declaration,
    ExampleNode,
    InvariantNode,
    PhaseNode,
    RuleNode,
    ScenarioNode,
    TableNode,
)
from rulewright.compiler.record import names

JUDGED = 3
"""How many promises are kept by each table for itself (`check.table`)."""

_ROOMS = ("compiler", "compiler/parse", "compiler/resolve", "compiler/check", "compiler/emit", "schemas")
_DIAGNOSTIC = tuple(names(Diagnostic))
_SPAN, _RELATED = _DIAGNOSTIC.index("span"), _DIAGNOSTIC.index("related")

Told = tuple[tuple[Any, ...], ...]


class Listener(Problems):
    """Hands on what it is told, and remembers it."""

    def __init__(self, problems: Problems) -> None:
        super().__init__()
        self.problems = problems
        self.heard: list[Diagnostic] = []

    @property
    def has_errors(self) -> bool:
        return self.problems.has_errors

    @property
    def is_spoilt(self) -> bool:
        return self.problems.is_spoilt

    def add(self, diagnostic: Diagnostic, *, spoils: bool = True) -> None:
        self.heard.append(diagnostic)
        self.problems.add(diagnostic, spoils=spoils)


class _Entry:
    """One table: its place in the artifact, what each promise said about it, its results, its hashed text."""

    __slots__ = ("document", "given", "heard", "key", "played")

    def __init__(self, key: bytes, document: Json) -> None:
        self.key = key
        self.document = document
        self.heard: dict[int, Told] = {}
        self.given: list[str] | None = None  # of a table that nobody rolls on, nobody asks
        self.played: str | None = None

    def is_complete(self) -> bool:
        return len(self.heard) == JUDGED


class KnownTables:
    """The tables of one ruleset. Nothing is known before `surround`, or where it found no way to tell."""

    def __init__(self, blocks: BlockCache) -> None:
        self._blocks = blocks
        self._name = blocks.name.replace("blocks-", "known-")
        self._surroundings = b""
        self._kept: dict[bytes, tuple[int, bytes]] = {}
        self._written: dict[bytes, tuple[int, bytes]] = {}
        self._entries: dict[str, _Entry] = {}  # by the table's id; those that were not read are to be written
        self._read: set[str] = set()
        self._firsts: dict[str, int] = {}
        self._outcomes: dict[bytes, tuple[bool, list[str]]] = {}
        kept = folder.read(self._name, _seal(), blocks.folder)
        self._file = marshal.loads(kept) if kept is not None else (b"", {}, {})

    def outcomes(
        self, node: TableNode, work_out: Callable[[TableNode], tuple[bool, list[str]]]
    ) -> tuple[bool, list[str]]:
        """Return whether a table gives numbers, and its outcomes: these rest on nothing but its text."""
        place = self._blocks.place_of(node)
        if place is None:
            return work_out(node)
        numeric, names = found = self._file[2].get(place.key) or work_out(node)
        self._outcomes[place.key] = found
        return numeric, list(names)

    def surround(self, declarations: Sequence[Declaration], heads: Callable[[TableNode], Json]) -> None:
        """Read what is known of tables among these declarations; `heads` gives what others see of one."""
        state = hashlib.blake2b(digest_size=16)
        for node in declarations:
            place = self._blocks.place_of(node)
            if place is None:  # made by a variant, or too deep to be kept
                return
            if isinstance(node, TableNode):
                head: Any = ("table", node.id, [(p.name, _shape(p.type)) for p in node.params], heads(node))
            elif isinstance(node, RuleNode):
                head = ("rule", node.id, [(p.name, _shape(p.type)) for p in node.params])
            elif isinstance(node, PhaseNode):
                head = ("phase", node.id, [step.id for step in node.steps])
            elif isinstance(node, (ActionNode, ScenarioNode)):
                head = (type(node).__name__, node.id)
            elif isinstance(node, (InvariantNode, ExampleNode, BotNode, AidNode)):
                continue
            else:
                head = place.key
            state.update(repr(head).encode("utf-8", "surrogatepass") + b"\0")
        self._surroundings = state.digest()
        if self._file[0] == self._surroundings:
            self._kept = self._file[1]

    def resolved(self, node: TableNode, problems: Problems, translate: Callable[[Problems], Json]) -> Json:
        """Return the table's place in the artifact, as it is known or else as `translate` makes it."""
        place = self._blocks.place_of(node)
        if not self._surroundings or place is None:
            return translate(problems)
        key = place.key + bytes(str(place.file), "ascii")
        self._firsts[node.id] = place.first
        found = self._kept.get(key)
        if found is not None:
            entry = _Entry(key, None)
            first, packed = found
            entry.document, entry.heard, entry.given, entry.played = marshal.loads(packed)
            if first == place.first:
                self._written[key] = found
                self._read.add(node.id)
            else:
                by = place.first - first
                entry.document = _moved(entry.document, by)
                entry.heard = {n: tuple(_moved_told(d, by) for d in told) for n, told in entry.heard.items()}
            self._entries[node.id] = entry
            return entry.document
        listener = Listener(problems)
        made = translate(listener)
        if not listener.heard and not any("common" in drm for drm in made["drms"]):
            self._entries[node.id] = _Entry(key, made)
        return made

    def judged(self, table: Json, number: int, judge: Callable[[Problems], None], problems: Problems) -> None:
        """Tell what promise `number` says about a table, asking `judge` only if that is not known."""
        entry = self._entries.get(table["id"])
        if entry is None or entry.document is not table:
            judge(problems)
            return
        told = entry.heard.get(number)
        if told is not None:
            problems.extend(Diagnostic(*values) for values in told)
            return
        listener = Listener(problems)
        judge(listener)
        entry.heard[number] = tuple(tuple([getattr(d, name) for name in _DIAGNOSTIC]) for d in listener.heard)

    def given(self, table: Json, work_out: Callable[[], list[str]]) -> list[str]:
        """Return the names that a roll on a table can give."""
        entry = self._entries.get(table["id"])
        if entry is None or entry.document is not table:
            return work_out()
        if entry.given is None:
            entry.given = work_out()
        return entry.given

    def played(self, table: Json, work_out: Callable[[Json], str]) -> str:
        """Return the text of a table that the hash of the rules is made of."""
        entry = self._entries.get(table["id"])
        if entry is None or entry.document is not table:
            return work_out(table)
        if entry.played is None:
            entry.played = work_out(table)
        return entry.played

    def save(self) -> None:
        """Write what is known now, if that is more than was read."""
        new = [
            (id, entry) for id, entry in self._entries.items() if id not in self._read and entry.is_complete()
        ]
        if not new:
            return
        for id, entry in new:
            try:
                packed = marshal.dumps((entry.document, entry.heard, entry.given, entry.played))
            except ValueError:  # too deep, or a value that is not plain
                continue
            self._written[entry.key] = (self._firsts[id], packed)
        written = marshal.dumps((self._surroundings, self._written, self._outcomes))
        folder.write(self._name, written, _seal(), self._blocks.folder)


def _shape(node: Any) -> Any:
    """A type as it is written, wherever it stands."""
    return (node.op, [_shape(part) if hasattr(part, "op") else part for part in node.args])


def _moved(node: Any, by: int) -> Any:
    """The same part of an artifact, its places `by` lines further down."""
    if type(node) is list:
        return [_moved(part, by) if type(part) in (list, dict) else part for part in node]
    return {
        key: [value[0], value[1] + by, *value[2:]]
        if key == "at" and type(value) is list and len(value) == 4 and type(value[1]) is int
        else _moved(value, by)
        if type(value) in (list, dict)
        else value
        for key, value in node.items()
    }


def _moved_told(told: tuple[Any, ...], by: int) -> tuple[Any, ...]:
    values = list(told)
    if values[_SPAN] is not None:
        values[_SPAN] = _moved_span(values[_SPAN], by)
    values[_RELATED] = tuple((_moved_span(span, by), label) for span, label in values[_RELATED])
    return tuple(values)


def _moved_span(span: tuple[int, ...], by: int) -> tuple[int, ...]:
    return (span[0], span[1] + by, *span[2:])


@cache
def _seal() -> str:
    """Return what changes whenever the code of the compiler does."""
    root = Path(__file__).parents[2]
    stamps: list[str] = []
    for room in _ROOMS:
        try:
            with os.scandir(root / room) as entries:
                stamps += [
                    f"{room}/{entry.name} {folder.stamp(entry)}"
                    for entry in entries
                    if entry.name.endswith(".py")
                ]
        except OSError:  # a package in an archive, which its place tells apart
            continue
    written = "\n".join([tables.grammar_hash(), *sorted(stamps)])
    return hashlib.blake2b(written.encode(), digest_size=16).hexdigest()
