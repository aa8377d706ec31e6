"""What each legal action would win: it is tried in a copy of the match, which the rule of thumb then plays on.

All actions of a decision meet the same luck, and the world is the true one: what search does, without redrawing what
the seat cannot know, since the mean over many decisions does that. One decision so tells of all its actions at once,
with the luck that they share taken out. A tryout is played on to the end of the round or of the match; or, which
spares it most of the luck to come, until the turn has come back to the seat, and a value says what is won there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from card_envs.agents.search import judge, playout, rounds_of, rule_of_thumb
from card_envs.engine.batch import Batch
from card_envs.engine.game import Game, Mask, State, Vector
from card_envs.engine.kernels import entry, records, rule
from card_envs.engine.program import the_only
from card_envs.engine.random import no_tape, start
from card_envs.engine.threads import Threads

_SLICES = 8  # a thread
_ROWS = 1024  # observations that are valued at a time

Value: TypeAlias = Callable[[npt.NDArray[np.uint8]], npt.NDArray[np.float32]]
"""What raw observations, uint8 (M, k), are worth to their seats, float32 (M,)."""


class Tryouts:
    """The tryouts of a rollout: T decisions in each of N matches; with a value they end where it can tell.

    `where` are two actions: only decisions where one from the first to before the second is legal are tried.
    """

    def __init__(
        self,
        batch: Batch,
        steps: int,
        seed: int,
        num_threads: int = 1,
        value: Value | None = None,
        where: Sequence[int] = (),
    ) -> None:
        self._batch, self._value = batch, value
        self._where = slice(*where) if where else slice(None)
        self._chance = np.random.default_rng(seed)
        self._threads = Threads(num_threads)
        self._worlds = records(batch.states.copy())
        shape = batch.action_masks.shape
        self._later = np.zeros((*shape, batch.observations.shape[1]) if value else (*shape, 0), np.uint8)
        self._unsettled = np.zeros(shape, np.bool_)
        self._next = 0
        self.gains = np.zeros((steps, *shape), np.float32)
        """What the seat to act won by each action, from -1 to 1, float32 (T, N, A); 0 for those that are not legal."""
        self.tried = np.zeros((steps, shape[0]), np.bool_)
        """Which decisions were tried, bool (T, N)."""

    def note(self) -> None:
        """Try all actions of the decisions at hand; after the last of a rollout the next begins."""
        batch, gains, tried = self._batch, self.gains[self._next], self.tried[self._next]
        tried[:] = batch.action_masks[:, self._where].any(1)
        masks = batch.action_masks * tried[:, None]
        luck = self._chance.integers(0, 2**64, batch.num_games, np.uint64)
        states = records(batch.states.copy())
        out = (gains, self._later, self._unsettled)
        kernel = tryout_kernel(batch.game, self._value is not None)
        self._threads.run(kernel, states, self._worlds, masks, luck, *out, total=batch.num_games, parts=_SLICES)
        if self._value is not None:
            later = self._later[self._unsettled]
            parts = [self._value(later[first : first + _ROWS]) for first in range(0, len(later), _ROWS)]
            gains[self._unsettled] = np.clip(np.concatenate([*parts, np.zeros(0, np.float32)]), -1, 1)
        self._next = (self._next + 1) % len(self.gains)


@cache
def to_the_next_turn(game: Game) -> Callable[..., None]:
    """The *rule* (state, seat, mask, vector, tape): play on until others have acted and the seat has a choice again.

    In all seats by the rule of thumb.
    """
    legal, step, choose = game.legal, game.step, rule_of_thumb(game)

    @rule
    def play_on(state: State, seat: int, mask: Mask, vector: Vector, tape: Any) -> None:
        passed = False
        while not state.over:
            mask[:] = 0
            legal(state, mask)
            if state.seat != seat:
                passed = True
            elif passed and the_only(mask) < 0:
                return
            step(state, choose(state, mask, vector), tape)

    return play_on


@cache
def tryout_kernel(game: Game, one_turn: bool) -> Callable[..., None]:
    """Tries all actions of a game, for one turn or to the end; it compiles, or comes from the cache, when called."""
    step, observe, num_actions, size = game.step, game.observe, game.num_actions, game.layout.size
    to_the_end, to_the_turn, gain = playout(game, rule_of_thumb(game)), to_the_next_turn(game), judge(game)
    round_number, rounds_ahead = rounds_of(game), game.rounds_ahead

    def try_actions(
        states: Any, worlds: Any, masks: Any, luck: Any, gains: Any, later: Any, unsettled: Any, first: int, last: int
    ) -> None:
        """What the seat to act of each state wins by each of its legal actions; where not settled, what it sees."""
        tape = no_tape()
        mask = np.zeros(num_actions, np.int8)
        vector = np.zeros(size, np.uint8)
        for i in range(first, last):
            seat = int(states[i].seat)
            last_round = round_number(states[i]) + rounds_ahead - 1
            gains[i] = 0.0
            unsettled[i] = False
            for action in range(num_actions):
                if masks[i, action]:
                    worlds[i] = states[i]
                    world = worlds[i]
                    world.rng = start(luck[i])
                    step(world, action, tape)
                    if one_turn:
                        to_the_turn(world, seat, mask, vector, tape)
                    else:
                        to_the_end(world, last_round, mask, vector, tape)
                    if one_turn and not world.over:
                        unsettled[i, action] = True
                        later[i, action] = 0
                        observe(world, seat, later[i, action])
                    else:
                        gains[i, action] = gain(world, seat)

    return entry(try_actions, game.name)
