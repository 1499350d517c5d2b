"""All sentences of this pass: one function per code and case."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.compiler.diagnostics import Diagnostic, Problems
from rulewright.compiler.parse import phrases
from rulewright.compiler.source import Span
from rulewright.compiler.suggest import did_you_mean


class Findings:
    """Hands problems on and counts them, so that a block with one is not kept."""

    def __init__(self, problems: Problems) -> None:
        self.count = 0
        self._problems = problems

    def add(self, diagnostic: Diagnostic) -> None:
        self.count += 1
        self._problems.add(diagnostic)


def unexpected(span: Span, found: str, after: str, expected: str, help: str = "") -> Diagnostic:
    """`found`, `after` and `expected` are words for people: "`to`", "a name"."""
    where = f"after {after}" if after else "here"
    message = f"{found} cannot stand {where}"
    if found == phrases.LINE_END and after:
        message = f"the line ends too early after {after}"
    message += f"; expected {expected}" if expected else ""
    return _error("RW0101", message, span, help, "not expected here")


def title_of_several(span: Span) -> Diagnostic:
    help = "give each attribute with a title a line of its own"
    return _error("RW0119", "a title names one attribute, and there are several on this line", span, help, "a second one")


# ---------------------------------------------------------------- lines


def tab(span: Span) -> Diagnostic:
    help = "indent with two spaces a level; most editors can replace tabs in the whole file"
    return _error("RW0111", "the line is indented with a tab", span, help, "write spaces")


def uneven_indent(span: Span) -> Diagnostic:
    help = "let it begin below one of the lines above"
    return _error("RW0112", "the line begins below no line above", span, help, "its block has ended above")


def orphan(span: Span) -> Diagnostic:
    help = "take away the spaces before it"
    return _error("RW0112", "a declaration begins in the first column", span, help, "it belongs to none")


def deep_indent(span: Span, most: int) -> Diagnostic:
    help = "move inner lines to a rule of their own"
    return _error("RW0113", f"lines are nested more than {most} levels deep", span, help)


def deep_brackets(span: Span, most: int) -> Diagnostic:
    help = "give an inner part a name with `define`"
    return _error("RW0113", f"parentheses are nested more than {most} levels deep", span, help)


def deep_tree(span: Span, most: int) -> Diagnostic:
    help = "divide it, and give the parts names with `define` or `rule`"
    return _error("RW0113", f"this hangs together over more than {most} levels", span, help)


def long_number(span: Span, most: int) -> Diagnostic:
    return _error("RW0114", f"a number has at most {most} digits", span, "", "longer than that")


def long_line(span: Span, length: int, most: int) -> Diagnostic:
    help = "break it inside parentheses, where the line may go on below"
    return _error("RW0115", f"the line has {length:,} characters, where {most:,} are allowed", span, help)


# ---------------------------------------------------------------- characters


def open_string(span: Span) -> Diagnostic:
    help = 'write the closing `"` on the same line; a quote inside the text is written `\\"`'
    return _error("RW0116", "the closing quote is missing", span, help, "the text begins here")


def open_row(span: Span) -> Diagnostic:
    help = "only a title, citations and notes may follow the last `|`"
    return _error("RW0117", "the row does not end in `|`", span, help, "a `|` is missing after this")


def empty_braces(span: Span) -> Diagnostic:
    help = "write an expression between the braces, or `{{}}` for the braces themselves"
    return _error("RW0118", "the braces in the text are empty", span, help)


def stray_brace(brace: str, span: Span) -> Diagnostic:
    message = f"the text has a `{brace}` without its partner"
    return _error("RW0118", message, span, f"for the character itself write `{brace}{brace}`")


def curly_quote(span: Span) -> Diagnostic:
    return _error("RW0128", "texts stand in straight quotes", span, 'write `"` at both ends', "it is curved")


def odd_blank(span: Span) -> Diagnostic:
    help = "write a plain space; such characters come from web pages and word processors"
    return _error("RW0129", "this is no space, though it looks like one", span, help, "another blank")


def bad_character(character: str, span: Span) -> Diagnostic:
    help = _OTHER_SIGNS.get(character, "")
    return _error("RW0130", f"the character `{character}` has no meaning", span, help)


_OTHER_SIGNS = {
    ";": "one statement stands on one line, without a mark at its end",
    "'": 'texts stand in `"`',
    "`": 'texts stand in `"`',
    "{": 'braces stand only in texts: `"{ship} is sunk"`',
    "}": 'braces stand only in texts: `"{ship} is sunk"`',
    "[": "a citation is closed by `]` on the same line: `[7.2]`",
    "]": "a citation is opened by `[`: `[7.2]`",
    "%": "rounding is written out: `floor(x / 2)`",
    "^": "multiply instead: `x * x`",
    "×": "multiplication is written `*`",
    "–": "minus is written `-`, a range `1..3`",
    "−": "minus is written `-`",
    "—": "minus is written `-`, a range `1..3`",
    "→": "an arrow is written `->`",
    "…": "a range is written with two dots: `1..3`",
    "≤": "this is written `<=`",
    "≥": "this is written `>=`",
    "$": "names consist of letters, digits and `_`",
    "@": "names consist of letters, digits and `_`",
    "\\": "a long line goes on below inside parentheses",
}


# ---------------------------------------------------------------- twice, too many, of the wrong kind


def second_title(span: Span) -> Diagnostic:
    return _error(
        "RW0119", "there is a second title on this line", span, "join the two texts", "the second one"
    )


def said_twice(what: str, span: Span) -> Diagnostic:
    """`what` with its article: "a roll", "a visibility"."""
    return _error("RW0119", f"{what} is given twice", span, "keep one of the two", "the second one")


def too_many_axes(span: Span, axes: int) -> Diagnostic:
    message = f"a table has two axes at most, not {axes}"
    return _error("RW0136", message, span, "look up one of them with a `define` first")


def axes_on_one_line(span: Span) -> Diagnostic:
    return _error("RW0136", "two axes need rows", span, "write them below, the column keys first")


def no_heading(span: Span) -> Diagnostic:
    help = "the first row names the columns: `| id | name | speed |`"
    return _error("RW0137", "the heading of a column is one name", span, help)


def no_outcome(span: Span) -> Diagnostic:
    help = "for numbers write `roll … as x`, then `on x`"
    return _error("RW0138", "an arm below `roll` begins with the name of an outcome", span, help)


def early_binding(name: str, span: Span) -> Diagnostic:
    help = f"write an arm of its own: `… {name}:`"
    return _error("RW0138", f"`{name}` can count the last outcome of an arm only", span, help)


def not_whole(span: Span) -> Diagnostic:
    return _error("RW0140", "a whole number is needed here", span)


def no_such_container(word: str, span: Span) -> Diagnostic:
    help = did_you_mean(word, ("set", "list")) or "write `set of hex` or `list of ship`"
    return _error("RW0142", f"there is no `{word} of …` among the types", span, help)


def end_as(span: Span) -> Diagnostic:
    return _error("RW0135", "only the game ends `as` something", span, "write `end game as NAME`")


# ---------------------------------------------------------------- mistakes with a name


def reserved(word: str, span: Span) -> Diagnostic:
    help = f"choose another name, `{word}_` or a longer one"
    return _error("RW0120", f"`{word}` is a word of the language and cannot be a name", span, help)


def unknown_word(word: str, what: str, candidates: Iterable[str], span: Span, hint: str = "") -> Diagnostic:
    """`what` begins with this word: "a declaration", "a line of a table"."""
    help = hint or did_you_mean(word, candidates)
    if not help:
        listed = ", ".join(f"`{name}`" for name in sorted(candidates))
        help = f"{what} begins with {listed}" if listed else ""
    return _error("RW0121", f"`{word}` does not begin {what}", span, help)


def missing_colon(after: str, span: Span, help: str) -> Diagnostic:
    return _error("RW0122", f"a colon is missing after {after}", span, help, "expected `:` before this")


def needless_colon(word: str, span: Span) -> Diagnostic:
    help = "the lines below belong to it because they are indented"
    return _error("RW0123", f"a line with `{word}` has no colon", span, help, "leave it out")


def needless_then(span: Span) -> Diagnostic:
    help = "what is to be done stands on the next lines, indented"
    return _error("RW0123", "an `if` line ends after its condition", span, help)


def other_spelling(written: str, right: str, span: Span) -> Diagnostic:
    return _error("RW0124", f"`{written}` is written `{right}` here", span, "", f"write `{right}`")


def else_if(written: str, span: Span) -> Diagnostic:
    return _error("RW0125", f"`{written}` is written `else if`", span, "", "write `else if`")


def for_each(name: str, span: Span) -> Diagnostic:
    return _error("RW0126", "`each` is missing after `for`", span, f"write `for each {name} in …`")


def open_parenthesis(span: Span) -> Diagnostic:
    return _error("RW0127", "this parenthesis is not closed", span, "write the missing `)`", "opened here")


def lone_parenthesis(span: Span) -> Diagnostic:
    return _error("RW0127", "no parenthesis is open that this one could close", span)


def assignment(target: str, sign: str, value: str, span: Span) -> Diagnostic:
    right = {"+=": f"add {value} to {target}", "-=": f"remove {value} from {target}"}.get(
        sign, f"set {target} to {value}"
    )
    return _error("RW0131", f"`{sign}` changes nothing: it only compares", span, f"write `{right}`")


def option(name: str, span: Span) -> Diagnostic:
    help = f'write `variant optional {name or "NAME"} "…"`'
    return _error("RW0132", "a rule that may be switched off is a `variant optional`", span, help)


def for_later(words: str, span: Span) -> Diagnostic:
    help = "leave it out, or write it as a plain rule"
    return _error("RW0133", f"`{words}` is reserved for a later version", span, help, "not yet possible")


def missing_block(after: str, span: Span) -> Diagnostic:
    help = "indent the lines that belong to it by two spaces"
    return _error("RW0134", f"nothing is indented below {after}", span, help, "lines are missing below")


def needless_indent(span: Span) -> Diagnostic:
    message = "the line is indented, but the line above begins no block"
    return _error("RW0134", message, span, "let it begin below the line above")


def needless_end(words: str, span: Span) -> Diagnostic:
    help = "take it away; `end` leaves a `repeat`, a `for each` by its name, a rule, or the game"
    return _error("RW0135", f"`{words}` is not needed: a block ends with its indentation", span, help)


def of_after_call(span: Span) -> Diagnostic:
    help = "write `(… where side = …)`, or give it a name with `define`"
    return _error("RW0139", "before `of` stands a single name", span, help)


def inline_if(span: Span) -> Diagnostic:
    help = "write `define NAME: condition -> value, otherwise -> value`"
    return _error("RW0141", "an expression has no `if`", span, help)


def _error(code: str, message: str, span: Span, help: str = "", label: str = "") -> Diagnostic:
    return Diagnostic(code, "error", message, span, label=label, help=help)
