"""Documents made by hand or from text, and what is found wrong with them."""

from __future__ import annotations

import re
from itertools import count
from pathlib import Path
from typing import Any

from rulewright.compiler import reading
from rulewright.compiler.check import check
from rulewright.compiler.check.promises import CheckedModel
from rulewright.compiler.diagnostics import Diagnostic, Problems
from rulewright.compiler.manifest import Manifest
from rulewright.compiler.model import Model, OptionModel
from rulewright.compiler.resolve import resolve

Json = Any

LINES = count(1)

LISTS = (
    *("enums", "pieces", "units", "markers", "cups", "tracks", "maps", "matrices", "tables", "defines"),
    *("rules", "actions", "phases", "scenarios", "hooks", "invariants", "examples", "aids"),
)


def at() -> list[int]:
    """A place of its own for each node, so that no two problems are the same."""
    return [0, next(LINES), 1, 1]


def named(id: str, **fields: Json) -> Json:
    return {"id": id, "title": "", "at": at(), **fields}


def document(**lists: Json) -> Json:
    made: dict[str, Json] = {
        "format": "rulewright.ruleset",
        "version": 1,
        "ruleset": {"id": "t", "title": "T", "sides": [{"id": "a"}, {"id": "b"}], "choices": "hidden"},
        "files": ["t.rules"],
        "dice": {"d6": [1, 6], "d10": [0, 9]},
        "sections": [],
        "unfinished": [],
        **{name: [] for name in LISTS},
    }
    return {**made, **lists}


def model(document: Json, options: tuple[OptionModel, ...] = ()) -> Model:
    return Model(Manifest(ruleset="t", sources=("t.rules",)), document, options)


def judged(document: Json, options: tuple[OptionModel, ...] = ()) -> tuple[CheckedModel, list[Diagnostic]]:
    problems = Problems()
    checked = check(model(document, options), problems)
    return checked, problems.sorted()


def found(document: Json) -> list[str]:
    """The problems of a document, as `code: message`."""
    return [f"{d.code}: {d.message}" for d in judged(document)[1]]


# ---------------------------------------------------------------- tables


def key(text: str | int | None) -> Json:
    """`3`, `..3`, `4..`, `1..3`, `otherwise`, or a name as it is."""
    if not isinstance(text, str):
        return {"is": text}
    if text == "otherwise":
        return {"otherwise": True}
    if ".." in text:
        lo, hi = text.split("..")
        return {"from": int(lo) if lo else None, "to": int(hi) if hi else None}
    return {"is": int(text)}


def row(keys: Json, *cells: Json, **more: Json) -> Json:
    listed = keys if isinstance(keys, list) else [key(keys)]
    return {"keys": listed, "cells": list(cells), "at": at(), **more}


def d6(count: int = 1) -> Json:
    return {"dice": {"count": count, "die": "d6", "keep": None}}


def drm(id: str, amount: Json, when: Json = None) -> Json:
    return {"id": id, "title": id, "at": at(), "amount": amount, "when": when}


def table(id: str, rows: Json = (), **more: Json) -> Json:
    """A table of one d6 whose rows give outcomes, or numbers if the cells are numbers."""
    numeric = any(isinstance(cell, int) for one in rows for cell in one["cells"])
    fields: dict[str, Json] = {
        "params": [],
        "locals": {},
        "roll": d6(),
        "drms": [],
        "naturals": [],
        "threshold": None,
        "dummies": None,
        "result": {"by": None, "columns": [], "rows": list(rows)},
        "result_type": "number" if numeric else "outcome",
        "outcomes": sorted(
            {name for one in rows for cell in one["cells"] if not isinstance(cell, int) for name, _ in cell}
        ),
    }
    return named(id, **{**fields, **more})


def bag(name: str, count: int = 1) -> Json:
    return [[name, count]]


# ---------------------------------------------------------------- from text

HEADER = 'ruleset t "T"\n  sides: a, b\n  d6: 1..6\n  d10: 0..9\n'


def resolved(text: str, manifest: Manifest | None = None) -> Model:
    """The model of a text of rules, before it is judged."""
    problems = Problems()
    has_its_own_head = re.search(r"^ruleset ", text, re.MULTILINE)
    source = reading.source_of("t.rules", (text if has_its_own_head else HEADER + text).encode(), problems)
    tree = problems.gate(reading.parsed([source], problems, None))
    given = manifest or Manifest(ruleset="t", sources=("t.rules",), is_inferred=True)
    return problems.gate(resolve(tree, given, ["t.rules"], problems, {}))


def of_folder(folder: Path) -> Model:
    """The model of a ruleset that lies in a folder."""
    problems = Problems()
    manifest = reading.manifest_of(folder, problems)
    sources = reading.read_sources(folder, manifest, problems)
    tree = problems.gate(reading.parsed(sources, problems, None))
    return problems.gate(resolve(tree, manifest, [source.path for source in sources], problems, {}))


def told(text: str, manifest: Manifest | None = None) -> list[str]:
    """What is wrong with a text of rules, as `severity code: message`."""
    problems = Problems()
    check(resolved(text, manifest), problems)
    return [f"{d.severity} {d.code}: {d.message}" for d in problems.sorted()]
