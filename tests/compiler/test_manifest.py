"""What `ruleset.yaml` may say, and how a slip in it is answered."""

from pathlib import Path

import jsonschema
import pytest
import yaml

from rulewright import schemas
from rulewright.compiler.diagnostics import Diagnostic, Problems
from rulewright.compiler.manifest import Manifest, Section, load_manifest

WHOLE = """\
ruleset: my_game
title: "My Game: a chase"
version: 1.10
description: >
  A game of two sides.
based_on: other_game
sources: [first.rules, more/second.rules]
contents:
  - {section: 7, title: Movement}
  - {section: 7.10, title: Fuel, no_rule: "designer's notes"}
unfinished: [7]
sides_colours: {german: "#5B6F7A", allied: navy}
theme: [more/sheets.css, more/table.html.j2]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "more").mkdir()
    (tmp_path / "first.rules").write_text("x")
    (tmp_path / "more" / "second.rules").write_text("x")
    (tmp_path / "more" / "sheets.css").write_text("x")
    (tmp_path / "more" / "table.html.j2").write_text("x")
    return tmp_path


def load(folder: Path, text: str) -> tuple[Manifest | None, list[Diagnostic]]:
    (folder / "ruleset.yaml").write_text(text, encoding="utf-8")
    problems = Problems()
    return load_manifest(folder, problems), problems.sorted()


def slip(folder: Path, text: str) -> Diagnostic:
    """Return the one problem of a manifest that is otherwise complete."""
    if "sources" not in text:
        text = "sources: [first.rules]\n" + text
    if "ruleset" not in text:
        text = "ruleset: my_game\n" + text
    _, problems = load(folder, text)
    (only,) = problems
    return only


def test_a_manifest_is_read_as_it_is_written(folder: Path) -> None:
    manifest, problems = load(folder, WHOLE)
    assert problems == []
    assert manifest is not None
    assert manifest == Manifest(
        ruleset="my_game",
        title="My Game: a chase",
        version="1.10",
        description="A game of two sides.\n",
        based_on="other_game",
        sources=("first.rules", "more/second.rules"),
        contents=(Section("7", "Movement"), Section("7.10", "Fuel", "designer's notes")),
        unfinished=("7",),
        sides_colours={"german": "#5b6f7a", "allied": "#000080"},
        theme=("more/sheets.css", "more/table.html.j2"),
        path=(folder / "ruleset.yaml").as_posix(),
    )
    assert [section.line for section in manifest.contents] == [9, 10]


def test_the_schema_describes_the_same_manifest(folder: Path) -> None:
    schema = schemas.load("manifest")
    whole = yaml.safe_load(WHOLE)
    jsonschema.validate(whole, schema)
    assert set(schema["properties"]) == set(whole)
    section = schema["properties"]["contents"]["items"]["properties"]
    assert set(section) == {"section", "title", "no_rule"}


MISTAKES = [
    ("titel: x", "RW0106", "did you mean `title`?"),
    ("colours: x", "RW0106", "it may have `ruleset`"),
    ("contents: [{section: 7, title: x, norule: y}]", "RW0106", "did you mean `no_rule`?"),
    ("title: [x]", "RW0107", ""),
    ("title:", "RW0107", ""),
    ("ruleset: My Game", "RW0107", ""),
    ("sources: first.rules", "RW0107", ""),
    ("sources: ['*.rules']", "RW0107", "list each file"),
    ("sources: [first.rules, first.rules]", "RW0107", ""),
    ("sources: [notes.txt]", "RW0107", "ends in `.rules`"),
    ("contents: [7]", "RW0107", ""),
    ("contents: [{section: 7}]", "RW0107", ""),
    ("contents: [{section: 7, title: a}, {section: 7, title: b}]", "RW0107", ""),
    ("sides_colours: {german: '#12'}", "RW0107", ""),
    ("sides_colours: {german: greyish}", "RW0107", "`navy`"),
    ("theme: [second.rules]", "RW0107", "files of style"),
    ("theme: [sheet.css]", "RW0108", "did you mean `more/sheets.css`?"),
    ("theme: [../sheet.css]", "RW0110", ""),
    ("contents: [{section: 7.2, title: a}]\nunfinished: [7.3]", "RW0107", "did you mean `7.2`?"),
    ("sources: [frist.rules]", "RW0108", "did you mean `first.rules`?"),
    ("title: a: b", "RW0109", "written in quotes"),
    ("title: [a", "RW0109", ""),
    ("title: \t[a", "RW0109", ""),
    ("title: \x07", "RW0109", ""),
    ("title: a\ntitle: b", "RW0109", ""),
    ("title: &a b", "RW0109", "in quotes"),
    ("title: *a", "RW0109", "in quotes"),
    ("title: !!python/object/apply:os.system [ls]", "RW0109", "in quotes"),
    ("title: a\n---\ntitle: b", "RW0109", ""),
    ("title: " + "[" * 900, "RW0109", ""),
    ("sources: [../first.rules]", "RW0110", ""),
    ("sources: [/etc/first.rules]", "RW0110", ""),
    ("sources: ['C:/first.rules']", "RW0110", ""),
]


@pytest.mark.parametrize(("text", "code", "help"), MISTAKES, ids=[text[:30] for text, _, _ in MISTAKES])
def test_a_slip_is_answered_at_its_line(folder: Path, text: str, code: str, help: str) -> None:
    problem = slip(folder, text)
    assert problem.code == code
    assert help in problem.help
    assert problem.line is not None
    assert problem.excerpt is not None
    line = (folder / "ruleset.yaml").read_text(encoding="utf-8").split("\n")[problem.line - 1]
    assert problem.excerpt[0] == line


def test_a_link_does_not_lead_out_of_the_folder(folder: Path) -> None:
    game = folder / "game"
    game.mkdir()
    (game / "linked.rules").symlink_to(folder / "first.rules")
    _, problems = load(game, "ruleset: g\nsources: [linked.rules]")
    assert [p.code for p in problems] == ["RW0110"]


def test_an_empty_manifest_is_told_what_it_needs(folder: Path) -> None:
    for text in ("", "# nothing yet\n", "{}"):
        _, problems = load(folder, text)
        assert sorted(p.message for p in problems) == [
            "`ruleset.yaml` has no `ruleset`",
            "`ruleset.yaml` has no `sources`",
        ]


def test_all_slips_are_told_at_once(folder: Path) -> None:
    _, problems = load(folder, "ruleset: 7\nsources: [a.rules, b.txt]\ntitle: {}\nx: y")
    assert [p.code for p in problems] == ["RW0107", "RW0108", "RW0107", "RW0107", "RW0106"]


def test_a_single_file_of_rules_needs_no_manifest(tmp_path: Path) -> None:
    (tmp_path / "My Game.rules").write_text("x")
    problems = Problems()
    manifest = load_manifest(tmp_path, problems)
    assert manifest is not None
    assert (manifest.ruleset, manifest.sources, manifest.is_inferred) == ("my_game", ("My Game.rules",), True)
    assert problems.sorted() == []


def test_a_folder_without_a_manifest_is_told_the_way_out(tmp_path: Path) -> None:
    def way_out() -> str:
        problems = Problems()
        assert load_manifest(tmp_path, problems) is None
        (only,) = problems.sorted()
        assert only.code == "RW0108"
        return only.help

    assert "rulewright new" in way_out()
    (tmp_path / "a.rules").write_text("x")
    (tmp_path / "b.rules").write_text("x")
    assert "lists them under `sources`" in way_out()
    (tmp_path / "ruleset.yml").write_text("x")
    assert way_out() == "rename `ruleset.yml` to `ruleset.yaml`"


def test_a_folder_that_does_not_exist_is_no_traceback(tmp_path: Path) -> None:
    problems = Problems()
    assert load_manifest(tmp_path / "nowhere", problems) is None
    assert [p.code for p in problems.sorted()] == ["RW0108"]
