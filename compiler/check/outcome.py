"""Every result of a table is handled by whoever rolls on it."""

from __future__ import annotations

from rulewright.compiler.check import errors
from rulewright.compiler.check.index import Declaration, bodies, statements_in
from rulewright.compiler.check.indexed import IndexedModel, TableFacts
from rulewright.compiler.diagnostics import Problems


def every_result_is_handled(model: IndexedModel, problems: Problems) -> None:
    """RW0318: a roll has an arm for each result that its table can give, or keeps the result."""
    for _, _, body in bodies(model.index):
        for statement in statements_in(body):
            if statement["do"] != "roll" or statement["table"] not in model.index.tables:
                continue
            table = model.index.tables[statement["table"]]
            if statement["arms"]:
                armed = {name for arm in statement["arms"] for name in arm["names"]}
                missing = [name for name in given_by(model, table) if name not in armed]
                # An arm for what the table never gives was told by RW0224; it may be the missing one, misspelt.
                if missing and armed.issubset(table["outcomes"]):
                    problems.add(errors.unhandled_outcome(statement, table, missing))
            elif statement["as"] is None:
                problems.add(errors.result_ignored(statement, table))


def given_by(model: IndexedModel, table: Declaration) -> list[str]:
    """Return the names that a roll can give, in the order of the table."""
    if model.known is None:
        return _given_by(table, model.tables[table["id"]])
    return model.known.given(table, lambda: _given_by(table, model.tables[table["id"]]))


def _given_by(table: Declaration, facts: TableFacts) -> list[str]:
    result = table["result"]
    can_give: dict[str, None] = {}
    found_rows = set(facts.rows.found)
    found_columns = None if facts.columns is None else set(facts.columns.found)
    for number, row in enumerate(result["rows"] if result is not None else ()):
        if number in found_rows:
            for column, cell in enumerate(row["cells"]):
                if isinstance(cell, list) and (found_columns is None or column in found_columns):
                    can_give.update((part[0], None) for part in cell if isinstance(part, list))
    for natural in table["naturals"]:
        if isinstance(natural["value"], list):
            can_give.update((part[0], None) for part in natural["value"] if isinstance(part, list))
    if table["threshold"] is not None:
        can_give.update({"success": None, "failure": None})
    if facts.totals.can_be_impossible:
        can_give["impossible"] = None
    if table["result_type"] == "number":
        return []
    return list(can_give)
