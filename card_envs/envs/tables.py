"""Many matches in which one seat is a learner's and the others are played for it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from card_envs.agents import Decisions
from card_envs.engine.batch import Batch, observe
from card_envs.envs.opponents import Opponents

Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Moved:
    """What became of the matches up to the learner's next decision, fresh arrays of one row a match."""

    rewards: npt.NDArray[np.float32]
    """float32 (N,): the learner's rewards on the way."""
    done: Bools
    """bool (N,): the learner's match ended; the table shows the first decision of the next."""
    truncated: Bools
    """bool (N,): a cap of turns ended it."""
    placements: npt.NDArray[np.int32]
    """int32 (N,): the learner's place, 0 where no match ended."""
    scores: npt.NDArray[np.float32]
    """float32 (N,): the learner's score, 0 where no match ended."""
    final_observations: npt.NDArray[np.uint8]
    """uint8 (E, k): what the learner saw at the end, one for each match that ended, in order."""


class Tables:
    """N matches; each stands at a decision of the learner whenever the learner is asked.

    All opponents' decisions are gathered over the matches and asked for together. A match that ends before the
    learner's first decision in it counts for nothing, and the next one is dealt. `restart` begins.
    """

    def __init__(self, batch: Batch, opponents: Opponents, seat: int | None, seed: int) -> None:
        least = int(batch.num_players.min())
        if seat is not None and not 0 <= seat < least:
            raise ValueError(f"seat takes None or a seat from 0 to {least - 1}, got {seat}")
        self.batch = batch
        self.opponents = opponents
        self._seat = seat
        self._players = batch.num_players.astype(np.int64)
        self._rng = np.random.default_rng(seed)
        self.learner: npt.NDArray[np.int64] = np.zeros(batch.num_games, np.int64)
        """The learner's seat in each match, int64 (N,)."""
        self._sitting = np.zeros((batch.num_games, int(self._players.max())), np.int64)
        self._acted = np.zeros(batch.num_games, np.bool_)

    def restart(self, seed: int | None, where: Bools | None = None) -> None:
        """Deal new matches, in some places or in all, and go to the learner's first decisions."""
        places = np.ones(self.batch.num_games, np.bool_) if where is None else where
        if seed is not None:
            self._rng = np.random.default_rng(seed)
            for agent in self.opponents.agents:
                agent.seed(int(self._rng.integers(2**31)))
        self.deal(self._rng.integers(0, 2**63, self.batch.num_games, np.uint64), places)

    def deal(self, seeds: npt.NDArray[np.uint64], places: Bools) -> None:
        """Deal the matches of these seeds, uint64 (N,), in these places, and go to the learner's first decisions."""
        self.batch.deal(seeds, places)
        self._seat_matches(places)
        self._play_others()

    def step(self, actions: npt.NDArray[np.int64], where: Bools | None = None) -> Moved:
        """Carry out the learner's actions, int64 (N,), and all that follows up to its next decisions."""
        places = np.ones(self.batch.num_games, np.bool_) if where is None else where
        before = self._acted.copy()
        self._acted |= places
        try:
            self.batch.step(actions, places)
        except ValueError:
            self._acted = before
            raise
        return self._play_others()

    def give_up(self, places: Bools) -> npt.NDArray[np.uint8]:
        """End the learner's matches in these places at once; returns what it saw last, uint8 (E, k)."""
        seen = self.batch.observations[places].copy()
        self.restart(None, places)
        return seen

    def _play_others(self) -> Moved:
        """Ask the opponents until every match stands at a decision of the learner."""
        batch, count = self.batch, self.batch.num_games
        moved = Moved(
            np.zeros(count, np.float32),
            np.zeros(count, np.bool_),
            np.zeros(count, np.bool_),
            np.zeros(count, np.int32),
            np.zeros(count, np.float32),
            np.zeros((0, batch.game.layout.size), np.uint8),
        )
        finals: dict[int, npt.NDArray[np.uint8]] = {}
        while True:
            self._take_results(moved, finals)
            waiting = batch.seats != self.learner
            if not waiting.any():
                break
            batch.step(self._others_actions(waiting), waiting)
        if not finals:
            return moved
        rows = np.stack([finals[place] for place in sorted(finals)])
        return Moved(moved.rewards, moved.done, moved.truncated, moved.placements, moved.scores, rows)

    def _take_results(self, moved: Moved, finals: dict[int, npt.NDArray[np.uint8]]) -> None:
        """Note what ended in the last step of the batch, and seat the matches that were dealt in its place."""
        batch = self.batch
        ended = np.flatnonzero(batch.done & self._acted)
        if len(ended):
            seats = self.learner[ended]
            moved.rewards[ended] = batch.rewards[ended, seats]
            moved.placements[ended] = batch.placements[ended, seats]
            moved.scores[ended] = batch.scores[ended, seats]
            moved.truncated[ended] = batch.truncated[ended]
            moved.done[ended] = True
            seen, _ = observe(batch.game, batch.final_states[ended], seats)
            finals.update(zip(ended.tolist(), seen, strict=True))
        if batch.done.any():
            self._seat_matches(batch.done.copy())

    def _others_actions(self, waiting: Bools) -> npt.NDArray[np.int64]:
        """The opponents' actions in these matches, int64 (N,); each agent is asked once."""
        batch = self.batch
        actions = np.zeros(batch.num_games, np.int64)
        rows = np.flatnonzero(waiting)
        playing = self._sitting[rows, batch.seats[rows]]
        for number in np.unique(playing):
            mine = rows[playing == number]
            decisions = Decisions(batch.game, batch.observations[mine], batch.action_masks[mine], batch.states[mine])
            actions[mine] = self.opponents.agents[number].choose(decisions)
        return actions

    def _seat_matches(self, places: Bools) -> None:
        """Draw the learner's seat and the opponents of these matches."""
        rows = np.flatnonzero(places)
        self._acted[rows] = False
        if self._seat is None:
            self.learner[rows] = self._rng.integers(0, self._players[rows])
        else:
            self.learner[rows] = self._seat
        for size in np.unique(self._players[rows]):
            some = rows[self._players[rows] == size]
            drawn = self.opponents.draw(self._rng, len(some), int(size) - 1)
            for left in range(1, int(size)):
                self._sitting[some, (self.learner[some] + left) % size] = drawn[:, left - 1]
