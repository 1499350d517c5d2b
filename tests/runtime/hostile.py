"""A healthy artifact, and edits that make it unhealthy."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulewright.runtime.artifact import ArtifactError, load
from rulewright.schemas.hashing import rules_hash

SHAPES = json.loads((Path(__file__).parents[1] / "fuzz/seeds/shapes.json").read_text(encoding="utf-8"))
EVIL = "__import__('os').system('touch owned')"

Edit = Callable[[dict[str, Any]], Any]


def bytes_of(document: Any, *, stamped: bool = True) -> bytes:
    if stamped:
        document["rules_hash"] = rules_hash(document)
    return json.dumps(document).encode()


def edited(edit: Edit) -> dict[str, Any]:
    document = copy.deepcopy(SHAPES)
    edit(document)
    return document


def refusal(data: bytes) -> ArtifactError:
    with pytest.raises(ArtifactError) as refused:
        load(data)
    return refused.value


def define(id: str, value: Any) -> dict[str, Any]:
    return {
        "id": id,
        "title": "",
        "at": [0, 1, 1, 1],
        "params": [],
        "returns": "number",
        "value": value,
        "locals": {},
    }
