"""Sheets to paper: PDF by typst beside WeasyPrint on the same content, and all sheets of a game as HTML and SVG.

The document is ten pages of Rheinübung's charts: all its tables and matrices, in one column. In a warm process typst keeps what
it has laid out: the same sheet again, which is what the target is about, costs little; `one table changed` is what somebody does who
edits rules; `all words changed` has a sign more in every run of words, so that nothing of it is known.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from dataclasses import fields, is_dataclass, replace
from itertools import cycle
from pathlib import Path
from typing import Any

from benchmarks import measuring
from rulewright.compiler.aids import digest, errors, registry
from rulewright.compiler.aids.context import Context
from rulewright.compiler.aids.formats import FORMATS, Look, html
from rulewright.compiler.aids.model import Run, Sheet
from rulewright.compiler.aids.parts import KINDS, Part

ARTIFACT = Path(__file__).parent.parent / "generated" / "rheinuebung" / "ruleset.json"
TWO_PAGES = 3  # so many sections of it
OURS = """
import json, pathlib, sys
from benchmarks.bench_aids import charts
from rulewright.compiler.aids import digest
from rulewright.compiler.aids.formats import FORMATS, Look
document = json.loads(pathlib.Path(sys.argv[1]).read_bytes())
sheet = charts(document)
(pathlib.Path(sys.argv[2]) / "typst.pdf").write_bytes(FORMATS["pdf"](sheet, digest.imprint_of(document, sheet), Look())["charts.pdf"])
"""
THEIRS = """
import sys, weasyprint
weasyprint.HTML(sys.argv[1]).write_pdf(sys.argv[2] + "/weasyprint.pdf")
"""


def charts(document: dict[str, Any]) -> Sheet:
    """All charts of a game, in one column."""
    context = Context(document)
    sections = []
    for kind in ("matrices", "tables"):
        part = Part(kind, tuple(KINDS[kind].all(context)))
        sections += registry.parts.sections(context, part, [])
    return Sheet("charts", "Charts", tuple(sections))


def other_words(value: Any, sign: str) -> Any:
    """The same model, with a sign after every run of words."""
    if isinstance(value, Run):
        return replace(value, text=value.text + sign) if value.text else value
    if isinstance(value, tuple):
        return tuple(other_words(one, sign) for one in value)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{one.name: other_words(getattr(value, one.name), sign) for one in fields(value)})
    return value


def main() -> None:
    import weasyprint

    document = json.loads(ARTIFACT.read_bytes())
    sheet = charts(document)
    imprint = digest.imprint_of(document, sheet)
    look = Look()
    page = html.rendered(sheet, imprint, look)
    signs = "abcdefghijklmnopqrst"
    others = cycle([other_words(sheet, sign) for sign in signs])
    edited = cycle(
        [replace(sheet, sections=(*other_words(sheet.sections[:1], sign), *sheet.sections[1:])) for sign in signs]
    )
    print(f"typst: {_pages(FORMATS['pdf'](sheet, imprint, look)['charts.pdf'])} pages; ", end="")
    print(f"WeasyPrint: {_pages(weasyprint.HTML(string=page).write_pdf())} pages")
    figures = measuring.in_process(
        {
            "WeasyPrint": lambda: weasyprint.HTML(string=page).write_pdf(),
            "typst": lambda: FORMATS["pdf"](sheet, imprint, look),
            "typst, one table changed": lambda: FORMATS["pdf"](next(edited), imprint, look),
            "typst, all words changed": lambda: FORMATS["pdf"](next(others), imprint, look),
        },
        rounds=5,
    )
    measuring.show("ten pages to PDF, warm process", figures, "WeasyPrint", unit="ms", target="0.05")

    with tempfile.TemporaryDirectory() as folder:
        written = Path(folder) / "charts.html"
        written.write_text(page, encoding="utf-8")
        commands = measuring.commands(
            {
                "WeasyPrint": [sys.executable, "-c", THEIRS, str(written), folder],
                "typst, from the artifact": [sys.executable, "-c", OURS, str(ARTIFACT), folder],
            },
            rounds=3,
        )
        if not (Path(folder) / "typst.pdf").exists() or not (Path(folder) / "weasyprint.pdf").exists():
            raise SystemExit("a command failed")
    measuring.show("ten pages to PDF, whole command", commands, "WeasyPrint", unit="s", target="0.125")

    two = _two_pages(page)
    all_sheets = measuring.in_process(
        {
            "WeasyPrint, two pages": lambda: weasyprint.HTML(string=two).write_pdf(),
            "all sheets as HTML and SVG": lambda: _all(document),
        },
        rounds=5,
    )
    print(f"two pages: {_pages(weasyprint.HTML(string=two).write_pdf())}; sheets: {len(_all(document))} files")
    measuring.show("all sheets of Rheinübung, artifact loaded", all_sheets, "WeasyPrint, two pages", unit="ms", target="1")


def _all(document: dict[str, Any]) -> list[str]:
    """Names of all files; sheets are built from the artifact each time."""
    names: list[str] = []
    for _, sheet in registry.built(Context(document), registry.plans_of(document)):
        if isinstance(sheet, errors.AidError):
            raise sheet
        imprint = digest.imprint_of(document, sheet)
        for format in ("html", "svg"):
            names += FORMATS[format](sheet, imprint, Look())
    return names


def _two_pages(page: str) -> str:
    """The page with its first sections only."""
    sections = re.split(r"(?=<section)", page)
    tail = page[page.rindex("</section>") + len("</section>") :]
    return "".join(sections[: 1 + TWO_PAGES]) + tail


def _pages(pdf: bytes) -> int:
    import io

    import pikepdf

    with pikepdf.open(io.BytesIO(pdf)) as opened:
        return len(opened.pages)


if __name__ == "__main__":
    main()
