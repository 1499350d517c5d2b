"""The fonts inside a sheet: only the glyphs that it uses, as CSS."""

from __future__ import annotations

import base64
from collections.abc import Iterable

from rulewright.compiler.aids import fonts
from rulewright.compiler.aids.fonts import Weight

NAME = "Rulewright Aid"
FAMILY = f"font-family:'{NAME}','Source Sans 3','Source Sans Pro',sans-serif;font-kerning:none;font-variant-ligatures:none"


def styles(plain: Iterable[str], bold: Iterable[str] = ()) -> str:
    """Return rules `@font-face` with the glyphs of these characters, plain and bold."""
    return _face("regular", 400, plain) + _face("semibold", 600, bold)


def _face(weight: Weight, css_weight: int, characters: Iterable[str]) -> str:
    wanted = sorted(set(characters))
    if not wanted:
        return ""
    data = base64.b64encode(fonts.load(weight).subset(wanted)).decode("ascii")
    return f"@font-face{{font-family:'{NAME}';font-weight:{css_weight};src:url(data:font/ttf;base64,{data})}}"
