"""Renderers: each turns a sheet of the model into files of its kind, and knows nothing of rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulewright.compiler.aids.formats.look import SIZES, Look, Paper
from rulewright.compiler.aids.model import Imprint, Sheet

__all__ = ["COMMON_AREA", "FORMATS", "SIZES", "Look", "Paper", "Render"]

COMMON_AREA = (210.0, 279.4)
"""What A4 and Letter both have, in mm: builders lay out for it, so that a sheet is the same on either."""

Render = Callable[[Sheet, Imprint, Look], Mapping[str, bytes]]
"""Returns files by name; each name begins with the sheet's id. A sheet that has nothing for the format yields none."""


def _html(sheet: Sheet, imprint: Imprint, look: Look) -> Mapping[str, bytes]:
    """Render a sheet as one page that any browser prints."""
    from rulewright.compiler.aids.formats.html import rendered

    return {f"{sheet.id}.html": rendered(sheet, imprint, look).encode()}


def _svg(sheet: Sheet, imprint: Imprint, look: Look) -> Mapping[str, bytes]:
    """Render each drawing of a sheet as a file of its own."""
    from rulewright.compiler.aids.formats.svg import files

    return {name: text.encode() for name, text in files(sheet, imprint, look)}


def _pdf(sheet: Sheet, imprint: Imprint, look: Look) -> Mapping[str, bytes]:
    """Render a sheet with typst; RW0632 without that package."""
    from rulewright.compiler.aids.formats.pdf import render

    return render(sheet, imprint, look)


FORMATS: Mapping[str, Render] = {"html": _html, "svg": _svg, "pdf": _pdf}
"""What `rulewright aids --format` knows; plugins bring more. What a format needs is imported when it is used."""
