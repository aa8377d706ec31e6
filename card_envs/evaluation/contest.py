"""Contests: deals with their line-ups, each played in every rotation of the seating."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from card_envs.agents import Agent
from card_envs.engine.batch import Batch
from card_envs.engine.game import Game
from card_envs.engine.params import Params
from card_envs.evaluation.match import Integers, Played, play
from card_envs.evaluation.significance import Values

FIRST_CHUNK, LARGEST_CHUNK = 4, 1024


def chunks(deals: int) -> Iterator[slice]:
    """Parts of the deals, in order: small at first, so that a stop leaves something, then twice as large each.

    >>> [part.stop - part.start for part in chunks(50)]
    [4, 8, 16, 22]
    """
    first, size = 0, FIRST_CHUNK
    while first < deals:
        yield slice(first, min(first + size, deals))
        first, size = first + size, min(2 * size, LARGEST_CHUNK)


def even_line_ups(deals: int, seats: int, agents: int, chance: np.random.Generator) -> Integers:
    """Line-ups in which every agent sits as often as any other, to one seat, int64 (deals, seats): agents' numbers.

    No agent sits twice at a table before all sit there once; where there are more agents than seats, those who have
    sat least sit down. Who sits beside whom is drawn.
    """
    everyone = np.repeat(np.arange(agents), seats // agents)
    line_ups = np.empty((deals, seats), np.int64)
    sat = np.zeros(agents, np.int64)
    for line_up in line_ups:
        least = np.lexsort((chance.random(agents), sat))[: seats % agents]
        sat[least] += 1
        line_up[:] = chance.permutation(np.concatenate([everyone, least]))
    return line_ups


class Contest:
    """Deals, each with a line-up that is played in every rotation: in rotation r place p sits at seat (p + r) mod n."""

    def __init__(self, line_ups: Integers) -> None:
        """`line_ups`, int64 (D, n): the numbers of the agents."""
        self.line_ups = line_ups
        n = line_ups.shape[1]
        self.agents: list[int] = np.unique(line_ups).tolist()
        """The numbers of those who play."""
        self._played = [Played(np.empty((0, n, n), np.float32), np.empty((0, n, n), np.int32))]

    @property
    def rewards(self) -> Values:
        """Of the deals played, float64 (D, n, n): deal, rotation, place in the line-up."""
        return np.concatenate([part.rewards for part in self._played]).astype(np.float64)

    @property
    def placements(self) -> npt.NDArray[np.int32]:
        """Likewise, int32 (D, n, n)."""
        return np.concatenate([part.placements for part in self._played])

    @property
    def win_shares(self) -> Values:
        """Likewise, float64 (D, n, n): 1/k where k share the first place, else 0."""
        first = self.placements == 1
        shares: Values = first / first.sum(2, keepdims=True)
        return shares

    def play(
        self,
        part: slice,
        game: Game,
        params: Params,
        seeds: npt.NDArray[np.uint64],
        agents: Sequence[Agent],
        num_threads: int,
        tell: Callable[[int], None],
    ) -> None:
        """Play these deals, whose seeds are uint64 (D,); `tell(deals)` as they end, all seatings counted together."""
        n = params.num_players
        places = np.arange(n)
        seats = (places + places[:, None]) % n  # (rotation, place)
        sitting = self.line_ups[part][:, (places - places[:, None]) % n].reshape(-1, n)
        batch = Batch(game, len(sitting), num_threads=num_threads, **params.as_dict())

        def watch(rows: Integers, actions: Integers) -> None:
            tell((len(sitting) - len(rows)) // n)

        played = play(batch, np.repeat(seeds, n), agents, sitting, watch)
        rewards, placements = played.rewards.reshape(-1, n, n), played.placements.reshape(-1, n, n)
        self._played.append(
            Played(np.take_along_axis(rewards, seats[None], 2), np.take_along_axis(placements, seats[None], 2))
        )
        tell(len(seeds))
