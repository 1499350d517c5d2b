"""Unchanged sources are recognised by their bytes, and by nothing less."""

import os
from pathlib import Path

import pytest

from rulewright.cli import stamps

LONG_AGO = 1_000_000_000


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "game"
    folder.mkdir()
    write(folder / "ruleset.yaml", "ruleset: game\n")
    write(folder / "game.rules", "one\n")
    return folder


def write(path: Path, text: str) -> None:
    """Write a file that looks old: what was saved a moment ago is not stamped."""
    path.write_text(text, encoding="utf-8")
    os.utime(path, (LONG_AGO, LONG_AGO))


def stamp(folder: Path) -> None:
    stamps.Stamps(folder, "").write({"said": "well"}, b"{}", [], [])


def test_what_was_found_is_remembered_with_its_artifact(game: Path) -> None:
    stamp(game)
    found = stamps.Stamps(game, "").read()
    assert found is not None
    assert (found.found, found.artifact) == ({"said": "well"}, b"{}")


def test_the_same_size_and_time_do_not_hide_another_byte(game: Path) -> None:
    stamp(game)
    write(game / "game.rules", "two\n")
    assert stamps.Stamps(game, "").read() is None


def test_a_new_file_of_rules_counts_even_in_a_folder_below(game: Path) -> None:
    stamp(game)
    (game / "more").mkdir()
    write(game / "more" / "tables.rules", "three\n")
    assert stamps.Stamps(game, "").read() is None


def test_another_way_of_judging_has_a_stamp_of_its_own(game: Path) -> None:
    stamp(game)
    assert stamps.Stamps(game, "examples=False").read() is None


def test_a_file_saved_while_it_was_judged_is_not_stamped(game: Path) -> None:
    waiting = stamps.Stamps(game, "")
    (game / "game.rules").write_text("saved meanwhile\n", encoding="utf-8")
    waiting.write({"said": "well"}, None, [], [])
    assert stamps.Stamps(game, "").read() is None


def test_a_damaged_stamp_is_as_good_as_none(game: Path, tmp_path: Path) -> None:
    stamp(game)
    for file in (tmp_path / "cache").rglob("*.json"):
        file.write_bytes(file.read_bytes()[:50])
    assert stamps.Stamps(game, "").read() is None


def test_a_changed_artifact_in_the_cache_is_not_used(game: Path, tmp_path: Path) -> None:
    stamp(game)
    for file in (tmp_path / "cache").rglob("*.ruleset"):
        file.write_bytes(b'{"evil": 1}')
    assert stamps.Stamps(game, "").read() is None


def test_another_version_of_rulewright_judges_anew(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stamp(game)
    monkeypatch.setattr(stamps, "own_identity", lambda: "another")
    assert stamps.Stamps(game, "").read() is None


def test_a_cache_that_cannot_be_written_is_no_error(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(game / "game.rules"))  # a file, where a folder should be
    stamp(game)
    assert stamps.Stamps(game, "").read() is None


def test_the_cache_keeps_a_bounded_number_of_stamps(game: Path, tmp_path: Path) -> None:
    for number in range(stamps.KEPT + 5):
        stamps.Stamps(game, str(number)).write({}, b"{}", [], [])
    assert len(list((tmp_path / "cache").rglob("*.json"))) == stamps.KEPT
    assert len(list((tmp_path / "cache").rglob("*.ruleset"))) == stamps.KEPT


def test_a_file_is_replaced_whole_and_keeps_usual_rights(tmp_path: Path) -> None:
    target = tmp_path / "ruleset.json"
    target.write_bytes(b"old")
    stamps.write_atomically(target, b"new")
    assert target.read_bytes() == b"new"
    assert target.stat().st_mode & 0o044
    assert list(tmp_path.iterdir()) == [target]
