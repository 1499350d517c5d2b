"""From the place where the tokens stop making sense to a sentence that helps.

Each mistake has a name, a snippet that shows it, and a function that recognises it. They are asked in
order; what none of them knows becomes RW0101.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.compiler.diagnostics import Diagnostic
from rulewright.compiler.parse import errors, phrases
from rulewright.compiler.parse.build_expression import ExpressionBuilder
from rulewright.compiler.parse.lines import LAYOUT
from rulewright.compiler.parse.machine import Fault, Machine, Token
from rulewright.compiler.parse.scene import Scene
from rulewright.compiler.record import Record
from rulewright.compiler.suggest import distance, nearest

JOINING = phrases.kinds(
    "to from with in by of and or not has where else as if times then for each seen may chooses takes"
)
DECLARATIONS = phrases.kinds(
    "ruleset include enum piece roster marker cup track map matrix table define rule action phase scenario "
    "hook invariant example bot aid variant"
)
STATEMENTS = phrases.kinds(
    "let set add remove mark move do next end reveal tell draw roll require if else for repeat on "
    "simultaneously"
)
FOREIGN_WORDS = {
    "while": "a loop is `repeat`; leave it with `end repeat`",
    "loop": "a loop is `repeat`; leave it with `end repeat`",
    "break": "leave a loop with `end repeat`, or `end` and the name after `for each`",
    "continue": "go on with `next` and the name after `for each`",
    "return": "leave a rule with `end` and its name; a value is made by a `define`",
    "def": "write `rule` for what is done, `define` for what is worked out",
    "function": "write `rule` for what is done, `define` for what is worked out",
    "var": "write `let`",
    "print": "write `tell SIDE \"…\"`",
    "call": "write `do`",
    "switch": "write `on`",
    "case": "write `on`",
    "place": "write `move … to …`, for a marker `mark … with …`",
    "flip": "write `mark … with …` and the other face",
    "subtract": "write `remove … from …`",
    "increase": "write `add … to …`",
    "decrease": "write `remove … from …`",
}  # fmt: skip


Find = Callable[[Scene], Diagnostic | None]


class Mistake(Record, frozen=True):
    """One mistake people make: a snippet that shows it, and how it is recognised."""

    name: str
    snippet: str
    find: Find


def explain(
    fault: Fault,
    tokens: Sequence[Token],
    machine: Machine,
    builder: ExpressionBuilder,
    problems: errors.Findings,
    inside: str = "",
) -> None:
    """Add the one diagnostic that fits a syntax error best; `inside` is "cell" or "text" for a part."""
    scene = Scene(fault, tokens, machine, builder.file)
    for mistake in MISTAKES:
        found = mistake.find(scene)
        if found is not None:
            problems.add(found)
            return
    problems.add(_general(scene, inside))


def _general(scene: Scene, inside: str) -> Diagnostic:
    found = phrases.found(scene.kind, scene.text, inside)
    after = ""
    if scene.index > scene.first:
        begin = max(scene.first, scene.index - 3)
        while begin > scene.first and scene.word(begin) in (".", "(", ")", ","):
            begin -= 1
        after = f"`{scene.written(begin, scene.index - 1)}`"
    help = _hint(scene)
    expected = phrases.expected(scene.expected, scene.spelling)
    return errors.unexpected(scene.span(), found, after, expected, help)


def _hint(scene: Scene) -> str:
    """Return one way out for a fault that no mistake fits, or ""."""
    if scene.is_first and scene.text in DECLARATIONS and scene.column > 1:
        return "declarations begin in the first column"
    if scene.is_first and scene.text == "else":
        return "`else` begins below the `if`, or the decision, to which it belongs"
    if scene.kind == "COLON" and "CHOOSES" in scene.expected:
        return "arms stand below their `roll` or `on`, indented"
    if scene.text in STATEMENTS and scene.opening in ("if", "for", "repeat", "else"):
        return "what is to be done stands on the next line, indented"
    if scene.text in JOINING and scene.expected == {"NAME"}:
        return f"`{scene.text}` is a word of the language and cannot be a name"
    if scene.expected == {"STRING"} and scene.word(scene.index - 2) == "may":
        return f'an offer says what is offered: `may {scene.word(scene.index - 1)} "…"`'
    if scene.kind == "CITE" and "LPAR" in scene.expected:
        return "sets and lists stand in parentheses: `(A1, A2)`"
    if scene.kind == "COMMA" and "PLUS" in scene.expected:
        return "several together stand in parentheses: `(a, b)`"
    if scene.kind == "NAME" or scene.text in scene.words:
        near = nearest(scene.text, scene.expected_words, limit=1)
        if not near and "CHOOSES" in scene.expected and _is_like_chooses(scene.text):
            near = ["chooses"]
        return f"did you mean `{near[0]}`?" if near else ""
    return ""


def _is_like_chooses(word: str) -> bool:
    return distance(word, "chooses") <= 2


# ---------------------------------------------------------------- brackets and layout


def _open_parenthesis(scene: Scene) -> Diagnostic | None:
    opened = scene.open_bracket()
    if opened is None or (scene.kind not in LAYOUT and scene.tokens[opened][2] == scene.line):
        return None
    return errors.open_parenthesis(scene.span(opened))


def _lone_parenthesis(scene: Scene) -> Diagnostic | None:
    if scene.kind == "RPAR" and scene.open_bracket() is None:
        return errors.lone_parenthesis(scene.span())
    return None


def _needless_indent(scene: Scene) -> Diagnostic | None:
    if scene.kind != "INDENT":
        return None
    return errors.needless_indent((scene.file, scene.line, 1, max(1, scene.column - 1)))


def _missing_block(scene: Scene) -> Diagnostic | None:
    if "INDENT" not in scene.expected or (scene.kind not in LAYOUT and not scene.is_first):
        return None
    if scene.expected - {"INDENT"} and not (scene.kind == "$END" or scene.kind == "DEDENT"):
        return None
    last = scene.index - 2  # the token before the end of the line above
    first = last
    while first > 0 and scene.tokens[first - 1][0] not in LAYOUT:
        first -= 1
    if last < 0 or scene.tokens[last][0] in LAYOUT:
        return None
    return errors.missing_block(f"`{scene.word(first)}`", scene.span(first, last))


# ---------------------------------------------------------------- words of the future, words of others


def _for_later(scene: Scene) -> Diagnostic | None:
    if scene.opening in ("automaton", "answer") and scene.index - scene.first <= 1:
        return errors.for_later(scene.opening, scene.span(scene.first))
    if scene.text == "after" and scene.word(scene.index + 1) == "roll":
        last = scene.index + (2 if scene.word(scene.index + 2) == "of" else 1)
        return errors.for_later(scene.written(scene.index, last), scene.span(scene.index, last))
    return None


def _option(scene: Scene) -> Diagnostic | None:
    if scene.opening != "option" or scene.index - scene.first > 1:
        return None
    name = scene.first + 1
    known = scene.tokens[name][0] == "NAME" if name < len(scene.tokens) else False
    return errors.option(scene.word(name) if known else "", scene.span(scene.first))


def _else_if(scene: Scene) -> Diagnostic | None:
    if scene.opening in ("elif", "elsif", "elseif", "else_if") and scene.index - scene.first <= 1:
        return errors.else_if(scene.opening, scene.span(scene.first))
    return None


def _for_each(scene: Scene) -> Diagnostic | None:
    if "EACH" in scene.expected and scene.word(scene.index - 1) == "for":
        return errors.for_each(scene.text if scene.kind == "NAME" else "NAME", scene.span())
    return None


def _needless_end(scene: Scene) -> Diagnostic | None:
    if scene.word(scene.index - 1) == "end" and scene.text in ("if", "for", "on", "else", "simultaneously"):
        words = f"end {scene.text}"
        return errors.needless_end(words, scene.span(scene.index - 1, scene.index))
    if scene.opening.startswith("end") and scene.opening[3:] in _ENDED and scene.index - scene.first <= 1:
        return errors.needless_end(scene.opening, scene.span(scene.first))
    return None


_ENDED = phrases.kinds("if for on repeat rule while table phase")


# ---------------------------------------------------------------- signs


def _assignment(scene: Scene) -> Diagnostic | None:
    following = scene.word(scene.index + 1)
    is_target = "CHOOSES" in scene.expected or (scene.opening == "set" and "TO" in scene.expected)
    if not is_target or not (scene.text == "=" or (scene.text in ("+", "-", ":") and following == "=")):
        return None
    sign = scene.text if scene.text == "=" else f"{scene.text}="
    begin = scene.first + (scene.opening == "set")
    last = scene.index + len(sign) - 1
    value = scene.index + len(sign)
    end = value
    while scene.word(end + 1) and scene.tokens[end + 1][0] not in ("CITE", "ASSUMED", "RULING"):
        end += 1
    target = scene.written(begin, scene.index - 1)
    return errors.assignment(target, sign, scene.written(value, end) or "…", scene.span(scene.index, last))


def _other_spelling(scene: Scene) -> Diagnostic | None:
    before = scene.word(scene.index - 1)
    pair = before + scene.text
    if pair in _FOREIGN_PAIRS:
        return errors.other_spelling(pair, _FOREIGN_PAIRS[pair], scene.span(scene.index - 1, scene.index))
    if scene.kind == "NAME" and scene.text in _FOREIGN_OPERATORS and "EQUALS" in scene.expected:
        return errors.other_spelling(scene.text, _FOREIGN_OPERATORS[scene.text], scene.span())
    return None


_FOREIGN_PAIRS = {"==": "=", "<>": "!=", "//": "#", "=>": ">=", "=<": "<=", "**": "x * x"}
_FOREIGN_OPERATORS = {"is": "=", "equals": "=", "contains": "in"}


def _needless_colon(scene: Scene) -> Diagnostic | None:
    if scene.kind == "NAME" and scene.text == "then" and scene.opening in ("if", "else"):
        return errors.needless_then(scene.span())
    if scene.kind != "COLON" or "NEWLINE" not in scene.expected:
        return None
    return errors.needless_colon(scene.opening, scene.span())


def _missing_colon(scene: Scene) -> Diagnostic | None:
    if "COLON" not in scene.expected or scene.index == scene.first or scene.kind in ("COLON", "INDENT"):
        return None
    if "NEWLINE" in scene.expected:
        line = range(scene.index, len(scene.tokens))
        rest = [scene.tokens[at][0] for at in line if scene.tokens[at][2] == scene.line]
        if "ARROW" not in rest or scene.kind == "ARROW":
            return None
    is_parameter = scene.open_bracket() is not None and scene.opening in DECLARATIONS
    help = f"a parameter has a type: `{scene.word(scene.index - 1)}: number`" if is_parameter else ""
    return errors.missing_colon(f"`{scene.written(scene.first, scene.index - 1)}`", scene.span(), help)


def _of_after_call(scene: Scene) -> Diagnostic | None:
    if scene.kind == "OF" and scene.word(scene.index - 1) == ")":
        return errors.of_after_call(scene.span())
    return None


def _inline_if(scene: Scene) -> Diagnostic | None:
    if scene.kind == "IF" and scene.index > scene.first and "STAR" in scene.expected:
        return errors.inline_if(scene.span())
    return None


# ---------------------------------------------------------------- words


def _reserved(scene: Scene) -> Diagnostic | None:
    if scene.text not in scene.words or "NAME" not in scene.expected or scene.is_first:
        return None
    if scene.text in JOINING and not _is_used_as_name(scene):
        return None  # a name or a value is missing before the word
    if scene.tokens[scene.index - 1][0] == "NUMBER" and "NEWLINE" in scene.expected:
        return None  # it is no unit of a quantity either
    if nearest(scene.text, scene.expected_words, limit=1):
        return None
    return errors.reserved(scene.text, scene.span())


def _is_used_as_name(scene: Scene) -> bool:
    following = scene.tokens[scene.index + 1][0] if scene.index + 1 < len(scene.tokens) else ""
    return scene.word(scene.index - 1) == "." or following in ("COLON", "COMMA", "RPAR", "DOT", "EQUALS")


def _unknown_word(scene: Scene) -> Diagnostic | None:
    """A word that begins no line here, or a line that was read as a side's decision and is none."""
    opening = scene.opening
    if scene.tokens[scene.first][0] != "NAME":
        return None
    hint = FOREIGN_WORDS.get(opening, "")
    if scene.is_first:
        what = "a declaration" if scene.column == 1 else "a line here"
        words = [word for word in scene.expected_words if word not in ("assumed", "ruling")]
        return errors.unknown_word(opening, what, words, scene.span(), hint)
    if "CHOOSES" not in scene.expected:
        return None
    near = nearest(opening, sorted(STATEMENTS), limit=1)
    if not hint and not near and scene.kind != "NAME" and scene.kind != "NUMBER":
        return None
    if not near and (nearest(scene.text, scene.expected_words, limit=1) or _is_like_chooses(scene.text)):
        return None
    return errors.unknown_word(opening, "a statement", STATEMENTS, scene.span(scene.first), hint)


MISTAKES: tuple[Mistake, ...] = (
    Mistake("word for later", "automaton german\n  take: pass", _for_later),
    Mistake("option", 'option fog "Fog"\n  set weather.start to 2', _option),
    Mistake("elif", "rule r\n  if a\n    do x\n  elif b\n    do y", _else_if),
    Mistake("for without each", "rule r\n  for ship in ships\n    remove ship", _for_each),
    Mistake("end of a block", "rule r\n  if a\n    do x\n  end if", _needless_end),
    Mistake("unclosed parenthesis", "define f = (a + b", _open_parenthesis),
    Mistake("lone parenthesis", "define f = a + b)", _lone_parenthesis),
    Mistake("needless indentation", "rule r\n  do x\n    do y", _needless_indent),
    Mistake("missing block", "rule r\n  if a\n  do x", _missing_block),
    Mistake("assignment", "rule r\n  turn += 1", _assignment),
    Mistake("double equals", "define f = a == b", _other_spelling),
    Mistake("colon at the end", "rule r\n  if a:\n    do x", _needless_colon),
    Mistake("of after a call", "define f = crew(u) of german", _of_after_call),
    Mistake("conditional expression", "define f = 1 if a else 2", _inline_if),
    Mistake("missing colon", "enum hour dusk, dawn", _missing_colon),
    Mistake("misspelt word", "rule r\n  mvoe ship to A1", _unknown_word),
    Mistake("reserved word as a name", "rule table\n  do x", _reserved),
)
