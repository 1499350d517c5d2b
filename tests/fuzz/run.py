"""Throws broken artifacts and broken sources at the program: a refusal is fine, anything else is a crash.

    python tests/fuzz/run.py --inputs 200000 --seed 7
    python tests/fuzz/run.py --target artifact --seed 7 --only 1234      # one input again, in full

Input number n of a seed is always the same. An artifact is loaded and, if it loads, linked and played for a
few decisions; of a text of rules all diagnostics are asked for. An input that takes longer than --limit
seconds of the processor is a hang, which counts as a crash.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

from mutations import STRANGE_VALUES, Document, broken_bytes, broken_text, written

ROOT = Path(__file__).parents[2]
CHUNK = 250
PROGRESS = 20_000
MOST_MEMORY = 3 * 1024**3
LARGEST_SEED = 60_000  # bytes
PIECES = 8
DECISIONS = 5
SHARE_LINKED = 0.25  # linking costs ten times what loading does


class Hang(BaseException):
    """The input took too long. Not an Exception, so that nothing on the way catches it."""


@dataclass
class Report:
    """What happened to some inputs."""

    outcomes: Counter[str] = field(default_factory=Counter)
    crashes: dict[str, tuple[int, int, str]] = field(
        default_factory=dict
    )  # where → how often, first input, trace

    def crash(self, where: str, number: int, trace: str) -> None:
        times, first, text = self.crashes.get(where, (0, number, trace))
        self.crashes[where] = (times + 1, first, text)

    def add(self, other: Report) -> None:
        self.outcomes.update(other.outcomes)
        for where, (times, first, trace) in other.crashes.items():
            mine = self.crashes.get(where, (0, first, trace))
            self.crashes[where] = (mine[0] + times, *min(mine[1:], (first, trace)))


# ---------------------------------------------------------------- artifacts


@cache
def artifacts() -> list[Document]:
    """Healthy artifacts: the one with every shape and picket, small pieces of both, and the hard cases."""
    found = []
    for file in (Path(__file__).parent / "seeds/shapes.json", ROOT / "generated/picket/ruleset.json"):
        document = json.loads(file.read_text(encoding="utf-8"))
        whole = [document] if len(written(document)) <= LARGEST_SEED else []
        found += [*whole, *(piece_of(document, random.Random(number)) for number in range(PIECES))]
    found += [compiled(file) for file in sorted(ROOT.glob("tests/hard_cases/*.rules"))]
    return sorted(map(Document, found), key=lambda document: len(document.ways))


def compiled(file: Path) -> Any:
    from rulewright.compiler.pipeline import compile_ruleset

    with tempfile.TemporaryDirectory() as scratch:
        shutil.copy(file, scratch)
        return json.loads(json.dumps(compile_ruleset(Path(scratch), cache=False).document))


def piece_of(document: Any, r: random.Random) -> Any:
    """Leave out as many declarations as one of them can do without: small inputs are tried sooner."""
    from rulewright.runtime.integrity import findings_of

    lists = [
        key for key, part in document.items() if isinstance(part, list) and part and isinstance(part[0], dict)
    ]
    listed = [(key, thing["id"]) for key in lists for thing in document[key] if "id" in thing]
    kept = {r.choice(listed)}
    for key, id in r.sample(listed, len(listed)) * 3:
        if (key, id) not in kept and id in [thing["id"] for thing in document[key]]:
            less = {**document, key: [thing for thing in document[key] if thing["id"] != id]}
            if not findings_of({**less, "conflicts": []}):
                document = {**less, "conflicts": []}
    return document


def artifact_of(r: random.Random) -> bytes:
    healthy = artifacts()[int(len(artifacts()) * r.random() ** 2)]  # small ones are tried sooner
    if r.random() < 0.15:
        return broken_bytes(written(healthy.copy()), r)
    return written(healthy.broken(r))


def try_artifact(data: bytes, r: random.Random) -> str:
    from rulewright.runtime.artifact import load
    from rulewright.runtime.errors import RulewrightError

    try:
        document = load(data, strict_hash=False)
        if r.random() > SHARE_LINKED:
            return "loaded"
        options = [option["id"] for option in document["options"] if r.random() < 0.4]
        return played(document, options, r)
    except RulewrightError as refused:
        return refused.code


def played(document: Any, options: list[str], r: random.Random) -> str:
    """Link the document and make a few random choices, some of them absurd."""
    from rulewright.runtime.game import Game
    from rulewright.runtime.link import link

    hooks = {hook["id"]: lambda *_: 1 for hook in document["hooks"]}
    game = Game.start(link(document, options, hooks), seed=r.randrange(1000), history=r.random() < 0.5)
    for _ in range(DECISIONS):
        if not game.decisions:
            break
        decision = r.choice(game.decisions)
        decision.options(20)
        for side in (game.program.sides[0], game.program.sides[-1]):
            game.view(side)
        if r.random() < 0.2:
            game = game.copy()
        absurd = r.random() < 0.1
        game.choose(decision.side, r.choice(STRANGE_VALUES) if absurd else decision.sample(r))
    game.invariants()
    return "played"


# ---------------------------------------------------------------- sources

HEADER = "ruleset fuzzed\n  sides: red, blue\n  d6: 1..6\n"


@cache
def sources() -> list[str]:
    """Small texts of rules: chunks of the cases, hard cases, and windows of the rulesets."""
    found: list[str] = []
    for file in sorted(ROOT.glob("tests/cases/*.rules")):
        found += re.split(r"^---\n", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    found += [file.read_text(encoding="utf-8") for file in sorted(ROOT.glob("tests/hard_cases/*.rules"))]
    for file in sorted(ROOT.glob("rulesets/*/*.rules")):
        blocks = re.split(r"\n(?=[a-z#])", file.read_text(encoding="utf-8"))
        found += [HEADER + "\n".join(blocks[at : at + 6]) for at in range(0, len(blocks), 6)]
    return [text for text in found if text.strip()]


@cache
def words() -> list[str]:
    return sorted({word for text in sources() for word in re.findall(r"\w+|[^\w\s]+|\n +", text)})


def source_of(r: random.Random) -> str:
    return broken_text(r.choice(sources()), r, words())


def try_source(text: str, r: random.Random) -> str:
    from rulewright.compiler.pipeline import check_text

    errors = [found.code for found in check_text(text, "fuzzed.rules") if found.severity == "error"]
    return errors[0] if errors else "compiled"


# ---------------------------------------------------------------- running

TARGETS: dict[str, tuple[Callable[[random.Random], Any], Callable[[Any, random.Random], str]]] = {
    "artifact": (artifact_of, try_artifact),
    "source": (source_of, try_source),
}


def input_of(target: str, seed: int, number: int) -> tuple[Any, random.Random]:
    r = random.Random(f"{target} {seed} {number}")
    return TARGETS[target][0](r), r


def run_chunk(job: tuple[str, int, int, int, float]) -> Report:
    """Try the inputs `first` to `last` of a target."""
    target, seed, first, last, limit = job
    report = Report()
    attempt = TARGETS[target][1]
    signal.signal(signal.SIGPROF, _too_slow)
    for number in range(first, last):
        made, r = input_of(target, seed, number)
        signal.setitimer(signal.ITIMER_PROF, limit)
        try:
            outcome = attempt(made, r)
        except (Exception, Hang) as error:  # noqa: BLE001 - to see what gets through is the point
            signal.setitimer(signal.ITIMER_PROF, 0)
            report.crash(_where(error), number, "".join(traceback.format_exception(error)[-12:]))
            outcome = "hang" if isinstance(error, Hang) else "crash"
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        report.outcomes[outcome] += 1
    return report


def _too_slow(number: int, frame: FrameType | None) -> None:
    raise Hang


def _where(error: BaseException) -> str:
    """Name the crash by its last line in the program, so that one cause is told once."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "/fuzz/" not in frame.filename]
    inside = [frame for frame in frames if str(ROOT) in frame.filename and ".venv" not in frame.filename]
    last = (inside or frames or [None])[-1]
    place = f"{Path(last.filename).name}:{last.lineno} in {last.name}" if last else "?"
    return f"{type(error).__name__} at {place}"


def _start() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def jobs_of(target: str, seed: int, inputs: int, limit: float) -> Iterator[tuple[str, int, int, int, float]]:
    for first in range(0, inputs, CHUNK):
        yield target, seed, first, min(inputs, first + CHUNK), limit


def run(target: str, seed: int, inputs: int, workers: int, limit: float) -> Report:
    report = Report()
    input_of(target, seed, 0)  # what is made once is made before the workers start
    start = time.perf_counter()
    with multiprocessing.Pool(workers, _start) as pool:
        for part in pool.imap_unordered(run_chunk, jobs_of(target, seed, inputs, limit)):
            for where in part.crashes.keys() - report.crashes.keys():
                print(f"  new: {where}, --target {target} --seed {seed} --only {part.crashes[where][1]}", flush=True)
            report.add(part)
            done = report.outcomes.total()
            if done % PROGRESS == 0:
                print(f"  {done:,} tried, {sum(times for times, *_ in report.crashes.values())} crashed", flush=True)
    seconds = time.perf_counter() - start
    print(f"{target}: {inputs:,} inputs, seed {seed}, {seconds:.1f} s, {inputs / seconds:,.0f} a second")
    for outcome, times in report.outcomes.most_common(12):
        print(f"  {times:9,}  {outcome}")
    for where, (times, number, trace) in sorted(report.crashes.items(), key=lambda item: -item[1][0]):
        print(f"\n  {times:,} times {where}\n  again: --target {target} --seed {seed} --only {number}")
        print("    " + trace.replace("\n", "\n    ").rstrip())
    return report


def again(target: str, seed: int, number: int) -> None:
    made, r = input_of(target, seed, number)
    sys.stdout.write(made if isinstance(made, str) else made.decode("utf-8", "backslashreplace"))
    print(f"\n{TARGETS[target][1](made, r)}")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--inputs", type=int, default=20_000, help="how many, shared by the targets")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--target", choices=[*TARGETS, "all"], default="all")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--limit", type=float, default=2.0, help="seconds of the processor for one input")
    parser.add_argument("--only", type=int, help="one input again: its text, and what comes of it")
    args = parser.parse_args()
    targets = list(TARGETS) if args.target == "all" else [args.target]
    if args.only is not None:
        again(targets[0], args.seed, args.only)
        return 0
    crashed = False
    for target in targets:
        report = run(target, args.seed, args.inputs // len(targets), args.workers, args.limit)
        crashed = crashed or bool(report.crashes)
    return 1 if crashed else 0


if __name__ == "__main__":
    sys.exit(main())
