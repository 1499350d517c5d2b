"""The sheets of a ruleset, made and rendered one by one: a failure of one is told and hinders no other."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.cli.failures import Refused, refuse
from rulewright.compiler.aids import digest, registry
from rulewright.compiler.aids.context import Context
from rulewright.compiler.aids.errors import AidError
from rulewright.compiler.aids.formats import FORMATS
from rulewright.compiler.aids.formats.look import Look
from rulewright.compiler.aids.model import Sheet
from rulewright.compiler.record import Record

if TYPE_CHECKING:
    from rulewright.cli.plugins import Plugins
    from rulewright.compiler.aids.formats import Render

LIST = "sheets.json"
"""Which sheets lie beside it, with the hash of each."""

Document = Mapping[str, Any]


class Made(Record, frozen=True):
    """One sheet: its files by name, and what went wrong."""

    id: str
    title: str
    digest: str
    files: Mapping[str, bytes]
    failures: tuple[Refused, ...]


class Press:
    """Makes the sheets of one artifact."""

    def __init__(self, document: Document, plugins: Plugins, *, with_further: bool = True) -> None:
        """with_further: also what plugins bring."""
        self.document = document
        self.plugins = plugins
        self.plans = registry.plans_of(document)
        self.further = plugins.sheets() if with_further else {}
        self._titles = {plan.id: plan.title for plan in self.plans}

    @property
    def ids(self) -> list[str]:
        """All sheets there can be, those of plugins last."""
        return [*self._titles, *(id for id in self.further if id not in self._titles)]

    def sheets(self, wanted: Sequence[str] = ()) -> Iterator[tuple[str, Sheet | Refused]]:
        """Yield the wanted sheets (all of them for none), or why one cannot be made."""
        plans = [
            plan
            for plan in self.plans
            if not wanted or plan.id in wanted or set(wanted) & _pointing(self.plans)
        ]
        for plan, made in registry.built(Context(self.document), plans):
            if not wanted or plan.id in wanted:
                yield plan.id, refused(made, plan.title) if isinstance(made, AidError) else made
        for id, offers in self.further.items():
            if id not in self._titles and (not wanted or id in wanted):
                yield id, self._of_plugin(id, offers)

    def _of_plugin(self, id: str, offers: Any) -> Sheet | Refused:
        from rulewright.cli.plugins import answering, named, only_one

        try:
            offer = only_one(offers, "the sheet")
            made = named(offer, "rulewright_sheets")(self.document)
            with answering(offer.plugin, f"rulewright_sheets: {id}"):
                if not isinstance(made, Sheet) or made.id != id:
                    raise TypeError(f"it makes no `Sheet` with the id `{id}`")
        except Refused as failure:
            return failure
        return made

    def formats(self, names: Sequence[str]) -> dict[str, Render]:
        """Return the renderers of these names; RW0917 for one that nobody has."""
        from rulewright.cli.plugins import named, only_one
        from rulewright.compiler import suggest

        found: dict[str, Render] = {}
        for name in names:
            if name in FORMATS:
                found[name] = FORMATS[name]
                continue
            offered = self.plugins.sheet_formats()
            if name not in offered:
                known = [*FORMATS, *offered]
                way_out = suggest.did_you_mean(name, known) or f"there are {', '.join(known)}"
                raise refuse("RW0917", f"there is no format `{name}` for sheets", help=way_out)
            found[name] = named(only_one(offered[name], "the format"), "rulewright_sheet_formats")
        return found

    def rendered(
        self, look: Look, formats: Mapping[str, Render], wanted: Sequence[str] = ()
    ) -> Iterator[Made]:
        """Yield each wanted sheet with all its files."""
        for id, sheet in self.sheets(wanted):
            if isinstance(sheet, Refused):
                yield Made(id, self._titles.get(id, id), "", {}, (sheet,))
                continue
            imprint = digest.imprint_of(self.document, sheet)
            files: dict[str, bytes] = {}
            failures: list[Refused] = []
            for render in formats.values():
                try:
                    files |= _harmless(render(sheet, imprint, look), id)
                except AidError as error:
                    failures.append(refused(error, sheet.title))
                except Refused as failure:
                    failures.append(failure)
            yield Made(id, sheet.title, imprint.digest, files, tuple(failures))


def _pointing(plans: Sequence[registry.Plan]) -> set[str]:
    """The sheets that need all others, since they say where everything is."""
    return {plan.id for plan in plans if any(part.kind == "index" for part in plan.parts)}


def _harmless(made: Any, id: str) -> Mapping[str, bytes]:
    """The files, whose names stay inside the folder and beside those of other sheets."""
    if not isinstance(made, Mapping):
        raise refuse("RW0911", f"a format of sheets answers a `{type(made).__name__}`, not files by name")
    for name, data in made.items():
        if not isinstance(name, str) or not name.startswith(id) or "/" in name or "\\" in name:
            raise refuse(
                "RW0911", f"a format of sheets writes to `{name}`, whose name must begin with `{id}`"
            )
        if not isinstance(data, bytes):
            raise refuse(
                "RW0911", f"a format of sheets writes a `{type(data).__name__}` to `{name}`, not bytes"
            )
    return made


def refused(error: AidError, title: str) -> Refused:
    """Return what is wrong with a sheet as a failure of the command."""
    return refuse(error.code, f"sheet “{title}”: {error.message}", help=error.help)


def listed(document: Document, made: Sequence[Made]) -> bytes:
    """Return the list of what was made: ids and hashes."""
    head = document["ruleset"]
    content = {
        "ruleset": head["id"],
        "version": head["version"],
        "sheets": {one.id: one.digest for one in made if one.digest},
    }
    return (json.dumps(content, ensure_ascii=False, indent=2, sort_keys=True) + "\n").encode()


def look_of(folder: Path | None, look: Look) -> Look:
    """Return the look with the theme of the ruleset in `folder`; refuse where a part of it is missing."""
    if folder is None:
        return look
    from rulewright.compiler.aids.theme import with_theme
    from rulewright.compiler.diagnostics import Problems
    from rulewright.compiler.manifest import load_manifest

    manifest = load_manifest(folder, Problems())
    if manifest is None or not manifest.theme:
        return look
    try:
        return with_theme(look, folder, manifest.theme)
    except AidError as error:
        raise refuse(error.code, f"the theme: {error.message}", help=error.help) from error
