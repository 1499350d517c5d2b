"""What can go wrong while many games are played, kept, resumed and compared, in words: RW084x."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.runtime.errors import RulewrightError


class SimulationError(RulewrightError):
    """A simulation cannot begin, or cannot go on. What was written before stays."""

    def __reduce__(self) -> tuple[Any, ...]:
        # It travels from the workers, with its help.
        return _again, (self.code, self.message, self.help)


def _again(code: str, message: str, help: str) -> SimulationError:
    return SimulationError(code, message, help=help)


def other_run(folder: str, differences: Sequence[tuple[str, str, str]]) -> SimulationError:
    """differences: what, there, here."""
    told = "; ".join(f"its {what} is {there}, not {here}" for what, there, here in differences)
    return SimulationError("RW0840", f"`{folder}` holds another simulation: {told}", help="name another folder with `--out`, or ask for the same run")


def no_run(folder: str) -> SimulationError:
    return SimulationError("RW0841", f"`{folder}` holds no simulation", help="`rulewright simulate RULESET --out DIR` makes one")


def foreign(folder: str, names: Sequence[str]) -> SimulationError:
    shown = ", ".join(f"`{name}`" for name in names)
    return SimulationError("RW0841", f"`{folder}` holds other files ({shown}) and no simulation", help="name an empty or a new folder with `--out`")


def unreadable_run(file: str, why: str) -> SimulationError:
    return SimulationError("RW0842", f"`{file}` cannot be read: {why}", help="take the folder away and play again, or restore it from a copy")


def unreadable_games(file: str, why: str) -> SimulationError:
    return SimulationError("RW0843", f"the games in `{file}` cannot be read: {why}", help="take that file away: `--resume` plays its games again")


def busy(folder: str) -> SimulationError:
    return SimulationError("RW0844", f"another process is playing into `{folder}`", help="wait for it, stop it, or name another folder with `--out`")


def needs(library: str, extra: str, what: str) -> SimulationError:
    return SimulationError("RW0845", f"{what} needs `{library}`, which is not installed", help=f"pip install 'rulewright[{extra}]'")


def no_cluster(address: str, why: str) -> SimulationError:
    return SimulationError("RW0846", f"no cluster answers at `{address}`: {why}", help="start one with `dask scheduler` and `dask worker ADDRESS`, or leave out `--cluster`")


def other_workers(what: str) -> SimulationError:
    return SimulationError("RW0847", f"the workers of the cluster cannot play: {what}", help="install the same rulewright and plugins for all of them")


def workers_die(seeds: Sequence[int]) -> SimulationError:
    shown = ", ".join(str(seed) for seed in seeds[:5])
    return SimulationError(
        "RW0848", f"the processes that play were ended again and again, at work on the seeds {shown}",
        help="look whether memory runs out (`--jobs 1` needs the least), or play one of them with `rulewright play --seed`",
    )  # fmt: skip


def cluster_gone(why: str) -> SimulationError:
    return SimulationError("RW0846", f"the cluster was lost in mid-run: {why}", help="what was played is kept: give the same command again")
