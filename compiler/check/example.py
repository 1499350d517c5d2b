"""Worked examples expect something that can happen; invariants can be broken."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.compiler.check import errors
from rulewright.compiler.check.indexed import IndexedModel
from rulewright.compiler.check.outcome import given_by
from rulewright.compiler.diagnostics import Problems
from rulewright.compiler.model import Json

OUTCOME_OPERATIONS = frozenset(("is_outcome", "has_outcome", "outcome_count"))


def every_example_expects_something(model: IndexedModel, problems: Problems) -> None:
    """RW0403: an example without `expect` shows nothing."""
    for example in model.index.listed("examples"):
        if not example["expect"]:
            problems.add(errors.expects_nothing(example))


def every_expected_result_can_be_given(model: IndexedModel, problems: Problems) -> None:
    """RW0402: the result of a roll is compared with names that its table gives."""
    for example in model.index.listed("examples"):
        subject = example["subject"]
        table = model.index.tables.get(subject["roll"]) if subject and "roll" in subject else None
        if table is None or table["result_type"] != "outcome":
            continue
        can_give, written = given_by(table, model.tables[table["id"]])
        for expect in example["expect"]:
            for name in _outcomes_in(expect["value"]):
                if name not in written:
                    problems.add(errors.result_never_given(expect, example, name, table, can_give))


def no_invariant_is_decided_beforehand(model: IndexedModel, problems: Problems) -> None:
    """RW0404: an invariant that always or never holds says nothing about play."""
    for invariant in model.index.listed("invariants"):
        can_hold, can_fail = model.reach.truth(invariant["value"], model.reach.scope_of(invariant))
        if not (can_hold and can_fail):
            problems.add(errors.invariant_decided(invariant, can_hold))


def _outcomes_in(e: Json) -> Iterator[str]:
    if isinstance(e, list):
        if len(e) == 3 and e[0] in OUTCOME_OPERATIONS:
            yield e[1]
        for part in e:
            if isinstance(part, list):
                yield from _outcomes_in(part)
