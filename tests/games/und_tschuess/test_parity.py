"""The kernel against the referee where random play hardly ever gets: hands that run empty, decks used up."""

from __future__ import annotations

import numpy as np
import pytest

from card_envs.games.und_tschuess import GAME
from tests.games.und_tschuess.ties import tied_match
from tests.naive.parity import compare
from tests.play import played, some_policy
from tests.variants import random_params


def tied_matches_agree(count: int, seed: int) -> int:
    """Compare matches full of ties; returns in how many hands ran empty."""
    rng = np.random.default_rng(seed)
    empty = 0
    for number in range(count):
        params = random_params(GAME, rng)
        match = tied_match(params, seed + number, (1.0, 0.9, 0.6)[number % 3])
        try:
            compare(match)
        except Exception as error:
            raise AssertionError(f"{params}, seed {match.seed}, actions {match.actions}") from error
        empty += any(now.state.stage == params.num_players + 3 for _, now in match.replayed())
    return empty


def test_kernel_agrees_with_the_referee_when_hands_run_empty() -> None:
    assert tied_matches_agree(40, 1_000) > 30


@pytest.mark.slow
def test_kernel_agrees_with_the_referee_when_hands_run_empty_in_many_matches() -> None:
    assert tied_matches_agree(3_000, 100_000) > 2_000


@pytest.mark.parametrize("thrown", [0, 17])
def test_kernel_agrees_with_the_referee_when_as_much_or_as_little_as_can_be_is_thrown(thrown: int) -> None:
    """Always done at once, and never before the hand is empty: the longest matches and the shortest."""
    rng = np.random.default_rng(thrown)
    for _ in range(40):
        params = random_params(GAME, rng)
        policy = some_policy(rng, GAME.num_actions)

        def extreme(legal: list[int], policy=policy) -> int:  # type: ignore[no-untyped-def]
            if legal[-1] == GAME.num_actions - 1:
                return legal[-1] if thrown == 0 else legal[0]
            return policy(legal)

        compare(played(GAME, params, int(rng.integers(2**63)), extreme))
