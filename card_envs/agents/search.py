"""A player that thinks: it looks for something better than the rule-of-thumb player's choice, by playouts.

What the seat cannot know is redrawn (a *world*). In each world every candidate action is tried and the match played
on by the rule-of-thumb player in all seats, to the end of the round or of the match. As all candidates meet the same
worlds, their results are compared in pairs with that of the rule-of-thumb choice; a candidate that does worse, by more
than its standard error, is given up, and its playouts go to the others. One that does better, by more than the luckiest
of so many candidates would, is played in the end; when there is none, the rule-of-thumb choice.

This is determinised search one decision deep, with a paired race for the playouts.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from card_envs.agents.agent import Decisions, Player
from card_envs.engine.game import Game, Mask, State, Vector
from card_envs.engine.kernels import entry, records, rule
from card_envs.engine.program import by_params, by_score, the_only
from card_envs.engine.random import draw, mix, no_tape, start
from card_envs.engine.threads import Threads

_GIVEN_UP = 1.0  # standard errors below the rule-of-thumb choice
_LOOKS_EVERY = 4  # worlds between two looks at which candidates to give up
_GUESSES = 2.0  # weight, in worlds, of the usual variance of a difference
_FEWEST = 2  # worlds that it takes to judge
_SLICES = 8  # a thread


class SearchPlayer(Player):
    """Playouts from what its seat knows: it needs the states, and redraws all in them that the seat cannot know."""

    def __init__(
        self,
        game: Game,
        name: str,
        simulations: int | None = None,
        *,
        seed: int | None = None,
        num_threads: int = 1,
    ) -> None:
        super().__init__(game, name, seed)
        self.simulations = game.simulations if simulations is None else simulations
        if self.simulations < 1:
            raise ValueError(f"search takes a whole number of simulations from 1, got {simulations}")
        self._threads = Threads(num_threads)

    def choose(self, decisions: Decisions) -> npt.NDArray[np.int64]:
        """An action for each decision, int64 (M,)."""
        return self._think(decisions)[0]

    def weigh(self, decisions: Decisions) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """The share of playouts spent on each action, float64 (M, A), and what it won on average, float64 (M, A).

        A win is the reward of the match, or, where playouts end before it does (`Game.rounds_ahead`), the reward that
        the scores would bring, from -1 to 1; nan for an action that was not tried.
        """
        _, visits, values = self._think(decisions)
        share = visits / np.maximum(visits.sum(1, keepdims=True), 1)
        return share, np.where(visits > 0, np.clip(values, -1, 1), np.nan)

    def _think(
        self, decisions: Decisions
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32], npt.NDArray[np.float64]]:
        if decisions.states is None:
            raise TypeError("search needs the environment: an observation does not hold what playouts start from")
        count = len(decisions)
        actions = np.empty(count, np.int64)
        visits = np.zeros((count, self.game.num_actions), np.int32)
        values = np.zeros((count, self.game.num_actions), np.float64)
        states = records(np.ascontiguousarray(decisions.states))
        worlds = records(np.repeat(decisions.states[:, None], 2, 1))
        luck = self._luck(count)
        out = (actions, visits, values)
        self._threads.run(
            search_kernel(self.game), states, worlds, luck, self.simulations, *out, total=count, parts=_SLICES
        )
        return out


@cache
def rule_of_thumb(game: Game) -> Callable[..., int]:
    """The *rule* (state, mask, vector): what the rule-of-thumb player does; `mask` is written, `vector` is room."""
    observe, heuristic = game.observe, game.heuristic

    @rule
    def by_rule_of_thumb(state: State, mask: Mask, vector: Vector) -> int:
        only = the_only(mask)  # without looking where there is no choice
        if only >= 0:
            return only
        vector[:] = 0
        observe(state, int(state.seat), vector)
        return int(heuristic(vector, mask, draw(state)))

    return by_rule_of_thumb


@rule
def _no_rounds(state: State) -> int:
    """A match of one round."""
    return 0


def rounds_of(game: Game) -> Callable[..., int]:
    """The *rule* (state): the number of the round under way, 0 in a game that does not tell."""
    return game.round_number or _no_rounds


@cache
def judge(game: Game) -> Callable[..., float]:
    """The *rule* (state, seat): what a seat has won when a playout ends, from -1 to 1.

    The reward of a match that is over; of one that is not, what the scores of now would bring.
    """
    reward, standing = by_params(game), by_score(game)

    @rule
    def won(state: State, seat: int) -> float:
        return float(reward(state, seat)) if state.over else float(standing(state, seat))

    return won


@cache
def playout(game: Game, choose: Callable[..., int]) -> Callable[..., None]:
    """The *rule* (state, last_round, mask, vector, tape): play on to the end of a round or of the match.

    In all seats by `choose`, a *rule* (state, mask, vector).
    """
    legal, step, round_number = game.legal, game.step, rounds_of(game)

    @rule
    def play_on(state: State, last_round: int, mask: Mask, vector: Vector, tape: Any) -> None:
        while not state.over and round_number(state) <= last_round:
            mask[:] = 0
            legal(state, mask)
            step(state, choose(state, mask, vector), tape)

    return play_on


@cache
def search_kernel(game: Game) -> Callable[..., None]:
    """The search of a game; it compiles, or comes from the cache, when it is first called."""
    legal, step, resample = game.legal, game.step, game.resample
    num_actions, size = game.num_actions, game.layout.size
    by_rule_of_thumb = rule_of_thumb(game)
    play_on = playout(game, by_rule_of_thumb)
    gain, round_number, rounds_ahead = judge(game), rounds_of(game), game.rounds_ahead

    @rule
    def list_candidates(mask: Mask, usual: int, race: Race) -> int:
        """The legal actions, the usual one ahead of all. Returns how many."""
        race.candidates[0] = usual
        count = 1
        for action in range(num_actions):
            race.gains[action] = 0.0
            race.squares[action] = 0.0
            if mask[action] and action != usual:
                race.candidates[count] = action
                count += 1
        return count

    def search_matches(
        states: Any,
        worlds: Any,
        luck: Any,
        simulations: int,
        actions: Any,
        visits: Any,
        values: Any,
        first: int,
        last: int,
    ) -> None:
        """Choose an action in each state; `visits` and `values` say how often each was tried and what it won."""
        tape = no_tape()
        mask = np.zeros(num_actions, np.int8)
        vector = np.zeros(size, np.uint8)
        race = Race(np.zeros(num_actions, np.int64), np.zeros(num_actions), np.zeros(num_actions))
        for i in range(first, last):
            state = states[i]
            seat = int(state.seat)
            last_round = round_number(state) + rounds_ahead - 1
            world = worlds[i, 1]
            worlds[i, 1] = state
            world.rng = start(luck[i])
            mask[:] = 0
            legal(state, mask)
            count = list_candidates(mask, by_rule_of_thumb(world, mask, vector), race)
            rivals = count - 1
            tried = 0
            won = 0.0
            left = simulations
            while 1 < count <= left:
                worlds[i, 0] = state
                worlds[i, 0].rng = start(mix(luck[i] + np.uint64(tried)))
                resample(worlds[i, 0], seat)
                usual = 0.0
                for k in range(count):
                    action = int(race.candidates[k])
                    worlds[i, 1] = worlds[i, 0]
                    step(world, action, tape)
                    play_on(world, last_round, mask, vector, tape)
                    if k == 0:
                        usual = gain(world, seat)
                        won += usual
                    record(race, action, gain(world, seat) - usual)
                    visits[i, action] += 1
                tried += 1
                left -= count
                if tried % _LOOKS_EVERY == 0:
                    count = give_up(race, count, tried)
            actions[i] = winner(race, count, tried, rivals)
            for action in range(num_actions):
                if visits[i, action] > 0:
                    values[i, action] = won / tried + race.gains[action] / visits[i, action]

    return entry(search_matches, game.name)


class Race(NamedTuple):
    """The candidates of one decision, the rule-of-thumb choice first, and how each does against that one."""

    candidates: Any  # int64 (A,): actions, those that are still in it ahead
    gains: Any  # float64 (A,): the sum of differences, by action
    squares: Any  # float64 (A,): of their squares


@rule
def record(race: Race, action: int, difference: float) -> None:
    """One world more in which this action was tried."""
    race.gains[action] += difference
    race.squares[action] += difference * difference


@rule
def spread(race: Race, count: int, tried: int) -> float:
    """The mean square of the differences of all that are still in the race."""
    total = 0.0
    for k in range(1, count):
        total += race.squares[race.candidates[k]]
    return total / tried / max(1, count - 1)


@rule
def bound(race: Race, action: int, tried: int, usual: float, errors: float) -> float:
    """The mean difference of an action, so many standard errors added.

    Its variance is that of the differences met, drawn towards the usual one where these are few.
    """
    mean = race.gains[action] / tried
    variance = race.squares[action] / tried - mean * mean
    return float(mean + errors * np.sqrt((variance * tried + usual * _GUESSES) / (tried + _GUESSES) / tried))


@rule
def give_up(race: Race, count: int, tried: int) -> int:
    """Drop the candidates that surely do worse than the rule-of-thumb choice. Returns how many are left."""
    usual = spread(race, count, tried)
    kept = 1
    for k in range(1, count):
        action = int(race.candidates[k])
        if bound(race, action, tried, usual, _GIVEN_UP) >= 0.0:
            race.candidates[kept] = action
            kept += 1
    return kept


@rule
def winner(race: Race, count: int, tried: int, rivals: int) -> int:
    """The candidate that most surely does better than the rule-of-thumb choice; that one if none does."""
    best = int(race.candidates[0])
    if tried < _FEWEST:
        return best
    usual = spread(race, count, tried)
    errors = np.sqrt(1.0 + 2.0 * np.log(rivals))  # the most that one of so many may be ahead by luck
    most = 0.0
    for k in range(1, count):
        action = int(race.candidates[k])
        surely = bound(race, action, tried, usual, -errors)
        if surely > most:
            most = surely
            best = action
    return best
