"""Every code that a person may meet is explained."""

import re

from .plan import ROOT, files_of

CODE = re.compile(r"""["'](RW\d{4})["']""")
EXPLAIN = ROOT / "compiler" / "explain"


def codes_in_use() -> dict[str, str]:
    """Return every code that is written in the code of a room, with the file that has it first."""
    found: dict[str, str] = {}
    for room in ("compiler", "runtime", "cli"):
        for file in files_of(room, "*.py"):
            for code in CODE.findall(file.read_text(encoding="utf-8")):
                found.setdefault(code, str(file.relative_to(ROOT)))
    return found


def test_every_code_has_its_page() -> None:
    codes = codes_in_use()
    missing = [f"{code} ({codes[code]})" for code in sorted(codes) if not (EXPLAIN / f"{code}.md").is_file()]
    assert missing == [], f"write compiler/explain/<code>.md for {len(missing)} codes: {', '.join(missing)}"


def test_every_page_explains_a_code_that_exists() -> None:
    codes = codes_in_use()
    orphans = [file.name for file in sorted(EXPLAIN.glob("*.md")) if file.stem not in codes]
    assert orphans == [], "no module reports these codes any more"


def test_a_page_begins_with_its_code() -> None:
    pages = {file: file.read_text(encoding="utf-8") for file in sorted(EXPLAIN.glob("RW*.md"))}
    wrong = [file.name for file, text in pages.items() if not text.startswith(f"# {file.stem}: ")]
    assert wrong == [], "begin each page with `# RW0312: what is wrong in a few words`"
