"""What a side may know: the only maker of views.

Source: docs/artifact.md, section 6, and schemas/view.schema.json. A view is made of the state as that side has come by it:
while sides act together, its own part. What has not changed since the side's last view is taken from there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from rulewright.runtime.decisions import Decision
from rulewright.runtime.frames import Thread
from rulewright.runtime.link import journal, types
from rulewright.runtime.link.layout import ENDED, ENDING, FIRST_KNOWLEDGE, JOURNAL, PHASE, STEP, Column
from rulewright.runtime.link.primitives import State
from rulewright.runtime.link.program import Program
from rulewright.runtime.log import fact_json

LISTED = 200
"""The most options that a view lists."""

View = dict[str, Any]


class Attribute(NamedTuple):
    """An attribute that changes. is_seen: does a side see it? None: that depends on the state."""

    is_seen: bool | None
    name: str
    column: Column
    write: Callable[[Any], Any]
    keyed: bool

    def json(self, S: State, piece: int) -> Any:
        column = self.column
        if self.keyed:
            return self.write(tuple([S[column.offset + key * column.span + piece] for key in range(column.keys)]))
        return self.write(S[column.offset + piece])


class Shown:
    """What a side sees of pieces, as far as that is so in every state.

    attributes: what lies in a slot. bearers: by the slot of a plain marker, the pieces on which it sees
    it. opening: slots of markers that open an attribute to all.
    """

    __slots__ = ("attributes", "bearers", "opening")

    def __init__(self, program: Program, side: int | None) -> None:
        names, layout, seeing = program.linker.names, program.linker.layout, program.linker.seeing
        self.attributes: dict[int, Attribute] = {}
        for piece in program.view_slots.pieces:
            for name, column, write, keyed, _ in program.view_plan[names.piece_kind[piece - names.first_piece]].columns:
                closed = seeing.owner[piece] if column.visibility == "hidden" else 0
                mask = seeing.all if column.visibility == "public" else closed
                attribute = Attribute(_sees(mask, side, seeing.all) if column.unless is None else None, name, column, write, keyed)
                self.attributes.update((column.offset + key * column.span + piece, attribute) for key in range(column.keys))
        self.bearers = {
            offset: frozenset([piece for piece in names.kind(layout.marker_of[id]["on"]) if _sees(seeing.marker(id, piece), side, seeing.all)])
            for id, offset in layout.markers.items()
            if layout.is_plain(id)
        }
        self.opening = frozenset(layout.markers[column.unless] for column in layout.columns.values() if column.unless is not None)


class Seen:
    """What one side saw last, and which pieces and facts are to be made anew for its next view. Changed by each view.

    slots: the state at that time, as far as it is noted in its journal. nodes, facts, place: what was known, by pairs of the state, as JSON, and the number of each pair.
    """

    __slots__ = ("facts", "nodes", "pieces", "place", "shown", "side", "slots", "tracks")

    def __init__(self, program: Program, S: State, side: int | None) -> None:
        self.side = side
        self.slots = S[:]
        shown = program.shown.get(side)
        if shown is None:
            shown = program.shown[side] = Shown(program, side)
        self.shown: Shown = shown
        self.pieces = {program.linker.names.id_of(piece): _piece(program, S, side, piece) for piece in program.view_slots.pieces}
        self.tracks = shown_tracks(program, S, side)
        self.nodes: list[Any] = []
        self.facts: list[dict[str, Any]] = []
        self.place: dict[int, int] = {}

    def look(self, program: Program, S: State) -> None:
        """Bring what was seen up to the state as it is now."""
        slots, names, seeing, shown = program.view_slots, program.linker.names, program.linker.seeing, self.shown
        before = self.slots
        written = journal.between(S[JOURNAL], before[JOURNAL])
        # Pieces that are to be made anew, those of which other markers are seen, and attributes that are seen, by piece.
        altered: set[int] = set()
        marked: set[int] = set()
        patches: dict[int, dict[str, Any]] = {}
        tracks = False
        for slot in range(FIRST_KNOWLEDGE + len(program.sides) + 1, len(S)) if written is None else written:
            old, new = before[slot], S[slot]
            if old is new:
                continue
            before[slot] = new
            piece = slots.piece_of.get(slot)
            if piece is not None:
                attribute = shown.attributes.get(slot)
                if attribute is None:
                    altered.add(piece)
                    continue
                is_seen = attribute.is_seen
                if is_seen is None:
                    is_seen = _sees(seeing.column(S, attribute.column, piece), self.side, seeing.all)
                    if is_seen != (attribute.name in self.pieces[names.id_of(piece)]["attributes"]):
                        altered.add(piece)
                        continue
                if is_seen:
                    patches.setdefault(piece, {})[attribute.name] = attribute.json(S, piece)
            elif slot in slots.sets:
                if slot in shown.opening:
                    altered |= old ^ new
                else:
                    marked |= shown.bearers[slot] & (old ^ new)
            elif slot == slots.gone:
                altered.update(piece for piece in slots.pieces if (old ^ new) >> piece & 1)
            else:
                tracks = tracks or slot in slots.tracks
        if altered or marked or patches:
            self.pieces = self.pieces.copy()
            for piece in {*marked, *patches} - altered:
                id = names.id_of(piece)
                self.pieces[id] = one = self.pieces[id].copy()
                if piece in patches:
                    one["attributes"] = {**one["attributes"], **patches[piece]}
                if piece in marked:
                    one["markers"] = _markers(program, S, self.side, piece)
            for piece in altered:
                self.pieces[names.id_of(piece)] = _piece(program, S, self.side, piece)
        if tracks:
            self.tracks = shown_tracks(program, S, self.side)
        before[JOURNAL] = S[JOURNAL]

    def knowledge(self, program: Program, S: State) -> list[dict[str, Any]]:
        """As the function `knowledge`; what was known already is the same."""
        head = S[FIRST_KNOWLEDGE + (len(program.sides) if self.side is None else self.side)]
        new: list[Any] = []
        while head is not None and id(head) not in self.place:
            new.append(head)
            head = head[1]
        known = 0 if head is None else self.place[id(head)] + 1
        if not new and known == len(self.nodes):
            return self.facts
        # The views so far keep theirs.
        self.facts = self.facts[:known]
        for node in self.nodes[known:]:
            del self.place[id(node)]
        del self.nodes[known:]
        for node in reversed(new):
            self.place[id(node)] = len(self.nodes)
            self.nodes.append(node)
            self.facts.append({"seq": len(self.nodes), **fact_json(program, node[0])})
        return self.facts


def view(program: Program, thread: Thread, side: int | None, decisions: tuple[Decision, ...], last: dict[int | None, Seen]) -> View:
    """Return what a side may know; for None, what everybody may know. last: what each side saw last."""
    own = thread if side is None or thread.parts is None else thread.parts[side]
    S = own.S
    document = program.document
    seen = last.get(side)
    if seen is None:
        seen = last[side] = Seen(program, S, side)
    else:
        seen.look(program, S)
    found: View = {
        "format": "rulewright.view",
        "version": 1,
        "ruleset": document["ruleset"]["id"],
        "rules_hash": document["rules_hash"],
        "options": list(program.options),
        "side": None if side is None else program.sides[side],
        "phase": phase(program, S),
        "ended": bool(S[ENDED]),
        "ending": None if S[ENDING] is None else program.linker.endings[S[ENDING]],
        "tracks": seen.tracks,
        "pieces": seen.pieces,
        "knowledge": seen.knowledge(program, S),
    }
    mine = [decision for decision in decisions if side is not None and decision.side == program.sides[side]]
    if mine:
        found["decision"] = decision_json(mine[0])
    elif not S[ENDED]:
        found["waiting"] = True
    return found


def phase(program: Program, S: State) -> dict[str, Any] | None:
    """Return where play is; None before the first phase."""
    if S[PHASE] is None:
        return None
    json = program.document["phases"][S[PHASE]]
    return {"id": json["id"], "step": None if S[STEP] is None else json["steps"][S[STEP]]["id"] or None}


def decision_json(decision: Decision) -> dict[str, Any]:
    """Return an open question as a view shows it; options are listed where they are few."""
    return {
        "id": decision.id,
        "kind": decision.kind,
        "prompt": decision.prompt,
        "cites": list(decision.cites),
        "may": decision.may,
        "options": decision.listed(LISTED),
    }


def knowledge(program: Program, S: State, side: int | None) -> list[dict[str, Any]]:
    """Return what a side was told or shown, oldest first, numbered for that side."""
    head = S[FIRST_KNOWLEDGE + (len(program.sides) if side is None else side)]
    return [{"seq": seq, **fact_json(program, fact)} for seq, fact in enumerate(facts(head), 1)]


def facts(head: Any) -> list[tuple[Any, ...]]:
    """Return the facts of a knowledge slot, oldest first."""
    found: list[tuple[Any, ...]] = []
    while head is not None:
        fact, head = head
        found.append(fact)
    return found[::-1]


def _sees(mask: int, side: int | None, everybody: int) -> bool:
    return mask == everybody if side is None else bool(mask >> side & 1)


def shown_tracks(program: Program, S: State, side: int | None) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for track in program.linker.layout.tracks.values():
        if track.seen_by is None or track.seen_by == side:
            value = tuple(S[track.slot : track.slot + track.keys]) if types.is_keyed(track.type) else S[track.slot]
            found[track.id] = program.texts.json(track.type, value)
    return found


def _piece(program: Program, S: State, side: int | None, piece: int) -> dict[str, Any]:
    """Return what a side sees of a piece: it hangs on the slots of that piece alone (`Program.view_slots`)."""
    linker = program.linker
    names, layout, seeing = linker.names, linker.layout, linker.seeing
    kind = names.piece_kind[piece - names.first_piece]
    plan = program.view_plan[kind]
    attributes: dict[str, Any] = dict(program.printed_json[piece])
    is_own = _sees(seeing.owner[piece], side, seeing.all)
    for name, column, write, keyed, who in plan.columns:
        if who == "public" or (who == "hidden" and is_own) or (not who and _sees(seeing.column(S, column, piece), side, seeing.all)):
            if keyed:
                attributes[name] = write(tuple(S[column.offset + key * column.span + piece] for key in range(column.keys)))
            else:
                attributes[name] = write(S[column.offset + piece])
    one: dict[str, Any] = {
        "kind": kind,
        "name": names.piece_names[piece - names.first_piece],
        "side": program.texts.json(types.SIDE, names.side_of[piece]),
        "attributes": attributes,
        "markers": _markers(program, S, side, piece),
    }
    if S[layout.gone] >> piece & 1:
        one["gone"] = True
    if S[layout.holder + piece] is not None and _sees(seeing.holder(piece), side, seeing.all):
        one["holder"] = names.id_of(S[layout.holder + piece])
    return one


def _markers(program: Program, S: State, side: int | None, piece: int) -> dict[str, Any]:
    names, seeing = program.linker.names, program.linker.seeing
    return {
        id: True if plain else _marker_json(program, id, S[slot + piece])
        for id, slot, plain in program.view_plan[names.piece_kind[piece - names.first_piece]].markers
        if (piece in S[slot] if plain else S[slot + piece] is not None) and _sees(seeing.marker(id, piece), side, seeing.all)
    }


def _marker_json(program: Program, id: str, value: Any) -> Any:
    """The face, the count, or a list of places with their faces."""
    linker = program.linker
    marker = linker.layout.marker_of[id]
    if marker["places"]:
        faces = linker.names.values.get(id)
        return [{"place": linker.names.id_of(place), "face": faces[face] if faces else None} for place, face in value]
    if marker["countdown"] is not None:
        return value
    return linker.names.values[id][value]
