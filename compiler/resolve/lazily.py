"""Defines say their result by what they contain, so each is resolved when it is first needed."""

from __future__ import annotations

from typing import Any

from rulewright.compiler.parse.tree import DefineNode
from rulewright.compiler.resolve import errors
from rulewright.compiler.resolve.scope import Scope
from rulewright.compiler.resolve.types import ANY, Type
from rulewright.compiler.source import Span

Signature = tuple[list[tuple[str, Type]], Type]


def signature(id: str, at: Span, scope: Scope) -> Signature:
    """Parameters and result type of the define `id`; a circle of defines is told once (RW0219)."""
    symbols = scope.symbols
    data: dict[str, Any] = symbols.names[id].data
    if "document" in data:
        return data["params"], data["returns"]
    if id in symbols.resolving:
        chain = [*symbols.resolving[symbols.resolving.index(id) :], id]
        symbols.problems.add(errors.cyclic("the define", at, chain))
        return data["params"], ANY
    symbols.resolving.append(id)
    node = symbols.names[id].node
    assert isinstance(node, DefineNode)
    data["resolve"](node, data, symbols)
    symbols.resolving.pop()
    return data["params"], data["returns"]
