"""Tracks and the values of their boxes, columns of values, and status matrices."""

from __future__ import annotations

from rulewright.compiler.model import Json
from rulewright.compiler.parse.nodes import ExprNode
from rulewright.compiler.parse.tree import MatrixNode, TrackNode
from rulewright.compiler.resolve import errors, names
from rulewright.compiler.resolve import expression as ex
from rulewright.compiler.resolve.cites import citing
from rulewright.compiler.resolve.pieces import head, keys_of
from rulewright.compiler.resolve.scope import Scope
from rulewright.compiler.resolve.symbols import Symbol, Symbols
from rulewright.compiler.resolve.typenames import type_of
from rulewright.compiler.resolve.types import (
    ANY,
    NUMBER,
    SIDE,
    TEXT,
    YES_NO,
    Type,
    as_json,
    bare,
    is_many,
    is_opt,
    opt,
)


def declare_track(node: TrackNode, symbols: Symbols) -> None:
    symbols.declare(
        Symbol("track", node.id, node.at, node, None, {"boxes": {}, "range": None, "columns": {}})
    )


def type_track(node: TrackNode, symbols: Symbols) -> None:
    symbol = symbols.names[node.id]
    assert node.type is not None
    symbol.type, bounds = type_of(node.type, symbols)
    symbol.data["range"] = bounds
    for index, name in enumerate(node.header[1:], start=1):
        cells = [row.cells[index] for row in node.rows if len(row.cells) > index]
        symbol.data["boxes"][name] = column_type(name, cells, symbols)[0]


def column_type(name: str, cells: list[tuple[ExprNode, ...]], symbols: Symbols) -> tuple[Type, Json]:
    """The type of a column of values, and what an absent value is: 0, no, or none."""
    parts = [part for cell in cells for part in cell if part.op != "blank"]
    words = {part.args[0] for part in parts if part.op == "name"}
    if any(len(cell) > 1 for cell in cells) and not words <= {"yes", "no"}:
        inner, _ = column_type(name, [(part,) for part in parts], symbols)
        return ("set", inner), ["set"]
    if parts and all(_is_number(part) for part in parts):
        return NUMBER, 0
    if words and words <= {"yes", "no"} and all(part.op == "name" for part in parts):
        return YES_NO, False
    if parts and all(part.op == "text" for part in parts):
        return opt(TEXT), None
    named = words - {"none"}
    if named and named <= set(symbols.sides):
        return opt(SIDE), None
    homes = [id for id, values in symbols.enums.items() if named and named <= set(values)]
    if name in homes:
        homes = [name]
    if len(homes) == 1:
        blank = any(not cell or cell[0].op == "blank" for cell in cells) or "none" in words
        type: Type = f"enum:{homes[0]}"
        return (opt(type) if blank else type), None
    places = [id for id, info in symbols.maps.items() if named and named <= info.places.keys()]
    if len(places) == 1:
        return opt(f"place:{places[0]}"), None
    units = [
        symbols.names[word].data
        for word in named
        if word in symbols.names and symbols.names[word].kind == "unit"
    ]
    if named and len(units) == len(named):
        common = units[0]
        for kind in units[1:]:
            common = symbols.common_kind(common, kind) or common
        return opt(f"piece:{common}"), None
    for part in parts:
        if part.op == "name" and part.args[0] in named and part.args[0] not in symbols.value_homes:
            symbols.problems.add(
                errors.unknown_name(
                    part.args[0], part.at, symbols.value_homes, f"value in the column `{name}`"
                )
            )
            return ANY, None
    if parts:
        symbols.problems.add(
            errors.needs_feature(
                parts[0].at,
                f"the column `{name}` mixes values of different kinds",
                "write numbers, texts, or values of one enum",
            )
        )
    return ANY, None


def _is_number(node: ExprNode) -> bool:
    if node.op in ("neg", "pos"):
        return _is_number(node.args[0])
    return node.op == "number"


def track(node: TrackNode, symbols: Symbols) -> Json:
    symbol = symbols.names[node.id]
    scope = Scope(symbols, node.id)
    type = symbol.type or ANY
    start = _start(node, type, scope)
    if node.seen_by and node.seen_by not in symbols.sides:
        symbols.problems.add(errors.unknown_name(node.seen_by, node.at, symbols.sides, "side"))
    boxes = []
    for index, name in enumerate(node.header[1:], start=1):
        held = symbol.data["boxes"][name]
        values: list[Json] = []
        for row in node.rows:
            if len(row.cells) != len(node.header):
                if index == 1:
                    symbols.problems.add(errors.cell_count(row.at, len(node.header), len(row.cells)))
                continue
            cell = row.cells[index]
            value = (
                _blank(held)
                if cell[0].op == "blank"
                else ex.of_type(cell[0], scope, held, f"in the column `{name}`", single=True)
            )
            values.extend([lo, hi, value] for lo, hi in _box_range(row.cells[0], symbols))
        boxes.append(
            {
                "id": name,
                "type": as_json(held),
                "values": values,
                "rows": [{"at": list(row.at), **citing(row.tail)} for row in node.rows],
            }
        )
    for box in boxes[1:]:
        del box["rows"]
    made: dict[str, Json] = {
        **head(node),
        "type": as_json(type),
        "range": list(symbol.data["range"]) if symbol.data["range"] else None,
    }
    return {**made, "start": start, "seen_by": node.seen_by or None, "boxes": boxes}


def _blank(type: Type) -> Json:
    return 0 if type == NUMBER else False if type == YES_NO else [type[0]] if is_many(type) else None


def _start(node: TrackNode, type: Type, scope: Scope) -> Json:
    if node.start is not None:
        if isinstance(type, tuple) and type[0] == "by":
            return [
                "list",
                *(ex.of_type(node.start, scope, type[2]) for _ in keys_of(type[1], scope.symbols)),
            ]
        return ex.of_type(node.start, scope, type, "as the start", single=True)
    if isinstance(type, tuple) and type[0] == "by":
        return ["list", *(_blank(type[2]) for _ in keys_of(type[1], scope.symbols))]
    bounds = scope.symbols.names[node.id].data["range"]
    if bounds is not None and bounds[0] is not None:
        return bounds[0]
    return _blank(bare(type)) if not is_opt(type) else None


def _box_range(cell: tuple[ExprNode, ...], symbols: Symbols) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for part in cell:
        value = names.constant(part)
        if value is not None:
            found.append((value, value))
        elif part.op == "range" and None not in part.args:
            lo, hi = (names.constant(end) for end in part.args)
            if lo is not None and hi is not None:
                found.append((lo, hi))
        else:
            symbols.problems.add(
                errors.wrong_type(part.at, "a box number", f"`{ex.show(part)}`", "in the first column")
            )
    return found


def declare_matrix(node: MatrixNode, symbols: Symbols) -> None:
    symbols.declare(
        Symbol(
            "matrix",
            node.id,
            node.at,
            node,
            None,
            {"on": node.on, "activities": [name for name in node.header if name]},
        )
    )


def matrix(node: MatrixNode, symbols: Symbols) -> Json:
    data = symbols.names[node.id].data
    if node.on not in symbols.kinds:
        symbols.problems.add(errors.unknown_name(node.on, node.at, symbols.kinds, "kind of piece"))
        return {**head(node), "on": "", "activities": data["activities"], "rows": []}
    scope = Scope(symbols, node.id)
    rows: list[Json] = []
    for row in node.rows:
        if len(row.cells) != len(data["activities"]) + 1:
            symbols.problems.add(errors.cell_count(row.at, len(data["activities"]) + 1, len(row.cells)))
            continue
        scope.candidate(f"piece:{node.on}")
        when = ex.condition(row.cells[0][0], scope, "as a status")
        scope.candidates.pop()
        cells: dict[str, Json] = {}
        for activity, cell in zip(data["activities"], row.cells[1:], strict=True):
            if cell[0].op == "blank":
                continue
            cells[activity] = ex.of_type(cell[0], scope, YES_NO, "in a status matrix")
        rows.append(
            {
                "id": ex.show(row.cells[0][0]),
                "when": when,
                "cells": cells,
                "at": list(row.at),
                **citing(row.tail),
            }
        )
    return {**head(node), "on": node.on, "activities": data["activities"], "rows": rows}
