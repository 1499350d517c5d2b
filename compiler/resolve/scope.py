"""Names that are bound inside one rule, step, table or define, and the candidate of a `where`."""

from __future__ import annotations

from rulewright.compiler.record import Record, field
from rulewright.compiler.resolve import errors
from rulewright.compiler.resolve.symbols import Symbols
from rulewright.compiler.resolve.types import Type, as_json
from rulewright.compiler.source import Span


class Candidate(Record):
    """What `where`, `by`, `some` … look at: its name in the artifact and its type."""

    local: str
    type: Type


class Loop(Record):
    """A loop that `next` and `end` may name."""

    names: tuple[str, ...]
    label: str
    is_repeat: bool


class Scope(Record):
    """The names visible at one point of an item; `locals` collects those of the whole item."""

    symbols: Symbols
    item: str
    returns: tuple[str, ...] = ()  # names after `end` that end the item
    visible: dict[str, tuple[str, Type]] = field(default_factory=dict)  # name -> (local, type)
    locals: dict[str, Type] = field(default_factory=dict)
    candidates: list[Candidate] = field(default_factory=list)
    loops: list[Loop] = field(default_factory=list)
    labels: int = 0
    ranges: dict[str, tuple[int | None, int | None]] = field(default_factory=dict)
    coming: str = ""  # the name that the loop or choice under way is about to bind
    decisions: dict[str, int] = field(default_factory=dict)
    aside: set[int] = field(default_factory=set)  # ids of nodes after `and`, `or` that say nothing of their candidate

    def bind(self, name: str, type: Type, at: Span, *, again: bool = False) -> str:
        """Make `name` visible and return its name in the artifact. `again`: rebinding is meant."""
        held = self.visible.get(name)
        if held is not None and again and held[1] == type:
            return held[0]
        if held is not None:
            self.symbols.problems.add(errors.shadowed(name, at, "something in this block"))
        elif name in self.symbols.names:
            self.symbols.problems.add(errors.shadowed(name, at, _one(self.symbols.names[name].kind)))
        elif name in self.symbols.sides:
            self.symbols.problems.add(errors.shadowed(name, at, "a side"))
        local = self.fresh(name, type)
        self.visible[name] = (local, type)
        return local

    def fresh(self, name: str, type: Type) -> str:
        """A name in the artifact that is used for this type only."""
        local, number = name, 1
        while local in self.locals and self.locals[local] != type:
            number += 1
            local = f"{name}_{number}"
        self.locals[local] = type
        return local

    def candidate(self, type: Type) -> Candidate:
        """A new innermost candidate; the caller pops it."""
        taken = {one.local for one in self.candidates}
        local, number = "it", 1
        while local in taken or self.locals.get(local, type) != type:
            number += 1
            local = f"it_{number}"
        self.locals[local] = type
        made = Candidate(local, type)
        self.candidates.append(made)
        return made

    def label(self) -> str:
        self.labels += 1
        return f"L{self.labels}"

    def decision(self, name: str) -> str:
        """The artifact's id of a decision: `rule.name`, numbered from the second of that name."""
        number = self.decisions.get(name, 0) + 1
        self.decisions[name] = number
        return f"{self.item}.{name}" + (f"_{number}" if number > 1 else "")

    def locals_json(self) -> dict[str, object]:
        return {name: as_json(type) for name, type in self.locals.items()}


def _one(word: str) -> str:
    """`an enum`, `a table`"""
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"
