"""A healthy artifact in which every shape stands at least once."""

import json
from pathlib import Path
from typing import Any

FILE = Path(__file__).parents[1] / "fuzz" / "seeds" / "shapes.json"


def shapes() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return document
