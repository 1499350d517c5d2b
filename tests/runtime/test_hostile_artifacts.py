"""An artifact may come from anywhere: whatever is wrong with it has its code, and nothing in it ever runs."""

from __future__ import annotations

import copy
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulewright.runtime import artifact
from rulewright.runtime.artifact import ArtifactError, load, with_options
from rulewright.runtime.errors import RulewrightError

from .hostile import EVIL, SHAPES, Edit, bytes_of, define, edited, refusal

STARTS = ("os.system", "os.exec", "os.posix_spawn", "subprocess.Popen")
ran: list[str] = []
watching = False


def watch(event: str, args: tuple[Any, ...]) -> None:
    if watching and (event in STARTS or (event == "compile" and "touch" in str(args[0]))):
        ran.append(event)


sys.addaudithook(watch)  # there is no way to remove one, so that all tests share it


@pytest.fixture(autouse=True)
def nothing_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fails if anything of an artifact is compiled, written or started."""
    global watching
    monkeypatch.chdir(tmp_path)
    ran.clear()
    watching = True
    yield
    watching = False
    assert ran == []
    assert os.listdir(tmp_path) == []


# ---------------------------------------------------------------- it is no artifact of this version


@pytest.mark.parametrize(
    "data", [b"[]", b"7", b"null", b'"rulewright.ruleset"', b"{}", b'{"format": "rulewright.record"}']
)
def test_other_json_is_no_artifact(data: bytes) -> None:
    assert refusal(data).code == "RW0701"


def test_a_file_that_is_not_there_is_no_artifact(tmp_path: Path) -> None:
    for source in (tmp_path / "ruleset.json", str(tmp_path), "no\0name"):
        with pytest.raises(ArtifactError) as refused:
            load(source)
        assert refused.value.code == "RW0701"


@pytest.mark.parametrize(
    ("version", "told"),
    [
        (2, "the artifact has version 2; this rulewright reads version 1"),
        (0, "the artifact has version 0; this rulewright reads version 1"),
        (-1, "the artifact has version -1; this rulewright reads version 1"),
        (True, "does not say its version"),
        ("1", "does not say its version"),
        (None, "does not say its version"),
    ],
)
def test_another_version_says_which_one_is_needed(version: Any, told: str) -> None:
    error = refusal(bytes_of(edited(lambda d: d.update(version=version))))
    assert error.code == "RW0702"
    assert told in error.message


def test_of_another_version_nothing_else_is_looked_at() -> None:
    assert (
        refusal(b'{"format": "rulewright.ruleset", "version": 9, "rules": "quite different"}').code
        == "RW0702"
    )


# ---------------------------------------------------------------- the bytes


def test_cut_bytes_are_no_json_and_the_place_is_told() -> None:
    data = bytes_of(copy.deepcopy(SHAPES))
    for end in range(0, len(data) - 1, 997):
        error = refusal(data[:end])
        assert error.code in ("RW0701", "RW0703")
        assert error.code == "RW0701" or "line 1, column" in error.message


def test_a_changed_byte_is_noticed() -> None:
    data = bytes_of(copy.deepcopy(SHAPES))
    changed = data.replace(b'"tank": 3', b'"tank": 4', 1)
    error = refusal(changed)
    assert error.code == "RW0704"
    assert "changed after it was built" in error.message
    assert "build it anew" in error.help
    assert load(changed, strict_hash=False)["units"][0]["values"]["tank"] == 4


def test_a_moved_line_is_no_change_of_the_rules() -> None:
    data = bytes_of(copy.deepcopy(SHAPES))
    assert load(data.replace(b'"at": [0, 1, 1, 4]', b'"at": [0, 2, 1, 4]'))


@pytest.mark.parametrize(
    "data",
    [
        b'{"format": "rulewright.ruleset", "version": 1, "version": 1}',
        b'{"format": "rulewright.ruleset", "version": 1.0}',
        b'{"format": "rulewright.ruleset", "version": NaN}',
        b'\xef\xbb\xbf{"format": "rulewright.ruleset", "version": 1}',
        '{"format": "rulewright.ruleset", "version": 1}'.encode("utf-16"),
        b'{"format": "rulewright.ruleset", "version": 1, "made_by": "\\ud800"}',
        b"\x80\x04\x95",  # a pickle
        b"\x1f\x8b\x08",  # gzip
        b"",
    ],
    ids=[
        "double key",
        "fraction",
        "NaN",
        "byte order mark",
        "UTF-16",
        "surrogate",
        "pickle",
        "gzip",
        "empty",
    ],
)
def test_what_is_no_strict_json_is_refused(data: bytes) -> None:
    assert refusal(data).code == "RW0703"


# ---------------------------------------------------------------- limits


def deep(levels: int) -> Any:
    value: Any = True
    for _ in range(levels):
        value = ["not", value]
    return value


@pytest.mark.parametrize(
    ("data", "limit"),
    [
        (b"[" * 10_000_000, "100 levels"),
        (b'{"a":' * 100_000, "100 levels"),
        (json.dumps(edited(lambda d: d["invariants"][0].update(value=deep(200)))).encode(), "100 levels"),
        (
            json.dumps(edited(lambda d: d["defines"][0].update(value=["list", *[1] * 1_000_000]))).encode(),
            "100,000 members",
        ),
        (json.dumps(edited(lambda d: d.update(sections=[{}] * 1_000_000))).encode(), "100,000 members"),
        (json.dumps(edited(lambda d: d["dice"].update(d6=[1, 10**400]))).encode(), "15 digits"),
        (json.dumps(edited(lambda d: d["tracks"][0].update(start=-(10**16)))).encode(), "15 digits"),
        (b" " * (33 * 1024 * 1024), "32 MB"),
    ],
    ids=["lists", "objects", "expression", "list", "sections", "die", "start", "size"],
)
def test_every_limit_is_named(data: bytes, limit: str) -> None:
    error = refusal(data)
    assert error.code == "RW0706"
    assert limit in error.help


def test_an_endless_file_is_not_read_to_its_end() -> None:
    if not Path("/dev/zero").exists():
        pytest.skip("this system has no endless file")
    with pytest.raises(ArtifactError) as refused:
        load("/dev/zero")
    assert refused.value.code == "RW0701"


def test_a_chain_of_defines_is_bounded() -> None:
    chain = [define(f"d{n}", ["call", f"d{n + 1}"]) for n in range(5000)]
    error = refusal(bytes_of(edited(lambda d: d["defines"].extend([*chain, define("d5000", 1)]))))
    assert error.code == "RW0706"
    assert "more than 100 deep" in error.message


# ---------------------------------------------------------------- shapes


@pytest.mark.parametrize(
    ("edit", "path"),
    [
        (lambda d: d["rules"][0].update(id=EVIL), "rules[0].id"),
        (lambda d: d["rules"][0].update(id="__class__\n"), "rules[0].id"),
        (lambda d: d["units"][0].update(id="a b"), "units[0].id"),
        (lambda d: d["maps"][0]["places"].append("A1;import os"), "maps[sea].places[9]"),
        (lambda d: d["rules"][0]["locals"].update({EVIL: "number"}), "rules[burn].locals"),
        (
            lambda d: d["rules"][0]["body"].append({"do": "exec", "at": [0, 1, 1, 1], "code": EVIL}),
            "rules[burn].body[2].do",
        ),
        (lambda d: d["rules"][0]["body"].append({"at": [0, 1, 1, 1]}), "rules[burn].body[2]"),
        (lambda d: d["invariants"][0].update(value=["eval", EVIL]), "invariants[one_ship].value[0]"),
        (lambda d: d["invariants"][0].update(value=[]), "invariants[one_ship].value"),
        (lambda d: d["invariants"][0].update(value=[["local", "it"]]), "invariants[one_ship].value[0]"),
        (lambda d: d["invariants"][0].update(value=EVIL), "invariants[one_ship].value"),
        (lambda d: d["invariants"][0].update(value={"value": 1}), "invariants[one_ship].value"),
        (lambda d: d["invariants"][0].update(value=["frac", 1, 0]), "invariants[one_ship].value[2]"),
        (lambda d: d["hooks"][0].update(module="os"), "hooks[judge]"),
        (
            lambda d: d["examples"].append(
                {
                    "id": "x", "title": "x", "at": [0, 1, 1, 1], "given": [], "subject": None, "dice": [], "expect": [], "locals": {},
                    "answers": {"red": [{"refused": 1, "cites": [], "at": [0, 1, 1, 1]}]},
                }
            ),
            "examples[x].answers.red[0].cites",
        ),
        (lambda d: d["ruleset"].update(title="\x1b]0;owned\x07"), "ruleset.title"),
        (lambda d: d["files"].append("/etc/passwd"), "files[1]"),
        (lambda d: d["files"].append("a/../../b.rules"), "files[1]"),
        (lambda d: d["tracks"][0].update(range=[1, "6"]), "tracks[turn].range[1]"),
        (lambda d: d.update(plugins=["os"]), ""),
        (lambda d: d.pop("hooks"), ""),
    ],
)
def test_another_shape_is_refused_with_its_place(edit: Edit, path: str) -> None:
    error = refusal(bytes_of(edited(edit), stamped=False))
    assert error.code == "RW0705"
    assert error.path == path


def test_titles_and_texts_may_look_like_code_and_stay_texts() -> None:
    document = edited(
        lambda d: (
            d["rules"][0].update(title=EVIL, doc=EVIL),
            d["units"][0].update(name=EVIL),
            d["rules"][1]["body"][-1].update(text=[EVIL, "{0.__class__}", "%s"]),
        )
    )
    assert load(bytes_of(document))["units"][0]["name"] == EVIL


# ---------------------------------------------------------------- optional rules


IN_BURN = ["rules", "burn", "body", 1]


def option(*changes: Any) -> Edit:
    return lambda d: d["options"].append(
        {"id": "bad", "title": "", "at": [0, 1, 1, 1], "changes": list(changes)}
    )


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"op": "set", "path": ["rules", "sink", "body"], "value": []}, "RW0708"),
        ({"op": "insert", "path": ["rules"], "value": {"id": "burn"}}, "RW0708"),
        ({"op": "remove", "path": ["tables"]}, "RW0705"),
        ({"op": "set", "path": ["invariants", "one_ship", "value"], "value": ["eval", EVIL]}, "RW0705"),
        ({"op": "remove", "path": ["rules", "burn"]}, "RW0707"),
        ({"op": "set", "path": [*IN_BURN, "cases", 0, "then", 0, "on"], "value": deep(94)}, "RW0706"),
    ],
    ids=["nothing there", "there already", "a whole part", "no operation", "still called", "too deep"],
)
def test_an_option_is_checked_when_it_is_switched_on(change: Any, code: str) -> None:
    document = load(bytes_of(edited(option(change))))
    with pytest.raises(ArtifactError) as refused:
        with_options(document, ["bad"])
    assert refused.value.code == code
    assert "`bad`" in refused.value.message


def test_options_are_known_and_go_together() -> None:
    document = load(bytes_of(copy.deepcopy(SHAPES)))
    for chosen, code in ((["long"], "RW0805"), (["short", "errata"], "RW0806")):
        with pytest.raises(RulewrightError) as refused:
            with_options(document, chosen)
        assert refused.value.code == code
    assert with_options(document, []) is document
    assert with_options(document, ["errata"])["tracks"][0]["range"] == [1, 5]
    assert document["tracks"][0]["range"] == [1, 6]


def test_the_module_says_which_codes_it_has() -> None:
    assert artifact.__doc__ is not None
    for number in range(701, 709):
        assert f"| RW0{number} |" in artifact.__doc__
