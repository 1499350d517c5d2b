"""Games between bots as the commands play them: linked once in each process, wherever it runs."""

from __future__ import annotations

import hashlib
import json
import threading
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any

from rulewright.cli.failures import Refused

if TYPE_CHECKING:
    from rulewright.cli.plugins import Plugins
    from rulewright.runtime.bots import Bot, ViewOf
    from rulewright.runtime.decisions import Decision
    from rulewright.runtime.simulation import Row


@dataclass(frozen=True, slots=True)
class Job:
    """What is played; plain data, so that it travels to other processes and machines with its rules.

    rules: the artifact, compressed. bots: id of the side → name of its bot. key: equal for equal jobs.
    """

    rules: bytes
    options: tuple[str, ...]
    scenario: str | None
    bots: tuple[tuple[str, str], ...]
    seed: int
    max_decisions: int
    key: str


def job_of(
    document: Mapping[str, Any],
    options: tuple[str, ...],
    scenario: str | None,
    bots: Mapping[str, str],
    seed: int,
    max_decisions: int,
) -> Job:
    rules = zlib.compress(json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode())
    told = repr((hashlib.sha256(rules).hexdigest(), options, scenario, sorted(bots.items()), max_decisions))
    key = hashlib.sha256(told.encode()).hexdigest()
    return Job(rules, options, scenario, tuple(bots.items()), seed, max_decisions, key)


class Table:
    """A job made ready in this process: the linked rules and who makes the bots."""

    def __init__(self, job: Job, document: Mapping[str, Any], plugins: Plugins) -> None:
        from rulewright.cli import bots
        from rulewright.cli.judge import functions_for
        from rulewright.runtime import link
        from rulewright.runtime.simulation.measures import Measures

        self.program = link(document, job.options, functions_for(document, plugins))
        self.measures = Measures(self.program)
        self._makers = {
            side: bots.maker(name, side, self.program, plugins, job.scenario) for side, name in job.bots
        }

    def play(self, job: Job, number: int) -> Row:
        from rulewright.runtime.simulation import play_one

        return play_one(
            self.measures,
            number,
            job.seed + number,
            dict.fromkeys(self._makers, self._make),
            scenario=job.scenario,
            max_decisions=job.max_decisions,
        )

    def _make(self, side: str, seed: int) -> Bot:
        try:
            return _Guarded(self._makers[side](side, seed))
        except Refused as failure:
            raise _as_failure(failure) from failure


class _Guarded:
    """A bot whose failure stops its game and not the others."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def close(self) -> None:
        from rulewright.runtime.bots import close

        close(self._bot)

    def choose(self, decision: Decision, view: ViewOf) -> Any:
        try:
            return self._bot.choose(decision, view)
        except Refused as failure:
            raise _as_failure(failure) from failure


def _as_failure(failure: Refused) -> Exception:
    from rulewright.runtime import RulewrightError

    first = failure.diagnostics[0]
    at = f" ({first.path}, line {first.line})" if first.path and first.line else ""
    return RulewrightError(first.code, f"{first.message}{at}")


_tables = threading.local()


def keep(job: Job, table: Table) -> None:
    """Let this process, and those that are forked from it, play the job on this table."""
    _tables.by_key = {job.key: table}


def play_block(job: Job, block: tuple[int, ...]) -> tuple[list[Row], float]:
    """Play some games of a job in this process; return their rows and the seconds they took.

    Raises:
        SimulationError: RW0847, here is not what the job needs, such as a plugin.
    """
    known: dict[str, Table] = getattr(_tables, "by_key", {})
    table = known.get(job.key)
    if table is None:
        table = _made(job)
        _tables.by_key = {job.key: table}
    began = perf_counter()
    return [table.play(job, number) for number in block], perf_counter() - began


def _made(job: Job) -> Table:
    from rulewright.cli.plugins import Plugins
    from rulewright.runtime import RulewrightError, artifact
    from rulewright.runtime.simulation import errors

    try:
        document = artifact.load(zlib.decompress(job.rules))
        return Table(job, document, Plugins())
    except RulewrightError as problem:
        raise errors.other_workers(f"{problem.code}: {problem.message}") from problem
    except Refused as failure:
        first = failure.diagnostics[0]
        raise errors.other_workers(f"{first.code}: {first.message}") from failure
