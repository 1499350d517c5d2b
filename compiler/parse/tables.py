"""The LALR tables of the grammar: lark makes them once, then they are read from the cache folder.

The tables are plain data, so a run that finds them needs no lark at all (whose import alone takes
longer than parsing two thousand lines).
"""

from __future__ import annotations

import hashlib
import marshal
import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rulewright.compiler.parse import folder
from rulewright.compiler.record import Record

GRAMMAR_FILES = (
    "lexical", "expression", "statement", "decision", "ruleset",
    "piece", "map", "table", "rule", "example", "bot", "variant",
)  # fmt: skip
STARTS = ("start", "cell", "template")

# These open a line of their declaration or stand between two others, so they may be names elsewhere.
SOFT_WORDS = frozenset(
    [
        "at",
        "move",
        "drm",
        "result",
        "natural",
        "threshold",
        "dummies",
        "favours",
        "low",
        "high",
        "note",
        "dice",
        "given",
        "expect",
        "one",
        "any",
        "bot",
        "prefer",
        "most",
        "least",
        "accept",
        "decline",
        "worth",
    ]
)

# Part of the seal of kept tables: increase it when `_Packed` changes its shape.
_LAYOUT = 1

_Packed = dict[str, Any]


class Reduction(Record, frozen=True):
    """One rule of the grammar, as the machine uses it."""

    symbol: str
    size: int
    action: str  # the builder's method, "" for a rule that hands on its only child
    keeps: tuple[bool, ...]  # per child: is it a list to be joined into the parent's children
    blanks: tuple[int, ...]  # how many None stand before each child, and after the last
    is_list: bool


class Tables(Record, frozen=True):
    """`states[n][symbol]` is the next state, or ~r for reduction r."""

    states: list[dict[str, int]]
    reductions: list[Reduction]
    starts: dict[str, int]
    ends: dict[str, int]
    words: dict[str, str]  # reserved word → terminal
    signs: dict[str, str]
    patterns: tuple[tuple[str, str], ...]  # terminal, regular expression
    soft: frozenset[str]  # terminals of SOFT_WORDS

    def __hash__(self) -> int:
        return id(self)  # what is made of them is kept by them; lists have no hash

    @property
    def spelling(self) -> dict[str, str]:
        """How a person writes a terminal."""
        return {terminal: text for text, terminal in (*self.words.items(), *self.signs.items())}


@cache
def grammar_text() -> str:
    place = Path(__file__).with_name("grammar")
    return "\n".join((place / f"{name}.lark").read_text(encoding="utf-8") for name in GRAMMAR_FILES)


@cache
def grammar_hash() -> str:
    return hashlib.blake2b(grammar_text().encode(), digest_size=12).hexdigest()


@cache
def load_tables() -> Tables:
    """Return the tables, from the cache folder if they are there."""
    name = "tables.bin"
    lark = find_spec("lark")
    seal = f"{_LAYOUT} {grammar_hash()} {folder.stamp(lark.origin) if lark and lark.origin else ''}"
    kept = folder.read(name, seal)
    if kept is not None:
        return _unpack(marshal.loads(kept))
    made = build_tables()
    folder.write(name, marshal.dumps(made), seal)
    return _unpack(made)


def build_tables() -> _Packed:
    """Return what `load_tables` keeps, made by lark."""
    from lark import Lark
    from lark.lexer import Lexer, PatternStr
    from lark.parsers.lalr_analysis import Shift

    class NoLexer(Lexer):
        """Lines are divided into tokens by lines.py."""

        def __init__(self, conf: Any) -> None:
            pass

        def lex(self, lexer_state: Any, parser_state: Any) -> Any:
            raise NotImplementedError

    made = Lark(
        grammar_text(),
        parser="lalr",
        lexer=NoLexer,
        start=list(STARTS),
        keep_all_tokens=True,
        maybe_placeholders=True,
    )
    table = made.parser.parser._parse_table
    rules: dict[Any, int] = {}
    states: list[Any] = [None] * len(table.states)
    number = {state: n for n, state in enumerate(table.states)}
    for state, row in table.states.items():
        states[number[state]] = [
            (str(symbol), number[argument] if action is Shift else ~rules.setdefault(argument, len(rules)))
            for symbol, (action, argument) in row.items()
        ]
    words: dict[str, str] = {}
    signs: dict[str, str] = {}
    patterns: list[tuple[str, str]] = []
    for terminal in made.terminals:
        pattern = terminal.pattern
        if not isinstance(pattern, PatternStr):
            patterns.append((str(terminal.name), str(pattern.value)))
        elif pattern.value.isalpha():
            words[str(pattern.value)] = str(terminal.name)
        else:
            signs[str(pattern.value)] = str(terminal.name)
    return {
        "states": states,
        "rules": [_pack_rule(rule) for rule in rules],
        "starts": {start: number[table.start_states[start]] for start in STARTS},
        "ends": {start: number[table.end_states[start]] for start in STARTS},
        "words": words,
        "signs": signs,
        "patterns": patterns,
    }


def _pack_rule(rule: Any) -> tuple[Any, ...]:
    origin = str(rule.origin.name)
    is_list = origin.startswith("_")
    action = (
        str(rule.alias) if rule.alias else "" if rule.options.expand1 and len(rule.expansion) == 1 else origin
    )
    inline = tuple(not symbol.is_term and symbol.name.startswith("_") for symbol in rule.expansion)
    flags = rule.options.empty_indices or (False,) * len(rule.expansion)
    blanks = [0]
    for is_blank in flags:
        if is_blank:
            blanks[-1] += 1
        else:
            blanks.append(0)
    return (origin, len(rule.expansion), "" if is_list else action, inline, tuple(blanks), is_list)


def _unpack(packed: _Packed) -> Tables:
    words = packed["words"]
    return Tables(
        [dict(row) for row in packed["states"]],
        [Reduction(*rule) for rule in packed["rules"]],
        packed["starts"],
        packed["ends"],
        words,
        packed["signs"],
        tuple(packed["patterns"]),
        frozenset(words[word] for word in SOFT_WORDS),
    )


def scanner(tables: Tables) -> tuple[re.Pattern[str], tuple[str, ...]]:
    """Return the expression that finds the next token after blanks, and what each of its groups is.

    Group 0 stands for no token, the last for a character that begins none.
    """
    order = {"MANY_DICE": 0, "NUMBER": 1}
    patterns = sorted(tables.patterns, key=lambda pair: order.get(pair[0], 2))
    signs = "|".join(re.escape(sign) for sign in sorted(tables.signs, key=len, reverse=True))
    parts = [f"({expression})" for _, expression in patterns]
    joined = "|".join([*parts, f"({signs})", r"(#.*)", r"([^ \t])"])
    names = ("", *(name for name, _ in patterns), "SIGN", "COMMENT", "BAD")
    return re.compile(rf"[ \t]*(?:{joined})", re.ASCII), names
