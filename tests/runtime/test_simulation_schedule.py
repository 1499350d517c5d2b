"""Each game is played once, whatever becomes of the workers."""

import os
import signal
import time
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path

import pytest

from rulewright.runtime.simulation.crews import Alone, Processes, WorkerLost
from rulewright.runtime.simulation.errors import SimulationError
from rulewright.runtime.simulation.schedule import LARGEST_BLOCK, played

Block = tuple[int, ...]


def quick(job: object, block: Block) -> tuple[list[dict[str, object]], float]:
    return [{"game": number} for number in block], 1e-4 * len(block)


def numbers(blocks: Sequence[list[dict[str, object]]]) -> list[object]:
    return [row["game"] for rows in blocks for row in rows]


def test_alone_plays_in_order() -> None:
    blocks = list(played(Alone(quick, None), range(2000), 1))
    assert numbers(blocks) == list(range(2000))
    assert len(blocks[0]) == 1  # nothing is known yet
    assert max(map(len, blocks)) == LARGEST_BLOCK  # half a second would be 5,000


def test_blocks_grow_small_towards_the_end() -> None:
    blocks = list(played(Alone(lambda job, block: (quick(job, block)[0], 0.1 * len(block)), None), range(100), 1))
    assert max(map(len, blocks)) == 5  # half a second
    assert len(blocks[-1]) == 1


class Unsteady:
    """Loses every third block that it is sent."""

    slots = 2
    share_fate = False

    def __init__(self, rate: int = 3) -> None:
        self.sent = 0
        self.renewed = 0
        self._rate = rate

    def send(self, block: Block) -> Future:  # type: ignore[type-arg]
        self.sent += 1
        future: Future = Future()  # type: ignore[type-arg]
        if self.sent % self._rate == 0:
            future.set_exception(WorkerLost())
        else:
            future.set_result(quick(None, block))
        return future

    def result(self, future: Future):  # type: ignore[type-arg,no-untyped-def]
        return future.result()

    def renew(self) -> None:
        self.renewed += 1

    def leave(self, at_once: bool) -> None:
        pass


def test_a_lost_block_is_sent_again_and_nothing_comes_twice() -> None:
    crew = Unsteady()
    assert sorted(numbers(list(played(crew, range(50), 1)))) == list(range(50))  # type: ignore[arg-type,type-var]
    assert crew.renewed > 0


def test_workers_that_are_always_lost_are_told_with_their_seeds() -> None:
    with pytest.raises(SimulationError) as caught:
        list(played(Unsteady(rate=1), range(3), 40))
    assert caught.value.code == "RW0848"
    assert "40" in caught.value.message


def deadly(job: Path, block: Block) -> tuple[list[dict[str, object]], float]:
    """Ends its process in mid-run, once."""
    if 7 in block and not job.exists():
        job.write_text("done")
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.001 * len(block))
    return quick(None, block)


def test_a_killed_process_loses_nothing(tmp_path: Path) -> None:
    crew = Processes(deadly, tmp_path / "killed", 2)
    try:
        found = numbers(list(played(crew, range(60), 1)))
    finally:
        crew.leave(at_once=True)
    assert (tmp_path / "killed").exists()
    assert sorted(found) == list(range(60))  # type: ignore[type-var]
