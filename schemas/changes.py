"""Optional rules as changes of a document: find them, apply them, tell which cannot stand together.

docs/artifact.md, section 2, CHANGE. A list whose members are all things with an `id` of their own is
changed member by member; any other list is replaced as a whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

Document = dict[str, Any]
Step = str | int
Change = dict[str, Any]


class ChangeError(ValueError):
    """A change cannot be made: what it names is not there.

    path: the change's own.
    """

    def __init__(self, message: str, path: Sequence[Step]) -> None:
        super().__init__(message)
        self.message = message
        self.path = tuple(path)


# ---------------------------------------------------------------- apply


def apply_changes(document: Document, changes: Iterable[Change]) -> Document:
    """Return `document` with `changes` made in their order.

    What no change touches is shared with `document`, which stays as it is. ChangeError if a change
    names something that is not there.
    """
    for change in changes:
        document = _applied(document, change, 0)
    return document


def _applied(value: Any, change: Change, depth: int) -> Any:
    path: list[Step] = change["path"]
    op: str = change["op"]
    if depth == len(path):
        return _inserted(value, change) if op == "insert" else change["value"]
    step = path[depth]
    is_last = depth == len(path) - 1
    if isinstance(value, dict):
        if not isinstance(step, str) or (step not in value and not (is_last and op == "set")):
            raise ChangeError(f"there is no `{step}`", path)
        if is_last and op == "remove":
            return {key: one for key, one in value.items() if key != step}
        return {**value, step: _applied(value.get(step), change, depth + 1)}
    if isinstance(value, list):
        index = _index(value, step, path)
        if is_last and op == "remove":
            return value[:index] + value[index + 1 :]
        return [*value[:index], _applied(value[index], change, depth + 1), *value[index + 1 :]]
    raise ChangeError(f"`{step}` is looked for in something that has no parts", path)


def _inserted(value: Any, change: Change) -> Any:
    path = change["path"]
    if not isinstance(value, list):
        raise ChangeError("something is put into what is no list", path)
    new = change["value"]
    id = _id(new)
    if id is not None and any(_id(member) == id for member in value):
        raise ChangeError(f"there is a `{id}` already", path)
    index = _index(value, change["before"], path) if "before" in change else len(value)
    return [*value[:index], new, *value[index:]]


def _index(value: list[Any], step: Step, path: Sequence[Step]) -> int:
    if isinstance(step, int):
        if 0 <= step < len(value):
            return step
    else:
        for index, member in enumerate(value):
            if _id(member) == step:
                return index
    raise ChangeError(f"there is no `{step}`", path)


def _id(member: Any) -> str | None:
    id = member.get("id") if isinstance(member, dict) else None
    return id if isinstance(id, str) else None


# ---------------------------------------------------------------- find


def diff(base: Document, changed: Document) -> list[Change]:
    """Return changes that make `changed` out of `base`: as few and as small as its lists of things allow.

    >>> diff({"tracks": [{"id": "turn", "start": 1}]}, {"tracks": [{"id": "turn", "start": 2}]})
    [{'op': 'set', 'path': ['tracks', 'turn', 'start'], 'value': 2}]
    """
    return list(_differences(base, changed, ()))


def _differences(base: Any, changed: Any, path: tuple[Step, ...]) -> Iterable[Change]:
    if base is changed:
        return
    if isinstance(base, dict) and isinstance(changed, dict):
        for key in base:
            if key not in changed:
                yield {"op": "remove", "path": [*path, key]}
        for key, value in changed.items():
            if key not in base:
                yield {"op": "set", "path": [*path, key], "value": value}
            else:
                yield from _differences(base[key], value, (*path, key))
    elif isinstance(base, list) and isinstance(changed, list) and _is_changed_by_id(base, changed):
        yield from _member_differences(base, changed, path)
    elif not same(base, changed):
        yield {"op": "set", "path": list(path), "value": changed}


def _is_changed_by_id(base: list[Any], changed: list[Any]) -> bool:
    """Do both hold things with ids, the common ones in the same order?"""
    old, new = _ids(base), _ids(changed)
    if old is None or new is None:
        return False
    kept = set(old) & set(new)
    return [id for id in old if id in kept] == [id for id in new if id in kept]


def _ids(members: list[Any]) -> list[str] | None:
    ids = [_id(member) for member in members]
    if None in ids or len(set(ids)) != len(ids):
        return None
    return [id for id in ids if id is not None]


def _member_differences(base: list[Any], changed: list[Any], path: tuple[Step, ...]) -> Iterable[Change]:
    old = {member["id"]: member for member in base}
    new = {member["id"]: member for member in changed}
    yield from ({"op": "remove", "path": [*path, id]} for id in old if id not in new)
    before: list[str | None] = [None] * len(changed)  # the next member that was there already
    following: str | None = None
    for index in range(len(changed) - 1, -1, -1):
        before[index] = following
        if changed[index]["id"] in old:
            following = changed[index]["id"]
    for index, (id, member) in enumerate(new.items()):
        if id in old:
            yield from _differences(old[id], member, (*path, id))
        elif before[index] is not None:
            yield {"op": "insert", "path": list(path), "value": member, "before": before[index]}
        else:
            yield {"op": "insert", "path": list(path), "value": member}


def same(a: Any, b: Any) -> bool:
    """Are both the same JSON? Python holds 1 and true for equal; JSON does not."""
    if a is b:
        return True
    if isinstance(a, dict):
        return (
            isinstance(b, dict) and a.keys() == b.keys() and all(same(one, b[key]) for key, one in a.items())
        )
    if isinstance(a, list):
        return isinstance(b, list) and len(a) == len(b) and all(map(same, a, b))
    return type(a) is type(b) and bool(a == b)


# ---------------------------------------------------------------- compare


def conflicts(changes_a: Iterable[Change], changes_b: Iterable[Change]) -> list[list[Step]]:
    """Return the paths at which two optional rules meet; [] if they can stand together.

    They meet where one changes the whole of what the other changes a part of. Two that put different
    things into the same list do not meet, unless one takes away the member before which the other puts
    its own.
    """
    ours, theirs = _touched(changes_a), _touched(changes_b)
    met: dict[tuple[Step, ...], None] = {}
    for one, other in ((ours, theirs), (theirs, ours)):
        whole = set(one)
        for path in other:
            for length in range(len(path) + 1):
                if path[:length] in whole:
                    met[path] = None
                    break
    gone = _removed(changes_a) & _anchors(changes_b) | _removed(changes_b) & _anchors(changes_a)
    return [list(path) for path in sorted({*met, *gone}, key=lambda path: [str(step) for step in path])]


def _touched(changes: Iterable[Change]) -> list[tuple[Step, ...]]:
    """Return what each change decides: for an insert, the member that it makes."""
    touched: list[tuple[Step, ...]] = []
    for change in changes:
        path = tuple(change["path"])
        id = _id(change["value"]) if change["op"] == "insert" else None
        touched.append((*path, id) if id is not None else path)
    return touched


def _removed(changes: Iterable[Change]) -> set[tuple[Step, ...]]:
    return {tuple(change["path"]) for change in changes if change["op"] == "remove"}


def _anchors(changes: Iterable[Change]) -> set[tuple[Step, ...]]:
    return {(*change["path"], change["before"]) for change in changes if "before" in change}
