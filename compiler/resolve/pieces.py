"""Enums, kinds of piece, rosters, markers, cups, tracks and status matrices."""

from __future__ import annotations

from typing import Any

from rulewright.compiler.model import Json
from rulewright.compiler.parse.tree import (
    CupNode,
    EnumNode,
    ExprNode,
    MarkerNode,
    MatrixNode,
    PieceNode,
    RosterNode,
    RowNode,
    TrackNode,
)
from rulewright.compiler.resolve import errors
from rulewright.compiler.resolve import expression as ex
from rulewright.compiler.resolve.cites import citing
from rulewright.compiler.resolve.scope import Candidate, Scope
from rulewright.compiler.resolve.symbols import Attribute, Kind, Symbol, Symbols, plural
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
from rulewright.compiler.source import Span

MAX_COUNT = 1000


def head(node: Any) -> dict[str, Json]:
    """What every declaration of the artifact begins with."""
    made: dict[str, Json] = {
        "id": node.id,
        "title": node.tail.title,
        "at": list(node.at),
        **citing(node.tail),
    }
    if node.doc:
        made["doc"] = node.doc
    return made


# ---------------------------------------------------------------- enums


def declare_enum(node: EnumNode, symbols: Symbols) -> None:
    if not symbols.declare(Symbol("enum", node.id, node.at, node)):
        return
    values: dict[str, Span] = {}
    for value, _, at in node.values:
        if value in values:
            symbols.problems.add(errors.duplicate(value, at, values[value], "value of this enum"))
        values[value] = at
    symbols.add_enum(node.id, list(values))
    symbols.plurals.setdefault(plural(node.id), ("enum", node.id))


def enum(node: EnumNode) -> Json:
    return {**head(node), "values": [{"id": id, "title": title} for id, title, _ in node.values]}


# ---------------------------------------------------------------- kinds and rosters


def declare_piece(node: PieceNode, symbols: Symbols) -> None:
    if symbols.declare(Symbol("piece", node.id, node.at, node)):
        symbols.kinds[node.id] = Kind(node.id, node.parent, node.holds)
        symbols.plurals.setdefault(plural(node.id), ("kind", node.id))


def declare_attributes(node: PieceNode, symbols: Symbols) -> None:
    """Attributes need the names of all kinds, enums and maps."""
    kind = symbols.kinds.get(node.id)
    if kind is None:
        return
    for word, name in (("parent", node.parent), ("holds", node.holds)):
        if name and name not in symbols.kinds:
            symbols.problems.add(errors.unknown_name(name, node.at, symbols.kinds, "kind of piece"))
            setattr(kind, word, "")
    if node.parent and symbols.is_a(node.parent, node.id):
        symbols.problems.add(errors.cyclic("the piece", node.at, [node.id, node.parent, node.id]))
        kind.parent = ""
    for attribute in node.attributes:
        type, range = type_of(attribute.type, symbols)
        other = symbols.attribute(node.id, attribute.name)
        if other is not None or attribute.name in ("name", "side", "id", "holder"):
            symbols.problems.add(
                errors.duplicate(
                    attribute.name, attribute.at, other.at if other else node.at, "attribute of this piece"
                )
            )
            continue
        symbols.kinds[node.id].attributes[attribute.name] = Attribute(
            f"{node.id}.{attribute.name}",
            type,
            attribute.visibility,
            attribute.unless,
            attribute.at,
            range,
            attribute.default is not None,
        )


def piece(node: PieceNode, symbols: Symbols) -> Json:
    listed = []
    for attribute in node.attributes:
        known = symbols.kinds[node.id].attributes.get(attribute.name) if node.id in symbols.kinds else None
        if known is None:
            continue
        if attribute.unless and not symbols.lies_on(attribute.unless, node.id):
            markers = [id for id, one in symbols.names.items() if one.kind == "marker"]
            symbols.problems.add(errors.unknown_name(attribute.unless, attribute.at, markers, "marker"))
        made: dict[str, Json] = {
            "id": attribute.name,
            "type": as_json(known.type),
            "visibility": attribute.visibility,
            "unless": attribute.unless or None,
            "default": _default(attribute.default, known, node.id, symbols),
            "at": list(attribute.at),
            **citing(attribute.tail),
        }
        if known.range is not None:
            made["range"] = list(known.range)
        listed.append(made)
    return {**head(node), "parent": node.parent or None, "holds": node.holds or None, "attributes": listed}


def _default(node: ExprNode | None, attribute: Attribute, kind: str, symbols: Symbols) -> Json:
    if node is None:
        if is_opt(attribute.type) or attribute.visibility == "printed":
            return None
        type = bare(attribute.type)
        if type == YES_NO:
            return False
        if isinstance(type, tuple) and type[0] in ("set", "list"):
            return [type[0]]
        return None
    scope = Scope(symbols, kind)
    scope.locals["self"] = f"piece:{kind}"
    scope.candidates.append(Candidate("self", f"piece:{kind}"))
    wanted = attribute.type
    if isinstance(wanted, tuple) and wanted[0] == "by":
        value, given = ex.expression(node, scope, wanted)
        if symbols.fits(given, wanted) or is_many(given):
            return value
        # One value for all: `number by section = 0`.
        values = [ex.of_type(node, scope, wanted[2]) for _ in keys_of(wanted[1], symbols)]
        return ["list", *values]
    return ex.of_type(node, scope, wanted, "as the start value", single=True)


def keys_of(type: Type, symbols: Symbols) -> list[str]:
    """The values that a `… by TYPE` has one of each for."""
    return symbols.sides if type == SIDE else symbols.enums.get(str(type)[5:], [])


def declare_roster(node: RosterNode, symbols: Symbols) -> None:
    if node.id not in symbols.kinds:
        symbols.problems.add(errors.unknown_name(node.id, node.at, symbols.kinds, "kind of piece"))
        return
    if "id" not in node.header:
        symbols.problems.add(errors.missing_column("id", node.at))
        return
    column = node.header.index("id")
    for row in node.rows:
        if len(row.cells) > column and row.cells[column] and row.cells[column][0].op == "name":
            symbols.declare(Symbol("unit", row.cells[column][0].args[0], row.at, None, None, node.id))
        else:
            symbols.problems.add(
                errors.not_a_value(row.at, "the cell under `id`", "an id is one word: letters, digits, _")
            )


def roster(node: RosterNode, symbols: Symbols) -> list[Json]:
    if node.id not in symbols.kinds or "id" not in node.header:
        return []
    scope = Scope(symbols, node.id)
    attributes = symbols.attributes_of(node.id)
    for name, at in zip(node.header, node.header_spans or [node.at] * len(node.header), strict=False):
        if name not in ("id", "name", "side") and name not in attributes:
            symbols.problems.add(
                errors.unknown_column(name, at, node.id, ["id", "name", "side", *attributes])
            )
    return [unit for row in node.rows if (unit := _unit(row, node, attributes, scope)) is not None]


def _unit(row: RowNode, node: RosterNode, attributes: dict[str, Attribute], scope: Scope) -> Json | None:
    if len(row.cells) != len(node.header):
        scope.symbols.problems.add(errors.cell_count(row.at, len(node.header), len(row.cells)))
        return None
    made: dict[str, Json] = {
        "id": "",
        "title": "",
        "at": list(row.at),
        **citing(node.tail),
        **citing(row.tail),
    }
    made |= {"kind": node.id, "name": "", "side": None}
    values: dict[str, Json] = {}
    for name, cell in zip(node.header, row.cells, strict=True):
        if not cell or cell[0].op == "blank":
            continue
        first = cell[0]
        if name == "id":
            made["id"] = first.args[0] if first.op == "name" else ""
        elif name == "name":
            made["name"] = (
                "".join(p for p in first.args if isinstance(p, str)) if first.op == "text" else ex.show(first)
            )
        elif name == "side":
            made["side"] = (
                None
                if first.op == "name" and first.args[0] == "none"
                else ex.of_type(first, scope, SIDE, "in the column `side`")
            )
            made["side"] = made["side"][1] if isinstance(made["side"], list) else None
        elif name in attributes:
            values[name] = _cell(cell, attributes[name], scope)
    for name, attribute in attributes.items():
        if (
            name not in values
            and attribute.visibility == "printed"
            and not attribute.has_default
            and not is_opt(attribute.type)
        ):
            blank = {YES_NO: False}.get(attribute.type) if isinstance(attribute.type, str) else None
            if isinstance(attribute.type, tuple) and attribute.type[0] in ("set", "list"):
                values[name] = [attribute.type[0]]
            elif blank is not None:
                values[name] = blank
            else:
                scope.symbols.problems.add(errors.missing_value(name, row.at, made["id"]))
    made["name"] = made["name"] or made["id"]
    made["title"] = made["name"]
    made["values"] = values
    return made


def _cell(cell: tuple[ExprNode, ...], attribute: Attribute, scope: Scope) -> Json:
    node = cell[0] if len(cell) == 1 else ExprNode("group", cell, cell[0].at)
    wanted = attribute.type
    if isinstance(wanted, tuple) and wanted[0] == "by":
        keys = keys_of(wanted[1], scope.symbols)
        parts = node.args if node.op == "group" else (node,)
        if len(parts) != len(keys):
            scope.symbols.problems.add(
                errors.argument_count(
                    attribute.id,
                    node.at,
                    f"{len(keys)} values, one for each of {', '.join(keys)}",
                    len(parts),
                )
            )
            return ["list"]
        return ["list", *(ex.of_type(part, scope, wanted[2]) for part in parts)]
    return ex.of_type(node, scope, wanted, f"in the column `{attribute.id.split('.')[1]}`", single=True)


# ---------------------------------------------------------------- markers, cups


def declare_marker(node: MarkerNode, symbols: Symbols) -> None:
    for id in node.ids or (node.id,):
        data = {
            "on": node.on,
            "places": "",
            "faces": list(node.faces),
            "countdown": node.countdown,
            "node": node,
        }
        if symbols.declare(Symbol("marker", id, node.at, node, None, data)):
            if node.faces:
                symbols.add_enum(id, list(node.faces))
            for face in node.faces:
                symbols.faces.setdefault(face, []).append(id)


def check_marker(node: MarkerNode, symbols: Symbols) -> None:
    """Kinds and places are known only after every declaration."""
    for id in node.ids or (node.id,):
        symbol = symbols.names[id]
        if node.on not in symbols.kinds:
            symbols.problems.add(errors.unknown_name(node.on, node.at, symbols.kinds, "kind of piece"))
            symbol.data["on"] = next(iter(symbols.kinds), node.on)
        if node.places:
            if node.places not in symbols.place_words:
                symbols.problems.add(
                    errors.unknown_name(node.places, node.at, symbols.place_words, "kind of place")
                )
            symbol.data["places"] = symbols.place_words.get(node.places, "")


def markers(node: MarkerNode, symbols: Symbols) -> list[Json]:
    return [
        {
            **head(node),
            "id": id,
            "on": symbols.names[id].data["on"],
            "places": symbols.names[id].data["places"] or None,
            "faces": [{"id": face} for face in node.faces],
            "countdown": list(node.countdown) if node.countdown else None,
            "visibility": node.visibility,
        }
        for id in node.ids or (node.id,)
        if id in symbols.names and symbols.names[id].node is node
    ]


def declare_cup(node: CupNode, symbols: Symbols) -> None:
    numeric = all(
        _integer(part) is not None or part.op == "range" for row in node.rows for part in row.cells[0]
    )
    type: Type = NUMBER if numeric else f"enum:{node.id}"
    if symbols.declare(Symbol("cup", node.id, node.at, node, None, type)) and not numeric:
        kinds = [part.args[0] for row in node.rows for part in row.cells[0] if part.op == "name"]
        symbols.add_enum(node.id, list(dict.fromkeys(kinds)))


def _integer(node: ExprNode) -> int | None:
    if node.op == "number" and isinstance(node.args[0], int):
        return node.args[0]
    if node.op in ("neg", "pos"):
        inner = _integer(node.args[0])
        return None if inner is None else (-inner if node.op == "neg" else inner)
    return None


def cup(node: CupNode, symbols: Symbols) -> Json:
    kinds: list[Json] = []
    seen: dict[str, Span] = {}
    for row in node.rows:
        if len(row.cells) != 2:
            symbols.problems.add(errors.cell_count(row.at, 2, len(row.cells)))
            continue
        count = _integer(row.cells[1][0])
        if count is None or not 0 <= count <= MAX_COUNT:
            symbols.problems.add(
                errors.wrong_type(
                    row.at, f"how many there are (0 to {MAX_COUNT:,})", "something else", "in the second cell"
                )
            )
            continue
        for part in row.cells[0]:
            for id, value in _chits(part):
                if id in seen:
                    symbols.problems.add(errors.duplicate(id, part.at, seen[id], "kind of chit"))
                    continue
                seen[id] = part.at
                kinds.append(
                    {"id": id, "value": value, "count": count, "at": list(row.at), **citing(row.tail)}
                )
    return {**head(node), "type": as_json(symbols.names[node.id].data), "kinds": kinds}


def _chits(node: ExprNode) -> list[tuple[str, int | None]]:
    value = _integer(node)
    if value is not None:
        return [(str(value), value)]
    if node.op == "range":
        lo, hi = (_integer(end) if end is not None else None for end in node.args)
        if lo is not None and hi is not None and hi - lo <= MAX_COUNT:
            return [(str(n), n) for n in range(lo, hi + 1)]
    return [(node.args[0], None)] if node.op == "name" else []


# ---------------------------------------------------------------- tracks, matrices


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
        value = _integer(part)
        if value is not None:
            found.append((value, value))
        elif part.op == "range" and None not in part.args:
            lo, hi = (_integer(end) for end in part.args)
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
        candidate = scope.candidate(f"piece:{node.on}")
        when = ex.condition(row.cells[0][0], scope, "as a status")
        scope.candidates.pop()
        cells: dict[str, Json] = {}
        for activity, cell in zip(data["activities"], row.cells[1:], strict=True):
            if cell[0].op == "blank":
                continue
            cells[activity] = ex.of_type(cell[0], scope, YES_NO, "in a status matrix")
        del candidate
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
