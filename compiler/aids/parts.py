"""What an `aid` can put on a sheet: each setting with what it names, what `all` of it is, and who builds it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Literal

from rulewright.compiler.aids.context import Context, Thing
from rulewright.compiler.aids.model import Section, Sheet, text
from rulewright.compiler.aids.sheets import unit_values


@dataclass(frozen=True, slots=True)
class Part:
    """One line of an `aid`: `tables "When guns fire": naval_combat, special_damage`.

    of: the names, `all` written out; empty for parts that are always whole (`index`, `notes`).
    size: of a counter or of a place on a map in mm, 0 for the usual one. copies: of each marker. backs: of counters, on a page of their own or beside the fronts.
    orientation: of the paper, for what is drawn to fit it.
    """

    kind: str
    of: tuple[str, ...]
    title: str = ""
    size: float = 0.0
    copies: int = 6
    backs: Literal["duplex", "fold"] = "duplex"
    orientation: Literal["portrait", "landscape"] = "portrait"


Builder = Callable[[Context, Part], Sequence[Section]]


@dataclass(frozen=True, slots=True)
class PartKind:
    """A setting of `aid`.

    names: the lists of the artifact whose things it may name, the first that has the name counts.
    build: `module:function` inside `sheets`, a Builder.
    """

    names: tuple[str, ...]
    build: str
    all: Callable[[Context], list[str]] = lambda context: []


def _ids(kind: str) -> Callable[[Context], list[str]]:
    return lambda context: [one["id"] for one in context.document[kind]]


def is_chart(define: Thing) -> bool:
    """Is it a define that players look up: one with a title, whose value is a look-up or a list of conditions?"""
    value = define["value"]
    return bool(define["title"]) and isinstance(value, list) and value[0] in ("lookup", "cond")


def _tables(context: Context) -> list[str]:
    defines = [one["id"] for one in context.document["defines"] if is_chart(one)]
    return [one["id"] for one in context.document["tables"]] + defines


def _tracks(context: Context) -> list[str]:
    """Tracks that a counter is laid on: those with a title, an end and a range of numbers."""
    return [
        one["id"]
        for one in context.document["tracks"]
        if one["title"] and one["type"] == "number" and one["range"] and None not in one["range"]
    ]


def _rosters(context: Context) -> list[str]:
    """Kinds that units are directly of."""
    kinds = {unit["kind"] for unit in context.document["units"]}
    return [one["id"] for one in context.document["pieces"] if one["id"] in kinds]


def _with_cards(context: Context) -> list[str]:
    """Kinds of units with numbers that are printed once and fall in play, such as hull or fuel."""
    return [id for id in _rosters(context) if unit_values.boxes(context, id)]


def _counters(context: Context) -> list[str]:
    others = (one["id"] for kind in ("markers", "cups") for one in context.document[kind])
    return [*_rosters(context), *others]


def _maps(has_grid: bool) -> Callable[[Context], list[str]]:
    return lambda context: [
        one["id"] for one in context.document["maps"] if (one["grid"] in ("hex", "staggered")) == has_grid
    ]


KINDS: dict[str, PartKind] = {
    "sequence": PartKind(("phases",), "sequence:sections", _ids("phases")),
    "tables": PartKind(("tables", "defines"), "charts:sections", _tables),
    "matrices": PartKind(("matrices",), "matrix:sections", _ids("matrices")),
    "tracks": PartKind(("tracks",), "tracks:sections", _tracks),
    "maps": PartKind(("maps",), "search_map:sections", _maps(True)),
    "boards": PartKind(("maps", "defines"), "boards:sections", _maps(False)),
    "rosters": PartKind(("pieces",), "rosters:sections", _rosters),
    "cards": PartKind(("pieces", "units"), "cards:sections", _with_cards),
    "records": PartKind(("pieces", "units"), "records:sections", _with_cards),
    "counters": PartKind(("pieces", "units", "markers", "cups"), "counters:sections", _counters),
    "notes": PartKind((), "provenance:sections"),
    "index": PartKind((), "index:sections"),
}
"""The same as the compiler knows and `schemas/defs/aid.schema.json` lists; a test compares them."""


def sections(context: Context, part: Part, sheets: Sequence[Sheet]) -> list[Section]:
    """Build one part. sheets: all other sheets, for what points to them."""
    module, _, function = KINDS[part.kind].build.partition(":")
    made = import_module(f"rulewright.compiler.aids.sheets.{module}")
    if part.kind == "index":
        found: list[Section] = list(made.sections(context, part, sheets))
    else:
        found = list(getattr(made, function)(context, part))
    if part.title and found:
        return [Section(text(part.title, "strong"), (), wide=True), *found]
    return found
