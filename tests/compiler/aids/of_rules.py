"""Sheets of a few lines of rules."""

from pathlib import Path
from typing import Any

import pytest

from rulewright.compiler.aids import registry
from rulewright.compiler.aids.context import Context
from rulewright.compiler.aids.model import Item, Items, Paragraph, Section, Sheet, Table, Text
from rulewright.compiler.pipeline import compile_ruleset

HEAD = """\
ruleset duel "The Duel"
  sides: red "Red Fleet", blue "Blue Fleet"
  d6: 1..6
"""


class Rules:
    """A folder of one file of rules, compiled anew for each question."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def document(self, text: str) -> dict[str, Any]:
        (self.folder / "duel.rules").write_text(HEAD + text, encoding="utf-8")
        return compile_ruleset(self.folder, cache=False).document

    def context(self, text: str) -> Context:
        return Context(self.document(text))

    def sheets(self, text: str) -> dict[str, Sheet]:
        return {sheet.id: sheet for sheet in registry.sheets_of(self.document(text))}


@pytest.fixture
def rules(tmp_path: Path) -> Rules:
    return Rules(tmp_path)


def said(words: Text) -> str:
    """A text as one line; what is assumed bears a mark."""
    return "".join(run.text + ("‡" if run.assumed else "") for run in words)


def lines(sections: list[Section]) -> list[str]:
    """All that stands in sections, a line for each heading, row, note and paragraph."""
    found: list[str] = []
    for section in sections:
        found += [f"# {said(section.heading)}"] if section.heading else []
        for block in section.blocks:
            if isinstance(block, Table):
                found.append(f"= {said(block.caption)}")
                found += [" | ".join(said(cell.text) for cell in row.cells) for row in block.rows]
                found += [f"* {said(note)}" for note in block.notes]
            elif isinstance(block, Paragraph):
                found.append(said(block.text))
            elif isinstance(block, Items):
                found += _items(block.items, "")
    return found


def _items(items: tuple[Item, ...], pad: str) -> list[str]:
    found = []
    for item in items:
        ends = "".join(
            [f" ({', '.join(item.who)})" if item.who else "", *(f" [{one}]" for one in item.cites)]
        )
        found.append(f"{pad}{item.label} {said(item.text)}{ends}".rstrip())
        found += _items(item.items, f"{pad}  ")
    return found
