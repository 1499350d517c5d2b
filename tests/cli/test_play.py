"""A game at the terminal: answers, refusals, secrets, dice by hand, and a record whatever happens."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rulewright.cli.bots import who_plays

from .conftest import Run

RAIDERS_BERTH = "A2\nA4\n"  # the tender and the corsair are placed


def moves(record: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()]


def test_two_bots_play_a_whole_game_and_the_record_replays_to_the_same_bytes(run: Run, here: Path) -> None:
    result = run("play picket --bots random,random --seed 7 --record demo/picket.jsonl")
    assert result.exit_code == 0
    assert re.search(r"the game is over after \d+ decisions: The \w+ won", result.output)
    assert "the record is in demo/picket.jsonl" in result.output
    assert "verified" in run("replay demo/picket.jsonl --verify").output


def test_the_same_seed_makes_the_same_game(run: Run, here: Path) -> None:
    for name in ("a", "b"):
        run(f"play picket --bots random,random --seed 7 --record {name}.jsonl")
    assert (here / "a.jsonl").read_bytes() == (here / "b.jsonl").read_bytes()


def test_bots_alone_leave_no_file_that_nobody_asked_for(run: Run, here: Path) -> None:
    run("play picket --bots random,random --seed 7")
    assert list(here.iterdir()) == []


def test_a_person_answers_by_name_number_and_route(run: Run, here: Path) -> None:
    run("play picket --seed 3 --bots watch=random --record r.jsonl", "a2\n3\nA2 B2\n")
    choices = [move["choice"] for move in moves(here / "r.jsonl") if move.get("side") == "raiders"]
    assert choices[:3] == ["A2", "A4", ["A2", "B2"]]


def test_a_refusal_cites_the_rule(run: Run) -> None:
    result = run("play picket --seed 3 --bots watch=random", "A2\nA3\nA2 A3\n? A3\n? A1\n")
    assert "not possible: one ship to a hex [4.1]" in result.output
    assert result.output.count("one ship to a hex") == 2
    assert "is possible" in result.output


def test_the_end_of_the_input_keeps_the_record_and_says_so(run: Run, here: Path) -> None:
    result = run("play picket --seed 3", RAIDERS_BERTH)
    assert result.exit_code == 0
    assert "there is no more input" in result.output
    assert "the record is in picket-3.jsonl" in result.output
    assert len(moves(here / "picket-3.jsonl")) == 3


def test_a_record_is_never_written_over_another_by_chance(run: Run, here: Path) -> None:
    for _ in range(2):
        run("play picket --seed 3", "A2\nquit\n")
    assert sorted(file.name for file in here.iterdir()) == ["picket-3-2.jsonl", "picket-3.jsonl"]


def test_a_game_goes_on_from_its_record(run: Run, here: Path) -> None:
    run("play picket --seed 3 --record r.jsonl", f"{RAIDERS_BERTH}quit\n")
    result = run("play picket --resume r.jsonl --bots random,random")
    assert "the game is over" in result.output
    assert moves(here / "r.jsonl")[1]["choice"] == "A2"


def test_a_choice_can_be_taken_back_until_somebody_learned_something(run: Run, here: Path) -> None:
    result = run("play picket --seed 3 --record r.jsonl", "A2\nundo\nA5\nquit\n")
    assert "taken back" in result.output
    assert [move["choice"] for move in moves(here / "r.jsonl")[1:]] == ["A5"]
    assert "not possible: this choice stands" in run("play picket --seed 3", "undo\n").output


def test_log_view_help_and_save_are_there_at_every_question(run: Run, here: Path) -> None:
    result = run(
        "play picket --seed 3", "A2\nlog\nview\nhelp\nsave copy.jsonl\nsave copy.jsonl/below.jsonl\nquit\n"
    )
    assert "Tender moves to A2" in result.output
    assert "why C3 is not possible" in result.output
    assert "the record is in copy.jsonl" in result.output
    assert "error[RW0906]" in result.stderr
    assert len(moves(here / "copy.jsonl")) == 2


def test_each_side_has_its_own_screen_and_sees_nothing_of_the_other(run: Run) -> None:
    lie_still = "decline\n" * 2
    result = run("play picket --seed 3", f"{RAIDERS_BERTH}{lie_still}view\nlog\nquit\n")
    raiders, watch = result.output.split("---- The Watch ----")
    assert "A2  Tender" in raiders
    assert "F1  Heron" in watch
    assert "A2" not in watch and "A4" not in watch
    assert "F1" not in raiders


def test_dice_can_be_thrown_by_hand(run: Run, here: Path) -> None:
    typed = "".join(f"{n % 6 + 1}\ndud\n" for n in range(40))
    result = run("play picket --hand-dice --bots random,random --seed 5 --record h.jsonl", typed)
    assert "the game is over" in result.output
    assert moves(here / "h.jsonl")[0]["dice"] == "hand"
    assert run("replay h.jsonl --verify").exit_code == 0


def test_optional_rules_are_played_and_kept_in_the_record(run: Run, here: Path) -> None:
    run("play picket --options short_night --bots random,random --seed 7 --record r.jsonl")
    assert moves(here / "r.jsonl")[0]["options"] == ["short_night"]
    assert run("replay r.jsonl --verify").exit_code == 0


def test_an_artifact_alone_can_be_played(run: Run, here: Path) -> None:
    run("build picket")
    run("play generated/picket/ruleset.json --bots random,random --seed 7 --record a.jsonl")
    run("play picket --bots random,random --seed 7 --record b.jsonl")
    assert (here / "a.jsonl").read_bytes() == (here / "b.jsonl").read_bytes()


def test_a_limit_stops_the_game_and_keeps_the_record(run: Run, here: Path) -> None:
    result = run("play picket --bots random,random --seed 7 --max-decisions 5 --record r.jsonl")
    assert result.exit_code == 0
    assert "stopped after 5 decisions" in result.output
    assert len(moves(here / "r.jsonl")) == 6


@pytest.mark.parametrize(
    "line, code, way_out",
    [
        ("play picket --scenario moonles", "RW0804", "moonless"),
        ("play picket --options short_nigth", "RW0805", "short_night"),
        ("play picket --bots randon,random", "RW0913", "did you mean `random`?"),
        ("play picket --bots wathc=random", "RW0913", "did you mean `watch`?"),
        ("play picket --bots random,random,random", "RW0913", "2 sides"),
        ("play pikcet", "RW0901", "did you mean `picket`?"),
        ("play picket --record file/r.jsonl --bots random,random", "RW0906", "file"),
    ],
)
def test_what_cannot_be_played_says_what_can(
    run: Run, here: Path, line: str, code: str, way_out: str
) -> None:
    (here / "file").write_bytes(b"a file, where a folder is needed")
    result = run(line)
    assert result.exit_code == 1
    assert f"error[{code}]" in result.stderr
    assert way_out in result.stderr


def test_a_record_brings_its_own_scenario_and_dice(run: Run, here: Path) -> None:
    run("play picket --seed 3 --record r.jsonl", "A2\n")
    assert run("play picket --resume r.jsonl --seed 4").exit_code == 2


def test_players_are_named_in_order_or_by_side() -> None:
    sides, known = ["raiders", "watch"], ["random"]
    assert who_plays("", sides, known) == {"raiders": "human", "watch": "human"}
    assert who_plays("random", sides, known) == {"raiders": "random", "watch": "human"}
    assert who_plays("watch=random", sides, known) == {"raiders": "human", "watch": "random"}
    assert who_plays("human, random", sides, known) == {"raiders": "human", "watch": "random"}


class Terminal:
    """A terminal of our own with a game in it."""

    def __init__(self, folder: Path, line: str, **environment: str) -> None:
        self.screen = b""
        code = "from rulewright.cli.main import main; main()"
        pid, self.channel = pty.fork()
        if pid == 0:
            # The suite may have been started in the background, where interrupts are ignored; a player's shell is not.
            signal.signal(signal.SIGINT, signal.default_int_handler)
            os.chdir(folder)
            os.execve(
                sys.executable, [sys.executable, "-c", code, *line.split()], {**os.environ, **environment}
            )
        self.pid = pid

    def wait_for(self, text: str, seconds: float = 30) -> str:
        """Return what was printed until `text` appeared."""
        until = time.monotonic() + seconds
        while text.encode() not in self.screen:
            assert time.monotonic() < until, f"{text!r} did not appear in {self.screen!r}"
            ready, _, _ = select.select([self.channel], [], [], 0.5)
            if ready:
                self.screen += os.read(self.channel, 4096)
        before, _, self.screen = self.screen.partition(text.encode())
        return (before + text.encode()).decode()

    def type(self, text: str) -> None:
        os.write(self.channel, text.encode())

    def interrupt(self, text: str) -> None:
        """Press Ctrl-C until `text` appears: one that comes between a prompt and the reading of it waits for the next key."""
        for _ in range(10):
            self.type("\x03")
            try:
                self.wait_for(text, 3)
            except AssertionError:
                continue
            return
        raise AssertionError(f"{text!r} did not appear in {self.screen!r}")

    def close(self) -> int:
        _, status = os.waitpid(self.pid, 0)
        os.close(self.channel)
        return os.waitstatus_to_exitcode(status)


CLEARED = "\x1b[2J\x1b[3J\x1b[H"


def test_the_screen_is_cleared_before_the_other_side_may_look(here: Path) -> None:
    terminal = Terminal(here, "play picket --seed 3", TERM="xterm")
    terminal.wait_for("Hand over to The Raiders")
    terminal.type("\n")
    terminal.wait_for("> ")
    for answer in ("A2\n", "A4\n", "decline\n"):
        terminal.type(answer)
        terminal.wait_for("> ")
    terminal.type("decline\n")
    curtain = terminal.wait_for("Hand over to The Watch. Everybody else looks away.")
    assert CLEARED in curtain
    assert "A2" not in curtain.partition(CLEARED)[2]
    terminal.type("\n")
    screen = terminal.wait_for("> ")
    assert CLEARED in screen
    assert "Tender A2" not in screen
    terminal.type("quit\n")
    terminal.wait_for("the record is in")
    assert terminal.close() == 0


def test_ctrl_c_leaves_with_130_and_keeps_the_record(here: Path) -> None:
    terminal = Terminal(here, "play picket --seed 3 --bots watch=random", TERM="dumb")
    terminal.wait_for("> ")
    terminal.type("A2\n")
    terminal.wait_for("> ")
    terminal.interrupt("picket-3.jsonl")
    assert terminal.close() == 130
    assert len(moves(here / "picket-3.jsonl")) == 2


def test_nothing_is_coloured_on_a_dumb_terminal(here: Path) -> None:
    terminal = Terminal(here, "play picket --seed 3 --bots watch=random", TERM="dumb")
    assert "\x1b" not in terminal.wait_for("> ")
    terminal.type("quit\n")
    terminal.wait_for("picket-3.jsonl")
    terminal.close()


def test_bytes_that_are_no_text_are_no_crash(here: Path) -> None:
    code = "from rulewright.cli.main import main; main()"
    command = [sys.executable, "-c", code, "play", "picket", "--seed", "3"]
    result = subprocess.run(
        command, cwd=here, input=b"\xff\xfe\x00\nA2\n\x00\x1b[2J\n", capture_output=True, check=False
    )
    assert result.returncode == 0
    assert b"Traceback" not in result.stderr
