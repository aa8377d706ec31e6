"""The Gymnasium vector environment over the batch engine; the opponents of all matches are asked together."""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from card_envs.engine.batch import Batch
from card_envs.envs.gym import ILLEGAL_REWARD, LOSE, RAISE, check_illegal, check_seat
from card_envs.envs.opponents import Spec, make_opponents
from card_envs.envs.tables import Tables
from card_envs.games import load

Observations = npt.NDArray[np.float32]


class CardVectorEnv(VectorEnv[Observations, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """`num_envs` matches, one seat of each the agent's.

    Observations are float32 (N, k), `info["action_mask"]` int8 (N, A). Matches that end are dealt anew as
    `autoreset_mode` says: in the next step (Gymnasium's default), in the same step, or by `reset` with a
    `reset_mask`.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        opponents: Spec = "random",
        seat: int | None = None,
        illegal: str = LOSE,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        num_threads: int = 1,
        render_mode: str | None = None,
        **params: Any,
    ) -> None:
        if render_mode is not None:
            raise ValueError(f"render_mode of a vector environment takes None, got {render_mode!r}")
        check_illegal(illegal)
        self.game = load(game)
        self.num_envs = num_envs
        self.render_mode = None
        self.illegal = illegal
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": self.autoreset_mode, "render_modes": []}
        self.batch = Batch(self.game, num_envs, num_threads=num_threads, **params)
        check_seat(seat, int(self.batch.num_players.min()))
        players = int(self.batch.num_players.max())
        self._tables = Tables(self.batch, make_opponents(self.game, opponents, players), seat, secrets.randbits(63))
        self._finished = np.zeros(num_envs, np.bool_)  # ended, and not dealt anew in the agent's eyes
        self.single_observation_space = spaces.Box(0.0, 1.0, (self.game.layout.size,), np.float32)
        self.single_action_space = spaces.Discrete(self.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._observations = np.zeros((num_envs, self.game.layout.size), np.float32)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Deal anew; `options={"reset_mask": bool (N,)}` deals in some places only."""
        places = np.asarray((options or {}).get("reset_mask", np.ones(self.num_envs)), np.bool_)
        if places.shape != (self.num_envs,):
            raise ValueError(f"reset_mask takes bools of shape ({self.num_envs},), got {places.shape}")
        if isinstance(seed, list | tuple):
            self._tables.restart(_word(seed), places)
            self._tables.deal(self._seeds(seed), places)
        else:
            self._tables.restart(seed, places)
        self._finished[places] = False
        self._look(places)
        return self._observations.copy(), self._info()

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Observations, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Carry out the agent's actions, (N,); those of matches that wait to be dealt anew are ignored."""
        chosen = np.asarray(actions)
        waiting = self._finished.copy()
        if self.autoreset_mode == AutoresetMode.DISABLED and waiting.any():
            raise ValueError(f"match {int(waiting.argmax())} has ended: reset it with options={{'reset_mask': …}}")
        lost = ~waiting & ~self._legal(chosen)
        if lost.any() and self.illegal == RAISE:
            place = int(lost.argmax())
            raise ValueError(f"match {place}: action {chosen[place]} is not legal")
        moved = self._tables.step(chosen.astype(np.int64), ~waiting & ~lost)
        final = np.zeros_like(self._observations)
        final[moved.done] = moved.final_observations * self.game.layout.scale
        if lost.any():
            final[lost] = self._tables.give_up(lost) * self.game.layout.scale
        ended = moved.done | lost
        rewards = np.where(lost, ILLEGAL_REWARD, moved.rewards)
        truncated = moved.done & moved.truncated
        info: dict[str, Any] = {"placement": moved.placements, "score": moved.scores}
        self._look(np.ones(self.num_envs, np.bool_))
        self._finished[:] = False
        if self.autoreset_mode == AutoresetMode.SAME_STEP:
            info |= self._final_info(final, ended)
        else:
            self._observations[ended] = final[ended]
            self._finished[ended] = True
        return self._observations.copy(), rewards, ended & ~truncated, truncated, self._info() | info

    def action_masks(self) -> npt.NDArray[np.int8]:
        """The legal actions, int8 (N, A); none where a match has ended and is not dealt anew yet."""
        return np.where(self._finished[:, None], np.int8(0), self.batch.action_masks)

    def _legal(self, actions: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
        known = (actions >= 0) & (actions < self.game.num_actions)
        rows = np.arange(self.num_envs)
        legal: npt.NDArray[np.bool_] = self.batch.action_masks[rows, np.where(known, actions, 0)] != 0
        return known & legal

    def _look(self, places: npt.NDArray[np.bool_]) -> None:
        self._observations[places] = self.batch.observations[places] * self.game.layout.scale

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "_action_mask": np.ones(self.num_envs, np.bool_)}

    def _final_info(self, final: Observations, ended: npt.NDArray[np.bool_]) -> dict[str, Any]:
        if not ended.any():
            return {}
        rows = np.full(self.num_envs, None, object)
        for place in np.flatnonzero(ended):
            rows[place] = final[place]
        return {"final_obs": rows, "_final_obs": ended}

    def _seeds(self, seeds: list[int | None] | tuple[int | None, ...]) -> npt.NDArray[np.uint64]:
        if len(seeds) != self.num_envs:
            raise ValueError(f"seed takes one number a match, {self.num_envs}; got {len(seeds)}")
        own = self.batch.match_seeds
        return np.array([own[place] if seed is None else seed for place, seed in enumerate(seeds)], np.uint64)


def _word(seeds: list[int | None] | tuple[int | None, ...]) -> int:
    """One seed for seats and opponents from those of the matches."""
    return int(np.random.SeedSequence([0 if seed is None else seed for seed in seeds]).generate_state(1)[0])
