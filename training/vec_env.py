"""A stable-baselines3 `VecEnv` over the batch engine: a learner's seat in each of many matches."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from stable_baselines3.common.vec_env.base_vec_env import VecEnv, VecEnvStepReturn

from card_envs.engine.batch import Batch
from card_envs.engine.game import Game
from card_envs.envs.opponents import Opponents
from card_envs.envs.tables import Tables
from training.tryouts import Tryouts


class CardVecEnv(VecEnv):
    """N matches at the learner's decisions; the learner's seat and the opponents are drawn anew for each match.

    Observations are raw, uint8 (N, k); the policy scales them. A match that ends is dealt anew in the same step.
    """

    def __init__(
        self, game: Game, batch: Batch, opponents: Opponents, *, seat: int | None = None, seed: int = 0
    ) -> None:
        self.tables = Tables(batch, opponents, seat, seed)
        self.tryouts: Tryouts | None = None
        """Where all actions are to be tried before one is carried out."""
        self._first_seed: int | None = seed
        self._actions = np.zeros(batch.num_games, np.int64)
        self._lengths = np.zeros(batch.num_games, np.int64)
        self._started = time.time()
        self.render_mode = None
        super().__init__(
            batch.num_games,
            spaces.Box(0, 255, (game.layout.size,), np.uint8),
            spaces.Discrete(game.num_actions),
        )

    def reset(self) -> npt.NDArray[np.uint8]:
        """Deal all matches anew."""
        self.tables.restart(self._first_seed)
        self._first_seed = None
        self._lengths[:] = 0
        return self.tables.batch.observations.copy()

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Seed the next reset."""
        self._first_seed = seed
        return [seed] * self.num_envs

    def step_async(self, actions: npt.NDArray[Any]) -> None:
        """Note the actions."""
        self._actions = np.asarray(actions, np.int64)

    def step_wait(self) -> VecEnvStepReturn:
        """Carry them out, and all that follows up to the learner's next decisions."""
        if self.tryouts is not None:
            self.tryouts.note()
        moved = self.tables.step(self._actions)
        self._lengths += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for row, place in enumerate(np.flatnonzero(moved.done).tolist()):
            infos[place] = {
                "terminal_observation": moved.final_observations[row],
                # At a cap of turns too the final reward is paid: there is nothing to bootstrap.
                "TimeLimit.truncated": False,
                "placement": int(moved.placements[place]),
                "score": float(moved.scores[place]),
                "episode": {
                    "r": float(moved.rewards[place]),
                    "l": int(self._lengths[place]),
                    "t": round(time.time() - self._started, 6),
                },
            }
        self._lengths[moved.done] = 0
        return self.tables.batch.observations.copy(), moved.rewards, moved.done, infos

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The legal actions of the learner, bool (N, A); each row has at least one."""
        masks: npt.NDArray[np.bool_] = self.tables.batch.action_masks != 0
        if masks.shape != (self.num_envs, self.action_space.n) or not masks.any(1).all():  # type: ignore[attr-defined]
            raise ValueError("a decision without a legal action: the policy would be free to break the rules")
        return masks

    def close(self) -> None:
        """Nothing to close."""

    def has_attr(self, attr_name: str) -> bool:
        """Is there such an attribute?"""
        return hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The attribute, once for each match."""
        return [getattr(self, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute for all matches."""
        del indices
        setattr(self, attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """Call a method; its rows, one for each match."""
        rows = getattr(self, method_name)(*args, **kwargs)
        return [rows[index] for index in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        """No match is wrapped."""
        del wrapper_class
        return [False] * len(list(self._get_indices(indices)))
