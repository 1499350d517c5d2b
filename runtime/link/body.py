"""One rule, step, action or scenario on its way to code: its names, its blocks, its loops.

A rule that cannot pause becomes one function r(G, S, W, values…), its names Python's own. A rule that can pause becomes
blocks b(G, T, S, W, F) whose names lie in the frame `F`: F[0] is the block to go on with.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rulewright.runtime import errors
from rulewright.runtime.link import types
from rulewright.runtime.link.expression import Local, Writer
from rulewright.runtime.link.names import Json
from rulewright.runtime.link.source import Lines, Where, X
from rulewright.runtime.link.types import NUMBER, Type

if TYPE_CHECKING:
    from rulewright.runtime.link.linker import Linker

DEEPEST_BLOCK = 16
"""Loops and cases inside one another, within one rule."""


@dataclass(slots=True)
class Loop:
    """A loop around the place where code is being written.

    framed: is it made of blocks (`head`, `after`) rather than a loop of Python? flag: how an inner loop of Python
    tells an outer one what to do (1: next round, 2: leave), if it is used. windows: how many windows were open around the loop.
    """

    label: str | None
    framed: bool
    head: int = -1
    after: int = -1
    flag: str = ""
    used: bool = False
    windows: int = 0


@dataclass(slots=True)
class Body:
    """Writes one item. `locals` says the types of all its names.

    proved: the choices (by `id` of their JSON) that are reached only where they can be made.
    """

    linker: Linker
    owner: str
    json: Json
    locals: dict[str, Type]
    framed: bool
    lines: Lines = field(init=False)
    names: dict[str, Local] = field(default_factory=dict)
    loops: list[Loop] = field(default_factory=list)
    windows: list[bool] = field(default_factory=list)
    size: int = 1
    block: int = -1
    open: bool = False
    depth: int = 0
    rest: list[Json] = field(default_factory=list)
    proved: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        self.lines = Lines(self.where(self.json))
        # Parameters come first, in their order: a frame begins with the values of the call.
        first = [param["name"] for param in self.json.get("params", ())]
        for name in first + [name for name in self.locals if name not in first]:
            type = self.locals.get(name)
            fractional = self.linker.fractions and types.bare(type) == NUMBER
            self.names[name] = Local(self.fresh(), types.inside(type), fractional)

    def where(self, json: Json) -> Where:
        cites = tuple(json.get("cites") or ()) or tuple(self.json.get("cites") or ())
        return Where(self.owner, self.linker.at(json.get("at")), cites)

    def place(self, kind: str, json: Json) -> int:
        """Register a statement for the log; return its number."""
        return self.linker.place(kind, self.owner, json, tuple(self.json.get("cites") or ()))

    # ---------------------------------------------------------------- names

    def fresh(self) -> str:
        """Return a new place for a value that outlives a pause, if this item has pauses."""
        if not self.framed:
            return self.linker.code.mint("v")
        self.size += 1
        return f"F[{self.size - 1}]"

    def temp(self) -> str:
        """Return a new Python name, good until the next pause."""
        return self.linker.code.mint("x")

    @property
    def w(self) -> Writer:
        return Writer(self.linker, self.names)

    def name(self, id: str) -> Local:
        if id not in self.names:
            raise errors.no_such("local name", id)
        return self.names[id]

    def retype(self, id: str, type: Type) -> None:
        """Note that the name may hold none from here on."""
        local = self.name(id)
        self.names[id] = Local(local.text, type, local.fractional)

    def hold(self, x: X) -> X:
        """Write the value of `x` into a Python name, unless it is one."""
        if x.simple:
            return x
        name = self.temp()
        self.add(f"{name} = {x.text}")
        return X(name, x.type, 0, x.fractional)

    # ---------------------------------------------------------------- lines

    def add(self, text: str) -> None:
        self.lines.add(text)

    def pay(self, cost: int) -> None:
        """Write code that pays for one evaluation, where it is worth the while."""
        if cost > 20:
            self.add(f"S[0] -= {cost}")

    def rounds(self, members: X, weight: int) -> str:
        """Return Python for `members`, each of which is worth a round of `weight`; what is sure is paid for here."""
        text, cost = self.w.walk(members, weight)
        self.pay(cost)
        return text

    def inside(self, head: str, write: Callable[[], None]) -> None:
        """Write `head` and, indented, what `write` writes."""
        self.add(head)
        before = len(self.lines.items)
        self.lines.indent += 1
        self.depth += 1
        if self.depth > DEEPEST_BLOCK:
            raise errors.too_deep(f"`{self.owner}`", DEEPEST_BLOCK)
        write()
        if len(self.lines.items) == before:
            self.add("pass")
        self.depth -= 1
        self.lines.indent -= 1

    def emit(self, statements: list[Json], *, straight: bool = False) -> None:
        """Write the statements, one after the other.

        `rest` is what follows the statement that is being written; `straight`: what follows the enclosing statement
        follows these statements, too (they are no round of a loop).
        """
        around = self.rest
        following = around if straight else []
        for at, json in enumerate(statements):
            self.rest = statements[at + 1 :] + following
            self._write(json)
        self.rest = around

    def _write(self, json: Json) -> None:
        self.lines.where = self.where(json)
        writers = PAUSING if self.framed and pauses(self.linker, json) else STATEMENTS
        writer = writers.get(json["do"])
        if writer is None:
            raise errors.misfit(f"there is no statement `{json['do']}`")
        if self.linker.watch is not None:
            self.add(self.linker.watch.mark(json))
        try:
            writer(self, json)
        except (KeyError, TypeError, IndexError) as problem:
            raise errors.misfit(f"the statement `{json['do']}` in {self.owner} is not written as it should be") from problem

    # ---------------------------------------------------------------- blocks

    def new_block(self) -> int:
        self.linker.block_names.append("")
        return len(self.linker.block_names) - 1

    def begin(self, block: int) -> None:
        """Go on writing in that block; what was open before runs into it."""
        if self.open:
            self.jump(block)
            self.flush()
        self.block = block
        self.lines = Lines(self.lines.where)
        self.open = True

    def flush(self) -> None:
        """Finish the block that is being written."""
        name = f"b{self.block}"
        self.linker.block_names[self.block] = name
        self.linker.code.function(f"{name}(G, T, S, W, F)", self.lines)
        self.open = False

    def jump(self, block: int) -> None:
        self.add(f"F[0] = {block}")
        self.add("return")

    def end(self) -> None:
        """Write the end of the item, and finish its last block."""
        self.add("T.stack.pop()")
        self.flush()

    def leave_windows(self, count: int) -> None:
        """Let the windows above the first `count` land, before a jump out of them."""
        if len(self.windows) > count:
            self.add("land(S, W)")
            self.add("T.W = S" if any(self.windows[count:]) else "W = S")


Statement = Callable[[Body, Json], None]
STATEMENTS: dict[str, Statement] = {}
PAUSING: dict[str, Statement] = {}


def writes(*kinds: str) -> Callable[[Statement], Statement]:
    """Register the function as the writer of these statements where they cannot pause."""

    def register(writer: Statement) -> Statement:
        for kind in kinds:
            STATEMENTS[kind] = writer
        return writer

    return register


def writes_pausing(*kinds: str) -> Callable[[Statement], Statement]:
    """Register the function as the writer of these statements where a decision may come inside them."""

    def register(writer: Statement) -> Statement:
        for kind in kinds:
            PAUSING[kind] = writer
        return writer

    return register


DECISIONS = frozenset({"choose", "offer", "menu", "take", "together"})
CHANCE = frozenset({"roll", "roll_dice", "draw"})


def stops(linker: Linker, kind: str) -> bool:
    """Does play stop at a statement of that kind, or may it?"""
    return kind in DECISIONS or (linker.stops_at_chance and kind in CHANCE)


def pauses(linker: Linker, json: Any) -> bool:
    """Can play stop inside this statement (or list of statements)?"""
    if isinstance(json, list):
        return any(pauses(linker, one) for one in json)
    kind = json["do"]
    if stops(linker, kind):
        return True
    if kind == "call":
        return linker.rule(json["rule"]).pauses
    return any(pauses(linker, inner) for inner in bodies(json))


def bodies(json: Json) -> list[list[Json]]:
    """Return the lists of statements inside a statement."""
    kind = json["do"]
    if kind == "if":
        return [case["then"] for case in json["cases"]] + [json["else"]]
    if kind in ("each", "repeat", "window", "together"):
        return [json["body"]]
    if kind in ("on", "roll"):
        return [arm["body"] for arm in json["arms"]]
    if kind in ("choose", "offer"):
        return [json["body"], json["else"] or []]
    if kind == "menu":
        return [item["body"] for item in json["items"]] + [json["else"] or []]
    if kind == "take":
        return [json["else"] or []]
    return []


def calls(json: Any) -> list[str]:
    """Return the rules that a list of statements calls, actions included."""
    found: list[str] = []
    for one in json:
        if one["do"] == "call":
            found.append(one["rule"])
        elif one["do"] == "take":
            found.extend(one["actions"])
        for inner in bodies(one):
            found.extend(calls(inner))
    return found
