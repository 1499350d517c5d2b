"""A bot that tries its answers out: information-set Monte-Carlo tree search.

It plays imagined games to their end and remembers which of its answers led to good ends. Each side has a tree of its own in them, of what
that side answered; what it cannot see makes no branch (Cowling, Powley and Whitehouse 2012, multiple observers). It knows the rules, its
own view and its question, and nothing of the game that is played: the same view and seed give the same answer.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from math import log, sqrt
from random import Random
from typing import Any

from rulewright.runtime.bots.base import ViewOf
from rulewright.runtime.decisions import Decision
from rulewright.runtime.errors import RulewrightError
from rulewright.runtime.imagine import Imagination

PLAYOUTS, LENGTH, WIDTH = 100, 10_000, 40
"""Imagined games for a decision, decisions of one of them, and the most answers that are tried, unless others are asked for."""

BOLD = 0.7
"""How much an answer that was tried seldom is worth trying (the constant of UCB)."""


@dataclass(slots=True)
class Node:
    """What a side has answered so far in imagined games, and how they ended: visits, and the sum of what they were worth to it."""

    answer: Any = None
    visits: int = 0
    worth: float = 0.0
    next: dict[str, Node] = field(default_factory=dict)


class SearchBot:
    """Plays by trying out.

    playouts: imagined games for each decision. length: decisions of one; a game that is not over then counts as half won.
    width: answers that are compared; of more, so many are drawn at random. scenario: the one that is played, the first for None.
    """

    def __init__(
        self, program: Any, side: str, seed: int = 0, *, playouts: int = PLAYOUTS, length: int = LENGTH, width: int = WIDTH,
        scenario: str | None = None,
    ) -> None:  # fmt: skip
        self._side = side
        self._seed = seed
        self._playouts = playouts
        self._length = length
        self._width = width
        self._imagination = Imagination(program, side, seed, scenario)
        self._asked = 0
        self.played = 0
        """Decisions that were made in imagined games so far."""

    def choose(self, decision: Decision, view: ViewOf) -> Any:
        self._asked += 1
        random = Random(f"search/{self._side}/{self._seed}/{self._asked}")
        shown = view()
        self._imagination.note(shown)
        answers = self._answers(decision, random)
        if len(answers) == 1:
            return answers[0]
        root = Node(next={_key(decision.id, answer): Node(answer) for answer in answers})
        others = {side: Node() for side in self._imagination.program.sides if side != self._side}
        for _ in range(self._playouts):
            self._play(shown, root, others, random)
        best = max(root.next.values(), key=lambda node: (node.visits, node.worth))
        return best.answer if best.visits else random.choice(answers)

    def _answers(self, decision: Decision, random: Random) -> list[Any]:
        """Return the answers to compare: all that are open, or as many as are compared."""
        answers = decision.options(self._width + 1)
        if len(answers) > self._width:
            drawn = [decision.sample(random) for _ in range(self._width)]
            answers = list({_key("", answer): answer for answer in drawn}.values())
        return answers

    def _play(self, shown: dict[str, Any], root: Node, others: dict[str, Node], random: Random) -> None:
        """Play one imagined game, and remember how it ended for those who decided on the way there."""
        game = self._imagination.world(shown, random)
        if game is None:
            return
        trees: dict[str, Node | None] = {**others, self._side: root}
        passed: list[tuple[str, Node]] = [(side, node) for side, node in trees.items() if node is not None]
        try:
            decision = game.decision_of(self._side)
            for _ in range(self._length):
                side = str(decision.side)
                tree = trees[side]
                if tree is None:
                    game.choose(side, decision.sample(random))
                else:
                    node, is_new = _branch(tree, decision, random, grows=tree is not root)
                    if node is None:
                        return
                    game.choose(side, node.answer)
                    passed.append((side, node))
                    trees[side] = None if is_new else node
                self.played += 1
                if game.ended or not game.decisions:
                    break
                decision = game.decisions[0]
        except RulewrightError:
            return  # what was imagined led where the rules cannot go on
        winner = game.winner if game.ended else None
        for side, node in passed:
            node.visits += 1
            node.worth += 0.5 if winner is None else float(winner == side)


def _branch(tree: Node, decision: Decision, random: Random, *, grows: bool) -> tuple[Node | None, bool]:
    """Return the branch to go on with, and whether nobody has been there; None if none of its answers is open here."""
    if grows and len(tree.next) <= 1 + sqrt(tree.visits):
        answer = decision.sample(random)
        key = _key(decision.id, answer)
        found = tree.next.get(key)
        if found is None:
            found = tree.next[key] = Node(answer)
        return found, found.visits == 0
    prefix = f"{decision.id} "
    open_here = [node for key, node in tree.next.items() if key.startswith(prefix) and decision.contains(node.answer)]
    if not open_here:
        if not grows:
            return None, False
        answer = decision.sample(random)
        found = tree.next.setdefault(_key(decision.id, answer), Node(answer))
        return found, found.visits == 0
    untried = [node for node in open_here if not node.visits]
    if untried:
        return random.choice(untried), True
    wide = log(sum(node.visits for node in open_here))
    return max(open_here, key=lambda node: node.worth / node.visits + BOLD * sqrt(wide / node.visits)), False


def _key(decision: str, answer: Any) -> str:
    return f"{decision} {json.dumps(answer)}"
