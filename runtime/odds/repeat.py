"""What a result leads to: follow-on rolls, the same roll several times, and chits that are drawn for what came out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rulewright.runtime.errors import RulewrightError
from rulewright.runtime.link import types
from rulewright.runtime.link.body import bodies
from rulewright.runtime.link.names import Json
from rulewright.runtime.link.program import Program
from rulewright.runtime.odds import errors
from rulewright.runtime.odds.chits import Chits
from rulewright.runtime.odds.distribution import Distribution
from rulewright.runtime.odds.page import Page
from rulewright.runtime.odds.query import Answer, Case, TableQuery

DEEPEST = 8
"""Follow-on rolls one behind the other."""

MOST_TIMES = 1000
TIMES = "times"

Bag = tuple[tuple[int, int], ...]


def count_of(results: Distribution, name: int) -> Distribution:
    """How often an outcome comes out of one roll: 2 for `2 hull`."""
    return results.map(lambda bag: sum(count for one, count in bag if one == name))


# ---------------------------------------------------------------- follow-on rolls


def follow_ons(program: Program, table: str) -> dict[str, str]:
    """Return the table that the rules roll on next, by the outcome that makes them."""
    document = program.document
    rules = {rule["id"]: rule for rule in document["rules"]}
    found: dict[str, set[str]] = {}
    for statement in _statements([part["body"] for part in (*document["rules"], *document["actions"])] + [step["body"] for phase in document["phases"] for step in phase["steps"]]):
        if statement["do"] != "roll" or statement["table"] != table:
            continue
        for arm in statement["arms"]:
            for name in arm["names"]:
                found.setdefault(name, set()).update(_rolled(arm["body"], rules, 0))
    return {name: next(iter(tables)) for name, tables in found.items() if len(tables) == 1}


def _statements(lists: Sequence[Json]) -> Iterator[Json]:
    for body in lists:
        for statement in body:
            yield statement
            yield from _statements(bodies(statement))


def _rolled(body: Json, rules: Mapping[str, Json], depth: int) -> set[str]:
    """The tables that a list of statements certainly rolls on, itself or by a rule that it calls."""
    found: set[str] = set()
    for statement in body:
        if statement["do"] == "roll":
            found.add(statement["table"])
        elif statement["do"] == "call" and depth < DEEPEST:
            found |= _rolled(rules[statement["rule"]]["body"], rules, depth + 1)
    return found


class Follower:
    """Replaces outcomes by what the rules roll for them next."""

    def __init__(self, program: Program, table: str) -> None:
        self.program = program
        self.table = table
        self.followed: dict[str, str] = {}
        self.left_out: dict[str, str] = {}
        self._known: dict[str, dict[int, Distribution]] = {}

    def of(self, results: Distribution) -> Distribution:
        return self._of(self.table, results, 0)

    def _of(self, table: str, results: Distribution, depth: int) -> Distribution:
        nexts = self._nexts(table, depth)

        def followed(bag: Bag) -> Any:
            found: Distribution = Distribution.certain(())
            plain: Bag = ()
            for name, count in bag:
                if name in nexts:
                    for _ in range(count):
                        found = found.pair(nexts[name], joined)
                else:
                    plain = joined(plain, ((name, count),))
            return found.map(lambda more: joined(plain, more))

        return results.map(followed) if nexts else results

    def _nexts(self, table: str, depth: int) -> dict[int, Distribution]:
        if table in self._known or depth > DEEPEST:
            return self._known.get(table, {})
        found = self._known[table] = {}
        names = self.program.linker.names
        for name, other in follow_ons(self.program, table).items():
            try:
                answer = TableQuery(Page(self.program, other), {}).answer()
            except RulewrightError:
                answer = None
            if answer is None or len(answer.cases) != 1:
                self.left_out[name] = other
                continue
            results = answer.cases[0].results
            number = names.outcome(name)
            self.followed[name] = other
            if answer.numeric:
                results = results.map(_points(number))
            else:
                results = self._of(other, results, depth + 1)
            found[number] = results
        return found


def _points(name: int) -> Callable[[int], Bag]:
    """The number of a table as that many of an outcome."""
    return lambda n: ((name, n),) if n else ()


def joined(one: Bag, other: Bag) -> Bag:
    """Two bags of outcomes as one."""
    counts = dict(one)
    for name, count in other:
        counts[name] = counts.get(name, 0) + count
    return tuple(sorted(counts.items()))


def followed(program: Program, answer: Answer) -> Answer:
    """Return the answer with follow-on rolls made."""
    if answer.numeric:
        raise errors.misfit(f"`{answer.name}` gives numbers, which lead to no other table", "leave out `--follow`")
    follower = Follower(program, answer.name)
    cases = tuple(replace(case, results=follower.of(case.results)) for case in answer.cases)
    notes = [f"`{name}` is followed by a roll on `{table}`" for name, table in follower.followed.items()]
    notes += [f"`{name}` leads to `{table}`, which depends on more: it is not followed" for name, table in follower.left_out.items()]
    return replace(answer, cases=cases, notes=(*answer.notes, *(notes or ["no outcome leads to another table"])))


# ---------------------------------------------------------------- several times, and draws


def repeated(program: Program, answer: Answer, times: Sequence[int]) -> Answer:
    """Return the answer for so many rolls at once: how often each outcome comes out, or what the numbers add up to."""
    if max(times) > MOST_TIMES:
        raise errors.misfit(f"more than {MOST_TIMES:,} rolls at once", f"`--times` takes up to {MOST_TIMES:,}")
    several = len(times) > 1
    cases: list[Case] = []
    for case in answer.cases:
        for n in times:
            at = (*case.at, str(n)) if several else case.at
            if answer.numeric:
                cases.append(replace(case, at=at, results=case.results if None in case.results else n @ case.results))
                continue
            tallies = [(name, n @ one) for name, one in counts(program, case.results)]
            cases.append(replace(case, at=at, tallies=tuple(tallies)))
    columns = (*answer.columns, TIMES) if several else answer.columns
    given = answer.given if several else (*answer.given, (TIMES, str(times[0])))
    return replace(answer, columns=columns, cases=tuple(cases), given=given)


def counts(program: Program, results: Distribution) -> list[tuple[str, Distribution]]:
    """By outcome: how often it comes out of one roll."""
    ids = program.linker.names.outcome_ids
    names = sorted({name for bag in results.values for name, _ in bag}, key=lambda name: ids[name])
    order = {name: at for at, name in enumerate(dict.fromkeys(name for bag in results.values for name, _ in bag))}
    return [(ids[name], count_of(results, name)) for name in sorted(names, key=order.__getitem__)]


def cup(program: Program, id: str) -> Chits:
    """Return the full cup of that name."""
    found = program.linker.cup(id)
    counts: dict[Any, int] = {}
    for value, count in zip(found.values, program.linker.first.state[found.slot], strict=True):
        counts[value] = counts.get(value, 0) + count
    return Chits(counts)


def drawn(program: Program, answer: Answer, draw: str, times: Sequence[int]) -> Answer:
    """Return what is drawn for the results, without putting back.

    Args:
        draw: `evasion=evasion_effect`: each `evasion` draws from that cup; `damage`: each point of a table of numbers does.
        times: how many rolls draw from one full cup.
    """
    name, equals, id = draw.rpartition("=")
    cups = program.linker.cups
    if id not in cups:
        raise errors.Unknown("RW0936", f"there is no cup `{id}`", id, cups, f"cups: {errors.listed(list(cups))}")
    if bool(equals) == answer.numeric:
        way_out = f"`--draw {id}`" if answer.numeric else f"`--draw OUTCOME={id}` says which outcome draws"
        raise errors.misfit(f"`{answer.name}` gives {'numbers' if answer.numeric else 'outcomes'}", way_out)
    outcomes = dict.fromkeys(one for case in answer.cases for one, _ in counts(program, case.results)) if equals else {}
    if equals and name not in outcomes:
        raise errors.Unknown("RW0936", f"`{name}` does not come out here", name, outcomes, f"outcomes: {errors.listed(list(outcomes))}")
    chits = cup(program, id)
    cases: list[Case] = []
    several = len(times) > 1
    for case in answer.cases:
        for n in times:
            one = case.results.map(int) if answer.numeric and None not in case.results else None
            if not answer.numeric:
                one = count_of(case.results, program.linker.names.outcome(name))
            draws = Distribution.certain(0) if one is None else n @ one
            at = (*case.at, str(n)) if several else case.at
            cases.append(replace(case, at=at, tallies=tuple(tallies(program, id, chits, draws))))
    columns = (*answer.columns, TIMES) if several else answer.columns
    given = answer.given if several or times[0] == 1 else (*answer.given, (TIMES, str(times[0])))
    return replace(answer, columns=columns, cases=tuple(cases), given=given, notes=(*answer.notes, f"drawn from a full `{id}` of {chits.size} chits, not put back"))


def tallies(program: Program, id: str, chits: Chits, draws: int | Distribution) -> Iterator[tuple[str, Distribution]]:
    """What draws from a cup give: the sum of its numbers, or how many of each kind."""
    if program.linker.layout.cup_of[id]["type"] == types.NUMBER:
        yield f"sum of {id}", chits.sums(draws)
        return
    names = program.linker.names.values[id]
    for value in chits.counts:
        yield names[value], chits.draws_of(value, draws)


def cup_answer(program: Program, id: str, times: Sequence[int]) -> Answer:
    """Return what draws from a full cup give."""
    json = program.linker.layout.cup_of[id]
    chits = cup(program, id)
    several = len(times) > 1
    cases = tuple(
        Case((str(n),) if several else (), 0, Distribution(chits.counts), tallies=tuple(tallies(program, id, chits, n))) for n in times
    )
    given = () if several else ((TIMES, str(times[0])),)
    if times[0] > chits.size:
        raise errors.misfit(f"`{id}` holds {chits.size} chits", f"`--times` takes up to {chits.size} here")
    note = f"drawn from a full `{id}` of {chits.size} chits, not put back"
    return Answer(
        id, json["title"] or id, given, (TIMES,) if several else (), cases, str, False, kind="cup", cites=tuple(json.get("cites") or ()), notes=(note,),
    )  # fmt: skip
