"""Sheets → HTML: one file that holds its type, its drawings and its rules for paper, and prints from any browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup, escape

from rulewright.compiler.aids import errors
from rulewright.compiler.aids.formats import fontface, svg
from rulewright.compiler.aids.formats.look import INK, PAPER, SIZES, Look, contrast, palette
from rulewright.compiler.aids.model import (
    Block,
    Card,
    Cell,
    Drawing,
    Figure,
    Imprint,
    Item,
    Items,
    Run,
    Section,
    Sheet,
    Table,
    Text,
)

TEMPLATES = Path(__file__).parent.parent / "templates"
ASSUMED = "‡"
SMALL_TABLE = 14  # rows that never part
KEPT_ROWS = 3  # of a long table, at its beginning and its end


def rendered(sheet: Sheet, imprint: Imprint, look: Look) -> str:
    """Return a sheet as a page of HTML.

    Raises:
        AidError: RW0621, a template of the house or of the ruleset is wrong.
    """
    page = Page(sheet, imprint, look)
    environment = _environment(tuple(sorted(look.templates.items())))
    try:
        text = environment.get_template("sheet.html.j2").render(
            page=page, sheet=sheet, imprint=imprint, look=look
        )
    except jinja2.TemplateSyntaxError as error:
        raise errors.bad_template(error.name or "", error.lineno, error.message or "") from error
    except (jinja2.TemplateError, TypeError, ValueError, LookupError, ArithmeticError) as error:
        raise errors.bad_template(*_place(error), str(error)) from error
    return text.replace(FONTS, fontface.styles(*page.characters(text))).rstrip() + "\n"


FONTS = "/* fonts */"
"""Where the rules for the fonts go, when it is known which glyphs the page has."""


@cache
def _environment(own: tuple[tuple[str, str], ...]) -> jinja2.Environment:
    """The templates of the house, those of the ruleset first; what is undefined is an error."""
    sources = dict(own)

    def load(name: str) -> tuple[str, str, None] | None:
        # With its name as the file's, so that an error can be placed.
        return (sources[name], name, None) if name in sources else None

    loaders = [jinja2.FunctionLoader(load), jinja2.FileSystemLoader(TEMPLATES)]
    environment = jinja2.Environment(
        loader=jinja2.ChoiceLoader(loaders),
        autoescape=True,
        auto_reload=False,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["runs"] = runs
    return environment


def _place(error: Exception) -> tuple[str, int]:
    """Name and line of the innermost template in which an error arose."""
    name, line = "sheet.html.j2", 0
    trace = error.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if file.endswith(".j2"):
            name, line = Path(file).name, trace.tb_lineno
        trace = trace.tb_next
    return name, line


# ---------------------------------------------------------------- what templates ask for


def runs(text: Text) -> Markup:
    """Return words of several styles as markup, assumed ones with their sign."""
    return Markup("".join(map(_run, text)))


def _run(run: Run) -> str:
    words = str(escape(run.text))
    if run.style != "plain":
        words = f"<{STYLES[run.style]}>{words}</{STYLES[run.style].split(' ')[0]}>"
    return f"{words}{_SIGN}" if run.assumed else words


STYLES = {"strong": "strong", "small": "small", "cite": 'span class="cite"'}
_SIGN = f'<span class="assumed" title="assumed" aria-hidden="true">{ASSUMED}</span><span class="spoken"> (assumed)</span>'


@dataclass(frozen=True)
class Page:
    """One sheet, with the answers that its templates need."""

    sheet: Sheet
    imprint: Imprint
    look: Look

    @cached_property
    def colours(self) -> dict[str, str]:
        """Colours by role."""
        return palette(self.imprint, self.look)

    @cached_property
    def sides(self) -> dict[str, tuple[int, str]]:
        """Number and title of the sides by id; the number says which sign a side has."""
        return {id: (index, title) for index, (id, title, _) in enumerate(self.imprint.sides)}

    def on(self, colour: str) -> str:
        """Return the colour of words on a ground."""
        return PAPER if contrast(PAPER, colour) >= contrast(INK, colour) else INK

    @property
    def paper(self) -> str:
        """Size and direction of the paper, as `@page` says it."""
        return f"{'A4' if self.look.paper == 'a4' else 'Letter'} {self.sheet.orientation}"

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the paper in millimetres."""
        width, height = SIZES[self.look.paper]
        return (height, width) if self.sheet.orientation == "landscape" else (width, height)

    @property
    def styles(self) -> Markup:
        """The rules for screen and paper, then those of the ruleset."""
        return Markup(_css() + self.look.css.replace("</", "<\\/"))

    @property
    def foot(self) -> str:
        """What stands in the foot of every page."""
        imprint = self.imprint
        return f"{imprint.title} · version {imprint.version} · {self.sheet.title} · {imprint.digest}"

    @property
    def foot_in_css(self) -> Markup:
        """The same as a string of CSS."""
        return Markup('"' + re.sub(r'["\\<&\n]', lambda one: f"\\{ord(one[0]):x} ", self.foot) + '"')

    @cached_property
    def has_assumed(self) -> bool:
        """Does anything on the sheet rest on no source?"""
        return any(run.assumed for run in every_run(self.sheet))

    @cached_property
    def who(self) -> tuple[str, ...]:
        """The sides that the sheet tells apart by signs."""
        found: set[str | None] = set()
        for section in self.sheet.sections:
            for block in section.blocks:
                if isinstance(block, Items):
                    found.update(_actors(block.items))
                elif isinstance(block, Card):
                    found.add(block.side)
        return tuple(id for id in self.sides if id in found)

    def template(self, block: Block) -> str:
        """Return the name of the template of a kind of block."""
        return f"{type(block).__name__.lower()}.html.j2"

    def drawing(self, figure: Figure) -> Markup:
        """Return the drawing of a figure."""
        return Markup(svg.drawn(figure.drawing, self.colours, id=figure.id, alt=figure.alt))

    def groups(self) -> list[tuple[bool, list[tuple[Section, int]]]]:
        """Return runs of sections that share columns, or that take the whole width, each with the level of its heading.

        A heading over several sections takes the whole width; theirs are one level below it.
        """
        found: list[tuple[bool, list[tuple[Section, int]]]] = []
        level = 2
        for section in self.sheet.sections:
            is_wide = section.wide or not section.blocks or self.sheet.columns == 1
            if not found or found[-1][0] != is_wide:
                found.append((is_wide, []))
            found[-1][1].append((section, level if section.blocks else 2))
            level = level if section.blocks else 3
        return found

    def parts(self, table: Table) -> list[tuple[str, list[list[tuple[Cell, int]]]]]:
        """Return the rows of a table in the parts that stay together, with the room that numbers need.

        A part is "head", "first", "body" or "last". Rows joined by a cell over several of them are never divided.
        """
        rows = placed(table)
        head = [row for row, one in zip(rows, table.rows, strict=True) if one.part == "head"]
        body = [row for row, one in zip(rows, table.rows, strict=True) if one.part != "head"]
        found = [("head", head)] if head else []
        if len(body) <= SMALL_TABLE:
            return [*found, ("body", body)] if body else found
        first, last = _whole(body, KEPT_ROWS), len(body) - KEPT_ROWS
        while last > first and not _divides(body, last):
            last -= 1
        return [*found, ("first", body[:first]), ("body", body[first:last]), ("last", body[last:])]

    def characters(self, text: str) -> tuple[set[str], set[str]]:
        """Return the characters of a rendered page, those of every weight."""
        words = re.sub(r"<style>.*?</style>|<[^>]*>", "", text, flags=re.DOTALL)
        shown = set(Markup(words).unescape()) | set(self.foot) | set("0123456789/ ") | {ASSUMED, "✓", "×"}
        shown -= set("\n\r\t")
        return shown, shown


@cache
def _css() -> str:
    return (TEMPLATES / "print.css").read_text("utf-8")


def placed(table: Table) -> list[list[tuple[Cell, int]]]:
    """Return the cells of all rows with the digits that the longest number of their column has; 0 for words."""
    columns: dict[int, int] = {}
    where: list[list[tuple[Cell, int]]] = []
    taken: dict[int, int] = {}  # column → rows that a cell from above still covers
    for row in table.rows:
        column, cells = 0, []
        for cell in row.cells:
            while taken.get(column, 0):
                taken[column] -= 1
                column += 1
            cells.append((cell, column))
            if cell.align == "number" and cell.columns == 1:
                columns[column] = max(columns.get(column, 1), sum(len(run.text) for run in cell.text))
            for covered in range(column, column + cell.columns):
                taken[covered] = cell.rows - 1
            column += cell.columns
        for rest in [one for one in taken if one >= column and taken[one]]:
            taken[rest] -= 1
        where.append(cells)
    return [
        [(cell, columns.get(column, 1) if cell.align == "number" else 0) for cell, column in cells]
        for cells in where
    ]


def _whole(rows: list[list[tuple[Cell, int]]], count: int) -> int:
    """The least number of rows from the top, `count` or more, that no cell hangs out of."""
    while count < len(rows) and not _divides(rows, count):
        count += 1
    return count


def _divides(rows: list[list[tuple[Cell, int]]], at: int) -> bool:
    """Can a page end before row `at`?"""
    return all(index + cell.rows <= at for index, row in enumerate(rows[:at]) for cell, _ in row)


def every_run(thing: Any) -> Iterator[Run]:
    """Yield all words of a sheet or a part of it."""
    if isinstance(thing, Run):
        yield thing
    elif isinstance(thing, tuple):
        for part in thing:
            yield from every_run(part)
    elif hasattr(thing, "__slots__") and not isinstance(thing, Drawing):
        for name in thing.__slots__:
            yield from every_run(getattr(thing, name))


def _actors(items: tuple[Item, ...]) -> Iterator[str]:
    for item in items:
        yield from item.who
        yield from _actors(item.items)
