"""Round-robin timing: A B C, A B C, …, so that a busy machine slows all members alike."""

from __future__ import annotations

import gc
import os
import subprocess
import time
from collections.abc import Callable, Sequence
from statistics import median

ROUNDS = 7


def in_process(members: dict[str, Callable[[], object]], rounds: int = ROUNDS) -> dict[str, float]:
    """Median CPU seconds of one call of each member."""
    times: dict[str, list[float]] = {name: [] for name in members}
    for name, run in members.items():
        run()  # warm up
        del name
    for _ in range(rounds):
        for name, run in members.items():
            gc.collect()
            start = time.process_time()
            run()
            times[name].append(time.process_time() - start)
    return {name: median(found) for name, found in times.items()}


def commands(members: dict[str, Sequence[str]], rounds: int = ROUNDS, before: dict[str, Callable[[], None]] | None = None) -> dict[str, float]:
    """Median wall seconds of each command as a whole process; `before` runs unmeasured ahead of a member.

    Compiled modules are written and used as in an installation, whatever the caller's environment says; the first
    round, which may compile them, does not count.
    """
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    times: dict[str, list[float]] = {name: [] for name in members}
    for turn in range(rounds + 1):
        for name, command in members.items():
            if before and name in before:
                before[name]()
            start = time.perf_counter()
            subprocess.run(command, check=False, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            if turn:
                times[name].append(time.perf_counter() - start)
    return {name: median(found) for name, found in times.items()}


def per_call(run: Callable[[], object], calls: int) -> Callable[[], None]:
    """A member that calls `run` many times, for what takes less than a millisecond."""

    def many() -> None:
        for _ in range(calls):
            run()

    return many


def show(title: str, figures: dict[str, float], baseline: str, *, divide: float = 1, unit: str = "µs", target: str = "") -> None:
    """One line a member: time per piece of work, and the ratio to `baseline`."""
    scale = {"s": 1.0, "ms": 1e3, "µs": 1e6}[unit]
    print(f"\n{title}" + (f"   (target: {target})" if target else ""))
    for name, seconds in figures.items():
        print(f"  {name:<48} {seconds * scale / divide:>10.3f} {unit}   {seconds / figures[baseline]:>8.3f} × {baseline}")
