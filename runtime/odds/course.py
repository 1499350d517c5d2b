"""The way through the blocks of a rule, read off the code that the linker wrote: what follows what, where loops begin, what is read later.

Two lines of play are one only if all that is read later is the same in both; and they meet only if the one that is behind goes on
first. Both is found out here, once for a program.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rulewright.runtime.link.program import Program, Rule

FRAME = re.compile(r"F\[(\d+)\]")
WRITE = re.compile(r" F\[(\d+)\] = (.*)")
JUMP = re.compile(r" +F\[0\] = (?:(\d+)|(\d+) if (.*) else (\d+))")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a block: the slot of the frame that it surely writes (0: none), those that it reads first, and where it may lead."""

    writes: int
    reads: frozenset[int]
    follows: tuple[int, ...]


@dataclass(slots=True)
class Block:
    """What is known of a block.

    follows: the blocks that may come next in the same frame. order: its place on the way through its rule. loops: the heads of the
    loops around it, outer ones first. meets: can play come here from more than one place? alive: slots of the frame that are still
    read from here on.
    """

    lines: tuple[Line, ...]
    follows: tuple[int, ...] = ()
    order: int = 0
    loops: tuple[int, ...] = ()
    meets: bool = True
    alive: frozenset[int] = field(default=frozenset())


class Course:
    """All blocks of a program that stops at chance."""

    def __init__(self, program: Program) -> None:
        texts = program.linker.code.texts
        if texts is None:
            raise ValueError("the program was not linked to stop at chance")
        self.blocks = {number: _read(texts[name]) for number, name in enumerate(program.linker.block_names)}
        for rule in (*program.linker.rules.values(), *program.steps.values()):
            if rule.pauses:
                self._order(rule)
        self._find_alive()

    def _order(self, rule: Rule) -> None:
        """Number the blocks of a rule so that only the ends of loops lead back, and find the loops."""
        blocks = self.blocks
        order = {block: at for at, block in enumerate(_topological(blocks, rule.entry))}
        into: dict[int, list[int]] = {block: [] for block in order}
        for block in order:
            for after in blocks[block].follows:
                into[after].append(block)
        inside: dict[int, list[int]] = {block: [] for block in order}
        for head in sorted(order, key=order.__getitem__):
            ends = [block for block in into[head] if order[block] >= order[head]]
            if ends:
                for block in _loop(head, ends, into):
                    inside[block].append(head)
        for block, at in order.items():
            known = blocks[block]
            known.order, known.loops = at, tuple(inside[block])
            known.meets = len(into[block]) > 1 or bool(inside[block] and inside[block][-1] == block)

    def _find_alive(self) -> None:
        grown = True
        while grown:
            grown = False
            for block in self.blocks.values():
                alive: frozenset[int] = frozenset()
                for line in reversed(block.lines):
                    alive = (alive - {line.writes}) | line.reads
                    for after in line.follows:
                        alive |= self.blocks[after].alive
                if alive != block.alive:
                    block.alive, grown = alive, True


def _read(texts: Sequence[str]) -> Block:
    """Read a block: which slots of its frame it reads and writes, and where it goes."""
    lines: list[Line] = []
    for text in texts[1:]:
        jump, write = JUMP.fullmatch(text), WRITE.fullmatch(text)
        if jump:
            follows = tuple(int(one) for one in (jump[1], jump[2], jump[4]) if one is not None)
            lines.append(Line(0, _slots(jump[3] or ""), follows))
        elif write:
            lines.append(Line(int(write[1]), _slots(write[2]), ()))
        else:
            lines.append(Line(0, _slots(text), ()))
    return Block(tuple(lines), tuple(dict.fromkeys(after for line in lines for after in line.follows)))


def _slots(text: str) -> frozenset[int]:
    return frozenset(int(slot) for slot in FRAME.findall(text))


def _topological(blocks: dict[int, Block], entry: int) -> list[int]:
    """Return the blocks that can be reached, each before those that follow it, the ends of loops apart."""
    found: list[int] = []
    seen = {entry}
    way: list[tuple[int, Iterator[int]]] = [(entry, iter(blocks[entry].follows))]
    while way:
        block, left = way[-1]
        for after in left:
            if after not in seen:
                seen.add(after)
                way.append((after, iter(blocks[after].follows)))
                break
        else:
            found.append(block)
            way.pop()
    return found[::-1]


def _loop(head: int, ends: Sequence[int], into: dict[int, list[int]]) -> set[int]:
    """Return the blocks of the loop that begins at `head`."""
    found = {head}
    front = list(ends)
    while front:
        block = front.pop()
        if block not in found:
            found.add(block)
            front.extend(into[block])
    return found
