"""What is tried leaves no trace, and no write escapes the journal by which it is put back."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest

from rulewright.runtime import Game, IllegalChoice, RulesError, replay, write_record
from rulewright.runtime.frames import Thread
from rulewright.runtime.link import journal
from rulewright.runtime.link.layout import FIRST_KNOWLEDGE, JOURNAL

from .playing import played, told
from .shelf import FOLDERS, LIMIT, each_game, games, program


def traces(game: Game, *, all: bool) -> Any:
    """What could tell that something was tried."""
    found: list[Any] = [game.fingerprint(), [(one.side, one.id) for one in game.decisions], game.ended, game.phase]
    if all:
        past = game._past
        sides = game.program.sides
        found += [[game.view(side) for side in sides], game.public_view(), [told(game, side) for side in sides]]
        found += [[(entry.kind, entry.text) for entry in game.log], game.moves, past and len(past.moments(game._moves))]
        found += [[(one.prompt, one.options(20)) for one in game.decisions], game.invariants()]
    return found


def try_something(game: Game, random: Random) -> None:
    """Play on a little, as a search or a curious person would."""
    for _ in range(random.choice((1, 1, 2, 6))):
        if not game.decisions:
            return
        decision = random.choice(game.decisions)
        game.choose(decision.side, decision.sample(random))
        what = random.random()
        if what < 0.1:
            with suppress(IllegalChoice):
                game.undo()
        elif what < 0.2:
            game.view(str(decision.side))
        elif what < 0.3:
            twin = game.copy()
            for _ in played(twin, random, 2):
                pass
        elif what < 0.4:
            with game.trial():
                try_something(game, random)


@each_game
def test_what_is_tried_leaves_no_trace(name: str, option: str) -> None:
    for game, random in games(name, option, 2):
        untouched = game.copy()
        for number in range(30):
            if not game.decisions:
                break
            everything = number % 10 == 0
            before = traces(game, all=everything)
            with game.trial() as trial:
                for _ in range(2):
                    try_something(game, random)
                    trial.back()
                    assert traces(game, all=False) == before[:4]
                try_something(game, random)
            assert traces(game, all=everything) == before
            decision = random.choice(game.decisions)
            answer = decision.sample(random)
            game.choose(decision.side, answer)
            untouched.choose(decision.side, answer)
        assert traces(game, all=True) == traces(untouched, all=True)
        assert replay(game.program, write_record(game)).fingerprint() == game.fingerprint()


@pytest.mark.parametrize("name", FOLDERS)
@pytest.mark.parametrize("history", [True, False])
@pytest.mark.parametrize("dice", ["seed", "hand"])
def test_nothing_is_left_of_a_game_that_was_tried_to_its_end(name: str, dice: str, history: bool) -> None:
    random = Random(3)
    game = Game.start(program(name), seed=5, dice=dice, history=history)
    for _ in played(game, random, 20):
        pass
    before = traces(game, all=history)
    with game.trial():
        for _ in played(game, random, 1_000):
            pass
    assert traces(game, all=history) == before


@each_game
def test_no_write_escapes_the_journal(name: str, option: str) -> None:
    for game, random in games(name, option, 3):
        known = FIRST_KNOWLEDGE + len(game.program.sides) + 1
        then: list[Any] = []
        lost = 0
        for _ in played(game, random, LIMIT):
            now = [state for thread in threads(game._thread) for state in (thread.S, thread.W)]
            # Each is compared with what it was, a part that is new with the whole, the whole with each part that came together.
            for at, state in enumerate(now):
                for earlier in then if at == 0 else then[at : at + 1] or then[:1]:
                    noted = journal.between(state[JOURNAL], earlier[JOURNAL])
                    if noted is None:
                        lost += 1
                        continue
                    written = {slot for slot in range(known, len(state)) if state[slot] is not earlier[slot]}
                    assert written <= noted, [game.program.linker.layout.label(slot) for slot in written - noted]
            then = [state[:] for state in now]
        assert lost <= 12, "notes are let go of seldom"


def threads(thread: Thread) -> list[Thread]:
    return [thread, *(thread.parts or ())]


def test_a_trial_keeps_whatever_a_thread_has() -> None:
    known = {"S", "W", "stack", "side", "choice", "asked", "members", "domain", "need", "known", "parts", "slot", "entries", "older"}
    assert known == set(Thread.__slots__), "a new field of threads must be kept by trials, copies and dice entered by hand"


def test_a_choice_that_the_rules_cannot_follow_is_forgotten_with_its_trial() -> None:
    for game, random in games("rheinuebung", "", 1):
        before = game.fingerprint()
        with suppress(RulesError), game.trial():
            for _ in played(game, random, 5):
                pass
            raise RulesError("RW0814", "something went wrong")
        assert game.fingerprint() == before
