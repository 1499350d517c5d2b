"""Every row of every table answers a roll or a look-up that no other row answers.

Without it `check` fails, and says which total, value or box is missing. To be quick, the whole compiler is asked once
for each kind of table. Otherwise a row is deleted from the text where others see that it is gone, since its table gives
less than before: then those that name the table are resolved, too. Where nobody sees it, it is deleted from the model.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulewright.compiler import reading
from rulewright.compiler.check import check, piece, table
from rulewright.compiler.check.indexed import indexed
from rulewright.compiler.diagnostics import Diagnostic, Problems
from rulewright.compiler.garbage import collector_paused
from rulewright.compiler.manifest import Manifest
from rulewright.compiler.model import Model
from rulewright.compiler.parse import parse
from rulewright.compiler.parse.blocks import Block, divide
from rulewright.compiler.parse.nodes import ExprNode, RowNode
from rulewright.compiler.parse.tree import (
    ActionNode,
    AidNode,
    BotNode,
    Declaration,
    DefineNode,
    ExampleNode,
    InvariantNode,
    LookupNode,
    RuleNode,
    ScenarioNode,
    TableNode,
    TrackNode,
    Tree,
)
from rulewright.compiler.record import replace
from rulewright.compiler.resolve import resolve
from rulewright.compiler.resolve.document import document_of
from rulewright.compiler.resolve.tables import outcomes_of
from rulewright.compiler.source import SourceFile

RULESETS = Path(__file__).resolve().parents[2] / "rulesets"
GAPS = ("RW0311", "RW0312", "RW0316")  # a box, a total, and a value that is looked up, which no row answers
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
    document: dict[str, Any]
    heads: dict[str, list[Declaration]]  # by table, made when they are needed

    def told(self, number: int = -1, changed: Declaration | None = None) -> list[Diagnostic]:
        """What the whole compiler says, with declaration `number` replaced by `changed`."""
        problems = Problems(self.sources)
        with collector_paused():
            tree = Tree(tuple(self._with(number, changed, [made for _, made in self.blocks])))
            model = resolve(tree, self.manifest, [source.path for source in self.sources], problems)
            if not problems.is_spoilt:
                check(model, problems)
        return problems.sorted()

    def told_soon(self, number: int, row: RowNode, changed: Declaration) -> list[Diagnostic]:
        """What is said of the tables, and of what names the changed one."""
        problems = Problems(self.sources)
        made = self.blocks[number][1]
        with collector_paused():
            if isinstance(made, TrackNode) or (
                isinstance(made, TableNode)
                and isinstance(changed, TableNode)
                and outcomes_of(made) != outcomes_of(changed)
            ):
                declarations = self._with(number, changed, self._with_heads_only(changed.id))
                files = [source.path for source in self.sources]
                document = document_of(declarations, self.manifest, files, problems)
            else:
                key = "tables" if isinstance(made, TableNode) else "defines"
                document = {**self.document}
                document[key] = [
                    without_row(one, list(row.at)) if one["id"] == made.id else one for one in document[key]
                ]
            if not problems.is_spoilt:
                model = indexed(Model(self.manifest, document))
                for promise in OF_TABLES:
                    promise(model, problems)
        return problems.sorted()

    def _with(
        self, number: int, changed: Declaration | None, declarations: list[Declaration]
    ) -> list[Declaration]:
        """`declarations` with one of them changed."""
        if changed is not None:
            at = next(at for at, made in enumerate(declarations) if made is self.blocks[number][1])
            declarations[at] = changed
        return declarations

    def _with_heads_only(self, table: str) -> list[Declaration]:
        """The declarations; those that do not name the table without their statements, if they are needed at all."""
        if table not in self.heads:
            self.heads[table] = [
                replace(made, body=())
                if isinstance(made, (RuleNode, ActionNode)) and not names_table
                else made
                for block, made in self.blocks
                if not isinstance(made, BotNode)  # a bot names decisions, which went with the statements
                if (names_table := re.search(rf"\b{table}\b", "\n".join(block.lines)))
                or not isinstance(made, (ExampleNode, InvariantNode, ScenarioNode, AidNode))
            ]
        return list(self.heads[table])


@cache
def ruleset_of(name: str) -> Ruleset:
    problems = Problems()
    folder = RULESETS / name
    manifest = reading.manifest_of(folder, problems)
    sources = reading.read_sources(folder, manifest, problems)
    blocks = [block for source in sources for block in divide(source)[0]]
    tree = problems.gate(parse(sources, problems))
    document = document_of(
        list(tree.declarations), manifest, [source.path for source in problems.sources], problems
    )
    pairs = list(zip(blocks, tree.declarations, strict=True))
    return Ruleset(manifest, list(problems.sources), pairs, problems.gate(document), {})


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


def without_row(node: Any, at: list[int]) -> Any:
    """The same part of a model without the row that stands there."""
    if isinstance(node, dict):
        return {key: without_row(part, at) for key, part in node.items()}
    if isinstance(node, list):
        return [
            without_row(part, at) for part in node if not (isinstance(part, dict) and part.get("at") == at)
        ]
    return node


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
        for row in rows_of(made) if isinstance(made, kind) else ():
            count += 1
            poorer = without(block, row.at[1])
            whole = count == 1
            found = ruleset.told(number, poorer) if whole else ruleset.told_soon(number, row, poorer)
            gaps = [one for one in found if one.code in GAPS and one.severity == "error"]
            if not any(f"`{made.id}`" in gap.message and names_it(gap, row) for gap in gaps):
                line = block.lines[row.at[1] - block.first]
                silent.append(f"{made.id}, {line.strip()}: {[one.message for one in found]}")
    assert silent == []
    assert count > 0


@pytest.mark.parametrize("name", ["picket", "rheinuebung"])
def test_with_all_their_rows_the_tables_are_sound(name: str) -> None:
    assert [one.message for one in ruleset_of(name).told() if one.severity == "error"] == []
