"""Diagnostics as text for people and as JSON for tools; no other module renders."""

import json
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

from rulewright.compiler.diagnostics import Diagnostic, Severity
from rulewright.compiler.source import SourceFile, Span

TAB_STOP = 4
SHORTEST_EXCERPT = 20

BOLD, DIM, RESET = "\x1b[1m", "\x1b[2m", "\x1b[0m"
COLOURS: dict[Severity, str] = {"error": "\x1b[1;31m", "warning": "\x1b[1;33m", "note": "\x1b[1;36m"}


def render_text(
    diagnostics: Iterable[Diagnostic], sources: Sequence[SourceFile], *, color: bool, width: int = 100
) -> str:
    """Return the diagnostics as paragraphs, each line ended; source lines are cut to `width` cells.

        error[RW0312]: table `search` has no row for a total of 3
          search.rules:14:7
           14 |     | 4.. | contact |
              |       ^^^ this row starts at 4
          section 6.2
          help: widen a neighbouring row, or add `| 3 | … |`

    Control characters are shown as `�`, so that no source can move the reader's cursor.
    """
    pen = _Pen(sources, color, width)
    return "\n".join(pen.paragraph(d) for d in diagnostics)


def render_json(diagnostics: Iterable[Diagnostic], sources: Sequence[SourceFile]) -> str:
    """Return one JSON document, as schemas/diagnostics.schema.json describes it, with a last line feed."""
    listed = list(diagnostics)
    document = {
        "version": 1,
        "errors": _count(listed, "error"),
        "warnings": _count(listed, "warning"),
        "notes": _count(listed, "note"),
        "diagnostics": [_as_json(d, sources) for d in listed],
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def summary(diagnostics: Iterable[Diagnostic]) -> str:
    """Return how many there are, by severity: "3 errors, 1 warning", or "no problems"."""
    listed = list(diagnostics)
    severities: tuple[Severity, ...] = ("error", "warning", "note")
    counts = [(severity, _count(listed, severity)) for severity in severities]
    parts = [f"{n:,} {severity}{'' if n == 1 else 's'}" for severity, n in counts if n]
    return ", ".join(parts) or "no problems"


def _count(diagnostics: Sequence[Diagnostic], severity: Severity) -> int:
    return sum(1 for d in diagnostics if d.severity == severity)


# ---- text ----


class _Pen:
    """What every paragraph of one report shares."""

    def __init__(self, sources: Sequence[SourceFile], color: bool, width: int) -> None:
        self.sources = sources
        self.color = color
        self.width = width

    def paragraph(self, d: Diagnostic) -> str:
        colour = COLOURS[d.severity]
        title = self._painted(colour, f"{d.severity}[{d.code}]")
        lines = [f"{title}: {self._painted(BOLD, _harmless(d.message))}"]
        gutter = self._gutter(d)
        if d.span is not None:
            lines += self._place(d.span, d.label, "^", colour, gutter)
        elif d.path is not None:
            lines += self._other_file(d, colour, gutter)
        for span, label in d.related:
            lines += self._place(span, label, "-", COLOURS["note"], gutter)
        if d.cites:
            lines.append(f"  section{'s' if len(d.cites) > 1 else ''} {_harmless(', '.join(d.cites))}")
        if d.plugin:
            lines.append(f"  reported by the plugin `{_harmless(d.plugin)}`")
        if d.help:
            first, *more = d.help.split("\n")
            lines.append(f"  {self._painted(BOLD, 'help:')} {_harmless(first)}")
            lines += [f"        {_harmless(line)}" for line in more]
        return "\n".join(lines) + "\n"

    def _gutter(self, d: Diagnostic) -> int:
        """Return the digits of the longest line number in the paragraph."""
        numbers = [span[1] for span, _ in d.related]
        numbers.append(d.span[1] if d.span else d.line or 0)
        return len(str(max(numbers)))

    def _place(self, span: Span, label: str, mark: str, colour: str, gutter: int) -> list[str]:
        file, line, column, width = span
        if not 0 <= file < len(self.sources):
            return [f"  line {line}, column {column}", *([f"  {_harmless(label)}"] if label else [])]
        source = self.sources[file]
        place = f"  {_harmless(source.path)}:{line}:{column}"
        if not 1 <= line <= len(source.lines):
            return [place, *([f"  {_harmless(label)}"] if label else [])]
        text = source.lines[line - 1]
        return [place, *self._excerpt(line, text, column, width, label, mark, colour, gutter)]

    def _other_file(self, d: Diagnostic, colour: str, gutter: int) -> list[str]:
        place = f"  {_harmless(d.path or '')}"
        if d.line is None:
            return [place]
        if d.excerpt is None:
            return [f"{place}:{d.line}"]
        text, column, width = d.excerpt
        excerpt = self._excerpt(d.line, text, column, width, d.label, "^", colour, gutter)
        return [f"{place}:{d.line}:{column}", *excerpt]

    def _excerpt(
        self, line: int, text: str, column: int, width: int, label: str, mark: str, colour: str, gutter: int
    ) -> list[str]:
        """Return the line and its underline; `column` and `width` count characters, the page cells."""
        start = min(max(column - 1, 0), len(text))
        end = min(start + max(width, 1), len(text))
        room = max(self.width - gutter - 6, SHORTEST_EXCERPT)
        first, last = _window(text, start, end, room)
        shown = ("…" if first else "") + text[first:last] + ("…" if last < len(text) else "")
        lead = ("…" if first else "") + text[first:start]
        before = _cells(lead, 0)
        underline = max(_cells(text[start : min(end, last)], before), 1)
        marks = self._painted(colour, mark * underline + (f" {_harmless(label)}" if label else ""))
        bar = self._painted(DIM, "|")
        return [
            f"  {line:>{gutter + 1}} {bar} {_expanded(shown)}".rstrip(),
            f"  {'':>{gutter + 1}} {bar} {' ' * before}{marks}",
        ]

    def _painted(self, colour: str, text: str) -> str:
        return f"{colour}{text}{RESET}" if self.color else text


def _window(text: str, start: int, end: int, room: int) -> tuple[int, int]:
    """Return which characters of a line to show: all, or as many as fit around `start`."""
    # No character takes more than TAB_STOP cells, so measuring a piece of a long line is enough.
    if len(text) <= room and _cells(text, 0) <= room:
        return 0, len(text)
    first = 0
    if end > room or _cells(text[:end], 0) > room:
        first = start
        while first > 0 and _cells(text[first - 1 : start], 0) <= room // 3:
            first -= 1
    last = first
    taken = 2  # the two ellipses
    while last < len(text):
        taken += _cells(text[last], taken)
        if taken > room:
            break
        last += 1
    return first, max(last, min(start + 1, len(text)))


def _cells(text: str, at: int) -> int:
    """Return how many cells `text` takes on a terminal when its first character stands in cell `at`."""
    cell = at
    for char in text:
        if char == "\t":
            cell += TAB_STOP - cell % TAB_STOP
        elif unicodedata.combining(char) or char in "\u200d\ufe0e\ufe0f":
            continue
        else:
            cell += 2 if unicodedata.east_asian_width(char) in "WF" else 1
    return cell - at


def _expanded(text: str) -> str:
    """Return `text` with tabs as spaces and without characters that move the cursor."""
    if "\t" not in text:
        return _harmless(text)
    pieces: list[str] = []
    cell = 0
    for char in text:
        step = _cells(char, cell)
        pieces.append(" " * step if char == "\t" else char)
        cell += step
    return _harmless("".join(pieces))


def _harmless(text: str) -> str:
    """Return `text` with `�` for control characters and for marks that turn the direction of writing."""
    if text.isprintable():
        return text
    return "".join("�" if _is_harmful(char) else char for char in text)


def _is_harmful(char: str) -> bool:
    turns = "\u202a" <= char <= "\u202e" or "\u2066" <= char <= "\u2069"
    return turns or unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp")


# ---- JSON ----


def _as_json(d: Diagnostic, sources: Sequence[SourceFile]) -> dict[str, Any]:
    if d.span is not None:
        place = _place_as_json(d.span, sources)
    else:
        column, width = (d.excerpt[1], d.excerpt[2]) if d.excerpt else (None, None)
        place = {"path": d.path, "line": d.line, "column": column, "width": width}
    return {
        "code": d.code,
        "severity": d.severity,
        "message": d.message,
        **place,
        "label": d.label,
        "cites": list(d.cites),
        "help": d.help,
        "related": [{**_place_as_json(span, sources), "label": label} for span, label in d.related],
        "plugin": d.plugin,
    }


def _place_as_json(span: Span, sources: Sequence[SourceFile]) -> dict[str, Any]:
    file, line, column, width = span
    path = sources[file].path if 0 <= file < len(sources) else None
    return {"path": path, "line": line, "column": column, "width": width}
