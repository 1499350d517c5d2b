"""The place of a syntax error, and what is known about it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from rulewright.compiler.parse import phrases
from rulewright.compiler.parse.lines import LAYOUT, open_bracket
from rulewright.compiler.parse.machine import Fault, Machine, Token
from rulewright.compiler.parse.tables import SOFT_WORDS
from rulewright.compiler.source import Span


class Scene:
    """What is known about the place of a fault."""

    def __init__(self, fault: Fault, tokens: Sequence[Token], machine: Machine, file: int) -> None:
        self.tokens = tokens
        self.index = fault.index
        self.found = tokens[fault.index]
        self.kind, text, self.line, self.column = self.found
        self.text = text if isinstance(text, str) else ""  # a row has no text
        self.file = file
        self.words = frozenset(machine.tables.words) - SOFT_WORDS
        self.spelling = machine.tables.spelling
        self._machine = machine
        self._fault = fault

    @cached_property
    def expected(self) -> frozenset[str]:
        """The terminals that could stand here."""
        return frozenset(self._machine.expected(self._fault))

    @cached_property
    def first(self) -> int:
        """The index of the first token of the line on which the fault lies."""
        at = self.index
        while at > 0 and self.tokens[at - 1][0] not in LAYOUT:
            at -= 1
        return at

    @property
    def opening(self) -> str:
        """The first word of the line, "" if it has none."""
        return self.word(self.first)

    @property
    def is_first(self) -> bool:
        return self.first == self.index and self.kind not in LAYOUT

    @property
    def expected_words(self) -> list[str]:
        """The words of the language among what is expected."""
        spelling = self.spelling
        return sorted(text for kind in self.expected if (text := spelling.get(kind, "")).isalpha())

    def word(self, index: int) -> str:
        """The text of a token, "" if there is none or it stands for a line."""
        if 0 <= index < len(self.tokens) and self.tokens[index][0] not in LAYOUT:
            return str(self.tokens[index][1])
        return ""

    def span(self, first: int | None = None, last: int | None = None) -> Span:
        """The place of one token or several on one line; the fault if nothing is said."""
        _, text, line, column = self.tokens[self.index if first is None else first]
        end = column + (len(text) if isinstance(text, str) else 1)
        if last is not None and self.tokens[last][2] == line:
            end = self.tokens[last][3] + len(self.tokens[last][1])
        return (self.file, line, column, max(1, end - column))

    def written(self, first: int, last: int) -> str:
        """The words from one token to another, as they may be read."""
        return phrases.sentence([self.word(index) for index in range(first, last + 1)])

    def open_bracket(self) -> int | None:
        """The index of the last parenthesis before the fault that is still open."""
        return open_bracket(self.tokens, self.index)
