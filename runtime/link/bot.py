"""What bots say of a decision becomes functions beside its guards: they read what the guards read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.runtime import errors
from rulewright.runtime.link.body import Body
from rulewright.runtime.link.expression import Local, Writer
from rulewright.runtime.link.names import Json
from rulewright.runtime.link.program import Choice, Counsel
from rulewright.runtime.link.source import Lines, Where, X

if TYPE_CHECKING:
    from rulewright.runtime.link.linker import Linker

COMPARED = ("prefer", "most", "least")


def write_advice(body: Body, choice: Choice, answer: str) -> None:
    """Write what each bot of the ruleset says of a decision; `answer` is the name of its answers in the rules, if they have one."""
    for bot, lines in body.linker.advice.get(choice.id, ()):
        choice.advice[bot] = tuple([_counsel(body, choice, answer, line) for line in lines])


def write_worth(linker: Linker, bot: Json) -> str:
    """Write what a bot says a position is worth; return the name of the function (S)."""
    linker.owner = f"bot {bot['id']}"
    function = linker.code.mint("o")
    lines = Lines(Where(linker.owner, linker.at(bot["worth"]["at"]), tuple(bot.get("cites", ()))))
    lines.add(f"return {Writer(linker, {}, pending='S').number(bot['worth']['value']).text}")
    linker.code.function(f"{function}(S)", lines)
    return function


def _counsel(body: Body, choice: Choice, answer: str, line: Json) -> Counsel:
    w = body.w
    kind = line["do"]
    counsel = Counsel(kind)
    functions: dict[str, str] = {}
    if line.get("when") is not None:
        functions["when"] = _function(body, "S, W, F", w.condition(line["when"]))
    if kind in COMPARED:
        if not answer:
            raise errors.misfit(f"a bot compares the answers of `{choice.id}`, which have no name")
        judge = Writer(w.linker, {**w.locals, answer: Local("a", choice.type)})
        x = judge.condition(line["value"]) if kind == "prefer" else judge.number(line["value"])
        functions["value"] = _function(body, "S, W, F, a", x)
    elif kind == "take":
        counsel.item = line["item"]
    body.linker.counsels.append((counsel, functions))
    choice.functions += functions.values()
    return counsel


def _function(body: Body, head: str, x: X) -> str:
    lines = Lines(body.lines.where)
    lines.add(f"S[0] -= {x.cost + 1}")
    lines.add("if S[0] < 0: spent()")
    lines.add(f"return {x.text}")
    name = body.linker.code.mint("o")
    body.linker.code.function(f"{name}({head})", lines)
    return name
