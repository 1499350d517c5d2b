"""Terminals of the grammar in the words of people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def kinds(text: str) -> frozenset[str]:
    return frozenset(text.split())


_VALUE = kinds("NUMBER NAME LPAR MANY_DICE STRING NO NOT SOME EVERY PLUS MINUS PENDING DOTS")
_STATEMENT = kinds(
    "LET SET ADD REMOVE MARK MOVE DO NEXT END REVEAL TELL DRAW ROLL REQUIRE IF FOR REPEAT ON SIMULTANEOUSLY "
    "NAME NUMBER NO LPAR MANY_DICE"
)
_DECLARATION = kinds(
    "RULESET INCLUDE ENUM PIECE ROSTER MARKER CUP TRACK MAP MATRIX TABLE DEFINE RULE ACTION PHASE SCENARIO "
    "HOOK INVARIANT EXAMPLE BOT AID VARIANT"
)
_OPERATOR = kinds("PLUS MINUS STAR SLASH AND OR EQUALS NE LT LE GT GE IN NOT DOT DOTS AT WHERE LPAR OF")

_A_VALUE = kinds("NUMBER NAME LPAR")
_GOING_ON = _OPERATOR | kinds("COMMA")
_NOTES = kinds("ASSUMED RULING")

# Groups are tried in order: if all of the first set is expected, the whole second set is one phrase.
_GROUPS = (
    (kinds("LET IF REPEAT DO"), _STATEMENT, "a statement"),
    (kinds("RULE PIECE MAP ENUM"), _DECLARATION, "a declaration"),
    (_A_VALUE, _VALUE, "a value"),
    (kinds("PLUS MINUS STAR"), _OPERATOR, "an operator such as `+` or `and`"),
    (kinds("CITE STRING"), kinds("CITE STRING ASSUMED RULING"), "a title or citation"),
    (kinds("CITE"), kinds("CITE ASSUMED RULING"), "a citation"),
)
LINE_END = "the end of the line"
_WORDS = {
    "NAME": "a name",
    "NUMBER": "a number",
    "STRING": 'a text in `"`',
    "MANY_DICE": "dice",
    "NEWLINE": LINE_END,
    "INDENT": "an indented line",
    "DEDENT": "the end of the block",
    "ROW": "a row `| … |`",
    "$END": "the end",
}
_ENDS = {"cell": "the end of the cell", "text": "the end of the braces"}
_MOST_NAMED = 6


def found(kind: str, text: object, inside: str = "") -> str:
    """Return what stands at a place; `inside` says whether it is the end of a cell or of a text."""
    if kind == "$END" and inside:
        return _ENDS[inside]
    if kind == "STRING":
        return "a text"
    if kind == "CITE":
        return "a citation"
    if kind in _WORDS and kind not in ("NAME", "NUMBER", "MANY_DICE"):
        return _WORDS[kind]
    return f"`{text}`"


def expected(kinds: Iterable[str], spelling: Mapping[str, str]) -> str:
    """Return what could stand at a place: "`to`, a name or the end of the line"; "" if that is too much."""
    left = set(kinds) - {"DEDENT", "$END"}
    rest = left - _GOING_ON
    if not left >= _A_VALUE and any(spelling.get(kind, "").isalpha() for kind in rest - _NOTES):
        # A joining word is missing; that the value before it could go on helps nobody.
        left = rest
    phrases: list[str] = []
    for signs, members, phrase in _GROUPS:
        if signs <= left:
            phrases.append(phrase)
            left -= members
    words = sorted(f"`{spelling[kind]}`" for kind in left if kind in spelling)
    others = sorted(_WORDS[kind] for kind in left if kind in _WORDS)
    named = words + others + phrases
    if len(named) > _MOST_NAMED:
        return ""
    return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} or {named[-1]}" if named else ""


def sentence(words: Iterable[str]) -> str:
    """Return words of the language with blanks where people put them."""
    text = ""
    for word in words:
        if text and word not in (")", ",", ":", ".", "..") and not text.endswith(("(", ".", "..")):
            tight = word == "(" and text[-1:].isalnum()
            text += "" if tight else " "
        text += word
    return text
