"""The perfect-information vector of a state: its record spread out, with the chance still to come left out."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from card_envs.engine.game import GAP, Game, States

_LEFT_OUT = ("rng", "rewards", "skip_forced")


class StateVector:
    """Every field of a game's record in order, scaled to [0, 1]: small numbers by their range, words bit by bit."""

    def __init__(self, game: Game) -> None:
        names = game.dtype.names or ()
        self._names = [name for name in names if name not in _LEFT_OUT and not name.startswith(GAP)]
        self.fields: tuple[tuple[str, tuple[int, ...]], ...] = tuple(
            (name, _shape(game.dtype[name])) for name in self._names
        )
        """Name and shape of each part."""
        self.size = sum(prod(shape) for _, shape in self.fields)
        self.space = spaces.Box(0.0, 1.0, (self.size,), np.float32)

    def of(self, states: States) -> npt.NDArray[np.float32]:
        """float32 (size,): the vector of `states[0]`."""
        return np.concatenate([_scaled(np.atleast_1d(states[name][0])).ravel() for name in self._names])


def _shape(dtype: np.dtype[Any]) -> tuple[int, ...]:
    return (*dtype.shape, 64) if dtype.base == np.uint64 else dtype.shape


def _scaled(values: npt.NDArray[Any]) -> npt.NDArray[np.float32]:
    if values.dtype == np.uint64:
        bits = (values[..., None] >> np.arange(64, dtype=np.uint64)) & np.uint64(1)
        return bits.astype(np.float32)
    limits = np.iinfo(values.dtype)
    return ((values.astype(np.float64) - limits.min) / (limits.max - limits.min)).astype(np.float32)
