"""Where the rules of two rulesets differ: declaration by declaration, and in each the values that are others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from rulewright.compiler.aids.context import KINDS, WORDS, titled
from rulewright.compiler.record import Record
from rulewright.schemas.hashing import KEYED_BY_NAME, LEFT_OUT_KEYS, played_text

MOST_VALUES = 4
LONGEST = 40

Document = Mapping[str, Any]


class Change(Record, frozen=True):
    """One declaration that differs.

    values: paths inside it with what stood there and what stands there now; empty where it is new or gone, or where whole
    statements are others.
    """

    kind: str
    id: str
    title: str
    what: Literal["added", "removed", "changed"]
    places: tuple[str, ...]
    values: tuple[tuple[str, str, str], ...]


def changes(before: Document, after: Document) -> list[Change]:
    """Return the declarations in which two artifacts play differently; titles, comments and places do not count."""
    found: list[Change] = []
    if before["dice"] != after["dice"]:
        values = tuple(_values(before["dice"], after["dice"], ()))
        found.append(Change("dice", "", "Dice", "changed", (), values[:MOST_VALUES]))
    for kind in KINDS:
        old, new = ({one["id"]: one for one in document[kind]} for document in (before, after))
        for id in dict.fromkeys((*old, *new)):
            if id not in old or id not in new:
                there, document = (new, after) if id in new else (old, before)
                what: Literal["added", "removed"] = "added" if id in new else "removed"
                found.append(
                    Change(WORDS[kind], id, titled(there[id], id), what, (_place(document, there[id]),), ())
                )
            elif played_text(old[id]) != played_text(new[id]):
                places = tuple(dict.fromkeys((_place(before, old[id]), _place(after, new[id]))))
                values = tuple(_values(old[id], new[id], ()))
                found.append(
                    Change(WORDS[kind], id, titled(new[id], id), "changed", places, values[:MOST_VALUES])
                )
    return found


def in_words(change: Change) -> str:
    """Return what changed inside a declaration: `guns: 3 → 0`."""
    return "; ".join(f"{path}: {old} → {new}" for path, old, new in change.values)


def _place(document: Document, thing: Mapping[str, Any]) -> str:
    at = thing.get("at")
    return f"{document['files'][at[0]]}:{at[1]}" if at else ""


def _values(old: Any, new: Any, path: tuple[str, ...]) -> Iterator[tuple[str, str, str]]:
    """Yield the values in which two things of one shape differ; statements and expressions are told apart as a whole."""
    if old == new:
        return
    if isinstance(old, dict) and isinstance(new, dict):
        named = bool(path) and path[-1] in KEYED_BY_NAME
        for key in dict.fromkeys((*old, *new)):
            if named or key not in LEFT_OUT_KEYS:
                yield from _values(old.get(key), new.get(key), (*path, key))
    elif _are_things(old) and _are_things(new):
        there, here = {one["id"]: one for one in old}, {one["id"]: one for one in new}
        for id in dict.fromkeys((*there, *here)):
            if id in there and id in here:
                yield from _values(there[id], here[id], (*path, id))
            else:
                yield (
                    _named((*path, id)),
                    "there" if id in there else "not there",
                    "there" if id in here else "not there",
                )
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new) and not _is_expression(old):
        for number, (one, other) in enumerate(zip(old, new, strict=True), 1):
            yield from _values(one, other, (*path, str(number)))
    else:
        shown = _shown(old), _shown(new)
        if None not in shown:
            yield _named(path), str(shown[0]), str(shown[1])


def _named(path: tuple[str, ...]) -> str:
    return " ".join(path).replace("_", " ")


def _are_things(value: Any) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(one, dict) and "id" in one for one in value)
    )


def _is_expression(value: list[Any]) -> bool:
    return (
        bool(value)
        and isinstance(value[0], str)
        and len(value) > 1
        and not all(isinstance(one, str) for one in value)
    )


def _shown(value: Any) -> str | None:
    """A short value as it is written; None for what is no value."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (int, str)):
        return str(value) if len(str(value)) <= LONGEST else None
    if (
        isinstance(value, list)
        and not _is_expression(value)
        and all(isinstance(one, (int, str)) for one in value)
    ):
        text = ", ".join(map(str, value))
        return text if len(text) <= LONGEST else None
    return None
