"""Does a document have the shape that its schema describes, and if not, where and why not.

One validator (jsonschema-rs) answers both questions, so that they cannot disagree; the tests hold it
against a second one. It reads `schemas/` alone: references are resolved from these files, never from a
network.
"""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from rulewright.schemas import plain_json

if TYPE_CHECKING:
    from jsonschema_rs import ValidationError, Validator

Step = str | int
FOLDER = Path(__file__).parent
MOST_ERRORS = 20
MOST_LOOKED_AT = 200
MOST_PARTS = 50_000  # lists and objects of a document whose errors are all told
SHOWN = 60  # letters of a wrong value
ONE_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")

# What a pattern of defs/common.schema.json asks for, in words.
PATTERNS = {
    "id": "a name: letters, digits and `_`, no digit in front",
    "step_id": "a name: letters, digits and `_`, no digit in front",
    "label": "a name: letters, digits and `_`",
    "place_id": "the id of a place, such as `K29`, `far_side` or `15,-9`",
    "decision_id": "a decision with its rule, as in `movement.route`",
    "text": "text without control characters",
    "type": "a type, such as `number` or `piece:ship`",
    "key_type": "`side` or an enum, as in `enum:class`",
    "one_of_several": "a place, a path or a piece, as in `place:board`",
}
TYPES = {
    "array": "a list",
    "object": "an object",
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "null",
}


class SchemaProblem(NamedTuple):
    """One place where a document differs from its schema.

    path: `tables[shadow].drms[0].amount`; a member of a list is named by its id where it has one.
    """

    path: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message


def is_valid(name: str, document: Any) -> bool:
    """Say whether `document` is valid against the schema `name`; bytes are parsed as strict JSON first.

    A document that is not bytes came from `json.loads` or `plain_json.read`: one that is nested ten
    thousand deep, which these do not make, would exhaust the validator's stack.
    """
    if isinstance(document, bytes):
        try:
            document = plain_json.read(document)
        except plain_json.NotPlainJson:
            return False
    return _validator(name).is_valid(document)


def errors(name: str, document: Any) -> list[SchemaProblem]:
    """Return where `document` differs from the schema `name`, at most MOST_ERRORS places; [] if it is valid.

    >>> for problem in errors("manifest", {"ruleset": "dawn", "sources": 7}): print(problem)
    sources: must be a list, and is 7
    """
    deep = plain_json.nested_too_deep(document)
    if deep is not None:
        message = f"nested more than {plain_json.MOST_NESTED} deep"
        return [SchemaProblem(path(deep[:8], document) + " …", message)]
    validator = _validator(name)
    if validator.is_valid(document):
        return []
    thin, kept = _thinned(validator, document)
    worded = []
    headless: set[tuple[Step, ...]] = set()  # of these we do not know what they are; the rest is noise
    for error in _raw_errors(validator, thin):
        where = tuple(error.instance_path)
        if where[:1] in kept and len(where) > 1:
            where = (where[0], kept[where[:1]][int(where[1])], *where[2:])
        message, is_headless = _worded(error, where)
        if is_headless:
            head = where if error.kind.name == "required" else where[:-1]
            headless.add(head)
        worded.append((where, message, is_headless))
    found: dict[SchemaProblem, None] = {}
    for where, message, is_headless in worded:
        if is_headless or not any(where[:length] in headless for length in range(len(where) + 1)):
            found[SchemaProblem(path(where, document), message)] = None
    return list(found)[:MOST_ERRORS]


def _thinned(validator: Validator, document: Any) -> tuple[Any, dict[tuple[Step, ...], list[int]]]:
    """Leave only the first wrong members in the long lists of a document, and say which these were.

    The validator finds all errors before it tells the first, and most of a large document has none.
    """
    kept: dict[tuple[Step, ...], list[int]] = {}
    if not isinstance(document, dict):
        return document, kept
    lists = {
        key: part for key, part in document.items() if isinstance(part, list) and len(part) > MOST_ERRORS
    }
    thin = {**document, **{key: [] for key in lists}}
    if not validator.is_valid(thin):
        return thin, kept
    empty = {key: [] if isinstance(part, list) else part for key, part in document.items()}
    around = empty if validator.is_valid(empty) else thin  # the less there is around, the sooner it is judged
    for key, members in lists.items():
        wrong = (at for at, member in enumerate(members) if not validator.is_valid({**around, key: [member]}))
        kept[key,] = list(islice(wrong, MOST_ERRORS))
    return {**thin, **{key: [members[at] for at in kept[key,]] for key, members in lists.items()}}, kept


def _raw_errors(validator: Validator, document: Any) -> list[ValidationError]:
    """Return all errors, or the first alone where there may be hundreds of thousands."""
    if plain_json.parts_of(document, MOST_PARTS) < MOST_PARTS:
        return list(islice(validator.iter_errors(document), MOST_LOOKED_AT))
    import jsonschema_rs

    try:
        validator.validate(document)
    except jsonschema_rs.ValidationError as error:
        return [error]
    return []


def path(steps: tuple[Step, ...] | list[Step], document: Any) -> str:
    """Return the place as a person would name it.

    >>> path(["tables", 1, "drms", 0], {"tables": [{"id": "search"}, {"id": "shadow", "drms": [7]}]})
    'tables[shadow].drms[0]'
    """
    written = ""
    for step in steps:
        document = document[step]
        if isinstance(step, str):
            plain = step if ONE_WORD.fullmatch(step) else json.dumps(step)
            written += f".{plain}" if written else plain
        else:
            id = document.get("id") if isinstance(document, dict) else None
            written += f"[{_shown(id) if isinstance(id, str) and ONE_WORD.fullmatch(id) else step}]"
    return written


# ---------------------------------------------------------------- the validators


@cache
def _validator(name: str) -> Validator:
    import jsonschema_rs  # 40 ms, and many commands validate nothing

    schema = json.loads((FOLDER / f"{name}.schema.json").read_text(encoding="utf-8"))
    return jsonschema_rs.validator_for(
        schema,
        registry=jsonschema_rs.Registry(_definitions(), draft=jsonschema_rs.Draft202012),
        offline=True,
    )


def _definitions() -> list[tuple[str, Any]]:
    files = sorted((FOLDER / "defs").glob("*.schema.json"))
    schemas = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    return [(schema["$id"], schema) for schema in schemas]


@cache
def _patterns() -> dict[str, str]:
    """Return what each pattern asks for, by its text."""
    common = json.loads((FOLDER / "defs/common.schema.json").read_text(encoding="utf-8"))["$defs"]
    found = {}
    for name, words in PATTERNS.items():
        definition = common[name]
        found[definition.get("pattern") or definition["else"]["pattern"]] = words
    return found


# ---------------------------------------------------------------- the words


def _worded(error: ValidationError, where: tuple[Step, ...]) -> tuple[str, bool]:
    """Return the sentence, and whether the error leaves open what the thing at `where` is."""
    kind = error.kind.name
    facts = error.kind.as_dict()
    value: Any = error.instance
    if kind == "enum" and "else" in error.schema_path and where[-1:] == (0,):
        return f"there is no operation {_value(value)}", True
    if kind == "required":
        return f"`{_shown(facts['property'])}` is missing", facts["property"] == "do"
    if kind == "additionalProperties":
        return f"does not know {_listed(facts['unexpected'], 'and')}", False
    if kind == "enum":
        return f"must be {_listed(facts['options'], 'or')}, and is {_value(value)}", where[-1:] == ("do",)
    if kind == "const":
        return f"must be {_value(facts['expected_value'])}, and is {_value(value)}", False
    if kind == "type":
        wanted = [TYPES[type] for type in TYPES if type in facts["types"]]
        return f"must be {' or '.join(wanted)}, and is {_value(value)}", False
    if kind == "minItems":
        if isinstance(value, list) and value and isinstance(value[0], str):
            return f"`{_shown(value[0])}` takes {facts['limit'] - 1} values, and has {len(value) - 1}", False
        return f"needs at least {_number(facts['limit'], 'member')}, and has {len(value)}", False
    if kind == "falseSchema" and where and isinstance(where[-1], int):
        return "is one member too many", False
    if kind == "pattern":
        asked = _patterns().get(facts["pattern"], f"written as {facts['pattern']}")
        return f"must be {asked}, and is {_value(value)}", False
    if kind == "propertyNames":
        inner: ValidationError = facts["error"]
        return f"the key {_value(inner.instance)}: {_worded(inner, ())[0]}", False
    return _of_limits(kind, facts, value), False


def _of_limits(kind: str, facts: dict[str, Any], value: Any) -> str:
    limit = facts.get("limit")
    if kind == "maxItems":
        return f"may have at most {_number(limit, 'member')}, and has {len(value)}"
    if kind == "minimum":
        return f"must be at least {limit}, and is {_value(value)}"
    if kind == "maxLength":
        return f"is longer than {limit} letters: {_value(value)}"
    if kind == "minLength":
        return "must not be empty"
    if kind == "uniqueItems":
        return "names something twice"
    return f"is not allowed here: {_value(value)}"


def _number(count: Any, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _listed(values: list[Any], joined: str) -> str:
    shown = [f"`{_shown(value)}`" if isinstance(value, str) else _value(value) for value in values[:30]]
    if len(values) > len(shown):
        shown.append("…")
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} {joined} {shown[-1]}"


def _value(value: Any) -> str:
    if isinstance(value, str):
        return f"`{_shown(value)}`"
    if isinstance(value, list):
        return f"a list of {len(value)}" if value else "an empty list"
    if isinstance(value, dict):
        return "an object"
    return _shown(json.dumps(value))


def _shown(text: str) -> str:
    """Return `text` short and harmless: it may come from anywhere and goes to a terminal."""
    plain = "".join(letter if letter.isprintable() else "\ufffd" for letter in text[: SHOWN + 1])
    return plain if len(plain) <= SHOWN else plain[:SHOWN] + "…"
