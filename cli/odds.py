"""`rulewright odds`: what comes out of a table, a rule or a cup, and how often, exactly."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli import rulesets, terminal
from rulewright.cli.failures import Refused, refuse

EVERY = "*"
"""Stands for all questions."""

if TYPE_CHECKING:
    from rulewright.runtime import Program
    from rulewright.runtime.odds import Answer, RuleQuery, TableQuery


@click.command(name="odds")
@rulesets.argument()
@click.argument("name", required=False)
@click.argument("pairs", metavar="[NAME=VALUE]…", nargs=-1)
@click.option(
    "--given",
    "given",
    multiple=True,
    metavar="NAME=VALUE …",
    help="What is so; all that is not given is swept over.",
)
@click.option(
    "--by", default="", metavar="A,B", help="Show these one by one, not summed up in the modifiers."
)
@click.option(
    "--times",
    default="1",
    show_default=True,
    metavar="N",
    help="So many rolls or draws at once; `1..14`: each number.",
)
@click.option("--follow", is_flag=True, help="Make the rolls on other tables that outcomes lead to.")
@click.option(
    "--draw",
    metavar="OUTCOME=CUP",
    help="What is drawn for that outcome, without putting back; CUP for a table of numbers.",
)
@click.option(
    "--of",
    "things",
    default="",
    metavar="A,B",
    help="What of a rule's effects to show: hood.hull, turn; else all that may change.",
)
@click.option(
    "--decide",
    multiple=True,
    metavar="QUESTION=ANSWER …",
    help="What is answered where a rule asks; `random` or a bot answers too. Else every answer is a case.",
)
@click.option(
    "--budget",
    type=click.IntRange(1),
    default=60_000,
    show_default=True,
    help="Runs of a rule's code; what takes more is sampled.",
)
@click.option("--sensitivity", is_flag=True, help="How the chance of each result moves with each modifier.")
@click.option("--options", default="", metavar="A,B", help="Optional rules to switch on.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "csv", "json"]),
    default="table",
    show_default=True,
    help="How it is printed.",
)
@click.option(
    "--chart", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE.svg", help="Draw it, too."
)
@terminal.color_option
def command(
    asked: str, name: str | None, pairs: tuple[str, ...], given: tuple[str, ...], by: str, times: str, follow: bool, draw: str | None,
    things: str, decide: tuple[str, ...], budget: int, sensitivity: bool, options: str, form: str, chart: Path | None,
) -> None:  # fmt: skip
    """Print the odds of a table, a rule or a cup of a RULESET.

    NAME is its id; without it, all that can be asked for is listed. What is given after `--given` stays as it is, for example
    `--given range=medium visibility=5`; all the rest takes every value that it can have.
    """
    from rulewright.cli import games
    from rulewright.cli.plugins import Plugins
    from rulewright.runtime.odds.errors import Unknown

    if name is not None and "=" in name:
        pairs, name = (name, *pairs), None
    wanted = _pairs((*given, *pairs))
    decided = _decided(decide)
    counts = _times(times)
    plugins = Plugins()
    program = games.linked(
        rulesets.resolve(asked, plugins), plugins, rulesets.listed(options), stops_at_chance=True
    )
    try:
        if name is None:
            _only(
                not (wanted or decided or by or follow or draw or things or sensitivity or chart or counts != [1]),
                "without the NAME of a table, a rule or a cup all that can be asked is listed",
            )
            from rulewright.cli import odds_listed

            odds_listed.show(program, asked, form)
            return
        found = _Asked(program, name, wanted, decided)
        _only(found.rule is not None or not decided, "`--decide` is for rules")
        if sensitivity:
            _only(found.query is not None, "`--sensitivity` is for tables")
            _only(
                not (by or follow or draw or things or chart or counts != [1]),
                "`--sensitivity` goes with `--given` and `--format` alone",
            )
            _print_moves(found, form)
            return
        if found.rule is not None:
            _only(
                not (by or follow or draw or counts != [1]),
                "`--by`, `--times`, `--follow` and `--draw` are for tables",
            )
            answer = found.rule.answer(rulesets.listed(things), budget)
        else:
            _only(not things, "`--of` is for rules")
            answer = found.answer(rulesets.listed(by), counts, follow, draw)
    except Unknown as problem:
        raise _meant(problem) from problem
    _print(program, answer, form)
    if chart is not None:
        from rulewright.cli import odds_chart, stamps

        chart.parent.mkdir(parents=True, exist_ok=True)
        stamps.write_atomically(chart, odds_chart.drawn(program, answer).encode())
        terminal.say(f"drawn in {chart.as_posix()}", err=form != "table")


class _Asked:
    """The thing that was asked for: a table, a rule, or a cup."""

    def __init__(self, program: Program, name: str, given: dict[str, str], decided: dict[str, str]) -> None:
        from rulewright.runtime.odds import Page, RuleQuery, TableQuery, catalogue, errors

        self.program = program
        self.name = name
        self.query: TableQuery | None = None
        self.rule: RuleQuery | None = None
        if name in catalogue.tables(program):
            self.query = TableQuery(Page(program, name), given)
        elif name in catalogue.rolling(program):
            self.rule = RuleQuery(program, name, given, decided)
        elif name not in program.linker.cups:
            raise errors.no_such(name, catalogue.names(program))
        elif given:
            raise errors.no_parameter(next(iter(given)), f"the cup `{name}`", ())

    def answer(self, by: list[str], times: list[int], follow: bool, draw: str | None) -> Answer:
        from rulewright.runtime.odds import repeat

        if self.query is None:
            _only(not (follow or draw or by), "`--follow`, `--draw` and `--by` are for tables")
            return repeat.cup_answer(self.program, self.name, times)
        answer = self.query.answer(by)
        if follow:
            answer = repeat.followed(self.program, answer)
        if draw is not None:
            return repeat.drawn(self.program, answer, draw, times)
        return repeat.repeated(self.program, answer, times) if times != [1] else answer


def _print(program: Program, answer: Answer, form: str) -> None:
    from rulewright.cli import odds_files, odds_shown

    if form == "table":
        odds_shown.show(answer)
    else:
        terminal.say((odds_files.csv if form == "csv" else odds_files.json)(program, answer), nl=False)


def _print_moves(found: _Asked, form: str) -> None:
    from rulewright.cli import odds_files, odds_shown
    from rulewright.runtime.odds import sensitivity

    assert found.query is not None
    moves = sensitivity.sensitivity(found.query)
    if form == "table":
        odds_shown.show_moves(moves)
    else:
        terminal.say((odds_files.moves_csv if form == "csv" else odds_files.moves_json)(moves), nl=False)


def _meant(problem: Any) -> Refused:
    """The failure with the names that may be meant."""
    from rulewright.compiler import suggest

    return refuse(
        problem.code, problem.message, help=suggest.did_you_mean(problem.word, problem.known) or problem.help
    )


def _pairs(words: Iterable[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for word in (part for text in words for part in text.split()):
        name, equals, value = word.partition("=")
        if not equals or not name or not value:
            raise click.UsageError(f"`{word}` is not of the form NAME=VALUE")
        if name in found and found[name] != value:
            raise click.UsageError(f"`{name}` is given twice: {found[name]} and {value}")
        found[name] = value
    return found


def _decided(words: Iterable[str]) -> dict[str, str]:
    """What is answered to each question; a word alone is for all of them."""
    return _pairs(word if "=" in word else f"{EVERY}={word}" for text in words for word in text.split())


def _times(text: str) -> list[int]:
    first, dots, last = text.partition("..")
    ends = (first, last) if dots else (first, first)
    if (
        not all(end.isascii() and end.isdigit() and len(end) < 6 for end in ends)
        or int(ends[0]) < 1
        or int(ends[1]) < int(ends[0])
    ):
        raise click.UsageError(f"`--times {text}`: a number from 1 on, or two of them as in `1..14`")
    return list(range(int(ends[0]), int(ends[1]) + 1))


def _only(holds: bool, sentence: str) -> None:
    if not holds:
        raise click.UsageError(sentence)
