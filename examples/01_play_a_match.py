"""A match of Gnav with PettingZoo: the loop over the seats, action masks, and what a seat knows in words.

python examples/01_play_a_match.py [GAME] [SEED]
"""

from __future__ import annotations

import sys

import numpy as np

import card_envs


def main(game: str = "gnav", seed: int = 7) -> None:
    """Play a match by chance; show what the first seat is told, then what everybody does."""
    rng = np.random.default_rng(seed)
    env = card_envs.make(game)
    env.reset(seed=seed)
    raw = env.unwrapped
    print(raw.describe(env.agent_selection), end="\n\n")

    moves = 0
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        if termination or truncation:
            print(f"{agent}: place {info['placement']}, score {info['score']:g}, reward {reward:+.2f}")
            env.step(None)
            continue
        assert isinstance(observation, dict)
        action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
        if moves < 12:
            print(f"{agent} {raw.action_name(action)}")
        moves += 1
        env.step(action)
    print(f"{moves} decisions; places {raw.placements}, scores {raw.scores}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "gnav", int(sys.argv[2]) if len(sys.argv) > 2 else 7)
