"""Sources to a `Tree`, block by block."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.compiler.diagnostics import Problems
from rulewright.compiler.garbage import collector_paused
from rulewright.compiler.parse import depth, errors, mistakes
from rulewright.compiler.parse.blocks import Block, divide
from rulewright.compiler.parse.build_table import TableBuilder
from rulewright.compiler.parse.cache import BlockCache
from rulewright.compiler.parse.lines import Lines
from rulewright.compiler.parse.machine import Machine
from rulewright.compiler.parse.nodes import ExprNode
from rulewright.compiler.parse.rows import Rows
from rulewright.compiler.parse.tables import SOFT_WORDS, load_tables
from rulewright.compiler.parse.tree import Declaration, Tree
from rulewright.compiler.source import SourceFile

_INSIDE = {"cell": "cell", "template": "text"}


def parse(sources: Sequence[SourceFile], problems: Problems, cache: BlockCache | None = None) -> Tree:
    """Return every declaration of `sources` that could be read; what is wrong goes to `problems`.

    Places count files as `problems.sources` does; sources that are missing there are added.
    """
    declarations: list[Declaration] = []
    with collector_paused():
        text = Text(problems)
        for source in sources:
            text.read(source, _index(source, problems), declarations, cache)
        if cache is not None:
            cache.save()
    return Tree(tuple(declarations))


def parse_expression_text(
    text: str, problems: Problems, file: int = 0, line: int = 1, column: int = 1
) -> ExprNode | None:
    """Return the expression that `text`, standing at a place of a file, says; None after a mistake."""
    reader = Text(problems)
    reader.open(file, Block(line, [" " * (column - 1) + text]))
    return reader.template(text, line, column)


class Text:
    """The tables, the builder and the lines together: made once, used for every block."""

    def __init__(self, problems: Problems) -> None:
        self._findings = errors.Findings(problems)
        self._parts: tuple[Lines, Rows, TableBuilder, Machine] | None = None

    def read(
        self, source: SourceFile, file: int, declarations: list[Declaration], cache: BlockCache | None
    ) -> None:
        """Add the declarations of one source."""
        blocks, orphans = divide(source)
        for number in orphans[:1]:
            self._findings.add(errors.orphan((file, number, 1, len(source.lines[number - 1].rstrip()))))
        for block in blocks:
            if cache is not None and cache.load(block, file, declarations):
                continue
            before = self._findings.count
            made = self.block(block, file)
            if made is not None:
                declarations.append(made)
                if cache is not None and self._findings.count == before:
                    cache.keep(block, made)

    def block(self, block: Block, file: int) -> Declaration | None:
        """Return the declaration of one block, or None after saying what is wrong."""
        lines, _, builder, machine = self.open(file, block)
        tokens = lines.block(block.lines, block.first)
        if tokens is None:
            return None
        node, fault = machine.run(tokens, "start")
        if fault is not None:
            mistakes.explain(fault, tokens, machine, builder, self._findings)
            return None
        if depth.may_be_deep(tokens, lines.longest) and self._is_too_deep(node):
            return None
        made: Declaration = node
        return made

    def open(self, file: int, block: Block) -> tuple[Lines, Rows, TableBuilder, Machine]:
        """Return the parts, set to a block."""
        if self._parts is None:
            tables = load_tables()
            builder = TableBuilder(self._findings, self.template)
            rows = Rows(frozenset(tables.words) - SOFT_WORDS, self.cell, self._findings)
            self._parts = (Lines(tables, rows, self._findings), rows, builder, Machine(tables, builder))
        lines, rows, builder, _ = self._parts
        lines.file = rows.file = builder.file = file
        builder.first, builder.lines = block.first, block.lines
        return self._parts

    def cell(self, text: str, number: int, column: int) -> tuple[ExprNode, ...] | None:
        cell: tuple[ExprNode, ...] | None = self._part(text, number, column, "cell")
        return cell

    def template(self, text: str, number: int, column: int) -> ExprNode | None:
        expression: ExprNode | None = self._part(text, number, column, "template")
        return expression

    def _part(self, text: str, number: int, column: int, start: str) -> Any:
        if self._parts is None:
            return None
        lines, _, builder, machine = self._parts
        tokens = lines.text(text, number, column)
        if tokens is None:
            return None
        node, fault = machine.run(tokens, start)
        if fault is not None:
            mistakes.explain(fault, tokens, machine, builder, self._findings, _INSIDE[start])
            return None
        if len(text) > depth.DEEPEST and self._is_too_deep(node):
            return None
        return node

    def _is_too_deep(self, node: Any) -> bool:
        span = depth.too_deep(node)
        if span is not None:
            self._findings.add(errors.deep_tree(span, depth.DEEPEST))
        return span is not None


def _index(source: SourceFile, problems: Problems) -> int:
    for index, known in enumerate(problems.sources):
        if known is source:
            return index
    problems.sources.append(source)
    return len(problems.sources) - 1
