"""From the place where the tokens stop making sense to a sentence that helps."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.compiler.parse import errors
from rulewright.compiler.parse.build_expression import ExpressionBuilder
from rulewright.compiler.parse.machine import Fault, Machine, Token


def explain(
    fault: Fault,
    tokens: Sequence[Token],
    machine: Machine,
    builder: ExpressionBuilder,
    problems: errors.Findings,
) -> None:
    """Add the one diagnostic that fits a syntax error best."""
    kind, text, line, column = tokens[fault.index]
    width = max(1, len(text)) if isinstance(text, str) else 1
    found = f"`{text}`" if kind != "ROW" and text else kind
    problems.add(
        errors.unexpected((builder.file, line, column, width), found, ", ".join(machine.expected(fault)))
    )
