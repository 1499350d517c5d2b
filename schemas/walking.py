"""What lies inside a document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def objects(json: Any) -> Iterator[dict[str, Any]]:
    """Yield every object of a JSON tree, each before those inside it."""
    if isinstance(json, dict):
        yield json
        for part in json.values():
            yield from objects(part)
    elif isinstance(json, list):
        for part in json:
            yield from objects(part)
