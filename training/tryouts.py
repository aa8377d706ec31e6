"""What each legal action would win: it is tried in a copy of the match, which the rule of thumb then plays on.

All actions of a decision meet the same luck, and the world is the true one: what search does, without redrawing what
the seat cannot know, since the mean over many decisions does that. One decision so tells of all its actions at once,
with the luck that they share taken out.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from card_envs.agents.search import judge, playout, rounds_of, rule_of_thumb
from card_envs.engine.batch import Batch
from card_envs.engine.game import Game
from card_envs.engine.kernels import entry, records
from card_envs.engine.random import no_tape, start
from card_envs.engine.threads import Threads

_SLICES = 8  # a thread


class Tryouts:
    """The tryouts of a rollout: T decisions in each of N matches."""

    def __init__(self, batch: Batch, steps: int, seed: int, num_threads: int = 1) -> None:
        self._batch = batch
        self._chance = np.random.default_rng(seed)
        self._threads = Threads(num_threads)
        self._worlds = records(batch.states.copy())
        self._next = 0
        self.gains = np.zeros((steps, *batch.action_masks.shape), np.float32)
        """What the seat to act won by each action, from -1 to 1, float32 (T, N, A); 0 for those that are not legal."""

    def note(self) -> None:
        """Try all actions of the decisions at hand; after the last of a rollout the next begins."""
        batch = self._batch
        luck = self._chance.integers(0, 2**64, batch.num_games, np.uint64)
        states = records(batch.states.copy())
        arrays = (states, self._worlds, batch.action_masks, luck, self.gains[self._next])
        self._threads.run(tryout_kernel(batch.game), *arrays, total=batch.num_games, parts=_SLICES)
        self._next = (self._next + 1) % len(self.gains)


@cache
def tryout_kernel(game: Game) -> Callable[..., None]:
    """Tries all actions of a game; it compiles, or comes from the cache, when it is first called."""
    step, num_actions, size = game.step, game.num_actions, game.layout.size
    play_on, gain = playout(game, rule_of_thumb(game)), judge(game)
    round_number, rounds_ahead = rounds_of(game), game.rounds_ahead

    def try_actions(states: Any, worlds: Any, masks: Any, luck: Any, gains: Any, first: int, last: int) -> None:
        """What the seat to act of each state wins by each of its legal actions."""
        tape = no_tape()
        mask = np.zeros(num_actions, np.int8)
        vector = np.zeros(size, np.uint8)
        for i in range(first, last):
            seat = int(states[i].seat)
            last_round = round_number(states[i]) + rounds_ahead - 1
            gains[i] = 0.0
            for action in range(num_actions):
                if masks[i, action]:
                    worlds[i] = states[i]
                    world = worlds[i]
                    world.rng = start(luck[i])
                    step(world, action, tape)
                    play_on(world, last_round, mask, vector, tape)
                    gains[i, action] = gain(world, seat)

    return entry(try_actions, game.name)
