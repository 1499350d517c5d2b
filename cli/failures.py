"""Every failure that a person can cause or mend, printed as a diagnostic: code, reason, place, way out."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulewright.cli import terminal

if TYPE_CHECKING:
    from pathlib import Path

    from rulewright.compiler.diagnostics import Diagnostic
    from rulewright.compiler.source import SourceFile
    from rulewright.runtime.errors import RulewrightError


class Refused(Exception):
    """A command cannot do what was asked. The diagnostics say why; they have RW09 codes."""

    def __init__(self, *diagnostics: Diagnostic, sources: Sequence[SourceFile] = ()) -> None:
        super().__init__(*diagnostics)
        self.diagnostics = diagnostics
        self.sources = tuple(sources)


def refuse(
    code: str,
    message: str,
    *,
    help: str = "",
    path: str | None = None,
    line: int | None = None,
    plugin: str = "",
) -> Refused:
    """Return the exception that says `message`; the caller raises it."""
    from rulewright.compiler.diagnostics import Diagnostic

    return Refused(Diagnostic(code, "error", message, path=path, line=line, help=help, plugin=plugin))


def expected() -> tuple[type[Exception], ...]:
    """Return the failures that are not bugs; asked only when one was raised, so nothing is imported early."""
    from rulewright.compiler.diagnostics import CompileFailed
    from rulewright.runtime.errors import RulewrightError

    # A pipe that its reader closed is no file problem; `main` deals with it.
    raised = sys.exc_info()[0]
    files = () if raised is not None and issubclass(raised, BrokenPipeError) else (OSError,)
    return (Refused, CompileFailed, RulewrightError, *files)


def show(failure: Exception) -> None:
    """Print the diagnostics of an expected failure to standard error."""
    diagnostics, sources = as_diagnostics(failure)
    print_diagnostics(diagnostics, sources, err=True)


def as_diagnostics(failure: Exception) -> tuple[tuple[Diagnostic, ...], tuple[SourceFile, ...]]:
    """Return what an expected failure says, and the sources that its places point into."""
    from rulewright.compiler.diagnostics import CompileFailed
    from rulewright.runtime.errors import RulewrightError

    if isinstance(failure, (Refused, CompileFailed)):
        return failure.diagnostics, failure.sources
    if isinstance(failure, RulewrightError):
        return (_of_play(failure),), ()
    if isinstance(failure, OSError):
        return (_of_file(failure),), ()
    raise failure


def about(failure: RulewrightError, path: Path) -> Refused:
    """Return what the referee says of a file, with the file."""
    from rulewright.compiler.record import replace
    from rulewright.compiler.source import shown_path

    diagnostics, sources = as_diagnostics(failure)
    return Refused(*(replace(one, path=one.path or shown_path(path)) for one in diagnostics), sources=sources)


def print_diagnostics(
    diagnostics: Iterable[Diagnostic], sources: Sequence[SourceFile] = (), *, err: bool = False
) -> None:
    from rulewright.compiler import report

    color = terminal.wants_color(sys.stderr if err else sys.stdout)
    text = report.render_text(diagnostics, sources, color=color, width=terminal.width())
    if text:
        terminal.say(text, err=err, nl=False)


def _of_play(failure: RulewrightError) -> Diagnostic:
    from rulewright.compiler.diagnostics import Diagnostic

    path, line = (failure.place[0], failure.place[1]) if failure.place else (None, None)
    return Diagnostic(
        failure.code,
        "error",
        failure.message,
        path=path,
        line=line,
        cites=tuple(cited(cite) for cite in failure.cites),
        help=failure.help,
    )


def cited(cite: Mapping[str, Any]) -> str:
    """Return a citation of an artifact as people read it: `10, example`."""
    return f"{cite['section']}, {cite['note']}" if cite.get("note") else str(cite["section"])


def _of_file(failure: OSError) -> Diagnostic:
    from rulewright.compiler.diagnostics import Diagnostic
    from rulewright.compiler.source import shown_path

    reason = (failure.strerror or str(failure) or "it cannot be used").lower()
    if failure.filename is None:
        return Diagnostic("RW0906", "error", f"the operating system refuses: {reason}")
    from pathlib import Path

    name = os.fsdecode(failure.filename)
    return Diagnostic(
        "RW0906",
        "error",
        f"`{Path(name).name or name}` cannot be used: {reason}",
        path=shown_path(Path(name)),
        help=_FILE_HELP.get(type(failure), "look whether the file is there and may be read and written"),
    )


_FILE_HELP: dict[type[OSError], str] = {
    FileNotFoundError: "look whether the name is right, and the folder it should lie in exists",
    PermissionError: "ask for permission to it, or choose another place",
    IsADirectoryError: "name a file, not a folder",
    NotADirectoryError: "name a folder, not a file",
    FileExistsError: "take it away, or choose another name",
}
