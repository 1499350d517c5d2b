"""What is wrong is said where it is, in words of the language; the rest is read all the same."""

import pytest

from rulewright.compiler.diagnostics import Diagnostic, Problems
from rulewright.compiler.parse import parse
from rulewright.compiler.parse.mistakes import MISTAKES, Mistake
from rulewright.compiler.source import SourceFile

from .parse_shown import codes


def found(text: str) -> list[Diagnostic]:
    problems = Problems()
    parse([SourceFile("test.rules", text)], problems)
    return problems.sorted()


CODES = {
    "word for later": "RW0133",
    "option": "RW0132",
    "elif": "RW0125",
    "for without each": "RW0126",
    "end of a block": "RW0135",
    "unclosed parenthesis": "RW0127",
    "lone parenthesis": "RW0127",
    "needless indentation": "RW0134",
    "missing block": "RW0134",
    "assignment": "RW0131",
    "double equals": "RW0124",
    "colon at the end": "RW0123",
    "of after a call": "RW0139",
    "conditional expression": "RW0141",
    "missing colon": "RW0122",
    "misspelt word": "RW0121",
    "reserved word as a name": "RW0120",
}


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_a_mistake_with_a_name_has_its_own_code(mistake: Mistake) -> None:
    assert [d.code for d in found(mistake.snippet)] == [CODES[mistake.name]]


def test_several_mistakes_are_found_in_one_run_and_the_rest_is_read() -> None:
    text = (
        "enum hour dusk\n"
        "enum fine: a\n"
        "rule r\n  if a == b\n    do x\n"
        "table t\n  roll d6\n  result\n    | 1 | a +\n    | 2 | (b |\n    | 3 | c |\n"
        "define f = 1 +\n"
        "rule s\n  do y\n"
    )
    assert codes(text) == [
        (1, "RW0122"), (4, "RW0124"), (9, "RW0117"), (10, "RW0127"), (12, "RW0101"),
    ]  # fmt: skip
    problems = Problems()
    tree = parse([SourceFile("test.rules", text)], problems)
    assert [node.id for node in tree.declarations] == ["fine", "t", "s"]


@pytest.mark.parametrize(
    "text, code, help",
    [
        ("phse p\n  do x", "RW0121", "did you mean `phase`?"),
        ("rule r\n  german choose x from s", "RW0101", "did you mean `chooses`?"),
        ("rule r\n  german chose x from s", "RW0101", "did you mean `chooses`?"),
        ("rule r\n  rebeat\n    do x", "RW0121", "did you mean `repeat` or `reveal`?"),
        ("rule r\n  turn -= 2 + x [3]", "RW0131", "write `remove 2 + x from turn`"),
        ("rule r\n  set s.zone = none", "RW0131", "write `set s.zone to none`"),
        ("rule r\n  s.zone := none", "RW0131", "write `set s.zone to none`"),
        ("rule r\n  set x to [a, b]", "RW0101", "sets and lists stand in parentheses: `(A1, A2)`"),
        ("rule r\n  p chooses x from a, b", "RW0101", "several together stand in parentheses: `(a, b)`"),
        ("rule r\n  table t\n    roll d6", "RW0101", "declarations begin in the first column"),
        ("define f(s) = 1", "RW0122", "a parameter has a type: `s: number`"),
        ("option fog\n  set a to b", "RW0132", 'write `variant optional fog "…"`'),
        ("rule r\n  roll t\n  hit: do x", "RW0101", "arms stand below their `roll` or `on`, indented"),
    ],
)
def test_a_way_out_is_offered(text: str, code: str, help: str) -> None:
    assert [(d.code, d.help) for d in found(text)] == [(code, help)]


@pytest.mark.parametrize(
    "text, message",
    [
        ("rule r\n  move ship hex", "`hex` cannot stand after `move ship`; expected `to`"),
        ("rule r\n  add turn", "the line ends too early after `add turn`; expected `to`"),
        ("define f = a +", "the line ends too early after `= a +`; expected a value"),
        ("rule r\n  for each s ships\n    do x", "`ships` cannot stand after `for each s`; expected `in`"),
        ("rule r\n  german may \"x\"", "a text cannot stand after `german may`; expected `choose`, `take` or a name"),
        ("rule r\n  do x y", "`y` cannot stand after `do x`; expected `(`, the end of the line or a citation"),
        ("7", "`7` cannot stand here; expected a declaration"),
    ],
)  # fmt: skip
def test_what_is_expected_is_said_in_words(text: str, message: str) -> None:
    assert [d.message for d in found(text)] == [message]


def test_messages_name_no_terminals() -> None:
    texts = [mistake.snippet for mistake in MISTAKES]
    for text in texts:
        for end in range(1, len(text)):
            for d in found(text[:end]):
                words = [word.strip("`,;:.()[]") for word in f"{d.message} {d.help}".split()]
                assert not [word for word in words if len(word) > 2 and word.isupper() and word != "NAME"]


@pytest.mark.parametrize(
    "text, code",
    [
        ("define f = " + "(" * 5000, "RW0113"),
        ("define f = " + "(" * 5000 + "a" + ")" * 5000, "RW0113"),
        ("define f = " + "-" * 9000 + "a", "RW0113"),
        ("define f = " + "a + " * 4000 + "a", "RW0113"),
        ("define f = " + "a of " * 3000 + "a", "RW0113"),
        ("define f = a" + ".b" * 3000, "RW0113"),
        ("define f = " + "a where " * 2000 + "b", "RW0113"),
        ("define f = (\n" + "  a +\n" * 5000 + "  b)", "RW0113"),
        ("track t: " + "set of " * 2000 + "hex", "RW0113"),
        ("cup c\n  | " + "-" * 9000 + "a |", "RW0113"),
        ('rule r\n  tell all "{' + "-" * 9000 + 'a}"', "RW0113"),
        ("rule r\n  a chooses x from S\n" + "  else b chooses y from S\n" * 5000, "RW0113"),
        ("rule r\n" + "".join("  " * (i + 1) + "if a\n" for i in range(100)), "RW0113"),
        ("define f = " + "a" * 30000, "RW0115"),
        ("define f = 1" + "0" * 18, "RW0114"),
    ],
)
def test_hostile_text_is_refused_once(text: str, code: str) -> None:
    assert [d.code for d in found(text)] == [code]


def test_long_lists_and_chains_are_no_nesting() -> None:
    assert found("map m\n  x: (" + ", ".join(f"A{i}" for i in range(3000)) + ")") == []
    assert found("rule r\n  if a\n    do x\n" + "  else if b\n    do y\n" * 1000) == []


def test_a_line_of_nonsense_below_a_row_is_one_mistake() -> None:
    assert codes("cup c\n  | a | 1 |\n  ;\n") == [(3, "RW0130")]


def test_nothing_is_made_of_nothing() -> None:
    assert codes("") == codes("\n\n  \n# only a comment\n") == []
