"""One game at one terminal: whose screen it is, what is typed there, and who is asked next.

Several people share the terminal. Before another side's screen appears, the old one is cleared and
the next player has to say that they sit there; nobody scrolls back into a secret.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from rulewright.cli import failures, position, screens, terminal
from rulewright.cli.asking import Answer, Command, Sheet, Show, Why

if TYPE_CHECKING:
    from rulewright.cli.bots import NamedBot
    from rulewright.runtime import Decision, Game

Stop = Literal["ended", "quit", "no more input", "limit"]

NEWS = 40  # lines of news on one screen

HELP = """\
Answer with a number of the list, a name, or a part of one: typing searches. Enter shows the list again.
  C3 C4         several at once: a route, a set or a list; a route may be called by its end
  +C3  -C3      tick and untick members of a set or a list; `done` answers with what is ticked
  ? C3          why C3 is not possible, or that it is
  done          no more actions; `decline` where the rules let you decline
  view          the position; `view NAME` all about a unit or a place, `view all` everything
  log           what happened so far, as far as you know it
  more  all     the next page of a long list; the whole list again
  undo          take your last choice back, as far as nobody learned anything
  save FILE     write the record; `quit` writes it and leaves
Behind a question and its news stand the [sections] of the rules that decide it."""


@dataclass(slots=True)
class Sitting:
    """A game, its players, and how far each side has read.

    bots: side → bot; all other sides are played by the people at this terminal.
    save: writes the record to a file, or to the usual one if "" is given, and returns its name.
    limit: how many decisions may be made.
    """

    game: Game
    titles: Mapping[str, str]
    bots: Mapping[str, NamedBot]
    save: Callable[[str], str]
    limit: int
    made: int = 0
    seated: str | None = None
    read: dict[str, int] = field(default_factory=dict)
    standing: tuple[str | None, Any] = (None, None)  # whose position was last printed, and in which step
    positions: dict[str, tuple[Any, list[str]]] = field(
        default_factory=dict
    )  # what each side last read, and in which phase

    @property
    def people(self) -> list[str]:
        return [side for side in self.titles if side not in self.bots]

    def run(self) -> Stop:
        """Ask until the game ends, somebody quits, the input ends, or the limit is reached."""
        while not self.game.ended:
            if self.made >= self.limit:
                return "limit"
            pending = list(self.game.decisions)
            by_bot = next((d for d in pending if d.side in self.bots), None)
            if by_bot is not None:
                self._ask_bot(by_bot)
                continue
            stop = self._ask(self._next(pending))
            if stop is not None:
                return stop
        if self.seated is not None:
            self._show_news(self.seated)  # how it ended; who sits there learned it together with everybody
        return "ended"

    def _next(self, pending: list[Decision]) -> Decision:
        """Return the decision to ask: the one of the side that sits here, if there is one."""
        return next((d for d in pending if d.side == self.seated), pending[0])

    def _choose(self, decision: Decision, value: Any) -> None:
        self.game.choose(decision.side, value)
        self.made += 1

    def _ask_bot(self, decision: Decision) -> None:
        from rulewright.runtime import IllegalChoice

        side = str(decision.side)
        bot = self.bots[side]
        answer = bot.choose(decision, lambda: self.game.view(side))
        try:
            self._choose(decision, answer)
        except IllegalChoice as refusal:
            raise bot.wrong(decision, answer) from refusal

    # ---- people ----

    def _ask(self, decision: Decision) -> Stop | None:
        """Ask the people at the terminal until there is an answer, an undone choice, or an end."""
        if not self._seat(decision.side):
            return "no more input"
        side = self.seated
        if side is not None:
            self._show_news(side)
        sheet = Sheet(
            decision, position.whereabouts(self.game, side) if side is not None else lambda value: ""
        )
        note, in_short = "", False
        while True:
            screens.show_question(decision, sheet, note, in_short=in_short)
            note, in_short = "", True
            line = read_line()
            if line is None:
                return "no more input"
            match entry := sheet.read(line):
                case Answer(value):
                    if self._tried(decision, value):
                        return None
                case Why():
                    self._explain(decision, entry)
                case Show(note):
                    in_short = False
                case Command(name, rest):
                    if name == "quit":
                        return "quit"
                    if name == "undo":
                        if self._undone(side):
                            return None
                    else:
                        self._obey(name, rest, side)

    def _tried(self, decision: Decision, value: Any) -> bool:
        from rulewright.runtime import IllegalChoice

        try:
            self._choose(decision, value)
        except IllegalChoice as refusal:
            meant = refusal.help if "did you mean" in refusal.help else ""  # what is open stands in the list
            way_out = "`undo` takes your last choice back" if value is None else ""
            screens.show_refusal(refusal.message, refusal.cites, meant or way_out)
            return False
        return True

    def _undone(self, side: str | None) -> bool:
        from rulewright.runtime import IllegalChoice

        try:
            self.game.undo(side)
        except IllegalChoice as refusal:
            screens.show_refusal(refusal.message, refusal.cites, refusal.help)
            return False
        self.made -= 1
        terminal.say("taken back")
        return True

    def _explain(self, decision: Decision, why: Why) -> None:
        refusal = decision.refusal_to(why.value) if why.end else decision.refusal(why.value)
        if refusal is not None and decision.kind == "subset" and why.known:
            terminal.say(f"`{why.said}` is possible, but not alone")
        elif refusal is not None:
            screens.show_refusal(refusal.message, refusal.cites)
        elif why.end:
            routes = [
                decision.label(route) for route in decision.options() if route and route[-1] == why.value
            ]
            terminal.say(f"`{why.said}` is possible: {', '.join(routes)}")
        else:
            said = why.said if isinstance(why.value, list) else decision.label(why.value)
            terminal.say(f"`{said}` is possible")

    def _obey(self, name: str, rest: str, side: str | None) -> None:
        if name == "help":
            terminal.say(HELP)
        elif name == "view":
            screens.show_view(self.game, side, rest.strip())
        elif name == "log":
            screens.show_log(self.game.log_for(side) if side is not None else ())
        elif name == "save":
            try:
                terminal.say(f"the record is in {self.save(rest)}")
            except OSError as failure:
                failures.show(failure)

    def _seat(self, side: str | None) -> bool:
        """Let the player of `side` sit down; False if nobody is there any more. Dice belong to whoever sits here."""
        if side is None or side == self.seated:
            return True
        is_first = self.seated is None
        self.seated = side
        if len(self.people) < 2:
            return True
        if not terminal.is_terminal(sys.stdin):
            terminal.say(f"\n---- {self.titles[side]} ----")
            return True
        if not is_first:
            terminal.clear()
        terminal.say(f"Hand over to {self.titles[side]}. Everybody else looks away.")
        if read_line("Press Enter when you sit here. ") is None:
            return False
        terminal.clear()
        return True

    def _show_news(self, side: str) -> None:
        """Show what this side has seen since its last screen; the position where the player or the step is another one."""
        entries = list(self.game.log_for(side))
        known = min(self.read.get(side, 0), len(entries))
        self.read[side] = len(entries)
        here = (side, self.game.phase)
        if here != self.standing:
            screens.show_heading(self.game, self.titles.get(side, side), is_first=not known)
        news = entries[known:]
        if not known:
            news = screens.without_setup(news)
            if len(news) < len(entries):
                terminal.say("  The game is set up; `log` lists every step of it.")
        lines = screens.news(news)
        if len(lines) > NEWS:
            terminal.say(f"  … {len(lines) - NEWS:,} lines earlier; `log` shows everything")
        for line in lines[-NEWS:]:
            terminal.say(line)
        if here != self.standing:
            phase, before = self.positions.get(side, (None, []))
            seen = screens.show_position(self.game, side, before if phase == self.game.phase[0] else [])
            self.positions[side] = (self.game.phase[0], seen)
        self.standing = here


def read_line(prompt: str = "> ") -> str | None:
    """Return the next line that is typed or piped in, or None at the end of the input."""
    terminal.say(prompt, nl=False)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not terminal.is_terminal(sys.stdin):
        terminal.say(line.rstrip("\r\n"))  # nobody sees a pipe type
    return line.rstrip("\r\n") if line else None
