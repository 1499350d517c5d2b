"""The report of a simulation: made again without the rules, complete, legible to all."""

import re
import sqlite3
from importlib.resources import files
from pathlib import Path

import pytest

from rulewright.cli import charts
from rulewright.compiler.aids.model import Words

from ..compiler.aids import browser  # noqa: TID252
from .conftest import Run


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def words_of(page: Path) -> str:
    return " ".join(re.sub(r"<style>.*?</style>|<[^>]*>", " ", text_of(page), flags=re.DOTALL).split())


def test_it_can_be_made_again_from_the_folder_alone(run: Run, here: Path) -> None:
    run("new mine")
    run("simulate mine --games 12 --jobs 1 --out games")
    page = here / "games" / "report.html"
    before = page.read_bytes()
    page.unlink()
    for file in (here / "mine").iterdir():
        file.unlink()
    result = run("report games")
    assert result.exit_code == 0
    assert "12 games; the report is in games: html" in result.output
    assert page.read_bytes() == before


def test_it_says_what_was_counted(run: Run, here: Path) -> None:
    run("simulate picket --games 20 --jobs 1 --out games")
    with sqlite3.connect(here / "games" / "games.sqlite") as base:
        (won,) = base.execute("SELECT count(*) FROM games WHERE winner = 'watch'").fetchone()
        (rolls, raiders) = base.execute("SELECT sum(rolls), sum(losses_raiders) FROM games").fetchone()
    words = words_of(here / "games" / "report.html")
    assert f"The Watch {won} {won / 20:.1%}" in words
    assert "20, of which 20 came to an end" in words
    for heading in ("Who wins", "How long games last", "Why games end", "Points", "Losses", "How to read it"):
        assert heading in words
    assert "The rules declare no points" in words
    assert ("Dice luck" in words) == (rolls > 0)
    assert (
        "rulewright simulate picket --games 20 --bots raiders=random,watch=random --seed 1 --scenario moonless"
        in words
    )
    assert raiders >= 0


def test_games_that_stopped_are_told(run: Run, here: Path) -> None:
    run("simulate picket --games 3 --seed 4 --jobs 1 --max-decisions 5 --out games")
    words = words_of(here / "games" / "report.html")
    assert "Games that stopped before their end seed decisions why 4 5 not over after 5 decisions" in words


def test_every_chart_has_words_for_those_who_do_not_see_it(run: Run, here: Path) -> None:
    run("simulate picket --games 20 --jobs 1 --out games")
    drawings = re.findall(r"<svg[^>]*>", text_of(here / "games" / "report.html"))
    assert len(drawings) >= 4
    assert all('role="img" aria-label="' in one for one in drawings)


@browser.needs_chromium
def test_axe_finds_no_barrier(run: Run, here: Path) -> None:
    run("compare picket picket+short_night --games 12 --jobs 1 --out games")
    axe = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
    with browser.opened() as page:
        for name in ("a/report.html", "compare.html"):
            page.set_content(text_of(here / "games" / name))
            page.evaluate(axe)
            found = page.evaluate("axe.run()")
            assert [(one["id"], one["nodes"][0]["html"]) for one in found["violations"]] == [], name


def test_other_formats(run: Run, here: Path) -> None:
    run("simulate picket --games 6 --jobs 1 --out games")
    assert run("report games --format svg").exit_code == 0
    assert (here / "games" / "report-wins.svg").is_file()
    assert "error[RW0917]: there is no format `swg` for reports" in run("report games --format swg").stderr


def test_what_is_no_simulation_has_no_report(run: Run, here: Path) -> None:
    assert "error[RW0841]" in run("report nowhere").stderr
    run("simulate picket --games 1 --jobs 1 --out games")
    with sqlite3.connect(here / "games" / "games.sqlite") as base:
        base.execute("DELETE FROM games")
    assert "error[RW0961]" in run("report games").stderr
    (here / "games" / "run.json").write_text("{")
    assert "error[RW0842]" in run("report games").stderr


@pytest.mark.parametrize(
    "values", [[0.0], [3.0, 3.0], [0.0, 1e9], [-0.25, 0.25], [1e-9, 2e-9], list(map(float, range(50)))]
)
def test_a_histogram_can_be_drawn_of_any_values(values: list[float]) -> None:
    for whole in (False, True):
        drawing = charts.histogram(values, str, whole=whole)
        assert drawing.width == charts.WIDTH
        assert len(drawing.shapes) < 200


def test_a_long_label_takes_two_lines_and_no_more() -> None:
    label = "German Victory Points for merchants that were sunk by the raiders of the second wave"
    drawing = charts.bars([charts.Bar(label, 0.5, 0.4, 0.6, "")])
    words = [one for one in drawing.shapes if isinstance(one, Words)]
    lines = [one.text for one in words if one.align == "right"]
    assert len(lines) == 2
    assert lines[1].endswith(" …")
