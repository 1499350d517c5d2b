"""Markers with faces or a countdown, and cups to draw from."""

from __future__ import annotations

from rulewright.compiler.model import Json
from rulewright.compiler.parse.nodes import ExprNode
from rulewright.compiler.parse.tree import CupNode, MarkerNode
from rulewright.compiler.resolve import errors, names
from rulewright.compiler.resolve.cites import citing
from rulewright.compiler.resolve.pieces import head
from rulewright.compiler.resolve.symbols import Symbol, Symbols
from rulewright.compiler.resolve.types import (
    NUMBER,
    Type,
    as_json,
)
from rulewright.compiler.source import Span

MAX_COUNT = 1000


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
        names.constant(part) is not None or part.op == "range" for row in node.rows for part in row.cells[0]
    )
    type: Type = NUMBER if numeric else f"enum:{node.id}"
    if symbols.declare(Symbol("cup", node.id, node.at, node, None, type)) and not numeric:
        kinds = [part.args[0] for row in node.rows for part in row.cells[0] if part.op == "name"]
        symbols.add_enum(node.id, list(dict.fromkeys(kinds)))


def cup(node: CupNode, symbols: Symbols) -> Json:
    kinds: list[Json] = []
    seen: dict[str, Span] = {}
    for row in node.rows:
        if len(row.cells) != 2:
            symbols.problems.add(errors.cell_count(row.at, 2, len(row.cells)))
            continue
        count = names.constant(row.cells[1][0])
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
    value = names.constant(node)
    if value is not None:
        return [(str(value), value)]
    if node.op == "range":
        lo, hi = (names.constant(end) if end is not None else None for end in node.args)
        if lo is not None and hi is not None and hi - lo <= MAX_COUNT:
            return [(str(n), n) for n in range(lo, hi + 1)]
    return [(node.args[0], None)] if node.op == "name" else []
