"""The door between the halves: what every document that crosses it looks like."""

if __name__ != "rulewright.schemas":
    raise ImportError("import this package as rulewright.schemas; run: pip install -e .")

import json
from pathlib import Path
from typing import Any

from rulewright.schemas.validation import SchemaProblem, errors, is_valid

__all__ = ["IR_VERSION", "SchemaProblem", "errors", "is_valid", "load", "text"]

IR_VERSION = 1
"""The version of the artifact; a change of its meaning increases it."""


def text(name: str) -> str:
    """Return the text of the schema `name`, as in `text("manifest")` or `text("defs/table")`.

    FileNotFoundError if there is none.
    """
    # importlib.resources would do the same, and adds 40 ms to the start of every command.
    return (Path(__file__).parent / f"{name}.schema.json").read_text(encoding="utf-8")


def load(name: str) -> dict[str, Any]:
    """Return the schema `name` as a new dictionary, as in `load("manifest")`.

    >>> load("manifest")["type"]
    'object'
    """
    schema: dict[str, Any] = json.loads(text(name))
    return schema
