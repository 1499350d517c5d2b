"""`rulewright new NAME`: a folder with a small ruleset that works, to be changed piece by piece."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import click

from rulewright.cli import terminal
from rulewright.cli.failures import refuse
from rulewright.cli.rulesets import MANIFEST, find_offer

Files = Mapping[str, str]  # name in the new folder → text


@click.command(name="new")
@click.argument("name")
@click.option(
    "--from",
    "start",
    type=click.Choice(["picket", "empty"]),
    default="picket",
    help="Start from a whole small game (the default), or from as little as possible.",
)
@click.option("--variant-of", "base", metavar="RULESET", help="Start a variant of a ruleset instead.")
@click.option(
    "--in",
    "parent",
    type=click.Path(path_type=Path),
    default=Path(),
    help="Where to make the folder; here if not given.",
)
@terminal.color_option
def command(name: str, start: str, base: str | None, parent: Path) -> None:
    """Make a folder NAME with a ruleset that passes `rulewright check`."""
    if not re.fullmatch("[a-z][a-z0-9_]*", name):
        near = _as_name(name)
        raise refuse(
            "RW0905",
            f"`{name}` is no name for a ruleset: small letters, digits and `_`, beginning with a letter",
            help=f"how about `{near}`?" if near else "choose a name such as `my_game`",
        )
    folder = parent / name
    files = _variant(name, base) if base is not None else STARTERS[start](name)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise refuse(
            "RW0904",
            f"`{folder.as_posix()}` is already there; nothing was written",
            help="choose another name, or take the old one away",
        )
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in files.items():
        (folder / file).write_text(text, encoding="utf-8", newline="\n")
    shown = folder.as_posix()
    terminal.say(f"made {terminal.paint(shown, bold=True)} with {', '.join(files)}")
    terminal.say(f"next:  rulewright check {shown}")
    terminal.say(f"       rulewright play {shown}")


def _as_name(text: str) -> str:
    near = re.sub("[^a-z0-9_]+", "_", text.casefold()).strip("_")
    return near if re.match("[a-z]", near) else ""


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()


# ---- what a new folder holds ----


def _copy_of_picket(name: str) -> Files:
    """Return the bundled game under another name: its own copy, free to change."""
    from rulewright import rulesets

    folder = Path(next(iter(rulesets.__path__))) / "picket"
    files: dict[str, str] = {}
    manifest = (folder / MANIFEST).read_text(encoding="utf-8")
    for file in sorted(folder.glob("*.rules")):
        text = file.read_text(encoding="utf-8")
        head = re.search(r'^ruleset \w+ "[^"\n]*"', text, re.MULTILINE)
        own_name = f"{name}.rules" if head else file.name
        if head:
            text = text[: head.start()] + f'ruleset {name} "{_title(name)}"' + text[head.end() :]
            manifest = manifest.replace(file.name, own_name)
        files[own_name] = text
    for key, value in (
        ("ruleset", name),
        ("title", f'"{_title(name)}"'),
        ("version", '"0.1"'),
        ("description", '"A copy of Picket, to be changed."'),
    ):
        manifest = re.sub(rf"(?m)^{key}:.*$", f"{key}: {value}", manifest, count=1)
    return {MANIFEST: manifest, **files, "README.md": _readme(name, "It began as a copy of Picket.")}


def _empty(name: str) -> Files:
    manifest = EMPTY_MANIFEST.format(name=name, title=_title(name))
    rules = EMPTY_RULES.format(name=name, title=_title(name))
    readme = _readme(name, "It has one table and two phases.")
    return {MANIFEST: manifest, f"{name}.rules": rules, "README.md": readme}


def _variant(name: str, base: str) -> Files:
    """Return a variant that changes nothing yet; RW0901 unless its base is known by name."""
    from rulewright.cli.plugins import Plugins
    from rulewright.cli.rulesets import resolve

    plugins = Plugins()
    if find_offer(base, plugins) is None:
        resolve(base, plugins)  # says what there is instead
        raise refuse(
            "RW0901",
            f"`{base}` is known as a folder or file, but not by name",
            help="a variant finds its base by name: make the base a plugin, or change a copy of its folder",
        )
    manifest = VARIANT_MANIFEST.format(name=name, title=_title(name), base=base)
    rules = VARIANT_RULES.format(name=name, title=_title(name), base=base)
    readme = _readme(name, f"It is a variant of `{base}`.")
    return {MANIFEST: manifest, f"{name}.rules": rules, "README.md": readme}


STARTERS: Mapping[str, Callable[[str], Files]] = {"picket": _copy_of_picket, "empty": _empty}


def _readme(name: str, origin: str) -> str:
    return README.format(name=name, title=_title(name), origin=origin)


README = """\
# {title}

{origin} The rules are in `{name}.rules`; `ruleset.yaml` says in which order files are read, and lists
the sections of the rule book.

    rulewright check {name}        # says what is wrong, and runs the worked examples
    rulewright play {name}         # at this terminal, screen by screen
    rulewright build {name}        # writes the artifact, ruleset.json
"""

EMPTY_MANIFEST = """\
ruleset: {name}
title: "{title}"
version: "0.1"
sources: [{name}.rules]
contents:
  - {{section: "1", title: "The clock"}}
  - {{section: "2", title: "Chance"}}
  - {{section: "3", title: "Who wins"}}
"""

EMPTY_RULES = """\
# {title}. Say in one line what the game is about.
ruleset {name} "{title}"
  source: "name the rule book here"
  sides: first "First Player", second "Second Player"
  d6: 1..6
enum ending: lucky, out_of_time

track turn "Turn": 1..4 = 1 [1]

table chance "Chance" [2]
  roll d6
  drm "it gets late" +1 if turn > 2
  result
    | ..5 | nothing |
    | 6.. | luck    |
example "late luck" [2]
  given turn = 3
  roll chance
  dice: 5
  expect result = luck                             # 5 + 1 late = 6

phase attempt "Attempt" [2]
  first may try "try your luck"
    roll chance
      nothing:
      luck: end game as lucky
phase clock "Clock" [1]
  if turn = last(turn)
    end game as out_of_time
  add 1 to turn

rule victory "Victory" [3]
  on ending
    lucky: set winner to first
    out_of_time: set winner to second

scenario start "Start" [1]
  set turn to 1
"""

VARIANT_MANIFEST = """\
ruleset: {name}
title: "{title}"
version: "0.1"
based_on: {base}
sources: [{name}.rules]
"""

VARIANT_RULES = """\
# {title}: what differs from {base}. Each line names a thing of the base and changes it.
variant {name} of {base} "{title}"
  # set turn.last to 7
"""
