"""What each operation of an expression takes, read from its schema, so that it is written down once."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

VALUE = "value"
"""The kind of an argument that is an expression."""


@dataclass(frozen=True, slots=True)
class Signature:
    """The arguments of one operation.

    kinds: one word each: "value" for an expression, else the name in defs/expression.schema.json,
        such as "attribute", "map", "binds".
    rest: are there any number of further values?
    least: how many arguments there must be.
    """

    kinds: tuple[str, ...]
    rest: bool
    least: int


@cache
def signatures() -> dict[str, Signature]:
    """Return every operation with its arguments.

    >>> signatures()["attr"]
    Signature(kinds=('attribute', 'value'), rest=False, least=2)
    """
    file = Path(__file__).parent / "defs/expression.schema.json"
    node: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))["$defs"]["operation"]
    found: dict[str, Signature] = {}
    while "if" in node:
        then = node["then"]
        kinds = tuple(_kind(argument) for argument in then["prefixItems"][1:])
        signature = Signature(kinds, then["items"] is not False, then.get("minItems", 1) - 1)
        found.update(dict.fromkeys(_names(node["if"]["prefixItems"][0]), signature))
        node = node["else"]
    found.update(dict.fromkeys(_names(node["prefixItems"][0]), Signature((), False, 0)))
    return found


def _names(schema: dict[str, Any]) -> list[str]:
    return schema["enum"] if "enum" in schema else [schema["const"]]


def _kind(argument: dict[str, str]) -> str:
    reference = argument["$ref"]
    return VALUE if reference == "#" else reference.rsplit("/", 1)[1]
