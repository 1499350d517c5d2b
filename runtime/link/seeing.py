"""Who sees what lies in a slot: a mask of sides, worked out from the state as it is.

Source: docs/artifact.md, section 6.
"""

from __future__ import annotations

from rulewright.runtime.link.layout import Column, Layout
from rulewright.runtime.link.names import Names
from rulewright.runtime.link.primitives import State


class Seeing:
    """Answers for one document which sides see an attribute, a marker or a position."""

    def __init__(self, names: Names, layout: Layout) -> None:
        self.layout = layout
        self.all = (1 << len(names.side_ids)) - 1
        self.owner = tuple(0 if side is None else 1 << side for side in names.side_of)
        at = {kind: layout.at_column(kind) for kind in names.kinds}
        self.at_columns: tuple[Column | None, ...] = (None,) * names.first_piece + tuple(at[kind] for kind in names.piece_kind)

    def column(self, S: State, column: Column, piece: int) -> int:
        """Return which sides see this attribute of the piece."""
        if column.id.endswith(".at"):
            return self.at(S, piece)
        return self._by(S, column, piece)

    def _by(self, S: State, column: Column, piece: int) -> int:
        visibility = column.visibility
        if visibility in ("printed", "public"):
            return self.all
        if column.unless is not None:
            slot = self.layout.marker(column.unless)
            if self.layout.is_plain(column.unless):
                lies = piece in S[slot]
            else:
                lies = piece in self.layout.names.kind(self.layout.marker_of[column.unless]["on"]) and S[slot + piece] is not None
            if lies:
                return self.all
        return self.owner[piece] if visibility == "hidden" else 0

    def at(self, S: State, piece: int) -> int:
        """Return which sides see where the piece stands.

        A marker that opens the position of a holder does not open those of what it holds: it would tell who is held.
        """
        column = self.at_columns[piece]
        if column is None:
            return 0
        if S[self.layout.holder + piece] is not None and column.visibility != "public":
            return self.owner[piece] if column.visibility == "hidden" else 0
        return self._by(S, column, piece)

    def holder(self, piece: int) -> int:
        """Return which sides see who holds the piece."""
        column = self.at_columns[piece]
        if column is None or column.visibility == "public":
            return self.all
        return self.owner[piece] if column.visibility == "hidden" else 0

    def marker(self, marker: str, piece: int) -> int:
        visibility = self.layout.marker_of[marker]["visibility"]
        return self.all if visibility == "public" else self.owner[piece] if visibility == "hidden" else 0
