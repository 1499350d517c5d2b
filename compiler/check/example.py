"""Worked examples expect something that can happen; invariants can be broken."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.compiler.check import errors
from rulewright.compiler.check.index import Declaration
from rulewright.compiler.check.indexed import IndexedModel
from rulewright.compiler.check.intervals import EVERY, Numbers, contains, joined, words
from rulewright.compiler.check.outcome import given_by
from rulewright.compiler.check.wording import ticked
from rulewright.compiler.diagnostics import Problems
from rulewright.compiler.model import Json

OUTCOME_OPERATIONS = frozenset(("is_outcome", "has_outcome"))


def every_example_expects_something(model: IndexedModel, problems: Problems) -> None:
    """RW0403: an example without `expect` shows nothing."""
    for example in model.index.listed("examples"):
        if not example["expect"]:
            problems.add(errors.expects_nothing(example))


def every_expected_result_can_be_given(model: IndexedModel, problems: Problems) -> None:
    """RW0402: the result of a roll is compared with what its table can give."""
    for example in model.index.listed("examples"):
        subject = example["subject"]
        table = model.index.tables.get(subject["roll"]) if subject and "roll" in subject else None
        if (
            table is None or example["at"][0] in model.inherited
        ):  # a variant may change what its base's examples show
            continue
        given = given_by(model, table)
        numbers = _numbers_of(model, table) if table["result_type"] == "number" else None
        for expect in example["expect"]:
            if numbers is None:
                # A name that the table does not even write was told by RW0224.
                written = [name for name in _outcomes_in(expect["value"]) if name in table["outcomes"]]
                wrong = [name for name in written if name not in given]
            else:
                expected = _number_in(expect["value"])
                wrong = [] if expected is None or contains(numbers, expected) else [str(expected)]
            for value in wrong:
                possible = ticked(given) if numbers is None else words(numbers)
                problems.add(errors.result_never_given(expect, example, value, table, possible))


def _numbers_of(model: IndexedModel, table: Declaration) -> Numbers:
    """The numbers that a table can give, natural rolls that change the row's number aside."""
    if any(isinstance(natural["value"], list) for natural in table["naturals"]):
        return EVERY
    scope = model.reach.scope_of(table)
    facts = model.tables[table["id"]]
    found = [natural["value"] for natural in table["naturals"]]
    rows = table["result"]["rows"] if table["result"] is not None else []
    found += [cell for number in facts.rows.found for cell in rows[number]["cells"]]
    return joined(part for cell in found for part in model.reach.number(cell, scope))


def _number_in(e: Json) -> int | None:
    """The number of `result = 3`; None for anything else."""
    if isinstance(e, list) and len(e) == 3 and e[0] == "=" and e[1] == ["local", "result"]:
        return e[2] if type(e[2]) is int else None
    return None


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
