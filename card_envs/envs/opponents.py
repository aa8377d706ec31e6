"""Who plays the seats that are not the learner's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from card_envs.agents import Agent, load_agent
from card_envs.engine.game import Game


class Opponents(Protocol):
    """Players, and how they are drawn for the seats of a match."""

    agents: Sequence[Agent]
    """All that may play."""

    def draw(self, rng: np.random.Generator, matches: int, seats: int) -> npt.NDArray[np.int64]:
        """Indices into `agents`, int64 (matches, seats): who sits where, in order from the learner's left."""


class WeightedOpponents:
    """Each seat of each match is drawn by weight."""

    def __init__(self, agents: Sequence[Agent], weights: Sequence[float]) -> None:
        shares = np.asarray(weights, np.float64)
        if not len(shares) or (shares < 0).any() or not np.isfinite(shares).all() or shares.sum() <= 0:
            raise ValueError(f"opponents take weights of at least 0 that do not sum to 0, got {list(weights)}")
        self.agents = agents
        self._shares = shares / shares.sum()

    def draw(self, rng: np.random.Generator, matches: int, seats: int) -> npt.NDArray[np.int64]:
        """Indices into `agents`, int64 (matches, seats)."""
        return rng.choice(len(self.agents), size=(matches, seats), p=self._shares)


class SeatedOpponents:
    """The same player in each seat of every match, in order from the learner's left."""

    def __init__(self, agents: Sequence[Agent]) -> None:
        self.agents = agents

    def draw(self, rng: np.random.Generator, matches: int, seats: int) -> npt.NDArray[np.int64]:
        """Indices into `agents`, int64 (matches, seats)."""
        del rng, seats
        return np.tile(np.arange(len(self.agents), dtype=np.int64), (matches, 1))


Spec = str | Agent | Sequence[str | Agent] | Mapping[str, float] | Opponents


def make_opponents(game: Game, spec: Spec, num_players: int) -> Opponents:
    """Opponents from what users write: a name, a path or an agent; a list of num_players - 1; a dict spec: weight."""
    if isinstance(spec, str | Agent):
        return WeightedOpponents([_agent(game, spec)], [1.0])
    if isinstance(spec, Mapping):
        return WeightedOpponents([_agent(game, name) for name in spec], list(spec.values()))
    if isinstance(spec, Sequence):
        if len(spec) != num_players - 1:
            raise ValueError(f"opponents takes a list of {num_players - 1}, one a seat; got {len(spec)}")
        return SeatedOpponents([_agent(game, item) for item in spec])
    if hasattr(spec, "draw") and hasattr(spec, "agents"):
        return spec
    raise TypeError(f"opponents takes a name, a path, an agent, a list of these or a dict of weights, got {spec!r}")


def _agent(game: Game, item: str | Agent) -> Agent:
    return load_agent(game.name, item) if isinstance(item, str) else item
