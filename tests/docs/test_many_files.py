"""RW0221, RW0231 to RW0233 and RW0237 need a folder: they are about several files, or about one that is missing."""

from __future__ import annotations

from collections.abc import Callable
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


ROOT = (
    "ruleset: root\nsources: [root.rules]\n",
    GAME.replace("ruleset t", "ruleset root")
    + """track turn: 1..4 = 1
track wind: 1..6 = 1
enum ending: over
phase clock
  if turn = last(turn)
    end game as over
  add wind to turn
  set wind to 1
rule victory
  set winner to a
example "a turn passes"
  given turn = 1
  phase clock
  expect turn = 1 + 1
variant optional gale
  set wind.start to 2
""",
)
MIDDLE = (
    "ruleset: middle\nbased_on: root\nsources: [middle.rules]\n",
    'variant middle of root "The Middle"\n  set turn.last to 6\n  set gale to yes\nexample "a turn passes"\n  expect last(turn) = last(turn)\n',
)
TOP = (
    "ruleset: top\nbased_on: middle\nsources: [top.rules]\n",
    'variant top of middle "The Top"\n  set turn.first to 0\n  set turn.start to 0\n',
)


def lying_beside(tmp_path: Path, **rulesets: tuple[str, str]) -> Callable[[str], Path | None]:
    """Write each ruleset into its folder; return how a base is found."""
    for name, (manifest, rules) in rulesets.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "ruleset.yaml").write_text(manifest)
        (tmp_path / name / f"{name}.rules").write_text(rules)
    return lambda name: tmp_path / name if name in rulesets else None


def test_a_variant_of_a_variant_has_the_changes_of_both(tmp_path: Path) -> None:
    find = lying_beside(tmp_path, root=ROOT, middle=MIDDLE, top=TOP)
    document = compile_ruleset(tmp_path / "top", cache=False, find=find).document
    assert (document["ruleset"]["id"], document["ruleset"]["title"]) == ("top", "The Top")
    tracks = {track["id"]: track for track in document["tracks"]}
    assert (tracks["turn"]["range"], tracks["turn"]["start"], tracks["wind"]["start"]) == ([0, 6], 0, 2)
    assert document["files"] == ["root/root.rules", "middle/middle.rules", "top.rules"]
    assert [example["id"] for example in document["examples"]] == ["a_turn_passes", "a_turn_passes_2"]
    assert document["options"] == []


def test_variants_that_go_round_in_a_circle_are_refused(tmp_path: Path) -> None:
    middle = (MIDDLE[0].replace("root", "top"), MIDDLE[1].replace("root", "top"))
    find = lying_beside(tmp_path, middle=middle, top=TOP)
    with pytest.raises(CompileFailed) as failed:
        compile_ruleset(tmp_path / "top", cache=False, find=find)
    (found,) = failed.value.diagnostics
    assert (found.code, found.message) == ("RW0219", "the ruleset `top` is a variant of itself: top → middle → top")


def test_a_variant_needs_its_base(tmp_path: Path) -> None:
    manifest = "ruleset: hunt\nbased_on: pickett\nsources: [hunt.rules]\n"
    variant = 'variant hunt of pickett "The Hunt"\n'
    found = refused(tmp_path, {"ruleset.yaml": manifest, "hunt.rules": variant})
    assert found.code == "RW0233"
