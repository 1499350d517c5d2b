"""Lines to tokens: indentation becomes INDENT and DEDENT, a line in parentheses goes on below."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from rulewright.compiler.parse import errors
from rulewright.compiler.parse.machine import Token
from rulewright.compiler.parse.rows import Rows
from rulewright.compiler.parse.tables import Tables, scanner
from rulewright.compiler.source import Span

LONGEST_LINE = 20_000
DEEPEST_INDENT = 60
DEEPEST_BRACKETS = 200
MOST_DIGITS = 18

LAYOUT = frozenset({"NEWLINE", "INDENT", "DEDENT", "ROW", "$END"})
_FOREIGN_SIGNS = {"!": "not", "&": "and", "|": "or"}


class Lines:
    """Makes the tokens of one file's blocks."""

    def __init__(self, tables: Tables, rows: Rows, problems: errors.Findings) -> None:
        self.file = 0
        self._rows = rows
        self._problems = problems
        self._words = tables.words
        self._signs = tables.signs
        pattern, self._names = scanner(tables)
        self.longest = 0  # the number of tokens of the last block's longest line
        self._scan = pattern.finditer

    def block(self, lines: list[str], first: int) -> list[Token] | None:
        """Return the tokens of `lines`, the first of which has number `first`; None after a mistake."""
        tokens: list[Token] = []
        indents = [0]
        depth = 0
        sound = True
        number = first - 1
        begin = 0
        self.longest = 0
        for line in lines:
            number += 1
            text = line.lstrip(" ")
            if not text or text[0] == "#" or text.isspace():
                continue
            start = len(line) - len(text)
            if not self._is_fit(line, text[0], number, depth, tokens):
                return None
            if depth == 0:
                if start != indents[-1] and not self._indent(start, indents, tokens, number):
                    return None
                if text[0] == "|":
                    tokens.append(("ROW", self._rows.row(line, number, start), number, start + 1))
                    begin = len(tokens)
                    continue
            depth, is_sound = self._line(line, number, start, depth, tokens)
            if depth > DEEPEST_BRACKETS:
                return None
            if not is_sound:
                sound = False  # the lines below may hold more such mistakes
            elif depth == 0:
                _, last, number, column = tokens[-1]
                tokens.append(("NEWLINE", "", number, column + len(last)))
                if len(tokens) - begin > self.longest:
                    self.longest = len(tokens) - begin
                begin = len(tokens)
        return self._closed(tokens, begin, depth, len(indents) - 1) if sound and tokens else None

    def _closed(self, tokens: list[Token], begin: int, depth: int, blocks: int) -> list[Token]:
        """Return the tokens of a whole block with what ends it."""
        kind, last, number, column = tokens[-1]
        end = (number, column + (1 if kind == "ROW" else len(last)))
        if depth > 0:
            tokens.append(("NEWLINE", "", *end))
            self.longest = max(self.longest, len(tokens) - begin)
        tokens.extend(("DEDENT", "", *end) for _ in range(blocks))
        tokens.append(("$END", "", *end))
        return tokens

    def _is_fit(self, line: str, character: str, number: int, depth: int, tokens: list[Token]) -> bool:
        """Say whether a line can be read at all, after saying why not."""
        if len(line) > LONGEST_LINE:
            self._problems.add(errors.long_line((self.file, number, 1, 1), len(line), LONGEST_LINE))
            return False
        if depth == 0 and character in "\t\u00a0":
            span = (self.file, number, 1, len(line) - len(line.lstrip()))
            self._problems.add(errors.tab(span) if "\t" in line[: span[3]] else errors.odd_blank(span))
            return False
        opened = open_bracket(tokens, len(tokens)) if depth and character == "|" else None
        if opened is not None:
            _, _, number, column = tokens[opened]
            self._problems.add(errors.open_parenthesis((self.file, number, column, 1)))
            return False
        return True

    def text(self, text: str, number: int, start: int) -> list[Token] | None:
        """Return the tokens of a cell, or of an expression in a template."""
        tokens: list[Token] = []
        _, sound = self._line(text, number, 0, 0, tokens, start)
        if not sound:
            return None
        tokens.append(("$END", "", number, start + len(text)))
        return tokens

    def _indent(self, start: int, indents: list[int], tokens: list[Token], number: int) -> bool:
        if start > indents[-1]:
            indents.append(start)
            tokens.append(("INDENT", "", number, start + 1))
            if len(indents) > DEEPEST_INDENT:
                self._problems.add(errors.deep_indent((self.file, number, 1, start), DEEPEST_INDENT))
                return False
            return True
        while start < indents[-1]:
            indents.pop()
            tokens.append(("DEDENT", "", number, start + 1))
        if start != indents[-1]:
            self._problems.add(errors.uneven_indent((self.file, number, 1, max(1, start))))
            return False
        return True

    def _line(
        self, line: str, number: int, start: int, depth: int, tokens: list[Token], shift: int = 1
    ) -> tuple[int, bool]:
        """Add the tokens of one line; column is index + `shift`."""
        sound = True
        words, names = self._words, self._names
        for match in self._scan(line, start):
            group = match.lastindex or 0
            kind = names[group]
            text = match.group(group)
            column = match.start(group) + shift
            if kind == "NAME":
                kind = words.get(text, "NAME")
            elif kind == "SIGN":
                kind = self._signs[text]
                if text == "(":
                    depth += 1
                    if depth > DEEPEST_BRACKETS:
                        span = (self.file, number, column, 1)
                        self._problems.add(errors.deep_brackets(span, DEEPEST_BRACKETS))
                        return depth, False
                elif text == ")" and depth > 0:
                    depth -= 1
            elif kind == "COMMENT":
                break
            elif kind == "NUMBER":
                if len(text) > MOST_DIGITS:
                    self._problems.add(
                        errors.long_number((self.file, number, column, len(text)), MOST_DIGITS)
                    )
                    sound = False
            elif kind == "BAD":
                self._bad(text, (self.file, number, column, 1), len(line) - match.start(group))
                return depth, False
            tokens.append((kind, text, number, column))
        return depth, sound

    def _bad(self, character: str, span: Span, rest: int) -> None:
        """Report a character that begins no token; one a line, since the next ones often follow from it."""
        if character == '"':
            self._problems.add(errors.open_string((*span[:3], rest)))
        elif character in "“”„‟«»‘’‚":
            self._problems.add(errors.curly_quote(span))
        elif character.isspace() or unicodedata.category(character) == "Cf":
            self._problems.add(errors.odd_blank(span))
        elif character in "!&|":
            self._problems.add(errors.other_spelling(character, _FOREIGN_SIGNS[character], span))
        else:
            self._problems.add(errors.bad_character(character, span))


def open_bracket(tokens: Sequence[Token], end: int) -> int | None:
    """Return the index of the last parenthesis before `end` that is still open there."""
    closed = 0
    for at in range(end - 1, -1, -1):
        kind = tokens[at][0]
        if kind == "RPAR":
            closed += 1
        elif kind == "LPAR":
            if closed == 0:
                return at
            closed -= 1
        elif kind in LAYOUT:
            return None
    return None
