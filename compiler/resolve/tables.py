"""Tables, their dice, DRMs and rows, and lookups of every kind."""

from __future__ import annotations

from typing import Any

from rulewright.compiler.model import Json
from rulewright.compiler.parse.nodes import ExprNode, Param, RowNode
from rulewright.compiler.parse.tree import DrmNode, LookupNode, RollNode, TableNode
from rulewright.compiler.resolve import comparing, errors, joining, lvalues
from rulewright.compiler.resolve import expression as ex
from rulewright.compiler.resolve.cites import citing
from rulewright.compiler.resolve.scope import Scope
from rulewright.compiler.resolve.symbols import Symbol, Symbols
from rulewright.compiler.resolve.typenames import type_of
from rulewright.compiler.resolve.types import ANY, NUMBER, SIDE, Type, as_json


def params_of(params: tuple[Param, ...], scope: Scope) -> list[Json]:
    """Bind the parameters and list them for the artifact."""
    made: list[Json] = []
    for param in params:
        type, range = type_of(param.type, scope.symbols)
        local = scope.bind(param.name, type, param.at)
        listed: dict[str, Json] = {"name": local, "type": as_json(type)}
        if range is not None:
            listed["range"] = list(range)
            scope.ranges[local] = range
        made.append(listed)
    return made


# ---------------------------------------------------------------- what a table gives


def outcomes_of(node: TableNode) -> tuple[bool, list[str]]:
    """Does the table give numbers; and if not, which names can it give, in the order of the text."""
    names: dict[str, None] = {}
    numbers = False
    cells = [cell for row in (node.result.rows if node.result else ()) for cell in row.cells[1:]]
    for alternatives in cells:
        for part in alternatives:
            for name in _names(part):
                names[name] = None
            numbers = numbers or (not list(_names(part)) and part.op != "blank")
    for _, value, _ in node.naturals:
        for name in _names(value):
            names[name] = None
    if node.threshold is not None:
        names.update({"success": None, "failure": None})
    if any(_impossible(drm) for drm in node.drms):
        names["impossible"] = None
        if numbers and list(names) == ["impossible"]:
            return False, ["impossible"]
    return numbers and not names, list(names)


def _names(node: ExprNode) -> list[str]:
    if node.op == "name":
        return [node.args[0]] if node.args[0] not in ("result", "otherwise") else []
    if node.op == "quantity":
        return [node.args[1]]
    if node.op == "+":
        return [*_names(node.args[0]), *_names(node.args[1])]
    return []


def _impossible(drm: DrmNode) -> bool:
    rows = drm.lookup.rows if drm.lookup else ()
    return any(
        part.op == "name" and part.args[0] == "impossible"
        for row in rows
        for cell in row.cells
        for part in cell
    )


def declare(node: TableNode, symbols: Symbols, known: tuple[bool, list[str]] | None = None) -> None:
    numeric, outcomes = known or outcomes_of(node)
    symbol = Symbol(
        "table", node.id, node.at, node, None, {"numeric": numeric, "outcomes": outcomes, "params": []}
    )
    symbols.declare(symbol)


def declare_params(node: TableNode, symbols: Symbols) -> None:
    """Parameter types need all names, so they come after every declaration is known."""
    symbols.names[node.id].data["params"] = [(p.name, type_of(p.type, symbols)[0]) for p in node.params]


def seen_by_others(node: TableNode, symbols: Symbols) -> Json:
    """Return what the rest of the rules may know of a table, its parameters aside."""
    symbol = symbols.names.get(node.id)
    if symbol is None or symbol.node is not node:
        return None
    return [symbol.data["numeric"], symbol.data["outcomes"]]


def table(node: TableNode, symbols: Symbols) -> Json:
    scope = Scope(symbols, node.id)
    data: dict[str, Any] = symbols.names[node.id].data
    params = params_of(node.params, scope)
    drm_ids = [drm.id or drm.include for drm in node.drms]
    drms = [_drm(drm, drm_ids, scope) for drm in node.drms]
    result = _result(node.result, scope, data) if node.result is not None else None
    naturals = []
    for key, value, at in node.naturals:
        keys = lvalues.keys(key, scope, NUMBER)
        naturals.append({"keys": keys, "value": _natural(value, scope, data), "at": list(at)})
    made: dict[str, Json] = {
        "id": node.id,
        "title": node.tail.title,
        "at": list(node.at),
        "params": params,
        "roll": _roll(node.roll, scope) if node.roll is not None else None,
        "drms": drms,
        "naturals": naturals,
        "threshold": ex.number(node.threshold, scope, "as a threshold")
        if node.threshold is not None
        else None,
        "dummies": ex.number(node.dummies, scope, "for `dummies`") if node.dummies is not None else None,
        "result": result,
        "result_type": "number" if data["numeric"] else "outcome",
        "outcomes": data["outcomes"],
        **citing(node.tail),
    }
    if node.favours is not None:
        side = ex.of_type(node.favours.side, scope, SIDE, "for `favours`")
        made["favours"] = {"side": side, "when": node.favours.when}
    if node.footnotes:
        made["footnotes"] = [{"text": tail.title, **citing(tail)} for tail in node.footnotes]
    if node.doc:
        made["doc"] = node.doc
    made["locals"] = scope.locals_json()
    return made


def _natural(node: ExprNode, scope: Scope, data: dict[str, Any]) -> Json:
    """A natural's value: a bag of names, or an expression that may use `result`."""
    if not data["numeric"]:
        return _bag(node, scope)
    local = scope.fresh("result", NUMBER)
    outer = dict(scope.visible)
    scope.visible["result"] = (local, NUMBER)
    value = ex.number(node, scope, "as a result")
    scope.visible = outer
    return value


def _result(node: LookupNode, scope: Scope, data: dict[str, Any]) -> Json:
    by: Json = None
    columns: list[list[Json]] = []
    if node.by:
        by, type = ex.expression(node.by[0], scope)
        columns = [[key for part in cell for key in lvalues.keys(part, scope, type)] for cell in node.header]
    width = max(1, len(columns))
    rows = []
    kinds: set[bool] = set()
    for row in node.rows:
        kinds.update(not _names(cell[0]) for cell in row.cells[1:] if cell[0].op != "blank")
    if len(kinds) > 1:
        scope.symbols.problems.add(errors.mixed_results(node.at, scope.item))
        return {"by": by, "columns": columns, "rows": []}
    for row in node.rows:
        if len(row.cells) != width + 1:
            scope.symbols.problems.add(errors.cell_count(row.at, width + 1, len(row.cells)))
            continue
        cells = [
            ex.number(cell[0], scope, "as a result") if data["numeric"] else _bag(cell[0], scope)
            for cell in row.cells[1:]
        ]
        keys = [key for part in row.cells[0] for key in lvalues.keys(part, scope, NUMBER)]
        rows.append({"keys": keys, "cells": cells, "at": list(row.at), **citing(row.tail)})
    return {"by": by, "columns": columns, "rows": rows}


def _bag(node: ExprNode, scope: Scope) -> Json:
    """`2 hull + evasion` → [["hull", 2], ["evasion", 1]]"""
    bag = comparing.bag_of(node)
    if bag is None:
        what = f"`{ex.show(node)}`" if node.op != "blank" else "an empty cell"
        help = "a result is a name, or names with counts: `2 hull + evasion`"
        scope.symbols.problems.add(errors.not_a_value(node.at, what, help))
        return [["miss", 1]]
    return [[name, count] for name, count in bag.items()]


# ---------------------------------------------------------------- dice


def dice_of(node: ExprNode, scope: Scope) -> Json:
    """`2d6`, `lowest(2, 3d6)`"""
    if (
        node.op == "call"
        and node.args[0] in ("lowest", "highest")
        and len(node.args) == 3
        and node.args[2].op == "dice"
    ):
        inner = dice_of(node.args[2], scope)
        return {**inner, "keep": [node.args[0], ex.number(node.args[1], scope, "for the dice kept")]}
    if node.op == "name" and node.args[0] in scope.symbols.dice:
        return {"count": 1, "die": node.args[0], "keep": None}
    if node.op != "dice":
        scope.symbols.problems.add(
            errors.not_a_value(
                node.at, f"`{ex.show(node)}`", "dice are written `d10`, `2d6`, `lowest(2, 3d6)`"
            )
        )
        return {"count": 1, "die": next(iter(scope.symbols.dice), "d6"), "keep": None}
    count, die = node.args
    if die not in scope.symbols.dice:
        scope.symbols.problems.add(errors.unknown_name(die, node.at, scope.symbols.dice, "die"))
    return {"count": count, "die": die, "keep": None}


def _roll(node: RollNode, scope: Scope) -> Json:
    if node.dice is not None:
        return {"dice": dice_of(node.dice, scope)}
    assert node.lookup is not None
    return {"lookup": lookup(node.lookup, scope, "dice")[0]}


# ---------------------------------------------------------------- DRMs and lookups


def _drm(node: DrmNode, ids: list[str], scope: Scope) -> Json:
    if node.include:
        symbol = scope.symbols.names.get(node.include)
        if symbol is None or symbol.kind != "table":
            tables = [id for id, one in scope.symbols.names.items() if one.kind == "table"]
            scope.symbols.problems.add(errors.unknown_name(node.include, node.at, tables, "table"))
        return {"id": node.include, "common": node.include, "at": list(node.at)}
    made: dict[str, Json] = {
        "id": node.id,
        "title": node.tail.title,
        "at": list(node.at),
        **citing(node.tail),
    }
    if node.lookup is not None:
        made["lookup"] = lookup(node.lookup, scope, "drm", ids)[0]
        return made
    assert node.amount is not None
    made["amount"] = ex.number(node.amount, scope, "for a DRM")
    made["when"] = ex.condition(node.condition, scope, "after `if`") if node.condition is not None else None
    return made


def lookup(node: LookupNode, scope: Scope, use: str, drm_ids: list[str] | None = None) -> tuple[Json, Type]:
    """Rows found by one or two axes. `use`: "drm", "dice" or "value"; the type is that of the cells."""
    axes = [ex.expression(axis, scope) for axis in node.by]
    columns: list[list[Json]] = []
    if len(axes) == 2:
        columns = [
            [key for part in cell for key in lvalues.keys(part, scope, axes[1][1])] for cell in node.header
        ]
    width = len(columns) if len(axes) == 2 else 1
    rows: list[Json] = []
    types: list[Type] = []
    for row in node.rows:
        cancels, cells = _split_cancels(row, drm_ids, scope)
        if len(cells) != width + 1:
            scope.symbols.problems.add(errors.cell_count(row.at, width + 1, len(cells)))
            continue
        made: list[Json] = []
        for cell in cells[1:]:
            value, type = _lookup_cell(cell, scope, use, types)
            made.append(value)
            types.append(type)
        keys = [key for part in cells[0] for key in lvalues.keys(part, scope, axes[0][1])]
        listed = {"keys": keys, "cells": made, "at": list(row.at), **citing(row.tail)}
        if cancels:
            listed["cancels"] = cancels
        rows.append(listed)
    result: Type = NUMBER if use == "drm" else "dice" if use == "dice" else joining.common(types, node.at, scope)
    return {"by": [value for value, _ in axes], "columns": columns, "rows": rows}, result


def _split_cancels(
    row: RowNode, drm_ids: list[str] | None, scope: Scope
) -> tuple[list[str], list[tuple[ExprNode, ...]]]:
    cancels: list[str] = []
    cells: list[tuple[ExprNode, ...]] = []
    for index, cell in enumerate(row.cells):
        parts = [part for part in cell if not (part.op == "call" and part.args[0] == "cancels")]
        for part in cell:
            if part.op == "call" and part.args[0] == "cancels":
                names = [arg.args[0] for arg in part.args[1:] if arg.op == "name"]
                for name in names:
                    if drm_ids is None or name not in drm_ids:
                        scope.symbols.problems.add(errors.unknown_name(name, part.at, drm_ids or [], "DRM"))
                cancels.extend(names)
        if index >= 2 and drm_ids is not None and not [part for part in parts if part.op != "blank"]:
            continue  # the column of `cancels`, here or in another row
        if parts:
            cells.append(tuple(parts))
    return cancels, cells


def _lookup_cell(cell: tuple[ExprNode, ...], scope: Scope, use: str, types: list[Type]) -> tuple[Json, Type]:
    node = cell[0]
    if use == "dice":
        return dice_of(node, scope), "dice"
    if use == "drm":
        if node.op == "name" and node.args[0] == "impossible":
            return ["impossible"], NUMBER
        return ex.number(node, scope, "for a DRM"), NUMBER
    known = next((type for type in types if type not in (ANY, "none")), None)
    if len(cell) > 1:
        return ex.expression(ExprNode("group", cell, node.at), scope, known)
    return ex.expression(node, scope, known)
