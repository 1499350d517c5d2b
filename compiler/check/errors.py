"""RW03 to RW06: tables, phases, secrecy, citations. All sentences of this pass, one function per code."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.compiler.check import audience, intervals
from rulewright.compiler.check.audience import Term
from rulewright.compiler.check.intervals import Numbers
from rulewright.compiler.check.values import Values
from rulewright.compiler.check.wording import (
    Node,
    counted,
    diagnostic,
    listed,
    lookup_words,
    quoted,
    row_for,
    row_words,
    ticked,
    totals_words,
    values_words,
)
from rulewright.compiler.diagnostics import Diagnostic, Severity
from rulewright.compiler.model import Json
from rulewright.compiler.suggest import did_you_mean

# ---------------------------------------------------------------- tables


def boxes_of_track(track: Node, left: Values, twice: Values) -> Diagnostic:
    if left.numbers:
        message = f"track `{track['id']}` has no row for {_box(left)}"
        return diagnostic("RW0311", "error", message, track, help="widen a row, or add one for it")
    message = f"track `{track['id']}` has two rows for {_box(twice)}"
    return diagnostic("RW0311", "error", message, track, help="let one row end where the other begins")


def _box(values: Values) -> str:
    one = len(values.numbers) == 1 and values.numbers[0][0] == values.numbers[0][1]
    return f"box{'' if one else 'es'} {values_words(values)}"


def table_gap(
    table: Node, row: Node | None, edge: str, left: Numbers, shown: str, unlimited: Sequence[str]
) -> Diagnostic:
    message = f"table `{table['id']}` has no row for {totals_words(left)} ({shown})"
    cell = f"| {row_for(left)} | … |"
    way_out = f"widen a neighbouring row, or add `{cell}`"
    if unlimited and not intervals.is_bounded(left):
        way_out = (
            f"nothing limits {quoted(unlimited)}: begin and end with open rows such as `..1` and `9..`, "
            "or give what it reads a range"
        )
    return diagnostic("RW0312", "error", message, row or table, label=edge, help=way_out, cited=(table,))


def rows_overlap(table: Node, first: Node, second: Node, common: Values) -> Diagnostic:
    both = "every value that is left" if common.is_open else values_words(common)
    rows = f"`{row_words(first['keys'])}` and `{row_words(second['keys'])}`"
    message = f"rows {rows} of `{table['id']}` both take {both}"
    return diagnostic(
        "RW0313",
        "error",
        message,
        second if "at" in second else table,
        label="this row",
        help="only the first of them would ever be read: let one end where the other begins",
        cited=(table,),
        related=((first, "and this one"),),
    )


def dead_row(table: Node, row: Node, extremes: Sequence[str]) -> Diagnostic:
    message = f"no roll can reach row `{row_words(row['keys'])}` of table `{table['id']}`"
    if extremes:
        message += f": totals go from {' to '.join(extremes)}" if len(extremes) == 2 else f": {extremes[0]}"
    way_out = "check the dice and the modifiers; a row that stays can be joined to its neighbour, as in `8..`"
    return diagnostic("RW0314", "warning", message, row, label="never reached", help=way_out, cited=(table,))


def dead_lookup_row(owner: Node, node: Node, row: Node, axis: Values) -> Diagnostic:
    message = f"nothing that {lookup_words(owner, node)} looks up finds row `{row_words(row['keys'])}`"
    if axis.numbers or axis.names:
        message += f": it can be {values_words(axis, 6)}"
    return diagnostic("RW0314", "warning", message, row, label="never found", cited=(node, owner))


def dead_column(owner: Node, column: Json) -> Diagnostic:
    message = f"no roll or look-up can reach column `{row_words(column)}` of `{owner['id']}`"
    return diagnostic("RW0314", "warning", message, owner)


def column_gap(owner: Node, left: Values) -> Diagnostic:
    message = f"`{owner['id']}` has no column for {values_words(left)}"
    return diagnostic("RW0315", "error", message, owner, help="add a column, or widen one, as in `4..`")


def columns_overlap(owner: Node, first: Json, second: Json, common: Values) -> Diagnostic:
    both = "every value that is left" if common.is_open else values_words(common)
    message = f"columns `{row_words(first)}` and `{row_words(second)}` of `{owner['id']}` both take {both}"
    return diagnostic("RW0315", "error", message, owner, help="let one end where the other begins")


def lookup_gap(owner: Node, node: Node, row: Node | None, edge: str, left: Values) -> Diagnostic:
    message = f"{lookup_words(owner, node)} has no row for {values_words(left)}"
    way_out = "add a row for it, or end with `| otherwise | … |`"
    if "drms" in owner:
        way_out += "; a row may also say `impossible`"
    if not intervals.is_bounded(left.numbers):
        way_out += "; what nothing limits can be given a range where it is declared"
    place = row or (node if "at" in node else owner)
    return diagnostic("RW0316", "error", message, place, label=edge, help=way_out, cited=(node, owner))


def natural_never_shown(table: Node, natural: Json, dice: Numbers) -> Diagnostic:
    message = f"the dice of table `{table['id']}` never show a natural {row_words(natural['keys'])}"
    if dice:
        message += f": they show {intervals.words(dice)}"
    return diagnostic(
        "RW0317", "error", message, table, help="a natural roll is the dice before any modifier"
    )


def natural_twice(table: Node, common: Values) -> Diagnostic:
    message = f"table `{table['id']}` says twice what a natural {values_words(common)} gives"
    return diagnostic("RW0317", "error", message, table, help="keep one of the two lines")


def threshold_decides(table: Node, outcome: str, limit: Numbers, totals: Numbers) -> Diagnostic:
    message = (
        f"every roll of table `{table['id']}` is a {outcome}: "
        f"the threshold is {intervals.words(limit)}, the totals are {intervals.words(totals)}"
    )
    return diagnostic("RW0317", "warning", message, table)


def unhandled_outcome(roll: Node, table: Node, missing: Sequence[str]) -> Diagnostic:
    message = f"this roll has no arm for {ticked(missing)}, which table `{table['id']}` can give"
    way_out = f"add `{missing[0]}:`; an arm without a body does nothing"
    return diagnostic("RW0318", "error", message, roll, help=way_out, cited=(table,))


def result_ignored(roll: Node, table: Node) -> Diagnostic:
    message = f"nothing looks at what table `{table['id']}` gives here"
    way_out = "add an arm for each result, or keep it: `roll … as name`"
    return diagnostic("RW0318", "error", message, roll, help=way_out, cited=(table,))


# ---------------------------------------------------------------- phases, rules, use


def never_entered(word: str, name: str, node: Node, owner: Node | None = None) -> Diagnostic:
    message = f"{word} `{name}` is never entered: its condition cannot hold"
    cited = () if owner is None else (owner,)
    return diagnostic("RW0321", "error", message, node, help="check the condition after `if`", cited=cited)


def never_used(word: str, declaration: Node) -> Diagnostic:
    message = f"nothing in play uses the {word} `{declaration['id']}`"
    way_out = "use it, remove it, or list its section under `unfinished` in the manifest"
    return diagnostic("RW0322", "warning", message, declaration, help=way_out)


def unused_so_far(unused: Sequence[tuple[str, Node]], path: str) -> Diagnostic:
    number = counted(len(unused), "declaration waits", "declarations wait")
    names = [f"`{declaration['id']}`" for _, declaration in unused[:5]]
    if len(unused) > 5:
        names.append(f"{len(unused) - 5:,} more")
    message = f"{number} for the sections that are unfinished: {listed(names)}"
    return Diagnostic("RW0322", "note", message, path=path)


def unreachable(statement: Node, before: Node) -> Diagnostic:
    message = "nothing from here to the end of the block is ever reached"
    place = [(before, "the block is left here")]
    return diagnostic("RW0323", "warning", message, statement, related=place)


def never_ends(phase: Node) -> Diagnostic:
    way_out = (
        "write `end game as …` where a rule says so, or list its section under `unfinished` in the manifest"
    )
    return diagnostic("RW0324", "error", "the game never ends: no rule says `end game`", phase, help=way_out)


def ending_never_happens(enum: Node, unused: Sequence[str]) -> Diagnostic:
    message = f"no rule ends the game as {ticked(unused, 'or')}"
    return diagnostic(
        "RW0325", "warning", message, enum, help=f"write `end game as {unused[0]}` where it happens"
    )


def no_victory(end_game: Node) -> Diagnostic:
    way_out = "write `rule victory`, which `end game` runs; it may read `ending`"
    return diagnostic(
        "RW0325", "warning", "the game ends, and no rule names the winner", end_game, help=way_out
    )


def endless_loop(loop: Node) -> Diagnostic:
    way_out = "write `end repeat` under a condition, or `repeat n times`"
    return diagnostic("RW0326", "error", "this loop has no way out", loop, help=way_out)


def value_without_arm(on: Node, left: Values) -> Diagnostic:
    message = f"this `on` has no arm for {values_words(left, 5)}"
    return diagnostic(
        "RW0327", "warning", message, on, help="an arm without a body, or `otherwise:`, says that it is meant"
    )


def arm_never_taken(on: Node, keys: Json) -> Diagnostic:
    message = f"the arm `{row_words(keys)}` is never taken"
    return diagnostic(
        "RW0327", "warning", message, on, help="the value cannot be that, or an arm before it takes it"
    )


# ---------------------------------------------------------------- maps, pieces, markers, cups


def barrier_without_edge(map: Node, a: str, b: str) -> Diagnostic:
    message = f"a barrier of map `{map['id']}` stands between `{a}` and `{b}`, which are no neighbours"
    return diagnostic(
        "RW0331", "warning", message, map, help="check both names; the row of a place is its letter"
    )


def link_without_use(map: Node, a: str, b: str) -> Diagnostic:
    message = f"a link of map `{map['id']}` joins `{a}` and `{b}`, which are neighbours already"
    way_out = (
        "check both names; a link opens an edge that a barrier closes, or joins places that do not touch"
    )
    return diagnostic("RW0331", "warning", message, map, help=way_out)


def empty_region(map: Node, region: str) -> Diagnostic:
    message = f"region `{region}` of map `{map['id']}` has no places"
    return diagnostic("RW0332", "warning", message, map, help="list its places, or remove it")


def isolated_places(map: Node, places: Sequence[str]) -> Diagnostic:
    shown = ticked(places[:3]) + (f" and {len(places) - 3:,} more" if len(places) > 3 else "")
    message = f"no way leads to {shown} of map `{map['id']}`"
    return diagnostic("RW0333", "warning", message, map, help="add a link, or take the place off the map")


def closed_start(move: Node, unit: str, place: str, side: str) -> Diagnostic:
    message = f"`{unit}` starts in `{place}`, which is closed to `{side}`"
    return diagnostic(
        "RW0334", "warning", message, move, help="choose another place, or open it for that side"
    )


def out_of_range(node: Node, what: str, value: str, range: Sequence[int | None], owner: Node) -> Diagnostic:
    lo, hi = ("" if end is None else str(end) for end in range)
    message = f"{what} is {value}, and only {lo}..{hi} is allowed"
    related = [(owner, "declared here")] if owner is not node else []
    return diagnostic(
        "RW0341", "error", message, node, help="correct the value, or widen the range", related=related
    )


def same_name(unit: Node, other: Node) -> Diagnostic:
    message = f'`{unit["id"]}` and `{other["id"]}` are both called "{unit["name"]}"'
    way_out = "give them different names: players see only these"
    return diagnostic("RW0343", "warning", message, unit, help=way_out, related=[(other, "the other one")])


def empty_cup(cup: Node) -> Diagnostic:
    message = f"cup `{cup['id']}` holds no chits"
    return diagnostic(
        "RW0351", "error", message, cup, help="add rows with a kind and how many there are: `| hull | 10 |`"
    )


def countdown_out_of_range(mark: Node, marker: Node, value: str) -> Diagnostic:
    hi, lo = marker["countdown"]
    message = f"marker `{marker['id']}` would start at {value}, and it counts from {hi} to {lo}"
    way_out = "correct the number, or widen the marker's countdown"
    return diagnostic("RW0352", "error", message, mark, help=way_out, related=[(marker, "declared here")])


# ---------------------------------------------------------------- optional rules


def options_conflict(first: Node, second: Node, places: Sequence[str]) -> Diagnostic:
    message = f"the optional rules `{first['id']}` and `{second['id']}` cannot both be on"
    way_out = (
        f"both change {ticked(places[:3])}; if they should go together, let one of them leave that alone"
    )
    return diagnostic("RW0361", "note", message, second, help=way_out, related=[(first, "the other one")])


# ---------------------------------------------------------------- examples, invariants


def result_never_given(expect: Node, example: Node, value: str, table: Node, given: str) -> Diagnostic:
    message = f"the example expects `{value}`, which table `{table['id']}` never gives"
    way_out = f"it gives {given}" if given else "no row of it can be reached"
    return diagnostic("RW0402", "error", message, expect, help=way_out, cited=(example, table))


def expects_nothing(example: Node) -> Diagnostic:
    message = "this example expects nothing"
    return diagnostic(
        "RW0403", "error", message, example, help="add `expect` and what the rule book says comes out"
    )


def invariant_decided(invariant: Node, holds: bool) -> Diagnostic:
    name = invariant["title"] or invariant["id"]
    way_out = "say what play could break, or remove it"
    if holds:
        message = f'the invariant "{name}" holds whatever happens'
        return diagnostic("RW0404", "warning", message, invariant, help=way_out)
    return diagnostic("RW0404", "error", f'the invariant "{name}" can never hold', invariant, help=way_out)


# ---------------------------------------------------------------- secrecy


def options_show_secret(node: Node, side: Term, secrets: str, severity: Severity) -> Diagnostic:
    message = f"what {audience.words(side)} may choose depends on {secrets}"
    way_out = f"`tell` or `reveal` it to {audience.words(side)} before, or offer what that side can see"
    return diagnostic("RW0501", severity, message, node, help=way_out)


def value_shows_secret(node: Node, what: str, seen_by: str, secrets: str, severity: Severity) -> Diagnostic:
    message = f"{what} is seen by {seen_by}, and its new value depends on {secrets}"
    way_out = "`reveal` the value before, or keep it where only its owner looks"
    return diagnostic("RW0502", severity, message, node, help=way_out)


def table_reads_secret(roll: Node, table: Node, secrets: str) -> Diagnostic:
    message = f"all see this roll on table `{table['id']}`, whose result depends on {secrets}"
    way_out = "nothing is wrong with that if the result may give a hint; otherwise roll it `seen by` one side"
    return diagnostic("RW0502", "note", message, roll, help=way_out, cited=(table,))


def end_shows_secret(node: Node, secrets: str) -> Diagnostic:
    message = f"the game ends, or goes on, by {secrets}"
    way_out = "a `tell all` before `end game` says why it ends"
    return diagnostic("RW0502", "note", message, node, help=way_out)


def effect_shows_secret(node: Node, what: str, seen_by: str, secrets: str, severity: Severity) -> Diagnostic:
    message = f"{seen_by} can see {what} change, and whether it does depends on {secrets}"
    way_out = (
        "`tell` or `reveal` to those who see it, before this line and in the same step, what they may learn"
    )
    return diagnostic("RW0503", severity, message, node, help=way_out)


def question_shows_secret(node: Node, side: Term, secrets: str, severity: Severity) -> Diagnostic:
    message = f"whether {audience.words(side)} is asked depends on {secrets}"
    way_out = f"`tell` {audience.words(side)} what it may learn before it is asked, or ask it in any case"
    return diagnostic("RW0503", severity, message, node, help=way_out)


def tells_what_is_known(node: Node, word: str, side: Term) -> Diagnostic:
    message = f"this `{word}` tells {audience.words(side)} only what that side knows already"
    return diagnostic("RW0504", "warning", message, node, help="was the other side meant, or `all`?")


def shared_slot(node: Node, what: str) -> Diagnostic:
    message = f"{what} is changed by all sides at the same time"
    way_out = "keep one value per side (`… by side`), or change it after the block"
    return diagnostic("RW0505", "error", message, node, help=way_out)


def other_sides_slot(node: Node, what: str) -> Diagnostic:
    message = f"{what} of another side's piece is changed while that side makes its own changes"
    way_out = "inside `simultaneously` each side changes its own pieces; move this after the block"
    return diagnostic("RW0505", "error", message, node, help=way_out)


def shared_cup(node: Node, cup: str) -> Diagnostic:
    message = f"all sides reach into cup `{cup}` at the same time"
    way_out = "who is first would matter, and nobody is: draw before or after the block, or roll dice"
    return diagnostic("RW0505", "error", message, node, help=way_out)


def bot_reads_secret(line: Node, bot: Node, secrets: str, side: str) -> Diagnostic:
    message = f"the bot `{bot['id']}` plays `{side}`, and this line depends on {secrets}"
    way_out = f"a bot sees what a player of its side sees: ask what is public, told to `{side}`, or its own"
    return diagnostic("RW0506", "error", message, line, help=way_out)


# ---------------------------------------------------------------- citations


def unknown_section(node: Node, section: str, known: Sequence[str]) -> Diagnostic:
    message = f"section {section} is not in the contents of the source"
    way_out = did_you_mean(section, known) or "correct it, or add the section to `contents` in the manifest"
    return diagnostic("RW0601", "error", message, node, help=way_out)


def uncited_sections(sections: Sequence[str], path: str) -> Diagnostic:
    number = counted(len(sections), "section of the source is", "sections of the source are")
    message = f"{number} cited nowhere: {', '.join(sections[:20])}"
    if len(sections) > 20:
        message += f" and {len(sections) - 20} more"
    way_out = "cite each where it is used, or say `no_rule` or `unfinished` in the manifest"
    return Diagnostic("RW0602", "warning", message, path=path, help=way_out)
