"""Declarations of rules, phases, boards, scenarios, examples and variants: children to nodes."""

from __future__ import annotations

import re
from typing import Any

from rulewright.compiler.parse import errors
from rulewright.compiler.parse.build_statement import StatementBuilder, guarded
from rulewright.compiler.parse.machine import Token
from rulewright.compiler.parse.nodes import ExprNode, RowNode, Statement, Tail
from rulewright.compiler.parse.rows import NO_TAIL, cited, unquoted
from rulewright.compiler.parse.tree import (
    ActionNode,
    AdviceNode,
    AidNode,
    BotNode,
    CounselNode,
    EnumNode,
    ExampleNode,
    HookNode,
    IncludeNode,
    InvariantNode,
    MapNode,
    PhaseNode,
    PlaceTableNode,
    RuleNode,
    RulesetNode,
    ScenarioNode,
    SettingNode,
    StepNode,
    WorthNode,
)

_NO_WORD = re.compile(r"[^a-z0-9]+")


class DeclarationBuilder(StatementBuilder):
    """A declaration's place is the name that it declares, or its keyword if it has none."""

    def head(self, keyword: Token, name: Token | None, *tails: Tail | None) -> dict[str, Any]:
        """Return the fields that every declaration has."""
        tail = self.joined(*tails)
        return {
            "id": name[1] if name else slug(tail.title),
            "tail": tail,
            "at": self.at(name or keyword),
            "doc": self._doc(keyword[2]),
        }

    def titled(self, title: Token, notes: Tail | None) -> Tail:
        rest = notes or NO_TAIL
        return Tail(unquoted(title[1]), rest.cites, rest.notes)

    def _doc(self, number: int) -> str:
        """Return the `##` lines directly above line `number`."""
        found: list[str] = []
        number -= 1
        while (text := self.line(number).lstrip()).startswith("##"):
            found.append(text[2:].strip())
            number -= 1
        return "\n".join(reversed(found))

    def start(self, c: list[Any]) -> Any:
        return c[0]

    # ---- the whole

    def ruleset(self, c: list[Any]) -> RulesetNode:
        return RulesetNode(**self.head(c[0], c[1], c[2]), settings=c[4] or ())

    def include(self, c: list[Any]) -> IncludeNode:
        return IncludeNode(unquoted(c[1][1]), NO_TAIL, self.at(c[1]), self._doc(c[0][2]))

    def aid(self, c: list[Any]) -> AidNode:
        keyword, name, title, notes, _, settings = c
        return AidNode(**self.head(keyword, name, self.titled(title, notes)), settings=settings or ())

    def settings(self, c: list[Any]) -> tuple[SettingNode, ...]:
        return tuple(c[1:-1])

    def setting(self, c: list[Any]) -> SettingNode:
        name, second, title, _, values, _, side, notes, _ = c
        tail = self.titled(title, notes) if title else notes or NO_TAIL
        titles = tuple([written for _, written in values])
        return SettingNode(
            name[1], tuple([value for value, _ in values]), tail, self.at(name),
            id=second[1] if second else "", for_side=side[1] if side else "",
            titles=titles if any(titles) else (),
        )  # fmt: skip

    def setting_values(self, c: list[Any]) -> tuple[tuple[ExprNode, str], ...]:
        return tuple(c[::2])

    def setting_value(self, c: list[Any]) -> tuple[ExprNode, str]:
        return (c[0], unquoted(c[1][1]) if c[1] else "")

    def enum(self, c: list[Any]) -> EnumNode:
        keyword, name, before, _, values, after, _ = c
        return EnumNode(**self.head(keyword, name, before, after), values=values)

    def enum_values(self, c: list[Any]) -> tuple[Any, ...]:
        return tuple(c[::2])

    def enum_value(self, c: list[Any]) -> tuple[Any, ...]:
        return (c[0][1], unquoted(c[1][1]) if c[1] else "", self.at(c[0]))

    def hook(self, c: list[Any]) -> HookNode:
        keyword, name, params, _, returns, tail, _ = c
        return HookNode(**self.head(keyword, name, tail), params=params or (), returns=returns)

    def invariant(self, c: list[Any]) -> InvariantNode:
        keyword, name, title, before, _, value, after, _ = c
        tail = self.joined(self.titled(title, before), after)
        return InvariantNode(**self.head(keyword, name, tail), value=value)

    # ---- maps

    def map(self, c: list[Any]) -> MapNode:
        keyword, name, tail, _, _, *items, _ = c
        return MapNode(
            **self.head(keyword, name, tail),
            settings=tuple([item for item in items if isinstance(item, SettingNode)]),
            tables=tuple([item for item in items if isinstance(item, PlaceTableNode)]),
        )

    def place_table(self, c: list[Any]) -> PlaceTableNode:
        name, tail, _, rows = c
        header, spans, below = self.headed(rows)
        return PlaceTableNode(name[1], tail or NO_TAIL, header, spans, below, self.at(name))

    def rows(self, c: list[Any]) -> tuple[RowNode, ...]:
        return tuple([row[1] for row in c[1:-1]])

    def headed(self, rows: tuple[RowNode, ...]) -> tuple[tuple[str, ...], Any, tuple[RowNode, ...]]:
        """Return the words of the first row, their places, and the other rows."""
        first, *below = rows
        words: list[str] = []
        for cell, span in zip(first.cells, first.cell_spans, strict=True):
            if len(cell) == 1 and cell[0].op in ("name", "blank"):
                words.append(cell[0].args[0] if cell[0].args else "")
            else:
                words.append("")
                self.problems.add(errors.no_heading(span))
        return tuple(words), first.cell_spans, tuple(below)

    # ---- rules

    def rule(self, c: list[Any]) -> RuleNode:
        keyword, name, params, tail, _, body = c
        return RuleNode(**self.head(keyword, name, tail), params=params or (), body=body)

    def action(self, c: list[Any]) -> ActionNode:
        keyword, name, _, by, tail, _, block = c
        guards, body = guarded(block)
        return ActionNode(**self.head(keyword, name, tail), by=by[1], guards=guards, body=body)

    def scenario(self, c: list[Any]) -> ScenarioNode:
        keyword, name, tail, _, body = c
        return ScenarioNode(**self.head(keyword, name, tail), body=body)

    def phase(self, c: list[Any]) -> PhaseNode:
        keyword, name, before, _, condition, after, _, body = c
        head = self.head(keyword, name, before, after)
        steps = body
        if isinstance(body[0], Statement):
            steps = (StepNode("", NO_TAIL, head["at"], None, body),)
        return PhaseNode(**head, condition=condition, steps=steps)

    def steps(self, c: list[Any]) -> tuple[StepNode, ...]:
        return tuple(c[1:-1])

    def step(self, c: list[Any]) -> StepNode:
        _, name, before, _, condition, after, _, body = c
        return StepNode(name[1], self.joined(before, after), self.at(name), condition, body)

    # ---- examples

    def example(self, c: list[Any]) -> ExampleNode:
        keyword, name, title, notes, _, _, *items, _ = c
        node = ExampleNode(**self.head(keyword, name, self.titled(title, notes)))
        for field, value in items:
            if field == "subject":
                if node.subject is not None:
                    self.problems.add(errors.said_twice("what the example plays", value.at))
                node.subject = value
            else:
                setattr(node, field, getattr(node, field) + value)
        return node

    def given(self, c: list[Any]) -> tuple[str, Any]:
        return "given", tuple([expr.args if expr.op == "=" else (expr, None) for expr in c[1]])

    def phase_subject(self, c: list[Any]) -> tuple[str, Any]:
        _, name, _, step, _ = c
        full = f"{name[1]}.{step[1]}" if step else name[1]
        return "subject", self._make("phase", c, None, name=full)

    def do_subject(self, c: list[Any]) -> tuple[str, Any]:
        return "subject", self._make("do", c, None, value=c[1])

    def roll_subject(self, c: list[Any]) -> tuple[str, Any]:
        return "subject", self._make("roll", c, None, value=c[1])

    def example_dice(self, c: list[Any]) -> tuple[str, Any]:
        return "dice", c[2]

    def answers(self, c: list[Any]) -> tuple[str, Any]:
        return "answers", ((c[0][1], c[2], None),)

    def refusals(self, c: list[Any]) -> tuple[str, Any]:
        side, *_, values, section, _ = c
        return "answers", ((side[1], values, cited(section[1])),)

    def expect(self, c: list[Any]) -> tuple[str, Any]:
        return "expect", c[1]

    # ---- bots

    def bot(self, c: list[Any]) -> BotNode:
        keyword, name, _, side, tail, _, _, worth, *advice, _ = c
        return BotNode(
            **self.head(keyword, name, tail),
            side=side[1],
            side_at=self.at(side),
            worth=worth,
            advice=tuple(advice),
        )

    def worth(self, c: list[Any]) -> WorthNode:
        keyword, value, notes, end = c
        return WorthNode(value, self.span(keyword, end), notes or NO_TAIL)

    def advice(self, c: list[Any]) -> AdviceNode:
        keyword, path, notes, _, _, *lines, _ = c
        return AdviceNode(
            ".".join(word[1] for word in path), self.span(keyword, path[-1]), notes or NO_TAIL, tuple(lines)
        )

    def prefer(self, c: list[Any]) -> CounselNode:
        return self._counsel("prefer", c, value=c[1])

    def prefer_most(self, c: list[Any]) -> CounselNode:
        return self._counsel("most", c, value=c[2])

    def prefer_least(self, c: list[Any]) -> CounselNode:
        return self._counsel("least", c, value=c[2])

    def take_advice(self, c: list[Any]) -> CounselNode:
        kind, word = c[1][:2]
        return self._counsel("take", c, **({"text": unquoted(word)} if kind == "STRING" else {"name": word}))

    def accept(self, c: list[Any]) -> CounselNode:
        return self._counsel("accept", c)

    def decline(self, c: list[Any]) -> CounselNode:
        return self._counsel("decline", c)

    def if_so(self, c: list[Any]) -> ExprNode:
        condition: ExprNode = c[1]
        return condition

    def _counsel(self, op: str, c: list[Any], **fields: Any) -> CounselNode:
        *_, condition, notes, end = c
        return CounselNode(op, self.span(c[0], end), notes or NO_TAIL, condition=condition, **fields)


def slug(title: str) -> str:
    """Return an id made from a title.

    >>> slug("Die 4 at night"), slug("8 + 1"), slug("")
    ('die_4_at_night', '_8_1', '')
    """
    words = _NO_WORD.sub("_", title.lower()).strip("_")
    return f"_{words}" if words[:1].isdigit() else words
