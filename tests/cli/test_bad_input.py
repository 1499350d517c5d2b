"""Whatever is given: a message with code, place, reason and way out; exit code 1; no traceback."""

from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Run

Damage = Callable[[bytes], bytes]


def after(text: str) -> Damage:
    return lambda data: data + text.encode()


def instead(old: str, new: str) -> Damage:
    return lambda data: data.replace(old.encode(), new.encode(), 1)


RULES: dict[str, tuple[Damage, str]] = {
    "unknown name": (instead("add 1 to turn", "add 1 to trun"), "did you mean `turn`?"),
    "duplicate id": (instead("| plover  |", "| heron   |"), "heron"),
    "overlapping rows": (instead("| 4.. | lost", "| 3.. | lost"), "3"),
    "missing row": (instead("| 4.. | lost", "| 5.. | lost"), "no row for a total of 4"),
    "wrong type": (instead("set mover.wake to route", "set mover.wake to 3"), "wake"),
    "hex off the map": (instead("move heron to F1", "move heron to Z9"), "`Z9`"),
    "tab": (after("\tx\n"), "tab"),
    "not UTF-8": (lambda data: data + b"\xff\xfe\n", "0xFF"),
    "NUL": (lambda data: data + b"\0", "NUL"),
    "empty": (lambda data: b"", "no declarations"),
    "10 MB": (lambda data: data + b"#" * 10_000_000, "too large"),
    "nested brackets": (after(f"define x = {'(' * 5000}1{')' * 5000}\n"), "200 levels"),
    "cyclic include": (after('include "moonlit.rules"\n'), "includes itself"),
    "cyclic define": (after("define a = b\ndefine b = a\n"), "a → b → a"),
    "unclosed text": (after('define a = "x\n'), "moonlit.rules"),
}

MANIFEST: dict[str, tuple[Damage, str]] = {
    "unknown key": (after("titel: x\n"), "`titel`"),
    "no YAML": (after("{: [\n"), "ruleset.yaml"),
    "a file that is not there": (instead("[moonlit.rules]", "[moonligt.rules]"), "`moonlit.rules`"),
    "a path that leaves the folder": (instead("[moonlit.rules]", "[../x.rules]"), "`../x.rules`"),
    "an unknown base": (after("based_on: nothing\n"), "`nothing`"),
}

ARTIFACT: dict[str, tuple[Damage, str]] = {
    "another version": (instead('"version": 1\n', '"version": 7\n'), "RW0702"),
    "changed": (instead('"speed": 1', '"speed": 2'), "RW0704"),
    "cut off": (lambda data: data[:3000], "RW0703"),
    "something else": (lambda data: b"{}", "RW0701"),
    "nested": (lambda data: b"[" * 100_000, "RW070"),
    "a picture": (lambda data: b"\x89PNG\r\n\x1a\n\0\0", "RW070"),
}


@pytest.fixture
def game(run: Run, here: Path) -> Path:
    run("new moonlit")
    return here / "moonlit"


def assert_message(text: str, said: str) -> None:
    assert "error[RW" in text
    assert said in text
    assert "Traceback" not in text and "bug in rulewright" not in text


@pytest.mark.parametrize("name", RULES)
def test_rules(run: Run, game: Path, name: str) -> None:
    damage, said = RULES[name]
    rules = game / "moonlit.rules"
    rules.write_bytes(damage(rules.read_bytes()))
    result = run("check moonlit")
    assert result.exit_code == 1
    assert_message(result.output, said)
    assert "moonlit/moonlit.rules" in result.output


@pytest.mark.parametrize("name", MANIFEST)
def test_manifest(run: Run, game: Path, name: str) -> None:
    damage, said = MANIFEST[name]
    manifest = game / "ruleset.yaml"
    manifest.write_bytes(damage(manifest.read_bytes()))
    result = run("check moonlit")
    assert result.exit_code == 1
    assert_message(result.output, said)
    assert "moonlit/ruleset.yaml" in result.output


@pytest.mark.parametrize("command", ["check {}", "play {} --bots random,random", "show {}", "build {}"])
@pytest.mark.parametrize("name", ARTIFACT)
def test_artifact(run: Run, here: Path, name: str, command: str) -> None:
    damage, code = ARTIFACT[name]
    run("build picket")
    data = (here / "generated" / "picket" / "ruleset.json").read_bytes()
    (here / "bad.json").write_bytes(damage(data))
    result = run(command.format("bad.json"))
    assert result.exit_code == 1
    text = result.output + result.stderr
    assert_message(text, "RW0909" if command.startswith("build") else code)


def test_line_ends_and_marks_of_other_systems_are_no_mistakes(run: Run, game: Path) -> None:
    rules = game / "moonlit.rules"
    rules.write_bytes(b"\xef\xbb\xbf" + rules.read_bytes().replace(b"\n", b"\r\n"))
    assert run("check moonlit").exit_code == 0


@pytest.mark.parametrize(
    "line", ["check nowhere", "build nowhere", "show nowhere", "play nowhere", "replay a.jsonl nowhere"]
)
def test_a_ruleset_that_is_not_there_is_refused_alike(run: Run, here: Path, line: str) -> None:
    (here / "a.jsonl").write_bytes(b"")
    result = run(line)
    assert result.exit_code == 1
    assert_message(result.output + result.stderr, "error[RW0901]: there is no ruleset `nowhere`")


@pytest.mark.parametrize(
    "line",
    [
        "check",
        "play",
        "replay",
        "new",
        "show",
        "show picket poetry",
        "play picket --seed x",
        "check picket --format xml",
    ],
)
def test_wrong_usage_leaves_with_two(run: Run, line: str) -> None:
    result = run(line)
    assert result.exit_code == 2
    assert "Usage: rulewright" in result.stderr
