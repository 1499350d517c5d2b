"""A bot that tries its answers out: information-set Monte-Carlo tree search.

It plays imagined games and remembers which of its answers led to good ends. All answers to the question that is open are tried in the
same imagined games, with the same luck; the better half of them in more games, and so on (sequential halving). Below, the answers that
the side gives later make a tree, whatever it cannot see (Cowling, Powley and Whitehouse 2012); the others play by their habits. It knows
the rules, its own views and its question, and nothing of the game that is played: the same views and seed give the same answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import log, sqrt
from random import Random
from typing import Any

from rulewright.runtime.bots.base import ViewOf
from rulewright.runtime.decisions import Decision
from rulewright.runtime.errors import RulewrightError
from rulewright.runtime.imagine import Imagination
from rulewright.runtime.rollouts import Habits, Rollout, worth_of

PLAYOUTS, LENGTH, WIDTH = 100, 10_000, 40
"""Imagined games for a decision, decisions of one of them, and the most answers that are tried, unless others are asked for."""

BOLD = 0.7
"""How much an answer that was tried seldom is worth trying (the constant of UCB)."""

LEAST, MOST = 8, 200
"""The fewest and the most imagined games that are led along; between them, as many as are played out for a decision."""

LIKED = 3
"""Answers of the ruleset's bot that are tried first."""

DOUBT = 0.5
"""By how much an answer that the ruleset's bot does not like must do better in one game; in n games, by that over the root of n."""


class Node:
    """What the side answered in imagined games, and how they ended: visits, and the sum of what they were worth to it."""

    __slots__ = ("doubt", "next", "visits", "worth")

    def __init__(self, doubt: float = 0.0) -> None:
        self.doubt = doubt
        self.visits = 0
        self.worth = 0.0
        self.next: dict[tuple[int, Any], Node] = {}

    @property
    def mean(self) -> float:
        return self.worth / self.visits if self.visits else 0.0

    @property
    def sure(self) -> float:
        return self.mean - self.doubt / sqrt(max(1, self.visits))


Arm = tuple[Node, Any]
"""An answer to the question that is open, and what came of it."""


class SearchBot:
    """Plays by trying out.

    playouts: imagined games for each decision. length: decisions of one; a game that is not over then counts as half won, or for what the
    ruleset's bot says that the position is worth. width: answers that are compared; of more, so many are drawn at random.
    rollouts: side → the bot of the ruleset by which it plays in imagined games; the others play by chance. Without it, the side itself
    plays by its first bot. scenario: the one that is played, the first for None.
    """

    def __init__(
        self, program: Any, side: str, seed: int = 0, *, playouts: int = PLAYOUTS, length: int = LENGTH, width: int = WIDTH,
        rollouts: Mapping[str, str] | None = None, scenario: str | None = None,
    ) -> None:  # fmt: skip
        own = [bot["id"] for bot in program.document.get("bots", ()) if bot["side"] == side]
        habits = Habits(program, {side: own[0]} if rollouts is None and own else rollouts or {})
        self._side = side
        self._seed = seed
        self._playouts = playouts
        self._length = length
        self._width = width
        self._habits = habits
        self._worth = worth_of(program, side)
        self._imagination = Imagination(program, side, seed, scenario, habits, max(LEAST, min(MOST, playouts)))
        self._asked = 0
        self.played = 0
        """Decisions that were made in imagined games so far."""

    def choose(self, decision: Decision, view: ViewOf) -> Any:
        self._asked += 1
        random = Random(f"search/{self._side}/{self._seed}/{self._asked}")
        shown = view()
        self._imagination.note(shown)
        arms = self._arms(decision, random)
        answer = arms[0][1] if len(arms) == 1 else self._best(arms, shown, random)
        self._imagination.answered(answer)
        return answer

    def _arms(self, decision: Decision, random: Random) -> list[Arm]:
        """Return the answers to compare, those first that the ruleset's bot likes: all that are open, or as many as are compared."""
        liked = self._habits.liked(decision, random)
        answers = decision.options(self._width + 1)
        if len(answers) > self._width:
            answers = [decision.sample(random) for _ in range(self._width)]
        random.shuffle(answers)
        first = random.sample(liked, min(len(liked), LIKED))
        most = max(2, min(self._width, self._playouts // 2))
        found = list({repr(answer): answer for answer in [*first, *answers]}.values())[:most]
        doubt = DOUBT if liked else 0.0
        return [(Node(0.0 if answer in liked else doubt), answer) for answer in found]

    def _best(self, arms: list[Arm], shown: dict[str, Any], random: Random) -> Any:
        """Return the answer that does best: all are tried, then the better half again, until one is left."""
        left = self._playouts
        rounds = (len(arms) - 1).bit_length()
        for number in range(rounds):
            games = max(1, left // (rounds - number) // len(arms))
            for _ in range(games):
                world = self._imagination.world(shown, random)
                if world is None:
                    break
                luck = random.getrandbits(60)
                for node, answer in arms:
                    self._play(Rollout(world.copy(), self._habits, Random(luck), self._side), node, answer)
            left -= games * len(arms)
            arms.sort(key=lambda arm: arm[0].sure, reverse=True)
            arms = arms[: (len(arms) + 1) // 2]
        return arms[0][1]

    def _play(self, rollout: Rollout, node: Node, answer: Any) -> None:
        """Play one imagined game, and remember on the way there what it was worth."""
        passed = [node]
        try:
            if not rollout.answer(answer):
                return
            while node.visits and rollout.made < self._length and rollout.until_asked(self._length):
                node = _branch(node, rollout)
                passed.append(node)
            rollout.to_the_end(self._length)
            worth = rollout.worth(self._worth)
        except RulewrightError:
            return  # what was imagined led where the rules cannot go on
        self.played += rollout.made
        for node in passed:
            node.visits += 1
            node.worth += worth


def _branch(tree: Node, rollout: Rollout) -> Node:
    """Answer in a rollout, and return the branch of the answer: the most promising of those that are open here, or a new one."""
    open_here = [] if len(tree.next) <= 1 + sqrt(tree.visits) else [one for one in tree.next.items() if rollout.is_open(*one[0])]
    if not open_here:
        return tree.next.setdefault(rollout.by_habit(), Node())
    wide = log(sum(max(1, node.visits) for _, node in open_here))
    key, node = max(open_here, key=lambda one: one[1].mean + BOLD * sqrt(wide / max(1, one[1].visits)))
    rollout.give(key[1])
    return node
