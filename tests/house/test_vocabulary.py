"""schemas/vocabulary.json lists what the compiler resolves, with as many parameters."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rulewright.compiler.resolve.functions import FUNCTIONS
from rulewright.schemas.operations import signatures

from .plan import ROOT

VOCABULARY: dict[str, Any] = json.loads((ROOT / "schemas/vocabulary.json").read_text(encoding="utf-8"))
LISTED: dict[str, dict[str, Any]] = {one["name"]: one for one in VOCABULARY["functions"]}
IN_A_ROLL = {name for name, one in LISTED.items() if one["where"] == "roll"}
MANY = 99


def test_the_vocabulary_lists_what_the_compiler_knows() -> None:
    assert LISTED.keys() - IN_A_ROLL == FUNCTIONS.keys()
    assert len(LISTED) == len(VOCABULARY["functions"])


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_takes_as_many_values_as_the_vocabulary_says(name: str) -> None:
    least, most, _ = FUNCTIONS[name]
    params = LISTED[name]["params"]
    assert least == sum(not param.get("optional") for param in params)
    assert most == (MANY if any(param.get("repeats") for param in params) else len(params))


@pytest.mark.parametrize(
    "entry", [*VOCABULARY["functions"], *VOCABULARY["attributes"]], ids=lambda one: one["name"]
)
def test_an_entry_is_one_sentence_and_names_real_operations(entry: dict[str, Any]) -> None:
    assert entry["says"].endswith(".")
    assert entry["says"].count(". ") == 0
    assert set(entry["operations"]) <= signatures().keys()
    assert entry.keys() == {
        "name",
        "params",
        "returns",
        "says",
        "operations",
        "of" if "of" in entry else "where",
    }
    assert entry.get("where", "expression") in ("expression", "choice", "roll")
