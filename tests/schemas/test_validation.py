"""The schema describes every shape, and says in plain words what differs from it."""

from __future__ import annotations

import json
import random
import re
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import referencing
from referencing.jsonschema import DRAFT202012

from rulewright import schemas
from rulewright.schemas import operations, plain_json

from ..fuzz.mutations import Document  # noqa: TID252
from .samples import shapes

ROOT = Path(__file__).parents[2]
ARTIFACT = (ROOT / "docs" / "artifact.md").read_text(encoding="utf-8")


def section(number: int) -> str:
    return ARTIFACT.split(f"\n## {number}. ", 1)[1].split("\n## ", 1)[0]


def things_in(part: Any, key: str) -> set[str]:
    """Return the values of `key` in all objects, at every depth."""
    found: set[str] = set()
    members = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    for one in members:
        found |= things_in(one, key)
    if isinstance(part, dict) and isinstance(part.get(key), str):
        found.add(part[key])
    return found


def operations_in(part: Any) -> set[str]:
    found: set[str] = set()
    if isinstance(part, list) and part and isinstance(part[0], str):
        found.add(part[0])
    for one in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        found |= operations_in(one)
    return found


# ---------------------------------------------------------------- the schema and the page


def test_the_page_and_the_schema_know_the_same_operations() -> None:
    written = set(re.findall(r'`\["([^"]+)"', section(3))) | {"-", "*", "/", "!=", "<", "<=", ">", ">="}
    assert written - {"by"} == operations.signatures().keys()


def test_the_page_and_the_schema_know_the_same_statements() -> None:
    rows = re.findall(r"^\| ((?:`\w+` ?)+)\|", section(4), re.MULTILINE)
    written = {kind for row in rows for kind in re.findall(r"`(\w+)`", row)}
    assert written == set(schemas.load("defs/statement")["properties"]["do"]["enum"])


def test_the_sample_has_every_operation_and_every_statement() -> None:
    sample = shapes()
    assert operations.signatures().keys() - operations_in(sample) == set()
    assert set(schemas.load("defs/statement")["properties"]["do"]["enum"]) - things_in(sample, "do") == set()
    assert schemas.errors("ruleset", sample) == []
    assert schemas.is_valid("ruleset", sample)


def test_every_reference_leads_to_a_definition() -> None:
    for name in (
        "ruleset",
        *(f"defs/{file.name[:-12]}" for file in (ROOT / "schemas/defs").glob("*.schema.json")),
    ):
        for reference in things_in(schemas.load(name), "$ref"):
            file, _, pointer = reference.partition("#")
            folder = "defs/" if name.startswith("defs/") else ""
            target: Any = schemas.load((folder + file.removesuffix(".schema.json")) if file else name)
            for step in pointer.split("/")[1:]:
                target = target[step]
            assert target, f"{name}: {reference}"


def test_numbers_in_prose_are_the_limits_of_the_loader() -> None:
    promised = section(7)
    assert f"nested at most {plain_json.MOST_NESTED} deep" in promised
    assert f"{plain_json.MOST_MEMBERS:,} members" in promised
    assert f"at most {plain_json.MOST_DIGITS} digits" in promised
    assert f"at most {plain_json.MOST_BYTES // 2**20} MB" in promised


# ---------------------------------------------------------------- a second opinion


@cache
def second_validator() -> jsonschema.Draft202012Validator:
    registry: Any = referencing.Registry()
    for file in (ROOT / "schemas/defs").glob("*.schema.json"):
        schema = json.loads(file.read_text(encoding="utf-8"))
        registry = registry.with_resource(schema["$id"], DRAFT202012.create_resource(schema))
    return jsonschema.Draft202012Validator(schemas.load("ruleset"), registry=registry)


def small(document: dict[str, Any], keep: tuple[str, ...]) -> dict[str, Any]:
    """The second validator is some hundred times slower: give it a part of the sample."""
    return {key: [] if isinstance(part, list) and key not in keep else part for key, part in document.items()}


@pytest.mark.parametrize(
    "keep",
    [
        ("tables",),
        ("defines", "options"),
        ("phases", "actions"),
        ("rules", "examples"),
        ("pieces", "maps", "tracks", "cups", "markers"),
    ],
    ids="-".join,
)
def test_a_second_validator_agrees_on_broken_documents(keep: tuple[str, ...]) -> None:
    healthy = Document(small(shapes(), keep))
    r = random.Random(11)
    verdicts = []
    for _ in range(25):
        broken = healthy.broken(r)
        if plain_json.nested_too_deep(broken) is None:
            verdict = schemas.is_valid("ruleset", broken)
            assert verdict == second_validator().is_valid(broken), json.dumps(broken)
            assert verdict == (schemas.errors("ruleset", broken) == [])
            verdicts.append(verdict)
    assert False in verdicts


# ---------------------------------------------------------------- the words


def changed(way: str, value: Any) -> dict[str, Any]:
    """The sample with one part replaced; `way` names members by id or index."""
    document = shapes()
    part: Any = document
    steps = way.split(".")
    for number, step in enumerate(steps):
        key: Any = step
        if isinstance(part, list):
            key = int(step) if step.isdigit() else next(i for i, one in enumerate(part) if one["id"] == step)
        if number == len(steps) - 1:
            part[key] = value
        else:
            part = part[key]
    return document


@pytest.mark.parametrize(
    ("way", "value", "told"),
    [
        (
            "tables.shadow.dummies",
            ["attr", "ship.tank"],
            "tables[shadow].dummies: `attr` takes 2 values, and has 1",
        ),
        ("tables.shadow.dummies", ["atr", 1, 2], "tables[shadow].dummies[0]: there is no operation `atr`"),
        ("tables.shadow.dummies", ["neg", 1, 2], "tables[shadow].dummies[2]: is one member too many"),
        (
            "tables.shadow.result_type",
            "dice",
            "tables[shadow].result_type: must be `number` or `outcome`, and is `dice`",
        ),
        ("rules.burn.body.0.do", "delete", "rules[burn].body[0].do: must be "),
        (
            "rules.burn.body.0.kind",
            7,
            "rules[burn].body[0].kind: must be `number`, `set` or `list`, and is 7",
        ),
        ("rules.burn.body", "none", "rules[burn].body: must be a list, and is `none`"),
        ("rules.burn.id", "burn it", "rules[1].id: must be a name: letters, digits and `_`"),
        (
            "tracks.turn.type",
            "pieces:ship",
            "tracks[turn].type: must be a type, such as `number` or `piece:ship`",
        ),
        (
            "ruleset.title",
            "\x1b[2J",
            "ruleset.title: must be text without control characters, and is `\ufffd[2J`",
        ),
        ("files", ["../../secret.rules"], "files[0]: is not allowed here: `../../secret.rules`"),
        (
            "provenance",
            {"stated": -1, "ruled": 0, "assumed": 0},
            "provenance.stated: must be at least 0, and is -1",
        ),
        ("version", 2, "version: must be 1, and is 2"),
        ("dice", {"d 6": [1, 6]}, "dice: the key `d 6`: must be a name"),
    ],
)
def test_what_differs_is_told_in_plain_words(way: str, value: Any, told: str) -> None:
    document = changed(way, value)
    if way == "rules.burn.id":
        document["rules"].insert(0, document["rules"].pop())
    problems = [str(problem) for problem in schemas.errors("ruleset", document)]
    assert any(problem.startswith(told) for problem in problems), problems


def test_an_unknown_key_and_a_missing_one_are_named() -> None:
    document = shapes()
    document["rules"][0]["titel"] = document["rules"][0].pop("title")
    assert {str(problem) for problem in schemas.errors("ruleset", document)} == {
        "rules[burn]: `title` is missing",
        "rules[burn]: does not know `titel`",
    }


def test_a_statement_of_an_unknown_kind_is_one_problem() -> None:
    document = changed("rules.burn.body.0.do", "delete")
    assert len(schemas.errors("ruleset", document)) == 1


def test_at_most_twenty_problems_are_told() -> None:
    document = shapes()
    document["rules"] *= 30
    for rule in document["rules"]:
        rule["body"] = 7
    assert len(schemas.errors("ruleset", {**document, "rules": document["rules"], "tables": [1] * 40})) == 20


def test_nesting_beyond_the_limit_is_a_problem_and_no_crash() -> None:
    deep: Any = 1
    for _ in range(100_000):
        deep = ["not", deep]
    document = changed("tables.shadow.dummies", deep)
    (problem,) = schemas.errors("ruleset", document)
    assert problem.path.startswith("tables[shadow].dummies")
    assert "nested more than 100 deep" in problem.message


def test_bytes_are_read_as_strict_json() -> None:
    data = json.dumps(shapes()).encode()
    assert schemas.is_valid("ruleset", data)
    assert not schemas.is_valid("ruleset", data[:-1])
    assert not schemas.is_valid("ruleset", data.replace(b'"format"', b'"version": 1, "format"', 1))


def test_one_wrong_part_among_many_is_found_and_told_quickly() -> None:
    document = shapes()
    rule = document["rules"][0]
    document["rules"] = [{**rule, "id": f"burn_{number}"} for number in range(3000)]
    document["rules"][2990] = {**rule, "id": "wrong", "body": 7}
    document["rules"][2995] = {**rule, "id": "wrong too", "body": []}
    assert [str(problem)[:40] for problem in schemas.errors("ruleset", document)] == [
        "rules[wrong].body: must be a list, and i",
        "rules[2995].id: must be a name: letters,",
    ]


def test_hundreds_of_thousands_of_errors_are_one_sentence() -> None:
    document = shapes()
    document["rules"][0]["body"] = [{}] * 100_000
    problems = schemas.errors("ruleset", document)
    assert [str(problem) for problem in problems] == ["rules[burn].body[0]: `do` is missing"]
