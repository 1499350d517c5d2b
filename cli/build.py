"""`rulewright build`: judge rulesets, then write their artifacts; or say which of those written are stale."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli import check, failures, rulesets, stamps, terminal
from rulewright.cli.failures import Refused, refuse
from rulewright.cli.judge import Judgement, judge

if TYPE_CHECKING:
    from rulewright.cli.plugins import Plugins

ARTIFACT = "ruleset.json"
AIDS = "aids"  # the folder of the sheets
AID_FORMATS = ("html", "svg")
SECONDARY = {"at", "rules_hash", "provenance", "made_by"}
POLL = 0.5  # seconds between two looks at the files
Files = Mapping[str, bytes]  # what is built for one ruleset: name in its folder → bytes


@click.command(name="build")
@rulesets.argument(many=True, required=False)
@click.option(
    "--check", "only_check", is_flag=True, help="Write nothing; fail if anything built is missing or differs."
)
@click.option("--watch", is_flag=True, help="Stay, and build again whenever a file changes.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("generated"),
    show_default=True,
    help="The folder to write to; each ruleset gets one of its own in it.",
)
@click.option(
    "--format",
    "formats",
    multiple=True,
    metavar="NAME",
    help="Also write a further form that a plugin brings.",
)
@click.option("--no-cache", is_flag=True, help="Judge everything anew.")
@terminal.color_option
@click.pass_context
def command(
    ctx: click.Context,
    asked: tuple[str, ...],
    only_check: bool,
    watch: bool,
    out: Path,
    formats: tuple[str, ...],
    no_cache: bool,
) -> None:
    """Check each RULESET and write OUT/<name>/ruleset.json; without names, the bundled rulesets."""
    from rulewright.cli.plugins import Plugins

    if only_check and watch:
        raise click.UsageError("`--check` and `--watch` cannot stand together", ctx)
    plugins = Plugins()
    wanted = [rulesets.resolve(name, plugins) for name in asked] or rulesets.bundled(plugins)
    for ruleset in wanted:
        if ruleset.kind == "artifact":
            raise refuse(
                "RW0909",
                f"`{ruleset.asked}` is an artifact already",
                help="name the folder it was built from",
            )
    work = Work(plugins, out, formats, cache=not no_cache, only_check=only_check)
    if watch:
        work.watch(wanted)
    good = [work.once(ruleset) for ruleset in wanted]
    check.warn_about(plugins)
    if not all(good):
        ctx.exit(1)


class Work:
    """Building, with what was asked for."""

    def __init__(
        self, plugins: Plugins, out: Path, formats: tuple[str, ...], *, cache: bool, only_check: bool
    ) -> None:
        self.plugins = plugins
        self.out = out
        self.formats = formats
        self.cache = cache
        self.only_check = only_check

    def once(self, ruleset: rulesets.Ruleset) -> bool:
        """Judge and write one ruleset, or compare it; print what happened, return whether all is well."""
        judgement = judge(ruleset, self.plugins, cache=self.cache)
        artifact = judgement.artifact
        if judgement.has_errors or artifact is None:
            check.print_text(judgement, err=True)
            terminal.say(f"{judgement.ruleset}: nothing was written", err=True)
            return False
        files = {ARTIFACT: artifact, **self._in_other_forms(artifact)}
        folder = self.out / judgement.ruleset
        sheets, good = self._sheets(ruleset, artifact)
        if self.only_check:
            return self._compare(judgement, folder, {**files, **sheets}) and good
        good &= self._write(judgement, folder, files)
        if sheets:
            _write_sheets(folder, sheets)
        return good

    def _sheets(self, ruleset: rulesets.Ruleset, artifact: bytes) -> tuple[Files, bool]:
        """Return the sheets of a bundled ruleset, which lie beside its artifact; and whether all could be made."""
        bundled = {one.path.resolve() for one in rulesets.bundled(self.plugins)}
        if ruleset.path.resolve() not in bundled:
            return {}, True
        from rulewright.cli.sheets import LIST, Press, listed, look_of
        from rulewright.compiler.aids.formats.look import Look

        press = Press(json.loads(artifact), self.plugins, with_further=False)
        made = list(press.rendered(look_of(ruleset.path, Look()), press.formats(AID_FORMATS)))
        for one in made:
            for failure in one.failures:
                failures.show(failure)
        files = {name: data for one in made for name, data in one.files.items()}
        files[LIST] = listed(press.document, made)
        return {f"{AIDS}/{name}": files[name] for name in sorted(files)}, not any(
            one.failures for one in made
        )

    def _in_other_forms(self, artifact: bytes) -> Files:
        from rulewright.cli.plugins import named, only_one
        from rulewright.compiler import suggest

        files: dict[str, bytes] = {}
        offered = self.plugins.formats() if self.formats else {}
        for name in self.formats:
            if name not in offered:
                near = suggest.did_you_mean(name, offered)
                raise refuse("RW0917", f"no plugin brings the format `{name}`", help=near)
            offer = only_one(offered[name], "the format")
            made = named(offer, "rulewright_formats")(json.loads(artifact))
            files |= _harmless(made, offer.plugin, name)
        return files

    def _write(self, judgement: Judgement, folder: Path, files: Files) -> bool:
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in files.items():
            path = folder / name
            is_same = path.is_file() and path.read_bytes() == data
            if not is_same:
                stamps.write_atomically(path, data)
            did = "is as it was" if is_same else "written"
            terminal.say(f"{check.summary(judgement)}; {terminal.paint(path.as_posix(), bold=True)} {did}")
        return True

    def _compare(self, judgement: Judgement, folder: Path, files: Files) -> bool:
        stale = [
            refused
            for name, data in files.items()
            if (refused := _staleness(folder / name, data, judgement.ruleset)) is not None
        ]
        for path in _left_over(folder, files):
            stale.append(_no_longer_built(path, judgement.ruleset))
        for refused in stale:
            failures.show(refused)
        if not stale:
            terminal.say(f"{terminal.paint(judgement.ruleset, bold=True)}: up to date")
        return not stale

    def watch(self, wanted: list[rulesets.Ruleset]) -> None:
        """Build whenever the rules change, until interrupted."""
        names = ", ".join(ruleset.asked for ruleset in wanted)
        terminal.say(f"watching {names}; Ctrl-C ends it")
        seen: dict[str, str | None] = {}
        while True:
            for ruleset in wanted:
                now = stamps.digest_of(ruleset.path)
                if ruleset.asked not in seen or seen[ruleset.asked] != now:
                    seen[ruleset.asked] = now
                    self._once_more(ruleset)
            time.sleep(POLL)

    def _once_more(self, ruleset: rulesets.Ruleset) -> None:
        try:
            self.once(ruleset)
        except failures.expected() as failure:
            failures.show(failure)


def _write_sheets(folder: Path, sheets: Files) -> None:
    """Write the sheets that differ, and take away those that are no longer made."""
    (folder / AIDS).mkdir(parents=True, exist_ok=True)
    changed = 0
    for name, data in sheets.items():
        path = folder / name
        if not path.is_file() or path.read_bytes() != data:
            stamps.write_atomically(path, data)
            changed += 1
    gone = _left_over(folder, sheets)
    for path in gone:
        path.unlink()
    shown = terminal.paint((folder / AIDS).as_posix() + "/", bold=True)
    took = f", {len(gone)} taken away" if gone else ""
    terminal.say(f"  {shown} {len(sheets)} files, {changed} written{took}")


def _left_over(folder: Path, files: Files) -> list[Path]:
    """The files in the folder of sheets that nothing makes any more."""
    if not any(name.startswith(f"{AIDS}/") for name in files):
        return []
    here = sorted((folder / AIDS).glob("*"))
    return [path for path in here if path.is_file() and f"{AIDS}/{path.name}" not in files]


def _no_longer_built(path: Path, ruleset: str) -> Refused:
    from rulewright.compiler.source import shown_path

    return refuse(
        "RW0907",
        f"`{path.name}` of `{ruleset}` is no longer built",
        path=shown_path(path),
        help=f"run `rulewright build {ruleset}`, and look at what changed",
    )


def _staleness(path: Path, data: bytes, ruleset: str) -> Refused | None:
    from rulewright.compiler.source import shown_path

    way_out = f"run `rulewright build {ruleset}`, and look at what changed"
    if not path.is_file():
        return refuse(
            "RW0907", f"`{path.name}` of `{ruleset}` was never built", path=shown_path(path), help=way_out
        )
    old = path.read_bytes()
    if old == data:
        return None
    where = _first_difference(old, data)
    return refuse(
        "RW0907", f"`{path.name}` of `{ruleset}` is stale{where}", path=shown_path(path), help=way_out
    )


def _first_difference(old: bytes, new: bytes) -> str:
    try:
        before, now = json.loads(old), json.loads(new)
    except ValueError:
        return ""
    # A line that moved is worth less than a rule that changed, and the hash says nothing new.
    place = first_difference(_told(before), _told(now)) or first_difference(before, now)
    return f"; the first difference is at `{place}`" if place else "; only its layout differs"


def _told(value: Any) -> Any:
    """Return the value without what follows from the rest: places, hashes, counts."""
    if isinstance(value, dict):
        return {key: _told(one) for key, one in value.items() if key not in SECONDARY}
    return [_told(one) for one in value] if isinstance(value, list) else value


def first_difference(old: Any, new: Any, place: str = "") -> str:
    """Return where two JSON values first differ, as in `tables.search.roll`; "" if they are equal.

    >>> first_difference({"units": [{"id": "a", "n": 1}]}, {"units": [{"id": "a", "n": 2}]})
    'units.a.n'
    """
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted({*old, *new}):
            inner = f"{place}.{key}" if place else key
            if key not in old or key not in new:
                return inner
            if found := first_difference(old[key], new[key], inner):
                return found
        return ""
    if isinstance(old, list) and isinstance(new, list):
        for index, (one, other) in enumerate(zip(old, new, strict=False)):
            if found := first_difference(one, other, f"{place}.{_name(index, one, other)}"):
                return found
        longer = max(old, new, key=len)
        shorter = min(len(old), len(new))
        if len(old) == len(new):
            return ""
        return f"{place}.{_name(shorter, longer[shorter], longer[shorter])}"
    return "" if type(old) is type(new) and old == new else place or "the whole"


def _name(index: int, one: Any, other: Any) -> str:
    names = [value.get("id") for value in (one, other) if isinstance(value, dict)]
    return names[0] if len(names) == 2 and names[0] and names[0] == names[1] else str(index)


def _harmless(made: Any, plugin: str, name: str) -> Files:
    """Return the files a format made, unless one would land outside the ruleset's folder."""
    if not isinstance(made, Mapping):
        raise refuse(
            "RW0911", f"the format `{name}` of the plugin `{plugin}` returned no files", plugin=plugin
        )
    for file, data in made.items():
        if not isinstance(file, str) or not isinstance(data, bytes) or Path(file).name != file:
            raise refuse(
                "RW0911",
                f"the format `{name}` of the plugin `{plugin}` returned a wrong file name or no bytes",
                plugin=plugin,
                help="names have no folders; contents are bytes",
            )
    return made
