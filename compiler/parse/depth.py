"""How deep a node hangs: the passes that follow go down by calling themselves."""

from __future__ import annotations

from typing import Any

from rulewright.compiler.parse.machine import Token
from rulewright.compiler.parse.nodes import ExprNode, Statement, TypeNode
from rulewright.compiler.record import Record, names
from rulewright.compiler.source import Span

DEEPEST = 100
_SUSPICIOUS_TOKENS = DEEPEST
_SUSPICIOUS_ELSES = 30


def may_be_deep(tokens: list[Token], longest: int) -> bool:
    """Say whether a block must be measured; `longest` is the number of tokens of its longest line."""
    if longest > _SUSPICIOUS_TOKENS:
        return True
    return len(tokens) > 200 and sum(1 for token in tokens if token[0] == "ELSE") > _SUSPICIOUS_ELSES


def too_deep(node: Any) -> Span | None:
    """Return the place of a node with more than DEEPEST others around it, or None."""
    waiting: list[tuple[Any, int]] = [(node, 0)]
    while waiting:
        node, depth = waiting.pop()
        if isinstance(node, tuple):
            waiting.extend([(part, depth) for part in node if type(part) not in (int, str)])
            continue
        if isinstance(node, (ExprNode, Statement, TypeNode)):
            depth += 1
            if depth > DEEPEST:
                return node.at
        if isinstance(node, Record):
            waiting.extend([(getattr(node, name), depth) for name in names(node)])
    return None
