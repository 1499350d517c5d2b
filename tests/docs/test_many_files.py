"""RW0221, RW0231 to RW0233 and RW0237 need a folder: they are about several files, or about one that is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.compiler.diagnostics import CompileFailed, Diagnostic
from rulewright.compiler.pipeline import compile_ruleset

GAME = 'ruleset t "T"\n  sides: a, b\n'


def refused(folder: Path, files: dict[str, str]) -> Diagnostic:
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    with pytest.raises(CompileFailed) as failed:
        compile_ruleset(folder, cache=False)
    return failed.value.diagnostics[0]


def test_a_ruleset_begins_with_its_declaration(tmp_path: Path) -> None:
    assert refused(tmp_path, {"t.rules": "track turn: 1..6 = 1\n"}).code == "RW0221"


def test_two_files_that_include_each_other_are_refused(tmp_path: Path) -> None:
    found = refused(
        tmp_path,
        {
            "ruleset.yaml": "ruleset: t\nsources: [game.rules]\n",
            "game.rules": f'{GAME}include "tables.rules"\n',
            "tables.rules": 'include "game.rules"\ntrack turn: 1..6 = 1\n',
        },
    )
    assert (found.code, found.line) == ("RW0231", 1)
    assert "game.rules → tables.rules → game.rules" in found.message


def test_an_include_that_leads_nowhere_is_refused_with_the_nearest_file(tmp_path: Path) -> None:
    found = refused(
        tmp_path,
        {
            "ruleset.yaml": "ruleset: t\nsources: [game.rules]\n",
            "game.rules": f'{GAME}include "tabels.rules"\n',
            "tables.rules": "track turn: 1..6 = 1\n",
        },
    )
    assert (found.code, found.line, found.help) == ("RW0232", 3, "did you mean `tables.rules`?")


def test_an_include_stays_inside_the_folder(tmp_path: Path) -> None:
    (tmp_path / "elsewhere.rules").write_text("track turn: 1..6 = 1\n")
    folder = tmp_path / "game"
    folder.mkdir()
    assert refused(folder, {"game.rules": f'{GAME}include "../elsewhere.rules"\n'}).code == "RW0232"


def test_the_manifest_and_the_rules_call_the_ruleset_by_one_name(tmp_path: Path) -> None:
    found = refused(tmp_path, {"ruleset.yaml": "ruleset: u\nsources: [game.rules]\n", "game.rules": GAME})
    assert (found.code, found.message) == ("RW0237", "the rules are called `t`, and in the manifest `u`")
    assert found.help.startswith("write `ruleset: t` in ")


def test_a_variant_needs_its_base(tmp_path: Path) -> None:
    manifest = "ruleset: hunt\nbased_on: pickett\nsources: [hunt.rules]\n"
    variant = 'variant hunt of pickett "The Hunt"\n'
    found = refused(tmp_path, {"ruleset.yaml": manifest, "hunt.rules": variant})
    assert found.code == "RW0233"
