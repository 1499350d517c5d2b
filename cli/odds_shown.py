"""Odds on a terminal: a table where it fits, a list of results for each case where it does not."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from rulewright.cli import odds_cells as cells
from rulewright.cli import terminal

if TYPE_CHECKING:
    from rulewright.runtime.odds import Answer, Case, Distribution
    from rulewright.runtime.odds.sensitivity import Sensitivity

MOST_COUNTS = 12
"""Columns for how many of a thing there are; more are one column."""

MOST_VALUES = 24
"""Lines for one thing."""

IMPOSSIBLE = "no roll"


def show(answer: Answer) -> None:
    """Print an answer."""
    _head(answer.title, answer.cites, answer.given)
    if not answer.cases:
        terminal.say("nothing: what is given excludes everything")
        return
    if answer.kind == "rule":
        _show_things(answer)
    elif any(case.tallies for case in answer.cases):
        _show_tallies(answer)
    else:
        _show_results(answer)
    for note in answer.notes:
        say_wrapped(note)
    _say_how_exact(answer)


def _head(title: str, cites: Sequence[Any], given: Sequence[tuple[str, str]]) -> None:
    sections = f" [{', '.join(cite['section'] for cite in cites)}]" if cites else ""
    terminal.say(terminal.paint(title, bold=True) + sections)
    if given:
        say_wrapped("given: " + ", ".join(f"{name} = {value}" for name, value in given))


def say_wrapped(text: str, indent: int = 0) -> None:
    """Print a sentence in lines that fit, the later ones indented further."""
    lines = wrap(
        text,
        terminal.width(),
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + 2),
        break_on_hyphens=False,
    )
    for line in lines:
        terminal.say(line)


def _say_how_exact(answer: Answer) -> None:
    if answer.sampled:
        say_wrapped(
            f"{'what has brackets is ' if _is_exact_in_part(answer) else ''}sampled, since there are too many states to look at all"
            f" (`--budget`): {answer.sampled:,} rolls; in brackets, where the chance lies with 95 %"
        )


def _is_exact_in_part(answer: Answer) -> bool:
    return any(name not in case.sampled for case in answer.cases for name, _ in case.tallies)


# ---- results ----


def _show_results(answer: Answer) -> None:
    cases = merged(answer)
    results = list(dict.fromkeys(value for case, _ in cases for value in case.results.values))
    if answer.numeric:
        results.sort(key=lambda value: (value is None, value or 0))
    labels = [answer.label(value) for value in results]
    modifiers = _has_modifiers(answer)
    heads = [
        *answer.columns,
        *([MODIFIERS] if modifiers else []),
        *labels,
        *(["mean"] if _has_mean(answer) else []),
    ]
    for exact in (True, False):
        rows: list[list[str]] = []
        for case, sums in cases:
            row = [*case.at, *([sums] if modifiers else [])]
            row += [
                cells.chance_of(case.results.probability(value), exact) if value in case.results else ""
                for value in results
            ]
            row += [_mean(case.results)] if _has_mean(answer) else []
            rows.append(row)
        if cells.fits(heads, rows):
            cells.print_table(heads, rows, len(heads) - len(labels) - bool(_has_mean(answer)))
            if not exact:
                terminal.say("rounded; `--format csv` has the fractions")
            return
    _show_blocks(answer, cases)


def _show_blocks(answer: Answer, cases: Sequence[tuple[Case, str]]) -> None:
    """Print each case by itself: a line for each result."""
    for case, sums in cases:
        where = [f"{name} = {value}" for name, value in zip(answer.columns, case.at, strict=True)]
        where += [f"modifiers {sums}"] if _has_modifiers(answer) and sums else []
        if where:
            terminal.say()
            say_wrapped(", ".join(where))
        rows = [
            [answer.label(value), cells.percent(chance), cells.fraction(chance)]
            for value, chance in case.results.items()
        ]
        cells.print_table(["result", "chance", ""], rows, 1)


MODIFIERS = "modifiers"


def _has_modifiers(answer: Answer) -> bool:
    return any(case.modifiers for case in answer.cases) or len({case.modifiers for case in answer.cases}) > 1


def merged(answer: Answer) -> list[tuple[Case, str]]:
    """Cases with the sums of modifiers at which they are so: neighbours with the same results become one."""
    found: list[tuple[Case, list[int | None]]] = []
    for case in answer.cases:
        if (
            found
            and found[-1][0].at == case.at
            and found[-1][0].results == case.results
            and found[-1][0].tallies == case.tallies
        ):
            found[-1][1].append(case.modifiers)
        else:
            found.append((case, [case.modifiers]))
    return [(case, _sums(sums)) for case, sums in found]


def _sums(sums: Sequence[int | None]) -> str:
    known = [one for one in sums if one is not None]
    if not known:
        return IMPOSSIBLE
    if len(known) > 2 and known[-1] - known[0] == len(known) - 1:
        return f"{signed(known[0])}..{signed(known[-1])}"
    return ", ".join(map(signed, known))


def signed(number: int) -> str:
    return f"{number:+d}" if number else "0"


def _has_mean(answer: Answer) -> bool:
    return answer.numeric


def _mean(results: Distribution) -> str:
    return "" if None in results else f"{float(results.mean):.2f}"


# ---- tallies ----


def _show_tallies(answer: Answer) -> None:
    cases = merged(answer)
    modifiers = _has_modifiers(answer)
    values = sorted(
        {
            value
            for case, _ in cases
            for _, tally in case.tallies
            for value, chance in tally.items()
            if chance >= Fraction(1, 2000)
        }
    )
    if len(values) > MOST_COUNTS and min(values) < 0:
        _show_spreads(answer, cases, modifiers)
        return
    rest = values[MOST_COUNTS - 1] if len(values) > MOST_COUNTS else None
    shown = values if rest is None else values[: MOST_COUNTS - 1]
    heads = [
        *answer.columns,
        *([MODIFIERS] if modifiers else []),
        "of",
        "mean",
        *map(str, shown),
        *([f"{rest}+"] if rest is not None else []),
    ]
    rows: list[list[str]] = []
    for case, sums in cases:
        for name, tally in case.tallies:
            row = [*case.at, *([sums] if modifiers else []), name, f"{float(tally.mean):.2f}"]
            row += [cells.percent(tally.probability(value)) if value in tally else "" for value in shown]
            row += [cells.percent(tally.probability(_from(rest)))] if rest is not None else []
            rows.append(row)
    if not cells.fits(heads, rows):
        _show_spreads(answer, cases, modifiers)
        return
    cells.print_table(heads, rows, len(heads) - len(shown) - (rest is not None) - 1)
    terminal.say("rounded; `--format csv` has the fractions")


def _from(least: Any) -> Any:
    return lambda value: value >= least


SPREAD = (
    ("mean", None),
    ("5 %", "1/20"),
    ("25 %", "1/4"),
    ("half", "1/2"),
    ("75 %", "3/4"),
    ("95 %", "19/20"),
)


def _show_spreads(answer: Answer, cases: Sequence[tuple[Case, str]], modifiers: bool) -> None:
    """Print how far each tally spreads, where there are too many values for a column each."""
    heads = [
        *answer.columns,
        *([MODIFIERS] if modifiers else []),
        "of",
        "any",
        "least",
        *(name for name, _ in SPREAD),
        "most",
    ]
    rows = []
    for case, sums in cases:
        for name, tally in case.tallies:
            found = [
                f"{float(tally.mean):.2f}" if share is None else str(tally.quantile(share))
                for _, share in SPREAD
            ]
            ends = tally.values
            rows.append(
                [
                    *case.at,
                    *([sums] if modifiers else []),
                    name,
                    cells.percent(tally.probability(bool)),
                    str(ends[0]),
                    *found,
                    str(ends[-1]),
                ]
            )
    cells.print_table(heads, rows, len(heads) - len(SPREAD) - 3)
    terminal.say("5 %, …: what is not exceeded with that chance; `--format csv` has every value")


# ---- rules ----


def _show_things(answer: Answer) -> None:
    """Print what becomes of each thing that a rule may change: a line for each value."""
    if not any(case.tallies for case in answer.cases):
        terminal.say("nothing changes")
        return
    heads = [*answer.columns, "of", "mean", "value", "chance", ""]
    rows: list[list[str]] = []
    for case in answer.cases:
        for name, tally in case.tallies:
            mean = f"{float(tally.mean):.2f}" if tally.is_numeric else ""
            for value, chance in _likeliest(tally):
                rows.append(
                    [
                        *case.at,
                        name,
                        mean,
                        str(value),
                        cells.percent(chance),
                        _how_sure(chance, answer.sampled if name in case.sampled else 0),
                    ]
                )
    cells.print_table(heads, rows, len(heads) - 2)
    if not answer.sampled and any(not row[-1] for row in rows):
        terminal.say("`--format csv` has all fractions")


def _likeliest(tally: Distribution) -> list[tuple[Any, Fraction]]:
    """The values in their order, or the likeliest of very many."""
    found = list(tally.items())
    if len(found) > MOST_VALUES:
        found = sorted(found, key=lambda one: -one[1])[:MOST_VALUES]
    return found


def _how_sure(chance: Fraction, sampled: int) -> str:
    """The exact chance if it is short, or the interval of a sampled one."""
    if sampled:
        from rulewright.runtime.simulation.intervals import share

        low, high = share(round(chance * sampled), sampled)
        return f"({100 * low:.2f}..{100 * high:.2f})"
    exact = cells.fraction(chance)
    return exact if len(exact) <= 2 * cells.LONG_FRACTION else ""


# ---- sensitivity ----


def show_moves(found: Sensitivity) -> None:
    """Print how each modifier moves the results."""
    _head(found.title, (), found.given)
    if found.taken:
        say_wrapped(
            "not given, so taken as: " + ", ".join(f"{name} = {value}" for name, value in found.taken)
        )
    results = dict.fromkeys(
        [*found.results.values, *(value for move in found.moves for value, _ in move.changes)]
    )
    labels = [found.label(value) for value in results]
    first = [
        "as it is",
        "",
        _total(found.modifiers),
        *(cells.percent(found.results.probability(value)) for value in results),
    ]
    rows = [first]
    for move in found.moves:
        changes = dict(move.changes)
        rows.append(
            [
                move.modifier,
                f"{_total(move.before)} → {_total(move.after)}",
                _total(move.total),
                *(_change(changes.get(value)) for value in results),
            ]
        )
    heads = ["modifier", "worth", "total", *labels]
    if cells.fits(heads, rows):
        cells.print_table(heads, rows, 2)
        return
    cells.print_table(
        heads[:3] + ["change in points"], [[*row[:3], _changes_of(row[3:], labels)] for row in rows[1:]], 4
    )


def _changes_of(cells: Sequence[str], labels: Sequence[str]) -> str:
    return ", ".join(f"{label} {cell}" for cell, label in zip(cells, labels, strict=True) if cell)


def _total(number: int | None) -> str:
    return IMPOSSIBLE if number is None else signed(number)


def _change(change: Fraction | None) -> str:
    return "" if not change else f"{float(100 * change):+.4g}"
