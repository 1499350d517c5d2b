"""Which places a map has: rows and columns, pairs, spaces, rings."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.compiler.parse.nodes import ExprNode
from rulewright.compiler.parse.tree import MapNode, SettingNode
from rulewright.compiler.resolve import errors, names
from rulewright.compiler.resolve import expression as ex
from rulewright.compiler.resolve.symbols import Symbols

MAX_PLACES = 20_000


OFF_MAP = ("no_hex", "off_map")  # places of the grid that have no id


def setting_of(node: MapNode, name: str) -> SettingNode | None:
    return next((s for s in node.settings if s.name == name), None)


def word_of(setting: SettingNode | None, default: str = "") -> str:
    if setting is None or not setting.values or setting.values[0].op != "name":
        return default
    word: str = setting.values[0].args[0]
    return word


def number_of(node: ExprNode | None) -> int | None:
    return None if node is None else names.constant(node)


def places_of_map(node: MapNode, grid: str, symbols: Symbols) -> dict[str, tuple[int, int] | None]:
    if grid == "spaces":
        return dict.fromkeys(_space_names(setting_of(node, "spaces"), symbols))
    if grid == "axial":
        return {f"{q},{r}": (q, r) for q, r in _axial(node, symbols)}
    radius = setting_of(node, "radius")
    if radius is not None:
        size = number_of(radius.values[0]) or 0
        if size > 60:
            symbols.problems.add(errors.too_large(radius.at, "the radius", 60))
            return {}
        found = [(q, r) for q in range(-size, size + 1) for r in range(-size, size + 1) if abs(q + r) <= size]
        return {
            f"{node.id}_{q + size}_{r + size}": (q + (r - (r & 1)) // 2 + size, r + size) for q, r in found
        }
    rows = rows_of(setting_of(node, "rows"), symbols)
    columns = _columns(setting_of(node, "columns"), symbols)
    if not rows or not columns:
        symbols.problems.add(
            errors.needs_feature(
                node.at,
                f"the map `{node.id}` has no places",
                "write `rows: A..G` and `columns: 1..5`, or `spaces: a - b`",
            )
        )
        return {}
    if len(rows) * len(columns) > MAX_PLACES:
        symbols.problems.add(errors.too_large(node.at, "the map", MAX_PLACES))
        return {}
    # Slanted numbers go on rising to the lower right: half a place with every row.
    slant = 1 if word_of(setting_of(node, "slanted")) == "yes" else 0
    places: dict[str, tuple[int, int] | None] = {
        f"{row}{column}": (column - columns[0] + slant * (len(rows) // 2 - (index + 1) // 2), index)
        for index, row in enumerate(rows)
        for column in columns
    }
    for removed in node.settings:
        if removed.name in OFF_MAP:
            for place in list(_listed(removed.values, places, removed, node.id, symbols)):
                places.pop(place, None)
    return places


def _listed(
    values: tuple[ExprNode, ...],
    places: dict[str, tuple[int, int] | None],
    setting: SettingNode,
    map_id: str,
    symbols: Symbols,
) -> Iterator[str]:
    """Place names and ranges of them, before the map is known to expressions."""
    for value in values:
        if value.op == "group":
            yield from list(_listed(value.args, places, setting, map_id, symbols))
        elif value.op == "range" and all(end is not None and end.op == "name" for end in value.args):
            first, last = (places.get(end.args[0]) for end in value.args)
            if first is None or last is None or first[1] != last[1]:
                symbols.problems.add(
                    errors.off_the_map(ex.show(value), value.at, map_id, "ranges within one row only")
                )
                continue
            yield from [
                p
                for p, at in places.items()
                if at is not None and at[1] == first[1] and first[0] <= at[0] <= last[0]
            ]
        elif value.op == "name" and value.args[0] in places:
            yield value.args[0]
        else:
            symbols.problems.add(errors.off_the_map(ex.show(value), value.at, map_id, extent(places)))


def extent(places: dict[str, tuple[int, int] | None]) -> str:
    listed = list(places)
    return f"{len(listed):,} places, {listed[0]} to {listed[-1]}" if listed else "no places"


def _row_letters(limit: int) -> list[str]:
    letters = [chr(ord("A") + i) for i in range(26)]
    return (letters + [a + b for a in letters for b in letters])[:limit]


def rows_of(setting: SettingNode | None, symbols: Symbols) -> list[str]:
    if setting is None:
        return []
    value = setting.values[0]
    letters = _row_letters(702)
    ends = (
        [end.args[0] if end is not None and end.op == "name" else "" for end in value.args]
        if value.op == "range"
        else [value.args[0], value.args[0]]
    )
    if ends[0] not in letters or ends[1] not in letters or letters.index(ends[0]) > letters.index(ends[1]):
        symbols.problems.add(errors.bad_setting_value("rows", setting.at, "letters, as in `A..G` or `A..AH`"))
        return []
    return letters[letters.index(ends[0]) : letters.index(ends[1]) + 1]


def _columns(setting: SettingNode | None, symbols: Symbols) -> list[int]:
    if setting is None:
        return []
    value = setting.values[0]
    lo, hi = (number_of(end) for end in value.args) if value.op == "range" else (1, number_of(value))
    if lo is None or hi is None or not lo <= hi <= lo + 999:
        symbols.problems.add(
            errors.bad_setting_value("columns", setting.at, "a range of numbers, as in `1..35`")
        )
        return []
    return list(range(lo, hi + 1))


def _space_names(setting: SettingNode | None, symbols: Symbols) -> list[str]:
    """`a - b - c` or `a, b, c`"""
    found: list[str] = []
    for value in setting.values if setting else ():
        for part in chain(value):
            if part.op == "name":
                found.append(part.args[0])
            else:
                symbols.problems.add(
                    errors.bad_setting_value("spaces", part.at, "names, as in `far - near - close`")
                )
    return found


def chain(node: ExprNode) -> list[ExprNode]:
    if node.op == "-":
        return [*chain(node.args[0]), node.args[1]]
    if node.op == "group":
        return [part for inner in node.args for part in chain(inner)]
    return [node]


def _axial(node: MapNode, symbols: Symbols) -> list[tuple[int, int]]:
    setting = setting_of(node, "hexes")
    found: list[tuple[int, int]] = []
    for pair in _pairs(setting.values if setting else ()):
        q, second = number_of(pair.args[0]), pair.args[1]
        ends = [number_of(end) for end in second.args] if second.op == "range" else [number_of(second)] * 2
        if q is None or ends[0] is None or ends[1] is None or ends[1] - ends[0] > 999:
            symbols.problems.add(errors.bad_setting_value("hexes", pair.at, "pairs, as in `(4, 5..6)`"))
            continue
        found.extend((q, r) for r in range(ends[0], ends[1] + 1))
    return list(dict.fromkeys(found))


def _pairs(values: tuple[ExprNode, ...]) -> Iterator[ExprNode]:
    for value in values:
        if value.op == "group" and len(value.args) == 2 and value.args[0].op in ("number", "neg", "pos"):
            yield value
        elif value.op == "group":
            yield from _pairs(value.args)
