"""Who stands where, and who is held by whom: worked out when it is first asked, and kept in the state until it changes.

Both are dicts, never written to once they are made, so that copies of a state share them. They say nothing that the columns
`at` and `holder` do not say; without them, everybody would be asked where he is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulewright.runtime.link.layout import CREWS, PLACED, Layout
from rulewright.runtime.link.primitives import State

Groups = dict[Any, tuple[int, ...]]
"""Pieces in ascending order, by the place where they stand or the piece that holds them."""

NOBODY: tuple[int, ...] = ()


class Whereabouts:
    """Finds the pieces of one document."""

    def __init__(self, layout: Layout) -> None:
        names = layout.names
        self.at, self.holder, self.gone = layout.at, layout.holder, layout.gone
        self.pieces = range(names.first_piece, names.end)
        self.held = tuple(sorted({piece for kind in layout.held_by.values() for piece in names.kind_pieces[kind]}))

    def placed(self, S: State) -> Groups:
        """Return who stands at each place."""
        first, end = self.at + self.pieces.start, self.at + self.pieces.stop
        S[PLACED] = found = _grouped(zip(self.pieces, S[first:end], strict=True), S[self.gone])
        return found

    def crews(self, S: State) -> Groups:
        """Return whom each piece holds."""
        S[CREWS] = found = _grouped([(piece, S[self.holder + piece]) for piece in self.held], S[self.gone])
        return found


def _grouped(pairs: Iterable[tuple[int, Any]], gone: int) -> Groups:
    lists: dict[Any, list[int]] = {}
    for piece, where in pairs:
        if where is not None and not gone >> piece & 1:
            if where in lists:
                lists[where].append(piece)
            else:
                lists[where] = [piece]
    # What holds nobody is told from what is not worked out yet.
    return {None: NOBODY, **{where: tuple(found) for where, found in lists.items()}}


def elsewhere(groups: Groups, piece: int, was: Any, to: Any) -> Groups:
    """Return the groups with a piece at `to` that was at `was`."""
    found = groups.copy()
    if was is not None:
        found[was] = tuple([one for one in groups[was] if one != piece])
    if to is not None:
        found[to] = tuple(sorted((*groups.get(to, NOBODY), piece)))
    return found
