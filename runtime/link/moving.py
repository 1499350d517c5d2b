"""Where pieces stand: what moves takes along what it holds, and leaves behind what no longer lies with it.

Source: docs/artifact.md, sections 3 ("Places") and 4. `at` of a held piece is kept equal to its holder's, so that
reading it is one look.
"""

from __future__ import annotations

from typing import Any

from rulewright.runtime import errors
from rulewright.runtime.link import journal
from rulewright.runtime.link.layout import CREWS, JOURNAL, PLACED, Layout
from rulewright.runtime.link.primitives import State
from rulewright.runtime.link.whereabouts import Whereabouts, elsewhere

Face = int | bool
Lying = tuple[tuple[int, Face], ...]
"""Markers that lie at places beside their piece: (place, face) in order of the places."""


class Moving:
    """Moves pieces of one document about. Every method writes to `W` alone."""

    def __init__(self, layout: Layout) -> None:
        names = layout.names
        self.layout = layout
        self.whereabouts = Whereabouts(layout)
        self.first = names.first_piece
        self.at = layout.at
        self.holder = layout.holder
        self.gone_at = layout.gone
        self.pieces = range(names.first_piece, names.end)
        self.holds = bool(layout.held_by)
        self.lying: dict[int, tuple[int, ...]] = {}
        self.marks: dict[int, tuple[int, ...]] = {}
        self.kinds: dict[int, tuple[tuple[int, int | None], ...]] = {}
        self.may_hold: dict[int, frozenset[int]] = {}
        for piece in self.pieces:
            kind = names.piece_kind[piece - self.first]
            markers = [id for id in layout.markers_of(kind) if not layout.is_plain(id)]
            self.marks[piece] = tuple(layout.markers[id] + piece for id in markers)
            self.lying[piece] = tuple(layout.markers[id] + piece for id in markers if layout.marker_of[id]["places"])
            self.kinds[piece] = tuple((layout.present[above], names.side_of[piece]) for above in names.lineage(kind))
            held = [layout.held_by[above] for above in names.lineage(kind) if above in layout.held_by]
            self.may_hold[piece] = frozenset(one for kind in held for one in names.kind_pieces[kind])

    def move(self, W: State, piece: int, to: Any) -> bool:
        """Put a piece at a place or path, off the board (none), or into the piece that shall hold it; what is out of play stays there.

        Return whether it stands elsewhere now, or in another holder: what all know who see where it stands.
        """
        was = W[self.at + piece]
        held = W[self.holder + piece] if self.holds else None
        if W[self.gone_at] >> piece & 1:
            return False
        if type(to) is int and to >= self.first:
            self._hold(W, piece, to)
            return bool(held != to or was != W[self.at + piece])
        if held is not None:
            self._let_go(W, piece)
        elif was == to:
            return False
        self._put(W, piece, to)
        return True

    def _put(self, W: State, piece: int, to: Any) -> None:
        was = W[self.at + piece]
        if was == to:
            return
        slot = self.at + piece
        W[JOURNAL] = (slot, was, W[JOURNAL])
        W[slot] = to
        if W[PLACED] is not None:
            W[PLACED] = elsewhere(W[PLACED], piece, was, to)
        for slot in self.lying[piece]:
            lying = W[slot]
            if lying is not None:
                kept = tuple(mark for mark in lying if mark[0] == to or (type(to) is tuple and mark[0] in to))
                journal.write(W, slot, kept or None)
        if self.may_hold[piece]:
            for other in (W[CREWS] or self.whereabouts.crews(W)).get(piece, ()):
                self._put(W, other, to)

    def _hold(self, W: State, piece: int, holder: int) -> None:
        if piece not in self.may_hold[holder]:
            raise errors.RulesError("RW0831", f"`{self._name(holder)}` cannot hold `{self._name(piece)}`")
        above: int | None = holder
        while above is not None:
            if above == piece:
                raise errors.RulesError("RW0831", f"`{self._name(piece)}` cannot be held by what it holds")
            above = W[self.holder + above]
        held = W[self.holder + piece]
        if held != holder:
            journal.write(W, self.holder + piece, holder)
            if W[CREWS] is not None:
                W[CREWS] = elsewhere(W[CREWS], piece, held, holder)
        self._put(W, piece, W[self.at + holder])

    def _let_go(self, W: State, piece: int) -> None:
        held = W[self.holder + piece]
        if held is not None:
            journal.write(W, self.holder + piece, None)
            if W[CREWS] is not None:
                W[CREWS] = elsewhere(W[CREWS], piece, held, None)

    def _name(self, piece: int) -> str:
        return self.layout.names.name_of(piece)

    def remove(self, W: State, piece: int) -> bool:
        """Take a piece out of play for good; what it held stays where it was. False if it was gone already."""
        if W[self.gone_at] >> piece & 1:
            return False
        if self.holds:
            for other in (W[CREWS] or self.whereabouts.crews(W)).get(piece, ()):
                self._let_go(W, other)
            self._let_go(W, piece)
        if W[PLACED] is not None and W[self.at + piece] is not None:
            W[PLACED] = elsewhere(W[PLACED], piece, W[self.at + piece], None)
        journal.write(W, self.at + piece, None)
        journal.write(W, self.gone_at, W[self.gone_at] | 1 << piece)
        for slot in self.marks[piece]:
            if W[slot] is not None:
                journal.write(W, slot, None)
        for slot in self.layout.plain_markers:
            if piece in W[slot]:
                journal.write(W, slot, W[slot] - {piece})
        self._uncount(W, piece)
        return True

    def _uncount(self, W: State, piece: int) -> None:
        """Take a piece off the lists of those that are in play."""
        for first, side in self.kinds[piece]:
            for slot in (first,) if side is None else (first, first + 1 + side):
                if piece in W[slot]:
                    journal.write(W, slot, tuple([one for one in W[slot] if one != piece]))

    def follow(self, W: State, slot: int, to: Any) -> None:
        """Keep what is known of who stands where, and who is held by whom, true for a slot that is about to become `to`."""
        for kept, first in ((PLACED, self.at), (CREWS, self.holder)):
            piece = slot - first
            if piece in self.pieces and W[kept] is not None and not W[self.gone_at] >> piece & 1:
                W[kept] = elsewhere(W[kept], piece, W[slot], to)

    def recount(self, W: State) -> None:
        """Work out anew which pieces are in play, from what is gone; where they are is to be found out anew."""
        W[PLACED] = W[CREWS] = None
        gone = [piece for piece in self.pieces if W[self.gone_at] >> piece & 1]
        for piece in gone:
            self._uncount(W, piece)


def lay(lying: Lying | None, place: int, face: Face) -> Lying:
    """Return the markers with one at `place`, turned to `face`."""
    return tuple(sorted([mark for mark in lying or () if mark[0] != place] + [(place, face)]))


def lift(lying: Lying | None, place: int) -> Lying | None:
    """Return the markers without the one at `place`; none if none is left."""
    return tuple(mark for mark in lying or () if mark[0] != place) or None


def marked_places(lying: Lying | None) -> tuple[int, ...]:
    return tuple([mark[0] for mark in lying]) if lying else ()


def top_face(lying: Lying | None) -> Face | None:
    return lying[0][1] if lying else None


class Cup:
    """A cup: which chits there are, and where drawn ones may be kept.

    ids: the kinds; values: what a chit is worth at play, by kind: a number, or the number of its kind.
    keepers: slots whose value may be a chit or a list of chits of this cup.
    """

    def __init__(self, slot: int, ids: tuple[str, ...], values: tuple[Any, ...], counts: tuple[int, ...]) -> None:
        self.slot = slot
        self.ids = ids
        self.values = values
        self.counts = counts
        self.keepers: tuple[int, ...] = ()

    def loose(self, S: State) -> tuple[Any, ...]:
        """Return the chits that are out of the cup and kept nowhere, in the order of their kinds."""
        kept: list[Any] = []
        for slot in self.keepers:
            value = S[slot]
            if type(value) is tuple:
                kept.extend(value)
            elif value is not None:
                kept.append(value)
        found: list[Any] = []
        for value, count, left in zip(self.values, self.counts, S[self.slot], strict=True):
            for _ in range(count - left):
                if value in kept:
                    kept.remove(value)
                else:
                    found.append(value)
        return tuple(found)

    def take(self, counts: tuple[int, ...], kind: int) -> tuple[int, ...]:
        return counts[:kind] + (counts[kind] - 1,) + counts[kind + 1 :]

    def give_back(self, W: State, chits: Any) -> None:
        """Put chits back; the cup never holds more of a kind than at the start."""
        counts = list(W[self.slot])
        for chit in chits if type(chits) is tuple else () if chits is None else (chits,):
            for kind, value in enumerate(self.values):
                if value == chit and counts[kind] < self.counts[kind]:
                    counts[kind] += 1
                    break
        journal.write(W, self.slot, tuple(counts))
