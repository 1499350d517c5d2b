"""A bot in a process of its own: it is given its view, and whatever it does wrong is said clearly."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from rulewright.runtime import Game, Program, link, play_out
from rulewright.runtime.artifact import load
from rulewright.runtime.bots import BotError, ProcessBot, RandomBot, close
from tests.docs.pages import ROOT, fences

PICKET = ROOT / "generated" / "picket" / "ruleset.json"

ASKED = "import json, sys\nfor line in sys.stdin:\n    question = json.loads(line)\n    decision = question['view']['decision']\n"
FIRST = "    print(json.dumps({'answer': (decision['options'] or question['samples'])[0]}), flush=True)\n"


@pytest.fixture(scope="module")
def program() -> Program:
    return link(load(PICKET))


def written(folder: Path, text: str) -> str:
    (folder / "bot.py").write_text(text)
    return f"{sys.executable} {folder / 'bot.py'}"


def asked_once(program: Program, command: str, seconds: float = 20) -> Game:
    """Let a bot answer one question of a new game, whatever comes of it."""
    game = Game.start(program, seed=3)
    bot = ProcessBot(command, "raiders", 3, seconds)
    try:
        play_out(game, {"raiders": bot}, 1)
    finally:
        close(bot)
    return game


def test_the_bot_of_the_page_plays_a_game(program: Program, tmp_path: Path) -> None:
    (fence,) = fences(ROOT / "docs" / "bots.md", "python")
    bot = ProcessBot(written(tmp_path, fence.text), "watch", 7)
    game = Game.start(program, seed=7)
    play_out(game, {"raiders": RandomBot("raiders", 7), "watch": bot})
    close(bot)
    assert game.ended
    again = ProcessBot(written(tmp_path, fence.text), "watch", 7)
    second = Game.start(program, seed=7)
    play_out(second, {"raiders": RandomBot("raiders", 7), "watch": again})
    close(again)
    assert second.moves == game.moves


def test_answers_too_many_to_list_are_sampled(tmp_path: Path) -> None:
    from . import build as b

    body = b.choose("only.x", "x", {"kind": "number", "lo": 1, "hi": 9999})
    game = b.game(scenarios=[b.scenario("only", body, locals={"x": "number"})])
    bot = ProcessBot(written(tmp_path, ASKED + FIRST), "red", 1)
    play_out(game, {"red": bot}, 1)
    close(bot)
    assert 1 <= game.moves[0]["choice"] <= 9999


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("import time\ntime.sleep(60)\n", "RW0851", "within 0.5 seconds"),
        ("import sys\nprint('out of ideas', file=sys.stderr)\nsys.exit(3)\n", "RW0852", "exit code 3 .*out of ideas"),
        ("raise KeyError('no')\n", "RW0852", "KeyError: 'no'"),
        ("print('I play A2', flush=True)\ninput()\n", "RW0853", "`I play A2`"),
        ("print('[1, 2]', flush=True)\ninput()\n", "RW0853", r"`\[1, 2\]`"),
        ("print('{\"choice\": 1}', flush=True)\ninput()\n", "RW0853", "with an `answer`"),
        ("print('[' * 100000, flush=True)\ninput()\n", "RW0853", "no line of JSON"),
        ("import sys\nsys.stdout.buffer.write(bytes(range(128, 256)) + b'\\n')\nsys.stdout.flush()\ninput()\n", "RW0853", "no line of JSON"),
        ("print('{\"answer\": \"B5\"}', flush=True)\ninput()\n", "RW0854", "`\"B5\"`, which is not open: `B5` is not among"),
        ("print('{\"answer\": null}', flush=True)\ninput()\n", "RW0854", "may not be declined"),
        ("import os\nos.kill(os.getpid(), 9)\n", "RW0852", "by signal 9"),
    ],
)  # fmt: skip
def test_what_a_bot_does_wrong_is_said_and_nothing_is_lost(
    program: Program, tmp_path: Path, text: str, code: str, said: str
) -> None:
    game = Game.start(program, seed=3)
    before = game.fingerprint()
    bot = ProcessBot(written(tmp_path, text), "raiders", 3, 0.5 if code == "RW0851" else 20)
    with pytest.raises(BotError, match=said) as raised:
        play_out(game, {"raiders": bot})
    close(bot)
    assert raised.value.code == code
    assert raised.value.help
    assert game.fingerprint() == before


def test_a_program_that_is_not_there(program: Program) -> None:
    with pytest.raises(BotError, match="RW0850.*No such file"):
        asked_once(program, "./no_such_bot")
    with pytest.raises(BotError, match="RW0850.*could not be started"):
        asked_once(program, "'unclosed")


def test_what_a_bot_started_ends_with_it(program: Program, tmp_path: Path) -> None:
    child = "import subprocess, sys\nchild = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
    told = f"open({str(tmp_path / 'pid')!r}, 'w').write(str(child.pid))\n"
    asked_once(program, written(tmp_path, child + told + ASKED + FIRST))
    pid = int((tmp_path / "pid").read_text())
    until = time.monotonic() + 10
    while (status := Path(f"/proc/{pid}/stat")).exists() and status.read_text().split()[2] != "Z":
        assert time.monotonic() < until, "the child of the bot still runs"
        time.sleep(0.05)


TAMPERING = """
import gc, json, os, sys
seen = {"environment": sorted(os.environ), "arguments": sys.argv[1:], "folder": os.getcwd(), "files": {}}
for number in range(3, 256):
    try:
        seen["files"][number] = os.readlink(f"/proc/self/fd/{number}")
    except OSError:
        pass
seen["ours"] = [name for name in sys.modules if name.startswith("rulewright")]
seen["questions"] = []
for line in sys.stdin:
    question = json.loads(line)
    seen["questions"].append(question)
    json.dump(seen, open(LOOT, "w"))
    decision = question["view"]["decision"]
    print(json.dumps({"answer": (decision["options"] or question["samples"])[0]}), flush=True)
"""


def test_a_tampering_bot_gets_nothing_but_its_view(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_OF_THE_REFEREE", "tender.at = A2")
    secret = (tmp_path / "record.jsonl").open("w+")  # the referee's own file, open all the while
    secret.write("tender.at = A2")
    secret.flush()
    loot = tmp_path / "loot.json"
    game = Game.start(program, seed=5)
    shown: list[dict[str, Any]] = []

    class Watched(ProcessBot):
        def choose(self, decision, view):  # type: ignore[no-untyped-def]
            shown.append(view())
            return super().choose(decision, view)

    bot = Watched(written(tmp_path, TAMPERING.replace("LOOT", repr(str(loot)))), "watch", 5)
    play_out(game, {"raiders": RandomBot("raiders", 5), "watch": bot}, 40)
    close(bot)
    secret.close()
    seen = json.loads(loot.read_text())
    assert set(seen["environment"]) <= {"PATH", "LANG", "LC_CTYPE"}  # Python sets the last one itself
    assert seen["arguments"] == []
    assert seen["files"] == {}
    assert seen["ours"] == []
    assert [question["view"] for question in seen["questions"]] == shown
    assert all(set(q) <= {"protocol", "ask", "side", "seed", "view", "samples"} for q in seen["questions"])
    for question in seen["questions"]:
        for unit in ("tender", "corsair"):
            assert not {"at", "wake"} & set(question["view"]["pieces"][unit]["attributes"])
