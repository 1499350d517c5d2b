"""All that has odds in a ruleset, and what each depends on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rulewright.cli import odds_shown, terminal

if TYPE_CHECKING:
    from rulewright.runtime import Program

FEW = 8
"""Values that are listed."""


def show(program: Program, asked: str, form: str) -> None:
    """Print everything that can be asked for."""
    rows = list(_rows(program))
    if form == "json":
        listed = [
            {"name": name, "kind": kind, "title": title, "depends": dict(depends)}
            for name, kind, title, depends in rows
        ]
        terminal.say(json.dumps(listed, ensure_ascii=False, indent=2))
        return
    if form == "csv":
        from rulewright.cli.odds_files import as_csv

        lines = [
            (name, kind, title, "; ".join(f"{one}: {values}" for one, values in depends))
            for name, kind, title, depends in rows
        ]
        terminal.say(as_csv(("name", "kind", "title", "depends on"), lines), nl=False)
        return
    last = ""
    for name, kind, title, depends in rows:
        if kind != last:
            terminal.say(("" if not last else "\n") + terminal.paint(f"{kind}s", bold=True))
            last = kind
        terminal.say(f"  {terminal.paint(name, bold=True)}" + (f"  {title}" if title else ""))
        for one, values in depends:
            odds_shown.say_wrapped(f"{one}: {values}", indent=6)
    example = next((name for name, kind, _, _ in rows if kind == "table"), "NAME")
    terminal.say(
        f"\n`rulewright odds {asked} {example}` prints one of them; `--given NAME=VALUE …` fixes what it depends on."
    )


def _rows(program: Program) -> Iterator[tuple[str, str, str, list[tuple[str, str]]]]:
    from rulewright.runtime.odds import Page, TableQuery, catalogue, deciding

    for id, table in catalogue.tables(program).items():
        query = TableQuery(Page(program, id), {})
        yield (
            id,
            "table",
            table["title"],
            [(name, _values(query, one)) for name, one in query.page.inputs.items()],
        )
    for id, rule in catalogue.rolling(program).items():
        depends = [(param["name"], _kind(param["type"])) for param in rule["params"]]
        asked = ", ".join(dict.fromkeys(deciding.questions(program, rule)))
        yield id, "rule", rule["title"], [*depends, *([("asks", asked)] if asked else [])]
    for id, cup in catalogue.cups(program).items():
        chits = ", ".join(f"{kind['count']} × {kind['id']}" for kind in cup["kinds"])
        yield id, "cup", cup["title"], [("chits", chits)]


def _kind(kind: Any) -> str:
    """A type in the words of the rules."""
    if isinstance(kind, list):
        inner = ", ".join(map(_kind, kind[1:]))
        return f"{inner} or none" if kind[0] == "opt" else f"{kind[0]} of {inner}"
    return str(kind).rpartition(":")[2]


def _values(query: Any, found: Any) -> str:
    if found.values is None:
        return "any number"
    if (
        len(found.values) > FEW
        and all(type(value) is int for value in found.values)
        and not found.labels
        and found.type == "number"
    ):
        return f"{found.values[0]}..{found.values[-1]}"
    return ", ".join(query.label(found, value) for value in found.values)
