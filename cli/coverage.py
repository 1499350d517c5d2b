"""`rulewright coverage`: which rules the examples, games between bots, or recorded games came by."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli import rulesets, terminal
from rulewright.cli.counts import counted
from rulewright.cli.failures import refuse

if TYPE_CHECKING:
    from rulewright.cli.plugins import Plugins
    from rulewright.runtime.coverage import Coverage, Part

WORDS = {
    "step": "steps of phases",
    "rule": "rules",
    "action": "actions",
    "branch": "branches",
    "answer": "answers to decisions",
    "row": "rows of tables",
    "modifier": "modifiers",
    "case": "cases of formulas",
    "option": "optional rules",
}


@click.command(name="coverage")
@rulesets.argument()
@click.option("--examples/--no-examples", default=True, help="Run the worked examples (the default).")
@click.option(
    "--games", default=0, show_default=True, type=click.IntRange(0), help="Play so many games, too."
)
@click.option("--bots", default="random", show_default=True, metavar="WHO,WHO", help="Who plays them.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="Of the first game.")
@click.option("--scenario", metavar="NAME", help="What the games play; the first scenario if not given.")
@click.option("--options", default="", metavar="A,B", help="Optional rules that the games play with.")
@click.option(
    "--record",
    "records",
    multiple=True,
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Count a recorded game; as often as you like.",
)
@click.option(
    "--proof",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Write the sheets there, with a circle at each row that was never reached.",
)
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="For people or tools."
)
@click.option(
    "--at-least",
    type=click.FloatRange(0, 100),
    metavar="PERCENT",
    help="Exit with 1 if fewer parts were reached.",
)
@terminal.color_option
def command(
    asked: str,
    examples: bool,
    games: int,
    bots: str,
    seed: int,
    scenario: str | None,
    options: str,
    records: tuple[Path, ...],
    proof: Path | None,
    form: str,
    at_least: float | None,
) -> None:
    """Say which parts of a RULESET are never reached.

    Parts are steps, rules, actions, branches, answers, rows of tables, modifiers and cases of formulas. What no example
    and no game comes by is either not tested or cannot happen.
    """
    from rulewright.cli.judge import functions_for, playable
    from rulewright.cli.plugins import Plugins
    from rulewright.runtime.coverage import Coverage

    if not games and (options or scenario is not None):
        raise click.UsageError("`--options` and `--scenario` are for games: `--games N`")
    plugins = Plugins()
    ruleset = rulesets.resolve(asked, plugins)
    document = playable(ruleset, plugins)
    coverage = Coverage(document, functions_for(document, plugins))
    if examples:
        _run_examples(coverage)
    for path in records:
        _count_record(coverage, path)
    if games:
        _play(coverage, range(seed, seed + games), bots, scenario, rulesets.listed(options), plugins)
    parts = coverage.parts()
    if form == "json":
        click.echo(json.dumps(_as_data(coverage, parts), ensure_ascii=False, indent=2))
    else:
        for line in _lines(coverage, parts, ruleset.path if ruleset.kind == "folder" else None):
            terminal.say(line)
    if proof is not None:
        from rulewright.cli.proof import write_proof

        own = ruleset.path if ruleset.kind == "folder" else None
        write_proof(document, parts, _what(coverage), plugins, own, proof)
    share = 100 * sum(part.reached for part in parts) / max(1, len(parts))
    if at_least is not None and not share >= at_least:  # no share is as large as "nan"
        raise refuse(
            "RW0940",
            f"{share:.1f} % of the parts were reached, and {at_least:g} % were asked for",
            help="write examples for what is listed, or play more games",
        )


def _what(coverage: Coverage) -> str:
    """Say what was played: `391 examples and 20 games`."""
    told = [counted(coverage.examples, "example")] if coverage.examples else []
    told += [counted(coverage.games, "game")] if coverage.games or not told else []
    return " and ".join(told)


def _run_examples(coverage: Coverage) -> None:
    failed = [verdict for verdict in coverage.run_examples() if not verdict.passed]
    if failed:
        terminal.say(
            f"{len(failed)} of {counted(coverage.examples, 'example')} came out otherwise, and what they came by counts"
            " (`rulewright check` lists them)",
            err=True,
        )


def _count_record(coverage: Coverage, path: Path) -> None:
    from rulewright.cli import games
    from rulewright.runtime import replay

    with games.replaying(path):
        coverage.add(replay(lambda _, options: coverage.program(options), path.read_bytes()))


def _play(
    coverage: Coverage,
    seeds: Sequence[int],
    bots: str,
    scenario: str | None,
    options: Sequence[str],
    plugins: Plugins,
) -> None:
    from rulewright.cli import bots as bench
    from rulewright.runtime import Game
    from rulewright.runtime.play import play_out

    program = coverage.program(options)
    players = bench.players_of(bots, program.document, plugins)
    makers = {side: bench.maker(name, side, program, plugins, scenario) for side, name in players.items()}
    for seed in _shown(seeds):
        game = Game.start(program, scenario, seed)
        seats = {side: make(side, seed) for side, make in makers.items()}
        try:
            play_out(game, seats)
        finally:
            for bot in seats.values():
                bot.close()
        coverage.add(game)


def _shown(seeds: Sequence[int]) -> Iterator[int]:
    """Show a bar while the games are played, if somebody watches."""
    import sys

    if not terminal.is_terminal(sys.stderr):
        yield from seeds
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(seeds, "playing", console=Console(stderr=True), transient=True)


def _as_data(coverage: Coverage, parts: Sequence[Part]) -> dict[str, Any]:
    files = coverage.document["files"]
    return {
        "ruleset": coverage.document["ruleset"]["id"],
        "rules_hash": coverage.document["rules_hash"],
        "examples": coverage.examples,
        "games": coverage.games,
        "reached": {kind: list(counts) for kind, counts in _counts(parts).items()},
        "parts": [
            {
                "kind": part.kind,
                "owner": part.owner,
                "label": part.label,
                "file": files[part.at[0]] if part.at else None,
                "line": part.at[1] if part.at else None,
                "sections": list(part.cites),
                "reached": part.reached,
            }
            for part in parts
        ],
        "sections": [asdict(section) for section in coverage.sections(parts)],
    }


def _counts(parts: Sequence[Part]) -> Mapping[str, tuple[int, int]]:
    """Return kind → (how many were reached, how many there are)."""
    kinds = dict.fromkeys(part.kind for part in parts)
    return {
        kind: (
            sum(part.reached for part in parts if part.kind == kind),
            sum(part.kind == kind for part in parts),
        )
        for kind in kinds
    }


def _lines(coverage: Coverage, parts: Sequence[Part], folder: Path | None) -> Iterator[str]:
    title = coverage.document["ruleset"]["title"] or coverage.document["ruleset"]["id"]
    yield terminal.paint(title, bold=True) + f": {_what(coverage)}"
    yield ""
    wide = max(map(len, WORDS.values()))
    for kind, (reached, all_of) in _counts(parts).items():
        yield f"  {WORDS[kind]:<{wide}}  {reached:>5,} of {all_of:>5,}   {100 * reached / all_of:>5.1f} %"
    yield from _missed([part for part in parts if not part.reached], coverage.document["files"], folder)
    yield from _sections(coverage, parts)


def _missed(parts: Sequence[Part], files: Sequence[str], folder: Path | None) -> Iterator[str]:
    sources: dict[str, list[str]] = {}
    kind = ""
    for part in parts:
        if part.kind != kind:
            kind = part.kind
            yield ""
            yield terminal.paint(f"never reached: {WORDS[kind]}", bold=True)
        where = f"{files[part.at[0]]}:{part.at[1]}" if part.at else ""
        name = part.label if kind in ("option", "step", "rule", "action") else f"{part.owner}: {part.label}"
        if kind == "branch" and folder is not None and part.at:
            name = (
                f"{part.owner}: {_source_line(folder, files[part.at[0]], part.at[1], sources) or part.label}"
            )
        cites = "".join(f" [{section}]" for section in part.cites)
        yield f"  {name}{cites}  {terminal.paint(where, dim=True)}".rstrip()


def _source_line(folder: Path, file: str, line: int, sources: dict[str, list[str]]) -> str:
    """Return a line of the source, "" if it is not there any more."""
    if file not in sources:
        try:
            sources[file] = (folder / file).read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError):
            sources[file] = []
    return sources[file][line - 1].strip() if line <= len(sources[file]) else ""


def _sections(coverage: Coverage, parts: Sequence[Part]) -> Iterator[str]:
    sections = coverage.sections(parts)
    if not sections:
        return
    played = [section for section in sections if section.parts]
    never = [section for section in played if not section.reached]
    yield ""
    yield (
        f"sections: {len(played) - len(never)} of {len(played)} that rules cite were reached;"
        f" {len(sections) - len(played)} hold only data, or nothing to play"
    )
    for section in never:
        yield f"  never reached: [{section.section}] {section.title}"
