"""Decisions: the only statements at which play stops and asks a side."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.compiler.model import Json
from rulewright.compiler.parse.build_declaration import slug
from rulewright.compiler.parse.nodes import ExprNode, Statement
from rulewright.compiler.resolve import errors, statement
from rulewright.compiler.resolve import expression as ex
from rulewright.compiler.resolve.cites import citing
from rulewright.compiler.resolve.scope import Scope
from rulewright.compiler.resolve.symbols import Question
from rulewright.compiler.resolve.types import ANY, NUMBER, SIDE, Type, bare, member, starts, words

Block = list[Json]

JUMPS = ("next", "end", "end_game")

STEPPED = ("path", "list")
"""Domains whose answers are made a step at a time, and may have a block `each step`."""


def guards(nodes: tuple[Statement, ...], scope: Scope) -> list[Json]:
    """Leading `require` lines: they filter what is offered, and explain what is not."""
    made: list[Json] = []
    for node in nodes:
        assert node.value is not None
        made.append(
            {
                "when": ex.condition(node.value, scope, "after `require`"),
                "else": ex.text(node.text, scope) if node.text is not None else [],
                "at": list(node.at),
                **citing(node.tail),
            }
        )
    return made


def _side(s: Statement, scope: Scope) -> Json:
    assert s.side is not None
    return ex.of_type(s.side, scope, SIDE, "as the one who chooses")


def _orelse(s: Statement, scope: Scope) -> Block | None:
    return None if s.orelse is None else statement.block(s.orelse, scope)


def _asked(
    id: str, kind: str, side: Json, may: bool, scope: Scope, name: str = "", items: Iterable[str] = ()
) -> None:
    """Keep how a decision is asked, for the bots that answer it."""
    visible, locals = dict(scope.visible), dict(scope.locals)
    scope.symbols.questions[id] = Question(kind, side, may, visible, locals, name, tuple(items))


def choose(s: Statement, scope: Scope) -> Block:
    """`german chooses x from S` and its block."""
    assert s.value is not None
    side = _side(s, scope)
    id = scope.decision(s.name)
    orelse = _orelse(s, scope)
    title = ex.text(s.text, scope) if s.text is not None else []
    outer = dict(scope.visible)
    domain, type = _domain(s, scope)
    local = scope.bind(s.name, type, s.at)
    if s.steps is not None and domain["kind"] in STEPPED:
        step_name, step_guards = s.steps
        inner = dict(scope.visible)
        domain["step"] = scope.bind(step_name, member(type), s.at)
        domain["guards"] = guards(step_guards, scope)
        scope.visible = inner
    elif s.steps is not None:
        scope.symbols.problems.add(
            errors.needs_feature(s.at, "`each step` belongs to a choice from `paths(…)` or `lists(…)`")
        )
    _asked(id, "choose", side, s.may, scope, name=s.name)
    made = {
        "do": "choose",
        "id": id,
        "side": side,
        "may": s.may,
        "name": local,
        "domain": domain,
        "guards": guards(s.guards, scope),
        "body": statement.block(s.body, scope),
        "else": orelse,
        "public": False,
    }
    if title:
        made["title"] = title
    scope.visible = dict(outer)
    if not s.may or (s.orelse and s.orelse[-1].op in JUMPS):
        # What must be chosen, or was chosen because declining leads elsewhere, is known from here on.
        scope.visible[s.name] = (local, type)
    return [made]


def _domain(s: Statement, scope: Scope) -> tuple[Json, Type]:
    node = s.value
    assert node is not None
    if node.op == "call" and node.args[0] == "subsets" and len(node.args) == 2:
        value, type = ex.many(node.args[1], scope, None, "for `subsets`")
        return {"kind": "subset", "of": value}, ("set", member(type))
    if node.op == "call" and node.args[0] == "paths":
        return _path_domain(node, scope)
    if node.op == "call" and node.args[0] == "lists":
        return _list_domain(node, scope)
    if node.op == "range" and None not in node.args:
        lo, hi = node.args
        low, low_type = ex.expression(lo, scope)
        if low_type in (NUMBER, ANY):
            return {"kind": "number", "lo": low, "hi": ex.number(hi, scope)}, NUMBER
    if node.op == "name" and node.args[0] in scope.symbols.enums and node.args[0] not in scope.visible:
        return {"kind": "one", "from": ["values", node.args[0]]}, f"enum:{node.args[0]}"
    value, type = ex.many(node, scope, None, "after `from`")
    return {"kind": "one", "from": value}, member(type)


def _path_domain(node: ExprNode, scope: Scope) -> tuple[Json, Type]:
    args = node.args[1:]
    if len(args) not in (2, 3):
        scope.symbols.problems.add(
            errors.argument_count("paths", node.at, "2 or 3 values: start, length, side", len(args))
        )
        return {"kind": "path", "start": None, "length": 0, "side": None, "step": "step", "guards": []}, ANY
    start, type = ex.expression(args[0], scope)
    inner = type[1] if isinstance(type, tuple) and type[0] == "opt" else type
    if isinstance(inner, tuple) and inner[0] == "any":
        inner = next((t for t in inner[1:] if starts(t, "place:")), ANY)
    if not starts(inner, "place:") and inner != ANY:
        scope.symbols.problems.add(
            errors.wrong_type(args[0].at, "a place", words(type), "as the start of `paths`")
        )
        inner = ANY
    side = ex.of_type(args[2], scope, SIDE, "for `paths`") if len(args) == 3 else None
    domain = {
        "kind": "path",
        "start": start,
        "length": ex.number(args[1], scope, "for the length"),
        "side": side,
        "guards": [],
        "step": scope.fresh("step", inner),
    }
    return domain, "path:" + str(inner)[6:] if inner != ANY else ANY


def _list_domain(node: ExprNode, scope: Scope) -> tuple[Json, Type]:
    """`lists(S, 0..3)`, `lists(S, 2)`: so many members of S, in order, doubles allowed."""
    args = node.args[1:]
    if len(args) != 2:
        scope.symbols.problems.add(
            errors.argument_count("lists", node.at, "2 values: members, how many", len(args))
        )
        return {"kind": "list", "of": ["set"], "lo": 0, "hi": 0, "step": "step", "guards": []}, ANY
    value, type = ex.many(args[0], scope, None, "for `lists`")
    inner = bare(member(type))
    lo, hi = args[1].args if args[1].op == "range" else (args[1], args[1])
    if lo is None or hi is None:
        scope.symbols.problems.add(
            errors.needs_feature(args[1].at, "`lists` needs both ends of a range", "as in `lists(S, 0..3)`")
        )
        lo = hi = ExprNode("number", (0,), args[1].at)
    domain = {
        "kind": "list",
        "of": value,
        "lo": ex.number(lo, scope, "for how many"),
        "hi": ex.number(hi, scope, "for how many"),
        "guards": [],
        "step": scope.fresh("step", inner),
    }
    return domain, ("list", inner)


def offer(s: Statement, scope: Scope) -> Block:
    """`raiders may fire "star shell"`"""
    assert s.text is not None
    id, side = scope.decision(s.name), _side(s, scope)
    _asked(id, "offer", side, True, scope)
    return [
        {
            "do": "offer",
            "id": id,
            "side": side,
            "title": ex.text(s.text, scope),
            "guards": guards(s.guards, scope),
            "body": statement.block(s.body, scope),
            "else": _orelse(s, scope),
            "public": False,
        }
    ]


def menu(s: Statement, scope: Scope) -> Block:
    """`german chooses` and lines of text, each with a block."""
    side = _side(s, scope)
    id = scope.decision(s.name or "choice")
    visible, locals = dict(scope.visible), dict(scope.locals)
    items: list[Json] = []
    taken: set[str] = set()
    for item in s.items:
        label = slug("".join(part for part in item.text.args if isinstance(part, str))) or "item"
        unique, number = label, 1
        while unique in taken:
            number += 1
            unique = f"{label}_{number}"
        taken.add(unique)
        items.append(
            {
                "id": unique,
                "title": ex.text(item.text, scope),
                "guards": guards(item.guards, scope),
                "body": statement.block(item.body, scope),
                "at": list(item.at),
                **citing(item.tail),
            }
        )
    names = tuple([item["id"] for item in items])
    scope.symbols.questions[id] = Question("menu", side, s.may, visible, locals, items=names)
    return [
        {"do": "menu", "id": id, "side": side, "items": items, "else": _orelse(s, scope), "public": False}
    ]


def take(s: Statement, scope: Scope) -> Block:
    """`player takes any of sail, fly`"""
    actions = [id for id, one in scope.symbols.names.items() if one.kind == "action"]
    for name in s.names:
        if name not in actions:
            scope.symbols.problems.add(errors.unknown_name(name, s.at, actions, "action"))
    known = [name for name in s.names if name in actions]
    id, side = scope.decision("takes"), _side(s, scope)
    _asked(id, "take", side, s.may or s.many, scope, items=known)
    return [
        {
            "do": "take",
            "id": id,
            "side": side,
            "actions": known,
            "many": s.many,
            "may": s.may,
            "else": _orelse(s, scope),
            "public": False,
        }
    ]
