"""The command `rulewright`: finds the command asked for, and is the one place where failures are printed."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from types import TracebackType
from typing import Any, NoReturn

import click

from rulewright.cli import terminal

# Name of the command → (its module, what it does). The module is imported when the command runs, so
# that `--help` costs no more than click.
COMMANDS: Mapping[str, tuple[str, str]] = {
    "new": ("new", "Start a ruleset from a small one that works."),
    "check": ("check", "Say what is wrong with rulesets, and run their worked examples."),
    "build": ("build", "Check rulesets and write their artifacts."),
    "aids": ("aids", "Make the sheets that players lay on the table."),
    "show": ("show", "Print what a ruleset holds: sequence, sections, provenance, tree, …"),
    "explain": ("explain", "Explain a code such as RW0312."),
    "play": ("play", "Play a game at this terminal, against others or against bots."),
    "simulate": ("simulate", "Play many games between bots, and count how they end."),
    "compare": ("compare", "Play two versions with the same seeds, and say what differs."),
    "report": ("report", "Write the report of a simulation anew."),
    "coverage": ("coverage", "Say which rules examples and games never come by."),
    "odds": ("odds", "Print what comes out of a table, a rule or a cup, and how often, exactly."),
    "luck": ("luck", "Weigh the rolls of a recorded game against what was to be expected."),
    "replay": ("replay", "Play a recorded game again, and print what happened."),
}

INTERRUPTED = 130  # 128 + SIGINT, as shells count


class LazyGroup(click.Group):
    """A group that knows its commands by name alone, and prints every failure the same way."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"rulewright.cli.{COMMANDS[cmd_name][0]}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from rulewright.compiler import suggest

            way_out = suggest.did_you_mean(args[0], COMMANDS) or "`rulewright --help` lists them"
            raise click.UsageError(f"there is no command `{args[0]}`; {way_out}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run the command and leave with its exit code: 0 well, 1 a problem was printed, 2 wrong usage."""
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
        try:
            code = super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
            sys.stdout.flush()
        except click.Abort:
            click.echo("interrupted", err=True)
            code = INTERRUPTED
        except click.ClickException as usage:
            usage.show()
            code = usage.exit_code
        except BrokenPipeError:
            # The reader (`head`, a pager) has enough. What is still buffered must not fail again at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = 1
        sys.exit(code if isinstance(code, int) else 0)

    def invoke(self, ctx: click.Context) -> Any:
        from rulewright.cli import failures

        try:
            return super().invoke(ctx)
        except failures.expected() as failure:
            failures.show(failure)
            ctx.exit(1)


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        click.echo(f"rulewright {version()}")
        ctx.exit()


def _show_tracebacks(_ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        sys.excepthook = sys.__excepthook__


def version() -> str:
    from rulewright.compiler import VERSION

    return VERSION


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_version,
    help="Print the version and leave.",
)
@click.option(
    "--debug",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_show_tracebacks,
    envvar="RULEWRIGHT_DEBUG",
    help="Show where in rulewright an internal error happened.",
)
@terminal.color_option
def cli() -> None:
    """Write the rules of a board wargame; have them checked, refereed and printed.

    A RULESET is a folder of rules, the name of a bundled ruleset or of a plugin's, or an artifact
    (`ruleset.json`). Start with `rulewright new my_game`, or `rulewright play picket`.
    """


def main() -> NoReturn:
    """Run `rulewright` from the command line."""
    sys.excepthook = _say_it_is_a_bug
    terminal.prepare()
    try:
        cli.main(prog_name="rulewright")
    finally:
        # All that is alive goes with the process; the last collection need not walk it, a sixth of a check.
        gc.freeze()
    raise AssertionError("click leaves by sys.exit")


def _say_it_is_a_bug(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Tell a person what to do with an error that should not exist. (No handler catches those on purpose.)"""
    last = trace
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    where = f", {os.path.basename(last.tb_frame.f_code.co_filename)}:{last.tb_lineno}" if last else ""
    said = f": {error}" if str(error) else ""
    print(
        f"this is a bug in rulewright {version()} ({kind.__name__}{where}){said[:300]}\n"
        "  Please report it with the command, the rules it was given, and what\n"
        f"  `rulewright --debug {' '.join(sys.argv[1:])}` prints.",
        file=sys.stderr,
    )
