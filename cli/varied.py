"""What a command plays: a ruleset with optional rules on, as one of its variants, or with a value of it changed.

All commands that play know `--options a,b`. Those that study a game know more: `--variant` names an optional rule or a variant
of the ruleset, `--set` switches an optional rule or changes a value (`--set turn.last=7`), and both can be written
behind the ruleset, with a `+`: `picket+short_night`, `picket+turn.last=7`.
"""

from __future__ import annotations

import atexit
import os
import re
import shutil
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli import rulesets
from rulewright.cli.failures import refuse
from rulewright.compiler.record import Record

if TYPE_CHECKING:
    from rulewright.cli.plugins import Plugins

ON = ("on", "yes", "true", "1")
OFF = ("off", "no", "false", "0")
TARGET = re.compile(r"[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*)+", re.IGNORECASE)


class Wish(Record, frozen=True):
    """A ruleset and what shall be different in it, as it was asked for.

    options: optional rules that are on; off: those that were switched off; variants: names; changes: target and value.
    """

    asked: str
    options: tuple[str, ...] = ()
    off: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    changes: tuple[tuple[str, str], ...] = ()


class Chosen(Record, frozen=True):
    """What is played: the artifact and the optional rules that are on. shown: all of it, as it can be asked for again."""

    document: dict[str, Any]
    options: tuple[str, ...]
    shown: str


def wish(asked: str, options: str = "", variants: Sequence[str] = (), settings: Sequence[str] = ()) -> Wish:
    """Return what is asked for.

    Args:
        asked: a RULESET, perhaps with changes behind it: `picket+short_night+turn.last=7`.
        options: as `--options` has them; variants, settings: as `--variant` and `--set` have them.
    """
    parts = [asked] if Path(asked).exists() else asked.split("+")
    on, off, changes = rulesets.listed(options), [], []
    names = list(variants)
    for text in (*parts[1:], *settings):
        target, equals, value = (part.strip() for part in text.partition("="))
        if not equals and text in parts[1:]:
            names.append(target)
        elif not target or not value or (equals and "\n" in value):
            raise click.UsageError(f"`{text}` is no setting: write `option=on`, or `thing.value=7`")
        elif TARGET.fullmatch(target):
            changes.append((target, value))
        elif value.lower() in ON:
            on.append(target)
        elif value.lower() in OFF:
            off.append(target)
        else:
            raise click.UsageError(f"`{target}` can be on or off, and not `{value}`")
    return Wish(parts[0], tuple(on), tuple(off), tuple(names), tuple(changes))


def chosen(wished: Wish, plugins: Plugins) -> Chosen:
    """Return what is played; refuse with RW0960 for a variant that is none of this ruleset."""
    from rulewright.cli.judge import playable

    ruleset = rulesets.resolve(wished.asked, plugins)
    document = playable(ruleset, plugins)
    on = [name for name in wished.options if name not in wished.off]
    other: rulesets.Ruleset | None = None
    for name in wished.variants:
        if any(option["id"] == name for option in document["options"]):
            on.append(name)
            continue
        if other is not None:
            raise refuse(
                "RW0960",
                f"`{other.asked}` and `{name}` are both variants of their own",
                help="play one at a time",
            )
        other = _variant(name, document, plugins)
    if other is not None:
        ruleset, document = other, playable(other, plugins)
    if wished.changes:
        document = playable(_changed(ruleset, document, wished.changes), plugins)
    options = tuple(dict.fromkeys(on))
    words = [ruleset.asked, *options, *(f"{target}={value}" for target, value in wished.changes)]
    return Chosen(document, options, "+".join(words))


def _variant(name: str, document: dict[str, Any], plugins: Plugins) -> rulesets.Ruleset:
    """Return the ruleset of that name, which says that it is based on ours."""
    from rulewright.compiler import suggest
    from rulewright.compiler.diagnostics import Problems
    from rulewright.compiler.manifest import load_manifest

    base = document["ruleset"]["id"]
    known = [option["id"] for option in document["options"]]
    way_out = suggest.did_you_mean(name, known) or (
        f"optional rules: {', '.join(f'`{one}`' for one in known)}" if known else "it has no optional rules"
    )
    is_there = Path(name).exists() or rulesets.find_offer(name, plugins) is not None
    found = rulesets.resolve(name, plugins) if is_there else None
    manifest = load_manifest(found.path, Problems()) if found and found.kind == "folder" else None
    if found is None or manifest is None or manifest.based_on != base:
        raise refuse(
            "RW0960", f"`{name}` is neither an optional rule nor a variant of `{base}`", help=way_out
        )
    return found


def _changed(
    ruleset: rulesets.Ruleset, document: dict[str, Any], changes: Iterable[tuple[str, str]]
) -> rulesets.Ruleset:
    """Return a variant of the ruleset, made for this process, in which some values are others."""
    base = document["ruleset"]["id"]
    if ruleset.kind != "folder":
        raise refuse(
            "RW0960",
            f"values of `{ruleset.asked}` cannot be changed: it is an artifact",
            help="give the folder with its rules, or its name",
        )
    place = Path(tempfile.mkdtemp(prefix="rulewright-"))
    atexit.register(_forget, place, os.getpid())
    _copy(ruleset.path, place, base)
    folder = place / f"{base}_changed"
    folder.mkdir()
    lines = "".join(f"  set {target} to {value}\n" for target, value in changes)
    (folder / "changes.rules").write_text(f"variant {folder.name} of {base}\n{lines}", encoding="utf-8")
    (folder / rulesets.MANIFEST).write_text(
        f"ruleset: {folder.name}\nbased_on: {base}\nsources: [changes.rules]\n", encoding="utf-8"
    )
    return rulesets.Ruleset(ruleset.asked, "folder", folder, ruleset.plugin)


def _copy(folder: Path, place: Path, name: str) -> None:
    """Copy a ruleset, and what it is a variant of, if that lies beside it."""
    from rulewright.compiler.diagnostics import Problems
    from rulewright.compiler.manifest import load_manifest

    shutil.copytree(folder, place / name)
    manifest = load_manifest(folder, Problems())
    base = manifest.based_on if manifest is not None else ""
    neighbour = folder.absolute().parent / base
    if base and (neighbour / rulesets.MANIFEST).is_file() and not (place / base).exists():
        _copy(neighbour, place, base)


def _forget(place: Path, owner: int) -> None:
    # Processes that were forked from the one that made it leave it alone.
    if os.getpid() == owner:
        shutil.rmtree(place, ignore_errors=True)
