"""Which slots of a state differ from those of another, found without looking at all of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.runtime.link.layout import FIRST_KNOWLEDGE
from rulewright.runtime.link.primitives import State

STRETCH = 64
"""Slots that are compared at once."""

Stretches = list[tuple[int, int, State]]


def stretches(base: State, sides: int) -> Stretches:
    """Return the slots of a state in stretches, but for those of what was learned."""
    first = FIRST_KNOWLEDGE + sides + 1
    ends = [(0, FIRST_KNOWLEDGE), *((start, start + STRETCH) for start in range(first, len(base), STRETCH))]
    return [(start, end, base[start:end]) for start, end in ends]


def written(before: Stretches, now: State) -> Iterator[tuple[int, Any, Any]]:
    """Yield the slots that may have been written, with what was in them and what is: stretch by stretch, for most are the same."""
    for start, end, values in before:
        found = now[start:end]
        if values != found:
            for slot, (old, new) in enumerate(zip(values, found, strict=True), start):
                # What is the same object was not written; numbers may be equal and not the same.
                if old is not new:
                    yield slot, old, new
