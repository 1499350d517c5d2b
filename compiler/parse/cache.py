"""Blocks that did not change need not be parsed again.

One file per ruleset holds its blocks by the hash of their text. It is read at once and written at once;
a file that is missing, old, torn or of another version is no file.
"""

from __future__ import annotations

import hashlib
import marshal
from pathlib import Path

from rulewright.compiler.parse import folder, packing, tables
from rulewright.compiler.parse.blocks import Block
from rulewright.compiler.parse.tree import Declaration

# Increase it when the shape of tree nodes or of packing changes without a change of the grammar.
_LAYOUT = 1


class BlockCache:
    """The parsed blocks of the ruleset that lies in `ruleset`, kept in `place` or the user's cache folder."""

    def __init__(self, ruleset: Path | None = None, place: Path | None = None) -> None:
        name = str(ruleset.resolve()) if ruleset is not None else ""
        key = hashlib.blake2b(name.encode(), digest_size=8).hexdigest()
        self.name = f"blocks-{_LAYOUT}-{key}.bin"
        self._place = place
        self._known: dict[bytes, bytes] | None = None
        self._used: dict[bytes, bytes] = {}
        self._has_new = False

    def load(self, block: Block, file: int, declarations: list[Declaration]) -> bool:
        """Add what `block` declares, if it is known; its places are those of the block."""
        if self._known is None:
            self._known = self._read()
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
        try:
            self._used[_key(block)] = marshal.dumps(packing.pack(made, block.first))
        except (RecursionError, ValueError):  # too deep to be kept: parsed again next time
            return
        self._has_new = True

    def save(self) -> None:
        """Write all blocks that were used since this cache was made, if there is a new one."""
        if not self._has_new:
            return
        data = marshal.dumps(self._used)
        folder.write(self.name, _digest(data) + data, self._place)
        self._has_new = False

    def _read(self) -> dict[bytes, bytes]:
        written = folder.read(self.name, self._place) or b""
        digest, data = written[:_DIGEST_SIZE], written[_DIGEST_SIZE:]
        # marshal trusts what it reads, so only bytes that were written here, by this grammar, reach it.
        if _digest(data) != digest:
            return {}
        known: dict[bytes, bytes] = marshal.loads(data)
        return known


_DIGEST_SIZE = 16


def _digest(data: bytes) -> bytes:
    salt = tables.grammar_hash().encode()[:16]
    return hashlib.blake2b(data, digest_size=_DIGEST_SIZE, key=salt).digest()


def _key(block: Block) -> bytes:
    return hashlib.blake2b(block.text.encode(), digest_size=16).digest()
