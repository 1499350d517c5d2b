"""Counts of whole numbers, packed into one big integer: the sum of two independent rolls is then one multiplication.

`counts[i]` stands `i * width` bytes from the low end. Nothing carries over from one to the next, as long as all counts of the
answer together need fewer bits than `width` bytes have.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import repeat
from operator import lshift, or_
from sys import byteorder


def width_for(total: int) -> int:
    """Return the bytes for each count, where all counts together are `total`: whole words of eight, quickly read back."""
    return (total.bit_length() + 63 >> 6) << 3


def packed(counts: Sequence[int], width: int) -> int:
    return int.from_bytes(b"".join([count.to_bytes(width, "little") for count in counts]), "little")


def unpacked(number: int, width: int) -> list[int]:
    """Return the counts, from the first to the last that is not 0."""
    size = -(-number.bit_length() // (8 * width))
    data = number.to_bytes(size * width, "little")
    if byteorder != "little":
        return [int.from_bytes(data[at : at + width], "little") for at in range(0, len(data), width)]
    words = memoryview(data).cast("Q").tolist()
    if width == 8:
        return words
    stride = width >> 3
    found: Iterable[int] = words[::stride]
    for at in range(1, stride):
        found = map(or_, found, map(lshift, words[at::stride], repeat(64 * at)))
    return list(found)
