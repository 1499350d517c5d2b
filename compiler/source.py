"""The text that people wrote, and places in it."""

from pathlib import Path
from typing import Protocol

from rulewright.compiler.record import Record

Span = tuple[int, int, int, int]
"""A place on one line: index of the file, line and column (both from 1), width in characters."""

MAX_SOURCE_BYTES = 4 * 1024 * 1024


class SourceFile:
    """One file of rules; `path` is what people are shown: posix, and relative to where they stand."""

    __slots__ = ("lines", "path", "text")

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        # Not splitlines(): it also divides at form feeds and U+2028, where the parser counts no line.
        self.lines = text.split("\n")


class Cite(Record, frozen=True):
    """A section of the rule book: `[10, example]` is section "10" with the note "example"."""

    section: str
    note: str = ""

    def __str__(self) -> str:
        return f"{self.section}, {self.note}" if self.note else self.section


class Refusals(Protocol):
    """Where `decode` says why it refuses a file: `Problems`, which this module may not import."""

    def refuse(
        self, code: str, message: str, *, path: str | None = None, line: int | None = None, help: str = ""
    ) -> None: ...


def decode(path: str, data: bytes, problems: Refusals) -> str | None:
    """Return the text of a file of rules with plain line feeds, or None after saying what is wrong.

    A byte order mark is dropped; CRLF and lone CR become LF. Refused are text that is not UTF-8
    (RW0102), NUL characters (RW0103), more than MAX_SOURCE_BYTES (RW0104) and blank files (RW0105).
    """
    if len(data) > MAX_SOURCE_BYTES:
        problems.refuse(
            "RW0104",
            f"the file is too large: {len(data):,} bytes, where {MAX_SOURCE_BYTES:,} are allowed",
            path=path,
            help="divide it into several files and list them under `sources` in ruleset.yaml",
        )
        return None
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        problems.refuse(
            "RW0102", "the file is UTF-16, not UTF-8", path=path, line=1, help="save it as UTF-8 text"
        )
        return None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        problems.refuse(
            "RW0102",
            f"the file is not UTF-8 text: byte 0x{data[error.start]:02X} at offset {error.start}",
            path=path,
            line=_line_at(data, error.start),
            help="save it as UTF-8 text; the editor may call the present form Latin-1 or Windows-1252",
        )
        return None
    if "\0" in text:
        problems.refuse(
            "RW0103",
            "the file contains a NUL character",
            path=path,
            line=_line_at(data, data.index(b"\0")),
            help="this is probably no text file; rules are plain text",
        )
        return None
    if not text.strip():
        problems.refuse(
            "RW0105",
            "the file has no declarations",
            path=path,
            help="write the first rule, or take the file off the list in ruleset.yaml",
        )
        return None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def shown_path(path: Path) -> str:
    """Return `path` as people are shown it: relative to where they stand, if it lies below; posix."""
    full = Path.cwd() / path
    return (full.relative_to(Path.cwd()) if full.is_relative_to(Path.cwd()) else path).as_posix()


def _line_at(data: bytes, offset: int) -> int:
    before = data[:offset].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return before.count(b"\n") + 1
