"""A game as a learner's environment, judged by PettingZoo's own tests."""

from __future__ import annotations

import builtins
import json
import warnings
from random import Random
from typing import Any

import pytest

from rulewright.runtime import IllegalChoice, Program, RulewrightError, link
from rulewright.runtime.artifact import load
from rulewright.runtime.rl import aec_env, openspiel_game
from rulewright.runtime.rl.features import Features
from tests.docs.pages import ROOT


def program(name: str) -> Program:
    return link(load(ROOT / "generated" / name / "ruleset.json"))


@pytest.mark.parametrize(("name", "cycles"), [("picket", 400), ("rheinuebung", 60)])
def test_pettingzoos_own_test_passes(name: str, cycles: int) -> None:
    test = pytest.importorskip("pettingzoo.test")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        test.api_test(aec_env(program(name)), num_cycles=cycles, verbose_progress=False)


def test_equal_seeds_are_equal_games() -> None:
    test = pytest.importorskip("pettingzoo.test")
    rules = program("picket")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        test.seed_test(lambda: aec_env(rules, max_decisions=60), num_cycles=60)


def test_a_game_is_played_to_its_end_by_numbers() -> None:
    pytest.importorskip("pettingzoo")
    env = aec_env(program("picket"))
    env.reset(seed=4)
    total: dict[str, float] = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        total[agent] += reward
        done = terminated or truncated
        assert observation is not None
        assert observation["action_mask"].sum() == (0 if done else len(info["answers"]))
        env.step(None if done else 0)
    assert sorted(total.values()) == [-1.0, 1.0]


def test_an_action_that_is_not_offered_is_refused() -> None:
    pytest.importorskip("pettingzoo")
    env = aec_env(program("picket"))
    env.reset(seed=1)
    with pytest.raises(IllegalChoice, match="action 60 is not offered: there are 5 answers now"):
        env.step(60)


def test_a_large_domain_offers_as_many_as_fit() -> None:
    pytest.importorskip("pettingzoo")
    env = aec_env(program("picket"), width=3)
    env.reset(seed=1)
    assert env.observe("raiders")["action_mask"].tolist() in (
        [1, 1, 1],
        [1, 1, 0],
        [1, 0, 0],
    )  # drawn from five, doubles left out


def test_what_is_hidden_is_no_number() -> None:
    rules = program("picket")
    features = Features(rules)
    from rulewright.runtime import Game

    game = Game.start(rules, seed=1)
    game.choose("raiders", "A2")
    game.choose("raiders", "A4")
    mine = dict(zip(features.names, features.of(game.view("raiders")), strict=True))
    theirs = dict(zip(features.names, features.of(game.view("watch")), strict=True))
    assert (mine["tender.at is known"], theirs["tender.at is known"]) == (1.0, 0.0)
    assert theirs["tender.at"] == -1.0
    assert mine["turn"] == 1 / 8


def test_without_the_library_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    original = builtins.__import__

    def missing(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.partition(".")[0] == "gymnasium":
            raise ModuleNotFoundError(f"No module named '{name}'", name=name)
        return original(name, *args, **kwargs)

    import sys

    monkeypatch.delitem(sys.modules, "rulewright.runtime.rl.aec", raising=False)
    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(RulewrightError, match="RW0860.*gymnasium") as raised:
        aec_env(program("picket"))
    assert "rulewright[rl]" in raised.value.help


def test_openspiel_plays_copies_and_searches() -> None:
    pytest.importorskip("pyspiel")
    rules = program("picket")
    kind = openspiel_game(rules, seed=3)
    state = kind.new_initial_state()
    chance = Random(1)
    while not state.is_terminal():
        assert str(state.clone()) == str(state)
        assert json.loads(state.information_state_string())["side"] == rules.sides[state.current_player()]
        state.apply_action(chance.choice(state.legal_actions()))
    assert sorted(state.returns()) == [-1.0, 1.0]
    assert len(state.history()) > 20
    # What a search tries out in a copy leaves the game where it is.
    begun = kind.new_initial_state()
    before = str(begun)
    twin = begun.clone()
    twin.apply_action(twin.legal_actions()[0])
    assert (str(begun), begun.history(), len(twin.history())) == (before, [], 1)
    assert "at" not in json.loads(begun.information_state_string(1))["pieces"]["tender"]["attributes"]
