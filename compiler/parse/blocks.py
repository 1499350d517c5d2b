"""A source is a row of blocks: each begins in the first column and is parsed on its own.

So one mistake hides no other, and a block that did not change need not be parsed again.
"""

from __future__ import annotations

from rulewright.compiler.record import Record
from rulewright.compiler.source import SourceFile


class Block(Record, frozen=True):
    """Lines that belong together; `first` is the number of the first of them, from 1."""

    first: int
    lines: list[str]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


def divide(source: SourceFile) -> tuple[list[Block], list[int]]:
    """Return the blocks of `source`, and the lines before the first block that belong to none.

    A line that begins in the first column begins a block, unless it is a comment, a row or a closing
    parenthesis; `##` lines directly above it belong to it.
    """
    lines = source.lines
    starts: list[int] = []
    orphans: list[int] = []
    for index, line in enumerate(lines):
        if not line or line[0] in " \t)|#\u00a0":
            if not starts and line.strip() and not line.lstrip().startswith("#"):
                orphans.append(index + 1)
            continue
        starts.append(index)
    blocks: list[Block] = []
    for number, start in enumerate(starts):
        end = starts[number + 1] if number + 1 < len(starts) else len(lines)
        while end > start + 1 and _is_empty(lines[end - 1]):
            end -= 1
        while start > 0 and lines[start - 1].startswith("##"):
            start -= 1
        blocks.append(Block(start + 1, lines[start:end]))
    return blocks, orphans


def _is_empty(line: str) -> bool:
    return not line or line[0] == "#" or line.isspace() or line.lstrip(" ").startswith("#")
