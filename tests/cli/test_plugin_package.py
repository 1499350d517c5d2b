"""A ruleset in a package of its own, installed by pip, is found, compiled and played."""

import os
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "plugins" / "rulewright_shortnight"


def can_build_wheels() -> bool:
    """Whether the setuptools that is here makes wheels alone; older ones need a package beside them."""
    return int(metadata.version("setuptools").partition(".")[0]) >= 71


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the environment in which the package is installed."""
    source = tmp_path_factory.mktemp("source") / "package"
    shutil.copytree(PACKAGE, source, ignore=shutil.ignore_patterns("*.egg-info", "build", "__pycache__"))
    target = tmp_path_factory.mktemp("installed")
    alone = ["--no-build-isolation"] if can_build_wheels() else []
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--no-deps",
            *alone,
            "--target",
            str(target),
            str(source),
        ],
        check=True,
        capture_output=True,
    )
    return {
        **os.environ,
        "PYTHONPATH": str(target),
        "XDG_CACHE_HOME": str(tmp_path_factory.mktemp("cache")),
    }


def rulewright(environment: dict[str, str], folder: Path, line: str) -> "subprocess.CompletedProcess[str]":
    code = "from rulewright.cli.main import main; main()"
    return subprocess.run(
        [sys.executable, "-c", code, *line.split()],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_it_is_found_by_its_name(installed: dict[str, str], tmp_path: Path) -> None:
    result = rulewright(installed, tmp_path, "check shortnigth")
    assert "did you mean `shortnight`?" in result.stdout


def test_it_compiles_on_its_base_and_its_examples_hold(installed: dict[str, str], tmp_path: Path) -> None:
    result = rulewright(installed, tmp_path, "check shortnight")
    assert result.returncode == 0, result.stdout
    assert result.stdout == "shortnight: no problems; 9 examples hold\n"
    assert rulewright(installed, tmp_path, "check shortnight").stdout == result.stdout


def test_its_artifact_differs_from_its_base_where_it_says(installed: dict[str, str], tmp_path: Path) -> None:
    result = rulewright(installed, tmp_path, "show shortnight artifact")
    assert "northern twilight" in result.stdout
    assert '"id": "shortnight"' in result.stdout


def test_it_is_played_by_its_own_bot_and_replayed(installed: dict[str, str], tmp_path: Path) -> None:
    played = rulewright(
        installed, tmp_path, "play shortnight --bots steady,random --seed 7 --record game.jsonl"
    )
    assert played.returncode == 0, played.stderr
    assert "the game is over" in played.stdout
    assert "ruleset `shortnight`: from the plugin `rulewright-shortnight`" in played.stdout
    assert "raiders: bot `steady` from the plugin `rulewright-shortnight`" in played.stdout
    verified = rulewright(installed, tmp_path, "replay game.jsonl --verify")
    assert verified.returncode == 0, verified.stderr


def test_without_the_package_the_name_is_unknown(tmp_path: Path) -> None:
    result = rulewright(dict(os.environ), tmp_path, "check shortnight")
    assert result.returncode == 1
    assert "error[RW0901]" in result.stdout
