"""Every result of a table is handled by whoever rolls on it."""

from __future__ import annotations

from rulewright.compiler.check import drm, errors
from rulewright.compiler.check.index import Declaration, bodies, statements_in
from rulewright.compiler.check.indexed import IndexedModel, TableFacts
from rulewright.compiler.diagnostics import Problems
from rulewright.compiler.model import Json


def every_result_is_handled(model: IndexedModel, problems: Problems) -> None:
    """RW0318: a roll with arms has one for each result its table can give, and none for another."""
    for _, _, body in bodies(model.index):
        for statement in statements_in(body):
            if statement["do"] != "roll" or statement["table"] not in model.index.tables:
                continue
            table = model.index.tables[statement["table"]]
            if not statement["arms"]:
                if statement["as"] is None:
                    problems.add(errors.result_ignored(statement, table))
                continue
            _judge_arms(statement, table, model.tables[table["id"]], problems)


def _judge_arms(roll: Json, table: Declaration, facts: TableFacts, problems: Problems) -> None:
    can_give, may_be_named = given_by(table, facts)
    armed = [name for arm in roll["arms"] for name in arm["names"]]
    missing = [name for name in can_give if name not in armed]
    if missing:
        problems.add(errors.unhandled_outcome(roll, table, missing))
    for name in dict.fromkeys(armed):
        if name not in may_be_named:
            problems.add(errors.arm_never_given(roll, table, name, list(can_give)))


def given_by(table: Declaration, facts: TableFacts) -> tuple[list[str], set[str]]:
    """Return the names that a roll can give, and all names that the table writes."""
    result = table["result"]
    can_give: dict[str, None] = {}
    written: set[str] = set()
    rows = result["rows"] if result is not None else ()
    found_rows = set(facts.rows.found)
    found_columns = None if facts.columns is None else set(facts.columns.found)
    for number, row in enumerate(rows):
        for column, cell in enumerate(row["cells"]):
            if not isinstance(cell, list):
                continue
            is_found = number in found_rows and (found_columns is None or column in found_columns)
            for part in cell:
                if isinstance(part, list) and part[0] not in can_give:
                    written.add(part[0])
                    if is_found:
                        can_give[part[0]] = None
    for natural in table["naturals"]:
        names = names_of(natural["value"])
        written.update(names)
        can_give.update(dict.fromkeys(names))
    if table["threshold"] is not None:
        written.update(("success", "failure"))
        can_give.update({"success": None, "failure": None})
    if "impossible" in table["outcomes"] or _writes_impossible(table):
        written.add("impossible")
        if facts.totals.can_be_impossible:
            can_give["impossible"] = None
    return list(can_give), written


def names_of(cell: Json) -> list[str]:
    """The names in a bag such as `2 hull + evasion`; a number or an expression has none."""
    if not isinstance(cell, list) or (cell and isinstance(cell[0], str)):
        return []
    return [name for name, _ in cell]


def _writes_impossible(table: Declaration) -> bool:
    rows = (row for modifier in table["drms"] for row in modifier.get("lookup", {}).get("rows", ()))
    return any(drm.IMPOSSIBLE in row["cells"] for row in rows)
