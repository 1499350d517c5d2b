"""A linked artifact: everything a game needs, shared by all games that are played from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from rulewright.runtime import errors
from rulewright.runtime.link import types
from rulewright.runtime.link.layout import Column
from rulewright.runtime.link.names import Json
from rulewright.runtime.link.source import Where

if TYPE_CHECKING:
    from rulewright.runtime.link.linker import Linker
    from rulewright.runtime.link.text import Texts

Block = Callable[..., Any]
"""b(G, T, S, W, F): runs until a decision, a call, a return or a jump; true if play must stop."""


@dataclass(frozen=True, slots=True)
class Place:
    """A statement as the log speaks of it. kind: its `do`; json: the statement."""

    kind: str
    where: Where
    json: Json


@dataclass(frozen=True, slots=True)
class Guard:
    """A condition of an answer and the sentence that explains it; the sentence is a template with values."""

    text: Json
    cites: tuple[Json, ...]


@dataclass(slots=True)
class Choice:
    """A decision as it is linked; its functions read the state and the frame in which it is asked.

    kind: one, subset, number, path, list, offer, menu, take.
    slot: where the answer goes in the frame; resume: where play goes on (by option for offer, menu and take).
    decline: where it goes on if the side declines; empty: if there is no answer (None: an error).
    domain(S, W, F) → what may be chosen from; members(S, W, F) → the same or more, for one; fixed: the same for menu, take and offer;
    opens(S, W, F, x) → is that member an answer that is open? They are asked one by one, and no more of them than must be known.
    ok(S, W, F, x) → do all guards hold (free: of an answer as a whole there are none); why(S, W, F, x) → (number of the first that fails or -1, values of its text).
    allows(S, W, F, chain, step) → may the step be added to a path or list, as far as its guards go; ways(S, W, F, chain, steps)
    → those of the steps that may (both None: there are no guards); step_why(S, W, F, chain, step) as `why`.
    write, read: between an answer at play and what is written outside; an offer needs neither, a menu does not read.
    titles(S, W, F) → values for the title of a choice or an offer, or for those of the items.
    titled: has it a title of its own (not), which is always the same (so), or is to be worked out (anew)? proved: is it asked only where it was found to have an answer?
    may_decline: can its side answer that it does none of it? (An offer is refused in another way.)
    functions: names of those that are called to find an answer; not of those that say why one is refused.
    """

    number: int
    id: str
    kind: str
    place: int
    name: str
    type: Any
    may: bool
    public: bool
    slot: int = 0
    resume: tuple[int, ...] = ()
    decline: int = 0
    empty: int | None = None
    domain: Block | None = None
    members: Block | None = None
    fixed: tuple[Any, ...] | None = None
    opens: Block | None = None
    ok: Block | None = None
    why: Block | None = None
    allows: Block | None = None
    ways: Block | None = None
    step_why: Block | None = None
    titles: Block | None = None
    guards: tuple[Guard, ...] = ()
    step_guards: tuple[Guard, ...] = ()
    item_guards: tuple[tuple[Guard, ...], ...] = ()
    items: tuple[str, ...] = ()
    texts: tuple[Json, ...] = ()
    write: Block | None = None
    read: Block | None = None
    free: bool = False
    titled: str = "not"
    may_decline: bool = False
    proved: bool = False
    advice: dict[str, tuple[Counsel, ...]] = field(default_factory=dict)
    functions: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Counsel:
    """A line of a bot. do: prefer, most, least, take, accept or decline.

    when(S, W, F) → does it count now (None: always); value(S, W, F, x) → what it says of the answer x; item: what to take.
    """

    do: str
    item: str = ""
    when: Block | None = None
    value: Block | None = None


@dataclass(slots=True)
class Rule:
    """A rule, step, action or scenario as it is linked.

    entry: first block, if it can pause; function: name of r(G, S, W, args…) if it cannot.
    """

    id: str
    params: list[tuple[str, Any]]
    pauses: bool
    function: str = ""
    entry: int = -1
    pad: str = ""
    json: Json = None
    recursive: bool = False


@dataclass(slots=True, repr=False)
class Program:
    """A linked artifact.

    blocks: all code that can be resumed, by number. start: the first state. scenarios: id → rule.
    main: the block in which the phases follow each other; closing: the one that runs the rule `victory`.
    when: name of the function (S) that says whether a step is entered, "" if always.
    sides: their ids. choices_seen: the mask of who sees what a side chooses, 0 if it alone does.
    invariants: text and name of the function (S) of each. worth: of each bot that says what a position is worth, the same.
    """

    document: Json
    options: tuple[str, ...]
    linker: Linker
    texts: Texts
    blocks: list[Block] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    start: list[Any] = field(default_factory=list)
    scenarios: dict[str, Rule] = field(default_factory=dict)
    main: int = 0
    closing: int = 0
    victory: Rule | None = None
    steps: dict[tuple[int, int], Rule] = field(default_factory=dict)
    when: dict[tuple[int, int], str] = field(default_factory=dict)
    invariants: list[tuple[str, str]] = field(default_factory=list)
    worth: dict[str, str] = field(default_factory=dict)
    view_plan: dict[str, ViewPlan] = field(default_factory=dict)
    view_slots: ViewSlots = field(init=False)
    shown: dict[int | None, Any] = field(default_factory=dict)
    printed_json: dict[int, dict[str, Any]] = field(default_factory=dict)
    sides: tuple[str, ...] = ()
    choices_seen: int = 0

    def __repr__(self) -> str:
        return f"<Program {self.document['ruleset']['id']} {' '.join(self.options)}>"

    def load(self) -> None:
        """Compile what the linker wrote since the last time."""
        linker = self.linker
        linker.code.load()
        hold = linker.code.hold
        for number in range(len(self.blocks), len(linker.block_names)):
            self.blocks.append(hold)
            hold(linker.block_names[number], partial(self.blocks.__setitem__, number))
        for choice, functions in linker.late:
            for field_name, name in functions.items():
                hold(name, partial(setattr, choice, field_name))
            if choice.texts and choice.kind not in ("menu", "take"):
                choice.titled = "so" if all(isinstance(part, str) for part in choice.texts[0]) else "anew"
            choice.may_decline = choice.may and choice.kind != "offer"
            if choice.type is not None:
                choice.write, choice.read = linker.texts.writer(choice.type), linker.texts.reader(choice.type)
            elif choice.items:
                choice.write = choice.items.__getitem__
        linker.late.clear()
        for counsel, functions in linker.counsels:
            for field_name, name in functions.items():
                hold(name, partial(setattr, counsel, field_name))
        linker.counsels.clear()

    @property
    def rules_hash(self) -> str:
        return str(self.document["rules_hash"])

    def __post_init__(self) -> None:
        self.sides = self.linker.names.side_ids
        self.view_slots = view_slots(self.linker)
        everybody = (1 << len(self.sides)) - 1
        self.choices_seen = everybody if self.document["ruleset"]["choices"] == "public" else 0

    def lookup(self, table: str) -> Callable[..., Any]:
        """Return `look(S, args…, total)`: the result of a natural total, without a log.

        S is a state (`Game.state`), args are values at play (numbers, as `number_of` gives them), `total` the
        dice that count. A result is a number, or pairs (number of the name, count), or None if impossible.
        """
        found: Callable[..., Any] = self.linker.code.ready(self.linker.table(table).look)
        return found

    def number_of(self, type: Any, value: Any) -> Any:
        """Return the value at play of a value as it is written outside, such as an id."""
        return self.texts.value(type, value)

    def where(self, line: int | None) -> Where | None:
        """Return the rule at work in a line of the generated code; what the interpreter adds to a function stands in no line."""
        where = self.linker.code.where
        return where[line - 1] if line is not None and 0 < line <= len(where) else None

    def scenario(self, id: str | None) -> tuple[str, Rule | None]:
        """Return a scenario by id, the first if None; a game without any starts as it is set up."""
        if id is None:
            return next(iter(self.scenarios.items()), ("", None))
        if id not in self.scenarios:
            raise errors.no_scenario(id, list(self.scenarios))
        return id, self.scenarios[id]


@dataclass(frozen=True, slots=True)
class ViewPlan:
    """What a view looks at for a piece of one kind.

    columns: (name, column, writer, has it keys?, who sees it) of what changes; who is "public", "hidden" (its owner), "secret",
    or "" where that depends on the state. markers: (marker, slot, is it plain?).
    """

    columns: tuple[tuple[str, Column, Callable[[Any], Any], bool, str], ...]
    markers: tuple[tuple[str, int, bool], ...]


@dataclass(frozen=True, slots=True)
class ViewSlots:
    """Which slot of the state shows in what of a view.

    piece_of: the piece whose attribute, position, holder or marker lies there. sets: slots of the sets of pieces that bear a plain marker.
    """

    pieces: range
    piece_of: dict[int, int]
    sets: frozenset[int]
    tracks: frozenset[int]
    gone: int


def view_slots(linker: Linker) -> ViewSlots:
    names, layout = linker.names, linker.layout
    pieces = range(names.first_piece, names.end)
    piece_of = {offset + piece: piece for offset in (layout.at, layout.holder) for piece in pieces}
    for column in layout.columns.values():
        if not column.printed:
            piece_of |= {column.offset + key * column.span + piece: piece for piece in column.pieces for key in range(column.keys)}
    for id, offset in layout.markers.items():
        if not layout.is_plain(id):
            piece_of |= {offset + piece: piece for piece in names.kind(layout.marker_of[id]["on"])}
    tracks = frozenset(slot for track in layout.tracks.values() for slot in range(track.slot, track.slot + track.keys))
    return ViewSlots(pieces, piece_of, layout.plain_markers, tracks, layout.gone)


def view_plans(linker: Linker) -> dict[str, ViewPlan]:
    """Return the plan of every kind."""
    layout, texts = linker.layout, linker.texts
    return {
        kind: ViewPlan(
            tuple(
                (
                    column.id.partition(".")[2], column, texts.writer(column.type),
                    column.keys > 1 or types.is_keyed(column.type),
                    "" if column.unless or column.id.endswith(".at") else column.visibility,
                )
                for column in layout.columns_of(kind)
                if not column.printed
            ),
            tuple((id, layout.markers[id], layout.is_plain(id)) for id in layout.markers_of(kind)),
        )
        for kind in linker.names.kinds
    }


def printed_values(linker: Linker) -> dict[int, dict[str, Any]]:
    """Return, by piece, its printed attributes as they are written outside."""
    names, layout = linker.names, linker.layout
    found: dict[int, dict[str, Any]] = {}
    for piece in range(names.first_piece, names.end):
        found[piece] = own = {}
        for column in layout.columns_of(names.piece_kind[piece - names.first_piece]):
            if column.printed:
                table = linker.first.printed[column.id]
                values = tuple(table[key * names.end + piece] for key in range(column.keys))
                keyed = column.keys > 1 or types.is_keyed(column.type)
                own[column.id.partition(".")[2]] = linker.texts.json(column.type, values if keyed else values[0])
    return found
