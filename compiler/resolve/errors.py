"""RW02: names and types. All sentences of this pass, one function per code."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulewright.compiler.diagnostics import Diagnostic
from rulewright.compiler.source import Span
from rulewright.compiler.suggest import did_you_mean


def _error(
    code: str,
    message: str,
    at: Span,
    help: str = "",
    label: str = "",
    related: tuple[tuple[Span, str], ...] = (),
) -> Diagnostic:
    return Diagnostic(code, "error", message, span=at, help=help, label=label, related=related)


def unknown_name(name: str, at: Span, candidates: Iterable[str], what: str = "name") -> Diagnostic:
    return _error(
        "RW0201",
        f"unknown {what} `{name}`",
        at,
        did_you_mean(name, candidates) or f"declare `{name}`, or correct the spelling",
    )


def duplicate(name: str, at: Span, other: Span, kind: str) -> Diagnostic:
    return _error(
        "RW0202",
        f"`{name}` is declared twice",
        at,
        "one name stands for one thing: choose another name for one of the two",
        related=((other, f"first declared here, as a {kind}"),),
    )


def ambiguous(name: str, at: Span, meanings: list[str]) -> Diagnostic:
    said = " or ".join(meanings)
    return _error(
        "RW0203", f"`{name}` could be {said}", at, "rename one of them, or write what is compared on the left"
    )


def wrong_type(at: Span, wanted: str, given: str, where: str = "") -> Diagnostic:
    place = f" {where}" if where else ""
    return _error("RW0204", f"{wanted} is needed{place}, but this is {given}", at)


def not_comparable(at: Span, left: str, right: str) -> Diagnostic:
    return _error("RW0205", f"{left} cannot be compared with {right}", at)


def no_attribute(name: str, at: Span, owner: str, candidates: Iterable[str]) -> Diagnostic:
    return _error(
        "RW0206",
        f"{owner} has no attribute or marker `{name}`",
        at,
        did_you_mean(name, candidates) or f"add `{name}` to the declaration",
    )


def argument_count(name: str, at: Span, wanted: str, given: int) -> Diagnostic:
    return _error("RW0207", f"`{name}` takes {wanted}, but {given} {'is' if given == 1 else 'are'} given", at)


def shadowed(name: str, at: Span, what: str) -> Diagnostic:
    return _error(
        "RW0208",
        f"`{name}` is already the name of {what}",
        at,
        "choose another name: a name has one meaning in a block",
    )


def cell_count(at: Span, wanted: int, given: int) -> Diagnostic:
    return _error(
        "RW0209",
        f"this row has {given} cell{'s' if given != 1 else ''}, the header has {wanted}",
        at,
        "write one cell between two `|` for every column; leave a cell empty if it says nothing",
    )


def unknown_column(name: str, at: Span, owner: str, candidates: Iterable[str]) -> Diagnostic:
    return _error(
        "RW0210",
        f"`{owner}` has no attribute `{name}` for this column",
        at,
        did_you_mean(name, candidates) or "declare the attribute, or drop the column",
    )


def missing_column(name: str, at: Span) -> Diagnostic:
    return _error("RW0211", f"the header has no column `{name}`", at, f"add a column `{name}`")


def off_the_map(name: str, at: Span, map: str, extent: str) -> Diagnostic:
    return _error("RW0212", f"`{name}` is not on the map `{map}`", at, f"the map has {extent}")


def bad_setting(name: str, at: Span, owner: str, candidates: Iterable[str]) -> Diagnostic:
    return _error("RW0213", f"`{name}` is no setting of {owner}", at, did_you_mean(name, candidates))


def bad_setting_value(name: str, at: Span, wanted: str) -> Diagnostic:
    return _error("RW0214", f"the setting `{name}` needs {wanted}", at)


def misplaced_on_aid(name: str, at: Span, kind: str, setting: str, others: Sequence[str]) -> Diagnostic:
    article = "an" if kind[0] in "aeiou" else "a"
    way_out = f"write it under {' or '.join(f'`{other}`' for other in others)}" if others else ""
    return _error(
        "RW0238",
        f"`{name}` is {article} {kind}, which `{setting}` cannot print",
        at,
        way_out or f"take it out: no sheet prints {article} {kind}",
    )


def not_a_value(at: Span, what: str, help: str = "") -> Diagnostic:
    return _error("RW0215", f"{what} has no value of its own here", at, help)


def not_settable(at: Span, what: str, help: str = "") -> Diagnostic:
    return _error(
        "RW0216",
        f"{what} cannot be changed here",
        at,
        help or "`set` changes tracks, attributes that are not printed, and names made by `let`",
    )


def misplaced_require(at: Span) -> Diagnostic:
    return _error(
        "RW0217",
        "`require` stands first in the block of a choice, an offer, a menu line or an action",
        at,
        "move it up, or write `if … end …`",
    )


def unknown_target(word: str, name: str, at: Span, candidates: Iterable[str]) -> Diagnostic:
    listed = ", ".join(f"`{one}`" for one in candidates)
    return _error(
        "RW0218",
        f"`{word} {name}` has nothing to {'end' if word == 'end' else 'go on with'} here",
        at,
        f"possible here: {listed}" if listed else f"`{word}` stands inside a loop",
    )


def cyclic(what: str, at: Span, chain: list[str]) -> Diagnostic:
    return _error(
        "RW0219",
        f"{what} `{chain[0]}` needs itself: {' → '.join(chain)}",
        at,
        "break the circle: let one of them stand without the other",
    )


def nested_where(at: Span) -> Diagnostic:
    return Diagnostic(
        "RW0220",
        "warning",
        "a `where` inside a `where` is hard to read",
        span=at,
        help="give the inner question a name with `define`",
    )


def no_ruleset(at: Span | None) -> Diagnostic:
    return Diagnostic(
        "RW0221",
        "error",
        "there is no `ruleset` declaration",
        span=at,
        help='begin with: ruleset my_game "My Game"',
    )


def other_name(at: Span, name: str, manifest: str, path: str) -> Diagnostic:
    return _error(
        "RW0237",
        f"the rules are called `{name}`, and in the manifest `{manifest}`",
        at,
        f"write `ruleset: {name}` in {path}, or `{manifest}` here",
    )


def second_ruleset(at: Span, other: Span) -> Diagnostic:
    return _error(
        "RW0222",
        "there is a second `ruleset` declaration",
        at,
        "keep one; other files just hold declarations",
        related=((other, "the first one"),),
    )


def needs_sides(at: Span) -> Diagnostic:
    return _error("RW0223", "the ruleset names no sides", at, "add a line such as `sides: red, blue`")


def unknown_arm(name: str, at: Span, table: str, outcomes: Iterable[str]) -> Diagnostic:
    names = list(outcomes)
    return _error(
        "RW0224",
        f"`{table}` never gives `{name}`",
        at,
        did_you_mean(name, names) or f"its results are {', '.join(names)}",
    )


def mixed_results(at: Span, table: str) -> Diagnostic:
    return _error(
        "RW0225",
        f"the results of `{table}` are partly numbers, partly names",
        at,
        "write all as numbers, or all as names (`3 hits` is a name with a count)",
    )


def patch_target(name: str, at: Span, candidates: Iterable[str]) -> Diagnostic:
    return _error(
        "RW0226",
        f"the variant changes `{name}`, which is not there",
        at,
        did_you_mean(name, candidates) or "the base ruleset may have renamed or removed it",
    )


def patch_conflict(name: str, at: Span, other: Span) -> Diagnostic:
    return _error(
        "RW0227",
        f"`{name}` is changed twice",
        at,
        "keep one of the two changes",
        related=((other, "the other change"),),
    )


def patch_impossible(at: Span, why: str, help: str = "") -> Diagnostic:
    return _error("RW0228", why, at, help)


def missing_value(name: str, at: Span, unit: str) -> Diagnostic:
    return _error(
        "RW0229",
        f"`{unit}` has no value for `{name}`",
        at,
        "fill the cell, or give the attribute a default: `= 0`",
    )


def needs_feature(at: Span, why: str, help: str = "") -> Diagnostic:
    """A word that works only under a condition, such as `enemy` with two sides."""
    return _error("RW0230", why, at, help)


def unused_base(at: Span | None, name: str, candidates: Iterable[str]) -> Diagnostic:
    return Diagnostic(
        "RW0233",
        "error",
        f"the base ruleset `{name}` is not known",
        span=at,
        help=did_you_mean(name, candidates) or "install it, or put it beside this ruleset's folder",
    )


def too_large(at: Span, what: str, limit: int) -> Diagnostic:
    return _error("RW0234", f"{what} is larger than {limit:,} allows", at)


def open_conditions(at: Span, name: str) -> Diagnostic:
    return Diagnostic(
        "RW0235",
        "warning",
        f"`{name}` has no row `otherwise`: its last row stands for all the rest",
        span=at,
        help="write `| otherwise | … |` as the last row",
    )


def swallowed(at: Span, word: str, joined: str, text: str) -> Diagnostic:
    return Diagnostic(
        "RW0236",
        "warning",
        f"this stands under the `{word}`, and says nothing of what the `{word}` looks at",
        span=at,
        label=f"part of what comes after `{word}`",
        help=f"put all that comes before `{joined}` in parentheses: `(… {word} …) {joined} {text}`; "
        f"or, if it belongs there, all that comes after `{word}`",
    )


def advised_twice(at: Span, decision: str, bot: str) -> Diagnostic:
    return _error(
        "RW0239", f"`{bot}` has two blocks for `{decision}`", at, "write all its lines below one `for`"
    )


def advises_the_other(at: Span, decision: str, chooser: str, side: str) -> Diagnostic:
    message = f"`{decision}` is decided by `{chooser}`, and this bot plays `{side}`"
    return _error("RW0239", message, at, f"move it to a bot for `{chooser}`")


def nothing_to_compare(at: Span, decision: str, ways: Sequence[str]) -> Diagnostic:
    message = f"the answers of `{decision}` have no name that `prefer` could look at"
    return _error("RW0239", message, at, f"write {_ways(ways)}")


def not_so_answered(at: Span, word: str, decision: str, ways: Sequence[str]) -> Diagnostic:
    return _error("RW0239", f"`{decision}` cannot be answered by `{word}`", at, f"write {_ways(ways)}")


def _ways(ways: Sequence[str]) -> str:
    return " or ".join(f"`{way}`" for way in ways)
