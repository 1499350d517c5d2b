"""What stands in a PDF, in mm from the upper left corner of its page: filled areas and drawn lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pikepdf

MM = 25.4 / 72
Matrix = tuple[float, float, float, float, float, float]
PLAIN: Matrix = (1, 0, 0, 1, 0, 0)


@dataclass(frozen=True)
class Mark:
    """kind: "fill" or "line". width: of the line."""

    kind: str
    left: float
    top: float
    right: float
    bottom: float
    width: float = 0.0

    @property
    def size(self) -> tuple[float, float]:
        return self.right - self.left, self.bottom - self.top


def marks(page: Any) -> list[Mark]:
    """Return all of a page's marks, those of drawings inside it as well."""
    height = float(page.mediabox[3])
    return list(_marks(page, page.resources, PLAIN, height))


def _marks(stream: Any, resources: Any, matrix: Matrix, height: float) -> Iterator[Mark]:
    stack: list[tuple[Matrix, float]] = []
    paths: list[list[tuple[float, float]]] = []
    width = 1.0
    for operands, operator in pikepdf.parse_content_stream(stream):
        name = str(operator)
        numbers = [
            float(one)
            for one in operands
            if not isinstance(one, (pikepdf.Name, pikepdf.Dictionary, pikepdf.Array, pikepdf.String))
        ]
        if name == "q":
            stack.append((matrix, width))
        elif name == "Q":
            matrix, width = stack.pop()
        elif name == "cm":
            matrix = _times(tuple(numbers), matrix)
        elif name == "w":
            width = numbers[0]
        elif name in ("m", "l", "c"):
            if name == "m":
                paths.append([])
            paths[-1] += [_moved(matrix, x, y) for x, y in zip(numbers[0::2], numbers[1::2], strict=True)]
        elif name == "re":
            x, y, across, up = numbers
            paths.append([_moved(matrix, x, y), _moved(matrix, x + across, y + up)])
        elif name in ("f", "f*", "S", "s", "B", "B*", "n"):
            if name != "n":
                kind = "line" if name in ("S", "s") else "fill"
                scale = (matrix[0] ** 2 + matrix[1] ** 2) ** 0.5
                yield from (_mark(kind, path, width * scale, height) for path in paths)
            paths = []
        elif name == "Do":
            inner = resources.XObject[str(operands[0])]
            if inner.Subtype == "/Form":
                of = tuple(float(one) for one in inner.get("/Matrix", PLAIN))
                yield from _marks(inner, inner.get("/Resources", resources), _times(of, matrix), height)


def _mark(kind: str, points: list[tuple[float, float]], width: float, height: float) -> Mark:
    xs, ys = [x for x, _ in points], [height - y for _, y in points]
    return Mark(kind, min(xs) * MM, min(ys) * MM, max(xs) * MM, max(ys) * MM, width * MM)


def _moved(m: Matrix, x: float, y: float) -> tuple[float, float]:
    return m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]


def _times(a: Any, b: Matrix) -> Matrix:
    return (
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4],
        a[4] * b[1] + a[5] * b[3] + b[5],
    )
