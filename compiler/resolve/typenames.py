"""Types as they are written: `set of hex`, `hex or none`, `0..40`, `number by section`."""

from __future__ import annotations

from rulewright.compiler.parse.nodes import TypeNode
from rulewright.compiler.resolve import errors
from rulewright.compiler.resolve.symbols import Symbols
from rulewright.compiler.resolve.types import ANY, NONE, NUMBER, SIDE, TEXT, YES_NO, Type, either

Range = tuple[int | None, int | None]

PLAIN: dict[str, Type] = {"number": NUMBER, "yes_no": YES_NO, "text": TEXT, "side": SIDE, "none": NONE}


def type_of(node: TypeNode, symbols: Symbols) -> tuple[Type, Range | None]:
    """The type, and the bounds if it was written as a range of numbers."""
    if node.op == "range":
        return NUMBER, (node.args[0], node.args[1])
    if node.op == "either":
        parts = [type_of(part, symbols) for part in node.args]
        bounds = next((range for _, range in parts if range is not None), None)
        return either([type for type, _ in parts]), bounds
    if node.op in ("set", "list"):
        return (node.op, type_of(node.args[0], symbols)[0]), None
    if node.op == "by":
        held, bounds = type_of(node.args[0], symbols)
        return ("by", type_of(node.args[1], symbols)[0], held), bounds
    return _named(node, symbols)


def _named(node: TypeNode, symbols: Symbols) -> tuple[Type, Range | None]:
    name = node.args[0]
    if name in PLAIN:
        return PLAIN[name], None
    if name == "direction":
        return NUMBER, (0, 5)
    if name in symbols.enums:
        return f"enum:{name}", None
    if name in symbols.kinds:
        return f"piece:{name}", None
    if name in symbols.place_words:
        return f"place:{symbols.place_words[name]}", None
    if name == "path":
        maps = [id for id, info in symbols.maps.items() if info.grid != "spaces"] or list(symbols.maps)
        if maps:
            return f"path:{maps[0]}", None
    cup = symbols.names.get(name)
    if cup is not None and cup.kind == "cup":
        return cup.data, None
    if cup is not None and cup.kind == "table":
        return f"outcome:{name}", None
    known = [*PLAIN, "direction", "path", *symbols.enums, *symbols.kinds, *symbols.place_words]
    symbols.problems.add(errors.unknown_name(name, node.at, known, "type"))
    return ANY, None
