"""Enums, kinds of piece and their rosters."""

from __future__ import annotations

from typing import Any

from rulewright.compiler.model import Json
from rulewright.compiler.parse.nodes import ExprNode, RowNode
from rulewright.compiler.parse.tree import EnumNode, PieceNode, RosterNode
from rulewright.compiler.resolve import errors
from rulewright.compiler.resolve import expression as ex
from rulewright.compiler.resolve.cites import citing
from rulewright.compiler.resolve.scope import Candidate, Scope
from rulewright.compiler.resolve.symbols import Attribute, Kind, Symbol, Symbols, plural
from rulewright.compiler.resolve.typenames import type_of
from rulewright.compiler.resolve.types import (
    SIDE,
    YES_NO,
    Type,
    as_json,
    bare,
    is_many,
    is_opt,
)
from rulewright.compiler.source import Span


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
        if attribute.tail.title:
            made["title"] = attribute.tail.title
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
