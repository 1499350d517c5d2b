"""The short hash on a sheet: equal as long as the paper would be."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from rulewright.compiler.aids.model import Imprint, Sheet

DIGITS = 12
NEUTRAL = ("#6b4c9a", "#8c6d1f", "#2e7d6b", "#a04545")
"""Colours for sides that the ruleset gives none."""


def digest_of(sheet: Sheet) -> str:
    """Return the hash of what a sheet says; a moved line of rules, or another paper, leaves it as it is."""
    # The text of frozen dataclasses has all that they hold, in a fixed order; JSON of a map took twenty times as long.
    return hashlib.sha256(repr(sheet).encode()).hexdigest()[:DIGITS]


def imprint_of(document: Mapping[str, Any], sheet: Sheet) -> Imprint:
    """Return what stands in the foot of a sheet."""
    head = document["ruleset"]
    sides = tuple(
        (side["id"], side["title"] or side["id"], side.get("colour") or NEUTRAL[index % len(NEUTRAL)])
        for index, side in enumerate(head["sides"])
    )
    return Imprint(head["id"], head["title"] or head["id"], head["version"], digest_of(sheet), sides)
