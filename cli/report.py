"""`rulewright report DIR`: writes the report of a simulation anew, while it is played or afterwards."""

from __future__ import annotations

from pathlib import Path

import click

from rulewright.cli import rulesets, terminal
from rulewright.cli.counts import counted
from rulewright.cli.failures import refuse


@click.command(name="report")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--format",
    "formats",
    default="html",
    show_default=True,
    metavar="A,B",
    help="html: one page; svg: each chart by itself; pdf.",
)
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@terminal.color_option
def command(folder: Path, formats: str, paper: str) -> None:
    """Write the report of the simulation in DIR, which `rulewright simulate --out DIR` made.

    The rules are not needed. A simulation that is still being played may be looked at.
    """
    from rulewright.cli import reports, sheets
    from rulewright.compiler import suggest
    from rulewright.compiler.aids.errors import AidError
    from rulewright.compiler.aids.formats import FORMATS, Look
    from rulewright.runtime.simulation import folder as folders

    names = [*dict.fromkeys(rulesets.listed(formats))] or ["html"]
    for name in names:
        if name not in FORMATS:
            way_out = suggest.did_you_mean(name, FORMATS) or f"there are {', '.join(FORMATS)}"
            raise refuse("RW0917", f"there is no format `{name}` for reports", help=way_out)
    with folders.opened(folder) as kept:
        rows = kept.games.rows()
        if not rows:
            raise refuse(
                "RW0961", f"`{folder.as_posix()}` holds no game yet", help="let the simulation play a while"
            )
        look = Look(paper="letter" if paper == "letter" else "a4")
        try:
            page = reports.write(folder, kept.run, rows, names, look)
        except AidError as error:
            raise sheets.refused(error, "report") from error
    terminal.say(
        f"{counted(len(rows), 'game')}; the report is in {terminal.paint(page.parent.as_posix(), bold=True)}: {', '.join(names)}"
    )
