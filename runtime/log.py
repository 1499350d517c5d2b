"""The log: what happened, in words and as data, each entry for those who may see it.

Generated code leaves raw tuples (`link/notes.py`); they become entries when somebody reads them. Entries are numbered
anew for each reader: a gap would tell that something happened.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from rulewright.runtime.frames import Note, Thread
from rulewright.runtime.link import notes, types
from rulewright.runtime.link.program import Program
from rulewright.runtime.link.text import number_json


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry.

    seq: from 1, for this reader. kind: phase, step, choice, roll, dice, draw, effect, told, revealed or end.
    audience: ids of the sides that see it. data: the same as plain JSON values.
    """

    seq: int
    kind: str
    text: str
    cites: tuple[dict[str, Any], ...]
    audience: tuple[str, ...]
    data: dict[str, Any]


def flat(raw: Iterable[Note], side: int | None) -> Iterator[Note]:
    """Unfold what the sides did together: the reader's own part first, the others in the order of the sides.

    A reader saw its own part while the others were still at it; so those entries keep their numbers.
    """
    for note in raw:
        if note[0] != notes.TOGETHER:
            yield note
            continue
        parts = list(enumerate(note[3:]))
        if side is not None:
            parts.sort(key=lambda part: part[0] != side)
        for _, part in parts:
            yield from flat(part, side)


def raw_notes(thread: Thread, side: int | None) -> Iterator[Note]:
    """Walk the notes that a side (None: the referee) has come by so far, whoever may see them."""
    yield from flat(thread.notes(), side)
    for part in thread.parts or ():
        if side is None or part.side == side:
            yield from flat(part.notes(), side)


def entries(program: Program, thread: Thread, side: int | None) -> list[Entry]:
    """Return the log of a side, or the referee's whole log for None."""
    seen = (note for note in raw_notes(thread, side) if side is None or note[2] >> side & 1)
    found = [entry(program, note, seq) for seq, note in enumerate(seen, 1)]
    return found if side is None else [_without_args(one) if one.kind == "roll" else one for one in found]


def _without_args(roll: Entry) -> Entry:
    """Return a roll as a side sees it: what the table was asked about is for the referee, it may be an enemy's name."""
    return replace(roll, data={key: value for key, value in roll.data.items() if key != "args"})


def entry(program: Program, note: Note, seq: int) -> Entry:
    """Return a note in words."""
    kind, text, data = _WORDS[note[0]](program, note)
    where = program.places[note[1]].where
    audience = tuple(side for at, side in enumerate(program.sides) if note[2] >> at & 1)
    return Entry(seq, kind, text, where.cites, audience, data)


Words = tuple[str, str, dict[str, Any]]


def _phase(program: Program, note: Note) -> Words:
    phase = program.document["phases"][note[3]]
    return "phase", phase["title"] or phase["id"], {"phase": phase["id"]}


def _step(program: Program, note: Note) -> Words:
    phase = program.document["phases"][note[3]]
    step = phase["steps"][note[4]]
    return "step", step["title"] or step["id"], {"phase": phase["id"], "step": step["id"]}


def _choice(program: Program, note: Note) -> Words:
    choice = program.choices[note[3]]
    side, value = note[4], note[5]
    texts = program.texts
    answer: Any = None
    if choice.kind == "offer":
        said, answer = ("yes" if value else "no"), value
    elif value is None:
        said = "done" if choice.kind == "take" else "declines"
    elif choice.kind in ("menu", "take"):
        answer = choice.items[value]
        said = "".join(part for part in choice.texts[value] if isinstance(part, str))
    else:
        answer = texts.json(choice.type, value)
        said = texts.label(choice.type, value)
    who = program.linker.names.side_titles[side]
    data = {"id": choice.id, "side": program.sides[side], "choice": answer}
    if choice.kind in ("menu", "take"):
        asked = ""  # a menu's line and an action say by themselves what was asked
    elif choice.texts and not (note[6] and program.choices_seen):  # what was asked may name what others do not know
        question = texts.sentence(choice.texts[0], note[6])
        asked = f"{question}{'?' if choice.kind == 'offer' else ''} "
    else:
        asked = f"{choice.id.rpartition('.')[2].replace('_', ' ')}: "
    return "choice", f"{who}: {asked}{said}", data


def _signed(amount: Any) -> str:
    return "impossible" if amount is None else f"+{number_json(amount)}" if amount >= 0 else str(number_json(amount))


def _roll(program: Program, note: Note) -> Words:
    _, _, _, number, args, amounts, dice, natural, total, row, column, result = note
    json = program.document["tables"][number]
    table = program.linker.table(json["id"])
    texts = program.texts
    label = texts.label(table.type, result) if result is not None or table.type == types.NUMBER else "impossible"
    # A roll that was impossible has the modifiers up to the one that made it so.
    counted = list(zip(table.drms, amounts, strict=False))
    data = {
        "table": json["id"],
        "args": {name: texts.json(type, value) for (name, type), value in zip(table.params, args, strict=True)},
        "drms": [{"id": drm.id, "title": drm.title, "amount": number_json(amount)} for drm, amount in counted],
        "dice": list(dice),
        "natural": number_json(natural),
        "total": number_json(total),
        "row": row,
        "column": column,
        "result": texts.json(table.type, result),
    }
    words = ", ".join(f"{drm.title or drm.id} {_signed(amount)}" for drm, amount in counted if amount != 0)
    thrown = f"dice {', '.join(map(str, dice))}" if dice else "no dice"
    text = f"{json['title'] or json['id']}: {thrown}{f'; {words}' if words else ''}"
    return "roll", f"{text}{f' = {number_json(total)}' if total is not None else ''}: {label}", data


def _dice(program: Program, note: Note) -> Words:
    return "dice", f"dice: {', '.join(map(str, note[3]))}", {"dice": list(note[3]), "total": note[4]}


def _draw(program: Program, note: Note) -> Words:
    value = note[4]
    kind: types.Type = program.places[note[1]].json["type"]
    cup = None if note[3] is None else program.document["cups"][note[3]]
    name = "by lot" if cup is None else cup["title"] or cup["id"]
    shown = "nothing" if value is None else program.texts.label(kind, value)
    return "draw", f"{name}: {shown}", {"cup": cup and cup["id"], "value": program.texts.json(kind, value)}


def _name(program: Program, number: int) -> str:
    return program.linker.names.name_of(number)


def _set(program: Program, note: Note) -> Words:
    piece, key, value = note[3:]
    target = _target(program.places[note[1]].json)
    column = program.linker.layout.columns[target]
    kind = _inner(column.type)
    shown = program.texts.label(kind, value)
    of = "" if key is None else f" ({_key(program, column.type, key)})"
    data = {"effect": "set", "attribute": target, "piece": program.linker.names.id_of(piece), "value": program.texts.json(kind, value)}
    if key is not None:
        data["key"] = _key(program, column.type, key)
    return "effect", f"{_name(program, piece)}: {target.partition('.')[2].replace('_', ' ')}{of} is {shown}", data


def _inner(type: types.Type) -> types.Type:
    bare = types.bare(type)
    return bare[2] if isinstance(bare, tuple) and bare[0] == "by" else type


def _key(program: Program, type: types.Type, key: int) -> str:
    return str(program.texts.json(types.bare(type)[1], key))


def _target(json: Any) -> str:
    """Return which attribute or track a statement writes to."""
    target = json["to"] if "to" in json else json["what"]
    while target[0] == "each":
        target = target[3]
    return str(target[1])


def _track(program: Program, note: Note) -> Words:
    key, value = note[3:]
    target = _target(program.places[note[1]].json)
    track = program.linker.layout.tracks[target]
    kind = _inner(track.type)
    title = next((one["title"] or one["id"] for one in program.document["tracks"] if one["id"] == target), target)
    of = "" if key is None else f" ({_key(program, track.type, key)})"
    data = {"effect": "set", "track": target, "value": program.texts.json(kind, value)}
    if key is not None:
        data["key"] = _key(program, track.type, key)
    return "effect", f"{title}{of} is {program.texts.label(kind, value)}", data


def _marker(program: Program, id: str) -> str:
    """Return what is printed on a marker."""
    marker = program.linker.layout.marker_of.get(id)
    return str((marker and marker["title"]) or id.replace("_", " "))


def _mark(program: Program, note: Note) -> Words:
    piece, place, face = note[3:]
    id = program.places[note[1]].json["marker"]
    names = program.linker.names
    shown = names.titles[id][face] if id in names.titles else _marker(program, id)
    at = "" if place is None else f" at {_name(program, place)}"
    data = {"effect": "mark", "marker": id, "piece": names.id_of(piece), "face": names.values[id][face] if id in names.values else None}
    if place is not None:
        data["place"] = names.id_of(place)
    return "effect", f"{_name(program, piece)} is marked {shown}{at}", data


def _unmark(program: Program, note: Note) -> Words:
    index, piece, place = note[3:]
    id = list(program.linker.layout.markers)[index]
    data = {"effect": "unmark", "marker": id, "piece": program.linker.names.id_of(piece)}
    if place is not None:
        data["place"] = program.linker.names.id_of(place)
    return "effect", f"{_name(program, piece)} is no longer marked {_marker(program, id)}", data


def _countdown(program: Program, note: Note) -> Words:
    piece, count = note[3:]
    json = program.places[note[1]].json
    id = json["marker"] if "marker" in json else _target(json)
    shown = _marker(program, id)
    data = {"effect": "countdown", "marker": id, "piece": program.linker.names.id_of(piece), "count": count or 0}
    return "effect", f"{_name(program, piece)}: {shown} is {count or 0}", data


ANYWHERE = ("any", "place:", "path:", "piece:")


def _move(program: Program, note: Note) -> Words:
    piece, where = note[3:]
    data = {"effect": "move", "piece": program.linker.names.id_of(piece), "to": program.texts.json(ANYWHERE, where)}
    shown = "leaves the board" if where is None else f"moves to {program.texts.label(ANYWHERE, where)}"
    return "effect", f"{_name(program, piece)} {shown}", data


def _gone(program: Program, note: Note) -> Words:
    return "effect", f"{_name(program, note[3])} is out of play", {"effect": "gone", "piece": program.linker.names.id_of(note[3])}


def _return(program: Program, note: Note) -> Words:
    cup = program.places[note[1]].json["cup"]
    count = len(note[3]) if type(note[3]) is tuple else int(note[3] is not None)
    return "effect", f"{count} chits go back into {cup}", {"effect": "return", "cup": cup, "count": count}


def _tell(program: Program, note: Note) -> Words:
    text = program.linker.fact((note[1], 0, note[3], None))
    return "told", text, {"text": text, "values": _told_values(program, note[1], note[3])}


def _told_values(program: Program, place: int, values: tuple[Any, ...]) -> list[Any]:
    kinds = [part["type"] for part in program.places[place].json["text"] if not isinstance(part, str)]
    return [program.texts.json(types.of_json(kind), value) for kind, value in zip(kinds, values, strict=True)]


def _reveal(program: Program, note: Note) -> Words:
    fact = fact_json(program, (note[1], *note[3:]))
    return "revealed", fact.pop("text"), fact


def _end(program: Program, note: Note) -> Words:
    ending = program.linker.endings[note[3]]
    titles = program.linker.names.titles.get("ending")
    shown = titles[note[3]] if titles else ending.replace("_", " ")
    return "end", f"The game ends: {shown}", {"ending": ending}


def fact_json(program: Program, fact: tuple[Any, ...]) -> dict[str, Any]:
    """Return a fact that a side was told or shown, without its number."""
    place, index, value, of = fact
    json = program.places[place].json
    text = program.linker.fact(fact)
    if json["do"] == "tell":
        return {"kind": "told", "text": text, "values": _told_values(program, place, value)}
    what = json["what"][index]
    found = {"kind": "revealed", "text": text, "value": program.texts.json(types.of_json(what["type"]), value), "attribute": what["attr"]}
    found["of"] = program.texts.json(ANYWHERE, of) if what["attr"] is not None else None
    return found


_WORDS: dict[int, Any] = {
    notes.PHASE: _phase,
    notes.STEP: _step,
    notes.CHOICE: _choice,
    notes.ROLL: _roll,
    notes.DICE: _dice,
    notes.DRAW: _draw,
    notes.SET: _set,
    notes.TRACK: _track,
    notes.MARK: _mark,
    notes.UNMARK: _unmark,
    notes.MOVE: _move,
    notes.GONE: _gone,
    notes.RETURN: _return,
    notes.TELL: _tell,
    notes.REVEAL: _reveal,
    notes.END: _end,
    notes.COUNTDOWN: _countdown,
}
