"""What was reached is what the example or the game came by, and nothing else."""

from __future__ import annotations

from typing import Any

from rulewright.runtime import Game, write_record
from rulewright.runtime.coverage import Coverage, Part
from rulewright.runtime.record import replay

from . import build as b

FUEL = ["attr", "ship.fuel", ["unit", "a"]]
HIT = [(b.to(None, 2), [["hit", 1]]), (b.to(3, 4), [["near", 1]]), (b.to(5, None), [["miss", 1]])]
LOW = ["lookup", {"by": [FUEL], "columns": [], "rows": [{"keys": b.to(0, 3), "cells": [1]}, {"keys": b.to(4, None), "cells": [2]}]}]
EITHER = ["cond", [[["=", FUEL, 0], 7]], 8]


def coverage(*examples: Any, **lists: Any) -> Coverage:
    return Coverage(
        b.document(
            pieces=[b.piece("ship", b.attribute("fuel", "number", default=5))],
            units=[b.unit("a", "ship", "red")],
            defines=[b.define("low", "number", LOW), b.define("either", "number", EITHER)],
            tables=[
                b.table(
                    "shot",
                    given={"far": "yes_no"},
                    drms=[b.drm("distant", 1, b.local("far")), b.drm_by("fuel", FUEL, (b.to(0, 3), 1), (b.to(4, None), 0))],
                    naturals=[{"keys": b.equals(6), "value": [["near", 1]]}],
                    result=HIT,
                )
            ],
            rules=[
                b.rule("burn", b.when([">", FUEL, 0], b.take_off(FUEL, 1), otherwise=[b.assign(FUEL, 9)])),
                b.rule("never"),
            ],
            examples=list(examples),
            **lists,
        )
    )


def example(id: str, subject: Any, dice: Any = (), expect: Any = True, options: Any = ()) -> Any:
    return b.head(
        id, title=id, given=[], subject=subject, dice=list(dice), answers={}, locals={}, options=list(options),
        expect=[{"value": expect, "at": [0, 5, 3, 9], "text": "it holds"}],
    )  # fmt: skip


def shot(far: bool) -> Any:
    return {"roll": "shot", "args": [far]}


def reached(found: Coverage, kind: str) -> dict[str, bool]:
    return {f"{part.owner}: {part.label}": part.reached for part in found.parts() if part.kind == kind}


def after(*examples: Any, **lists: Any) -> Coverage:
    found = coverage(*examples, **lists)
    assert all(verdict.passed for verdict in found.run_examples())
    return found


def test_before_anything_is_played_nothing_is_reached() -> None:
    assert not any(part.reached for part in coverage().parts())


def test_a_roll_reaches_one_row_and_the_modifiers_that_count() -> None:
    # die 3, far: 3 + 1 = 4 is the row 3..4; fuel is 5, so the second row of that modifier is looked up
    found = after(example("one", shot(True), [3]))
    assert reached(found, "row") == {
        "table shot: natural 6": False, "table shot: up to 2": False, "table shot: 3..4": True, "table shot: 5 or more": False,
    }  # fmt: skip
    assert reached(found, "modifier") == {
        "table shot: distant": True, "table shot: fuel: 0..3": False, "table shot: fuel: 4 or more": True,
    }  # fmt: skip
    assert not reached(after(example("one", shot(False), [3])), "modifier")["table shot: distant"]


def test_a_natural_roll_reaches_no_other_row() -> None:
    rows = reached(after(example("one", shot(False), [6])), "row")
    assert [row for row, was in rows.items() if was] == ["table shot: natural 6"]


def test_branches_and_rules() -> None:
    found = after(example("one", {"rule": "burn", "args": []}, expect=["=", FUEL, 4]))
    assert reached(found, "rule") == {"rule burn: burn": True}  # an empty rule has nothing to reach
    assert reached(found, "branch") == {"rule burn: if 1": True, "rule burn: if 2": False}


def test_cases_of_formulas() -> None:
    found = after(example("one", None, expect=["=", ["call", "low"], 2]))
    cases = reached(found, "case")
    assert cases["define low: 4 or more"]
    assert not cases["define low: 0..3"]
    assert not cases["define either: otherwise"]
    cases = reached(after(example("one", None, expect=["=", ["call", "either"], 8])), "case")
    assert cases["define either: otherwise"]
    assert not cases["define either: if 1"]


def test_an_optional_rule_counts_when_it_was_played() -> None:
    rich = b.head(
        "rich", cites=[], notes=[], changes=[{"op": "set", "path": ["pieces", "ship", "attributes", "fuel", "default"], "value": 50}]
    )
    assert reached(after(options=[rich]), "option") == {": rich": False}
    assert reached(after(example("one", shot(False), [1], options=["rich"]), options=[rich]), "option") == {": rich": True}


def asked(*, kind: str = "offer") -> Coverage:
    body = b.offer("go.sail", b.end("won")) if kind == "offer" else b.choose("go.n", "n", {"kind": "number", "lo": 1, "hi": 2}, may=True)
    return coverage(enums=[b.enum("ending", "won")], phases=[b.phase("go", body, b.end("won"), locals={"n": "number"})])


def test_answers_of_a_game_and_of_its_record() -> None:
    found = asked()
    game = Game.start(found.program())
    game.choose("red", False)
    found.add(game)
    assert reached(found, "answer") == {"go.sail: yes": False, "go.sail: no": True}
    anew = asked()
    anew.add(replay(lambda _, options: anew.program(options), write_record(game)))
    assert [part.reached for part in anew.parts()] == [part.reached for part in found.parts()]


def test_what_may_be_declined() -> None:
    found = asked(kind="choose")
    game = Game.start(found.program())
    game.choose("red", None)
    found.add(game)
    assert reached(found, "answer") == {"go.n: chosen": False, "go.n: declined": True}


def test_sections_count_what_cites_them() -> None:
    cited = b.rule("cited", b.assign(FUEL, 1)) | {"cites": [{"section": "7.1"}]}
    lists: Any = {"sections": [{"section": "7.1", "title": "Fuel"}, {"section": "7.2", "title": "Port"}]}
    found = Coverage(
        b.document(
            pieces=[b.piece("ship", b.attribute("fuel", "number"))], units=[b.unit("a", "ship", "red")], rules=[cited],
            examples=[example("one", {"rule": "cited", "args": []})], **lists,
        )
    )  # fmt: skip
    assert [(one.section, one.parts, one.reached) for one in found.sections(found.parts())] == [("7.1", 1, 0), ("7.2", 0, 0)]
    found.run_examples()
    assert [(one.section, one.parts, one.reached) for one in found.sections(found.parts())] == [("7.1", 1, 1), ("7.2", 0, 0)]


def test_a_part_says_where_it_stands() -> None:
    part = next(part for part in coverage().parts() if part.kind == "row")
    assert isinstance(part, Part)
    assert part.at == tuple(b.AT)
