"""Games as they could be: whole positions that a side cannot tell from the one it sees.

They are made of the rules and of that side's view alone, never of the game that is played. What the view shows is written down as it
shows it. What it hides (places, forces, fuel, chits in cups, and where in the rules play is) is taken from games that were played at
random from the set-up to the same question: so hidden things lie where the rules can bring them. What was revealed lately lies near
where it was.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from rulewright.runtime.dice import Seeded, stream
from rulewright.runtime.errors import RulewrightError
from rulewright.runtime.frames import Thread, refill
from rulewright.runtime.game import Game
from rulewright.runtime.link import types
from rulewright.runtime.link.layout import STREAM
from rulewright.runtime.link.program import Program
from rulewright.runtime.link.text import Texts
from rulewright.runtime.views import View

LONGEST_GAME = 20_000
"""Decisions of a game that is played to be remembered."""

MOST_SLOTS = 8_000_000
"""Values of all positions that are remembered: some 64 MB."""

ALIKE = 30
"""Positions that are remembered of one question in the same words."""

AT_FIRST, AT_MOST = 2_000, 30_000
"""Decisions of the games that are played at first, and at most, to have positions to remember."""

ENOUGH = 4
"""Positions of a question that are looked for, as long as games may be played."""

TRIES = 4
"""Positions that are made until one breaks no invariant of the ruleset."""

PACE = 2
"""Steps on the map in a round that are allowed for since a place was revealed."""


@dataclass(slots=True)
class Remembered:
    """A position of a game that was played at random: its public tracks, and play as it stood."""

    tracks: dict[str, Any]
    thread: Thread


@dataclass(frozen=True, slots=True)
class Shown:
    """What a view shows, as slots. bearers: slot of a plain marker, the pieces of which it is known whether it lies on them, and those it does."""

    values: list[tuple[int, Any]]
    bearers: list[tuple[int, frozenset[int], frozenset[int]]]

    def into(self, state: list[Any]) -> None:
        for slot, value in self.values:
            state[slot] = value
        for slot, judged, lying in self.bearers:
            state[slot] = (state[slot] - judged) | lying


class Imagination:
    """Makes positions for one side of one game; equal seeds and equal views make equal positions."""

    def __init__(self, program: Program, side: str, seed: int = 0, scenario: str | None = None) -> None:
        self.program = program
        self.side = side
        self._scenario = scenario
        self._random = Random(f"imagine/{side}/{seed}")
        self._known: dict[tuple[str, str], list[Remembered]] = {}
        self._met: dict[tuple[str, str], int] = {}
        self._slots = 0
        self._made_decisions = 0
        self._sought: dict[tuple[str, str], int] = {}
        self._seen: View | None = None
        self._shown = Shown([], [])
        self._rounds = 0
        self._phase = -1
        self._heard: dict[int, int] = {}
        present = program.linker.layout.present.values()
        self._everybody = slice(min(present, default=0), max(present, default=-len(program.sides) - 1) + len(program.sides) + 1)
        self._phases = {phase["id"]: number for number, phase in enumerate(program.document["phases"])}

    def note(self, view: View) -> None:
        """Take notice of what the side sees now: when it learned what it was shown."""
        phase = self._phases.get((view["phase"] or {}).get("id"), 0)
        self._rounds += phase < self._phase
        self._phase = phase
        for fact in view["knowledge"]:
            self._heard.setdefault(fact["seq"], self._rounds)

    def world(self, view: View, random: Random) -> Game | None:
        """Return a game of its own in which the side is asked what it is asked, and sees what it sees; None if none was found."""
        if view is not self._seen:
            self._seen, self._shown = view, _written_down(self.program, self.side, view)
        writes = self._shown
        made: Game | None = None
        for _ in range(TRIES):
            remembered = self._like(view, random)
            if remembered is None:
                return made
            thread = remembered.thread.copy()
            try:
                game = self._made(thread, writes, view, random)
                if game is None:
                    continue
                made = game
                if not game.invariants():
                    return game
            except RulewrightError:
                continue  # what was brought together cannot be played
        return made

    # ---------------------------------------------------------------- what is remembered

    def _like(self, view: View, random: Random) -> Remembered | None:
        """Return a remembered position with the same question, and as many tracks alike as can be had."""
        asked = view["decision"]
        key = (asked["id"], asked["prompt"])
        while self._made_decisions < (AT_FIRST if len(self._known.get(key, ())) >= ENOUGH else self._patience(key)):
            self._play()
        found = self._known.get(key)
        if found is None:
            found = [one for (id, _), many in self._known.items() if id == asked["id"] for one in many]
        if not found:
            return None
        tracks = view["tracks"]
        alike = [sum(one.tracks.get(id) == value for id, value in tracks.items()) for one in found]
        best = max(alike)
        return random.choice([one for one, count in zip(found, alike, strict=True) if count == best])

    def _patience(self, key: tuple[str, str]) -> int:
        """Return how many decisions may have been made by the time that a question is given up: more games for each, but not for ever."""
        if key not in self._sought:
            self._sought[key] = min(AT_MOST, max(self._made_decisions, AT_FIRST) + AT_FIRST)
        return self._sought[key]

    def _play(self) -> None:
        """Play a game at random, and remember positions in which the side is asked."""
        random = self._random
        self._made_decisions += 1
        try:
            game = Game.start(self.program, self._scenario, random.getrandbits(48), history=False)
            for _ in range(LONGEST_GAME):
                if game.ended or not game.decisions:
                    return
                for decision in game.decisions:
                    if decision.side == self.side:
                        self._remember(game, (decision.id, decision.prompt))
                decision = random.choice(game.decisions)
                game.choose(decision.side, decision.sample(random))
                self._made_decisions += 1
        except RulewrightError:
            return  # a game that the rules cannot go on with is remembered as far as it went

    def _remember(self, game: Game, key: tuple[str, str]) -> None:
        """Keep the position, or let chance decide which of the like is kept."""
        kept = self._known.setdefault(key, [])
        met = self._met[key] = self._met.get(key, 0) + 1
        place = len(kept)
        if place >= ALIKE or self._slots >= MOST_SLOTS:
            place = self._random.randrange(met)
            if place >= len(kept):
                return
        thread = game._thread.copy()
        thread.older, thread.entries = None, []
        one = Remembered(game.view(self.side)["tracks"], thread)
        if place == len(kept):
            kept.append(one)
            self._slots += len(thread.S) * (1 + len(thread.parts or ()))
        else:
            kept[place] = one

    # ---------------------------------------------------------------- what is written down

    def _made(self, thread: Thread, writes: Shown, view: View, random: Random) -> Game | None:
        nearby = self._recollected(view, random)
        for number, part in enumerate([thread, *(thread.parts or ())]):
            key = stream(random.getrandbits(60), number)
            for state in (part.S,) if part.W is part.S else (part.S, part.W):
                writes.into(state)
                for slot, value in nearby:
                    state[slot] = value
                state[self._everybody] = self.program.start[self._everybody]
                self.program.linker.moving.recount(state)
                state[STREAM] = key
            _ask_again(part)
        game = Game(self.program, thread, Seeded(), scenario=self._scenario or "", history=False)
        asked = view["decision"]
        return game if any(one.side == self.side and one.id == asked["id"] for one in game.decisions) else None

    def _recollected(self, view: View, random: Random) -> list[tuple[int, Any]]:
        """Return, for places that were revealed and are hidden now, slots and places near where the pieces were."""
        layout, names = self.program.linker.layout, self.program.linker.names
        last: dict[tuple[str, str], dict[str, Any]] = {}
        for fact in view["knowledge"]:
            if fact["kind"] == "revealed" and fact.get("attribute") and fact.get("of") in view["pieces"]:
                last[fact["of"], fact["attribute"]] = fact
        found: list[tuple[int, Any]] = []
        for (piece, attribute), fact in last.items():
            column = layout.columns.get(attribute)
            if column is None or column.printed or column.keys > 1 or attribute.partition(".")[2] in view["pieces"][piece]["attributes"]:
                continue
            if not str(types.bare(column.type)).startswith("place:") or view["pieces"][piece].get("gone"):
                continue
            place = _read(self.program.texts, column.type, fact["value"])
            rounds = self._rounds - self._heard.get(fact["seq"], self._rounds)
            for _ in range(random.randint(0, PACE * rounds) if place is not None else 0):
                place = random.choice(self._next_to(place) or (place,))
            found.append((column.offset + names.piece(piece), place))
        return found

    def _next_to(self, place: int) -> tuple[int, ...]:
        tables = self.program.linker.code.namespace
        found: tuple[int, ...] = tables[self.program.linker.neighbours_table(None)][place]
        return found


def _ask_again(thread: Thread) -> None:
    """Let an open question be put anew: what may be answered depends on the state."""
    choice = thread.choice
    if choice is None:
        return
    refill(thread)
    thread.domain = None
    if choice.members is not None:
        thread.members = choice.members(thread.S, thread.W, thread.stack[-1])


def _written_down(program: Program, side: str, view: View) -> Shown:
    """Return the slots of all that a view shows, and what it shows there."""
    layout, texts, names, seeing = program.linker.layout, program.texts, program.linker.names, program.linker.seeing
    number = program.sides.index(side)
    found: list[tuple[int, Any]] = []
    for id, json in view["tracks"].items():
        track = layout.tracks[id]
        value = _read(texts, track.type, json)
        found += list(enumerate(value, track.slot)) if types.is_keyed(track.type) else [(track.slot, value)]
    lying: dict[str, set[int]] = {id: set() for id in layout.markers if layout.is_plain(id)}
    judged: dict[str, set[int]] = {id: set() for id in lying}
    out = 0
    for id, shown in view["pieces"].items():
        piece = names.piece(id)
        out |= bool(shown.get("gone")) << piece
        for column in layout.columns_of(shown["kind"]):
            attribute = column.id.partition(".")[2]
            if column.printed or attribute not in shown["attributes"]:
                continue
            value = _read(texts, column.type, shown["attributes"][attribute])
            if column.keys > 1 or types.is_keyed(column.type):
                found += [(column.offset + key * column.span + piece, one) for key, one in enumerate(value)]
            else:
                found.append((column.offset + piece, value))
        if seeing.holder(piece) >> number & 1:
            held = shown.get("holder")
            found.append((layout.holder + piece, None if held is None else names.piece(held)))
        for marker in layout.markers_of(shown["kind"]):
            if not seeing.marker(marker, piece) >> number & 1:
                continue
            if marker in lying:
                judged[marker].add(piece)
                if marker in shown["markers"]:
                    lying[marker].add(piece)
            else:
                found.append((layout.markers[marker] + piece, _face(program, marker, shown["markers"].get(marker))))
    found.append((layout.gone, out))
    bearers = [(layout.markers[id], frozenset(judged[id]), frozenset(lying[id])) for id in lying]
    return Shown(found, bearers)


def _read(texts: Texts, type: types.Type, json: Any) -> Any:
    """Return the value at play; a thing of any type may be missing before the set-up."""
    return None if json is None else texts.value(type, json)


def _face(program: Program, marker: str, json: Any) -> Any:
    """Return what lies in a marker's slot for what a view shows of it."""
    if json is None:
        return None
    linker = program.linker
    faces = linker.names.values.get(marker)
    if linker.layout.marker_of[marker]["places"]:
        home = linker.layout.marker_of[marker]["places"]
        lying = [(linker.names.place(home, one["place"]), faces.index(one["face"]) if faces else True) for one in json]
        return tuple(sorted(lying)) or None
    if linker.layout.marker_of[marker]["countdown"] is not None or faces is None:
        return json
    return faces.index(json)
