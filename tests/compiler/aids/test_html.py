"""A sheet as HTML says all that the model says, to eyes and to ears, and breaks where paper may break."""

import re
from html.parser import HTMLParser

import pytest

from rulewright.compiler.aids.errors import AidError
from rulewright.compiler.aids.formats import html
from rulewright.compiler.aids.formats.look import Look
from rulewright.compiler.aids.model import Cell, Row, Section, Sheet, Table, text

from .one_of_each import IMPRINT, sheet, table

PAGE = html.rendered(sheet(), IMPRINT, Look())


class Tags(HTMLParser):
    """All tags with their attributes, in order; every tag that is opened is closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(page)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in ("meta", "path", "rect", "circle"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("path", "rect", "circle"):
            assert self.open.pop() == tag

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attrs for name, attrs in self.found if name == tag]


TAGS = Tags(PAGE)


def test_a_page_says_its_language_its_parts_and_its_title() -> None:
    assert TAGS.all("html")[0]["lang"] == "en"
    assert [len(TAGS.all(one)) for one in ("header", "main", "footer", "h1")] == [1, 1, 1, 1]
    assert "<title>One of Each – Duel &amp; Sons</title>" in PAGE


def test_headers_of_tables_say_what_they_head() -> None:
    assert {one["scope"] for one in TAGS.all("th")} == {"col", "row"}
    assert len(TAGS.all("caption")) == len(TAGS.all("table")) == 2


def test_a_heading_over_several_sections_stands_above_theirs() -> None:
    assert re.findall(r"<h(\d)><strong>(\w+)", PAGE) == [("2", "Combat"), ("3", "Orders")]


def test_signs_are_spoken() -> None:
    assert '<span class="sign" aria-hidden="true">✓</span><span class="spoken">yes</span>' in PAGE
    assert '<span class="sign" aria-hidden="true">×</span><span class="spoken">no</span>' in PAGE
    assert PAGE.count('<span class="spoken"> (assumed)</span>') == 2


def test_sides_have_a_sign_and_a_name() -> None:
    assert '<span class="side side-0">Röd</span>' in PAGE
    assert '<span class="side side-1">Blue</span>' in PAGE


def test_the_foot_says_whose_the_sheet_is() -> None:
    foot = "Duel &amp; Sons · version 1.2 · One of Each · 0123456789ab"
    assert f'<p class="imprint">{foot}</p>' in PAGE
    assert '@bottom-left{content:"Duel \\26  Sons · version 1.2 · One of Each · 0123456789ab"' in PAGE


@pytest.mark.parametrize(
    "paper, orientation, said",
    [("a4", "portrait", "A4 portrait"), ("letter", "landscape", "Letter landscape")],
)
def test_the_paper_is_what_was_asked_for(paper: str, orientation: str, said: str) -> None:
    page = html.rendered(sheet(orientation), IMPRINT, Look(paper=paper))  # type: ignore[arg-type]
    assert f"@page{{size:{said};margin:12.0mm" in page


def test_the_same_sheet_gives_the_same_bytes() -> None:
    assert html.rendered(sheet(), IMPRINT, Look()) == PAGE


def test_words_are_no_markup() -> None:
    wild = Sheet("x", "<b>", (Section(text("<script>"), (table(),)),))
    page = html.rendered(wild, IMPRINT, Look())
    assert "<script" not in page
    assert "<h1>&lt;b&gt;</h1>" in page


# ---- rows that stay together


def parts(given: Table) -> list[tuple[str, int]]:
    return [(name, len(rows)) for name, rows in html.Page(sheet(), IMPRINT, Look()).parts(given)]


def test_a_small_table_is_one_part_and_a_long_one_keeps_its_ends_together() -> None:
    assert parts(table(rows=14)) == [("head", 1), ("body", 14)]
    assert parts(table(rows=40)) == [("head", 1), ("first", 3), ("body", 34), ("last", 3)]


def test_rows_joined_by_a_cell_are_never_divided() -> None:
    group = [Row((Cell(text("a"), head="row", rows=5), Cell(text("1")))), *[Row((Cell(text("1")),))] * 4]
    joined = Table("t", (), tuple(group * 5))
    assert parts(joined) == [("first", 5), ("body", 15), ("last", 5)]


def test_numbers_of_a_column_stand_below_one_another() -> None:
    rows = html.placed(table(rows=12))
    assert [digits for _, digits in rows[1]] == [0, 2, 2]  # "−1", and "10" below
    assert '<td class="number"><span class="w2">−1</span></td>' in PAGE


# ---- themes


def test_a_ruleset_brings_css_and_templates_of_its_own() -> None:
    own = Look(
        css="h1{color:red}", templates={"paragraph.html.j2": "<p class='own'>{{ block.text | runs }}</p>"}
    )
    page = html.rendered(sheet(), IMPRINT, own)
    assert page.index("h1{color:red}") > page.index("@media print")
    assert "<p class='own'>Nobody moves twice.</p>" in page


@pytest.mark.parametrize(
    "source, line, said",
    [
        ("<p>\n{{ block.words }}", 2, "has no attribute 'words'"),
        ("{% if %}", 1, "Expected an expression"),
        ("{{ a }}", 1, "'a' is undefined"),
        ("{{ 1 // 0 }}", 1, "zero"),
    ],
)
def test_a_wrong_template_is_named_with_its_line(source: str, line: int, said: str) -> None:
    with pytest.raises(AidError) as caught:
        html.rendered(sheet(), IMPRINT, Look(templates={"paragraph.html.j2": source}))
    assert caught.value.code == "RW0621"
    assert f"template `paragraph.html.j2`, line {line}" in caught.value.message
    assert said in caught.value.message


def test_css_cannot_end_its_element() -> None:
    assert "</style><script>" not in html.rendered(sheet(), IMPRINT, Look(css="</style><script>"))
