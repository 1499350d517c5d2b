"""Statements and decisions: children to nodes."""

from __future__ import annotations

from typing import Any

from rulewright.compiler.parse import errors
from rulewright.compiler.parse.build_expression import ExpressionBuilder
from rulewright.compiler.parse.nodes import ExprNode, ItemNode, Statement, Tail
from rulewright.compiler.parse.rows import NO_TAIL
from rulewright.compiler.record import Record

Block = tuple[Statement, ...]


class OrElse(Record, frozen=True):
    """What stands below or behind `else`."""

    body: Block
    is_line: bool


class SteppedBlock(Record, frozen=True):
    """The block of a choice, with what judges every step of a route."""

    body: Block
    steps: tuple[str, Block] | None = None


class StatementBuilder(ExpressionBuilder):
    """The end of the first line is the NEWLINE among the children: a statement's place ends there."""

    def _make(self, op: str, c: list[Any], tail: Tail | None, **fields: Any) -> Statement:
        end = next(child for child in c if type(child) is tuple and child and child[0] == "NEWLINE")
        return Statement(op, self.span(c[0], end), tail or NO_TAIL, **fields)

    def block(self, c: list[Any]) -> Block:
        return tuple(c[1:-1])

    def orelse_line(self, c: list[Any]) -> OrElse:
        return OrElse((c[1],), True)

    def orelse_block(self, c: list[Any]) -> OrElse:
        return OrElse(c[2], False)

    # ---- effects

    def let(self, c: list[Any]) -> Statement:
        return self._make("let", c, c[4], name=c[1][1], value=c[3])

    def set(self, c: list[Any]) -> Statement:
        return self._make("set", c, c[4], target=c[1], value=c[3])

    def add(self, c: list[Any]) -> Statement:
        return self._make("add", c, c[4], value=c[1], target=c[3])

    def remove(self, c: list[Any]) -> Statement:
        values: tuple[ExprNode, ...] = c[1]
        value = values[0]
        if len(values) > 1:
            value = ExprNode("group", values, self.span(values[0], values[-1]))
        return self._make("remove", c, c[4], value=value, target=c[3])

    def mark(self, c: list[Any]) -> Statement:
        return self._make("mark", c, c[4], target=c[1], value=c[3])

    def move(self, c: list[Any]) -> Statement:
        return self._make("move", c, c[4], value=c[1], target=c[3])

    def do(self, c: list[Any]) -> Statement:
        return self._make("do", c, c[2], value=c[1])

    def next(self, c: list[Any]) -> Statement:
        return self._make("next", c, c[2], name=c[1][1])

    def end(self, c: list[Any]) -> Statement:
        return self._make("end", c, c[2], name=c[1][1])

    def end_game(self, c: list[Any]) -> Statement:
        if c[1][1] != "game":
            self.problems.add(errors.end_as(self.at(c[1])))
        return self._make("end_game", c, c[4], name=c[3][1])

    def reveal(self, c: list[Any]) -> Statement:
        return self._make("reveal", c, c[4], values=c[1], target=c[3])

    def tell(self, c: list[Any]) -> Statement:
        return self._make("tell", c, c[3], target=c[1], value=self.text_of(c[2]))

    # ---- chance

    def draw(self, c: list[Any]) -> Statement:
        _, name, _, source, seen, notes, _ = c
        return self._make("draw", c, notes, name=name[1], value=source, seen_by=seen)

    def roll(self, c: list[Any]) -> Statement:
        _, value, _, name, seen, notes, _, arms = c
        made = self._make("roll", c, notes, value=value, name=name[1] if name else "", seen_by=seen)
        made.arms = tuple([(self._outcomes(keys), bind, body) for keys, bind, body in arms or ()])
        return made

    def seen_by(self, c: list[Any]) -> ExprNode:
        side: ExprNode = c[2]
        return side

    def arms(self, c: list[Any]) -> tuple[Any, ...]:
        return tuple(c[1:-1])

    def arm_block(self, c: list[Any]) -> tuple[Any, ...]:
        return (*c[0], c[3] or ())

    def arm_line(self, c: list[Any]) -> tuple[Any, ...]:
        return (*c[0], (c[2],))

    def bound_key(self, c: list[Any]) -> tuple[ExprNode, str]:
        return (self.name(c[:1]), c[1][1])

    def arm_keys(self, c: list[Any]) -> tuple[tuple[ExprNode, ...], str | None]:
        """Return the keys, and the name that the last of them binds: `hull n`."""
        keys: list[ExprNode] = []
        bind = None
        for index, key in enumerate(c[::2]):
            if isinstance(key, ExprNode):
                keys.extend(alternatives(key))
                continue
            keys.append(key[0])
            if index * 2 + 1 == len(c):
                bind = key[1]
            else:
                self.problems.add(errors.early_binding(key[1], key[0].at))
        return tuple(keys), bind

    def _outcomes(self, keys: tuple[ExprNode, ...]) -> tuple[str, ...]:
        names: list[str] = []
        for key in keys:
            if key.op == "name":
                names.append(key.args[0])
            else:
                self.problems.add(errors.no_outcome(key.at))
        return tuple(names)

    # ---- flow

    def require(self, c: list[Any]) -> Statement:
        _, condition, _, text, notes, _ = c
        return self._make("require", c, notes, value=condition, text=text and self.text_of(text))

    def if_(self, c: list[Any]) -> Statement:
        _, condition, notes, _, body, orelse = c
        arms: tuple[Any, ...] = ((condition, body),)
        rest: Block | None = None
        if orelse is not None:
            first = orelse.body[0]
            if orelse.is_line and first.op == "if":
                arms, rest = arms + first.arms, first.orelse
            else:
                rest = orelse.body
        return self._make("if", c, notes, arms=arms, orelse=rest)

    def for_each(self, c: list[Any]) -> Statement:
        _, _, name, _, members, _, by, notes, _, body = c
        return self._make("for", c, notes, name=name[1], value=members, by=by or (), body=body)

    def repeat(self, c: list[Any]) -> Statement:
        _, times, _, notes, _, body = c
        return self._make("repeat", c, notes, value=times, body=body)

    def on(self, c: list[Any]) -> Statement:
        return self._make("on", c, c[2], value=c[1], arms=c[4])

    def together(self, c: list[Any]) -> Statement:
        _, _, _, name, _, members, notes, _, body = c
        return self._make("together", c, notes, name=name[1], value=members, body=body)

    def window(self, c: list[Any]) -> Statement:
        return self._make("window", c, c[1], body=c[3])

    # ---- decisions

    def may(self, c: list[Any]) -> Any:
        """Mark `may choose`, `may take` by the token of its second word."""
        return c[1]

    def choose(self, c: list[Any]) -> Statement:
        side, verb, name, text, _, domain, tail, _, block, orelse = c
        inner = block or SteppedBlock(())
        guards, body = guarded(inner.body)
        return self._make(
            "choose", c, tail, side=side, may=verb[1] == "choose", name=name[1], value=domain,
            text=text and self.text_of(text),
            guards=guards, body=body, steps=inner.steps, orelse=_body(orelse),
        )  # fmt: skip

    def choose_block(self, c: list[Any]) -> SteppedBlock:
        return SteppedBlock(c[0])

    def stepped_block(self, c: list[Any]) -> SteppedBlock:
        _, _, _, name, _, _, *lines, _ = c
        inner = next(i for i, line in enumerate(lines) if not isinstance(line, Statement))
        return SteppedBlock(tuple(lines[inner + 1 :]), (name[1], tuple(lines[:inner])))

    def offer(self, c: list[Any]) -> Statement:
        side, _, name, text, notes, _, block, orelse = c
        guards, body = guarded(block or ())
        return self._make(
            "offer", c, notes, side=side, may=True, name=name[1], text=text and self.text_of(text),
            guards=guards, body=body, orelse=_body(orelse),
        )  # fmt: skip

    def menu(self, c: list[Any]) -> Statement:
        items = tuple([child for child in c if isinstance(child, ItemNode)])
        return self._make(
            "menu", c, c[2], side=c[0], may=c[1][1] == "choose", items=items, orelse=_body(c[-1])
        )

    def item(self, c: list[Any]) -> ItemNode:
        text, notes, _, block = c
        guards, body = guarded(block or ())
        return ItemNode(self.text_of(text), notes or NO_TAIL, guards, body, self.at(text))

    def take(self, c: list[Any]) -> Statement:
        side, verb, many, _, names, notes, _, orelse = c
        return self._make(
            "take", c, notes, side=side, may=verb[1] == "take", many=many[1] == "any",
            names=tuple([name[1] for name in names]), orelse=_body(orelse),
        )  # fmt: skip

    def names(self, c: list[Any]) -> tuple[Any, ...]:
        """Return the tokens of names divided by commas."""
        return tuple(c[::2])


def guarded(block: Block) -> tuple[Block, Block]:
    """Return the leading `require` statements of a block, and the rest."""
    count = 0
    while count < len(block) and block[count].op == "require":
        count += 1
    return block[:count], block[count:]


def alternatives(key: ExprNode) -> list[ExprNode]:
    """Return the keys of `II or II_star` one by one."""
    found: list[ExprNode] = []
    while key.op == "or":
        found.append(key.args[1])
        key = key.args[0]
    found.append(key)
    return found[::-1]


def _body(orelse: OrElse | None) -> Block | None:
    return None if orelse is None else orelse.body
