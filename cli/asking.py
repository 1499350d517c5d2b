"""Turns what a person types into an answer to a decision, a command, or a search among the options.

Everything works without a terminal: one line, one entry. Options are numbered as they are listed;
their names work as well, in any case of letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Protocol

Value = Any
"""An answer as JSON: an id, a number, true or false, a list, or null for declining."""

LISTED = 400  # options that are looked at; a longer list is searched by typing, or answered by name
PAGE = 40

COMMANDS = ("help", "view", "log", "undo", "save", "quit", "more", "all")
DECLINE = ("decline", "pass", "no")
DONE = ("done", "decline", "pass")
SEVERAL = ("subset", "list")
YES, NO = ("yes", "y"), ("no", "n", "decline", "pass")


class Question(Protocol):
    """What is needed of a decision of the referee."""

    side: Any
    kind: str
    may: bool

    def count(self) -> int | None: ...
    def options(self, limit: int) -> Iterable[Value]: ...
    def contains(self, value: Value) -> bool: ...
    def label(self, value: Value) -> str: ...


@dataclass(frozen=True, slots=True)
class Answer:
    """The person chose; the referee may still refuse."""

    value: Value


@dataclass(frozen=True, slots=True)
class Command:
    """`view`, `log`, `undo`, `save FILE`, `quit`, `help`."""

    name: str
    rest: str = ""


@dataclass(frozen=True, slots=True)
class Why:
    """`? C3`: is this possible, and if not, why not?"""

    value: Value
    said: str


@dataclass(frozen=True, slots=True)
class Show:
    """The list has changed (another page, a search, a tick): show it again, after `note`."""

    note: str = ""


Entry = Answer | Command | Why | Show


@dataclass(slots=True)
class Sheet:
    """The list of options in front of a person: what is searched for, which page, what is ticked."""

    question: Question
    search: str = ""
    page: int = 0
    ticked: list[Value] = field(default_factory=list)
    _all: list[tuple[Value, str]] | None = None

    def all(self) -> list[tuple[Value, str]]:
        """Return the options that are looked at, each with its label; for a subset or list, its members."""
        if self._all is None:
            values = list(islice(self.question.options(LISTED), LISTED))
            if self.question.kind in SEVERAL:
                values = _members(values)
            self._all = [(value, self.question.label(value)) for value in values if value is not None]
        return self._all

    def listed(self) -> list[tuple[Value, str]]:
        """Return the options that fit the search; numbers count along this list, from 1."""
        words = self.search.casefold().split()
        return [
            (value, label)
            for value, label in self.all()
            if all(word in label.casefold() or word in _text(value) for word in words)
        ]

    def shown(self) -> list[tuple[int, Value, str]]:
        """Return the page in view: number, value, label."""
        start = self.page * PAGE
        numbered = [(n, value, label) for n, (value, label) in enumerate(self.listed(), 1)]
        return numbered[start : start + PAGE]

    def pages(self) -> int:
        return max(1, -(-len(self.listed()) // PAGE))

    # ---- reading a line ----

    def read(self, line: str) -> Entry:
        """Return what a line means for this question."""
        text = line.strip()
        if not text:
            return Show()
        if text.startswith("?") or text.endswith("?"):
            asked = text.strip("? ").strip()
            return Why(self._value(asked), asked) if asked else Command("help")
        word, _, rest = text.partition(" ")
        if word.casefold() in COMMANDS and not self._exact(text):
            return self._command(word.casefold(), rest.strip())
        return self._answer(text)

    def _command(self, name: str, rest: str) -> Entry:
        if name == "more":
            self.page = (self.page + 1) % self.pages()
            return Show()
        if name == "all":
            self.search, self.page = "", 0
            return Show()
        return Command(name, rest)

    def _answer(self, text: str) -> Entry:
        folded = text.casefold()
        kind = self.question.kind
        if kind == "offer":
            if folded in YES or folded in NO:
                return Answer(folded in YES)
            return Show("please answer `yes` or `no`")
        if kind in ("number", "dice"):
            return self._number(text)
        if kind in SEVERAL:
            return self._several(text)
        if kind == "path":
            return self._path(text)
        found = self._exact(text)
        if found:
            return Answer(found[0])
        if self.question.may and folded in (DONE if kind == "take" else DECLINE):
            return Answer(None)
        if self.question.contains(_guess(text)):
            return Answer(_guess(text))
        return self._searched(text)

    def _number(self, text: str) -> Entry:
        if self.question.may and text.casefold() in DECLINE:
            return Answer(None)
        exact = [value for value, label in self.all() if label.casefold() == text.casefold()]
        if exact:
            return Answer(exact[0])
        if re.fullmatch(r"-?\d{1,18}", text):
            return Answer(int(text))
        if re.fullmatch(r"-?\d{1,18}/\d{1,18}", text):
            return Answer(text)
        if self.question.kind == "dice":
            return Answer(text)
        return Show("please give a number")

    def _several(self, text: str) -> Entry:
        """Members, in their order; or `+one`, `-one` and at last `done`."""
        folded = text.casefold()
        if folded == "done":
            return Answer(list(self.ticked))
        if folded in ("none", "nothing"):
            return Answer([])
        if self.question.may and folded in DECLINE:
            return Answer(None)
        words = _words(text)
        if all(word[:1] in "+-" and len(word) > 1 for word in words):
            for word in words:
                self._tick(self._member(word[1:]), word[0] == "+")
            return Show()
        members = [self._member(word) for word in words]
        known = [value for value, _ in self.all()]
        if len(words) == 1 and members[0] not in known:
            return self._searched(text)
        return Answer(members)

    def _tick(self, value: Value, on: bool) -> None:
        if on and (self.question.kind == "list" or value not in self.ticked):
            self.ticked.append(value)
        if not on and value in self.ticked:
            del self.ticked[len(self.ticked) - 1 - self.ticked[::-1].index(value)]

    def _path(self, text: str) -> Entry:
        folded = text.casefold()
        if self.question.may and folded in DECLINE:
            return Answer(None)
        found = self._exact(text)
        if found:
            return Answer(found[0])
        value = self._route(text)
        if self.question.contains(value):
            return Answer(value)
        if len(value) > 2:
            return Answer(value)  # a whole route: the referee says what is wrong with it
        ends = [path for path, _ in self.all() if path and _text(path[-1]) == folded]
        if len(ends) == 1:
            return Answer(ends[0])
        return self._searched(text)

    def _searched(self, text: str) -> Entry:
        """Keep the options that contain the words; where there are none, take the text as an answer."""
        before = self.search
        self.search, self.page = text, 0
        found = self.listed()
        if found:
            return Show(f"{len(found)} of {len(self.all())} fit `{text}`; `all` lists every one")
        self.search = before
        return Answer(self._value(text))

    # ---- words to values ----

    def _value(self, text: str) -> Value:
        """Return the value that the words stand for, legal or not."""
        kind = self.question.kind
        if kind == "offer":
            return text.casefold() in YES
        found = self._exact(text)
        if found:
            return found[0]
        if kind in SEVERAL:
            return [self._member(word) for word in _words(text)]
        if kind == "path":
            return self._route(text)
        return _guess(text)

    def _route(self, text: str) -> list[Value]:
        """Return the chain of places; it begins where all the options begin."""
        places = [_as_written(word, self._places()) for word in _words(text.replace("-", " "))]
        starts = {path[0] for path, _ in self.all() if path}
        if len(starts) == 1:
            (start,) = starts
            if places[:1] != [start]:
                places.insert(0, start)
        return places

    def _places(self) -> list[str]:
        return sorted({place for path, _ in self.all() for place in path or ()})

    def _member(self, word: str) -> Value:
        found = self._exact(word)
        return found[0] if found else _guess(word)

    def _exact(self, text: str) -> list[Value]:
        """Return the option with this number, value or label, as a list of one; else nothing."""
        folded = text.casefold()
        listed = self.listed()
        named = [v for v, label in self.all() if label.casefold() == folded or _text(v) == folded]
        if named:
            return named[:1]
        if re.fullmatch(r"\d{1,6}", text) and 1 <= int(text) <= len(listed):
            return [listed[int(text) - 1][0]]
        return []


def _members(answers: Sequence[Value]) -> list[Value]:
    """Return the members of all the subsets or lists, in order of appearance."""
    members: list[Value] = []
    for answer in answers:
        members += [member for member in answer or () if member not in members]
    return members


def _words(text: str) -> list[str]:
    return [word for word in re.split(r"[\s,;>→]+", text) if word]


def _guess(text: str) -> Value:
    return int(text) if re.fullmatch(r"-?\d{1,18}", text) else text


def _as_written(word: str, known: Iterable[str]) -> str:
    """Return the known id that differs only in the case of letters, or the word itself."""
    return next((name for name in known if name.casefold() == word.casefold()), word.upper())


def _text(value: Value) -> str:
    if isinstance(value, list):
        return " ".join(_text(part) for part in value)
    return str(value).casefold()
