"""A bot in a damaged artifact is refused with it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rulewright.runtime.artifact import ArtifactError, load

from . import build as b


@pytest.mark.parametrize(
    "change",
    [
        {"side": "green"},
        {"worth": {"value": ["eval", 1], "locals": {}, "at": b.AT}},
        {"worth": {"value": ["track", "nothing"], "locals": {}, "at": b.AT}},
        {
            "advice": [
                {"of": "only.nothing", "lines": [{"do": "decline", "at": b.AT}], "locals": {}, "at": b.AT}
            ]
        },
        {
            "advice": [
                {
                    "of": "only.x",
                    "lines": [{"do": "prefer", "value": ["eval", 1], "at": b.AT}],
                    "locals": {},
                    "at": b.AT,
                }
            ]
        },
        {"advice": [{"of": "only.x", "lines": [{"do": "prefer", "at": b.AT}], "locals": {}, "at": b.AT}]},
        {
            "advice": [
                {
                    "of": "only.x",
                    "lines": [{"do": "take", "item": "x", "value": 1, "at": b.AT}],
                    "locals": {},
                    "at": b.AT,
                }
            ]
        },
    ],
)
def test_a_damaged_bot_is_refused_with_the_artifact(change: dict[str, Any]) -> None:
    bot = {"id": "player", "title": "", "at": b.AT, "side": "red", "advice": []}
    bot["advice"] = [{"of": "only.x", "lines": [{"do": "decline", "at": b.AT}], "locals": {}, "at": b.AT}]
    body = b.choose("only.x", "x", {"kind": "number", "lo": 1, "hi": 3}, may=True)
    document = b.document(scenarios=[b.scenario("only", body, locals={"x": "number"})])
    document["bots"] = [{**bot, **change}]
    with pytest.raises(ArtifactError):
        load(json.dumps(document).encode())
