"""What the place where we print can do: colours, width, characters; and how to leave a screen clean."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import IO, Any, TypeVar

import click

NARROWEST = 30
WIDEST = 110

F = TypeVar("F", bound=Callable[..., Any])


def color_option(command: F) -> F:
    """Give a command `--color auto|always|never`; the innermost one given counts."""

    def keep(ctx: click.Context, _: click.Parameter, value: str | None) -> None:
        if value is not None:
            ctx.find_root().meta["rulewright.color"] = value

    return click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        callback=keep,
        expose_value=False,
        help="Use colours: auto (the default) does on a terminal, unless NO_COLOR is set.",
    )(command)


def prepare() -> None:
    """Let every character through: one that the stream cannot show is printed as an escape."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def wants_color(stream: IO[Any] | None = None) -> bool:
    """Whether to paint what goes to `stream`, or to standard output."""
    ctx = click.get_current_context(silent=True)
    setting = ctx.find_root().meta.get("rulewright.color", "auto") if ctx else "auto"
    if setting != "auto":
        return bool(setting == "always")
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return is_terminal(stream or sys.stdout)


def is_terminal(stream: IO[Any]) -> bool:
    return not stream.closed and stream.isatty()


def width() -> int:
    """Return how many cells a line may take; 100 where nobody knows."""
    # As `shutil.get_terminal_size`, whose module brings compression along: 5 ms, a hundredth of a check.
    columns = 0
    with suppress(ValueError):
        columns = int(os.environ.get("COLUMNS", ""))
    if columns <= 0:
        with suppress(AttributeError, ValueError, OSError):  # standard output is closed, or no terminal
            columns = os.get_terminal_size(sys.__stdout__.fileno()).columns  # type: ignore[union-attr]
    return max(NARROWEST, min(WIDEST, columns if columns > 0 else 100))


def say(text: str = "", *, err: bool = False, nl: bool = True) -> None:
    """Print `text`, which may hold colours made by `paint`."""
    stream = sys.stderr if err else sys.stdout
    click.echo(text, err=err, nl=nl, color=wants_color(stream))


def paint(text: str, **style: Any) -> str:
    """Return `text` with a click style; `say` takes it off again where there are no colours."""
    return click.style(text, **style)


def clear() -> None:
    """Leave nothing readable above the cursor, as far as this terminal can do that."""
    if not is_terminal(sys.stdout):
        return
    if os.environ.get("TERM") == "dumb":
        click.echo("\n" * 200)
    else:
        # The screen and what had scrolled off it; then the cursor goes home.
        click.echo("\x1b[2J\x1b[3J\x1b[H", nl=False, color=True)
