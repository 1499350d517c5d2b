"""How much better is a bot than chance? Plays it in one seat after the other against a random opponent (or another), and random there with the same seeds.

    python benchmarks/match_bots.py picket --bot search:playouts=60 --games 100
    python benchmarks/match_bots.py rheinuebung --bot scripted --seats german --games 60

Only the pairs count in which one of the two won and the other did not. Wald's sequential test says when it is clear: gains are half of
them (no better than chance) against two thirds (or `--better`), both errors 5 %. With `--until-clear` it stops there. It is no part of `make bench`: a match takes minutes to hours.
"""

from __future__ import annotations

import argparse
from math import log
from time import perf_counter, process_time

from rulewright.cli import bots, games, rulesets
from rulewright.cli.plugins import Plugins
from rulewright.runtime import Game, Program
from rulewright.runtime.bots import Bot, RandomBot, close
from rulewright.runtime.play import play_out
from rulewright.runtime.simulation.intervals import share

CLEAR = log(0.95 / 0.05)


def winner(program: Program, seat: str, maker: bots.Maker | None, other: bots.Maker, seed: int) -> str | None:
    """Play a game in which that seat's bot meets the other; None for `maker`: chance sits there."""
    game = Game.start(program, seed=seed)
    players: dict[str, Bot] = {side: other(side, seed) for side in program.sides if side != seat}
    players[seat] = RandomBot(seat, seed)
    bot = None if maker is None else maker(seat, seed)
    try:
        play_out(game, players if bot is None else {**players, seat: bot})
    finally:
        if bot is not None:
            close(bot)
    return game.winner


def match(program: Program, seat: str, maker: bots.Maker, other: bots.Maker, asked: argparse.Namespace, count: int) -> tuple[int, int]:
    """Play one seat; return how many games the bot won, and how many were played."""
    gain, loss = log(asked.better / 0.5), log((1 - asked.better) / 0.5)
    won = by_chance = gains = losses = 0
    ratio, clear = 0.0, ""
    began, busy = perf_counter(), process_time()
    for number in range(count):
        mine = winner(program, seat, maker, other, asked.seed + number) == seat
        chance = winner(program, seat, None, other, asked.seed + number) == seat
        won, by_chance = won + mine, by_chance + chance
        if mine != chance:
            gains, losses = gains + mine, losses + chance
            ratio += gain if mine else loss
        if not clear and abs(ratio) >= CLEAR:
            clear = f"{'better' if ratio > 0 else 'no better'} than chance at 5 %, clear after {number + 1} games"
        if clear and asked.until_clear:
            count = number + 1
            break
    low, high = share(won, count)
    print(
        f"  {seat}: won {won} of {count} ({won / count:.0%}, 95 %: {low:.0%} to {high:.0%}); chance in the same seat {by_chance}; "
        f"gains {gains}, losses {losses}: {clear or 'not clear'}; {perf_counter() - began:.0f} s, {process_time() - busy:.0f} s of a processor",
        flush=True,
    )
    return won, count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ruleset")
    parser.add_argument("--bot", default="search")
    parser.add_argument("--against", default="random", help="who sits in the other seats")
    parser.add_argument("--better", type=float, default=2 / 3, help="the share of gains that the test looks for")
    parser.add_argument("--until-clear", action="store_true")
    parser.add_argument("--games", type=int, default=100, help="of all seats together")
    parser.add_argument("--seats", default="", help="sides, with commas; all if not given")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    plugins = Plugins()
    program = games.linked(rulesets.resolve(asked.ruleset, plugins), plugins, ())
    seats = rulesets.listed(asked.seats) or list(program.sides)
    print(f"{asked.ruleset}: {asked.bot} against {asked.against}, at most {asked.games} games")
    total: list[tuple[int, int]] = []
    for seat in seats:
        maker = bots.maker(asked.bot, seat, program, plugins)
        (rival,) = (side for side in program.sides if side != seat)
        other = bots.maker(asked.against, rival, program, plugins)
        total.append(match(program, seat, maker, other, asked, asked.games // len(seats)))
    print(f"  together: won {sum(won for won, _ in total)} of {sum(count for _, count in total)}")


if __name__ == "__main__":
    main()
