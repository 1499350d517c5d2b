"""`rulewright explain RW0312`: what a code means, what causes it, what to write instead."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import click

from rulewright.cli import terminal
from rulewright.cli.failures import Refused, refuse


@click.command(name="explain")
@click.argument("code", required=False)
@terminal.color_option
def command(code: str | None) -> None:
    """Explain CODE, such as RW0312 (or just 312); without a code, list them all."""
    if code is None:
        for name, title in titles().items():
            terminal.say(f"{terminal.paint(name, bold=True)}  {title}")
        return
    _print_page(page(code))


def pages() -> Path:
    """Return the folder of the pages; importing the compiler only for its place would be dear."""
    return Path(__file__).parents[1] / "compiler" / "explain"


def titles() -> dict[str, str]:
    """Return every code with the first line of its page."""
    found = {}
    for file in sorted(pages().glob("RW*.md")):
        with file.open(encoding="utf-8") as text:
            found[file.stem] = text.readline().strip().removeprefix(f"# {file.stem}: ")
    return found


def page(code: str) -> str:
    """Return the Markdown page of a code, or refuse with RW0908 and the nearest codes."""
    wanted = _full(code)
    file = pages() / f"{wanted}.md"
    if re.fullmatch(r"RW\d{4}", wanted) and file.is_file():
        return file.read_text(encoding="utf-8")
    raise _unknown(code, wanted)


def _full(code: str) -> str:
    digits = re.fullmatch(r"(?i)(?:rw)?[-_ ]?(\d{1,4})", code.strip())
    return f"RW{int(digits[1]):04}" if digits else code.strip().upper()


def _unknown(code: str, wanted: str) -> Refused:
    from rulewright.compiler import suggest

    known = titles()
    near = suggest.nearest(wanted, known)
    way_out = f"did you mean {_listed(near, known)}?" if near else "`rulewright explain` lists all codes"
    return refuse("RW0908", f"there is no code `{code}`", help=way_out)


def _listed(codes: list[str], known: dict[str, str]) -> str:
    return " or ".join(f"`{code}` ({known[code]})" for code in codes)


def _print_page(text: str) -> None:
    if not terminal.wants_color():
        terminal.say(text, nl=False)
        return
    from rich.console import Console
    from rich.markdown import Markdown
    from rich.theme import Theme

    # Colours were asked for, perhaps into a pipe; rich would look at the stream again.
    # No backgrounds: what is dark on one terminal is a bar on another.
    console = Console(
        file=sys.stdout,
        force_terminal=True,
        color_system="standard",
        width=terminal.width(),
        theme=Theme({"markdown.code": "bold cyan"}),
    )
    console.print(Markdown(text, code_theme="ansi_dark"))
