"""Expressions: names become things, and every operation gets the types it works on."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rulewright.compiler.model import Json
from rulewright.compiler.parse.tree import ExprNode
from rulewright.compiler.resolve import errors, functions, names
from rulewright.compiler.resolve.scope import Scope
from rulewright.compiler.resolve.types import (
    ANY,
    NONE,
    NUMBER,
    TEXT,
    YES_NO,
    Type,
    alternatives,
    as_json,
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

COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")


def expression(node: ExprNode, scope: Scope, expect: Type | None = None) -> Typed:
    """Translate `node`. `expect` helps to choose between meanings of a name; it is not enforced."""
    handler = HANDLERS.get(node.op)
    if handler is None:
        scope.symbols.problems.add(errors.not_a_value(node.at, f"`{show(node)}`"))
        return None, ANY
    return handler(node, scope, expect)  # type: ignore[no-any-return]


def of_type(node: ExprNode, scope: Scope, wanted: Type, where: str = "", *, single: bool = False) -> Json:
    """Translate `node`, which must be of type `wanted`; `single` lets one thing stand for a set of it."""
    value, given = expression(node, scope, wanted)
    return fitted(value, given, wanted, node.at, scope, where, single=single)


def fitted(
    value: Json, given: Type, wanted: Type, at: Span, scope: Scope, where: str = "", *, single: bool = False
) -> Json:
    """`value` as a `wanted`, or a problem (RW0204)."""
    if wanted == YES_NO:
        return condition_of(value, given, at, scope, where)
    target = bare(wanted)
    is_set = isinstance(target, tuple) and target[0] in ("set", "list")
    if is_set and given == NONE and not is_opt(wanted):
        return [target[0]]
    if is_set and single and not is_many(given) and scope.symbols.fits(given, target[1]):
        return [target[0], value]
    if not scope.symbols.fits(given, wanted):
        scope.symbols.problems.add(errors.wrong_type(at, words(wanted), words(given), where))
        return value
    if is_set and target[0] == "set" and not (isinstance(bare(given), tuple) and bare(given)[0] == "set"):
        return ["union", ["set"], value] if given not in (ANY, NONE) else value
    return value


def condition(node: ExprNode, scope: Scope, where: str = "") -> Json:
    """Translate a yes-or-no question; a marker, a face or something that may be none is one, too."""
    value, given = expression(node, scope, YES_NO)
    return condition_of(value, given, node.at, scope, where)


def condition_of(value: Json, given: Type, at: Span, scope: Scope, where: str = "") -> Json:
    if given in (YES_NO, ANY):
        return value
    if isinstance(value, list) and value and value[0] in ("face", "countdown"):
        return ["marked", *value[1:]]
    if is_opt(given):
        return ["=", value, True] if bare(given) == YES_NO else ["!=", value, None]
    scope.symbols.problems.add(errors.wrong_type(at, "yes or no", words(given), where))
    return value


def number(node: ExprNode, scope: Scope, where: str = "") -> Json:
    value, given = expression(node, scope, NUMBER)
    if bare(given) not in (NUMBER, ANY):
        scope.symbols.problems.add(errors.wrong_type(node.at, "a number", words(given), where))
    return value


def many(node: ExprNode, scope: Scope, expect: Type | None = None, where: str = "") -> Typed:
    """Translate something that can be walked: a set, a list or a path."""
    value, given = expression(node, scope, ("set", expect) if expect is not None else None)
    if given == NONE:
        return ["set"], ("set", expect or ANY)
    if (
        isinstance(bare(given), tuple)
        and bare(given)[0] == "any"
        and any(starts(t, "path:") for t in bare(given)[1:])
    ):
        path = next(t for t in bare(given)[1:] if starts(t, "path:"))
        return value, path
    if not is_many(given) and given != ANY:
        scope.symbols.problems.add(errors.wrong_type(node.at, "a set", words(given), where))
        return ["set", value], ("set", given)
    return value, bare(given)


def text(node: ExprNode, scope: Scope) -> Json:
    """A template: a list of strings and typed values."""
    parts: list[Json] = []
    for part in node.args:
        if isinstance(part, str):
            parts.append(part)
        else:
            value, given = expression(part, scope)
            parts.append({"value": value, "type": as_json(given)})
    return parts


# ---------------------------------------------------------------- one function per operation


def _number(node: ExprNode, scope: Scope, expect: Type | None) -> Typed:
    value = node.args[0]
    if isinstance(value, Fraction):
        return (
            ["frac", value.numerator, value.denominator] if value.denominator != 1 else int(value)
        ), NUMBER
    return value, NUMBER


def _text(node: ExprNode, scope: Scope, expect: Type | None) -> Typed:
    return ["text", "".join(part for part in node.args if isinstance(part, str))], TEXT


def _compare(node: ExprNode, scope: Scope, expect: Type | None) -> Typed:
    found = _compared(node, scope)
    _ends_beside(node, scope)
    return found


def _ends_beside(node: ExprNode, scope: Scope) -> None:
    """The same for a comparison that ends in a `where`."""
    right = node.args[1]
    if right.op == "where" and not _in_parentheses(right):
        _ends_in_doubt("where", right.args[1], scope)


def _compared(node: ExprNode, scope: Scope) -> Typed:
    left, right = node.args
    # A bare value such as `night` is understood from what it is compared with.
    if names.is_value_name(left, scope) and not names.is_value_name(right, scope):
        right_value, right_type = expression(right, scope)
        left_value, left_type = expression(left, scope, _plain(right_type))
    else:
        left_value, left_type = expression(left, scope)
        if starts(bare(left_type), "outcome:") and node.op in ("=", "!="):
            same = _is_outcome(left_value, str(bare(left_type))[8:], right, scope)
            return (same if node.op == "=" else ["not", same]), YES_NO
        right_value, right_type = expression(right, scope, _plain(left_type))
    symbols = scope.symbols
    a, b = bare(left_type), bare(right_type)
    if node.op in ("=", "!="):
        if a == YES_NO and right_type != NONE:
            right_value = condition_of(right_value, right_type, right.at, scope)
        elif is_many(a) and not is_many(b) and b not in (NONE, ANY) and symbols.fits(b, member(a)):
            kind = bare(a)[0] if isinstance(bare(a), tuple) else "list"
            return [node.op, left_value, [kind, right_value]], YES_NO
        elif is_many(a) and b == NONE:
            return (["is_empty", left_value] if node.op == "=" else ["not", ["is_empty", left_value]]), YES_NO
        elif not (symbols.fits(a, b) or symbols.fits(b, a) or NONE in (a, b) or _overlap(a, b, scope)):
            symbols.problems.add(errors.not_comparable(node.at, words(left_type), words(right_type)))
        return [node.op, left_value, right_value], YES_NO
    for type, side in ((a, left), (b, right)):
        if type not in (NUMBER, ANY) and not starts(type, "enum:"):
            symbols.problems.add(
                errors.wrong_type(
                    side.at, "a number or a value of an enum", words(type), f"beside `{node.op}`"
                )
            )
            return [node.op, left_value, right_value], YES_NO
    if not (symbols.fits(a, b) or symbols.fits(b, a)):
        symbols.problems.add(errors.not_comparable(node.at, words(left_type), words(right_type)))
    return [node.op, left_value, right_value], YES_NO


def _is_outcome(value: Json, table: str, node: ExprNode, scope: Scope) -> Json:
    """`result = miss`, `result = 2 hull + evasion`: exactly that bag of names."""
    bag = bag_of(node)
    if bag is None:
        help = "compare a result with a name, as in `result = miss`, or with names and counts"
        scope.symbols.problems.add(errors.not_a_value(node.at, f"`{show(node)}`", help))
        return False
    known = scope.symbols.names[table].data["outcomes"]
    for name in bag:
        if name not in known:
            scope.symbols.problems.add(errors.unknown_arm(name, node.at, table, known), spoils=False)
    if len(bag) == 1 and list(bag.values()) == [1]:
        return ["is_outcome", next(iter(bag)), value]
    wanted = [["=", ["outcome_count", name, value], count] for name, count in bag.items()]
    others = [["not", ["has_outcome", name, value]] for name in known if name not in bag]
    return ["and", *wanted, *others]


def bag_of(node: ExprNode) -> dict[str, int] | None:
    """`2 hull + evasion` → {"hull": 2, "evasion": 1}; None if it is no bag of names."""
    if node.op == "name":
        return {node.args[0]: 1}
    if node.op == "quantity":
        return {node.args[1]: node.args[0]}
    if node.op == "+":
        parts = [bag_of(part) for part in node.args]
        if parts[0] is None or parts[1] is None:
            return None
        made = dict(parts[0])
        for name, count in parts[1].items():
            made[name] = made.get(name, 0) + count
        return made
    return None


def _plain(type: Type) -> Type | None:
    return None if type in (ANY, NONE) else bare(type)


def _overlap(a: Type, b: Type, scope: Scope) -> bool:
    """May a value be of both types: a ship and its parent kind, a hex and `hex or ship`?"""
    from_a = a[1:] if isinstance(a, tuple) and a[0] == "any" else (a,)
    from_b = b[1:] if isinstance(b, tuple) and b[0] == "any" else (b,)
    if any(scope.symbols.fits(x, y) or scope.symbols.fits(y, x) for x in from_a for y in from_b):
        return True
    return is_many(a) and is_many(b) and _overlap(member(a), member(b), scope)


def _in(node: ExprNode, scope: Scope, expect: Type | None) -> Typed:
    left, right = node.args
    inside = _membership(left, right, scope)
    _ends_beside(node, scope)
    return (["not", inside] if node.op == "not_in" else inside), YES_NO


def _membership(left: ExprNode, right: ExprNode, scope: Scope) -> Json:
    symbols = scope.symbols
    value, left_type = expression(left, scope)
    if right.op == "range":
        lo, hi = (None if end is None else expression(end, scope, bare(left_type))[0] for end in right.args)
        return ["between", value, lo, hi]
    kind = names.plural_of(right, scope)
    if kind is not None and kind[0] == "kind":
        return ["is_kind", kind[1], value]
    if kind is not None and kind[0] == "path":
        return ["is_path", value]
    if right.op == "group" and any(part.op == "range" for part in right.args):
        choices = [_membership(left, _alone(part), scope) for part in right.args]
        return ["or", *choices]
    wanted = member(left_type) if is_many(left_type) else bare(left_type)
    container, right_type = expression(right, scope, ("set", wanted) if wanted != ANY else None)
    path = next((t for t in alternatives(right_type) if starts(t, "path:")), None)
    if path is not None:
        right_type = path
    if not is_many(right_type):
        if right_type != ANY:
            symbols.problems.add(
                errors.wrong_type(right.at, "a set, a region or a range", words(right_type), "after `in`")
            )
        return False
    if not (symbols.fits(wanted, member(right_type)) or _overlap(wanted, member(right_type), scope)):
        symbols.problems.add(errors.not_comparable(right.at, words(left_type), words(right_type)))
    return ["subset" if is_many(left_type) else "in", value, container]


def _alone(node: ExprNode) -> ExprNode:
    return node if node.op == "range" else ExprNode("group", (node,), node.at)


def _logic(node: ExprNode, scope: Scope, expect: Type | None) -> Typed:
    parts: list[Json] = []
    for side in node.args:
        value = condition(side, scope, f"beside `{node.op}`")
        if scope.candidates and side is node.args[1] and not _mentions(value, scope.candidates[-1].local):
            scope.aside.add(id(side))
        if isinstance(value, list) and value and value[0] == node.op:
            parts.extend(value[1:])
        else:
            parts.append(value)
    return [node.op, *parts], YES_NO


def _not(node: ExprNode, scope: Scope, expect: Type | None) -> Typed:
    return ["not", condition(node.args[0], scope, "after `not`")], YES_NO


def _negative(node: ExprNode, scope: Scope, expect: Type | None) -> Typed:
    value = number(node.args[0], scope, f"after `{'-' if node.op == 'neg' else '+'}`")
    if node.op == "pos":
        return value, NUMBER
    return (-value if isinstance(value, int) and not isinstance(value, bool) else ["neg", value]), NUMBER


def _pending(node: ExprNode, scope: Scope, expect: Type | None) -> Typed:
    value, given = expression(node.args[0], scope, expect)
    return ["pending", value], given


def _arithmetic(node: ExprNode, scope: Scope, expect: Type | None) -> Typed:
    left, right = node.args
    hint = expect if expect is not None and is_many(expect) else None
    a, a_type = expression(left, scope, hint)
    b, b_type = expression(right, scope, hint)
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
    if len(kept) == 2 and not _overlap(kept[0], kept[1], scope) and node.op == "-":
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


def _group(node: ExprNode, scope: Scope, expect: Type | None) -> Typed:
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
        value, type = expression(
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


def _range(node: ExprNode, scope: Scope, expect: Type | None) -> Typed:
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
    low, low_type = expression(lo, scope, inner)
    high, _ = expression(hi, scope, bare(low_type))
    return ["range", low, high], ("set", bare(low_type))


def _where(node: ExprNode, scope: Scope, expect: Type | None) -> Typed:
    if scope.candidates:
        scope.symbols.problems.add(errors.nested_where(node.at))
    value, given = many(node.args[0], scope, None, "before `where`")
    candidate = scope.candidate(member(given))
    asked = condition(node.args[1], scope, "after `where`")
    scope.candidates.pop()
    kept: Type = ("set", member(given)) if starts(given, "path:") else given
    return ["where", value, candidate.local, asked], kept


def _mentions(value: Json, local: str) -> bool:
    """Does a value read that name anywhere?"""
    if not isinstance(value, list):
        return False
    return bool(value == ["local", local]) or any(_mentions(part, local) for part in value)


def _ends_in_doubt(word: str, asked: ExprNode, scope: Scope) -> None:
    """Warn (RW0236) if the end of a condition says nothing of the candidate: it may be meant to stand outside."""
    while asked.op in ("and", "or") and not _in_parentheses(asked):
        last = asked.args[1]
        if id(last) in scope.aside:
            scope.symbols.problems.add(errors.swallowed(last.at, word, asked.op, show(last)))
            return
        asked = last


def _in_parentheses(node: ExprNode) -> bool:
    """Does the place of a node with two sides begin before its left side?"""
    return bool(node.at[1:3] < node.args[0].at[1:3])


def _some(node: ExprNode, scope: Scope, expect: Type | None) -> Typed:
    value, _ = many(node.args[0], scope, None, "after `some`" if node.op == "some" else "after `no`")
    if node.args[0].op == "where":
        _ends_in_doubt("where", node.args[0].args[1], scope)
    if isinstance(value, list) and value and value[0] == "where":
        found: Json = ["some", *value[1:]]
    else:
        found = ["not", ["is_empty", value]]
    if node.op == "some":
        return found, YES_NO
    return (found[1] if found[0] == "not" else ["not", found]), YES_NO


def _every(node: ExprNode, scope: Scope, expect: Type | None) -> Typed:
    value, given = many(node.args[0], scope, None, "after `every`")
    candidate = scope.candidate(member(given))
    asked = condition(node.args[1], scope, "after `has`")
    scope.candidates.pop()
    _ends_in_doubt("has", node.args[1], scope)
    return ["every", value, candidate.local, asked], YES_NO


def _at(node: ExprNode, scope: Scope, expect: Type | None) -> Typed:
    value, given = many(node.args[0], scope, None, "before `at`")
    place, place_type = expression(node.args[1], scope)
    for one in (
        bare(place_type)[1:]
        if isinstance(bare(place_type), tuple) and bare(place_type)[0] == "any"
        else (bare(place_type),)
    ):
        if (
            not starts(one, "place:")
            and one != ANY
            and not starts(one, "piece:")
            and not starts(one, "path:")
        ):
            scope.symbols.problems.add(
                errors.wrong_type(node.args[1].at, "a place", words(place_type), "after `at`")
            )
            break
    if isinstance(value, list) and value and value[0] == "all":
        return ["units_at", value[1], None, place], given
    if isinstance(value, list) and value and value[0] == "of_side" and value[1][0] == "all":
        return ["units_at", value[1][1], value[2], place], given
    return ["at", value, place], given


def cases(node: ExprNode, scope: Scope, expect: Type | None) -> Typed:
    """`a -> 1, b -> 2, otherwise -> 3`: conditions tried in order."""
    arms: list[Json] = []
    types: list[Type] = []
    last: Json = None
    closed = False
    for asked, value in node.args:
        result, type = expression(value, scope, expect or (types[0] if types else None))
        types.append(type)
        if asked is None:
            last, closed = result, True
        else:
            arms.append([condition(asked, scope), result])
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


def show(node: ExprNode) -> str:
    """The expression as text, for messages and for the artifact's `text` fields."""
    return names.show(node)


HANDLERS: dict[str, Any] = {
    "number": _number,
    "text": _text,
    "name": names.name,
    "dot": names.dot,
    "of": names.of,
    "call": functions.call,
    "dotcall": functions.dotcall,
    "at": _at,
    "where": _where,
    "some": _some,
    "none_of": _some,
    "every": _every,
    "and": _logic,
    "or": _logic,
    "not": _not,
    "neg": _negative,
    "pos": _negative,
    "pending": _pending,
    "in": _in,
    "not_in": _in,
    "+": _arithmetic,
    "-": _arithmetic,
    "*": _arithmetic,
    "/": _arithmetic,
    "range": _range,
    "group": _group,
    "cases": cases,
    **dict.fromkeys(COMPARISONS, _compare),
}
