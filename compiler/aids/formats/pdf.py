"""Sheets → PDF, by typst: the model travels as JSON into one template, `sheet.typ`; no markup is made of strings."""

from __future__ import annotations

import atexit
import json
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

from rulewright.compiler.aids import errors, fonts
from rulewright.compiler.aids.formats import paper_type, pdf_blocks
from rulewright.compiler.aids.formats.look import SIZES, Look, palette
from rulewright.compiler.aids.model import ASSUMED, Imprint, Sheet

TEMPLATE = Path(__file__).with_name("sheet.typ")
DAWN = 0
"""The time of every PDF, so that the same sheet gives the same bytes."""

Job = dict[str, Any]


def render(sheet: Sheet, imprint: Imprint, look: Look) -> Mapping[str, bytes]:
    """Return the sheet as one PDF; AidError without typst, and for what does not fit its place."""
    job = json.dumps(job_of(sheet, imprint, look), ensure_ascii=False)
    press = _press()
    with press.lock:
        press.job.write_text(job, encoding="utf-8")
        try:
            made = press.compiler.compile(format="pdf", timestamp=DAWN)
        except RuntimeError as error:  # of typst, which need not be there
            raise errors.bad_template(TEMPLATE.name, 0, str(error)) from error
    return {f"{sheet.id}.pdf": made}


def job_of(sheet: Sheet, imprint: Imprint, look: Look) -> Job:
    """Return all that the template is told."""
    width, height = SIZES[look.paper]
    if sheet.orientation == "landscape":
        width, height = height, width
    colours = palette(imprint, look)
    # Pages without a margin leave room for the foot in their drawings.
    foot = pdf_blocks.FOOT if sheet.margin else 0.0
    room = pdf_blocks.Room(width - 2 * sheet.margin, height - 2 * sheet.margin - foot, sheet.columns)
    told = pdf_blocks.Told(sheet.id, room, colours)
    sections = [told.section(section) for section in sheet.sections]
    missing = fonts.load().missing("".join(sorted(told.characters)))
    if missing:
        raise errors.no_glyph(missing, sheet.id)
    return {
        "sheet": {
            "title": sheet.title,
            "columns": sheet.columns,
            "margin": sheet.margin,
            "sections": sections,
        },
        "groups": told.groups(sheet),
        "imprint": {"title": imprint.title, "version": imprint.version, "digest": imprint.digest},
        "sides": {id: [title, index] for index, (id, title, _) in enumerate(imprint.sides)},
        "colours": colours,
        "paper": [width, height],
        "ink_saving": look.ink_saving,
        "language": look.language,
        "type": paper_type.TYPE,
        "inset": paper_type.INSET,
        "gutter": paper_type.GUTTER,
        "foot_height": 5,
        "assumed": ASSUMED,
        "has_assumed": told.has_assumed or ASSUMED in told.characters,
    }


@dataclass(frozen=True, slots=True)
class Press:
    """The compiler of a process, and the file from which its template reads what to print.

    typst keeps what it has laid out from one sheet to the next, but only if the data come in a file: `sys.inputs` are part of what
    everything depends on. One sheet at a time, therefore.
    """

    compiler: Any
    job: Path
    lock: Lock = field(default_factory=Lock)


@cache
def _press() -> Press:
    """Return the press, with our fonts and no others; RW0632 without typst."""
    try:
        import typst
    except ImportError:
        raise errors.no_pdf() from None
    folder = Path(tempfile.mkdtemp(prefix="rulewright-pdf-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    # The package has each face in two formats, and typst takes the one that the file system names first.
    (folder / "fonts").mkdir()
    for name in fonts.FILES.values():
        file = f"SourceSansPro-{name}.ttf"
        shutil.copyfile(fonts.folder() / file, folder / "fonts" / file)
    shutil.copyfile(TEMPLATE, folder / TEMPLATE.name)
    faces = typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(folder / "fonts")]
    )
    compiler = typst.Compiler(str(folder / TEMPLATE.name), root=str(folder), font_paths=faces)
    return Press(compiler, folder / "job.json")
