"""One hash for rules that play alike: docs/artifact.md, section 2."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

Document = dict[str, Any]

# Parts of a document that do not change how it plays.
LEFT_OUT_PARTS = frozenset(
    ("rules_hash", "made_by", "files", "provenance", "sections", "unfinished", "aids", "bots", "examples", "variant")
)
# Keys of a thing, at every depth, that do not change how it plays.
LEFT_OUT_KEYS = frozenset(("at", "doc", "title", "colour", "favours"))
# The objects under these keys are no things: their keys are names that a designer chose, `at` among them.
KEYED_BY_NAME = frozenset(("values", "locals", "cells", "coordinates", "exits", "dice"))


def rules_hash(document: Document, table_text: Callable[[Any], str] | None = None) -> str:
    """Return the SHA-256, in hexadecimal, of what decides how `document` plays.

    A moved line, a new title and a new comment leave it as it is. UnicodeEncodeError if a string
    holds half of a surrogate pair.

    Args:
        table_text: what `played_text` gives for a table, from a caller who may know it already.

    >>> rules_hash({"rules": [{"id": "dawn", "at": [0, 7, 1, 4]}]}) == rules_hash({"rules": [{"id": "dawn"}]})
    True
    """
    listed = document.get("tables") if type(document.get("tables")) is list else None
    played = {
        key: _played(part)
        for key, part in document.items()
        if key not in LEFT_OUT_PARTS and not (key == "tables" and listed is not None)
    }
    if isinstance(document.get("options"), list):
        played["options"] = [_option(option) for option in document["options"]]
    texts = {key: _text(part) for key, part in played.items()}
    if listed is not None:
        texts["tables"] = f"[{','.join(map(table_text or played_text, listed))}]"
    text = ",".join([f"{_text(key)}:{texts[key]}" for key in sorted(texts)])
    return hashlib.sha256(f"{{{text}}}".encode()).hexdigest()


def played_text(thing: Any) -> str:
    """Return what decides how a thing plays, as compact JSON with sorted keys."""
    return _text(_played(thing))


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _played(value: Any) -> Any:
    if type(value) is list:
        return [_played(one) if type(one) in (list, dict) else one for one in value]
    if type(value) is dict:
        return {
            key: _named(one) if key in KEYED_BY_NAME and type(one) is dict else _played(one)
            for key, one in value.items()
            if key not in LEFT_OUT_KEYS
        }
    return value


def _named(values: dict[str, Any]) -> dict[str, Any]:
    return {name: _played(one) for name, one in values.items()}


def _option(option: Any) -> Any:
    """An option plays alike if the changes do that reach the rules."""
    if type(option) is not dict or type(option.get("changes")) is not list:
        return _played(option)
    played = _played({key: part for key, part in option.items() if key != "changes"})
    played["changes"] = [_change(change) for change in option["changes"] if not _is_left_out(change)]
    return played


def _is_left_out(change: Any) -> bool:
    path = change["path"]
    if path[0] in LEFT_OUT_PARTS:
        return True
    return path[-1] in LEFT_OUT_KEYS and not (len(path) > 1 and path[-2] in KEYED_BY_NAME)


def _change(change: dict[str, Any]) -> dict[str, Any]:
    played: dict[str, Any] = _played(change)
    value = change.get("value")
    if type(value) is dict and change["op"] == "set" and change["path"][-1] in KEYED_BY_NAME:
        played["value"] = _named(value)
    return played
