"""A game's entry kernels: the loops that step one match or many with the game's own rule functions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from card_envs.engine.game import Game
from card_envs.engine.kernels import entry, inlined, rule, uncounted
from card_envs.engine.params import RANK, REWARDS, WIN
from card_envs.engine.random import below, match_seed, no_tape, start

_WIN, _RANK = REWARDS.index(WIN), REWARDS.index(RANK)

_0, _7, _56, _BYTE = np.uint64(0), np.uint64(7), np.uint64(56), np.uint64(255)
_ONES = np.uint64(0x0101010101010101)
_HIGHS = np.uint64(0x8080808080808080)

ILLEGAL = -2
"""What `step_match` returns for an action that is not legal."""


class Columns(NamedTuple):
    """The arrays of a batch, one row a match; the kernels write into all but `templates`."""

    states: Any  # structured (N,)
    templates: Any  # structured (N,): zeros and parameters
    match_seeds: Any  # uint64 (N,)
    match_numbers: Any  # int64 (N,): how many matches this place has had before
    seats: Any  # int64 (N,): the seat to act
    observations: Any  # uint8 (N, k)
    action_masks: Any  # int8 (N, A)
    rewards: Any  # float32 (N, P)
    done: Any  # bool (N,)
    truncated: Any  # bool (N,)
    placements: Any  # int32 (N, P)
    scores: Any  # float32 (N, P)
    final_states: Any  # structured (N,): the last match that ended here, as it ended


def desk_dtype(game: Game) -> np.dtype[np.void]:
    """One match laid out for the single environment: the state, and what the seat to act sees of it.

    All in one record, because a call from Python costs by the array.
    """
    return np.dtype(
        [
            ("template", game.dtype),  # zeros and parameters
            ("state", game.dtype),
            ("vector", "u1", (game.layout.size,)),  # raw observation
            ("observation", "f4", (game.layout.size,)),  # vector x scale
            ("mask", "i1", (game.num_actions,)),
            ("placements", "i4", (game.most_seats,)),  # of the last match that was over
            ("scores", "f4", (game.most_seats,)),
            ("rewards", "f4", (game.most_seats,)),
        ],
        align=True,
    )


@dataclass(frozen=True)
class Program:
    """The entry kernels of one game."""

    deal_match: Callable[..., int]
    deal_match_taped: Callable[..., int]
    step_match: Callable[..., int]
    step_match_taped: Callable[..., int]
    observe_matches: Callable[..., None]
    seed_matches: Callable[..., None]
    deal_matches: Callable[..., None]
    step_matches: Callable[..., None]
    first_illegal: Callable[..., int]
    rollout_matches: Callable[..., None]
    resample_matches: Callable[..., None]
    pick_random: Callable[..., None]
    pick_heuristic: Callable[..., None]


@rule
def the_only(mask: Any) -> int:
    """The legal action where there is just one, else -1."""
    only = -1
    for action in range(mask.shape[0]):
        if mask[action]:
            if only >= 0:
                return -1
            only = action
    return only


@cache
def by_rank(game: Game) -> Callable[..., float]:
    """The *rule* (state, seat): (seats placed worse - seats placed better) / (n - 1)."""
    placement = game.placement

    @uncounted
    def rank_reward(state: Any, seat: int) -> float:
        own = int(placement(state, seat))
        better = 0
        worse = 0
        for other in range(state.num_players):
            place = int(placement(state, other))
            better += place < own
            worse += place > own
        return (worse - better) / (int(state.num_players) - 1)

    return rank_reward


@rule
def win_reward(players: int, winners: int, won: bool) -> float:
    """1 for the only winner, shared where there are more; the others' rewards sum to the negative of it."""
    return (players / winners - 1) / (players - 1) if won else -1 / (players - 1)


@cache
def by_win(game: Game) -> Callable[..., float]:
    """The *rule* (state, seat): `win_reward` by the places."""
    placement = game.placement

    @uncounted
    def reward(state: Any, seat: int) -> float:
        winners = 0
        for other in range(state.num_players):
            winners += int(placement(state, other)) == 1
        return win_reward(int(state.num_players), winners, int(placement(state, seat)) == 1)

    return reward


@cache
def by_params(game: Game) -> Callable[..., float]:
    """The *rule* (state, seat): what the match, being over, pays the seat by its parameter `rewards`."""
    win, rank, points = by_win(game), by_rank(game), by_score(game)

    @uncounted
    def reward(state: Any, seat: int) -> float:
        if state.rewards == _WIN:
            return float(win(state, seat))
        return float(rank(state, seat)) if state.rewards == _RANK else float(points(state, seat))

    return reward


@cache
def by_score(game: Game) -> Callable[..., float]:
    """The *rule* (state, seat): (its score - the mean score) / the game's scale."""
    score, score_scale = game.score, game.score_scale

    @uncounted
    def score_reward(state: Any, seat: int) -> float:
        n = int(state.num_players)
        total = 0.0
        for other in range(n):
            total += float(score(state, other))
        return (float(score(state, seat)) - total / n) / score_scale(state)

    return score_reward


@cache
def program(game: Game) -> Program:  # noqa: PLR0915 - one closure over the game's functions, kernel after kernel
    """The kernels of a game; each compiles, or comes from the cache, when it is first called."""
    deal, legal, step, observe = game.deal, game.legal, game.step, game.observe
    placement, score = game.placement, game.score
    resample, heuristic = game.resample, game.heuristic
    rank_reward, score_reward = by_rank(game), by_score(game)
    num_actions, size, scale = game.num_actions, game.layout.size, game.layout.scale
    num_words = (num_actions + 7) // 8

    @inlined
    def ask(state: Any, mask: Any, tape: Any) -> None:
        """Write the mask of the next decision; with `skip_forced`, take those with one legal action on the way."""
        while True:
            mask[:] = 0
            if state.over:
                return
            legal(state, mask)
            if not state.skip_forced:
                return
            only = the_only(mask)
            if only < 0:
                return
            step(state, only, tape)

    @uncounted
    def go_on(state: Any, action: int, masks: Any, i: int, tape: Any) -> None:
        """Carry out a legal action, and write the mask of the next decision into row i."""
        step(state, action, tape)
        ask(state, masks[i], tape)

    @uncounted
    def look(state: Any, seat: int, vector: Any) -> None:
        vector[:] = 0
        observe(state, seat, vector)

    @uncounted
    def look_at(state: Any, vectors: Any, i: int) -> None:
        """Write what the seat to act sees into row i."""
        look(state, int(state.seat), vectors[i])

    @uncounted
    def finish(state: Any, placements: Any, scores: Any, rewards: Any) -> None:
        """Placements, scores and rewards of a match that is over; absent seats zero."""
        n = int(state.num_players)
        winners = 0
        for seat in range(n):
            placements[seat] = placement(state, seat)
            scores[seat] = score(state, seat)
            winners += int(placements[seat]) == 1
        for seat in range(n):
            if state.rewards == _WIN:
                rewards[seat] = win_reward(n, winners, int(placements[seat]) == 1)
            elif state.rewards == _RANK:
                rewards[seat] = rank_reward(state, seat)
            else:
                rewards[seat] = score_reward(state, seat)

    @uncounted
    def eight(mask: Any, k: int) -> Any:
        """Entries 8 k to 8 k + 7 of a mask as the bytes of a word (uint64); one load, once it is compiled."""
        word = _0
        if 8 * k + 8 <= num_actions:
            for i in range(8):
                word |= (np.uint64(mask[8 * k + i]) & _BYTE) << np.uint64(8 * i)
        else:
            for i in range(num_actions % 8):
                word |= (np.uint64(mask[8 * k + i]) & _BYTE) << np.uint64(8 * i)
        return word

    @uncounted
    def choose(state: Any, mask: Any) -> int:
        """A legal action, each as likely as any other, from the state's stream."""
        count = 0
        for k in range(num_words):
            count += int(np.int64((eight(mask, k) * _ONES) >> _56))
        left = below(state, count)
        for k in range(num_words):
            up_to = eight(mask, k) * _ONES  # byte i counts entries 0 to i
            here = int(np.int64(up_to >> _56))
            if left < here:
                not_yet = ~((up_to | _HIGHS) - np.uint64(left + 1) * _ONES) & _HIGHS
                return 8 * k + int(np.int64(((not_yet >> _7) * _ONES) >> _56))
            left -= here
        return -1

    @inlined
    def name_next(columns: Any, seed: Any, i: int) -> None:
        """Name the next match at place i."""
        columns.match_numbers[i] += 1
        columns.match_seeds[i] = match_seed(seed, i, columns.match_numbers[i])

    @inlined
    def deal_named(columns: Any, seed: Any, i: int, tape: Any) -> None:
        """Deal the match that is named at place i; in place of one without a decision, the next."""
        state = columns.states[i]
        while True:
            columns.states[i] = columns.templates[i]
            state.rng = start(columns.match_seeds[i])
            deal(state, tape)
            ask(state, columns.action_masks[i], tape)
            if not state.over:
                return
            name_next(columns, seed, i)

    @rule
    def show(desk: Any) -> int:
        """Lay out what the seat to act sees, or the results; returns the seat, -1 when the match is over."""
        state = desk.state
        if state.over:
            finish(state, desk.placements, desk.scores, desk.rewards)
        else:
            look(state, int(state.seat), desk.vector)
            for i in range(size):
                desk.observation[i] = scale[i] * np.float32(desk.vector[i])
        return int(state.seat)

    @rule
    def begin(desk: Any, seed: Any, tape: Any) -> int:
        desk.state = desk.template
        desk.state.rng = start(seed)
        deal(desk.state, tape)
        ask(desk.state, desk.mask, tape)
        return show(desk)

    @rule
    def advance(desk: Any, action: int, tape: Any) -> int:
        if action < 0 or action >= num_actions or not desk.mask[action]:
            return ILLEGAL
        step(desk.state, action, tape)
        ask(desk.state, desk.mask, tape)
        return show(desk)

    def deal_match(desks: Any, seed: Any) -> int:
        """Deal one match; returns the seat to act, -1 when the match is over."""
        return begin(desks[0], seed, no_tape())

    def deal_match_taped(desks: Any, seed: Any, tape: Any) -> int:
        """The same with a tape for its shuffles."""
        return begin(desks[0], seed, tape)

    def step_match(desks: Any, action: int) -> int:
        """Step one match; returns the seat to act, -1 when the match is over, ILLEGAL with nothing changed."""
        return advance(desks[0], action, no_tape())

    def step_match_taped(desks: Any, action: int, tape: Any) -> int:
        """The same with a tape for its shuffles."""
        return advance(desks[0], action, tape)

    def observe_matches(states: Any, seats: Any, observations: Any, masks: Any) -> None:
        """What each seat sees of its match; a seat that is not to act has no legal action."""
        for i in range(len(states)):
            state = states[i]
            look(state, int(seats[i]), observations[i])
            masks[i] = 0
            if not state.over and int(state.seat) == int(seats[i]):
                legal(state, masks[i])

    def seed_matches(seeds: Any, seed: Any) -> None:
        """The seeds of the first match at each place of a batch."""
        for i in range(len(seeds)):
            seeds[i] = match_seed(seed, i, 0)

    def deal_matches(columns: Any, moves: Any, seed: Any, first: int, last: int) -> None:
        """Deal the matches that `match_seeds` name; in place of one without a decision, the next of its place."""
        tape = no_tape()
        for i in range(first, last):
            if not moves[i]:
                continue
            deal_named(columns, seed, i, tape)
            state = columns.states[i]
            look(state, int(state.seat), columns.observations[i])
            columns.seats[i] = state.seat

    def step_matches(columns: Any, actions: Any, moves: Any, seed: Any, first: int, last: int) -> None:
        """Step by legal actions; a match that ends leaves its results and is dealt anew."""
        tape = no_tape()
        masks, vectors = columns.action_masks, columns.observations
        for i in range(first, last):
            if columns.done[i]:
                columns.done[i] = False
                columns.truncated[i] = False
                columns.rewards[i] = 0
                columns.placements[i] = 0
                columns.scores[i] = 0
            if not moves[i]:
                continue
            state = columns.states[i]
            go_on(state, int(actions[i]), masks, i, tape)
            if state.over:
                columns.done[i] = True
                columns.truncated[i] = state.truncated != 0
                finish(state, columns.placements[i], columns.scores[i], columns.rewards[i])
                columns.final_states[i] = state
                name_next(columns, seed, i)
                deal_named(columns, seed, i, tape)
            columns.seats[i] = state.seat
            look_at(state, vectors, i)

    def first_illegal(masks: Any, actions: Any, moves: Any) -> int:
        """The first match whose action is not legal, -1 when there is none."""
        for i in range(len(actions)):
            action = int(actions[i])
            if moves[i] and (action < 0 or action >= num_actions or not masks[i, action]):
                return i
        return -1

    def rollout_matches(
        states: Any, seeds: Any, placements: Any, scores: Any, rewards: Any, decisions: Any, first: int, last: int
    ) -> None:
        """Play each match to its end by random legal actions, in place."""
        tape = no_tape()
        mask = np.zeros(num_actions, np.int8)
        for i in range(first, last):
            state = states[i]
            state.rng = start(seeds[i])
            count = 0
            while not state.over:
                mask[:] = 0
                legal(state, mask)
                step(state, choose(state, mask), tape)
                count += 1
            decisions[i] = count
            finish(state, placements[i], scores[i], rewards[i])

    def resample_matches(states: Any, seats: Any, seeds: Any) -> None:
        """Redraw, in place, what each seat cannot know, the chance to come included."""
        for i in range(len(states)):
            state = states[i]
            state.rng = start(seeds[i])
            resample(state, int(seats[i]))

    def pick_random(masks: Any, luck: Any, actions: Any) -> None:
        """A legal action for each row, by one random uint64 a row (bias below 2**-32)."""
        for i in range(len(actions)):
            count = 0
            for action in range(num_actions):
                count += int(masks[i, action])
            left = int(np.int64(((luck[i] >> np.uint64(32)) * np.uint64(count)) >> np.uint64(32)))
            for action in range(num_actions):
                if masks[i, action]:
                    if left == 0:
                        actions[i] = action
                        break
                    left -= 1

    def pick_heuristic(observations: Any, masks: Any, luck: Any, actions: Any) -> None:
        """The rule-of-thumb player's action for each row."""
        for i in range(len(actions)):
            actions[i] = heuristic(observations[i], masks[i], luck[i])

    kernels: tuple[Callable[..., Any], ...] = (
        deal_match,
        deal_match_taped,
        step_match,
        step_match_taped,
        observe_matches,
        seed_matches,
        deal_matches,
        step_matches,
        first_illegal,
        rollout_matches,
        resample_matches,
        pick_random,
        pick_heuristic,
    )
    return Program(*(entry(kernel, game.name) for kernel in kernels))
