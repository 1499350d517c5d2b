"""Many games: what the executor costs beside the games themselves, and what a second worker brings.

The machine may be busy with other work, so processor time is measured, members take turns, and medians are shown. `games alone` is a
loop over `play_one`, with nothing around it. The overhead is what all processes of a run spent beyond that; the speed-up of
two workers is the wall time of one, or of two, in turns: on a machine of two cores that others use, it is lower than it could be, and the
`bound` says by how much: the work of both divided by that of the busier one.
"""

from __future__ import annotations

import gc
import os
import resource
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from rulewright.cli import simulated
from rulewright.cli.plugins import Plugins
from rulewright.runtime.artifact import load
from rulewright.runtime.simulation import crews
from rulewright.runtime.simulation.columns import Columns
from rulewright.runtime.simulation.folder import opened_for
from rulewright.runtime.simulation.run import run_of
from rulewright.runtime.simulation.schedule import played

ROOT = Path(__file__).parent.parent
SIZES = {"picket": (1000, 3), "rheinuebung": (60, 3)}
OVERHEAD = 0.05
SPEED_UP = 1.8


class Bench:
    """Games of one ruleset between random bots."""

    def __init__(self, name: str, games: int) -> None:
        document = load(ROOT / "generated" / name / "ruleset.json")
        sides = [side["id"] for side in document["ruleset"]["sides"]]
        self.games = games
        self.job = simulated.job_of(document, (), None, dict.fromkeys(sides, "random"), 1, 100_000)
        self.table = simulated.Table(self.job, document, Plugins())
        simulated.keep(self.job, self.table)
        self._bots = dict.fromkeys(sides, "random")

    def alone(self) -> None:
        for number in range(self.games):
            self.table.play(self.job, number)

    def run(self, crew: Callable[[], crews.Crew]) -> None:
        """A whole run into a folder, as the command makes it, but for the report."""
        columns = Columns(self.table.program)
        head = run_of(self.table.program, columns, made_by="", asked="", scenario=None, bots=self._bots, seed=1, max_decisions=100_000)
        with TemporaryDirectory() as place, opened_for(Path(place) / "games", head) as kept:
            workers = crew()
            try:
                for rows in played(workers, range(self.games), 1):
                    kept.games.add(rows)
            finally:
                workers.leave(at_once=False)
            kept.games.finish()

    def one(self) -> None:
        self.run(lambda: crews.Alone(simulated.play_block, self.job))

    def two(self) -> None:
        self.run(lambda: crews.Processes(simulated.play_block, self.job, 2))


def measured(run: Callable[[], None]) -> tuple[float, float]:
    """Return wall seconds and processor seconds, those of ended children included."""
    gc.collect()
    before, began = _processor(), time.perf_counter()
    run()
    return time.perf_counter() - began, _processor() - before


def _processor() -> float:
    uses = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(use.ru_utime + use.ru_stime for use in uses)


def in_turns(members: dict[str, Callable[[], None]], rounds: int) -> Iterator[tuple[str, Sequence[tuple[float, float]]]]:
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in members}
    for run in members.values():
        run()  # code is compiled where it is first run
    for _ in range(rounds):
        for name, run in members.items():
            found[name].append(measured(run))
    yield from found.items()


def bench(name: str, games: int, rounds: int) -> None:
    one = Bench(name, games)
    members = {"games alone": one.alone, "run, this process": one.one, "run, two processes": one.two}
    times = dict(in_turns(members, rounds))
    alone = median(processor for _, processor in times["games alone"])
    print(f"\n{name}: {games:,} games, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    for member, found in times.items():
        wall, processor = (median(one[at] for one in found) for at in (0, 1))
        ratios = [mine / theirs for (_, mine), (_, theirs) in zip(found, times["games alone"], strict=True)]
        print(f"  {member:<22} {wall:8.2f} s wall {processor:8.2f} s processor {median(ratios) - 1:+8.1%} beside games alone")
    print(f"  {alone / games * 1e3:.2f} ms a game")
    ups = [first / second for (first, _), (second, _) in zip(times["run, this process"], times["run, two processes"], strict=True)]
    print(f"  speed-up of two workers: {median(ups):.2f} (best {max(ups):.2f}; target {SPEED_UP}); overhead target {OVERHEAD:.0%}")


if __name__ == "__main__":
    for ruleset, (games, rounds) in SIZES.items():
        if len(sys.argv) < 2 or ruleset in sys.argv[1:]:
            bench(ruleset, games, rounds)
