"""The answer that a bot of the ruleset gives: its lines narrow down the open answers, and chance picks one of the rest.

Source: docs/language/bots.md. The compiler has judged that a line reads only what the bot's side may know (RW0506).
"""

from __future__ import annotations

from random import Random
from typing import Any

from rulewright.runtime.frames import Thread, refill
from rulewright.runtime.link import domains, drawing
from rulewright.runtime.link.program import Choice, Counsel

WEIGHED = 100
"""The most answers that are compared. Of a larger domain so many are drawn at random."""


def left_by(bot: str, choice: Choice, T: Thread, may: bool, random: Random) -> list[Any]:
    """Return the answers at play, None to decline, that a bot's lines leave; none if nothing can be answered."""
    lines = choice.advice.get(bot, ())
    answers = weighed(choice, T, random)
    if may:
        answers.append(None)
    for line in lines:
        if len(answers) < 2:
            break
        refill(T)
        if line.when is None or line.when(T.S, T.W, T.stack[-1]):
            answers = _narrowed(line, choice, answers, T)
    return answers


def weighed(choice: Choice, T: Thread, random: Random) -> list[Any]:
    """Return the open answers, or as many as are compared, drawn at random, where they are more."""
    S, W, F = T.S, T.W, T.stack[-1]
    refill(T)
    if T.members is not None:
        return domains.first(choice, S, W, F, T.members, len(T.members))
    found = (
        domains.some(choice, S, W, F, choice.domain(S, W, F), WEIGHED + 1)
        if choice.domain is not None
        else []
    )
    if found is not None and len(found) <= WEIGHED:
        return found
    drawn: dict[Any, None] = {}
    for _ in range(WEIGHED):
        refill(T)
        drawn[drawing.sample(choice, S, W, F, T.domain, random)] = None
    drawn.pop(None, None)
    return list(drawn)


def _narrowed(line: Counsel, choice: Choice, answers: list[Any], T: Thread) -> list[Any]:
    """Return the answers that a line likes best; all, if it has nothing to say of them."""
    if line.do == "decline":
        wanted: Any = False if choice.kind == "offer" else None
        return [wanted] if wanted in answers else answers
    if line.do in ("accept", "take"):
        wanted = True if line.do == "accept" else choice.items.index(line.item)
        return [wanted] if wanted in answers else answers
    value = line.value
    assert value is not None
    judged: list[tuple[Any, Any]] = []
    for answer in answers:
        if answer is not None:
            refill(T)
            judged.append((value(T.S, T.W, T.stack[-1], answer), answer))
    if line.do == "prefer":
        liked = [answer for worth, answer in judged if worth]
        return liked or answers
    known = [worth for worth, _ in judged if worth is not None]
    if not known:
        return answers
    best = max(known) if line.do == "most" else min(known)
    return [answer for worth, answer in judged if worth == best]
