"""Rosters, markers, cups and tracks hold what their declarations allow."""

from __future__ import annotations

from rulewright.compiler.check import errors, intervals, keys
from rulewright.compiler.check.index import Declaration, bodies, statements_in
from rulewright.compiler.check.indexed import IndexedModel
from rulewright.compiler.check.values import Values
from rulewright.compiler.check.wording import constant_words
from rulewright.compiler.diagnostics import Problems
from rulewright.compiler.model import Json

Range = list[int | None]


def every_value_is_in_range(model: IndexedModel, problems: Problems) -> None:
    """RW0341: rosters, defaults, starts, constants that are set: no number outside its range."""
    index = model.index
    ranges = {kind: _ranges_of(model, kind) for kind in index.pieces}
    for unit in index.listed("units"):
        known = ranges.get(unit["kind"])
        if not known:
            continue
        for name, attribute in known.items():
            for value in _constants(unit["values"].get(name)):
                if not _is_inside(value, attribute["range"]):
                    what = f"`{unit['id']}.{name}`"
                    problems.add(errors.out_of_range(unit, what, str(value), attribute["range"], attribute))
    for piece in index.listed("pieces"):
        for attribute in piece["attributes"]:
            if attribute.get("range"):
                _judge(
                    attribute, f"`{piece['id']}.{attribute['id']}`", attribute["default"], attribute, problems
                )
    for track in index.listed("tracks"):
        if track.get("range"):
            _judge(track, f"the start of track `{track['id']}`", track["start"], track, problems)
    for _, _, body in bodies(index):
        for statement in statements_in(body):
            _judge_set(model, statement, problems)
    for example in index.listed("examples"):
        for statement in example["given"]:
            _judge_set(model, statement, problems)


def no_two_units_share_a_name(model: IndexedModel, problems: Problems) -> None:
    """RW0343: players tell units apart by their names."""
    seen: dict[str, Declaration] = {}
    for unit in model.index.listed("units"):
        first = seen.setdefault(unit["name"], unit)
        if first is not unit:
            problems.add(errors.same_name(unit, first))


def every_cup_holds_chits(model: IndexedModel, problems: Problems) -> None:
    """RW0351: what is drawn from has something in it."""
    for cup in model.index.listed("cups"):
        if not any(kind["count"] for kind in cup["kinds"]):
            problems.add(errors.empty_cup(cup))


def every_countdown_starts_in_range(model: IndexedModel, problems: Problems) -> None:
    """RW0352: `mark u with no_move(4)` starts where the marker's numbers are."""
    for _, owner, body in bodies(model.index):
        for statement in statements_in(body):
            if statement["do"] != "mark" or statement["count"] is None:
                continue
            marker = model.index.markers.get(statement["marker"])
            if marker is None or not marker["countdown"]:
                continue
            count = model.reach.number(statement["count"], model.reach.scope_of(owner))
            hi, lo = marker["countdown"]
            if count and not intervals.intersection(count, intervals.interval(lo, hi)):
                problems.add(errors.countdown_out_of_range(statement, marker, intervals.words(count)))


def every_box_of_a_track_has_one_row(model: IndexedModel, problems: Problems) -> None:
    """RW0311: each box of a track's range has one row, if it has rows at all."""
    for track in model.index.listed("tracks"):
        if not track["boxes"] or not track["boxes"][0]["values"]:
            continue
        column = track["boxes"][0]
        rows = [[{"from": lo, "to": hi}] for lo, hi, _ in column["values"]]
        boxes = Values(intervals.interval(*track["range"])) if track.get("range") else Values(intervals.EVERY)
        cover = keys.cover(model.reach, rows, boxes)
        twice = [common for _, _, common in cover.overlaps]
        if cover.left.numbers or twice:
            problems.add(errors.boxes_of_track(track, cover.left, twice[0] if twice else Values()))


def _ranges_of(model: IndexedModel, kind: str) -> dict[str, Declaration]:
    """The attributes of a kind, inherited ones included, whose numbers have a range."""
    owners = (kind, *model.index.kinds_above(kind))
    attributes = (a for owner in owners for a in model.index.pieces[owner]["attributes"])
    return {attribute["id"]: attribute for attribute in attributes if attribute.get("range")}


def _constants(value: Json) -> list[int]:
    """The numbers that are written in a cell: one, or the members of a list."""
    if type(value) is int:
        return [value]
    if isinstance(value, list) and value and value[0] in ("list", "set"):
        return [part for part in value[1:] if type(part) is int]
    return []


def _is_inside(value: int, range: Range) -> bool:
    lo, hi = range
    return (lo is None or value >= lo) and (hi is None or value <= hi)


def _judge(node: Declaration, what: str, value: Json, owner: Declaration, problems: Problems) -> None:
    for number in _constants(value):
        if not _is_inside(number, owner["range"]):
            problems.add(errors.out_of_range(node, what, str(number), owner["range"], owner))


def _judge_set(model: IndexedModel, statement: Json, problems: Problems) -> None:
    if statement["do"] != "set":
        return
    to = statement["to"]
    while to[0] == "each":
        to = to[3]
    declared: Declaration | None = None
    if to[0] in ("track", "track_at"):
        declared = model.index.tracks.get(to[1])
    elif to[0] in ("attr", "attr_at"):
        declared = model.index.attributes.get(to[1])
    if declared is not None and declared.get("range"):
        name = f"`{constant_words(to[1])}`"
        _judge(statement, name, statement["value"], declared, problems)
