"""One seat of Gnav as a Gymnasium environment against chosen opponents: a single one, then many at once.

python examples/03_gymnasium.py
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np

import card_envs  # noqa: F401  (registers the environments)

MATCHES, STEPS = 256, 100


def one() -> None:
    """A few matches in one seat; the legal actions are in `info`."""
    rng = np.random.default_rng(1)
    env: gymnasium.Env[Any, Any] = gymnasium.make("card_envs/Gnav-v0", opponents=["heuristic", "random", "random"])
    for seed in range(3):
        _, info = env.reset(seed=seed)
        decisions, over = 0, False
        while not over:
            action = rng.choice(np.flatnonzero(info["action_mask"]))
            _, reward, terminated, truncated, info = env.step(action)
            decisions += 1
            over = terminated or truncated
        print(f"match {seed}: {decisions} own decisions, place {info['placement']}, reward {float(reward):+.2f}")
    env.close()


def many() -> None:
    """256 matches against a mixture of opponents, all asked together."""
    envs: gymnasium.vector.VectorEnv[Any, Any, Any] = gymnasium.make_vec(
        "card_envs/Gnav-v0",
        num_envs=MATCHES,
        vectorization_mode="vector_entry_point",
        opponents={"random": 1.0, "heuristic": 3.0},
    )
    rng = np.random.default_rng(2)
    _, info = envs.reset(seed=2)
    rewards: list[float] = []
    for _ in range(STEPS):
        masks = info["action_mask"]  # all zero where a match has ended: the action there is ignored
        actions = (rng.random(masks.shape) * masks).argmax(1)
        _, reward, terminated, truncated, info = envs.step(actions)
        rewards.extend(reward[terminated | truncated].tolist())
    print(f"{len(rewards)} matches of a random player: mean reward {np.mean(rewards):+.3f}")
    envs.close()


if __name__ == "__main__":
    one()
    many()
