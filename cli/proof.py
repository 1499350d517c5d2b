"""A proof copy: the sheets of a ruleset, with a mark at each row that nothing that was played came by."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.cli.aids import write_sheets
from rulewright.cli.sheets import Press, look_of
from rulewright.compiler.aids.formats import FORMATS
from rulewright.compiler.aids.formats.look import Look
from rulewright.compiler.aids.sheets.notes import UNREACHED
from rulewright.runtime.link.condition import OTHERWISE
from rulewright.schemas.walking import objects

if TYPE_CHECKING:
    from rulewright.cli.plugins import Plugins
    from rulewright.runtime.coverage import Part

Document = dict[str, Any]


def write_proof(
    document: Document, parts: Sequence[Part], played: str, plugins: Plugins, own: Path | None, folder: Path
) -> None:
    """Write all sheets as HTML, marked. played: in words; own: the folder of the ruleset, for its theme."""
    marked = proof_of(document, parts, f"never reached by {played}")
    look = look_of(own, Look(paper="a4", ink_saving=False))
    write_sheets(Press(marked, plugins), look, {"html": FORMATS["html"]}, (), folder, "--proof")


def proof_of(document: Document, parts: Sequence[Part], said: str) -> Document:
    """Return the document with a note at each row, modifier and case that was not reached."""
    found: Document = json.loads(json.dumps(document))
    found["ruleset"]["version"] += ", proof copy"
    missed = {part.at for part in parts if not part.reached and part.kind in ("row", "modifier", "case")}
    missed -= {part.at for part in parts if part.reached}
    note = {"kind": UNREACHED, "text": said}
    for row in objects([found["tables"], found["defines"]]):
        # A row, a natural roll or a modifier.
        if ("keys" in row or "amount" in row) and tuple(row.get("at") or ()) in missed:
            row["notes"] = [*row.get("notes", ()), note]
    cases = {(part.owner, part.label) for part in parts if part.kind == "case" and not part.reached}
    for define in found["defines"]:
        _mark_cases(define, cases, note)
    return found


def _mark_cases(define: Document, missed: set[tuple[str, str]], note: Mapping[str, str]) -> None:
    """Mark the conditions of a define, of which the outermost stand on paper."""
    value = define["value"]
    if not isinstance(value, list) or value[:1] != ["cond"]:
        return
    labels = [*(f"if {number}" for number in range(1, len(value[1]) + 1)), OTHERWISE]
    arms = define.get("arms") or [{"at": define["at"]} for _ in labels]
    define["arms"] = [
        {**arm, "notes": [*arm.get("notes", ()), note]}
        if (f"define {define['id']}", label) in missed
        else arm
        for arm, label in zip(arms, labels, strict=True)
    ]
