"""Broken artifacts and broken sources, made from healthy ones by a seeded random generator."""

from __future__ import annotations

import json
import marshal
import random
import string
from collections.abc import Callable, Iterable
from typing import Any

Json = Any

# What a careless or hostile author might write where something else is meant.
STRANGE_TEXTS = (
    "",
    "it",
    "self",
    "result",
    "all",
    "none",
    "a.b",
    "ship.at",
    "__class__",
    "__import__('os').system('true')",
    "{0}",
    "%s",
    "\\",
    "'",
    '"""',
    "\n",
    "lambda: 0",
    "x" * 5000,
    "\u202e",
    "é",
    "0",
    "-1",
    "1/0",
    "None",
    "True",
    "enum:",
    "piece:ship",
)
STRANGE_NUMBERS = (0, 1, -1, 2, 7, 100, 255, 65536, -(10**15) + 1, 10**15 - 1, 10**15, 2**63, 10**40)
STRANGE_VALUES: tuple[Json, ...] = (
    None,
    True,
    False,
    [],
    {},
    [[]],
    [None],
    ["local"],
    ["frac", 1, 0],
    ["frac", 1, 3],
    ["/", 1, 0],
    ["impossible"],
    ["each", [], "it", []],
    ["set"],
    ["list", ["list"]],
    {"do": "return", "at": [0, 1, 1, 1]},
    {"is": 1},
    {"otherwise": True},
    "all",
)


class Document:
    """A healthy document, ready to be copied and broken."""

    def __init__(self, document: Json) -> None:
        self._frozen = marshal.dumps(document)
        self.ways: list[tuple[str | int, ...]] = []  # to every part
        self.parts: list[Json] = []
        self.texts: list[str] = sorted(_texts(document))
        self._walk(document, ())

    def _walk(self, part: Json, way: tuple[str | int, ...]) -> None:
        for key, member in _members(part):
            self.ways.append((*way, key))
            self.parts.append(member)
            self._walk(member, (*way, key))

    def copy(self) -> Json:
        return marshal.loads(self._frozen)

    def broken(self, r: random.Random) -> Json:
        """Return a copy with one to three parts changed."""
        document = self.copy()
        for _ in range(r.choice((1, 1, 1, 2, 3))):
            way = r.choice(self.ways)
            parent = document
            for step in way[:-1]:
                parent = _step(parent, step)
            if _step(parent, way[-1]) is not MISSING:
                r.choice(CHANGES)(self, r, parent, way[-1])
        return document


MISSING = object()


def _members(part: Json) -> Iterable[tuple[str | int, Json]]:
    if isinstance(part, dict):
        return part.items()
    return enumerate(part) if isinstance(part, list) else ()


def _step(part: Json, step: str | int) -> Json:
    if isinstance(part, dict) and step in part:
        return part[step]
    if isinstance(part, list) and isinstance(step, int) and step < len(part):
        return part[step]
    return MISSING


def _texts(part: Json) -> set[str]:
    if isinstance(part, str):
        return {part}
    if isinstance(part, dict):
        return {text for key, one in part.items() for text in (key, *_texts(one))}
    if isinstance(part, list):
        return {text for one in part for text in _texts(one)}
    return set()


# ---------------------------------------------------------------- changes of one part

Change = Callable[[Document, random.Random, Json, str | int], None]


def _delete(_: Document, r: random.Random, parent: Json, key: str | int) -> None:
    del parent[key]


def _double(_: Document, r: random.Random, parent: Json, key: str | int) -> None:
    if isinstance(parent, list):
        parent.insert(r.randint(0, len(parent)), parent[int(key)])
    else:
        parent[str(key) + "_2"] = parent[key]


def _transplant(d: Document, r: random.Random, parent: Json, key: str | int) -> None:
    """Put a part from elsewhere here: of the same kind if it can be found quickly."""
    part = r.choice(d.parts)
    for _ in range(8):
        if type(part) is type(parent[key]):
            break
        part = r.choice(d.parts)
    parent[key] = marshal.loads(marshal.dumps(part))


def _rename(d: Document, r: random.Random, parent: Json, key: str | int) -> None:
    if isinstance(parent[key], str):
        parent[key] = r.choice(d.texts) if r.random() < 0.7 else r.choice(STRANGE_TEXTS)
    elif isinstance(parent, dict):
        parent[r.choice(d.texts)] = parent.pop(key)


def _replace(_: Document, r: random.Random, parent: Json, key: str | int) -> None:
    strange = r.choice((STRANGE_TEXTS, STRANGE_NUMBERS, STRANGE_VALUES))
    parent[key] = marshal.loads(marshal.dumps(r.choice(strange)))


def _nudge(_: Document, r: random.Random, parent: Json, key: str | int) -> None:
    if type(parent[key]) is int:
        parent[key] += r.choice((-2, -1, 1, 2, 1000))
    elif type(parent[key]) is bool:
        parent[key] = not parent[key]
    elif isinstance(parent[key], list):
        r.shuffle(parent[key])


def _wrap(_: Document, r: random.Random, parent: Json, key: str | int) -> None:
    op = r.choice(("not", "count", "neg", "set", "list", "first", "sum", "pending", "name", "flat", "length"))
    for _times in range(r.choice((1, 1, 1, 3, 120))):
        parent[key] = [op, parent[key]]


def _swap(_: Document, r: random.Random, parent: Json, key: str | int) -> None:
    other = r.choice(list(parent) if isinstance(parent, dict) else range(len(parent)))
    parent[key], parent[other] = parent[other], parent[key]


CHANGES: tuple[Change, ...] = (
    _delete,
    _double,
    _transplant,
    _transplant,
    _rename,
    _rename,
    _replace,
    _nudge,
    _wrap,
    _swap,
)


# ---------------------------------------------------------------- changes of text


def broken_text(text: str, r: random.Random, words: list[str]) -> str:
    """Return `text` with one to four places cut, doubled, moved or overwritten."""
    for _ in range(r.choice((1, 1, 2, 2, 3, 4))):
        if not text:
            return text
        a = r.randrange(len(text))
        b = min(len(text), a + r.choice((0, 1, 1, 2, 5, 20, 80)))
        how = r.randrange(7)
        if how == 0:
            text = text[:a] + text[b:]
        elif how == 1:
            text = text[:b] + text[a:]
        elif how == 2:
            text = text[:a] + r.choice(string.printable) + text[b:]
        elif how == 3:
            text = text[:a] + r.choice(words) + text[b:]
        elif how == 4:
            at = r.randrange(len(text))
            text = text[:at] + text[a:b] + text[at:]
        elif how == 5:
            text = text[:a] + r.choice(STRANGE_TEXTS) + text[b:]
        else:
            text = text[:b] if r.random() < 0.3 else _lines_swapped(text, r)
    return text


def _lines_swapped(text: str, r: random.Random) -> str:
    lines = text.split("\n")
    a, b = r.randrange(len(lines)), r.randrange(len(lines))
    lines[a], lines[b] = lines[b], lines[a]
    return "\n".join(lines)


def broken_bytes(data: bytes, r: random.Random) -> bytes:
    """Return `data` with a few bytes flipped, cut or doubled."""
    made = bytearray(data)
    for _ in range(r.choice((1, 1, 2, 3, 8))):
        if not made:
            break
        a = r.randrange(len(made))
        b = min(len(made), a + r.choice((1, 1, 2, 4, 50)))
        how = r.randrange(4)
        if how == 0:
            made[a] = r.randrange(256)
        elif how == 1:
            made[a] ^= 1 << r.randrange(8)
        elif how == 2:
            del made[a:b]
        else:
            made[a:a] = made[a:b]
    return bytes(made)


def written(document: Json) -> bytes:
    """The shortest JSON text of a document. Halves of surrogate pairs stay escapes."""
    return json.dumps(document, separators=(",", ":")).encode()
