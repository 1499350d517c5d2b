"""What stands on a player's screen: the news, the position as far as the side knows it, the question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulewright.cli import position, terminal
from rulewright.cli.failures import cited

if TYPE_CHECKING:
    from rulewright.cli.asking import Sheet
    from rulewright.runtime import Decision, Game
    from rulewright.runtime.log import Entry

Cites = Sequence[Mapping[str, Any]]


def show_heading(game: Game, who: str) -> None:
    """Print which game, which phase, and whose screen this is."""
    head = game.program.document["ruleset"]
    parts = [head["title"] or head["id"], *_phase(game), who]
    terminal.say()
    terminal.say(terminal.paint(" · ".join(parts), bold=True))


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


def show_position(game: Game, side: str) -> None:
    """Print the tracks and what lies where, in short."""
    for line in position.lines(game, side):
        terminal.say(line)


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


def show_question(decision: Decision, sheet: Sheet, note: str) -> None:
    """Print the question and the page of options in view."""
    if note:
        terminal.say(terminal.paint(note, fg="yellow"))
    cites = _cites(decision.cites)
    may = "  (or `decline`)" if decision.may and decision.kind != "take" else ""
    terminal.say(terminal.paint(f"{decision.prompt}{cites}", bold=True) + may)
    if decision.kind == "offer":
        terminal.say("   yes or no")
        return
    if sheet.ticked:
        terminal.say(f"   ticked: {', '.join(decision.label([v]) for v in sheet.ticked)}; `done` answers")
    shown = [f"{number:>4} {label}" for number, _, label in sheet.shown()]
    for line in in_columns(shown, terminal.width()):
        terminal.say(line)
    if sheet.pages() > 1:
        terminal.say(
            f"   page {sheet.page + 1} of {sheet.pages()}: `more`, or type a part of a name to search"
        )


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
