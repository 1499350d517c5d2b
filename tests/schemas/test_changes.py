"""Optional rules as changes: what is found can be applied, and what cannot stand together is told."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.schemas.changes import ChangeError, apply_changes, conflicts, diff, same

from ..fuzz.mutations import Document  # noqa: TID252
from .samples import shapes

# ---------------------------------------------------------------- any document

ids = st.sampled_from(["a", "b", "c", "d", ""])
scalars = st.none() | st.booleans() | st.integers(0, 2) | st.sampled_from(["a", "b", "it"])


def things(parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """A list of things with ids, each once."""
    thing = st.builds(
        lambda id, rest: {**rest, "id": id}, ids, st.dictionaries(st.sampled_from(["x", "y", "at"]), parts)
    )
    return st.lists(thing, max_size=5, unique_by=lambda one: one["id"])


parts = st.recursive(
    scalars,
    lambda inner: (
        things(inner)
        | st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from("pqr"), inner, max_size=3)
    ),
    max_leaves=12,
)
documents = st.dictionaries(st.sampled_from(["tables", "rules", "units", "at"]), parts, max_size=4)


def canonical(document: Any) -> str:
    """Text in which 1 and true differ."""
    return json.dumps(document, sort_keys=True)


@settings(max_examples=150, deadline=None)
@given(documents, documents)
def test_applying_the_difference_gives_the_other_document(a: dict[str, Any], b: dict[str, Any]) -> None:
    before = canonical(a)
    changes = diff(a, b)
    assert canonical(apply_changes(a, changes)) == canonical(b)
    assert canonical(a) == before, "the document itself was changed"
    assert (changes == []) == same(a, b)
    json.dumps(changes)


@settings(max_examples=150, deadline=None)
@given(documents, documents, documents)
def test_options_without_conflicts_may_be_applied_in_any_order(
    base: dict[str, Any], a: dict[str, Any], b: dict[str, Any]
) -> None:
    ours, theirs = diff(base, a), diff(base, b)
    if conflicts(ours, theirs):
        return
    one = apply_changes(apply_changes(base, ours), theirs)
    other = apply_changes(apply_changes(base, theirs), ours)
    # Both may put something at the end of one list; then only the order of the new members differs.
    assert canonical(sorted_members(one)) == canonical(sorted_members(other))


def sorted_members(part: Any) -> Any:
    if isinstance(part, dict):
        return {key: sorted_members(one) for key, one in part.items()}
    if isinstance(part, list):
        return sorted((sorted_members(one) for one in part), key=canonical)
    return part


@settings(max_examples=100, deadline=None)
@given(documents, documents, documents)
def test_conflicts_do_not_depend_on_which_option_is_named_first(
    base: dict[str, Any], a: dict[str, Any], b: dict[str, Any]
) -> None:
    ours, theirs = diff(base, a), diff(base, b)
    assert conflicts(ours, theirs) == conflicts(theirs, ours)


def test_the_difference_of_a_broken_sample_is_small_and_exact() -> None:
    sample = shapes()
    healthy = Document(sample)
    r = random.Random(3)
    for _ in range(100):
        broken = healthy.broken(r)
        changes = diff(sample, broken)
        assert canonical(apply_changes(sample, changes)) == canonical(broken)


# ---------------------------------------------------------------- one by one

BASE: dict[str, Any] = {
    "tables": [
        {"id": "search", "drms": [{"id": "night", "amount": 1}, {"id": "fog", "amount": 2}], "rows": [1, 2]}
    ],
    "tracks": [{"id": "turn", "start": 1}],
}


def but(way: str, value: Any) -> dict[str, Any]:
    document = copy.deepcopy(BASE)
    if way == "amount":
        document["tables"][0]["drms"][0]["amount"] = value
    elif way == "drms":
        document["tables"][0]["drms"] = value
    elif way == "rows":
        document["tables"][0]["rows"] = value
    else:
        document["tracks"][0]["start"] = value
    return document


NIGHT, FOG, RADAR = {"id": "night", "amount": 1}, {"id": "fog", "amount": 2}, {"id": "radar", "amount": -1}
HAZE = {"id": "haze", "amount": 1}


@pytest.mark.parametrize(
    ("changed", "changes"),
    [
        (
            but("amount", 3),
            [{"op": "set", "path": ["tables", "search", "drms", "night", "amount"], "value": 3}],
        ),
        (
            but("amount", True),
            [{"op": "set", "path": ["tables", "search", "drms", "night", "amount"], "value": True}],
        ),
        (but("drms", [FOG]), [{"op": "remove", "path": ["tables", "search", "drms", "night"]}]),
        (
            but("drms", [NIGHT, RADAR, FOG]),
            [{"op": "insert", "path": ["tables", "search", "drms"], "value": RADAR, "before": "fog"}],
        ),
        (
            but("drms", [NIGHT, FOG, RADAR]),
            [{"op": "insert", "path": ["tables", "search", "drms"], "value": RADAR}],
        ),
        (
            but("drms", [FOG, NIGHT]),
            [{"op": "set", "path": ["tables", "search", "drms"], "value": [FOG, NIGHT]}],
        ),
        (but("rows", [1, 3]), [{"op": "set", "path": ["tables", "search", "rows"], "value": [1, 3]}]),
        (but("start", 1), []),
    ],
    ids=[
        "a number",
        "yes is not 1",
        "one less",
        "one more, between",
        "one more, last",
        "another order",
        "a list of values",
        "nothing",
    ],
)
def test_a_difference_is_as_small_as_the_ids_allow(changed: dict[str, Any], changes: list[Any]) -> None:
    assert diff(BASE, changed) == changes


def test_what_is_not_touched_is_shared() -> None:
    changed = apply_changes(BASE, diff(BASE, but("start", 5)))
    assert changed["tables"] is BASE["tables"]


@pytest.mark.parametrize(
    "change",
    [
        {"op": "set", "path": ["tables", "shadow", "rows"], "value": []},
        {"op": "set", "path": ["tables", 1, "rows"], "value": []},
        {"op": "set", "path": ["tables", "search", "rows", 0, "x"], "value": []},
        {"op": "set", "path": [0], "value": []},
        {"op": "remove", "path": ["tables", "search", "columns"]},
        {"op": "insert", "path": ["tables", "search", "drms"], "value": RADAR, "before": "rain"},
        {"op": "insert", "path": ["tables", "search", "drms"], "value": NIGHT},
        {"op": "insert", "path": ["tables", "search"], "value": NIGHT},
    ],
)
def test_a_change_of_what_is_not_there_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ChangeError) as refused:
        apply_changes(BASE, [change])
    assert refused.value.path == tuple(change["path"])


@pytest.mark.parametrize(
    ("ours", "theirs", "met"),
    [
        (but("amount", 3), but("amount", 4), [["tables", "search", "drms", "night", "amount"]]),
        (but("amount", 3), but("drms", [FOG]), [["tables", "search", "drms", "night", "amount"]]),
        (but("amount", 3), but("drms", [FOG, NIGHT]), [["tables", "search", "drms", "night", "amount"]]),
        (but("amount", 3), but("drms", [NIGHT, FOG, RADAR]), []),
        (but("drms", [NIGHT, FOG, HAZE]), but("drms", [NIGHT, FOG, RADAR]), []),
        (
            but("drms", [NIGHT, FOG, RADAR]),
            but("drms", [RADAR, NIGHT, FOG]),
            [["tables", "search", "drms", "radar"]],
        ),
        (but("drms", [NIGHT, RADAR, FOG]), but("drms", [NIGHT]), [["tables", "search", "drms", "fog"]]),
        (but("start", 2), but("rows", []), []),
    ],
    ids=[
        "same value",
        "part of what goes",
        "part of what is replaced",
        "beside a new one",
        "two new ones",
        "one new one twice",
        "before what goes",
        "elsewhere",
    ],
)
def test_two_options_conflict_where_they_meet(ours: Any, theirs: Any, met: list[Any]) -> None:
    assert conflicts(diff(BASE, ours), diff(BASE, theirs)) == met
