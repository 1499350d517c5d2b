"""What the signs on a map mean: a sample of each, with its words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import cos, pi, sin

from rulewright.compiler.aids.context import Context, Thing
from rulewright.compiler.aids.model import Disc, Drawing, Figure, Mark2D, Shape, Words, text
from rulewright.compiler.aids.sheets import grid, paper, place_values, signs
from rulewright.compiler.aids.sheets.place_values import PlaceValues
from rulewright.compiler.aids.sheets.regions import Drawn

SIZE = 3.2
LINE = 4.2
SAMPLE = 10.0
GAP = 2.5

Painter = Callable[[float, float], Iterator[Mark2D]]


def is_needed(map: Thing, looks: list[Drawn], values: PlaceValues) -> bool:
    """Is there any sign on the map?"""
    ways = map["barriers"], map["links"] if map["grid"] != "spaces" else (), map["closed"], map["exits"]
    return bool(looks or values.names or values.numbers or any(ways))


def figure(context: Context, map: Thing, looks: list[Drawn], values: PlaceValues, width: float) -> Figure:
    """Return the legend, in two columns."""
    entries = [*_regions(looks), *_values(context, values), *_ways(context, map)]
    column = (width - 6) / 2
    room = column - SAMPLE - GAP
    texts = [paper.lines(words, SIZE, room, box=f"legend of map `{map['id']}`") for words, _ in entries]
    half = (len(entries) + 1) // 2
    shapes: list[Mark2D] = []
    height = 0.0
    for start in (0, half):
        x, y = (0.0 if start == 0 else column + 6), 0.3
        for (_, paint), lines in list(zip(entries, texts, strict=True))[start : start + half]:
            shapes += paint(x, y)
            for number, line in enumerate(lines):
                shapes.append(Words(x + SAMPLE + GAP, y + LINE * (number + 0.75), line, SIZE))
            y += max(LINE * len(lines), 5.2) + 1.0
        height = max(height, y)
    alt = "; ".join(words for words, _ in entries)
    return Figure(
        f"{map['id']}_legend",
        text("What the signs mean", "strong"),
        Drawing(width, height, tuple(shapes)),
        alt,
    )


def _box(x: float, y: float) -> tuple[tuple[float, float], ...]:
    return ((x + 0.2, y), (x + SAMPLE, y), (x + SAMPLE, y + 5.0), (x + 0.2, y + 5.0))


def _regions(looks: list[Drawn]) -> Iterator[tuple[str, Painter]]:
    for look in looks:
        yield _marked(look.title, look.assumed), _sample(look)


def _sample(look: Drawn) -> Painter:
    def paint(x: float, y: float) -> Iterator[Mark2D]:
        if look.kind in ("ground", "hatched"):
            yield Shape(_box(x, y), True, look.colour, "line", 0.12, False, look.pattern)
        elif look.kind == "bordered":
            points = (
                (x + 0.5, y + 4.5),
                (x + 0.5, y + 0.6),
                (x + SAMPLE - 0.5, y + 0.6),
                (x + SAMPLE - 0.5, y + 4.5),
            )
            yield Shape(points, False, "", look.colour, look.width, look.dashed)
        else:
            yield Shape(
                ((x + 0.3, y + 2.5), (x + SAMPLE, y + 2.5)), False, "", look.colour, look.width, look.dashed
            )

    return paint


def _values(context: Context, values: PlaceValues) -> Iterator[tuple[str, Painter]]:
    for index, column in enumerate(values.numbers[: place_values.SHOWN_NUMBERS]):
        number = signs.number_of(context, column.side, index)
        colour = f"side:{column.side}" if column.side else "ink"
        yield _marked(_capital(column.title), column.assumed), _sign(number, "paper", colour, "2")
    for kind, column in enumerate(values.names[: place_values.SHOWN_NAMES]):
        for side in context.sides:
            if side in column.owners.values():
                colour = f"side:{side}"
                number = signs.number_of(context, side, 0)
                words = _marked(f"{_capital(column.title)}, {context.sides[side]}", column.assumed)
                yield words, _sign(number, colour if kind == 0 else "paper", colour)
        if not column.owners:
            yield (
                _marked(_capital(column.title), column.assumed),
                _sign(0, "ink" if kind == 0 else "paper", "ink"),
            )


def _sign(number: int, fill: str, colour: str, words: str = "") -> Painter:
    def paint(x: float, y: float) -> Iterator[Mark2D]:
        yield from signs.drawn(number, x + SAMPLE / 2, y + 2.5, 1.7 if words else 1.2, fill, colour, 0.3)
        if words:
            yield Words(x + SAMPLE / 2, y + 2.5 + 0.85, words, 2.6, "centre", True, colour)

    return paint


def _ways(context: Context, map: Thing) -> Iterator[tuple[str, Painter]]:
    for name, words, width, dashed in (
        ("barriers", "nobody passes", 1.0, False),
        ("links", "neighbours across it", 0.5, False),
    ):
        if map["grid"] == "spaces" and name == "links":
            continue
        for side in dict.fromkeys(side for _, _, side in map[name]):
            whose = f" ({context.sides[side]} only)" if side else ""
            colour = f"side:{side}" if side else "ink"
            yield _capital(words) + whose, _line(colour, width, dashed or (name == "links" and bool(side)))
    for side in dict.fromkeys(side for _, side in map["closed"]):
        yield f"Closed to {context.sides[side]}", _cross(f"side:{side}")
    if map["exits"]:
        yield "Not left or entered across it", _line("ink", 0.7, True)


def _line(colour: str, width: float, dashed: bool) -> Painter:
    def paint(x: float, y: float) -> Iterator[Mark2D]:
        yield Shape(((x + 0.5, y + 2.5), (x + SAMPLE, y + 2.5)), False, "", colour, width, dashed)

    return paint


def _cross(colour: str) -> Painter:
    def paint(x: float, y: float) -> Iterator[Mark2D]:
        yield from signs.barred(x + SAMPLE / 2, y + 2.5, 1.2, colour)

    return paint


def _marked(words: str, assumed: bool) -> str:
    return f"{words}‡" if assumed else words


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def directions(map: Thing) -> Figure:
    """Return the six directions of a board with facing: 0 to the right, then clockwise."""
    shapes: list[Mark2D] = []
    middle, reach = 16.0, 9.0
    corners = tuple((middle + across * 12, middle + down * 12) for across, down in grid.HEX)
    shapes.append(Shape(corners, True, "paper", "ink", 0.3))
    shapes.append(Disc(middle, middle, 0.7, "ink"))
    for number in range(6):
        along, across = cos(number * pi / 3), sin(number * pi / 3)
        tip = middle + along * reach, middle + across * reach
        shapes.append(Shape(((middle, middle), tip), False, "", "ink", 0.4))
        left = tip[0] - along * 1.8 - across, tip[1] - across * 1.8 + along
        right = tip[0] - along * 1.8 + across, tip[1] - across * 1.8 - along
        shapes.append(Shape((tip, left, right), True, "ink", "ink", 0.2))
        shapes.append(
            Words(middle + along * 12.5, middle + across * 12.5 + 1.2, str(number), 3.6, "centre", True)
        )
    alt = "Six directions: 0 points to the right, 1 to the lower right, and so on clockwise to 5."
    return Figure(
        f"{map['id']}_directions", text("Directions", "strong"), Drawing(32, 32, tuple(shapes)), alt
    )
