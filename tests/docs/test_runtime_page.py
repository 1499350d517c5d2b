"""The Python of docs/runtime.md and docs/simulation.md runs, from the first block to the last."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.compiler.emit import canonical
from rulewright.compiler.pipeline import compile_ruleset

from .pages import ROOT, fences


@pytest.mark.parametrize("name", ["runtime.md", "simulation.md"])
def test_the_python_of_the_page_runs(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "generated" / "picket"
    folder.mkdir(parents=True)
    document = compile_ruleset(ROOT / "rulesets" / "picket", cache=False).document
    (folder / "ruleset.json").write_bytes(canonical(document))
    monkeypatch.chdir(tmp_path)
    page = ROOT / "docs" / name
    names: dict[str, object] = {}
    for fence in fences(page, "python"):
        code = compile("\n" * fence.line + fence.text, str(page), "exec")
        exec(code, names)
