"""Questions about odds that have no answer, in words. They are asked at a desk, so they have codes of the desk."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rulewright.runtime.errors import RulewrightError

FEW = 12
"""Names in one sentence."""


class Unknown(RulewrightError):
    """A word that is not one of those known; the desk looks which of them may be meant."""

    def __init__(self, code: str, message: str, word: str, known: Iterable[str], help: str = "") -> None:
        super().__init__(code, message, help=help)
        self.word = word
        self.known = tuple(dict.fromkeys(known))


def listed(names: Sequence[str]) -> str:
    shown = ", ".join(f"`{name}`" for name in names[:FEW])
    return f"{shown}, …" if len(names) > FEW else shown or "none"


def no_such(name: str, known: Iterable[str]) -> Unknown:
    return Unknown("RW0930", f"nothing called `{name}` is rolled or drawn", name, known, "without a name, all that can be asked for is listed")


def no_parameter(word: str, what: str, known: Sequence[str], also: Sequence[str] = ()) -> Unknown:
    """also: other words that are understood."""
    return Unknown("RW0931", f"{what} does not depend on `{word}`", word, (*known, *also), f"it depends on {listed(known)}")


def no_thing(word: str, rule: str, known: Sequence[str]) -> Unknown:
    return Unknown("RW0931", f"there is no `{word}` of which `{rule}` could make something else", word, known, f"there are {listed(known)}")


def no_value(name: str, word: str, known: Sequence[str], wanted: str) -> Unknown:
    return Unknown("RW0932", f"`{name}` cannot be `{word}`", word, known, f"it is {wanted}")


def needed(names: Sequence[str], what: str) -> RulewrightError:
    some = ", ".join(f"`{name}=…`" for name in names)
    return RulewrightError("RW0933", f"{what} needs a value for {listed(names)}: too many are possible to try each", help=f"add {some} to `--given`")


def needed_to_compare(names: Sequence[str], what: str) -> RulewrightError:
    some = ", ".join(f"`{name}=…`" for name in names)
    return RulewrightError("RW0933", f"{what} is compared at one point, which needs {listed(names)}", help=f"add {some} to `--given`")


def asks(what: str, decision: str, side: str, answers: Sequence[str], cites: Sequence[dict[str, Any]]) -> RulewrightError:
    return RulewrightError(
        "RW0934", f"{what} asks `{side}` to choose (`{decision}`), and the answers are too many to take them one after the other: {listed(answers)}",
        cites=cites, help=_settled(decision, answers),
    )  # fmt: skip


def too_many_answers(decision: str, side: str, answers: Sequence[str], cites: Sequence[dict[str, Any]]) -> RulewrightError:
    return RulewrightError(
        "RW0934", f"`{side}` has too many answers to `{decision}` to take all of them alike: {listed([*answers, '…'])}", cites=cites,
        help=f"give one: `--decide {decision}={answers[0]}`",
    )  # fmt: skip


def _settled(decision: str, answers: Sequence[str]) -> str:
    return f"`--decide {decision}={answers[0] if answers else '…'}` settles it, `--decide {decision}=random` takes all that are open alike"


def not_open(decision: str, said: str, answers: Sequence[str], cites: Sequence[dict[str, Any]]) -> Unknown:
    found = Unknown(
        "RW0937", f"`{said}` is not open where `{decision}` is asked; open are {listed(answers)}", said, answers,
        f"of several answers the first that is open counts: `--decide {decision}={'/'.join(answers[:2]) or 'none'}`",
    )  # fmt: skip
    found.cites = tuple(cites)
    return found


def no_question(word: str, known: Sequence[str], also: Sequence[str]) -> Unknown:
    asked = f"it asks {listed(known)}" if known else "it asks nobody anything"
    return Unknown("RW0931", f"the rule asks no question `{word}`", word, (*known, *also), asked)


def too_many(cases: int, limit: int, names: Sequence[str]) -> RulewrightError:
    return RulewrightError("RW0935", f"{cases:,} cases are more than {limit:,}", help=f"give some of {listed(names)}")


def misfit(message: str, help: str) -> RulewrightError:
    return RulewrightError("RW0936", message, help=help)
