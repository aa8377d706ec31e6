"""Playing many matches between agents, one a row, all of them asked together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from card_envs.agents import Agent, Decisions
from card_envs.engine.batch import Batch

Integers = npt.NDArray[np.int64]
Watch = Callable[[Integers, Integers], None]


@dataclass(frozen=True)
class Played:
    """How matches ended, one a row."""

    rewards: npt.NDArray[np.float32]
    """float32 (M, n)."""
    placements: npt.NDArray[np.int32]
    """int32 (M, n)."""


def play(
    batch: Batch,
    seeds: npt.NDArray[np.uint64],
    agents: Sequence[Agent],
    sitting: Integers,
    watch: Watch | None = None,
) -> Played:
    """Play the matches of these seeds, uint64 (M,), M the size of the batch, once each.

    `sitting`, int64 (M, n), says which of the agents plays which seat. `watch(rows, actions)` is called before each
    step: the matches under way, int64 (R,), ascending, and the actions to be taken in them, int64 (R,).
    """
    batch.deal(seeds)
    rewards = np.zeros(batch.rewards.shape, np.float32)
    placements = np.zeros(batch.placements.shape, np.int32)
    actions = np.zeros(len(seeds), np.int64)
    under_way = np.ones(len(seeds), np.bool_)
    while len(rows := np.flatnonzero(under_way)):
        playing = sitting[rows, batch.seats[rows]]
        for number in np.unique(playing):
            mine = rows[playing == number]
            decisions = Decisions(batch.game, batch.observations[mine], batch.action_masks[mine], batch.states[mine])
            actions[mine] = agents[number].choose(decisions)
        if watch is not None:
            watch(rows, actions[rows])
        batch.step(actions, under_way)
        ended = np.flatnonzero(batch.done)
        rewards[ended] = batch.rewards[ended]
        placements[ended] = batch.placements[ended]
        under_way[ended] = False
    return Played(rewards, placements)
