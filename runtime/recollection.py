"""Positions for what a view shows, where nothing better is known: from games that were played by chance to the same question.

What the view shows is written down as it shows it. What it hides (places, forces, fuel, chits in cups, and where in the rules play is)
is as it was in such a game: so hidden things lie where the rules can bring them. What was revealed lately lies near where it was.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from rulewright.runtime.dice import Seeded, stream
from rulewright.runtime.errors import RulewrightError
from rulewright.runtime.frames import Thread, refill
from rulewright.runtime.game import Game
from rulewright.runtime.link import journal, types
from rulewright.runtime.link.layout import STREAM
from rulewright.runtime.link.program import Program
from rulewright.runtime.shown import Shown, read
from rulewright.runtime.views import View, shown_tracks

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


class Recollection:
    """Remembers positions for one side of one game; equal seeds and equal views make equal positions."""

    def __init__(self, program: Program, side: str, seed: int = 0, scenario: str | None = None) -> None:
        self.program = program
        self.side = side
        self._scenario = scenario
        self._random = Random(f"recollect/{side}/{seed}")
        self._known: dict[tuple[str, str], list[Remembered]] = {}
        self._met: dict[tuple[str, str], int] = {}
        self._slots = 0
        self._made_decisions = 0
        self._sought: dict[tuple[str, str], int] = {}
        self._rounds = 0
        self._phase = -1
        self._heard: dict[int, int] = {}
        self._phases = {phase["id"]: number for number, phase in enumerate(program.document["phases"])}

    def note(self, view: View) -> None:
        """Take notice of what the side sees now: when it learned what it was shown."""
        phase = self._phases.get((view["phase"] or {}).get("id"), 0)
        self._rounds += phase < self._phase
        self._phase = phase
        for fact in view["knowledge"]:
            self._heard.setdefault(fact["seq"], self._rounds)

    def world(self, view: View, shown: Shown, random: Random) -> Game | None:
        """Return a game of its own in which the side is asked what it is asked, and sees what it sees; None if none was found."""
        made: Game | None = None
        for _ in range(TRIES):
            remembered = self._like(view, random)
            if remembered is None:
                return made
            thread = remembered.thread.copy()
            try:
                game = self._made(thread, shown, view, random)
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
        alike = [sum(one.tracks.get(id) == value for id, value in view["tracks"].items()) for one in found]
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
        one = Remembered(shown_tracks(self.program, game.state, self.program.sides.index(self.side)), thread)
        if place == len(kept):
            kept.append(one)
            self._slots += len(thread.S) * (1 + len(thread.parts or ()))
        else:
            kept[place] = one

    # ---------------------------------------------------------------- what is written down

    def _made(self, thread: Thread, shown: Shown, view: View, random: Random) -> Game | None:
        write_down(self.program, thread, shown, self.revealed(view["knowledge"], view, random), random)
        game = Game(self.program, thread, Seeded(), scenario=self._scenario or "", history=False)
        asked = view["decision"]
        return game if any(one.side == self.side and one.id == asked["id"] for one in game.decisions) else None

    def revealed(self, facts: list[dict[str, Any]], view: View, random: Random) -> list[tuple[int, Any]]:
        """Return, for places that some facts reveal and that are hidden now, slots and places near where the pieces were."""
        layout, names = self.program.linker.layout, self.program.linker.names
        last: dict[tuple[str, str], dict[str, Any]] = {}
        for fact in facts:
            if fact["kind"] == "revealed" and fact.get("attribute") and fact.get("of") in view["pieces"]:
                last[fact["of"], fact["attribute"]] = fact
        found: list[tuple[int, Any]] = []
        for (piece, attribute), fact in last.items():
            column = layout.columns.get(attribute)
            if column is None or column.printed or column.keys > 1 or attribute.partition(".")[2] in view["pieces"][piece]["attributes"]:
                continue
            if not str(types.bare(column.type)).startswith("place:") or view["pieces"][piece].get("gone"):
                continue
            place = read(self.program.texts, column.type, fact["value"])
            rounds = self._rounds - self._heard.get(fact["seq"], self._rounds)
            for _ in range(random.randint(0, PACE * rounds) if place is not None else 0):
                place = random.choice(self._next_to(place) or (place,))
            found.append((column.offset + names.piece(piece), place))
        return found

    def _next_to(self, place: int) -> tuple[int, ...]:
        tables = self.program.linker.code.namespace
        found: tuple[int, ...] = tables[self.program.linker.neighbours_table(None)][place]
        return found


def write_down(program: Program, thread: Thread, shown: Shown, nearby: list[tuple[int, Any]], random: Random) -> None:
    """Write what is shown, and what is thought nearby, into a position, and let other dice fall from here on."""
    present = program.linker.layout.present.values()
    everybody = slice(min(present, default=0), max(present, default=-len(program.sides) - 1) + len(program.sides) + 1)
    for number, part in enumerate([thread, *(thread.parts or ())]):
        key = stream(random.getrandbits(60), number)
        for state in (part.S,) if part.W is part.S else (part.S, part.W):
            shown.into(state)
            for slot, value in nearby:
                state[slot] = value
            state[everybody] = program.start[everybody]
            program.linker.moving.recount(state)
            state[STREAM] = key
            journal.begin(state)
        _ask_again(part)


def _ask_again(thread: Thread) -> None:
    """Let an open question be put anew: what may be answered depends on the state."""
    choice = thread.choice
    if choice is None:
        return
    refill(thread)
    thread.domain = None
    if choice.members is not None:
        thread.members = choice.members(thread.S, thread.W, thread.stack[-1])
