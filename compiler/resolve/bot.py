"""Bots: for each decision that a bot knows, the lines that say which answers it likes."""

from __future__ import annotations

from rulewright.compiler.model import Json
from rulewright.compiler.parse.build_declaration import slug
from rulewright.compiler.parse.tree import AdviceNode, BotNode, CounselNode, WorthNode
from rulewright.compiler.resolve import errors
from rulewright.compiler.resolve import expression as ex
from rulewright.compiler.resolve.cites import citing
from rulewright.compiler.resolve.pieces import head
from rulewright.compiler.resolve.scope import Scope
from rulewright.compiler.resolve.symbols import Question, Symbol, Symbols

COMPARED = ("prefer", "most", "least")
"""Lines that judge each answer; the others name one."""


def declare(node: BotNode, symbols: Symbols) -> None:
    symbols.declare(Symbol("bot", node.id, node.at, node))


def bot(node: BotNode, symbols: Symbols) -> Json:
    if node.side not in symbols.sides:
        symbols.problems.add(errors.unknown_name(node.side, node.side_at, symbols.sides, "side"))
    advice: dict[str, Json] = {}
    for one in node.advice:
        question = symbols.questions.get(one.decision)
        if question is None:
            symbols.problems.add(errors.unknown_name(one.decision, one.at, symbols.questions, "decision"))
        elif one.decision in advice:
            symbols.problems.add(errors.advised_twice(one.at, one.decision, node.id))
        else:
            advice[one.decision] = _advice(one, node, question, symbols)
    worth = {} if node.worth is None else {"worth": _worth(node.worth, node, symbols)}
    return {**head(node), "side": node.side, **worth, "advice": list(advice.values())}


def _worth(node: WorthNode, owner: BotNode, symbols: Symbols) -> Json:
    scope = Scope(symbols, owner.id)
    value = ex.number(node.value, scope, "after `worth`")
    return {"value": value, "locals": scope.locals_json(), "at": list(node.at), **citing(node.tail)}


def _advice(node: AdviceNode, owner: BotNode, question: Question, symbols: Symbols) -> Json:
    """The lines for one decision: they see the names that its own guards see."""
    chooser = question.side
    if (
        isinstance(chooser, list)
        and chooser[0] == "side"
        and owner.side in symbols.sides
        and chooser[1] != owner.side
    ):
        symbols.problems.add(errors.advises_the_other(node.at, node.decision, chooser[1], owner.side))
    scope = Scope(symbols, owner.id)
    scope.visible, scope.locals = dict(question.visible), dict(question.locals)
    lines = [_line(line, node, question, scope) for line in node.lines]
    return {
        "of": node.decision,
        "lines": lines,
        "locals": scope.locals_json(),
        "at": list(node.at),
        **citing(node.tail),
    }


def _line(line: CounselNode, advice: AdviceNode, question: Question, scope: Scope) -> Json:
    made: dict[str, Json] = {"do": line.op, "at": list(line.at), **citing(line.tail)}
    if line.condition is not None:
        outer = dict(scope.visible)
        if question.name:
            # Whether a line counts is asked once, not of every answer.
            del scope.visible[question.name]
        made["when"] = ex.condition(line.condition, scope, "after `if`")
        scope.visible = outer
    if line.op in COMPARED:
        if question.kind != "choose":
            scope.symbols.problems.add(errors.nothing_to_compare(line.at, advice.decision, _ways(question)))
        assert line.value is not None
        value = line.value
        made["value"] = (
            ex.condition(value, scope, "after `prefer`") if line.op == "prefer" else ex.number(value, scope)
        )
    elif line.op == "take":
        made["item"] = _item(line, advice, question, scope)
    elif line.op == "accept" and question.kind != "offer":
        scope.symbols.problems.add(
            errors.not_so_answered(line.at, "accept", advice.decision, _ways(question))
        )
    elif line.op == "decline" and not question.may:
        scope.symbols.problems.add(
            errors.not_so_answered(line.at, "decline", advice.decision, _ways(question))
        )
    return made


def _item(line: CounselNode, advice: AdviceNode, question: Question, scope: Scope) -> Json:
    name = line.name or slug(line.text)
    if question.kind not in ("menu", "take"):
        scope.symbols.problems.add(errors.not_so_answered(line.at, "take", advice.decision, _ways(question)))
    elif name not in question.items:
        what = "line of this menu" if question.kind == "menu" else "action of this decision"
        scope.symbols.problems.add(errors.unknown_name(line.text or name, line.at, question.items, what))
    return name


def _ways(question: Question) -> list[str]:
    """The lines that this kind of decision understands."""
    ways = {"choose": ["prefer …"], "offer": ["accept", "decline"]}.get(question.kind)
    if ways is None:
        ways = [f"take {question.items[0]}" if question.items else "take …"]
    return ways + ["decline"] if question.may and "decline" not in ways else ways
