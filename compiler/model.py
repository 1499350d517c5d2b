"""What a resolved ruleset is: the artifact's own shapes, not yet judged.

`resolve` makes a Model, `check` judges it, `emit` gives it its hash and its canonical bytes. Its
`document` has the shapes of docs/artifact.md (names are things, expressions are typed operations),
so that what is checked is what is played.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rulewright.compiler.manifest import Manifest

Json = Any
"""A JSON value in the shapes of docs/artifact.md."""

Document = dict[str, Any]


@dataclass(frozen=True, slots=True)
class OptionModel:
    """An optional rule: the whole document with that option's patches applied."""

    id: str
    title: str
    cites: list[Json]
    notes: list[Json]
    at: tuple[int, int, int, int]
    document: Document


@dataclass(frozen=True, slots=True)
class Model:
    """A resolved ruleset.

    document: every list of docs/artifact.md, section 2, except `options`, `conflicts`, `rules_hash`
        and `provenance`.
    options: in source order; each was resolved on the base with that option alone.
    """

    manifest: Manifest
    document: Document
    options: tuple[OptionModel, ...] = field(default=())
