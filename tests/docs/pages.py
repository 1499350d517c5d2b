"""The fenced blocks of the documentation, and how a snippet of rules becomes a whole ruleset."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import indent

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))

HEADER = 'ruleset snippet "Snippet"\n  sides: red, blue\n  d6: 1..6\n  d10: 0..9\n'

_FENCE = re.compile(r"^```(?P<info>[^\n`]+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Fence:
    """A fenced block: the first word after the fence, the words after that, and its place."""

    page: Path
    line: int
    language: str
    words: tuple[str, ...]
    text: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT).as_posix()}:{self.line}"


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def prose_of(page: Path) -> str:
    """The page without its fenced blocks."""
    return re.sub(r"^```.*?^```$", "", text_of(page), flags=re.MULTILINE | re.DOTALL)


def fences(page: Path, language: str) -> Iterator[Fence]:
    text = text_of(page)
    for match in _FENCE.finditer(text):
        first, *words = match["info"].split()
        if first == language:
            yield Fence(page, text.count("\n", 0, match.start()) + 1, first, tuple(words), match["text"])


def rulesets(page: Path) -> Iterator[tuple[Fence, str]]:
    """Every block of rules of a page with the whole text that it stands for.

    `rules world` is read before each later block of its page, and `rules more` is added to it; `rules
    steps` holds statements of a rule; `rules alone` stands without the world. A ruleset without a head
    gets HEADER.
    """
    world = ""
    for fence in fences(page, "rules"):
        text = fence.text
        if "steps" in fence.words:
            text = f"rule snippet_steps\n{indent(text, '  ')}"
        if "more" in fence.words:
            text = world = world + text
        elif "world" in fence.words:
            world = text
        elif "alone" not in fence.words:
            text = world + text
        yield fence, text if re.search(r"^ruleset ", text, re.MULTILINE) else HEADER + text
