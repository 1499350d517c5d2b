"""Every node knows where it was written."""

from rulewright.compiler.diagnostics import Problems
from rulewright.compiler.parse import parse
from rulewright.compiler.parse.nodes import ExprNode
from rulewright.compiler.source import SourceFile, Span

from .parse_shown import declared, only, statement


def marked(text: str, marks: str) -> Span:
    """Return the place in the first line that `^` marks, as a span of line 1."""
    return (0, 1, marks.index("^") + 1, marks.count("^"))


def word(text: str, part: str, line: int = 1, after: str = "") -> Span:
    """Return the place of `part` in a line, the first behind `after`."""
    return (0, line, text.index(part, text.index(after) + len(after)) + 1, len(part))


def walked(node: ExprNode) -> list[tuple[str, Span]]:
    found = [(node.op, node.at)]
    for part in node.args:
        if isinstance(part, ExprNode):
            found += walked(part)
    return found


def test_expressions_are_as_wide_as_their_words() -> None:
    text = "define f = (a + b.c) * g(x, 2 hull) - -d"
    value = only(text).value
    places = dict(walked(value))
    assert places["-"] == marked(text, "           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^")
    assert places["*"] == marked(text, "           ^^^^^^^^^^^^^^^^^^^^^^^^")
    assert places["+"] == marked(text, "           ^^^^^^^^^")
    assert places["dot"] == marked(text, "                ^^^")
    assert places["call"] == marked(text, "                       ^^^^^^^^^^^^")
    assert places["quantity"] == marked(text, "                            ^^^^^^")
    assert places["neg"] == marked(text, "                                      ^^")


def test_a_word_in_parentheses_keeps_its_own_place() -> None:
    text = "define f = (a)"
    assert only(text).value.at == marked(text, "            ^")


def test_sets_and_quantifiers() -> None:
    text = "define f = x and some ships of german where a or b"
    places = dict(walked(only(text).value))
    assert places["some"] == marked(text, "                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^")
    assert places["where"] == marked(text, "                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^")
    assert places["of"] == marked(text, "                      ^^^^^^^^^^^^^^^")


def test_an_expression_on_several_lines_is_marked_on_its_first() -> None:
    value = only("define f = (aa\n  + bb)").value
    assert value.at == (0, 1, 12, 3)
    assert [part.at for part in value.args] == [(0, 1, 13, 2), (0, 2, 5, 2)]


def test_values_in_texts() -> None:
    text = 'invariant "x": told(all, "is {count(s)} in {h}")'
    message = only(text).value.args[2]
    assert message.at == word(text, '"is {count(s)} in {h}"')
    _, count, _, place = message.args
    assert count.at == word(text, "count(s)")
    assert place.at == word(text, "h", after="in {")


def test_rows_and_cells() -> None:
    text = (
        "roster ship\n"
        "  | id   |  name   | guns          | x |\n"
        '  | hood |  "Hood" | CA, 2 hull +e |   | assumed "a"  # why\n'
        '  |hood|  "Hood" | CA, 2 hull +e|-1|\n'
    )
    _, heading, first, second, _ = text.split("\n")
    node = only(text)
    assert node.header_spans == tuple(word(heading, name, line=2) for name in node.header)
    row, again = node.rows
    assert row.at == word(first, first[2 : first.index("  #")], line=3)
    cells = ("hood", '"Hood"', "CA, 2 hull +e", "   ")
    assert row.cell_spans == tuple(word(first, cell, line=3, after="|") for cell in cells)
    assert [alternative.at for alternative in row.cells[2]] == [
        word(first, "CA", line=3), word(first, "2 hull +e", line=3),
    ]  # fmt: skip
    assert row.cells[3][0].at == row.cell_spans[3]
    assert row.tail.notes[0].at == word(first, "assumed", line=3)
    # The second time a cell is met it is not parsed, yet stands in its own place.
    assert [alternative.at for alternative in again.cells[2]] == [
        word(second, "CA", line=4), word(second, "2 hull +e", line=4),
    ]  # fmt: skip
    assert dict(walked(again.cells[2][1]))["quantity"] == word(second, "2 hull", line=4)
    assert again.cells[3][0].at == word(second, "-1", line=4)


def test_statements_are_marked_up_to_the_end_of_their_line() -> None:
    found = statement("if a\n  set x to y + 1   # why\nelse\n  do z")
    assert found.at == (0, 2, 3, 4)
    assert found.arms[0][1][0].at == (0, 3, 5, 14)
    assert found.orelse is not None and found.orelse[0].at == (0, 5, 5, 4)


def test_declarations_are_marked_at_their_name() -> None:
    first, second, third = declared(
        '\n\nrule burn(s: ship)\n  do x\n\ninvariant "x": a\npiece p\n  printed speed: 1..2\n'
    )
    assert first.at == (0, 3, 6, 4)
    assert first.params[0].at == (0, 3, 11, 7)
    assert second.at == (0, 6, 1, 9)
    assert third.attributes[0].at == (0, 8, 11, 5)
    assert third.attributes[0].type.at == (0, 8, 18, 4)


def test_the_end_of_a_line_is_a_place() -> None:
    problems = Problems()
    parse([SourceFile("a.rules", "rule r\n  add turn   # to what\n")], problems)
    assert [d.span for d in problems.sorted()] == [(0, 2, 11, 1)]


def test_files_are_counted_as_the_problems_list_them() -> None:
    first, second = SourceFile("a.rules", "enum a: x"), SourceFile("b.rules", "enum b: y")
    problems = Problems([first, second])
    assert [node.at[0] for node in parse([second], problems).declarations] == [1]
    third = SourceFile("c.rules", "enum c: z\nenum d: |")
    assert [node.at[0] for node in parse([third, first], problems).declarations] == [2, 0]
    assert problems.sources == [first, second, third]
    assert [d.span[0] for d in problems.sorted() if d.span] == [2]
