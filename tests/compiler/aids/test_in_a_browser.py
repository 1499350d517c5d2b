"""What a browser makes of a sheet: no barrier that axe knows, and paper that looks as it did when somebody looked at it.

The pictures in `pictures/` are digits, one for each square of 5 mm: `RULEWRIGHT_PICTURES=new` writes them anew. Look at the pages first.
"""

import json
import os
from importlib.resources import files
from pathlib import Path

import pytest

from rulewright.compiler.aids import registry
from rulewright.compiler.aids.context import Context
from rulewright.compiler.aids.digest import imprint_of
from rulewright.compiler.aids.formats import html
from rulewright.compiler.aids.formats.look import Look
from rulewright.compiler.aids.model import Row, Section, Sheet
from rulewright.compiler.aids.sheets import search_map, tracks

from . import browser, world
from .one_of_each import IMPRINT, numbers, sheet, table

PICTURES = Path(__file__).parent / "pictures"
GENERATED = Path(__file__).parents[3] / "generated"

pytestmark = browser.needs_chromium


def pages_of(ruleset: str, *ids: str) -> dict[str, str]:
    document = json.loads((GENERATED / ruleset / "ruleset.json").read_text("utf-8"))
    plans = [plan for plan in registry.plans_of(document) if not ids or plan.id in ids]
    made = {}
    for plan, built in registry.built(Context(document), plans):
        assert isinstance(built, Sheet), built
        made[f"{ruleset} {plan.id}"] = html.rendered(built, imprint_of(document, built), Look())
    return made


def worldly(orientation: str) -> Sheet:
    maps = search_map.sections(world.context(), world.part("maps", "sea", orientation=orientation))
    track = tracks.sections(world.context(), world.part("tracks", "turn"))
    return Sheet("world", "The World", (*maps, *track), orientation)  # type: ignore[arg-type]


def test_axe_finds_no_barrier() -> None:
    axe = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
    pages = {
        "one of each": html.rendered(sheet(), IMPRINT, Look()),
        "saving ink": html.rendered(sheet("landscape"), IMPRINT, Look("letter", ink_saving=True)),
        "a world": html.rendered(
            worldly("portrait"), imprint_of(world.context().document, worldly("portrait")), Look()
        ),
        **pages_of("picket"),
        **pages_of("rheinuebung", "player_screen", "status", "search_board"),
    }
    with browser.opened() as page:
        for name, text in pages.items():
            page.set_content(text)
            page.evaluate(axe)
            found = page.evaluate("axe.run()")
            assert [(one["id"], one["nodes"][0]["html"]) for one in found["violations"]] == [], name
            assert len(found["passes"]) > 10, name


PAPERS = {
    "each-a4-portrait": (sheet(), Look()),
    "each-letter-landscape-saving": (sheet("landscape"), Look("letter", ink_saving=True)),
    "world-a4-portrait": (worldly("portrait"), Look()),
    "world-letter-landscape": (worldly("landscape"), Look("letter")),
}


@browser.needs_pdftoppm
def test_pages_look_as_they_did(tmp_path: Path) -> None:
    with browser.opened() as page:
        for name, (given, look) in PAPERS.items():
            images = browser.printed(page, html.rendered(given, IMPRINT, look), tmp_path, name)
            picture = "\n\n".join("\n".join(browser.told(one)) for one in images) + "\n"
            golden = PICTURES / f"{name}.txt"
            if os.environ.get("RULEWRIGHT_PICTURES") == "new":
                PICTURES.mkdir(exist_ok=True)
                golden.write_text(picture, "utf-8")
            differs = difference(picture, golden.read_text("utf-8"))
            assert differs < 0.02, f"{name}: {differs:.1%} of the squares look otherwise"


def difference(one: str, other: str) -> float:
    """The share of squares that differ by more than a tint: type is rastered otherwise elsewhere."""
    shapes = [[len(line) for line in text.splitlines()] for text in (one, other)]
    if shapes[0] != shapes[1]:
        return 1.0
    pairs = [(int(a), int(b)) for a, b in zip(one, other, strict=True) if a.isdecimal()]
    return sum(abs(a - b) > 1 for a, b in pairs) / len(pairs)


@browser.needs_pdftoppm
def test_a_moved_block_is_noticed_and_a_tint_is_not() -> None:
    picture = (PICTURES / "each-a4-portrait.txt").read_text("utf-8")
    lines = picture.splitlines()
    assert difference("\n".join([*lines[2:], *lines[:2]]), "\n".join(lines)) > 0.02
    assert difference(picture.replace("1", "2"), picture) == 0.0


@browser.needs_pdftoppm
@pytest.mark.parametrize("paper, size", [("a4", (210, 297)), ("letter", (216, 279))])
def test_paper_has_its_size(paper: str, size: tuple[int, int], tmp_path: Path) -> None:
    with browser.opened() as page:
        [image, *_] = browser.printed(page, html.rendered(sheet(), IMPRINT, Look(paper)), tmp_path, "size")  # type: ignore[arg-type]
    assert image[:2] == pytest.approx(size, abs=1)


@browser.needs_pdftoppm
def test_a_long_table_repeats_its_head_and_leaves_no_widow(tmp_path: Path) -> None:
    # At some of these lengths a single row would be left for the second page.
    with browser.opened() as page:
        for rows in range(44, 50):
            one = table(rows=rows)
            body = tuple(Row(numbers(str(index), "1", "2").cells) for index in range(rows))
            long = Sheet("long", "Long", (Section((), (type(one)("t", one.caption, (one.rows[0], *body)),)),))
            page.set_content(html.rendered(long, IMPRINT, Look()))
            page.pdf(path=str(tmp_path / "long.pdf"), prefer_css_page_size=True)
            on_pages = _words(tmp_path / "long.pdf")
            assert all(
                on_page.count("2d6") == 1 for on_page in on_pages[:2] if "2d6" in on_page or "1 2" in on_page
            )
            last = (
                [line for line in on_pages[1].splitlines() if line.split()[1:] == ["1", "2"]]
                if len(on_pages) > 1
                else []
            )
            assert not last or len(last) >= html.KEPT_ROWS, rows


def _words(pdf: Path) -> list[str]:
    import subprocess

    text = subprocess.run(
        ["pdftotext", "-layout", str(pdf), "-"], check=True, capture_output=True, text=True
    ).stdout
    return [one for one in text.split("\f") if one.strip()]


def test_nothing_is_cut_off_on_a_sheet() -> None:
    """No element is wider than the page, on the sheets of both games."""
    wide = """[...document.querySelectorAll('main *')].filter(one => one.closest('svg') === null && !one.closest('.spoken')
        && one.getBoundingClientRect().right > document.body.getBoundingClientRect().right + 1).map(one => one.outerHTML.slice(0, 120))"""
    with browser.opened() as page:
        for name, text in {
            **pages_of("picket"),
            **pages_of("rheinuebung", "player_screen", "tactical_combat", "status"),
        }.items():
            page.set_viewport_size({"width": 1400, "height": 900})
            page.set_content(text)
            assert page.evaluate(wide) == [], name
