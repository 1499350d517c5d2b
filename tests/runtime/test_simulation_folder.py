"""A folder of games: nothing half-written counts, nothing counts twice, nothing foreign is touched."""

import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from rulewright.runtime.simulation import folder
from rulewright.runtime.simulation.columns import GAME, Column
from rulewright.runtime.simulation.errors import SimulationError
from rulewright.runtime.simulation.parquet_games import PARTS, ParquetGames
from rulewright.runtime.simulation.run import Run, Side, run_from

COLUMNS = (*GAME, Column("losses_red", "integer", "lost by Red", "loss", True), Column("losses_blue", "integer", "lost by Blue", "loss", True))
RUN = Run(
    made_by="rulewright 0", asked="duel", ruleset="duel", title="Duel", rules_version="1", rules_hash="a" * 64, scenario="", options=("fog",),
    sides=(Side("red", "The Red", "#aa0000", "random"), Side("blue", "The Blue", "", "random")), seed=5, max_decisions=100, store="sqlite",
    columns=COLUMNS,
)  # fmt: skip

stores = pytest.mark.parametrize("store", ["sqlite", "parquet"])


@pytest.fixture(autouse=True)
def with_pyarrow(request: pytest.FixtureRequest) -> None:
    if "parquet" in request.node.name:
        pytest.importorskip("pyarrow")


def row(number: int, failure: str = "") -> dict[str, object]:
    words = dict.fromkeys(("ending", "ending_title", "winner", "reason"), "")
    numbers = {"turns": 3, "decisions": 9, "rolls": 2, "luck": None if number % 2 else 0.125, "losses_red": 0, "losses_blue": 1}
    found = {"game": number, "seed": 5 + number, **words, **numbers, "failure": failure}
    return {column.name: found[column.name] for column in COLUMNS}


def refused(path: Path, run: Run | None = None) -> SimulationError:
    with pytest.raises(SimulationError) as caught:
        folder.opened_for(path, run or RUN).close()
    return caught.value


@stores
def test_games_come_back_in_their_order_and_once(tmp_path: Path, store: str) -> None:
    run = replace(RUN, store=store)
    with folder.opened_for(tmp_path, run) as kept:
        kept.games.add([row(4), row(2)])
    with folder.opened_for(tmp_path, run) as kept:
        assert kept.games.played() == {2, 4}
        kept.games.add([row(4), row(0)])
        kept.games.finish()
        assert kept.games.rows() == [row(0), row(2), row(4)]
    with folder.opened(tmp_path) as kept:
        assert kept.run == run
        assert kept.games.rows() == [row(0), row(2), row(4)]


@stores
def test_a_game_that_failed_may_be_played_again(tmp_path: Path, store: str) -> None:
    run = replace(RUN, store=store)
    with folder.opened_for(tmp_path, run) as kept:
        kept.games.add([row(0), row(1, "RW0911: no idea")])
    with folder.opened_for(tmp_path, run) as kept:
        assert kept.games.played() == {0}
        kept.games.add([row(1)])
        assert kept.games.rows() == [row(0), row(1)]


def test_a_part_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    """parquet"""
    pytest.importorskip("pyarrow")
    run = replace(RUN, store="parquet")
    with folder.opened_for(tmp_path, run) as kept:
        kept.games.add([row(0), row(1)])
    with folder.opened_for(tmp_path, run) as kept:
        kept.games.add([row(2)])
    whole, cut = sorted((tmp_path / PARTS).iterdir())
    cut.write_bytes(cut.read_bytes()[:-20])
    (tmp_path / PARTS / ".games-000000009-000000009-1.parquet.77").write_bytes(b"PAR1")
    with folder.opened_for(tmp_path, run) as kept:
        assert kept.broken == [cut.name]
        assert kept.games.played() == {0, 1}
    assert [file.name for file in (tmp_path / PARTS).iterdir()] == [whole.name]


def test_a_part_under_a_wrong_name_is_not_believed(tmp_path: Path) -> None:
    """parquet"""
    pytest.importorskip("pyarrow")
    run = replace(RUN, store="parquet")
    with folder.opened_for(tmp_path, run) as kept:
        kept.games.add([row(0)])
    (part,) = (tmp_path / PARTS).iterdir()
    part.rename(part.with_name("games-000000003-000000003-1.parquet"))
    with folder.opened_for(tmp_path, run) as kept:
        assert kept.games.played() == set()


def test_who_looks_clears_nothing_up(tmp_path: Path) -> None:
    """parquet"""
    pytest.importorskip("pyarrow")
    (tmp_path / PARTS).mkdir()
    half = tmp_path / PARTS / ".games-000000000-000000000-1.parquet.9"
    half.write_bytes(b"PAR1")
    ParquetGames(tmp_path, COLUMNS, to_write=False)
    assert half.exists()


def test_another_run_is_told_apart(tmp_path: Path) -> None:
    folder.opened_for(tmp_path, RUN).close()
    blue = replace(RUN.sides[1], bot="clever")
    other = replace(RUN, seed=6, options=(), rules_hash="b" * 64, sides=(RUN.sides[0], blue))
    failure = refused(tmp_path, other)
    assert failure.code == "RW0840"
    for words in (
        "its hash of the rules is aaaaaaaaaaaa, not bbbbbbbbbbbb", "its first seed is 5, not 6", "its set of optional rules is `fog`, not empty",
        "its bot for `blue` is `random`, not `clever`",
    ):  # fmt: skip
        assert words in failure.message
    # What changes no game is no difference.
    folder.opened_for(tmp_path, replace(RUN, asked="./duel", title="The Duel")).close()


def test_foreign_files_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    failure = refused(tmp_path)
    assert failure.code == "RW0841"
    assert "`thesis.txt`" in failure.message
    assert [file.name for file in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_folder_without_a_run_has_no_report(tmp_path: Path) -> None:
    with pytest.raises(SimulationError, match="holds no simulation") as caught:
        folder.opened(tmp_path)
    assert caught.value.code == "RW0841"


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[]", "{}", '{"format": "rulewright.record", "version": 1}', "[" * 2000,
        json.dumps(RUN.json() | {"version": 2}), json.dumps(RUN.json() | {"seed": "5"}), json.dumps(RUN.json() | {"sides": [1]}),
        json.dumps(RUN.json() | {"store": "paper"}), json.dumps(RUN.json() | {"sides": []}),
        json.dumps(RUN.json()).replace("#aa0000", "red}"), json.dumps(RUN.json() | {"columns": []}),
        json.dumps(RUN.json() | {"columns": [column.json() for column in (*COLUMNS, COLUMNS[-1])]}), json.dumps(RUN.json() | {"columns": [{"name": "a b", "kind": "text", "title": ""}]}),
    ],
)  # fmt: skip
def test_a_damaged_head_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / folder.HEAD).write_text(text)
    failure = refused(tmp_path)
    assert failure.code == "RW0842"
    assert "run.json` cannot be read" in failure.message


def test_a_head_says_again_what_it_said() -> None:
    assert run_from(json.dumps(RUN.json()).encode(), "run.json") == RUN


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    folder.opened_for(tmp_path, RUN).close()
    (tmp_path / "games.sqlite").write_bytes(b"this is no database, but it is long enough to look like one" * 30)
    assert refused(tmp_path).code == "RW0843"


def test_a_database_of_somebody_else_is_refused(tmp_path: Path) -> None:
    folder.opened_for(tmp_path, RUN).close()
    (tmp_path / "games.sqlite").unlink()
    with sqlite3.connect(tmp_path / "games.sqlite") as base:
        base.execute("CREATE TABLE games (title TEXT)")
    failure = refused(tmp_path)
    assert failure.code == "RW0843"
    assert "its columns are not those of this run" in failure.message


def test_a_value_of_another_kind_is_refused(tmp_path: Path) -> None:
    with folder.opened_for(tmp_path, RUN) as kept:
        kept.games.add([row(0)])
    for damage in ("turns = 'many'", "winner = NULL", "luck = 'good'", "luck = 9e999"):
        with sqlite3.connect(tmp_path / "games.sqlite") as base:
            base.execute(f"UPDATE games SET {damage}")
        with folder.opened(tmp_path) as kept, pytest.raises(SimulationError, match=r"RW0843: the games in `.*games\.sqlite` cannot be read"):
            kept.games.rows()


def test_a_broken_table_in_parquet_is_refused(tmp_path: Path) -> None:
    """parquet"""
    pytest.importorskip("pyarrow")
    run = replace(RUN, store="parquet")
    folder.opened_for(tmp_path, run).close()
    (tmp_path / "games.parquet").write_bytes(b"PAR1 nothing PAR1")
    assert refused(tmp_path, run).code == "RW0843"


def test_two_cannot_play_into_one_folder(tmp_path: Path) -> None:
    with folder.opened_for(tmp_path, RUN):
        assert refused(tmp_path).code == "RW0844"
    folder.opened_for(tmp_path, RUN).close()


def test_parquet_without_its_library_says_how_to_install_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "pyarrow", None)
    failure = refused(tmp_path, replace(RUN, store="parquet"))
    assert failure.code == "RW0845"
    assert failure.help == "pip install 'rulewright[sim]'"
