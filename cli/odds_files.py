"""Odds for other programs: every value with its exact chance, as CSV or JSON."""

from __future__ import annotations

import csv as lines
import json as plain
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.runtime import Program
    from rulewright.runtime.odds import Answer, Case, Distribution
    from rulewright.runtime.odds.sensitivity import Sensitivity


def as_csv(heads: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    found = StringIO()
    writer = lines.writer(found, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows(rows)
    return found.getvalue()


def csv(program: Program, answer: Answer) -> str:
    """One line for each value of each case."""
    del program
    heads = (*answer.columns, "modifiers", "of", "value", "chance", "percent")
    rows = [
        (
            *case.at,
            "" if case.modifiers is None else case.modifiers,
            name,
            label(value),
            chance,
            _percent(chance),
        )
        for case in answer.cases
        for name, label, tally in _tallies(answer, case)
        for value, chance in tally.items()
    ]
    return as_csv(heads, rows)


def json(program: Program, answer: Answer) -> str:
    """The whole answer; a value is also written as views and records write it."""
    cases = [
        {
            "at": dict(zip(answer.columns, case.at, strict=True)),
            "modifiers": case.modifiers,
            "tallies": [
                {
                    "of": name,
                    "sampled": name in case.sampled,
                    "values": _values(program, answer, label, tally),
                    **_spread(tally),
                }
                for name, label, tally in _tallies(answer, case)
            ],
        }
        for case in answer.cases
    ]
    whole = {
        "name": answer.name, "title": answer.title, "given": dict(answer.given), "sampled": answer.sampled, "notes": list(answer.notes),
        "cases": cases,
    }  # fmt: skip
    return plain.dumps(whole, ensure_ascii=False, indent=2) + "\n"


def _tallies(answer: Answer, case: Case) -> list[tuple[str, Any, Distribution]]:
    return [(name, str, tally) for name, tally in case.tallies] or [("result", answer.label, case.results)]


def _values(program: Program, answer: Answer, label: Any, tally: Distribution) -> list[dict[str, Any]]:
    number = program.texts.writer("number")
    return [
        {
            "value": number(value) if label is str else program.texts.json(answer.type, value), "label": label(value),
            "chance": str(chance), "percent": _percent(chance),
        }
        for value, chance in tally.items()
    ]  # fmt: skip


def _spread(tally: Distribution) -> dict[str, Any]:
    if not tally.is_numeric:
        return {}
    return {
        "mean": str(tally.mean),
        "deviation": round(tally.deviation, 6),
        "half": str(tally.quantile("1/2")),
    }


def _percent(chance: Any) -> float:
    return round(float(100 * chance), 6)


def moves_csv(found: Sensitivity) -> str:
    heads = ("modifier", "before", "after", "total", "result", "change", "points")
    rows = [
        (move.modifier, move.before, move.after, move.total, found.label(value), change, _percent(change))
        for move in found.moves
        for value, change in move.changes
    ]
    return as_csv(heads, rows)


def moves_json(found: Sensitivity) -> str:
    moves = [
        {
            "modifier": move.modifier, "before": move.before, "after": move.after, "total": move.total,
            "changes": [{"result": found.label(value), "change": str(change), "points": _percent(change)} for value, change in move.changes],
        }
        for move in found.moves
    ]  # fmt: skip
    results = [
        {"result": found.label(value), "chance": str(chance), "percent": _percent(chance)}
        for value, chance in found.results.items()
    ]
    whole = {
        "name": found.name, "title": found.title, "given": dict(found.given), "taken": dict(found.taken), "total": found.modifiers,
        "results": results, "moves": moves,
    }  # fmt: skip
    return plain.dumps(whole, ensure_ascii=False, indent=2) + "\n"
