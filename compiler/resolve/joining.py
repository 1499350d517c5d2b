"""What is made of several values: sums, sets, lists, ranges, and the one type of alternatives."""

from __future__ import annotations

from rulewright.compiler.model import Json
from rulewright.compiler.parse.nodes import ExprNode
from rulewright.compiler.resolve import comparing, errors, names
from rulewright.compiler.resolve import expression as ex
from rulewright.compiler.resolve.scope import Scope
from rulewright.compiler.resolve.types import (
    ANY,
    NONE,
    NUMBER,
    Type,
    alternatives,
    bare,
    either,
    is_many,
    is_opt,
    member,
    starts,
    words,
)
from rulewright.compiler.source import Span

Typed = tuple[Json, Type]


def arithmetic(node: ExprNode, scope: Scope, expect: Type | None) -> Typed:
    left, right = node.args
    hint = expect if expect is not None and is_many(expect) else None
    a, a_type = ex.expression(left, scope, hint)
    b, b_type = ex.expression(right, scope, hint)
    if ANY in (a_type, b_type):
        return [node.op, a, b], ANY if node.op in "+-" else NUMBER
    if bare(a_type) == NUMBER and bare(b_type) == NUMBER:
        return [node.op, a, b], NUMBER
    if node.op in "*/":
        for side, type in ((left, a_type), (right, b_type)):
            if bare(type) != NUMBER:
                scope.symbols.problems.add(
                    errors.wrong_type(side.at, "a number", words(type), f"beside `{node.op}`")
                )
        return [node.op, a, b], NUMBER
    if NUMBER in (bare(a_type), bare(b_type)) and not (is_many(a_type) or is_many(b_type)):
        wrong, type = (left, a_type) if bare(b_type) == NUMBER else (right, b_type)
        scope.symbols.problems.add(
            errors.wrong_type(wrong.at, "a number", words(type), f"beside `{node.op}`")
        )
        return [node.op, a, b], ANY
    return _set_operation(node, (a, a_type), (b, b_type), scope)


def _as_places(typed: Typed) -> Typed:
    """A station or a line stands for its places."""
    value, type = typed
    line = next((one for one in alternatives(type) if starts(one, "path:")), None)
    return typed if line is None or is_many(type) else (["path", value], line)


def _as_set(value: Json, type: Type) -> Json:
    if is_many(type):
        return value
    return ["set", value] if type != NONE else ["set"]


def _set_operation(node: ExprNode, left: Typed, right: Typed, scope: Scope) -> Typed:
    (a, a_type), (b, b_type) = _as_places(left), _as_places(right)
    a, b = (_as_set(value, type) for value, type in ((a, a_type), (b, b_type)))
    members = [member(type) if is_many(type) else bare(type) for type in (a_type, b_type)]
    kept = [type for type in members if type not in (NONE, ANY)]
    if len(kept) == 2 and not comparing.overlap(kept[0], kept[1], scope) and node.op == "-":
        scope.symbols.problems.add(errors.not_comparable(node.at, words(a_type), words(b_type)))
    joined = kept[0] if node.op == "-" and kept else _join(kept, scope)
    if node.op == "-":
        keeps = bare(a_type)[0] if isinstance(bare(a_type), tuple) and bare(a_type)[0] == "list" else "set"
        return ["minus", a, b], (keeps, joined)
    if all(isinstance(bare(type), tuple) and bare(type)[0] == "list" for type in (a_type, b_type)):
        return ["join", a, b], ("list", joined)
    return ["union", a, b], ("set", joined)


def _join(types: list[Type], scope: Scope) -> Type:
    """One type for the members of a set made of several parts."""
    if not types:
        return ANY
    joined = types[0]
    for type in types[1:]:
        if scope.symbols.fits(type, joined):
            continue
        if scope.symbols.fits(joined, type):
            joined = type
        elif (
            starts(joined, "piece:")
            and starts(type, "piece:")
            and scope.symbols.common_kind(str(joined)[6:], str(type)[6:])
        ):
            joined = "piece:" + scope.symbols.common_kind(str(joined)[6:], str(type)[6:])
        else:
            joined = either([joined, type])
    return joined


def group(node: ExprNode, scope: Scope, expect: Type | None) -> Typed:
    place = names.pair_place(node, scope, expect)
    if place is not None:
        return place
    inner = member(expect) if expect is not None and is_many(expect) else expect
    if inner is not None and isinstance(inner, tuple) and inner[0] == "by":
        inner = inner[2]
    values: list[Json] = []
    types: list[Type] = []
    for part in node.args:
        if part.op == "range":
            listed, type = names.listed_range(part, scope, inner)
            values.extend(listed)
            types.append(type)
            continue
        value, type = ex.expression(
            part, scope, inner if inner not in (ANY, None) else (types[0] if types else None)
        )
        if is_many(type) and not (inner is not None and is_many(inner)):
            values.append(["spread", value])
            types.append(member(type))
        else:
            values.append(value)
            types.append(type)
    joined = _join([bare(t) for t in types if t != NONE], scope)
    if not node.args and expect is not None and starts(bare(expect), "path:"):
        return ["list"], bare(expect)
    wants_set = expect is not None and isinstance(bare(expect), tuple) and bare(expect)[0] == "set"
    return _collected("set" if wants_set else "list", values), ("set" if wants_set else "list", joined)


def _collected(op: str, values: list[Json]) -> Json:
    """A literal; parts that are sets themselves are joined in."""
    plain = [v for v in values if not (isinstance(v, list) and v and v[0] == "spread")]
    spread = [v[1] for v in values if isinstance(v, list) and v and v[0] == "spread"]
    made: Json = [op, *plain]
    if not plain and spread:
        made, spread = spread[0], spread[1:]
        if op == "set":
            made = ["union", ["set"], made]
    for part in spread:
        made = ["union" if op == "set" else "join", made, part]
    return made


def range_of(node: ExprNode, scope: Scope, expect: Type | None) -> Typed:
    lo, hi = node.args
    if lo is None or hi is None:
        scope.symbols.problems.add(
            errors.not_a_value(node.at, "an open range", "write both ends, as in `1..4`")
        )
        return ["set"], ("set", ANY)
    places = names.place_range(node, scope)
    if places is not None:
        map_id, listed = places
        return ["set", *(["place", map_id, place] for place in listed)], ("set", f"place:{map_id}")
    inner = member(expect) if expect is not None and is_many(expect) else None
    low, low_type = ex.expression(lo, scope, inner)
    high, _ = ex.expression(hi, scope, bare(low_type))
    return ["range", low, high], ("set", bare(low_type))


def cases(node: ExprNode, scope: Scope, expect: Type | None) -> Typed:
    """`a -> 1, b -> 2, otherwise -> 3`: conditions tried in order."""
    arms: list[Json] = []
    types: list[Type] = []
    last: Json = None
    closed = False
    for asked, value in node.args:
        result, type = ex.expression(value, scope, expect or (types[0] if types else None))
        types.append(type)
        if asked is None:
            last, closed = result, True
        else:
            arms.append([ex.condition(asked, scope), result])
    if not closed:
        scope.symbols.problems.add(
            errors.needs_feature(node.at, "there is no `otherwise`", "end the list with `otherwise -> …`")
        )
    return ["cond", arms, last], common(types, node.at, scope)


def common(types: list[Type], at: Span, scope: Scope) -> Type:
    """The one type of several alternatives; numbers do not go with names (RW0205)."""
    known = [t for t in types if t != ANY]
    if not known:
        return ANY
    joined = known[0]
    for type in known[1:]:
        if scope.symbols.fits(type, joined):
            continue
        if scope.symbols.fits(joined, type):
            joined = type
        elif NONE in (joined, type) or is_opt(joined) or is_opt(type) or (_thing(joined) and _thing(type)):
            joined = _join_none(joined, type, scope)
        elif is_many(joined) and is_many(type):
            joined = ("set", _join([member(joined), member(type)], scope))
        else:
            scope.symbols.problems.add(errors.not_comparable(at, words(joined), words(type)))
            return ANY
    return joined


def _join_none(a: Type, b: Type, scope: Scope) -> Type:
    inner = [bare(t) for t in (a, b) if t != NONE]
    joined = _join(inner, scope)
    return ("opt", joined) if NONE in (a, b) or is_opt(a) or is_opt(b) else joined


def _thing(type: Type) -> bool:
    return starts(type, "piece:") or starts(type, "place:") or (isinstance(type, tuple) and type[0] == "any")
