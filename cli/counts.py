"""Numbers in sentences: `1 game`, `2,011 decisions`."""

from __future__ import annotations


def counted(number: int, word: str) -> str:
    return f"{number:,} {plural(word, number)}"


def plural(word: str, number: int) -> str:
    """Return a word for this many things."""
    if number == 1:
        return word
    return {"matrix": "matrices"}.get(word, f"{word}s")
