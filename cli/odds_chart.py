"""Odds as a drawing: a bar for each case, divided by what comes out; told apart by colour, by pattern, and by words in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rulewright.cli import odds_cells, odds_shown

if TYPE_CHECKING:
    from rulewright.compiler.aids.model import Drawing, Mark2D, Pattern
    from rulewright.runtime import Program
    from rulewright.runtime.odds import Answer, Distribution

WIDTH = 190.0
MARGIN, BAR, ROW, TYPE, HEAD = 4.0, 5.0, 7.0, 3.0, 4.5
LEAST_FOR_WORDS = 1.0
"""Room beside the words of a piece of a bar."""

MOST_VALUES = 12
"""Pieces of different looks; what comes after them is one piece."""

PATTERNS: tuple[Pattern, ...] = ("", "lines", "dots", "bars", "back", "cross", "waves")
GROUNDS = 6
REST = "more"


@dataclass(frozen=True, slots=True)
class Bar:
    label: str
    pieces: tuple[tuple[str, Fraction], ...]


def drawn(program: Program, answer: Answer) -> str:
    """Return the chart as a file of SVG."""
    from rulewright.compiler.aids.formats import fontface, svg
    from rulewright.compiler.aids.formats.look import Look, palette
    from rulewright.compiler.aids.model import Imprint

    ruleset = program.document["ruleset"]
    bars = list(_bars(answer))
    drawing = _drawing(answer, bars)
    colours = palette(Imprint(ruleset["id"], ruleset["title"], ruleset["version"], ""), Look())
    style = fontface.styles(*svg.characters(drawing))
    return svg.drawn(drawing, colours, id="odds", alt=_told(answer, bars), style=style) + "\n"


def _bars(answer: Answer) -> Iterator[Bar]:
    for case, sums in odds_shown.merged(answer):
        where = [*case.at, *([sums] if any(one.modifiers for one in answer.cases) else [])]
        if not case.tallies:
            yield Bar(", ".join(where), tuple(_pieces(case.results, answer.label)))
        for name, tally in case.tallies:
            yield Bar(", ".join([*where, name.replace("_", " ")]), tuple(_pieces(tally, str)))


def _pieces(found: Distribution, label: Any) -> Iterator[tuple[str, Fraction]]:
    for value, chance in found.items():
        yield label(value), chance


def _drawing(answer: Answer, bars: list[Bar]) -> Drawing:
    from rulewright.compiler.aids.model import Drawing, Words
    from rulewright.compiler.aids.sheets.paper import width

    values = list(dict.fromkeys(value for bar in bars for value, _ in bar.pieces))
    if len(values) > MOST_VALUES:
        values = [*values[: MOST_VALUES - 1], REST]
    shapes: list[Mark2D] = [Words(MARGIN, MARGIN + HEAD, answer.title, HEAD, bold=True)]
    y = MARGIN + HEAD + 3.0
    for line in _lines(", ".join(f"{name} = {value}" for name, value in answer.given), WIDTH - 2 * MARGIN):
        y += TYPE + 1
        shapes.append(Words(MARGIN, y, line, TYPE, colour="quiet"))
    key, y = _key(values, y + 3)
    shapes += key
    left = MARGIN + max([0.0, *(width(bar.label, TYPE) for bar in bars)]) + 2
    for bar in bars:
        shapes.append(Words(left - 2, y + BAR - 1.4, bar.label, TYPE, "right"))
        shapes += _bar(bar, values, left, y)
        y += ROW
    shapes += _scale(left, y)
    return Drawing(WIDTH, y + 8, tuple(shapes))


def _key(values: list[str], y: float) -> tuple[list[Mark2D], float]:
    """What each look means."""
    from rulewright.compiler.aids.model import Words
    from rulewright.compiler.aids.sheets.paper import width

    shapes: list[Mark2D] = []
    x = MARGIN
    for value in values:
        wide = 5 + width(value, TYPE) + 4
        if x + wide > WIDTH - MARGIN and x > MARGIN:
            x, y = MARGIN, y + TYPE + 2
        shapes += [_piece(values.index(value), x, y, 4, TYPE), Words(x + 5, y + TYPE - 0.5, value, TYPE)]
        x += wide
    return shapes, y + TYPE + 4


def _bar(bar: Bar, values: list[str], left: float, y: float) -> Iterator[Mark2D]:
    from rulewright.compiler.aids.model import Words
    from rulewright.compiler.aids.sheets.paper import width

    length = WIDTH - MARGIN - left
    shares: dict[str, Fraction] = {}
    for value, chance in bar.pieces:
        name = value if value in values else REST
        shares[name] = shares.get(name, Fraction(0)) + chance
    x = left
    for value in sorted(shares, key=values.index):
        wide = float(shares[value]) * length
        yield _piece(values.index(value), x, y, wide, BAR)
        said = odds_cells.percent(shares[value])
        if width(said, TYPE - 0.4) + LEAST_FOR_WORDS < wide:
            yield _paper(x + wide / 2, y, width(said, TYPE - 0.4) + LEAST_FOR_WORDS)
            yield Words(x + wide / 2, y + BAR - 1.5, said, TYPE - 0.4, "centre")
        x += wide


def _piece(number: int, x: float, y: float, wide: float, high: float) -> Mark2D:
    from rulewright.compiler.aids.model import Shape

    corners = ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))
    ground = f"region:{number % GROUNDS + 1}"
    return Shape(corners, fill=ground, stroke="line", width=0.2, pattern=PATTERNS[number % len(PATTERNS)])


def _paper(middle: float, y: float, wide: float) -> Mark2D:
    """A ground on which a number in a pattern can be read."""
    from rulewright.compiler.aids.model import Shape

    x = middle - wide / 2
    return Shape(
        ((x, y + 0.8), (x + wide, y + 0.8), (x + wide, y + BAR - 0.8), (x, y + BAR - 0.8)), fill="paper"
    )


def _scale(left: float, y: float) -> Iterator[Mark2D]:
    from rulewright.compiler.aids.model import Shape, Words

    length = WIDTH - MARGIN - left
    for quarter in range(5):
        x = left + length * quarter / 4
        yield Shape(((x, y), (x, y + 1.5)), closed=False, stroke="line", width=0.2)
        yield Words(x, y + 4.5, f"{25 * quarter}%", TYPE - 0.4, "right" if quarter == 4 else "centre")


def _lines(words: str, wide: float) -> Iterator[str]:
    from rulewright.compiler.aids.sheets.paper import width

    line = ""
    for word in words.split():
        longer = f"{line} {word}".strip()
        if line and width(longer, TYPE) > wide:
            yield line
            longer = word
        line = longer
    if line:
        yield line


def _told(answer: Answer, bars: list[Bar]) -> str:
    """The chart in words, for who does not see it."""
    told = [
        f"{bar.label}: " * bool(bar.label)
        + ", ".join(f"{value} {odds_cells.percent(chance)}" for value, chance in bar.pieces)
        for bar in bars
    ]
    return f"Bars of chances. {answer.title}. " + "; ".join(told)
