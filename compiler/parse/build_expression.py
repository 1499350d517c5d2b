"""Expressions, types, and what may end a line: tokens to nodes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from rulewright.compiler.parse import errors
from rulewright.compiler.parse.machine import Token
from rulewright.compiler.parse.nodes import ExprNode, Note, Param, Tail, TypeNode
from rulewright.compiler.parse.rows import NO_TAIL, cited, numeric, unquoted
from rulewright.compiler.source import Cite, Span

ParseTemplate = Callable[[str, int, int], ExprNode | None]
"""Text between braces, line and column → expression, or None after saying what is wrong."""

_DIE = re.compile(r"d[0-9]+")
_QUANTIFIED = {"some": "some", "no": "none_of"}
_STRING_PART = re.compile(r"\\(.)|\{\{|\}\}|\{([^{}]*)\}|([{}])|([^\\{}]+)")


class ExpressionBuilder:
    """Each method is named after a rule of the grammar and gets that rule's children."""

    def __init__(self, problems: errors.Findings, parse_template: ParseTemplate) -> None:
        self.file = 0
        self.first = 1  # the number of the first of `lines`
        self.lines: list[str] = []
        self.problems = problems
        self._parse_template = parse_template

    # ---- places

    def span(self, first: Any, last: Any) -> Span:
        """Return the place from `first` to `last`, tokens or nodes; on one line if they are on several."""
        line, start = (first[2], first[3]) if type(first) is tuple else first.at[1:3]
        if type(last) is tuple:
            end_line, end = last[2], last[3] + len(last[1])
        else:
            _, end_line, end, width = last.at
            end += width
        if end_line != line:
            end = len(self.line(line)) + 1
        return (self.file, line, start, end - start)

    def line(self, number: int) -> str:
        """Return the text of a line of the present block, "" for another."""
        index = number - self.first
        return self.lines[index].rstrip() if 0 <= index < len(self.lines) else ""

    def at(self, token: Token) -> Span:
        return (self.file, token[2], token[3], len(token[1]))

    # ---- expressions

    def binary(self, c: list[Any]) -> ExprNode:
        return ExprNode(c[1][1], (c[0], c[2]), self.span(c[0], c[2]))

    def not_in(self, c: list[Any]) -> Token:
        """Return `not in` as one token, like the other comparisons."""
        return ("IN", "not_in", c[0][2], c[0][3])

    def prefix(self, c: list[Any]) -> ExprNode:
        op = {"-": "neg", "+": "pos"}.get(c[0][1], c[0][1])
        return ExprNode(op, (c[1],), self.span(c[0], c[1]))

    def quantified(self, c: list[Any]) -> ExprNode:
        return ExprNode(_QUANTIFIED[c[0][1]], (c[1],), self.span(c[0], c[1]))

    def quantified_where(self, c: list[Any]) -> ExprNode:
        inner = ExprNode("where", (c[1], c[3]), self.span(c[1], c[3]))
        return ExprNode(_QUANTIFIED[c[0][1]], (inner,), self.span(c[0], c[3]))

    def every(self, c: list[Any]) -> ExprNode:
        every, members, where, condition, _, has = c
        if where is not None:
            members = ExprNode("where", (members, condition), self.span(members, condition))
        return ExprNode("every", (members, has), self.span(every, has))

    def where(self, c: list[Any]) -> ExprNode:
        return ExprNode("where", (c[0], c[2]), self.span(c[0], c[2]))

    def range_both(self, c: list[Any]) -> ExprNode:
        return ExprNode("range", (c[0], c[2]), self.span(c[0], c[2]))

    def range_to(self, c: list[Any]) -> ExprNode:
        return ExprNode("range", (None, c[1]), self.span(c[0], c[1]))

    def range_from(self, c: list[Any]) -> ExprNode:
        return ExprNode("range", (c[0], None), self.span(c[0], c[1]))

    def of_name(self, c: list[Any]) -> ExprNode:
        return ExprNode("of", (c[0][1], c[2]), self.span(c[0], c[2]))

    def dot(self, c: list[Any]) -> ExprNode:
        return ExprNode("dot", (c[0], c[2][1]), self.span(c[0], c[2]))

    def dotcall(self, c: list[Any]) -> ExprNode:
        return ExprNode("dotcall", (c[0], c[2][1], *(c[4] or ())), self.span(c[0], c[5]))

    def call(self, c: list[Any]) -> ExprNode:
        return ExprNode("call", (c[0][1], *(c[2] or ())), self.span(c[0], c[3]))

    def name(self, c: list[Any]) -> ExprNode:
        _, text, line, column = c[0]
        at = (self.file, line, column, len(text))
        if text[0] == "d" and _DIE.fullmatch(text):
            return ExprNode("dice", (1, text), at)
        return ExprNode("name", (text,), at)

    def number(self, c: list[Any]) -> ExprNode:
        return ExprNode("number", (numeric(c[0][1]),), self.at(c[0]))

    def quantity(self, c: list[Any]) -> ExprNode:
        if c[1][1] == "then":  # `if turn > 3 then`
            self.problems.add(errors.needless_then(self.at(c[1])))
        return ExprNode("quantity", (numeric(c[0][1]), c[1][1]), self.span(c[0], c[1]))

    def dice(self, c: list[Any]) -> ExprNode:
        count, _, sides = c[0][1].partition("d")
        return ExprNode("dice", (int(count), f"d{sides}"), self.at(c[0]))

    def parenthesis(self, c: list[Any]) -> ExprNode:
        inner: ExprNode = c[1]
        # A single word keeps its own place, so that a message about it points at the word.
        if inner.op not in ("name", "number", "text"):
            inner.at = self.span(c[0], c[2])
        return inner

    def group(self, c: list[Any]) -> ExprNode:
        members = tuple([child for child in c[1:-1] if isinstance(child, ExprNode)])
        return ExprNode("group", members, self.span(c[0], c[-1]))

    def expressions(self, c: list[Any]) -> tuple[ExprNode, ...]:
        return tuple(c[::2])

    def cell(self, c: list[Any]) -> tuple[ExprNode, ...]:
        members: tuple[ExprNode, ...] = c[0]
        return members

    def template(self, c: list[Any]) -> ExprNode:
        inner: ExprNode = c[0]
        return inner

    def cases(self, c: list[Any]) -> tuple[tuple[ExprNode, ExprNode], ...]:
        return tuple(c[::2])

    def case(self, c: list[Any]) -> tuple[ExprNode, ExprNode]:
        return (c[0], c[2])

    # ---- text with values

    def text(self, c: list[Any]) -> ExprNode:
        return self.text_of(c[0])

    def text_of(self, token: Token) -> ExprNode:
        """Return a string as its parts: plain text, and the expressions that stood in braces."""
        _, written, line, column = token
        if "{" not in written and "}" not in written:
            plain = unquoted(written)
            return ExprNode("text", (plain,) if plain else (), self.at(token))
        parts: list[str | ExprNode] = []
        for match in _STRING_PART.finditer(written, 1, len(written) - 1):
            escaped, inner, stray, plain = match.groups()
            place = column + match.start()
            if inner is not None:
                found = None
                if inner.strip():
                    found = self._parse_template(inner, line, place + 1)
                else:
                    self.problems.add(errors.empty_braces((self.file, line, place, len(match.group()))))
                if found is not None:
                    parts.append(found)
                continue
            if stray:
                self.problems.add(errors.stray_brace(stray, (self.file, line, place, 1)))
            words = plain or escaped or match.group()[0]
            if parts and isinstance(parts[-1], str):
                parts[-1] += words
            else:
                parts.append(words)
        return ExprNode("text", tuple(parts), self.at(token))

    # ---- types

    def type_name(self, c: list[Any]) -> TypeNode:
        return TypeNode("name", (c[0][1],), self.at(c[0]))

    def type_of(self, c: list[Any]) -> TypeNode:
        word = c[0][1]
        if word not in ("set", "list"):
            self.problems.add(errors.no_such_container(word, self.at(c[0])))
        return TypeNode(word, (c[2],), self.span(c[0], c[2]))

    def type_either(self, c: list[Any]) -> TypeNode:
        members = tuple(c[::2])
        return TypeNode("either", members, self.span(members[0], members[-1]))

    def type_by(self, c: list[Any]) -> TypeNode:
        return TypeNode("by", (c[0], c[2]), self.span(c[0], c[2]))

    def type_range(self, c: list[Any]) -> TypeNode:
        return TypeNode("range", (self._whole(c[0]), self._whole(c[2])), self.span(c[0], c[2]))

    def type_range_to(self, c: list[Any]) -> TypeNode:
        return TypeNode("range", (None, self._whole(c[1])), self.span(c[0], c[1]))

    def type_range_from(self, c: list[Any]) -> TypeNode:
        return TypeNode("range", (self._whole(c[0]), None), self.span(c[0], c[1]))

    def integer(self, c: list[Any]) -> ExprNode:
        """Return a number node that holds its sign."""
        value = numeric(c[1][1])
        return ExprNode("number", (-value if c[0] else value,), self.span(c[0] or c[1], c[1]))

    def _whole(self, node: ExprNode) -> int:
        value = node.args[0]
        if not isinstance(value, int):
            self.problems.add(errors.not_whole(node.at))
            return 0
        return value

    def params(self, c: list[Any]) -> tuple[Param, ...]:
        return tuple([child for child in c if isinstance(child, Param)])

    def param(self, c: list[Any]) -> Param:
        return Param(c[0][1], c[2], self.span(c[0], c[2]))

    # ---- what may end a line

    def tail(self, c: list[Any]) -> Tail:
        return self.tail_of(c)

    def notes(self, c: list[Any]) -> Tail:
        return self.tail_of(c)

    def title_item(self, c: list[Any]) -> Token:
        token: Token = c[0]
        return token

    def cite_note(self, c: list[Any]) -> Cite:
        return cited(c[0][1])

    def reason_note(self, c: list[Any]) -> Note:
        return Note(c[0][1], unquoted(c[1][1]), self.at(c[0]))

    def tail_of(self, items: list[Any]) -> Tail:
        """Return one tail of titles (tokens), cites and notes in any order."""
        title = ""
        cites: list[Cite] = []
        notes: list[Note] = []
        for item in items:
            if isinstance(item, Cite):
                cites.append(item)
            elif isinstance(item, Note):
                notes.append(item)
            elif title:
                self.problems.add(errors.second_title(self.at(item)))
            else:
                title = unquoted(item[1])
        return Tail(title, tuple(cites), tuple(notes))

    def joined(self, *tails: Tail | None) -> Tail:
        """Return one tail of what was written in several places of a line."""
        given = [tail for tail in tails if tail is not None]
        if len(given) < 2:
            return given[0] if given else NO_TAIL
        return Tail(
            next((tail.title for tail in given if tail.title), ""),
            tuple([cite for tail in given for cite in tail.cites]),
            tuple([note for tail in given for note in tail.notes]),
        )
