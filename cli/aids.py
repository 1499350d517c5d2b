"""`rulewright aids`: the sheets that players lay on the table, or which of those printed are out of date."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli import failures, rulesets, stamps, terminal
from rulewright.cli.failures import refuse

if TYPE_CHECKING:
    from rulewright.cli.sheets import Made, Press
    from rulewright.compiler.aids.formats import Render
    from rulewright.compiler.aids.formats.look import Look

LEAST_OF_A_HASH = 4


@click.command(name="aids")
@rulesets.argument()
@click.option("--sheet", "wanted", multiple=True, metavar="ID", help="Only this sheet; may be given again.")
@click.option(
    "--format",
    "formats",
    default="html,svg",
    show_default=True,
    metavar="A,B",
    help="html, svg, pdf, or a plugin's.",
)
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option("--ink-saving", is_flag=True, help="Leave grounds white and lines thin.")
@click.option(
    "--out", type=click.Path(path_type=Path), help="The folder to write to; `aids/<ruleset>` if not given."
)
@click.option("--open", "shown", is_flag=True, help="Open the first sheet when all are written.")
@click.option(
    "--stale",
    "hashes",
    multiple=True,
    metavar="HASH",
    help="Make nothing: say which sheets changed since one with this hash in its foot was printed.",
)
@terminal.color_option
@click.pass_context
def command(
    ctx: click.Context,
    asked: str,
    wanted: tuple[str, ...],
    formats: str,
    paper: Any,
    ink_saving: bool,
    out: Path | None,
    shown: bool,
    hashes: tuple[str, ...],
) -> None:
    """Make the sheets of a RULESET: charts, sequence of play, maps, cards, counters, …

    They come from the artifact alone, so that they say what the referee does. A sheet that cannot be made is
    reported, the others are made all the same, and the exit code is 1.
    """
    from rulewright.cli.judge import playable
    from rulewright.cli.plugins import Plugins
    from rulewright.cli.sheets import Press, look_of
    from rulewright.compiler.aids.formats.look import Look

    plugins = Plugins()
    ruleset = rulesets.resolve(asked, plugins)
    document = playable(ruleset, plugins)
    press = Press(document, plugins)
    _known(wanted, press)
    folder = out or Path("aids") / document["ruleset"]["id"]
    if hashes:
        if not _all_current(press, hashes, folder):
            ctx.exit(1)
        return
    chosen = press.formats([name for name in formats.replace(" ", "").split(",") if name])
    if not chosen:
        raise click.UsageError("`--format` names no format", ctx)
    own = ruleset.path if ruleset.kind == "folder" else None
    look = look_of(own, Look(paper=paper, ink_saving=ink_saving))
    made = write_sheets(press, look, chosen, wanted, folder)
    if shown:
        _open(made, folder)
    if any(one.failures for one in made):
        ctx.exit(1)


def _known(wanted: tuple[str, ...], press: Press) -> None:
    from rulewright.compiler import suggest

    for id in wanted:
        if id not in press.ids:
            near = suggest.did_you_mean(id, press.ids)
            raise refuse(
                "RW0919", f"there is no sheet `{id}`", help=near or f"the sheets are {', '.join(press.ids)}"
            )


# ---- making ----


def write_sheets(
    press: Press,
    look: Look,
    formats: Mapping[str, Render],
    wanted: tuple[str, ...],
    folder: Path,
    option: str = "--out",
) -> list[Made]:
    """Write each sheet as soon as it is rendered; whatever is interrupted leaves whole files only.

    option: by which the folder was chosen.
    """
    from rulewright.cli import sheets

    _writable(folder, option)
    made: list[Made] = []
    count = len(wanted) or len(press.ids)
    with click.progressbar(
        press.rendered(look, formats, wanted),
        length=count,
        label="sheets",
        file=sys.stderr,
        hidden=not terminal.is_terminal(sys.stderr),
    ) as progress:
        for one in progress:
            made.append(one)
            for name, data in one.files.items():
                stamps.write_atomically(folder / name, data)
    made.sort(key=lambda one: press.ids.index(one.id))
    for one in made:
        for failure in one.failures:
            failures.show(failure)
        if one.files:
            terminal.say(f"{terminal.paint(one.title, bold=True)}  {one.digest}")
            for name in one.files:
                terminal.say(f"  {(folder / name).as_posix()}")
    if not wanted:
        stamps.write_atomically(folder / sheets.LIST, sheets.listed(press.document, made))
    return made


def _writable(folder: Path, option: str) -> None:
    """Make the folder, and refuse before any work if nothing can be written there."""
    from rulewright.compiler.source import shown_path

    probe = folder / ".rulewright"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise refuse(
            "RW0906",
            f"the sheets cannot be written: {reason}",
            path=shown_path(folder),
            help=f"choose another folder with `{option}`",
        ) from error


def _open(made: list[Made], folder: Path) -> None:
    for one in made:
        for name in one.files:
            if name.endswith((".html", ".pdf")):
                if click.launch((folder / name).absolute().as_uri()) != 0:
                    terminal.say("no program was found to open it with", err=True)
                return


# ---- what was printed before ----


def _all_current(press: Press, hashes: tuple[str, ...], folder: Path) -> bool:
    """Say of each sheet whether it changed since those with these hashes were printed."""
    from rulewright.cli.failures import Refused
    from rulewright.compiler.aids.digest import digest_of

    now: dict[str, str] = {}
    titles: dict[str, str] = {}
    for id, sheet in press.sheets():
        if isinstance(sheet, Refused):
            failures.show(sheet)
            continue
        now[id], titles[id] = digest_of(sheet), sheet.title
    good = True
    for given in hashes:
        asked = given.lower().strip()
        if len(asked) < LEAST_OF_A_HASH or not set(asked) <= set("0123456789abcdef"):
            raise refuse(
                "RW0920",
                f"`{given}` is no hash of a sheet",
                help="it is in the sheet's foot: 12 letters and digits",
            )
        good &= _compared(asked, now, titles, _printed_with(asked, folder))
    return good


def _printed_with(asked: str, folder: Path) -> Mapping[str, str]:
    """The sheets that were made together with the one of this hash, if the folder still has their list."""
    from rulewright.cli.sheets import LIST

    try:
        known = json.loads((folder / LIST).read_bytes())["sheets"]
        is_of_it = any(one.startswith(asked) for one in known.values())
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}
    return known if is_of_it else {}


def _compared(
    asked: str, now: Mapping[str, str], titles: Mapping[str, str], before: Mapping[str, str]
) -> bool:
    if before:
        changed = [id for id in before if now.get(id) != before[id]]
        for id in [*now, *(id for id in before if id not in now)]:
            if id not in now:
                said = "is no longer made"
            elif id not in before:
                said = "is new"
            else:
                said = "changed: print it again" if id in changed else "is as it was"
            terminal.say(f"{terminal.paint(titles.get(id, id), bold=True)} {said}")
        return not changed
    same = [id for id, digest in now.items() if digest.startswith(asked)]
    if same:
        terminal.say(f"{terminal.paint(titles[same[0]], bold=True)} is as it was printed ({now[same[0]]})")
        return True
    terminal.say(f"no sheet has the hash {asked} now: the one that bears it changed. Print it again.")
    for id, digest in now.items():
        terminal.say(f"  {digest}  {titles[id]}")
    return False
