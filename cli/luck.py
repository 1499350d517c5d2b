"""`rulewright luck`: every roll of a recorded game beside what could be expected of it."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli import rulesets, terminal
from rulewright.cli.counts import counted

if TYPE_CHECKING:
    from rulewright.runtime.link.program import Program
    from rulewright.runtime.link.watch import Watch
    from rulewright.runtime.luck import Audit, Balance, Chance

STRANGEST = 10


@click.command(name="luck")
@click.argument("record", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.argument("asked", metavar="[RULESET]", required=False)
@click.option("--all", "every", is_flag=True, help="List every roll, not only the least likely ones.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "csv", "json"]),
    default="text",
    help="Text for people (the default); a row for every roll for tools.",
)
@terminal.color_option
def command(record: Path, asked: str | None, every: bool, form: str) -> None:
    """Weigh the luck in a recorded game: what was rolled and drawn beside what was to be expected.

    All that happened is told, also what was hidden: this is for after the game. `rank` says how high a total was among all
    that could come: 50 % on average. `score` counts standard deviations from what was expected; beyond 2 or -2 is rare.
    """
    from rulewright.cli import games
    from rulewright.cli.judge import functions_for, playable
    from rulewright.cli.plugins import Plugins
    from rulewright.runtime import link
    from rulewright.runtime.luck import audit

    plugins = Plugins()
    ruleset = rulesets.resolve(asked, plugins) if asked is not None else None

    def linked(name: str, options: Sequence[str], watch: Watch) -> Program:
        document = playable(ruleset or rulesets.resolve(name, plugins), plugins)
        return link(document, options, functions_for(document, plugins), watch)

    with games.replaying(record):
        found = audit(linked, record.read_bytes())
    for notice in found.game.notices:
        terminal.say(notice, err=True)
    if form == "json":
        click.echo(json.dumps(_as_data(found), ensure_ascii=False, indent=2))
    elif form == "csv":
        click.echo(_as_csv(found), nl=False)
    else:
        for line in _lines(found, games.sides(found.game), every):
            terminal.say(line)


def _lines(found: Audit, sides: dict[str, str], every: bool) -> Iterator[str]:
    if not found.chances:
        yield "nothing was rolled or drawn"
        return
    ranks = found.ranks()
    draws = sum(chance.kind == "draw" for chance in found.chances)
    rolls = counted(len(found.chances) - draws, "roll")
    yield terminal.paint(f"{rolls} and {counted(draws, 'draw')}" if draws else rolls, bold=True)
    if ranks.rolls:
        yield f"rank of a roll on average {_percent(ranks.came / ranks.rolls)}, expected 50.0 %: score {_score(ranks)}"
    for side, fortune in found.fortunes().items():
        luck = _percent(fortune.came / fortune.rolls)
        yield f"luck of {sides[side]}: {luck}, expected 50.0 %: score {_score(fortune)}, of {counted(fortune.rolls, 'roll')}"
    yield ""
    yield from _table(
        ("what", "result", "rolls", "came", "expected", "score"),
        [
            (
                found.title(source) if at == 0 else "",
                name.replace("_", " ") or "sum of results",
                f"{balance.rolls:,}",
                _number(balance.came),
                f"{float(balance.expected):,.2f}",
                _score(balance),
            )
            for source in found.sources()
            for at, (name, balance) in enumerate(found.results(source).items())
        ],
    )
    yield ""
    shown = found.chances if every else found.strangest(STRANGEST)
    yield terminal.paint("every roll" if every else "the least likely", bold=True)
    yield from _table(
        ("decision", "what", "dice", "result", "chance", "rank"),
        [
            (
                f"{chance.move:,}",
                chance.title,
                " ".join(map(str, chance.dice)) or "drawn",
                chance.result,
                _percent(chance.chance),
                "" if chance.rank is None else _percent(chance.rank),
            )
            for chance in shown
        ],
    )


def _table(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    """Lay out columns: words to the left, numbers to the right."""
    wide = [max(len(row[i]) for row in (heads, *rows)) for i in range(len(heads))]
    numbers = [all(_is_number(row[i]) for row in rows) for i in range(len(heads))]
    for row in (heads, *rows):
        cells = [f"{cell:>{wide[i]}}" if numbers[i] else f"{cell:<{wide[i]}}" for i, cell in enumerate(row)]
        yield "  " + "  ".join(cells).rstrip()


def _is_number(text: str) -> bool:
    return not text or text.strip(" %+-").replace(",", "").replace(".", "").isdigit()


def _score(balance: Balance) -> str:
    rounded = round(balance.score, 1)
    return f"{rounded:+.1f}" if rounded else "0.0"


def _percent(share: Fraction) -> str:
    return f"{100 * float(share):.1f} %"


def _number(value: Fraction) -> str:
    return f"{int(value):,}" if value.denominator == 1 else f"{float(value):,.2f}"


def _as_csv(found: Audit) -> str:
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(("decision", "kind", "source", "dice", "result", "chance", "rank", "side", "luck"))
    for chance in found.chances:
        rank = "" if chance.rank is None else str(chance.rank)
        dice = " ".join(map(str, chance.dice))
        rows.writerow((chance.move, chance.kind, chance.source, dice, chance.result, chance.chance, rank, chance.side, chance.fortune if chance.side else ""))
    return out.getvalue()


def _as_data(found: Audit) -> dict[str, Any]:
    return {
        "ranks": _balance(found.ranks()),
        "sides": {side: _balance(fortune) for side, fortune in found.fortunes().items()},
        "sources": {
            source: {
                "title": found.title(source),
                "ranks": _balance(found.ranks(source)),
                "results": {name: _balance(one) for name, one in found.results(source).items()},
            }
            for source in found.sources()
        },
        "rolls": [_chance(chance) for chance in found.chances],
    }


def _balance(balance: Balance) -> dict[str, Any]:
    return {
        "rolls": balance.rolls,
        "came": str(balance.came),
        "expected": str(balance.expected),
        "variance": str(balance.variance),
        "score": round(balance.score, 4),
    }


def _chance(chance: Chance) -> dict[str, Any]:
    return {
        "decision": chance.move,
        "kind": chance.kind,
        "source": chance.source,
        "dice": list(chance.dice),
        "result": chance.result,
        "chance": str(chance.chance),
        "rank": None if chance.rank is None else str(chance.rank),
        "side": chance.side,
        "luck": str(chance.fortune) if chance.side else None,
    }
