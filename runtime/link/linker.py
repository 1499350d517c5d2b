"""The linker: what the writers of code ask for, made once and kept.

It holds the numbers of all names, the slots of the state, and the generated functions of defines, tables, matrices,
hooks and rules. Functions are written when they are first asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rulewright.runtime import errors
from rulewright.runtime.link import (  # arithmetic, collection, condition and place register their operations
    arithmetic,
    collection,
    condition,
    cups,
    inlining,
    lookup,
    piece,
    place,
    rule,
    types,
)
from rulewright.runtime.link.expression import Local, Writer, literal, piece_type
from rulewright.runtime.link.layout import Column, Layout, TrackSlot
from rulewright.runtime.link.map import Geometry
from rulewright.runtime.link.moving import Cup, Moving
from rulewright.runtime.link.names import Json, Names, by_id
from rulewright.runtime.link.namespace import namespace
from rulewright.runtime.link.primitives import in_order
from rulewright.runtime.link.program import Choice, Counsel, Place, Rule
from rulewright.runtime.link.seeing import Seeing
from rulewright.runtime.link.source import Code, Lines, Where, X
from rulewright.runtime.link.start import Start
from rulewright.runtime.link.table import TableInfo, TableWriter, info
from rulewright.runtime.link.text import NotAValue, Texts
from rulewright.runtime.link.types import NUMBER, Type
from rulewright.runtime.link.watch import Watch

__all__ = ["Linker", "arithmetic", "collection", "condition", "place"]


@dataclass(frozen=True, slots=True)
class Define:
    """A define or a hook as a function: its name, parameters, type and weight.

    inline: the value of a define that is so plain that it can be written instead of a call. most: how many members it can have at most.
    reckons: can it be written instead of a call only where it is sure between which numbers it lies? once: the parameters that it looks
    at once at most.
    """

    function: str
    params: list[tuple[str, Type]]
    type: Type
    cost: int = 0
    fractional: bool = False
    inline: Json = None
    most: int | None = None
    live: bool = False
    bounds: tuple[int, int] | None = None
    reckons: bool = False
    once: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Cells:
    """What the boxes of a track or the places of a map say: a dict, or a function (S, number) if `worked_out`.

    complete: is there a value for everything that can be asked for?
    """

    name: str
    worked_out: bool
    type: Type
    complete: bool
    fractional: bool


class Linker:
    """Links one document, its options applied."""

    def __init__(
        self, document: Json, options: tuple[str, ...], hooks: Mapping[str, Callable[..., Any]], watch: Watch | None = None,
        *, stops_at_chance: bool = False,
    ) -> None:  # fmt: skip
        self.document = document
        self.watch = watch
        self.stops_at_chance = stops_at_chance
        self.options = frozenset(options)
        self.hooks = hooks
        self.owner = "the ruleset"
        self.names = Names(document)
        self.texts = Texts(self.names)
        self.layout = Layout(self.names)
        self.geometry = Geometry(self.names)
        self.moving = Moving(self.layout)
        self.code = Code()
        if stops_at_chance:
            self.code.texts = {}
        if watch is not None:
            watch.begin(self.code)
        self.dice: dict[str, tuple[int, int]] = {id: (ends[0], ends[1]) for id, ends in document["dice"].items()}
        self.fractions = _has_fractions(document)
        self.paths_stand = any(column.id.endswith(".at") and types.holds_path(column.type) for column in self.layout.columns.values())
        self.places: list[Place] = []
        self.choices: list[Choice] = []
        self.block_names: list[str] = []
        self.rules: dict[str, Rule] = {}
        self.defines_json = by_id(document["defines"])
        self.tables_json = by_id(document["tables"])
        self.matrices_json = by_id(document["matrices"])
        self.hooks_json = by_id(document["hooks"])
        self.actions_json = by_id(document["actions"])
        self.regions = {(map["id"], region["id"]): region["places"] for map in document["maps"] for region in map["regions"]}
        self.seeing = Seeing(self.names, self.layout)
        self.late: list[tuple[Choice, dict[str, str]]] = []
        self.counsels: list[tuple[Counsel, dict[str, str]]] = []
        self.advice = _advice(document)
        self.endings: list[str] = list(self.names.values.get("ending", ()))
        self._offered: dict[str, tuple[str, str]] = {}
        self._probes: dict[str, str] = {}
        self._defines: dict[str, Define | None] = {}
        self._tables: dict[str, TableInfo] = {}
        self._cans: dict[tuple[str, str], tuple[str, int]] = {}
        self._hooks: dict[str, Define] = {}
        self._columns: dict[tuple[str, str], Cells] = {}
        self._printed: dict[str, str] = {}
        self._regions: dict[tuple[str, str], tuple[int, ...]] = {}
        namespace(self)
        self.names_table = self.code.name((None,) * self.names.first_piece + self.names.piece_names, "N")
        self.sides_table = self.code.name(self.names.side_of, "N")
        self.masks_table = self.code.name(tuple(0 if side is None else 1 << side for side in self.names.side_of), "N")
        self.all_pieces = self.code.constant(frozenset(range(self.names.first_piece, self.names.end)))
        self.everybody = (1 << len(self.names.side_ids)) - 1
        self.cups = {cup["id"]: cups.cup_of(self, cup) for cup in document["cups"]}
        self.first = Start(self)

    # ---------------------------------------------------------------- places in the source

    def at(self, at: Json) -> tuple[int, int, int, int] | None:
        return None if at is None else (at[0], at[1], at[2], at[3])

    def place(self, kind: str, owner: str, json: Json, cites: tuple[Json, ...] = ()) -> int:
        """Register a statement; return its number."""
        cited = tuple(json.get("cites") or ()) or cites
        self.places.append(Place(kind, Where(owner, self.at(json.get("at")), cited), json))
        return len(self.places) - 1

    # ---------------------------------------------------------------- constants

    def set_of(self, values: Any) -> tuple[Any, ...]:
        return in_order({value for value in values if value is not None})

    def region(self, map: str, id: str) -> tuple[int, ...]:
        if (map, id) not in self.regions:
            raise errors.no_such("region", f"{map}.{id}")
        if (map, id) not in self._regions:
            self._regions[map, id] = tuple(sorted({self.names.place(map, place) for place in self.regions[map, id]}))
        return self._regions[map, id]

    def is_grid(self, map: str) -> bool:
        return any(one["id"] == map and one["grid"] != "spaces" for one in self.document["maps"])

    def column_type(self, column: Column) -> Type:
        """Return the type of what a slot may really hold: none, too, where it starts with none or is a place."""
        return types.opt(column.type) if column.id in self.first.lacking or types.may_lack(column.type) else column.type

    def track_type(self, track: TrackSlot) -> Type:
        if track.id not in self.first.lacking and not types.may_lack(track.type):
            return track.type
        inner = types.bare(track.type)
        if isinstance(inner, tuple) and inner[0] == "by":
            return ("by", inner[1], types.opt(inner[2]))
        return types.opt(track.type)

    def bounds(self, id: str, declared: tuple[int | None, int | None] | None) -> tuple[int, int] | None:
        """Return between which numbers an attribute or track lies, if that is sure: writes are checked, and so is its start."""
        if declared is None or declared[0] is None or declared[1] is None or id in self.first.unsure:
            return None
        return declared[0], declared[1]

    def printed(self, column: Column) -> str:
        """Return the name of the tuple of a printed attribute, by the number of the piece."""
        if column.id not in self._printed:
            self._printed[column.id] = self.code.name(tuple(self.first.printed[column.id]), "P")
        return self._printed[column.id]

    def boxes(self, track: str, attribute: str) -> Cells:
        """Return the values of a track's boxes by number of the box."""
        key = (track, attribute)
        if key not in self._columns:
            json = next((one for one in self.document["tracks"] if one["id"] == track), None)
            box = None if json is None else next((one for one in json["boxes"] if one["id"] == attribute), None)
            if json is None or box is None:
                raise errors.no_such("box attribute", f"{track}.{attribute}")
            bounds = json["range"] or [None, None]
            cells: dict[int, Json] = {}
            for lo, hi, e in box["values"]:
                first = lo if lo is not None else bounds[0]
                last = hi if hi is not None else bounds[1]
                if first is None or last is None or last - first > lookup.WIDEST:
                    raise errors.misfit(f"the boxes of `{track}` have no end")
                for number in range(first, last + 1):
                    cells.setdefault(number, e)
            complete = None not in bounds and all(number in cells for number in range(bounds[0], bounds[1] + 1))
            self._columns[key] = self._column(f"track {track}", types.of_json(box["type"]), cells, complete)
        return self._columns[key]

    def place_table(self, map: str, attribute: str) -> Cells:
        """Return the values of a map's places by number of the place."""
        key = (map, attribute)
        if key not in self._columns:
            json = next((one for one in self.document["maps"] if one["id"] == map), None)
            found = None if json is None else next((one for one in json["attributes"] if one["id"] == attribute), None)
            if found is None:
                raise errors.no_such("value of places", f"{map}.{attribute}")
            cells = {place: found["values"].get(self.names.place_ids[place], found["default"]) for place in self.names.map(map)}
            self._columns[key] = self._column(f"map {map}", types.of_json(found["type"]), cells, True)
        return self._columns[key]

    def _column(self, owner: str, kind: Type, cells: dict[int, Json], complete: bool) -> Cells:
        """Return cells as a dict in the namespace, or, if one must be worked out, as a function (S, number)."""
        values: dict[int, Any] = {}
        later: dict[int, str] = {}
        fractional = False
        before, self.owner = self.owner, owner
        for number, e in cells.items():
            known, value = literal(self, e)
            if known:
                values[number] = value
                fractional = fractional or (kind == NUMBER and type(value) is not int)
                continue
            x = Writer(self, {}, pending="S").expression(e)
            lines = Lines(Where(owner))
            lines.add(f"return {Writer(self, {}).fitted(x, types.opt(kind), owner)}")
            later[number] = self.code.mint("c")
            self.code.function(f"{later[number]}(S)", lines)
            fractional = fractional or x.fractional
        self.owner = before
        if None in values.values() or later:
            kind = types.opt(kind)
        table = self.code.name(values, "B")
        if not later:
            return Cells(table, False, kind, complete, fractional)
        lines = Lines(Where(owner))
        for number, function in later.items():
            lines.add(f"if n == {number}: return {function}(S)")
        lines.add(f"return {table}.get(n)")
        name = self.code.mint("c")
        self.code.function(f"{name}(S, n)", lines)
        return Cells(name, True, kind, complete, fractional)

    def neighbours_table(self, side: int | None) -> str:
        return f"NEIGHBOURS_{len(self.names.side_ids) if side is None else side}"

    # ---------------------------------------------------------------- functions, written when they are asked for

    def define(self, id: str) -> Define:
        if id not in self._defines:
            json = self.defines_json.get(id)
            if json is None:
                raise errors.no_such("define", id)
            self._defines[id] = None
            owner, self.owner = self.owner, f"define {id}"
            params = [(param["name"], types.of_json(param["type"])) for param in json["params"]]
            names = {name: Local(self.code.mint("v"), types.inside(type), self.fractions and types.holds_number(type)) for name, type in params}
            writer = Writer(self, names, pending="S")
            lines = Lines(Where(self.owner, self.at(json.get("at")), tuple(json.get("cites", ()))))
            value, again = json["value"], []
            for call in inlining.shared(value):
                part, name = writer.expression(call), self.code.mint("x")
                lines.add(f"{name} = {part.text}")
                again.append((call, name))
                names = {**names, name: Local(name, part.type, part.fractional)}
            writer = Writer(self, names, pending="S")
            x = writer.expression(inlining.with_names(value, again) if again else value)
            returns = types.of_json(json["returns"])
            lines.add(f"return {writer.fitted(x, types.opt(returns), f'`{id}`')}")
            function = self.code.mint("d")
            self.code.function(f"{function}({', '.join(['S', *(names[name].text for name, _ in params)])})", lines)
            kind = piece_type(self, x.type, returns) if types.fits(x.type, returns) and x.type != types.NONE else types.opt(returns)
            plain, reckons = inlining.is_plain(self, json["value"], returns, x)
            inline = json["value"] if plain else None
            if inlining.is_kept(self, params, json["value"]):
                function = self.code.kept(function)
            most = x.most if types.fits(x.type, returns) else None
            self._defines[id] = Define(function, params, kind, x.cost, x.fractional, inline, most, x.live, x.bounds, reckons, inlining.looked_at_once(json["value"], params))
            self.owner = owner
        found = self._defines[id]
        if found is None:
            raise errors.misfit(f"the define `{id}` uses itself")
        return found

    def hook(self, id: str) -> Define:
        """Return the function of a plugin behind one that turns values into what people write, and back."""
        if id not in self._hooks:
            json = self.hooks_json.get(id)
            if json is None:
                raise errors.no_such("hook", id)
            if id not in self.hooks:
                raise errors.no_hook(id)
            params = [(param["name"], types.of_json(param["type"])) for param in json["params"]]
            returns = types.of_json(json["returns"])
            name = self.code.name(_called(self.texts, id, self.hooks[id], params, returns), "H")
            self._hooks[id] = Define(name, params, returns)
        return self._hooks[id]

    def write_lookup(self, w: Writer, json: Json) -> X:
        return lookup.write_lookup(w, json)

    def table_json(self, id: str) -> Json:
        if id not in self.tables_json:
            raise errors.no_such("table", id)
        return self.tables_json[id]

    def table(self, id: str) -> TableInfo:
        if id not in self._tables:
            owner, self.owner = self.owner, f"table {id}"
            found = info(self, self.table_json(id), list(self.tables_json).index(id))
            self._tables[id] = found
            found.look = TableWriter(self, found, traced=False).write()
            traced = TableWriter(self, found, traced=True)
            found.roll = traced.write()
            if self.watch is not None and self.watch.hears and "favours" in found.json:
                found.favours = TableWriter(self, found, traced=False).write_favours()
            found.cost = traced.cost
            self.owner = owner
        return self._tables[id]

    def can(self, matrix: str, activity: str) -> tuple[str, int]:
        key = (matrix, activity)
        if key not in self._cans:
            json = self.matrices_json.get(matrix)
            if json is None:
                raise errors.no_such("matrix", matrix)
            function = self.code.mint("m")
            cost = piece.write_can(Writer(self, {}, pending="S"), json, activity, function)
            self._cans[key] = (function, cost)
        return self._cans[key]

    # ---------------------------------------------------------------- rules

    def rule(self, id: str) -> Rule:
        if id not in self.rules or id in self.actions_json:
            raise errors.no_such("rule", id)
        return self.rules[id]

    def action(self, id: str) -> Rule:
        if id not in self.actions_json:
            raise errors.no_such("action", id)
        return self.rules[id]

    def offered(self, action: Rule) -> str:
        """Return the name of o(S, W, side): is the action open to that side?"""
        if action.id not in self._offered:
            # An action whose first choice is to take actions could ask for itself: that far it is open.
            self._offered[action.id] = ("always", "no_reason")
            self._offered[action.id] = rule.write_offered(self, action)
        return self._offered[action.id][0]

    def explained(self, action: Rule) -> str:
        """Return the name of the function that says why an action is not open."""
        self.offered(action)
        return self._offered[action.id][1]

    def entry_probe(self, id: str) -> str:
        """Return the name of p(S, W, values…): can the leading choices of a rule be completed? "" if always."""
        if id not in self._probes:
            self._probes[id] = ""
            self._probes[id] = rule.write_entry_probe(self, self.rule(id))
        return self._probes[id]

    def ending(self, id: str) -> int:
        """Return the number of an ending; those of the enum `ending` come first, in its order."""
        if id not in self.endings:
            if "ending" in self.names.values:
                raise errors.no_such("ending", id)
            self.endings.append(id)
        return self.endings.index(id)

    def invariant(self, json: Json) -> tuple[str, str]:
        """Write an invariant; return its text and the name of its function (S)."""
        self.owner = f"invariant {json['id']}"
        function = self.code.mint("i")
        lines = Lines(Where(self.owner, self.at(json.get("at")), tuple(json.get("cites", ()))))
        lines.add(f"return {Writer(self, {}, pending='S').condition(json['value']).text}")
        self.code.function(f"{function}(S)", lines)
        return json["title"] or json["id"], function

    def told(self, known: Any, text: str) -> bool:
        """Is `text` among the facts of a side?"""
        while known is not None:
            fact, known = known
            if self.fact(fact) == text:
                return True
        return False

    def fact(self, fact: Any) -> str:
        """Return a fact as a sentence."""
        place, index, value, of = fact
        json = self.places[place].json
        if json["do"] == "tell":
            return self.texts.sentence(json["text"], value)
        what = json["what"][index]
        del of
        return f"{what['text']}: {self.texts.label(types.of_json(what['type']), value)}"

    # ---------------------------------------------------------------- cups

    def cup(self, id: str) -> Cup:
        if id not in self.cups:
            raise errors.no_such("cup", id)
        return self.cups[id]

    def loose(self, id: str) -> str:
        return self.code.name(self.cup(id).loose, "C")


def _called(texts: Texts, id: str, function: Callable[..., Any], params: list[tuple[str, Type]], returns: Type) -> Callable[..., Any]:
    writers = [texts.writer(type) for _, type in params]

    def call(*values: Any) -> Any:
        result = function(*(write(value) for write, value in zip(writers, values, strict=True)))
        try:
            return texts.value(returns, result)
        except NotAValue as problem:
            raise errors.hook_misfit(id, f"a value of type {types.to_json(returns)}", result) from problem

    return call


def _has_fractions(part: Any) -> bool:
    """Does a document hold anything that can make a number that is not whole?"""
    if isinstance(part, dict):
        return bool(part.get("hooks")) or any(_has_fractions(one) for one in part.values())
    if isinstance(part, list):
        if part and part[0] in ("frac", "/", "hook") and len(part) > 1:
            return True
        return any(_has_fractions(one) for one in part)
    return False


def _advice(document: Json) -> dict[str, list[tuple[str, Json]]]:
    """For each decision, the bots that know it and their lines."""
    found: dict[str, list[tuple[str, Json]]] = {}
    for bot in document.get("bots", ()):
        for advice in bot["advice"]:
            found.setdefault(advice["of"], []).append((bot["id"], advice["lines"]))
    return found
