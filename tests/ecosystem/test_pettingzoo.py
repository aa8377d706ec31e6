"""PettingZoo's own conformance tests, over several configurations and seeds, since each plays one match."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, seed_test
from pettingzoo.test.state_test import state_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

import card_envs
from card_envs.engine.game import Game
from card_envs.envs.aec import RawEnv
from tests.variants import random_params

CONFIGURATIONS = 4


@pytest.fixture(params=range(CONFIGURATIONS))
def params(request: pytest.FixtureRequest, game: Game) -> dict[str, object]:
    if request.param == 0:
        return {}
    values = random_params(game, np.random.default_rng(request.param)).as_dict()
    return {**values, "rewards": ("win", "rank", "score")[request.param % 3]}


def test_api(game: Game, params: dict[str, object]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(card_envs.make(game.name, **params), num_cycles=300)
        api_test(RawEnv(game, **params), num_cycles=300)


def test_seed(game: Game, params: dict[str, object]) -> None:
    seed_test(lambda: card_envs.make(game.name, **params))


def test_state(game: Game, params: dict[str, object]) -> None:
    env = card_envs.make(game.name, **params)
    parallel = turn_based_aec_to_parallel(card_envs.make(game.name, **params))
    state_test(env, parallel)


def test_parallel_conversion(game: Game, params: dict[str, object]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        parallel_api_test(turn_based_aec_to_parallel(card_envs.make(game.name, **params)), num_cycles=200)


def test_registry(game: Game) -> None:
    import pettingzoo

    if not hasattr(pettingzoo, "make"):
        pytest.skip("PettingZoo before 1.27 has no registry")
    env = pettingzoo.make("aec", f"card_envs/{game.module}", rewards="score")
    env.reset(seed=1)
    assert env.unwrapped.params.rewards == "score"
