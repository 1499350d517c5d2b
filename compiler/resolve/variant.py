"""Variants are patches on names: set, add, replace, remove, insert (design, section 2)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from rulewright.compiler.diagnostics import Problems
from rulewright.compiler.parse.nodes import ExprNode, RowNode, Statement, TypeNode
from rulewright.compiler.parse.tree import (
    ActionNode,
    Declaration,
    DefineNode,
    DrmNode,
    LookupNode,
    MarkerNode,
    PatchNode,
    PhaseNode,
    PieceNode,
    RosterNode,
    RuleNode,
    ScenarioNode,
    StepNode,
    TableNode,
    TrackNode,
    VariantNode,
)
from rulewright.compiler.record import replace
from rulewright.compiler.resolve import errors
from rulewright.compiler.resolve.names import show

Declarations = list[Declaration]


def apply(
    base: Declarations, variant: VariantNode, problems: Problems, switched: Collection[str] = ()
) -> Declarations:
    """`base` with the patches of `variant`; `base` itself stays as it is.

    switched: optional rules that it switches on; their patches are in `base` already.
    """
    made = list(base)
    touched: dict[str, PatchNode] = {}
    for patch in variant.patches:
        if _switch(patch) in switched:
            continue
        key = _key(patch)
        if key in touched and patch.op in ("set", "replace", "remove"):
            problems.add(errors.patch_conflict(key.partition(" ")[2], patch.at, touched[key].at))
            continue
        touched[key] = patch
        made = PATCHES[patch.op](made, patch, problems)
    return [*made, *variant.declarations]


def enabled(variant: VariantNode, options: dict[str, VariantNode]) -> list[str]:
    """The optional rules that a variant switches on: `set crew_exhaustion to yes`."""
    switches = [_switch(patch) for patch in variant.patches]
    return [id for id in switches if id in options]


def _switch(patch: PatchNode) -> str:
    """The plain name that is set, which can only be an optional rule; "" for any other change."""
    if patch.op == "set" and patch.target is not None and patch.target.op == "name":
        return str(patch.target.args[0])
    return ""


def _key(patch: PatchNode) -> str:
    name = show(patch.target) if patch.target is not None else ".".join(patch.path)
    if patch.declaration is not None:
        name = patch.declaration.id
    return f"{patch.op} {name}"


def _index(declarations: Declarations, id: str) -> int | None:
    """Where the declaration `id` stands; units are found in their rosters by `_unit`."""
    found = [
        i
        for i, one in enumerate(declarations)
        if (one.id == id and not isinstance(one, RosterNode))
        or (isinstance(one, MarkerNode) and id in one.ids)
    ]
    return found[0] if found else None


def _names(declarations: Declarations) -> list[str]:
    names = [one.id for one in declarations]
    for one in declarations:
        if isinstance(one, RosterNode) and "id" in one.header:
            column = one.header.index("id")
            names.extend(
                str(row.cells[column][0].args[0])
                for row in one.rows
                if len(row.cells) > column and row.cells[column][0].args
            )
    return names


def _missing(patch: PatchNode, name: str, declarations: Declarations, problems: Problems) -> Declarations:
    problems.add(errors.patch_target(name, patch.at, _names(declarations)))
    return declarations


# ---------------------------------------------------------------- set


def _set(declarations: Declarations, patch: PatchNode, problems: Problems) -> Declarations:
    target, value = patch.target, patch.value
    assert target is not None
    assert value is not None
    if target.op == "name":
        if any(
            isinstance(one, VariantNode) and one.optional and one.id == target.args[0] for one in declarations
        ):
            return declarations  # switching an optional rule on: see `enabled`
        return _missing(patch, target.args[0], declarations, problems)
    if target.op != "dot" or target.args[0].op != "name":
        problems.add(
            errors.patch_impossible(
                patch.at,
                f"`{show(target)}` is nothing a variant can set",
                "write `set NAME.attribute to value`",
            )
        )
        return declarations
    id, attribute = target.args[0].args[0], target.args[1]
    index = _index(declarations, id)
    if index is not None and isinstance(declarations[index], TrackNode):
        return _set_track(declarations, index, attribute, value, patch, problems)
    return _set_unit(declarations, id, attribute, value, patch, problems)


def _set_track(
    declarations: Declarations,
    index: int,
    attribute: str,
    value: ExprNode,
    patch: PatchNode,
    problems: Problems,
) -> Declarations:
    track = declarations[index]
    assert isinstance(track, TrackNode)
    number = value.args[0] if value.op == "number" else None
    if attribute == "start":
        changed = replace(track, start=value)
    elif (
        attribute in ("first", "last")
        and track.type is not None
        and track.type.op == "range"
        and isinstance(number, int)
    ):
        lo, hi = track.type.args
        ends = (number, hi) if attribute == "first" else (lo, number)
        rows = track.rows
        if attribute == "last":
            rows = tuple(row for row in rows if _first_box(row) is None or (_first_box(row) or 0) <= number)
        changed = replace(track, type=TypeNode("range", ends, track.type.at), rows=rows)
    else:
        problems.add(
            errors.patch_impossible(
                patch.at,
                f"the track `{track.id}` has no `{attribute}` to set",
                "tracks have `start`, `first` and `last`",
            )
        )
        return declarations
    return [*declarations[:index], changed, *declarations[index + 1 :]]


def _first_box(row: RowNode) -> int | None:
    part = row.cells[0][0]
    if part.op == "range" and part.args[0] is not None:
        part = part.args[0]
    return part.args[0] if part.op == "number" and isinstance(part.args[0], int) else None


def _set_unit(
    declarations: Declarations, id: str, attribute: str, value: ExprNode, patch: PatchNode, problems: Problems
) -> Declarations:
    for index, roster in enumerate(declarations):
        if not isinstance(roster, RosterNode) or "id" not in roster.header:
            continue
        column = roster.header.index("id")
        for number, row in enumerate(roster.rows):
            if len(row.cells) <= column or row.cells[column][0].args[:1] != (id,):
                continue
            if attribute not in roster.header:
                problems.add(errors.unknown_column(attribute, patch.at, id, roster.header))
                return declarations
            where = roster.header.index(attribute)
            parts = value.args if value.op == "group" else (value,)
            cells = (*row.cells[:where], tuple(parts), *row.cells[where + 1 :])
            rows = (*roster.rows[:number], replace(row, cells=cells), *roster.rows[number + 1 :])
            return [*declarations[:index], replace(roster, rows=rows), *declarations[index + 1 :]]
    return _missing(patch, id, declarations, problems)


# ---------------------------------------------------------------- add, replace


def _add(declarations: Declarations, patch: PatchNode, problems: Problems) -> Declarations:
    id = patch.path[0]
    index = _index(declarations, id)
    if index is None:
        return _missing(patch, id, declarations, problems)
    node = declarations[index]
    changed: Declaration
    if isinstance(node, TableNode):
        changed = replace(node, drms=(*node.drms, *patch.drms), naturals=(*node.naturals, *patch.naturals))
        if patch.rows:
            changed = _with_rows(changed, patch, problems)
    elif isinstance(node, PieceNode):
        changed = replace(node, attributes=(*node.attributes, *patch.attributes))
    elif isinstance(node, PhaseNode):
        changed = replace(node, steps=(*node.steps, *patch.steps))
    elif isinstance(node, DefineNode):
        changed = _with_rows(node, patch, problems)
    else:
        problems.add(
            errors.patch_impossible(
                patch.at,
                f"nothing can be added to `{id}`",
                "`add to` takes tables, pieces, phases and defines; otherwise `replace`",
            )
        )
        return declarations
    return [*declarations[:index], changed, *declarations[index + 1 :]]


def _with_rows(node: TableNode | DefineNode, patch: PatchNode, problems: Problems) -> Declaration:
    """New rows; a row whose key is there already takes its place."""
    lookup = node.result if isinstance(node, TableNode) else node.lookup
    if lookup is None:
        problems.add(errors.patch_impossible(patch.at, f"`{node.id}` has no rows", "use `replace`"))
        return node
    rows = list(lookup.rows)
    for row in patch.rows:
        key = _row_key(row)
        same = [i for i, old in enumerate(rows) if _row_key(old) == key]
        if same:
            rows[same[0]] = row
        else:
            rows.append(row)
    changed = LookupNode(lookup.by, lookup.header, tuple(rows), lookup.at)
    return replace(node, result=changed) if isinstance(node, TableNode) else replace(node, lookup=changed)


def _row_key(row: RowNode) -> str:
    return ", ".join(show(part) for part in row.cells[0])


def _replace(declarations: Declarations, patch: PatchNode, problems: Problems) -> Declarations:
    if patch.declaration is None:
        return _add(declarations, patch, problems)
    index = _index(declarations, patch.declaration.id)
    if index is None:
        return _missing(patch, patch.declaration.id, declarations, problems)
    return [*declarations[:index], patch.declaration, *declarations[index + 1 :]]


# ---------------------------------------------------------------- remove, insert


def _remove(declarations: Declarations, patch: PatchNode, problems: Problems) -> Declarations:
    id, *inner = patch.path
    index = _index(declarations, id)
    if index is None:
        return _remove_unit(declarations, patch, problems)
    if not inner:
        return [*declarations[:index], *declarations[index + 1 :]]
    node = declarations[index]
    changed: Declaration
    if isinstance(node, PhaseNode) and any(step.id == inner[0] for step in node.steps):
        changed = replace(node, steps=tuple(step for step in node.steps if step.id != inner[0]))
    elif isinstance(node, TableNode) and any(drm.id == inner[0] for drm in node.drms):
        changed = replace(node, drms=tuple(drm for drm in node.drms if drm.id != inner[0]))
    else:
        problems.add(errors.patch_target(".".join(patch.path), patch.at, _parts(node)))
        return declarations
    return [*declarations[:index], changed, *declarations[index + 1 :]]


def _parts(node: Declaration) -> list[str]:
    parts: tuple[StepNode | DrmNode, ...] = ()
    if isinstance(node, PhaseNode):
        parts = node.steps
    elif isinstance(node, TableNode):
        parts = node.drms
    return [f"{node.id}.{part.id}" for part in parts]


def _remove_unit(declarations: Declarations, patch: PatchNode, problems: Problems) -> Declarations:
    id = patch.path[0]
    for index, roster in enumerate(declarations):
        if isinstance(roster, RosterNode) and "id" in roster.header:
            column = roster.header.index("id")
            rows = tuple(
                row
                for row in roster.rows
                if len(row.cells) <= column or row.cells[column][0].args[:1] != (id,)
            )
            if len(rows) < len(roster.rows):
                return [*declarations[:index], replace(roster, rows=rows), *declarations[index + 1 :]]
    return _missing(patch, ".".join(patch.path), declarations, problems)


def _insert(declarations: Declarations, patch: PatchNode, problems: Problems) -> Declarations:
    """Steps, or statements, before or after a step, a phase, or the whole of a rule or scenario."""
    id, *inner = patch.path
    index = _index(declarations, id)
    if index is None:
        return _missing(patch, id, declarations, problems)
    node = declarations[index]
    changed: Declaration | None = None
    if isinstance(node, PhaseNode):
        changed = _insert_in_phase(node, inner, patch, problems)
    elif isinstance(node, (RuleNode, ScenarioNode, ActionNode)) and patch.body:
        changed = replace(node, body=_joined(patch.body, node.body, patch.where))
    if changed is None:
        problems.add(
            errors.patch_impossible(
                patch.at,
                f"nothing can be inserted {patch.where} `{'.'.join(patch.path)}`",
                "`insert` takes phases and their steps, rules and scenarios",
            )
        )
        return declarations
    return [*declarations[:index], changed, *declarations[index + 1 :]]


def _joined(new: tuple[Statement, ...], old: tuple[Statement, ...], where: str) -> tuple[Statement, ...]:
    return (*new, *old) if where == "before" else (*old, *new)


def _insert_in_phase(
    node: PhaseNode, inner: list[str], patch: PatchNode, problems: Problems
) -> PhaseNode | None:
    steps = list(node.steps)
    if not inner:
        if len(steps) == 1 and not steps[0].id and patch.body:
            steps[0] = replace(steps[0], body=_joined(patch.body, steps[0].body, patch.where))
            return replace(node, steps=tuple(steps))
        place = 0 if patch.where == "before" else len(steps)
    else:
        found = [i for i, step in enumerate(steps) if step.id == inner[0]]
        if not found:
            problems.add(errors.patch_target(".".join(patch.path), patch.at, _parts(node)))
            return node
        place = found[0]
        if patch.body:
            steps[place] = replace(steps[place], body=_joined(patch.body, steps[place].body, patch.where))
            return replace(node, steps=tuple(steps))
        place += patch.where == "after"
    new = patch.steps or (
        (StepNode(f"inserted_{patch.at[1]}", node.tail, patch.at, None, patch.body),) if patch.body else ()
    )
    return replace(node, steps=(*steps[:place], *new, *steps[place:]))


PATCHES: dict[str, Any] = {
    "set": _set,
    "add": _add,
    "replace": _replace,
    "remove": _remove,
    "insert": _insert,
}
