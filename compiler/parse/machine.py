"""Runs the LALR tables: tokens in, the builder's nodes out.

lark's own loop would do, but costs four times as much and an import; this one takes the same tables.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from rulewright.compiler.parse.tables import Reduction, Tables
from rulewright.compiler.record import Record

Token = tuple[str, Any, int, int]
"""Terminal, text (a RowNode for ROW), line, column (from 1)."""

Action = Callable[[Any, list[Any]], Any]
"""Makes a node with a builder out of the children."""

Step = tuple[int, str, Action | None]
"""A rule: the number of its children, its symbol, and its action; None if it only hands on one child."""


class Fault(Record, frozen=True):
    """Where the tokens stopped making sense."""

    index: int  # of the token that fits nowhere
    stack: tuple[int, ...]


class Machine:
    """The tables together with a builder, whose methods are the actions of the rules."""

    def __init__(self, tables: Tables, builder: object) -> None:
        self.tables = tables
        self._builder = builder
        self._plan = _plan(tables, type(builder))  # type: ignore[arg-type]  # it looks at the hash of an instance

    def run(self, tokens: Sequence[Token], start: str) -> tuple[Any, Fault | None]:
        """Return the node that `tokens` make (the last is `$END`), or where they fail."""
        tables, builder = self.tables, self._builder
        states, soft, steps, shortcuts = tables.states, tables.soft, self._plan.steps, self._plan.shortcuts
        end = tables.ends[start]
        stack = [tables.starts[start]]
        values: list[Any] = []
        row = states[stack[0]]
        for index, token in enumerate(tokens):
            kind = token[0]
            while True:
                go = row.get(kind)
                if go is None:
                    if kind == "$END" and stack[-1] == end:
                        return values[0], None
                    if kind in soft and "NAME" in row:
                        kind = "NAME"
                        continue
                    return None, Fault(index, self._before(tokens, index, start))
                if go >= 0:
                    stack.append(go)
                    values.append(token)
                    row = states[go]
                    break
                size, symbol, action = steps[~go]
                if action is None:
                    key = (stack[-2], stack[-1], kind)
                    go = shortcuts.get(key) or self._shortcut(key)
                    stack[-1] = go
                else:
                    if size:
                        children = values[-size:]
                        del values[-size:]
                        del stack[-size:]
                    else:
                        children = []
                    values.append(action(builder, children))
                    go = states[stack[-1]][symbol]
                    stack.append(go)
                row = states[go]
        raise ValueError("the last token is not $END")

    def _before(self, tokens: Sequence[Token], index: int, start: str) -> tuple[int, ...]:
        """Return the states as they were when token `index` had not been looked at.

        The token that fits nowhere may cause reductions first, after which less seems to be expected.
        """
        states, soft = self.tables.states, self.tables.soft
        stack = [self.tables.starts[start]]
        for kind, *_ in tokens[:index]:
            go = -1
            while go < 0:
                row = states[stack[-1]]
                go = row[kind] if kind in row or kind not in soft else row["NAME"]
                if go < 0:
                    self._reduce(stack, go)
            stack.append(go)
        return tuple(stack)

    def _reduce(self, stack: list[int], go: int) -> None:
        size, symbol, _ = self._plan.steps[~go]
        if size:
            del stack[-size:]
        stack.append(self.tables.states[stack[-1]][symbol])

    def _shortcut(self, key: tuple[int, int, str]) -> int:
        """Return the state after all reductions that only hand on one child, and remember it.

        An expression of one word passes a dozen of them, one for each level of precedence.
        """
        below, state, kind = key
        states, steps = self.tables.states, self._plan.steps
        row = states[below]
        while True:
            go = states[state].get(kind)
            if go is None or go >= 0:
                break
            _, symbol, action = steps[~go]
            if action is not None:
                break
            state = row[symbol]
        self._plan.shortcuts[key] = state
        return state

    def expected(self, fault: Fault) -> list[str]:
        """Return the terminals that could stand where the fault is."""
        row = self.tables.states[fault.stack[-1]]
        return [kind for kind in row if kind not in self._plan.symbols and self._accepts(fault.stack, kind)]

    def _accepts(self, stack: Sequence[int], kind: str) -> bool:
        states = self.tables.states
        trial = list(stack)
        while True:
            go = states[trial[-1]].get(kind)
            if go is None:
                return kind == "$END" and trial[-1] in self._plan.ends
            if go >= 0:
                return True
            self._reduce(trial, go)


class _Plan(Record, frozen=True):
    """What the tables and a kind of builder make together; it grows by shortcuts, which are the same for all."""

    steps: list[Step]
    shortcuts: dict[tuple[int, int, str], int]
    ends: frozenset[int]
    symbols: frozenset[str]


@lru_cache(maxsize=4)
def _plan(tables: Tables, kind: type) -> _Plan:
    """Return the plan, made once: that takes as long as parsing a hundred lines, and leaves circles behind."""
    return _Plan(
        [(rule.size, rule.symbol, _action(rule, kind)) for rule in tables.reductions],
        {},
        frozenset(tables.ends.values()),
        frozenset(rule.symbol for rule in tables.reductions),
    )


def _action(rule: Reduction, kind: type) -> Action | None:
    if rule.is_list:
        return _listing(rule)
    if not rule.action:
        return None
    build: Action = getattr(kind, rule.action)
    if not any(rule.keeps) and not any(rule.blanks):
        return build
    joined = _listing(rule)
    return lambda builder, children: build(builder, joined(builder, children))


def _listing(rule: Reduction) -> Action:
    """Return how the children of `rule` become one list: lists joined, None for what is left out."""
    keeps, blanks = rule.keeps, rule.blanks
    if rule.is_list and keeps and keeps[0] and not any(keeps[1:]) and not any(blanks):
        return _append
    if not any(keeps) and not any(blanks):
        return _as_they_are
    if not any(keeps):
        # The usual case, an optional part left out: -1 stands for None.
        order = [-1] * blanks[0]
        for child, after in enumerate(blanks[1:]):
            order += [child] + [-1] * after
        return lambda _, children: [children[child] if child >= 0 else None for child in order]
    last = blanks[-1]

    def join(_: Any, children: list[Any]) -> list[Any]:
        joined: list[Any] = []
        for child, inline, before in zip(children, keeps, blanks, strict=False):
            if before:
                joined.extend([None] * before)
            if inline:
                joined.extend(child)
            else:
                joined.append(child)
        if last:
            joined.extend([None] * last)
        return joined

    return join


def _as_they_are(_: Any, children: list[Any]) -> list[Any]:
    return children


def _append(_: Any, children: list[Any]) -> list[Any]:
    longer: list[Any] = children[0]
    longer.extend(children[1:])
    return longer
