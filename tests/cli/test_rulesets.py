"""A RULESET argument means the same in every command."""

from pathlib import Path

import pytest

from rulewright.cli.failures import Refused
from rulewright.cli.plugins import Plugins
from rulewright.cli.rulesets import Bases, bundled, resolve

from .plugin_modules import plugin


def plugins(tmp_path: Path, *names: str) -> Plugins:
    folders = {name: tmp_path / "installed" / name for name in names}
    return Plugins({"some-games": plugin(rulewright_rulesets=lambda: folders)})


def make(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "ruleset.yaml").write_text("ruleset: x\n", encoding="utf-8")
    return folder


def refused(asked: str, known: Plugins) -> tuple[str, str]:
    with pytest.raises(Refused) as caught:
        resolve(asked, known)
    (diagnostic,) = caught.value.diagnostics
    return diagnostic.code, diagnostic.help


def test_a_name_is_a_plugins_ruleset(here: Path) -> None:
    found = resolve("jutland", plugins(here, "jutland"))
    assert (found.kind, found.path, found.plugin) == ("folder", here / "installed" / "jutland", "some-games")


def test_what_lies_here_goes_before_a_name(here: Path) -> None:
    make(here / "jutland")
    assert resolve("jutland", plugins(here, "jutland")).plugin == ""


def test_a_folder_without_rules_does_not_hide_a_name(here: Path) -> None:
    (here / "jutland").mkdir()
    assert resolve("jutland", plugins(here, "jutland")).plugin == "some-games"


def test_an_artifact_is_a_json_file(here: Path) -> None:
    (here / "ruleset.json").write_text("{}", encoding="utf-8")
    assert resolve("ruleset.json", plugins(here)).kind == "artifact"


def test_a_slip_of_the_finger_is_recognised_among_names_and_folders(here: Path) -> None:
    make(here / "dogger_bank")
    known = plugins(here, "jutland")
    assert refused("jutlnad", known) == ("RW0901", "did you mean `jutland`?")
    assert refused("doger_bank", known) == ("RW0901", "did you mean `dogger_bank`?")
    assert refused("./doger_bank", known) == ("RW0901", "did you mean `dogger_bank`?")


def test_an_unknown_name_lists_the_known_ones(here: Path) -> None:
    assert refused("x", plugins(here, "jutland")) == ("RW0901", "known by name: `jutland`; or give a folder")


def test_a_single_file_of_rules_names_its_folder(here: Path) -> None:
    make(here / "jutland")
    (here / "jutland" / "a.rules").write_text("", encoding="utf-8")
    assert refused("jutland/a.rules", plugins(here)) == ("RW0903", "give the folder it lies in: `jutland`")


def test_a_folder_that_holds_no_rules_says_so(here: Path) -> None:
    (here / "empty").mkdir()
    code, way_out = refused("empty", plugins(here))
    assert code == "RW0901"
    assert "has no `ruleset.yaml`" in way_out


def test_a_base_lies_beside_its_variant_or_has_a_name(here: Path) -> None:
    known = plugins(here, "jutland", "coronel")
    bases = Bases(make(here / "games" / "variant"), known)
    assert bases.find("jutland") == here / "installed" / "jutland"
    make(here / "games" / "jutland")
    assert bases.find("jutland") == here / "games" / "jutland"
    assert bases.find("trafalgar") is None


def test_the_bundled_rulesets_come_through_the_same_door(here: Path) -> None:
    assert "picket" in [ruleset.asked for ruleset in bundled(Plugins())]
