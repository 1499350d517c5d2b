"""What stands on a player's screen: the news, the position as far as the side knows it, the question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulewright.cli import terminal
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
    """Print what lies where, in short: what is on the board or marked, and the tracks."""
    for line in _position(game, side, whole=False):
        terminal.say(line)


def show_view(game: Game, side: str | None) -> None:
    """Print all that the side may know."""
    for line in _position(game, side, whole=True):
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


# ---- the position ----


def _position(game: Game, side: str | None, *, whole: bool) -> Iterator[str]:
    view = game.view(side) if side is not None else game.public_view()
    document = game.program.document
    titles = {track["id"]: track["title"] or track["id"] for track in document["tracks"]}
    tracks = [
        f"{titles.get(id, id)} {_plain(value)}" for id, value in view["tracks"].items() if value is not None
    ]
    yield from _listed("  ", tracks)
    printed = _printed(document)
    sides = [*document["ruleset"]["sides"], {"id": None, "title": "others"}]
    if side is not None:
        sides.sort(key=lambda one: one["id"] != side)
    for one in sides:
        pieces = [
            text
            for id, piece in view["pieces"].items()
            if piece["side"] == one["id"] and (text := _piece(id, piece, printed, whole)) is not None
        ]
        yield from _listed(f"  {one['title'] or one['id']}: ", pieces)
    if whole:
        yield from (f"  known: {fact['text']}" for fact in view["knowledge"])


def _piece(id: str, piece: Mapping[str, Any], printed: Mapping[str, set[str]], whole: bool) -> str | None:
    """Return a piece with what is known of it; None for one of which a short list has nothing to say."""
    if piece.get("gone"):
        return f"{piece['name']} (out of play)" if whole else None
    attributes = piece["attributes"]
    where = attributes.get("at")
    place = (
        f" {_plain(where)}" if where is not None else f" in {piece['holder']}" if "holder" in piece else ""
    )
    marks = [_mark(marker, value) for marker, value in piece["markers"].items() if value not in (None, [])]
    states = [
        f"{name.replace('_', ' ')} {_plain(value)}"
        for name, value in attributes.items()
        if name != "at"
        and value is not None
        and value != []
        and (whole or name not in printed.get(piece["kind"], set()))
    ]
    if not whole and not place and not marks:
        return None
    said = ", ".join(marks + states)
    return f"{piece['name'] or id}{place}{f' ({said})' if said else ''}"


def _mark(marker: str, value: Any) -> str:
    name = marker.replace("_", " ")
    if value is True:
        return name
    if isinstance(value, list):
        return f"{name} at {', '.join(str(one['place']) for one in value)}"
    return f"{name} {_plain(value)}" if isinstance(value, int) else _plain(value)


def _printed(document: Mapping[str, Any]) -> dict[str, set[str]]:
    """Return which attributes of each kind of piece never change; those of its parents are among them."""
    found: dict[str, set[str]] = {}
    for kind in document["pieces"]:
        own = {a["id"].split(".")[-1] for a in kind["attributes"] if a["visibility"] == "printed"}
        found[kind["id"]] = own | found.get(kind["parent"] or "", set())
    return found


def _phase(game: Game) -> list[str]:
    phase, step = game.phase
    for one in game.program.document["phases"]:
        if one["id"] == phase:
            steps = {s["id"]: s["title"] or s["id"] for s in one["steps"]}
            return [one["title"] or one["id"], *([steps[step]] if step in steps and step else [])]
    return []


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(map(_plain, value))
    if isinstance(value, dict):
        return ", ".join(f"{key} {_plain(one)}" for key, one in value.items())
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value).replace("_", " ")


def _listed(lead: str, words: Sequence[str]) -> Iterator[str]:
    from rulewright.cli.show import wrapped

    yield from wrapped(lead, list(words))


def _cites(cites: Cites) -> str:
    return f" [{'; '.join(cited(cite) for cite in cites)}]" if cites else ""
