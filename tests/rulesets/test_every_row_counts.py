"""Every row of every table answers a roll that no other row answers: without it `check` fails, and says which."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulewright.compiler import reading
from rulewright.compiler.check import check
from rulewright.compiler.diagnostics import Diagnostic, Problems
from rulewright.compiler.model import Model
from rulewright.compiler.resolve import resolve

RULESETS = Path(__file__).resolve().parents[2] / "rulesets"
GAPS = ("RW0312", "RW0316")  # a total, and a value that a modifier looks up, which no row answers

Rows = list[dict[str, Any]]


@cache
def model_of(ruleset: str) -> Model:
    problems = Problems()
    folder = RULESETS / ruleset
    manifest = reading.manifest_of(folder, problems)
    sources = reading.read_sources(folder, manifest, problems)
    tree = problems.gate(reading.parsed(sources, problems, None))
    files = [source.path for source in problems.sources]
    return problems.gate(resolve(tree, manifest, files, problems, {}))


def rows_of(document: dict[str, Any]) -> Iterator[tuple[str, int, int | None, int]]:
    """(table, its place in the document, modifier or None for the result, row)"""
    for number, table in enumerate(document["tables"]):
        if table["result"] is not None:
            yield from ((table["id"], number, None, row) for row in range(len(table["result"]["rows"])))
        for modifier, drm in enumerate(table["drms"]):
            if "lookup" in drm:
                yield from ((table["id"], number, modifier, row) for row in range(len(drm["lookup"]["rows"])))


def without(model: Model, number: int, modifier: int | None, row: int) -> tuple[Model, dict[str, Any]]:
    """`model` as if one line of a table had been deleted, and the row that stood there."""
    tables = list(model.document["tables"])
    table = tables[number] = dict(tables[number])
    if modifier is None:
        rows: Rows = list(table["result"]["rows"])
        table["result"] = {**table["result"], "rows": rows}
    else:
        table["drms"] = list(table["drms"])
        drm = table["drms"][modifier]
        rows = list(drm["lookup"]["rows"])
        table["drms"][modifier] = {**drm, "lookup": {**drm["lookup"], "rows": rows}}
    deleted = rows.pop(row)
    return replace(model, document={**model.document, "tables": tables}), deleted


def names_it(problem: Diagnostic, row: dict[str, Any]) -> bool:
    """Does the message name a total, or a value, that the deleted row answered?"""
    said = problem.message.partition(" has no row for ")[2].partition(" (")[0]
    numbers = [int(word.replace("−", "-")) for word in re.findall(r"[-−]?\b\d+", said)]
    for key in row["keys"]:
        if "is" in key:
            name = key["is"][-1] if isinstance(key["is"], list) else key["is"]
            if name in numbers or re.search(rf"\b{'none' if name is None else name}\b", said):
                return True
        else:
            low = key["from"] if key["from"] is not None else -10_000
            high = key["to"] if key["to"] is not None else 10_000
            if any(low <= number <= high for number in numbers):
                return True
    return False


@pytest.mark.parametrize("ruleset", ["picket", "rheinuebung"])
def test_a_table_without_one_of_its_rows_is_refused(ruleset: str) -> None:
    model = model_of(ruleset)
    silent: list[str] = []
    count = 0
    for table, number, modifier, row in rows_of(model.document):
        count += 1
        poorer, deleted = without(model, number, modifier, row)
        problems = Problems()
        check(poorer, problems)
        gaps = [one for one in problems.sorted() if one.code in GAPS and f"`{table}`" in one.message]
        if not any(names_it(gap, deleted) for gap in gaps):
            silent.append(f"{table}, row {deleted['keys']}: {[gap.message for gap in gaps]}")
    assert silent == []
    assert count > 0


@pytest.mark.parametrize("ruleset", ["picket", "rheinuebung"])
def test_with_all_their_rows_the_tables_are_sound(ruleset: str) -> None:
    problems = Problems()
    check(model_of(ruleset), problems)
    assert [one.message for one in problems.sorted() if one.severity == "error"] == []
