"""Decisions: what a side is asked, and whether it may know what its options rest on."""

from __future__ import annotations

from rulewright.compiler.check import bot, errors
from rulewright.compiler.check.audience import NONE, UNKNOWN, Secrets, Term
from rulewright.compiler.check.flow import Exits, Flow, State, Walk
from rulewright.compiler.check.sight import PLAIN, Sight, View, implied
from rulewright.compiler.check.wording import Node
from rulewright.compiler.model import Json
from rulewright.compiler.record import replace

BOUNDS = {"number": ("lo", "hi"), "list": ("lo", "hi"), "path": ("start", "length", "side")}
"""What a domain reads besides its members."""


def _choose(flow: Flow, s: Json, state: State, pc: Secrets) -> Exits:
    side = _asked(flow, s, state, pc)
    chosen, rests_on = _domain(flow, s, side, state)
    inner = state.copy()
    inner.bind(s["name"], replace(chosen, secrets=NONE, members=NONE))
    rests_on |= _guards(flow, s["guards"], side, inner)
    bot.sees_what_its_side_sees(flow, s["id"], side, inner)
    _note(flow, s["id"], not rests_on)
    choice = flow.choice(side, s["id"])
    inner.bind(s["name"], replace(chosen, secrets=choice, members=NONE))
    exits = flow.block(s["body"], inner, _by_its_will(pc, side) | choice)
    state.bind(s["name"], inner.view.known[s["name"]])
    if s["may"] or s["else"] is not None:
        declined = state.copy()
        for label, secrets in flow.block(s["else"] or [], declined, pc | choice).items():
            exits[label] = exits.get(label, NONE) | secrets
        state.join([inner, declined])
    else:
        state.join([inner])
    return exits


def _offer(flow: Flow, s: Json, state: State, pc: Secrets) -> Exits:
    side = _asked(flow, s, state, pc)
    _note(flow, s["id"], not _guards(flow, s["guards"], side, state))
    bot.sees_what_its_side_sees(flow, s["id"], side, state)
    flow.leading[s["id"]] = _leading(s["body"])
    return _decided(flow, s, [s["body"]], side, state, pc)


def _menu(flow: Flow, s: Json, state: State, pc: Secrets) -> Exits:
    side = _asked(flow, s, state, pc)
    bot.sees_what_its_side_sees(flow, s["id"], side, state)
    rests_on = NONE
    for item in s["items"]:
        rests_on |= _guards(flow, item["guards"], side, state)
    _note(flow, s["id"], not rests_on)
    flow.leading[s["id"]] = [id for item in s["items"] for id in _leading(item["body"])]
    return _decided(flow, s, [item["body"] for item in s["items"]], side, state, pc)


def _take(flow: Flow, s: Json, state: State, pc: Secrets) -> Exits:
    side = _asked(flow, s, state, pc)
    bot.sees_what_its_side_sees(flow, s["id"], side, state)
    choice = flow.choice(side, s["id"])
    actions = [flow.index.actions[id] for id in s["actions"] if id in flow.index.actions]
    rests_on = NONE
    after: list[State] = [state.copy()]
    for action in actions:
        actor = Sight(side=side)
        view = View(action["id"], action.get("locals") or {}, {action["by"]: actor})
        inner = state.copy()
        rests_on |= _guards(flow, action.get("guards") or [], side, _inside(inner, view))
        flow.call(action, {action["by"]: actor}, inner, _by_its_will(pc, side) | choice)
        after.append(inner)
    _note(flow, s["id"], not rests_on)
    flow.leading[s["id"]] = [id for action in actions for id in _leading(action["body"])]
    state.join(after)
    return flow.branches([s["else"], None], state, pc | choice) if s["else"] else {}


def _decided(flow: Flow, s: Json, blocks: list[list[Json]], side: Term, state: State, pc: Secrets) -> Exits:
    """Walk what a side may decide to do, and what is done if it does not."""
    choice = flow.choice(side, s["id"])
    done, left = state.copy(), state.copy()
    exits = flow.branches(list(blocks), done, _by_its_will(pc, side) | choice)
    for label, secrets in flow.block(s["else"] or [], left, pc | choice).items():
        exits[label] = exits.get(label, NONE) | secrets
    state.join([done, left])
    return exits


def _by_its_will(pc: Secrets, side: Term) -> Secrets:
    """What a side does because it decided to shows its own secrets by its own will."""
    return frozenset(secret for secret in pc if secret.is_choice or secret.owner != side)


def _inside(state: State, view: View) -> State:
    """The same knowledge with the locals of another item."""
    return State(view, state.told, state.together)


def _asked(flow: Flow, s: Json, state: State, pc: Secrets) -> Term:
    """Judge that a side is asked at all, and return which; being asked shows what it depends on."""
    asked = flow.eyes.of(s["side"], state.view)
    side = UNKNOWN if asked.side is None else asked.side
    leaks = flow.judge.implicit((side,), pc | asked.whole, state.told)
    for leak in leaks:
        flow.judge.report(errors.question_shows_secret(s, side, leak.words(), leak.severity))
    if not leaks:
        # The words of the question are read by the side that answers.
        words = [s.get("title") or [], *(item["title"] for item in s.get("items") or [])]
        shown = [part["value"] for text in words for part in text if isinstance(part, dict)]
        _judge(flow, s, side, flow.eyes.whole(shown, state.view), state)
    return side


def _domain(flow: Flow, s: Json, side: Term, state: State) -> tuple[Sight, Secrets]:
    """Judge what is offered; return what is known of the answer, and the secrets that the offer rests on."""
    domain = s["domain"]
    eyes, view = flow.eyes, state.view
    kind = domain["kind"]
    chosen = step = PLAIN
    rests_on = eyes.whole([domain[key] for key in BOUNDS.get(kind, ())], view)
    if kind in ("one", "subset", "list"):
        offered = eyes.of(domain["from" if kind == "one" else "of"], view)
        chosen = eyes.member(offered, s["name"], view) if kind == "one" else offered
        rests_on |= offered.whole
        if kind == "list":
            step = eyes.member(offered, domain["step"], view)
    _judge(flow, s, side, rests_on, state)
    if kind in ("path", "list"):
        # What is offered is judged: an answer, or a part of one, shows nothing more.
        inner = state.copy()
        inner.bind(s["name"], replace(chosen, secrets=NONE, members=NONE))
        inner.bind(domain["step"], replace(step, secrets=NONE, members=NONE))
        rests_on |= _guards(flow, domain["guards"], side, inner)
    return chosen, rests_on


def _guards(flow: Flow, guards: list[Json], side: Term, state: State) -> Secrets:
    """Judge the `require` lines of a decision, one after the other; return what they rest on."""
    found = NONE
    view = state.view
    for guard in guards:
        read = flow.eyes.of(guard["when"], view).whole
        texts = [part["value"] for part in guard["else"] if isinstance(part, dict)]
        _judge(flow, guard, side, read | flow.eyes.whole(texts, view), state)
        found |= read
        view = flow.eyes.marking(view, implied(guard["when"]))
    return found


def _judge(flow: Flow, node: Node, side: Term, secrets: Secrets, state: State) -> None:
    for leak in flow.judge.options(side, secrets, state.told):
        flow.judge.report(errors.options_show_secret(node, side, leak.words(), leak.severity))


def _note(flow: Flow, id: str, is_clean: bool) -> None:
    """A decision rests on public facts if it does so wherever it is asked."""
    flow.clean[id] = is_clean and flow.clean.get(id, True)


def _leading(block: list[Json]) -> list[str]:
    """The choices that a decision leads to before anything else is done."""
    found: list[str] = []
    for statement in block:
        if statement["do"] != "choose":
            break
        found.append(statement["id"])
        if statement["body"]:
            found.extend(_leading(statement["body"]))
            break
    return found


DECISIONS: dict[str, Walk] = {"choose": _choose, "offer": _offer, "menu": _menu, "take": _take}
