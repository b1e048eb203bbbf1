from __future__ import annotations

import importlib
import importlib.util
import os
import random
import warnings
from typing import Any

import numpy as np
import pytest

from gamehall.plugins import Plugins
from gamehall_sdk.game import Game
from gamehall_sdk.round import Legal, Range

rl = pytest.importorskip("gamehall_sdk.rl")
GAMES: dict[str, Game] = dict(Plugins.from_environment(os.environ).games)
EVERY = [(name, variant.name) for name, game in sorted(GAMES.items()) for variant in game.variants]
each_game = pytest.mark.parametrize(("name", "variant"), EVERY)


@each_game
def test_pettingzoos_own_tests_pass(name: str, variant: str) -> None:
    from pettingzoo.test import api_test, seed_test

    with warnings.catch_warnings():
        # It advises on observations that are not pictures.
        warnings.simplefilter("ignore")
        api_test(rl.env(GAMES[name], variant=variant), num_cycles=200, verbose_progress=False)
        seed_test(lambda: rl.env(GAMES[name], variant=variant), num_cycles=60)


def episodes(name: str, variant: str, count: int) -> Any:
    """Agent, observation and info at each step of random episodes."""
    env = rl.env(GAMES[name], variant=variant)
    rng = random.Random(3)
    for number in range(count):
        env.reset(seed=5 if number == 0 else None)
        for agent in env.agent_iter():
            observation, reward, over, _, info = env.last()
            legal = np.flatnonzero(observation["action_mask"]).tolist()
            yield env, agent, observation, reward, over, info
            env.step(None if over else rng.choice(legal))


@each_game
def test_an_episode_is_a_round_and_its_reward_the_payoffs(name: str, variant: str) -> None:
    rewards: dict[str, float] = {}
    encoding = rl.Encoding(GAMES[name], variant=variant)
    for env, agent, observation, reward, over, info in episodes(name, variant, 2):
        assert env.observation_space(agent).contains(observation)
        if over:
            rewards[agent] = reward
        else:
            assert observation["action_mask"].any()
            seat = int(agent.removeprefix("seat_"))
            assert np.array_equal(observation["observation"], encoding.observation(seat, info["view"]))
            for number in np.flatnonzero(observation["action_mask"]):
                action = encoding.action(number, info["legal"])
                assert action in info["legal"]
                assert encoding.number(action, info["legal"]) == number
    if GAMES[name].buy_in is not None:
        assert sum(rewards.values()) == 0
    assert len(rewards) == max(2, GAMES[name].seats_of(variant)[0])


def test_what_a_seat_may_not_know_is_not_in_its_observation() -> None:
    for _, _, observation, _, over, info in episodes("hello", "hello", 3):
        if not over:
            cards = [player.card for player in info["view"].players if player.card is not None]
            assert len(cards) == 1
            assert observation["observation"].sum() < 64


def test_amounts_are_finer_where_they_are_small() -> None:
    game = GAMES["holdem"]
    encoding = rl.Encoding(game)
    kind = next(kind for kind in game.actions if kind.__name__ == "RaiseTo")
    legal = Legal((), (Range(kind, 4, 404),))
    amounts = [encoding.action(number, legal).amount for number in np.flatnonzero(encoding.mask(legal))]
    assert amounts == [4, 8, 20, 40, 68, 104, 148, 200, 260, 328, 404]
    assert encoding.number(kind(30), legal) == encoding.number(kind(20), legal)
    few = Legal((), (Range(kind, 4, 5),))
    assert [encoding.action(number, few).amount for number in np.flatnonzero(encoding.mask(few))] == [4, 5]


def test_what_is_no_action_is_refused() -> None:
    encoding = rl.Encoding(GAMES["hello"])
    with pytest.raises(ValueError, match="number 0 is no legal action now"):
        encoding.action(0, Legal())
    with pytest.raises(ValueError, match="has no number"):
        encoding.number(object(), Legal())


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "pettingzoo" else found(name))
    with pytest.raises(ImportError, match=r"needs pettingzoo: pip install 'gamehall-sdk\[rl\]'"):
        importlib.reload(rl)
    monkeypatch.undo()
    importlib.reload(rl)


def test_without_a_seed_the_next_round_follows() -> None:
    env = rl.env(GAMES["holdem"])
    env.reset(seed=1)
    first = env.last()[-1]["view"]
    env.reset()
    assert env.last()[-1]["view"].button != first.button
    env.reset(seed=1)
    assert env.last()[-1]["view"] == first
