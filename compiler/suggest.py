"""Nearest names, for "did you mean"."""

from collections.abc import Iterable

# Names longer than this are compared by nobody; it also bounds the work on hostile input.
LONGEST_NAME = 64


def nearest(word: str, candidates: Iterable[str], limit: int = 3) -> list[str]:
    """Return at most `limit` candidates that `word` may be a slip of, nearest first, ties by alphabet.

    >>> nearest("serach", ["search", "shadow", "seagull", "each"])
    ['search', 'each']
    """
    if not word or len(word) > LONGEST_NAME:
        return []
    allowed = slips_allowed(word)
    written = _plain(word)
    found: list[tuple[int, str]] = []
    for candidate in dict.fromkeys(candidates):
        if candidate == word or len(candidate) > LONGEST_NAME:
            continue
        if abs(len(candidate) - len(word)) <= allowed:
            slips = distance(written, _plain(candidate))
            if slips <= allowed:
                found.append((slips, candidate))
    return [candidate for _, candidate in sorted(found)[:limit]]


def did_you_mean(word: str, candidates: Iterable[str]) -> str:
    """Return a question that names the nearest candidates, or "" when none is near.

    >>> did_you_mean("fase", ["phase", "face", "map"])
    'did you mean `face`?'
    """
    names = [f"`{name}`" for name in nearest(word, candidates)]
    if not names:
        return ""
    listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
    return f"did you mean {listed}?"


def slips_allowed(word: str) -> int:
    """Return how many slips of the finger a word of this length may hold: one in three letters, 3 at most.

    >>> [slips_allowed(word) for word in ("a", "at", "roll", "search", "resolve_shadow")]
    [0, 1, 1, 2, 3]
    """
    if len(word) < 2:
        return 0
    return min(3, max(1, len(word) // 3))


def distance(a: str, b: str) -> int:
    """Return how many letters were inserted, left out, replaced, or swapped with their neighbour.

    >>> distance("serach", "search"), distance("phase", "fase")
    (1, 2)
    """
    two_above: list[int] = []
    above: list[int] = []
    row = list(range(len(b) + 1))
    for i, letter in enumerate(a, 1):
        two_above, above, row = above, row, [i]
        for j, other in enumerate(b, 1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == b[j - 2] and a[i - 2] == other:
                cost = min(cost, two_above[j - 2] + 1)
            row.append(cost)
    return row[-1]


def _plain(word: str) -> str:
    """Return `word` as `Fire-Control` and `fire_control` both read."""
    return word.casefold().replace("-", "_")
