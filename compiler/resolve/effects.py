"""Statements that change the state, or what a side knows of it."""

from __future__ import annotations

from rulewright.compiler.model import Json
from rulewright.compiler.parse.nodes import ExprNode, Statement
from rulewright.compiler.resolve import errors, lvalues
from rulewright.compiler.resolve import expression as ex
from rulewright.compiler.resolve.scope import Scope
from rulewright.compiler.resolve.types import (
    ANY,
    NONE,
    NUMBER,
    SIDE,
    Type,
    alternatives,
    as_json,
    bare,
    is_many,
    member,
    starts,
    words,
)

Block = list[Json]


def set_to(s: Statement, scope: Scope) -> Block:
    assert s.target is not None
    assert s.value is not None
    place, type = lvalues.target(s.target, scope)
    return [
        {
            "do": "set",
            "to": place,
            "value": ex.of_type(s.value, scope, type, f"for `{ex.show(s.target)}`", single=True),
        }
    ]


def add(s: Statement, scope: Scope) -> Block:
    assert s.target is not None
    assert s.value is not None
    return _change("add", s.value, s.target, scope)


def _change(word: str, value: ExprNode, target: ExprNode, scope: Scope) -> Block:
    place, type = lvalues.target(target, scope)
    held = bare(type)
    if held in (NUMBER, ANY):
        return [
            {
                "do": word,
                "to": place,
                "value": ex.number(value, scope, f"for `{ex.show(target)}`"),
                "kind": "number",
            }
        ]
    if isinstance(held, tuple) and held[0] in ("set", "list"):
        given_value, given = ex.expression(value, scope, held)
        if held[0] == "set":
            changed = ex.fitted(
                given_value, given, held, value.at, scope, f"for `{ex.show(target)}`", single=True
            )
            return [{"do": word, "to": place, "value": changed, "kind": "set"}]
        if is_many(given):
            changed = ex.fitted(given_value, given, held, value.at, scope, f"for `{ex.show(target)}`")
            return [{"do": word, "to": place, "value": changed, "kind": "list"}]
        if not scope.symbols.fits(given, held[1]):
            scope.symbols.problems.add(
                errors.wrong_type(value.at, words(held[1]), words(given), f"for `{ex.show(target)}`")
            )
        return [{"do": word, "to": place, "value": given_value, "kind": "list"}]
    scope.symbols.problems.add(
        errors.not_settable(
            target.at,
            f"`{ex.show(target)}` is {words(type)} and",
            "`add` and `remove` change numbers, sets and lists; use `set`",
        )
    )
    return []


# ---------------------------------------------------------------- markers and pieces


def _marker_of(node: ExprNode, scope: Scope) -> tuple[str, str, Json] | None:
    """A marker as it is written after `mark … with` or `remove`: (marker, face or "", count or None)."""
    if node.op not in ("name", "call"):
        return None
    id = node.args[0]
    if id in scope.visible:
        return None
    symbol = scope.symbols.names.get(id)
    if symbol is not None and symbol.kind == "marker":
        count = (
            ex.number(node.args[1], scope, "for a countdown")
            if node.op == "call" and len(node.args) == 2
            else None
        )
        return id, "", count
    homes = scope.symbols.faces.get(id, [])
    if len(homes) > 1:
        scope.symbols.problems.add(errors.ambiguous(id, node.at, [f"a face of `{home}`" for home in homes]))
    return (homes[0], id, None) if homes and symbol is None else None


def mark(s: Statement, scope: Scope) -> Block:
    assert s.target is not None
    assert s.value is not None
    found = _marker_of(s.value, scope)
    if found is None:
        markers = [
            *(id for id, one in scope.symbols.names.items() if one.kind == "marker"),
            *scope.symbols.faces,
        ]
        scope.symbols.problems.add(errors.unknown_name(ex.show(s.value), s.value.at, markers, "marker"))
        return []
    marker, face, count = found
    data = scope.symbols.names[marker].data
    node, where = s.target, None
    if data["places"] and node.op == "at":
        where = ex.of_type(node.args[1], scope, f"place:{data['places']}", "after `at`")
        node = node.args[0]
    elif data["places"]:
        scope.symbols.problems.add(
            errors.needs_feature(
                node.at, f"`{marker}` lies at a place", f"write `mark {ex.show(node)} at … with {marker}`"
            )
        )
    on, each = _units(node, scope, data["on"], marker)
    if data["faces"] and not face:
        face = data["faces"][0]
    if data["countdown"] and count is None:
        count = data["countdown"][0]
    return [
        {
            "do": "mark",
            "marker": marker,
            "on": on,
            "each": each,
            "place": where,
            "face": face or None,
            "count": count,
        }
    ]


def _units(node: ExprNode, scope: Scope, kind: str, marker: str) -> tuple[Json, bool]:
    value, type = ex.expression(node, scope)
    each = is_many(type)
    one = member(type) if each else bare(type)
    if one != ANY and not all(
        scope.symbols.fits(t, f"piece:{kind}") or scope.symbols.fits(f"piece:{kind}", t)
        for t in alternatives(one)
    ):
        scope.symbols.problems.add(
            errors.wrong_type(node.at, f"a `{kind}`", words(type), f"for the marker `{marker}`")
        )
    return value, each


def remove(s: Statement, scope: Scope) -> Block:
    """`remove 1 from x`, `remove contact from u`, `remove u`."""
    assert s.value is not None
    if s.target is None:
        value, type = ex.expression(s.value, scope)
        one = member(type) if is_many(type) else bare(type)
        if one != ANY and not starts(one, "piece:"):
            scope.symbols.problems.add(
                errors.wrong_type(s.value.at, "a piece", words(type), "after `remove`")
            )
        return [{"do": "gone", "what": value, "each": is_many(type)}]
    parts = s.value.args if s.value.op == "group" else (s.value,)
    markers = [_marker_of(part, scope) for part in parts]
    found = [one for one in markers if one is not None]
    if not found or len(found) < len(parts):
        return _change("remove", s.value, s.target, scope)
    return _unmark(found, s.target, scope)


def _unmark(found: list[tuple[str, str, Json]], node: ExprNode, scope: Scope) -> Block:
    where = None
    if node.op == "at" and scope.symbols.names[found[0][0]].data["places"]:
        where = ex.expression(node.args[1], scope)[0]
        node = node.args[0]
    made: Block = []
    whole = [marker for marker, face, _ in found if not face]
    value, type = ex.expression(node, scope)
    each = is_many(type)
    one = member(type) if each else bare(type)
    for marker, _, _ in found:
        kind = scope.symbols.names[marker].data["on"]
        if one != ANY and not all(
            scope.symbols.fits(t, f"piece:{kind}") or scope.symbols.fits(f"piece:{kind}", t)
            for t in alternatives(one)
        ):
            scope.symbols.problems.add(
                errors.wrong_type(node.at, f"a `{kind}`", words(type), f"for the marker `{marker}`")
            )
    if whole:
        made.append({"do": "unmark", "markers": whole, "from": value, "each": each, "place": where})
    for marker, face, _ in found:
        if face:
            # Only the pieces that show this face lose the marker.
            candidate = scope.candidate(one)
            scope.candidates.pop()
            shown: Json = [
                "where",
                value if each else ["set", value],
                candidate.local,
                ["is_face", marker, face, ["local", candidate.local]],
            ]
            made.append({"do": "unmark", "markers": [marker], "from": shown, "each": True, "place": where})
    return made


def move(s: Statement, scope: Scope) -> Block:
    assert s.target is not None
    assert s.value is not None
    goal = s.target
    symbol = (
        scope.symbols.names.get(goal.args[0])
        if goal.op == "name" and goal.args[0] not in scope.visible
        else None
    )
    if symbol is not None and symbol.kind == "cup":
        return _return_chits(symbol.id, symbol.data, s.value, scope)
    value, type = ex.expression(s.value, scope)
    each = is_many(type)
    kind = member(type) if each else bare(type)
    if kind != ANY and not all(starts(t, "piece:") for t in alternatives(kind)):
        scope.symbols.problems.add(errors.wrong_type(s.value.at, "a piece", words(type), "after `move`"))
        return []
    to, to_type = ex.expression(goal, scope, _position(kind, scope))
    if to_type not in (ANY, NONE):
        for one in alternatives(to_type):
            if not (starts(one, "place:") or starts(one, "path:") or _holds(one, kind, scope)):
                scope.symbols.problems.add(
                    errors.wrong_type(
                        goal.at, "a place, or a piece that holds it", words(to_type), "after `to`"
                    )
                )
                break
    return [{"do": "move", "what": value, "each": each, "to": to}]


def _position(kind: Type, scope: Scope) -> Type | None:
    found = scope.symbols.attribute(str(kind)[6:], "at") if starts(kind, "piece:") else None
    return found.type if found is not None else None


def _holds(holder: Type, kind: Type, scope: Scope) -> bool:
    if not starts(holder, "piece:") or not starts(kind, "piece:"):
        return False
    id = str(holder)[6:]
    while id in scope.symbols.kinds:
        info = scope.symbols.kinds[id]
        if info.holds:
            return scope.symbols.is_a(str(kind)[6:], info.holds) or scope.symbols.is_a(
                info.holds, str(kind)[6:]
            )
        id = info.parent
    return False


def _return_chits(cup: str, held: Type, node: ExprNode, scope: Scope) -> Block:
    if node.op == "call" and node.args[0] == "drawn":
        return [{"do": "return_chits", "cup": cup, "what": ["drawn", cup]}]
    place, type = lvalues.target(node, scope)
    if (
        type != ANY
        and not (is_many(type) and scope.symbols.fits(member(type), held))
        and not scope.symbols.fits(bare(type), held)
    ):
        scope.symbols.problems.add(
            errors.wrong_type(node.at, f"chits of `{cup}`", words(type), "before `to`")
        )
    return [{"do": "return_chits", "cup": cup, "what": place}]


# ---------------------------------------------------------------- information


def audience(node: ExprNode, scope: Scope) -> Json:
    if node.op == "name" and node.args[0] == "all":
        return "all"
    return ex.of_type(node, scope, SIDE, "as the one who learns it")


def reveal(s: Statement, scope: Scope) -> Block:
    assert s.target is not None
    what = []
    for node in s.values:
        value, type = ex.expression(node, scope)
        owner = attr = None
        if isinstance(value, list) and value and value[0] in ("attr", "name"):
            owner, attr = value[-1], value[1] if value[0] == "attr" else "name"
        what.append({"value": value, "type": as_json(type), "of": owner, "attr": attr, "text": ex.show(node)})
    return [{"do": "reveal", "what": what, "to": audience(s.target, scope)}]


def tell(s: Statement, scope: Scope) -> Block:
    assert s.target is not None
    assert s.value is not None
    return [{"do": "tell", "to": audience(s.target, scope), "text": ex.text(s.value, scope)}]
