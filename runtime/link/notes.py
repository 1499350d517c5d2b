"""The raw entries of the log: tuples (kind, statement, audience, …), written by generated code, read by `log`.

The audience is a mask: bit n is side n; 0 is nobody but the referee.
"""

from __future__ import annotations

PHASE, STEP, CHOICE, ROLL, DICE, DRAW, SET, TRACK, MARK, UNMARK, MOVE, GONE, RETURN, TELL, REVEAL, END, COUNTDOWN, TOGETHER = range(1, 19)

# What follows the audience:
# PHASE (phase,)  STEP (phase, step)  CHOICE (choice, side, value, values of the question's text)
# ROLL (table, args, amounts, dice, natural, total, row, column, result)
# DICE (dice, total)  DRAW (cup or None, value)
# SET (piece, key or None, value)  TRACK (key or None, value)
# MARK (piece, place or None, face or count)  UNMARK (marker's number, piece, place or None)  COUNTDOWN (piece, count)
# MOVE (piece, where)  GONE (piece,)  RETURN (chits,)
# TELL (values,)  REVEAL (index of what, value, of whom)  END (ending,)
# TOGETHER (entries of side 0, of side 1, …): what each side did while both were at it
