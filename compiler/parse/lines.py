"""Lines to tokens: indentation becomes INDENT and DEDENT, a line in parentheses goes on below."""

from __future__ import annotations

import unicodedata

from rulewright.compiler.parse import errors
from rulewright.compiler.parse.machine import Token
from rulewright.compiler.parse.rows import Rows
from rulewright.compiler.parse.tables import Tables, scanner
from rulewright.compiler.source import Span

LONGEST_LINE = 20_000
DEEPEST_INDENT = 60
DEEPEST_BRACKETS = 200
MOST_DIGITS = 18

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
        self._scan = pattern.finditer

    def block(self, lines: list[str], first: int) -> list[Token] | None:
        """Return the tokens of `lines`, the first of which has number `first`; None after a mistake."""
        tokens: list[Token] = []
        indents = [0]
        depth = 0
        sound = True
        number = first - 1
        end = (first, 1)
        for line in lines:
            number += 1
            text = line.lstrip(" ")
            if not text or text[0] == "#" or text.isspace():
                continue
            start = len(line) - len(text)
            if len(line) > LONGEST_LINE:
                self._problems.add(errors.long_line((self.file, number, 1, 1), len(line), LONGEST_LINE))
                return None
            if depth == 0:
                if text[0] in "\t\u00a0":
                    sound = self._bad_indent(line, number)
                    continue
                if start != indents[-1] and not self._indent(start, indents, tokens, number):
                    sound = False
                if text[0] == "|":
                    tokens.append(("ROW", self._rows.row(line, number, start), number, start + 1))
                    end = (number, len(line) + 1)
                    continue
            depth, sound_line = self._line(line, number, start, depth, tokens)
            sound = sound and sound_line
            last = tokens[-1] if tokens else None
            end = (number, last[3] + len(last[1])) if last else end
            if depth == 0:
                tokens.append(("NEWLINE", "", *end))
            elif depth > DEEPEST_BRACKETS:
                self._problems.add(errors.deep_brackets((self.file, number, start + 1, 1), DEEPEST_BRACKETS))
                return None
        if not sound:
            return None
        if depth > 0:
            tokens.append(("NEWLINE", "", *end))
        tokens.extend(("DEDENT", "", *end) for _ in indents[1:])
        tokens.append(("$END", "", *end))
        return tokens

    def text(self, text: str, number: int, start: int) -> list[Token] | None:
        """Return the tokens of a cell, or of an expression in a template."""
        tokens: list[Token] = []
        depth, sound = self._line(text, number, 0, 0, tokens, start)
        if not sound or depth > DEEPEST_BRACKETS:
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

    def _bad_indent(self, line: str, number: int) -> bool:
        blank = line[: len(line) - len(line.lstrip())]
        span = (self.file, number, 1, len(blank))
        self._problems.add(errors.tab(span) if "\t" in blank else errors.odd_blank(span))
        return False

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
