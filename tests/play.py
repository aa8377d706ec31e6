"""Ways to play a match by chance."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from card_envs.engine.game import Game
from card_envs.engine.match import Match
from card_envs.engine.params import Params

Policy = Callable[[list[int]], int]


def uniform(rng: np.random.Generator) -> Policy:
    """Each legal action is as likely as any other."""
    return lambda legal: legal[rng.integers(len(legal))]


def biased(rng: np.random.Generator, num_actions: int) -> Policy:
    """Each action has a weight of its own, drawn once and far apart, so that habits last for a whole match."""
    weights = np.exp(2.5 * rng.standard_normal(num_actions))

    def pick(legal: list[int]) -> int:
        chances = weights[legal]
        return int(rng.choice(legal, p=chances / chances.sum()))

    return pick


def some_policy(rng: np.random.Generator, num_actions: int) -> Policy:
    """One of the above."""
    return uniform(rng) if rng.integers(2) else biased(rng, num_actions)


def played(game: Game, params: Params, seed: int, policy: Policy, most_steps: int | None = None) -> Match:
    """A match played to its end, or for some steps."""
    match = Match(game, params)
    match.deal(seed)
    while not match.over and (most_steps is None or len(match.actions) < most_steps):
        match.step(policy(match.legal_actions()))
    return match
