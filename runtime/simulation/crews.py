"""Who plays: this process, several processes of this machine, or the workers of a Dask cluster. All take the same blocks of games.

A crew is told how to play a block by a function that can be sent elsewhere, and a job, plain data, that it is called with.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any, Protocol

from rulewright.runtime.simulation import errors
from rulewright.runtime.simulation.playing import Row

Block = tuple[int, ...]
"""Numbers of games that one worker plays one after the other."""

Played = tuple[list[Row], float]
"""The rows of a block, and the seconds that they took."""

PlayBlock = Callable[[Any, Block], Played]

WAIT_SECONDS = 10.0
"""How long a cluster may take to answer, or to bring its first worker."""


SECONDS_TO_LEAVE = 5.0
"""How long a process may take to close its bots when the first process is gone."""


class WorkerLost(Exception):
    """A worker ended while it was playing; its block must be played again."""


class Crew(Protocol):
    """Workers. slots: how many play at once; share_fate: does one that is lost take the others along?"""

    share_fate: bool

    @property
    def slots(self) -> int: ...

    def send(self, block: Block) -> Future[Played]: ...

    def result(self, future: Future[Played]) -> Played:
        """Return what was played; WorkerLost if it must be sent again."""
        ...

    def renew(self) -> None:
        """Replace workers that were lost."""

    def leave(self, at_once: bool) -> None:
        """Send the workers home; at_once: also those that are playing."""


class Alone:
    """This process."""

    slots = 1
    share_fate = False

    def __init__(self, play: PlayBlock, job: Any) -> None:
        self._play, self._job = play, job

    def send(self, block: Block) -> Future[Played]:
        future: Future[Played] = Future()
        future.set_result(self._play(self._job, block))
        return future

    def result(self, future: Future[Played]) -> Played:
        return future.result()

    def renew(self) -> None:
        raise AssertionError("this process was not lost")

    def leave(self, at_once: bool) -> None:
        pass


# ---------------------------------------------------------------- processes of this machine

_inherited: tuple[PlayBlock, Any] | None = None


def _settle(play: PlayBlock, job: Any) -> None:
    """Make a new process ready: an interrupt is the first process's affair, and its end is the end of all."""
    global _inherited
    _inherited = (play, job)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _leave(_signal: int, _frame: object) -> None:
    """Stop playing, so that the bots of the game are closed: one that is a program must not stay behind."""
    raise SystemExit(1)


def _end_with_parent() -> None:
    from multiprocessing.connection import wait

    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(SECONDS_TO_LEAVE)
        os._exit(1)


def _play_here(block: Block) -> Played:
    assert _inherited is not None
    play, job = _inherited
    try:
        return play(job, block)
    except SystemExit:  # the pool would take it for an answer, and wait for the next block
        os._exit(1)


class Processes:
    """Several processes of this machine."""

    share_fate = True

    def __init__(self, play: PlayBlock, job: Any, slots: int) -> None:
        self._play, self._job, self.slots = play, job, slots
        # What the processes inherit is shared memory as long as nobody writes to it, and looking for garbage would.
        gc.freeze()
        self._pool = self._new()

    def _new(self) -> ProcessPoolExecutor:
        # A fork has the linked rules at once; where there is none, or it is not safe, each process links them anew.
        way = "fork" if sys.platform == "linux" else None
        return ProcessPoolExecutor(self.slots, multiprocessing.get_context(way), _settle, (self._play, self._job))

    def send(self, block: Block) -> Future[Played]:
        try:
            return self._pool.submit(_play_here, block)
        except BrokenProcessPool as lost:
            future: Future[Played] = Future()
            future.set_exception(lost)
            return future

    def result(self, future: Future[Played]) -> Played:
        try:
            return future.result()
        except BrokenProcessPool as lost:
            raise WorkerLost from lost

    def renew(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._pool = self._new()

    def leave(self, at_once: bool) -> None:
        gc.unfreeze()
        if at_once:
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in multiprocessing.active_children():
                process.terminate()
        else:
            self._pool.shutdown()


# ---------------------------------------------------------------- a cluster


class Cluster:
    """The workers of a Dask cluster; those that come while it plays are used, those that go lose nothing.

    Raises:
        SimulationError: RW0845 Dask is not there, RW0846 no cluster answers, RW0847 its workers cannot play.
    """

    def __init__(self, play: PlayBlock, job: Any, address: str, identity: str) -> None:
        """identity: what `identity_of` must return on every worker."""
        self.share_fate = False
        try:
            distributed: Any = import_module("distributed")
        except ImportError as problem:
            raise errors.needs("distributed", "dist", "`--cluster`") from problem
        self._play, self._job, self._address = play, job, address
        self._distributed = distributed
        _quiet()
        try:
            distributed.comm.get_address_host_port(address)  # a client that fails at this leaves its threads behind
            self._client = distributed.Client(address, timeout=WAIT_SECONDS, set_as_default=False)
        except (OSError, ValueError, ImportError, TypeError, AttributeError) as problem:
            raise errors.no_cluster(address, _short(problem)) from problem
        try:
            self._client.wait_for_workers(1, timeout=WAIT_SECONDS)
        except (TimeoutError, OSError) as problem:
            self._client.close()
            raise errors.no_cluster(address, f"it has no worker after {WAIT_SECONDS:.0f} seconds") from problem
        self._check(identity)
        self._executor: Executor = self._client.get_executor(pure=False)

    def _check(self, identity: str) -> None:
        """Refuse workers that would play otherwise."""
        answers = self._client.run(identity_of, on_error="return")
        for worker, answer in answers.items():
            if isinstance(answer, Exception):
                self._client.close()
                raise errors.other_workers(f"{worker}: {_short(answer)}")
            if answer != identity:
                self._client.close()
                raise errors.other_workers(f"{worker} has {answer}, and this machine {identity}")

    @property
    def slots(self) -> int:
        with _reached():
            threads: dict[str, int] = self._client.nthreads()
        return max(1, sum(threads.values()))

    def send(self, block: Block) -> Future[Played]:
        with _reached():
            future: Future[Played] = self._executor.submit(self._play, self._job, block)
        return future

    def result(self, future: Future[Played]) -> Played:
        try:
            with _reached():
                return future.result()
        except self._distributed.KilledWorker as lost:
            raise WorkerLost from lost
        except ImportError as problem:
            raise errors.other_workers(_short(problem)) from problem

    def renew(self) -> None:
        pass  # the scheduler looks for others

    def leave(self, at_once: bool) -> None:
        with suppress(OSError):  # the scheduler may be the reason why we leave
            self._executor.shutdown(wait=False)
            self._client.close()


@contextmanager
def _reached() -> Iterator[None]:
    """Tell in our words that the scheduler is gone."""
    try:
        yield
    except CancelledError as lost:
        raise errors.cluster_gone("its scheduler does not answer") from lost
    except OSError as lost:
        raise errors.cluster_gone(_short(lost)) from lost


def identity_of() -> str:
    """Return what must be the same wherever a run is played."""
    from importlib.metadata import version

    return f"rulewright {version('rulewright')}"


def _quiet() -> None:
    """Keep the library's own remarks on workers that come and go off the screen; what matters is told by ours."""
    import logging

    for name in ("distributed", "tornado", *logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL)


def _short(problem: BaseException) -> str:
    return (str(problem).partition("\n")[0] or type(problem).__name__)[:200]
