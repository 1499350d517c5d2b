"""What can go wrong while a game is linked or played, in words: every sentence has a code.

RW07xx says that an artifact cannot be used, RW08xx that a play is not possible. Each error carries the
sections of the rules that decide it and one way out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

Place = tuple[str, int, int, int]
"""File, line, column, width; lines and columns start at 1."""


class RulewrightError(Exception):
    """A refusal with its code.

    cites: `{"section": "7.7.2", "note": "example"}`, as in the artifact; most specific first.
    help: one way out, or "".
    place: where in the source of the rules, or None.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        cites: Sequence[dict[str, Any]] = (),
        help: str = "",
        place: Place | None = None,
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.cites = tuple(cites)
        self.help = help
        self.place = place

    def __str__(self) -> str:
        cited = f" [{', '.join(cite['section'] for cite in self.cites)}]" if self.cites else ""
        helped = f" ({self.help})" if self.help else ""
        return f"{self.code}: {self.message}{cited}{helped}"


class LinkError(RulewrightError):
    """The artifact cannot be linked: a part that it names is not there, or an option cannot be switched on."""


class RulesError(RulewrightError):
    """The rules ask for something that cannot be done, such as arithmetic on none."""


class LimitError(RulesError):
    """The rules ask for more steps, members, digits or nested calls than a game may take."""


class IllegalChoice(RulewrightError):
    """A side may not choose this now."""


class RecordError(RulewrightError):
    """A game record cannot be replayed.

    line: the line of the record, from 1, or None.
    """

    def __init__(self, code: str, message: str, *, line: int | None = None, help: str = "") -> None:
        super().__init__(code, message if line is None else f"line {line}: {message}", help=help)
        self.line = line


class NeedDice(Exception):
    """A die or a draw has no value yet. Internal: the kernel turns it into a decision.

    what: ("die", low, high) or ("draw", cup or None, the possible values).
    """

    def __init__(self, what: tuple[Any, ...]) -> None:
        super().__init__(what)
        self.what = what


class GameEnds(Exception):
    """A rule ended the game. Internal: ends every rule that is under way."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an option is refused."""

    message: str
    cites: tuple[dict[str, Any], ...] = ()


# ---------------------------------------------------------------- linking


def no_such(kind: str, id: str) -> LinkError:
    return LinkError("RW0710", f"the artifact names a {kind} `{id}` that it does not have", help="build it anew from its source")


def misfit(what: str) -> LinkError:
    return LinkError("RW0711", f"the artifact cannot be linked: {what}", help="build it anew from its source")


def too_deep(what: str, limit: int) -> LinkError:
    return LinkError("RW0712", f"{what} is nested deeper than the limit of {limit}", help="divide it with a `define` or a `rule`")


def unknown_option(id: str, known: Sequence[str]) -> LinkError:
    listed = ", ".join(f"`{one}`" for one in known) or "none"
    return LinkError("RW0805", f"there is no optional rule `{id}`", help=f"optional rules: {listed}")


def options_conflict(first: str, second: str) -> LinkError:
    return LinkError("RW0806", f"the optional rules `{first}` and `{second}` cannot stand together", help="leave one of them out")


def no_hook(id: str) -> LinkError:
    return LinkError("RW0807", f"no plugin offers the function `{id}` that the rules call", help="install the plugin that comes with this ruleset")


# ---------------------------------------------------------------- play


def hook_misfit(id: str, wanted: str, given: object) -> RulesError:
    return RulesError("RW0808", f"the function `{id}` returned {given!r}, which is not {wanted}", help="mend the plugin")


def no_scenario(id: str, known: Sequence[str]) -> RulewrightError:
    listed = ", ".join(f"`{one}`" for one in known) or "none"
    return RulewrightError("RW0804", f"there is no scenario `{id}`", help=f"scenarios: {listed}")


def not_an_option(label: str, help: str, cites: Sequence[dict[str, Any]] = ()) -> IllegalChoice:
    return IllegalChoice("RW0801", f"{label} is not an option here", cites=cites, help=help)


def refused(sentence: str, cites: Sequence[dict[str, Any]]) -> IllegalChoice:
    return IllegalChoice("RW0801", sentence, cites=cites)


def nothing_to_choose(side: str, ended: bool) -> IllegalChoice:
    why = "the game is over" if ended else f"`{side}` has nothing to choose now"
    return IllegalChoice("RW0802", why)


def cannot_undo(why: str) -> IllegalChoice:
    return IllegalChoice("RW0803", f"this choice stands: {why}")


def trial_over() -> RulewrightError:
    return RulewrightError("RW0836", "this trial is over: its game does not go back to where it began", help="go back inside its `with` block, and not after going back to a trial around it")


def none_used() -> RulesError:
    return RulesError("RW0810", "a value that is none was used where one is needed", help="ask `!= none` first")


def divided_by_zero() -> RulesError:
    return RulesError("RW0811", "something was divided by zero")


def no_row(table: str, value: str) -> RulesError:
    return RulesError("RW0812", f"`{table}` has no row for {value}")


def out_of_range(what: str, value: str, lo: object, hi: object) -> RulesError:
    bounds = f"{'' if lo is None else lo}..{'' if hi is None else hi}"
    return RulesError("RW0813", f"`{what}` cannot become {value}: its range is {bounds}", help="use `clamp` where the rules mean a limit")


def together_conflict(what: str) -> RulesError:
    return RulesError("RW0814", f"two sides changed {what} at the same time, to different values")


def no_answer(id: str) -> RulesError:
    return RulesError("RW0815", f"`{id}` has no answer, and the choice may not be declined", help="write `may`, or an `else` for this case")


def of_nothing() -> RulesError:
    return RulesError("RW0816", "`min`, `max`, `first` or `last` of nothing", help="ask first whether there are any")


def over_limit(what: str, limit: int) -> LimitError:
    return LimitError("RW0817", f"the rules need more than {limit:,} {what}")


def not_whole(value: object) -> RulesError:
    return RulesError("RW0818", f"{value} is not a whole number where one is needed", help="round it with `floor`, `ceil` or `round`")


def windows_nest() -> RulesError:
    return RulesError("RW0819", "a `simultaneously` block was entered inside another")


def wrong_value(what: str) -> RulesError:
    help = "build the artifact anew from its source: rules that compile do not do this"
    return RulesError("RW0809", f"{what} received a value of another type", help=help)


# ---------------------------------------------------------------- many rolls at once


def no_numpy() -> RulewrightError:
    return RulewrightError("RW0834", "many rolls at once need the package `numpy`, which is not installed", help="pip install 'rulewright[sim]'")


def not_for_batch(why: str) -> RulewrightError:
    return RulewrightError("RW0835", f"this cannot be rolled many times at once: {why}")
