"""Tree, model and artifact of the tiny ruleset: small enough to be read when they change."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.compiler.emit import canonical
from rulewright.compiler.pipeline import compile_ruleset, show_model, show_tree

ROOT = Path(__file__).parents[2]
GOLDENS = ROOT / "tests" / "goldens"
PICKET = ROOT / "rulesets" / "picket"


@pytest.mark.parametrize("name", ["tree", "model"])
def test_the_tiny_ruleset_keeps_its_form(name: str, update_goldens: bool) -> None:
    text = show_tree(PICKET) if name == "tree" else show_model(PICKET)
    golden = GOLDENS / f"picket.{name}.txt"
    if update_goldens:
        golden.write_text(text)
    assert text == golden.read_text(), "run pytest --update-goldens, and read the difference"


def test_the_same_source_gives_the_same_bytes(tmp_path: Path) -> None:
    first = canonical(compile_ruleset(PICKET, cache=False).document)
    elsewhere = tmp_path / "picket"
    elsewhere.mkdir()
    for file in PICKET.iterdir():
        (elsewhere / file.name).write_bytes(file.read_bytes())
    assert canonical(compile_ruleset(elsewhere, cache=False).document) == first


def test_a_moved_line_or_a_comment_leaves_the_rules_hash(tmp_path: Path) -> None:
    text = (PICKET / "picket.rules").read_text()
    hashes = set()
    for number, changed in enumerate((text, "# a comment\n\n" + text, text.replace('"Lookout Table"', '"Lookouts"'))):
        folder = tmp_path / str(number) / "picket"
        folder.mkdir(parents=True)
        (folder / "ruleset.yaml").write_bytes((PICKET / "ruleset.yaml").read_bytes())
        (folder / "picket.rules").write_text(changed)
        hashes.add(compile_ruleset(folder, cache=False).document["rules_hash"])
    assert len(hashes) == 1
