"""Trees as short text, for tests that say what was understood."""

from typing import Any

from rulewright.compiler.diagnostics import Problems
from rulewright.compiler.parse import parse, parse_expression_text
from rulewright.compiler.parse.nodes import ExprNode, Statement, TypeNode
from rulewright.compiler.source import SourceFile


def shown(node: Any) -> str:
    """Return an expression or a type as nested lists: `(where (of ships german) (= speed 2))`."""
    if isinstance(node, tuple):
        return "[" + " ".join(shown(part) for part in node) + "]"
    if not isinstance(node, (ExprNode, TypeNode)):
        return str(node)
    if node.op in ("name", "number") and len(node.args) == 1:
        return str(node.args[0])
    if node.op == "text":
        return (
            '"' + "".join(part if isinstance(part, str) else f"<{shown(part)}>" for part in node.args) + '"'
        )
    return "(" + " ".join([node.op, *(shown(part) for part in node.args)]) + ")"


def expression(text: str) -> str:
    problems = Problems()
    node = parse_expression_text(text, problems)
    assert node is not None, problems.sorted()
    return shown(node)


def declared(text: str) -> tuple[Any, ...]:
    """Return the declarations of a healthy text."""
    problems = Problems()
    tree = parse([SourceFile("test.rules", text)], problems)
    assert problems.sorted() == []
    return tree.declarations


def only(text: str) -> Any:
    (declaration,) = declared(text)
    return declaration


def statements(text: str) -> tuple[Statement, ...]:
    """Return the statements of a rule with that body."""
    indented = "\n".join(f"  {line}" for line in text.strip("\n").split("\n"))
    body: tuple[Statement, ...] = only(f"rule r\n{indented}\n").body
    return body


def statement(text: str) -> Statement:
    (found,) = statements(text)
    return found


def codes(text: str) -> list[tuple[int, str]]:
    """Return line and code of everything that is wrong."""
    problems = Problems()
    parse([SourceFile("test.rules", text)], problems)
    return [(d.span[1] if d.span else 0, d.code) for d in problems.sorted()]
