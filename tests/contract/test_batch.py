"""The batch and the single match are the same game, to the bit."""

from __future__ import annotations

import numpy as np
import pytest

import card_envs
from card_envs.engine.batch import Batch
from card_envs.engine.game import Game
from card_envs.engine.match import Match
from tests.variants import random_params

PLACES = 24
STEPS = 150


def rules_of(game: Game, rng: np.random.Generator) -> dict[str, object]:
    values = random_params(game, rng).as_dict()
    del values["num_players"]
    return values


@pytest.mark.parametrize("skip_forced", [False, True])
def test_batch_is_single(game: Game, rng: np.random.Generator, skip_forced: bool) -> None:
    for _ in range(4):
        rules = {**rules_of(game, rng), "skip_forced": skip_forced}
        least, most = _sizes(game)
        players = rng.integers(least, most + 1, PLACES).tolist()
        batch = Batch(game, PLACES, seed=int(rng.integers(2**63)), num_threads=2, num_players=players, **rules)
        matches = [Match(game, game.params.make({**rules, "num_players": count})) for count in players]
        for match, seed in zip(matches, batch.match_seeds.tolist(), strict=True):
            match.deal(seed)
        for _ in range(STEPS):
            _same(batch, matches)
            actions = batch.random_actions(rng)
            batch.step(actions)
            for place, match in enumerate(matches):
                match.step(int(actions[place]))
                assert bool(batch.done[place]) == match.over
                if match.over:
                    _same_results(batch, place, match)
                    match.deal(int(batch.match_seeds[place]))
                else:
                    assert not batch.rewards[place].any()
                    assert not batch.placements[place].any()


def _sizes(game: Game) -> tuple[int, int]:
    limits = game.params.__dataclass_fields__["num_players"].metadata
    return limits["least"], limits["most"]


def _same(batch: Batch, matches: list[Match]) -> None:
    for place, match in enumerate(matches):
        assert batch.seats[place] == match.seat
        assert (batch.observations[place] == match.vector).all()
        assert (batch.action_masks[place] == match.mask).all()
        assert batch.states[place].tobytes() == match.states[0].tobytes()


def _same_results(batch: Batch, place: int, match: Match) -> None:
    placements, scores, rewards = match.results()
    n = match.params.num_players
    assert batch.placements[place, :n].tolist() == placements
    assert batch.scores[place, :n].tolist() == scores
    assert batch.rewards[place, :n].tolist() == rewards
    assert not batch.rewards[place, n:].any()
    assert bool(batch.truncated[place]) == match.truncated
    assert batch.final_states[place].tobytes() == match.states[0].tobytes()


def test_a_match_does_not_depend_on_place_or_threads(game: Game) -> None:
    one = card_envs.batch(game.name, 40, seed=3)
    two = card_envs.batch(game.name, 40, seed=3, num_threads=2)
    for _ in range(60):
        actions = one.random_actions()
        one.step(actions)
        two.step(actions)
        assert one.states.tobytes() == two.states.tobytes()
        assert (one.observations == two.observations).all()
    turned = card_envs.batch(game.name, 40, seed=9)
    turned.deal(one.match_seeds[::-1])
    one.deal(one.match_seeds.copy())
    assert (turned.observations[::-1] == one.observations).all()


def test_an_illegal_action_moves_nothing(game: Game) -> None:
    batch = card_envs.batch(game.name, 8, seed=1)
    before = batch.states.tobytes()
    actions = batch.random_actions()
    actions[5] = game.num_actions
    with pytest.raises(ValueError, match=r"match 5: .*no action"):
        batch.step(actions)
    for bad in (actions[:3], actions.astype(float), None):
        with pytest.raises(ValueError, match="actions take"):
            batch.step(bad)
    assert batch.states.tobytes() == before


def test_views_are_read_only(game: Game) -> None:
    batch = card_envs.batch(game.name, 2)
    for view in (batch.observations, batch.action_masks, batch.seats, batch.rewards, batch.done, batch.states):
        with pytest.raises(ValueError, match="read-only"):
            view[0] = view[1]


def test_states_can_be_put_back(game: Game) -> None:
    batch = card_envs.batch(game.name, 16, seed=4)
    for _ in range(5):
        batch.step(batch.random_actions())
    states, observations, masks = batch.states.copy(), batch.observations.copy(), batch.action_masks.copy()
    for _ in range(5):
        batch.step(batch.random_actions())
    batch.set_states(states)
    assert (batch.observations == observations).all()
    assert (batch.action_masks == masks).all()
    assert not batch.done.any()
    seats = (batch.seats + 1) % batch.params.num_players
    others, nothing = batch.observe(seats)
    assert others.shape == observations.shape
    assert not nothing.any()
    with pytest.raises(ValueError, match="states take"):
        batch.set_states(states[:3])


def test_raw_observation_times_scale_is_the_observation(game: Game) -> None:
    batch = card_envs.batch(game.name, 4, seed=4)
    env = card_envs.make(game.name)
    for place in range(4):
        env.reset(seed=int(batch.match_seeds[place]))
        expected = batch.observations[place] * batch.observation_scale
        assert expected.dtype == np.float32
        assert env.last()[0]["observation"].tobytes() == expected.tobytes()


def test_rollouts(game: Game) -> None:
    batch = card_envs.batch(game.name, 50, seed=4)
    before = batch.states.tobytes()
    result = batch.rollout(seed=1)
    again = batch.rollout(seed=1)
    assert (result.rewards == again.rewards).all()
    assert (result.decisions > 0).all()
    assert (result.placements.min(1) == 1).all()
    assert batch.states.tobytes() == before
    assert (batch.rollout(seed=2).decisions != result.decisions).any()


@pytest.mark.parametrize(
    "bad", [{"num_games": 0}, {"num_games": 4, "num_threads": 0}, {"num_games": 4, "num_players": [2]}]
)
def test_bad_sizes(game: Game, bad: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="takes"):
        Batch(game, **bad)
