"""Strict JSON with limits: what may come through the door before anybody looks at its shape.

UTF-8 without a byte order mark; whole numbers of at most 15 digits; no key twice in one object; no half
of a surrogate pair; bounded size, nesting and length of lists. Nesting is measured on the text, before
anything recursive reads it.
"""

from __future__ import annotations

import gc
import json
import re
from array import array
from itertools import accumulate
from typing import Any, NoReturn

MOST_BYTES = 32 * 1024 * 1024
MOST_NESTED = 100
MOST_MEMBERS = 100_000
MOST_DIGITS = 15  # every such number is exact in every language that reads JSON

# Possessive, so that a string without an end costs one pass and not one for every quotation mark in it.
STRING = rb'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)'
ESCAPE = re.compile(rb"\\.", re.DOTALL)
# Outside of strings, numbers that are not whole, or too long.
FLOAT = re.compile(rb"[0-9][.eE]")
LONG = re.compile(rb"[0-9]{%d}" % (MOST_DIGITS + 1))
HALF = re.compile(r"\\u[dD][89a-fA-F]")  # of a surrogate pair
STEPS = bytes.maketrans(b"[{]}", b"\x01\x01\xff\xff")  # one level up, one down
NO_BRACKETS = bytes(byte for byte in range(256) if byte not in b"[]{}")


class NotPlainJson(ValueError):
    """The text is not strict JSON, or exceeds a limit.

    line, column: from 1; 0 where the whole is meant.
    limit: the name of the limit, as in "32 MB"; "" if it is no question of limits.
    """

    def __init__(self, message: str, line: int = 0, column: int = 0, limit: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.column = column
        self.limit = limit


def read(data: bytes, *, most_bytes: int = MOST_BYTES) -> Any:
    """Return the value that `data` holds; NotPlainJson if it is not strict JSON or exceeds a limit."""
    if len(data) > most_bytes:
        limit = f"{most_bytes // (1024 * 1024)} MB" if most_bytes >= 1024 * 1024 else f"{most_bytes:,} bytes"
        raise NotPlainJson(f"the file has {len(data):,} bytes; at most {limit} are read", limit=limit)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        message = f"byte {data[error.start]:#04x} is not UTF-8"
        raise NotPlainJson(message, *_place(data, error.start)) from None
    if text.startswith("\N{ZERO WIDTH NO-BREAK SPACE}"):
        raise NotPlainJson("the file begins with a byte order mark", 1, 1)
    commas = _check_text(data)
    try:
        value = _parsed(text)
    except json.JSONDecodeError as error:
        message = error.msg[:1].lower() + error.msg[1:]
        raise NotPlainJson(message, error.lineno, error.colno) from None
    except _Twice as error:
        message = f"the key {json.dumps(error.key)[:80]} stands twice in one object"
        raise NotPlainJson(message, *_second(text, error.key)) from None
    except _Constant as error:
        offset = _outside(data, re.escape(error.word.encode()))
        raise NotPlainJson(f"`{error.word}` is no number", *_place(data, offset)) from None
    if HALF.search(text):
        _check_surrogates(value)
    longest = _too_long(value) if commas >= MOST_MEMBERS else 0
    if longest:
        raise NotPlainJson(
            f"a list or object has {longest:,} members; at most {MOST_MEMBERS:,} are read",
            limit=f"{MOST_MEMBERS:,} members",
        )
    return value


# ---------------------------------------------------------------- on the text


def _check_text(data: bytes) -> int:
    """Refuse what a parser should not even begin with; return how many commas there are."""
    # Escapes stand in strings only, or the parser stops before them. What is left between two quotation
    # marks, the first and the second, the third and the fourth, is a string.
    bare = b"".join(ESCAPE.sub(b"", data).split(b'"')[::2]).translate(None, b" \n\r\t")
    if nesting(bare) > MOST_NESTED:
        limit = f"{MOST_NESTED} levels"
        raise NotPlainJson(f"lists and objects are nested more than {MOST_NESTED} deep", limit=limit)
    for found, message, limit in (
        (LONG, f"a number has more than {MOST_DIGITS} digits", f"{MOST_DIGITS} digits"),
        (FLOAT, "a number is not whole", ""),
    ):
        if found.search(bare):
            offset = _outside(data, found.pattern)
            if offset >= 0:  # else it is no JSON at all, and the parser says why
                raise NotPlainJson(message, *_place(data, offset), limit)
    return bare.count(b",")


def nesting(bare: bytes) -> int:
    """Return how deep brackets nest in a text without strings. Linear, and flat.

    What closes a bracket that was never opened may hide depth behind it, but no parser gets there.
    """
    steps = array("b", bare.translate(STEPS, NO_BRACKETS))
    return max(accumulate(steps), default=0)


def _outside(data: bytes, pattern: bytes) -> int:
    """Return where `pattern` first stands outside of strings; -1 if it does not."""
    for match in re.finditer(STRING + rb"|(" + pattern + rb")", data, re.DOTALL):
        if match[1] is not None:
            return match.start()
    return -1


def _place(data: bytes, offset: int) -> tuple[int, int]:
    """Return line and column of a byte, counted from 1 and in letters."""
    start = data.rfind(b"\n", 0, offset) + 1
    return data.count(b"\n", 0, offset) + 1, len(data[start:offset].decode("utf-8", "replace")) + 1


# ---------------------------------------------------------------- while it is parsed


def _parsed(text: str) -> Any:
    # Nothing that is made here is garbage yet, and to look for it takes as long as to parse.
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_constant)
    finally:
        if was_enabled:
            gc.enable()


class _Twice(Exception):
    def __init__(self, key: str) -> None:
        self.key = key


class _Constant(Exception):
    def __init__(self, word: str) -> None:
        self.word = word


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _Twice(key)
            seen.add(key)
    return made


def _constant(word: str) -> NoReturn:
    raise _Constant(word)


def _second(text: str, key: str) -> tuple[int, int]:
    """Return the line and column where `key` stands for the second time in one object."""
    decode = json.JSONDecoder().decode
    keys: list[set[str]] = []  # of the objects around; of a list, nothing
    for match in re.finditer(r'("(?:[^"\\]++|\\.)*+")(\s*:)?|[\[\]{}]', text, re.DOTALL):
        if match[0] in "{[":
            keys.append(set())
        elif match[0] in "}]":
            keys.pop()
        elif match[2]:
            name = decode(match[1])
            if name == key and name in keys[-1]:
                start = match.start()
                return text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)
            keys[-1].add(name)
    return 0, 0


# ---------------------------------------------------------------- on the value


def _check_surrogates(value: Any) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise NotPlainJson("a string holds half of a surrogate pair, which is no character") from None


def _too_long(value: Any) -> int:
    """Return the length of a list or object with more than MOST_MEMBERS members, or 0."""
    waiting = [value] if type(value) in (dict, list) else []
    while waiting:
        one = waiting.pop()
        if len(one) > MOST_MEMBERS:
            return len(one)
        members = one.values() if type(one) is dict else one
        waiting.extend([member for member in members if type(member) in (dict, list)])
    return 0


def nested_too_deep(value: Any) -> list[str | int] | None:
    """Return the way to something nested more than MOST_NESTED deep in a parsed value, or None."""
    level = [value] if type(value) in (dict, list) else []
    for _ in range(MOST_NESTED):
        if not level:
            return None
        level = [
            part
            for one in level
            for part in (one.values() if type(one) is dict else one)
            if type(part) in (dict, list)
        ]
    return _way_down(value) if level else None


def parts_of(value: Any, most: int) -> int:
    """Return how many lists and objects there are, counted up to `most`."""
    count = 0
    waiting = [value] if type(value) in (dict, list) else []
    while waiting and count < most:
        one = waiting.pop()
        count += 1
        parts = one.values() if type(one) is dict else one
        waiting.extend([part for part in parts if type(part) in (dict, list)])
    return count


def _way_down(value: Any) -> list[str | int]:
    waiting: list[tuple[Any, tuple[Any, ...], int]] = [(value, (), 1)]
    while True:
        one, way, depth = waiting.pop()
        if depth > MOST_NESTED:
            steps: list[str | int] = []
            while way:
                way, step = way
                steps.append(step)
            return steps[::-1]
        members = one.items() if type(one) is dict else enumerate(one)
        waiting.extend((part, (way, key), depth + 1) for key, part in members if type(part) in (dict, list))
