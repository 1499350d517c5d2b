"""Everything that rolls in any ruleset has odds that add up to one, or a sentence with a code that says what is lacking."""

from __future__ import annotations

import pytest

from rulewright.runtime import RulewrightError, link
from rulewright.runtime.odds import rule as rules
from rulewright.runtime.odds import Page, RuleQuery, TableQuery, catalogue
from rulewright.runtime.odds.repeat import followed, repeated
from rulewright.runtime.odds.sensitivity import sensitivity

from .shelf import document, rulesets

FEW_RUNS = 300


@pytest.mark.parametrize(("name", "option"), rulesets())
def test_all_that_rolls_has_odds(name: str, option: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "SAMPLES", 20)
    program = link(document(name), (option,) if option else (), stops_at_chance=True)
    for table in catalogue.tables(program):
        query = TableQuery(Page(program, table), {})
        try:
            answer = query.answer()
        except RulewrightError as refusal:
            assert refusal.code in ("RW0933", "RW0935")
            continue
        for case in answer.cases:
            assert sum(chance for _, chance in case.results.items()) == 1
        repeated(program, answer if answer.numeric else followed(program, answer), [2])
        try:
            sensitivity(query)
        except RulewrightError as refusal:
            assert refusal.code in ("RW0933", "RW0936")
    for rule in catalogue.rolling(program):
        try:
            found = RuleQuery(program, rule, {}, {"*": "random"}).answer(budget=FEW_RUNS)
        except RulewrightError as refusal:
            assert refusal.code in ("RW0933", "RW0934", "RW0935") or refusal.code.startswith("RW08")
            continue
        for case in found.cases:
            for _, tally in case.tallies:
                assert sum(chance for _, chance in tally.items()) == 1
