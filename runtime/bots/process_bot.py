"""A bot that is a program of its own, in any language: it reads questions and prints answers, a line of JSON each.

Source: docs/bots.md, "A bot in any language". The program is given what its side may know and nothing else: no files, no
environment but PATH and LANG, and no part of the game.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from queue import Empty, SimpleQueue
from random import Random
from threading import Thread
from typing import IO, Any

from rulewright.runtime.bots import errors
from rulewright.runtime.bots.base import ViewOf
from rulewright.runtime.decisions import Decision

PROTOCOL = 1

SECONDS = 60.0
"""For one answer, unless more or less is asked for."""

SAMPLES = 20
"""Answers that are offered where there are too many to list."""

LONGEST = 1_000_000
"""Bytes of one answer."""

SHOWN = 200
"""Characters of what a bot said that a message repeats."""

_END = b""


class ProcessBot:
    """Asks a program. It is started with the first question, and ends with `close`."""

    def __init__(self, command: str, side: str, seed: int = 0, seconds: float = SECONDS) -> None:
        self._command = command
        self._side = side
        self._seed = seed
        self._seconds = seconds
        self._random = Random(f"{side}/{seed}")
        self._asked = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._remarks: IO[bytes] | None = None
        self._questions: SimpleQueue[bytes | None] = SimpleQueue()
        self._lines: SimpleQueue[bytes] = SimpleQueue()

    def choose(self, decision: Decision, view: ViewOf) -> Any:
        if self._process is None:
            self._start()
        self._asked += 1
        shown = view()
        question = {"protocol": PROTOCOL, "ask": self._asked, "side": self._side, "seed": self._seed, "view": shown}
        if shown.get("decision", {}).get("options") is None:
            question["samples"] = [decision.sample(self._random) for _ in range(SAMPLES)]
        self._questions.put(json.dumps(question, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
        try:
            line = self._lines.get(timeout=self._seconds)
        except Empty as problem:
            self.close()
            raise errors.silent(self._command, decision.id, self._seconds) from problem
        return self._judged(decision, line)

    def close(self) -> None:
        """End the program, and all that it started."""
        process, self._process = self._process, None
        if process is None:
            return
        self._questions.put(None)
        with suppress(ProcessLookupError):  # it has ended by itself
            if sys.platform == "win32":
                process.kill()
            else:
                os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        if self._remarks is not None:
            self._remarks.close()

    def _start(self) -> None:
        self._remarks = tempfile.TemporaryFile()  # noqa: SIM115, it is open as long as the program runs
        try:
            words = shlex.split(self._command)
            if not words:
                raise ValueError("it has no name")
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._remarks,
                env={name: os.environ[name] for name in ("PATH", "LANG", "SYSTEMROOT") if name in os.environ},
                close_fds=True,
                start_new_session=sys.platform != "win32",
            )
        except (OSError, ValueError) as problem:
            self._remarks.close()
            reason = getattr(problem, "strerror", None) or str(problem)
            raise errors.not_started(self._command, reason) from problem
        # A program that does not read, or does not write, must not stop the game: each way has a thread that may wait.
        Thread(target=_write, args=(self._process.stdin, self._questions), daemon=True).start()
        Thread(target=_read, args=(self._process.stdout, self._lines), daemon=True).start()

    def _judged(self, decision: Decision, line: bytes) -> Any:
        """Return the answer of a line, if it is one that is open."""
        if line == _END:
            raise self._ended(decision)
        try:
            reply = json.loads(line)
            answer = reply["answer"]
        except (ValueError, KeyError, TypeError, RecursionError) as problem:
            self.close()
            raise errors.garbled(self._command, decision.id, _short(line)) from problem
        refusal = decision.refusal(answer)
        if refusal is not None:
            self.close()
            raise errors.not_open(self._command, decision.id, _short(json.dumps(answer).encode()), refusal.message)
        return answer

    def _ended(self, decision: Decision) -> Exception:
        assert self._process is not None and self._remarks is not None
        try:
            code = self._process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            self.close()
            return errors.garbled(self._command, decision.id, "the end of its output")
        self._remarks.seek(0)
        said = self._remarks.read(LONGEST).strip().rpartition(b"\n")[2]
        self.close()
        return errors.ended(self._command, decision.id, code, said.decode(errors="replace")[:SHOWN])


def _write(stream: IO[bytes], questions: SimpleQueue[bytes | None]) -> None:
    try:
        while (question := questions.get()) is not None:
            stream.write(question)
            stream.flush()
        stream.close()
    except (OSError, ValueError):
        return  # whoever waits for the answer finds out why


def _read(stream: IO[bytes], lines: SimpleQueue[bytes]) -> None:
    try:
        while line := stream.readline(LONGEST):
            lines.put(line)
    except (OSError, ValueError):
        pass  # the same as the end of its output
    lines.put(_END)


def _short(line: bytes) -> str:
    text = line.decode(errors="replace").strip()
    return f"`{text if len(text) <= SHOWN else text[:SHOWN] + '…'}`"
