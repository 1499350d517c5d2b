"""Games for learners: the referee behind the interfaces of other libraries, which are imported when they are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.runtime.errors import RulewrightError
from rulewright.runtime.link.program import Program

if TYPE_CHECKING:
    from rulewright.runtime.rl.aec import RulewrightAEC
    from rulewright.runtime.rl.openspiel import OpenSpielGame

__all__ = ["aec_env", "openspiel_game"]


def aec_env(program: Program, **settings: Any) -> RulewrightAEC:
    """Return a game as PettingZoo's agent-environment cycle (`RulewrightAEC` has the settings).

    Raises:
        RulewrightError: RW0860, PettingZoo is not installed.
    """
    try:
        from rulewright.runtime.rl.aec import RulewrightAEC
    except ImportError as problem:
        raise _missing(problem, ("pettingzoo", "gymnasium", "numpy"), "rl") from problem
    return RulewrightAEC(program, **settings)


def openspiel_game(program: Program, scenario: str | None = None, width: int = 64, seed: int = 0) -> OpenSpielGame:
    """Return a game behind OpenSpiel's Python interface; of a larger domain than `width`, so many answers are drawn.

    Raises:
        RulewrightError: RW0860, OpenSpiel is not installed.
    """
    try:
        from rulewright.runtime.rl.openspiel import OpenSpielGame
    except ImportError as problem:
        raise _missing(problem, ("pyspiel", "open_spiel"), "spiel") from problem
    return OpenSpielGame(program, scenario, width, seed)


def _missing(problem: ImportError, expected: tuple[str, ...], extra: str) -> Exception:
    """Return what to say of a library that is not there; any other failure stays what it is."""
    if (problem.name or "").partition(".")[0] not in expected:
        return problem
    message = f"a learner's environment needs `{problem.name}`, which is not installed"
    return RulewrightError("RW0860", message, help=f"pip install 'rulewright[{extra}]'")
