"""The first page and the tutorial show what is there, and their commands run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from .pages import PAGES, ROOT, fences, text_of

QUOTATION = re.compile(r"^<!-- from (\S+) -->\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
QUOTED = [
    pytest.param(ROOT / path, text, id=f"{page.name}-{number}")
    for page in PAGES
    for number, (path, text) in enumerate(QUOTATION.findall(text_of(page)))
]


@pytest.mark.parametrize("file, text", QUOTED)
def test_what_is_quoted_stands_in_the_file(file: Path, text: str) -> None:
    assert text in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("page", ["README.md", "docs/coverage.md"])
def test_the_commands_of_a_page_run(page: str, tmp_path: Path) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "NO_COLOR": "1", "XDG_CACHE_HOME": str(tmp_path / "cache")}
    commands = [line for fence in fences(ROOT / page, "sh") for line in fence.text.splitlines()]
    for command in commands:
        if command.startswith("make "):
            continue  # these install and test everything
        done = subprocess.run(
            command,
            shell=True,
            cwd=tmp_path,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
