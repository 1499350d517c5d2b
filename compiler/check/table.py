"""A table answers every total that its dice and modifiers can show, once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from rulewright.compiler.check import drm, errors, intervals, keys
from rulewright.compiler.check.index import Declaration
from rulewright.compiler.check.indexed import IndexedModel
from rulewright.compiler.check.keys import Cover
from rulewright.compiler.check.reach import Scope
from rulewright.compiler.check.values import EMPTY, Values
from rulewright.compiler.diagnostics import Problems
from rulewright.compiler.model import Json

Row = dict[str, Any]


def every_roll_finds_one_row(model: IndexedModel, problems: Problems) -> None:
    """RW0312 gap, RW0313 overlap, RW0314 dead row, RW0315 columns, of the result of every table."""
    _of_each(0, _judge_result, model, problems)


def every_lookup_finds_one_row(model: IndexedModel, problems: Problems) -> None:
    """RW0316 gap, and RW0313, RW0314, RW0315, of modifiers, dice and defines that are looked up."""
    _of_each(1, _judge_lookups, model, problems)
    for define in model.index.listed("defines"):
        for lookup in _lookups_in(define["value"]):
            _judge_lookup(model, define, define, lookup, model.reach.scope_of(define), problems)


def natural_rolls_and_thresholds_can_happen(model: IndexedModel, problems: Problems) -> None:
    """RW0317: a natural roll that the dice can show, once; a threshold that does not decide alone."""
    _of_each(2, _judge_naturals, model, problems)


Judge = Callable[[IndexedModel, Declaration, Problems], None]


def _of_each(number: int, judge: Judge, model: IndexedModel, problems: Problems) -> None:
    """Judge every table by promise `number`, from 0, except those of which it is known what is found."""
    known = model.known
    for table in model.index.listed("tables"):
        if known is None:
            judge(model, table, problems)
        else:
            known.judged(table, number, partial(judge, model, table), problems)


def _judge_result(model: IndexedModel, table: Declaration, problems: Problems) -> None:
    result = table["result"]
    if result is None:
        return
    facts = model.tables[table["id"]]
    left = facts.rows.left.numbers
    if left:
        shown = facts.totals.shown(intervals.nearest_to_zero(left))
        row, edge = _neighbour(result["rows"], left)
        problems.add(errors.table_gap(table, row, edge, left, shown, facts.totals.unlimited()))
    for first, second, common in facts.rows.overlaps:
        rows = result["rows"]
        problems.add(errors.rows_overlap(table, rows[first], rows[second], common))
    explained = _explained(facts.rows)
    for number, row in enumerate(result["rows"]):
        if number not in explained:
            problems.add(errors.dead_row(table, row, _extremes(facts.totals)))
    if facts.columns is not None:
        _judge_columns(table, result["columns"], facts.columns, problems)


def _judge_lookups(model: IndexedModel, table: Declaration, problems: Problems) -> None:
    scope = model.reach.scope_of(table)
    if table["roll"] is not None and "lookup" in table["roll"]:
        _judge_lookup(model, table, table, table["roll"]["lookup"], scope, problems)
    for modifier in table["drms"]:
        if "lookup" in modifier:
            _judge_lookup(model, table, modifier, modifier["lookup"], scope, problems)


def _judge_naturals(model: IndexedModel, table: Declaration, problems: Problems) -> None:
    dice = model.tables[table["id"]].totals.dice
    for natural in table["naturals"]:
        takes = keys.taken_by(model.reach, natural["keys"], EMPTY)
        if takes is not None and not intervals.intersection(takes.numbers, dice):
            problems.add(errors.natural_never_shown(table, natural, dice))
    naturals = [natural["keys"] for natural in table["naturals"]]
    for _, _, common in keys.cover(model.reach, naturals, Values(dice)).overlaps:
        problems.add(errors.natural_twice(table, common))
    if table["threshold"] is not None:
        _judge_threshold(model, table, problems)


def _judge_threshold(model: IndexedModel, table: Declaration, problems: Problems) -> None:
    limit = model.reach.number(table["threshold"], model.reach.scope_of(table))
    totals = model.tables[table["id"]].totals.reached
    if not limit or not totals:
        return
    if limit[0][0] >= totals[-1][1]:
        problems.add(errors.threshold_decides(table, "success", limit, totals))
    elif limit[-1][1] < totals[0][0]:
        problems.add(errors.threshold_decides(table, "failure", limit, totals))


def _judge_lookup(
    model: IndexedModel, owner: Declaration, node: Json, lookup: Json, scope: Scope, problems: Problems
) -> None:
    rows, columns = model.reach.covers(lookup, scope)
    axis = model.reach.of(lookup["by"][0], scope)
    if not rows.left.is_open and (rows.left.numbers or rows.left.names):
        place, edge = _neighbour(lookup["rows"], rows.left.numbers)
        problems.add(errors.lookup_gap(owner, node, place, edge, rows.left))
    for first, second, common in rows.overlaps:
        problems.add(errors.rows_overlap(owner, lookup["rows"][first], lookup["rows"][second], common))
    explained = _explained(rows)
    for number, row in enumerate(lookup["rows"]):
        if number not in explained and "at" in row:
            problems.add(errors.dead_lookup_row(owner, node, row, axis))
    if columns is not None:
        _judge_columns(owner, lookup["columns"], columns, problems)


def _judge_columns(owner: Declaration, columns: list[list[Json]], cover: Cover, problems: Problems) -> None:
    if not cover.left.is_open and (cover.left.numbers or cover.left.names):
        problems.add(errors.column_gap(owner, cover.left))
    for first, second, common in cover.overlaps:
        problems.add(errors.columns_overlap(owner, columns[first], columns[second], common))
    explained = _explained(cover)
    for number, column in enumerate(columns):
        if number not in explained:
            problems.add(errors.dead_column(owner, column))


def _explained(cover: Cover) -> set[int]:
    """The rows that are found, and those that an overlap keeps from it."""
    return {*cover.found, *(second for _, second, _ in cover.overlaps)}


def _neighbour(rows: list[Row], gap: intervals.Numbers) -> tuple[Row | None, str]:
    """The row that a gap lies beside: the first one above it, or else the last one below it."""
    placed = [(key, row) for row in rows for key in row["keys"] if "at" in row]
    lowest = gap[0][0] if gap else 0
    above = [(lo, row) for key, row in placed if (lo := _low_end(key)) is not None and lo > lowest]
    if gap and above:
        lo, row = min(above, key=lambda pair: pair[0])
        return row, f"this row starts at {lo}"
    below = [(hi, row) for key, row in placed if (hi := _high_end(key)) is not None]
    if gap and below:
        hi, row = max(below, key=lambda pair: pair[0])
        return row, f"this row ends at {hi}"
    return (placed[-1][1], "the last row") if placed else (None, "")


def _low_end(key: Json) -> int | None:
    value = key.get("from", key.get("is"))
    return value if type(value) is int else None


def _high_end(key: Json) -> int | None:
    value = key.get("to", key.get("is"))
    return value if type(value) is int else None


def _extremes(totals: drm.Totals) -> list[str]:
    """The lowest and the highest total, and how they come about."""
    finite = [end for end in intervals.ends(totals.reached) if abs(end) != intervals.INFINITE]
    return [f"{intervals.shown(end)} ({totals.shown(end)})" for end in dict.fromkeys(finite)]


def _lookups_in(e: Json) -> Iterator[Json]:
    """The lookups that an expression contains."""
    if isinstance(e, list):
        if e and e[0] == "lookup":
            yield e[1]
        else:
            for part in e:
                if isinstance(part, list):
                    yield from _lookups_in(part)
