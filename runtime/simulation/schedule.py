"""Which games are sent when: blocks that last about half a second, each played once, whatever becomes of the workers."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait

from rulewright.runtime.simulation import errors
from rulewright.runtime.simulation.crews import Block, Crew, Played, WorkerLost
from rulewright.runtime.simulation.playing import Row

BLOCK_SECONDS = 0.5
LARGEST_BLOCK = 500
SMALLEST = 32
"""Into so many parts a block is divided at most towards the end."""

AHEAD = 2
"""Blocks that are under way for each worker: one that is played, one that waits."""

MOST_LOSSES = 5
"""So many workers may be lost without a single block that comes back between."""


def played(crew: Crew, wanted: Sequence[int], first_seed: int) -> Iterator[list[Row]]:
    """Play the games of these numbers, and yield their rows in blocks as they come, each game once.

    Raises:
        SimulationError: RW0848, workers are lost again and again.
    """
    left = deque(wanted)
    again: deque[Block] = deque()
    under_way: dict[Future[Played], Block] = {}
    each, losses = 0.0, 0
    while left or again or under_way:
        while (left or again) and len(under_way) < AHEAD * crew.slots:
            block = again.popleft() if again else _next_block(left, each, crew.slots)
            under_way[crew.send(block)] = block
            if crew.slots == 1:
                break  # what is played in this very process is there at once, and should be told at once
        done = wait(under_way, return_when=FIRST_COMPLETED).done
        lost = any(_is_lost(crew, future) for future in done)
        if lost and crew.share_fate:
            done = wait(under_way).done
        for future in done:
            block = under_way.pop(future)
            try:
                rows, took = crew.result(future)
            except WorkerLost:
                again.append(block)
                continue
            each, losses = (each + took / len(block)) / 2 if each else took / len(block), 0
            yield rows
        if lost:
            losses += 1
            if losses > MOST_LOSSES:
                raise errors.workers_die([first_seed + number for block in again for number in block])
            # A game that ends its worker should not take others along again.
            again = deque((number,) for block in again for number in block)
            crew.renew()


def _is_lost(crew: Crew, future: Future[Played]) -> bool:
    try:
        crew.result(future)
    except WorkerLost:
        return True
    return False


def _next_block(left: deque[int], each: float, slots: int) -> Block:
    """Take the next games: one at first, then as many as last half a second, fewer and fewer towards the end: nobody shall wait long for the last.

    each: the seconds that a game took of late; 0 if that is not known yet.
    """
    full = BLOCK_SECONDS / max(each, 1e-6) if each else 1
    fair = max(len(left) / (AHEAD * slots), full / SMALLEST)
    count = max(1, min(LARGEST_BLOCK, int(min(full, fair)), len(left)))
    return tuple(left.popleft() for _ in range(min(count, len(left))))
