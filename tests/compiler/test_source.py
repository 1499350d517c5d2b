"""What a file of rules must be before anyone parses it."""

import pytest

from rulewright.compiler.diagnostics import Problems
from rulewright.compiler.source import MAX_SOURCE_BYTES, Cite, SourceFile, decode


def refusal(data: bytes) -> tuple[str, int | None]:
    problems = Problems()
    assert decode("a.rules", data, problems) is None
    (only,) = problems.sorted()
    assert only.severity == "error"
    assert only.path == "a.rules"
    return only.code, only.line


@pytest.mark.parametrize("data", [b"a\nb\n", b"a\r\nb\r\n", b"a\rb\r", b"\xef\xbb\xbfa\nb\n"])
def test_every_editor_s_line_ends_become_plain_line_feeds(data: bytes) -> None:
    problems = Problems()
    assert decode("a.rules", data, problems) == "a\nb\n"
    assert not problems.has_errors


def test_text_that_is_not_utf8_is_refused_with_its_line() -> None:
    assert refusal("title\r\nRheinübung".encode("latin-1")) == ("RW0102", 2)
    assert refusal("title".encode("utf-16")) == ("RW0102", 1)


def test_a_binary_file_is_refused() -> None:
    assert refusal(b"a\nb\0") == ("RW0103", 2)


def test_a_file_may_be_as_large_as_the_limit_and_no_larger() -> None:
    assert decode("a.rules", b"#" * MAX_SOURCE_BYTES, Problems()) is not None
    assert refusal(b"#" * (MAX_SOURCE_BYTES + 1)) == ("RW0104", None)


@pytest.mark.parametrize("data", [b"", b" \n\t\n", b"\xef\xbb\xbf"])
def test_a_blank_file_is_refused(data: bytes) -> None:
    assert refusal(data) == ("RW0105", None)


def test_only_line_feeds_divide_lines() -> None:
    assert SourceFile("a.rules", "a\x0cb\u2028c\nd").lines == ["a\x0cb\u2028c", "d"]


def test_a_citation_reads_as_it_is_written() -> None:
    assert [str(Cite("7.7.2")), str(Cite("10", "example"))] == ["7.7.2", "10, example"]
