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

from rulewright.compiler.parse import folder, packing, tables
from rulewright.compiler.parse.blocks import Block
from rulewright.compiler.parse.tree import Declaration


class BlockCache:
    """The parsed blocks of the ruleset that lies in `ruleset`, kept in `place` or the user's cache folder."""

    def __init__(self, ruleset: Path | None = None, place: Path | None = None) -> None:
        name = str(ruleset.resolve()) if ruleset is not None else ""
        self.name = f"blocks-{hashlib.blake2b(name.encode(), digest_size=8).hexdigest()}.bin"
        self._place = place
        self._known: dict[bytes, bytes] | None = None
        self._used: dict[bytes, bytes] = {}
        self._has_new = False

    def load(self, block: Block, file: int, declarations: list[Declaration]) -> bool:
        """Add what `block` declares, if it is known; its places are those of the block."""
        if self._known is None:
            kept = folder.read(self.name, _seal(), self._place)
            self._known = marshal.loads(kept) if kept else {}
        key = _key(block)
        packed = self._used.get(key) or self._known.get(key)
        if packed is None:
            return False
        try:
            declarations.append(packing.unpack(marshal.loads(packed), file, block.first))
        except RecursionError:  # the caller stands deep already
            return False
        self._used[key] = packed
        return True

    def keep(self, block: Block, made: Declaration) -> None:
        """Remember what a block without a mistake declares."""
        try:
            self._used[_key(block)] = marshal.dumps(packing.pack(made, block.first))
        except (RecursionError, ValueError):  # too deep to be kept: parsed again next time
            return
        self._has_new = True

    def save(self) -> None:
        """Write all blocks that were used since this cache was made, if there is a new one."""
        if self._has_new:
            folder.write(self.name, marshal.dumps(self._used), _seal(), self._place)
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
