"""The short hash on a sheet: equal as long as the paper would be."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from rulewright.compiler.aids.model import Imprint, Sheet

DIGITS = 12
NEUTRAL = ("#6b4c9a", "#8c6d1f", "#2e7d6b", "#a04545")
"""Colours for sides that the ruleset gives none."""


def digest_of(sheet: Sheet) -> str:
    """Return the hash of what a sheet says; a moved line of rules, or another paper, leaves it as it is."""
    text = json.dumps(plain(sheet), ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def imprint_of(document: Mapping[str, Any], sheet: Sheet) -> Imprint:
    """Return what stands in the foot of a sheet."""
    head = document["ruleset"]
    sides = tuple(
        (side["id"], side["title"] or side["id"], side.get("colour") or NEUTRAL[index % len(NEUTRAL)])
        for index, side in enumerate(head["sides"])
    )
    return Imprint(head["id"], head["title"] or head["id"], head["version"], digest_of(sheet), sides)


def plain(value: Any) -> Any:
    """Return a model as lists and objects of JSON; an object says what it is under `is`."""
    if isinstance(value, tuple):
        return [plain(one) for one in value]
    if is_dataclass(value):
        return {
            "is": type(value).__name__,
            **{one.name: plain(getattr(value, one.name)) for one in fields(value)},
        }
    return value
