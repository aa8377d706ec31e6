"""Every kernel against its referee, on random matches over all player counts and parameters."""

from __future__ import annotations

import numpy as np
import pytest

from card_envs.engine.game import Game
from tests.naive.parity import compare
from tests.play import played, some_policy
from tests.variants import random_params

MATCHES_IN_CI = {"gnav": 1_000}
MATCHES_ON_DEMAND = {"gnav": 100_000}
MOST_DECISIONS = 600
"""Of a match, played on by chance; under some parameters that can last for ten thousands."""


def agree(game: Game, matches: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    for number in range(matches):
        params = random_params(game, rng)
        match = played(game, params, int(rng.integers(2**63)), some_policy(rng, game.num_actions), MOST_DECISIONS)
        try:
            compare(match)
        except Exception as error:
            raise AssertionError(f"match {number}, {params}, seed {match.seed}, actions {match.actions}") from error


def test_kernel_agrees_with_the_referee(game: Game) -> None:
    agree(game, MATCHES_IN_CI.get(game.name, 300), 1)


@pytest.mark.slow
def test_kernel_agrees_with_the_referee_on_many_matches(game: Game) -> None:
    agree(game, MATCHES_ON_DEMAND.get(game.name, 20_000), 2)
