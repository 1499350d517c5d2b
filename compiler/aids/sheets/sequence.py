"""The sequence of play: phases and steps in their order, who acts there, on what they roll."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.compiler.aids.context import Context, Thing, cites_of, titled
from rulewright.compiler.aids.model import CHANGED, Item, Items, Run, Section, Text
from rulewright.compiler.aids.parts import Part
from rulewright.compiler.aids.words import Speaker

Json = Any
TITLE = "Sequence of play"
ASKS = ("choose", "offer", "menu", "take")


def sections(context: Context, part: Part) -> list[Section]:
    """Return a section for each phase in their order of play, lettered as they are counted in the whole sequence; never divided."""
    items = [
        _phase(context, phase, _letter(index))
        for index, phase in enumerate(context.document["phases"])
        if phase["id"] in part.of
    ]
    captions: list[Text] = [(Run(TITLE, "strong"),), *[()] * len(items)]
    return [
        Section((), (Items((item,), caption),), together=True)
        for item, caption in zip(items, captions, strict=False)
    ]


def _letter(index: int) -> str:
    """A., B., …, Z., AA."""
    letters = ""
    while True:
        index, rest = divmod(index, 26)
        letters = chr(ord("A") + rest) + letters
        if index == 0:
            return f"{letters}."
        index -= 1


def _phase(context: Context, phase: Thing, label: str) -> Item:
    steps = phase["steps"]
    if len(steps) == 1 and not steps[0]["id"]:
        who, below = _what_happens(context, steps[0]["body"])
        return Item(label, _title(context, phase), who, cites_of(phase), below)
    items = []
    for number, step in enumerate(steps, 1):
        who, below = _what_happens(context, step["body"])
        items.append(Item(f"{number}.", _title(context, step, phase["id"]), who, _further(step, phase), below))
    # A heading says no sides of its own: its steps do.
    return Item(label, _title(context, phase), (), cites_of(phase), tuple(items))


def _further(step: Thing, phase: Thing) -> tuple[str, ...]:
    return tuple(section for section in cites_of(step) if section not in cites_of(phase))


def _title(context: Context, thing: Thing, *within: str) -> Text:
    words: Text = (Run(titled(thing, thing["id"]), "strong"),)
    if (*within, thing["id"]) in context.changed:
        words = (*words, Run(CHANGED, "small"))
    if thing.get("when") is None:
        return words
    return (*words, Run(f" (if {Speaker(context).say(thing['when'])})"))


def _what_happens(context: Context, body: Json) -> tuple[tuple[str, ...], tuple[Item, ...]]:
    """The sides that choose in a step, and what they may do and roll on there, each once."""
    sides: dict[str, None] = {}
    actions: dict[str, None] = {}
    tables: dict[str, None] = {}
    for statement, bound in _statements(context, body, {}, set()):
        if statement["do"] in ASKS:
            for side in _sides(context, statement["side"], bound):
                sides[side] = None
        if statement["do"] == "take":
            actions.update(dict.fromkeys(statement["actions"]))
        if statement["do"] == "roll":
            tables[statement["table"]] = None
    items = [_of("actions", context, id) for id in actions] + [_of("tables", context, id) for id in tables]
    return tuple(side for side in context.sides if side in sides), tuple(items)


def _of(kind: str, context: Context, id: str) -> Item:
    thing = context.find(kind, id) or {"id": id}
    word = "may" if kind == "actions" else "roll"
    return Item(word, (Run(titled(thing, id)),), (), cites_of(thing))


Bound = dict[str, Json]


def _statements(context: Context, body: Json, bound: Bound, called: set[str]) -> Iterator[tuple[Json, Bound]]:
    """Yield every statement that can run, those of called rules too, with what names of sides stand for."""
    for statement in body:
        yield statement, bound
        do = statement["do"]
        inner = bound
        if do == "each":
            inner = {**bound, statement["name"]: ["one of", statement["in"]]}
        elif do == "together":
            inner = {**bound, statement["name"]: ["sides"]}
        elif do == "let":
            bound = {**bound, statement["name"]: statement["value"]}
        for part in _bodies(statement):
            yield from _statements(context, part, inner, called)
        if do == "call":
            yield from _called(context, statement, bound, called)
        elif do == "take":
            for id in statement["actions"]:
                action = context.find("actions", id)
                if action is not None and f"actions.{id}" not in called:
                    called.add(f"actions.{id}")
                    taker = {action["by"]: statement["side"]}
                    yield from _statements(context, action["body"], {**bound, **taker}, called)


def _called(context: Context, call: Json, bound: Bound, called: set[str]) -> Iterator[tuple[Json, Bound]]:
    rule = context.find("rules", call["rule"])
    if rule is None:
        return
    given = {
        param["name"]: _known(context, arg, bound)
        for param, arg in zip(rule["params"], call["args"], strict=True)
        if param["type"] == "side"
    }
    key = f"{call['rule']} {sorted((name, str(value)) for name, value in given.items())}"
    if key in called:
        return
    called.add(key)
    yield from _statements(context, rule["body"], given, called)


def _known(context: Context, e: Json, bound: Bound) -> Json:
    return ["of", *_sides(context, e, bound)]


def _bodies(statement: Json) -> Iterator[Json]:
    for name in ("body", "then", "else"):
        if isinstance(statement.get(name), list):
            yield statement[name]
    for name in ("cases", "arms", "items"):
        for one in statement.get(name) or ():
            yield one.get("then") or one.get("body") or []


def _sides(context: Context, e: Json, bound: Bound) -> tuple[str, ...]:
    """The sides that an expression can be, as far as that is plain; all, if it is not."""
    every = tuple(context.sides)
    if not isinstance(e, list) or not e:
        return every
    if e[0] == "side":
        return (e[1],)
    if e[0] == "of":
        return tuple(e[1:])
    if e[0] == "local":
        return _sides(context, bound.get(e[1]), {k: v for k, v in bound.items() if k != e[1]})
    if e[0] == "one of":
        return _sides(context, e[1], bound)
    if e[0] in ("set", "list"):
        return tuple(dict.fromkeys(side for one in e[1:] for side in _sides(context, one, bound)))
    if e[0] == "enemy":
        those = _sides(context, e[1], bound)
        return tuple(side for side in every if side not in those) if len(those) == 1 else every
    return every
