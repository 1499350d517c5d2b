"""Renderers: each turns a sheet of the model into files of its kind, and knows nothing of rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Literal

from rulewright.compiler.aids.model import Imprint, Sheet

Paper = Literal["a4", "letter"]
SIZES: Mapping[Paper, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height upright, in mm."""

COMMON_AREA = (210.0, 279.4)
"""What both papers have, in mm: builders lay out for it, so that a sheet is the same on either."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How sheets are rendered.

    css: of the ruleset's theme, added after ours. templates: of the theme, by the name of the one that they replace.
    """

    paper: Paper = "a4"
    ink_saving: bool = False
    css: str = ""
    templates: Mapping[str, str] = field(default_factory=dict)


Render = Callable[[Sheet, Imprint, Settings], Mapping[str, bytes]]
"""Returns files by name; each name begins with the sheet's id. A sheet that has nothing for the format yields none."""

FORMATS: Mapping[str, str] = {
    "html": "rulewright.compiler.aids.formats.html",
    "svg": "rulewright.compiler.aids.formats.svg",
    "pdf": "rulewright.compiler.aids.formats.pdf",
}
"""Name of a format → its module, which has a function `render`. Imported when it is asked for."""


def renderer(name: str) -> Render:
    """Return the function that renders sheets in one of our FORMATS."""
    render: Render = import_module(FORMATS[name]).render
    return render
