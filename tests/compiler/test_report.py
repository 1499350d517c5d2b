"""How a problem looks to a designer, and to a tool."""

import json
from textwrap import dedent

import jsonschema
from hypothesis import given
from hypothesis import strategies as st

from rulewright import schemas
from rulewright.compiler.diagnostics import Diagnostic
from rulewright.compiler.report import render_json, render_text, summary
from rulewright.compiler.source import SourceFile

SEARCH = SourceFile("rulesets/rheinuebung/search.rules", "\n" * 13 + "    | 4.. | contact |\n")
GAP = Diagnostic(
    "RW0312",
    "error",
    "table `search` has no row for a total of 3",
    span=(0, 14, 7, 3),
    label="this row starts at 4",
    cites=("6.2",),
    help="widen a neighbouring row, or add `| 3 | … |`",
)


def shown(text: str, column: int, width: int, page: int = 100) -> list[str]:
    """Return the source line and its underline, without the gutter."""
    d = Diagnostic("RW0101", "error", "m", span=(0, 1, column, width), label="here")
    _, _, line, marks, *_ = render_text([d], [SourceFile("a.rules", text)], color=False, width=page).split(
        "\n"
    )
    return [line[7:], marks[7:]]


def test_a_problem_shows_its_line_its_section_and_a_way_out() -> None:
    assert render_text([GAP], [SEARCH], color=False) == dedent("""\
        error[RW0312]: table `search` has no row for a total of 3
          rulesets/rheinuebung/search.rules:14:7
           14 |     | 4.. | contact |
              |       ^^^ this row starts at 4
          section 6.2
          help: widen a neighbouring row, or add `| 3 | … |`
        """)


def test_the_manifest_shows_its_line_too() -> None:
    d = Diagnostic(
        "RW0106", "error", "m", path="ruleset.yaml", line=3, excerpt=("titel: x", 1, 5), label="here"
    )
    assert render_text([d], [], color=False) == dedent("""\
        error[RW0106]: m
          ruleset.yaml:3:1
           3 | titel: x
             | ^^^^^ here
        """)


def test_other_places_are_shown_below_the_first() -> None:
    twice = SourceFile("a.rules", "side axis\n" * 12)
    d = Diagnostic(
        "RW0201", "error", "m", span=(0, 11, 6, 4), related=(((0, 2, 6, 4), "first here"),), plugin="p"
    )
    assert render_text([d], [twice], color=False) == dedent("""\
        error[RW0201]: m
          a.rules:11:6
           11 | side axis
              |      ^^^^
          a.rules:2:6
            2 | side axis
              |      ---- first here
          reported by the plugin `p`
        """)


def test_the_underline_stands_below_its_word_after_tabs_and_wide_letters() -> None:
    assert shown("\tx y", 4, 1) == ["    x y", "      ^ here"]
    assert shown("漢字 y", 4, 1) == ["漢字 y", "     ^ here"]
    assert shown("e\u0301 y", 4, 1) == ["e\u0301 y", "  ^ here"]
    assert shown("漢字", 1, 2) == ["漢字", "^^^^ here"]


def test_a_place_past_the_end_is_marked_behind_the_last_word() -> None:
    assert shown("end", 4, 0) == ["end", "   ^ here"]
    assert shown("end", 90, 5) == ["end", "   ^ here"]


def test_a_long_line_is_cut_around_its_mistake() -> None:
    line, marks = shown("a" * 500 + "bad" + "c" * 500, 501, 3, page=60)
    assert line.startswith("…a")
    assert line.endswith("c…")
    assert len(line) <= 53
    assert line[marks.index("^") : marks.rindex("^") + 1] == "bad"


def test_a_source_cannot_move_the_reader_s_cursor() -> None:
    line, _ = shown("\x1b[2Jx\u202ey", 1, 1)
    assert line == "�[2Jx�y"


def test_colour_changes_nothing_but_colour() -> None:
    painted = render_text([GAP], [SEARCH], color=True)
    assert "\x1b[1;31m" in painted
    for code in ("\x1b[1;31m", "\x1b[1m", "\x1b[2m", "\x1b[0m"):
        painted = painted.replace(code, "")
    assert painted == render_text([GAP], [SEARCH], color=False)


def test_tools_get_the_same_places_as_json() -> None:
    nowhere = Diagnostic("RW0108", "note", "m", path="ruleset.yaml")
    document = json.loads(render_json([GAP, nowhere], [SEARCH]))
    jsonschema.validate(document, schemas.load("diagnostics"))
    assert document["errors"] == document["notes"] == 1
    first, second = document["diagnostics"]
    assert (first["path"], first["line"], first["column"]) == (SEARCH.path, 14, 7)
    assert (second["path"], second["line"]) == ("ruleset.yaml", None)


def test_the_summary_counts_by_severity() -> None:
    warning = Diagnostic("RW0313", "warning", "m")
    assert summary([GAP, GAP, GAP, warning]) == "3 errors, 1 warning"
    assert summary([]) == "no problems"


texts = st.text(alphabet=st.characters(codec="utf-8"), max_size=80)


@given(
    text=texts,
    line=st.integers(-1, 4),
    column=st.integers(0, 99),
    width=st.integers(0, 99),
    page=st.integers(0, 60),
)
def test_any_place_in_any_text_can_be_reported(
    text: str, line: int, column: int, width: int, page: int
) -> None:
    d = Diagnostic(
        "RW0101", "error", text, span=(0, line, column, width), label=text, related=(((7, 1, 1, 1), text),)
    )
    shown = render_text([d], [SourceFile("a.rules", text)], color=False, width=page)
    assert all(char.isprintable() or char == "\n" for char in shown if char < "\x80")
    json.loads(render_json([d], [SourceFile("a.rules", text)]))
