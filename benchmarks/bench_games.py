"""Whole games at random, beside OpenSpiel's kriegspiel driven from Python.

What takes how long is told of processor time, log kept, bots included: a *game* from its start to its end; a *decision*, that time shared out
among all decisions; a *step of a path*, the time from a question for a path to the next question (it is drawn, given, and what it leads to is
played), shared out among the steps of the paths that were given; a *die*, the time of the whole game shared out among all dice and draws; a
*move*, the same shared out as OpenSpiel counts moves, for which each decision, each step after the first, and each die or draw is one.
"""

from __future__ import annotations

import cProfile
import pstats
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import pyspiel

from benchmarks import measuring
from rulewright.runtime import Game, link
from rulewright.runtime.artifact import load
from rulewright.runtime.bots import RandomBot
from rulewright.runtime.decisions import Decision
from rulewright.runtime.link.program import Program
from rulewright.runtime.play import play_out

GENERATED = Path(__file__).parent.parent / "generated"
ROUNDS = 5
KRIEGSPIELS, CAMPAIGNS, PICKETS = 3, 2, 10


def kriegspiel(random: Random) -> int:
    """One game of OpenSpiel's kriegspiel, moves drawn evenly by Python; return its number of moves."""
    state = pyspiel.load_game("kriegspiel").new_initial_state()
    made = 0
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[int(random.random() * len(actions))])
        made += 1
    return made


def ours(program: Program, seed: int) -> int:
    game = Game.start(program, seed=seed)
    return play_out(game, {side: RandomBot(side, seed) for side in game.program.sides})


def decision_by_decision(program: Program, seed: int, *, history: bool, views: bool) -> float:
    """Return the seconds of processor time that a decision of a game at random takes, with a view of whoever decides or without."""
    game = Game.start(program, seed=seed, history=history)
    bots = {side: RandomBot(side, seed) for side in program.sides}
    made = 0
    start = time.process_time()
    while game.decisions:
        decision = game.decisions[0]
        side = str(decision.side)
        if views:
            game.view(side)
        game.choose(side, bots[side].choose(decision, dict))
        made += 1
    return (time.process_time() - start) / made


def log_and_views(program: Program, seeds: range) -> None:
    """Show what the log costs, and a view for each decision: the same games with and without, in turn."""
    ways = {"no log": (False, False), "log kept": (True, False), "log kept, a view each": (True, True)}
    found: dict[str, list[float]] = {name: [] for name in ways}
    for seed in (1, *seeds):
        for name, (history, views) in ways.items():
            found[name].append(decision_by_decision(program, seed, history=history, views=views))
    # The first game warms up.
    figures = {name: median(times[1:]) for name, times in found.items()}
    measuring.show("a decision of rheinuebung with and without a log", {name: figures[name] for name in ("no log", "log kept")}, "no log", target="at most 1.5")
    measuring.show("a decision of rheinuebung with and without a view", {name: figures[name] for name in ("log kept", "log kept, a view each")}, "log kept", target="at most 3")


def where_time_goes(run: Callable[[], object], shown: int = 10) -> list[str]:
    """Return the share of time spent in each module itself, generated code as one."""
    profile = cProfile.Profile()
    profile.runcall(run)
    spent: Counter[str] = Counter()
    for (file, _, _), (_, _, own, _, _) in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
        spent[_module(file)] += own
    total = sum(spent.values())
    return [f"{seconds / total:>6.1%}  {name}" for name, seconds in spent.most_common(shown)]


def timed(game: Game, seed: int) -> Iterator[tuple[Decision, Any, float, float]]:
    """Play at random; yield each decision, its answer, and the seconds that the answer and play on to the next decision took."""
    bots = {side: RandomBot(side, seed) for side in game.program.sides}
    while game.decisions:
        decision = game.decisions[0]
        assert decision.side is not None
        start = time.process_time()
        option = bots[decision.side].choose(decision, dict)
        between = time.process_time()
        game.choose(decision.side, option)
        yield decision, option, between - start, time.process_time() - between


def what_decisions_take(program: Program, seeds: range, shown: int = 10) -> list[str]:
    """Return, for the kinds of decisions that take most, their share of all time, and what one takes to answer and to play on from."""
    answering: Counter[str] = Counter()
    playing: Counter[str] = Counter()
    count: Counter[str] = Counter()
    for seed in seeds:
        for decision, _, answered, played in timed(Game.start(program, seed=seed), seed):
            answering[decision.id] += answered  # type: ignore[assignment]
            playing[decision.id] += played  # type: ignore[assignment]
            count[decision.id] += 1
    spent = answering + playing
    total = sum(spent.values())
    return [
        f"{seconds / total:>6.1%}  {id:<32} {count[id]:>5} times, {answering[id] / count[id] * 1e6:>4.0f} us to answer, {playing[id] / count[id] * 1e6:>4.0f} us to the next"
        for id, seconds in spent.most_common(shown)
    ]


def what_is_played(program: Program, seeds: range) -> list[str]:
    """Return what a game, a decision, a step of a path, a die and a move take (see above), and how many there are in a game."""
    whole = paths = 0.0
    decisions = steps = routes = dice = 0
    for seed in seeds:
        start = time.process_time()
        game = Game.start(program, seed=seed)
        for decision, option, answered, played in timed(game, seed):
            decisions += 1
            if decision.kind == "path" and option:
                paths += answered + played
                steps += len(option) - 1
                routes += 1
        whole += time.process_time() - start
        dice += sum(len(entry.data["dice"]) if entry.kind in ("roll", "dice") else entry.kind == "draw" for entry in game.log)
    moves = decisions + steps - routes + dice
    shared = {"game": (whole, len(seeds)), "decision": (whole, decisions), "step of a path": (paths, steps), "die": (whole, dice), "move": (whole, moves)}
    return [f"{spent / count * 1e6:>9,.0f} µs a {name:<15} {count / len(seeds):>6,.0f} a game" for name, (spent, count) in shared.items() if count]


def linking(document: dict[str, Any]) -> str:
    """Say how long linking takes, and the first game after it, whose code is compiled as it is needed."""
    start = time.process_time()
    program = link(document)
    between = time.process_time()
    ours(program, 1)
    first = time.process_time() - between
    start, between = between - start, time.process_time()
    ours(program, 1)
    return f"{start:.2f} s to link, then {first - (time.process_time() - between):.2f} s to compile what the first game needs"


def _module(file: str) -> str:
    if file.startswith("<"):
        return "generated code of the rules" if "rulewright" in file or "linked" in file else "built-in functions"
    path = Path(file)
    return "/".join(path.parts[-3:]) if "runtime" in path.parts else path.name


def main() -> None:
    programs = {name: link(load(GENERATED / name / "ruleset.json")) for name in ("rheinuebung", "picket")}
    members = {
        "kriegspiel": [lambda i: kriegspiel(Random(i))] * KRIEGSPIELS,
        "rheinuebung": [lambda i: ours(programs["rheinuebung"], i)] * CAMPAIGNS,
        "picket": [lambda i: ours(programs["picket"], i)] * PICKETS,
    }
    each: dict[str, list[float]] = {name: [] for name in members}
    lengths: dict[str, list[int]] = {name: [] for name in members}
    for round in range(ROUNDS + 1):
        for name, games in members.items():
            start, made = time.process_time(), []
            for number, play in enumerate(games):
                made.append(play(1 + number + round * len(games)))
            if round:  # the first one warms up
                each[name].append((time.process_time() - start) / sum(made))
                lengths[name] += made
    measuring.show("a decision of random play, log kept", {name: median(found) for name, found in each.items()}, "kriegspiel", target="at most 8")
    log_and_views(programs["rheinuebung"], range(1, 25))
    print()
    for name, found in lengths.items():
        print(f"  {name:<16} {min(found):>6,} to {max(found):,} decisions a game, half of them up to {median(found):,.0f}")
    for name, program in programs.items():
        print(f"\nwhat {name} takes, clock looked at for each decision")
        for line in what_is_played(program, range(1, 25)):
            print(f"  {line}")
    print("\nwhere the time of rheinuebung goes, by module (profiled: slower than above)")
    for line in where_time_goes(lambda: [ours(programs["rheinuebung"], seed) for seed in range(1, 5)]):
        print(f"  {line}")
    print("\nwhat the decisions of rheinuebung take")
    for line in what_decisions_take(programs["rheinuebung"], range(1, 13)):
        print(f"  {line}")
    print("\n" + linking(load(GENERATED / "rheinuebung" / "ruleset.json")))


if __name__ == "__main__":
    main()
