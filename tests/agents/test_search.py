"""Search: legal, seeded, blind to what is hidden, and better than the player that it starts from."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from typing import Any

import numpy as np
import pytest

import card_envs
from card_envs.agents import Decisions, SearchPlayer, load_agent
from card_envs.agents.search import judge
from card_envs.engine.batch import Batch, resample
from card_envs.engine.game import Game
from card_envs.engine.kernels import entry, records

FEW = "search:24"


def decisions_of(batch: Batch) -> Decisions:
    return Decisions(batch.game, batch.observations.copy(), batch.action_masks.copy(), batch.states.copy())


def under_way(game: Game, count: int, steps: int = 10, seed: int = 5) -> Batch:
    """Matches in which the rule-of-thumb player has made some decisions."""
    batch = Batch(game, count, seed=seed)
    usual = load_agent(game.name, "heuristic", seed=seed)
    for _ in range(steps):
        batch.step(usual.choose(decisions_of(batch)))
    return batch


def test_choices_are_legal_and_the_states_stay(game: Game) -> None:
    batch = under_way(game, 40)
    asked = decisions_of(batch)
    before = asked.states.tobytes() if asked.states is not None else b""
    chosen = load_agent(game.name, FEW, seed=1).choose(asked)
    assert batch.action_masks[np.arange(40), chosen].all()
    assert asked.states is not None
    assert asked.states.tobytes() == before


def test_choices_depend_on_the_seed_alone(game: Game) -> None:
    """Not on threads, nor on how many decisions are asked for at once."""
    asked = decisions_of(under_way(game, 24))
    together = load_agent(game.name, FEW, seed=1).choose(asked)
    assert (load_agent(game.name, FEW, seed=1, num_threads=2).choose(asked) == together).all()
    alone = load_agent(game.name, FEW, seed=1)
    assert asked.states is not None
    for i in range(24):
        row = slice(i, i + 1)
        one = Decisions(game, asked.observations[row], asked.action_masks[row], asked.states[row])
        assert alone.choose(one)[0] == together[i]
    for twin in (copy.deepcopy(alone), pickle.loads(pickle.dumps(alone))):
        twin.seed(1)
        assert (twin.choose(asked) == together).all()
    others = [load_agent(game.name, FEW, seed=seed).choose(asked) for seed in range(2, 8)]
    assert any((other != together).any() for other in others)


def test_what_is_hidden_does_not_matter(game: Game, rng: np.random.Generator) -> None:
    """With the hidden part redrawn, each action is chosen as often."""
    batch = under_way(game, 12, steps=int(rng.integers(8, 16)))
    times = 250
    for i in np.flatnonzero(batch.action_masks.sum(1) > 1)[:3]:
        truth = np.repeat(batch.states[i : i + 1], times)
        redrawn = np.repeat(resample(game, truth[:1], batch.seats[i : i + 1], int(rng.integers(2**60))), times)
        observations = np.repeat(batch.observations[i : i + 1], times, 0)
        masks = np.repeat(batch.action_masks[i : i + 1], times, 0)
        met = [
            Counter(load_agent(game.name, FEW, seed=seed).choose(Decisions(game, observations, masks, states)).tolist())
            for seed, states in ((1, truth), (2, redrawn))
        ]
        for action in met[0] | met[1]:
            one, other = met[0][action], met[1][action]
            assert abs(one - other) <= 4.5 * np.sqrt(max(one + other, 4))


def test_weigh_tells_what_was_tried(game: Game) -> None:
    asked = decisions_of(under_way(game, 30))
    player = load_agent(game.name, "search:100", seed=1)
    assert isinstance(player, SearchPlayer)
    visits, values = player.weigh(asked)
    several = asked.action_masks.sum(1) > 1
    assert visits[several].sum(1) == pytest.approx(1)
    assert (visits[~several] == 0).all()
    assert (np.isnan(values) == (visits == 0)).all()
    assert (np.abs(values[visits > 0]) <= 1 + 1e-9).all()
    assert (visits[asked.action_masks == 0] == 0).all()


def test_it_acts_on_environments_and_needs_them(name: str) -> None:
    env = card_envs.make(name)
    env.reset(seed=3)
    agent = load_agent(name, FEW, seed=1)
    assert env.last()[0]["action_mask"][agent.act(env)]
    with pytest.raises(TypeError, match="search needs the environment"):
        agent.act(env.last()[0])


@pytest.mark.parametrize("spec", ["search:0", "search:", "search:-3", "search:many", "search:1.5"])
def test_a_wrong_number_of_simulations_is_named(spec: str) -> None:
    with pytest.raises(ValueError, match="search takes a whole number of simulations from 1"):
        load_agent("gnav", spec)


def test_it_beats_chance(name: str) -> None:
    first, _ = card_envs.evaluate(name, [FEW, "random"], deals=30, seed=1, num_threads=2).matchups
    assert first.mean_reward_ci95[0] > 0


@pytest.mark.slow
@pytest.mark.parametrize(("game_name", "deals"), [("gnav", 2000), ("tschau_sepp", 1000), ("und_tschuess", 500)])
def test_it_beats_the_player_that_it_starts_from(game_name: str, deals: int) -> None:
    first, second = card_envs.evaluate(game_name, ["search", "heuristic"], deals=deals, num_threads=2).matchups
    assert first.mean_reward_ci95[0] > 0
    assert second.mean_reward_ci95[1] < 0


def test_a_match_that_is_over_is_judged_by_its_reward(game: Game) -> None:
    won = judge(game)

    def judge_matches(states: Any, judged: Any) -> None:
        for i in range(states.shape[0]):
            for seat in range(states[i].num_players):
                judged[i, seat] = won(states[i], seat)

    kernel = entry(judge_matches, game.name)
    for rewards in ("win", "rank", "score"):
        batch = Batch(game, 30, seed=9, rewards=rewards)
        ended = 0
        while ended < 20:
            batch.step(batch.random_actions())
            over = np.flatnonzero(batch.done)
            judged = np.zeros_like(batch.rewards[over])
            kernel(records(batch.final_states[over]), judged)
            assert judged == pytest.approx(batch.rewards[over], abs=1e-6)
            ended += len(over)
