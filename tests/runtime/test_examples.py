"""Worked examples: verdicts are plain data, and a failed one says why."""

from __future__ import annotations

from typing import Any

from rulewright.runtime.examples import Verdict, run_examples

from . import build as b

HIT = [(b.to(None, 3), [["hit", 1]]), (b.to(4, None), [["miss", 1]])]
FUEL = ["attr", "ship.fuel", ["unit", "a"]]


def example(id: str, *expect: Any, given: Any = (), subject: Any = None, dice: Any = (), answers: Any = None, locals: Any = None, options: Any = ()) -> Any:
    return b.head(
        id.replace(",", "").replace(" ", "_"), title=id, given=list(given), subject=subject, dice=list(dice), answers=answers or {}, locals=locals or {}, options=list(options),
        expect=[{"value": value, "at": [0, 5, 3, 9], "text": f"line {n}"} for n, value in enumerate(expect)],
    )  # fmt: skip


def verdicts(*examples: Any, **lists: Any) -> list[Verdict]:
    program = b.program(
        enums=[b.enum("ending", "sunk")],
        pieces=[b.piece("ship", b.attribute("fuel", "number", default=5))],
        units=[b.unit("a", "ship", "red")],
        tables=[b.table("t", given={"n": "number"}, drms=[b.drm("n", ["local", "n"])], result=HIT)],
        rules=[
            b.rule("burn", b.take_off(FUEL, ["local", "k"]), b.when(["<=", FUEL, 0], b.end("sunk")), given={"k": "number"}),
            b.rule(
                "ask",
                b.choose("ask.x", "x", {"kind": "number", "lo": 0, "hi": ["local", "k"]}, b.take_off(FUEL, ["local", "x"])),
                b.throw("d"), b.take_off(FUEL, ["local", "d"]),
                given={"k": "number"}, locals={"x": "number", "d": "number"},
            ),
            b.rule(
                "pay",
                b.choose(
                    "pay.x", "x", {"kind": "number", "lo": 0, "hi": 3}, b.take_off(FUEL, ["local", "x"]),
                    guards=[b.guard(["!=", ["local", "x"], 1], "never one", section="7")],
                ),
                locals={"x": "number"},
            ),
            b.rule("victory", b.assign(["track", "winner"], ["side", "red"])),
        ],
        phases=[b.head("night", when=False, locals={}, steps=[b.step("one", b.add(FUEL, 1)), b.step("two", b.add(FUEL, 10), when=[">", FUEL, 90])])],
        options=[b.head("rich", cites=[], notes=[], changes=[{"op": "set", "path": ["pieces", "ship", "attributes", "fuel", "default"], "value": 50}])],
        examples=list(examples), **lists,
    )  # fmt: skip
    return run_examples(program)


def roll(n: int) -> Any:
    return {"roll": "t", "args": [n]}


def rule(id: str, *args: Any) -> Any:
    return {"rule": id, "args": list(args)}


def hit(name: str) -> Any:
    return ["is_outcome", name, ["local", "result"]]


def test_examples_that_come_out() -> None:
    good = [
        example("state", ["=", FUEL, 5], given=[b.assign(FUEL, 4), b.add(FUEL, 1)]),
        example("a roll", hit("hit"), subject=roll(-1), dice=[4]),
        example("a rule", ["=", FUEL, 2], subject=rule("burn", 3)),
        example("an ending", ["=", ["ending"], ["value", "ending", "sunk"]], ["=", ["track", "winner"], ["side", "red"]], subject=rule("burn", 5)),
        example("answers", ["=", FUEL, 0], subject=rule("ask", 3), answers={"red": [2]}, dice=[3]),
        example("one answer may be left out", ["=", FUEL, 2], subject=rule("ask", 0), dice=[3]),
        example("or be written", ["=", FUEL, 2], subject=rule("ask", 0), answers={"red": [0]}, dice=[3]),
        example("a phase, its own condition aside", ["=", FUEL, 6], subject={"phase": "night", "step": None}),
        example("a step", ["=", FUEL, 110], given=[b.assign(FUEL, 100)], subject={"phase": "night", "step": "two"}),
        example("an option", ["=", FUEL, 50], options=["rich"]),
    ]
    found = verdicts(*good)
    assert [(verdict.title, verdict.reason) for verdict in found if not verdict.passed] == []
    assert len(found) == len(good)


def test_a_failed_example_says_what_was_expected_and_shows_what_happened() -> None:
    (verdict,) = verdicts(example("wrong", hit("miss"), hit("hit"), subject=roll(-1), dice=[4]))
    assert not verdict.passed
    assert (verdict.expected, verdict.reason, verdict.at) == ("line 0", "`line 0` does not hold", (0, 5, 3, 9))
    assert verdict.trace == ("t: dice 4; n -1 = 3: hit", "result: hit")


def test_dice_and_answers_must_be_enough_and_no_more() -> None:
    cases = {
        "no value is left for a die of 1 to 6": example("x", subject=roll(0)),
        "2, 3: not all dice were thrown": example("x", subject=roll(0), dice=[4, 2, 3]),
        "9 cannot be a die of 1 to 6": example("x", subject=roll(0), dice=[9]),
        "`red` is asked `ask.x`, and has no answer left": example("x", subject=rule("ask", 3)),
        "`red` was asked 1 times, and has 2 answers": example("x", subject=rule("ask", 3), answers={"red": [1, 1]}, dice=[3]),
        "`blue` was asked 0 times, and has 1 answers": example("x", answers={"blue": [1]}),
        "`9` is not among what may be chosen here": example("x", subject=rule("ask", 3), answers={"red": [9]}),
    }
    for reason, case in cases.items():
        (verdict,) = verdicts(case)
        assert not verdict.passed
        assert reason in verdict.reason


def refused(answer: Any, section: str) -> Any:
    return {"refused": answer, "cites": [{"section": section}], "at": [0, 6, 3, 1]}


def test_what_is_refused_is_refused_by_that_section_where_the_next_answer_is_given() -> None:
    good = [
        example("by its guard", ["=", FUEL, 3], subject=rule("pay"), answers={"red": [refused(1, "7"), 2]}),
        example("several", ["=", FUEL, 2], subject=rule("pay"), answers={"red": [refused(1, "7"), refused(1, "7"), 3]}),
    ]
    assert [(one.title, one.reason) for one in verdicts(*good) if not one.passed] == []
    wrong = {
        "`red` may answer `pay.x` with `2`": [refused(2, "7"), 2],
        "`1` is refused by [7], not by [6.1]: never one": [refused(1, "6.1"), 2],
        "has no answer left": [refused(1, "7")],
        "`red` is asked nothing more where something must be refused": [2, refused(1, "7")],
    }
    for reason, answers in wrong.items():
        (verdict,) = verdicts(example("x", subject=rule("pay"), answers={"red": answers}))
        assert not verdict.passed
        assert reason in verdict.reason


def test_a_play_error_fails_the_example_and_is_told() -> None:
    (verdict,) = verdicts(example("x", [">", ["/", 1, ["-", FUEL, 5]], 0]))
    assert "divided by zero" in verdict.reason
