"""Trees and models as text: a pass whose product cannot be printed cannot be reviewed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from rulewright.compiler.model import Model
from rulewright.compiler.parse.nodes import ExprNode
from rulewright.compiler.parse.tree import Tree
from rulewright.compiler.record import Record, names
from rulewright.compiler.resolve.names import show

WIDTH = 110


def tree_text(tree: Tree) -> str:
    """One declaration after the other, indented; empty fields and places are left out."""
    lines: list[str] = []
    for declaration in tree.declarations:
        lines.extend(_node(declaration, 0))
    return "\n".join(lines) + "\n"


def model_text(model: Model) -> str:
    """The model's document, one declaration a line where it fits."""
    lines: list[str] = []
    for key, value in model.document.items():
        if isinstance(value, list) and value:
            lines.append(f"{key}:")
            lines.extend(_json(item, 1) for item in value)
        else:
            lines.append(f"{key}: {json.dumps(value, ensure_ascii=False)}")
    lines.extend(f"option {option.id}: {option.title}" for option in model.options)
    return "\n".join(lines) + "\n"


def _json(value: Any, depth: int) -> str:
    """`value` on one line, or a key a line where it is too long."""
    value = _bare(value)
    flat = json.dumps(value, ensure_ascii=False)
    pad = "  " * depth
    if len(flat) + len(pad) <= WIDTH or not isinstance(value, (dict, list)) or depth > 6:
        return pad + flat
    if isinstance(value, dict):
        inner = [f"{pad}{key}: {_json(item, depth + 1).lstrip()}" for key, item in value.items()]
        return "\n".join([f"{pad}-", *inner])
    return "\n".join([pad + "-", *(_json(item, depth + 1) for item in value)])


def _bare(value: Any) -> Any:
    """Without places and without what says nothing, at every depth."""
    if isinstance(value, dict):
        return {k: _bare(v) for k, v in value.items() if k != "at" and v not in ("", [], {}, None)}
    return [_bare(item) for item in value] if isinstance(value, list) else value


def _node(node: Any, depth: int) -> Iterator[str]:
    pad = "  " * depth
    yield pad + type(node).__name__
    for name in names(node):
        value = getattr(node, name)
        if name.endswith(("at", "spans")) or value in ("", (), None, False):
            continue
        yield from _field(name, value, depth + 1)


def _field(name: str, value: Any, depth: int) -> Iterator[str]:
    pad = "  " * depth
    if isinstance(value, ExprNode):
        yield f"{pad}{name}: {show(value)}"
    elif isinstance(value, Record):
        text = list(_node(value, depth + 1))
        if len(text) > 1:
            yield f"{pad}{name}:"
            yield from text
    elif isinstance(value, tuple):
        yield f"{pad}{name}:"
        for index, item in enumerate(value):
            yield from _item(index, item, depth + 1)
    else:
        yield f"{pad}{name}: {value!r}"


def _item(index: int, item: Any, depth: int) -> Iterator[str]:
    if isinstance(item, ExprNode):
        yield "  " * depth + show(item)
    elif isinstance(item, Record):
        yield from _node(item, depth)
    elif isinstance(item, tuple):
        yield from _field(str(index), item, depth)
    elif item is not None:
        yield "  " * depth + repr(item)
