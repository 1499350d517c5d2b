"""A view as numbers from -1 to 1, always as many and in the same order: what a learner sees.

They are made of the view alone. A number is divided by the farthest end of its range, or squashed if it has none; an enum, a place, a piece or
a side is the share of its place in their list; a set, list or path is its length, squashed. What is hidden or missing is -1 and 0:
every value has a second number that says whether it is there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rulewright.runtime.link import types
from rulewright.runtime.link.program import Program

Measure = Callable[[Any], float]


class Features:
    """The numbers of one ruleset. `names` says what each is."""

    def __init__(self, program: Program) -> None:
        self._program = program
        layout = program.linker.layout
        self._phases = [phase["id"] for phase in program.document["phases"]]
        self._decisions = {choice.id: number for number, choice in enumerate(program.choices)}
        self._tracks = [(track.id, track.keys, self._measure(track.type, track.range)) for track in layout.tracks.values()]
        self._pieces = [(unit["id"], *self._of_kind(unit["kind"])) for unit in program.document["units"]]
        self.names = [name for name, _ in self._walk({"tracks": {}, "pieces": {}, "phase": None})]

    def of(self, view: Mapping[str, Any]) -> list[float]:
        """Return the numbers of a view, `len(names)` of them."""
        return [value for _, value in self._walk(view)]

    def _of_kind(self, kind: str) -> tuple[list[tuple[str, int, Measure]], list[str]]:
        layout = self._program.linker.layout
        attributes = [
            (column.id.partition(".")[2], column.keys, self._measure(column.type, column.range))
            for column in layout.columns_of(kind)
            if not column.printed
        ]
        return attributes, layout.markers_of(kind)

    def _walk(self, view: Mapping[str, Any]) -> Iterator[tuple[str, float]]:
        phase = (view.get("phase") or {}).get("id")
        yield "phase", _share(self._phases.index(phase), len(self._phases)) if phase in self._phases else -1.0
        asked = view.get("decision", {}).get("id")
        yield "decision", _share(self._decisions[asked], len(self._decisions)) if asked in self._decisions else -1.0
        for id, keys, measure in self._tracks:
            yield from _values(id, keys, measure, view["tracks"], id)
        for unit, attributes, markers in self._pieces:
            shown = view["pieces"].get(unit, {"attributes": {}, "markers": {}})
            yield f"{unit}.gone", float(bool(shown.get("gone")))
            for name, keys, measure in attributes:
                yield from _values(f"{unit}.{name}", keys, measure, shown["attributes"], name)
            for marker in markers:
                value = shown["markers"].get(marker)
                yield f"{unit}.{marker}", 0.0 if value is None else _squashed(value) if type(value) is int else 1.0

    def _measure(self, type: Any, range: tuple[int | None, int | None] | None) -> Measure:
        """Return what makes a number of one value of a type."""
        inner = types.bare(type)
        if isinstance(inner, tuple) and inner[0] == "by":
            inner = types.bare(inner[2])
        if range is not None and None not in range and inner == types.NUMBER:
            widest = float(max(1, *(abs(end) for end in range if end is not None)))
            return lambda value: max(-1.0, min(1.0, _number(value) / widest))
        listed = self._listed(inner)
        if listed is not None:
            places = {value: _share(at, len(listed)) for at, value in enumerate(listed)}
            return lambda value: places.get(value, 0.0) if isinstance(value, str) else 0.0
        return _plain

    def _listed(self, inner: Any) -> list[str] | None:
        names = self._program.linker.names
        if inner == types.SIDE:
            return list(names.side_ids)
        home, _, id = inner.partition(":") if isinstance(inner, str) else ("", "", "")
        if home == "enum":
            return list(names.values.get(id, ()))
        if home == "place":
            return [names.id_of(place) for place in names.map(id)]
        if home == "piece":
            return [names.id_of(piece) for piece in names.kind(id)]
        return None


def _values(name: str, keys: int, measure: Measure, shown: Mapping[str, Any], id: str) -> Iterator[tuple[str, float]]:
    value = shown.get(id)
    several: list[Any] = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) and keys > 1 else [value]
    for key in range(keys):
        one = several[key] if key < len(several) else None
        suffix = f"[{key}]" if keys > 1 else ""
        yield f"{name}{suffix}", -1.0 if one is None else measure(one)
        yield f"{name}{suffix} is known", float(one is not None)


def _share(at: int, count: int) -> float:
    return (at + 1) / count


def _number(value: Any) -> float:
    if isinstance(value, str) and "/" in value:
        above, _, below = value.partition("/")
        return int(above) / int(below)
    return float(value) if isinstance(value, (int, float)) else 0.0


def _squashed(value: float) -> float:
    return value / (10 + abs(value))


def _plain(value: Any) -> float:
    if isinstance(value, bool):
        return float(value)
    if isinstance(value, (list, dict)):
        return _squashed(len(value))
    return _squashed(_number(value))
