"""Sheets for tests: of a bundled ruleset, and small ones made by hand."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf

from rulewright.compiler.aids import digest, registry
from rulewright.compiler.aids.context import Context
from rulewright.compiler.aids.formats import FORMATS, Look
from rulewright.compiler.aids.model import Block, Cell, Row, Section, Sheet, Table, text
from rulewright.compiler.aids.parts import KINDS, Part

GENERATED = Path(__file__).parents[3] / "generated"


@cache
def artifact(ruleset: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((GENERATED / ruleset / "ruleset.json").read_bytes())
    return document


def part(ruleset: str, kind: str, *of: str, **more: Any) -> Sheet:
    """A sheet of one part, with all that it can name or only with `of`."""
    context = Context(artifact(ruleset))
    names = of or tuple(KINDS[kind].all(context))
    sections = registry.parts.sections(context, Part(kind, names, **more), [])
    return Sheet(kind, kind, tuple(sections), margin=0.0 if kind == "counters" else 12.0)


def of_blocks(*blocks: Block, **more: Any) -> Sheet:
    return Sheet("made", "Made by hand", (Section((), blocks),), **more)


def rows(count: int, words: str = "row") -> Table:
    """A table of one column with a head and so many rows."""
    head = Row((Cell(text("the head"), head="column"),), "head")
    return Table("rows", text("Rows"), (head, *(Row((Cell(text(f"{words} {n}")),)) for n in range(count))))


def pdf(sheet: Sheet, look: Look | None = None, ruleset: str = "rheinuebung") -> bytes:
    imprint = digest.imprint_of(artifact(ruleset), sheet)
    return FORMATS["pdf"](sheet, imprint, look or Look())[f"{sheet.id}.pdf"]


def opened(data: bytes) -> pikepdf.Pdf:
    import io

    return pikepdf.open(io.BytesIO(data))
