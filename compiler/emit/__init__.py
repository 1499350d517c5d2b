"""CheckedModel → document: options as changes, the hash that names the rules, canonical bytes."""

from __future__ import annotations

import json
from functools import partial

from rulewright.compiler import VERSION
from rulewright.compiler.check import CheckedModel, with_public_choices
from rulewright.compiler.emit.variant import changed_from, changed_rows
from rulewright.compiler.model import Document
from rulewright.schemas.changes import diff
from rulewright.schemas.hashing import played_text, rules_hash

__all__ = ["canonical", "emit"]


def emit(checked: CheckedModel) -> Document:
    """Return the artifact: complete, with its hash (design, section 3 and ruling 9)."""
    model = checked.model
    base = with_public_choices(model.document, checked.public_choices[""])
    document: Document = {
        **base,
        "options": [
            {
                "id": option.id,
                "title": option.title,
                "cites": option.cites,
                "notes": option.notes,
                "at": list(option.at),
                "changes": diff(
                    base, with_public_choices(option.document, checked.public_choices[option.id])
                ),
            }
            for option in model.options
        ],
        "conflicts": [list(pair) for pair in checked.conflicts],
        "provenance": dict(checked.provenance),
        "made_by": f"rulewright {VERSION}",
    }
    if model.base is not None:
        head = model.base["ruleset"]
        document["variant"] = {
            "of": head["id"],
            "title": head["title"],
            "changed": changed_from(model.base, document),
            "rows": changed_rows(model.base, document),
        }
    known = model.known
    text = None if known is None else partial(known.played, work_out=played_text)
    document["rules_hash"] = rules_hash(document, text)
    return document


def canonical(document: Document) -> bytes:
    """The bytes of the artifact: the same rules give the same bytes."""
    text = json.dumps(document, ensure_ascii=False, indent=2, sort_keys=True, allow_nan=False)
    return (text + "\n").encode()
