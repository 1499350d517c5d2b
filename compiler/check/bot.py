"""A bot sees what a player of its side sees, and not a fact more."""

from __future__ import annotations

from rulewright.compiler.check import errors
from rulewright.compiler.check.audience import Secrets, Term, replaced
from rulewright.compiler.check.flow import Flow, State
from rulewright.compiler.check.leak import Leak
from rulewright.compiler.check.sight import View
from rulewright.compiler.model import Json


def sees_what_its_side_sees(flow: Flow, decision: str, chooser: Term, state: State) -> None:
    """RW0506: a line of a bot depends on what its side may not know, where `chooser` is asked this decision.

    What was told before does not help: a bot reads the fact as it is now, not as it was told.
    """
    # In a rule that nothing calls, nobody can say whose its arguments are.
    refused = ("no",) if flow.judge.is_quiet else ("no", "maybe")
    for bot, advice in flow.index.advice.get(decision, ()):
        own: Term = ("side", bot["side"])
        if chooser in flow.eyes.sides.terms and chooser != own:
            continue
        view = View(state.view.scope, {**state.view.types, **advice["locals"]}, state.view.known)
        for line in advice["lines"]:
            secrets = replaced(_read(flow, line, view), chooser, (own,))
            leak = Leak(own)
            for secret in sorted(secrets, key=repr):
                if flow.eyes.sides.may_know(own, secret.owner) in refused:
                    leak.add(secret, "error")
            if leak.secrets:
                flow.judge.report(errors.bot_reads_secret(line, bot, leak.words(), bot["side"]))


def _read(flow: Flow, line: Json, view: View) -> Secrets:
    """What a line rests on: its condition, and what it says of each answer."""
    return flow.eyes.whole([line.get("when"), line.get("value")], view)
