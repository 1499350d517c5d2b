"""Statements that change the state, throw dice, or tell somebody something: who sees it?"""

from __future__ import annotations

from rulewright.compiler.check import errors
from rulewright.compiler.check.audience import ALL, NONE, UNKNOWN, Secret, Secrets, Term
from rulewright.compiler.check.flow import EVERYBODY, Exits, Flow, State, Walk
from rulewright.compiler.check.index import Declaration
from rulewright.compiler.check.sight import PLAIN, Sight, View, joined
from rulewright.compiler.model import Json
from rulewright.compiler.record import replace

Slot = tuple[str, tuple[Term, ...], Secrets]
"""What is written to: its name, who sees a change of it, and the secrets that say which one it is."""


def _set(flow: Flow, s: Json, state: State, pc: Secrets) -> Exits:
    """`set`, `add` and `remove`."""
    value = flow.eyes.of(s["value"], state.view)
    to = s["to"]
    if to[0] == "local":
        known = [value] if s["do"] == "set" else [flow.eyes.local(to[1], state.view), value]
        state.bind(to[1], joined(known, pc))
        return {}
    what, seen_by, which = _slot(flow, to, s, state, state.view)
    flow.judge.effect(s, what, seen_by, pc | which, value.whole, state.told)
    return {}


def _slot(flow: Flow, to: Json, s: Json, state: State, view: View) -> Slot:
    op = to[0]
    if op == "each":
        one = flow.eyes.member(flow.eyes.of(to[1], view), to[2], view)
        what, seen_by, which = _slot(flow, to[3], s, state, view.binding(to[2], one))
        return what, seen_by, which | one.secrets
    if op in ("attr", "attr_at"):
        piece = flow.eyes.of(to[2], view)
        attribute = flow.index.attributes.get(to[1])
        visibility = "public" if attribute is None else attribute["visibility"]
        _stays_with_its_side(flow, s, f"`{to[1]}`", piece, state)
        unless = None if attribute is None else attribute["unless"]
        return f"`{to[1]}`", flow.readers(piece, visibility, unless), piece.whole
    if op == "countdown":
        piece = flow.eyes.of(to[2], view)
        _stays_with_its_side(flow, s, f"`{to[1]}`", piece, state)
        return f"the marker `{to[1]}`", flow.readers(piece, _visibility(flow, to[1])), piece.whole
    if op in ("track", "track_at"):
        track = flow.index.tracks.get(to[1])
        seen_by = EVERYBODY if track is None or track["seen_by"] is None else (("side", track["seen_by"]),)
        key = flow.eyes.of(to[2], view) if op == "track_at" else PLAIN
        if state.together is not None and key.side != state.together:
            flow.judge.report(errors.shared_slot(s, f"track `{to[1]}`"))
        return f"track `{to[1]}`", seen_by, key.whole
    return "this", (), NONE


def _visibility(flow: Flow, marker: str) -> str:
    found = flow.index.markers.get(marker)
    return "public" if found is None else str(found["visibility"])


def _stays_with_its_side(flow: Flow, s: Json, what: str, piece: Sight, state: State) -> None:
    """RW0505: in a block that both sides run at once, each changes its own pieces."""
    side = state.together
    if side is not None and (
        len(piece.owners) > 1 or any(flow.eyes.sides.may_know(side, owner) == "no" for owner in piece.owners)
    ):
        flow.judge.report(errors.other_sides_slot(s, what))


def _pieces(flow: Flow, e: Json, is_many: bool, state: State, taken_off: str = "") -> Sight:
    """The piece, or one of the pieces, that a statement is about."""
    assumed = frozenset((taken_off,)) if taken_off else frozenset()
    found = flow.eyes.of(e, state.view, assumed)
    if not is_many:
        return found
    owners = found.owners if len(found.owners) == 1 else frozenset((("of", state.view.scope, "it"),))
    one = flow.eyes.member(found, "it", state.view)
    return replace(one, owners=owners)


def _mark(flow: Flow, s: Json, state: State, pc: Secrets) -> Exits:
    piece = _pieces(flow, s["on"], s["each"], state)
    _stays_with_its_side(flow, s, f"the marker `{s['marker']}`", piece, state)
    value = flow.eyes.whole([s["count"], s["place"]], state.view)
    visibility = _visibility(flow, s["marker"])
    what = f"the marker `{s['marker']}`"
    flow.judge.effect(s, what, flow.readers(piece, visibility), pc | piece.whole, value, state.told)
    if visibility == "public":
        # What is hidden unless this marker lies there is open now.
        opened = (id for id, a in flow.index.attributes.items() if a["unless"] == s["marker"])
        state.told.show(ALL, opened)
    return {}


def _unmark(flow: Flow, s: Json, state: State, pc: Secrets) -> Exits:
    markers = s["markers"]
    piece = _pieces(flow, s["from"], s["each"], state, markers[0] if len(markers) == 1 else "")
    for marker in markers:
        what = f"the marker `{marker}`"
        _stays_with_its_side(flow, s, what, piece, state)
        seen_by = flow.readers(piece, _visibility(flow, marker))
        flow.judge.effect(s, what, seen_by, pc | piece.whole, NONE, state.told)
    return {}


def _move(flow: Flow, s: Json, state: State, pc: Secrets) -> Exits:
    piece = _pieces(flow, s["what"], s["each"], state)
    goal = flow.eyes.of(s["to"], state.view).whole
    position = flow.eyes.position_of(piece.kind)
    name = position[0] if position is not None else "at"
    _stays_with_its_side(flow, s, f"`{name}`", piece, state)
    visibility, unless = "hidden", None
    if position is not None:
        visibility, unless = position[1]["visibility"], position[1]["unless"]
    seen_by = flow.readers(piece, visibility, unless)
    flow.judge.effect(s, f"`{name}`", seen_by, pc | piece.whole, goal, state.told)
    return {}


def _gone(flow: Flow, s: Json, state: State, pc: Secrets) -> Exits:
    piece = _pieces(flow, s["what"], s["each"], state)
    what = "the removal of a piece"
    _stays_with_its_side(flow, s, what, piece, state)
    flow.judge.effect(s, what, EVERYBODY, pc | piece.whole, NONE, state.told)
    return {}


def _return_chits(flow: Flow, s: Json, state: State, _pc: Secrets) -> Exits:
    if state.together is not None:
        flow.judge.report(errors.shared_cup(s, s["cup"]))
    return {}


# ---------------------------------------------------------------- dice


def _roll(flow: Flow, s: Json, state: State, pc: Secrets) -> Exits:
    seen_by = flow.seen_by(s, state)
    flow.judge.effect(s, "this roll", seen_by, pc, NONE, state.told)
    table = flow.index.tables.get(s["table"])
    if table is not None:
        read = _table_reads(flow, table, [flow.eyes.of(argument, state.view) for argument in s["args"]])
        if table["id"] not in flow.judge.tables_told:
            for leak in flow.judge.explicit(seen_by, read, state.told):
                if leak.severity == "error":
                    flow.judge.tables_told.add(table["id"])
                    flow.judge.report(errors.table_reads_secret(s, table, leak.words()))
    result = _result(seen_by, "the die")
    state.bind(s["as"], result)
    blocks: list[list[Json] | None] = [arm["body"] for arm in s["arms"]]
    for arm in s["arms"]:
        state.bind(arm["bind"], result)
    return flow.branches([*blocks, None], state, pc | result.secrets)


def _result(seen_by: tuple[Term, ...], source: str) -> Sight:
    """Dice and draws are known to those who see them."""
    if ALL in seen_by:
        return PLAIN
    return Sight(frozenset(Secret(term, source) for term in seen_by))


def _table_reads(flow: Flow, table: Declaration, arguments: list[Sight]) -> Secrets:
    """What a table's modifiers and columns read."""
    known = dict(zip((param["name"] for param in table["params"]), arguments, strict=False))
    view = View(table["id"], table.get("locals") or {}, known)
    found = NONE
    if table["roll"] is not None and "lookup" in table["roll"]:
        found |= flow.eyes.whole(table["roll"]["lookup"]["by"], view)
    if table["result"] is not None:
        found |= flow.eyes.of(table["result"]["by"], view).whole
    found |= flow.eyes.of(table["threshold"], view).whole
    for drm in table["drms"]:
        if "common" in drm:
            common = flow.index.tables.get(drm["common"])
            found |= NONE if common is None else _table_reads(flow, common, [])
        elif "lookup" in drm:
            found |= flow.eyes.whole([["lookup", drm["lookup"]]], view)
        else:
            found |= flow.eyes.whole([drm["amount"], drm["when"]], view)
    return found


def _roll_dice(flow: Flow, s: Json, state: State, pc: Secrets) -> Exits:
    seen_by = flow.seen_by(s, state)
    dice = s["dice"]
    keep = [] if dice["keep"] is None else [dice["keep"][1]]
    number = flow.eyes.whole([dice["count"], *keep], state.view)
    flow.judge.effect(s, "this roll", seen_by, pc, number, state.told)
    state.bind(s["as"], _result(seen_by, "the die"))
    return {}


def _draw(flow: Flow, s: Json, state: State, pc: Secrets) -> Exits:
    seen_by = flow.seen_by(s, state)
    if "cup" in s:
        if state.together is not None:
            flow.judge.report(errors.shared_cup(s, s["cup"]))
        flow.judge.effect(s, "this draw", seen_by, pc, NONE, state.told)
        state.bind(s["as"], _result(seen_by, "the chit"))
        return {}
    among = flow.eyes.of(s["from"], state.view)
    flow.judge.effect(s, "this draw", seen_by, pc, among.whole, state.told)
    one = flow.eyes.member(among, s["as"], state.view)
    state.bind(s["as"], replace(one, secrets=_result(seen_by, "the lot").secrets))
    return {}


# ---------------------------------------------------------------- information


def _tell(flow: Flow, s: Json, state: State, pc: Secrets) -> Exits:
    """`tell` and `reveal`: from here on, those who were told know what it rested on."""
    if s["do"] == "tell":
        parts = [part["value"] for part in s["text"] if isinstance(part, dict)]
    else:
        parts = [part["value"] for part in s["what"]]
    secrets = flow.eyes.whole(parts, state.view)
    observer = ALL if s["to"] == "all" else flow.eyes.side(s["to"], state.view)
    if secrets and observer not in (ALL, UNKNOWN):
        is_known = all(flow.eyes.sides.may_know(observer, secret.owner) == "yes" for secret in secrets | pc)
        if is_known and not any(secret.is_choice for secret in secrets | pc):
            flow.judge.report(errors.tells_what_is_known(s, s["do"], observer))
    state.told.tell(observer, secrets | pc)
    return {}


EFFECTS: dict[str, Walk] = {
    **dict.fromkeys(("set", "add", "remove"), _set),
    "mark": _mark,
    "unmark": _unmark,
    "move": _move,
    "gone": _gone,
    "return_chits": _return_chits,
    "roll": _roll,
    "roll_dice": _roll_dice,
    "draw": _draw,
    **dict.fromkeys(("tell", "reveal"), _tell),
}
