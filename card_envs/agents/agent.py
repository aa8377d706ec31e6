"""What every player is: it decides for many seats at once, from what those seats know."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from card_envs.engine.game import Game, States
from card_envs.engine.match import Match
from card_envs.games import load

Observation = dict[str, npt.NDArray[Any]]


@dataclass(frozen=True)
class Decisions:
    """M decisions to be taken, one a row."""

    game: Game
    observations: npt.NDArray[np.uint8]
    """Raw observations, uint8 (M, k)."""
    action_masks: npt.NDArray[np.int8]
    """Legal actions, int8 (M, A); each row has at least one."""
    states: States | None = None
    """The states, structured (M,), for agents that search; None where only observations are at hand."""

    @classmethod
    def of(cls, match: Match) -> Decisions:
        """The decision at hand in a match."""
        return cls(match.game, match.vector[None].copy(), match.mask[None].copy(), match.states)

    def __len__(self) -> int:
        return len(self.observations)


@runtime_checkable
class Agent(Protocol):
    """A player of one game. It never picks an illegal action and never sees hidden cards; it can be pickled."""

    name: str
    """The spec that it was loaded by."""

    def seed(self, seed: int) -> None:
        """Start its chance anew."""

    def choose(self, decisions: Decisions) -> npt.NDArray[np.int64]:
        """An action for each decision, int64 (M,)."""

    def act(self, env: Any) -> int:
        """The action of the seat to act in an environment, or for an observation dict."""


class Player:
    """What agents share: a name, a game, a chance of their own."""

    def __init__(self, game: Game, name: str, seed: int | None = None) -> None:
        self.game = game
        self.name = name
        self._chance = np.random.default_rng(seed)

    def seed(self, seed: int) -> None:
        """Start its chance anew."""
        self._chance = np.random.default_rng(seed)

    @abstractmethod
    def choose(self, decisions: Decisions) -> npt.NDArray[np.int64]:
        """An action for each decision, int64 (M,)."""

    def act(self, env: Any) -> int:
        """The action of the seat to act in an environment of card_envs, or for an observation dict."""
        decisions = _from_observation(self.game, env) if isinstance(env, dict) else _from_env(self.game, env)
        if not decisions.action_masks.any():
            raise ValueError("no action is legal here: the seat is not to act, or the match is over")
        return int(self.choose(decisions)[0])

    def _luck(self, count: int) -> npt.NDArray[np.uint64]:
        """A random word for each decision."""
        return self._chance.integers(0, 2**64, count, np.uint64)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "game": self.game.name}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, game=load(state["game"]))


def _from_observation(game: Game, observation: Observation) -> Decisions:
    vector = np.asarray(observation["observation"], np.float32)
    mask = np.asarray(observation["action_mask"], np.int8)
    if vector.shape != (game.layout.size,) or mask.shape != (game.num_actions,):
        raise ValueError(
            f"{game.name} has observations of shape ({game.layout.size},) and masks of shape ({game.num_actions},), "
            f"got {vector.shape} and {mask.shape}"
        )
    return Decisions(game, game.layout.raw(vector[None]), mask[None])


def _from_env(game: Game, env: Any) -> Decisions:
    match = getattr(getattr(env, "unwrapped", None), "match", None)
    if not isinstance(match, Match):
        raise TypeError(f"act takes an environment of card_envs or an observation dict, got {type(env).__name__}")
    if match.game is not game:
        raise ValueError(f"this agent plays {game.name}, the environment is {match.game.name}")
    return Decisions.of(match)
