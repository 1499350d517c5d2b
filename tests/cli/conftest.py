"""What the tests of the desk share: a runner, a folder of one's own, a cache of one's own."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulewright.cli import plugins
from rulewright.cli.main import cli

from .plugin_modules import plugin

Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.getbasetemp() / "cache"))
    monkeypatch.delenv("NO_COLOR", raising=False)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to stand in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(here: Path) -> Run:
    """Run a command line in the empty folder: `run("check my_game")`. An internal error fails the test."""

    def call(line: str | list[str], typed: str | bytes = "", **options: object) -> Result:
        words = line.split() if isinstance(line, str) else line
        result = CliRunner().invoke(cli, words, input=typed, prog_name="rulewright", **options)  # type: ignore[arg-type]
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return call


@pytest.fixture
def with_plugin(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Install a plugin for this test: its hooks by name."""

    def install(**functions: object) -> None:
        original = plugins.Plugins._found

        def found(self: plugins.Plugins):  # type: ignore[no-untyped-def]
            yield from original(self)
            yield "some-plugin", lambda: plugin(**functions)  # type: ignore[arg-type]

        monkeypatch.setattr(plugins.Plugins, "_found", found)
        monkeypatch.setattr(plugins.stamps, "may_have_plugins", lambda: True)

    return install
