"""What is declared is used: by a phase, a scenario, the victory, an invariant, or what these use."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.compiler.check import errors
from rulewright.compiler.check.index import Declaration, Index
from rulewright.compiler.check.indexed import IndexedModel
from rulewright.compiler.diagnostics import Problems
from rulewright.compiler.model import Json

WORDS = {
    "rules": "rule",
    "actions": "action",
    "tables": "table",
    "defines": "define",
    "matrices": "matrix",
    "markers": "marker",
    "tracks": "track",
    "cups": "cup",
    "enums": "enum",
    "hooks": "hook",
}

NAMED_BY_THE_ENGINE = ("victory", "winner", "ending")

NAMING_FIELDS = frozenset(
    ("rule", "table", "cup", "marker", "common", "die", "on", "kind", "unless", "parent", "holds")
)


def every_declaration_is_used(model: IndexedModel, problems: Problems) -> None:
    """RW0322: a warning for each, or one note for all of a ruleset that says it is unfinished."""
    index = model.index
    if index.is_fragment():
        return
    used = used_names(index)
    unused = [
        (word, declaration)
        for name, word in WORDS.items()
        for declaration in index.listed(name)
        if declaration["id"] not in used
    ]
    if unused and index.document.get("unfinished"):
        problems.add(errors.unused_so_far(unused, model.manifest.path))
        return
    for word, declaration in unused:
        problems.add(errors.never_used(word, declaration))


def used_names(index: Index) -> frozenset[str]:
    """Every name that play can come to, from the phases and scenarios on."""
    found = index.memo.get("used")
    if found is None:
        found = index.memo["used"] = _used_names(index)
    return found


def _used_names(index: Index) -> frozenset[str]:
    by_id: dict[str, list[Declaration]] = {}
    for name in (*WORDS, "maps"):
        for declaration in index.listed(name):
            by_id.setdefault(declaration["id"], []).append(declaration)
    seen: set[str] = set(NAMED_BY_THE_ENGINE)
    waiting = list(seen)
    roots = [
        d for name in ("phases", "scenarios", "invariants", "pieces", "units", "bots") for d in index.listed(name)
    ]
    fresh: set[str] = set()
    for root in roots:
        collect(root, fresh)
    while True:
        waiting.extend(fresh - seen)
        seen |= fresh
        if not waiting:
            return frozenset(seen)
        fresh = set()
        for id in waiting:
            for declaration in by_id.get(id, ()):
                collect(declaration, fresh)
        waiting = []


def collect(node: Json, found: set[str]) -> None:
    """Add the names that a declaration, a statement or an expression mentions."""
    if isinstance(node, list):
        if len(node) > 1 and isinstance(node[0], str) and isinstance(node[1], str) and node[0] != "text":
            found.add(node[1])
            if node[0] == "opt" or node[0] in ("set", "list", "by", "any"):
                _types(node[1:], found)
        for part in node:
            if isinstance(part, (list, dict)):
                collect(part, found)
        return
    for key, value in node.items():
        if isinstance(value, str):
            if key in NAMING_FIELDS:
                found.add(value)
            elif key in ("type", "returns"):
                found.add(value.rpartition(":")[2])
        elif isinstance(value, dict):
            if key == "locals":
                _types(value.values(), found)
            else:
                collect(value, found)
        elif isinstance(value, list) and value:
            if key == "markers" or key == "actions":
                found.update(value)
            elif key not in ("at", "cites", "notes", "places", "coordinates", "names", "outcomes"):
                collect(value, found)


def _types(types: Iterable[Json], found: set[str]) -> None:
    for type in types:
        if isinstance(type, str):
            found.add(type.rpartition(":")[2])
        elif isinstance(type, list):
            _types(type[1:], found)
