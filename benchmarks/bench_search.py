"""Search: decisions made in imagined games per second, beside those of OpenSpiel's tree search in C++ on chess. Rollouts go to the end.

A chess simulation is counted with the average length of a random game, measured here. Ours are those of one search by `SearchBot` from the
first position in which its side has something to choose; games that the bot remembers before are made beforehand.
"""

from __future__ import annotations

import random
from pathlib import Path
from time import process_time

from benchmarks import measuring
from rulewright.compiler.pipeline import compile_ruleset
from rulewright.runtime import Game, link
from rulewright.runtime.bots import SearchBot

ROUNDS = 5
WANTED = 0.5
PLAYOUTS = {"picket": 60, "rheinuebung": 12}
CHESS_SIMULATIONS, CHESS_GAMES = 60, 30


class Ours:
    """One search, over and over."""

    def __init__(self, ruleset: str) -> None:
        program = link(compile_ruleset(Path("rulesets") / ruleset).document)
        self._game = Game.start(program, seed=1)
        chance = random.Random(1)
        for _ in range(6):
            decision = self._game.decisions[0]
            self._game.choose(decision.side, decision.sample(chance))
        self._side = str(self._game.decisions[0].side)
        self.bot = SearchBot(program, self._side, 1, playouts=PLAYOUTS[ruleset], rollouts={})
        self()

    def __call__(self) -> None:
        self.bot.choose(self._game.decision_of(self._side), lambda: self._game.view(self._side))


def chess() -> tuple[object, float]:
    """Return a search of OpenSpiel's, and how many moves its simulations make."""
    import pyspiel

    game = pyspiel.load_game("chess")
    chance = random.Random(1)
    moves = 0
    for _ in range(CHESS_GAMES):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
            moves += 1
    evaluator = pyspiel.RandomRolloutEvaluator(1, 7)
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, CHESS_SIMULATIONS, 1000, False, 7, False)
    state = game.new_initial_state()
    return lambda: bot.step(state), moves / CHESS_GAMES * CHESS_SIMULATIONS


def rate(search: Ours) -> tuple[float, float]:
    before, began = search.bot.played, process_time()
    search()
    spent = process_time() - began
    return (search.bot.played - before) / spent, spent


def main() -> None:
    theirs, decisions = chess()
    found: dict[str, list[float]] = {name: [] for name in PLAYOUTS}
    chess_rates: list[float] = []
    ours = {name: Ours(name) for name in PLAYOUTS}
    for _ in range(ROUNDS):
        spent = measuring.in_process({"chess": theirs}, 1)["chess"]  # type: ignore[dict-item]
        chess_rates.append(decisions / spent)
        for name, search in ours.items():
            found[name].append(rate(search)[0])
    best = sorted(chess_rates)[len(chess_rates) // 2]
    print(f"{'OpenSpiel, MCTS in C++, chess':<34} {best:>12,.0f} decisions/s   ({decisions / CHESS_SIMULATIONS:.0f} a simulation)")
    for name, rates in found.items():
        middle = sorted(rates)[len(rates) // 2]
        print(f"{f'SearchBot, {name}':<34} {middle:>12,.0f} decisions/s   {middle / best:.3f} of it; {WANTED} wanted")


if __name__ == "__main__":
    main()
