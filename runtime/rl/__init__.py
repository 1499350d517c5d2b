"""Games for learners: the referee behind the interfaces of other libraries, which are imported when they are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.runtime.errors import RulewrightError
from rulewright.runtime.link.program import Program

if TYPE_CHECKING:
    from rulewright.runtime.rl.aec import RulewrightAEC

__all__ = ["aec_env"]


def aec_env(program: Program, **settings: Any) -> RulewrightAEC:
    """Return a game as PettingZoo's agent-environment cycle (`RulewrightAEC` has the settings).

    Raises:
        RulewrightError: RW0860, PettingZoo is not installed.
    """
    try:
        from rulewright.runtime.rl.aec import RulewrightAEC
    except ImportError as problem:
        if (problem.name or "").partition(".")[0] not in ("pettingzoo", "gymnasium", "numpy"):
            raise
        message = f"a learner's environment needs `{problem.name}`, which is not installed"
        raise RulewrightError("RW0860", message, help="pip install 'rulewright[rl]'") from problem
    return RulewrightAEC(program, **settings)
