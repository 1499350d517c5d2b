"""Can the choices that come first be made at all? Tried without changing anything, so that nobody runs into a dead end.

Source: docs/artifact.md, section 4: an item, offer, action or answer is open only if its leading choices can be completed.
Leading are the choices (and `let`, `if`, calls and menus between them) before the first effect, die, draw or word. A choice
that may be declined can always be completed; what follows a rule that was called is not tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright.runtime.link import types
from rulewright.runtime.link.body import Body
from rulewright.runtime.link.domains import FEW_TRIES, STEPPED
from rulewright.runtime.link.expression import Local, Writer, opened
from rulewright.runtime.link.names import Json
from rulewright.runtime.link.source import Lines
from rulewright.runtime.link.steps import steps_of, write_ways
from rulewright.runtime.link.walking import sieve_of, sifted

DEEPEST_PROBE = 6
"""Choices, cases and menus inside one another that are tried."""


def write_probe(body: Body, statements: list[Json], *, fresh: bool = False) -> str:
    """Write p(S, W, F, slot, answer): can `statements` be begun with that answer? Return its name, "" if always.

    fresh: p(S, W, F) instead, for a frame of its own, into which it may write.
    """
    if not is_doubtful(body, statements, DEEPEST_PROBE):
        return ""
    if fresh:
        return _Probe(body).function(statements, DEEPEST_PROBE)
    lines = Lines(body.lines.where)
    lines.add("S[0] -= 3")
    lines.add("if S[0] < 0: spent()")
    lines.add("F = F[:]")
    lines.add("if slot: F[slot] = a")
    go_on(body, statements, lines)
    name = body.linker.code.mint("p")
    body.linker.code.function(f"{name}(S, W, F, slot, a)", lines)
    return name


def go_on(body: Body, statements: list[Json], lines: Lines) -> bool:
    """Write into a function: can `statements` be begun? It may write into its frame. False if nothing is written, for they always can."""
    if not is_doubtful(body, statements, DEEPEST_PROBE):
        return False
    _Probe(body).into(lines, statements, DEEPEST_PROBE)
    return True


def is_doubtful(body: Body, statements: list[Json], depth: int) -> bool:
    """May it be that the leading choices cannot be completed?"""
    if depth == 0:
        return False
    for at, json in enumerate(statements):
        rest = statements[at + 1 :]
        kind = json["do"]
        if kind == "let":
            continue
        if kind == "choose":
            return not json["may"]
        if kind == "if":
            branches = [case["then"] for case in json["cases"]] + [json["else"]]
            return any(is_doubtful(body, branch + rest, depth - 1) for branch in branches)
        if kind == "menu":
            return True
        if kind == "take":
            return not (json["may"] or json["many"])
        if kind == "call":
            return bool(body.linker.entry_probe(json["rule"]))
        return False
    return False


def leading(statements: list[Json], depth: int) -> Iterator[int]:
    """Yield the choices that an action is offered for only if they can be made, each by the `id` of its JSON."""
    for at, json in enumerate(statements if depth else ()):
        rest = statements[at + 1 :]
        if json["do"] == "let":
            continue
        if json["do"] == "choose" and not json["may"]:
            if json["else"] is None:
                yield id(json)
            else:
                yield from leading(json["else"] + rest, depth - 1)
            yield from leading(json["body"] + rest, depth - 1)
        elif json["do"] == "if":
            for branch in [*(case["then"] for case in json["cases"]), json["else"]]:
                yield from leading(branch + rest, depth - 1)
        return


class _Probe:
    """Writes the functions of one probe: each tries what comes first, and asks the next for the rest."""

    def __init__(self, body: Body) -> None:
        self.body = body

    def function(self, statements: list[Json], depth: int) -> str:
        """Write a function q(S, W, F) → bool; return its name."""
        lines = Lines(self.body.lines.where)
        self.into(lines, statements, depth)
        name = self.body.linker.code.mint("p")
        self.body.linker.code.function(f"{name}(S, W, F)", lines)
        return name

    def into(self, lines: Lines, statements: list[Json], depth: int) -> None:
        """Write the same as the rest of a function."""
        before, self.body.lines = self.body.lines, lines
        self._begin(statements, depth)
        self.body.lines = before

    def _test(self, statements: list[Json], depth: int) -> str:
        """Python for: can these statements be begun?"""
        return f"{self.function(statements, depth)}(S, W, F)" if is_doubtful(self.body, statements, depth) else "True"

    def _begin(self, statements: list[Json], depth: int) -> None:
        body = self.body
        for at, json in enumerate(statements):
            rest = statements[at + 1 :]
            kind = json["do"]
            if kind == "let":
                x = body.w.expression(json["value"])
                body.add(f"{body.name(json['name']).text} = {x.text}")
                continue
            if kind == "choose" and not json["may"]:
                self._choose(json, rest, depth)
            elif kind == "if":
                self._if(json, rest, depth)
            elif kind == "menu":
                self._menu(json, rest, depth)
            elif kind == "take" and not (json["may"] or json["many"]):
                self._take(json, rest, depth)
            elif kind == "call":
                self._call(json)
            else:
                body.add("return True")
            return
        body.add("return True")

    def _otherwise(self, json: Json, rest: list[Json], depth: int) -> None:
        if json["else"] is None:
            self.body.add("return False")
        else:
            self.body.add(f"return {self._test(json['else'] + rest, depth - 1)}")

    def _choose(self, json: Json, rest: list[Json], depth: int) -> None:
        body = self.body
        domain = json["domain"]
        slot = body.name(json["name"]).text
        test = self._test(json["body"] + rest, depth - 1)
        kind = body.locals[json["name"]]
        w = body.w
        known = Writer(w.linker, {**w.locals, json["name"]: Local("a", kind)})
        guards, judged = json["guards"], list[str]()
        if domain["kind"] == "one":
            members, judged = self._one_by_one(domain["from"])
            head = f"for a in {members}:"
        elif domain["kind"] == "subset":
            fewest, guards = _at_least(json["name"], guards)
            if fewest and not guards and test == "True":
                self._enough(domain["of"], fewest)
                self._otherwise(json, rest, depth)
                return
            source = sieve_of(w, domain["of"])
            body.pay(source.cost)
            head = f"for a in subsets(S, {source.text}, {fewest}):"
        elif domain["kind"] == "number":
            lo, hi = w.number(domain["lo"]), w.number(domain["hi"])
            head = f"for a in numbers(S, {lo.text}, {hi.text}):"
        else:
            text, steps = steps_of(w, json, kind)
            ways = write_ways(body, steps, domain["guards"], domain["step"]) if domain["guards"] else ""
            ways = f"lambda a, near: {ways}(S, W, F, a, near)" if ways else "None"
            if not guards and test == "True":
                body.add(f"if some_chain(S, {text}, {ways}): return True")
                self._otherwise(json, rest, depth)
                return
            head = f"for a in walks(S, {text}, {ways}, {FEW_TRIES}):"

        judged += [known.condition(guard["when"]).text for guard in guards]

        def one() -> None:
            if domain["kind"] in STEPPED:
                # Nobody knows in good time: then it is taken to have an answer.
                body.add("if a is None: return True")
            if judged:
                body.add(f"if not ({' and '.join(judged)}): continue")
            if test == "True":
                body.add("return True")
            else:
                body.add(f"{slot} = a")
                body.add(f"if {test}: return True")

        body.inside(head, one)
        self._otherwise(json, rest, depth)

    def _one_by_one(self, source: Json) -> tuple[str, list[str]]:
        """Return Python for a set whose members are walked, and the conditions that leave some out.

        As in the question itself, they are judged one by one, and no more of them than must be known.
        """
        there, source = opened(self.body.w, source)
        source, conditions, filtered = sifted(there, source)
        members = there.many(source)
        each = Local("a", types.member(members.type), members.fractional)
        before = replace(there, locals={**there.locals, **dict.fromkeys(filtered, each)})
        return self.body.rounds(members, 10), [before.condition(test).text for test in conditions]

    def _enough(self, source: Json, fewest: int) -> None:
        """Write: there are so many members, and any of them will do."""
        body = self.body
        members, judged = self._one_by_one(source)
        if not judged and fewest == 1:
            body.add(f"if {members}: return True")
            return
        left = body.temp()
        if fewest > 1:
            body.add(f"{left} = {fewest}")

        def one() -> None:
            if judged:
                body.add(f"if not ({' and '.join(judged)}): continue")
            if fewest > 1:
                body.add(f"{left} -= 1")
                body.add(f"if {left}: continue")
            body.add("return True")

        body.inside(f"for a in {members}:", one)

    def _if(self, json: Json, rest: list[Json], depth: int) -> None:
        conditions = [self.body.w.condition(case["when"]) for case in json["cases"]]
        self.body.pay(sum(c.cost for c in conditions))
        for case, c in zip(json["cases"], conditions, strict=True):
            self.body.add(f"if {c.text}: return {self._test(case['then'] + rest, depth - 1)}")
        self.body.add(f"return {self._test(json['else'] + rest, depth - 1)}")

    def _menu(self, json: Json, rest: list[Json], depth: int) -> None:
        for item in json["items"]:
            tests = [self.body.w.condition(guard["when"]).text for guard in item["guards"]]
            tests.append(self._test(item["body"] + rest, depth - 1))
            self.body.add(f"if {' and '.join(tests)}: return True")
        self._otherwise(json, rest, depth)

    def _take(self, json: Json, rest: list[Json], depth: int) -> None:
        side = self.body.w.expression(json["side"])
        for id in json["actions"]:
            self.body.add(f"if {self.body.linker.offered(self.body.linker.action(id))}(S, W, {side.text}): return True")
        self._otherwise(json, rest, depth)

    def _call(self, json: Json) -> None:
        linker = self.body.linker
        args = [self.body.w.expression(e).text for e in json["args"]]
        probe = linker.entry_probe(json["rule"])
        self.body.add(f"return {probe}({', '.join(['S', 'W', *args])})" if probe else "return True")


def _at_least(name: str, guards: list[Json]) -> tuple[int, list[Json]]:
    """Return how many members a subset must have by those of its guards that say nothing else, and the other guards."""
    fewest, others = 0, []
    for guard in guards:
        match guard["when"]:
            case [">" | ">=" as sign, ["count", ["local", str(what)]], int(number)] if what == name:
                fewest = max(fewest, number + (sign == ">"))
            case _:
                others.append(guard)
    return fewest, others
