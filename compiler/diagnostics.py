"""What is wrong, as values: passes collect problems, and a gate stops between two passes."""

from collections.abc import Iterable
from typing import Literal, TypeVar

from rulewright.compiler.record import Record
from rulewright.compiler.source import SourceFile, Span

Severity = Literal["error", "warning", "note"]

KEPT_PER_FILE = 100

T = TypeVar("T")


class Diagnostic(Record, frozen=True):
    """One problem: a stable code, a sentence, a place, and one way out.

    The place is a span in a file of rules; for other files (manifest, artifact) it is `path`, with
    `line` and `excerpt` where they are known.
    """

    code: str
    severity: Severity
    message: str
    span: Span | None = None
    path: str | None = None
    line: int | None = None
    label: str = ""  # what the underlined words are
    cites: tuple[str, ...] = ()  # sections of the rule book
    help: str = ""
    related: tuple[tuple[Span, str], ...] = ()  # other places, each with its own label
    plugin: str = ""  # the plugin whose check or hook reports this
    excerpt: tuple[str, int, int] | None = None  # the line at `path`: its text, column, width


class CompileFailed(Exception):
    """The one exception at the compiler's border: all problems of the first pass that failed."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...], sources: tuple[SourceFile, ...] = ()) -> None:
        super().__init__(diagnostics, sources)
        self.diagnostics = diagnostics
        self.sources = sources

    def __str__(self) -> str:
        errors = [d for d in self.diagnostics if d.severity == "error"]
        if not errors:
            return "the ruleset does not compile"
        more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        return f"{errors[0].code}: {errors[0].message}{more}"


class Problems:
    """The problems found so far: each once, and at most KEPT_PER_FILE in one file.

    Beyond that an error takes the place of a warning or note; what is left out is counted in a note.
    After most errors what the pass made is not fit for the next one. Some leave it whole: a gate between
    two passes may let those through, so that they do not hide what the next pass finds.
    """

    def __init__(self, sources: Iterable[SourceFile] = ()) -> None:
        self.sources: list[SourceFile] = list(sources)
        self._kept: dict[int | str | None, dict[Diagnostic, None]] = {}
        self._left_out: dict[int | str | None, int] = {}
        self._has_errors = False
        self._is_spoilt = False

    @property
    def has_errors(self) -> bool:
        return self._has_errors

    @property
    def is_spoilt(self) -> bool:
        """Is there an error after which what was made is not fit to be worked on?"""
        return self._is_spoilt

    def add(self, diagnostic: Diagnostic, *, spoils: bool = True) -> None:
        """Keep `diagnostic`, or count it where its file has too many already.

        Args:
            spoils: False of an error that leaves whole what the pass makes.
        """
        if diagnostic.severity == "error":
            self._has_errors = True
            self._is_spoilt = self._is_spoilt or spoils
        file = _file(diagnostic)
        kept = self._kept.setdefault(file, {})
        if diagnostic in kept:
            return
        if len(kept) >= KEPT_PER_FILE:
            self._left_out[file] = self._left_out.get(file, 0) + 1
            lesser = next((d for d in reversed(kept) if d.severity != "error"), None)
            if diagnostic.severity != "error" or lesser is None:
                return
            del kept[lesser]
        kept[diagnostic] = None

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        for diagnostic in diagnostics:
            self.add(diagnostic)

    def refuse(
        self, code: str, message: str, *, path: str | None = None, line: int | None = None, help: str = ""
    ) -> None:
        """Add an error about a file that has no spans: it is not a source, or not yet one."""
        self.add(Diagnostic(code, "error", message, path=path, line=line, help=help))

    def gate(self, value: T) -> T:
        """Return `value`; raise CompileFailed with everything known if there is an error."""
        if self._has_errors:
            raise CompileFailed(tuple(self.sorted()), tuple(self.sources))
        return value

    def gate_if_spoilt(self, value: T) -> T:
        """Return `value` if it is whole, whatever is wrong with it; else raise CompileFailed like `gate`."""
        return self.gate(value) if self._is_spoilt else value

    def sorted(self) -> list[Diagnostic]:
        """Return what was kept by file, line and column, each file's count of further problems last."""
        found = [d for kept in self._kept.values() for d in kept]
        found.extend(self._count_of(file, number) for file, number in self._left_out.items())
        return sorted(found, key=self._place)

    def _count_of(self, file: int | str | None, number: int) -> Diagnostic:
        path = self.sources[file].path if isinstance(file, int) and file < len(self.sources) else None
        more = "1 more problem is" if number == 1 else f"{number:,} more problems are"
        return Diagnostic(
            "RW0199", "note", f"{more} not shown here", path=file if isinstance(file, str) else path
        )

    def _place(self, d: Diagnostic) -> tuple[float, str, float, int, str, str]:
        """Order the sources as they are listed, then other files by name, then what has no place."""
        if d.span is not None:
            file, line, column, _ = d.span
            return (file, "", line, column, d.code, d.message)
        column = d.excerpt[1] if d.excerpt else 0
        last = float("inf")
        below = last if d.line is None else d.line
        for index, source in enumerate(self.sources):
            if source.path == d.path:
                return (index, "", below, column, d.code, d.message)
        return (last, d.path or "\U0010ffff", below, column, d.code, d.message)


def _file(d: Diagnostic) -> int | str | None:
    return d.span[0] if d.span is not None else d.path
