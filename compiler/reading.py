"""Which files a ruleset consists of: its manifest, its sources, what they include, and its base."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from rulewright.compiler import source
from rulewright.compiler.diagnostics import Diagnostic, Problems
from rulewright.compiler.manifest import Manifest, load_manifest
from rulewright.compiler.source import SourceFile
from rulewright.compiler.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import TypeAlias

    from rulewright.compiler.parse.cache import BlockCache
    from rulewright.compiler.parse.tree import Tree

    Cache: TypeAlias = BlockCache | None

_INCLUDE = re.compile(r'^include[ \t]+"([^"\n]*)"', re.MULTILINE)


def manifest_of(folder: Path, problems: Problems) -> Manifest:
    """The manifest of the ruleset in `folder`; stops at the gate if there is none."""
    manifest = load_manifest(folder, problems)
    problems.gate(None)
    assert manifest is not None
    return manifest


def source_of(path: str, data: bytes, problems: Problems) -> SourceFile:
    """One source from its bytes, added to `problems.sources`; an empty one if it cannot be read."""
    text = source.decode(path, data, problems)
    found = SourceFile(path, text or "")
    problems.sources.append(found)
    return found


def read_sources(folder: Path, manifest: Manifest, problems: Problems) -> list[SourceFile]:
    """The sources in reading order. A file that is included comes before the file that includes it."""
    reader = _Reader(folder, problems)
    for name in manifest.sources:
        reader.read(name, [], None)
    return problems.gate(reader.found)


class _Reader:
    """Reads files once each, and follows `include` lines."""

    def __init__(self, folder: Path, problems: Problems) -> None:
        self.folder = folder
        self.problems = problems
        self.found: list[SourceFile] = []
        self.done: set[str] = set()

    def read(self, name: str, chain: list[str], at: tuple[str, int] | None) -> None:
        if name in chain:
            self._refuse(
                "RW0231",
                f"`{name}` includes itself: {' → '.join([*chain, name])}",
                at,
                "remove one of the include lines",
            )
            return
        if name in self.done:
            return
        path = self.folder / name
        if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts or not path.is_file():
            near = did_you_mean(
                name, sorted(p.relative_to(self.folder).as_posix() for p in self.folder.rglob("*.rules"))
            )
            self._refuse(
                "RW0232",
                f"there is no file `{name}` to read",
                at,
                near or "paths are written from the ruleset's folder",
            )
            return
        self.done.add(name)
        data = path.read_bytes()
        shown = source.shown_path(path)
        text = source.decode(shown, data, self.problems)
        if text is None:
            return
        for match in _INCLUDE.finditer(text):
            self.read(match.group(1), [*chain, name], (shown, text.count("\n", 0, match.start()) + 1))
        found = SourceFile(shown, text)
        self.found.append(found)
        self.problems.sources.append(found)

    def _refuse(self, code: str, message: str, at: tuple[str, int] | None, help: str) -> None:
        path, line = at if at is not None else (source.shown_path(self.folder), None)
        self.problems.add(Diagnostic(code, "error", message, path=path, line=line, help=help))


def names_of(sources: list[SourceFile], folder: Path, bases: Iterable[Path]) -> list[str]:
    """What the artifact calls its sources: paths inside the ruleset's folder, wherever that lies.

    Files of a base ruleset are called `base/…` after its folder.
    """
    roots = [(source.shown_path(base).rstrip("/") + "/", f"{base.name}/") for base in bases]
    roots.insert(0, (source.shown_path(folder).rstrip("/") + "/", ""))
    return [_name_of(file.path, roots) for file in sources]


def files_of(sources: list[SourceFile], folders: Iterable[Path]) -> frozenset[int]:
    """Return the numbers of those sources that lie in one of the folders."""
    roots = tuple(source.shown_path(folder).rstrip("/") + "/" for folder in folders)
    return (
        frozenset(number for number, file in enumerate(sources) if file.path.startswith(roots))
        if roots
        else frozenset()
    )


def _name_of(path: str, roots: list[tuple[str, str]]) -> str:
    for root, prefix in roots:
        if path.startswith(root):
            return prefix + path[len(root) :]
    return path.lstrip("/")


def block_cache(folder: Path) -> Cache:
    from rulewright.compiler.parse.cache import BlockCache

    return BlockCache(folder)


def parsed(sources: list[SourceFile], problems: Problems, blocks: Cache) -> Tree:
    """The tree of `sources`, whose places count files from the first in `problems.sources`."""
    from rulewright.compiler.parse import parse

    return parse(sources, problems, blocks)


def base_folders(
    manifest: Manifest, problems: Problems, find: Callable[[str], Path | None] | None
) -> dict[str, Path]:
    """Where the rulesets lie that this one is a variant of, by id: its base last, the base of that before it.

    RW0233 if nobody knows one, RW0219 if they go round in a circle.
    """
    found: dict[str, Path] = {}
    chain = [manifest.ruleset]
    while manifest.based_on:
        base = manifest.based_on
        chain.append(base)
        if base in chain[:-1]:
            message = f"the ruleset `{base}` is a variant of itself: {' → '.join(chain)}"
            way_out = "let one of them stand without the other"
            problems.refuse("RW0219", message, path=manifest.path, help=way_out)
            return problems.gate({})
        folder = find(base) if find is not None else None
        if folder is None:
            message = f"the base ruleset `{base}` is not known"
            way_out = "install it, or put its folder beside this one"
            problems.refuse("RW0233", message, path=manifest.path, help=way_out)
            return problems.gate({})
        found = {base: folder, **found}
        manifest = manifest_of(folder, problems)
    return found


def bases_of(folders: Mapping[str, Path], problems: Problems, blocks: Cache) -> dict[str, Tree]:
    """The trees of the base rulesets, by id, as each is written: a variant among them is not yet applied."""
    found: dict[str, Tree] = {}
    for id, folder in folders.items():
        sources = read_sources(folder, manifest_of(folder, problems), problems)
        found[id] = problems.gate(parsed(sources, problems, blocks))
    return found
