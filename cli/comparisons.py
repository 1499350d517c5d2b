"""The comparison of two runs, in words and as a sheet with charts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rulewright.cli import charts, reports, stamps
from rulewright.cli.odds_diff import TableOdds, shift_in_words, table_in_words
from rulewright.cli.rules_diff import Change, in_words
from rulewright.compiler.aids.formats import FORMATS, Look
from rulewright.compiler.aids.model import Figure, Paragraph, Section, Sheet, text
from rulewright.runtime.simulation.pairs import Comparison, Difference
from rulewright.runtime.simulation.run import Run

ID = "compare"
PAGE = f"{ID}.html"
FEW_PAIRS = 30


def write(folder: Path, told: Comparison, differences: Sequence[Change], odds: Sequence[TableOdds]) -> None:
    """Write the comparison into a folder."""
    sheet = sheet_of(told, differences, odds)
    imprint = reports.imprint_of(told.before, sheet)
    for file, data in FORMATS["html"](sheet, imprint, Look()).items():
        stamps.write_atomically(folder / file, data)


def lines(told: Comparison) -> list[tuple[str, str, str, str, str]]:
    """Return each figure as a line: title, before, after, difference, interval."""
    return [_line(one) for one in (*told.wins, *told.endings, *_that_happened(told.figures))]


def _that_happened(figures: Sequence[Difference]) -> list[Difference]:
    """Leave out what was 0 in every game of both."""
    return [
        one
        for one in figures
        if one.before or one.after or one.change.value or one.change.low != one.change.high
    ]


def _line(one: Difference) -> tuple[str, str, str, str, str]:
    change = one.change
    return (
        one.title,
        _value(one, one.before),
        _value(one, one.after),
        f"{reports.STRONG if change.is_clear else ''}{_signed(one, change.value)}",
        f"{_signed(one, change.low)} to {_signed(one, change.high)}",
    )


def _value(one: Difference, value: float) -> str:
    return f"{value:.1%}" if one.is_share else reports.short(value)


def _signed(one: Difference, value: float) -> str:
    if one.is_share:
        shown = f"{abs(100 * value):.1f}"
        return f"{'−' if value < 0 else '+'}{shown} %" if shown != "0.0" else "0 %"
    shown = reports.short(abs(value))
    return f"{'−' if value < 0 else '+'}{shown}" if shown != "0" else "0"


def sheet_of(told: Comparison, differences: Sequence[Change], odds: Sequence[TableOdds]) -> Sheet:
    sections = [_head(told), _shares(told), _figures(told), _rules(differences), _odds(odds)]
    return Sheet(
        ID, f"{told.before.asked} and {told.after.asked}", tuple(one for one in sections if one.blocks)
    )


def _head(told: Comparison) -> Section:
    return Section((), (reports.facts("compared", "What was compared", facts_of(told)),))


def facts_of(told: Comparison) -> list[tuple[str, str]]:
    found = [
        ("Before", _named(told.before)),
        ("After", _named(told.after)),
        ("Pairs of games", f"{told.pairs:,}, with the same seeds, from {told.before.seed}"),
        ("Same end and winner", f"{told.alike:,} of the pairs"),
        ("Players", ", ".join(f"{side.title}: {side.bot}" for side in told.before.sides)),
    ]
    if told.gain is not None:
        found.append(
            ("Worth", f"as sure of who wins as {told.pairs * told.gain:,.0f} games each with other seeds")
        )
    return found


def _named(run: Run) -> str:
    return f"{run.asked}: {run.title}, version {run.rules_version}, hash {run.rules_hash[:12]}"


HEADS = ("Figure", "before", "after", "difference", "95 % interval")
NOTE = "The difference is printed bold where its interval leaves out 0, as it does for one figure in twenty by chance alone."


def _shares(told: Comparison) -> Section:
    shown = (*told.wins, *told.endings)
    if not shown:
        return Section(text("Who wins, and how"), ())
    rows = [
        charts.Point(
            one.title,
            100 * one.change.value,
            100 * one.change.low,
            100 * one.change.high,
            _signed(one, one.change.value),
        )
        for one in shown
    ]
    alt = (
        "Differences of shares: "
        + "; ".join(f"{one.title} {_signed(one, one.change.value)}" for one in shown)
        + "."
    )
    figure = Figure(
        "shares", text("How much more often, in games of a hundred"), charts.points(rows, reports.signed), alt
    )
    table = reports.table("shares-table", HEADS, [_line(one) for one in shown], (NOTE,))
    return Section(text("Who wins, and how"), (figure, table))


def _figures(told: Comparison) -> Section:
    figures = _that_happened(told.figures)
    if not figures:
        return Section(text("Figures"), ())
    table = reports.table("figures-table", HEADS, [_line(one) for one in figures], (NOTE,))
    return Section(text("Figures"), (table,))


def _rules(differences: Sequence[Change]) -> Section:
    if not differences:
        return Section(text("Rules"), (Paragraph(text("The rules of both play alike.")),))
    rows = [
        (
            one.title,
            one.kind,
            one.what,
            in_words(one) or "–",
            ", ".join(place for place in one.places if place),
        )
        for one in differences
    ]
    heads = ("Declaration", "is a", "was", "values", "where")
    return Section(text("Where the rules differ"), (reports.table("rules-table", heads, rows),))


def _odds(odds: Sequence[TableOdds]) -> Section:
    rows = []
    for one in odds:
        rows.append((one.title, table_in_words(one), ""))
        rows += [("", shift.where or "always", shift_in_words(shift)) for shift in one.shifts]
    if not rows:
        return Section(text("Where the odds differ"), ())
    note = "Exact chances, all that is not named taking every value it can have; of each table the cases that changed most."
    return Section(
        text("Where the odds differ"),
        (reports.table("odds-table", ("Table", "case", "chances"), rows, (note,)),),
    )
