"""The type of all sheets: how wide words are, and the part of a font that a sheet carries with it.

One family, Source Sans Pro, from a package of the registry. Its figures are of one width. What is measured here is what is printed:
sheets switch kerning and ligatures off. No library is needed: of a TrueType font only its glyphs and widths are taken.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

Weight = Literal["regular", "semibold", "bold", "italic"]

FILES: dict[Weight, str] = {"regular": "Regular", "semibold": "Semibold", "bold": "Bold", "italic": "It"}
CAP_HEIGHT = 0.66
"""Height of a capital in parts of the size of the type."""

HAS_WORDS, HAS_SCALE, MORE, HAS_TWO_SCALES, HAS_MATRIX, HAS_INSTRUCTIONS = 1, 8, 32, 64, 128, 256
KEPT = ("OS/2", "cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "name", "post")


def folder() -> Path:
    """Return the folder of the family's files; FileNotFoundError if the package is not installed."""
    spec = find_spec("font_source_sans_pro")
    if spec is None or spec.origin is None:
        raise FileNotFoundError("the package `font-source-sans-pro` is not installed")
    return Path(spec.origin).parent / "files"


@cache
def load(weight: Weight = "regular") -> Font:
    """Return a font of the family."""
    return Font((folder() / f"SourceSansPro-{FILES[weight]}.ttf").read_bytes())


class Font:
    """A TrueType font."""

    def __init__(self, data: bytes) -> None:
        self._tables: dict[str, bytes] = {}
        for index in range(struct.unpack_from(">H", data, 4)[0]):
            tag, _, start, length = struct.unpack_from(">4sLLL", data, 12 + 16 * index)
            self._tables[tag.decode("ascii")] = data[start : start + length]
        self.per_em: int = struct.unpack_from(">H", self._tables["head"], 18)[0]

    def width(self, words: str, size: float = 1.0) -> float:
        """Return how wide words are in type of that size; a character that is missing takes a whole em."""
        glyphs, widths = self.glyphs, self._widths
        total = sum(widths[glyphs[one]] if one in glyphs else self.per_em for one in map(ord, words))
        return float(total * size / self.per_em)

    def missing(self, words: str) -> str:
        """Return the characters that the font has not."""
        return "".join(one for one in words if ord(one) not in self.glyphs)

    @cached_property
    def glyphs(self) -> dict[int, int]:
        """Glyphs by character."""
        cmap = self._tables["cmap"]
        for index in range(struct.unpack_from(">H", cmap, 2)[0]):
            start: int = struct.unpack_from(">L", cmap, 8 + 8 * index)[0]
            if struct.unpack_from(">H", cmap, start)[0] == 4:
                return dict(_segments(cmap[start:]))
        raise ValueError("a font without a table of characters of format 4")

    @cached_property
    def _widths(self) -> tuple[int, ...]:
        measured: int = struct.unpack_from(">H", self._tables["hhea"], 34)[0]
        pairs = struct.unpack_from(f">{measured * 2}H", self._tables["hmtx"])
        count: int = struct.unpack_from(">H", self._tables["maxp"], 4)[0]
        return pairs[0::2] + (pairs[-2],) * (count - measured)

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        loca = self._tables["loca"]
        if struct.unpack_from(">h", self._tables["head"], 50)[0]:
            return struct.unpack(f">{len(loca) // 4}L", loca)
        return tuple(2 * one for one in struct.unpack(f">{len(loca) // 2}H", loca))

    def _outline(self, glyph: int) -> bytes:
        return self._tables["glyf"][self._starts[glyph] : self._starts[glyph + 1]]

    # ------------------------------------------------------------ the part that a sheet carries

    def subset(self, characters: Iterable[str]) -> bytes:
        """Return a font with the glyphs of these characters alone: no hints, no kerning, no names.

        The same characters give the same bytes, on every machine: nothing is compressed.
        """
        mapped = {ord(one): self.glyphs[ord(one)] for one in characters if ord(one) in self.glyphs}
        kept = sorted({0, *mapped.values()} | self._parts_of(set(mapped.values())))
        place = {glyph: index for index, glyph in enumerate(kept)}
        outlines = [_renumbered(self._outline(glyph), place) for glyph in kept]
        starts = [0]
        for outline in outlines:
            starts.append(starts[-1] + len(outline))
        bearing = [self._bearing(glyph) for glyph in kept]
        head = bytearray(self._tables["head"])
        struct.pack_into(">L", head, 8, 0)
        struct.pack_into(">h", head, 50, 1)
        hhea = self._tables["hhea"][:34] + struct.pack(">H", len(kept))
        maxp = self._tables["maxp"]
        maxp = maxp[:4] + struct.pack(">H", len(kept)) + maxp[6:26] + struct.pack(">H", 0) + maxp[28:]
        tables = {
            "OS/2": self._tables["OS/2"],
            "cmap": _cmap({code: place[glyph] for code, glyph in mapped.items()}),
            "glyf": b"".join(outlines),
            "head": bytes(head),
            "hhea": hhea,
            "hmtx": b"".join(
                struct.pack(">Hh", self._widths[glyph], left)
                for glyph, left in zip(kept, bearing, strict=True)
            ),
            "loca": struct.pack(f">{len(starts)}L", *starts),
            "maxp": maxp,
            "name": struct.pack(">HHH", 0, 0, 6),
            "post": struct.pack(">L", 0x00030000) + self._tables["post"][4:32],
        }
        return _file(tables)

    def _bearing(self, glyph: int) -> int:
        outline = self._outline(glyph)
        return int(struct.unpack_from(">h", outline, 2)[0]) if outline else 0

    def _parts_of(self, glyphs: set[int]) -> set[int]:
        """Glyphs that these are composed of, at any depth."""
        found: set[int] = set()
        ahead = list(glyphs)
        while ahead:
            for _, part, _ in _components(self._outline(ahead.pop())):
                if part not in found:
                    found.add(part)
                    ahead.append(part)
        return found


def _segments(table: bytes) -> Iterable[tuple[int, int]]:
    """Yield character and glyph of a table of format 4."""
    double: int = struct.unpack_from(">H", table, 6)[0]
    ends, starts, deltas, ranges = (
        struct.unpack_from(f">{double // 2}H", table, start)
        for start in (14, 16 + double, 16 + 2 * double, 16 + 3 * double)
    )
    for index, (low, high, delta, far) in enumerate(zip(starts, ends, deltas, ranges, strict=True)):
        for code in range(low, min(high, 0xFFFE) + 1):
            glyph = code
            if far:
                at = 16 + 3 * double + 2 * index + far + 2 * (code - low)
                glyph = struct.unpack_from(">H", table, at)[0]
            if not far or glyph:
                yield code, (glyph + delta) & 0xFFFF


def _components(outline: bytes) -> Iterable[tuple[int, int, int]]:
    """Yield where a component of a composed glyph stands, which glyph it is, and where it ends."""
    if not outline or struct.unpack_from(">h", outline)[0] >= 0:
        return
    at = 10
    while True:
        flags, glyph = struct.unpack_from(">HH", outline, at)
        end = at + 4 + (4 if flags & HAS_WORDS else 2)
        end += 2 if flags & HAS_SCALE else 4 if flags & HAS_TWO_SCALES else 8 if flags & HAS_MATRIX else 0
        yield at, glyph, end
        if not flags & MORE:
            return
        at = end


def _renumbered(outline: bytes, place: dict[int, int]) -> bytes:
    """An outline without its hints, its components under their new numbers, of an even length."""
    if not outline:
        return b""
    contours: int = struct.unpack_from(">h", outline)[0]
    if contours >= 0:
        at = 10 + 2 * contours
        hints: int = struct.unpack_from(">H", outline, at)[0]
        plain = outline[:at] + b"\0\0" + outline[at + 2 + hints :]
    else:
        changed = bytearray(outline)
        end = len(outline)
        for at, glyph, end in _components(outline):  # noqa: B007
            flags: int = struct.unpack_from(">H", outline, at)[0]
            struct.pack_into(">HH", changed, at, flags & ~HAS_INSTRUCTIONS, place[glyph])
        plain = bytes(changed[:end])
    return plain + b"\0" * (len(plain) % 2)


def _cmap(glyphs: dict[int, int]) -> bytes:
    """A table of characters of format 4, one segment a character."""
    pairs = sorted(glyphs.items())
    codes = [code for code, _ in pairs] + [0xFFFF]
    deltas = [(glyph - code) & 0xFFFF for code, glyph in pairs] + [1]
    count = len(codes)
    power = 1 << (count.bit_length() - 1)
    search = (2 * count, 2 * power, power.bit_length() - 1, 2 * (count - power))
    body = struct.pack(f">{count}H2x{count}H{count}H{count}H", *codes, *codes, *deltas, *[0] * count)
    table = struct.pack(">HHHHHHH", 4, 14 + len(body), 0, *search) + body
    return struct.pack(">HHHHL", 0, 1, 3, 1, 12) + table


def _file(tables: dict[str, bytes]) -> bytes:
    """A font file of these tables, with its sums."""
    count = len(tables)
    power = 1 << (count.bit_length() - 1)
    start = 12 + 16 * count
    entries, body, head_at = [], b"", 0
    for tag in sorted(tables):
        data = tables[tag]
        padded = data + b"\0" * (-len(data) % 4)
        if tag == "head":
            head_at = start + len(body)
        entries.append(struct.pack(">4sLLL", tag.encode("ascii"), _sum(padded), start + len(body), len(data)))
        body += padded
    search = (16 * power, power.bit_length() - 1, 16 * (count - power))
    made = bytearray(struct.pack(">LHHHH", 0x00010000, count, *search) + b"".join(entries) + body)
    struct.pack_into(">L", made, head_at + 8, (0xB1B0AFBA - _sum(bytes(made))) & 0xFFFFFFFF)
    return bytes(made)


def _sum(data: bytes) -> int:
    words: tuple[int, ...] = struct.unpack(f">{len(data) // 4}L", data)
    return sum(words) & 0xFFFFFFFF
