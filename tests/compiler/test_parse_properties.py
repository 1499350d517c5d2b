"""Whatever is written, the parser answers with a tree and diagnostics, and soon."""

import gc

from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.compiler.diagnostics import Problems
from rulewright.compiler.parse import parse
from rulewright.compiler.parse.tables import load_tables
from rulewright.compiler.source import SourceFile

from .parse_sample import SAMPLE

WORDS = [*load_tables().words, *load_tables().signs]
ODD = [
    "|",
    '"',
    "“",
    "\t",
    "\u00a0",
    "{",
    "}",
    "[",
    "]",
    "[7]",
    '"{x}"',
    '"{"',
    "#",
    "##",
    "!",
    ";",
    "2d6",
    "1.5",
    "é",
]
TOKENS = st.sampled_from(
    [*WORDS, *WORDS, *ODD, "x", "ships", "3", '"Title"', "  ", "\n", "\n  ", "\n    ", "\n  | "]
)
PIECES = SAMPLE.replace("(", " ( ").replace(")", " ) ").split(" ")


def read(text: str) -> list[str]:
    """Parse `text` and return the codes of what is wrong; everything wrong has a place in the text."""
    source = SourceFile("soup.rules", text)
    problems = Problems()
    tree = parse([source], problems)
    for d in problems.sorted():
        if d.span is not None:
            file, line, column, width = d.span
            assert file == 0 and 1 <= line <= len(source.lines) and column >= 1 and width >= 1
            assert column <= len(source.lines[line - 1]) + 1
            assert d.message
    for node in tree.declarations:
        assert 1 <= node.at[1] <= len(source.lines)
    return [d.code for d in problems.sorted()]


@given(st.lists(TOKENS, max_size=60))
@settings(max_examples=400, deadline=None)
def test_a_soup_of_words_is_refused_in_words(tokens: list[str]) -> None:
    read(" ".join(tokens))


@given(st.text(max_size=200))
@settings(max_examples=200, deadline=None)
def test_any_text_is_answered(text: str) -> None:
    read(text)


@given(st.integers(0, len(PIECES)), st.integers(0, len(PIECES)), TOKENS)
@settings(max_examples=300, deadline=None)
def test_a_text_with_a_hole_or_a_word_too_many_is_answered(begin: int, end: int, word: str) -> None:
    begin, end = min(begin, end), min(max(begin, end), begin + 5)
    read(" ".join([*PIECES[:begin], word, *PIECES[end:]]))


@given(st.integers(0, len(SAMPLE)))
@settings(max_examples=200, deadline=None)
def test_a_text_that_breaks_off_is_answered(end: int) -> None:
    read(SAMPLE[:end])


def test_the_sample_is_healthy() -> None:
    assert read(SAMPLE) == []


def test_the_garbage_collector_is_as_it_was() -> None:
    assert gc.isenabled()
    read(SAMPLE)
    assert gc.isenabled()
    gc.disable()
    try:
        read("rule r\n  do (")
        assert not gc.isenabled()
    finally:
        gc.enable()
