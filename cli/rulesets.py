"""What a RULESET argument names: a folder, an artifact, or a name that a plugin knows."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import click

from rulewright.cli.failures import refuse
from rulewright.compiler.record import Record

if TYPE_CHECKING:
    from rulewright.cli.plugins import Offer, Plugins

MANIFEST = "ruleset.yaml"

F = TypeVar("F", bound=Callable[..., Any])


class Ruleset(Record, frozen=True):
    """Where a ruleset is; nothing of it has been read."""

    asked: str  # as the person wrote it
    kind: Literal["folder", "artifact"]
    path: Path
    plugin: str = ""  # the plugin that knew the name, if it was one


def argument(*, many: bool = False, required: bool = True) -> Callable[[F], F]:
    """Return the click argument that every command uses for RULESET; its value is called `asked`."""
    return click.argument(
        "asked", metavar="RULESET…" if many else "RULESET", required=required, nargs=-1 if many else 1
    )


def listed(text: str) -> list[str]:
    """Return what an option such as `--options A,B` lists."""
    return [word.strip() for word in text.split(",") if word.strip()]


def resolve(asked: str, plugins: Plugins) -> Ruleset:
    """Return what `asked` names. What lies on the disk goes before names: it is what the person sees.

    Refuses with RW0901 (nothing of that name), RW0903 (a file that is no artifact) or RW0912 (two
    plugins offer the name).
    """
    path = Path(asked)
    if path.is_file():
        return _artifact(asked, path)
    if path.is_dir() and (_is_path(asked) or _holds_rules(path)):
        return Ruleset(asked, "folder", path)
    if not _is_path(asked):
        offer = find_offer(asked, plugins)
        if offer is not None:
            return Ruleset(asked, "folder", offer.value, offer.plugin)
    raise refuse("RW0901", f"there is no ruleset `{asked}`", help=_way_out(asked, path, plugins))


def find_offer(name: str, plugins: Plugins) -> Offer[Path] | None:
    """Return the offer of the ruleset called `name`, or None; RW0912 if there are two."""
    from rulewright.cli.plugins import only_one

    offers = plugins.rulesets().get(name)
    return only_one(offers, "the ruleset") if offers else None


class Bases:
    """Finds what a variant is based on: the folder beside its own, or else a name that a plugin knows."""

    def __init__(self, folder: Path, plugins: Plugins) -> None:
        self._beside = folder.absolute().parent
        self._plugins = plugins
        self.looked_at: list[Path] = []

    def find(self, name: str) -> Path | None:
        neighbour = self._beside / name
        self.looked_at.append(neighbour)  # also if it is not there: it may come to be
        if (neighbour / MANIFEST).is_file():
            return neighbour
        offer = find_offer(name, self._plugins)
        if offer is None:
            return None
        self.looked_at.append(offer.value)
        return offer.value


def bundled(plugins: Plugins) -> list[Ruleset]:
    """Return the rulesets that come with rulewright itself, by name."""
    return [
        Ruleset(name, "folder", offer.value, offer.plugin)
        for name, offers in sorted(plugins.rulesets().items())
        for offer in offers
        if offer.plugin == "rulewright"
    ]


def _artifact(asked: str, path: Path) -> Ruleset:
    if path.suffix == ".json":
        return Ruleset(asked, "artifact", path)
    if path.suffix == ".rules" or path.name == MANIFEST:
        way_out = f"give the folder it lies in: `{_folder_of(path)}`"
    else:
        way_out = "a RULESET is a folder of rules, a name, or an artifact (`….json`)"
    raise refuse("RW0903", f"`{asked}` is a file, but no artifact", help=way_out)


def _folder_of(path: Path) -> str:
    for folder in path.parents:
        if (folder / MANIFEST).is_file():
            return folder.as_posix()
    return path.parent.as_posix()


def _is_path(asked: str) -> bool:
    """Whether this can only be a path: `./picket`, `games/picket`, `.`"""
    return asked.startswith(".") or "/" in asked or os.sep in asked or Path(asked).is_absolute()


def _holds_rules(path: Path) -> bool:
    return (path / MANIFEST).is_file() or any(path.glob("*.rules"))


def _way_out(asked: str, path: Path, plugins: Plugins) -> str:
    from rulewright.compiler import suggest

    if not asked:
        return f"known by name: {', '.join(f'`{n}`' for n in sorted(plugins.rulesets()))}; or give a folder"
    if "+" in asked:
        return "`simulate` and `compare` take `RULESET+OPTION`; other commands have `--options`"
    if path.is_dir():
        return f"the folder `{asked}` has no `{MANIFEST}`; `rulewright new` makes a folder to start from"
    if asked.endswith(".json"):
        return "there is no such file; `rulewright build` writes artifacts"
    names = sorted(plugins.rulesets())
    if _is_path(asked):
        beside = path.parent if path.parent.is_dir() else Path()
        found = [f.relative_to(beside).as_posix() for f in _folders(beside)]
        prefix = "" if beside == Path() else f"{beside.as_posix()}/"
        near = suggest.nearest(path.name, found, limit=1)
        return f"did you mean `{prefix}{near[0]}`?" if near else "there is no such folder"
    here = [folder.name for folder in _folders(Path())]
    near_names = suggest.did_you_mean(asked, [*names, *here])
    return near_names or f"known by name: {', '.join(f'`{n}`' for n in names) or 'none'}; or give a folder"


def _folders(parent: Path) -> list[Path]:
    return sorted(manifest.parent for manifest in parent.glob(f"*/{MANIFEST}"))
