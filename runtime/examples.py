"""Runs the worked examples of an artifact: given, done, expected; a verdict is plain data.

Source: docs/artifact.md, section 2, "example". Each runs on a start state without scenario, with the dice and answers that
it lists; what is left over or lacking fails it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rulewright.runtime import errors
from rulewright.runtime.decisions import NO_ANSWER, Decision
from rulewright.runtime.dice import Listed
from rulewright.runtime.frames import refill
from rulewright.runtime.game import Game
from rulewright.runtime.link import link, types
from rulewright.runtime.link.body import Body
from rulewright.runtime.link.expression import Local, Writer
from rulewright.runtime.link.fault import NATIVE, explained
from rulewright.runtime.link.layout import ENDED, STREAM
from rulewright.runtime.link.names import Json
from rulewright.runtime.link.program import Program
from rulewright.runtime.link.source import Lines, Where

MOST_ANSWERS = 1000
"""Decisions in one example."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of an example.

    expected: the source text of the expectation that failed, "" if none did. reason: why it failed, as one
    sentence. at: where, as the artifact says it. trace: the log's sentences, then what is left over.
    """

    id: str
    title: str
    passed: bool
    expected: str = ""
    reason: str = ""
    at: tuple[int, ...] = ()
    cites: tuple[Json, ...] = ()
    trace: tuple[str, ...] = field(default=())


def run_examples(
    program: Program,
    hooks: Mapping[str, Callable[..., Any]] | None = None,
    *,
    linked: Callable[[tuple[str, ...]], Program] | None = None,
    played: Callable[[Game], None] | None = None,
) -> list[Verdict]:
    """Run all examples of a program and of its optional rules, each with the options it needs.

    Args:
        program: linked without options.
        linked: gives the program with options on, each time the same one; they are linked here if not given.
        played: is handed each example's game when it is over.
    """
    linked = linked or _linker(program, hooks if hooks is not None else program.linker.hooks)
    verdicts: list[Verdict] = []
    for json in program.document["examples"]:
        on = tuple(json.get("options") or ())
        verdicts.append(run_example(linked(on), _example(linked(on), json["id"]), played))
    known = {json["id"] for json in program.document["examples"]}
    for option in program.document.get("options") or ():
        # An optional rule's own examples are played with it alone, or with those that they name.
        if any(change["path"][:1] == ["examples"] for change in option["changes"]):
            for json in linked((option["id"],)).document["examples"]:
                if json["id"] not in known:
                    on = tuple(dict.fromkeys((option["id"], *(json.get("options") or ()))))
                    verdicts.append(run_example(linked(on), _example(linked(on), json["id"]), played))
    return verdicts


def _linker(program: Program, hooks: Mapping[str, Callable[..., Any]]) -> Callable[[tuple[str, ...]], Program]:
    programs = {program.options: program}

    def linked(options: tuple[str, ...]) -> Program:
        if options not in programs:
            programs[options] = link(program.document, options, hooks)
        return programs[options]

    return linked


def _example(program: Program, id: str) -> Json:
    """The example as it stands under the program's options."""
    return next(json for json in program.document["examples"] if json["id"] == id)


class _Fails(Exception):
    """The example fails for this reason. at: the line that says otherwise; empty for the example as a whole."""

    def __init__(self, reason: str, at: tuple[int, ...] = ()) -> None:
        super().__init__(reason)
        self.at = at


def run_example(program: Program, json: Json, played: Callable[[Game], None] | None = None) -> Verdict:
    """Run one example; `played` is handed its game when it is over, if it came to one."""
    at = tuple(json["at"])
    cites = tuple(json.get("cites") or ())
    game: Game | None = None
    dice = Listed(list(json["dice"]), program.texts)
    try:
        written = _Written(program, json)
        game = Game.on_board(program, written.state(dice), [], dice)
        game._desk.asks_all = True
        result = written.do(game)
        _left_over(written, json, dice)
        for expect, holds in zip(json["expect"], written.expectations(game, result), strict=True):
            if not holds:
                said = _said(game, written.result_type, result)
                return Verdict(
                    json["id"],
                    json["title"],
                    False,
                    expect["text"],
                    f"`{expect['text']}` does not hold",
                    tuple(expect["at"]),
                    cites,
                    said,
                )
    except _Fails as problem:
        return Verdict(json["id"], json["title"], False, "", str(problem), problem.at or at, cites, _trace(game))
    except errors.RulewrightError as problem:
        return Verdict(
            json["id"], json["title"], False, "", problem.message, at, cites + problem.cites, _trace(game)
        )
    finally:
        if game is not None and played is not None:
            played(game)
    return Verdict(json["id"], json["title"], True, at=at, cites=cites)


def _is_refusal(answer: Any) -> bool:
    return isinstance(answer, dict)


def _must_be_refused(decision: Decision, wanted: Json) -> None:
    """Fail unless the answer is refused, by the section that the example says."""
    answer, at = wanted["refused"], tuple(wanted["at"])
    shown = f"`{decision.label(answer)}`"
    refusal = decision.refusal(answer)
    if refusal is None:
        raise _Fails(f"`{decision.side}` may answer `{decision.id}` with {shown}", at)
    if not any(cite in refusal.cites for cite in wanted["cites"]):
        by = ", ".join(_cited(cite) for cite in refusal.cites) or "no section"
        raise _Fails(f"{shown} is refused by {by}, not by {_cited(wanted['cites'][0])}: {refusal.message}", at)


def _cited(cite: Json) -> str:
    return f"[{', '.join(filter(None, (cite['section'], cite.get('note'))))}]"


def _trace(game: Game | None) -> tuple[str, ...]:
    return () if game is None else tuple(entry.text for entry in game.log)


def _said(game: Game, kind: types.Type, result: Any) -> tuple[str, ...]:
    if kind is None:
        return _trace(game)
    return (*_trace(game), f"result: {game.program.texts.label(kind, result)}")


def _left_over(written: _Written, json: Json, dice: Listed) -> None:
    if dice.used < len(dice.entries):
        left = ", ".join(map(str, dice.entries[dice.used :]))
        raise _Fails(f"{left}: not all dice were thrown")
    for side, answers in json["answers"].items():
        used = written.used.get(side, 0)
        if used < len(answers):
            asked = sum(not _is_refusal(one) for one in answers[:used])
            listed = sum(not _is_refusal(one) for one in answers)
            if asked == listed:
                raise _Fails(f"`{side}` is asked nothing more where something must be refused", tuple(answers[used]["at"]))
            raise _Fails(f"`{side}` was asked {asked} times, and has {listed} answers")


class _Written:
    """The code of one example."""

    def __init__(self, program: Program, json: Json) -> None:
        self.program = program
        self.json = json
        linker = program.linker
        linker.owner = f"example {json['title'] or json['id']}"
        locals = {name: types.of_json(type) for name, type in json["locals"].items()}
        body = Body(linker, linker.owner, json, locals, False)
        self.given = linker.code.mint("g")
        body.add("S[0] -= 1")
        body.emit(json["given"])
        linker.code.function(f"{self.given}(G, S, W)", body.lines)
        self.subject = json["subject"] or {}
        self.where = Where(linker.owner, linker.at(json.get("at")), tuple(json.get("cites") or ()))
        self.result_type: types.Type = None
        plain = Writer(linker, {}, pending="S")
        self.start = ""
        if "roll" in self.subject:
            table = linker.table(self.subject["roll"])
            self.result_type = table.type
            number = linker.place(
                "roll", linker.owner, {"do": "roll", "at": json["at"], "table": self.subject["roll"]}
            )
            args = self._args(plain, table.params)
            self.start = self._function(
                f"return {table.roll}(G, S, W, {linker.everybody}, {number}{''.join(f', {arg}' for arg in args)})"
            )
        elif "rule" in self.subject:
            called = linker.rule(self.subject["rule"])
            args = self._args(plain, called.params)
            if called.pauses:
                self.start = self._function(
                    f"return [{', '.join([str(called.entry), *args])}, *{called.pad}]"
                )
            else:
                self.start = self._function(f"{called.function}({', '.join(['G', 'S', 'W', *args])})")
        names = {"result": Local("y", types.opt(self.result_type))} if self.result_type is not None else {}
        known = Writer(linker, names, pending="S")
        self.tests: list[str] = []
        self.used: dict[str, int] = {}
        for expect in json["expect"]:
            name = linker.code.mint("g")
            lines = Lines(Where(linker.owner, linker.at(expect["at"]), self.where.cites))
            lines.add(f"return {known.condition(expect['value']).text}")
            linker.code.function(f"{name}(S, y)", lines)
            self.tests.append(name)
        program.load()

    def _args(self, writer: Writer, params: list[tuple[str, types.Type]]) -> list[str]:
        given = self.subject["args"]
        if len(given) != len(params):
            raise errors.misfit(f"{self.program.linker.owner} gives {len(given)} values")
        return [
            writer.fitted(writer.expression(e), type, f"`{name}`")
            for e, (name, type) in zip(given, params, strict=True)
        ]

    def _function(self, line: str) -> str:
        name = self.program.linker.code.mint("g")
        lines = Lines(self.where)
        lines.add(line)
        self.program.linker.code.function(f"{name}(G, S, W)", lines)
        return name

    def _call(self, name: str, *values: Any) -> Any:
        try:
            return self.program.linker.code.namespace[name](*values)
        except errors.GameEnds:
            return None
        except NATIVE as problem:
            raise explained(self.program, problem) from problem

    def state(self, dice: Listed) -> list[Any]:
        """Return the start state with what is given."""
        S = self.program.start[:]
        S[STREAM] = 0
        board = Game.on_board(self.program, S, [], dice)
        refill(board._thread)
        board._desk.note = [].append
        self._call(self.given, board._desk, S, S)
        return S

    def do(self, game: Game) -> Any:
        """Do what the example is about; return the result of a roll."""
        thread, desk = game._thread, game._desk
        refill(thread)
        desk.note = thread.entries.append
        result = None
        if "phase" in self.subject:
            self._phase(game)
        elif self.start:
            result = self._call(self.start, desk, thread.S, thread.S)
            if isinstance(result, list):
                thread.stack.append(result)
                result = None
        self._run(game)
        return result

    def _phase(self, game: Game) -> None:
        document = self.program.document
        at = next(
            (i for i, phase in enumerate(document["phases"]) if phase["id"] == self.subject["phase"]), None
        )
        if at is None:
            raise errors.no_such("phase", self.subject["phase"])
        for j, step in enumerate(document["phases"][at]["steps"]):
            if game.ending is not None:
                return
            if self.subject["step"] is not None and step["id"] != self.subject["step"]:
                continue
            if self.program.when[at, j] and not self._call(self.program.when[at, j], game._thread.S):
                continue
            linked = self.program.steps[at, j]
            if linked.pauses:
                game._thread.stack.append([linked.entry, *self.program.linker.code.namespace[linked.pad]])
                self._run(game)
            else:
                game._desk.note = game._thread.entries.append
                self._call(linked.function, game._desk, game._thread.S, game._thread.S)
                self._run(game)

    def _run(self, game: Game) -> None:
        """Run what is on the stack, with the answers of the example."""
        thread = game._thread
        if thread.stack or thread.S[ENDED]:
            game._advance()
        for _ in range(MOST_ANSWERS):
            if not game.decisions:
                # An empty stack ends a game; here it only ends a step.
                if game.ending is None:
                    game._thread.S[ENDED] = 0
                return
            self._answer(game, game.decisions[0])
        raise _Fails(f"more than {MOST_ANSWERS} decisions")

    def _answer(self, game: Game, decision: Decision) -> None:
        """Give the next answer of the side; a question with one open answer may be left out of the list."""
        side = str(decision.side)
        given = self.json["answers"].get(side, [])
        used = self.used.get(side, 0)
        next_one = next((at for at in range(used, len(given)) if not _is_refusal(given[at])), len(given))
        options = decision.options(2)
        if len(options) == 1 and next_one < len(given) and decision.answer(given[next_one]) is NO_ANSWER:
            game.choose(decision.side, options[0])
            return
        for refusal in given[used:next_one]:
            _must_be_refused(decision, refusal)
        self.used[side] = next_one
        if next_one < len(given):
            self.used[side] = next_one + 1
            game.choose(decision.side, given[next_one])
        elif len(options) == 1:
            game.choose(decision.side, options[0])
        else:
            raise _Fails(f"`{side}` is asked `{decision.id}`, and has no answer left")

    def expectations(self, game: Game, result: Any) -> list[bool]:
        refill(game._thread)
        return [bool(self._call(name, game._thread.S, result)) for name in self.tests]
