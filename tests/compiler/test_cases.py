"""Every case file of tests/cases: what is expected stands in the line in which it is reported.

    table search "Search" [6.2]
      result
        | 4.. | contact |      #! RW0312: no row for a total of 3

A file holds chunks divided by lines of `---`; a chunk without `#!` must be healthy. What follows `#!` is
taken away before the text is read, so a case may also break strings and comments. Codes of the parser
(RW01…) are judged by the parser alone, all others by the whole compiler.
"""

import re
from pathlib import Path

import pytest

from rulewright.compiler.diagnostics import Diagnostic, Problems
from rulewright.compiler.parse import errors as parse_errors
from rulewright.compiler.parse import parse
from rulewright.compiler.source import SourceFile

CASES = Path(__file__).parents[1] / "cases"
HEADER = 'ruleset t "T"\n  sides: a, b\n  d6: 1..6\n  d10: 0..9\n'
EXPECTED = re.compile(r"[ \t]*#! ?(RW\d{4})(?:: ((?:(?!#!).)*))?$")
HAS_HEADER = re.compile(r"^ruleset ", re.MULTILINE)

Found = tuple[int, str, str]  # line of the chunk, code, message


def chunks(text: str) -> list[str]:
    return re.split(r"^---[ \t]*\n", text, flags=re.MULTILINE)


def expectations(chunk: str) -> tuple[str, list[Found]]:
    """Return the chunk without its `#!` remarks, and what they promise."""
    lines: list[str] = []
    promised: list[Found] = []
    for number, line in enumerate(chunk.split("\n"), 1):
        match = EXPECTED.search(line)
        while match:
            promised.append((number, match.group(1), (match.group(2) or "").strip()))
            line = line[: match.start()]
            match = EXPECTED.search(line)
        lines.append(line)
    return "\n".join(lines), promised


def parsed(text: str) -> list[Diagnostic]:
    problems = Problems()
    parse([SourceFile("case.rules", text)], problems)
    return problems.sorted()


def diagnosed(code: str, text: str) -> list[Diagnostic]:
    if code.startswith("RW01"):
        return parsed(text)
    pipeline = pytest.importorskip("rulewright.compiler.pipeline")
    found: list[Diagnostic] = pipeline.check_text(text)
    return found


def file_id(file: Path) -> str:
    return file.stem


@pytest.mark.parametrize("file", sorted(CASES.glob("RW*.rules")), ids=file_id)
def test_case(file: Path) -> None:
    code = file.stem[:6]
    texts = chunks(file.read_text(encoding="utf-8"))
    promised_codes: set[str] = set()
    for chunk in texts:
        text, promised = expectations(chunk)
        promised_codes |= {expected for _, expected, _ in promised}
        shift = 0
        if not HAS_HEADER.search(text):
            text, shift = HEADER + text, HEADER.count("\n")
        relevant = {code, *promised_codes}
        found = [
            ((d.span[1] - shift) if d.span else 1, d.code, d.message)
            for d in diagnosed(code, text)
            if d.severity == "error" or d.code in relevant
        ]
        # One after the other as they stand in the text; warnings of other codes are not looked at.
        assert [(line, other) for line, other, _ in found] == sorted(
            (line, expected) for line, expected, _ in promised
        ), f"\nin\n{chunk}\nfound\n" + "\n".join(map(str, found))
        for line, expected, words in promised:
            messages = [message for at, code, message in found if (at, code) == (line, expected)]
            assert any(words in message for message in messages), f"{words!r} is not in {messages}"
    assert code in promised_codes, f"no chunk of {file.name} expects {code}"
    assert any("#!" not in chunk for chunk in texts), f"{file.name} has no healthy twin"


def test_every_code_of_the_parser_has_a_case() -> None:
    source = Path(parse_errors.__file__).read_text(encoding="utf-8")
    codes = sorted(set(re.findall(r'"(RW\d{4})"', source)))
    cases = {file.stem[:6] for file in CASES.glob("RW*.rules")}
    assert [code for code in codes if code not in cases] == []
