"""No secret comes to a side that may not know it, unless a rule tells it."""

from __future__ import annotations

from typing import Any

from rulewright.compiler.check.control import CONTROL
from rulewright.compiler.check.decisions import DECISIONS
from rulewright.compiler.check.effects import EFFECTS
from rulewright.compiler.check.flow import Flow
from rulewright.compiler.check.index import Index
from rulewright.compiler.check.indexed import IndexedModel
from rulewright.compiler.diagnostics import Problems
from rulewright.compiler.model import Document, Json

STATEMENTS = {**CONTROL, **EFFECTS, **DECISIONS}

DECISION_KINDS = frozenset(DECISIONS)


def no_secret_leaks(model: IndexedModel, problems: Problems) -> None:
    """RW0501 options, RW0502 values, RW0503 what happens, RW0504 needless tells, RW0505 shared things."""
    walked(model.index).judge.into(problems)


def public_choices(index: Index) -> frozenset[str]:
    """Return the ids of the decisions whose options rest on nothing but what all know."""
    return walked(index).public()


def with_public_choices(document: Document, choices: frozenset[str] | None = None) -> Document:
    """Return `document` with `public` true on the decisions in `choices`, or else on those found here."""
    found = public_choices(Index(document)) if choices is None else choices
    if not found:
        return document
    made: Document = dict(document)
    for name in ("rules", "actions", "scenarios"):
        made[name] = [_marked(owner, found) for owner in document.get(name, ())]
    made["phases"] = [
        {**phase, "steps": [_marked(step, found) for step in phase["steps"]]}
        for phase in document.get("phases", ())
    ]
    return made


def walked(index: Index) -> Flow:
    """The one walk over a document; it is made when it is first asked for."""
    flow: Flow | None = index.memo.get("flow")
    if flow is None:
        flow = index.memo["flow"] = Flow(index, STATEMENTS)
        flow.run()
    return flow


def _marked(owner: dict[str, Any], found: frozenset[str]) -> dict[str, Any]:
    return {**owner, "body": [_statement(statement, found) for statement in owner["body"]]}


def _statement(s: Json, found: frozenset[str]) -> Json:
    """The statement with its own decision and those inside it marked."""
    made = dict(s)
    if s["do"] in DECISION_KINDS:
        made["public"] = s["id"] in found
    for key in ("body", "else"):
        if made.get(key):
            made[key] = [_statement(inner, found) for inner in made[key]]
    for key, part in (("cases", "then"), ("arms", "body"), ("items", "body")):
        if key in made:
            made[key] = [
                {**one, part: [_statement(inner, found) for inner in one[part]]} for one in made[key]
            ]
    return made
