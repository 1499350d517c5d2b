"""Lines that begin with a bar: divided here, without the machine, since most lines of a game are such.

A cell is looked up by its text; a text not seen before is parsed and remembered.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from rulewright.compiler.parse import errors
from rulewright.compiler.parse.nodes import ExprNode, Note, RowNode, Tail
from rulewright.compiler.source import Cite, Span

ParseCell = Callable[[str, int, int], tuple[ExprNode, ...] | None]
"""Text, line and column → its alternatives, or None after saying what is wrong."""

_QUOTED = r'"(?:[^"\\]|\\.)*"'
_CELL = re.compile(rf'(?:[^|"#]|{_QUOTED})*')
_TAIL = re.compile(rf'[ \t]*(?:(\[[^\[\]"]*\])|(assumed|ruling)[ \t]*({_QUOTED})|({_QUOTED}))')
_NUMBER = re.compile(r"[0-9]{1,18}(?:\.[0-9]{1,18})?", re.ASCII)
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_DIE = re.compile(r"d[0-9]+")
_ESCAPE = re.compile(r"\\(.)")

NO_TAIL = Tail()
_MOST_REMEMBERED = 20_000


class Rows:
    """Makes the rows of one file; `parse_cell` is asked for what is not simple."""

    def __init__(self, reserved: frozenset[str], parse_cell: ParseCell, problems: errors.Findings) -> None:
        self.file = 0
        self._reserved = reserved
        self._parse_cell = parse_cell
        self._problems = problems
        self._leaves: dict[str, tuple[str, tuple[Any, ...], int, int]] = {}
        self._others: dict[str, tuple[ExprNode, ...]] = {}

    def row(self, line: str, number: int, start: int) -> RowNode:
        """Return the row that begins at index `start` of `line`."""
        text = line[start:].rstrip()
        if _is_plain(text):
            parts = text.split("|")
            rest = parts.pop()
            del parts[0]
        else:
            text, parts, rest = self._divide(text, number, start)
        column = start + 2
        tail = NO_TAIL
        if rest or not parts:
            tail = self._tail(rest, number, column - 1 + len(text) - len(rest), bool(parts))
        file, leaves = self.file, self._leaves
        cells: list[tuple[ExprNode, ...]] = []
        spans: list[Span] = []
        for part in parts:
            leaf = leaves.get(part)
            if leaf is not None:
                op, arguments, offset, width = leaf
                span = (file, number, column + offset, width)
                cells.append((ExprNode(op, arguments, span),))
                spans.append(span)
            else:
                cell = self._other(part, number, column)
                cells.append(cell)
                spans.append(self._around(part, number, column))
            column += len(part) + 1
        return RowNode(tuple(cells), tail, (file, number, start + 1, len(text)), tuple(spans))

    def _around(self, part: str, number: int, column: int) -> Span:
        content = part.strip()
        return (self.file, number, column + (part.index(content) if content else 0), len(content or part))

    def _divide(self, text: str, number: int, start: int) -> tuple[str, list[str], str]:
        """Return the text without its comment, its cells, and what follows the last bar."""
        parts: list[str] = []
        at = 1
        while True:
            match = _CELL.match(text, at)
            end = match.end() if match else at
            stop = text[end : end + 1]
            if stop == "|":
                parts.append(text[at:end])
                at = end + 1
                continue
            if stop == '"':
                self._problems.add(errors.open_string((self.file, number, start + end + 1, len(text) - end)))
                return text[:at], parts, ""
            return text[:end].rstrip(), parts, text[at:end].rstrip()

    def _tail(self, rest: str, number: int, column: int, has_cells: bool) -> Tail:
        title, cites, notes = "", [], []
        at = 0
        while at < len(rest) and (match := _TAIL.match(rest, at)):
            cite, kind, why, words = match.groups()
            if cite:
                cites.append(cited(cite))
            elif kind:
                notes.append(
                    Note(kind, unquoted(why), (self.file, number, column + match.start(2), len(kind)))
                )
            else:
                title = unquoted(words)
            at = match.end()
        if not has_cells:
            at = 0  # what looks like a title is the text of a cell
        if rest[at:].strip() or not rest:
            left = rest[at:].strip()
            place = column + (rest.index(left, at) if left else 0)
            self._problems.add(errors.open_row((self.file, number, place, max(1, len(left)))))
        return Tail(title, tuple(cites), tuple(notes))

    def _other(self, part: str, number: int, column: int) -> tuple[ExprNode, ...]:
        """Return a cell whose text, blanks included, was not seen before or is more than one word."""
        content = part.strip()
        span = self._around(part, number, column)
        leaf = self._simple(content) if content else ("blank", ())
        if leaf is not None:
            if len(self._leaves) < _MOST_REMEMBERED:
                self._leaves[part] = (*leaf, span[2] - column, span[3])
            return (ExprNode(*leaf, span),)
        place = span[2]
        known = self._others.get(content)
        if known is not None:
            return tuple([moved(node, self.file, number - 1, place - 1) for node in known])
        made = self._parse_cell(content, number, place)
        if made is None:
            return (ExprNode("blank", (), span),)
        if len(self._others) < _MOST_REMEMBERED:
            self._others[content] = tuple([moved(node, 0, 1 - number, 1 - place) for node in made])
        return made

    def _simple(self, content: str) -> tuple[str, tuple[Any, ...]] | None:
        """Return the kind and arguments of a cell that is one word."""
        if _NAME.fullmatch(content):
            if content in self._reserved:
                return None
            return ("dice", (1, content)) if _DIE.fullmatch(content) else ("name", (content,))
        if _NUMBER.fullmatch(content):
            return ("number", (numeric(content),))
        is_text = content[0] == '"' and content.find('"', 1) == len(content) - 1
        if is_text and "{" not in content and "}" not in content:
            return ("text", (unquoted(content),) if len(content) > 2 else ())
        return None


def _is_plain(text: str) -> bool:
    """Say whether every bar of `text` divides cells: none stands in a string or a comment."""
    if "#" in text:
        return False
    if '"' not in text:
        return True
    pieces = text.split('"')
    return len(pieces) % 2 == 1 and "\\" not in text and "|" not in "".join(pieces[1::2])


def moved(node: ExprNode, file: int, lines: int, columns: int) -> ExprNode:
    """Return `node` in `file`, so many lines and columns further on."""
    _, line, column, width = node.at
    arguments = tuple(
        [moved(part, file, lines, columns) if isinstance(part, ExprNode) else part for part in node.args]
    )
    return ExprNode(node.op, arguments, (file, line + lines, column + columns, width))


def numeric(text: str) -> int | Fraction:
    return Fraction(text) if "." in text else int(text)


def unquoted(text: str) -> str:
    """Return what stands between the quotes; a backslash makes the next character plain."""
    inner = text[1:-1]
    return _ESCAPE.sub(r"\1", inner) if "\\" in inner else inner


def cited(text: str) -> Cite:
    """Return `[10, example]` as section "10", note "example"."""
    section, _, note = text[1:-1].partition(",")
    return Cite(section.strip(), note.strip())
