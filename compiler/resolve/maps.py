"""Maps and boards: places, regions, barriers, links, and values per place."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from rulewright.compiler.model import Json
from rulewright.compiler.parse.tree import ExprNode, MapNode, PlaceTableNode, SettingNode
from rulewright.compiler.resolve import errors, names, pieces, tracks
from rulewright.compiler.resolve import expression as ex
from rulewright.compiler.resolve.cites import citing
from rulewright.compiler.resolve.scope import Scope
from rulewright.compiler.resolve.symbols import MapInfo, Symbol, Symbols, plural
from rulewright.compiler.resolve.types import as_json, opt

MAX_PLACES = 20_000
WORDS = {"hex": "hex", "staggered": "zone", "axial": "hex", "spaces": "space"}
PLAIN = (
    *("grid", "rows", "columns", "shifted", "slanted", "places"),
    *("hexes", "spaces", "radius", "facing"),
)


OFF_MAP = ("no_hex", "off_map")  # places of the grid that have no id


def _setting(node: MapNode, name: str) -> SettingNode | None:
    return next((s for s in node.settings if s.name == name), None)


def _word(setting: SettingNode | None, default: str = "") -> str:
    if setting is None or not setting.values or setting.values[0].op != "name":
        return default
    word: str = setting.values[0].args[0]
    return word


def _number(node: ExprNode | None) -> int | None:
    return None if node is None else names.constant(node)


def declare(node: MapNode, symbols: Symbols) -> None:
    """Names of the map, its places and regions; what needs expressions comes later."""
    if not symbols.declare(Symbol("map", node.id, node.at, node)):
        return
    grid = "spaces" if _setting(node, "spaces") is not None else _word(_setting(node, "grid"), "hex")
    if grid not in WORDS:
        setting = _setting(node, "grid")
        assert setting is not None
        symbols.problems.add(errors.bad_setting_value("grid", setting.at, "one of hex, staggered, axial"))
        grid = "hex"
    word = _word(_setting(node, "places"), WORDS[grid])
    if word in symbols.place_words:
        other = symbols.names[symbols.place_words[word]]
        symbols.problems.add(
            errors.duplicate(
                word,
                node.at,
                other.at,
                f"word for the places of `{other.id}` (give this map its own with `places: …`)",
            )
        )
        word = node.id + "_place"
    info = MapInfo(node.id, word, grid)
    symbols.maps[node.id] = info
    symbols.place_words[word] = node.id
    symbols.plurals.setdefault(plural(word), ("place", node.id))
    if grid != "spaces":
        symbols.plurals.setdefault("paths", ("path", node.id))
    info.places = _places(node, grid, symbols)
    for place in info.places:
        other_map = symbols.place_homes.get(place)
        if other_map is not None:
            symbols.problems.add(
                errors.duplicate(place, node.at, symbols.names[other_map].at, f"place of `{other_map}`")
            )
            break
        symbols.place_homes[place] = node.id
    for setting in node.settings:
        if _is_region(setting, grid):
            _declare_region(setting.name, setting, info, symbols)
    for table in node.tables:
        _declare_region(table.name, table, info, symbols)


def _is_region(setting: SettingNode, grid: str) -> bool:
    if setting.name == "hexes" and grid != "axial":
        return True
    return setting.name not in (*PLAIN, "barrier", "link", "closed", "exits", *OFF_MAP)


def _declare_region(name: str, node: SettingNode | PlaceTableNode, info: MapInfo, symbols: Symbols) -> None:
    if symbols.declare(Symbol("region", name, node.at)):
        symbols.regions[name] = info.id
        info.regions[name] = []


# ---------------------------------------------------------------- which places there are


def _places(node: MapNode, grid: str, symbols: Symbols) -> dict[str, tuple[int, int] | None]:
    if grid == "spaces":
        return dict.fromkeys(_space_names(_setting(node, "spaces"), symbols))
    if grid == "axial":
        return {f"{q},{r}": (q, r) for q, r in _axial(node, symbols)}
    radius = _setting(node, "radius")
    if radius is not None:
        size = _number(radius.values[0]) or 0
        if size > 60:
            symbols.problems.add(errors.too_large(radius.at, "the radius", 60))
            return {}
        found = [(q, r) for q in range(-size, size + 1) for r in range(-size, size + 1) if abs(q + r) <= size]
        return {
            f"{node.id}_{q + size}_{r + size}": (q + (r - (r & 1)) // 2 + size, r + size) for q, r in found
        }
    rows = _rows(_setting(node, "rows"), symbols)
    columns = _columns(_setting(node, "columns"), symbols)
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
    slant = 1 if _word(_setting(node, "slanted")) == "yes" else 0
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
            symbols.problems.add(errors.off_the_map(ex.show(value), value.at, map_id, _extent(places)))


def _extent(places: dict[str, tuple[int, int] | None]) -> str:
    listed = list(places)
    return f"{len(listed):,} places, {listed[0]} to {listed[-1]}" if listed else "no places"


def _row_letters(limit: int) -> list[str]:
    letters = [chr(ord("A") + i) for i in range(26)]
    return (letters + [a + b for a in letters for b in letters])[:limit]


def _rows(setting: SettingNode | None, symbols: Symbols) -> list[str]:
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
    lo, hi = (_number(end) for end in value.args) if value.op == "range" else (1, _number(value))
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
        for part in _chain(value):
            if part.op == "name":
                found.append(part.args[0])
            else:
                symbols.problems.add(
                    errors.bad_setting_value("spaces", part.at, "names, as in `far - near - close`")
                )
    return found


def _chain(node: ExprNode) -> list[ExprNode]:
    if node.op == "-":
        return [*_chain(node.args[0]), node.args[1]]
    if node.op == "group":
        return [part for inner in node.args for part in _chain(inner)]
    return [node]


def _axial(node: MapNode, symbols: Symbols) -> list[tuple[int, int]]:
    setting = _setting(node, "hexes")
    found: list[tuple[int, int]] = []
    for pair in _pairs(setting.values if setting else ()):
        q, second = _number(pair.args[0]), pair.args[1]
        ends = [_number(end) for end in second.args] if second.op == "range" else [_number(second)] * 2
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


# ---------------------------------------------------------------- tables of places: types first


def declare_tables(node: MapNode, symbols: Symbols) -> None:
    info = symbols.maps.get(node.id)
    for table in node.tables if info is not None else ():
        assert info is not None
        for index, name in enumerate(table.header[1:], start=1):
            cells = [row.cells[index] for row in table.rows if len(row.cells) > index]
            if name in info.attributes:
                symbols.problems.add(errors.duplicate(name, table.at, node.at, "column of this map"))
            type, blank = tracks.column_type(name, cells, symbols)
            if blank is None and type != "any":
                type = opt(type)
            info.attributes[name] = type


# ---------------------------------------------------------------- the artifact's map


def map_document(node: MapNode, symbols: Symbols) -> Json:
    info = symbols.maps[node.id]
    scope = Scope(symbols, node.id)
    links: list[Json] = []
    barriers: list[Json] = []
    closed: list[Json] = []
    exits: dict[str, list[str]] = {}
    titles: dict[str, str] = {}
    if info.grid == "spaces":
        setting = _setting(node, "spaces")
        for value in setting.values if setting else ():
            chain = [part.args[0] for part in _chain(value) if part.op == "name"]
            links.extend([a, b, None] for a, b in itertools.pairwise(chain))
    for setting in node.settings:
        if setting.for_side and setting.for_side not in symbols.sides:
            symbols.problems.add(errors.unknown_name(setting.for_side, setting.at, symbols.sides, "side"))
        side = setting.for_side or None
        if setting.name in ("link", "barrier"):
            (links if setting.name == "link" else barriers).extend(
                [a, b, side] for a, b in _edges(setting, info, symbols)
            )
        elif setting.name == "exits":
            for a, b in _edges(setting, info, symbols):
                exits.setdefault(a, []).append(b)
        elif setting.name == "closed":
            if side is None:
                symbols.problems.add(
                    errors.needs_feature(
                        setting.at, "`closed` says for whom", 'as in `closed "Irish Sea": K19 for german`'
                    )
                )
                continue
            closed.extend([place, side] for place in places_of(setting.values, info, scope))
        elif _is_region(setting, info.grid) and setting.name in info.regions:
            info.regions[setting.name] = places_of(setting.values, info, scope)
            titles[setting.name] = setting.tail.title
    attributes: list[Json] = []
    for table in node.tables:
        attributes.extend(_table(table, info, scope))
        titles[table.name] = table.tail.title
    shifted = _setting(node, "shifted")
    parity = None if info.grid in ("spaces", "axial") else 1
    if info.grid == "hex" and _setting(node, "radius") is not None:
        parity = _radius_parity(node)
    if shifted is not None and info.grid in ("hex", "staggered"):
        first = _word(shifted)
        rows = _rows(_setting(node, "rows"), symbols)
        if first not in rows:
            symbols.problems.add(
                errors.bad_setting_value(
                    "shifted", shifted.at, "the letter of a row that lies half a place to the right"
                )
            )
        else:
            parity = rows.index(first) % 2
    radius = _setting(node, "radius")
    return {
        **pieces.head(node),
        "grid": info.grid,
        "place_word": info.word,
        "places": list(info.places),
        "coordinates": None
        if info.grid == "spaces"
        else {place: list(at) for place, at in info.places.items() if at is not None},
        "links": links,
        "barriers": barriers,
        "closed": closed,
        "exits": exits,
        "regions": [
            {"id": id, "title": titles.get(id, ""), "places": places} for id, places in info.regions.items()
        ],
        "attributes": attributes,
        "shifted": parity,
        "facing": _word(_setting(node, "facing")) == "yes" or radius is not None,
        "radius": _number(radius.values[0]) if radius is not None else None,
        "centre": _centre(node, info),
    }


def _radius_parity(node: MapNode) -> int:
    radius = _setting(node, "radius")
    size = (_number(radius.values[0]) or 0) if radius is not None else 0
    return (size + 1) % 2


def _centre(node: MapNode, info: MapInfo) -> str | None:
    radius = _setting(node, "radius")
    if radius is None:
        return None
    size = _number(radius.values[0]) or 0
    return f"{node.id}_{size}_{size}"


def _edges(setting: SettingNode, info: MapInfo, symbols: Symbols) -> Iterator[tuple[str, str]]:
    """`D2 - D3`, or `(15, -5) - (15, -4)` on an axial map."""
    values = setting.values
    for value in values:
        if value.op == "-":
            chain = [_place_id(part, info, symbols) for part in _chain_of_pairs(value)]
            known = [place for place in chain if place is not None]
            yield from itertools.pairwise(known)
        else:
            symbols.problems.add(
                errors.bad_setting_value(setting.name, value.at, "pairs of places, as in `D2 - D3`")
            )


def _chain_of_pairs(node: ExprNode) -> list[ExprNode]:
    if node.op == "-":
        return [*_chain_of_pairs(node.args[0]), node.args[1]]
    return [node]


def _place_id(node: ExprNode, info: MapInfo, symbols: Symbols) -> str | None:
    id = node.args[0] if node.op == "name" else ""
    if node.op == "group" and len(node.args) == 2:
        id = f"{_number(node.args[0])},{_number(node.args[1])}"
    if id in info.places:
        return id
    symbols.problems.add(errors.off_the_map(ex.show(node), node.at, info.id, _extent(info.places)))
    return None


def places_of(values: tuple[ExprNode, ...], info: MapInfo, scope: Scope) -> list[str]:
    """The places that a region's text names, each once, in the order of the map."""
    found: set[str] = set()
    for value in values:
        found |= _named_places(value, info, scope)
    return [place for place in info.places if place in found]


def _named_places(node: ExprNode, info: MapInfo, scope: Scope) -> set[str]:
    symbols = scope.symbols
    if node.op == "name":
        id = node.args[0]
        if id in info.places:
            return {id}
        if symbols.regions.get(id) == info.id:
            return set(info.regions[id])
        symbols.problems.add(errors.off_the_map(id, node.at, info.id, _extent(info.places)))
        return set()
    if node.op in ("+", "-"):
        left, right = (_named_places(part, info, scope) for part in node.args)
        return left | right if node.op == "+" else left - right
    if node.op == "group" and not _pair(node, info):
        return set().union(*(_named_places(part, info, scope) for part in node.args))
    value, _ = ex.expression(node, scope, ("set", f"place:{info.id}"))
    return _constants(value)


def _pair(node: ExprNode, info: MapInfo) -> bool:
    return info.grid == "axial" and len(node.args) == 2 and node.args[0].op in ("number", "neg", "pos")


def _constants(value: Json) -> set[str]:
    if isinstance(value, list) and value:
        if value[0] == "place":
            return {value[2]}
        return set().union(*(_constants(part) for part in value[1:]))
    return set()


def _table(table: PlaceTableNode, info: MapInfo, scope: Scope) -> list[Json]:
    """The attributes that a table under the map gives its places; the table's name is a region."""
    rows: list[tuple[list[str], tuple[tuple[ExprNode, ...], ...]]] = []
    for row in table.rows:
        if len(row.cells) != len(table.header):
            scope.symbols.problems.add(errors.cell_count(row.at, len(table.header), len(row.cells)))
            continue
        rows.append((places_of(row.cells[0], info, scope), row.cells))
    listed = {place for places, _ in rows for place in places}
    info.regions[table.name] = [place for place in info.places if place in listed]
    made: list[Json] = []
    for index, name in enumerate(table.header[1:], start=1):
        type = info.attributes[name]
        values: dict[str, Json] = {}
        for places, cells in rows:
            cell = cells[index]
            if cell[0].op == "blank":
                continue
            node = cell[0] if len(cell) == 1 else ExprNode("group", cell, cell[0].at)
            value = ex.of_type(node, scope, type, f"in the column `{name}`", single=True)
            values.update(dict.fromkeys(places, value))
        default = 0 if type == "number" else False if type == "yes_no" else None
        made.append(
            {
                "id": name,
                "type": as_json(type),
                "values": values,
                "default": default,
                "at": list(table.at),
                **citing(table.tail),
            }
        )
    return made
