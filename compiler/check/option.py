"""Optional rules keep every promise too, each alone; two that cannot stand together are named."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from rulewright.compiler.check import errors
from rulewright.compiler.check.indexed import IndexedModel
from rulewright.compiler.diagnostics import Diagnostic, Problems
from rulewright.compiler.model import Json, Model, OptionModel
from rulewright.compiler.record import replace
from rulewright.compiler.source import Span
from rulewright.schemas import changes

NEVER = frozenset(("RW0314", "RW0321", "RW0322", "RW0325", "RW0404"))
"""Codes that say "this is never …": true only where no optional rule makes it happen."""

OF_THE_BASE = frozenset(("RW0324",))


class Found(Problems):
    """Every problem of one document, however many there are."""

    def __init__(self) -> None:
        super().__init__()
        self.all: dict[Diagnostic, None] = {}

    def add(self, diagnostic: Diagnostic, *, spoils: bool = True) -> None:
        self.all[diagnostic] = None


Judged = Sequence[tuple[OptionModel, Found]]


def merged(base: IndexedModel, judged: Found, options: Judged) -> list[Diagnostic]:
    """Return what is wrong with the base, and what only an optional rule makes wrong.

    What "never" happens is told only if it does not happen with any optional rule either.
    """
    by_option = [(option, list(problems.all)) for option, problems in options]
    everywhere = [{_key(d) for d in found} for _, found in by_option]
    told: list[Diagnostic] = []
    for d in judged.all:
        if d.code in NEVER and d.span is not None and not all(_key(d) in found for found in everywhere):
            continue
        told.append(d)
    known = {_key(d) for d in judged.all}
    places: set[Span] | None = None
    for option, found in by_option:
        for d in found:
            if _key(d) in known or d.code in OF_THE_BASE or d.span is None:
                continue
            known.add(_key(d))
            if d.code in NEVER:
                places = places if places is not None else set(_places(base.document))
                if d.span in places:
                    continue  # in the base it does happen
            told.append(_with_option(d, option))
    return told


def _key(d: Diagnostic) -> tuple[str, Span | None, str]:
    return (d.code, d.span, "" if d.code in NEVER else d.message)


def _with_option(d: Diagnostic, option: OptionModel) -> Diagnostic:
    message = f"with `{option.id}` on, {d.message}"
    return replace(d, message=message, related=(*d.related, (option.at, "this optional rule")))


def _places(node: Json) -> Iterator[Span]:
    """Where the nodes of a document stand."""
    if isinstance(node, dict):
        at = node.get("at")
        if at:
            yield (at[0], at[1], at[2], at[3])
        for value in node.values():
            if isinstance(value, (dict, list)):
                yield from _places(value)
    else:
        for part in node:
            if isinstance(part, (dict, list)):
                yield from _places(part)


def conflicts_of(model: Model, problems: Problems) -> tuple[tuple[str, str], ...]:
    """Return the pairs of optional rules that cannot both be on, and report them (RW0361)."""
    if len(model.options) < 2:
        return ()
    changed = [(option, changes.diff(model.document, option.document)) for option in model.options]
    found: list[tuple[str, str]] = []
    for (first, ours), (second, theirs) in combinations(changed, 2):
        places = [path for path in changes.conflicts(ours, theirs) if not _is_about_the_source(path)]
        if places:
            found.append((first.id, second.id))
            names = dict.fromkeys(".".join(map(str, path[1:4])) for path in places)
            problems.add(errors.options_conflict(_as_node(first), _as_node(second), list(names)))
    return tuple(found)


def _is_about_the_source(path: Sequence[str | int]) -> bool:
    """A moved line or a citation is no rule: it changes nothing that is played."""
    return bool(
        {"at", "cites", "notes", "text", "doc"} & {step for step in path[2:] if isinstance(step, str)}
    )


def _as_node(option: OptionModel) -> dict[str, Json]:
    return {"id": option.id, "at": option.at, "cites": option.cites}
