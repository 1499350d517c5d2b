"""Blocks that lead straight to another one: what follows is written where it is jumped to, as far as it is short.

A block is entered through the referee, which costs as much as ten lines of it. The frame says the same wherever play stops.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulewright.runtime.link.source import Code, Lines, Where

Items = list[tuple[str, Where]]

JUMP = re.compile(r"( +)F\[0\] = (\d+)")
SHORT = 16
"""Lines of a block that are written again where it is jumped to."""

LONG = 80
"""Lines of a block to which nothing more is added."""


def fuse(code: Code, blocks: Sequence[str]) -> None:
    """Write what follows into the blocks that are not loaded yet.

    Args:
        blocks: the name of each, by its number.
    """
    waiting = code.waiting()
    _Fusing({number: waiting[name] for number, name in enumerate(blocks) if name in waiting}).all()


class _Fusing:
    def __init__(self, blocks: dict[int, Lines]) -> None:
        self.blocks = blocks
        self.done: dict[int, Items] = {}
        self.under_way: set[int] = set()

    def all(self) -> None:
        for number in self.blocks:
            self.fused(number)
        for number, items in self.done.items():
            self.blocks[number].items = items

    def fused(self, number: int) -> Items:
        """Return the lines of a block with what follows."""
        if number in self.done:
            return self.done[number]
        self.under_way.add(number)
        items = self.blocks[number].items
        # What is jumped to from a block that opens or closes a window writes elsewhere.
        found = items if any("W = " in text for text, _ in items) else self._with_what_follows(items)
        self.under_way.remove(number)
        self.done[number] = found
        return found

    def _with_what_follows(self, items: Items) -> Items:
        found: Items = []
        at = 0
        while at < len(items):
            text, where = items[at]
            jump = JUMP.fullmatch(text)
            follows = None
            # Behind a call comes what was called.
            called = at > 0 and items[at - 1][0].lstrip().startswith("push(")
            if jump and not called and at + 1 < len(items) and items[at + 1][0] == f"{jump[1]}return":
                follows = self._short(int(jump[2]), len(found) + len(items) - at)
            if jump is None or follows is None:
                found.append(items[at])
                at += 1
                continue
            if any("return True" in line or "return G." in line for line, _ in follows):
                # Play may stop there; the frame then says where.
                found.append(items[at])
            found += [(jump[1][1:] + line, at_work) for line, at_work in follows]
            if not follows[-1][0].startswith(" return"):
                found.append((f"{jump[1]}return", where))
            at += 2
        return found

    def _short(self, number: int, so_far: int) -> Items | None:
        """Return the lines of a block that can be written where it is jumped to; a loop is not unrolled."""
        if number in self.under_way or number not in self.blocks:
            return None
        items = self.fused(number)
        if len(items) > SHORT or so_far + len(items) > LONG:
            items = self.blocks[number].items
        return None if len(items) > SHORT or so_far + len(items) > LONG else items
