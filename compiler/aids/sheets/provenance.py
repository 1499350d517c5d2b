"""What no source states, and what was ruled, with the place of each."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.compiler.aids import printed
from rulewright.compiler.aids.context import KINDS, Context, Json, Thing, cites_of, parts_of, titled
from rulewright.compiler.aids.model import Item, Items, Run, Section, text
from rulewright.compiler.aids.parts import Part

MOST = 6
"""Things that are named where one note is about many."""

HEADINGS = {"assumed": "Assumed: no source states it", "ruling": "Ruled: a source leaves it open"}


def sections(context: Context, part: Part) -> list[Section]:
    """Return what is assumed, then what was ruled, each in the order of the rules."""
    notes = [
        (thing.get("name") or titled(thing, thing["id"]), *found)
        for declaration in KINDS
        for thing in context.document[declaration]
        for found in _notes(context, thing, (), cites_of(thing))
    ]
    return [found for kind in HEADINGS if (found := _section(kind, notes)) is not None]


Found = tuple[str, str, Thing, tuple[str, ...]]
"""A note: the thing, its part, the note itself and what that cites."""


def _section(kind: str, notes: list[Found]) -> Section | None:
    found: dict[str, dict[str, dict[str, None]]] = {}  # text → things → their parts
    cited: dict[str, dict[str, None]] = {}
    for name, path, note, cites in notes:
        if note["kind"] == kind:
            parts = found.setdefault(note["text"], {}).setdefault(name, {})
            parts.update({path: None} if path and path != name else {})
            cited.setdefault(note["text"], {}).update(dict.fromkeys(cites))
    made = []
    for words, things in found.items():
        listed = [f"{name} ({', '.join(parts)})" if parts else name for name, parts in things.items()]
        title = ", ".join(listed[:MOST]) + (f" and {len(listed) - MOST} more" if len(listed) > MOST else "")
        runs = (Run(title, "strong", kind == "assumed"), Run(f": {printed.prose(words)}"))
        made.append(Item("", runs, (), tuple(cited[words])))
    return Section(text(HEADINGS[kind], "strong"), (Items(tuple(made)),)) if made else None


def _notes(
    context: Context, thing: Json, above: tuple[Json, ...], cites: tuple[str, ...]
) -> Iterator[tuple[str, Thing, tuple[str, ...]]]:
    """Yield the notes of a thing and of its parts, with the part's name and what it cites."""
    own = cites
    if isinstance(thing, dict):
        own = (cites_of(thing) if isinstance(thing.get("cites"), list) else ()) or cites
        if isinstance(thing.get("notes"), list):
            path = next((name for part in reversed(above) if (name := _name(context, part))), "")
            for note in thing["notes"]:
                yield path, note, own
    for part in parts_of(thing, but="body"):  # no statement has a note
        yield from _notes(context, part, (*above, part), own)


def _name(context: Context, part: Json) -> str:
    if not isinstance(part, dict):
        return ""
    if isinstance(part.get("keys"), list):
        return printed.keys(context, part["keys"], _enum(part["keys"]))
    if not isinstance(part.get("id"), str) or not isinstance(part.get("title", ""), str):
        return ""
    return titled(part, part["id"]).removesuffix("(it)")


def _enum(keys: Json) -> str:
    for one in keys:
        constant = one.get("is")
        if isinstance(constant, list) and constant[0] == "value":
            return str(constant[1])
    return ""
