"""Turns what a person types into an answer to a decision, a command, or a search among the options.

Everything works without a terminal: one line, one entry. Options are numbered as they are listed;
their names work as well, in any case of letters.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
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

    @property
    def kind(self) -> str: ...
    @property
    def may(self) -> bool: ...
    def count(self) -> int | None: ...
    def options(self, limit: int) -> Iterable[Value]: ...
    def contains(self, value: Value) -> bool: ...
    def label(self, value: Value) -> str: ...
    def size(self) -> tuple[int, int] | None: ...


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
    """`? C3`: is this possible, and if not, why not?

    end: the place is the end of a route, whichever way it takes. known: it is in the list of which several are chosen.
    """

    value: Value
    said: str
    end: bool = False
    known: bool = False


@dataclass(frozen=True, slots=True)
class Show:
    """The list has changed (another page, a search, a tick): show it again, after `note`."""

    note: str = ""


Entry = Answer | Command | Why | Show


@dataclass(slots=True)
class Sheet:
    """The list of options in front of a person: what is searched for, which page, what is ticked.

    whereabouts: where the piece that is an option is, and what else tells it from others; "" for anything else.
    """

    question: Question
    whereabouts: Callable[[Value], str] = lambda value: ""
    search: str = ""
    page: int = 0
    ticked: list[Value] = field(default_factory=list)
    _all: list[tuple[Value, str]] | None = None
    _notes: list[str] | None = None
    _is_whole: bool = False

    def all(self) -> list[tuple[Value, str]]:
        """Return the options that are looked at, each with its label; for a subset or list, its members."""
        if self._all is None:
            values = list(islice(self.question.options(LISTED), LISTED))
            self._is_whole = len(values) < LISTED
            if self.question.kind in SEVERAL:
                values = _members(values)
            self._all = [(value, self.question.label(value)) for value in values if value is not None]
        return self._all

    def notes(self) -> list[str]:
        """Return what stands behind each option's name; nothing where that is the same for all."""
        if self._notes is None:
            found = [self.whereabouts(value) for value, _ in self.all()]
            self._notes = found if len(set(found)) > 1 or len(found) == 1 else ["" for _ in found]
        return self._notes

    def listed(self) -> list[tuple[Value, str]]:
        """Return the options that fit the search; numbers count along this list, from 1."""
        words = self.search.casefold().split()
        return [
            (value, f"{label} ({note})" if note else label)
            for (value, label), note in zip(self.all(), self.notes(), strict=True)
            if all(word in f"{label} {note}".casefold() or word in _text(value) for word in words)
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
            return Answer(None) if self.nothing_to_choose() else self._only() or Show()
        if text.startswith("?") or text.endswith("?"):
            asked = text.strip("? ").strip()
            return self._why(asked) if asked else Command("help")
        word, _, rest = text.partition(" ")
        if word.casefold() in COMMANDS and not self._exact(text):
            return self._command(word.casefold(), rest.strip())
        return self._answer(text)

    def nothing_to_choose(self) -> bool:
        """May only be declined: it is asked all the same, lest silence betrays something."""
        return bool(self.question.may) and self.question.kind not in ("number", "dice") and not self.all()

    def has_one(self) -> bool:
        """Is one answer only left in the list? It is asked all the same, if what it depends on is hidden from others."""
        if self.question.kind not in ("one", "menu", "take", "path"):
            return False
        return len(self.listed()) == 1 and (not self.question.may or self.search != "")

    def _only(self) -> Entry | None:
        return Answer(self.listed()[0][0]) if self.has_one() else None

    def _why(self, text: str) -> Why:
        value = self._value(text)
        if (
            self.question.kind == "path"
            and len(_words(text.replace("-", " "))) == 1
            and not self._exact(text)
        ):
            return Why(_as_written(text, self._places()), text, end=True)
        if self.question.kind in SEVERAL:
            options = [one for one, _ in self.all()]
            return Why([*self.ticked, *value], text, known=all(one in options for one in value))
        return Why(value, text)

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
        if folded in (DECLINE if self.question.may and kind != "take" else DONE):
            return Answer(None)
        if self.question.contains(_guess(text)):
            return Answer(_guess(text))
        if re.fullmatch(r"\d{1,6}", text):
            return self._beyond(text)
        return self._searched(text)

    def _beyond(self, text: str) -> Entry:
        """Say that the list has no such number."""
        return Show(f"the list has no number {text}; its last is {len(self.listed())}")

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
        words = self._names(text)
        if all(word[:1] in "+-" and len(word) > 1 for word in words):
            return Show(" ".join(filter(None, (self._ticked(word[1:], word[0] == "+") for word in words))))
        members = [self._member(word) for word in words]
        known = [value for value, _ in self.all()]
        if not any(member in known for member in members):
            return self._searched(text)
        return Answer(members)

    def _ticked(self, word: str, on: bool) -> str:
        """Tick or untick; return why not, or nothing."""
        value, size = self._member(word), self.question.size()
        if on and value not in [known for known, _ in self.all()] and self._is_whole:
            return f"`{word}` is not in the list; `? {word}` says why."
        if on and size is not None and len(self.ticked) >= size[1]:
            return f"`{word}` is one too many: {size[1]} at most."
        self._tick(value, on)
        return ""

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
        if kind in SEVERAL:
            return [self._member(word) for word in self._names(text)]
        found = self._exact(text)
        if found:
            return found[0]
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

    def _names(self, text: str) -> list[str]:
        """Part what names several options: at commas, and at spaces where no option's name goes on over them."""
        found: list[str] = []
        for part in re.split(r"[,;>→]", text):
            words = part.split()
            while words:
                sizes = range(len(words), 1, -1)
                size = next((n for n in sizes if self._exact(" ".join(words[:n]).lstrip("+-"))), 1)
                found.append(" ".join(words[:size]))
                words = words[size:]
        return found

    def _member(self, word: str) -> Value:
        found = self._exact(word)
        return found[0] if found else _guess(word)

    def _exact(self, text: str) -> list[Value]:
        """Return the option with this number, value or label, as a list of one; else nothing."""
        folded = text.casefold()
        listed = self.listed()
        named = [
            value
            for (value, label), note in zip(self.all(), self.notes(), strict=True)
            if folded in (label.casefold(), _text(value), f"{label} ({note})".casefold())
        ]
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
