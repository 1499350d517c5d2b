"""Phases are entered, statements are reached, loops are left, and the game can end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from rulewright.compiler.check import errors, keys
from rulewright.compiler.check.index import Index, blocks_of, bodies, statements_in
from rulewright.compiler.check.indexed import IndexedModel
from rulewright.compiler.check.usage import used_names
from rulewright.compiler.check.values import EMPTY, NONE, Values
from rulewright.compiler.diagnostics import Problems
from rulewright.compiler.model import Json

ENDS_A_BLOCK = frozenset(("next", "leave", "return", "end_game"))


def every_phase_is_entered(model: IndexedModel, problems: Problems) -> None:
    """RW0321: the condition of a phase or a step can hold."""
    for phase in model.index.listed("phases"):
        if phase["when"] is not None and not model.reach.truth(phase["when"], model.reach.scope_of(phase))[0]:
            problems.add(errors.never_entered("phase", phase["id"], phase))
        for step in phase["steps"]:
            if (
                step["when"] is not None
                and not model.reach.truth(step["when"], model.reach.scope_of(step))[0]
            ):
                problems.add(errors.never_entered("step", f"{phase['id']}.{step['id']}", step, phase))


def every_statement_is_reached(model: IndexedModel, problems: Problems) -> None:
    """RW0323: nothing stands after a statement that always leaves its block."""
    for _, _, body in bodies(model.index):
        for block in _blocks_in(body):
            for statement, after in pairwise(block):
                if _always_leaves(statement):
                    problems.add(errors.unreachable(after, statement))
                    break


def every_game_can_end(model: IndexedModel, problems: Problems) -> None:
    """RW0324: some rule ends the game; RW0325: each ending happens, and somebody names the winner."""
    index = model.index
    if index.is_fragment() or index.document.get("unfinished"):
        return
    used = used_names(index)
    endings = [
        statement
        for kind, owner, body in bodies(index)
        if kind in ("phases", "scenarios") or owner["id"] in used
        for statement in statements_in(body)
        if statement["do"] == "end_game"
    ]
    if not endings:
        problems.add(errors.never_ends(index.listed("phases")[-1]))
        return
    happen = {statement["as"] for statement in endings}
    if "ending" in index.enums:
        unused = [value["id"] for value in index.enums["ending"]["values"] if value["id"] not in happen]
        if unused:
            problems.add(errors.ending_never_happens(index.enums["ending"], unused))
    if "victory" not in index.rules and not _sets_winner(index):
        problems.add(errors.no_victory(endings[0]))


def every_loop_can_be_left(model: IndexedModel, problems: Problems) -> None:
    """RW0326: a `repeat` without a number of times has a way out."""
    enders = _rules_that_end_the_game(model.index)
    for _, _, body in bodies(model.index):
        for statement in statements_in(body):
            if (
                statement["do"] == "repeat"
                and statement["times"] is None
                and not _has_exit(statement, enders)
            ):
                problems.add(errors.endless_loop(statement))


def every_value_has_an_arm(model: IndexedModel, problems: Problems) -> None:
    """RW0327: an `on` over names has an arm for each of them, and no arm for what cannot be."""
    for _, owner, body in bodies(model.index):
        scope = None
        for statement in statements_in(body):
            if statement["do"] != "on":
                continue
            scope = scope or model.reach.scope_of(owner)
            axis = model.reach.of(statement["value"], scope)
            if axis.is_open or (axis.numbers and not _is_small(axis)):
                continue
            arms = [arm["keys"] for arm in statement["arms"]]
            cover = keys.cover(model.reach, arms, axis)
            left = Values(cover.left.numbers, cover.left.names - {NONE})  # nothing is done about none
            if left != EMPTY:
                problems.add(errors.value_without_arm(statement, left))
            for number in sorted(set(range(len(arms))) - set(cover.found)):
                problems.add(errors.arm_never_taken(statement, arms[number]))


def _is_small(axis: Values) -> bool:
    return all(hi - lo < 100 for lo, hi in axis.numbers)


def _blocks_in(block: list[Json]) -> Iterator[list[Json]]:
    yield block
    for statement in block:
        for inner in blocks_of(statement):
            yield from _blocks_in(inner)


def _always_leaves(statement: Json) -> bool:
    """Does nothing that stands after `statement` in its block ever run?"""
    kind = statement["do"]
    if kind in ENDS_A_BLOCK:
        return True
    if kind == "if" and statement["else"]:
        blocks = list(blocks_of(statement))
        return all(any(_always_leaves(inner) for inner in block) for block in blocks)
    return False


def _has_exit(loop: Json, enders: set[str]) -> bool:
    inner = {s["label"] for s in statements_in(loop["body"]) if s["do"] in ("each", "repeat")}
    for statement in statements_in(loop["body"]):
        kind = statement["do"]
        if kind in ("return", "end_game"):
            return True
        if kind == "leave" and statement["label"] not in inner:
            return True
        if kind == "next" and statement["label"] not in inner and statement["label"] != loop["label"]:
            return True
        if kind == "call" and statement["rule"] in enders:
            return True
        if kind == "take" and not enders.isdisjoint(statement["actions"]):
            return True
    return False


def _rules_that_end_the_game(index: Index) -> set[str]:
    """The rules and actions that contain `end game`, themselves or through what they do."""
    calls: dict[str, set[str]] = {}
    enders: set[str] = set()
    for owner in (*index.listed("rules"), *index.listed("actions")):
        calls[owner["id"]] = set()
        for statement in statements_in(owner["body"]):
            if statement["do"] == "end_game":
                enders.add(owner["id"])
            elif statement["do"] == "call":
                calls[owner["id"]].add(statement["rule"])
            elif statement["do"] == "take":
                calls[owner["id"]].update(statement["actions"])
    while True:
        more = {id for id, called in calls.items() if id not in enders and not called.isdisjoint(enders)}
        if not more:
            return enders
        enders |= more


def _sets_winner(index: Index) -> bool:
    return any(
        statement["do"] == "set" and statement["to"] == ["track", "winner"]
        for _, _, body in bodies(index)
        for statement in statements_in(body)
    )
