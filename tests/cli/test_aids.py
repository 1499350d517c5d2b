"""Sheets on the disk: all that can be made, whole files only, and an answer to whoever has old paper."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.compiler.aids.model import Paragraph, Section, Sheet, text

from .conftest import Run

PICKET = Path(__file__).parents[2] / "rulesets" / "picket"


@pytest.fixture
def picket(here: Path) -> Path:
    """A copy of the small game, to be changed."""
    shutil.copytree(PICKET, here / "mine")
    return here / "mine"


def change(folder: Path, old: str, new: str, name: str = "picket.rules") -> None:
    file = folder / name
    before = file.read_text(encoding="utf-8")
    assert old in before
    file.write_text(before.replace(old, new), encoding="utf-8")


def names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_the_sheets_are_written_and_their_paths_printed(run: Run, here: Path) -> None:
    result = run("aids picket")
    assert result.exit_code == 0
    made = names_in(here / "aids" / "picket")
    assert {"page.html", "sheets.json"} <= made
    assert "aids/picket/page.html" in result.output
    page = (here / "aids" / "picket" / "page.html").read_text(encoding="utf-8")
    digest = json.loads((here / "aids" / "picket" / "sheets.json").read_text())["sheets"]["page"]
    assert "Lookout Table" in page
    assert digest in page
    assert digest in result.output


def test_the_same_rules_give_the_same_bytes(run: Run, here: Path) -> None:
    run("aids picket --out one")
    run("aids picket --out two")
    for name in names_in(here / "one"):
        assert (here / "one" / name).read_bytes() == (here / "two" / name).read_bytes()


def test_a_moved_line_keeps_a_sheet_and_a_changed_table_does_not(run: Run, here: Path, picket: Path) -> None:
    run("aids mine --out paper")
    digest = json.loads((here / "paper" / "sheets.json").read_text())["sheets"]["page"]
    change(picket, "table lookout", "\n\n# moved\ntable lookout")
    result = run(f"aids mine --stale {digest} --out elsewhere")
    assert result.exit_code == 0
    assert "Picket on One Page is as it was printed" in result.output
    change(picket, 'drm shoal_water "quarry in a shoal" +2', 'drm shoal_water "quarry in a shoal" +3')
    result = run(f"aids mine --stale {digest[:6]} --out elsewhere")
    assert result.exit_code == 1
    assert f"no sheet has the hash {digest[:6]} now" in result.output


def test_whoever_kept_the_list_hears_of_every_sheet(run: Run, here: Path, picket: Path) -> None:
    change(picket, "aid page", 'aid order "Order of Play"\n  sequence: all\naid page')
    run("aids mine --out paper")
    digests = json.loads((here / "paper" / "sheets.json").read_text())["sheets"]
    change(picket, '"quarry in a shoal" +2', '"quarry in a shoal" +3')
    change(picket, "aid page", 'aid boats "Boats"\n  rosters: ship\naid page')
    result = run(f"aids mine --out paper --stale {digests['order']}")
    assert result.exit_code == 1
    assert "Order of Play is as it was" in result.output
    assert "Picket on One Page changed: print it again" in result.output
    assert "Boats is new" in result.output


def test_one_sheet_alone(run: Run, here: Path, picket: Path) -> None:
    change(picket, "aid page", 'aid order "Order of Play"\n  sequence: all\naid page')
    assert run("aids mine --sheet order --format html --out paper").exit_code == 0
    assert names_in(here / "paper") == {"order.html"}


def test_without_any_aid_everything_is_on_some_sheet(run: Run, here: Path, picket: Path) -> None:
    text = (picket / "picket.rules").read_text(encoding="utf-8")
    (picket / "picket.rules").write_text(text[: text.index("aid page")], encoding="utf-8")
    assert run("aids mine --format html --out paper").exit_code == 0
    assert {
        "charts.html",
        "sequence.html",
        "tracks.html",
        "maps.html",
        "counters.html",
        "index.html",
    } <= names_in(here / "paper")


def test_an_artifact_is_enough(run: Run, here: Path) -> None:
    run("build picket --out built")
    assert run("aids built/picket/ruleset.json --format html --out paper").exit_code == 0
    assert (here / "paper" / "page.html").read_bytes() == (
        here / "built" / "picket" / "aids" / "page.html"
    ).read_bytes()


def test_long_work_shows_a_bar_on_a_terminal_and_none_in_a_pipe(here: Path) -> None:
    import os
    import pty
    import subprocess
    import sys

    command = [sys.executable, "-c", "from rulewright.cli.main import main; main()", "aids", "picket"]
    master, slave = pty.openpty()
    with subprocess.Popen([*command, "--format", "html"], stdout=slave, stderr=slave, cwd=here) as made:
        os.close(slave)
        seen = b""
        while True:
            try:
                part = os.read(master, 4096)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            seen += part
    os.close(master)
    assert made.returncode == 0
    assert b"sheets  [" in seen
    assert b"100%" in seen
    piped = subprocess.run([*command, "--format", "html"], capture_output=True, cwd=here, check=True)
    assert b"sheets  [" not in piped.stdout + piped.stderr


# ---- what goes wrong


def test_a_style_that_is_no_text_is_named(run: Run, picket: Path) -> None:
    manifest = picket / "ruleset.yaml"
    manifest.write_text(manifest.read_text(encoding="utf-8") + "theme: [sheets.css]\n", encoding="utf-8")
    (picket / "sheets.css").write_bytes("h1{color:gr\xfcn}".encode("latin-1"))
    result = run("aids mine --out paper")
    assert result.exit_code != 0
    assert "RW0612" in result.output
    assert "`sheets.css` is no text in UTF-8" in result.output
    assert "save it as UTF-8" in result.output


@pytest.mark.parametrize(
    ("line", "code", "help"),
    [
        ("aids picket --sheet pge", "RW0919", "did you mean `page`?"),
        ("aids picket --format htm", "RW0917", "did you mean `html`?"),
        ("aids picket --stale 12", "RW0920", "foot"),
        ("aids picket --stale turn", "RW0920", "foot"),
        ("aids picet", "RW0901", "did you mean `picket`?"),
    ],
)
def test_wrong_questions(run: Run, line: str, code: str, help: str) -> None:
    result = run(line)
    assert result.exit_code == 1
    assert code in result.stderr
    assert help in result.stderr


def test_a_table_that_is_gone_is_named_where_the_sheet_names_it(run: Run, picket: Path) -> None:
    change(picket, "  tables: lookout\n", "  tables: lokout\n")
    result = run("aids mine")
    assert result.exit_code == 1
    assert "error[RW0201]" in result.stderr
    assert "did you mean `lookout`?" in result.stderr


def test_a_table_that_is_gone_from_an_artifact_fails_one_sheet(run: Run, here: Path, picket: Path) -> None:
    change(picket, "aid page", 'aid order "Order of Play"\n  sequence: all\naid page')
    run("build mine --out built")
    file = here / "built" / "picket" / "ruleset.json"
    document = json.loads(file.read_text(encoding="utf-8"))
    document["aids"][1]["parts"][1]["of"] = ["gone"]
    file.write_text(json.dumps(document), encoding="utf-8")
    result = run("aids built/picket/ruleset.json --format html --out paper")
    assert result.exit_code == 1
    assert "error[RW0610]: sheet “Picket on One Page”: `tables` names `gone`" in result.stderr
    assert "order.html" in names_in(here / "paper")
    assert "page.html" not in names_in(here / "paper")


def test_a_folder_that_cannot_be_written_is_refused_at_once(run: Run, here: Path) -> None:
    (here / "paper").write_text("a file")
    result = run("aids picket --out paper")
    assert result.exit_code == 1
    assert "error[RW0906]: the sheets cannot be written" in result.stderr
    assert "--out" in result.stderr
    assert (here / "paper").read_text() == "a file"


@pytest.mark.skipif(os.name == "nt" or os.getuid() == 0, reason="root may write everywhere")
def test_a_folder_without_permission_is_refused(run: Run, here: Path) -> None:
    (here / "paper").mkdir(mode=0o500)
    assert "RW0906" in run("aids picket --out paper").stderr


# ---- themes


def test_a_theme_brings_styles_with_their_pictures(run: Run, here: Path, picket: Path) -> None:
    (picket / "sheets.css").write_text("h1 { color: #123456; background: url(paper.png) }")
    (picket / "paper.png").write_bytes(b"\x89PNG")
    with (picket / "ruleset.yaml").open("a", encoding="utf-8") as file:
        file.write("theme: [sheets.css]\n")
    assert run("aids mine --format html --out paper").exit_code == 0
    page = (here / "paper" / "page.html").read_text(encoding="utf-8")
    assert "#123456" in page
    assert "data:image/png;base64,iVBORw==" in page


def test_a_picture_that_is_missing_is_named(run: Run, picket: Path) -> None:
    (picket / "sheets.css").write_text("h1 { color: red }\nh2 { background: url('papr.png') }")
    with (picket / "ruleset.yaml").open("a", encoding="utf-8") as file:
        file.write("theme: [sheets.css]\n")
    result = run("aids mine")
    assert result.exit_code == 1
    assert "error[RW0611]" in result.stderr
    assert "sheets.css, line 2: there is no picture `papr.png`" in result.stderr


def test_an_error_of_a_template_says_where_and_what(run: Run, here: Path, picket: Path) -> None:
    (picket / "sheet.html.j2").write_text("<h1>{{ sheet.title }}</h1>\n{{ nobody.knows }}\n")
    with (picket / "ruleset.yaml").open("a", encoding="utf-8") as file:
        file.write("theme: [sheet.html.j2]\n")
    result = run("aids mine --out paper")
    assert result.exit_code == 1
    assert "error[RW0621]" in result.stderr
    assert "sheet.html.j2`, line 2" in result.stderr
    assert "nobody" in result.stderr
    assert "page.html" not in names_in(here / "paper")
    assert "page-strait.svg" in names_in(here / "paper")


# ---- plugins


def further(document: object) -> Sheet:
    return Sheet("house", "House Rules", (Section((), (Paragraph(text("No talking.")),)),))


def test_a_plugin_brings_sheets_and_formats(run: Run, here: Path, with_plugin: Callable[..., None]) -> None:
    with_plugin(
        rulewright_sheets=lambda: {"house": further},
        rulewright_sheet_formats=lambda: {
            "txt": lambda sheet, imprint, look: {f"{sheet.id}.txt": sheet.title.encode()}
        },
    )
    result = run("aids picket --format html,txt --out paper")
    assert result.exit_code == 0
    assert {"house.html", "house.txt", "page.txt"} <= names_in(here / "paper")
    assert (here / "paper" / "house.txt").read_text() == "House Rules"


@pytest.mark.parametrize(
    "hooks",
    [
        {"rulewright_sheets": lambda: {"house": lambda document: 1 / 0}},
        {"rulewright_sheets": lambda: {"house": lambda document: "no sheet"}},
        {"rulewright_sheets": lambda: {"home": further}},
    ],
)
def test_a_plugin_that_fails_is_named_and_the_other_sheets_are_made(
    run: Run, here: Path, with_plugin: Callable[..., None], hooks: dict[str, object]
) -> None:
    with_plugin(**hooks)
    result = run("aids picket --format html --out paper")
    assert result.exit_code == 1
    assert "RW0911" in result.stderr
    assert "some-plugin" in result.stderr
    assert "page.html" in names_in(here / "paper")


def test_a_format_writes_nowhere_else(run: Run, here: Path, with_plugin: Callable[..., None]) -> None:
    with_plugin(rulewright_sheet_formats=lambda: {"txt": lambda sheet, imprint, look: {"../evil.txt": b""}})
    result = run("aids picket --format txt --out paper")
    assert result.exit_code == 1
    assert "RW0911" in result.stderr
    assert not (here / "evil.txt").exists()


# ---- build


def test_build_keeps_the_sheets_of_bundled_rulesets(run: Run, here: Path) -> None:
    run("build picket --out built")
    folder = here / "built" / "picket" / "aids"
    assert {"page.html", "sheets.json"} <= names_in(folder)
    assert run("build picket --check --out built").exit_code == 0
    (folder / "page.html").write_text("torn")
    (folder / "old.html").write_text("left over")
    result = run("build picket --check --out built")
    assert result.exit_code == 1
    assert "`page.html` of `picket` is stale" in result.stderr
    assert "`old.html` of `picket` is no longer built" in result.stderr
    run("build picket --out built")
    assert "old.html" not in names_in(folder)
    assert run("build picket --check --out built").exit_code == 0
