"""A sound player of Letzte Runde: it weighs what each use of a card is expected to save, and knocks when it is ahead.

It sees an observation and nothing else. A card that it does not know counts as the mean of the numbers it has not seen
(a special in a row is replaced by one of them), one that somebody has put into a row as less, since nobody keeps a
high one. It looks one draw ahead.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from card_envs.engine.game import Mask, Vector
from card_envs.engine.kernels import rule
from card_envs.games.letzte_runde.cards import COPIES, DRAW2, NINE, NUM_KINDS, PEEK, SWAP
from card_envs.games.letzte_runde.observation import AT
from card_envs.games.letzte_runde.rules import (
    DISCARD,
    DRAW,
    END_TURN,
    KNOCK,
    PLACE,
    SWAPS_PER_PLACE,
    TAKE,
    USE_DRAW2,
    USE_PEEK,
    USE_SWAP,
)
from card_envs.games.letzte_runde.state import CHOOSE, FIRST, MAY_KNOCK, MOST_SEATS, ROW_SIZE

_KEPT_SHARE = 0.5  # how a card that a player has put into a row compares with an unknown one
_PEEK_SAVES = 0.6  # points that knowing one more own card is worth
_TWO_DRAWS = 1.6  # how much more two draws save than one
_HARM = 0.6  # what a point that an opponent loses to a swap is worth
_ONE_MORE_TURN = 1.0  # points that an opponent is expected to save in a final turn
_KNOCK_AHEAD = 4.0  # lead, with that turn allowed for, that is enough for a knock
_KNOCKS_BLINDLY = 8  # without memory it knocks in one of so many questions
_UNKNOWN = NUM_KINDS


@rule
def heuristic(observation: Vector, mask: Mask, luck: Any) -> int:
    """The use of the turn that is expected to save most."""
    mean = mean_unseen(observation)
    if observation[AT.phase + MAY_KNOCK] == 1:
        return KNOCK if should_knock(observation, mean, luck) else END_TURN
    if observation[AT.phase + CHOOSE] == 1:
        if mask[TAKE] == 0:
            return DRAW
        place = worst_place(observation, mean, luck)
        taking = points_at(observation, 0, place, mean) - float(kind_at(observation, AT.top))
        return TAKE + place if taking >= drawing_saves(observation, mean, luck) else DRAW
    return use_of_drawn(observation, mask, mean, luck)


@rule
def use_of_drawn(observation: Vector, mask: Mask, mean: float, luck: Any) -> int:
    """Place the drawn card, discard it or use it."""
    card = kind_at(observation, AT.card)
    place = worst_place(observation, mean, luck)
    best = -float(NINE) - 1.0
    action = DISCARD
    if mask[DISCARD]:
        best = 0.0
        if observation[AT.phase + FIRST] == 1:
            best = drawing_saves(observation, mean, luck)
    if mask[PLACE]:
        saves = points_at(observation, 0, place, mean) - (mean if card >= SWAP else float(card))
        if saves > best:
            best = saves
            action = PLACE + place
    if card == DRAW2 and drawing_saves(observation, mean, luck) * _TWO_DRAWS > best:
        action = USE_DRAW2
    elif card == PEEK:
        unknown = unknown_place(observation)
        if unknown >= 0 and peek_saves(observation) > best:
            action = USE_PEEK + unknown
    elif card == SWAP and swap_saves(observation, place, mean) > best:
        action = USE_SWAP + place * SWAPS_PER_PLACE + best_target(observation, mean)
    return action


@rule
def should_knock(observation: Vector, mean: float, luck: Any) -> bool:
    """Is the own row low enough to stay ahead of all others, who have one more turn?"""
    if not remembers(observation):
        return bool(luck % np.uint64(_KNOCKS_BLINDLY) == np.uint64(0))
    mine = row_points(observation, 0, mean)
    for seat in range(1, MOST_SEATS):
        theirs = row_points(observation, seat, mean) - _ONE_MORE_TURN
        if observation[AT.present + seat] == 1 and mine + _KNOCK_AHEAD > theirs:
            return False
    return True


# --- what is expected


@rule
def drawing_saves(observation: Vector, mean: float, luck: Any) -> float:
    """The points that drawing a card and using it best is expected to save."""
    place = worst_place(observation, mean, luck)
    worst = points_at(observation, 0, place, mean)
    special = max(0.0, worst - mean) if observation[AT.special_into_row] == 1 else 0.0
    total = 0.0
    ways = 0.0
    for card in range(DRAW2):
        weight = float(unseen(observation, card))
        ways += weight
        if card < SWAP:
            total += weight * max(0.0, worst - float(card))
        elif card == SWAP:
            total += weight * max(special, swap_saves(observation, place, mean))
        else:
            total += weight * max(special, peek_saves(observation))
    if ways == 0.0:
        return 0.0
    one = total / ways
    twice = float(unseen(observation, DRAW2))
    return (one * ways + max(special, one * _TWO_DRAWS) * twice) / (ways + twice)


@rule
def peek_saves(observation: Vector) -> float:
    """What looking at an own card is worth: nothing when it is known or the last turn."""
    if observation[AT.final_turns_left] > 0 or unknown_place(observation) < 0:
        return 0.0
    return _PEEK_SAVES


@rule
def swap_saves(observation: Vector, place: int, mean: float) -> float:
    """What swapping this own place for the lowest card of the others is worth, the harm done to its owner included."""
    target = best_target(observation, mean)
    low = points_at(observation, target // ROW_SIZE + 1, target % ROW_SIZE, mean)
    return (points_at(observation, 0, place, mean) - low) * (1.0 + _HARM)


@rule
def best_target(observation: Vector, mean: float) -> int:
    """The lowest card of the others: 4 x (seats to the left - 1) + place."""
    best = 0
    lowest = float(NINE) + 1.0
    for seat in range(1, MOST_SEATS):
        if observation[AT.present + seat] == 1:
            for place in range(ROW_SIZE):
                points = points_at(observation, seat, place, mean)
                if points < lowest:
                    lowest = points
                    best = (seat - 1) * ROW_SIZE + place
    return best


@rule
def worst_place(observation: Vector, mean: float, luck: Any) -> int:
    """The own place with the highest card; of equal ones the unknown first, and any of these."""
    worst = 0
    highest = -1.0
    first = int(np.int64(luck >> np.uint64(62)))
    for k in range(ROW_SIZE):
        place = (first + k) % ROW_SIZE
        points = points_at(observation, 0, place, mean)
        if kind_at(observation, AT.known + place * NUM_KINDS) == _UNKNOWN:
            points += _PEEK_SAVES
        if points > highest:
            highest = points
            worst = place
    return worst


@rule
def row_points(observation: Vector, seat: int, mean: float) -> float:
    """The points that a row is expected to count."""
    total = 0.0
    for place in range(ROW_SIZE):
        total += points_at(observation, seat, place, mean)
    return total


@rule
def points_at(observation: Vector, seat: int, place: int, mean: float) -> float:
    """The points that a card in a row is expected to count."""
    spot = seat * ROW_SIZE + place
    card = kind_at(observation, AT.known + spot * NUM_KINDS)
    if card < SWAP:
        return float(card)
    if card == _UNKNOWN and observation[AT.chosen + spot] == 1:
        return mean * _KEPT_SHARE
    return mean


# --- what is known


@rule
def unknown_place(observation: Vector) -> int:
    """The first own place whose card is not known; -1 when all are."""
    for place in range(ROW_SIZE):
        if kind_at(observation, AT.known + place * NUM_KINDS) == _UNKNOWN:
            return place
    return -1


@rule
def mean_unseen(observation: Vector) -> float:
    """The mean of the numbers that are not seen: what an unknown card, or a special in a row, counts."""
    total = 0.0
    ways = 0.0
    for card in range(SWAP):
        weight = float(unseen(observation, card))
        total += weight * float(card)
        ways += weight
    return total / ways if ways > 0.0 else float(NINE) / 2.0


@rule
def unseen(observation: Vector, card: int) -> int:
    """How many cards of a kind lie where the observer has not seen them."""
    count = COPIES[card] - int(observation[AT.discarded + card]) - int(observation[AT.card + card])
    if card == DRAW2:
        count -= int(observation[AT.aside])
    for spot in range(MOST_SEATS * ROW_SIZE):
        count -= int(observation[AT.known + spot * NUM_KINDS + card])
    return max(count, 0)


@rule
def remembers(observation: Vector) -> bool:
    """Does the observation hold what was seen before? The opening of the discard pile at least has been."""
    count = 0
    for card in range(NUM_KINDS):
        count += int(observation[AT.seen + card]) + int(observation[AT.reshuffled + card])
    return count > 0


@rule
def kind_at(observation: Vector, start: int) -> int:
    """The kind of a one-hot card that begins here; NUM_KINDS when there is none."""
    for kind in range(NUM_KINDS):
        if observation[start + kind] == 1:
            return kind
    return _UNKNOWN
