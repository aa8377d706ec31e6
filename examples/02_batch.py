"""A million decisions of Gnav in the batch engine, and how fast they are.

python examples/02_batch.py [GAME]
"""

from __future__ import annotations

import sys
import time

import numpy as np

import card_envs

MATCHES, STEPS = 10_000, 100


def main(game: str = "gnav") -> None:
    """Step 10,000 matches 100 times with a legal action drawn for each; count what ends."""
    batch = card_envs.batch(game, MATCHES, seed=1)
    batch.step(batch.random_actions())  # the first call compiles

    ended = 0
    rewards = np.zeros(batch.rewards.shape[1])
    begin = time.perf_counter()
    for _ in range(STEPS):
        batch.step(batch.random_actions())
        # `done` and `rewards` are views that the next step overwrites: use them now, or copy them.
        ended += int(batch.done.sum())
        rewards += batch.rewards.sum(0)
    seconds = time.perf_counter() - begin

    print(f"{game}: {MATCHES * STEPS:,} decisions in {seconds:.2f} s, {MATCHES * STEPS / seconds:,.0f} a second")
    print(f"{ended:,} matches ended; the mean reward of each seat: {np.round(rewards / max(1, ended), 3)}")
    print(f"observations {batch.observations.shape} {batch.observations.dtype}, masks {batch.action_masks.shape}")


if __name__ == "__main__":
    main(*sys.argv[1:2])
