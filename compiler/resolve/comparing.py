"""Comparisons and membership: what may stand beside what."""

from __future__ import annotations

from rulewright.compiler.model import Json
from rulewright.compiler.parse.nodes import ExprNode
from rulewright.compiler.resolve import candidates, errors, names
from rulewright.compiler.resolve import expression as ex
from rulewright.compiler.resolve.scope import Scope
from rulewright.compiler.resolve.types import (
    ANY,
    NONE,
    NUMBER,
    YES_NO,
    Type,
    alternatives,
    bare,
    is_many,
    member,
    starts,
    words,
)

Typed = tuple[Json, Type]


def compare(node: ExprNode, scope: Scope, expect: Type | None) -> Typed:
    found = _compared(node, scope)
    _ends_beside(node, scope)
    return found


def _ends_beside(node: ExprNode, scope: Scope) -> None:
    """Warn (RW0236) of a comparison that ends in a doubtful `where`."""
    right = node.args[1]
    if right.op == "where" and not candidates.in_parentheses(right):
        candidates.ends_in_doubt("where", right.args[1], scope)


def _compared(node: ExprNode, scope: Scope) -> Typed:
    left, right = node.args
    # A bare value such as `night` is understood from what it is compared with.
    if names.is_value_name(left, scope) and not names.is_value_name(right, scope):
        right_value, right_type = ex.expression(right, scope)
        left_value, left_type = ex.expression(left, scope, _plain(right_type))
    else:
        left_value, left_type = ex.expression(left, scope)
        if starts(bare(left_type), "outcome:") and node.op in ("=", "!="):
            same = _is_outcome(left_value, str(bare(left_type))[8:], right, scope)
            return (same if node.op == "=" else ["not", same]), YES_NO
        right_value, right_type = ex.expression(right, scope, _plain(left_type))
    symbols = scope.symbols
    a, b = bare(left_type), bare(right_type)
    if node.op in ("=", "!="):
        if a == YES_NO and right_type != NONE:
            right_value = ex.condition_of(right_value, right_type, right.at, scope)
        elif is_many(a) and not is_many(b) and b not in (NONE, ANY) and symbols.fits(b, member(a)):
            kind = bare(a)[0] if isinstance(bare(a), tuple) else "list"
            return [node.op, left_value, [kind, right_value]], YES_NO
        elif is_many(a) and b == NONE:
            return (["is_empty", left_value] if node.op == "=" else ["not", ["is_empty", left_value]]), YES_NO
        elif not (symbols.fits(a, b) or symbols.fits(b, a) or NONE in (a, b) or overlap(a, b, scope)):
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
        scope.symbols.problems.add(errors.not_a_value(node.at, f"`{ex.show(node)}`", help))
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


def overlap(a: Type, b: Type, scope: Scope) -> bool:
    """May a value be of both types: a ship and its parent kind, a hex and `hex or ship`?"""
    from_a = a[1:] if isinstance(a, tuple) and a[0] == "any" else (a,)
    from_b = b[1:] if isinstance(b, tuple) and b[0] == "any" else (b,)
    if any(scope.symbols.fits(x, y) or scope.symbols.fits(y, x) for x in from_a for y in from_b):
        return True
    return is_many(a) and is_many(b) and overlap(member(a), member(b), scope)


def inside(node: ExprNode, scope: Scope, expect: Type | None) -> Typed:
    left, right = node.args
    inside = _membership(left, right, scope)
    _ends_beside(node, scope)
    return (["not", inside] if node.op == "not_in" else inside), YES_NO


def _membership(left: ExprNode, right: ExprNode, scope: Scope) -> Json:
    symbols = scope.symbols
    value, left_type = ex.expression(left, scope)
    if right.op == "range":
        lo, hi = (
            None if end is None else ex.expression(end, scope, bare(left_type))[0] for end in right.args
        )
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
    container, right_type = ex.expression(right, scope, ("set", wanted) if wanted != ANY else None)
    path = next((t for t in alternatives(right_type) if starts(t, "path:")), None)
    if path is not None:
        right_type = path
    if not is_many(right_type):
        if right_type != ANY:
            symbols.problems.add(
                errors.wrong_type(right.at, "a set, a region or a range", words(right_type), "after `in`")
            )
        return False
    if not (symbols.fits(wanted, member(right_type)) or overlap(wanted, member(right_type), scope)):
        symbols.problems.add(errors.not_comparable(right.at, words(left_type), words(right_type)))
    return ["subset" if is_many(left_type) else "in", value, container]


def _alone(node: ExprNode) -> ExprNode:
    return node if node.op == "range" else ExprNode("group", (node,), node.at)
