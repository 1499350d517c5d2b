"""The promises of the language, in the order in which they are judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulewright.compiler.check import (
    citation,
    example,
    map,
    option,
    outcome,
    piece,
    procedure,
    table,
    usage,
    walk,
)
from rulewright.compiler.check.indexed import IndexedModel, indexed
from rulewright.compiler.diagnostics import Problems
from rulewright.compiler.model import Model, OptionModel
from rulewright.compiler.record import Record, field

Promise = Callable[[IndexedModel, Problems], None]

PROMISES: tuple[Promise, ...] = (
    table.every_roll_finds_one_row,
    table.every_lookup_finds_one_row,
    table.natural_rolls_and_thresholds_can_happen,
    outcome.every_result_is_handled,
    procedure.every_phase_is_entered,
    usage.every_declaration_is_used,
    procedure.every_statement_is_reached,
    procedure.every_game_can_end,
    procedure.every_loop_can_be_left,
    procedure.every_value_has_an_arm,
    map.every_edge_joins_what_it_should,
    map.every_region_has_places,
    map.every_place_can_be_reached,
    map.no_unit_starts_where_it_may_not_be,
    piece.every_value_is_in_range,
    piece.no_two_units_share_a_name,
    piece.every_cup_holds_chits,
    piece.every_countdown_starts_in_range,
    piece.every_box_of_a_track_has_one_row,
    example.every_example_expects_something,
    example.every_expected_result_can_be_given,
    example.no_invariant_is_decided_beforehand,
    walk.no_secret_leaks,
    citation.every_citation_leads_somewhere,
)

OF_THE_WHOLE: tuple[Promise, ...] = (citation.every_section_is_cited,)
"""Judged once for a ruleset with all its optional rules; the others also for each optional rule alone."""


class CheckedModel(Record, frozen=True):
    """A model that keeps its promises.

    provenance: how many data are stated, ruled, assumed. uncited: sections that nothing cites.
    conflicts: pairs of optional rules that cannot be on at once.
    public_choices: ids of the decisions that rest on facts known to all, by option id; "" is the base.
    """

    model: Model
    provenance: Mapping[str, int]
    uncited: tuple[str, ...] = ()
    conflicts: tuple[tuple[str, str], ...] = ()
    public_choices: Mapping[str, frozenset[str]] = field(default_factory=dict)


def check(model: Model, problems: Problems) -> CheckedModel:
    """Judge `model`; what is wrong with it is added to `problems`."""
    base = indexed(model)
    judged = option.Found()
    for promise in (*PROMISES, *OF_THE_WHOLE):
        promise(base, judged)
    public = {"": walk.public_choices(base.index)}
    options: list[tuple[OptionModel, option.Found]] = []
    for one in model.options:
        variant, found = (
            indexed(Model(model.manifest, one.document, inherited=model.inherited)),
            option.Found(),
        )
        for promise in PROMISES:
            promise(variant, found)
        options.append((one, found))
        public[one.id] = walk.public_choices(variant.index)
    problems.extend(option.merged(base, judged, options))
    return CheckedModel(
        model,
        citation.provenance(base.index),
        tuple(citation.uncited(base)),
        option.conflicts_of(model, problems),
        public,
    )
