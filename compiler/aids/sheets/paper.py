"""How much room a drawing has on a page: what A4 and Letter have in common, less margins, title and foot."""

from __future__ import annotations

from rulewright.compiler.aids import errors, fonts
from rulewright.compiler.aids.model import Colour, Words

ROOM = {"portrait": (185.0, 224.0), "landscape": (254.0, 156.0)}
"""Width and height in mm."""


def lines(words: str, size: float, width: float, *, box: str, bold: bool = False) -> list[str]:
    """Break words into lines that fit a width; AidError RW0620 where a single word does not."""
    font = fonts.load("semibold" if bold else "regular")
    found: list[str] = []
    for word in words.split():
        longer = f"{found[-1]} {word}" if found else word
        if found and font.width(longer, size) <= width:
            found[-1] = longer
            continue
        taken = font.width(word, size)
        if taken > width:
            raise errors.too_long(word, box, taken, width)
        found.append(word)
    return found


def fitted(
    x: float,
    y: float,
    words: str,
    *,
    size: float,
    width: float,
    least: float,
    box: str,
    bold: bool = False,
    colour: Colour = "ink",
) -> Words:
    """Return words centred at a point, in smaller type where they need it; AidError RW0620 below `least` mm."""
    font = fonts.load("semibold" if bold else "regular")
    taken = font.width(words)
    fitting = min(size, width / taken) if taken else size
    if fitting < least:
        raise errors.too_long(words, box, taken * least, width)
    return Words(x, y, words, round(fitting, 2), "centre", bold, colour)


def width(words: str, size: float, *, bold: bool = False) -> float:
    """Return how wide words are."""
    return fonts.load("semibold" if bold else "regular").width(words, size)
