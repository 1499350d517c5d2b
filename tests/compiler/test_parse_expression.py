"""What belongs together in an expression."""

import pytest

from rulewright.compiler.diagnostics import Problems
from rulewright.compiler.parse import parse_expression_text

from .parse_shown import expression, only, shown


@pytest.mark.parametrize(
    "text, meaning",
    [
        ("a + b * c", "(+ a (* b c))"),
        ("a - b - c", "(- (- a b) c)"),
        ("-a + b", "(+ (neg a) b)"),
        ("a * -b", "(* a (neg b))"),
        ("+3", "(pos 3)"),
        ("(a + b) * c", "(* (+ a b) c)"),
        ("a or b and not c = d", "(or a (and b (not (= c d))))"),
        ("not a in b", "(not (in a b))"),
        ("a not in b", "(not_in a b)"),
        ("a not in b + c", "(not_in a (+ b c))"),
        ("a + 1 <= b - 1", "(<= (+ a 1) (- b 1))"),
        ("x in 2..n - 1", "(in x (range 2 (- n 1)))"),
        ("x in ..4 and y in 13..", "(and (in x (range None 4)) (in y (range 13 None)))"),
        ("a.b.c", "(dot (dot a b) c)"),
        ("a.guns(bow, 1).x", "(dot (dotcall a guns bow 1) x)"),
        ("f()", "(call f)"),
        ("0.5", "1/2"),
    ],
)
def test_arithmetic_and_logic(text: str, meaning: str) -> None:
    assert expression(text) == meaning


@pytest.mark.parametrize(
    "text, meaning",
    [
        # The condition reaches to the end, whatever it holds.
        ("ships where a and b or c", "(where ships (or (and a b) c))"),
        ("ships where a where b", "(where ships (where a b))"),
        ("x in ships where a and b", "(in x (where ships (and a b)))"),
        ("a and some ships where b or c", "(and a (some (where ships (or b c))))"),
        ("count(ships where a, b)", "(call count (where ships a) b)"),
        ("count(ships where a) + 1", "(+ (call count (where ships a)) 1)"),
        # The set before it reaches to the left as far as a sum does.
        ("own + foe where a", "(where (+ own foe) a)"),
        ("ships of german at hex where a", "(where (at (of ships german) hex) a)"),
    ],
)
def test_where_reaches_far_right(text: str, meaning: str) -> None:
    assert expression(text) == meaning


@pytest.mark.parametrize(
    "text, meaning",
    [
        ("some ships at h and a", "(and (some (at ships h)) a)"),
        ("no ships of player at h", "(none_of (at (of ships player) h))"),
        ("no ships where a", "(none_of (where ships a))"),
        ("x = no", "(= x no)"),
        ("no", "no"),
        ("no or a", "(or no a)"),
        ("not some ships", "(not (some ships))"),
        ("no (crew(u) where a)", "(none_of (where (call crew u) a))"),
        ("every crew(u) has fuel > 0 and b", "(every (call crew u) (and (> fuel 0) b))"),
        ("every ships where a has b", "(every (where ships a) b)"),
        ("a and every s has b", "(and a (every s b))"),
    ],
)
def test_quantifiers(text: str, meaning: str) -> None:
    assert expression(text) == meaning


@pytest.mark.parametrize(
    "text, meaning",
    [
        ("pending t.bow > 0", "(> (pending (dot t bow)) 0)"),
        ("min(1, pending t.guns(g)) + 1", "(+ (call min 1 (pending (dotcall t guns g))) 1)"),
        ("er of crew(u)", "(of er (call crew u))"),
        ("class of ships of enemy of p", "(of class (of ships (of enemy p)))"),
        ("sum of a.b + c", "(+ (of sum (dot a b)) c)"),
        ("2 hull", "(quantity 2 hull)"),
        ("2 hull + evasion", "(+ (quantity 2 hull) evasion)"),
        ("2d6", "(dice 2 d6)"),
        ("lowest(2, 3d6)", "(call lowest 2 (dice 3 d6))"),
        ("d10", "(dice 1 d10)"),
        ("(a, b)", "(group a b)"),
        ("(a, b,)", "(group a b)"),
        ("x = ()", "(= x (group))"),
        ("((a), b.c)", "(group a (dot b c))"),
        ("(15, -9..-1)", "(group 15 (range (neg 9) (neg 1)))"),
        ('told(all, "{x} is {{sunk}}")', '(call told all "<x> is {sunk}")'),
    ],
)
def test_things_of_the_game(text: str, meaning: str) -> None:
    assert expression(text) == meaning


@pytest.mark.parametrize(
    "text, meaning",
    [
        ("at != none", "(!= at none)"),
        ("ships at at", "(at ships at)"),
        ("u.at", "(dot u at)"),
        ("at of f at h", "(at (of at f) h)"),
        ("units where at = h", "(where units (= at h))"),
        ("f(at, at)", "(call f at at)"),
    ],
)
def test_at_is_a_name_where_a_name_is_expected_and_joins_elsewhere(text: str, meaning: str) -> None:
    assert expression(text) == meaning


def test_other_words_that_open_lines_are_names_in_expressions() -> None:
    assert expression("can(unit, move) and weather.drm > result") == (
        "(and (call can unit move) (> (dot weather drm) result))"
    )


def test_parentheses_let_a_line_go_on() -> None:
    define = only("define f = (a\n    + b   # why\n  # and\n\n  + c)\n")
    assert shown(define.value) == "(+ (+ a b) c)"


def test_cases_end_with_otherwise() -> None:
    define = only("define f(s: ship): some s where a -> 1, b or c -> x + 1, otherwise -> 2 hull")
    assert shown(define.value) == "(cases [(some (where s a)) 1] [(or b c) (+ x 1)] [None (quantity 2 hull)])"


@pytest.mark.parametrize(
    "text, meaning",
    [
        ("set of hex", "(set hex)"),
        ("list of set of hex", "(list (set hex))"),
        ("hex or path or none", "(either hex path none)"),
        ("force or none by side", "(by (either force none) side)"),
        ("0..40", "(range 0 40)"),
        ("-3..", "(range -3 None)"),
        ("..5", "(range None 5)"),
        ("yes_no", "yes_no"),
    ],
)
def test_types(text: str, meaning: str) -> None:
    assert shown(only(f"track t: {text}").type) == meaning


def test_an_expression_alone_stands_where_it_is_said_to_stand() -> None:
    problems = Problems()
    node = parse_expression_text("speed = fast", problems, file=2, line=7, column=30)
    assert node is not None and node.at == (2, 7, 30, 12) and node.args[1].at == (2, 7, 38, 4)


def test_a_broken_expression_alone_is_a_problem() -> None:
    problems = Problems()
    assert parse_expression_text("speed = ", problems, line=7, column=30) is None
    assert [(d.code, d.span) for d in problems.sorted()] == [("RW0101", (0, 7, 38, 1))]
