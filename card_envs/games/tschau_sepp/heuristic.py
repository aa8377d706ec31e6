"""A sound player of Tschau Sepp."""

from __future__ import annotations

from card_envs.engine.game import Mask, Vector
from card_envs.engine.kernels import rule


@rule
def heuristic(observation: Vector, mask: Mask, luck: object) -> int:
    """First legal."""
    for action in range(len(mask)):
        if mask[action]:
            return action
    return 0
