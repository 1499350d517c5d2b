"""Blocks that did not change need not be parsed again."""

from __future__ import annotations

from pathlib import Path

from rulewright.compiler.parse.blocks import Block
from rulewright.compiler.parse.tree import Declaration


class BlockCache:
    """The parsed blocks of one ruleset."""

    def __init__(self, ruleset: Path | None = None, folder: Path | None = None) -> None:
        self.ruleset = ruleset
        self.folder = folder

    def load(self, block: Block, file: int, declarations: list[Declaration]) -> bool:
        return False

    def keep(self, block: Block, made: Declaration) -> None:
        return

    def save(self) -> None:
        return
