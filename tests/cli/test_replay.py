"""A record is played again: for a side, up to a point, to the same byte; a damaged one says where."""

from pathlib import Path

import pytest

from .conftest import Run


@pytest.fixture
def record(run: Run, here: Path) -> Path:
    run("play picket --bots random,random --seed 7 --record r.jsonl")
    return here / "r.jsonl"


def test_the_umpire_sees_everything_and_a_side_its_own(run: Run, record: Path) -> None:
    umpire = run("replay r.jsonl").output
    watch = run("replay r.jsonl --side watch").output
    assert "Tender moves to" in umpire
    assert "Tender moves to" not in watch
    assert "Heron moves to" in watch


def test_a_record_finds_its_ruleset_by_name_or_is_given_one(run: Run, record: Path) -> None:
    run("build picket")
    assert run("replay r.jsonl").output == run("replay r.jsonl generated/picket/ruleset.json").output


def test_it_stops_where_it_is_told(run: Run, record: Path) -> None:
    result = run("replay r.jsonl --until 3")
    assert result.output.endswith("after 3 decisions the game goes on\n")
    assert run("replay r.jsonl --until 0").exit_code == 0
    assert run("replay r.jsonl --until 100000").output == run("replay r.jsonl").output


def test_a_record_with_a_wrong_line_is_replayed_up_to_it(run: Run, record: Path) -> None:
    lines = record.read_bytes().split(b"\n")
    lines[10] = b'{"side": "watch"}'
    record.write_bytes(b"\n".join(lines))
    assert run("replay r.jsonl").exit_code == 1
    assert run("replay r.jsonl --until 9").exit_code == 0


def test_every_byte_is_compared(run: Run, record: Path) -> None:
    assert run("replay r.jsonl --verify --quiet").exit_code == 0
    lines = record.read_bytes().split(b"\n")
    lines[3] = lines[3].replace(b'":', b'": ')
    record.write_bytes(b"\n".join(lines))
    result = run("replay r.jsonl --verify")
    assert result.exit_code == 1
    assert "error[RW0914]: the record differs from its replay in line 4" in result.stderr
    assert "r.jsonl:4" in result.stderr


def test_a_last_line_that_was_cut_off_loses_that_line_alone(run: Run, record: Path) -> None:
    record.write_bytes(record.read_bytes()[:-5])
    result = run("replay r.jsonl")
    assert result.exit_code == 0
    assert "was cut off" in result.stderr
    assert run("replay r.jsonl --verify").exit_code == 1


@pytest.mark.parametrize(
    "damage, place",
    [
        (lambda data: b"", "not a game record"),
        (lambda data: b"\xff\xfe\x00", ""),
        (lambda data: b"[" * 100_000, ""),
        (lambda data: data.replace(b"rulewright.record", b"something.else"), "not a game record"),
        (lambda data: data.replace(b'"version":1', b'"version":9'), "version"),
        (lambda data: data.replace(b'"rules_hash":"', b'"rules_hash":"0'), "other rules"),
        (lambda data: data.replace(b'"choice":"', b'"choice":"X', 1), "line 2"),
        (lambda data: data[: len(data) // 2] + b"\n{}\n", "line"),
    ],
)
def test_a_damaged_record_says_what_is_wrong_with_it(run: Run, record: Path, damage, place: str) -> None:  # type: ignore[no-untyped-def]
    record.write_bytes(damage(record.read_bytes()))
    result = run("replay r.jsonl")
    assert result.exit_code == 1
    assert "error[RW08" in result.stderr
    assert place in result.stderr


def test_a_side_that_does_not_exist_is_refused_with_those_that_do(run: Run, record: Path) -> None:
    result = run("replay r.jsonl --side wathc")
    assert result.exit_code == 1
    assert "error[RW0916]: there is no side `wathc`\n  help: did you mean `watch`?" in result.stderr


def test_a_record_that_is_not_there_is_a_file_problem(run: Run) -> None:
    result = run("replay nothing.jsonl")
    assert result.exit_code == 1
    assert "error[RW0906]" in result.stderr


def test_two_ways_at_once_are_wrong_usage(run: Run, record: Path) -> None:
    assert run("replay r.jsonl --verify --until 3").exit_code == 2
