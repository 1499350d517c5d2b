"""All that reaches a side through the referee's doors, and what it sees happen from one decision to its next."""

from __future__ import annotations

from random import Random
from typing import Any

from rulewright.runtime import Decision, Game, IllegalChoice
from rulewright.runtime.log import entry, raw_notes

from .permuting import values_of
from .playing import told

NOT_ASKED = "not asked"


def seen(game: Game, side: str, answers: list[Any], *, log: bool = False) -> dict[str, Any]:
    """The view, the question with everything that it says to these answers, and whether a choice can be taken back."""
    decision = question(game, side)
    return {
        "view": game.view(side),
        "asked": NOT_ASKED if decision is None else said_by(decision, answers),
        "a wrong answer": refused(game, side, answers),
        "undo": undone(game, side),
        "log": told(game, side) if log else None,
    }


def question(game: Game, side: str) -> Decision | None:
    return next((decision for decision in game.decisions if decision.side == side), None)


def said_by(decision: Decision, answers: list[Any]) -> list[Any]:
    options = decision.options(60)
    return [
        [decision.id, decision.kind, decision.may, decision.number_of_choice],
        [decision.prompt, decision.cites],
        [[option, decision.label(option)] for option in options],
        [decision.sample(Random(seed)) for seed in range(3)],  # of a domain that nobody lists
        [[answer, decision.contains(answer), decision.refusal(answer)] for answer in answers],
    ]


def refused(game: Game, side: str, answers: list[Any]) -> Any:
    """The whole text of the first refusal, with its help; where nothing is asked, of any answer."""
    decision = question(game, side)
    wrong = [answer for answer in answers if decision is None or not decision.contains(answer)]
    try:
        game.choose(side, wrong[0] if wrong else {"no": "answer"})
    except IllegalChoice as refusal:
        return [refusal.code, refusal.message, refusal.cites, refusal.help]
    raise AssertionError(f"{wrong[:1]} was no answer, and taken")


def undone(game: Game, side: str) -> Any:
    try:
        game.copy().undo(side)
    except IllegalChoice as refusal:
        return [refusal.code, refusal.message]
    return "taken back"


def answers_to_try(game: Game, side: str, random: Random) -> list[Any]:
    decision = question(game, side)
    if decision is None:
        return []
    found = values_of(decision, random)
    return [*random.sample(found, min(len(found), 8)), None, "nonsense", 10**6, [], ["nonsense"]]


# ---- what happens ----

Event = tuple[Any, ...]

TOLD = ("told", "revealed", "roll", "dice", "draw", "end")
"""The ways on which something hidden may come to a side: the rules say so, or chance does."""


def number_of_notes(game: Game, side: str) -> int:
    return sum(1 for _ in _notes(game, side))


def happened(game: Game, side: str, since: int) -> list[Event]:
    """What a side saw happen since it had so many notes, to where it is asked; ends with None where another is at work."""
    notes = list(_notes(game, side))[since:]
    events: list[Event] = []
    for note in notes:
        one = entry(game.program, note, 0)
        events.append((one.kind, one.text, one.data, one.cites, one.audience))
    decision = question(game, side)
    if decision is not None:
        events.append(("asked", decision.id, decision.prompt))
    return events


def _notes(game: Game, side: str) -> Any:
    at = game.program.sides.index(side)
    return (note for note in raw_notes(game._thread, at) if note[2] >> at & 1)


def first_difference(some: list[Event], others: list[Event]) -> tuple[Event | None, Event | None] | None:
    """Where two stories part; None if one is the beginning of the other."""
    for one, other in zip(some, others, strict=False):
        if one != other:
            return one, other
    longer = some if len(some) > len(others) else others
    shorter = others if longer is some else some
    if len(longer) > len(shorter) and shorter and shorter[-1][0] == "asked":
        return longer[len(shorter)], None  # pragma: no cover: an event after a question
    return None
