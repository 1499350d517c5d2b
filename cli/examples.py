"""What the referee says of the worked examples, as diagnostics in the lines where they stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from rulewright.cli.failures import cited
from rulewright.compiler.diagnostics import Diagnostic
from rulewright.runtime.examples import run_examples

if TYPE_CHECKING:
    from rulewright.runtime.examples import Verdict
    from rulewright.runtime.link import Program


def failures(
    program: Program,
    functions: Mapping[str, Callable[..., Any]],
    *,
    has_sources: bool,
    inherited: frozenset[int] = frozenset(),
) -> list[Diagnostic]:
    """Return RW0401 for each example of `program` that comes out otherwise.

    has_sources: the files of the artifact are those of the compiler's sources, so that lines can be shown.
    inherited: files of the ruleset that this one varies. Their examples may come out otherwise: that is a note.
    """
    files = program.document["files"]
    return [
        _inherited(verdict, files)
        if verdict.at and verdict.at[0] in inherited
        else _failure(verdict, files, has_sources)
        for verdict in run_examples(program, functions)
        if not verdict.passed
    ]


def _inherited(verdict: Verdict, files: list[str]) -> Diagnostic:
    return Diagnostic(
        "RW0401",
        "note",
        f"the base's example `{verdict.title or verdict.id}` comes out otherwise here: {verdict.reason}",
        path=files[verdict.at[0]],
        line=verdict.at[1],
        help="this variant changes it; write an example of your own for what holds now",
    )


def _failure(verdict: Verdict, files: list[str], has_sources: bool) -> Diagnostic:
    at = verdict.at
    span = (at[0], at[1], at[2], at[3]) if has_sources and len(at) == 4 else None
    happened = "\n".join(["what happened:", *verdict.trace]) if verdict.trace else ""
    return Diagnostic(
        "RW0401",
        "error",
        f"the example `{verdict.title or verdict.id}` fails: {verdict.reason}",
        span=span,
        path=files[at[0]] if span is None and at else None,
        line=at[1] if span is None and at else None,
        label="expected here" if verdict.expected else "",
        cites=tuple(cited(cite) for cite in verdict.cites),
        help=happened or "look at the section it cites: either the rules or the example is wrong",
    )
