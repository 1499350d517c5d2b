"""The part of YAML that a manifest needs, with the place of every word.

Text, lists and maps; no anchors, no tags, a few levels deep. Numbers stay the text that was written:
section `7.10` is not the number 7.1, and nobody has to know that YAML would read it so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.compiler.record import Record

if TYPE_CHECKING:
    import yaml

DEEPEST = 8


class Place(Record, frozen=True):
    """Where a value begins: line and column from 1; width in characters, on that line."""

    line: int
    column: int
    width: int


class Text(Record, frozen=True):
    place: Place
    value: str
    is_quoted: bool

    @property
    def is_absent(self) -> bool:
        """Whether nothing was written: `title:`, or YAML's `~` and `null`."""
        return not self.is_quoted and self.value in ("", "~", "null")


class List(Record, frozen=True):
    place: Place
    items: tuple[Value, ...]


class Map(Record, frozen=True):
    place: Place
    entries: tuple[tuple[Text, Value], ...]


Value = Text | List | Map


class NotPlainYaml(Exception):
    """The text cannot be read; `message` says why in a sentence, `place` where."""

    def __init__(self, message: str, place: Place, help: str = "") -> None:
        super().__init__(message, place, help)
        self.message = message
        self.place = place
        self.help = help


def read(text: str) -> Value:
    """Return the one document in `text`; raise NotPlainYaml for anything that is more than plain."""
    # Imported here: only reading a manifest needs it, and it costs every other command 15 ms.
    import yaml

    # Events, not nodes: composing nodes recurses in C, so that deep nesting would end the process.
    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(text)
    try:
        return _document(loader, yaml)
    except yaml.reader.ReaderError as error:
        position = error.position if isinstance(error.position, int) else 0
        raise NotPlainYaml("there is a control character here", _place_of(text, position)) from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = _within(text, mark.line, mark.column) if mark else Place(1, 1, 1)
        raise NotPlainYaml(f"{error.problem or error.context}", place, _way_out(error)) from None
    finally:
        loader.dispose()


def _document(loader: Any, yaml: Any) -> Value:
    loader.get_event()  # the stream starts
    start = loader.get_event()
    if isinstance(start, yaml.StreamEndEvent):
        return Text(Place(1, 1, 1), "", is_quoted=False)
    value = _value(loader, yaml, loader.get_event(), 1)
    loader.get_event()  # the document ends
    after = loader.get_event()
    if not isinstance(after, yaml.StreamEndEvent):
        raise NotPlainYaml("a second document starts here; one is enough", _place(after))
    return value


def _value(loader: Any, yaml: Any, event: yaml.Event, depth: int) -> Value:
    place = _place(event)
    if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
        raise NotPlainYaml("anchors (`&`) and aliases (`*`) are not used in a manifest", place, QUOTES)
    if getattr(event, "tag", None) is not None:
        raise NotPlainYaml("tags (`!`) are not used in a manifest", place, QUOTES)
    if depth > DEEPEST:
        raise NotPlainYaml(f"lists and maps stand more than {DEEPEST} levels deep", place)
    if isinstance(event, yaml.ScalarEvent):
        return Text(place, event.value, is_quoted=not event.implicit[0])
    if isinstance(event, yaml.SequenceStartEvent):
        items: list[Value] = []
        while not isinstance(event := loader.get_event(), yaml.SequenceEndEvent):
            items.append(_value(loader, yaml, event, depth + 1))
        return List(place, tuple(items))
    entries: dict[str, tuple[Text, Value]] = {}
    while not isinstance(event := loader.get_event(), yaml.MappingEndEvent):
        key = _value(loader, yaml, event, depth + 1)
        if not isinstance(key, Text):
            raise NotPlainYaml("a key must be a word", key.place)
        if key.value in entries:
            first = entries[key.value][0].place.line
            raise NotPlainYaml(f"the key `{key.value}` was given before, in line {first}", key.place)
        entries[key.value] = (key, _value(loader, yaml, loader.get_event(), depth + 1))
    return Map(place, tuple(entries.values()))


QUOTES = "put the text in quotes if it begins with this sign"


def _way_out(error: yaml.MarkedYAMLError) -> str:
    problem = error.problem or ""
    if "mapping values" in problem:
        return "a text that contains `: ` is written in quotes"
    if "cannot start any token" in problem:
        return "indent with spaces, not tabs; a text that begins with a sign is written in quotes"
    return ""


def _place(event: Any) -> Place:
    start, end = event.start_mark, event.end_mark
    width = end.column - start.column if end.line == start.line else 1
    return Place(start.line + 1, start.column + 1, max(width, 1))


def _within(text: str, line: int, column: int) -> Place:
    """Return a place from 0-based numbers; the end of the text is behind its last word."""
    lines = text.rstrip().split("\n")
    if line < len(lines):
        return Place(line + 1, column + 1, 1)
    return Place(len(lines), len(lines[-1]) + 1, 1)


def _place_of(text: str, position: int) -> Place:
    before = text[:position].split("\n")
    return Place(len(before), len(before[-1]) + 1, 1)
