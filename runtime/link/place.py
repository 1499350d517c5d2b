"""Expressions about maps, paths and facing; what they mean is in `map.py`."""

from __future__ import annotations

from rulewright.runtime import errors
from rulewright.runtime.link import types
from rulewright.runtime.link.expression import Writer, handles
from rulewright.runtime.link.names import Json
from rulewright.runtime.link.primitives import LONGEST
from rulewright.runtime.link.source import X
from rulewright.runtime.link.types import NUMBER, SIDE, YES_NO, Type


def _map_of(type: Type) -> str | None:
    """Return the id of the map that a place or path of that type lies on, if one is sure."""
    found = {one.partition(":")[2] for one in types.alternatives(type) if types.starts(one, "place:") or types.starts(one, "path:")}
    return found.pop() if len(found) == 1 else None


def _place_type(type: Type) -> Type:
    map = _map_of(type)
    return None if map is None else f"place:{map}"


def _path_type(type: Type) -> Type:
    map = _map_of(types.member(type) if isinstance(types.bare(type), tuple) and types.bare(type)[0] in ("set", "list") else type)
    return None if map is None else f"path:{map}"


@handles("place_attr")
def _place_attr(w: Writer, args: list[Json]) -> X:
    map, attribute, e = args
    x = w.expression(e)
    cells = w.linker.place_table(map, attribute)
    sure = types.starts(x.type, "place:")
    if cells.worked_out:
        text = f"{cells.name}({w.state}, {x.text})"
    else:
        text = f"{cells.name}[{x.text}]" if sure else f"{cells.name}.get({x.text})"
    return X(text, cells.type if sure else types.opt(cells.type), x.cost + 5 * cells.worked_out, cells.fractional)


@handles("distance")
def _distance(w: Writer, args: list[Json]) -> X:
    p, q = (w.expression(arg) for arg in args)
    # A place may be none, and on a map without a grid there may be no way: then there is no distance either.
    on_grid = types.starts(p.type, "place:") and p.type == q.type and w.linker.is_grid(p.type[6:])
    if on_grid:
        return X(f"DISTANCES[{p.text}][{q.text}]", NUMBER, p.cost + q.cost, bounds=(0, len(w.linker.names.map(p.type[6:]))))
    return X(f"distance({p.text}, {q.text})", types.opt(NUMBER), p.cost + q.cost + 1)


@handles("travelled")
def _travelled(w: Writer, args: list[Json]) -> X:
    parts = [w.expression(arg) for arg in args]
    if not parts:
        raise errors.misfit("nothing was travelled")
    cost = sum(part.cost for part in parts) + 1
    if len(parts) == 1 and types.is_many(parts[0].type):
        return X(f"travelled({_line(parts[0])})", types.opt(NUMBER), cost)
    texts = [part.text if types.starts(types.bare(part.type), "place:") else f"*{_line(part)}" for part in parts]
    return X(f"travelled(({', '.join(texts)},))", types.opt(NUMBER), cost)


def _line(x: X) -> str:
    """Python for the places that `x` stands for, in their order; what should be a place and is none is one of them."""
    return x.text if types.is_many(x.type) else f"line_of({x.text})"


@handles("neighbours")
def _neighbours(w: Writer, args: list[Json]) -> X:
    e, side = args
    x, s = w.expression(e), w.expression(side)
    kind = ("set", _place_type(x.type))
    if side is None:
        table = w.linker.neighbours_table(None)
    elif s.text.isdigit():
        table = w.linker.neighbours_table(int(s.text))
    elif s.type == SIDE:
        table = f"NEIGHBOURS[{s.text}]"
    else:
        table = f"neighbours_for({s.text})"
    cost = x.cost + s.cost
    if types.starts(x.type, "place:"):
        return X(f"{table}[{x.text}]", kind, cost)
    return X(f"beside({table}, {x.text})", kind, cost)


@handles("path")
def _path(w: Writer, args: list[Json]) -> X:
    parts = [w.expression(arg) for arg in args]
    if not parts:
        raise errors.misfit("a path of no place")
    if any(types.holds_path(part.type) for part in parts):
        # A path stands for its places.
        texts = [f"*places({part.text})" if types.holds_path(part.type) else w.fitted(part, "place:", "a path") for part in parts]
    else:
        texts = [w.fitted(part, "place:", "a path") for part in parts]
    return X(f"({', '.join(texts)},)", _path_type(parts[0].type), sum(part.cost for part in parts))


@handles("length")
def _length(w: Writer, args: list[Json]) -> X:
    (e,) = args
    x = w.many(e)
    return X(f"len({x.text})", NUMBER, x.cost, bounds=(0, LONGEST))


@handles("is_path")
def _is_path(w: Writer, args: list[Json]) -> X:
    (e,) = args
    x = w.expression(e)
    return X(f"(type({x.text}) is tuple)", YES_NO, x.cost)


@handles("extended")
def _extended(w: Writer, args: list[Json]) -> X:
    path, e = args
    x, p = w.many(path), w.expression(e)
    return X(f"extended({x.text}, {p.text})", _path_type(w.expression(path).type), x.cost + p.cost)


@handles("cuts")
def _cuts(w: Writer, args: list[Json]) -> X:
    path, lo, hi = args
    x, a, b = w.many(path), w.whole(lo), w.whole(hi)
    return X(f"cuts({x.text}, {a.text}, {b.text})", ("set", _path_type(w.expression(path).type)), x.cost + a.cost + b.cost + 20)


@handles("windows")
def _windows(w: Writer, args: list[Json]) -> X:
    path, size = args
    x, n = w.many(path), w.whole(size)
    return X(f"windows({x.text}, {n.text})", ("set", _path_type(w.expression(path).type)), x.cost + n.cost + 10)


@handles("parts")
def _parts(w: Writer, args: list[Json]) -> X:
    path, e = args
    x, p = w.many(path), w.expression(e)
    return X(f"parts({x.text}, {p.text})", ("set", _path_type(w.expression(path).type)), x.cost + p.cost + 5)


@handles("ends")
def _ends(w: Writer, args: list[Json]) -> X:
    (path,) = args
    x = w.many(path)
    return X(f"ends({x.text})", ("set", _place_type(x.type)), x.cost)


@handles("ahead")
def _ahead(w: Writer, args: list[Json]) -> X:
    e, d = args
    x, direction = w.expression(e), w.expression(d)
    return X(f"ahead({x.text}, {direction.text})", types.opt(_place_type(x.type)), x.cost + direction.cost)


@handles("turned")
def _turned(w: Writer, args: list[Json]) -> X:
    d, n = args
    direction, steps = w.number(d), w.number(n)
    return X(f"(({direction.text} + {steps.text}) % 6)", NUMBER, direction.cost + steps.cost)


@handles("bearing12")
def _bearing12(w: Writer, args: list[Json]) -> X:
    p, d, q = (w.expression(arg) for arg in args)
    return X(f"bearing12({p.text}, {d.text}, {q.text})", types.opt(NUMBER), p.cost + d.cost + q.cost + 1)


@handles("centre")
def _centre(w: Writer, args: list[Json]) -> X:
    (map,) = args
    return X(w.constant(w.linker.geometry.centre(map)), f"place:{map}")


@handles("edge")
def _edge(w: Writer, args: list[Json]) -> X:
    map, d = args
    w.linker.geometry.centre(map)
    direction = w.number(d)
    return X(f"edge({w.constant(map)}, {direction.text})", f"place:{map}", direction.cost + 5)
