"""Pages of counters: exact places, backs mirrored for the other side of the paper or for the other side of a fold, marks for the knife.

All lengths are mm on the part of the paper that A4 and Letter share; renderers put it in the middle of either, so that a page that is
turned over its long edge meets its front.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from rulewright.compiler.aids import errors
from rulewright.compiler.aids.model import Disc, Drawing, Figure, Mark2D, Section, Shape, Words, text
from rulewright.compiler.aids.parts import Part
from rulewright.compiler.aids.sheets import counter_face, paper
from rulewright.compiler.aids.sheets.counter_face import BLEED, Face

WIDTH, HEIGHT = 210.0, 279.4
GUTTER = 3.0
"""Between two counters, for the bleed of both and a knife's breadth."""
SIDE, TOP, FOOT = 11.0, 19.0, 10.0
"""Least margins of the cut edges; the foot of the page is the renderer's."""
MARK_FROM, MARK_LENGTH = 1.8, 3.2
"""Cut marks begin beyond the bleed."""
NOTE = 2.4
SCALE = 50.0
REGISTRATION = 2.0


class Counted(Protocol):
    """A counter with two sides."""

    @property
    def of(self) -> str: ...
    @property
    def front(self) -> Face: ...
    @property
    def back(self) -> Face: ...


class Grid:
    """Where counters stand on a page."""

    def __init__(self, size: float, note_lines: int) -> None:
        self.size = size
        pitch = size + GUTTER
        bottom = FOOT + max(9.0, note_lines * NOTE * 1.25 + 1.0) + MARK_FROM + MARK_LENGTH
        columns = int((WIDTH - 2 * SIDE + GUTTER) / pitch)
        self.columns = columns - columns % 2  # as many on either side of a fold
        self.rows = int((HEIGHT - TOP - bottom + GUTTER) / pitch)
        if self.columns < 2 or self.rows < 1:
            raise errors.no_room(f"a counter of {size:g} mm", WIDTH - 2 * SIDE, HEIGHT - TOP - bottom)
        left = (WIDTH - self.columns * pitch + GUTTER) / 2
        self.xs = [left + index * pitch for index in range(self.columns)]
        self.ys = [TOP + index * pitch for index in range(self.rows)]
        self.bottom = self.ys[-1] + size


def sections(counters: Sequence[Counted], keys: Sequence[str], part: Part) -> list[Section]:
    """Return a section for each page. keys: what the values mean, below the counters."""
    notes = _notes(keys)
    grid = Grid(part.size or counter_face.DESIGN, len(notes))
    is_fold = part.backs == "fold"
    columns = grid.columns // 2 if is_fold else grid.columns
    many = columns * grid.rows
    pages = [counters[start : start + many] for start in range(0, len(counters), many)]
    made: list[Section] = []
    for number, page in enumerate(pages, 1):
        fronts = [(one.front, one.of, *_place(grid, columns, index)) for index, one in enumerate(page)]
        backs = [
            (one.back, f"{one.of}, back", WIDTH - x - grid.size, y)
            for one, (_, _, x, y) in zip(page, fronts, strict=True)
        ]
        of = f"{number} of {len(pages)}"
        if is_fold:
            title = (
                f"Counters {of}: cut along the outer marks, fold along the middle, glue, and cut the counters"
            )
            made.append(_page(grid, f"counters_{number}", title, fronts + backs, notes, fold=True))
        else:
            made.append(_page(grid, f"counters_{number}", f"Counters {of}: fronts", fronts, notes))
            title = f"Counters {of}: backs, printed after turning the paper over its long edge"
            made.append(_page(grid, f"counters_{number}_backs", title, backs, ()))
    return made


def _place(grid: Grid, columns: int, index: int) -> tuple[float, float]:
    return grid.xs[index % columns], grid.ys[index // columns]


Placed = tuple[Face, str, float, float]


def _page(
    grid: Grid, id: str, title: str, faces: Sequence[Placed], notes: Sequence[str], *, fold: bool = False
) -> Section:
    shapes: list[Mark2D] = [Words(WIDTH / 2, 9.4, title, 2.8, "centre")]
    shapes += [counter_face.drawn(face, x, y, grid.size, of=of) for face, of, x, y in faces]
    rows = sorted({y for _, _, _, y in faces})
    shapes += _cut_marks(grid, sorted({x for _, _, x, _ in faces}), rows)
    shapes += _registration()
    if fold:
        shapes += _fold(grid)
    shapes += _scale_bar()
    y = HEIGHT - FOOT - (len(notes) - 1) * NOTE * 1.25 - 1.5
    shapes += [Words(22 + SCALE, y + index * NOTE * 1.25, note, NOTE) for index, note in enumerate(notes)]
    alt = f"{title}: " + ", ".join(dict.fromkeys(of for _, of, _, _ in faces))
    return Section((), (Figure(id, text(title), Drawing(WIDTH, HEIGHT, tuple(shapes)), alt),), wide=True)


def _notes(keys: Sequence[str]) -> list[str]:
    width = WIDTH - SIDE - 22 - SCALE
    return [line for key in keys for line in paper.lines(key, NOTE, width, box="key of the counters")]


def _cut_marks(grid: Grid, xs: Sequence[float], ys: Sequence[float]) -> Iterator[Shape]:
    """Marks at both ends of every cut, outside of all that is printed."""
    left, right = min(xs) - BLEED, max(xs) + grid.size + BLEED
    top, bottom = min(ys) - BLEED, max(ys) + grid.size + BLEED
    near, far = MARK_FROM - BLEED, MARK_FROM - BLEED + MARK_LENGTH
    for x in (edge for one in xs for edge in (one, one + grid.size)):
        yield _mark((x, top - far), (x, top - near))
        yield _mark((x, bottom + near), (x, bottom + far))
    for y in (edge for one in ys for edge in (one, one + grid.size)):
        yield _mark((left - far, y), (left - near, y))
        yield _mark((right + near, y), (right + far, y))


def _mark(start: tuple[float, float], end: tuple[float, float]) -> Shape:
    return Shape((start, end), closed=False, stroke="ink", width=0.1)


def _registration() -> Iterator[Mark2D]:
    """Crosses in circles, in the same places on a front and on its back, seen through the paper."""
    for x in (8.0, WIDTH - 8.0):
        for y in (9.0, HEIGHT - FOOT - 3.0):
            yield Disc(x, y, REGISTRATION * 0.6, stroke="ink", width=0.1)
            yield _mark((x - REGISTRATION, y), (x + REGISTRATION, y))
            yield _mark((x, y - REGISTRATION), (x, y + REGISTRATION))


def _fold(grid: Grid) -> Iterator[Shape]:
    middle = WIDTH / 2
    yield Shape(
        ((middle, TOP - 6.0), (middle, grid.bottom + 6.0)),
        closed=False,
        stroke="ink",
        width=0.15,
        dashed=True,
    )


def _scale_bar() -> Iterator[Mark2D]:
    x, y = 15.0, HEIGHT - FOOT - 1.5
    for tick in range(0, int(SCALE) + 1, 10):
        yield _mark((x + tick, y - 1.6), (x + tick, y))
    yield Shape(((x, y), (x + SCALE, y)), closed=False, stroke="ink", width=0.2)
    yield Words(x, y - 2.3, f"{SCALE:.0f} mm, if printed at 100 %", NOTE)
