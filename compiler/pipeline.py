"""The whole compiler on one screen: text → tree → model → checked model → document."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.compiler import reading
from rulewright.compiler.diagnostics import CompileFailed, Diagnostic, Problems
from rulewright.compiler.garbage import collector_paused
from rulewright.compiler.manifest import Manifest
from rulewright.compiler.model import Document, Model
from rulewright.compiler.record import replace
from rulewright.compiler.source import SourceFile

if TYPE_CHECKING:
    from rulewright.compiler.check import CheckedModel
    from rulewright.compiler.parse.cache import BlockCache
    from rulewright.compiler.parse.tree import Tree

FindRuleset = Callable[[str], Path | None]


class Compiled:
    """A ruleset that compiled: what is worth saying all the same, and its artifact for who asks for it.

    model: what was judged; inherited: which files a base brought.
    """

    def __init__(self, checked: CheckedModel, problems: Problems) -> None:
        self.model = checked.model
        self.diagnostics = tuple(problems.sorted())
        self.sources = tuple(problems.sources)
        self.inherited = checked.model.inherited
        self._checked = checked
        self._document: Document | None = None

    @property
    def document(self) -> Document:
        """The artifact. It is made when it is first asked for: who only checks does without."""
        if self._document is None:
            from rulewright.compiler.emit import emit

            with collector_paused():
                self._document = emit(self._checked)
                self.keep()
        return self._document

    def keep(self) -> None:
        """Write what need not be worked out again into the cache; making the artifact does so, too."""
        if self.model.known is not None:
            self.model.known.save()


def compile_ruleset(
    folder: Path,
    *,
    cache: bool = True,
    find: FindRuleset | None = None,
) -> Compiled:
    """Compile the ruleset in `folder`; raise CompileFailed with all problems of the first bad pass.

    Args:
        cache: keep and use parsed blocks in the user's cache folder.
        find: where a base ruleset lies, for `variant … of`.
    """
    with collector_paused():
        problems = Problems()
        model = _model(folder, problems, cache, find)
        return _finished(replace(model, base=_base_of(model, find)), problems)


def check_text(text: str, name: str = "text.rules") -> list[Diagnostic]:
    """All diagnostics of one text of rules, warnings and notes included."""
    problems = Problems()
    try:
        with collector_paused():
            source = reading.source_of(name, text.encode(), problems)
            manifest = Manifest(ruleset=Path(name).stem, sources=(name,), is_inferred=True)
            model = _resolved(manifest, [source], [name], problems, None, {})
            found = _finished(model, problems)
            _ = found.document  # what is right must also have an artifact
            return list(found.diagnostics)
    except CompileFailed as failed:
        return list(failed.diagnostics)


def show_tree(folder: Path) -> str:
    """The tree of the ruleset as text (design, `rulewright show tree`)."""
    from rulewright.compiler.printing import tree_text

    problems = Problems()
    manifest = reading.manifest_of(folder, problems)
    sources = reading.read_sources(folder, manifest, problems)
    return tree_text(problems.gate(reading.parsed(sources, problems, None)))


def show_model(folder: Path, find: FindRuleset | None = None) -> str:
    """The resolved model as text, before it is judged."""
    from rulewright.compiler.printing import model_text

    problems = Problems()
    return model_text(_model(folder, problems, False, find))


def _model(folder: Path, problems: Problems, cache: bool, find: FindRuleset | None) -> Model:
    manifest = reading.manifest_of(folder, problems)
    base_folders = reading.base_folders(manifest, problems, find)
    bases = reading.bases_of(base_folders, problems, None)
    sources = reading.read_sources(folder, manifest, problems)
    names = reading.names_of(problems.sources, folder, base_folders.values())
    blocks = reading.block_cache(folder) if cache else None
    model = _resolved(manifest, sources, names, problems, blocks, bases)
    return replace(model, inherited=reading.files_of(problems.sources, base_folders.values()))


def _base_of(model: Model, find: FindRuleset | None) -> Document | None:
    """The document of the base as it stands without the variant; None if there is none, or it is none without the variant."""
    folder = find(model.manifest.based_on) if find is not None and model.manifest.based_on else None
    if folder is None:
        return None
    try:
        return _model(folder, Problems(), False, find).document
    except CompileFailed:
        return None


def _resolved(
    manifest: Manifest,
    sources: list[SourceFile],
    names: list[str],
    problems: Problems,
    blocks: BlockCache | None,
    bases: Mapping[str, Tree],
) -> Model:
    from rulewright.compiler.resolve import resolve

    tree = problems.gate(reading.parsed(sources, problems, blocks))
    known = None
    if blocks is not None:
        from rulewright.compiler.resolve.known import KnownTables

        known = KnownTables(blocks)
    return problems.gate_if_spoilt(resolve(tree, manifest, names, problems, bases, known))


def _finished(model: Model, problems: Problems) -> Compiled:
    from rulewright.compiler.check import check

    return Compiled(problems.gate(check(model, problems)), problems)
