"""The tutorial, and the page on simulations, are true: their commands run in order, its changes apply, and what it shows is printed.

A block `sh` is run; a line of it that ends in `# fails` must leave with 1. A block `diff` is applied to
the file named in its first line. Each line of a block `text` must be in what the last `sh` block
printed; `…` stands for anything.
"""

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = ("tutorial.md", "simulation.md", "odds.md")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass
class Reader:
    """Somebody who follows the tutorial word by word, in an empty folder."""

    folder: Path
    environment: dict[str, str]
    printed: str = ""

    def follow(self, kind: str, text: str) -> None:
        match kind:
            case "sh":
                self.printed = "".join(self.run(line) for line in text.splitlines() if line.strip())
            case "diff":
                self.change(text)
            case "text":
                for line in text.splitlines():
                    self.expect(line)

    def run(self, line: str) -> str:
        command, _, remark = line.partition("  # ")
        result = subprocess.run(
            ["sh", "-c", command],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
            stdin=subprocess.DEVNULL,
        )
        output = result.stdout + result.stderr
        expected = 1 if remark.strip() == "fails" else 0
        assert result.returncode == expected, f"{command}\nleft with {result.returncode}:\n{output}"
        return output

    def change(self, text: str) -> None:
        first, *lines = text.splitlines()
        path = self.folder / first.removeprefix("+++ ").strip()
        old = "".join(f"{line[1:]}\n" for line in lines if line[:1] in " -")
        new = "".join(f"{line[1:]}\n" for line in lines if line[:1] in " +")
        before = path.read_text(encoding="utf-8")
        assert before.count(old) == 1, f"{path.name} holds this {before.count(old)} times:\n{old}"
        path.write_text(before.replace(old, new), encoding="utf-8")

    def expect(self, line: str) -> None:
        wanted = ".*".join(re.escape(part) for part in line.strip().split("…"))
        assert re.search(wanted, self.printed), f"{line!r} is not in what was printed:\n{self.printed}"


@pytest.fixture
def reader(tmp_path: Path) -> Reader:
    commands = tmp_path / "bin"
    commands.mkdir()
    script = commands / "rulewright"
    script.write_text(f"#!{sys.executable}\nfrom rulewright.cli.main import main\nmain()\n", encoding="utf-8")
    script.chmod(0o755)
    folder = tmp_path / "desk"
    folder.mkdir()
    environment = {
        **os.environ,
        "PATH": f"{commands}{os.pathsep}{os.environ['PATH']}",
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "COLUMNS": "100",
    }
    return Reader(folder, environment)


@pytest.mark.parametrize("page", PAGES)
def test_the_page_is_true(reader: Reader, page: str) -> None:
    blocks = BLOCK.findall((ROOT / "docs" / page).read_text(encoding="utf-8"))
    assert len(blocks) > 8
    for kind, text in blocks:
        reader.follow(kind, text)
