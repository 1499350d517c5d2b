"""All that has odds in a ruleset."""

from __future__ import annotations

from rulewright.runtime.link.names import Json
from rulewright.runtime.link.program import Program
from rulewright.runtime.odds.rule import rolling

__all__ = ["cups", "names", "rolling", "tables"]


def tables(program: Program) -> dict[str, Json]:
    """Return the tables that are rolled on; those that only hold modifiers for others are not."""
    return {
        json["id"]: json
        for json in program.document["tables"]
        if json["roll"] is not None and (json["result"] is not None or json["threshold"] is not None or json["naturals"])
    }


def cups(program: Program) -> dict[str, Json]:
    return {json["id"]: json for json in program.document["cups"]}


def names(program: Program) -> list[str]:
    return [*tables(program), *rolling(program), *cups(program)]
