"""A declaration as plain data that `marshal` can write, with lines counted from its block's first.

Most nodes are expressions of one word, and most of those are cells of tables. They lie in columns (one
of kinds, one of arguments, …), so that reading them back is a single `map`.

In what remains, an int is the index of such a leaf, a list is a tuple with members, and a tuple with
members is a node or, if the first is negative, something else.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import repeat
from typing import Any

from rulewright.compiler.parse import nodes, tree
from rulewright.compiler.parse.nodes import ExprNode, RowNode, Tail
from rulewright.compiler.parse.rows import NO_TAIL
from rulewright.compiler.record import names
from rulewright.compiler.source import Cite

Packed = tuple[Any, ...]

_SPAN, _FRACTION, _NUMBER, _NO_TAIL, _ROW, _LEAF_ROW = -1, -2, -3, -4, -5, -6
_CLASSES: tuple[Any, ...] = (
    Cite,
    *sorted(
        (
            item
            for module in (nodes, tree)
            for item in vars(module).values()
            if isinstance(item, type) and item.__module__ == module.__name__
        ),
        key=lambda item: item.__name__,
    ),
)
_EXPRESSION = _CLASSES.index(ExprNode)
_FIELDS = tuple(tuple(names(item)) for item in _CLASSES)
_INDEX = {item: index for index, item in enumerate(_CLASSES)}
_LEFT_OUT: Packed = (_NO_TAIL,)


def pack(node: Any, first: int) -> Packed:
    """Return `node`, whose block begins at line `first`, as plain data."""
    packer = _Packer(first)
    body = packer.value(node)
    return (packer.ops, packer.args, packer.lines, packer.columns, packer.widths, body)


class _Packer:
    def __init__(self, first: int) -> None:
        self.first = first
        # A leaf that nobody asks for keeps index 0 free, so that what is false needs no look.
        self.ops = ["blank"]
        self.args: list[tuple[Any, ...]] = [()]
        self.lines = [0]
        self.columns = [1]
        self.widths = [0]

    def value(self, value: Any) -> Any:
        kind = type(value)
        if kind is str or value is None or kind is bool or (kind is tuple and not value):
            return value
        if kind is ExprNode:
            if _is_leaf(value):
                return self.leaf(value)
            _, line, column, width = value.at
            arguments = [self.value(part) for part in value.args]
            return (_EXPRESSION, value.op, line - self.first, column, width, *arguments)
        if kind is tuple:
            if _is_span(value):
                return (_SPAN, value[1] - self.first, value[2], value[3])
            return [self.value(part) for part in value]
        if kind is RowNode and _is_plain(value):
            return self.row(value)
        if kind is int:
            return (_NUMBER, value)
        if kind is Fraction:
            return (_FRACTION, value.numerator, value.denominator)
        if kind is Tail and (value is NO_TAIL or value == NO_TAIL):
            return _LEFT_OUT
        index = _INDEX[kind]
        return (index, *[self.value(getattr(value, name)) for name in _FIELDS[index]])

    def row(self, row: RowNode) -> Packed:
        """Return a row whose leaves, if it has no other cells, lie one after the other."""
        _, line, column, width = row.at
        place = (_LEFT_OUT if row.tail is NO_TAIL else self.value(row.tail), line - self.first, column, width)
        nodes = [cell[0] for cell in row.cells]
        if not all(map(_is_leaf, nodes)):
            return (_ROW, *place, *[self.value(node) for node in nodes])
        # Most nodes of a game come by here: no call for each.
        first, first_line = len(self.ops), self.first
        spans = row.cell_spans
        self.ops += [node.op for node in nodes]
        self.args += [node.args for node in nodes]
        self.lines += [span[1] - first_line for span in spans]
        self.columns += [span[2] for span in spans]
        self.widths += [span[3] for span in spans]
        return (_LEAF_ROW, *place, first, len(self.ops))

    def leaf(self, node: ExprNode) -> int:
        _, line, column, width = node.at
        self.ops.append(node.op)
        self.args.append(node.args)
        self.lines.append(line - self.first)
        self.columns.append(column)
        self.widths.append(width)
        return len(self.ops) - 1


def _is_leaf(node: ExprNode) -> bool:
    """Say whether `node` has arguments that `marshal` knows: no node, no fraction."""
    op, args = node.op, node.args
    if op == "name" or op == "blank" or op == "dice":
        return True
    if op == "number" or op == "quantity":
        return type(args[0]) is int
    return op == "text" and (not args or (len(args) == 1 and type(args[0]) is str))


def _is_plain(row: RowNode) -> bool:
    """Say whether every cell has one alternative, whose place is the cell's."""
    for cell, span in zip(row.cells, row.cell_spans, strict=True):
        if len(cell) != 1 or ((at := cell[0].at) is not span and at != span):
            return False
    return True


def _is_span(value: tuple[Any, ...]) -> bool:
    return len(value) == 4 and type(value[0]) is int


def unpack(packed: Packed, file: int, first: int) -> Any:
    """Return the node again, in a file of that number, its block beginning at line `first`."""
    ops, args, lines, columns, widths, body = packed
    spans = list(zip(repeat(file), map(first.__add__, lines), columns, widths))
    leaves = list(map(ExprNode, ops, args, spans))

    def several(parts: Any) -> list[Any]:
        # What says nothing, and words, need no call: they are more than half of all fields.
        return [
            part if not part or (kind := type(part)) is str else leaves[part] if kind is int else value(part)
            for part in parts
        ]

    def value(packed: Any) -> Any:
        kind = type(packed)
        if kind is list:
            return tuple(several(packed))
        if kind is not tuple:
            return leaves[packed] if kind is int else packed
        mark = packed[0]
        if mark == _EXPRESSION:
            _, op, line, column, width, *arguments = packed
            return ExprNode(op, tuple(several(arguments)), (file, first + line, column, width))
        if mark >= 0:
            return _CLASSES[mark](*several(packed[1:]))
        if mark == _SPAN:
            return (file, first + packed[1], packed[2], packed[3])
        if mark == _LEAF_ROW:
            _, tail, line, column, width, begin, end = packed
            place = (file, first + line, column, width)
            return RowNode(tuple(zip(leaves[begin:end])), value(tail), place, tuple(spans[begin:end]))
        if mark == _ROW:
            _, tail, line, column, width, *cells = packed
            nodes = several(cells)
            place = (file, first + line, column, width)
            return RowNode(tuple(zip(nodes)), value(tail), place, tuple([node.at for node in nodes]))
        if mark == _NO_TAIL:
            return NO_TAIL
        return packed[1] if mark == _NUMBER else Fraction(packed[1], packed[2])

    return value(body)
