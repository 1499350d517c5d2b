"""Games as they could be: whole positions that a side cannot tell from the one it sees.

They are made of the rules, of that side's views and of its own answers, never of the game that is played. From the set-up on, a crowd of
imagined games is led along: in each, the side answers as it did and the others as they are taken to play; kept are those in which the
side would have come to the same question, was told the same and sees the same. Where too few are alike, the likest stay and what the
view shows is written into them; where none came to the question, positions are recollected from games that were played by chance.
"""

from __future__ import annotations

from random import Random
from typing import Any

from rulewright.runtime.decisions import NO_ANSWER, Decision
from rulewright.runtime.dice import Seeded, stream
from rulewright.runtime.errors import RulewrightError
from rulewright.runtime.game import Game
from rulewright.runtime.link import journal
from rulewright.runtime.link.layout import FIRST_KNOWLEDGE, STREAM
from rulewright.runtime.link.program import Program
from rulewright.runtime.log import fact_json
from rulewright.runtime.recollection import LONGEST_GAME, Recollection, write_down
from rulewright.runtime.rollouts import Habits, asked, give, play_on
from rulewright.runtime.shown import Showing, Shown
from rulewright.runtime.views import View, facts

CROWD, TOO_FEW, FEW = 60, 3, 12
"""Imagined games that are led along. Where fewer than three of them are alike, up to twelve others stay, too: the likest, or recollected ones."""

PATIENCE = 4
"""So many times the crowd is led on from the last question, until it is full."""


class Imagination:
    """Makes positions for one side of one game; equal seeds and equal views make equal positions."""

    def __init__(
        self, program: Program, side: str, seed: int = 0, scenario: str | None = None,
        habits: Habits | None = None, crowd: int = CROWD,
    ) -> None:  # fmt: skip
        self.program = program
        self.side = side
        self._number = program.sides.index(side)
        self._scenario = scenario
        self._habits = habits or Habits(program, {})
        self._random = Random(f"imagine/{side}/{seed}")
        self._recollection = Recollection(program, side, seed, scenario)
        self._seen: View | None = None
        self._shows = Showing(program, side)
        self._shown = Shown([], [])
        self._size = crowd
        self._known = 0
        self._crowd: list[Game] | None = None
        self._answer: Any = NO_ANSWER

    def note(self, view: View) -> None:
        """Take notice of what the side is asked and sees now."""
        self._recollection.note(view)
        self._seen, self._shown = view, self._shows.of(view)
        self._crowd = self._led_on(view)
        self._known, self._answer = len(view["knowledge"]), NO_ANSWER
        for game in self._crowd:
            _forget(game, self._number)

    def answered(self, answer: Any) -> None:
        """Take notice of what the side answers."""
        self._answer = answer

    def world(self, view: View, random: Random) -> Game | None:
        """Return a game of its own in which the side is asked what it is asked, and sees what it sees; None if none was found."""
        if view is not self._seen and view != self._seen:
            self.note(view)
        if not self._crowd:
            return self._recollection.world(view, self._shown, random)
        return _apart(random.choice(self._crowd), random)

    # ---------------------------------------------------------------- the crowd

    def _led_on(self, view: View) -> list[Game]:
        """Return imagined games that have come to the question of the view."""
        random = self._random
        alike: list[Game] = []
        others: list[tuple[int, int, Game]] = []
        for tried in range(self._size * PATIENCE):
            if len(alike) >= self._size or (tried >= self._size and not alike):
                break  # enough, or where none is alike, more would cost much and bring little
            game = self._one_led_on(random)
            if game is None:
                continue
            unlike = self._unlike(game, view)
            if unlike == 0:
                alike.append(game)
            elif unlike is not None:
                others.append((unlike, tried, game))
        if len(alike) < TOO_FEW:
            alike += [game for _, _, game in sorted(others)[:FEW] if self._corrected(game, view, random)]
        if len(alike) < TOO_FEW:
            found = (self._recollection.world(view, self._shown, random) for _ in range(min(FEW, self._size)))
            alike += [game for game in found if game is not None]
        return alike

    def _one_led_on(self, random: Random) -> Game | None:
        """Return a game that goes on from one of the crowd, or begins, until the side is asked; None if it never is."""
        try:
            if self._crowd is None:
                game = Game.start(self.program, self._scenario, random.getrandbits(48), history=False)
            elif not self._crowd or self._answer is NO_ANSWER:
                return None
            else:
                game = _apart(random.choice(self._crowd), random)
                part = asked(game, self._number)
                assert part is not None
                value = Decision(self.program, part).answer(self._answer)
                if value is NO_ANSWER:
                    return None
                give(game, part, value)
            play_on(game, self._habits, random, LONGEST_GAME, self._number)
        except RulewrightError:
            return None
        return game

    def _unlike(self, game: Game, view: View) -> int | None:
        """Return in how much a game is not as the side sees it; None if its question is another one."""
        part = asked(game, self._number)
        if part is None:
            return None
        decision, question = Decision(self.program, part), view["decision"]
        if decision.id != question["id"] or decision.prompt != question["prompt"]:
            return None
        learned, told = facts(part.S[FIRST_KNOWLEDGE + self._number]), view["knowledge"][self._known :]
        unlike = abs(len(learned) - len(told))
        for mine, fact in zip(learned, told, strict=False):
            unlike += any(fact.get(key) != value for key, value in fact_json(self.program, mine).items())
        return unlike + self._shown.apart(part.S)

    def _corrected(self, game: Game, view: View, random: Random) -> bool:
        """Write into a game what the side sees; false if it cannot be played then."""
        try:
            nearby = self._recollection.revealed(view["knowledge"][self._known :], view, random)
            write_down(self.program, game._thread, self._shown, nearby, random)
            game._decisions = None
            return not game.invariants()
        except RulewrightError:
            return False


def _apart(game: Game, random: Random) -> Game:
    """Return a game that goes on from there with other dice."""
    thread = game._thread.copy()
    for number, part in enumerate([thread, *(thread.parts or ())]):
        part.S[STREAM] = part.W[STREAM] = stream(random.getrandbits(60), number)
    return Game(game.program, thread, Seeded(), scenario=game.scenario, history=False)


def _forget(game: Game, side: int) -> None:
    """Let what a side learned so far be nothing new: no rule asks for it."""
    thread = game._thread
    for part in (thread, *(thread.parts or ())):
        part.S[FIRST_KNOWLEDGE + side] = part.W[FIRST_KNOWLEDGE + side] = None
    if thread.parts is None and thread.W is thread.S:
        journal.begin(thread.S)
