"""All sentences of this pass: one function per code."""

from __future__ import annotations

from rulewright.compiler.diagnostics import Diagnostic, Problems
from rulewright.compiler.source import Span


class Findings:
    """Hands problems on and counts them, so that a block with one is not kept."""

    def __init__(self, problems: Problems) -> None:
        self.count = 0
        self._problems = problems

    def add(self, diagnostic: Diagnostic) -> None:
        self.count += 1
        self._problems.add(diagnostic)


QUOTES = '"“”„«»‘’'


def unexpected(span: Span, found: str, expected: str) -> Diagnostic:
    return Diagnostic("RW0101", "error", f"{found} cannot stand here", span, label="", help=expected)


def tab(span: Span, blank: str) -> Diagnostic:
    return Diagnostic("RW0111", "error", "the line is indented with tabs", span)


def uneven_indent(span: Span, column: int) -> Diagnostic:
    return Diagnostic("RW0112", "error", "the line does not stand below an earlier one", span)


def deep_indent(span: Span, most: int) -> Diagnostic:
    return Diagnostic("RW0113", "error", f"lines are nested deeper than {most} levels", span)


def deep_brackets(span: Span, most: int) -> Diagnostic:
    return Diagnostic("RW0113", "error", f"parentheses are nested deeper than {most} levels", span)


def long_number(span: Span, most: int) -> Diagnostic:
    return Diagnostic("RW0114", "error", f"a number has at most {most} digits", span)


def long_line(span: Span, length: int) -> Diagnostic:
    return Diagnostic("RW0115", "error", f"the line is too long: {length:,} characters", span)


def bad_character(text: str, line: str, span: Span) -> Diagnostic:
    return Diagnostic("RW0101", "error", f"`{text}` has no meaning here", span)


def open_string(span: Span) -> Diagnostic:
    return Diagnostic("RW0116", "error", "the closing quote is missing", span)


def open_row(span: Span) -> Diagnostic:
    return Diagnostic("RW0117", "error", "the row does not end in `|`", span)


def empty_braces(span: Span) -> Diagnostic:
    return Diagnostic("RW0118", "error", "the braces hold nothing", span)


def stray_brace(brace: str, span: Span) -> Diagnostic:
    return Diagnostic("RW0118", "error", "a lone brace", span)


def no_such_container(word: str, span: Span) -> Diagnostic:
    return Diagnostic("RW0101", "error", "only `set of` and `list of`", span)


def not_whole(span: Span) -> Diagnostic:
    return Diagnostic("RW0114", "error", "a whole number is needed here", span)


def second_title(span: Span) -> Diagnostic:
    return Diagnostic("RW0119", "error", "a second title", span)


def end_as(span: Span) -> Diagnostic:
    return Diagnostic("RW0101", "error", "only `end game as`", span)


def early_binding(name: str, span: Span) -> Diagnostic:
    return Diagnostic("RW0101", "error", "only the last outcome of an arm can be counted", span)


def no_outcome(span: Span) -> Diagnostic:
    return Diagnostic("RW0101", "error", "an outcome is a name", span)


def no_heading(span: Span) -> Diagnostic:
    return Diagnostic("RW0101", "error", "a heading is one name", span)


def second_subject(span: Span) -> Diagnostic:
    return Diagnostic("RW0101", "error", "an example plays one thing", span)


def second_holds(span: Span) -> Diagnostic:
    return Diagnostic("RW0101", "error", "a second `holds`", span)


def second_visibility(span: Span) -> Diagnostic:
    return Diagnostic("RW0101", "error", "a second visibility", span)


def orphan(span: Span) -> Diagnostic:
    return Diagnostic("RW0112", "error", "the first declaration begins in the first column", span)


def too_many_axes(span: Span, axes: int) -> Diagnostic:
    return Diagnostic("RW0101", "error", "a table has at most two axes", span)


def second_part(field: str, span: Span) -> Diagnostic:
    return Diagnostic("RW0101", "error", f"the table has a second `{field}`", span)
