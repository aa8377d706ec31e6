"""The Gymnasium environments, single and vectorised."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from stable_baselines3.common.env_checker import check_env as sb3_check_env

from card_envs.agents import load_agent
from card_envs.engine.game import Game
from card_envs.registration import gymnasium_id


def make(game: Game, **options: Any) -> Any:
    return gymnasium.make(gymnasium_id(game.name), **options)


def make_vec(game: Game, count: int, **options: Any) -> Any:
    return gymnasium.make_vec(
        gymnasium_id(game.name), num_envs=count, vectorization_mode="vector_entry_point", **options
    )


def pick(mask: npt.NDArray[np.int8], rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """A legal action by chance, along the last axis; 0 where there is none."""
    chosen: npt.NDArray[np.int64] = (rng.random(mask.shape) * (mask != 0)).argmax(-1)
    return chosen


def test_checkers(game: Game) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for rewards in ("win", "rank", "score"):
            env = make(game, opponents="heuristic", rewards=rewards)
            check_env(env.unwrapped, skip_render_check=True)
            sb3_check_env(env.unwrapped)


def test_an_episode(game: Game, rng: np.random.Generator) -> None:
    env = make(game, opponents="random", rewards="rank")
    rewards = []
    for seed in range(30):
        observation, info = env.reset(seed=seed)
        while True:
            assert observation.dtype == np.float32
            assert env.observation_space.contains(observation)
            assert (info["action_mask"] == env.unwrapped.action_masks()).all()
            observation, reward, terminated, truncated, info = env.step(int(pick(info["action_mask"], rng)))
            if terminated or truncated:
                break
            assert reward == 0
        assert not info["action_mask"].any()
        assert info["placement"] >= 1
        rewards.append(reward)
    assert min(rewards) < 0 < max(rewards)


def test_a_seed_fixes_everything(game: Game) -> None:
    trails = []
    for _ in range(2):
        env, rng = make(game, opponents={"random": 1, "heuristic": 1}), np.random.default_rng(1)
        observation, info = env.reset(seed=5)
        trail = [observation.tobytes()]
        for _ in range(60):
            observation, reward, terminated, truncated, info = env.step(int(pick(info["action_mask"], rng)))
            trail += [observation.tobytes(), reward]
            if terminated or truncated:
                observation, info = env.reset()
        trails.append(trail)
    assert trails[0] == trails[1]


def test_a_fixed_seat(game: Game) -> None:
    env = make(game, seat=1)
    for seed in range(10):
        env.reset(seed=seed)
        assert env.unwrapped.seat == 1
        assert env.unwrapped.match.seat == 1
    with pytest.raises(ValueError, match="seat takes"):
        make(game, seat=77)
    seats = set()
    env = make(game)
    for seed in range(40):
        env.reset(seed=seed)
        seats.add(env.unwrapped.seat)
    assert seats == set(range(env.unwrapped.params.num_players))


def test_ways_to_name_opponents(game: Game) -> None:
    n = game.default_params().num_players
    agent = load_agent(game.name, "random", seed=1)
    for opponents in ("random", agent, ["random", *["heuristic"] * (n - 2)], {"random": 2.0, "heuristic": 1.0}):
        env = make(game, opponents=opponents)
        env.reset(seed=1)
    for bad, reason in (
        (["random"] * n, "one a seat"),
        ({"random": -1.0}, "weights"),
        ({}, "weights"),
        ("nobody", "no agent is called 'nobody'"),
    ):
        with pytest.raises(ValueError, match=reason):
            make(game, opponents=bad)
    with pytest.raises(TypeError, match="opponents takes"):
        make(game, opponents=3)


def test_an_illegal_action(game: Game) -> None:
    env = make(game)
    env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(game.num_actions)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert env.observation_space.contains(observation)
    assert not info["action_mask"].any()
    env = make(game, illegal="raise")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="no action"):
        env.step(game.num_actions)
    with pytest.raises(ValueError, match="illegal takes 'raise' or 'lose', got 'shrug'"):
        make(game, illegal="shrug")


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_vector_autoreset(game: Game, rng: np.random.Generator, mode: AutoresetMode) -> None:
    count = 32
    env = make_vec(game, count, opponents="random", autoreset_mode=mode)
    assert env.metadata["autoreset_mode"] == mode
    observations, info = env.reset(seed=3)
    ended, finished = np.zeros(count, np.bool_), 0
    for _ in range(150):
        assert env.observation_space.contains(observations)
        waits = ended if mode == AutoresetMode.NEXT_STEP else np.zeros(count, np.bool_)
        assert (info["action_mask"].any(1) == ~waits).all()
        before = observations.copy()
        observations, rewards, terminated, truncated, info = env.step(pick(info["action_mask"], rng))
        assert rewards.shape == terminated.shape == truncated.shape == (count,)
        if mode == AutoresetMode.NEXT_STEP:
            assert not (terminated | truncated)[ended].any()
            assert not rewards[ended].any()
            assert (observations[ended] != before[ended]).any(1).all()
        ended = terminated | truncated
        finished += int(ended.sum())
        assert (info["placement"][ended] >= 1).all()
        if mode == AutoresetMode.SAME_STEP and ended.any():
            assert (info["_final_obs"] == ended).all()
            assert all(info["final_obs"][place].shape == observations[place].shape for place in np.flatnonzero(ended))
        if mode == AutoresetMode.DISABLED and ended.any():
            with pytest.raises(ValueError, match="has ended"):
                env.step(np.zeros(count, np.int64))
            kept = observations.copy()
            observations, info = env.reset(options={"reset_mask": ended})
            assert (observations[~ended] == kept[~ended]).all()
            ended[:] = False
    assert finished > 0


def test_vector_is_reproducible_and_seeds_name_matches(game: Game) -> None:
    trails = []
    for _ in range(2):
        env, rng = make_vec(game, 16, opponents={"random": 1, "heuristic": 1}), np.random.default_rng(2)
        observations, info = env.reset(seed=11)
        trail = [observations.tobytes()]
        for _ in range(40):
            observations, rewards, *_, info = env.step(pick(info["action_mask"], rng))
            trail += [observations.tobytes(), rewards.tobytes()]
        trails.append(trail)
    assert trails[0] == trails[1]
    env = make_vec(game, 3, seat=0)
    env.reset(seed=[5, 6, 7])
    assert env.batch.match_seeds.tolist() == [5, 6, 7] or game.name != "gnav"


def test_vector_illegal_actions_lose(game: Game) -> None:
    env = make_vec(game, 4)
    _, info = env.reset(seed=1)
    actions = pick(info["action_mask"], np.random.default_rng(1))
    actions[2] = game.num_actions
    _, rewards, terminated, _, info = env.step(actions)
    assert rewards[2] == -1
    assert terminated[2]
    assert not info["action_mask"][2].any()
    _, _, terminated, _, info = env.step(np.where(info["action_mask"].any(1), info["action_mask"].argmax(1), 0))
    assert info["action_mask"][2].any()
    env = make_vec(game, 4, illegal="raise")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="match 2"):
        env.step(actions)


def test_the_learner_meets_the_rewards_of_its_matches(game: Game, rng: np.random.Generator) -> None:
    """A random learner among random opponents gets a fair share of what a zero-sum game pays: nothing."""
    env = make_vec(game, 256, opponents="random", autoreset_mode=AutoresetMode.SAME_STEP)
    _, info = env.reset(seed=3)
    paid: list[float] = []
    while len(paid) < 3000:
        _, rewards, terminated, truncated, info = env.step(pick(info["action_mask"], rng))
        paid += rewards[terminated | truncated].tolist()
    assert abs(np.mean(paid)) < 4 * np.std(paid) / np.sqrt(len(paid)) + 0.01
