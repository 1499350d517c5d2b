"""What stands on a player's screen: the news, the position as far as the side knows it, the question."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

from rulewright.cli import position, terminal
from rulewright.cli.failures import cited

if TYPE_CHECKING:
    from rulewright.cli.asking import Sheet
    from rulewright.runtime import Decision, Game
    from rulewright.runtime.log import Entry

Cites = Sequence[Mapping[str, Any]]

HAPPENINGS = {
    " is no longer marked ": "no longer marked ",
    " is marked ": "marked ",
    " moves to ": "to ",
    " leaves the board": "off the board",
    " is out of play": "out of play",
}
"""What stands behind a piece's name in the log → what stands behind the names of several."""

PLAIN_ROLL = re.compile(r"(.*): dice ([^:;=]*)(?: = [^:;]*)?: ([^:]*)")
"""A roll without modifiers: the table, its dice, the result."""

FEW = 8  # options that are listed every time their question is put again


def show_heading(game: Game, who: str, *, is_first: bool) -> None:
    """Print whose screen this is, and which phase; on a side's first screen also which game."""
    head = game.program.document["ruleset"]
    terminal.say()
    if is_first:
        terminal.say(terminal.paint(head["title"] or head["id"], bold=True))
    terminal.say(terminal.paint(" · ".join([who, *_phase(game)]), bold=True))


def without_setup(entries: Sequence[Entry]) -> list[Entry]:
    """Return entries without the counters that were placed before anybody chose anything: they stand in the position."""
    first = next((n for n, entry in enumerate(entries) if entry.kind != "effect"), len(entries))
    return list(entries[first:])


def news(entries: Iterable[Entry]) -> list[str]:
    """Return entries of the log as the lines of a screen.

    A phase or step in which nothing was seen to happen is left out: the last one stands in the heading. What befalls a
    piece, or several pieces alike, is one line; a table's modifiers are said once.
    """
    lines: list[str] = []
    heads: dict[str, Entry] = {}
    modifiers: dict[str, str] = {}
    for is_effect, group in groupby(_rolls_alike(entries), key=lambda entry: entry.kind == "effect"):
        for entry in [] if is_effect else group:
            if entry.kind == "phase":
                heads = {"phase": entry}
            elif entry.kind == "step":
                heads["step"] = entry
            else:
                lines += [line for head in heads.values() for line in log_lines(head)]
                lines += log_lines(_in_short(entry, modifiers))
                heads = {}
        if is_effect:
            lines += [line for head in heads.values() for line in log_lines(head)]
            lines += _effects(group)
            heads = {}
    return lines


def _rolls_alike(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Yield entries; rolls on one table after one another, without modifiers and with the same result, as one roll."""
    last: Entry | None = None
    for entry in entries:
        if last is not None and (alike := _alike(last, entry)):
            last = alike
            continue
        if last is not None:
            yield last
        last = entry
    if last is not None:
        yield last


def _alike(one: Entry, other: Entry) -> Entry | None:
    if one.kind != "roll" or other.kind != "roll":
        return None
    rolls = [PLAIN_ROLL.fullmatch(entry.text) for entry in (one, other)]
    if not (rolls[0] and rolls[1]) or rolls[0].group(1, 3) != rolls[1].group(1, 3):
        return None
    table, dice, result = rolls[0].groups()
    return replace(one, text=f"{table}: dice {dice}, {rolls[1].group(2)}: {result}")


def _in_short(entry: Entry, modifiers: dict[str, str]) -> Entry:
    """Return a roll without its modifiers if they are those of the table's last roll; `modifiers` keeps up with that."""
    table, _, rest = entry.text.partition(": ")
    dice, has_words, rest = rest.partition("; ")
    words, has_total, total = rest.rpartition(" = ")
    if entry.kind != "roll" or not has_words or not has_total:
        return entry
    if modifiers.get(table) == words:
        return replace(entry, text=f"{table}: {dice}; as before = {total}")
    modifiers[table] = words
    return entry


def _effects(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield a line for each piece to which something happened, or for the pieces to which the same happened."""
    for cites, group in groupby(entries, key=lambda entry: entry.cites):
        happened: dict[str, list[Entry]] = {}
        for entry in group:
            happened.setdefault(_happening(entry)[0], []).append(entry)
        alike: dict[tuple[str, ...], list[str]] = {}
        for piece, found in happened.items():
            alike.setdefault(tuple(_happening(entry)[1] for entry in found), []).append(piece)
        for told, pieces in alike.items():
            entries_of_first = happened[pieces[0]]
            is_sentence = len(pieces) == len(told) == 1 and ": " not in entries_of_first[0].text
            if pieces == [""] or is_sentence:
                said = [entry.text for entry in entries_of_first]
            else:
                said = [f"{', '.join(pieces)}: {', '.join(told)}"]
            yield from (f"  {line}{terminal.paint(_cites(cites), dim=True)}" for line in said)


def _happening(entry: Entry) -> tuple[str, str]:
    """Return the name of the piece to which something happened, and what, taken from the sentence; "" if it is no piece."""
    if "piece" not in entry.data:
        return "", entry.text
    for verb, short in HAPPENINGS.items():
        piece, found, rest = entry.text.partition(verb)
        if found:
            return piece, f"{short}{rest}"
    piece, _, rest = entry.text.partition(": ")
    words, _, value = rest.partition(" is ")
    if value == "yes":
        return piece, words
    return piece, f"{words}{': no' if value == 'no' else f' {value}' if value != 'none' else ' nothing'}"


def show_log(entries: Iterable[Entry]) -> None:
    """Print entries of the log, phases as headings."""
    for entry in entries:
        for line in log_lines(entry):
            terminal.say(line)


def log_lines(entry: Entry) -> Iterator[str]:
    """Yield an entry of the log as people read it, with its citation."""
    if entry.kind in ("phase", "step"):
        yield terminal.paint(f"  -- {entry.text}{_cites(entry.cites)}", dim=True)
        return
    colour = {
        "roll": "cyan",
        "draw": "cyan",
        "dice": "cyan",
        "told": "yellow",
        "revealed": "yellow",
        "end": "green",
    }
    yield terminal.paint(f"  {entry.text}", fg=colour.get(entry.kind)) + terminal.paint(
        _cites(entry.cites), dim=True
    )


def show_position(game: Game, side: str, before: Sequence[str]) -> list[str]:
    """Print the tracks and what lies where, in short, as far as it does not stand in `before`; return all of it."""
    found = list(position.lines(game, side))
    for line in changed(found, before):
        terminal.say(line)
    return found


def changed(lines: Sequence[str], before: Sequence[str]) -> list[str]:
    """Return the tracks and places that are not among those of `before`, each place with all its lines, under its side."""
    known = set(map(tuple, _blocks(before)))
    found: list[str] = []
    heading: list[str] = []
    for block in _blocks(lines):
        if block[0].startswith("    "):
            if tuple(block) not in known:
                found += [*heading, *block]
                heading = []
        else:
            heading = block if before else []
            found += [] if before and tuple(block) in known else block
    return found


def _blocks(lines: Sequence[str]) -> list[list[str]]:
    """Return the lines by what they tell of: a track or side (indented by two), a place (by four) with what hangs below."""
    blocks: list[list[str]] = []
    for line in lines:
        if blocks and line.startswith("     "):
            blocks[-1].append(line)
        else:
            blocks.append([line])
    return blocks


def show_view(game: Game, side: str | None, about: str) -> None:
    """Print the position; all that is known of one piece or place; or everything there is."""
    if not about:
        found = list(position.lines(game, side))
    elif about == "all":
        found = list(position.everything(game, side))
    else:
        found = position.about(game, side, about) or [f"no piece and no place is called `{about}`"]
    for line in found:
        terminal.say(line)


def show_question(decision: Decision, sheet: Sheet, note: str, *, in_short: bool = False) -> None:
    """Print the question, how it is answered, and the page of options in view; in short, only what is asked."""
    if note:
        terminal.say(terminal.paint(note, fg="yellow"))
    cites = _cites(decision.cites)
    terminal.say(terminal.paint(f"{decision.prompt}{cites}", bold=True) + _how(decision, sheet))
    if decision.kind == "offer" or sheet.nothing_to_choose():
        return
    if sheet.ticked:
        terminal.say(f"   ticked: {', '.join(decision.label([v]) for v in sheet.ticked)}; `done` answers")
    if in_short and len(sheet.shown()) > FEW:
        terminal.say(f"   {len(sheet.listed())} are listed: Enter shows them")
        return
    shown = [_cut(f"{number:>4} {label}") for number, _, label in sheet.shown()]
    for line in in_columns(shown, terminal.width()):
        terminal.say(line)
    if sheet.pages() > 1:
        terminal.say(
            f"   page {sheet.page + 1} of {sheet.pages()}: `more`, or type a part of a name to search"
        )


def _cut(line: str) -> str:
    room = terminal.width()
    return line if len(line) <= room else f"{line[: room - 1]}…"


def _how(decision: Decision, sheet: Sheet) -> str:
    """Return how a question is answered, where that is not plain."""
    if decision.kind == "offer":
        return "  (yes or no)"
    if sheet.nothing_to_choose():
        return "  (nothing can be chosen: Enter goes on)"
    said = ["Enter takes the only one" if sheet.has_one() else ""]
    if decision.kind == "subset":
        said.append("one or several, as in `1 2`")
        said.append("or `none`" if decision.contains([]) else "")
    size = decision.size()
    if size is not None:
        low, high = size
        said.append(
            f"{f'{low}' if low == high else f'{low} to {high}' if low else f'up to {high}'}, in order"
        )
        said.append("" if low else "or `none`")
    if decision.may:
        said.append("or `done`" if decision.kind == "take" else "or `decline`")
    return f"  ({', '.join(filter(None, said))})" if any(said) else ""


def show_refusal(message: str, cites: Cites, help: str = "") -> None:
    """Say why something is not possible, with the section that says so."""
    terminal.say(terminal.paint(f"not possible: {message}{_cites(cites)}", fg="red"))
    if help:
        terminal.say(f"  {help}")


def in_columns(words: Sequence[str], width: int) -> Iterator[str]:
    """Yield lines with as many words side by side as fit, read down the columns."""
    if not words:
        return
    widest = max(map(len, words)) + 2
    across = max(1, min(width // widest, -(-len(words) // 4)))
    rows = -(-len(words) // across)
    for row in range(rows):
        yield "".join(f"{word:<{widest}}" for word in words[row::rows]).rstrip()


def _phase(game: Game) -> list[str]:
    phase, step = game.phase
    for one in game.program.document["phases"]:
        if one["id"] == phase:
            steps = {s["id"]: s["title"] or s["id"] for s in one["steps"]}
            return [one["title"] or one["id"], *([steps[step]] if step in steps and step else [])]
    return []


def _cites(cites: Cites) -> str:
    return f" [{'; '.join(cited(cite) for cite in cites)}]" if cites else ""
