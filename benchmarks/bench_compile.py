"""Compile: a line of rules beside a line of ledger; one edit beside a cold run; the commands."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks import measuring, sources
from rulewright.compiler.pipeline import compile_ruleset


def folder_of(text: str, where: Path) -> Path:
    where.mkdir(parents=True, exist_ok=True)
    (where / "speed.rules").write_text(text)
    return where


def main() -> None:
    from beancount.loader import load_string

    with tempfile.TemporaryDirectory() as scratch:
        os.environ["XDG_CACHE_HOME"] = f"{scratch}/cache"
        root = Path(scratch)
        lines = 10_000
        text, book = sources.rules(lines), sources.ledger(lines)
        length = text.count("\n")
        big = folder_of(text, root / "big")
        figures = measuring.in_process(
            {
                "beancount load_string": lambda: load_string(book),
                "rulewright compile, no cache": lambda: compile_ruleset(big, cache=False).document,
            },
            rounds=5,
        )
        print(f"{length:,} lines of rules, {book.count(chr(10)):,} lines of ledger")
        figures = {name: seconds / (length if "rulewright" in name else book.count("\n")) for name, seconds in figures.items()}
        measuring.show("whole compile, per line", figures, "beancount load_string", target="at most 6, aim at 4")

        edits = iter(range(1, 1000))

        def edited() -> None:
            folder_of(sources.rules(lines, next(edits)), root / "big")
            _ = compile_ruleset(big).document

        figures = measuring.in_process({"cold": lambda: compile_ruleset(big, cache=False).document, "one edit": edited}, rounds=5)
        measuring.show("after one edit in 10,000 lines", figures, "cold", unit="ms", target="at most 0.5")

        check_commands(root)


def check_commands(root: Path) -> None:
    small = folder_of(sources.rules(2_000), root / "small")
    (root / "book.beancount").write_text(sources.ledger(2_000))
    binaries = Path(sys.executable).parent
    edits = iter(range(1, 1000))
    environment = root / "cache"

    def changed() -> None:
        shutil.rmtree(environment, ignore_errors=True)
        folder_of(sources.rules(2_000, next(edits)), small)
        # The parser's tables are part of the installation; only what depends on this text is cold.
        subprocess.run([str(binaries / "rulewright"), "check", str(root / "tiny")], check=False, capture_output=True)

    folder_of(sources.HEAD, root / "tiny")
    members = {
        "bean-check, 2,000 lines": [str(binaries / "bean-check"), "--no-cache", str(root / "book.beancount")],
        "rulewright check, 2,000 changed lines": [str(binaries / "rulewright"), "check", str(small)],
    }
    figures = measuring.commands(members, before={"rulewright check, 2,000 changed lines": changed})
    measuring.show("the whole command", figures, "bean-check, 2,000 lines", unit="ms", target="at most 1.6")
    members = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "rulewright --help": [str(binaries / "rulewright"), "--help"],
        "rulewright check, unchanged": [str(binaries / "rulewright"), "check", str(small)],
    }
    figures = measuring.commands(members, rounds=15)
    measuring.show("start-up", figures, "python -c pass", unit="ms", target="--help at most 6, unchanged at most 15")


if __name__ == "__main__":
    main()
