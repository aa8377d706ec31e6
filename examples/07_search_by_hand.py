"""A searching player in thirty lines: redraw what the seat cannot know, play each action out by chance, take the best.

`resample` keeps the player honest: the cards that it cannot see are drawn anew before every playout.

    python examples/07_search_by_hand.py [GAME]
"""

from __future__ import annotations

import sys

import numpy as np

import card_envs
from card_envs.engine.batch import Batch, resample
from card_envs.envs.aec import Env

PLAYOUTS = 60  # for each legal action
MATCHES = 40


def search(env: Env, playouts: Batch, seed: int) -> int:
    """The legal action with the best mean reward over playouts from redrawn states."""
    match = env.unwrapped.match
    legal: list[int] = match.legal_actions()
    if len(legal) == 1:
        return legal[0]
    # One row a playout: PLAYOUTS worlds that the seat cannot tell apart, the same ones for every action.
    worlds = resample(match.game, np.repeat(match.states, PLAYOUTS), np.full(PLAYOUTS, match.seat), seed)
    values = []
    for action in legal:
        playouts.set_states(worlds)
        playouts.step(np.full(PLAYOUTS, action))
        ended = playouts.done.copy()
        now = playouts.rewards[:, match.seat].copy()
        later = playouts.rollout(seed=seed).rewards[:, match.seat]
        values.append(np.where(ended, now, later).mean())
    return legal[int(np.argmax(values))]


def main(game: str = "gnav") -> None:
    """One searcher against random players, in each seat in turn."""
    env = card_envs.make(game)
    seats = len(env.possible_agents)
    playouts = card_envs.batch(game, PLAYOUTS)
    chance = card_envs.load_agent(game, "random", seed=1)
    rewards = []
    for number in range(MATCHES):
        env.reset(seed=number)
        searcher = f"player_{number % seats}"
        decisions = 0
        while not env.unwrapped.match.over:
            mine = env.agent_selection == searcher
            env.step(search(env, playouts, decisions) if mine else chance.act(env))
            decisions += 1
        rewards.append(env.unwrapped.rewards[searcher])
    mean, error = np.mean(rewards), np.std(rewards) / np.sqrt(MATCHES)
    print(f"{game}: a search of {PLAYOUTS} playouts an action against {seats - 1} random players, {MATCHES} matches")
    print(f"mean reward {mean:+.3f} (standard error {error:.3f}); a random player has 0")


if __name__ == "__main__":
    main(*sys.argv[1:2])
