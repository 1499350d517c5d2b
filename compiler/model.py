"""What a resolved ruleset is: the artifact's own shapes, not yet judged.

`resolve` makes a Model, `check` judges it, `emit` gives it its hash and its canonical bytes. Its
`document` has the shapes of docs/artifact.md (names are things, expressions are typed operations),
so that what is checked is what is played.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from rulewright.compiler.diagnostics import Problems
from rulewright.compiler.manifest import Manifest
from rulewright.compiler.record import Record, field

Json = Any
"""A JSON value in the shapes of docs/artifact.md."""

Document = dict[str, Any]


class OptionModel(Record, frozen=True):
    """An optional rule: the whole document with that option's patches applied."""

    id: str
    title: str
    cites: list[Json]
    notes: list[Json]
    at: tuple[int, int, int, int]
    document: Document


class Known(Protocol):
    """What is known of tables from an earlier run; `compiler.resolve.known` says when."""

    def judged(self, table: Json, number: int, judge: Callable[[Problems], None], problems: Problems) -> None:
        """Tell what promise `number` says about a table, asking `judge` only if that is not known."""

    def given(self, table: Json, work_out: Callable[[], list[str]]) -> list[str]:
        """Return the names that a roll on a table can give."""
        ...

    def played(self, table: Json, work_out: Callable[[Json], str]) -> str:
        """Return the text of a table that the hash of the rules is made of."""
        ...

    def save(self) -> None:
        """Write what is known now, if that is more than was read."""


class Model(Record, frozen=True):
    """A resolved ruleset.

    document: every list of docs/artifact.md, section 2, except `options`, `conflicts`, `rules_hash`
        and `provenance`.
    options: in source order; each was resolved on the base with that option alone.
    known: which tables of the document need not be judged again.
    inherited: numbers of the files that a base of this variant brought.
    base: the document of the ruleset that this one is a variant of.
    """

    manifest: Manifest
    document: Document
    options: tuple[OptionModel, ...] = ()
    known: Known | None = field(default=None, compare=False)
    inherited: frozenset[int] = frozenset()
    base: Document | None = None
