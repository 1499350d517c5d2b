"""Maps and boards: places, regions, barriers, links, and values per place."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from rulewright.compiler.model import Json
from rulewright.compiler.parse.nodes import ExprNode
from rulewright.compiler.parse.tree import MapNode, PlaceTableNode, SettingNode
from rulewright.compiler.resolve import errors, grids, pieces, tracks
from rulewright.compiler.resolve import expression as ex
from rulewright.compiler.resolve.cites import citing
from rulewright.compiler.resolve.scope import Scope
from rulewright.compiler.resolve.symbols import MapInfo, Symbol, Symbols, plural
from rulewright.compiler.resolve.types import as_json, opt

WORDS = {"hex": "hex", "staggered": "zone", "axial": "hex", "spaces": "space"}
PLAIN = (
    *("grid", "rows", "columns", "shifted", "slanted", "places"),
    *("hexes", "spaces", "radius", "facing"),
)


def declare(node: MapNode, symbols: Symbols) -> None:
    """Names of the map, its places and regions; what needs expressions comes later."""
    if not symbols.declare(Symbol("map", node.id, node.at, node)):
        return
    grid = (
        "spaces"
        if grids.setting_of(node, "spaces") is not None
        else grids.word_of(grids.setting_of(node, "grid"), "hex")
    )
    if grid not in WORDS:
        setting = grids.setting_of(node, "grid")
        assert setting is not None
        symbols.problems.add(errors.bad_setting_value("grid", setting.at, "one of hex, staggered, axial"))
        grid = "hex"
    word = grids.word_of(grids.setting_of(node, "places"), WORDS[grid])
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
    info.places = grids.places_of_map(node, grid, symbols)
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
    return setting.name not in (*PLAIN, "barrier", "link", "closed", "exits", *grids.OFF_MAP)


def _declare_region(name: str, node: SettingNode | PlaceTableNode, info: MapInfo, symbols: Symbols) -> None:
    if symbols.declare(Symbol("region", name, node.at)):
        symbols.regions[name] = info.id
        info.regions[name] = []


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
        setting = grids.setting_of(node, "spaces")
        for value in setting.values if setting else ():
            chain = [part.args[0] for part in grids.chain(value) if part.op == "name"]
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
    shifted = grids.setting_of(node, "shifted")
    parity = None if info.grid in ("spaces", "axial") else 1
    if info.grid == "hex" and grids.setting_of(node, "radius") is not None:
        parity = _radius_parity(node)
    if shifted is not None and info.grid in ("hex", "staggered"):
        first = grids.word_of(shifted)
        rows = grids.rows_of(grids.setting_of(node, "rows"), symbols)
        if first not in rows:
            symbols.problems.add(
                errors.bad_setting_value(
                    "shifted", shifted.at, "the letter of a row that lies half a place to the right"
                )
            )
        else:
            parity = rows.index(first) % 2
    radius = grids.setting_of(node, "radius")
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
        "facing": grids.word_of(grids.setting_of(node, "facing")) == "yes" or radius is not None,
        "radius": grids.number_of(radius.values[0]) if radius is not None else None,
        "centre": _centre(node, info),
    }


def _radius_parity(node: MapNode) -> int:
    radius = grids.setting_of(node, "radius")
    size = (grids.number_of(radius.values[0]) or 0) if radius is not None else 0
    return (size + 1) % 2


def _centre(node: MapNode, info: MapInfo) -> str | None:
    radius = grids.setting_of(node, "radius")
    if radius is None:
        return None
    size = grids.number_of(radius.values[0]) or 0
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
        id = f"{grids.number_of(node.args[0])},{grids.number_of(node.args[1])}"
    if id in info.places:
        return id
    symbols.problems.add(errors.off_the_map(ex.show(node), node.at, info.id, grids.extent(info.places)))
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
        symbols.problems.add(errors.off_the_map(id, node.at, info.id, grids.extent(info.places)))
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
