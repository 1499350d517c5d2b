"""Only strict JSON within its limits comes through the door, and what is refused is told with its place."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.schemas import plain_json
from rulewright.schemas.plain_json import NotPlainJson, read

texts = st.text(st.characters(exclude_categories=["Cs"]))
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**14), 10**14) | texts,
    lambda inner: st.lists(inner) | st.dictionaries(texts, inner),
    max_leaves=40,
)


@settings(max_examples=100, deadline=None)
@given(values, st.sampled_from([None, 2]), st.booleans())
def test_what_was_written_is_read(value: object, indent: int | None, ascii: bool) -> None:
    assert read(json.dumps(value, indent=indent, ensure_ascii=ascii).encode()) == value


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200) | st.text('[]{}",:0123456789.eE-\\ntrufals\n NI', max_size=80).map(str.encode))
def test_whatever_comes_is_a_value_or_not_plain_json(data: bytes) -> None:
    try:
        value = read(data)
    except NotPlainJson:
        return
    assert json.loads(data) == value


@pytest.mark.parametrize(
    ("data", "message", "line", "column"),
    [
        (b'{"a": 1,\n "b": {"a": 2}, "a": 3}', 'the key "a" stands twice', 2, 17),
        (b'{"\\u0061": 1, "a": 2}', 'the key "a" stands twice', 1, 15),
        (b"[1, 2.5]", "not whole", 1, 5),
        (b"[1,\n 2e5]", "not whole", 2, 2),
        (b'["2.5",\n "\xc3\xbc", 2.5]', "not whole", 2, 7),
        (b"[NaN]", "`NaN` is no number", 1, 2),
        (b'["NaN", -Infinity]', "`-Infinity` is no number", 1, 9),
        (b"\xef\xbb\xbf{}", "byte order mark", 1, 1),
        (b'["\xff"]', "byte 0xff is not UTF-8", 1, 3),
        (b'["\\ud800"]', "half of a surrogate pair", 0, 0),
        (b'["\\udc00\\ud800"]', "half of a surrogate pair", 0, 0),
        (b'["a', "unterminated string", 1, 2),
        (b'["a\tb"]', "invalid control character", 1, 4),
        (b"[1,]", "expecting value", 1, 4),
        (b"", "expecting value", 1, 1),
    ],
)
def test_what_is_no_plain_json_is_told_with_its_place(
    data: bytes, message: str, line: int, column: int
) -> None:
    with pytest.raises(NotPlainJson) as refused:
        read(data)
    assert message in refused.value.message
    assert (refused.value.line, refused.value.column) == (line, column)
    assert refused.value.limit == ""


@pytest.mark.parametrize(
    ("data", "limit"),
    [
        (b"[" * 101 + b"]" * 101, "100 levels"),
        (b'{"a":' * 101 + b"1" + b"}" * 101, "100 levels"),
        (b"[" * 1_000_000, "100 levels"),
        (b"[1234567890123456]", "15 digits"),
        (b"[-1234567890123456]", "15 digits"),
        (b"[" + b"1," * 100_000 + b"1]", "100,000 members"),
        (b"[[[" + b"1," * 100_000 + b"1]]]", "100,000 members"),
        (b" " * (32 * 1024 * 1024 + 1), "32 MB"),
    ],
)
def test_every_limit_is_named(data: bytes, limit: str) -> None:
    with pytest.raises(NotPlainJson) as refused:
        read(data)
    assert refused.value.limit == limit


@pytest.mark.parametrize(
    "data",
    [
        b"[" * 100 + b"]" * 100,
        b"[" + b"1," * 99_999 + b"1]",
        b"[123456789012345]",
        b'"' + b"[" * 5000 + b'"',
        b'["1234567890123456789"]',
    ],
    ids=["levels", "members", "digits", "brackets in a string", "digits in a string"],
)
def test_up_to_the_limit_everything_is_read(data: bytes) -> None:
    assert read(data) == json.loads(data)


@pytest.mark.parametrize(
    "data",
    [
        b'["' + b'\\"' * 4_000_000,
        b'"' * 4_000_000,
        b"[" * 4_000_000,
        b"]" * 4_000_000,
        b"[]" * 4_000_000,
        b"[" * 2_000_000 + b"]" * 4_000_000,
        b"{" + b'"a":1,' * 1_000_000 + b'"a":1}',
        b"[" + b"1.5," * 1_000_000 + b"1]",
        b"[" + b"\\" * 4_000_000,
    ],
    ids=[
        "escapes",
        "quotes",
        "opening",
        "closing",
        "pairs",
        "deep",
        "double keys",
        "fractions",
        "backslashes",
    ],
)
def test_some_megabytes_of_malice_take_seconds_at_most(data: bytes) -> None:
    start = time.perf_counter()
    with pytest.raises(NotPlainJson):
        read(data)
    assert time.perf_counter() - start < 60  # a hang, not a benchmark


def test_a_way_to_what_is_nested_too_deep() -> None:
    deep: object = 1
    for _ in range(99):
        deep = [deep]
    assert plain_json.nested_too_deep({"a": deep}) is None
    assert plain_json.nested_too_deep({"b": {"a": deep}}) == ["b", "a", *[0] * 98]
