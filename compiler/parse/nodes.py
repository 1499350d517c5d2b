"""What declarations are made of: expressions, tails, types, parameters, rows, and the statements of rules.

Expressions share one node class, since there are some forty kinds of them and passes tell them apart by `op`; statements do, too.
"""

from __future__ import annotations

from typing import Any

from rulewright.compiler.record import Record, field
from rulewright.compiler.source import Cite, Span


class ExprNode(Record):
    """An expression: `op` says which kind, `args` what it is made of.

    | op | args | text |
    | --- | --- | --- |
    | `number` | (int or Fraction,) | `3`, `0.5` |
    | `name` | (str,) | `turn`; also `yes`, `no`, `none`, `all`, `it`, `otherwise`, `at` |
    | `text` | (part, …), part: str or ExprNode | `"{count(x)} ships"` |
    | `dot` | (ExprNode, str) | `ship.at` |
    | `call` | (str, arg, …) | `count(x)` |
    | `dotcall` | (ExprNode, str, arg, …) | `ship.guns(bow)` |
    | `of` | (str, ExprNode) | `ships of german` |
    | `at` | (ExprNode, ExprNode) | `units at hex` |
    | `where` | (ExprNode, ExprNode) | `ships where speed = 2` |
    | `some` `none_of` | (ExprNode,) | `some ships where …`, `no ships at h` |
    | `every` | (ExprNode, ExprNode) | `every crew(u) has fuel > 0` |
    | `and` `or` | (ExprNode, ExprNode) | |
    | `not` `neg` `pos` `pending` | (ExprNode,) | `not a`, `-a`, `+3`, `pending s.bow` |
    | `=` `!=` `<` `<=` `>` `>=` `in` `not_in` | (ExprNode, ExprNode) | |
    | `+` `-` `*` `/` | (ExprNode, ExprNode) | |
    | `range` | (ExprNode or None, ExprNode or None) | `1..4`, `..4`, `13..` |
    | `group` | (ExprNode, …), two or more | `(a, b, c)` |
    | `cases` | ((condition, value), …) condition None for otherwise | `a -> 1, otherwise -> 2` |
    | `dice` | (count, sides name) | `2d6` is (2, "d6"); `d10` is (1, "d10") |
    | `quantity` | (int, str) | `2 hull` |
    | `blank` | () | an empty cell |
    """

    op: str
    args: tuple[Any, ...]
    at: Span


class Note(Record):
    """`assumed "why"` or `ruling "what"`."""

    kind: str
    text: str
    at: Span


class Tail(Record):
    """What may end a line: `"Title" [7.7.2] assumed "why"`."""

    title: str = ""
    cites: tuple[Cite, ...] = ()
    notes: tuple[Note, ...] = ()


class TypeNode(Record):
    """`set of hex`, `hex or none`, `0..40`, `number by section`, `yes_no`.

    op: `name` (str,), `set` (TypeNode,), `list` (TypeNode,), `either` (TypeNode, …),
    `by` (TypeNode, TypeNode), `range` (int or None, int or None).
    """

    op: str
    args: tuple[Any, ...]
    at: Span


class Param(Record):
    """`hunter: unit`"""

    name: str
    type: TypeNode
    at: Span


class RowNode(Record):
    """`| 1..2 | dusk | 0 | assumed "why"`: one list of alternatives per cell (`CA, CL` has two)."""

    cells: tuple[tuple[ExprNode, ...], ...]
    tail: Tail
    at: Span
    cell_spans: tuple[Span, ...] = ()


# ---------------------------------------------------------------- statements


class Statement(Record):
    """One step of a rule. `body` and `orelse` are blocks; which other fields are set depends on `op`.

    | op | fields | text |
    | --- | --- | --- |
    | `let` | name, value | `let round = 1` |
    | `set` | target, value | `set s.zone to 3` |
    | `add` | value, target | `add 1 to turn` |
    | `remove` | value (a `group` for several), target or None | `remove 1 from s.fuel`, `remove ship` |
    | `mark` | target, value | `mark u with no_move(4)`; target may be an `at` node |
    | `move` | value, target | `move ship to hex` |
    | `if` | arms ((cond, body), …), orelse | |
    | `for` | name, value, by, body | `for each s in ships by er, side != first` |
    | `repeat` | value or None, body | `repeat 3 times` |
    | `on` | value, arms ((keys, bind, body), …) | `on chit` |
    | `do` | value (`name` or `call`) | `do burn(s, 1)` |
    | `next` `end` | name | `next quarry`, `end repeat` |
    | `end_game` | name | `end game as dawn` |
    | `reveal` | values, target | `reveal s.at, s.name to watch` |
    | `tell` | target, value (`text`) | `tell watch "…"` |
    | `roll` | value, name, seen_by, arms | `roll contact(a, b)`, `roll d10 as die` |
    | `draw` | name, value, seen_by | `draw chit from damage` |
    | `require` | value, text | `require a else "why" [6]` |
    | `choose` | side, may, name, value, guards, body, orelse, steps | `german chooses x from S` |
    | `offer` | side, name, text, guards, body, orelse | `german may fire "star shell"` |
    | `menu` | side, items, orelse | `german chooses` + `"steer on"` blocks |
    | `take` | side, names, many, orelse | `active takes one of a, b` |
    | `together` | name, body | `simultaneously for each player in sides` |
    | `window` | body | `simultaneously` |

    `guards` are the leading `require` statements of a block, taken out of `body`.
    `steps` of a `choose` from `paths(…)` is the block below `each step NAME`: (name, guards).
    An arm of `roll` is (names, bind or None, body); of `on` (keys as ExprNode, bind or None, body).
    """

    op: str
    at: Span
    tail: Tail = field(default_factory=Tail)
    name: str = ""
    names: tuple[str, ...] = ()
    text: ExprNode | None = None
    side: ExprNode | None = None
    target: ExprNode | None = None
    value: ExprNode | None = None
    values: tuple[ExprNode, ...] = ()
    by: tuple[ExprNode, ...] = ()
    seen_by: ExprNode | None = None
    may: bool = False
    many: bool = False
    guards: tuple[Statement, ...] = ()
    steps: tuple[str, tuple[Statement, ...]] | None = None
    items: tuple[ItemNode, ...] = ()
    arms: tuple[tuple[Any, ...], ...] = ()
    body: tuple[Statement, ...] = ()
    orelse: tuple[Statement, ...] | None = None


class ItemNode(Record):
    """One line of a menu with its block: `"evasion manoeuvre"`."""

    text: ExprNode
    tail: Tail
    guards: tuple[Statement, ...]
    body: tuple[Statement, ...]
    at: Span
