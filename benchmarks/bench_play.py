"""Play: a table look-up beside hand-written Python; a copy of the state beside copy.deepcopy; a choice taken back beside a copy."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from benchmarks import measuring
from rulewright.compiler.pipeline import check_text, compile_ruleset
from rulewright.runtime import Game, Program, batch, link
from rulewright.runtime.artifact import load
from rulewright.runtime.bots import RandomBot
from rulewright.runtime.dice import Seeded
from rulewright.runtime.frames import Thread

GENERATED = Path(__file__).parent.parent / "generated"

LOOKUP = """ruleset lookup "Look-up"
  sides: red, blue
  d10: 0..9
  d6: 1..6
enum facing: closing, opening, breaking_off
table fire(factor: 0..12, range: 0..8, radar: yes_no, course: facing, level: 1..9, hurt: yes_no, tired: yes_no, known: yes_no) "Fire"
  roll d10
  drm "known" -1 if known
  drm "radar" -1 if radar
  drm "not opening" +1 if course != opening
  drm "hurt" +1 if hurt
  drm "tired" +1 if tired
  drm "weak" +2 if factor < 3
  drm "far" by range: 0..2 -> 0, 3..5 -> +1, 6..8 -> +2
  drm "visibility" by level: 1..3 -> 0, 4..6 -> +1, 7..9 -> +3
  result: ..0 -> 5, 1 -> 4, 2 -> 3, 3 -> 3, 4 -> 2, 5 -> 2, 6 -> 1, 7 -> 1, 8.. -> 0
"""


def added_by_hand() -> Callable[..., int]:
    """The best plain function we know for that table: steps precomputed, cells padded so that no total is clamped, all bound ahead."""
    far = (0, 0, 0, 1, 1, 1, 2, 2, 2)
    visibility = (0, 0, 0, 0, 1, 1, 1, 3, 3, 3)
    cells = (5, 5, 5, 4, 3, 3, 2, 2, 1, 1) + 12 * (0,)  # totals from -2 to 19: no others can be made

    def fire(
        factor: int, range: int, radar: int, course: int, level: int, hurt: int, tired: int, known: int, die: int,
        far: tuple[int, ...] = far, visibility: tuple[int, ...] = visibility, cells: tuple[int, ...] = cells,
    ) -> int:  # fmt: skip
        total = die + far[range] + visibility[level]
        if known:
            total -= 1
        if radar:
            total -= 1
        if course != 1:
            total += 1
        if hurt:
            total += 1
        if tired:
            total += 1
        if factor < 3:
            total += 2
        return cells[total + 2]

    return fire


def clamped_by_hand() -> Callable[..., int]:
    """The same for any total, as a careful person would write it."""
    far = (0, 0, 0, 1, 1, 1, 2, 2, 2)
    visibility = (0, 0, 0, 0, 1, 1, 1, 3, 3, 3)
    cells = (5, 4, 3, 3, 2, 2, 1, 1)

    def fire(factor: int, range: int, radar: int, course: int, level: int, hurt: int, tired: int, known: int, die: int) -> int:
        total = die + far[range] + visibility[level]
        if known:
            total -= 1
        if radar:
            total -= 1
        if course != 1:
            total += 1
        if hurt:
            total += 1
        if tired:
            total += 1
        if factor < 3:
            total += 2
        if total >= 8:
            return 0
        return cells[total] if total > 0 else 5

    return fire


def folded_by_hand() -> Callable[..., int]:
    """All modifiers but the yes-or-no ones in tuples inside one another, without any check: few would write this for each table."""
    far, visibility, course, factor = (0, 0, 0, 1, 1, 1, 2, 2, 2), (0, 0, 0, 0, 1, 1, 1, 3, 3, 3), (1, 0, 1), (2, 2, 2) + 10 * (0,)
    cells = (5, 5, 5, 4, 3, 3, 2, 2, 1, 1) + 12 * (0,)

    @cache
    def steps(axes: tuple[tuple[int, ...], ...], total: int) -> Any:
        return tuple(steps(axes[1:], total + step) for step in axes[0]) if axes else cells[total + 2 : total + 12]

    all_of = [steps((far, visibility, course, factor), changed) for changed in (-2, -1, 0, 1, 2)]
    a, b, c, d, e = all_of

    def fire(
        factor: int, range: int, radar: int, course: int, level: int, hurt: int, tired: int, known: int, die: int,
        a: Any = a, b: Any = b, c: Any = c, d: Any = d, e: Any = e,
    ) -> int:  # fmt: skip
        if known:
            if radar:
                found = (c if tired else b) if hurt else (b if tired else a)
            else:
                found = (d if tired else c) if hurt else (c if tired else b)
        elif radar:
            found = (d if tired else c) if hurt else (c if tired else b)
        else:
            found = (e if tired else d) if hurt else (d if tired else c)
        return found[range][level][course][factor][die]  # type: ignore[no-any-return]

    return fire


@cache
def linked() -> Program:
    import tempfile

    with tempfile.TemporaryDirectory() as scratch:
        (Path(scratch) / "lookup.rules").write_text(LOOKUP)
        return link(compile_ruleset(Path(scratch), cache=False).document)


def lookups() -> None:
    program = linked()
    assert not [d for d in check_text(LOOKUP) if d.severity == "error"]
    ours = program.lookup("fire")
    random = Random(1)
    cases = [
        (random.randint(0, 12), random.randint(0, 8), random.random() < 0.5, random.randint(0, 2), random.randint(1, 9))
        + tuple(random.random() < 0.5 for _ in range(3))
        + (random.randint(0, 9),)
        for _ in range(20_000)
    ]
    state = Game.start(program, seed=1).state
    # All are called with a ready tuple: joining one to another would be timed as well.
    with_state = [(state, *case) for case in cases]
    members = {
        "hand-written": (added_by_hand(), cases),
        "hand-written, for any total": (clamped_by_hand(), cases),
        "folded by hand, unchecked": (folded_by_hand(), cases),
        "linked": (ours, with_state),
    }
    wanted = [clamped_by_hand()(*case) for case in cases]
    for look, given in members.values():
        assert [look(*case) for case in given] == wanted

    def run(look: Callable[..., int], given: list[Any]) -> Callable[[], None]:
        def every() -> None:
            for case in given:
                look(*case)

        return every

    figures = measuring.in_process({name: run(look, given) for name, (look, given) in members.items()}, rounds=15)
    measuring.show("a look-up with 8 DRMs", figures, "hand-written", divide=len(cases), target="at most 1.0")


def batches() -> None:
    """The scalar path is the shortest there is: a die of the referee's source and the look-up, without a log."""
    program, rolls = linked(), 1_000_000
    args = {"factor": 2, "range": 4, "radar": True, "course": "closing", "level": 5, "hurt": False, "tired": True, "known": False}
    look, state, source = program.lookup("fire"), Game.start(program, seed=1).state, Seeded()
    kinds = dict(program.linker.table("fire").params)
    values = tuple(program.number_of(kinds[name], value) for name, value in args.items())

    def one_by_one() -> dict[int, int]:
        counts: dict[int, int] = {}
        for _ in range(rolls):
            result = look(state, *values, source.throw(state, 0, 9))
            counts[result] = counts.get(result, 0) + 1
        return counts

    def at_once() -> dict[int, int]:
        return {one.result: one.count for one in batch.roll(program, "fire", args, rolls, seed=1)}

    one, many = one_by_one(), at_once()
    assert set(one) == set(many) and all(abs(one[result] - many[result]) < 5_000 for result in one)
    figures = measuring.in_process({"one by one": one_by_one, "in batch, numpy": at_once}, rounds=5)
    measuring.show("a roll, a million of them", figures, "one by one", divide=rolls, target="at most 1/25 = 0.04")


def copies() -> None:
    game = Game.start(link(load(GENERATED / "rheinuebung" / "ruleset.json")), seed=1, history=False)
    figures = measuring.in_process(
        {
            "copy.deepcopy of the state": measuring.per_call(lambda: copy.deepcopy(game.state), 200),
            "our copy of the state": measuring.per_call(lambda: game.state.copy(), 200),
            "game.copy()": measuring.per_call(game.copy, 200),
        }
    )
    measuring.show("copying a game with more than 60 units", figures, "copy.deepcopy of the state", divide=200, target="3 µs, or 1/150")


def trials() -> None:
    """At positions from two whole games: what it takes to go back over one decision, and to be ready for that, beside a copy."""
    program = link(load(GENERATED / "rheinuebung" / "ruleset.json"))
    spent = {"a copy of what plays": 0.0, "our copy of the state": 0.0, "a decision taken back": 0.0, "getting ready for that": 0.0}
    positions = 0
    for seed in (1, 2):
        game = Game.start(program, seed=seed, history=False)
        bots = {side: RandomBot(side, seed) for side in program.sides}
        while game.decisions:
            for _ in range(10):
                if game.decisions:
                    side = str(game.decisions[0].side)
                    answer = bots[side].choose(game.decisions[0], dict)
                    game.choose(side, answer)
            if not game.decisions:
                break
            decision = game.decisions[0]
            answer = bots[str(decision.side)].choose(decision, dict)
            thread = game._thread
            spent["a copy of what plays"] += _least(thread.copy)
            spent["our copy of the state"] += _least(thread.S.copy)

            def ready(game: Game = game, part: Thread = decision._thread) -> None:
                with game.trial() as trial:
                    trial.before(part)
                    game._trials.clear()

            spent["getting ready for that"] += _least(ready)
            with game.trial() as trial:
                least = 1.0
                for _ in range(7):
                    game.choose(decision.side, answer)
                    start = time.perf_counter()
                    trial.back()
                    least = min(least, time.perf_counter() - start)
                spent["a decision taken back"] += least
                positions += 1
    measuring.show("a decision taken back, in random games", spent, "a copy of what plays", divide=positions, target="at most 0.5")


def _least(run: Callable[[], object]) -> float:
    least = 1.0
    for _ in range(7):
        start = time.perf_counter()
        run()
        least = min(least, time.perf_counter() - start)
    return least


if __name__ == "__main__":
    lookups()
    batches()
    copies()
    trials()
