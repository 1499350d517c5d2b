"""What was written: every declaration of the source text, names still strings, each with its place.

The parser makes these nodes and nothing else; `resolve` is the only reader.
"""

from __future__ import annotations

from rulewright.compiler.parse.nodes import ExprNode, Param, RowNode, Statement, Tail, TypeNode
from rulewright.compiler.record import Record
from rulewright.compiler.source import Cite, Span


class SettingNode(Record):
    """`rows: A..Z` · `region "Air Sectors": (I17..I30)` · `barrier "sandbar": D2 - D3 for german`.

    `values` are the comma separated right side; `for_side` the side after `for`. `titles` has one
    title per value, "" for none (`sides: red "Red Fleet", blue "Blue Fleet"`), or is empty.
    """

    name: str
    values: tuple[ExprNode, ...]
    tail: Tail
    at: Span
    id: str = ""
    for_side: str = ""
    titles: tuple[str, ...] = ()


class Declaration(Record):
    """Common head: `keyword id "Title" [cites] assumed "…"`."""

    id: str
    tail: Tail
    at: Span
    doc: str = ""


class RulesetNode(Declaration):
    settings: tuple[SettingNode, ...] = ()


class IncludeNode(Declaration):
    """`include "tables/naval.rules"`: `id` is the path."""


class EnumNode(Declaration):
    values: tuple[tuple[str, str, Span], ...] = ()  # id, title, place


class AttributeNode(Record):
    """`hidden fuel: number = tank`"""

    name: str
    type: TypeNode
    visibility: str  # printed, public, hidden, secret
    unless: str  # marker that opens a hidden attribute, or ""
    default: ExprNode | None
    tail: Tail
    at: Span


class PieceNode(Declaration):
    """`piece task_force: unit "Task Force" holds ship [7.2]`"""

    parent: str = ""
    holds: str = ""
    attributes: tuple[AttributeNode, ...] = ()


class RosterNode(Declaration):
    """`roster ship` + rows; `id` is the piece's name, the first row the header."""

    header: tuple[str, ...] = ()
    header_spans: tuple[Span, ...] = ()
    rows: tuple[RowNode, ...] = ()


class MarkerNode(Declaration):
    """`marker contact on ship: sighted / tracked public [5.2]`; several ids share the settings."""

    ids: tuple[str, ...] = ()
    on: str = ""
    places: str = ""  # `on force at hex`
    faces: tuple[str, ...] = ()
    countdown: tuple[int, int] | None = None
    visibility: str = "public"


class CupNode(Declaration):
    rows: tuple[RowNode, ...] = ()


class TrackNode(Declaration):
    """`track turn "Clock": 1..8 = 1 seen by german` + rows of boxes"""

    type: TypeNode | None = None
    start: ExprNode | None = None
    seen_by: str = ""
    header: tuple[str, ...] = ()
    header_spans: tuple[Span, ...] = ()
    rows: tuple[RowNode, ...] = ()


class PlaceTableNode(Record):
    """`ports` + rows under a map: values per hex."""

    name: str
    tail: Tail
    header: tuple[str, ...]
    header_spans: tuple[Span, ...]
    rows: tuple[RowNode, ...]
    at: Span


class MapNode(Declaration):
    settings: tuple[SettingNode, ...] = ()
    tables: tuple[PlaceTableNode, ...] = ()


class LookupNode(Record):
    """What `by` means: axes and rows, or one-line cases.

    One axis: rows are (key, value[, cancels]). Two axes: `header` holds the column keys.
    """

    by: tuple[ExprNode, ...]
    header: tuple[tuple[ExprNode, ...], ...]  # column keys, () if there is one axis
    rows: tuple[RowNode, ...]
    at: Span


class DrmNode(Record):
    """`drm low_er "target ER below 25" -1 if er(t) < 25` · `drm "radar" by …` · `drm common`"""

    id: str
    tail: Tail
    at: Span
    amount: ExprNode | None = None
    condition: ExprNode | None = None
    lookup: LookupNode | None = None
    include: str = ""  # `drm common`: the name of a table of shared modifiers


class RollNode(Record):
    """`roll 2d6` · `roll lowest(2, 3d6)` · `roll by range: extreme -> lowest(2, 3d6), otherwise -> 2d6`"""

    dice: ExprNode | None
    lookup: LookupNode | None
    at: Span


class FavoursNode(Record):
    """`favours watch if low`: the side that likes the dice low, or high."""

    side: ExprNode
    when: str


class TableNode(Declaration):
    params: tuple[Param, ...] = ()
    roll: RollNode | None = None
    drms: tuple[DrmNode, ...] = ()
    result: LookupNode | None = None  # by: () for one column, else the column axis
    naturals: tuple[tuple[ExprNode, ExprNode, Span], ...] = ()  # key, value
    threshold: ExprNode | None = None
    dummies: ExprNode | None = None
    favours: FavoursNode | None = None
    footnotes: tuple[Tail, ...] = ()  # `note "…"`


class MatrixNode(Declaration):
    on: str = ""
    header: tuple[str, ...] = ()
    header_spans: tuple[Span, ...] = ()
    rows: tuple[RowNode, ...] = ()


class DefineNode(Declaration):
    """`define er(s: ship) = …` · `define cost(…) "Fuel"` + rows · `define kind(s) by s.class: BB -> …`"""

    params: tuple[Param, ...] = ()
    value: ExprNode | None = None  # an expression, or `cases`
    lookup: LookupNode | None = None  # by rows
    conditions: tuple[RowNode, ...] = ()  # rows of (condition, value)


class RuleNode(Declaration):
    params: tuple[Param, ...] = ()
    body: tuple[Statement, ...] = ()


class ActionNode(Declaration):
    """`action sail by player "Move" [7]`"""

    by: str = ""
    guards: tuple[Statement, ...] = ()
    body: tuple[Statement, ...] = ()


class StepNode(Record):
    id: str
    tail: Tail
    at: Span
    condition: ExprNode | None = None
    body: tuple[Statement, ...] = ()


class PhaseNode(Declaration):
    """A phase without steps has one step whose id is empty."""

    condition: ExprNode | None = None
    steps: tuple[StepNode, ...] = ()


class ScenarioNode(Declaration):
    body: tuple[Statement, ...] = ()


class HookNode(Declaration):
    params: tuple[Param, ...] = ()
    returns: TypeNode | None = None


class InvariantNode(Declaration):
    """`invariant "no ship on land": …`"""

    value: ExprNode | None = None


class ExampleNode(Declaration):
    """`example "…" [6]` + given, subject, dice, answers, expect.

    `given` entries are (target, value or None): `x = 5` or `flagship.sighted`.
    `subject` is a `roll` or `do` Statement, a `phase` Statement with `name` (`phase.step` too), or None.
    `answers` are (side, values, None), or (side, values, cite) where that section refuses each of them; `dice` the
    dice and draws in the order they fall.
    """

    given: tuple[tuple[ExprNode, ExprNode | None], ...] = ()
    subject: Statement | None = None
    dice: tuple[ExprNode, ...] = ()
    answers: tuple[tuple[str, tuple[ExprNode, ...], Cite | None], ...] = ()
    expect: tuple[ExprNode, ...] = ()


class CounselNode(Record):
    """A line of advice, by op.

    | op | fields |
    | --- | --- |
    | `prefer`, `most`, `least` | value: `prefer most guns of mover` |
    | `take` | name, or text for a line of a menu: `take sail` |
    | `accept`, `decline` | |

    condition: what stands behind `if`.
    """

    op: str
    at: Span
    tail: Tail
    value: ExprNode | None = None
    name: str = ""
    text: str = ""
    condition: ExprNode | None = None


class AdviceNode(Record):
    """`for movement.route` and its lines."""

    decision: str
    at: Span
    tail: Tail
    lines: tuple[CounselNode, ...] = ()


class WorthNode(Record):
    """`worth 1 - distance(tender.at, harbour) / 6`"""

    value: ExprNode
    at: Span
    tail: Tail


class BotNode(Declaration):
    """`bot smuggler for raiders "The Smuggler"`"""

    side: str = ""
    side_at: Span = (0, 1, 1, 1)
    worth: WorthNode | None = None
    advice: tuple[AdviceNode, ...] = ()


class AidNode(Declaration):
    settings: tuple[SettingNode, ...] = ()


class PatchNode(Record):
    """One change of a variant.

    | op | fields |
    | --- | --- |
    | `set` | target, value: `set corsair.guns to 2` |
    | `add` | path, drms / rows / attributes / naturals: `add to shadow` |
    | `replace` | declaration |
    | `remove` | path: `remove chance.hunting` |
    | `insert` | where (`before` or `after`), path, body: `insert before admin.clock` |
    """

    op: str
    at: Span
    path: tuple[str, ...] = ()
    where: str = ""
    target: ExprNode | None = None
    value: ExprNode | None = None
    declaration: Declaration | None = None
    drms: tuple[DrmNode, ...] = ()
    rows: tuple[RowNode, ...] = ()
    attributes: tuple[AttributeNode, ...] = ()
    naturals: tuple[tuple[ExprNode, ExprNode, Span], ...] = ()
    steps: tuple[StepNode, ...] = ()
    body: tuple[Statement, ...] = ()


class VariantNode(Declaration):
    """`variant short_night of base_game "Short night"` · `variant optional crew_exhaustion "…" [13.2]`"""

    of: str = ""
    optional: bool = False
    patches: tuple[PatchNode, ...] = ()
    declarations: tuple[Declaration, ...] = ()


class Tree(Record):
    """All declarations of a ruleset, in the order of its files."""

    declarations: tuple[Declaration, ...]
