"""`rulewright check`: what is wrong with rulesets, and whether their worked examples come out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulewright.cli import failures, rulesets, terminal
from rulewright.cli.judge import Judgement, judge

if TYPE_CHECKING:
    from rulewright.cli.plugins import Plugins
    from rulewright.compiler.diagnostics import Diagnostic
    from rulewright.compiler.source import SourceFile


@click.command(name="check")
@rulesets.argument(many=True)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    help="Text for people (the default), or JSON for tools.",
)
@click.option("--no-examples", is_flag=True, help="Do not play the worked examples.")
@click.option("--no-cache", is_flag=True, help="Judge everything anew.")
@terminal.color_option
@click.pass_context
def command(ctx: click.Context, asked: tuple[str, ...], form: str, no_examples: bool, no_cache: bool) -> None:
    """Say what is wrong with each RULESET; write nothing. The exit code is 1 if there is an error."""
    plugins, judgements = judge_all(asked, examples=not no_examples, cache=not no_cache)
    if form == "json":
        print_json(judgements)
    else:
        for judgement in judgements:
            print_text(judgement)
    warn_about(plugins)
    if any(judgement.has_errors for judgement in judgements):
        ctx.exit(1)


def judge_all(asked: tuple[str, ...], *, examples: bool, cache: bool) -> tuple[Plugins, list[Judgement]]:
    """Return the judgement of each; one that cannot be found does not keep the others from being judged."""
    from rulewright.cli.plugins import Plugins

    plugins = Plugins()
    judgements = []
    for name in asked:
        try:
            ruleset = rulesets.resolve(name, plugins)
            judgements.append(judge(ruleset, plugins, examples=examples, cache=cache, artifact=False))
        except failures.expected() as failure:
            diagnostics, sources = failures.as_diagnostics(failure)
            judgements.append(Judgement(name, diagnostics, sources, None))
    return plugins, judgements


def print_text(judgement: Judgement, *, err: bool = False) -> None:
    """Print the problems, then a line that counts them: `my_game: no problems; 12 examples hold`."""
    if judgement.diagnostics:
        failures.print_diagnostics(judgement.diagnostics, judgement.sources, err=err)
        terminal.say(err=err)
    terminal.say(summary(judgement), err=err)


def summary(judgement: Judgement) -> str:
    name = terminal.paint(judgement.ruleset, bold=True)
    if not judgement.diagnostics:
        counts = "no problems"
    else:
        from rulewright.compiler import report

        counts = report.summary(judgement.diagnostics)
    colour = "red" if judgement.has_errors else "yellow" if judgement.diagnostics else "green"
    return f"{name}: {terminal.paint(counts, fg=colour)}{_examples(judgement)}"


def _examples(judgement: Judgement) -> str:
    if not judgement.examples:
        return ""
    examples = "example" if judgement.examples == 1 else "examples"
    if not judgement.failed:
        return f"; {judgement.examples:,} {examples} hold{'s' if judgement.examples == 1 else ''}"
    return f"; {judgement.failed:,} of {judgement.examples:,} {examples} came out otherwise"


def print_json(judgements: list[Judgement]) -> None:
    """Print one document for all rulesets; schemas/diagnostics.schema.json describes it."""
    from rulewright.compiler import report

    diagnostics: list[Diagnostic] = []
    sources: list[SourceFile] = []
    for judgement in judgements:
        diagnostics += [_moved(d, len(sources)) for d in judgement.diagnostics]
        sources += judgement.sources
    click.echo(report.render_json(diagnostics, sources), nl=False)


def _moved(diagnostic: Diagnostic, by: int) -> Diagnostic:
    """Return the diagnostic for a list of sources in which its own begin at index `by`."""
    from rulewright.compiler.record import replace

    if not by:
        return diagnostic
    span = diagnostic.span and (diagnostic.span[0] + by, *diagnostic.span[1:])
    related = tuple(((place[0] + by, *place[1:]), label) for place, label in diagnostic.related)
    return replace(diagnostic, span=span, related=related)


def warn_about(plugins: Plugins) -> None:
    """Say what is wrong with plugins, once, beside whatever the command printed."""
    if plugins.problems:
        failures.print_diagnostics(plugins.problems, err=True)
