"""A table that did not change is not judged again, and everything is as if it had been."""

import re
from pathlib import Path
from random import Random

import pytest

from rulewright.compiler.diagnostics import CompileFailed, Diagnostic
from rulewright.compiler.model import Document
from rulewright.compiler.pipeline import compile_ruleset
from rulewright.compiler.resolve import tables

PICKET = Path(__file__).parents[2] / "rulesets" / "picket" / "picket.rules"

GUNNERY = """ruleset gunnery "Gunnery"
  sides: red, blue
  d10: 0..9
enum class: BB, CA
enum ending: over
piece ship "Ship"
  printed class: class, evasion: 0..40
  hidden at: hex, damage: 0..9
roster ship
  | id    | name    | side | class | evasion |
  | alpha | "Alpha" | red  | BB    | 30      |
  | bravo | "Bravo" | blue | CA    | 33      |
map sea "Sea"
  grid: hex
  rows: A..F
  columns: 1..6
track turn: 1..5 = 1
define gap(s: ship, t: ship) = clamp(s.evasion - t.evasion, -3..3)
phase clock
  for each s in ships of red
    roll long_range(s, bravo)
      hit: set s.damage to 1
      miss:
    roll short_range(s)
      hit, sunk:
      miss: tell all "a miss"
    roll weather
      hit:
  if turn = last(turn)
    end game as over
  add 1 to turn

table long_range(s: ship, t: ship) "Long Range" [10.1]
  roll d10
  drm "evasion" by gap(s, t)
    | 1..   | -1 |
    | 0     | 0  |
    | ..-1  | +1 |
  drm common
  result by turn
    |      | 1..3 | 4..5 |
    | ..4  | miss | hit  |
    | 5..  | hit  | miss |

table common "Common" [10]
  drm "late" +1 if turn > 3
  drm "class" by turn: 1..2 -> 0, 3..5 -> +2

table short_range(s: ship) "Short Range" [10.2] assumed "nothing is printed"
  roll d10
  drm "class" by s.class: BB -> +2, CA -> 0
  drm "damage" -1 if s.damage > 3
  result
    | ..1   | miss |
    | 2     | hit  |
    | 3..6  | hit  |
    | 7..11 | sunk |

table weather "Weather" [10.3]
  roll d10
  natural 9: hit
  result
    | 0..8 | hit |
    | 9..  | hit |

variant optional long_day "Long day"
  set turn.last to 4
  replace in short_range
    | 3..6 | sunk |
"""

Outcome = tuple[Document | None, list[Diagnostic]]


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def resolved_tables(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids of the tables that are resolved from now on."""
    seen: list[str] = []
    resolve_table = tables.table

    def watched(node, symbols):  # type: ignore[no-untyped-def]
        seen.append(node.id)
        return resolve_table(node, symbols)

    monkeypatch.setattr(tables, "table", watched)
    return seen


def compiled(text: str, folder: Path, *, cache: bool = True) -> Outcome:
    folder.mkdir(exist_ok=True)
    (folder / "game.rules").write_text(text)
    try:
        found = compile_ruleset(folder, cache=cache)
    except CompileFailed as failed:
        return None, list(failed.diagnostics)
    return found.document, list(found.diagnostics)


def without_options(text: str) -> str:
    return text[: text.index("variant optional")]


def test_only_the_table_that_changed_is_judged_again(tmp_path: Path, resolved_tables: list[str]) -> None:
    text = without_options(GUNNERY)
    assert compiled(text, tmp_path / "game")[0] is not None
    resolved_tables.clear()
    changed = text.replace('"damage" -1', '"damage" -2')
    known = compiled(changed, tmp_path / "game")
    # `long_range` takes its modifiers from another table, so it is judged every time.
    assert resolved_tables == ["long_range", "short_range"]
    assert known == compiled(changed, tmp_path / "game", cache=False)


@pytest.mark.parametrize(
    "line, other",
    [
        ("enum class: BB, CA", "enum class: BB, CA, CL"),
        ("red  | BB    | 30 ", "red  | CA    | 30 "),
        ("track turn: 1..5 = 1", "track turn: 1..4 = 1"),
        ("-3..3)", "-1..1)"),
        ("d10: 0..9", "d10: 0..7"),
        ("hidden at: hex, damage: 0..9", "hidden at: hex, damage: 0..3"),
    ],
)
def test_what_a_table_rests_on_makes_it_be_judged_again(
    tmp_path: Path, resolved_tables: list[str], line: str, other: str
) -> None:
    text = without_options(GUNNERY)
    compiled(text, tmp_path / "game")
    assert line in text
    changed = text.replace(line, other)
    resolved_tables.clear()
    known = compiled(changed, tmp_path / "game")
    assert "short_range" in resolved_tables
    assert known == compiled(changed, tmp_path / "game", cache=False)


def test_what_was_wrong_with_a_table_is_said_again_where_it_stands_now(
    tmp_path: Path, resolved_tables: list[str]
) -> None:
    text = without_options(GUNNERY).replace("| 7..11 | sunk |", "| 7..12 | sunk |\n    | 13..  | sunk |")
    _, before = compiled(text, tmp_path / "game")
    dead = next(d for d in before if d.code == "RW0314")
    moved = text.replace("track turn", "# a line more\n\ntrack turn")
    resolved_tables.clear()
    known = compiled(moved, tmp_path / "game")
    assert "short_range" not in resolved_tables
    assert known == compiled(moved, tmp_path / "game", cache=False)
    assert dead.span is not None
    assert (0, dead.span[1] + 2, *dead.span[2:]) in [d.span for d in known[1]]


@pytest.mark.parametrize("size", [0, 15, 16, 17, 500])
def test_a_torn_file_is_no_file(tmp_path: Path, size: int) -> None:
    first = compiled(GUNNERY, tmp_path / "game")
    (file,) = (tmp_path / "cache").rglob("known-*.bin")
    file.write_bytes(file.read_bytes()[:size])
    assert compiled(GUNNERY, tmp_path / "game") == first


def edited(text: str, dice: Random) -> str:
    """Return the text after somebody changed, copied, moved or deleted a line of it, or a block."""
    lines = text.split("\n")
    at = dice.randrange(1, len(lines))
    match dice.randrange(7):
        case 0 | 1:
            numbers = list(re.finditer(r"\d+", text))
            found = dice.choice(numbers)
            return text[: found.start()] + str(dice.randrange(12)) + text[found.end() :]
        case 2:
            lines.insert(at, dice.choice(["", "# a remark"]))
        case 3:
            lines.insert(at, lines[at])
        case 4:
            del lines[at]
        case 5:
            words = re.findall(r"\b[a-z_]{3,}\b|\b[BC][AB]\b", text)
            return text.replace(dice.choice(words), dice.choice(words), dice.choice([1, -1]))
        case _:
            blocks = re.split(r"\n(?=[a-z])", text)
            dice.shuffle(blocks)
            return "\n".join(blocks)
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    "text", [GUNNERY, without_options(GUNNERY), PICKET.read_text()], ids=["options", "none", "picket"]
)
def test_after_any_edit_all_is_as_if_nothing_had_been_known(tmp_path: Path, text: str, seed: int) -> None:
    dice = Random(seed)
    compiled(text, tmp_path / "game")
    good = text
    for _ in range(12):
        changed = edited(good, dice)
        known = compiled(changed, tmp_path / "game")
        assert known == compiled(changed, tmp_path / "game", cache=False)
        if known[0] is not None:
            good = changed
