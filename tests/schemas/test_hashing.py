"""The hash names how a ruleset plays, and nothing else."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from rulewright.schemas.hashing import rules_hash

from .samples import shapes

Edit = Callable[[dict[str, Any]], Any]


def edited(edit: Edit) -> dict[str, Any]:
    document = shapes()
    edit(document)
    return document


def test_the_sample_carries_its_hash() -> None:
    sample = shapes()
    assert sample["rules_hash"] == rules_hash(sample)


@pytest.mark.parametrize(
    "edit",
    [
        lambda d: d["rules"][0].update(at=[0, 999, 1, 1]),
        lambda d: d["rules"][0]["body"][0].update(at=[0, 999, 1, 1]),
        lambda d: d["tables"][1].update(title="Another title", doc="a comment"),
        lambda d: d["ruleset"]["sides"][0].update(title="The Reds"),
        lambda d: d["files"].append("more.rules"),
        lambda d: d.update(made_by="rulewright 99", sections=[], unfinished=[], aids=[], examples=[]),
        lambda d: d["provenance"].update(assumed=99),
        lambda d: d["options"][0]["changes"].append(
            {"op": "set", "path": ["rules", "burn", "at"], "value": [0, 1, 1, 1]}
        ),
        lambda d: d["options"][0]["changes"].append({"op": "set", "path": ["aids", "charts"], "value": {}}),
    ],
    ids=[
        "line",
        "statement's line",
        "title and comment",
        "side's title",
        "file",
        "whole parts",
        "provenance",
        "option's line",
        "option's aid",
    ],
)
def test_what_does_not_change_play_keeps_the_hash(edit: Edit) -> None:
    assert rules_hash(edited(edit)) == rules_hash(shapes())


@pytest.mark.parametrize(
    "edit",
    [
        lambda d: d["units"][0]["values"].update(tank=4),
        lambda d: d["units"][4]["values"].update(at=["place", "sea", "A1"]),  # an attribute called `at`
        lambda d: d["defines"][0]["locals"].update(title="text"),  # a local called `title`
        lambda d: d["maps"][0]["attributes"][0]["values"].update(doc=1),  # a place called `doc`
        lambda d: d["dice"].update(d6=[0, 5]),
        lambda d: d["phases"].reverse(),
        lambda d: d["rules"][0]["cites"].append({"section": "2"}),
        lambda d: d["options"][0]["changes"].pop(),
        lambda d: d["options"][0]["changes"].append(
            {"op": "set", "path": ["units", "rock", "values", "at"], "value": None}
        ),
    ],
    ids=[
        "value",
        "attribute at",
        "local title",
        "place doc",
        "die",
        "order",
        "citation",
        "option",
        "option's attribute at",
    ],
)
def test_what_changes_play_changes_the_hash(edit: Edit) -> None:
    assert rules_hash(edited(edit)) != rules_hash(shapes())


def test_the_order_of_keys_and_the_layout_do_not_matter() -> None:
    sample = shapes()
    turned = json.loads(json.dumps(dict(reversed(sample.items())), indent=3))
    assert rules_hash(turned) == rules_hash(sample)


def test_the_hash_is_the_same_in_another_process() -> None:
    script = "import json, sys, rulewright.schemas.hashing as h; print(h.rules_hash(json.load(sys.stdin)))"
    answer = subprocess.run(
        [sys.executable, "-c", script], input=json.dumps(shapes()), capture_output=True, text=True, check=True
    )
    assert answer.stdout.strip() == rules_hash(shapes())
