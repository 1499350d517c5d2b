"""What a plugin may do while a ruleset is found and compiled.

A plugin is a module that a package names under the entry-point group `rulewright`:

    [project.entry-points.rulewright]
    shortnight = "rulewright_shortnight"

Its functions are marked with `hookimpl`. What bots and rule functions need stands in
`rulewright.runtime.hookspecs`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pluggy

if TYPE_CHECKING:
    from rulewright.compiler.aids.formats.look import Look
    from rulewright.compiler.aids.model import Imprint, Sheet
    from rulewright.compiler.diagnostics import Diagnostic

Document = Mapping[str, Any]
"""An artifact, as docs/artifact.md describes it."""

Check = Callable[[Document], "Iterable[Diagnostic]"]
"""A promise that an artifact should keep. Codes outside RW0000 to RW0999; `at` of a node is a span."""

Format = Callable[[Document], Mapping[str, bytes]]
"""Writes an artifact in another form: file names, relative and inside one folder, with their bytes."""

MakeSheet = Callable[[Document], "Sheet"]
"""Makes one more sheet of an artifact, out of the blocks of `rulewright.compiler.aids.model`."""

RenderSheet = Callable[["Sheet", "Imprint", "Look"], Mapping[str, bytes]]
"""Renders a sheet in another format: file names that begin with the sheet's id, with their bytes."""

hookspec = pluggy.HookspecMarker("rulewright")
hookimpl = pluggy.HookimplMarker("rulewright")


@hookspec
def rulewright_rulesets() -> Mapping[str, Path]:  # type: ignore[empty-body]
    """Return the rulesets this plugin brings: name → folder with its rules. Nothing is read from it yet."""


@hookspec
def rulewright_checks() -> Mapping[str, Check]:  # type: ignore[empty-body]
    """Return further checks, by name. They run after the compiler's own, on an artifact without errors."""


@hookspec
def rulewright_formats() -> Mapping[str, Format]:  # type: ignore[empty-body]
    """Return further things to make of an artifact, by name: `rulewright build --format NAME`."""


@hookspec
def rulewright_sheets() -> Mapping[str, MakeSheet]:  # type: ignore[empty-body]
    """Return further sheets, by id: `rulewright aids RULESET` makes them after the ruleset's own."""


@hookspec
def rulewright_sheet_formats() -> Mapping[str, RenderSheet]:  # type: ignore[empty-body]
    """Return further formats of sheets, by name: `rulewright aids RULESET --format NAME`."""
