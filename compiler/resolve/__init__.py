"""Tree → Model: names are things, every expression has a type, includes and variants are applied."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rulewright.compiler.diagnostics import Problems
from rulewright.compiler.manifest import Manifest
from rulewright.compiler.model import Model, OptionModel
from rulewright.compiler.parse.build_declaration import slug
from rulewright.compiler.parse.tree import (
    Declaration,
    ExampleNode,
    InvariantNode,
    RulesetNode,
    Tree,
    VariantNode,
)

# `expression` and `statement` each begin a ring of modules, so they are the first of it to be imported.
from rulewright.compiler.record import replace
from rulewright.compiler.resolve import errors, expression, statement, variant  # noqa: F401
from rulewright.compiler.resolve.cites import citing
from rulewright.compiler.resolve.document import document_of

if TYPE_CHECKING:
    from rulewright.compiler.resolve.known import KnownTables

__all__ = ["resolve"]


def resolve(
    tree: Tree,
    manifest: Manifest,
    files: Sequence[str],
    problems: Problems,
    bases: Mapping[str, Tree] | None = None,
    known: KnownTables | None = None,
) -> Model:
    """Give every name its thing.

    Args:
        bases: trees of the rulesets that a `variant … of` may build on, by id. The base's sources come
            before the variant's own in `files`.
        known: tables that need not be resolved again; those of optional rules always are.
    """
    declarations = _numbered(_on_bases(list(tree.declarations), bases or {}, problems))
    listed = list(files)
    options = {node.id: node for node in declarations if isinstance(node, VariantNode) and node.optional}
    document = document_of(declarations, manifest, listed, problems, known)
    models = []
    for option in options.values():
        if problems.is_spoilt:
            break
        patched = variant.apply(declarations, option, problems)
        models.append(
            OptionModel(
                option.id,
                option.tail.title,
                citing(option.tail).get("cites", []),
                citing(option.tail).get("notes", []),
                option.at,
                document_of(_numbered(patched), manifest, listed, problems),
            )
        )
    return Model(manifest, document, tuple(models), known)


def _numbered(declarations: list[Declaration]) -> list[Declaration]:
    """Examples and invariants have texts for names; the artifact needs ids."""
    taken: set[str] = set()
    for node in declarations:
        if isinstance(node, (ExampleNode, InvariantNode)):
            base = slug(node.tail.title or node.id) or "example"
            id, number = base, 1
            while id in taken:
                number += 1
                id = f"{base}_{number}"
            taken.add(id)
            node.id = id
    return declarations


def _on_bases(
    declarations: list[Declaration], bases: Mapping[str, Tree], problems: Problems
) -> list[Declaration]:
    """The declarations of a ruleset; of a variant, those of its base with its changes."""
    for node in tuple(declarations):
        if isinstance(node, VariantNode) and not node.optional:
            declarations = _on_base(declarations, node, bases, problems)
    return declarations


def _on_base(
    declarations: list[Declaration], node: VariantNode, bases: Mapping[str, Tree], problems: Problems
) -> list[Declaration]:
    """The base's declarations with this variant's patches, after those of the options it switches on."""
    base = bases.get(node.of)
    if base is None:
        problems.add(errors.unused_base(node.at, node.of, bases))
        return declarations
    own = [one for one in declarations if one is not node]
    others = {id: tree for id, tree in bases.items() if id != node.of}
    # The variant is a ruleset of its own: its name and title, the base's sides and dice.
    made = [
        replace(one, id=node.id, at=node.at, tail=node.tail) if isinstance(one, RulesetNode) else one
        for one in _on_bases(list(base.declarations), others, problems)
    ]
    options = {one.id: one for one in made if isinstance(one, VariantNode) and one.optional}
    switched = variant.enabled(node, options)
    for id in switched:
        made = variant.apply([one for one in made if one.id != id], options[id], problems)
    return [*variant.apply(made, node, problems, switched), *own]
