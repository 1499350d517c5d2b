"""The way through the blocks of a rule: what follows what, where loops begin, what is read later.

Two lines of play are one only if all that is read later is the same in both; and they meet only if the one that is behind goes on
first. Both is found out of the syntax tree of the Python that the linker wrote, rule by rule, when a line of play first comes there.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulewright.runtime.link.program import Choice, Program

WHOLE = -1
"""Stands for every slot of a frame."""

Slots = frozenset[int]
NOTHING: Slots = frozenset()


@dataclass(slots=True)
class Block:
    """What is known of a block.

    follows: the blocks that may come next in the same frame. order: its place on the way through its rule. loops: the heads of the
    loops around it, outer ones first. meets: can play come here from more than one place? alive: slots of the frame that are still
    read from here on.
    """

    code: ast.FunctionDef
    follows: tuple[int, ...]
    order: int = 0
    loops: tuple[int, ...] = ()
    meets: bool = True
    alive: Slots = NOTHING


class Course:
    """The blocks of a program that stops at chance."""

    def __init__(self, program: Program) -> None:
        texts = program.linker.code.texts
        if texts is None:
            raise ValueError("the program was not linked to stop at chance")
        self._texts = texts
        self._program = program
        self._read_by: dict[str, Slots] = {}
        self._blocks: dict[int, Block] = {}

    def __getitem__(self, block: int) -> Block:
        """Return what is known of a block; a frame begins at the first of its rule."""
        if block not in self._blocks:
            self._find(block)
        return self._blocks[block]

    def _find(self, entry: int) -> None:
        """Number the blocks of a rule so that only the ends of loops lead back, find the loops, and what is read later."""
        blocks: dict[int, Block] = {}
        new = [entry]
        while new:
            number = new.pop()
            if number not in blocks:
                code = self._parsed(self._program.linker.block_names[number])
                blocks[number] = Block(code, tuple(dict.fromkeys(self._follows(code))))
                new += blocks[number].follows
        order = {block: at for at, block in enumerate(_topological(blocks, entry))}
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
        self._blocks |= blocks
        self._find_alive(sorted(blocks.values(), key=lambda block: -block.order))

    def _parsed(self, function: str) -> ast.FunctionDef:
        code = ast.parse("\n".join(self._texts[function])).body[0]
        assert isinstance(code, ast.FunctionDef)
        return code

    # ---------------------------------------------------------------- what follows

    def _follows(self, code: ast.FunctionDef) -> Iterator[int]:
        for node in ast.walk(code):
            if isinstance(node, ast.Assign):
                yield from _jumps(node)
            elif isinstance(node, ast.Call) and (asked := _desk_call(node)):
                yield from self._asked(asked, node)

    def _asked(self, what: str, call: ast.Call) -> Iterator[int]:
        """Where a question leads, or where the sides begin that act together."""
        if what == "part":
            yield _number(call.args[2])
        if what == "ask":
            choice = self._choice(call)
            yield from choice.resume
            yield choice.decline
            if choice.empty is not None:
                yield choice.empty

    def _choice(self, call: ast.Call) -> Choice:
        name = call.args[4]
        assert isinstance(name, ast.Name)
        choice = self._program.linker.code.namespace[name.id]
        assert isinstance(choice, Choice)
        return choice

    # ---------------------------------------------------------------- what is read later

    def _find_alive(self, blocks: Sequence[Block]) -> None:
        grown = True
        while grown:
            grown = False
            for block in blocks:
                alive = self._before(block.code.body, NOTHING)
                if alive != block.alive:
                    block.alive, grown = alive, True

    def _before(self, statements: Sequence[ast.stmt], after: Slots) -> Slots:
        """Return the slots that are read from the first of these statements on; `after` are those that are read behind the last."""
        for statement in reversed(statements):
            if isinstance(statement, ast.Return):
                after = self._reads(statement)
            elif isinstance(statement, ast.If):
                after = self._reads(statement.test) | self._before(statement.body, after) | self._before(statement.orelse, after)
            elif isinstance(statement, ast.Assign) and (slot := _slot(statement.targets[0])) is not None:
                after = (after - {slot}) | self._reads(statement.value)
                for block in _jumps(statement):
                    after |= self._blocks[block].alive
            else:
                after |= self._reads(statement)
        return after

    def _reads(self, node: ast.AST) -> Slots:
        """Return the slots of the frame that an expression, or anything in a statement, may read."""
        found: set[int] = set()
        for one in ast.walk(node):
            if isinstance(one, ast.Subscript) and _is_frame(one.value):
                slot = _slot(one)
                found.add(WHOLE if slot is None else slot)
            elif isinstance(one, ast.Assign):
                for block in _jumps(one):
                    found |= self._blocks[block].alive
            elif isinstance(one, ast.Call) and any(map(_is_frame, one.args)):
                found |= self._handed(one)
        return frozenset(found - {0})

    def _handed(self, call: ast.Call) -> Slots:
        """Return the slots that are read by what the whole frame is handed to."""
        what = _desk_call(call)
        if what == "part":
            return self._blocks[_number(call.args[2])].alive - {_number(call.args[3])}
        if what == "ask":
            choice = self._choice(call)
            found = frozenset().union(*(self._read_in(name) for name in choice.functions))
            after = frozenset().union(*(self._blocks[block].alive for block in self._asked(what, call)))
            return found | (after - {choice.slot})
        return self._read_in(call.func.id) if isinstance(call.func, ast.Name) else frozenset({WHOLE})

    def _read_in(self, function: str) -> Slots:
        """Return the slots that are read in another function."""
        if function not in self._read_by:
            if function not in self._texts:
                return frozenset({WHOLE})
            self._read_by[function] = NOTHING
            code = self._parsed(function)
            self._read_by[function] = frozenset().union(*(self._reads(statement) for statement in code.body))
        return self._read_by[function]


def _is_frame(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id == "F"


def _slot(node: ast.AST) -> int | None:
    """The slot of the frame that an expression is, if it is one."""
    if isinstance(node, ast.Subscript) and _is_frame(node.value) and isinstance(node.slice, ast.Constant):
        return _number(node.slice)
    return None


def _number(node: ast.AST) -> int:
    assert isinstance(node, ast.Constant) and isinstance(node.value, int)
    return node.value


def _jumps(node: ast.Assign) -> Iterator[int]:
    """The blocks to which an assignment leads, if it says with which one the frame goes on."""
    if _slot(node.targets[0]) == 0:
        ways = (node.value.body, node.value.orelse) if isinstance(node.value, ast.IfExp) else (node.value,)
        yield from map(_number, ways)


def _desk_call(call: ast.Call) -> str:
    """What the desk is called for: ask, part; or nothing of the kind."""
    function = call.func
    if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name) and function.value.id == "G":
        return function.attr
    return ""


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
