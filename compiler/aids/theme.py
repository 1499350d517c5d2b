"""A ruleset's own looks: its styles, with their pictures inside, and its templates."""

from __future__ import annotations

import base64
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from rulewright.compiler.aids import errors
from rulewright.compiler.aids.formats.look import Look

PICTURE = re.compile(r"""url\(\s*(["']?)(?!data:|https?:|#)([^"')]+)\1\s*\)""")
MEDIA = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".svg": "image/svg+xml",
    ".webp": "image/webp",
}


def with_theme(look: Look, folder: Path, files: Sequence[str]) -> Look:
    """Return the look with the files of a theme; a template replaces the one of ours that is called the same.

    Raises:
        AidError: RW0611 a picture is missing, RW0612 a file is no text.
        OSError: a file cannot be read.
    """
    styles = [_style(folder, name) for name in files if name.endswith(".css")]
    templates = {Path(name).name: _text(folder / name, name) for name in files if name.endswith(".j2")}
    css = "\n".join([look.css, *styles]) if look.css else "\n".join(styles)
    return replace(look, css=css, templates={**look.templates, **templates})


def _style(folder: Path, name: str) -> str:
    """The style, with its pictures written into it: a sheet is one file."""
    lines = _text(folder / name, name).split("\n")
    for number, line in enumerate(lines):

        def inside(found: re.Match[str], number: int = number) -> str:
            shown = found[2].strip()
            picture = (folder / name).parent / shown
            is_inside = picture.resolve().is_relative_to(folder.resolve())
            if picture.suffix.lower() not in MEDIA or not is_inside or not picture.is_file():
                raise errors.no_picture(shown, name, number + 1)
            data = base64.b64encode(picture.read_bytes()).decode()
            return f'url("data:{MEDIA[picture.suffix.lower()]};base64,{data}")'

        lines[number] = PICTURE.sub(inside, line)
    return "\n".join(lines)


def _text(file: Path, name: str) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise errors.bad_theme_file(name) from None
