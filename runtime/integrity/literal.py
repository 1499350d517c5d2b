"""What is written out as a start value, a roster's value or a column's fits the type that is declared for it.

Only constants are judged; what has to be worked out is judged when it is.
"""

from __future__ import annotations

from rulewright.runtime.integrity.declared import Declared, Json
from rulewright.runtime.integrity.findings import Findings

MANY = ("set", "list")
NAMED = {"number": "a number", "yes_no": "true or false", "text": "a text", "side": "a side"}


def check_literal(type: Json, value: Json, what: str, declared: Declared, findings: Findings) -> None:
    """Tell if `value` is a constant of another kind than `type`. None fits everywhere."""
    if not _fits(type, value, declared):
        findings.add(f"{what} is not {_words(type)}")


def _fits(type: Json, value: Json, declared: Declared) -> bool:
    if value is None:
        return True
    if isinstance(type, list):
        word = type[0]
        if word == "opt":
            return _fits(type[1], value, declared)
        if word == "any":
            return any(_fits(one, value, declared) for one in type[1:])
        head = value[0] if isinstance(value, list) else ""
        if word == "by":
            if head != "list":
                return isinstance(value, list) and head not in _CONSTANTS
            wanted = len(declared.sides if type[1] == "side" else declared.enums.get(type[1][5:], value[1:]))
            return len(value) - 1 == wanted and all(_fits(type[2], one, declared) for one in value[1:])
        if head in MANY:
            return all(_fits(type[1], one, declared) for one in value[1:])
        return isinstance(value, list) and (head == "path" or head not in _CONSTANTS)
    found = _type_of(value)
    return found is None or found == (type.split(":", 1)[0] if found == "piece" else type)


_CONSTANTS = ("frac", "text", "side", "value", "unit", "place", "path", *MANY)


def _type_of(value: Json) -> str | None:
    """Return the type of a constant; None for what is no constant."""
    if isinstance(value, bool):
        return "yes_no"
    if isinstance(value, int):
        return "number"
    head = value[0]
    if head == "frac":
        return "number"
    if head in ("text", "side"):
        return str(head)
    if head == "value":
        return f"enum:{value[1]}"
    if head == "place":
        return f"place:{value[1]}"
    if head == "unit":
        return "piece"
    if head == "path" and isinstance(value[1], list) and value[1][0] == "place":
        return f"path:{value[1][1]}"
    return "a set" if head in MANY else None


def _words(type: Json) -> str:
    if isinstance(type, list):
        if type[0] == "opt":
            return _words(type[1])
        if type[0] == "any":
            return " or ".join(_words(one) for one in type[1:])
        return {"by": f"a list with one value per {type[1]}"}.get(type[0], f"a {type[0]}")
    kind, _, id = type.partition(":")
    nouns = {
        "enum": "a value of",
        "place": "a place of",
        "path": "a path on",
        "piece": "a",
        "outcome": "a result of",
    }
    return f"{nouns[kind]} `{id}`" if kind in nouns else NAMED.get(type, f"of type `{type}`")
