"""A table's rows have a cell for each column, and its cells give the results that it promises."""

from __future__ import annotations

from rulewright.runtime.integrity.declared import Declared, Json
from rulewright.runtime.integrity.expression import Expressions, arms_of
from rulewright.runtime.integrity.findings import Findings

IMPOSSIBLE_CELL = ["impossible"]


def check_table(table: Json, of: Expressions, declared: Declared, findings: Findings) -> None:
    for param in table["params"]:
        of.type(param["type"])
        if param["name"] not in table["locals"]:
            findings.add(f"the parameter `{param['name']}` is not among the `locals`")
    of.enter(table["locals"], "result", node=("table", table["id"]))
    roll = table["roll"] or {}
    if "dice" in roll:
        of.dice(roll["dice"])
    elif "lookup" in roll:
        of.lookup(roll["lookup"], of.dice)
    if roll and table["result"] is None and table["threshold"] is None:
        findings.add("it is rolled, and has neither rows nor a threshold")
    of.values([table["threshold"], table["dummies"], *([table["favours"]["side"]] if "favours" in table else [])])
    ids = _drms(table, of, declared, findings)
    for drm in table["drms"]:
        for row in drm.get("lookup", {}).get("rows", ()):
            for cancelled in row.get("cancels", ()):
                of.known("modifier", cancelled, ids)
    for natural in table["naturals"]:
        of.keys(natural["keys"])
        _cell(natural["value"], table, of)
    if table["result"] is not None:
        _result(table, of, findings)


def _drms(table: Json, of: Expressions, declared: Declared, findings: Findings) -> set[str]:
    """Look through the modifiers; return the ids of all, those of tables of modifiers included."""
    ids: set[str] = set()
    for drm in table["drms"]:
        findings.near(drm)
        if "common" in drm:
            if of.known("table", drm["common"], declared.tables):
                of.uses_table(drm["common"])
                common = declared.tables[drm["common"]]
                if (
                    any(common[key] is not None for key in ("roll", "result", "threshold"))
                    or common["params"]
                ):
                    findings.add(f"`{drm['common']}` is more than a table of modifiers", drm)
                ids.update(one["id"] for one in common["drms"] if "id" in one)
            continue
        if drm["id"] in ids:
            findings.add(f"two modifiers are called `{drm['id']}`", drm)
        ids.add(drm["id"])
        if "lookup" in drm:
            of.lookup(drm["lookup"], lambda cell: None if cell == IMPOSSIBLE_CELL else of.value(cell))
        else:
            of.values([drm["amount"], drm["when"]])
    return ids


def _result(table: Json, of: Expressions, findings: Findings) -> None:
    result = table["result"]
    of.value(result["by"])
    if (result["by"] is None) != (not result["columns"]):
        findings.add("it has columns without `by`, or `by` without columns")
    for column in result["columns"]:
        of.keys(column)
    for row in result["rows"]:
        findings.near(row)
        of.row(row, len(result["columns"]) or 1)
        for cell in row["cells"]:
            if _is_bag(cell) != (table["result_type"] == "outcome"):
                findings.add(f"a cell is no {table['result_type']}", row)
            _cell(cell, table, of)


def _is_bag(cell: Json) -> bool:
    return isinstance(cell, list) and cell[:1] != ["frac"]


def _cell(cell: Json, table: Json, of: Expressions) -> None:
    """A bag of results, a number, or what a natural roll makes of the local `result`."""
    if isinstance(cell, list) and (not cell or isinstance(cell[0], list)):
        for outcome, _ in cell:
            of.known(f"outcome of `{table['id']}`", outcome, arms_of(table))
    else:
        of.value(cell)
