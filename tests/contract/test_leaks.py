"""No leaks: an observation holds what its seat has been able to see, and nothing else."""

from __future__ import annotations

import numpy as np

from card_envs.engine.batch import observe, resample
from card_envs.engine.game import Game
from card_envs.engine.match import Match
from card_envs.rendering import as_text
from tests.play import some_policy
from tests.variants import random_params

MATCHES = 60


def test_what_a_seat_does_not_know_does_not_show(game: Game, rng: np.random.Generator) -> None:
    for _ in range(MATCHES):
        match = Match(game, random_params(game, rng))
        match.deal(int(rng.integers(2**63)))
        policy = some_policy(rng, game.num_actions)
        while not match.over and len(match.actions) < 400:
            states = np.repeat(match.states, 4)
            seats = np.full(4, match.seat)
            redrawn = resample(game, states, seats, int(rng.integers(2**63)))
            vectors, masks = observe(game, redrawn, seats)
            assert (vectors == match.vector).all()
            assert (masks == match.mask).all()
            shown = as_text(game.table(match.state, match.seat))
            for state in redrawn.view(np.recarray):
                assert as_text(game.table(state, match.seat)) == shown
            match.step(policy(match.legal_actions()))


def test_resample_redraws_the_chance_to_come(game: Game) -> None:
    match = Match(game, game.params())
    match.deal(1)
    states = np.repeat(match.states, 50)
    redrawn = resample(game, states, np.full(50, match.seat), 3)
    assert len(set(redrawn["rng"].tolist())) == 50
    assert len({state.tobytes() for state in redrawn}) == 50


def test_resampled_matches_play_on(game: Game, rng: np.random.Generator) -> None:
    """A redrawn state is one that the rules can go on from: it ends, and somebody wins."""
    for _ in range(MATCHES):
        match = Match(game, random_params(game, rng))
        match.deal(int(rng.integers(2**63)))
        policy = some_policy(rng, game.num_actions)
        for _ in range(int(rng.integers(60))):
            if not match.over:
                match.step(policy(match.legal_actions()))
        if match.over:
            continue
        from card_envs.engine.batch import Batch

        rules = {k: v for k, v in match.params.as_dict().items() if k != "skip_forced"}
        batch = Batch(game, 1, **rules)
        redrawn = resample(game, np.repeat(match.states, 8), np.full(8, match.seat), int(rng.integers(2**63)))
        result = batch.rollout(redrawn, seed=1)
        assert (result.placements[:, : match.params.num_players] > 0).all()
        assert np.abs(result.rewards.sum(1)).max() < 1e-6
