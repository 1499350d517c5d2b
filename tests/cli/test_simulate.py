"""Many games between bots: counted, repeatable, kept, and honest about those that stopped."""

import json
import pickle
import sqlite3
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Run


def test_it_counts_how_games_end(run: Run) -> None:
    result = run("simulate picket --games 12 --jobs 1")
    assert result.exit_code == 0
    assert result.output.startswith("12 games in ")
    assert "won    The " in result.output
    assert "ended  " in result.output
    assert "95 %" in result.output


def test_the_number_of_processes_changes_nothing(run: Run, here: Path) -> None:
    run("simulate picket --games 9 --seed 5 --jobs 1 --out one.jsonl")
    run("simulate picket --games 9 --seed 5 --jobs 2 --out two.jsonl")
    assert (here / "one.jsonl").read_bytes() == (here / "two.jsonl").read_bytes()


def test_a_seed_is_the_game_that_play_plays(run: Run, here: Path) -> None:
    run("simulate picket --games 1 --seed 7 --jobs 1 --out one.jsonl")
    row = json.loads((here / "one.jsonl").read_text())
    played = run("play picket --bots random,random --seed 7").output
    assert f"after {row['decisions']:,} decisions" in played
    assert row["ending"].replace("_", " ") in played


def test_games_that_stop_are_listed_with_their_seed(run: Run) -> None:
    result = run("simulate picket --games 3 --seed 4 --jobs 1 --max-decisions 5")
    assert result.exit_code == 1
    assert "seed 4, after 5 decisions: not over after 5 decisions" in result.stderr
    assert "error[RW0918]: 3 of 3 games stopped before their end" in result.stderr
    assert "--seed 4" in result.stderr


def test_wrong_questions(run: Run) -> None:
    assert "there is no player `randum`" in run("simulate picket --bots randum").stderr
    nobody = run("simulate picket --bots random,human")
    assert nobody.exit_code == 2
    assert "nobody plays `watch`" in nobody.stderr
    assert "there is no scenario `noon`" in run("simulate picket --scenario noon").stderr
    assert "there is no optional rule `fog`" in run("simulate picket --options fog").stderr
    assert run("simulate picket --games 0").exit_code == 2
    assert "is no setting" in run("simulate picket --set short_night").stderr
    assert "can be on or off" in run("simulate picket --set short_night=perhaps").stderr
    assert "needs a folder" in run("simulate picket --resume").stderr
    assert "a cluster has its own workers" in run("simulate picket --cluster x --jobs 2").stderr


def rows_of(folder: Path) -> list[tuple[object, ...]]:
    with sqlite3.connect(folder / "games.sqlite") as base:
        return base.execute("SELECT * FROM games ORDER BY game").fetchall()


def test_an_optional_rule_can_be_asked_for_in_many_ways(run: Run, here: Path) -> None:
    ways = (
        "picket --options short_night", "picket --variant short_night", "picket --set short_night=on", "picket+short_night",
        "picket --options short_night --set short_night=yes",
    )  # fmt: skip
    for number, way in enumerate(ways):
        run(f"simulate {way} --games 6 --jobs 1 --out {number}.jsonl")
    first, *others = [(here / f"{number}.jsonl").read_text() for number in range(len(ways))]
    assert all(other == first for other in others)
    # The short night ends after turn 7, and so does the long one if its clock does; only the gun is another's affair.
    assert {json.loads(line)["turns"] for line in first.splitlines()} <= set(range(1, 8))
    run("simulate picket --options short_night --set short_night=off --games 6 --jobs 1 --out off.jsonl")
    run("simulate picket --games 6 --jobs 1 --out base.jsonl")
    assert (here / "off.jsonl").read_text() == (here / "base.jsonl").read_text()


def test_a_value_can_be_changed(run: Run, here: Path) -> None:
    assert run("simulate picket --set turn.last=7 --games 30 --jobs 1 --out short.jsonl").exit_code == 0
    rows = [json.loads(line) for line in (here / "short.jsonl").read_text().splitlines()]
    assert {row["turns"] for row in rows if row["ending"] == "dawn"} == {
        7
    }  # dawn comes at the end of the last turn
    wrong = run("simulate picket --set turn.lst=3")
    assert wrong.exit_code == 1
    assert "error[RW0228]" in wrong.stderr


def test_a_variant_in_a_folder_of_its_own_is_a_variant(run: Run) -> None:
    run("new brief --variant-of picket")
    assert run("simulate picket --variant brief --games 3 --jobs 1").exit_code == 0
    run("new other --from empty")
    refused = run("simulate picket --variant other --games 3")
    assert refused.exit_code == 1
    assert "error[RW0960]: `other` is neither an optional rule nor a variant of `picket`" in refused.stderr
    assert "RW0960" in run("simulate picket --variant short_nite").stderr


def test_an_artifact_has_no_values_to_change(run: Run) -> None:
    run("new night")
    run("build night")
    (artifact,) = Path().rglob("ruleset.json")
    assert run(f"simulate {artifact} --games 2 --jobs 1").exit_code == 0
    refused = run(f"simulate {artifact} --set turn.last=7 --games 2 --jobs 1")
    assert "error[RW0960]" in refused.stderr
    assert "it is an artifact" in refused.stderr


# ---------------------------------------------------------------- a folder of games


def test_a_folder_keeps_a_row_for_every_game(run: Run, here: Path) -> None:
    result = run("simulate picket --games 8 --jobs 2 --out games")
    assert "the report are in games/report.html" in result.output
    rows = rows_of(here / "games")
    assert [row[:2] for row in rows] == [(number, 1 + number) for number in range(8)]
    assert (here / "games" / "report.html").is_file()


def test_the_same_run_goes_on_and_another_is_refused(run: Run, here: Path) -> None:
    run("simulate picket --games 4 --jobs 1 --out games")
    again = run("simulate picket --games 9 --jobs 1 --out games --resume")
    assert "there already: 4 games, and 5 to play" in again.output
    run("simulate picket --games 9 --jobs 1 --out whole")
    assert rows_of(here / "games") == rows_of(here / "whole")
    for change in ("--seed 2", "--options short_night", "--max-decisions 9"):
        refused = run(f"simulate picket --games 9 --jobs 1 --out games {change}")
        assert refused.exit_code == 1
        assert "error[RW0840]: `games` holds another simulation" in refused.stderr
    assert run("simulate picket --games 9 --jobs 1 --out games").exit_code == 0


def test_resume_wants_a_run(run: Run, here: Path) -> None:
    assert "error[RW0841]: `new` holds no simulation" in run("simulate picket --out new --resume").stderr
    assert not (here / "new").exists()
    (here / "mine").mkdir()
    (here / "mine" / "thesis.txt").touch()
    assert "error[RW0841]" in run("simulate picket --out mine").stderr


def test_a_folder_that_cannot_be_written_is_told_at_once(run: Run, here: Path) -> None:
    (here / "file").touch()
    result = run("simulate picket --games 100000 --out file/games")
    assert result.exit_code == 1
    assert "error[RW0906]" in result.stderr


def test_parquet_holds_the_same_rows(run: Run, here: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    run("simulate picket --games 7 --jobs 2 --out one --format parquet")
    run("simulate picket --games 7 --jobs 1 --out two")
    kept = parquet.read_table(here / "one" / "games.parquet").to_pylist()
    assert [tuple(row.values()) for row in kept] == rows_of(here / "two")
    assert not (here / "one" / "parts").exists()


def test_a_bot_that_fails_stops_its_game_alone(run: Run, with_plugin: Callable[..., None]) -> None:
    class Weak:
        def __init__(self, seed: int) -> None:
            self._seed = seed

        def choose(self, decision, view):  # type: ignore[no-untyped-def]
            if self._seed == 2:
                raise RuntimeError("no idea")
            return decision.options(1)[0]

    with_plugin(rulewright_bots=lambda: {"weak": lambda side, seed: Weak(seed)})
    result = run("simulate picket --games 3 --bots weak --jobs 1")
    assert result.exit_code == 1
    assert "3 games in " in result.output
    assert "seed 2, after 0 decisions: RW0911: the plugin `some-plugin` failed" in result.stderr
    assert "error[RW0918]: 1 of 3 games stopped before their end" in result.stderr


def test_a_cluster_without_its_library_says_how_to_install_it(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "distributed", None)
    result = run("simulate picket --games 3 --cluster tcp://127.0.0.1:9")
    assert "error[RW0845]" in result.stderr
    assert "pip install 'rulewright[dist]'" in result.stderr


def test_bots_of_the_ruleset_play_by_name_or_as_scripted(run: Run) -> None:
    by_name = run("simulate picket --games 4 --bots smuggler,picket_line --jobs 1").output
    scripted = run("simulate picket --games 4 --bots scripted --jobs 1").output
    assert scripted.split("\n")[1:] == by_name.split("\n")[1:]
    assert "the bot `smuggler` does not play `watch`" in run("simulate picket --bots smuggler").stderr
    assert "`random:3` takes no settings" in run("simulate picket --bots random:3").stderr


def test_a_bot_that_is_a_program_plays_and_stops_no_other_game(run: Run, here: Path) -> None:
    import sys

    (here / "bot.py").write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    question = json.loads(line)\n"
        "    if question['seed'] == 2:\n"
        "        sys.exit('no idea')\n"
        "    decision = question['view']['decision']\n"
        "    print(json.dumps({'answer': (decision['options'] or question['samples'])[0]}), flush=True)\n"
    )
    command = f"cmd:seconds=20:{sys.executable} bot.py"
    result = run(["simulate", "picket", "--games", "3", "--jobs", "1", "--bots", f"{command},random"])
    assert result.exit_code == 1
    assert "seed 2, after 0 decisions: RW0852: the bot" in result.stderr
    assert "no idea" in result.stderr
    assert "error[RW0918]: 1 of 3 games" in result.stderr
    played = run(
        ["play", "picket", "--seed", "2", "--record", "r.jsonl", "--bots", f"watch={command},raiders=random"]
    )
    assert "error[RW0852]" in played.stderr
    assert (here / "r.jsonl").read_text().count("\n") > 1  # what was played before is kept
    assert "`seconds=x` is no time" in run(["simulate", "picket", "--bots", "cmd:seconds=x:./b"]).stderr
    assert "`cmd` needs a command" in run(["simulate", "picket", "--bots", "cmd"]).stderr


def test_a_worker_without_what_the_job_needs_says_so() -> None:
    from dataclasses import replace

    from rulewright.cli import simulated
    from rulewright.cli.judge import playable
    from rulewright.cli.plugins import Plugins
    from rulewright.cli.rulesets import resolve
    from rulewright.runtime.simulation.errors import SimulationError

    document = playable(resolve("picket", Plugins()), Plugins())
    job = simulated.job_of(document, (), None, {"raiders": "random", "watch": "somebody-elses"}, 1, 1000)
    for wrong in (job, replace(job, rules=zlib.compress(b"{}"), key="other")):
        with pytest.raises(SimulationError) as caught:
            simulated.play_block(wrong, (0,))
        assert caught.value.code == "RW0847"
        again = pickle.loads(pickle.dumps(caught.value))  # it travels from a worker
        assert (again.code, again.message, again.help) == (
            caught.value.code,
            caught.value.message,
            caught.value.help,
        )


def test_a_bot_that_searches_takes_settings(run: Run) -> None:
    line = "simulate picket --games 1 --jobs 1 --bots search:playouts=2:length=20:rollouts=smuggler+picket_line,random"
    assert run(line).output.split("\n")[1:] == run(line).output.split("\n")[1:]
    refused = run("simulate picket --bots search:playouts=many").stderr
    assert "`playouts=many` is no setting of the bot `search`" in refused
    assert "settings: playouts, length, width, rollouts" in refused
    assert "did you mean `smuggler`?" in run("simulate picket --bots search:rollouts=smugler").stderr
