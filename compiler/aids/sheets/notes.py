"""What a table's foot says: what is assumed and why, what was ruled, which abbreviations stand for what."""

from __future__ import annotations

from rulewright.compiler.aids import printed
from rulewright.compiler.aids.context import Context, Thing, cites_of, is_assumed
from rulewright.compiler.aids.model import CHANGED, CHANGED_ROW, Run, RunStyle, Text

MANY = 6
"""From so many rows on, a note about all of them says so instead of naming each."""


UNREACHED = "unreached"
"""The kind of a note on a proof copy: nothing that was played came by this row."""

CIRCLE = "○"
"""Stands behind such a row."""


class Notes:
    """Collects the notes of one declaration while it is built."""

    def __init__(self, context: Context, thing: Thing) -> None:
        self._context = context
        self._thing = thing
        self._reasons: dict[tuple[str, str], dict[str, list[str]]] = {}  # kind and text → modifier → its rows
        self._rows = 0
        self._id = str(thing.get("id", ""))
        self._abbreviations: dict[str, str] = {}
        self.cites = frozenset(cites_of(thing))  # what the title cites already
        for note in thing.get("notes") or ():
            self._reasons.setdefault((note["kind"], note["text"]), {})

    def of_modifiers(self) -> Notes:
        """Return notes for the modifiers of the same thing, which stand below them."""
        other = Notes(self._context, {})
        other.cites = self.cites
        other._id = self._id
        return other

    def caption(self, words: str) -> Text:
        """Return the title of the thing, marked if the whole of it is assumed."""
        return (Run(words, "strong", is_assumed(self._thing)), *self.changed())

    def changed(self, *part: str) -> Text:
        """Return the mark of what a variant changed: the thing, or a part of it."""
        return (Run(CHANGED, "small"),) if (self._id, *part) in self._context.changed else ()

    def row(self, row: Thing, key: str, *, of: str = "") -> bool:
        """Keep the notes of a row that is called `key`, of a modifier if it is one of several; return whether it is assumed."""
        self._rows += 1
        for note in row.get("notes") or ():
            about = self._reasons.setdefault((note["kind"], note["text"]), {})
            about.setdefault(of, []).append(key)
        return is_assumed(row)

    def named(self, row: Thing, shown: str, style: RunStyle = "plain", *, of: str = "") -> Text:
        """Keep the notes of a row; return what it is called with the marks that it bears."""
        circle = any(note["kind"] == UNREACHED for note in row.get("notes") or ())
        differs = tuple(row.get("at") or ()) in self._context.changed_rows
        signs = [sign for sign, is_there in ((CHANGED_ROW, differs), (CIRCLE, circle)) if is_there]
        return (Run(shown, style, self.row(row, shown, of=of)), *(Run(f" {sign}", "strong") for sign in signs))

    def abbreviated(self, enum: str, id: str) -> None:
        """Explain an abbreviation that was printed."""
        if printed.is_abbreviation(self._context, enum, id):
            self._abbreviations[id] = printed.value_title(self._context, enum, id)

    def texts(self) -> tuple[Text, ...]:
        """Return the notes in the order: rulings, assumptions, what was never reached, abbreviations."""
        notes: list[Text] = []
        for wanted in ("ruling", "assumed", UNREACHED):
            for (kind, words), rows in self._reasons.items():
                if kind == wanted:
                    notes.append(_reason(kind, printed.prose(words), self._where(rows)))
        if self._abbreviations:
            said = " · ".join(f"{id} {title}" for id, title in sorted(self._abbreviations.items()))
            notes.append((Run(said, "small"),))
        return tuple(notes)

    def _where(self, rows: dict[str, list[str]]) -> str:
        """The rows that a note is about: a modifier is named once before its rows."""
        count = sum(map(len, rows.values()))
        if count == self._rows and count >= MANY:
            return "all"
        return ", ".join(f"{of} {', '.join(dict.fromkeys(keys))}".strip() for of, keys in rows.items())


def _reason(kind: str, words: str, where: str) -> Text:
    if kind == "assumed":
        return (Run(where or "assumed", "small", True), Run(f": {words}", "small"))
    if kind == UNREACHED:
        return (Run(CIRCLE, "strong"), Run(f" {words}", "small"))
    return (Run(f"{where}: ruled: {words}" if where else f"ruled: {words}", "small"),)
