"""Blocks that did not change need not be parsed again.

One file per ruleset holds its blocks by the hash of their text. It is read at once and written at once;
a file that is missing, torn or made by other code is no file.
"""

from __future__ import annotations

import hashlib
import marshal
import os
from functools import cache
from pathlib import Path
from typing import Any

from rulewright.compiler.parse import folder, packing, tables
from rulewright.compiler.parse.blocks import Block
from rulewright.compiler.parse.tree import Declaration, TableNode
from rulewright.compiler.record import Record, names, replace


class Place(Record, frozen=True):
    """Where a declaration stands: the hash of its block's text, its file, its first line."""

    key: bytes
    file: int
    first: int
    node: Declaration


_INSIDE: dict[str, Any] = {
    name: field.default
    for name, field in TableNode.__fields__.items()
    if name in TableNode.__slots__ and name != "params"
}
"""What a table consists of, its head aside, and what it is in a table that is only a head."""


class KeptTable(TableNode):
    """A table whose head was read; its rows are read when somebody asks for them, which few do."""

    __slots__ = ("_inside",)
    _inside: tuple[bytes, int, int]  # type: ignore[misc]  # no field

    @classmethod
    def of(cls, head: TableNode, inside: tuple[bytes, int, int]) -> KeptTable:
        """Return the table that begins with `head`: what it consists of, packed, its file and first line."""
        made = cls.__new__(cls)
        for name in names(TableNode):
            if name not in _INSIDE:
                setattr(made, name, getattr(head, name))
        made._inside = inside
        return made

    def __getattr__(self, name: str) -> Any:
        # Only for a slot that is empty as yet.
        if name not in _INSIDE:
            raise AttributeError(name)
        packed, file, first = self._inside
        whole = packing.unpack(marshal.loads(packed), file, first)
        for inside in _INSIDE:
            setattr(self, inside, getattr(whole, inside))
        return getattr(whole, name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TableNode) and all(
            getattr(self, name) == getattr(other, name) for name in names(TableNode)
        )

    __hash__ = None  # type: ignore[assignment]


class BlockCache:
    """The parsed blocks of the ruleset that lies in `ruleset`, kept in `place` or the user's cache folder."""

    def __init__(self, ruleset: Path | None = None, place: Path | None = None) -> None:
        name = str(ruleset.resolve()) if ruleset is not None else ""
        self.name = f"blocks-{hashlib.blake2b(name.encode(), digest_size=8).hexdigest()}.bin"
        self.folder = place
        self._places: dict[int, Place] = {}
        self._known: dict[bytes, bytes] | None = None
        self._used: dict[bytes, bytes] = {}
        self._has_new = False

    def load(self, block: Block, file: int, declarations: list[Declaration]) -> bool:
        """Add what `block` declares, if it is known; its places are those of the block."""
        if self._known is None:
            kept = folder.read(self.name, _seal(), self.folder)
            self._known = marshal.loads(kept) if kept else {}
        key = _key(block)
        packed = self._used.get(key) or self._known.get(key)
        if packed is None:
            return False
        try:
            kept, inside = marshal.loads(packed)
            made: Declaration = packing.unpack(kept, file, block.first)
        except RecursionError:  # the caller stands deep already
            return False
        if inside is not None:
            assert isinstance(made, TableNode)
            made = KeptTable.of(made, (inside, file, block.first))
        declarations.append(made)
        self._places[id(made)] = Place(key, file, block.first, made)
        self._used[key] = packed
        return True

    def keep(self, block: Block, made: Declaration) -> None:
        """Remember what a block without a mistake declares."""
        key = _key(block)
        try:
            inside, head = None, made
            if isinstance(made, TableNode):
                inside, head = marshal.dumps(packing.pack(made, block.first)), replace(made, **_INSIDE)
            self._used[key] = marshal.dumps((packing.pack(head, block.first), inside))
        except (RecursionError, ValueError):  # too deep to be kept: parsed again next time
            return
        self._places[id(made)] = Place(key, made.at[0], block.first, made)
        self._has_new = True

    def place_of(self, node: Declaration) -> Place | None:
        """Return where `node` stands, if its block was read or kept here."""
        found = self._places.get(id(node))
        return found if found is not None and found.node is node else None

    def save(self) -> None:
        """Write all blocks that were used since this cache was made, if there is a new one."""
        if self._has_new:
            folder.write(self.name, marshal.dumps(self._used), _seal(), self.folder)
            self._has_new = False


@cache
def _seal() -> str:
    """Return what changes whenever the grammar or the code of this pass does."""
    stamps: list[str] = []
    try:
        with os.scandir(Path(__file__).parent) as entries:
            stamps = [
                f"{entry.name} {folder.stamp(entry)}" for entry in entries if entry.name.endswith(".py")
            ]
    except OSError:
        pass  # not a folder: a package in an archive
    written = "\n".join([tables.grammar_hash(), *sorted(stamps)])
    return hashlib.blake2b(written.encode(), digest_size=16).hexdigest()


def _key(block: Block) -> bytes:
    return hashlib.blake2b(block.text.encode(), digest_size=16).digest()
