"""Records: what is played can be played again, to the same bytes."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from rulewright import schemas
from rulewright.runtime import Game, Program, Recorder, RecordError, replay, write_record

from . import build as b


@pytest.fixture(scope="module")
def race() -> Program:
    turn = [
        b.choose("turn.red", "x", {"kind": "number", "lo": 0, "hi": 3}, b.add(["track", "total"], ["local", "x"])),
        b.choose("turn.blue", "way", b.one(["places", "sea"]), side=("side", "blue"), may=True),
        b.throw("d"),
        b.add(["track", "total"], ["local", "d"]),
        b.when([">=", ["track", "total"], 30], b.end("over")),
    ]
    return b.program(
        tracks=[b.track("total")],
        maps=[b.a_map()],
        scenarios=[b.scenario("short"), b.scenario("long")],
        phases=[b.phase("turn", *turn, locals={"x": "number", "d": "number", "way": "place:sea"})],
        options=[b.head("quick", cites=[], notes=[], changes=[{"op": "set", "path": ["tracks", "total", "start"], "value": 20}])],
    )  # fmt: skip


def played(race: Program, moves: int = 9, dice: Any = None) -> Game:
    random = Random(1)
    game = Game.start(race, "long", 5, dice)
    for _ in range(moves):
        decision = game.decisions[0]
        game.choose(decision.side, decision.sample(random))
    return game


@pytest.mark.parametrize("dice", [None, "hand"])
def test_a_record_replays_to_the_same_game_and_the_same_bytes(race: Program, dice: str | None) -> None:
    game = played(race, dice=dice)
    data = write_record(game)
    again = replay(race, data)
    assert again.fingerprint() == game.fingerprint()
    assert write_record(again) == data
    assert again.notices == ()
    assert again.log == game.log


def test_every_line_is_as_its_schema_says(race: Program) -> None:
    for line in write_record(played(race, dice="hand")).splitlines():
        assert schemas.errors("record", json.loads(line)) == []


def test_a_record_is_written_line_by_line(race: Program) -> None:
    game = Game.start(race, "long", 5)
    lines: list[bytes] = []
    recorder = Recorder(game, lines.append)
    for _ in range(3):
        game.choose(game.decisions[0].side, game.decisions[0].sample(Random(2)))
        recorder.catch_up()
        recorder.catch_up()
    assert b"".join(lines) == write_record(game)


def test_a_record_in_writing_does_not_follow_an_undo(race: Program) -> None:
    game = Game.start(race, "long", 5)
    recorder = Recorder(game, lambda line: None)
    game.choose("red", 1)
    recorder.catch_up()
    game.undo("red")
    with pytest.raises(RecordError, match="RW0820"):
        recorder.catch_up()


def test_a_last_line_that_was_cut_off_loses_itself_alone(race: Program) -> None:
    data = write_record(played(race))
    whole = data.splitlines(keepends=True)
    for cut in (1, 5, len(whole[-1]) - 1):
        game = replay(race, b"".join(whole[:-1]) + whole[-1][:cut])
        assert write_record(game) == b"".join(whole[:-1])
        assert game.notices == (f"RW0824: line {len(whole)} was cut off; the game stands before it",)


def test_options_are_part_of_the_record(race: Program) -> None:
    from rulewright.runtime import link

    quick = link(race.document, ["quick"])
    data = write_record(played(quick, 3))
    assert json.loads(data.splitlines()[0])["options"] == ["quick"]
    assert replay(lambda ruleset, options: link(race.document, options), data).public_view()["options"] == ["quick"]
    with pytest.raises(RecordError, match="RW0821"):
        replay(race, data)


def edited(data: bytes, line: int, **changes: Any) -> bytes:
    lines = data.splitlines()
    lines[line - 1] = json.dumps(json.loads(lines[line - 1]) | changes).encode()
    return b"\n".join(lines) + b"\n"


BROKEN = [
    (1, {"rules_hash": "0" * 64}, "RW0821", "line 1: the record was made with other rules"),
    (1, {"version": 2}, "RW0820", "line 1: version 2"),
    (1, {"format": "chess"}, "RW0820", "line 1: this is not a game record"),
    (1, {"seed": "7"}, "RW0820", "line 1: .*seed"),
    (1, {"dice": "loaded"}, "RW0820", "line 1: .*dice"),
    (2, {"choice": 9}, "RW0822", "line 2: `9` is not among"),
    (3, {"choice": "Z9"}, "RW0822", "line 3:"),
    (3, {"id": "turn.red"}, "RW0822", "line 3: `blue` must answer `turn.blue`, not `turn.red`"),
    (4, {"side": "blue"}, "RW0822", "line 4: `blue` has nothing to choose"),
    (4, {"more": 1}, "RW0823", "line 4: this is neither"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "changes", "code", "message"), BROKEN, ids=range(len(BROKEN)))
def test_a_record_that_does_not_fit_says_where_and_why(race: Program, line: int, changes: Any, code: str, message: str) -> None:
    with pytest.raises(RecordError, match=message) as refused:
        replay(race, edited(write_record(played(race)), line, **changes))
    assert (refused.value.code, refused.value.line) == (code, line)


@pytest.mark.parametrize("data", [b"", b"\n", b"[]\n", b"{}\n", b"\xff\xfe\n", b'{"format"', b"[" * 100000 + b"\n"])
def test_what_is_no_record_is_refused(race: Program, data: bytes) -> None:
    with pytest.raises(RecordError):
        replay(race, data)


def test_an_unknown_scenario_is_refused(race: Program) -> None:
    from rulewright.runtime import RulewrightError

    with pytest.raises(RulewrightError, match="RW0804"):
        replay(race, edited(write_record(played(race)), 1, scenario="longest"))
