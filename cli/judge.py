"""Everything that is wrong with a ruleset: compiled, asked the plugins' checks, its examples played.

The referee runs the worked examples, and the compiler may not know the referee; so both meet here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.cli import stamps
from rulewright.cli.failures import Refused, about
from rulewright.compiler.record import Record, as_tuple, replace

if TYPE_CHECKING:
    from rulewright.cli.plugins import Offer, Plugins
    from rulewright.cli.rulesets import Ruleset
    from rulewright.compiler.diagnostics import Diagnostic
    from rulewright.compiler.source import SourceFile

Document = dict[str, Any]


class Judgement(Record, frozen=True):
    """What is known about a ruleset.

    ruleset: its id, or the name it was asked by where it does not compile.
    written: its artifact as JSON in any layout; None if the compiler found an error, or nobody needed it.
    examples, failed: how many worked examples were played, and how many came out otherwise.
    """

    ruleset: str
    diagnostics: tuple[Diagnostic, ...]
    sources: tuple[SourceFile, ...]
    written: bytes | None
    examples: int = 0
    failed: int = 0

    @property
    def artifact(self) -> bytes | None:
        """The canonical bytes, laid out only for who writes them: that takes as long as judging."""
        from rulewright.compiler.emit import canonical

        return None if self.written is None else canonical(json.loads(self.written))

    @property
    def has_errors(self) -> bool:
        return any(d.severity == "error" for d in self.diagnostics)


def judge(
    ruleset: Ruleset, plugins: Plugins, *, examples: bool = True, cache: bool = True, artifact: bool = True
) -> Judgement:
    """Return everything that is wrong with `ruleset`; what was judged before is recognised by its bytes.

    artifact: is its artifact wanted? To make it takes as long as to judge it.
    """
    if ruleset.kind == "artifact":
        return _judge_artifact(ruleset, plugins, examples)
    known = stamps.Stamps(ruleset.path, f"examples={examples}")
    stamp = known.read() if cache else None
    judgement = _restored(stamp) if stamp is not None else None
    if judgement is not None and (judgement.written is not None or judgement.has_errors or not artifact):
        return judgement
    judgement, folders, is_ours = _judge_folder(ruleset, plugins, examples, cache, artifact)
    if cache and is_ours:
        inputs = [Path(source.path) for source in judgement.sources]
        known.write(_as_json(judgement), judgement.written, inputs, folders)
    return judgement


def playable(ruleset: Ruleset, plugins: Plugins) -> Document:
    """Return the artifact of `ruleset` for playing; refuse with its errors if there are any."""
    from rulewright.runtime import artifact

    if ruleset.kind == "artifact":
        return load_artifact(ruleset.path)
    judgement = judge(ruleset, plugins, examples=False)
    if judgement.written is None or judgement.has_errors:
        raise Refused(*judgement.diagnostics, sources=judgement.sources)
    return artifact.load(judgement.written)


def load_artifact(path: Path) -> Document:
    """Return the artifact in a file; the referee's reader judges it, and we add where it lies."""
    from rulewright.runtime import artifact
    from rulewright.runtime.errors import RulewrightError

    try:
        return artifact.load(path)
    except RulewrightError as failure:
        raise about(failure, path) from failure


def functions_for(document: Mapping[str, Any], plugins: Plugins) -> dict[str, Any]:
    """Return the functions that the artifact's hooks name; nobody is asked if there are none."""
    from rulewright.cli.plugins import named, only_one

    wanted = [hook["id"] for hook in document.get("hooks", ())]
    if not wanted:
        return {}
    offered = plugins.functions(document["ruleset"]["id"])
    return {
        name: named(only_one(offered[name], "the function"), "rulewright_functions")
        for name in wanted
        if name in offered
    }


# ---- judging ----


def _judge_artifact(ruleset: Ruleset, plugins: Plugins, examples: bool) -> Judgement:
    document = load_artifact(ruleset.path)
    found, played = _examples(document, plugins, has_sources=False) if examples else ((), 0)
    return Judgement(document["ruleset"]["id"], found, (), ruleset.path.read_bytes(), played, len(found))


def _judge_folder(
    ruleset: Ruleset, plugins: Plugins, examples: bool, cache: bool, artifact: bool
) -> tuple[Judgement, list[Path], bool]:
    """Return the judgement, the folders it depends on, and whether no plugin's code had a part in it."""
    from rulewright.cli.rulesets import Bases
    from rulewright.compiler.diagnostics import CompileFailed
    from rulewright.compiler.pipeline import compile_ruleset

    bases = Bases(ruleset.path, plugins)
    try:
        compiled = compile_ruleset(ruleset.path, cache=cache, find=bases.find)
    except CompileFailed as failure:
        return Judgement(ruleset.asked, failure.diagnostics, failure.sources, None), bases.looked_at, True
    found = list(compiled.diagnostics)
    checks = plugins.checks()
    model = compiled.model
    played, failed, written = 0, 0, None
    if artifact or checks or (examples and (model.document["examples"] or model.options)):
        document = compiled.document
        found += _ask(checks, document)
        if examples:
            verdicts, played = _examples(document, plugins, has_sources=True, inherited=compiled.inherited)
            failed = len(verdicts)
            found += verdicts
        written = json.dumps(document, ensure_ascii=False, allow_nan=False).encode()
    else:
        compiled.keep()
    judgement = Judgement(
        model.document["ruleset"]["id"], tuple(found), compiled.sources, written, played, failed
    )
    return judgement, bases.looked_at, not checks and not model.document["hooks"]


def _examples(
    document: Document, plugins: Plugins, *, has_sources: bool, inherited: frozenset[int] = frozenset()
) -> tuple[tuple[Diagnostic, ...], int]:
    if not document["examples"] and not document["options"]:
        return (), 0
    # The referee takes as long to import as a small ruleset to compile, so only who plays asks for it.
    from rulewright.cli import examples
    from rulewright.runtime import link

    functions = functions_for(document, plugins)
    program = link(document, (), functions)
    found = examples.failures(program, functions, has_sources=has_sources, inherited=inherited)
    return tuple(found), len(document["examples"])


def _ask(checks: Mapping[str, list[Offer[Any]]], document: Document) -> list[Diagnostic]:
    """Return what the plugins' checks find; one that crashes has not found nothing, so it is an error."""
    from rulewright.cli.plugins import answering
    from rulewright.compiler.diagnostics import Diagnostic

    found: list[Diagnostic] = []
    for name, offers in checks.items():
        for offer in offers:
            try:
                with answering(offer.plugin, f"rulewright_checks: {name}"):
                    for diagnostic in offer.value(document):
                        if not isinstance(diagnostic, Diagnostic):
                            raise TypeError(f"it reports a `{type(diagnostic).__name__}`, not a Diagnostic")
                        found.append(replace(diagnostic, plugin=diagnostic.plugin or offer.plugin))
            except Refused as failure:
                found += failure.diagnostics
    return found


# ---- stamps ----


def _as_json(judgement: Judgement) -> dict[str, Any]:
    return {
        "ruleset": judgement.ruleset,
        "examples": judgement.examples,
        "failed": judgement.failed,
        "sources": [source.path for source in judgement.sources],
        "diagnostics": [as_tuple(d) for d in judgement.diagnostics],
    }


def _restored(stamp: stamps.Stamp) -> Judgement | None:
    """Return the judgement of a stamp. Where nothing was found, nothing of the compiler is imported."""
    found = stamp.found
    diagnostics: tuple[Diagnostic, ...] = ()
    sources: tuple[SourceFile, ...] = ()
    try:
        if found["diagnostics"]:
            from rulewright.compiler.diagnostics import Diagnostic, Problems
            from rulewright.compiler.source import SourceFile, decode

            texts = [(path, decode(path, Path(path).read_bytes(), Problems())) for path in found["sources"]]
            sources = tuple(SourceFile(path, text or "") for path, text in texts)
            diagnostics = tuple(Diagnostic(*map(_as_tuple, fields)) for fields in found["diagnostics"])
        return Judgement(
            found["ruleset"], diagnostics, sources, stamp.artifact, found["examples"], found["failed"]
        )
    except (OSError, KeyError, TypeError):
        return None  # somebody edited the stamp


def _as_tuple(value: Any) -> Any:
    return tuple(_as_tuple(part) for part in value) if isinstance(value, list) else value
