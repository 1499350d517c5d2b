"""What a schema cannot say: every name is declared once, every jump lands, nothing runs in a ring.

The document has its schema's shape already.
"""

from __future__ import annotations

from contextlib import suppress

from rulewright.runtime.integrity.declaration import Declarations
from rulewright.runtime.integrity.declared import Document, names_of
from rulewright.runtime.integrity.findings import Enough, Finding, Findings

__all__ = ["Finding", "findings_of"]


def findings_of(document: Document) -> list[Finding]:
    """Return what is wrong with `document`, the first few; [] if it holds together."""
    findings = Findings(document["files"])
    with suppress(Enough):
        Declarations(document, names_of(document), findings).check()
    return list(findings.found)
