"""PDF: the pages, the type and the structure of what typst makes of a sheet."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pikepdf
import pytest

from rulewright.compiler.aids import digest, registry
from rulewright.compiler.aids.context import Context
from rulewright.compiler.aids.errors import AidError
from rulewright.compiler.aids.formats import Look, pdf
from rulewright.compiler.aids.model import Cell, Drawing, Figure, Row, Section, Sheet, Table, text

from . import pdf_marks, sample

MM = 72 / 25.4


def page_size(page: Any) -> tuple[float, float]:
    return tuple(round(float(one) / MM, 1) for one in page.mediabox[2:])  # type: ignore[return-value]


def fonts_of(opened: pikepdf.Pdf) -> dict[str, bool]:
    """Each font of a PDF by name, and whether it is inside."""
    found: dict[str, bool] = {}
    for one in opened.objects:
        if isinstance(one, pikepdf.Dictionary) and one.get("/Type") == "/FontDescriptor":
            found[str(one.FontName)] = "/FontFile2" in one or "/FontFile3" in one
    return found


def titles(items: Any) -> list[str]:
    return [title for item in items for title in (item.title, *titles(item.children))]


@pytest.mark.parametrize("ruleset", ["picket", "rheinuebung"])
def test_every_sheet_of_the_bundled_games_becomes_a_pdf(ruleset: str) -> None:
    document = sample.artifact(ruleset)
    names = []
    for plan, sheet in registry.built(Context(document), registry.plans_of(document)):
        assert isinstance(sheet, Sheet), sheet
        made = sample.opened(sample.pdf(sheet, ruleset=ruleset))
        assert len(made.pages) >= 1
        names.append(plan.id)
    assert names


@pytest.mark.parametrize(
    "paper, orientation, size",
    [
        ("a4", "portrait", (210.0, 297.0)),
        ("a4", "landscape", (297.0, 210.0)),
        ("letter", "portrait", (215.9, 279.4)),
        ("letter", "landscape", (279.4, 215.9)),
    ],
)
def test_pages_have_the_size_of_the_paper(paper: Any, orientation: Any, size: tuple[float, float]) -> None:
    sheet = sample.of_blocks(sample.rows(80), orientation=orientation)
    made = sample.opened(sample.pdf(sheet, Look(paper=paper)))
    assert {page_size(page) for page in made.pages} == {size}


def test_all_type_is_inside_and_of_one_family() -> None:
    fonts = fonts_of(sample.opened(sample.pdf(sample.part("rheinuebung", "tables"))))
    assert fonts and all(fonts.values())
    assert {name.partition("+")[2].partition("-")[0] for name in fonts} == {"SourceSansPro"}


def test_a_pdf_is_tagged_has_a_language_and_bookmarks() -> None:
    sheet = sample.part("rheinuebung", "tables", "shadow", "naval_combat")
    made = sample.opened(sample.pdf(sheet))
    assert made.Root.MarkInfo.Marked
    assert str(made.Root.Lang) == "en"
    kinds = {
        str(one.S)
        for one in made.objects
        if isinstance(one, pikepdf.Dictionary) and one.get("/S") is not None
    }
    assert {"/Table", "/TH", "/TD", "/H1"} <= kinds
    with made.open_outline() as outline:
        found = titles(outline.root)
    assert found[0] == "tables"
    assert any(one.startswith("Shadow Table") for one in found)


def test_drawings_have_words_for_who_does_not_see_them() -> None:
    made = sample.opened(sample.pdf(sample.part("picket", "maps"), ruleset="picket"))
    told = [str(one.Alt) for one in made.objects if isinstance(one, pikepdf.Dictionary) and "/Alt" in one]
    assert told


def test_the_same_sheet_gives_the_same_bytes_in_another_process() -> None:
    program = (
        "import sys, hashlib; sys.path.insert(0, sys.argv[1]); import sample;"
        "print(hashlib.sha256(sample.pdf(sample.part('picket', 'counters'), ruleset='picket')).hexdigest())"
    )
    command = [sys.executable, "-c", program, str(sample.Path(sample.__file__).parent)]
    once, again = (
        subprocess.run(
            command, env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2")
    )
    assert once == again != ""


def test_no_row_stands_alone_at_the_end_or_the_beginning_of_a_page() -> None:
    for count in range(108, 118):
        made = sample.opened(sample.pdf(sample.of_blocks(sample.rows(count))))
        drawn = [_rows_on(page) for page in made.pages]
        assert sum(drawn) == count
        assert min(drawn) >= 2, drawn


def _rows_on(page: Any) -> int:
    """Rows of a table with one column: each has a thin line below it, and the last of a page a thicker one."""
    thin = [mark for mark in pdf_marks.marks(page) if mark.kind == "line" and abs(mark.width - 0.15) < 0.01]
    return len({round(mark.top, 1) for mark in thin}) + 1


def test_a_table_that_is_wider_than_the_page_is_named() -> None:
    cells = tuple(Cell(text("Donaudampfschifffahrtsgesellschaft")) for _ in range(8))
    with pytest.raises(AidError) as caught:
        sample.pdf(sample.of_blocks(Table("wide", text("Wide"), (Row(cells),))))
    assert caught.value.code == "RW0630"
    assert "`wide`" in caught.value.message


def test_a_character_that_the_type_lacks_is_named() -> None:
    with pytest.raises(AidError) as caught:
        sample.pdf(sample.of_blocks(sample.rows(1, "戦艦")))
    assert caught.value.code == "RW0631"
    assert "U+6226" in caught.value.message


def test_a_drawing_that_is_larger_than_the_page_is_named() -> None:
    with pytest.raises(AidError) as caught:
        sample.pdf(sample.of_blocks(Figure("sea", (), Drawing(300.0, 40.0, ()), "a sea")))
    assert caught.value.code == "RW0633"
    assert "`sea`" in caught.value.message


def test_words_are_never_markup() -> None:
    nasty = '#panic("x") $a$ *b* _c_ `d` <e> @f [g] \\h // i /* j'
    sheet = Sheet("made", nasty, (Section(text(nasty), (sample.rows(3, nasty),)),))
    assert len(sample.opened(sample.pdf(sheet)).pages) == 1


def test_without_typst_the_message_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    pdf._press.cache_clear()
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(AidError) as caught:
        sample.pdf(sample.of_blocks(sample.rows(1)))
    pdf._press.cache_clear()
    assert caught.value.code == "RW0632"
    assert "pip install 'rulewright[pdf]'" in caught.value.help


def test_every_sheet_says_what_it_prints() -> None:
    sheet = sample.of_blocks(sample.rows(1))
    job = pdf.job_of(sheet, digest.imprint_of(sample.artifact("picket"), sheet), Look())
    assert job["imprint"]["title"] == "Picket"
    assert job["imprint"]["digest"] == digest.digest_of(sheet)
