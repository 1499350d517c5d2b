"""Every row of every table answers a roll or a look-up that no other row answers.

Without it `check` fails, and says which total, value or box is missing. Each row is deleted from the text,
and the ruleset is resolved and judged in this process. To be quick, only the block that the row stood in is
parsed again, and only the first row of each table is followed by all promises of `check`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from rulewright.compiler import reading
from rulewright.compiler.check import piece, table
from rulewright.compiler.check.indexed import indexed
from rulewright.compiler.check.promises import OF_THE_WHOLE, PROMISES, Promise
from rulewright.compiler.diagnostics import Diagnostic, Problems
from rulewright.compiler.garbage import collector_paused
from rulewright.compiler.manifest import Manifest
from rulewright.compiler.parse import parse
from rulewright.compiler.parse.blocks import Block, divide
from rulewright.compiler.parse.tree import (
    Declaration,
    DefineNode,
    ExprNode,
    LookupNode,
    RowNode,
    TableNode,
    TrackNode,
    Tree,
)
from rulewright.compiler.resolve import resolve
from rulewright.compiler.source import SourceFile

RULESETS = Path(__file__).resolve().parents[2] / "rulesets"
GAPS = ("RW0311", "RW0312", "RW0316")  # a box, a total, and a value that is looked up, which no row answers
ALL = (*PROMISES, *OF_THE_WHOLE)
OF_TABLES = (
    table.every_roll_finds_one_row,
    table.every_lookup_finds_one_row,
    piece.every_box_of_a_track_has_one_row,
)


@dataclass(frozen=True)
class Ruleset:
    manifest: Manifest
    sources: list[SourceFile]
    blocks: list[tuple[Block, Declaration]]

    def problems_with(
        self, changed: tuple[int, Declaration] | None = None, promises: Sequence[Promise] = ALL
    ) -> list[Diagnostic]:
        """What these promises say, with one block replaced by another declaration."""
        problems = Problems(self.sources)
        declarations = [made for _, made in self.blocks]
        if changed is not None:
            declarations[changed[0]] = changed[1]
        files = [source.path for source in self.sources]
        with collector_paused():
            model = resolve(Tree(tuple(declarations)), self.manifest, files, problems)
            if not problems.is_spoilt:
                model = indexed(model)
                for promise in promises:
                    promise(model, problems)
        return problems.sorted()


@cache
def ruleset_of(name: str) -> Ruleset:
    problems = Problems()
    folder = RULESETS / name
    manifest = reading.manifest_of(folder, problems)
    sources = reading.read_sources(folder, manifest, problems)
    blocks = [block for source in sources for block in divide(source)[0]]
    tree = problems.gate(parse(sources, problems))
    return Ruleset(manifest, list(problems.sources), list(zip(blocks, tree.declarations, strict=True)))


def rows_of(made: Declaration) -> list[RowNode]:
    """Those rows of a declaration without which something is not answered."""
    if isinstance(made, TrackNode):
        return list(made.rows)
    lookups: list[LookupNode | None] = []
    if isinstance(made, TableNode):
        lookups = [made.result, made.roll.lookup if made.roll else None, *(drm.lookup for drm in made.drms)]
    elif isinstance(made, DefineNode):
        lookups = [made.lookup] if made.lookup is not None and made.lookup.by else []
    return [
        row
        for lookup in lookups
        if lookup is not None
        and not any(part.args == ("otherwise",) for row in lookup.rows for part in row.cells[0])
        for row in lookup.rows
    ]


def without(block: Block, line: int) -> Declaration:
    """The declaration of `block` after a line of it was deleted."""
    lines = [text for number, text in enumerate(block.lines, block.first) if number != line]
    problems = Problems()
    (made,) = parse([SourceFile("deleted", "\n".join(lines) + "\n")], problems).declarations
    assert not problems.sorted()
    return made


def names_it(problem: Diagnostic, row: RowNode) -> bool:
    """Does the message name a total, a value or a box that the deleted row answered?"""
    said = re.split(r" has no row for (?:box(?:es)? )?", problem.message, maxsplit=1)[-1].partition(" (")[0]
    numbers = [int(word.replace("−", "-")) for word in re.findall(r"[-−]?\b\d+", said)]
    for key in row.cells[0]:
        low, high = map(number_of, key.args if key.op == "range" else (key, key))
        if key.op == "name":
            if re.search(rf"\b{key.args[0]}\b", said):
                return True
        elif any((low is None or low <= one) and (high is None or one <= high) for one in numbers):
            return True
    return False


def number_of(node: ExprNode | None) -> int | None:
    if node is None:
        return None
    if node.op == "neg":
        below = number_of(node.args[0])
        return None if below is None else -below
    return int(node.args[0]) if node.op == "number" else None


KINDS = [("picket", TableNode), ("picket", TrackNode)] + [
    ("rheinuebung", kind) for kind in (TableNode, DefineNode, TrackNode)
]


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_a_table_without_one_of_its_rows_is_refused(name: str, kind: type[Declaration]) -> None:
    ruleset = ruleset_of(name)
    silent: list[str] = []
    count = 0
    for number, (block, made) in enumerate(ruleset.blocks):
        for place, row in enumerate(rows_of(made) if isinstance(made, kind) else ()):
            count += 1
            poorer = without(block, row.at[1])
            found = ruleset.problems_with((number, poorer), ALL if place == 0 else OF_TABLES)
            gaps = [one for one in found if one.code in GAPS and one.severity == "error"]
            if not any(f"`{made.id}`" in gap.message and names_it(gap, row) for gap in gaps):
                line = block.lines[row.at[1] - block.first]
                silent.append(f"{made.id}, {line.strip()}: {[one.message for one in found]}")
    assert silent == []
    assert count > 0


@pytest.mark.parametrize("name", ["picket", "rheinuebung"])
def test_with_all_their_rows_the_tables_are_sound(name: str) -> None:
    assert [one.message for one in ruleset_of(name).problems_with() if one.severity == "error"] == []
