"""The Python that the linker writes: only names that it mints itself, and constants in a table beside it.

Nothing of the artifact's text becomes source: ids and sentences stay data, numbers of the rules become literals.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from types import CodeType
from typing import Any

from rulewright.runtime import errors

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

    where: for each line of the source so far, the rule at work in it.
    """

    def __init__(self) -> None:
        self.namespace: dict[str, Any] = {}
        self.where: list[Where] = []
        self._ready: list[tuple[str, Lines]] = []
        self._constants: dict[Any, str] = {}
        self._minted = 0

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

    def function(self, head: str, lines: Lines) -> None:
        """Add a function; `head` is as in `d3(S, v1)`."""
        self._ready.append((f"def {head}:", lines))

    def load(self) -> None:
        """Compile what was added since the last time and put it into the namespace."""
        text: list[str] = ["\n" * len(self.where)]
        for head, lines in self._ready:
            self.where.append(lines.where)
            text.append(head + "\n")
            for line, where in lines.items:
                self.where.append(where)
                text.append(line + "\n")
        self._ready = []
        exec(self._compiled("".join(text)), self.namespace)

    def _compiled(self, text: str) -> CodeType:
        try:
            # The offset keeps line numbers unique over all that was ever loaded.
            return compile(text, FILE, "exec", dont_inherit=True)
        except (SyntaxError, MemoryError, RecursionError, OverflowError) as problem:
            # What the linker writes is well formed; only depth can exceed what the interpreter accepts.
            raise errors.too_deep("a rule", 20) from problem


def _key(value: Any) -> Any:
    """Equal values of different types are different constants: 1, True and Fraction(1)."""
    if type(value) is tuple or type(value) is frozenset:
        return (type(value), tuple(_key(one) for one in value))
    return (type(value), value)


@dataclass(frozen=True, slots=True)
class X:
    """A piece of generated expression.

    text: Python, in parentheses wherever it is not a name, a call or a subscript.
    cost: what one evaluation takes of the budget, beyond what loops inside it pay themselves.
    fractional: may it be a number that is not whole?
    bounds: the least and the greatest it can be, where that is sure.
    source: the values it is one of, and Python for which one, where it only looks one up.
    """

    text: str
    type: Any
    cost: int = 0
    fractional: bool = False
    bounds: tuple[int, int] | None = None
    source: tuple[tuple[Any, ...], str] | None = None

    @property
    def simple(self) -> bool:
        """Can the text be written twice without doing anything twice?"""
        return self.text.isidentifier() or self.text.isdigit() or (self.text.startswith("F[") and self.text[2:-1].isdigit())


Handler = Callable[..., X]


def literal(value: Any) -> bool:
    return value is None or type(value) in (int, bool, Fraction)
