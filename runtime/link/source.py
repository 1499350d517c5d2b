"""The Python that the linker writes: only names that it mints itself, and constants in a table beside it.

Nothing of the artifact's text becomes source: ids and sentences stay data, numbers of the rules become literals.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from types import CodeType, FunctionType
from typing import Any

from rulewright.runtime import errors
from rulewright.runtime.link.primitives import BUDGET

LIGHT = re.compile(r"\(?(?:\w+|len\(\w+\)|\w+\[(?:\(?-?\d+\)? \+ )?(?:\w+|F\[\d+\])\])(?: [+-] \w+)?\)?")
"""A name or number, the length of what has a name, or a slot of a list; and perhaps a number more or less."""

FILE = "<rulewright>"
"""The file name of all generated code; a traceback through it tells the rule that was at work."""


@dataclass(frozen=True, slots=True)
class Where:
    """The rule at work in a line of generated code: what it is called, where it stands, what it cites."""

    owner: str
    at: tuple[int, int, int, int] | None = None
    cites: tuple[dict[str, Any], ...] = ()


@dataclass(slots=True)
class Lines:
    """The lines of one function, each with its indentation and the rule it belongs to."""

    where: Where
    items: list[tuple[str, Where]] = field(default_factory=list)
    indent: int = 1

    def add(self, text: str) -> None:
        if self.indent > 40:
            raise errors.too_deep(f"`{self.where.owner}`", 40)
        self.items.append((" " * self.indent + text, self.where))


class Code:
    """A growing module of generated functions.

    where: for each line of the source so far, the rule at work in it. texts: the lines of each function, if somebody wants to read them.
    """

    def __init__(self) -> None:
        self.namespace: dict[str, Any] = {}
        self.where: list[Where] = []
        self._ready: list[tuple[str, Lines]] = []
        self._constants: dict[Any, str] = {}
        self._minted = 0
        self._holders: dict[str, list[Callable[[Any], None]]] = {}
        self.texts: dict[str, list[str]] | None = None
        self._waiting: dict[str, tuple[list[str], int]] = {}

    def mint(self, prefix: str) -> str:
        """Return a new identifier."""
        self._minted += 1
        return f"{prefix}{self._minted}"

    def constant(self, value: Any) -> str:
        """Return an expression for an immutable value: a literal for a small number, else a name in the namespace."""
        if value is None or value is True or value is False:
            return repr(value)
        if type(value) is int:
            return repr(value) if value >= 0 else f"({value})"
        if value == () and type(value) is tuple:
            return "()"
        key = _key(value)
        if key not in self._constants:
            self._constants[key] = self.name(value, "K")
        return self._constants[key]

    def name(self, value: Any, prefix: str = "X") -> str:
        """Give any object a name in the namespace, and return it."""
        name = self.mint(prefix)
        self.namespace[name] = value
        return name

    def kept(self, function: str) -> str:
        """Return the name of the same function of one value, S left alone: what it says is found out once and kept."""
        values: dict[Any, Any] = {}
        space = self.namespace

        def ask(S: Any, value: Any) -> Any:
            try:
                return values[value]
            except KeyError:
                # It gets a budget of its own: what a game spends must not depend on what others have asked before.
                found = values[value] = space[function]([BUDGET], value)
                return found

        return self.name(ask, "M")

    def function(self, head: str, lines: Lines) -> None:
        """Add a function; `head` is as in `d3(S, v1)`."""
        self._ready.append((f"def {head}:", lines))

    def waiting(self) -> dict[str, Lines]:
        """Return the lines of the functions that are not loaded yet, by name."""
        return {head[4 : head.index("(")]: lines for head, lines in self._ready}

    def load(self) -> None:
        """Put what was added since the last time into the namespace. A function is compiled when it is called first."""
        for head, lines in self._ready:
            line = len(self.where)
            self.where.append(lines.where)
            texts = [head]
            for text, where in lines.items:
                self.where.append(where)
                texts.append(text)
            name = head[4 : head.index("(")]
            if self.texts is not None:
                self.texts[name] = texts
            if any(map(_is_risky, texts)):
                self.namespace[name] = self._compiled(name, texts, line)
            else:
                self._waiting[name] = (texts, line)
                self._holders[name] = []
                self.namespace[name] = self._later(name)
        self._ready = []

    def hold(self, name: str, put: Callable[[Any], None]) -> None:
        """Hand a function to somebody who keeps it, and once more as soon as it is compiled."""
        put(self.namespace[name])
        if name in self._holders:
            self._holders[name].append(put)

    def ready(self, name: str) -> Any:
        """Return a function as it will be called from now on, compiled if nobody has called it yet."""
        if name in self._waiting:
            function = self.namespace[name] = self._compiled(name, *self._waiting.pop(name))
            for put in self._holders.pop(name):
                put(function)
        return self.namespace[name]

    def _later(self, name: str) -> Callable[..., Any]:
        def first(*values: Any) -> Any:
            return self.ready(name)(*values)

        return first

    def _compiled(self, name: str, texts: list[str], line: int) -> FunctionType:
        """Return the function; its lines are numbered from `line` on, after all others that were ever loaded."""
        try:
            module = compile("\n".join(texts), FILE, "exec", dont_inherit=True)
        except (SyntaxError, MemoryError, RecursionError, OverflowError) as problem:
            # What the linker writes is well formed; only depth can exceed what the interpreter accepts.
            raise errors.too_deep("a rule", 20) from problem
        code = next(one for one in module.co_consts if isinstance(one, CodeType))
        return FunctionType(_shifted(code, line), self.namespace, name)


DEEP, LONG = 100, 5_000
"""Brackets in a line, and its letters, from which on the interpreter may refuse it: that is found out while linking."""


def _is_risky(text: str) -> bool:
    return len(text) > LONG or text.count("(") + text.count("[") > DEEP


def _shifted(code: CodeType, by: int) -> CodeType:
    """Return the code as if it stood so many lines further down."""
    constants = tuple(_shifted(one, by) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_firstlineno=code.co_firstlineno + by, co_consts=constants)


def _key(value: Any) -> Any:
    """Equal values of different types are different constants: 1, True and Fraction(1)."""
    if type(value) is tuple or type(value) is frozenset:
        return (type(value), tuple(_key(one) for one in value))
    return (type(value), value)


@dataclass(frozen=True, slots=True)
class Sieve:
    """Python for what is walked to find the members of a set, and for those among whom they must be."""

    walked: str
    among: str


@dataclass(frozen=True, slots=True)
class X:
    """A piece of generated expression.

    text: Python, in parentheses wherever it is not a name, a call or a subscript.
    cost: what one evaluation takes of the budget, beyond what loops inside it pay themselves.
    fractional: may it be a number that is not whole?
    bounds: the least and the greatest it can be, where that is sure.
    source: the values it is one of, and Python for which one, where it only looks one up.
    most: how many members it can have at most, if it is a set or list and that is sure.
    scarce: are there mostly far fewer than `most`, so that a quarter of it is paid for?
    sieve: how its members are found, if they are those of another set for which something simple holds.
    live: is it a piece that is surely in play, or a set of none but such?
    """

    text: str
    type: Any
    cost: int = 0
    fractional: bool = False
    bounds: tuple[int, int] | None = None
    source: tuple[tuple[Any, ...], str] | None = None
    most: int | None = None
    scarce: bool = False
    sieve: Sieve | None = None
    live: bool = False

    @property
    def simple(self) -> bool:
        """Can the text be written twice without doing anything twice?"""
        return self.text.isidentifier() or self.text.isdigit() or (self.text.startswith("F[") and self.text[2:-1].isdigit())

    @property
    def light(self) -> bool:
        """Is writing it twice cheaper than a call? Only names, numbers, slots and sums of them are."""
        return self.simple or LIGHT.fullmatch(self.text) is not None


Handler = Callable[..., X]


def literal(value: Any) -> bool:
    return value is None or type(value) in (int, bool, Fraction)
