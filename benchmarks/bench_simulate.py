"""Many games: what the executor costs beside the games themselves, and what a second worker brings.

The machine may be busy with other work, which slows everything by turns; so what can be measured inside one run is. The overhead is
the processor time that all processes of a run took (start, links of the workers, sending, SQLite) beyond the time inside its
games. The speed-up of two workers is told by wall time, which others on the machine spoil, and by processor time: the time inside the games
by that of the busier worker, or by half of what all processes took, whichever is longer; two free cores would give that. Blocks are
as large as they would be there, too: half a second of processor time.
"""

from __future__ import annotations

import gc
import os
import resource
import sys
import time
from collections.abc import Callable
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
SIZES = {"picket": (1000, 5), "rheinuebung": (60, 3)}
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
        """Play a whole run into a folder, as the command does, but for the report."""
        self.inside = 0.0
        by_worker: dict[int, float] = {}
        columns = Columns(self.table.program)
        head = run_of(self.table.program, columns, made_by="", asked="", scenario=None, bots=self._bots, seed=1, max_decisions=100_000)
        with TemporaryDirectory() as place, opened_for(Path(place) / "games", head) as kept:
            workers = crew()
            try:
                for rows in played(workers, range(self.games), 1):
                    kept.games.add(rows)
                    by_worker[rows[0]["pid"]] = rows[0]["processor"]
                    self.inside += rows[0]["inside"]
            finally:
                workers.leave(at_once=False)
            kept.games.finish()
        self.busiest = max(by_worker.values())

    def one(self) -> None:
        self.run(lambda: crews.Alone(timed_block, self.job))

    def two(self) -> None:
        self.run(lambda: crews.Processes(timed_block, self.job, 2))


def timed_block(job: simulated.Job, block: crews.Block) -> crews.Played:
    """Play a block; its first row tells which process did, how long that has been at work in all, and how long inside these games."""
    began = time.process_time()
    rows, _ = simulated.play_block(job, block)
    now = time.process_time()
    rows[0] |= {"pid": os.getpid(), "processor": now, "inside": now - began}
    return rows, now - began


def measured(run: Callable[[], None]) -> tuple[float, float]:
    """Return wall seconds and processor seconds, those of ended children included."""
    gc.collect()
    before, began = _processor(), time.perf_counter()
    run()
    return time.perf_counter() - began, _processor() - before


def _processor() -> float:
    uses = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(use.ru_utime + use.ru_stime for use in uses)


def bench(name: str, games: int, rounds: int) -> None:
    one = Bench(name, games)
    members = {"games alone": one.alone, "run, this process": one.one, "run, two processes": one.two}
    times: dict[str, list[tuple[float, float]]] = {member: [] for member in members}
    overhead: dict[str, list[float]] = {member: [] for member in members}
    by_wall, by_processor = [], []
    one.alone()  # code is compiled where it is first run
    for _ in range(rounds):
        for member, run in members.items():
            times[member].append(measured(run))
            overhead[member].append(times[member][-1][1] / one.inside - 1 if run != one.alone else 0.0)
        by_wall.append(times["run, this process"][-1][0] / times["run, two processes"][-1][0])
        by_processor.append(one.inside / max(one.busiest, times["run, two processes"][-1][1] / 2))
    alone = median(processor for _, processor in times["games alone"])
    print(f"\n{name}: {games:,} games, {alone / games * 1e3:.2f} ms each; {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    for member, found in times.items():
        wall, processor = (median(one[at] for one in found) for at in (0, 1))
        print(f"  {member:<22} {wall:8.2f} s wall {processor:8.2f} s processor, overhead {median(overhead[member]):6.1%}")
    print(f"  at most {OVERHEAD:.0%} overhead wanted")
    print(f"  two workers: {median(by_wall):.2f} times one by wall, {median(by_processor):.2f} by processor time; {SPEED_UP} wanted")


if __name__ == "__main__":
    for ruleset, (games, rounds) in SIZES.items():
        if len(sys.argv) < 2 or ruleset in sys.argv[1:]:
            bench(ruleset, games, rounds)
