"""What no source states, and what was ruled, with the place of each."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.compiler.aids import printed
from rulewright.compiler.aids.context import KINDS, Context, Json, Thing, cites_of, titled
from rulewright.compiler.aids.model import Item, Items, Run, Section, text
from rulewright.compiler.aids.parts import Part

HEADINGS = {"assumed": "Assumed: no source states it", "ruling": "Ruled: a source leaves it open"}


def sections(context: Context, part: Part) -> list[Section]:
    """Return what is assumed, then what was ruled, each in the order of the rules."""
    return [found for kind in HEADINGS if (found := _section(context, kind)) is not None]


def _section(context: Context, kind: str) -> Section | None:
    items: dict[tuple[str, str], list[tuple[str, tuple[str, ...]]]] = {}
    for declaration in KINDS:
        for thing in context.document[declaration]:
            name = titled(thing, thing["id"])
            for path, note, cites in _notes(context, thing, "", cites_of(thing)):
                if note["kind"] == kind:
                    items.setdefault((name, note["text"]), []).append((path, cites))
    made = []
    for (name, words), places in items.items():
        where = ", ".join(dict.fromkeys(path for path, _ in places if path))
        cites = tuple(dict.fromkeys(one for _, found in places for one in found))
        title = f"{name}, {where}: " if where else f"{name}: "
        made.append(Item("", (Run(title, "strong", kind == "assumed"), Run(words)), (), cites))
    return Section(text(HEADINGS[kind], "strong"), (Items(tuple(made)),)) if made else None


def _notes(
    context: Context, thing: Json, path: str, cites: tuple[str, ...]
) -> Iterator[tuple[str, Thing, tuple[str, ...]]]:
    """Yield the notes of a thing and of its parts, with the part's name and what it cites."""
    if isinstance(thing, dict):
        own = cites_of(thing) if isinstance(thing.get("cites"), list) else ()
        for note in thing.get("notes") or () if isinstance(thing.get("notes"), list) else ():
            yield path, note, own or cites
        for name, part in thing.items():
            if name not in ("notes", "cites", "at"):
                yield from _notes(context, part, path, own or cites)
    elif isinstance(thing, list):
        for part in thing:
            yield from _notes(context, part, _name(context, part) or path, cites)


def _name(context: Context, part: Json) -> str:
    if not isinstance(part, dict):
        return ""
    if isinstance(part.get("keys"), list):
        return printed.keys(context, part["keys"], _enum(part["keys"]))
    return titled(part, part["id"]) if isinstance(part.get("id"), str) else ""


def _enum(keys: Json) -> str:
    for one in keys:
        constant = one.get("is")
        if isinstance(constant, list) and constant[0] == "value":
            return str(constant[1])
    return ""
